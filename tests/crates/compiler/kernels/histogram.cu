// How often each byte occurs: a histogram a block with atomics in shared memory, then all of them.
#include "bounds.cuh"

constexpr int BINS = 256;

extern "C" __global__ void BOUNDS
histogram(unsigned long long n, const unsigned char *__restrict__ bytes, unsigned int *__restrict__ counts)
{
    __shared__ unsigned int of_block[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += THREADS_PER_BLOCK)
        of_block[bin] = 0;
    __syncthreads();
    const size_t stride = size_t(gridDim.x) * THREADS_PER_BLOCK;
    for (size_t i = size_t(blockIdx.x) * THREADS_PER_BLOCK + threadIdx.x; i < n; i += stride)
        atomicAdd(&of_block[bytes[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += THREADS_PER_BLOCK)
        atomicAdd(&counts[bin], of_block[bin]);
}
