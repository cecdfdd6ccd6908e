#include "tangent.hpp"

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>

#include "complex_response.hpp"
#include "phase_view.hpp"

namespace stickslip::structure {
namespace {

/// The coordinates of a phase and their rates for forces that are constant in it, from rest at given rates.
struct Coordinates {
    MatrixXd value;
    MatrixXd rate;
};

Coordinates coordinates_of(const PatternModes& modes, double tau, const MatrixXd& force, const MatrixXd& start) {
    Coordinates c{MatrixXd::Zero(force.rows(), force.cols()), MatrixXd::Zero(force.rows(), force.cols())};
    for (const PatternModes::Oscillation& o : modes.oscillations) {
        const int i = o.coordinate;
        const FreeResponse<double> r = free_response(o.flow, tau, rotation(o.flow.natural_frequency * tau));
        c.value.row(i) = r.push * force.row(i) + r.g * start.row(i);
        c.rate.row(i) = r.g * force.row(i) + r.g_rate * start.row(i);
    }
    for (const PatternModes::ComplexMode& mode : modes.complex_modes) {
        const int i = mode.coordinate;
        const bool is_real = mode.root.imag() == 0.0;
        const std::complex<double> decay = std::exp(mode.root * tau);
        const std::complex<double> push = constant_response(mode.root, tau);
        for (int k = 0; k < force.cols(); ++k) {
            const std::complex<double> f(force(i, k), is_real ? 0.0 : force(i + 1, k));
            const std::complex<double> s(start(i, k), is_real ? 0.0 : start(i + 1, k));
            const std::complex<double> value = decay * s + push * f;
            const std::complex<double> rate = mode.root * value + f;
            c.value(i, k) = value.real();
            c.rate(i, k) = rate.real();
            if (is_real) continue;
            c.value(i + 1, k) = value.imag();
            c.rate(i + 1, k) = rate.imag();
        }
    }
    for (const PatternModes::Block& block : modes.blocks) {
        const int size = static_cast<int>(block.stiffness.rows());
        MatrixXd system = MatrixXd::Zero(3 * size, 3 * size);  // y, y′ and a force that stays
        system.block(0, size, size, size).setIdentity();
        system.block(size, 0, size, size) = -block.stiffness;
        system.block(size, size, size, size) = -block.damping;
        system.block(size, 2 * size, size, size).setIdentity();
        const MatrixXd moved = (system * tau).exp();
        const auto forces = force.middleRows(block.coordinate, size);
        const auto starts = start.middleRows(block.coordinate, size);
        c.value.middleRows(block.coordinate, size) =
            moved.block(0, size, size, size) * starts + moved.block(0, 2 * size, size, size) * forces;
        c.rate.middleRows(block.coordinate, size) =
            moved.block(size, size, size, size) * starts + moved.block(size, 2 * size, size, size) * forces;
    }
    return c;
}

}  // namespace

StateLayout::StateLayout(const DenseStructure& s) : degrees(s.size) {
    for (int j = 0; j < s.contacts(); ++j) {
        if (s.is_elastic(j)) elastic.push_back(j);
    }
}

VectorXd StateLayout::state(const Configuration& c) const {
    VectorXd all(size());
    all.head(degrees) = c.position;
    all.segment(degrees, degrees) = c.velocity;
    for (std::size_t e = 0; e < elastic.size(); ++e) all[2 * degrees + int(e)] = c.deflection[elastic[e]];
    return all;
}

void StateLayout::set(const VectorXd& all, Configuration& c) const {
    c.position = all.head(degrees);
    c.velocity = all.segment(degrees, degrees);
    for (std::size_t e = 0; e < elastic.size(); ++e) c.deflection[elastic[e]] = all[2 * degrees + int(e)];
}

Tangent::Tangent(const DenseStructure& s, MatrixXd start) : s_(s), layout_(s), now_(std::move(start)) {}

void Tangent::phase(const PhaseMotion& motion, const FirstEvent& event) {
    jump(motion);
    if (event.time > 0.0) flow(motion, event.time);
    note(motion, event);
}

void Tangent::flow(const PhaseMotion& motion, double duration) {
    const PatternModes& modes = motion.flow().modes();
    const std::vector<ContactState>& contacts = motion.start().contacts;
    const int n = layout_.degrees;
    MatrixXd force = -(modes.restoring_map * now_.topRows(n));  // on the coordinates
    for (std::size_t e = 0; e < layout_.elastic.size(); ++e) {
        const int j = layout_.elastic[e];
        if (contacts[std::size_t(j)].phase != ContactPhase::stick) {
            now_.row(2 * n + int(e)).setZero();  // at the bound, or open
            continue;
        }
        const VectorXd pull = modes.force_map * s_.directions.col(j);
        force.noalias() -= s_.contact_stiffness[j] * pull * now_.row(2 * n + int(e));
    }
    const Coordinates c = coordinates_of(modes, duration, force, modes.start_map * now_.middleRows(n, n));
    const MatrixXd moved = modes.shape * c.value;
    now_.topRows(n) += moved;
    now_.middleRows(n, n).noalias() = modes.shape * c.rate;
    for (std::size_t e = 0; e < layout_.elastic.size(); ++e) {
        const int j = layout_.elastic[e];
        if (contacts[std::size_t(j)].phase == ContactPhase::stick) {
            now_.row(2 * n + int(e)) += s_.directions.col(j).transpose() * moved;
        }
    }
    for (const auto& [j, factor] : motion.flow().rubbing) {  // sliders at a bound that follows the normal force
        if (!s_.is_elastic(j)) continue;
        now_.row(place(j)) = -factor / s_.contact_stiffness[j] * (s_.normals.col(j).transpose() * now_.topRows(n));
    }
}

int Tangent::place(int contact) const {
    const auto found = std::find(layout_.elastic.begin(), layout_.elastic.end(), contact);
    return 2 * layout_.degrees + int(found - layout_.elastic.begin());
}

VectorXd Tangent::rates(const PhaseMotion& motion) const {
    const int n = layout_.degrees;
    VectorXd all = VectorXd::Zero(layout_.size());
    all.head(n) = motion.velocity();
    all.segment(n, n) = motion.acceleration();
    const VectorXd z_rate = deflection_rate(s_, motion);
    for (std::size_t e = 0; e < layout_.elastic.size(); ++e) all[2 * n + int(e)] = z_rate[layout_.elastic[e]];
    return all;
}

/// Whether the rates of the state jump where it has happened, apart from z′ of contacts at their bound: these need no
/// jump, because their δz follows from the bound. The time of a prescribed normal force does not depend on the motion.
bool Tangent::makes_rates_jump(const Watched& w) const {
    if (w.what == Watch::normal) return s_.is_compliant(w.contact);
    if (w.what == Watch::slip) return !s_.is_elastic(w.contact);
    if (w.what != Watch::hold) return false;
    return std::ranges::any_of(w.mechanism->contacts, [&](int j) { return s_.is_stiction(j); });
}

void Tangent::note(const PhaseMotion& motion, const FirstEvent& event) {
    triggers_.clear();
    for (const Watched& w : event.happened) {
        if (!makes_rates_jump(w)) continue;
        motion.evaluate(event.time);
        const double rate = motion.derivative(function_of(s_, motion, w), 1);
        if (rate != 0.0) triggers_.push_back({w.what, w.contact, gradient(motion, w), rate});
    }
    if (triggers_.empty()) return;
    rates_before_ = rates(motion);
    friction_before_ = friction(s_, motion);
    at_rest_before_ = motion.flow().stuck;
}

/// ∇h over the numbers of the state.
Eigen::RowVectorXd Tangent::gradient(const PhaseMotion& motion, const Watched& w) const {
    const int n = layout_.degrees;
    Eigen::RowVectorXd g = Eigen::RowVectorXd::Zero(layout_.size());
    const auto bound_slope = [&](int j) { return s_.bound_slope(j) * s_.normals.col(j).transpose(); };
    if (w.what == Watch::slip) {
        g.segment(n, n) = w.direction * s_.directions.col(w.contact).transpose();
        if (s_.is_elastic(w.contact)) g.segment(n, n) -= bound_slope(w.contact) / s_.contact_stiffness[w.contact];
    }
    if (w.what == Watch::deflection) {
        g[place(w.contact)] = -w.direction * s_.contact_stiffness[w.contact];
        g.head(n) = bound_slope(w.contact);
    }
    if (w.what == Watch::normal) {
        g.head(n) = -w.direction * s_.normal_stiffness[w.contact] * s_.normals.col(w.contact).transpose();
    }
    if (w.what != Watch::hold) return g;
    // h = hold − direction·Σ share·λ, λ = reaction·(forces − C·x′ − K·x − Σ k_t·z·w).
    const PatternFlow& flow = motion.flow();
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(n);
    for (std::size_t i = 0; i < w.mechanism->contacts.size(); ++i) {
        const auto found = std::find(flow.stuck.begin(), flow.stuck.end(), w.mechanism->contacts[i]);
        row += w.mechanism->share[i] * flow.reaction.row(int(found - flow.stuck.begin()));
    }
    row *= w.direction;
    g.head(n) = row * flow.held_springs();
    for (std::size_t i = 0; i < w.mechanism->contacts.size(); ++i) {
        const int j = w.mechanism->contacts[i];
        g.head(n) += std::abs(w.mechanism->share[i]) * s_.static_factor[j] * bound_slope(j);
    }
    g.segment(n, n) = row * s_.damping;
    for (const int j : layout_.elastic) {
        if (motion.start().contacts[std::size_t(j)].phase != ContactPhase::stick) continue;
        g[place(j)] = s_.contact_stiffness[j] * row.dot(s_.directions.col(j).transpose());
    }
    return g;
}

void Tangent::jump(const PhaseMotion& next) {
    if (triggers_.empty()) return;
    next.evaluate(0.0);
    const std::vector<int>& at_rest = next.flow().stuck;
    const auto stops = [&](const Trigger& t) {
        return t.what == Watch::slip && std::ranges::count(at_rest, t.contact) > 0;
    };
    const bool only_stops = std::ranges::all_of(triggers_, stops) && std::ranges::includes(at_rest, at_rest_before_);
    if (only_stops) {
        bring_to_rest(next);
    } else {
        const VectorXd change = rates(next) - rates_before_;
        if (triggers_.size() == 1) {
            shift(triggers_.front(), triggers_.front().rate, change);
        } else {
            jump_in_turn(next, change, stops);
        }
    }
    triggers_.clear();
}

/// δx′ ← the nearest, in energy, at which the contacts at rest rest: what any sequence of stops amounts to.
void Tangent::bring_to_rest(const PhaseMotion& next) {
    const PatternFlow& flow = next.flow();
    auto velocities = now_.middleRows(layout_.degrees, layout_.degrees);
    MatrixXd slips(int(flow.stuck.size()), now_.cols());
    for (std::size_t i = 0; i < flow.stuck.size(); ++i) {
        slips.row(int(i)) = s_.directions.col(flow.stuck[i]).transpose() * velocities;
    }
    if (!flow.stuck.empty()) velocities -= flow.drift * slips;
}

void Tangent::shift(const Trigger& t, double rate, const VectorXd& change) {
    if (rate == 0.0) return;
    const Eigen::RowVectorXd earlier = (t.gradient * now_) / rate;
    now_.noalias() += change * earlier;
}

/// Several at one instant, one after the other, as a nearby motion would meet them: first contacts that turn round,
/// each with the jump of its own friction, and those that close with that of their deflection; those that follow meet
/// the rates that these leave; then the rest.
template <class Stops>
void Tangent::jump_in_turn(const PhaseMotion& next, const VectorXd& change, const Stops& stops) {
    const int n = layout_.degrees;
    const VectorXd step = friction(s_, next) - friction_before_;
    VectorXd gone = VectorXd::Zero(layout_.size());
    std::vector<const Trigger*> others;
    for (const Trigger& t : triggers_) {
        const bool presses = t.what == Watch::normal;
        if (!presses && (t.what != Watch::slip || stops(t))) {
            others.push_back(&t);
            continue;
        }
        VectorXd own = VectorXd::Zero(layout_.size());
        if (presses && s_.is_elastic(t.contact)) own[place(t.contact)] = change[place(t.contact)];
        if (!presses) own.segment(n, n) = -step[t.contact] * s_.inverse_mass_directions.col(t.contact);
        shift(t, t.rate + t.gradient * gone, own);
        gone += own;
    }
    if (!others.empty()) shift(*others.front(), others.front()->rate + others.front()->gradient * gone, change - gone);
    bring_to_rest(next);
}

}  // namespace stickslip::structure
