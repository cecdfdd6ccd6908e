// Maps on a GPU as a module that the program loads when it is asked for: without CUDA it starts as before, and it runs
// where CUDA is not installed.

#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "attractor_device.cuh"
#include "column_storage.cuh"
#include "maps/map_device.hpp"
#include "plane_solver.cuh"

namespace {

using namespace stickslip;
using namespace stickslip::cuda;

/// So many tiles are under way at once; while one is copied, others compute. More take more pinned memory, which is
/// slow to get.
constexpr std::size_t most_slots = 4;

/// Tiles are smaller than whole planes: shorter segments give every multiprocessor its share.
SolverOptions tile_options() {
    SolverOptions options;
    options.band_edges = {0.02, 0.1, 0.4};
    options.segments.most_rows = 128;
    return options;
}

/// The memory and the streams of a tile under way.
class Slot {
public:
    std::vector<std::uint32_t> solve(const DeviceTile& tile, std::span<CellSolution<double>> solutions) {
        const std::size_t count = tile.cells.size();
        upload(tile);
        const OptionalColumns wanted{tile.wishes.velocity, tile.wishes.rest, tile.wishes.multiplier, true};
        results_.reserve(count, wanted);
        host_results_.reserve(count, wanted);
        const std::size_t columns = tile.columns;
        const auto frequency_of = [&](std::uint32_t row) {
            return std::min(tile.cells[row * columns].frequency, tile.cells[(row + 1) * columns - 1].frequency);
        };
        solver_.solve(ListedCells{cells_.data(), columns}, static_cast<std::uint32_t>(count / columns), frequency_of,
                      {static_cast<std::uint32_t>(columns), tile.kind, tile.wishes,
                       has_rows_of_one_frequency(tile.cells, columns)},
                      results_.columns());
        const MapColumns found = host_results_.columns();
        copy_to_host(found, results_.columns(), count, stream_.get());
        stream_.wait();
        for (std::size_t i = 0; i < count; ++i) solutions[i] = found.get(i);
        std::vector<std::uint32_t> doubtful;
        for (const DoubtfulCell& d : solver_.doubtful()) {
            doubtful.push_back(d.index);
            solutions[d.index] = d.solution;
        }
        return doubtful;
    }

private:
    void upload(const DeviceTile& tile) {
        const std::size_t count = tile.cells.size();
        host_cells_.reserve(count);
        cells_.reserve(count);
        std::ranges::copy(tile.cells, host_cells_.data());
        check(cudaMemcpyAsync(cells_.data(), host_cells_.data(), count * sizeof(CellParameters<double>),
                              cudaMemcpyHostToDevice, stream_.get()),
              "cells");
        stream_.wait();
    }

    Stream stream_;
    PlaneSolver solver_{tile_options()};
    PinnedArray<CellParameters<double>> host_cells_;
    DeviceArray<CellParameters<double>> cells_;
    ColumnStorage<DeviceMemory> results_;
    ColumnStorage<PinnedMemory> host_results_;
};

class CudaDevice : public MapDevice {
public:
    explicit CudaDevice(int rank) {
        // Every band of every slot has a stream; more of them than this share a queue and wait for each other.
        setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
        int driver = 0;
        int devices = 0;
        check(cudaDriverGetVersion(&driver), "the driver");
        check(cudaGetDeviceCount(&devices), driver == 0 ? "no NVIDIA driver is installed" : "looking for a device");
        device_ = rank % devices;
        // Threads that wait for the device leave the processor to those that work.
        check(cudaInitDevice(device_, cudaDeviceScheduleBlockingSync, cudaInitDeviceFlagsAreValid), "the device");
        check(cudaSetDevice(device_), "the device");
        cudaDeviceProp properties{};
        check(cudaGetDeviceProperties(&properties, device_), "the device");
        name_ = properties.name;
        cudaFuncAttributes kernel{};
        check(cudaFuncGetAttributes(&kernel, pass_kernel<FlowKind, ListedCells, MapColumns>), "code for this device");
    }

    [[nodiscard]] std::string backend() const override { return "cuda"; }
    [[nodiscard]] std::string name() const override { return name_; }

    [[nodiscard]] std::vector<std::uint32_t> solve(const DeviceTile& tile,
                                                   std::span<CellSolution<double>> solutions) override {
        check(cudaSetDevice(device_), "the device");
        std::unique_ptr<Slot> slot = take_slot();
        try {
            std::vector<std::uint32_t> doubtful = slot->solve(tile, solutions);
            give_back(std::move(slot));
            return doubtful;
        } catch (...) {
            give_back(nullptr);
            throw;
        }
    }

    /// One map at a time: each fills the device.
    [[nodiscard]] std::vector<std::uint32_t> find_attractors(std::span<const AttractorTask> tasks,
                                                             std::span<Attractor> found,
                                                             const std::atomic<bool>& stop) override {
        const std::lock_guard lock(attractors_);
        check(cudaSetDevice(device_), "the device");
        return cuda::find_attractors(tasks, found, stop);
    }

private:
    std::unique_ptr<Slot> take_slot() {
        std::unique_lock lock(mutex_);
        is_free_.wait(lock, [&] { return taken_ < most_slots; });
        ++taken_;
        if (free_.empty()) {
            lock.unlock();
            try {
                return std::make_unique<Slot>();
            } catch (...) {
                give_back(nullptr);
                throw;
            }
        }
        std::unique_ptr<Slot> slot = std::move(free_.back());
        free_.pop_back();
        return slot;
    }

    void give_back(std::unique_ptr<Slot> slot) {
        const std::lock_guard lock(mutex_);
        --taken_;
        if (slot != nullptr) free_.push_back(std::move(slot));
        is_free_.notify_one();
    }

    int device_ = 0;
    std::string name_;
    std::mutex attractors_;
    std::mutex mutex_;
    std::condition_variable is_free_;
    std::size_t taken_ = 0;
    std::vector<std::unique_ptr<Slot>> free_;
};

}  // namespace

/// A device for a rank of this machine; the caller deletes it. @throws std::runtime_error with CUDA's words.
extern "C" MapDevice* stickslip_open_cuda_device(int rank) { return new CudaDevice(rank); }
