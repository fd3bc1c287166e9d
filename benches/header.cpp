// Measures NVIDIA's cuda_occupancy.h for 9.0; header.rs has the other side. It calculates the kernels of standard input,
// six numbers each, and a sweep, and prints the nanoseconds of one in the best of many rounds, and the sum of all blocks.

#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <cuda_occupancy.h>

namespace {

struct Kernel {
    uint32_t threads, registers, static_shared_memory, dynamic_shared_memory;
    int32_t carveout;
    uint32_t barriers;
};

uint64_t blocks(const cudaOccDeviceProp &device, const Kernel &kernel) {
    cudaOccFuncAttributes function;
    function.maxThreadsPerBlock = INT_MAX;
    function.numRegs = int(kernel.registers);
    function.sharedSizeBytes = kernel.static_shared_memory;
    function.partitionedGCConfig = PARTITIONED_GC_OFF;
    function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    function.maxDynamicSharedSizeBytes = kernel.dynamic_shared_memory;
    function.numBlockBarriers = int(kernel.barriers);
    function.virtualResourceCount = 0;
    cudaOccDeviceState state;
    state.carveoutConfig = kernel.carveout;
    cudaOccResult result;
    cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &function, &state,
                                            int(kernel.threads), kernel.dynamic_shared_memory);
    return uint64_t(result.activeBlocksPerMultiprocessor);
}

template <typename Work>
void measure(uint64_t count, int rounds, Work work) {
    double best = 1e30;
    uint64_t sum = 0;
    for (int round = 0; round < rounds; round++) {
        const auto start = std::chrono::steady_clock::now();
        sum = work();
        const std::chrono::duration<double, std::nano> taken =
            std::chrono::steady_clock::now() - start;
        best = taken.count() < best ? taken.count() : best;
    }
    std::printf("%.4f %llu\n", best / double(count), (unsigned long long)sum);
}

cudaOccDeviceProp properties() {
    cudaOccDeviceProp device;
    device.computeMajor = 9;
    device.computeMinor = 0;
    device.warpSize = 32;
    device.maxThreadsPerBlock = 1024;
    device.maxThreadsPerMultiprocessor = 2048;
    device.regsPerBlock = device.regsPerMultiprocessor = 65536;
    device.sharedMemPerBlock = 48 << 10;
    device.sharedMemPerBlockOptin = 227 << 10;
    device.sharedMemPerMultiprocessor = 228 << 10;
    device.reservedSharedMemPerBlock = 1 << 10;
    device.numSms = 132;
    return device;
}

}  // namespace

int main() {
    // Each kernel is calculated for a device that the compiler does not know, and the sweep for one that it knows.
    cudaOccDeviceProp device = properties();
    asm volatile("" : "+m"(device));
    const cudaOccDeviceProp known = properties();
    std::vector<Kernel> kernels;
    for (Kernel kernel; std::fread(&kernel, sizeof kernel, 1, stdin) == 1;) kernels.push_back(kernel);
    measure(kernels.size(), 60, [&] {
        uint64_t sum = 0;
        for (const Kernel &kernel : kernels) sum += blocks(device, kernel);
        return sum;
    });
    measure(32 * 240 * 200, 10, [&] {
        uint64_t sum = 0;
        for (uint32_t kib = 0; kib < 200; kib++)
            for (uint32_t warps = 1; warps <= 32; warps++)
                for (uint32_t registers = 16; registers < 256; registers++)
                    sum += blocks(known, {32 * warps, registers, 0, kib << 10, -1, 1});
        return sum;
    });
}
