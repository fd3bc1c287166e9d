// C ← A·B for square matrices whose size is a multiple of the tile; the tiles are static.
#include "bounds.cuh"

constexpr int TILE = 16;
static_assert(TILE * TILE == THREADS_PER_BLOCK);

extern "C" __global__ void BOUNDS
matrix_product(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < n; first += TILE) {
        tile_a[threadIdx.y][threadIdx.x] = a[size_t(row) * n + first + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = b[size_t(first + threadIdx.y) * n + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            sum = __fmaf_rn(tile_a[threadIdx.y][k], tile_b[k][threadIdx.x], sum);
        __syncthreads();
    }
    c[size_t(row) * n + column] = sum;
}
