// Watched functions of a phase as polynomials, from its power series: docs/theory/structures.md, section 3.

#include <algorithm>
#include <cmath>

#include "event_search.hpp"
#include "expansion.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

constexpr double series_noise_ulps = 4.0 * epsilon;

}  // namespace

/// The coefficient of a contact's bound at order k; where the motion decides the normal force, without what the
/// displacement does to it.
double Expansion::bound(int contact, int k) const {
    const auto row = phase_->signals().bounds.row(contact);
    if (!phase_->source().varies(contact)) return k == 0 ? row[constant_column] : 0.0;
    const double* values = basis(k);
    double sum = 0.0;
    for (int c = 0; c < columns_; ++c) sum += row[c] * values[c];
    return sum;
}

/// |bound⁽ⁿ⁾|/(n!·ρⁿ), n = degree + 1, at any time.
double Expansion::bound_rest(int contact) const {
    const Coefficients& bounds = phase_->signals().bounds;
    double rest = 0.0;
    if (s_.is_compliant(contact)) {
        return std::abs(s_.bound_slope(contact)) * s_.normal_reach[contact] * energy_ / (rate_ * (degree + 1));
    }
    for (std::size_t h = 0; h < phase_->frequencies().size(); ++h) {
        const int sine = sine_column(int(h));
        const double factor = factors_[h * std::size_t(orders) + std::size_t(degree + 1)];
        rest += std::hypot(bounds(contact, sine), bounds(contact, sine + 1)) * std::abs(factor);
    }
    return rest;
}

/// Adds factor·(k + 1)ᶠⁱʳˢᵗ·cₖ₊₍first₎ of what the displacement does to a bound, −μ·k_n·nᵀd: the bound itself, or with
/// `first` = 1 its derivative by s.
void Expansion::add_bound_slopes(int contact, double factor, int first, Polynomial& p) const {
    if (!s_.is_compliant(contact)) return;
    double sums[degree + 1];
    const SparseVector& lift = s_.lift[std::size_t(contact)];
    const double slope = factor * s_.bound_slope(contact);
    add_up(lift, slope, first, sums);
    for (int k = 0; k <= degree; ++k) p.coefficient[k] += first == 0 ? sums[k] : (k + 1) * sums[k];
    p.noise += series_noise_ulps * std::abs(slope) * lift.absolute_dot(order(first));
}

/// factor·wᵀc at the orders first, first + 1, …
void Expansion::add_up(const SparseVector& direction, double factor, int first, double* sums) const {
    if (flow_->is_small()) {
        RowShare shares[SmallSeries::largest_size];
        int count = 0;
        for (const auto& [place, value] : direction.entries()) {
            shares[count++] = {rows_ + place * row_length + first, factor * value};
        }
        add_up_rows(shares, count, sums);
        return;
    }
    std::fill_n(sums, degree + 1, 0.0);
    for (const auto& [place, value] : direction.entries()) {
        const double share = factor * value;
        const double* c = order(first) + place;
        for (int k = 0; k <= degree; ++k, c += stride_) sums[k] += share * *c;
    }
}

void Expansion::find(const Watched& w, Polynomial& p) const {
    switch (w.what) {
        case Watch::slip: find_slip(w, p); break;
        case Watch::deflection: find_deflection(w, p); break;
        case Watch::hold: find_hold(w, p); break;
        case Watch::normal: find_normal(w, p); break;
    }
    p.others = size_of_others(p, powers_);
    p.noise += series_noise_ulps * (w.scale + std::abs(p.coefficient[0]) + p.others);
    p.unknown = p.noise + p.remainder * powers_[degree + 1];
}

void Expansion::mirror(const Watched& w, const Polynomial& other_side, Polynomial& p) const {
    for (int k = 0; k <= degree; ++k) p.coefficient[k] = -other_side.coefficient[k];
    p.coefficient[0] += 2.0 * w.hold;
    const double change = std::abs(p.coefficient[0]) - std::abs(other_side.coefficient[0]);
    p.remainder = other_side.remainder;
    p.noise = other_side.noise + series_noise_ulps * std::max(change, 0.0);
    p.others = other_side.others;
    p.unknown = p.noise + p.remainder * powers_[degree + 1];
}

/// ±(wᵀd′ − v), elastic: less bound′/k_t.
void Expansion::find_slip(const Watched& w, Polynomial& p) const {
    const SparseVector& direction = s_.slip[std::size_t(w.contact)];
    add_up(direction, w.direction * rate_, 1, p.coefficient);
    for (int k = 1; k <= degree; ++k) p.coefficient[k] *= k + 1;
    p.coefficient[0] -= w.direction * s_.surface_velocity[w.contact];
    p.remainder = s_.compliance_root[w.contact] * next_energy_;
    p.noise = series_noise_ulps * (rate_ * direction.absolute_dot(order(1)) + std::abs(s_.surface_velocity[w.contact]));
    if (!s_.is_elastic(w.contact) || !w.has_varying_bound) return;
    for (int k = 0; k <= degree; ++k) {
        p.coefficient[k] -= rate_ * (k + 1) * bound(w.contact, k + 1) / s_.contact_stiffness[w.contact];
    }
    add_bound_slopes(w.contact, -rate_ / s_.contact_stiffness[w.contact], 1, p);
    if (s_.is_compliant(w.contact)) {
        p.remainder += std::abs(s_.bound_slope(w.contact)) / s_.contact_stiffness[w.contact] *
                       s_.normal_reach[w.contact] * next_energy_;
        return;
    }
    // Its next derivative: n of `bound_rest` is one larger here, and no load is faster than ρ.
    p.remainder += rate_ * bound_rest(w.contact) / s_.contact_stiffness[w.contact];
}

/// bound ∓ k_t·(z₀ + wᵀd − v·τ).
void Expansion::find_deflection(const Watched& w, Polynomial& p) const {
    const SparseVector& direction = s_.slip[std::size_t(w.contact)];
    const double pull = -w.direction * s_.contact_stiffness[w.contact];
    add_up(direction, pull, 0, p.coefficient);
    p.coefficient[0] += pull * (phase_->start().deflection[w.contact] - s_.surface_velocity[w.contact] * time_);
    p.coefficient[1] -= pull * s_.surface_velocity[w.contact] / rate_;
    p.remainder = std::abs(pull) * s_.compliance_root[w.contact] * energy_ / (rate_ * (degree + 1));
    p.noise = series_noise_ulps * std::abs(pull) *
              (direction.absolute_dot(order(0)) + std::abs(s_.surface_velocity[w.contact] * time_));
    if (!w.has_varying_bound) {
        p.coefficient[0] += w.hold;
        return;
    }
    for (int k = 0; k <= degree; ++k) p.coefficient[k] += bound(w.contact, k);
    add_bound_slopes(w.contact, 1.0, 0, p);
    p.remainder += bound_rest(w.contact);
}

/// Σ|share|·bound ∓ Σ share·λ.
void Expansion::find_hold(const Watched& w, Polynomial& p) const {
    std::fill_n(p.coefficient, degree + 1, 0.0);
    p.remainder = p.noise = 0.0;
    const std::size_t count = flow_->stuck.size();
    for (std::size_t i = 0; i < w.mechanism->contacts.size(); ++i) {
        const int j = w.mechanism->contacts[i];
        const auto at = std::size_t(w.mechanism->places[i]);
        const double share = w.mechanism->share[i];
        const double hold = std::abs(share) * s_.static_factor[j];
        for (int k = 0; k <= degree; ++k) {
            p.coefficient[k] -= w.direction * share * frictions_[std::size_t(k) * count + at];
        }
        p.remainder +=
            std::abs(share) * (flow_->hold_rate[int(at)] * next_energy_ + flow_->force_rate[int(at)] * force_);
        if (!w.has_varying_bound) continue;
        for (int k = 0; k <= degree; ++k) p.coefficient[k] += hold * bound(j, k);
        add_bound_slopes(j, hold, 0, p);
        p.remainder += hold * bound_rest(j);
    }
    if (!w.has_varying_bound) p.coefficient[0] += w.hold;
}

/// ±N, N = preload − k_n·nᵀx.
void Expansion::find_spring_force(const Watched& w, Polynomial& p) const {
    const SparseVector& lift = s_.lift[std::size_t(w.contact)];
    const double press = -w.direction * s_.normal_stiffness[w.contact];
    add_up(lift, press, 0, p.coefficient);
    p.coefficient[0] += w.direction * s_.normal_force(w.contact, phase_->start().position);
    p.remainder = std::abs(press) * s_.normal_reach[w.contact] * energy_ / (rate_ * (degree + 1));
    p.noise = series_noise_ulps * std::abs(press) * lift.absolute_dot(order(0));
}

void Expansion::find_normal(const Watched& w, Polynomial& p) const {
    if (s_.is_compliant(w.contact)) return find_spring_force(w, p);
    const double sign = w.direction;
    for (int k = 0; k <= degree; ++k) p.coefficient[k] = sign * bound(w.contact, k);
    p.remainder = bound_rest(w.contact);
    p.noise = 0.0;
}

}  // namespace stickslip::structure
