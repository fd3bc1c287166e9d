// Accelerations of bodies under their gravity, double precision, a tile of bodies at a time.
#include "bounds.cuh"

struct alignas(16) Body {
    double x, y, z, mass;
};

extern "C" __global__ void BOUNDS
bodies(int n, double softening, const Body *__restrict__ body, double *__restrict__ acceleration)
{
    __shared__ double position[4][THREADS_PER_BLOCK];
    const int me = blockIdx.x * THREADS_PER_BLOCK + threadIdx.x;
    const Body mine = me < n ? body[me] : Body{};
    double x = 0, y = 0, z = 0;
    for (int first = 0; first < n; first += THREADS_PER_BLOCK) {
        const int other = first + threadIdx.x;
        const Body loaded = other < n ? body[other] : Body{};
        position[0][threadIdx.x] = loaded.x;
        position[1][threadIdx.x] = loaded.y;
        position[2][threadIdx.x] = loaded.z;
        position[3][threadIdx.x] = loaded.mass;
        __syncthreads();
#pragma unroll 4
        for (int i = 0; i < THREADS_PER_BLOCK; ++i) {
            const double dx = position[0][i] - mine.x;
            const double dy = position[1][i] - mine.y;
            const double dz = position[2][i] - mine.z;
            const double inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
            const double force = position[3][i] * inverse * inverse * inverse;
            x += dx * force;
            y += dy * force;
            z += dz * force;
        }
        __syncthreads();
    }
    if (me < n) {
        acceleration[3 * size_t(me)] = x;
        acceleration[3 * size_t(me) + 1] = y;
        acceleration[3 * size_t(me) + 2] = z;
    }
}
