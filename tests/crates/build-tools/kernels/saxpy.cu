#include "block.cuh"

// y ← a·x + y
extern "C" __global__ void __launch_bounds__(BLOCK, 4)
saxpy(int n, float a, const float *x, float *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}
