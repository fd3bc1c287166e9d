// The sum of a block: before 9.0 through shared memory, from there on by one warp after the other.
extern "C" __global__ void __launch_bounds__(256) reduce(const float *in, float *out) {
    float sum = in[blockIdx.x * 256 + threadIdx.x];
#if __CUDA_ARCH__ < 900
    __shared__ float sums[256];
    sums[threadIdx.x] = sum;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            sums[threadIdx.x] += sums[threadIdx.x + half];
        }
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = sums[0];
    }
#else
    for (int lane = 16; lane > 0; lane /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, lane);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(&out[blockIdx.x], sum);
    }
#endif
}
