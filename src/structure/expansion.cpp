#include "expansion.hpp"

#include <algorithm>
#include <cmath>

#include "event_search.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

constexpr double series_noise_ulps = 4.0 * epsilon;
/// Series are cut where what is left is below rounding, of the largest of their terms.
constexpr double smallest_rest = 0.5 * epsilon;
/// At larger angles the terms of a series are so much larger than its sum that digits are lost [rad].
constexpr double largest_reach = 3.0;

}  // namespace

Expansion::Expansion(const DenseStructure& s, const PhaseMotion& phase)
    : s_(s), phase_(phase), flow_(phase.flow()), columns_(int(phase.held_forces().cols())) {
    rate_ = flow_.fastest_rate;
    for (const double w : phase.frequencies()) rate_ = std::max(rate_, w);
    if (rate_ == 0.0) rate_ = 1.0;
    const std::size_t size = std::size_t(s.size);
    const std::size_t count = flow_.stuck.size();
    const std::size_t functions = std::size_t(orders * columns_);
    storage_.resize(std::size_t(orders) * size + std::size_t(degree + 2) * count + functions);
    series_ = storage_.data();
    frictions_ = series_ + std::size_t(orders) * size;
    slips_ = frictions_ + std::size_t(degree + 1) * count;
    basis_ = slips_ + count;
    std::copy_n(phase.start().velocity.data(), size, order(1));
    for (int i = 0; i < s.size; ++i) order(1)[i] /= rate_;
    const MatrixXd forces = phase.held_forces();
    accelerations_ = MatrixXd::Zero(s.size, columns_);
    for (int c = 0; c < columns_; ++c) s.inverse_mass.add(1.0, forces.col(c).data(), accelerations_.col(c).data());
    for (int c = 2; c + 1 < columns_; c += 2) {
        amplitude_.push_back(std::sqrt(std::max(
            forces.col(c).dot(accelerations_.col(c)) + forces.col(c + 1).dot(accelerations_.col(c + 1)), 0.0)));
    }
    if (!flow_.stuck.empty()) terms_ = flow_.drift.cwiseAbs().transpose() * phase.force_terms();
}

void Expansion::expand_basis() {
    std::fill_n(basis_, orders * columns_, 0.0);
    basis_[constant_column] = 1.0;
    basis_[slope_column] = time_;
    basis_[std::size_t(columns_) + slope_column] = 1.0 / rate_;
    const std::vector<double>& frequencies = phase_.frequencies();
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const double turn = frequencies[h] / rate_;
        double s = time_ == 0.0 ? 0.0 : std::sin(frequencies[h] * time_);
        double c = time_ == 0.0 ? 1.0 : std::cos(frequencies[h] * time_);
        for (int k = 0; k < orders; ++k) {
            double* values = basis_ + std::size_t(k) * std::size_t(columns_);
            values[2 + 2 * h] = s;
            values[3 + 2 * h] = c;
            const double next = turn / (k + 1) * c;
            c = -turn / (k + 1) * s;
            s = next;
        }
    }
}

/// The same as `next_order` for all orders, with full matrices of a size that the compiler knows.
template <int size>
void Expansion::expand_small() {
    const double* stiffness = flow_.stiffness_rates.data();
    const double* damping = flow_.damping_rates.data();
    const double* pushes = accelerations_.data();
    const std::size_t count = flow_.stuck.size();
    for (int k = 0; k + 2 < orders; ++k) {
        const double* displacement = order(k);
        const double* velocity = order(k + 1);
        const double factor = rate_ * (k + 1);
        double next[size] = {};
        for (int j = 0; j < size; ++j) {
            const double d = displacement[j];
            const double v = factor * velocity[j];
            for (int i = 0; i < size; ++i) next[i] -= stiffness[j * size + i] * d + damping[j * size + i] * v;
        }
        for (int c = 0; c < columns_; ++c) {
            const double share = basis(k)[c];
            for (int i = 0; i < size; ++i) next[i] += share * pushes[c * size + i];
        }
        for (std::size_t i = 0; i < count; ++i) {
            const double* w = s_.directions.col(flow_.stuck[i]).data();
            slips_[i] = 0.0;
            for (int j = 0; j < size; ++j) slips_[i] += w[j] * next[j];
        }
        for (std::size_t i = 0; i < count; ++i) {
            double friction = 0.0;
            for (std::size_t j = 0; j < count; ++j) friction += flow_.inverse_gram(int(j), int(i)) * slips_[j];
            if (k <= degree) frictions_[std::size_t(k) * count + i] = friction;
            const double* pull = s_.inverse_mass_directions.col(flow_.stuck[i]).data();
            for (int j = 0; j < size; ++j) next[j] -= friction * pull[j];
        }
        const double scale = 1.0 / (rate_ * rate_ * (k + 1) * (k + 2));
        for (int i = 0; i < size; ++i) order(k + 2)[i] = scale * next[i];
    }
}

void Expansion::next_order(int k) {
    double* next = order(k + 2);
    std::fill_n(next, s_.size, 0.0);
    s_.stiffness_rates.add(-1.0, order(k), next);
    if (s_.damping_norm > 0.0) s_.damping_rates.add(-rate_ * (k + 1), order(k + 1), next);
    for (const int j : flow_.springs) {
        const double stretch = s_.slip[std::size_t(j)].dot(order(k));
        s_.pull[std::size_t(j)].add_to(-s_.contact_stiffness[j] * stretch, next);
    }
    for (int c = 0; c < columns_; ++c) {
        const double share = basis(k)[c];
        if (share == 0.0) continue;
        const double* column = accelerations_.data() + std::ptrdiff_t(c) * s_.size;
        for (int i = 0; i < s_.size; ++i) next[i] += share * column[i];
    }
    const std::size_t count = flow_.stuck.size();
    for (std::size_t i = 0; i < count; ++i) slips_[i] = s_.slip[std::size_t(flow_.stuck[i])].dot(next);
    for (std::size_t i = 0; i < count; ++i) {
        double friction = 0.0;
        for (std::size_t j = 0; j < count; ++j) friction += flow_.inverse_gram(int(j), int(i)) * slips_[j];
        if (k <= degree) frictions_[std::size_t(k) * count + i] = friction;
        s_.pull[std::size_t(flow_.stuck[i])].add_to(-friction, next);
    }
    const double scale = 1.0 / (rate_ * rate_ * (k + 1) * (k + 2));
    for (int i = 0; i < s_.size; ++i) next[i] *= scale;
}

/// √(y′ᵀMy′ + yᵀKy) of y = d⁽ᵏ⁾/(k!·ρᵏ), whose derivative is (k+1)·ρ·cₖ₊₁.
double Expansion::energy(int k) const {
    const double factor = (k + 1) * rate_;
    double twice = factor * factor * s_.mass_map.quadratic(order(k + 1)) + s_.stiffness_map.quadratic(order(k));
    for (const int j : flow_.springs) {
        const double stretch = s_.slip[std::size_t(j)].dot(order(k));
        twice += s_.contact_stiffness[j] * stretch * stretch;
    }
    return std::sqrt(std::max(twice, 0.0));
}

void Expansion::expand() {
    expand_basis();
    switch (int(flow_.stiffness_rates.rows())) {
        case 1: expand_small<1>(); break;
        case 2: expand_small<2>(); break;
        case 3: expand_small<3>(); break;
        case 4: expand_small<4>(); break;
        case 5: expand_small<5>(); break;
        case 6: expand_small<6>(); break;
        default:
            for (int k = 0; k + 2 < orders; ++k) next_order(k);
    }
    choose_reach();
}

void Expansion::choose_reach() {
    energy_ = energy(degree);
    next_energy_ = energy(degree + 1);
    double forced = 0.0;  // growth of the energies for each radian
    double next_forced = 0.0;
    double fastest = 0.0;
    const std::vector<double>& frequencies = phase_.frequencies();
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        double share = amplitude_[h];
        for (int k = 1; k <= degree; ++k) share *= frequencies[h] / rate_ / k;
        forced += share / rate_;
        next_forced += share * frequencies[h] / rate_ / (degree + 1) / rate_;
        fastest = std::max(fastest, frequencies[h] / rate_);
    }
    double speed = 0.0;
    for (int k = 1; k <= 4; ++k) speed = std::max(speed, k * k * s_.mass_map.quadratic(order(k)));
    speed = rate_ * std::sqrt(speed);
    reach_ = largest_reach;
    const double rest = next_energy_ + largest_reach * next_forced;
    if (rest > 0.0) reach_ = std::min(reach_, std::pow(smallest_rest * speed / rest, 1.0 / (degree + 1)));
    // What the loads do to friction at rest must be known as well; 2.3²⁵/25! is rounding.
    constexpr double largest_load_angle = 2.3;
    if (speed == 0.0) reach_ = largest_reach;
    if (fastest > 0.0) reach_ = std::min(reach_, largest_load_angle / fastest);
    energy_ += reach_ * forced;
    next_energy_ += reach_ * next_forced;
    force_ = next_forced * rate_;
}

void Expansion::advance(double s) {
    const State now = at(s);
    time_ += s / rate_;
    std::copy_n(now.displacement.data(), s_.size, order(0));
    for (int i = 0; i < s_.size; ++i) order(1)[i] = now.velocity[i] / rate_;
}

Expansion::State Expansion::at(double s) const {
    State now;
    now.displacement = Eigen::Map<const VectorXd>(order(degree + 2), s_.size);
    now.velocity = (degree + 2) * now.displacement;
    double* d = now.displacement.data();
    double* v = now.velocity.data();
    for (int k = degree + 1; k >= 1; --k) {
        const double* c = order(k);
        for (int i = 0; i < s_.size; ++i) {
            d[i] = s * d[i] + c[i];
            v[i] = s * v[i] + k * c[i];
        }
    }
    for (int i = 0; i < s_.size; ++i) {
        d[i] = s * d[i] + order(0)[i];
        v[i] *= rate_;
    }
    hold(time_ + s / rate_, now.displacement);
    hold(1.0, now.velocity);
    return now;
}

/// Takes away what contacts at rest have moved by rounding, which would gather over long rests: wᵀx = v·time.
void Expansion::hold(double time, VectorXd& x) const {
    const std::size_t count = flow_.stuck.size();
    if (count == 0) return;
    VectorXd excess(static_cast<Eigen::Index>(count));
    for (std::size_t i = 0; i < count; ++i) {
        const int j = flow_.stuck[i];
        excess[int(i)] = s_.slip[std::size_t(j)].dot(x.data()) - s_.surface_velocity[j] * time;
    }
    x.noalias() -= flow_.drift * excess;
}

/// The coefficient of a contact's bound at order k.
double Expansion::bound(int contact, int k) const {
    const auto row = phase_.signals().bounds.row(contact);
    const double* values = basis(k);
    double sum = 0.0;
    for (int c = 0; c < columns_; ++c) sum += row[c] * values[c];
    return sum;
}

Polynomial Expansion::polynomial(const Watched& w) const {
    Polynomial p;
    switch (w.what) {
        case Watch::slip: add_slip(w, p); break;
        case Watch::deflection: add_deflection(w, p); break;
        case Watch::hold: add_hold(w, p); break;
        case Watch::normal: add_normal(w, p); break;
    }
    double terms = w.scale;
    double power = 1.0;
    for (int k = 0; k <= degree; ++k) {
        terms += std::abs(p.coefficient[k]) * power;
        power *= reach_;
    }
    p.noise += series_noise_ulps * terms;
    return p;
}

/// ±(wᵀd′ − v), elastic: less bound′/k_t.
void Expansion::add_slip(const Watched& w, Polynomial& p) const {
    const SparseVector& direction = s_.slip[std::size_t(w.contact)];
    for (int k = 0; k <= degree; ++k) {
        p.coefficient[k] = w.direction * rate_ * (k + 1) * direction.dot(order(k + 1));
    }
    p.coefficient[0] -= w.direction * s_.surface_velocity[w.contact];
    p.remainder = std::sqrt(s_.compliance[w.contact]) * next_energy_;
    p.noise = series_noise_ulps * (rate_ * direction.absolute_dot(order(1)) + std::abs(s_.surface_velocity[w.contact]));
    if (!s_.is_elastic(w.contact) || !w.has_varying_bound) return;
    for (int k = 0; k <= degree; ++k) {
        p.coefficient[k] -= rate_ * (k + 1) * bound(w.contact, k + 1) / s_.contact_stiffness[w.contact];
    }
    // Its next derivative: n of `bound_rest` is one larger here, and no load is faster than ρ.
    p.remainder += rate_ * bound_rest(w.contact) / s_.contact_stiffness[w.contact];
}

/// bound ∓ k_t·(z₀ + wᵀd − v·τ).
void Expansion::add_deflection(const Watched& w, Polynomial& p) const {
    const SparseVector& direction = s_.slip[std::size_t(w.contact)];
    const double pull = -w.direction * s_.contact_stiffness[w.contact];
    for (int k = 0; k <= degree; ++k) {
        p.coefficient[k] = pull * direction.dot(order(k)) + (w.has_varying_bound ? bound(w.contact, k) : 0.0);
    }
    if (!w.has_varying_bound) p.coefficient[0] += phase_.signals().bounds(w.contact, constant_column);
    p.coefficient[0] += pull * (phase_.start().deflection[w.contact] - s_.surface_velocity[w.contact] * time_);
    p.coefficient[1] -= pull * s_.surface_velocity[w.contact] / rate_;
    p.remainder = std::abs(pull) * std::sqrt(s_.compliance[w.contact]) * energy_ / (rate_ * (degree + 1));
    if (w.has_varying_bound) p.remainder += bound_rest(w.contact);
    p.noise = series_noise_ulps * std::abs(pull) *
              (direction.absolute_dot(order(0)) + std::abs(s_.surface_velocity[w.contact] * time_));
}

/// Σ|share|·bound ∓ Σ share·λ.
void Expansion::add_hold(const Watched& w, Polynomial& p) const {
    std::fill_n(p.coefficient, degree + 1, 0.0);
    p.remainder = p.noise = 0.0;
    const std::size_t count = flow_.stuck.size();
    for (std::size_t i = 0; i < w.mechanism->contacts.size(); ++i) {
        const int j = w.mechanism->contacts[i];
        const auto at = std::size_t(std::find(flow_.stuck.begin(), flow_.stuck.end(), j) - flow_.stuck.begin());
        const double share = w.mechanism->share[i];
        const double hold = std::abs(share) * s_.static_factor[j];
        for (int k = 0; k <= degree; ++k) {
            p.coefficient[k] -= w.direction * share * frictions_[std::size_t(k) * count + at];
        }
        if (w.has_varying_bound) {
            for (int k = 0; k <= degree; ++k) p.coefficient[k] += hold * bound(j, k);
            p.remainder += hold * bound_rest(j);
        } else {
            p.coefficient[0] += hold * phase_.signals().bounds(j, constant_column);
        }
        p.remainder += std::abs(share) * (flow_.hold_rate[int(at)] * next_energy_ + flow_.force_rate[int(at)] * force_);
    }
}

void Expansion::add_normal(const Watched& w, Polynomial& p) const {
    const double sign = w.direction;
    for (int k = 0; k <= degree; ++k) p.coefficient[k] = sign * bound(w.contact, k);
    p.remainder = bound_rest(w.contact);
    p.noise = 0.0;
}

/// |bound⁽ⁿ⁾|/(n!·ρⁿ), n = degree + 1, at any time.
double Expansion::bound_rest(int contact) const {
    const std::vector<double>& frequencies = phase_.frequencies();
    double rest = 0.0;
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const int sine = sine_column(int(h));
        double share = std::hypot(phase_.signals().bounds(contact, sine), phase_.signals().bounds(contact, sine + 1));
        for (int k = 1; k <= degree + 1; ++k) share *= frequencies[h] / rate_ / k;
        rest += share;
    }
    return rest;
}

}  // namespace stickslip::structure
