// Launch bounds and barriers.

extern "C" __global__ void __launch_bounds__(256) bounded(float *data)
{
    data[threadIdx.x] *= 2;
}

extern "C" __global__ void __launch_bounds__(192, 3) bounded_with_min_blocks(float *data)
{
    data[threadIdx.x] *= 2;
}

extern "C" __global__ void __launch_bounds__(1024, 2) full_blocks(float *data)
{
    data[threadIdx.x] *= 2;
}

extern "C" __global__ void __maxnreg__(40) capped(float *data)
{
    data[threadIdx.x] *= 2;
}

extern "C" __global__ void constant_barriers(float *data)
{
    if (threadIdx.x < 64)
        asm volatile("bar.sync 3, 64;" ::: "memory");
    else
        asm volatile("bar.sync 6, 64;" ::: "memory");
    data[threadIdx.x] *= 2;
    __syncthreads();
    data[threadIdx.x ^ 1] *= 2;
}

extern "C" __global__ void dynamic_barriers(float *data)
{
    asm volatile("bar.sync %0, 64;" ::"r"(1 + threadIdx.x / 64) : "memory");
    data[threadIdx.x] *= 2;
}

extern "C" __global__ void arrival_barrier(unsigned long long *out)
{
#if __CUDA_ARCH__ >= 800
    __shared__ unsigned long long barrier;
    const unsigned at = (unsigned)__cvta_generic_to_shared(&barrier);
    unsigned long long state;
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(blockDim.x) : "memory");
    __syncthreads();
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
    out[threadIdx.x] = state;
#endif
}
