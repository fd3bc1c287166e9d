// Clusters: from sm_90 on.

extern "C" __global__ void __cluster_dims__(2, 1, 2) cluster_of_four(float *data)
{
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
    data[threadIdx.x] *= 2;
}

extern "C" __global__ void __launch_bounds__(128, 2, 8) cluster_of_at_most_eight(float *data)
{
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
    data[threadIdx.x] *= 2;
}

extern "C" __global__ void cluster_of_the_launch(float *data)
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    data[threadIdx.x] *= rank;
}

extern "C" __global__ void __cluster_dims__(4, 1, 1) cluster_with_shared(int *data)
{
    __shared__ int mine[128];
    mine[threadIdx.x] = data[threadIdx.x];
    unsigned at = (unsigned)__cvta_generic_to_shared(&mine[127 - threadIdx.x]), there;
    int value;
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
    asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(there) : "r"(at));
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there) : "memory");
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
    data[threadIdx.x] = value;
}
