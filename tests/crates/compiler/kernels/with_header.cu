// Two kernels whose numbers are those of the header that the build writes.
#include <cooperative_groups.h>

#include "launch_config.h"

constexpr int X = TRANSPOSE_THREADS_PER_BLOCK_X;
constexpr int Y = TRANSPOSE_THREADS_PER_BLOCK_Y;

extern "C" __global__ void TRANSPOSE_LAUNCH_BOUNDS TRANSPOSE_CLUSTER_DIMS
transpose(int width, int height, const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float tile[X][X + 1];
    static_assert(sizeof(tile) == TRANSPOSE_STATIC_SHARED_MEMORY, "as declared");
    const int x = blockIdx.x * X + threadIdx.x;
    const int y = blockIdx.y * X + threadIdx.y;
    for (int row = 0; row < X; row += Y)
        if (x < width && y + row < height)
            tile[threadIdx.y + row][threadIdx.x] = in[size_t(y + row) * width + x];
    __syncthreads();
    const int column = blockIdx.x * X + threadIdx.y;
    const int down = blockIdx.y * X + threadIdx.x;
    for (int row = 0; row < X; row += Y)
        if (down < height && column + row < width)
            out[size_t(column + row) * height + down] = tile[threadIdx.x][threadIdx.y + row];
}

// One sum for each cluster.
extern "C" __global__ void SUM_CLUSTER_DIMS SUM_LAUNCH_BOUNDS
sum(unsigned long long n, const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float of_block;
    static_assert(sizeof(of_block) == SUM_STATIC_SHARED_MEMORY, "as declared");
    const auto cluster = cooperative_groups::this_cluster();
    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();
    const size_t first = size_t(blockIdx.x) * SUM_THREADS_PER_BLOCK * SUM_ITEMS_PER_THREAD + threadIdx.x;
    float mine = 0;
#pragma unroll
    for (int item = 0; item < SUM_ITEMS_PER_THREAD; ++item) {
        const size_t i = first + size_t(item) * SUM_THREADS_PER_BLOCK;
        if (i < n)
            mine += in[i];
    }
    atomicAdd(&of_block, mine);
    cluster.sync();
    if (threadIdx.x == 0 && cluster.block_rank() == 0) {
        float total = 0;
        for (int block = 0; block < SUM_BLOCKS_PER_CLUSTER_X; ++block)
            total += *cluster.map_shared_rank(&of_block, block);
        out[blockIdx.x / SUM_BLOCKS_PER_CLUSTER_X] = total;
    }
    cluster.sync();
}
