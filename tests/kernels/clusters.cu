// In clusters of 2 blocks.
extern "C" __global__ void __cluster_dims__(2, 1, 1) clustered(float *data) { data[threadIdx.x] += 1.0f; }

// In blocks of exactly 128 threads.
extern "C" __global__ void __block_size__((128, 1, 1)) exact(float *data) { data[threadIdx.x] += 1.0f; }

// Two kernels of one name.
namespace blas {
template <typename T>
__global__ void scale(T *data, T by) {
    data[threadIdx.x] *= by;
}
template __global__ void scale<float>(float *, float);
template __global__ void scale<double>(double *, double);
}
