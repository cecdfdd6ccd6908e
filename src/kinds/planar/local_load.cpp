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

LocalLoad::LocalLoad(const Load& load, double mass) : load_(&load), mass_(mass) {
    for (int i = 0; i < 2; ++i) {
        terms_[i].resize(load.axis(i).harmonics.size());
        for (const Harmonic& h : load.axis(i).harmonics) fastest_ = std::max(fastest_, h.frequency.value());
    }
}

void LocalLoad::begin(const ExactTime& start) {
    window_end_ = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 2; ++i) {
        const stickslip::Load& load = load_->axis(i);
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

Vector LocalLoad::value(double tau) const {
    Vector q;
    for (int i = 0; i < 2; ++i) {
        const double* c = forcing_[i].polynomial;
        q[i] = c[0] + tau * (c[1] + tau * (c[2] + tau * c[3]));
        for (const HarmonicTerm<double>& term : terms_[i]) {
            const SinCos<double> turn = sin_cos(term.frequency * tau);
            q[i] += term.amplitude * (term.start.sin * turn.cos + term.start.cos * turn.sin);
        }
    }
    return q;
}

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
    for (int i = 0; i < 2; ++i) {
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
    return b;
}

}  // namespace stickslip::planar
