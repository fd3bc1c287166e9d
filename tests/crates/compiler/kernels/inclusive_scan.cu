// Running sums within each block; the items of a thread are neighbours.
#include "bounds.cuh"

constexpr int WARPS = THREADS_PER_BLOCK / 32;

__device__ float scan_of_warp(float value)
{
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int offset = 1; offset < 32; offset *= 2) {
        const float before = __shfl_up_sync(0xffffffff, value, offset);
        value += lane >= offset ? before : 0;
    }
    return value;
}

extern "C" __global__ void BOUNDS
inclusive_scan(unsigned long long n, const float *__restrict__ x, float *__restrict__ y, float *__restrict__ totals)
{
    __shared__ float of_warps[32];
    const size_t first = (size_t(blockIdx.x) * THREADS_PER_BLOCK + threadIdx.x) * ITEMS_PER_THREAD;
    float items[ITEMS_PER_THREAD];
    float sum = 0;
#pragma unroll
    for (int item = 0; item < ITEMS_PER_THREAD; ++item) {
        sum += first + item < n ? x[first + item] : 0;
        items[item] = sum;
    }
    const float through = scan_of_warp(sum);
    const int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 31)
        of_warps[warp] = through;
    __syncthreads();
    if (warp == 0)
        of_warps[threadIdx.x] = scan_of_warp(threadIdx.x < WARPS ? of_warps[threadIdx.x] : 0);
    __syncthreads();
    const float before = through - sum + (warp > 0 ? of_warps[warp - 1] : 0);
#pragma unroll
    for (int item = 0; item < ITEMS_PER_THREAD; ++item)
        if (first + item < n)
            y[first + item] = before + items[item];
    if (threadIdx.x == THREADS_PER_BLOCK - 1)
        totals[blockIdx.x] = before + sum;
}
