#include "ratio_plane.hpp"
#include "kernel/in_parallel.hpp"

#include <algorithm>
#include <cmath>

namespace stickslip {

namespace {

using N = SystemNumbers;

bool is_plain(const Case& c) {
    const Oscillator& o = c.oscillator;
    return o.has_closed_form() && o.belt_velocity == 0.0 && o.holding_bound() == o.friction_bound &&
           !o.has_varying_normal() && c.ratios().has_value();
}

SystemNumbers numbers_of(const Case& c) {
    const Oscillator& o = c.oscillator;
    const Harmonic& h = c.load.harmonics.front();
    const double base = c.base && c.base->amplitude ? std::abs(*c.base->amplitude) : 0.0;
    return {{o.mass, o.damping, o.stiffness, o.friction_bound, o.equilibrium, c.load.constant, h.amplitude,
             h.frequency.hi, h.frequency.lo, c.start.position, c.start.velocity, base}};
}

/// The ratio that a key gives directly; then the number behind it need not depend on one axis alone.
double Ratios::*ratio_of(const std::string& key) {
    if (key == "friction_ratio") return &Ratios::friction;
    if (key == "frequency_ratio") return &Ratios::frequency;
    if (key == "damping_ratio") return &Ratios::damping;
    return nullptr;
}

std::size_t number_behind(double Ratios::*ratio) {
    if (ratio == &Ratios::friction) return N::friction_bound;
    if (ratio == &Ratios::frequency) return N::load_frequency;
    if (ratio == &Ratios::damping) return N::damping;
    return N::count;
}

PreparedCell prepared(const SystemNumbers& n) {
    const Oscillator o{.mass = n[N::mass],
                       .damping = n[N::damping],
                       .stiffness = n[N::stiffness],
                       .equilibrium = n[N::equilibrium],
                       .friction_bound = n[N::friction_bound]};
    AngularFrequency frequency(n[N::load_frequency]);
    frequency.lo = n[N::load_frequency_rest];
    thread_local Load load{.harmonics = {Harmonic{}}};  // kept: cells are many, and each would allocate one
    load.constant = n[N::load_constant];
    load.harmonics.front() = {n[N::load_amplitude], frequency, 0.0};
    return {ratios_of(o, load).value(), cell_scales(o, load), {n[N::position], n[N::velocity]}, n[N::base_amplitude]};
}

}  // namespace

std::optional<RatioPlane> RatioPlane::from(const CasePlane& plane) {
    std::vector<SystemNumbers> corners;
    for (const CellIndex& corner : plane.corners()) {
        const Case c = plane.at(corner).read();
        if (!is_plain(c)) return std::nullopt;
        corners.push_back(numbers_of(c));
    }
    RatioPlane result;
    result.x_ratio_ = ratio_of(plane.x().key);
    result.y_ratio_ = ratio_of(plane.y().key);
    result.is_separable_ = true;
    bool is_all_given = result.x_ratio_ != nullptr && result.y_ratio_ != nullptr;
    for (std::size_t n = 0; n < N::count; ++n) {
        const auto differ = [&](std::size_t i, std::size_t j) { return corners[i].values[n] != corners[j].values[n]; };
        const bool depends_on_x = differ(0, 1) || differ(2, 3);
        const bool depends_on_y = differ(0, 2) || differ(1, 3);
        const bool is_given = n == number_behind(result.x_ratio_) || n == number_behind(result.y_ratio_);
        if (depends_on_x && depends_on_y && !is_given) result.is_separable_ = false;
        if ((depends_on_x || depends_on_y) && !is_given) is_all_given = false;
        result.belongs_to_rows_[n] = depends_on_y;
    }
    if (is_all_given && corners[0][N::load_amplitude] != 0.0) {
        result.only_ratios_change_ = prepared(corners[0]);
        return result;
    }
    if (!result.is_separable_) return result;
    result.columns_.resize(plane.x().count);
    result.rows_.resize(plane.y().count);
    in_parallel(std::size_t{0}, result.columns_.size(), [&](std::size_t i) {
        result.columns_[i] = numbers_of(plane.at({static_cast<std::uint32_t>(i), 0}).read());
    });
    in_parallel(std::size_t{0}, result.rows_.size(), [&](std::size_t i) {
        result.rows_[i] = numbers_of(plane.at({0, static_cast<std::uint32_t>(i)}).read());
    });
    return result;
}

std::optional<PreparedCell> RatioPlane::at(const CasePlane& plane, CellIndex cell) const {
    if (only_ratios_change_) return with_ratios(*only_ratios_change_, plane, cell);
    SystemNumbers n;
    if (is_separable_) {
        n = columns_[cell.column];
        const SystemNumbers& row = rows_[cell.row];
        for (std::size_t i = 0; i < N::count; ++i) {
            if (belongs_to_rows_[i]) n.values[i] = row.values[i];
        }
    } else {
        const Case c = plane.at(cell).read();
        if (!is_plain(c)) return std::nullopt;
        n = numbers_of(c);
    }
    if (n[N::load_amplitude] == 0.0) return std::nullopt;
    return with_ratios(prepared(n), plane, cell);
}

PreparedCell RatioPlane::with_ratios(PreparedCell p, const CasePlane& plane, CellIndex cell) const {
    if (x_ratio_ != nullptr) p.ratios.*x_ratio_ = plane.x().centre(cell.column);
    if (y_ratio_ != nullptr) p.ratios.*y_ratio_ = plane.y().centre(cell.row);
    p.scales.load_rate = p.ratios.frequency * p.scales.rate;
    return p;
}

}  // namespace stickslip
