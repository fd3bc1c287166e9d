// Blocks of a required size, and a grid that is counted in clusters: PTX 9.0, sm_90.

extern "C" __global__ void __block_size__((64, 2, 1), (2, 1, 1)) blocks_are_clusters(float *data)
{
    data[threadIdx.x] *= 2;
}

extern "C" __global__ void __block_size__((32, 4, 2)) required_block(float *data)
{
    data[threadIdx.x] *= 2;
}
