__device__ __noinline__ int ackermann(int m, int n) {
    if (m == 0) {
        return n + 1;
    }
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

// How deep it goes is not known.
extern "C" __global__ void recursive(int m, int *out) { out[threadIdx.x] = ackermann(m, threadIdx.x); }
