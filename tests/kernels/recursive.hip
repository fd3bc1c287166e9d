// A kernel whose stack only the run knows.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
// What the host's side of a kernel calls.
struct dim3 { unsigned x, y, z; };
extern "C" int hipLaunchKernel(const void *, dim3, dim3, void **, unsigned long, void *);
extern "C" int __hipPushCallConfiguration(dim3, dim3, unsigned long, void *);
extern "C" int __hipPopCallConfiguration(dim3 *, dim3 *, unsigned long *, void *);

__device__ __attribute__((noinline)) unsigned sum(unsigned n) {
  return n < 2 ? n : sum(n - 1) + sum(n - 2);
}

extern "C" __global__ void recursive(unsigned *out, unsigned n) { *out = sum(n); }
