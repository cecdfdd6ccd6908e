#include "pattern_flow.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "decompositions.hpp"
#include "small_series.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// Complex modes are used as long as their vectors are this independent: digits lost in telling them apart.
constexpr double largest_condition = 1e5;
/// The same where friction couples the modes: they come together where flutter begins, and often nearly do.
constexpr double largest_rubbing_condition = 1e3;
/// Directions of contacts that differ by less, of the largest, depend on each other.
constexpr double smallest_difference = 1e-10;
/// Off-diagonal damping below this share of the largest entry is rounding.
constexpr double coupling_noise = 64.0 * epsilon;

MatrixXd as_matrix(const Matrix& m) {
    return Eigen::Map<const Coefficients>(m.values.data(), static_cast<int>(m.rows), static_cast<int>(m.columns));
}

double static_factor_of(const Contact& contact) {
    if (const auto& spring = contact.normal_spring) {
        return spring->mu_static && spring->mu > 0.0 ? *spring->mu_static / spring->mu : 1.0;
    }
    return contact.static_bound && contact.bound > 0.0 ? *contact.static_bound / contact.bound : 1.0;
}

bool is_same(const MatrixXd& dense, const Matrix& m) {
    if (std::size_t(dense.rows()) != m.rows) return false;
    for (std::size_t i = 0; i < m.rows; ++i) {
        for (std::size_t j = 0; j < m.columns; ++j) {
            if (dense(int(i), int(j)) != m(i, j)) return false;
        }
    }
    return true;
}

MatrixXd columns_of(const MatrixXd& m, const std::vector<int>& which) {
    MatrixXd chosen(m.rows(), static_cast<int>(which.size()));
    for (std::size_t i = 0; i < which.size(); ++i) chosen.col(static_cast<int>(i)) = m.col(which[i]);
    return chosen;
}

/// Entries off the diagonal that are more than rounding: 1, else 0.
MatrixXd couplings(const MatrixXd& m) {
    if (m.size() == 0) return m;
    const double noise = coupling_noise * double(m.rows()) * m.cwiseAbs().maxCoeff();
    return (m.cwiseAbs().array() > noise).select(MatrixXd::Ones(m.rows(), m.cols()), 0.0);
}

/// The sets of modes that these entries couple, either way, each in rising order of frequency.
std::vector<std::vector<int>> coupled_sets(const MatrixXd& entries) {
    const MatrixXd coupled = entries + entries.transpose();
    const int size = static_cast<int>(coupled.rows());
    std::vector<int> set(static_cast<std::size_t>(size), -1);
    std::vector<std::vector<int>> sets;
    for (int first = 0; first < size; ++first) {
        if (set[static_cast<std::size_t>(first)] >= 0) continue;
        const int id = static_cast<int>(sets.size());
        sets.push_back({first});
        set[static_cast<std::size_t>(first)] = id;
        for (std::size_t next = 0; next < sets.back().size(); ++next) {
            const int i = sets.back()[next];
            for (int j = 0; j < size; ++j) {
                if (set[static_cast<std::size_t>(j)] >= 0 || coupled(i, j) == 0.0) continue;
                set[static_cast<std::size_t>(j)] = id;
                sets.back().push_back(j);
            }
        }
        std::sort(sets.back().begin(), sets.back().end());
    }
    return sets;
}

/// The directions of contacts, measured by the mass: L⁻¹W.
MatrixXd scaled_directions(const DenseStructure& s, const std::vector<int>& contacts) {
    return s.mass_factor.matrixL().solve(columns_of(s.directions, contacts));
}

/// The solution for each column of the right side, of which there may be none: Eigen looks at the first.
template <class Factor>
MatrixXd solved(const Factor& factor, const MatrixXd& right) {
    return right.cols() > 0 ? MatrixXd(factor.solve(right)) : right;
}

}  // namespace

DenseStructure::DenseStructure(const Structure& s)
    : size(static_cast<int>(s.size())),
      mass(as_matrix(s.mass)),
      damping(as_matrix(s.damping)),
      stiffness(as_matrix(s.stiffness)),
      mass_factor(mass) {
    const int count = static_cast<int>(s.contacts.size());
    directions = MatrixXd::Zero(size, count);
    surface_velocity = VectorXd::Zero(count);
    contact_stiffness = VectorXd::Zero(count);
    static_factor = VectorXd::Ones(count);
    normals = MatrixXd::Zero(size, count);
    normal_stiffness = preload = friction_factor = normal_reach = VectorXd::Zero(count);
    for (int j = 0; j < count; ++j) {
        const Contact& contact = s.contacts[static_cast<std::size_t>(j)];
        directions.col(j) = Eigen::Map<const VectorXd>(contact.direction.data(), size);
        surface_velocity[j] = contact.surface_velocity;
        contact_stiffness[j] = contact.stiffness.value_or(0.0);
        static_factor[j] = static_factor_of(contact);
        if (!contact.normal_spring) continue;
        const NormalSpring& spring = *contact.normal_spring;
        has_normal_springs = true;
        normals.col(j) = Eigen::Map<const VectorXd>(spring.direction.data(), size);
        normal_stiffness[j] = spring.stiffness;
        preload[j] = spring.preload;
        friction_factor[j] = spring.mu;
    }
    inverse_mass_directions = solved(mass_factor, directions);
    mass_map = LinearMap(mass);
    stiffness_map = LinearMap(stiffness);
    damping_map = LinearMap(damping);
    inverse_mass = LinearMap(mass_factor.solve(MatrixXd::Identity(size, size)));
    stiffness_rates = LinearMap(mass_factor.solve(stiffness));
    damping_rates = LinearMap(mass_factor.solve(damping));
    stiffness_sums = stiffness_rates.matrix().cwiseAbs().rowwise().sum();
    damping_norm = damping_rates.matrix().cwiseAbs().rowwise().sum().maxCoeff();
    compliance = VectorXd::Zero(count);
    compliance_root = VectorXd::Zero(count);
    for (int j = 0; j < count; ++j) {
        slip.emplace_back(directions.col(j));
        pull.emplace_back(inverse_mass_directions.col(j));
        compliance[j] = directions.col(j).dot(inverse_mass_directions.col(j));
        compliance_root[j] = std::sqrt(compliance[j]);
    }
    if (!has_normal_springs) return;
    const MatrixXd pulls = mass_factor.solve(normals);
    for (int j = 0; j < count; ++j) {
        lift.emplace_back(normals.col(j));
        lift_pull.emplace_back(pulls.col(j));
        normal_reach[j] = std::sqrt(normals.col(j).dot(pulls.col(j)));
    }
}

bool DenseStructure::is_that_of(const Structure& s) const {
    if (std::size_t(size) != s.size() || std::size_t(contacts()) != s.contacts.size()) return false;
    for (int j = 0; j < contacts(); ++j) {
        const Contact& contact = s.contacts[std::size_t(j)];
        if (directions.col(j) != Eigen::Map<const VectorXd>(contact.direction.data(), size) ||
            surface_velocity[j] != contact.surface_velocity ||
            contact_stiffness[j] != contact.stiffness.value_or(0.0) || static_factor[j] != static_factor_of(contact)) {
            return false;
        }
        if (contact.normal_spring.has_value() != is_compliant(j)) return false;
        if (contact.normal_spring && !is_that_of(*contact.normal_spring, j)) return false;
    }
    return is_same(mass, s.mass) && is_same(damping, s.damping) && is_same(stiffness, s.stiffness);
}

bool DenseStructure::is_that_of(const NormalSpring& spring, int contact) const {
    return normals.col(contact) == Eigen::Map<const VectorXd>(spring.direction.data(), size) &&
           normal_stiffness[contact] == spring.stiffness && preload[contact] == spring.preload &&
           friction_factor[contact] == spring.mu;
}

double DenseStructure::largest_square() const {
    VectorXd sums = stiffness_sums;
    for (int j = 0; j < contacts(); ++j) {
        const auto at = std::size_t(j);
        const double reach = contact_stiffness[j] * slip[at].sum_of_sizes();
        for (const auto& [i, entry] : pull[at].entries()) sums[i] += reach * std::abs(entry);
        if (!is_compliant(j)) continue;
        const double press = normal_stiffness[j] * lift[at].sum_of_sizes();
        for (const auto& [i, entry] : lift_pull[at].entries()) sums[i] += press * std::abs(entry);
        for (const auto& [i, entry] : pull[at].entries()) sums[i] += friction_factor[j] * press * std::abs(entry);
    }
    return sums.maxCoeff();
}

MatrixXd DenseStructure::closed_stiffness() const {
    MatrixXd all = stiffness;
    for (int j = 0; j < contacts(); ++j) {
        if (is_compliant(j)) all += normal_stiffness[j] * normals.col(j) * normals.col(j).transpose();
    }
    return all;
}

PatternFlow::PatternFlow(const DenseStructure& s, const std::vector<ContactState>& contacts) : structure_(s) {
    sort(contacts);
    learn_growth();
    if (!stuck.empty()) hold();
    learn_fastest_rate();
    if (s.size <= SmallSeries::largest_size) learn_rates();
}

void PatternFlow::sort(const std::vector<ContactState>& contacts) {
    for (int j = 0; j < int(contacts.size()); ++j) {
        const auto& [phase, direction] = contacts[std::size_t(j)];
        if (phase == ContactPhase::open) continue;
        if (phase == ContactPhase::stick) (structure_.is_elastic(j) ? springs : stuck).push_back(j);
        if (!structure_.is_compliant(j)) continue;
        closed.push_back(j);
        const double factor = -direction * structure_.bound_slope(j);
        if (factor != 0.0) rubbing.push_back({j, factor});
    }
}

/// Friction that follows a normal force pushes with |factor·nᵀy| ≤ μ·√k_n·√(yᵀKy), in the norm of M⁻¹ with √(wᵀM⁻¹w)
/// times that.
void PatternFlow::learn_growth() {
    for (const auto& [j, factor] : rubbing) {
        growth += std::abs(factor) / std::sqrt(structure_.normal_stiffness[j]) * structure_.compliance_root[j];
    }
}

MatrixXd PatternFlow::held_springs() const {
    const DenseStructure& s = structure_;
    MatrixXd all = s.stiffness;
    for (const int j : closed) all.noalias() += s.normal_stiffness[j] * s.normals.col(j) * s.normals.col(j).transpose();
    for (const auto& [j, factor] : rubbing) {
        all.noalias() -= factor * s.directions.col(j) * s.normals.col(j).transpose();
    }
    return all;
}

MatrixXd PatternFlow::stiffness() const {
    const DenseStructure& s = structure_;
    MatrixXd all = held_springs();
    for (const int j : springs) {
        all.noalias() += s.contact_stiffness[j] * s.directions.col(j) * s.directions.col(j).transpose();
    }
    return all;
}

/// What the rigid contacts at rest do.
void PatternFlow::hold() {
    const DenseStructure& s = structure_;
    const MatrixXd inverse = pseudo_inverse(scaled_directions(s, stuck), smallest_difference);
    // λ = (L⁻¹W)⁺·L⁻¹·forces, u₀ = L⁻ᵀ·((L⁻¹W)⁺)ᵀ·v.
    drift = s.mass_factor.matrixU().solve(inverse.transpose());
    reaction = drift.transpose();
    inverse_gram = inverse * inverse.transpose();
    const auto count = int(stuck.size());
    hold_rate.resize(count);
    force_rate.resize(count);
    for (int j = 0; j < count; ++j) {
        const VectorXd r = drift.col(j);
        double stiffness = s.stiffness_map.quadratic(r.data());
        for (const int k : springs) {
            const double stretch = s.slip[std::size_t(k)].dot(r.data());
            stiffness += s.contact_stiffness[k] * stretch * stretch;
        }
        double rubbed = 0.0;
        for (const int k : closed) {
            const double press = s.lift[std::size_t(k)].dot(r.data());
            stiffness += s.normal_stiffness[k] * press * press;
        }
        for (const auto& [k, factor] : rubbing) {
            rubbed += std::abs(factor * s.slip[std::size_t(k)].dot(r.data())) / std::sqrt(s.normal_stiffness[k]);
        }
        const double damping = s.damping_map.quadratic(r.data()) * s.damping_norm;
        hold_rate[j] = std::sqrt(std::max(stiffness, 0.0)) + std::sqrt(std::max(damping, 0.0)) + rubbed;
        force_rate[j] = std::sqrt(inverse_gram(j, j));
    }
    stuck_mechanisms = mechanisms(s, stuck);
}

/// No eigenvalue is larger than a norm: the largest sum of a row of |M⁻¹K|, springs of contacts included.
void PatternFlow::learn_fastest_rate() {
    const DenseStructure& s = structure_;
    VectorXd sums = s.stiffness_sums;
    for (const int j : springs) {
        const double reach = s.contact_stiffness[j] * s.directions.col(j).cwiseAbs().sum();
        for (const auto& [i, pull] : s.pull[std::size_t(j)].entries()) sums[i] += reach * std::abs(pull);
    }
    for (const int j : closed) {
        const double press = s.normal_stiffness[j] * s.lift[std::size_t(j)].sum_of_sizes();
        for (const auto& [i, pull] : s.lift_pull[std::size_t(j)].entries()) sums[i] += press * std::abs(pull);
    }
    for (const auto& [j, factor] : rubbing) {
        const double press = std::abs(factor) * s.lift[std::size_t(j)].sum_of_sizes();
        for (const auto& [i, pull] : s.pull[std::size_t(j)].entries()) sums[i] += press * std::abs(pull);
    }
    fastest_rate = std::sqrt(sums.maxCoeff()) + s.damping_norm;
}

void PatternFlow::learn_rates() {
    const DenseStructure& s = structure_;
    const MatrixXd stiffness = this->stiffness();
    stiffness_rates = MatrixXd::Zero(SmallSeries::padded(s.size), s.size);
    damping_rates = stiffness_rates;
    stiffness_rates.topRows(s.size) = s.mass_factor.solve(stiffness);
    damping_rates.topRows(s.size) = s.mass_factor.solve(s.damping);
    if (stuck.empty()) return;
    held_stiffness = reaction * stiffness;
    held_damping = reaction * s.damping;
    const MatrixXd pulls = columns_of(s.inverse_mass_directions, stuck);
    stiffness_rates.topRows(s.size) -= pulls * held_stiffness;
    damping_rates.topRows(s.size) -= pulls * held_damping;
}

const PatternModes& PatternFlow::modes() const {
    std::call_once(once_, [this] {
        const DenseStructure& s = structure_;
        MatrixXd free = MatrixXd::Identity(s.size, s.size);
        if (!stuck.empty()) free = orthogonal_complement(scaled_directions(s, stuck), smallest_difference);
        modes_ = std::make_unique<PatternModes>(s, free, *this);
        has_modes_ = true;
    });
    return *modes_;
}

PatternModes::PatternModes(const DenseStructure& s, const MatrixXd& free_directions, const PatternFlow& flow)
    : stiffness(flow.stiffness()) {
    const MatrixXd basis = solved(s.mass_factor.matrixU(), free_directions);  // Z = L⁻ᵀ·Q
    const MatrixXd reduced = basis.transpose() * stiffness * basis;
    const int modes = static_cast<int>(reduced.rows());
    auto [squares, vectors] = modes > 0 ? eigenpairs(0.5 * (reduced + reduced.transpose())) : Eigenpairs{};
    const double zero = modes > 0 ? 8.0 * s.size * epsilon * squares.cwiseAbs().maxCoeff() : 0.0;
    const MatrixXd shapes = modes > 0 ? MatrixXd(basis * vectors) : MatrixXd(s.size, 0);
    MatrixXd modal_damping = shapes.transpose() * s.damping * shapes;
    const double damping_scale = s.damping.size() > 0 ? s.damping.cwiseAbs().maxCoeff() : 0.0;
    if (modes > 0) {
        const double noise = 8.0 * s.size * epsilon * damping_scale * shapes.cwiseAbs2().maxCoeff();
        modal_damping = (modal_damping.cwiseAbs().array() <= noise).select(0.0, modal_damping);
    }
    const bool is_rubbing = !flow.rubbing.empty();
    for (double& square : squares) {
        if (std::abs(square) <= zero || (!is_rubbing && square < 0.0)) square = 0.0;
    }
    // Friction that follows a normal force makes the stiffness unsymmetric, which couples modes like damping.
    MatrixXd modal_stiffness = squares.asDiagonal();
    MatrixXd coupled = couplings(modal_damping);
    if (is_rubbing && modes > 0) {
        modal_stiffness += 0.5 * vectors.transpose() * (reduced - reduced.transpose()) * vectors;
        coupled += couplings(modal_stiffness);
    }
    shape = Coefficients::Zero(s.size, 2 * modes);
    force_map = MatrixXd::Zero(2 * modes, s.size);
    rate.assign(static_cast<std::size_t>(2 * modes), 0.0);
    int next = 0;
    for (const std::vector<int>& members : coupled_sets(coupled)) {
        const int mode = members.front();
        const bool may_grow = is_rubbing && (members.size() > 1 || squares[mode] < 0.0);
        if (members.size() == 1 && !may_grow) {
            add_oscillation(shapes, 0.5 * modal_damping(mode, mode), squares[mode], mode, next);
        } else {
            couple(shapes, modal_damping, modal_stiffness, members, may_grow, next);
        }
    }
    coordinates = next;
    shape.conservativeResize(Eigen::NoChange, coordinates);
    force_map.conservativeResize(coordinates, Eigen::NoChange);
    rate.resize(static_cast<std::size_t>(coordinates));
    restoring_map = force_map * flow.held_springs();
    start_map = force_map * s.mass;
}

void PatternModes::add_oscillation(const MatrixXd& modes, double half_damping, double square, int mode, int& next) {
    half_damping = std::max(half_damping, 0.0);
    oscillations.push_back({next, linear_flow(flow_kind(half_damping, square), half_damping, square)});
    shape.col(next) = modes.col(mode);
    force_map.row(next) = modes.col(mode).transpose();
    rate[static_cast<std::size_t>(next)] = std::sqrt(square) + 2.0 * half_damping;
    ++next;
}

void PatternModes::couple(const MatrixXd& modes, const MatrixXd& modal_damping, const MatrixXd& modal_stiffness,
                          const std::vector<int>& members, bool may_grow, int& next) {
    const int size = static_cast<int>(members.size());
    const MatrixXd shapes = columns_of(modes, members);
    MatrixXd damping(size, size);
    MatrixXd squares(size, size);
    for (int i = 0; i < size; ++i) {
        for (int j = 0; j < size; ++j) {
            damping(i, j) = modal_damping(members[static_cast<std::size_t>(i)], members[static_cast<std::size_t>(j)]);
            squares(i, j) = modal_stiffness(members[static_cast<std::size_t>(i)], members[static_cast<std::size_t>(j)]);
        }
    }
    // Displacements are measured in v/ω̄, so that both halves of the vectors are of one size.
    const double scale = std::sqrt(std::max(squares.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min()));
    MatrixXd system = MatrixXd::Zero(2 * size, 2 * size);
    system.topRightCorner(size, size).diagonal().setConstant(scale);
    system.bottomLeftCorner(size, size) = -squares / scale;
    system.bottomRightCorner(size, size) = -damping;
    const Eigen::EigenSolver<MatrixXd> solver(system);
    const Eigen::MatrixXcd vectors = solver.eigenvectors();
    const Eigen::PartialPivLU<Eigen::MatrixXcd> factor(vectors);
    if (!(factor.rcond() * (may_grow ? largest_rubbing_condition : largest_condition) > 1.0)) {
        Block block{next, damping, squares, squares.diagonal().cwiseMax(0.0).cwiseSqrt()};
        if (may_grow) {
            block.scale.setConstant(scale);
            block.growth = std::max(-least_eigenvalue(-0.5 * (system + system.transpose())), 0.0);
            growth = std::max(growth, block.growth);
        }
        blocks.push_back(std::move(block));
        shape.middleCols(next, size) = shapes;
        force_map.middleRows(next, size) = shapes.transpose();
        next += size;
        return;
    }
    const Eigen::MatrixXcd inverse = factor.inverse();
    const double rounding = 4.0 * size * epsilon * (scale + damping.norm());
    for (int i = 0; i < 2 * size; ++i) {
        std::complex<double> root = solver.eigenvalues()[i];
        if (root.imag() < 0.0) continue;  // the conjugate of another
        if (std::abs(root) <= rounding) root = 0.0;
        if (!may_grow) root = {std::min(root.real(), 0.0), root.imag()};
        growth = std::max(growth, root.real());
        complex_modes.push_back({next, root});
        const bool is_real = root.imag() == 0.0;
        const Eigen::VectorXcd displacement = vectors.col(i).head(size) / scale;
        const Eigen::RowVectorXcd force = inverse.row(i).tail(size);
        const double weight = is_real ? 1.0 : 2.0;
        shape.col(next) = weight * (shapes * displacement.real());
        force_map.row(next) = (shapes * force.real().transpose()).transpose();
        rate[static_cast<std::size_t>(next)] = std::abs(root);
        ++next;
        if (is_real) continue;
        shape.col(next) = -weight * (shapes * displacement.imag());
        force_map.row(next) = (shapes * force.imag().transpose()).transpose();
        rate[static_cast<std::size_t>(next)] = std::abs(root);
        ++next;
    }
}

}  // namespace stickslip::structure
