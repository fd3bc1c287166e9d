// The kernels of the tests; a definition named as the kernel chooses the one that is compiled.

// Static shared memory that the compiler cannot take for unused.
template <int bytes> __device__ void declare() {
    __shared__ volatile unsigned char own[bytes];
    own[threadIdx.x % bytes] = 1;
}
template <> __device__ void declare<0>() {}

#if defined(PLAIN)

// Does nothing.
extern "C" __global__ void plain() {}

#elif defined(CLUSTERED)

// Does nothing, in clusters of this size in x.
extern "C" __global__ void __cluster_dims__(CLUSTERED, 1, 1) clustered() {}

#elif defined(DECLARED)

// Has this much static shared memory, in bytes, and uses it.
extern "C" __global__ void declared() { declare<DECLARED>(); }

#elif defined(HUNGRY)

// Keeps LIVE numbers of each thread across a barrier, and has so much static shared memory.
// `numbers` has 1,024 for each of them.
extern "C" __global__ void hungry(volatile float *numbers) {
    declare<HUNGRY>();
    float kept[LIVE];
    #pragma unroll
    for (int i = 0; i < LIVE; ++i) kept[i] = numbers[1024 * i + threadIdx.x];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < LIVE; ++i)
        numbers[1024 * i + threadIdx.x] = kept[i] * kept[(7 * i + 3) % LIVE];
}

#elif defined(BARRIERS)

// Uses this number of named barriers.
extern "C" __global__ void barriers() {
#define BARRIER(number) if (number < BARRIERS) asm volatile("bar.sync " #number ";");
    BARRIER(0) BARRIER(1) BARRIER(2) BARRIER(3) BARRIER(4) BARRIER(5) BARRIER(6) BARRIER(7)
    BARRIER(8) BARRIER(9) BARRIER(10) BARRIER(11) BARRIER(12) BARRIER(13) BARRIER(14) BARRIER(15)
}

#elif defined(SPIN)

__device__ unsigned long long now() {
    unsigned long long nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    return nanoseconds;
}

// Every thread runs for so long, and the first one of each block writes its SM, start and end.
extern "C" __global__ void spin(unsigned long long nanoseconds, unsigned long long *runs) {
    const unsigned long long start = now();
    unsigned long long end = start;
    while (end - start < nanoseconds) end = now();
    if (threadIdx.x == 0) {
        unsigned sm;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
        runs[3ull * blockIdx.x] = sm;
        runs[3ull * blockIdx.x + 1] = start;
        runs[3ull * blockIdx.x + 2] = end;
    }
}

#endif
