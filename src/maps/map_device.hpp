#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "kinds/line/column_march.hpp"
#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"
#include "stickslip/steady/attractor.hpp"

namespace stickslip {

/// A rectangle of cells, row by row, all with the same kind of damping. Neighbouring rows should differ little.
struct DeviceTile {
    std::span<const CellParameters<double>> cells;
    std::size_t columns = 1;
    FlowKind kind = FlowKind::undamped;
    MarchWishes wishes{};
};

/// A motion under a constant and one harmonic whose attractor is wanted.
struct AttractorTask {
    Oscillator oscillator;
    double constant_load = 0.0;  ///< [N]
    Harmonic harmonic;
    double period = 1.0;  ///< of the load [s]
    LawState start;
};

/// A device that solves many cells at once in double precision. Thread-safe.
class MapDevice {
public:
    MapDevice() = default;
    MapDevice(const MapDevice&) = delete;
    MapDevice& operator=(const MapDevice&) = delete;
    virtual ~MapDevice() = default;

    /// What `--backend` calls it.
    [[nodiscard]] virtual std::string backend() const = 0;

    /// The maker's name for it.
    [[nodiscard]] virtual std::string name() const = 0;

    /// Solves all cells and returns those whose digits are in doubt (`are_digits_in_doubt`), in any order: their
    /// solutions are complete. Of the others, what describes the motion is there, but not the state it passes through
    /// nor what the wishes leave out. @throws std::runtime_error with the device's words if it fails.
    [[nodiscard]] virtual std::vector<std::uint32_t> solve(const DeviceTile&,
                                                           std::span<CellSolution<double>> solutions) = 0;

    /// What the motions come to, but not the points of the attractors. All oscillators have the same law, one without
    /// an inner state. Returns the tasks that are left to the processor, where the device would take longer or was
    /// told to stop. @throws std::runtime_error with the device's words if it fails.
    [[nodiscard]] virtual std::vector<std::uint32_t> find_attractors(std::span<const AttractorTask>,
                                                                     std::span<Attractor>,
                                                                     const std::atomic<bool>& stop) = 0;
};

/// What a device cannot map, in a sentence that says what it can. @throws FieldError
[[noreturn]] void refuse_device(const MapDevice&, const std::string& what);

/// No device can be had, and why: a clause to be followed by how to go on.
class NoDevice : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The GPU for this process: of several, ranks on the same machine take turns. @throws NoDevice
[[nodiscard]] std::shared_ptr<MapDevice> open_cuda_device();

/// The place of this process among those that a launcher started on the same machine; 0 if it is alone.
[[nodiscard]] int rank_on_this_machine();

/// What `solve_tile` does, on a device: cells in doubt, and those that it did not find, are solved by the processor.
/// The result depends on the cells of the tile, the wishes and the kind of device alone.
void solve_tile_on(MapDevice&, std::span<const CellParameters<double>> cells, std::size_t columns,
                   std::span<CellSolution<double>> solutions, const MarchWishes&);

}  // namespace stickslip
