// 64 values at once in 32 registers.
extern "C" __global__ void __launch_bounds__(512, 4) spilling(const float *in, float *out) {
    float values[64];
#pragma unroll
    for (int i = 0; i < 64; i++) {
        values[i] = in[threadIdx.x + 512 * i];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 64; i++) {
        out[threadIdx.x + 512 * i] = values[i] * values[63 - i];
    }
}
