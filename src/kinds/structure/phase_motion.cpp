#include "phase_motion.hpp"

#include "complex_response.hpp"
#include "vectors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/MatrixFunctions>

namespace stickslip::structure {
namespace {

constexpr double noise_ulps = 4.0 * epsilon;

/// How fast the size of a motion that grows by itself may increase: within the longest step, 1/growth, (size +
/// h·force)·exp(growth·h) is below the line size + h·this, because exp is below its chord.
double increase(double size, double force, double growth) {
    if (!(growth > 0.0)) return force;
    constexpr double e = 2.718281828459045;
    return size * (e - 1.0) * growth + e * force;
}

}  // namespace

PhaseMotion::PhaseMotion(const DenseStructure& s, const Signals& source, const PatternFlow& flow,
                         const LocalSignals& local, const Configuration& start)
    : PhaseMotion(s, source) {
    begin(flow, local, start);
}

void PhaseMotion::begin(const PatternFlow& flow, const LocalSignals& local, const Configuration& start) {
    flow_ = &flow;
    local_ = local;
    start_ = start;
    columns_ = source_.columns();
    shapes_ = nullptr;
    tau_ = -1.0;
    for (int j = 0; j < structure_.contacts() && structure_.has_normal_springs; ++j) {
        if (!structure_.is_compliant(j)) continue;
        const double n = structure_.normal_force(j, start.position);
        local_.bounds(j, constant_column) = structure_.friction_factor[j] * std::max(n, 0.0);
    }
    drift_.setZero(structure_.size);
    for (std::size_t i = 0; i < flow.stuck.size(); ++i) {
        const double surface = structure_.surface_velocity[flow.stuck[i]];
        if (surface != 0.0) drift_ += surface * flow.drift.col(static_cast<int>(i));
    }
    hold_forces();
}

/// All forces at x = xᵢ but those of rigid contacts at rest.
void PhaseMotion::hold_forces() {
    const DenseStructure& s = structure_;
    forces_ = local_.forces;
    if (elastic_forces_.size() != s.size) elastic_forces_.resize(s.size);
    elastic_forces_.setZero();
    s.stiffness_map.add(1.0, start_.position.data(), elastic_forces_.data());
    forces_.col(constant_column) -= elastic_forces_;
    for (const int j : flow_->closed) {
        const double n = s.normal_force(j, start_.position);
        for (const auto& [i, entry] : s.lift[static_cast<std::size_t>(j)].entries()) {
            forces_(i, constant_column) += entry * n;
        }
    }
    for (int j = 0; j < s.contacts(); ++j) {
        const ContactState& state = start_.contacts[static_cast<std::size_t>(j)];
        if (state.phase == ContactPhase::slide) {
            const int columns = source_.varies(j) ? columns_ : 1;
            for (const auto& [i, w] : s.slip[static_cast<std::size_t>(j)].entries()) {
                const double share = w * state.direction;
                for (int c = 0; c < columns; ++c) forces_(i, c) -= share * local_.bounds(j, c);
            }
        } else if (state.phase == ContactPhase::stick && s.is_elastic(j)) {
            const double kt = s.contact_stiffness[j];
            for (const auto& [i, w] : s.slip[static_cast<std::size_t>(j)].entries()) {
                forces_(i, constant_column) -= w * (kt * start_.deflection[j]);
                forces_(i, slope_column) += w * (kt * s.surface_velocity[j]);
            }
        }
    }
}

void PhaseMotion::prepare() const {
    if (shapes_) return;
    shapes_ = &flow_->modes();
    modes_.clear();
    complexes_.clear();
    blocks_.clear();
    Coefficients moving = forces_;
    moving.col(constant_column) -= structure_.damping * drift_;
    moving.col(slope_column) -= shapes_->stiffness * drift_;
    const Coefficients forces = shapes_->force_map * moving;
    const VectorXd start_rates = shapes_->start_map * (start_.velocity - drift_);
    fastest_ = 0.0;
    for (const double w : source_.frequencies()) fastest_ = std::max(fastest_, w);
    slowest_ = fastest_;
    for (const double w : shapes_->rate) fastest_ = std::max(fastest_, w);
    prepare_modes(forces, start_rates);
    prepare_complex(forces, start_rates);
    prepare_blocks(forces, start_rates);
    table_.assign(static_cast<std::size_t>(shapes_->coordinates * stride), 0.0);
    basis_.assign(static_cast<std::size_t>(orders * columns_), 0.0);
    bounds_.resize(static_cast<std::size_t>(shapes_->coordinates));
}

void PhaseMotion::prepare_modes(const Coefficients& forces, const VectorXd& start_rates) const {
    const std::vector<double>& frequencies = source_.frequencies();
    const int harmonics = static_cast<int>(frequencies.size());
    for (const PatternModes::Oscillation& oscillation : shapes_->oscillations) {
        const int i = oscillation.coordinate;
        Mode mode;
        mode.start_rate = start_rates[i];
        mode.forcing.polynomial[0] = forces(i, constant_column);
        mode.forcing.polynomial[1] = forces(i, slope_column);
        mode.forcing.degree = forces(i, slope_column) != 0.0 ? 1 : 0;
        mode.drive = std::abs(forces(i, constant_column));
        mode.drive_slope = std::abs(forces(i, slope_column));
        mode.first_bound = mode.drive_slope;
        double detuning = std::max(oscillation.flow.natural_frequency, oscillation.flow.near_decay);
        for (int h = 0; h < harmonics; ++h) {
            const double s = forces(i, sine_column(h));
            const double c = forces(i, sine_column(h) + 1);
            const double amplitude = std::hypot(s, c);
            if (amplitude == 0.0) continue;
            const double w = frequencies[static_cast<std::size_t>(h)];
            mode.harmonics.push_back({amplitude, w, {c / amplitude, s / amplitude}, {}});
            mode.drive += amplitude;
            mode.first_bound += amplitude * w;
            mode.eighth_bound += amplitude * std::pow(w, 8);
            detuning = std::min(detuning,
                                0.5 * std::hypot(w - oscillation.flow.natural_frequency, oscillation.flow.near_decay));
        }
        mode.reach = detuning > 0.0 ? 1.0 / detuning : std::numeric_limits<double>::infinity();
        modes_.push_back(std::move(mode));
    }
    for (Mode& mode : modes_) {
        mode.forcing.harmonics = mode.harmonics.data();
        mode.forcing.harmonic_count = static_cast<int>(mode.harmonics.size());
    }
}

void PhaseMotion::prepare_complex(const Coefficients& forces, const VectorXd& start_rates) const {
    const std::vector<double>& frequencies = source_.frequencies();
    const int harmonics = static_cast<int>(frequencies.size());
    for (const PatternModes::ComplexMode& mode : shapes_->complex_modes) {
        const int i = mode.coordinate;
        const bool is_real = mode.root.imag() == 0.0;
        const auto pick = [&](const auto& from) { return std::complex<double>(from(i), is_real ? 0.0 : from(i + 1)); };
        Complex c;
        c.start = pick([&](int k) { return start_rates[k]; });
        c.constant = pick([&](int k) { return forces(k, constant_column); });
        c.slope = pick([&](int k) { return forces(k, slope_column); });
        c.first_bound = std::abs(c.slope);
        c.drive = std::abs(c.constant);
        for (int h = 0; h < harmonics; ++h) {
            const std::complex<double> sine = pick([&](int k) { return forces(k, sine_column(h)); });
            const std::complex<double> cosine = pick([&](int k) { return forces(k, sine_column(h) + 1); });
            const std::complex<double> unit(0.0, 1.0);
            c.forward.push_back(0.5 * (cosine - unit * sine));
            c.backward.push_back(0.5 * (cosine + unit * sine));
            const double size = std::abs(c.forward.back()) + std::abs(c.backward.back());
            const double w = frequencies[static_cast<std::size_t>(h)];
            c.drive += size;
            c.first_bound += size * w;
            c.eighth_bound += size * std::pow(w, 8);
        }
        complexes_.push_back(std::move(c));
    }
}

void PhaseMotion::prepare_blocks(const Coefficients& forces, const VectorXd& start_rates) const {
    const std::vector<double>& frequencies = source_.frequencies();
    const int harmonics = static_cast<int>(frequencies.size());
    for (const PatternModes::Block& block : shapes_->blocks) {
        const int size = static_cast<int>(block.stiffness.rows());
        const int all = 2 * size + columns_;
        BlockMotion motion;
        motion.system = MatrixXd::Zero(all, all);
        motion.system.block(0, size, size, size).setIdentity();
        motion.system.block(size, 0, size, size) = -block.stiffness;
        motion.system.block(size, size, size, size) = -block.damping;
        motion.system.block(size, 2 * size, size, columns_) = forces.middleRows(block.coordinate, size);
        motion.system(2 * size + slope_column, 2 * size + constant_column) = 1.0;
        for (int h = 0; h < harmonics; ++h) {
            const int sine = 2 * size + sine_column(h);
            motion.system(sine, sine + 1) = frequencies[static_cast<std::size_t>(h)];
            motion.system(sine + 1, sine) = -frequencies[static_cast<std::size_t>(h)];
        }
        motion.start = VectorXd::Zero(all);
        motion.start.segment(size, size) = start_rates.segment(block.coordinate, size);
        motion.start[2 * size] = 1.0;
        for (int h = 0; h < harmonics; ++h) motion.start[2 * size + sine_column(h) + 1] = 1.0;
        fastest_ = std::max(fastest_, std::sqrt(block.stiffness.cwiseAbs().maxCoeff()) + block.damping.norm());
        blocks_.push_back(std::move(motion));
    }
}

void PhaseMotion::evaluate_basis(double tau) const {
    std::fill(basis_.begin(), basis_.end(), 0.0);
    basis_[constant_column] = 1.0;
    basis_[slope_column] = tau;
    basis_[static_cast<std::size_t>(columns_) + slope_column] = 1.0;
    const std::vector<double>& frequencies = source_.frequencies();
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const double w = frequencies[h];
        double s = std::sin(w * tau);
        double c = std::cos(w * tau);
        for (int n = 0; n < orders; ++n) {
            double* values = basis_.data() + static_cast<std::ptrdiff_t>(n) * columns_;
            values[2 + 2 * h] = s;
            values[3 + 2 * h] = c;
            const double next = w * c;
            c = -w * s;
            s = next;
        }
    }
}

void PhaseMotion::evaluate(double tau) const {
    if (tau == tau_) return;
    prepare();
    tau_ = tau;
    evaluate_basis(tau);
    for (std::size_t i = 0; i < modes_.size(); ++i) evaluate_mode(i, tau);
    for (std::size_t i = 0; i < complexes_.size(); ++i) evaluate_complex(i, tau);
    for (std::size_t i = 0; i < blocks_.size(); ++i) evaluate_block(i, tau);
}

void PhaseMotion::evaluate_mode(std::size_t index, double tau) const {
    const Mode& mode = modes_[index];
    const PatternModes::Oscillation& oscillation = shapes_->oscillations[index];
    const Jet<double> jet = motion_jet(oscillation.flow, mode.forcing, 0.0, mode.start_rate, tau);
    double* d = derivatives(oscillation.coordinate);
    std::copy(jet.derivative, jet.derivative + orders, d);
    d[0] = jet.travel;
    Bounds& b = bounds_[static_cast<std::size_t>(oscillation.coordinate)];
    // √(y′² + ω²y²) grows by at most the force on y: events.md, Eq. (2).
    const double square = oscillation.flow.stiffness;
    const double frequency = std::sqrt(square);
    const double norm = std::sqrt(d[9] * d[9] + square * d[8] * d[8]);
    b.ninth = norm;
    b.ninth_rate = mode.eighth_bound;
    b.eighth = square > 0.0 ? norm / frequency : std::abs(d[8]);
    b.eighth_rate = square > 0.0 ? mode.eighth_bound / frequency : norm + mode.eighth_bound / std::max(slowest_, 1e-3);
    b.second = std::sqrt(d[2] * d[2] + square * d[1] * d[1]);
    b.second_rate = mode.first_bound;
    b.first = square > 0.0 ? b.second / frequency : std::abs(d[1]);
    b.first_rate = square > 0.0 ? mode.first_bound / frequency : b.second;
    const double reach = std::min(tau, mode.reach);
    const double swing = frequency * tau > 1.0 ? 1.0 / frequency : tau;
    b.rate_noise = std::abs(mode.start_rate) + (mode.drive + mode.drive_slope * tau) * reach;
    b.value_noise = b.rate_noise * swing;
}

void PhaseMotion::evaluate_complex(std::size_t index, double tau) const {
    const Complex& c = complexes_[index];
    const PatternModes::ComplexMode& mode = shapes_->complex_modes[index];
    const std::vector<double>& frequencies = source_.frequencies();
    const std::complex<double> root = mode.root;
    const std::complex<double> decay = std::exp(root * tau);
    std::complex<double> value = decay * c.start + c.constant * constant_response(root, tau);
    if (c.slope != 0.0) value += c.slope * slope_response(root, tau);
    std::vector<std::complex<double>>& turn = turning_;
    turn.clear();
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        turn.emplace_back(basis_[3 + 2 * h], basis_[2 + 2 * h]);  // e^{iΩτ}
        const auto response = [&](double frequency, std::complex<double> end) {
            return harmonic_response(root, frequency, tau, decay, end);
        };
        if (c.forward[h] != 0.0) value += c.forward[h] * response(frequencies[h], turn[h]);
        if (c.backward[h] != 0.0) value += c.backward[h] * response(-frequencies[h], std::conj(turn[h]));
    }
    double* re = derivatives(mode.coordinate);
    const bool is_real = root.imag() == 0.0;
    double* im = is_real ? nullptr : derivatives(mode.coordinate + 1);
    Bounds& b = bounds_[static_cast<std::size_t>(mode.coordinate)];
    double size_first = 0.0, size_second = 0.0, size_eighth = 0.0, size_ninth = 0.0;
    for (int n = 0; n < orders; ++n) {
        re[n] = value.real();
        if (im) im[n] = value.imag();
        if (n == 1) size_first = std::abs(value);
        if (n == 2) size_second = std::abs(value);
        if (n == 8) size_eighth = std::abs(value);
        if (n == 9) size_ninth = std::abs(value);
        std::complex<double> force = n == 0 ? c.constant + c.slope * tau : (n == 1 ? c.slope : 0.0);
        for (std::size_t h = 0; h < frequencies.size(); ++h) {
            force += c.forward[h] * turn[h] + c.backward[h] * std::conj(turn[h]);
            turn[h] *= std::complex<double>(0.0, frequencies[h]);
        }
        value = root * value + force;
    }
    double largest = 0.0;
    for (const double w : frequencies) largest = std::max(largest, w);
    const double growth = std::max(root.real(), 0.0);
    b.first = size_first;
    b.first_rate = increase(size_first, c.first_bound, growth);
    b.second = size_second;
    b.second_rate = increase(size_second, c.first_bound * largest, growth);
    b.eighth = size_eighth;
    b.eighth_rate = increase(size_eighth, c.eighth_bound, growth);
    b.ninth = size_ninth;
    b.ninth_rate = increase(size_ninth, c.eighth_bound * largest, growth);
    const double reach = std::min(tau, 1.0 / std::max(std::abs(root), std::numeric_limits<double>::min()));
    b.value_noise = std::abs(c.start) + (c.drive + std::abs(c.slope) * tau) * reach + size_first * reach;
    b.rate_noise = std::abs(root) * b.value_noise + c.drive + std::abs(c.slope) * tau;
    if (im) bounds_[static_cast<std::size_t>(mode.coordinate + 1)] = b;
}

void PhaseMotion::evaluate_block(std::size_t index, double tau) const {
    const BlockMotion& motion = blocks_[index];
    const PatternModes::Block& block = shapes_->blocks[index];
    const int size = static_cast<int>(block.stiffness.rows());
    const MatrixXd propagator = (motion.system * tau).exp();
    VectorXd state = propagator * motion.start;
    const double start_size = motion.start.segment(size, size).norm();
    const double drive = motion.system.block(size, 2 * size, size, columns_).cwiseAbs().rowwise().sum().maxCoeff();
    double eighth_force = 0.0;
    const std::vector<double>& frequencies = source_.frequencies();
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const int column = 2 * size + sine_column(static_cast<int>(h));
        const double amplitude = motion.system.block(size, column, size, 2).norm();
        eighth_force += amplitude * std::pow(frequencies[h], 8);
    }
    double norm_eighth = 0.0;
    for (int n = 0; n < orders; ++n) {
        for (int i = 0; i < size; ++i) derivatives(block.coordinate + i)[n] = state[i];
        if (n == 8) {
            norm_eighth =
                std::hypot(state.segment(size, size).norm(), state.head(size).cwiseProduct(block.scale).norm());
        }
        state = motion.system * state;
    }
    for (int i = 0; i < size; ++i) {
        Bounds& b = bounds_[static_cast<std::size_t>(block.coordinate + i)];
        const double* d = derivatives(block.coordinate + i);
        b.ninth = norm_eighth;
        b.ninth_rate = increase(norm_eighth, eighth_force, block.growth);
        b.eighth = std::abs(d[8]);
        b.eighth_rate = increase(0.0, norm_eighth + eighth_force / std::max(slowest_, 1e-3), block.growth);
        b.first = b.first_rate = b.second = b.second_rate = std::numeric_limits<double>::infinity();
        b.rate_noise = start_size + drive * tau;
        b.value_noise = b.rate_noise * std::min(tau, 1.0 / std::max(fastest_, 1e-300));
    }
}

void PhaseMotion::sum_force_terms(VectorXd& terms) const {
    terms = forces_.cwiseAbs().rowwise().sum();
    structure_.stiffness_map.add_sizes(start_.position.data(), terms.data());
    for (const int j : flow_->closed) {
        const double n = structure_.normal_terms(j, start_.position);
        for (const auto& [i, entry] : structure_.lift[static_cast<std::size_t>(j)].entries()) {
            terms[i] += n * std::abs(entry);
        }
    }
    structure_.damping_map.add_sizes(start_.velocity.data(), terms.data());
}

VectorXd PhaseMotion::displacement() const {
    VectorXd d = tau_ * drift_;
    for (int i = 0; i < shapes_->coordinates; ++i) d += derivatives(i)[0] * shapes_->shape.col(i);
    return d;
}

VectorXd PhaseMotion::velocity() const {
    VectorXd v = drift_;
    for (int i = 0; i < shapes_->coordinates; ++i) v += derivatives(i)[1] * shapes_->shape.col(i);
    return v;
}

VectorXd PhaseMotion::acceleration() const {
    VectorXd a = VectorXd::Zero(structure_.size);
    for (int i = 0; i < shapes_->coordinates; ++i) a += derivatives(i)[2] * shapes_->shape.col(i);
    return a;
}

LinearFunction PhaseMotion::function(const Eigen::RowVectorXd& row, const Eigen::RowVectorXd& rate_row,
                                     const Eigen::RowVectorXd& outside) const {
    prepare();
    LinearFunction f;
    f.outside = outside;
    f.scale = outside.cwiseAbs().sum();
    const Eigen::RowVectorXd p = row * shapes_->shape;
    f.displacement.assign(p.data(), p.data() + p.size());
    f.velocity.assign(f.displacement.size(), 0.0);
    f.has_velocity = (rate_row.array() != 0.0).any();
    if (f.has_velocity) {
        const Eigen::RowVectorXd q = rate_row * shapes_->shape;
        f.velocity.assign(q.data(), q.data() + q.size());
    }
    f.outside[constant_column] += rate_row.dot(drift_);
    f.outside[slope_column] += row.dot(drift_);
    f.scale += rate_row.cwiseAbs().dot(drift_.cwiseAbs());
    return f;
}

double PhaseMotion::derivative(const LinearFunction& f, int order) const {
    double sum = 0.0;
    for (int c = 0; c < columns_; ++c) sum += f.outside[c] * basis(order)[c];
    if (!f.depends_on_motion()) return sum;
    if (!f.has_velocity) {
        const double* d = table_.data() + order;
        for (const double share : f.displacement) {
            sum += share * *d;
            d += stride;
        }
        return sum;
    }
    for (int i = 0; i < shapes_->coordinates; ++i) {
        const double* d = derivatives(i);
        sum += f.displacement[static_cast<std::size_t>(i)] * d[order] +
               f.velocity[static_cast<std::size_t>(i)] * d[order + 1];
    }
    return sum;
}

void PhaseMotion::add_outside(const LinearFunction& f, Taylor& t) const {
    for (int n = 0; n <= degree; ++n) {
        const double* values = basis(n);
        for (int c = 0; c < columns_; ++c) t.coefficient[n] += f.outside[c] * values[c];
    }
    const std::vector<double>& frequencies = source_.frequencies();
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const int column = sine_column(static_cast<int>(h));
        t.bound += std::hypot(f.outside[column], f.outside[column + 1]) * std::pow(frequencies[h], degree + 1);
    }
    t.noise += noise_ulps * (f.scale + std::abs(f.outside[slope_column]) * tau_);
    double factorial = 1.0;
    for (int n = 2; n <= degree; ++n) {
        factorial *= n;
        t.coefficient[n] /= factorial;
    }
}

PhaseMotion::Taylor PhaseMotion::taylor(const LinearFunction& f) const {
    Taylor t{};
    if (f.depends_on_motion()) {
        for (int i = 0; i < shapes_->coordinates; ++i) {
            const double p = f.displacement[static_cast<std::size_t>(i)];
            const double q = f.velocity[static_cast<std::size_t>(i)];
            const double* d = derivatives(i);
            for (int n = 0; n <= degree; ++n) t.coefficient[n] += p * d[n] + q * d[n + 1];
            const Bounds& b = bounds_[static_cast<std::size_t>(i)];
            t.bound += std::abs(p) * b.eighth + std::abs(q) * b.ninth;
            t.bound_rate += std::abs(p) * b.eighth_rate + std::abs(q) * b.ninth_rate;
            t.noise += noise_ulps * (std::abs(p) * b.value_noise + std::abs(q) * b.rate_noise);
        }
    }
    add_outside(f, t);
    return t;
}

PhaseMotion::Taylor PhaseMotion::slow_taylor(const LinearFunction& f, double fastest, double step, double& tube) const {
    Taylor t{};
    tube = 0.0;
    if (f.depends_on_motion()) {
        for (int i = 0; i < shapes_->coordinates; ++i) {
            const double p = f.displacement[static_cast<std::size_t>(i)];
            const double q = f.velocity[static_cast<std::size_t>(i)];
            const double* d = derivatives(i);
            const Bounds& b = bounds_[static_cast<std::size_t>(i)];
            t.noise += noise_ulps * (std::abs(p) * b.value_noise + std::abs(q) * b.rate_noise);
            if (shapes_->rate[static_cast<std::size_t>(i)] > fastest) {
                const double speed = b.first + step * b.first_rate;
                t.coefficient[0] += p * d[0];
                tube += (std::abs(p) * step + std::abs(q)) * speed;
                continue;
            }
            for (int n = 0; n <= degree; ++n) t.coefficient[n] += p * d[n] + q * d[n + 1];
            t.bound += std::abs(p) * b.eighth + std::abs(q) * b.ninth;
            t.bound_rate += std::abs(p) * b.eighth_rate + std::abs(q) * b.ninth_rate;
        }
    }
    add_outside(f, t);
    return t;
}

}  // namespace stickslip::structure
