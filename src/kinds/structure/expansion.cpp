#include "expansion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "small_series.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// Series are cut where what is left is below rounding, of the largest of their terms.
constexpr double smallest_rest = 0.5 * epsilon;
/// At larger angles the terms of a series are so much larger than its sum that digits are lost [rad].
constexpr double largest_reach = 3.0;
/// Its power of the order that a series leaves out.
constexpr double largest_power = [] {
    double power = 1.0;
    for (int k = 0; k <= Polynomial::degree; ++k) power *= largest_reach;
    return power;
}();
/// How many functions of time there are but for sines and cosines: 1 and τ.
constexpr std::size_t plain_functions = 2;

/// 1/((k + 1)·(k + 2)).
constexpr auto inverse_products = [] {
    std::array<double, Polynomial::degree + 1> inverse{};
    for (int k = 0; k <= Polynomial::degree; ++k) inverse[std::size_t(k)] = 1.0 / ((k + 1) * (k + 2));
    return inverse;
}();

/// 1/(k + 1).
constexpr auto inverse_numbers = [] {
    std::array<double, Polynomial::degree + 3> inverse{};
    for (int k = 0; k < int(inverse.size()); ++k) inverse[std::size_t(k)] = 1.0 / (k + 1);
    return inverse;
}();

/// xᵀ·A·x, A symmetric and column after column, of a size that the compiler knows.
template <int size>
double small_quadratic(const double* matrix, const double* x) {
    double sum = 0.0;
    for (int j = 0; j < size; ++j) {
        double column = 0.0;
        for (int i = 0; i < j; ++i) column += x[i] * matrix[j * size + i];
        sum += x[j] * (2.0 * column + x[j] * matrix[j * size + j]);
    }
    return sum;
}

double quadratic(const LinearMap& map, const double* x) {
    const double* matrix = map.matrix().data();
    switch (int(map.matrix().rows())) {
        case 1: return small_quadratic<1>(matrix, x);
        case 2: return small_quadratic<2>(matrix, x);
        case 3: return small_quadratic<3>(matrix, x);
        case 4: return small_quadratic<4>(matrix, x);
        case 5: return small_quadratic<5>(matrix, x);
        case 6: return small_quadratic<6>(matrix, x);
        default: return map.quadratic(x);
    }
}

}  // namespace

void Expansion::Loads::begin(std::size_t length, int functions) {
    stride = length;
    columns.assign(length * std::size_t(functions), 0.0);
    now.resize(columns.size());
}

void Expansion::Loads::move_to(double time, const std::vector<double>& frequencies) {
    const double* constant = columns.data();
    const double* slope = constant + stride;
    for (std::size_t i = 0; i < stride; ++i) {
        now[i] = constant[i] + time * slope[i];
        now[stride + i] = slope[i];
    }
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const std::size_t at = (plain_functions + 2 * h) * stride;
        const double s = time == 0.0 ? 0.0 : std::sin(frequencies[h] * time);
        const double c = time == 0.0 ? 1.0 : std::cos(frequencies[h] * time);
        for (std::size_t i = at; i < at + stride; ++i) {
            now[i] = s * columns[i] + c * columns[i + stride];
            now[i + stride] = c * columns[i] - s * columns[i + stride];
        }
    }
}

/// Adds the coefficient of order k. `size` is the length where the compiler is to know it.
template <int size>
void Expansion::add_loads(const Loads& loads, int k, double* sum) const {
    const std::size_t length = size > 0 ? std::size_t(size) : loads.stride;
    if (k <= 1) {
        const double share = k == 0 ? 1.0 : 1.0 / rate_;
        const double* plain = loads.now.data() + std::size_t(k) * loads.stride;
        for (std::size_t i = 0; i < length; ++i) sum[i] += share * plain[i];
    }
    if (columns_ <= int(plain_functions)) return;  // no waves, and no factors of them
    const double* wave = loads.now.data() + (plain_functions + std::size_t(k % 2)) * loads.stride;
    const double* factor = factors_.data() + k;
    for (int c = int(plain_functions); c < columns_; c += 2) {
        for (std::size_t i = 0; i < length; ++i) sum[i] += *factor * wave[i];
        wave += 2 * loads.stride;
        factor += orders;
    }
}

void Expansion::begin(const PhaseMotion& phase) {
    phase_ = &phase;
    flow_ = &phase.flow();
    columns_ = int(phase.held_forces().cols());
    time_ = 0.0;
    rate_ = flow_->fastest_rate;
    for (const double w : phase.frequencies()) rate_ = std::max(rate_, w);
    if (rate_ == 0.0) rate_ = 1.0;
    if (rate_ != factors_rate_) learn_factors();
    reserve();
    for (int i = 0; i < s_.size; ++i) {
        order(0)[i] = 0.0;
        order(1)[i] = phase.start().velocity[i] / rate_;
    }
    learn_forces();
    if (flow_->stuck.empty()) return;
    phase.sum_force_terms(force_terms_);
    terms_.resize(Eigen::Index(flow_->stuck.size()));
    for (int i = 0; i < terms_.size(); ++i) terms_[i] = flow_->drift.col(i).cwiseAbs().dot(force_terms_);
}

void Expansion::learn_factors() {
    factors_rate_ = rate_;
    factors_.resize(phase_->frequencies().size() * std::size_t(orders));
    double* next = factors_.data();
    for (const double w : phase_->frequencies()) {
        const double turn = w / rate_;
        double factor = 1.0;
        for (int k = 0; k < orders; ++k) {
            *next++ = k % 4 < 2 ? factor : -factor;
            factor *= turn * inverse_numbers[std::size_t(k)];
        }
    }
}

void Expansion::reserve() {
    const std::size_t size = std::size_t(s_.size);
    const std::size_t count = flow_->stuck.size();
    stride_ = flow_->is_small() ? std::size_t(flow_->stiffness_rates.rows()) : size;
    const bool has_basis = phase_->source().any_bound_varies();
    const std::size_t functions = has_basis ? std::size_t(orders * columns_) : 0;
    const std::size_t in_rows = flow_->is_small() ? size * row_length : 0;
    const std::size_t needed = std::size_t(orders) * stride_ + in_rows + std::size_t(degree + 2) * count + functions;
    if (storage_.size() < needed) storage_.resize(needed);
    series_ = storage_.data();
    rows_ = series_ + std::size_t(orders) * stride_;
    frictions_ = rows_ + in_rows;
    slips_ = frictions_ + std::size_t(degree + 1) * count;
    basis_ = slips_ + count;
    for (std::size_t i = size; i < stride_; ++i) order(0)[i] = order(1)[i] = 0.0;
}

void Expansion::learn_forces() {
    const Coefficients& forces = phase_->held_forces();
    accelerations_.begin(stride_, columns_);
    const std::size_t count = flow_->is_small() ? flow_->stuck.size() : 0;
    held_.begin(count, columns_);
    amplitude_.assign(std::size_t(columns_ - int(plain_functions)) / 2, 0.0);
    column_.resize(s_.size);
    for (int c = 0; c < columns_; ++c) {
        if (c == slope_column && (forces.col(c).array() == 0.0).all()) continue;
        column_ = forces.col(c);
        double* push = accelerations_.columns.data() + std::size_t(c) * stride_;
        s_.inverse_mass.add(1.0, column_.data(), push);
        if (c >= int(plain_functions)) {
            double& square = amplitude_[(std::size_t(c) - plain_functions) / 2];
            for (int i = 0; i < s_.size; ++i) square += column_[i] * push[i];
        }
        if (!flow_->is_small()) continue;
        for (std::size_t i = 0; i < count; ++i) {
            const double friction = flow_->drift.col(int(i)).dot(column_);
            held_.columns[std::size_t(c) * count + i] = friction;
            s_.pull[std::size_t(flow_->stuck[i])].add_to(-friction, push);
        }
        for (int i = 0; i < s_.size; ++i) push[i] /= rate_ * rate_;
    }
    for (double& amplitude : amplitude_) amplitude = std::sqrt(std::max(amplitude, 0.0));
}

void Expansion::expand_basis() {
    std::fill_n(basis_, orders * columns_, 0.0);
    basis_[constant_column] = 1.0;
    basis_[slope_column] = time_;
    basis_[std::size_t(columns_) + slope_column] = 1.0 / rate_;
    const std::vector<double>& frequencies = phase_->frequencies();
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const double s = time_ == 0.0 ? 0.0 : std::sin(frequencies[h] * time_);
        const double c = time_ == 0.0 ? 1.0 : std::cos(frequencies[h] * time_);
        const double* factor = factors_.data() + h * std::size_t(orders);
        for (int k = 0; k < orders; ++k) {
            double* values = basis_ + std::size_t(k) * std::size_t(columns_);
            values[2 + 2 * h] = factor[k] * (k % 2 == 0 ? s : c);
            values[3 + 2 * h] = k % 2 == 0 ? factor[k] * c : -factor[k] * s;
        }
    }
}

/// What rigid contacts at rest hold of the forces, where the series is known.
void Expansion::find_frictions() {
    const std::size_t count = flow_->stuck.size();
    std::fill_n(frictions_, std::size_t(degree + 1) * count, 0.0);
    for (int k = 0; k <= degree; ++k) {
        double* friction = frictions_ + std::size_t(k) * count;
        add_loads(held_, k, friction);
        for (int j = 0; j < s_.size; ++j) {
            const double d = order(k)[j];
            const double v = rate_ * (k + 1) * order(k + 1)[j];
            const double* held = flow_->held_stiffness.col(j).data();
            const double* damped = flow_->held_damping.col(j).data();
            for (std::size_t i = 0; i < count; ++i) friction[i] -= held[i] * d + damped[i] * v;
        }
    }
}

void Expansion::next_order(int k) {
    double* next = order(k + 2);
    std::fill_n(next, s_.size, 0.0);
    s_.stiffness_rates.add(-1.0, order(k), next);
    if (s_.damping_norm > 0.0) s_.damping_rates.add(-rate_ * (k + 1), order(k + 1), next);
    for (const int j : flow_->springs) {
        const double stretch = s_.slip[std::size_t(j)].dot(order(k));
        s_.pull[std::size_t(j)].add_to(-s_.contact_stiffness[j] * stretch, next);
    }
    for (const int j : flow_->closed) {
        const double press = s_.lift[std::size_t(j)].dot(order(k));
        s_.lift_pull[std::size_t(j)].add_to(-s_.normal_stiffness[j] * press, next);
    }
    for (const auto& [j, factor] : flow_->rubbing) {
        s_.pull[std::size_t(j)].add_to(factor * s_.lift[std::size_t(j)].dot(order(k)), next);
    }
    add_loads(accelerations_, k, next);
    const std::size_t count = flow_->stuck.size();
    for (std::size_t i = 0; i < count; ++i) slips_[i] = s_.slip[std::size_t(flow_->stuck[i])].dot(next);
    for (std::size_t i = 0; i < count; ++i) {
        double friction = 0.0;
        for (std::size_t j = 0; j < count; ++j) friction += flow_->inverse_gram(int(j), int(i)) * slips_[j];
        if (k <= degree) frictions_[std::size_t(k) * count + i] = friction;
        s_.pull[std::size_t(flow_->stuck[i])].add_to(-friction, next);
    }
    const double scale = inverse_products[std::size_t(k)] / (rate_ * rate_);
    for (int i = 0; i < s_.size; ++i) next[i] *= scale;
}

/// √(y′ᵀMy′ + yᵀKy) of y = d⁽ᵏ⁾/(k!·ρᵏ), whose derivative is (k+1)·ρ·cₖ₊₁.
double Expansion::energy(int k) const {
    const double factor = (k + 1) * rate_;
    double twice = factor * factor * quadratic(s_.mass_map, order(k + 1)) + quadratic(s_.stiffness_map, order(k));
    for (const int j : flow_->springs) {
        const double stretch = s_.slip[std::size_t(j)].dot(order(k));
        twice += s_.contact_stiffness[j] * stretch * stretch;
    }
    for (const int j : flow_->closed) {
        const double press = s_.lift[std::size_t(j)].dot(order(k));
        twice += s_.normal_stiffness[j] * press * press;
    }
    return std::sqrt(std::max(twice, 0.0));
}

void Expansion::expand() {
    const std::vector<double>& frequencies = phase_->frequencies();
    accelerations_.move_to(time_, frequencies);
    held_.move_to(time_, frequencies);
    if (phase_->source().any_bound_varies()) expand_basis();
    if (flow_->is_small()) {
        expand_small({.size = s_.size,
                      .rate = rate_,
                      .stiffness = flow_->stiffness_rates.data(),
                      .damping = flow_->damping_rates.data(),
                      .loads = accelerations_.now.data(),
                      .frequencies = int(frequencies.size()),
                      .factors = factors_.data(),
                      .series = series_,
                      .rows = rows_});
        if (!flow_->stuck.empty()) find_frictions();
    } else {
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
    const std::vector<double>& frequencies = phase_->frequencies();
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const double* factor = factors_.data() + h * std::size_t(orders);
        forced += amplitude_[h] * std::abs(factor[degree]) / rate_;
        next_forced += amplitude_[h] * std::abs(factor[degree + 1]) / rate_;
        fastest = std::max(fastest, frequencies[h] / rate_);
    }
    double speed = 0.0;
    for (int k = 1; k <= 4; ++k) speed = std::max(speed, k * k * quadratic(s_.mass_map, order(k)));
    speed = rate_ * std::sqrt(speed);
    reach_ = largest_reach;
    const double rest = next_energy_ + largest_reach * next_forced;
    if (rest * largest_power > smallest_rest * speed) {
        reach_ = std::pow(smallest_rest * speed / rest, 1.0 / (degree + 1));
    }
    // What the loads do to friction at rest must be known as well; 2.3²⁵/25! is rounding.
    constexpr double largest_load_angle = 2.3;
    if (speed == 0.0) reach_ = largest_reach;
    if (fastest > 0.0) reach_ = std::min(reach_, largest_load_angle / fastest);
    const double growth = flow_->growth > 0.0 ? std::exp(reach_ * flow_->growth / rate_) : 1.0;
    energy_ = growth * (energy_ + reach_ * forced);
    next_energy_ = growth * (next_energy_ + reach_ * next_forced);
    force_ = next_forced * rate_;
    powers_ = powers_of(reach_);
}

void Expansion::advance(double s) {
    state_at(s, column_, excess_);
    time_ += s / rate_;
    std::copy_n(column_.data(), s_.size, order(0));
    for (int i = 0; i < s_.size; ++i) order(1)[i] = excess_[i] / rate_;
}

void Expansion::state_at(double s, VectorXd& displacement, VectorXd& velocity) const {
    displacement.resize(s_.size);
    velocity.resize(s_.size);
    if (flow_->is_small()) {
        small_state_at(s_.size, series_, s, displacement.data(), velocity.data());
        velocity *= rate_;
    } else {
        any_state_at(s, displacement.data(), velocity.data());
    }
    hold(time_ + s / rate_, displacement);
    hold(1.0, velocity);
}

void Expansion::any_state_at(double s, double* d, double* v) const {
    std::fill_n(d, s_.size, 0.0);
    std::fill_n(v, s_.size, 0.0);
    for (int k = degree + 2; k > 0; --k) {
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
}

/// Takes away what contacts at rest have moved by rounding, which would gather over long rests: wᵀx = v·time.
void Expansion::hold(double time, VectorXd& x) const {
    const std::size_t count = flow_->stuck.size();
    if (count == 0) return;
    for (std::size_t i = 0; i < count; ++i) {
        const int j = flow_->stuck[i];
        slips_[i] = s_.slip[std::size_t(j)].dot(x.data()) - s_.surface_velocity[j] * time;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const double* drift = flow_->drift.col(int(i)).data();
        for (int k = 0; k < s_.size; ++k) x[k] -= drift[k] * slips_[i];
    }
}

}  // namespace stickslip::structure
