// Tensor memory and warp specialization: only on the targets that end in `a`.

#if __CUDA_ARCH_FEAT_SM90_ALL || __CUDA_ARCH_FEAT_SM100_ALL || __CUDA_ARCH_FEAT_SM103_ALL || __CUDA_ARCH_FEAT_SM120_ALL
extern "C" __global__ void __launch_bounds__(256, 1) specialized(float *data)
{
    if (threadIdx.x < 128)
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    else
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    data[threadIdx.x] *= 2;
}
#endif

#if __CUDA_ARCH_FEAT_SM100_ALL || __CUDA_ARCH_FEAT_SM103_ALL
extern "C" __global__ void tensor_memory(unsigned *out)
{
    __shared__ unsigned address;
    const unsigned at = (unsigned)__cvta_generic_to_shared(&address);
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 64;" ::"r"(at) : "memory");
    __syncthreads();
    out[threadIdx.x] = address;
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 64;" ::"r"(address));
}
#endif

extern "C" __global__ void no_tensor_memory(unsigned *out) { out[threadIdx.x] = 1; }
