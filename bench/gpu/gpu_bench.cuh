#pragma once

// What the GPU benchmarks share: all cores of the processor, and the machine in words.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#include "device.cuh"

#ifndef STICKSLIP_COMMIT
#define STICKSLIP_COMMIT "unknown"
#endif

namespace stickslip::cuda {

/// Calls work(i) for every i below `count`, `share` of them at a time on each core.
template <class Work>
void on_all_cores(std::size_t count, const Work& work, std::size_t share = 64) {
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < std::thread::hardware_concurrency(); ++t) {
        threads.emplace_back([&] {
            for (std::size_t begin = next.fetch_add(share); begin < count; begin = next.fetch_add(share)) {
                for (std::size_t i = begin; i < std::min(begin + share, count); ++i) work(i);
            }
        });
    }
    for (auto& t : threads) t.join();
}

inline void describe_machine() {
    cudaDeviceProp p{};
    check(cudaGetDeviceProperties(&p, 0), "the device");
    int driver = 0;
    int runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    std::printf("machine    %s, %d multiprocessors, driver for CUDA %d.%d, %u CPU cores\n", p.name,
                p.multiProcessorCount, driver / 1000, driver % 1000 / 10, std::thread::hardware_concurrency());
    std::printf("compiler   nvcc %d.%d.%d, runtime %d.%d, host g++ %s\n", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__,
                __CUDACC_VER_BUILD__, runtime / 1000, runtime % 1000 / 10, __VERSION__);
    std::printf("commit     %s\n", STICKSLIP_COMMIT);
}

template <class Kernel>
void describe_kernel(const char* name, Kernel* kernel) {
    cudaFuncAttributes a{};
    check(cudaFuncGetAttributes(&a, kernel), "code for this device");
    std::printf("%-10s %d registers, %zu bytes of stack\n", name, a.numRegs, a.localSizeBytes);
}

}  // namespace stickslip::cuda
