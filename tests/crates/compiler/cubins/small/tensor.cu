// Tensor memory: only on the targets that end in `a`.
extern "C" __global__ void tensor(unsigned *out)
{
    __shared__ unsigned address;
    const unsigned at = (unsigned)__cvta_generic_to_shared(&address);
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 64;" ::"r"(at) : "memory");
    __syncthreads();
    out[threadIdx.x] = address;
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 64;" ::"r"(address));
}
