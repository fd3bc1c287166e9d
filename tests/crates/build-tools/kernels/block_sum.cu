#include "block.cuh"

namespace sums {
// The sum of each block: 4 bytes of shared memory a thread.
__global__ void __launch_bounds__(BLOCK) blockSum(const float *in, float *out)
{
    __shared__ float partial[BLOCK];
    partial[threadIdx.x] = in[blockIdx.x * BLOCK + threadIdx.x];
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = partial[0];
}
} // namespace sums
