#include "watch_list.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stickslip::structure {
namespace {

/// Values below this share of their terms are zero at the start of a phase.
constexpr double start_noise = 1e-11;
/// How many derivatives at the start are looked at.
constexpr int most_derivatives = 7;

Eigen::RowVectorXd derivative_row(const Eigen::RowVectorXd& row, const std::vector<double>& frequencies) {
    Eigen::RowVectorXd d = Eigen::RowVectorXd::Zero(row.size());
    d[constant_column] = row[slope_column];
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const int sine = sine_column(static_cast<int>(h));
        d[sine] = -frequencies[h] * row[sine + 1];
        d[sine + 1] = frequencies[h] * row[sine];
    }
    return d;
}

template <class Row>
bool is_constant(const Row& bound) {
    for (int c = 1; c < bound.size(); ++c) {
        if (bound[c] != 0.0) return false;
    }
    return true;
}

/// Whether a normal force of this form can come to zero.
template <class Row>
bool can_vanish(const Row& bound) {
    if (bound[slope_column] != 0.0) return true;
    double swing = 0.0;
    for (int c = 2; c + 1 < bound.size(); c += 2) swing += std::hypot(bound[c], bound[c + 1]);
    return swing > 0.0 && swing >= std::abs(bound[constant_column]) * (1.0 - 1e-9);
}

class WatchList {
public:
    WatchList(const DenseStructure& s, const PhaseMotion& phase, const StartZeros& known, const Expansion& expansion,
              double horizon, std::vector<Watched>& list)
        : s_(s), phase_(phase), known_(known), expansion_(expansion), horizon_(horizon), list_(list) {}

    void run(std::vector<Polynomial>& polynomials) {
        list_.clear();
        for (int j = 0; j < s_.contacts(); ++j) {
            const ContactState& state = phase_.start().contacts[std::size_t(j)];
            const bool varies = phase_.source().varies(j);
            const auto bound = phase_.signals().bounds.row(j);
            if (s_.is_compliant(j)) add_spring_force(j, state.phase == ContactPhase::open);
            if (s_.is_frictionless(j)) continue;
            if (varies && can_vanish(bound) && !keeps_its_sign(j)) add_normal(j, state.phase == ContactPhase::open);
            if (state.phase == ContactPhase::slide) {
                list_.push_back({.what = Watch::slip,
                                 .contact = j,
                                 .direction = state.direction,
                                 .zeros = std::min(known_.slip[std::size_t(j)], most_zeros),
                                 .has_varying_bound = s_.is_elastic(j) && bound_varies(j)});
            }
            if (state.phase == ContactPhase::stick && s_.is_elastic(j)) add_deflection(j);
        }
        add_holds();
        find_polynomials(polynomials);
    }

private:
    /// Of all in the list, from which those are taken that are zero and stay zero: what they belong to is held by
    /// others.
    void find_polynomials(std::vector<Polynomial>& polynomials) {
        if (polynomials.size() < list_.size()) polynomials.resize(list_.size());
        std::size_t kept = 0;
        bool is_other_side_kept = false;
        for (const Watched& next : list_) {
            Watched w = next;
            w.is_mirrored = w.is_mirrored && is_other_side_kept;
            Polynomial& p = polynomials[kept];
            if (w.is_mirrored) {
                expansion_.mirror(w, polynomials[kept - 1], p);
            } else {
                expansion_.find(w, p);
            }
            if (w.what != Watch::slip && !w.is_decided) w.zeros = leading_zeros(w, p);
            is_other_side_kept = w.zeros <= (w.what == Watch::normal ? most_derivatives : most_zeros);
            if (is_other_side_kept) list_[kept++] = w;
        }
        list_.resize(kept);
    }

    /// Whether a normal force that is a line has no zero before the horizon, the next sample of its record at the
    /// latest. A sample at zero decides by itself what comes: a line that ends there would do so twice, by rounding.
    [[nodiscard]] bool keeps_its_sign(int j) const {
        constexpr double rounding = 8.0 * std::numeric_limits<double>::epsilon();  // of the largest normal force
        const auto bound = phase_.signals().bounds.row(j);
        const bool is_line = bound.size() <= 2 || (bound.tail(bound.size() - 2).array() == 0.0).all();
        if (!is_line || !std::isfinite(horizon_)) return false;
        const double start = bound[constant_column];
        const double end = start + horizon_ * bound[slope_column];
        const double noise = rounding * phase_.signals().bound_scale[j];
        return start > noise ? end >= -noise : end <= noise;
    }

    void add_normal(int j, bool is_open) {
        const Eigen::RowVectorXd bound = phase_.signals().bounds.row(j);
        const StartSign start = sign_after_start(bound, phase_.frequencies(), phase_.signals().bound_scale[j]);
        if (start.zeros > most_zeros) return;  // zero for good
        list_.push_back({.what = Watch::normal,
                         .contact = j,
                         .direction = is_open ? -1 : 1,
                         .zeros = start.zeros,
                         .is_decided = true,
                         .has_varying_bound = true,
                         .scale = bound.cwiseAbs().sum()});
    }

    [[nodiscard]] bool bound_varies(int j) const {
        return s_.is_compliant(j) || (phase_.source().varies(j) && !is_constant(phase_.signals().bounds.row(j)));
    }

    /// A normal force that the motion decides. Where it is zero now, the first derivative that is not tells whether the
    /// contact is to open or to close at once.
    void add_spring_force(int j, bool is_open) {
        list_.push_back({.what = Watch::normal,
                         .contact = j,
                         .direction = is_open ? -1 : 1,
                         .zeros = known_.normal[std::size_t(j)],
                         .scale = s_.normal_terms(j, phase_.start().position)});
    }

    void add_deflection(int j) {
        const auto bound = phase_.signals().bounds.row(j);
        const double stretch = s_.contact_stiffness[j] * std::abs(phase_.start().deflection[j]);
        const bool varies = bound_varies(j);
        const double size = varies ? bound.cwiseAbs().sum() : std::abs(bound[constant_column]);
        for (const int direction : {1, -1}) {
            const int zeros = known_.deflection[std::size_t(j)][direction > 0 ? 1 : 0];
            list_.push_back({.what = Watch::deflection,
                             .contact = j,
                             .direction = direction,
                             .zeros = std::min(zeros, most_zeros),
                             .is_decided = zeros > 0,
                             .has_varying_bound = varies,
                             .is_mirrored = !varies && direction < 0,
                             .hold = bound[constant_column],
                             .scale = size + std::abs(bound[constant_column]) + 2.0 * stretch});
        }
    }

    void add_holds() {
        for (const Mechanism& mechanism : phase_.flow().stuck_mechanisms) {
            double scale = 0.0;
            double hold = 0.0;
            bool is_varying = false;
            for (std::size_t i = 0; i < mechanism.contacts.size(); ++i) {
                const int j = mechanism.contacts[i];
                const auto bound = phase_.signals().bounds.row(j);
                const double share = std::abs(mechanism.share[i]);
                scale += share * (expansion_.friction_terms(std::size_t(mechanism.places[i])) +
                                  s_.static_factor[j] * bound.cwiseAbs().sum());
                hold += share * s_.static_factor[j] * bound[constant_column];
                is_varying = is_varying || bound_varies(j);
            }
            for (const int direction : {1, -1}) {
                list_.push_back({.what = Watch::hold,
                                 .mechanism = &mechanism,
                                 .direction = direction,
                                 .has_varying_bound = is_varying,
                                 .is_mirrored = !is_varying && direction < 0,
                                 .hold = hold,
                                 .scale = scale});
            }
        }
    }

    /// How many derivatives vanish at the start, those that are known to and others up to rounding: at most
    /// `most_zeros`, or all that are looked at. A normal force may have more: a contact that touches at rest, away from
    /// the loads.
    [[nodiscard]] static int leading_zeros(const Watched& w, const Polynomial& p) {
        const double scale = w.scale + p.noise;
        double largest = scale;
        for (int n = 1; n <= most_derivatives; ++n) largest = std::max(largest, std::abs(p.coefficient[n]));
        int zeros = w.zeros;
        while (zeros <= most_derivatives &&
               std::abs(p.coefficient[zeros]) <= start_noise * (zeros == 0 ? scale : largest)) {
            ++zeros;
        }
        if (zeros > most_derivatives || w.what == Watch::normal) return zeros;
        return std::min(zeros, most_zeros);
    }

    const DenseStructure& s_;
    const PhaseMotion& phase_;
    const StartZeros& known_;
    const Expansion& expansion_;
    const double horizon_;
    std::vector<Watched>& list_;
};

/// What the displacement does to the bound of a contact.
Eigen::RowVectorXd bound_row(const DenseStructure& s, int j) { return s.bound_slope(j) * s.normals.col(j).transpose(); }

LinearFunction normal_function(const DenseStructure& s, const PhaseMotion& phase, const Watched& w) {
    LinearFunction f;
    f.outside = w.direction * phase.signals().bounds.row(w.contact);
    if (!s.is_compliant(w.contact)) return f;
    f.outside.setZero();
    f.outside[constant_column] = w.direction * s.normal_force(w.contact, phase.start().position);
    return phase.function(-w.direction * s.normal_stiffness[w.contact] * s.normals.col(w.contact).transpose(),
                          Eigen::RowVectorXd::Zero(s.size), f.outside);
}

LinearFunction slip_function(const DenseStructure& s, const PhaseMotion& phase, const Watched& w) {
    const Eigen::RowVectorXd bound = phase.signals().bounds.row(w.contact);
    Eigen::RowVectorXd outside = Eigen::RowVectorXd::Zero(bound.size());
    outside[constant_column] = -w.direction * s.surface_velocity[w.contact];
    Eigen::RowVectorXd rate_row = w.direction * s.directions.col(w.contact).transpose();
    if (s.is_elastic(w.contact)) {
        outside -= derivative_row(bound, phase.frequencies()) / s.contact_stiffness[w.contact];
        rate_row -= bound_row(s, w.contact) / s.contact_stiffness[w.contact];
    }
    return phase.function(Eigen::RowVectorXd::Zero(s.size), rate_row, outside);
}

LinearFunction deflection_function(const DenseStructure& s, const PhaseMotion& phase, const Watched& w) {
    const double pull = w.direction * s.contact_stiffness[w.contact];
    Eigen::RowVectorXd outside = phase.signals().bounds.row(w.contact);
    outside[constant_column] -= pull * phase.start().deflection[w.contact];
    outside[slope_column] += pull * s.surface_velocity[w.contact];
    return phase.function(bound_row(s, w.contact) - pull * s.directions.col(w.contact).transpose(),
                          Eigen::RowVectorXd::Zero(s.size), outside);
}

/// Σ|share|·bound ∓ Σ share·λ, λ = A·(forces − C·x′ − K·(x − xᵢ)).
LinearFunction hold_function(const DenseStructure& s, const PhaseMotion& phase, const Watched& w) {
    const PatternFlow& flow = phase.flow();
    Eigen::RowVectorXd reaction = Eigen::RowVectorXd::Zero(s.size);
    Eigen::RowVectorXd hold = Eigen::RowVectorXd::Zero(phase.signals().bounds.cols());
    Eigen::RowVectorXd hold_slope = Eigen::RowVectorXd::Zero(s.size);
    for (std::size_t i = 0; i < w.mechanism->contacts.size(); ++i) {
        const int j = w.mechanism->contacts[i];
        const double share = w.mechanism->share[i];
        reaction += share * flow.reaction.row(w.mechanism->places[i]);
        hold += std::abs(share) * s.static_factor[j] * phase.signals().bounds.row(j);
        hold_slope += std::abs(share) * s.static_factor[j] * bound_row(s, j);
    }
    reaction *= w.direction;
    return phase.function(hold_slope + reaction * flow.modes().stiffness, reaction * s.damping,
                          hold - reaction * phase.held_forces());
}

}  // namespace

void watch(const DenseStructure& s, const PhaseMotion& phase, const StartZeros& known, const Expansion& expansion,
           double horizon, std::vector<Watched>& list, std::vector<Polynomial>& polynomials) {
    WatchList(s, phase, known, expansion, horizon, list).run(polynomials);
}

LinearFunction function_of(const DenseStructure& s, const PhaseMotion& phase, const Watched& w) {
    LinearFunction f;
    switch (w.what) {
        case Watch::slip: f = slip_function(s, phase, w); break;
        case Watch::deflection: f = deflection_function(s, phase, w); break;
        case Watch::hold: f = hold_function(s, phase, w); break;
        case Watch::normal: f = normal_function(s, phase, w); break;
    }
    f.scale += w.scale;
    return f;
}

}  // namespace stickslip::structure
