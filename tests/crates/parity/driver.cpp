// Asks NVIDIA's cuda_occupancy.h. Compiled when the comparison runs, against the header that is there;
// src/header.rs has the other side of every struct.

#include <climits>
#include <cstddef>
#include <cstdint>

#include <cuda_occupancy.h>

namespace {

// Older headers lack some fields; `int` before `long` takes the field where there is one.

template <typename Attributes>
auto set_barriers(Attributes &attributes, int count, int)
    -> decltype(attributes.numBlockBarriers, true) {
    attributes.numBlockBarriers = count;
    return true;
}

template <typename Attributes>
bool set_barriers(Attributes &, int, long) {
    return false;
}

template <typename Attributes>
auto set_virtual_resources(Attributes &attributes, int count, int)
    -> decltype(attributes.virtualResourceCount, true) {
    attributes.virtualResourceCount = count;
    return true;
}

template <typename Attributes>
bool set_virtual_resources(Attributes &, int, long) {
    return false;
}

template <typename Result>
auto barrier_limit(const Result &result, int) -> decltype(result.blockLimitBarriers) {
    return result.blockLimitBarriers;
}

template <typename Result>
int barrier_limit(const Result &, long) {
    return INT_MAX;
}

template <typename Result>
auto virtual_resource_limit(const Result &result, int) -> decltype(result.blockLimitVirtual) {
    return result.blockLimitVirtual;
}

template <typename Result>
int virtual_resource_limit(const Result &, long) {
    return INT_MAX;
}

}  // namespace

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
    set_barriers(attributes, int(kernel.barriers), 0);
    set_virtual_resources(attributes, int(kernel.virtual_resources), 0);
    return attributes;
}

cudaOccDeviceState state(const Case &kernel) {
    cudaOccDeviceState state;
    state.carveoutConfig = kernel.carveout;
    return state;
}

}  // namespace

extern "C" {

// Whether the header counts barriers, and virtual resources.
void features(uint32_t out[2]) {
    cudaOccFuncAttributes attributes;
    out[0] = set_barriers(attributes, 0, 0);
    out[1] = set_virtual_resources(attributes, 0, 0);
}

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
        answer.limits[4] = barrier_limit(result, 0);
        answer.limits[5] = virtual_resource_limit(result, 0);
        answer.limiting_factors = result.limitingFactors;
        answer.registers_per_block = result.allocatedRegistersPerBlock;
        answer.shared_memory_per_block = result.allocatedSharedMemPerBlock;
        answer.partitioned_caching = result.partitionedGCConfig;
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
