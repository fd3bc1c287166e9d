// 32 numbers that are all live at the barrier, in 24 registers.
extern "C" __global__ void __maxnreg__(24) spilling(volatile float *data)
{
    float kept[32];
#pragma unroll
    for (int i = 0; i < 32; ++i)
        kept[i] = data[i * 1024 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 32; ++i)
        data[i * 1024 + threadIdx.x] = kept[i] * kept[(i * 7 + 3) % 32];
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
