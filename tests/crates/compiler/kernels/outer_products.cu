// A sum of outer products, 16 × 16 elements a thread: 256 sums, which no budget holds in registers.
#include "bounds.cuh"

constexpr int SIDE = 16;

extern "C" __global__ void BOUNDS
outer_products(int n, int stride, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    const int thread = blockIdx.x * THREADS_PER_BLOCK + threadIdx.x;
    float sum[SIDE][SIDE] = {};
    for (int k = 0; k < n; ++k) {
        float x[SIDE], y[SIDE];
#pragma unroll
        for (int i = 0; i < SIDE; ++i) {
            x[i] = a[size_t(k * SIDE + i) * stride + thread];
            y[i] = b[size_t(k * SIDE + i) * stride + thread];
        }
#pragma unroll
        for (int i = 0; i < SIDE; ++i)
#pragma unroll
            for (int j = 0; j < SIDE; ++j)
                sum[i][j] = __fmaf_rn(x[i], y[j], sum[i][j]);
    }
#pragma unroll
    for (int i = 0; i < SIDE; ++i)
#pragma unroll
        for (int j = 0; j < SIDE; ++j)
            c[size_t(i * SIDE + j) * stride + thread] = sum[i][j];
}
