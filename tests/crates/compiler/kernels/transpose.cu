// The transpose of a matrix, a tile of 32 × 32 a block, padded against bank conflicts.
#include "bounds.cuh"

constexpr int TILE = 32;
constexpr int ROWS = THREADS_PER_BLOCK / TILE;
static_assert(TILE % ROWS == 0);

extern "C" __global__ void BOUNDS
transpose(int width, int height, const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int row = 0; row < TILE; row += ROWS)
        if (x < width && y + row < height)
            tile[threadIdx.y + row][threadIdx.x] = in[size_t(y + row) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int row = 0; row < TILE; row += ROWS)
        if (x < height && y + row < width)
            out[size_t(y + row) * height + x] = tile[threadIdx.x][threadIdx.y + row];
}
