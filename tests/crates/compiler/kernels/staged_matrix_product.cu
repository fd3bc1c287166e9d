// C ← A·B for square matrices whose size is a multiple of the tile: a tile of 64 × 64 a block, 4 × 4
// elements a thread, and the next tiles of A and B on their way while these are multiplied. The
// stages are dynamic shared memory, over 48 KiB.
#include "bounds.cuh"

constexpr int TILE = 64;
constexpr int DEPTH = 64;
constexpr int STAGES = 2;
constexpr int SIDE = 16;
constexpr int EACH = TILE / SIDE;
constexpr int STAGE = 2 * TILE * DEPTH;
static_assert(SIDE * SIDE == THREADS_PER_BLOCK);
static_assert(STAGES * STAGE * sizeof(float) == DYNAMIC_SHARED_MEMORY);

__device__ void load(float *stage, int n, int row, int column, int first, const float *a, const float *b)
{
    for (int i = threadIdx.x; i < TILE * DEPTH; i += THREADS_PER_BLOCK) {
        const int y = i / DEPTH, x = i % DEPTH;
        stage[i] = a[size_t(row + y) * n + first + x];
        stage[TILE * DEPTH + i] = b[size_t(first + y) * n + column + x];
    }
}

extern "C" __global__ void BOUNDS
staged_matrix_product(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    extern __shared__ float stages[];
    const int row = blockIdx.y * TILE, column = blockIdx.x * TILE;
    const int y = threadIdx.x / SIDE, x = threadIdx.x % SIDE;
    float sum[EACH][EACH] = {};
    load(stages, n, row, column, 0, a, b);
    for (int first = 0, stage = 0; first < n; first += DEPTH, stage ^= 1) {
        __syncthreads();
        if (first + DEPTH < n)
            load(stages + (stage ^ 1) * STAGE, n, row, column, first + DEPTH, a, b);
        const float *tile_a = stages + stage * STAGE, *tile_b = tile_a + TILE * DEPTH;
#pragma unroll 4
        for (int k = 0; k < DEPTH; ++k)
#pragma unroll
            for (int i = 0; i < EACH; ++i)
#pragma unroll
                for (int j = 0; j < EACH; ++j)
                    sum[i][j] = __fmaf_rn(tile_a[(y + i * SIDE) * DEPTH + k], tile_b[k * TILE + x + j * SIDE], sum[i][j]);
    }
#pragma unroll
    for (int i = 0; i < EACH; ++i)
#pragma unroll
        for (int j = 0; j < EACH; ++j)
            c[size_t(row + y + i * SIDE) * n + column + x + j * SIDE] = sum[i][j];
}
