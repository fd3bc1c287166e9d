// One sum a block: within warps by shuffles, across warps through static shared memory.
#include "bounds.cuh"

constexpr int WARPS = THREADS_PER_BLOCK / 32;

__device__ float warp_sum(float value)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void BOUNDS
block_sum(unsigned long long n, const float *__restrict__ x, float *__restrict__ sums)
{
    __shared__ float of_warps[WARPS];
    const size_t first = size_t(blockIdx.x) * THREADS_PER_BLOCK * ITEMS_PER_THREAD + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int item = 0; item < ITEMS_PER_THREAD; ++item) {
        const size_t i = first + size_t(item) * THREADS_PER_BLOCK;
        sum += i < n ? x[i] : 0;
    }
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        of_warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = warp_sum(threadIdx.x < WARPS ? of_warps[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            sums[blockIdx.x] = sum;
    }
}
