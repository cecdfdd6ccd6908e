#include "local_load.hpp"

#include <algorithm>
#include <limits>

namespace stickslip::planar {

Constants::Constants(const Oscillator& o)
    : mass(o.mass),
      damping(o.damping / o.mass),
      stiffness(o.stiffness / o.mass),
      friction(o.friction_bound / o.mass),
      support(o.support_stiffness.value_or(0.0) / o.mass),
      turning(o.support_stiffness.value_or(0.0) / o.friction_bound),
      slack(o.is_rigid() ? 0.0 : o.friction_bound / *o.support_stiffness),
      natural(std::sqrt(o.stiffness / o.mass)),
      is_rigid(o.is_rigid()) {}

LocalLoad::LocalLoad(const Load& load, const Oscillator& o) : load_(&load), mass_(o.mass) {
    if (o.has_varying_normal()) {
        normal_ = o.normal;
        bound_load_ = with_normal_force({}, *normal_, o.friction_bound);
        acting_ = bound_axis + 1;
    }
    for (int i = 0; i < acting_; ++i) {
        terms_[i].resize(acting(i).harmonics.size());
        for (const Harmonic& h : acting(i).harmonics) fastest_ = std::max(fastest_, h.frequency.value());
    }
}

void LocalLoad::begin(const ExactTime& start) {
    window_end_ = std::numeric_limits<double>::infinity();
    if (normal_) {
        const NormalVariation::Window window = normal_->window(start);
        is_open_ = window.is_open;
        window_end_ = window.end;
    }
    for (int i = 0; i < acting_; ++i) {
        const stickslip::Load& load = acting(i);
        Forcing<double>& forcing = forcing_[i];
        forcing = {};
        forcing.polynomial[0] = load.constant / mass_;
        if (load.record) {
            const Record::Window w = load.record->window(load.record->segment_at(start.value()));
            const double s = (start.hi - w.origin) + start.lo;
            const Record::Cubic c = w.expanded_at(s);
            for (int k = 0; k < 4; ++k) {
                forcing.polynomial[k] += c[k] / mass_;
                if (k > 0 && forcing.polynomial[k] != 0.0) forcing.degree = k;
            }
            window_end_ = std::min(window_end_, w.end);
        }
        for (std::size_t j = 0; j < terms_[i].size(); ++j) {
            const Harmonic& h = load.harmonics[j];
            terms_[i][j] = {h.amplitude / mass_, h.frequency.value(),
                            sin_cos(reduced_phase(h.frequency, start, h.phase))};
        }
        forcing.harmonics = terms_[i].data();
        forcing.harmonic_count = static_cast<int>(terms_[i].size());
    }
}

double LocalLoad::component(int i, double tau) const {
    const double* c = forcing_[i].polynomial;
    double q = c[0] + tau * (c[1] + tau * (c[2] + tau * c[3]));
    for (const HarmonicTerm<double>& term : terms_[i]) {
        const SinCos<double> turn = sin_cos(term.frequency * tau);
        q += term.amplitude * (term.start.sin * turn.cos + term.start.cos * turn.sin);
    }
    return q;
}

Vector LocalLoad::value(double tau) const { return {component(0, tau), component(1, tau)}; }

void LocalLoad::coefficients(int axis, double unit, int order, double* out) const {
    double power = 1.0;
    for (int n = 0; n <= order; ++n) {
        out[n] = n < 4 ? forcing_[axis].polynomial[n] * power : 0.0;
        power *= unit;
    }
    for (const HarmonicTerm<double>& term : terms_[axis]) {
        const double angle = term.frequency * unit;
        HarmonicPair<double> part = pair_at(term.amplitude, term.start);
        for (int n = 0; n <= order; ++n) {
            out[n] += part.sine;
            part.differentiate(angle);
            part = {part.sine / (n + 1), part.cosine / (n + 1)};
        }
    }
}

LocalLoad::Bounds LocalLoad::bounds(double h) const {
    Bounds b{};
    for (int i = 0; i < 2; ++i) add_bounds(i, h, b);
    return b;
}

LocalLoad::Bounds LocalLoad::bounds_of_bound(double h) const {
    Bounds b{};
    add_bounds(bound_axis, h, b);
    return b;
}

void LocalLoad::add_bounds(int i, double h, Bounds& b) const {
    const double* c = forcing_[i].polynomial;
    const double a[4] = {std::abs(c[0]), std::abs(c[1]), std::abs(c[2]), std::abs(c[3])};
    b.derivative[0] += a[0] + h * (a[1] + h * (a[2] + h * a[3]));
    b.derivative[1] += a[1] + h * (2.0 * a[2] + h * 3.0 * a[3]);
    b.derivative[2] += 2.0 * a[2] + 6.0 * h * a[3];
    b.derivative[3] += 6.0 * a[3];
    for (const HarmonicTerm<double>& term : terms_[i]) {
        double power = std::abs(term.amplitude);
        for (double& bound : b.derivative) {
            bound += power;
            power *= term.frequency;
        }
    }
}

}  // namespace stickslip::planar
