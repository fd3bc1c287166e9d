// Shared, local, constant and parameter memory.
#include <cstdio>

extern "C" __global__ void empty() {}

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

extern "C" __global__ void static_shared(const float *in, float *out)
{
    __shared__ float tile[750];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[749 - threadIdx.x];
}

// All that a kernel can declare.
extern "C" __global__ void static_shared_48k(const float *in, float *out)
{
    __shared__ float tile[12 * 1024];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[12287 - threadIdx.x];
}

extern "C" __global__ void dynamic_shared(const float *in, float *out)
{
    extern __shared__ float dynamic[];
    dynamic[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
}

// The static part is padded to where the dynamic one may begin.
extern "C" __global__ void static_and_dynamic_shared(const char *in, char *out)
{
    extern __shared__ __align__(1024) char aligned[];
    __shared__ char odd[77];
    odd[threadIdx.x % 77] = in[threadIdx.x];
    aligned[threadIdx.x] = in[threadIdx.x + 1];
    __syncthreads();
    out[threadIdx.x] = odd[76 - threadIdx.x % 77] + aligned[127 - threadIdx.x];
}

extern "C" __global__ void local_array(const int *in, int *out, int n)
{
    int line[100];
    for (int i = 0; i < n; ++i)
        line[in[i] % 100] = i;
    out[threadIdx.x] = line[in[threadIdx.x] % 100];
}

__constant__ float weights[64];

extern "C" __global__ void constant_memory(float *out, int i)
{
    out[threadIdx.x] = weights[(threadIdx.x + i) % 64];
}

struct Large {
    double numbers[500];
};

extern "C" __global__ void large_parameters(char first, Large large, double *out)
{
    out[threadIdx.x] = large.numbers[threadIdx.x % 500] + first;
}

struct alignas(64) Aligned {
    float number;
};

extern "C" __global__ void aligned_parameter(int i, Aligned aligned, float *out)
{
    out[i] = aligned.number;
}

extern "C" __global__ void texture(cudaTextureObject_t image, float *out)
{
    out[threadIdx.x] = tex2D<float>(image, threadIdx.x, threadIdx.y);
}
