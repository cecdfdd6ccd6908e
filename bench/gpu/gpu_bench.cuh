#pragma once

// What the GPU benchmarks share: all cores of the processor, and the machine in words.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#include "device.cuh"

namespace stickslip::cuda {

/// Calls work(i) for every i below `count`, `portion` of them at a time on each core.
template <class Work>
void on_all_cores(std::size_t count, std::size_t portion, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < std::thread::hardware_concurrency(); ++t) {
        threads.emplace_back([&] {
            for (std::size_t begin = next.fetch_add(portion); begin < count; begin = next.fetch_add(portion)) {
                for (std::size_t i = begin; i < std::min(begin + portion, count); ++i) work(i);
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
    std::printf("%s, %d multiprocessors, driver API %d.%d, runtime %d.%d; %u cores\n", p.name, p.multiProcessorCount,
                driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10,
                std::thread::hardware_concurrency());
}

}  // namespace stickslip::cuda
