// The softmax of one row a block; the row stays in dynamic shared memory between the passes.
#include "bounds.cuh"

constexpr int WARPS = THREADS_PER_BLOCK / 32;
constexpr int COLUMNS = DYNAMIC_SHARED_MEMORY / sizeof(float);
static_assert(WARPS == 32, "one lane for each warp");

struct Largest {
    static constexpr float NONE = -3.402823466e+38f;
    static __device__ float of(float a, float b) { return fmaxf(a, b); }
};

struct Sum {
    static constexpr float NONE = 0;
    static __device__ float of(float a, float b) { return a + b; }
};

template <typename Combined>
__device__ float over_warp(float value)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2)
        value = Combined::of(value, __shfl_xor_sync(0xffffffff, value, offset));
    return value;
}

template <typename Combined>
__device__ float over_block(float value, float *of_warps)
{
    value = over_warp<Combined>(value);
    if (threadIdx.x % 32 == 0)
        of_warps[threadIdx.x / 32] = value;
    __syncthreads();
    return over_warp<Combined>(of_warps[threadIdx.x % 32]);
}

extern "C" __global__ void BOUNDS
softmax(int columns, const float *__restrict__ x, float *__restrict__ y)
{
    extern __shared__ float row[];
    __shared__ float largest_of_warps[WARPS];
    __shared__ float sum_of_warps[WARPS];
    const size_t first = size_t(blockIdx.x) * columns;
    columns = min(columns, COLUMNS);

    float largest = Largest::NONE;
    for (int i = threadIdx.x; i < columns; i += THREADS_PER_BLOCK) {
        row[i] = x[first + i];
        largest = fmaxf(largest, row[i]);
    }
    largest = over_block<Largest>(largest, largest_of_warps);

    float sum = Sum::NONE;
    for (int i = threadIdx.x; i < columns; i += THREADS_PER_BLOCK) {
        row[i] = __expf(row[i] - largest);
        sum += row[i];
    }
    sum = over_block<Sum>(sum, sum_of_warps);

    for (int i = threadIdx.x; i < columns; i += THREADS_PER_BLOCK)
        y[first + i] = row[i] / sum;
}
