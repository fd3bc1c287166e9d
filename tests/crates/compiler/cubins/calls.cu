// Calls, the stack, and what registers are spent on.
#include <cstdio>

__device__ __noinline__ float polynomial(float x, const float *factors, int n)
{
    float sum = 0;
    for (int i = 0; i < n; ++i)
        sum = sum * x + factors[i];
    return sum;
}

extern "C" __global__ void call(const float *factors, int n, float *out)
{
    out[threadIdx.x] = polynomial(out[threadIdx.x], factors, n);
}

__device__ __noinline__ int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

extern "C" __global__ void recursion(int m, int *out)
{
    out[threadIdx.x] = ackermann(m, threadIdx.x);
}

typedef float (*Function)(float);
__device__ float twice(float x) { return x + x; }
__device__ float square(float x) { return x * x; }
__device__ Function functions[] = {twice, square};

extern "C" __global__ void indirect_call(int which, float *out)
{
    out[threadIdx.x] = functions[which](out[threadIdx.x]);
}

extern "C" __global__ void prints(int n)
{
    printf("%d of %d\n", threadIdx.x, n);
}

extern "C" __global__ void allocates(int n, int *out)
{
    int *line = (int *)__builtin_alloca(n * sizeof(int));
    for (int i = 0; i < n; ++i)
        line[i] = out[i];
    out[threadIdx.x] = line[out[threadIdx.x] % n];
}

extern "C" __global__ void double_precision(double *x)
{
    x[threadIdx.x] = pow(sin(x[threadIdx.x]), 1.5) / x[threadIdx.x + 1];
}

// 64 numbers that are all live at the barrier.
template <int COUNT> __device__ void hungry(volatile float *data)
{
    float kept[COUNT];
#pragma unroll
    for (int i = 0; i < COUNT; ++i)
        kept[i] = data[i * 1024 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < COUNT; ++i)
        data[i * 1024 + threadIdx.x] = kept[i] * kept[(i * 7 + 3) % COUNT];
}

extern "C" __global__ void hungry_64(float *data) { hungry<64>(data); }
extern "C" __global__ void __launch_bounds__(1024, 1) spilling(float *data) { hungry<100>(data); }
extern "C" __global__ void __maxnreg__(24) spilling_to_24(float *data) { hungry<64>(data); }

template <typename T> __global__ void scaled(T *data, T factor) { data[threadIdx.x] *= factor; }
template __global__ void scaled<float>(float *, float);
template __global__ void scaled<double>(double *, double);

namespace blas {
__global__ void dot(int n, const float *x, const float *y, float *out)
{
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += x[i] * y[i];
    atomicAdd(out, sum);
}
} // namespace blas
