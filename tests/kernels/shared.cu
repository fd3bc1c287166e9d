// 4 KiB of static shared memory, and one barrier.
extern "C" __global__ void transpose(int n, const float *in, float *out) {
    __shared__ float tile[32][32];
    const int x = blockIdx.x * 32 + threadIdx.x;
    const int y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[x * n + y] = tile[threadIdx.x][threadIdx.y];
}

// The barrier's number is in a register, so it holds all 16.
extern "C" __global__ void pipeline(float *data) {
    const int stage = threadIdx.x / 64;
    data[threadIdx.x] += 1.0f;
    asm volatile("bar.sync %0, 64;" ::"r"(stage) : "memory");
    data[threadIdx.x ^ 1] += 2.0f;
}
