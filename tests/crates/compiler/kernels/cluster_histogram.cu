// A histogram with more bins than one block holds: each block of a cluster keeps its share, and all
// of them count into each other's shared memory.
#include <cooperative_groups.h>

#include "bounds.cuh"

constexpr unsigned int BINS = DYNAMIC_SHARED_MEMORY / sizeof(unsigned int);

extern "C" __global__ void __cluster_dims__(BLOCKS_PER_CLUSTER_X, BLOCKS_PER_CLUSTER_Y, BLOCKS_PER_CLUSTER_Z) BOUNDS
cluster_histogram(unsigned long long n, const unsigned int *__restrict__ keys, unsigned int *__restrict__ counts)
{
    extern __shared__ unsigned int bins[];
    const auto cluster = cooperative_groups::this_cluster();
    const unsigned int blocks = BLOCKS_PER_CLUSTER_X * BLOCKS_PER_CLUSTER_Y * BLOCKS_PER_CLUSTER_Z;
    for (unsigned int bin = threadIdx.x; bin < BINS; bin += THREADS_PER_BLOCK)
        bins[bin] = 0;
    cluster.sync();
    const size_t stride = size_t(gridDim.x) * THREADS_PER_BLOCK;
    for (size_t i = size_t(blockIdx.x) * THREADS_PER_BLOCK + threadIdx.x; i < n; i += stride) {
        const unsigned int bin = keys[i] % (BINS * blocks);
        atomicAdd(cluster.map_shared_rank(bins, bin / BINS) + bin % BINS, 1u);
    }
    cluster.sync();
    const unsigned int first = cluster.block_rank() * BINS;
    for (unsigned int bin = threadIdx.x; bin < BINS; bin += THREADS_PER_BLOCK)
        atomicAdd(&counts[first + bin], bins[bin]);
}
