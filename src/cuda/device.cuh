#pragma once

// Device memory, pinned host memory, streams, events and errors of the CUDA runtime, owned by objects.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace stickslip::cuda {

/// @throws std::runtime_error with CUDA's words unless the call went well.
inline void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    throw std::runtime_error(std::string("CUDA: ") + what + ": " + cudaGetErrorString(error));
}

/// Multiprocessors of the current device.
[[nodiscard]] inline std::uint32_t multiprocessors() {
    int device = 0;
    check(cudaGetDevice(&device), "the device");
    int count = 0;
    check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device), "multiprocessors");
    return static_cast<std::uint32_t>(count);
}

/// Memory on the device.
struct DeviceMemory {
    static cudaError_t allocate(void** data, std::size_t bytes) { return cudaMalloc(data, bytes); }
    static void free(void* data) { cudaFree(data); }
};

/// Memory of the host that the device reads and writes at full speed, beside other work.
struct PinnedMemory {
    static cudaError_t allocate(void** data, std::size_t bytes) { return cudaMallocHost(data, bytes); }
    static void free(void* data) { cudaFreeHost(data); }
};

template <class T, class Memory>
class Array {
public:
    Array() = default;
    explicit Array(std::size_t size) : size_(size) {
        if (size > 0) check(Memory::allocate(reinterpret_cast<void**>(&data_), size * sizeof(T)), "memory for a map");
    }
    Array(Array&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    Array& operator=(Array&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    ~Array() { Memory::free(data_); }

    /// At least this large; what it held is lost if it grows.
    void reserve(std::size_t size) {
        if (size <= size_) return;
        *this = Array();  // before the larger one: both may not fit
        *this = Array(size);
    }

    [[nodiscard]] T* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};
template <class T>
using DeviceArray = Array<T, DeviceMemory>;
template <class T>
using PinnedArray = Array<T, PinnedMemory>;

class Stream {
public:
    /// Streams of a lower number go first; 0 is the usual one. Numbers beyond what the device has count as its limits.
    explicit Stream(int priority = 0) {
        int least = 0;
        int greatest = 0;
        check(cudaDeviceGetStreamPriorityRange(&least, &greatest), "stream priorities");
        const int allowed = std::clamp(priority, greatest, least);
        check(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, allowed), "a stream");
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { cudaStreamDestroy(stream_); }

    [[nodiscard]] cudaStream_t get() const { return stream_; }
    void wait() const { check(cudaStreamSynchronize(stream_), "a map"); }

    /// Whether all that was asked of it is done.
    [[nodiscard]] bool is_idle() const {
        const cudaError_t state = cudaStreamQuery(stream_);
        if (state != cudaErrorNotReady) check(state, "a map");
        return state == cudaSuccess;
    }

private:
    cudaStream_t stream_{};
};

/// Starts a kernel in a stream.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, unsigned block, cudaStream_t stream, const char* what,
            const Arguments&... arguments) {
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = dim3(block);
    config.stream = stream;
    check(cudaLaunchKernelEx(&config, kernel, arguments...), what);
}

/// A moment in a stream.
class Event {
public:
    Event() { check(cudaEventCreate(&event_), "an event"); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event() { cudaEventDestroy(event_); }

    void record(cudaStream_t stream) const { check(cudaEventRecord(event_, stream), "an event"); }

    /// Both must have happened.
    [[nodiscard]] double milliseconds_since(const Event& begin) const {
        float elapsed = 0.0F;
        check(cudaEventElapsedTime(&elapsed, begin.event_, event_), "the time of a pass");
        return elapsed;
    }

private:
    cudaEvent_t event_{};
};

}  // namespace stickslip::cuda
