// Asks NVIDIA's cuda_occupancy.h. Compiled when the comparison runs, against the header that is there;
// src/header.rs has the other side of every struct.

#include <climits>
#include <cstddef>
#include <cstdint>

#include <cuda_occupancy.h>

extern "C" {

struct Device {
    uint32_t major, minor;
    uint32_t warp_size, max_threads_per_block, max_threads_per_sm;
    uint32_t registers_per_block, registers_per_sm;
    uint32_t shared_memory_per_block, shared_memory_per_block_optin, shared_memory_per_sm;
    uint32_t reserved_shared_memory_per_block;
    uint32_t sm_count;
};

struct Case {
    uint32_t threads, registers;
    uint32_t static_shared_memory, dynamic_shared_memory;
    uint32_t optin;
    int32_t carveout;
    uint32_t barriers, virtual_resources;
};

struct Answer {
    int32_t status;
    int32_t blocks;
    int32_t limits[6];
    uint32_t limiting_factors;
    int32_t registers_per_block;
    uint64_t shared_memory_per_block;
    int32_t partitioned_caching;
};

struct BlockSizeCase {
    Case kernel;
    uint32_t dynamic_shared_memory_per_thread;
    uint32_t max_threads;
};

struct BlockSizeAnswer {
    int32_t status, threads, min_grid_size;
};

struct AvailableCase {
    Case kernel;
    uint32_t blocks;
};

struct AvailableAnswer {
    int32_t status;
    uint64_t bytes;
};

}  // extern "C"

namespace {

cudaOccDeviceProp properties(const Device &device) {
    cudaOccDeviceProp properties;
    properties.computeMajor = int(device.major);
    properties.computeMinor = int(device.minor);
    properties.warpSize = int(device.warp_size);
    properties.maxThreadsPerBlock = int(device.max_threads_per_block);
    properties.maxThreadsPerMultiprocessor = int(device.max_threads_per_sm);
    properties.regsPerBlock = int(device.registers_per_block);
    properties.regsPerMultiprocessor = int(device.registers_per_sm);
    properties.sharedMemPerBlock = device.shared_memory_per_block;
    properties.sharedMemPerBlockOptin = device.shared_memory_per_block_optin;
    properties.sharedMemPerMultiprocessor = device.shared_memory_per_sm;
    properties.reservedSharedMemPerBlock = device.reserved_shared_memory_per_block;
    properties.numSms = int(device.sm_count);
    return properties;
}

cudaOccFuncAttributes attributes(const Case &kernel, size_t max_dynamic_shared_memory) {
    cudaOccFuncAttributes attributes;
    attributes.maxThreadsPerBlock = INT_MAX;
    attributes.numRegs = int(kernel.registers);
    attributes.sharedSizeBytes = kernel.static_shared_memory;
    attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
    attributes.shmemLimitConfig = kernel.optin ? FUNC_SHMEM_LIMIT_OPTIN : FUNC_SHMEM_LIMIT_DEFAULT;
    attributes.maxDynamicSharedSizeBytes = max_dynamic_shared_memory;
    attributes.numBlockBarriers = int(kernel.barriers);
    attributes.virtualResourceCount = int(kernel.virtual_resources);
    return attributes;
}

cudaOccDeviceState state(const Case &kernel) {
    cudaOccDeviceState state;
    state.carveoutConfig = kernel.carveout;
    return state;
}

}  // namespace

extern "C" {

void occupancies(const Device *device, const Case *cases, size_t count, Answer *answers) {
    const cudaOccDeviceProp of = properties(*device);
    for (size_t i = 0; i < count; i++) {
        const Case &kernel = cases[i];
        // The limit that the launch side sets: what the launch takes.
        const cudaOccFuncAttributes function = attributes(kernel, kernel.dynamic_shared_memory);
        const cudaOccDeviceState with = state(kernel);
        cudaOccResult result = {};
        Answer &answer = answers[i];
        answer.status = cudaOccMaxActiveBlocksPerMultiprocessor(
            &result, &of, &function, &with, int(kernel.threads), kernel.dynamic_shared_memory);
        answer.blocks = result.activeBlocksPerMultiprocessor;
        answer.limits[0] = result.blockLimitRegs;
        answer.limits[1] = result.blockLimitSharedMem;
        answer.limits[2] = result.blockLimitWarps;
        answer.limits[3] = result.blockLimitBlocks;
        answer.limits[4] = result.blockLimitBarriers;
        answer.limits[5] = result.blockLimitVirtual;
        answer.limiting_factors = result.limitingFactors;
        answer.registers_per_block = result.allocatedRegistersPerBlock;
        answer.shared_memory_per_block = result.allocatedSharedMemPerBlock;
        answer.partitioned_caching = result.partitionedGCConfig;
    }
}

void block_sizes(const Device *device, const BlockSizeCase *cases, size_t count,
                 BlockSizeAnswer *answers) {
    const cudaOccDeviceProp of = properties(*device);
    for (size_t i = 0; i < count; i++) {
        const BlockSizeCase &asked = cases[i];
        // No limit of the function's own: the SM decides.
        cudaOccFuncAttributes function = attributes(asked.kernel, INT_MAX);
        function.maxThreadsPerBlock = int(asked.max_threads);
        const cudaOccDeviceState with = state(asked.kernel);
        BlockSizeAnswer &answer = answers[i];
        answer = BlockSizeAnswer{};
        if (asked.dynamic_shared_memory_per_thread == 0) {
            answer.status = cudaOccMaxPotentialOccupancyBlockSize(
                &answer.min_grid_size, &answer.threads, &of, &function, &with,
                asked.kernel.dynamic_shared_memory);
        } else {
            answer.status = cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
                &answer.min_grid_size, &answer.threads, &of, &function, &with, [&](int threads) {
                    return size_t(asked.kernel.dynamic_shared_memory) +
                           size_t(asked.dynamic_shared_memory_per_thread) * size_t(threads);
                });
        }
    }
}

void available(const Device *device, const AvailableCase *cases, size_t count,
               AvailableAnswer *answers) {
    const cudaOccDeviceProp of = properties(*device);
    for (size_t i = 0; i < count; i++) {
        const AvailableCase &asked = cases[i];
        const cudaOccFuncAttributes function = attributes(asked.kernel, INT_MAX);
        const cudaOccDeviceState with = state(asked.kernel);
        size_t bytes = 0;
        answers[i].status = cudaOccAvailableDynamicSMemPerBlock(
            &bytes, &of, &function, &with, int(asked.blocks), int(asked.kernel.threads));
        answers[i].bytes = bytes;
    }
}

}  // extern "C"
