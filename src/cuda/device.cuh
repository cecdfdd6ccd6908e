#pragma once

// Device memory, streams and errors of the CUDA runtime, owned by objects.

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace stickslip::cuda {

/// @throws std::runtime_error with CUDA's words unless the call went well.
inline void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    throw std::runtime_error(std::string("CUDA: ") + what + ": " + cudaGetErrorString(error));
}

template <class T>
class DeviceArray {
public:
    DeviceArray() = default;
    explicit DeviceArray(std::size_t size) : size_(size) {
        if (size > 0) check(cudaMalloc(reinterpret_cast<void**>(&data_), size * sizeof(T)), "memory for a map");
    }
    DeviceArray(DeviceArray&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    DeviceArray& operator=(DeviceArray&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    ~DeviceArray() { cudaFree(data_); }

    /// At least this large; what it held is lost if it grows.
    void reserve(std::size_t size) {
        if (size > size_) *this = DeviceArray(size);
    }

    [[nodiscard]] T* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

class Stream {
public:
    Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream"); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { cudaStreamDestroy(stream_); }

    [[nodiscard]] cudaStream_t get() const { return stream_; }
    void wait() const { check(cudaStreamSynchronize(stream_), "a map"); }

private:
    cudaStream_t stream_{};
};

}  // namespace stickslip::cuda
