extern "C" __global__ void __launch_bounds__(256, 4)
saxpy(int n, float a, const float *x, float *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

namespace sums {
template <int Block>
__global__ void __launch_bounds__(Block) blockSum(const float *in, float *out)
{
    __shared__ float partial[Block];
    partial[threadIdx.x] = in[blockIdx.x * Block + threadIdx.x];
    for (int half = Block / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = partial[0];
}
template __global__ void blockSum<256>(const float *, float *);
}
