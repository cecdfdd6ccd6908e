#pragma once

// As much of the CUDA runtime as src/cuda uses, on the host: kernels run thread by thread when they are launched,
// memory of the device is memory of the host, filled with rubbish. With this the module's own text is tested, and under
// the sanitizers, where there is no GPU.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#define __global__
#define __device__

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation, cudaErrorNotReady };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount };

struct dim3 {
    unsigned x = 1, y = 1, z = 1;
    dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
inline thread_local dim3 blockIdx, blockDim, threadIdx, gridDim;

using cudaStream_t = int*;
using cudaEvent_t = std::chrono::steady_clock::time_point*;
constexpr unsigned cudaStreamNonBlocking = 1;
constexpr unsigned cudaDeviceScheduleBlockingSync = 4;
constexpr unsigned cudaInitDeviceFlagsAreValid = 1;

struct cudaDeviceProp {
    char name[32];
};
struct cudaFuncAttributes {};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    std::size_t dynamicSmemBytes;
    cudaStream_t stream;
};

/// Devices that the runtime says there are; 0 is an error, as on the real one.
inline int host_cuda_devices = 1;
inline thread_local int host_cuda_device = 0;        ///< the one that this thread uses
inline std::size_t host_cuda_memory = std::size_t{1} << 30;  ///< free, the runtime says [bytes]
inline std::atomic<long> host_cuda_launches = 0;     ///< of kernels
inline std::atomic<long> host_cuda_allocations = 0;  ///< not yet freed

inline const char* cudaGetErrorString(cudaError_t) { return "no CUDA-capable device is detected"; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaMalloc(void** data, std::size_t bytes) {
    constexpr int rubbish = 0xA5;
    *data = std::malloc(bytes);
    if (*data == nullptr) return cudaErrorMemoryAllocation;
    std::memset(*data, rubbish, bytes);
    ++host_cuda_allocations;
    return cudaSuccess;
}
inline cudaError_t cudaFree(void* data) {
    if (data != nullptr) --host_cuda_allocations;
    std::free(data);
    return cudaSuccess;
}
inline cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    *free = *total = host_cuda_memory;
    return cudaSuccess;
}
inline cudaError_t cudaMallocHost(void** data, std::size_t bytes) { return cudaMalloc(data, bytes); }
inline cudaError_t cudaFreeHost(void* data) { return cudaFree(data); }
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t) {
    std::memcpy(to, from, bytes);
    return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t) {
    std::memset(to, value, bytes);
    return cudaSuccess;
}

inline cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
    *stream = new int;
    return cudaSuccess;
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    delete stream;
    return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaEventCreate(cudaEvent_t* event) {
    *event = new std::chrono::steady_clock::time_point;
    return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
    delete event;
    return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
    *event = std::chrono::steady_clock::now();
    return cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    *milliseconds = std::chrono::duration<float, std::milli>(*to - *from).count();
    return cudaSuccess;
}

inline cudaError_t cudaDriverGetVersion(int* version) {
    *version = 12000;
    return cudaSuccess;
}
inline cudaError_t cudaGetDeviceCount(int* count) {
    *count = host_cuda_devices;
    return host_cuda_devices > 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}
inline cudaError_t cudaGetDevice(int* device) {
    *device = host_cuda_device;
    return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int device) {
    host_cuda_device = device;
    return cudaSuccess;
}
inline cudaError_t cudaInitDevice(int, unsigned, unsigned) { return cudaSuccess; }
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
    std::strcpy(properties->name, "the host");
    return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
    *value = 2;
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes*, Kernel*) {
    return cudaSuccess;
}

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments&&... arguments) {
    ++host_cuda_launches;
    gridDim = config->gridDim;
    blockDim = config->blockDim;
    for (blockIdx.y = 0; blockIdx.y < gridDim.y; ++blockIdx.y) {
        for (blockIdx.x = 0; blockIdx.x < gridDim.x; ++blockIdx.x) {
            for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x) kernel(arguments...);
        }
    }
    return cudaSuccess;
}
