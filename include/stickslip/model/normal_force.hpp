#pragma once

#include <memory>
#include <optional>

#include "stickslip/model/exact_time.hpp"
#include "stickslip/model/load.hpp"
#include "stickslip/model/record.hpp"

namespace stickslip {

/// The normal force of a contact over the one that its bound is given for, N(t)/N₀ = mean + ratio·sin(ω·t + φ), or a
/// record in its place. Where it would be negative the contact is open.
struct NormalVariation {
    double mean = 1.0;                     ///< 1, or 0 where N₀ is the amplitude of a force that has no mean
    double ratio = 0.0;                    ///< N₁/N₀
    AngularFrequency frequency;            ///< ω [rad/s]
    double phase = 0.0;                    ///< φ [rad]
    std::shared_ptr<const Record> record;  ///< N/N₀, piecewise linear, 0 after its end; null without one

    /// Whether it changes nothing: N(t) = N₀.
    [[nodiscard]] bool is_constant() const { return !record && mean == 1.0 && ratio == 0.0; }
    /// N(t)/N₀ at this time, at least 0.
    [[nodiscard]] double value(double time) const;

    /// A stretch of time in which the contact stays open or closed, and the record on one line.
    struct Window {
        bool is_open = false;
        double end = 0.0;  ///< +∞ where it stays for ever [s]
    };
    /// The one that begins at this time or holds there.
    [[nodiscard]] Window window(const ExactTime&) const;
};

/// @throws std::invalid_argument naming the number, its value and its bound.
void validate(const NormalVariation&);

/// p(t) + bound·N(t)/N₀ without regard to openings: what moves a mass that slides with friction −bound·N/N₀.
[[nodiscard]] Load with_normal_force(const Load&, const NormalVariation&, double bound);

/// The common period of a load and of a normal force [s]; nullopt where they have none, as `Load::period`.
[[nodiscard]] std::optional<double> common_period(const Load&, const std::optional<NormalVariation>&);

}  // namespace stickslip
