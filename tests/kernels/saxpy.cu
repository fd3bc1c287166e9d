// 10 registers, and launch bounds of 256 threads and 4 blocks.
__global__ void __launch_bounds__(256, 4) saxpy(int n, float a, const float *x, float *y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = a * x[i] + y[i];
    }
}
