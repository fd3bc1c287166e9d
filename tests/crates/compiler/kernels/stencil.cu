// One step of heat in three dimensions, seven points: planes march along z, the middle one in shared
// memory with its halo.
#include "bounds.cuh"

constexpr int X = 32;
constexpr int Y = THREADS_PER_BLOCK / X;

extern "C" __global__ void BOUNDS
stencil(int width, int height, int depth, float rate, const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float plane[Y + 2][X + 2];
    const int x = blockIdx.x * X + threadIdx.x + 1;
    const int y = blockIdx.y * Y + threadIdx.y + 1;
    const int row = width + 2;
    const size_t area = size_t(row) * (height + 2);
    const bool inside = x <= width && y <= height;
    size_t i = size_t(y) * row + x;
    float below = inside ? in[i] : 0;
    i += area;
    float here = inside ? in[i] : 0;
    for (int z = 1; z <= depth; ++z, i += area) {
        const float above = inside ? in[i + area] : 0;
        plane[threadIdx.y + 1][threadIdx.x + 1] = here;
        if (inside && threadIdx.x == 0)
            plane[threadIdx.y + 1][0] = in[i - 1];
        if (inside && (threadIdx.x == X - 1 || x == width))
            plane[threadIdx.y + 1][threadIdx.x + 2] = in[i + 1];
        if (inside && threadIdx.y == 0)
            plane[0][threadIdx.x + 1] = in[i - row];
        if (inside && (threadIdx.y == Y - 1 || y == height))
            plane[threadIdx.y + 2][threadIdx.x + 1] = in[i + row];
        __syncthreads();
        const float around = plane[threadIdx.y + 1][threadIdx.x] + plane[threadIdx.y + 1][threadIdx.x + 2]
            + plane[threadIdx.y][threadIdx.x + 1] + plane[threadIdx.y + 2][threadIdx.x + 1] + below + above;
        if (inside)
            out[i] = here + rate * (around - 6 * here);
        __syncthreads();
        below = here;
        here = above;
    }
}
