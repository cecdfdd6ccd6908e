#pragma once

#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "stickslip/studies/backbone.hpp"
#include "sweep_table.hpp"

namespace stickslip::cli {

/// The backbone of a free decay, as it is told.
struct RingDown {
    std::string title;
    FreeDecay decay;  ///< turns without ripples
    std::vector<DecayCycle> cycles;
    std::string length_unit = "m";  ///< p₀/k for dimensionless cases
};

[[nodiscard]] std::string ring_down_csv(const RingDown&);
[[nodiscard]] std::string ring_down_json(const RingDown&);
/// For people: where it stays, and at most twenty cycles.
[[nodiscard]] std::string ring_down_text(const RingDown&);

/// The turns over time; frequency and damping over the amplitude.
[[nodiscard]] Drawing plot_ring_down(const RingDown&);

/// A backbone of forced motion, as it is told.
struct ForcedBackbone {
    std::string title;
    std::string of;  ///< the quantity, in words; empty where there is only one
    std::string key;
    bool is_resonant = false;     ///< at phase resonance, not at the frequency of the case
    bool is_logarithmic = false;  ///< values of the key in equal ratios
    std::vector<ForcedPoint> points;
    std::string length_unit = "m";  ///< p₀/k for dimensionless cases
};

[[nodiscard]] SweepTable forced_table(const ForcedBackbone&);

/// At phase resonance frequency and damping over the amplitude, else amplitude, phase and damping over the key.
[[nodiscard]] Drawing plot_forced_backbone(const ForcedBackbone&);

}  // namespace stickslip::cli
