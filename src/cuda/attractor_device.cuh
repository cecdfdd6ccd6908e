#pragma once

#include "maps/map_device.hpp"

namespace stickslip::cuda {

/// `MapDevice::find_attractors` on the current device.
[[nodiscard]] std::vector<std::uint32_t> find_attractors(std::span<const AttractorTask>, std::span<Attractor>,
                                                         const std::atomic<bool>& stop);

}  // namespace stickslip::cuda
