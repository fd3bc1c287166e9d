// y ← a·x + y
#include "bounds.cuh"

extern "C" __global__ void BOUNDS
saxpy(unsigned long long n, float a, const float *__restrict__ x, float *__restrict__ y)
{
    const size_t first = size_t(blockIdx.x) * THREADS_PER_BLOCK * ITEMS_PER_THREAD + threadIdx.x;
#pragma unroll
    for (int item = 0; item < ITEMS_PER_THREAD; ++item) {
        const size_t i = first + size_t(item) * THREADS_PER_BLOCK;
        if (i < n)
            y[i] = __fmaf_rn(a, x[i], y[i]);
    }
}
