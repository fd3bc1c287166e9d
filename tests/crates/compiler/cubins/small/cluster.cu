// A cluster of four blocks.
extern "C" __global__ void __cluster_dims__(2, 1, 2) __launch_bounds__(128) cluster(float *data)
{
    __shared__ float first;
    if (threadIdx.x == 0)
        first = data[0];
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
    asm volatile("bar.sync %0, 64;" ::"r"(1 + threadIdx.x / 64) : "memory");
    data[threadIdx.x] *= first;
}

extern "C" __global__ void __launch_bounds__(128, 2, 8) cluster_of_at_most_eight(float *data)
{
    data[threadIdx.x] *= 2;
}
