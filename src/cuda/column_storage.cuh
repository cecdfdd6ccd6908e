#pragma once

#include "device.cuh"
#include "map_columns.hpp"

namespace stickslip::cuda {

/// Which columns a map has beside regime, counts, amplitude and dissipation.
struct OptionalColumns {
    bool velocity = false;
    bool stuck_fraction = false;
    bool multiplier = false;
    bool residual = false;
};

/// Room for the columns of a map, on the device or pinned on the host.
template <class Memory>
class ColumnStorage {
public:
    /// Room for so many cells; what it held may be lost.
    void reserve(std::size_t cells, const OptionalColumns& wanted) {
        regime_.reserve(cells);
        for (auto& counts : counts_) counts.reserve(cells);
        const bool is_wanted[reals] = {true,           true, wanted.velocity, wanted.stuck_fraction, wanted.multiplier,
                                       wanted.residual};
        for (int k = 0; k < reals; ++k) {
            is_wanted_[k] = is_wanted[k];
            if (is_wanted[k]) reals_[k].reserve(cells);
        }
    }

    [[nodiscard]] MapColumns columns() const {
        return {regime_.data(), counts_[0].data(), counts_[1].data(), counts_[2].data(), real(0),
                real(2),        real(3),           real(1),           real(4),           real(5)};
    }

private:
    static constexpr int reals = 6;  // amplitude, dissipated, velocity, stuck fraction, multiplier, residual
    [[nodiscard]] double* real(int k) const { return is_wanted_[k] ? reals_[k].data() : nullptr; }

    Array<std::uint8_t, Memory> regime_;
    Array<std::int32_t, Memory> counts_[3];
    Array<double, Memory> reals_[reals];
    bool is_wanted_[reals]{};
};

namespace detail {

template <class T>
void copy_column(T* to, const T* from, std::size_t cells, cudaStream_t stream) {
    if (to == nullptr || from == nullptr) return;
    check(cudaMemcpyAsync(to, from, cells * sizeof(T), cudaMemcpyDeviceToHost, stream), "results");
}

}  // namespace detail

/// From the device to the host, as soon as the stream has come to it.
inline void copy_to_host(const MapColumns& host, const MapColumns& device, std::size_t cells, cudaStream_t stream) {
    using detail::copy_column;
    copy_column(host.regime, device.regime, cells, stream);
    copy_column(host.stops_then_reverse, device.stops_then_reverse, cells, stream);
    copy_column(host.stops_then_same_direction, device.stops_then_same_direction, cells, stream);
    copy_column(host.zero_duration_reversals, device.zero_duration_reversals, cells, stream);
    copy_column(host.amplitude, device.amplitude, cells, stream);
    copy_column(host.velocity, device.velocity, cells, stream);
    copy_column(host.stuck_fraction, device.stuck_fraction, cells, stream);
    copy_column(host.dissipated, device.dissipated, cells, stream);
    copy_column(host.multiplier, device.multiplier, cells, stream);
    copy_column(host.residual, device.residual, cells, stream);
}

}  // namespace stickslip::cuda
