#include "stickslip/planar/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "kinds/line/quadrature.hpp"
#include "model/bounds.hpp"
#include "piece_motion.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip::planar {

namespace {

/// The piece that holds at `time`, searched onwards from `from`.
std::size_t piece_at(const Trajectory& t, double time, std::size_t from) {
    const auto starts_after = [](double value, const Piece& p) { return value < p.start.value(); };
    if (from < t.pieces.size() && t.pieces[from].start.value() <= time) {
        std::size_t i = from;
        constexpr std::size_t near = 8;
        while (i + 1 < t.pieces.size() && t.pieces[i + 1].start.value() <= time && i < from + near) ++i;
        if (i + 1 == t.pieces.size() || t.pieces[i + 1].start.value() > time) return i;
    }
    const auto after = std::upper_bound(t.pieces.begin(), t.pieces.end(), time, starts_after);
    return after == t.pieces.begin() ? 0 : static_cast<std::size_t>(after - t.pieces.begin()) - 1;
}

/// ∫ f(sample) over every piece.
template <class Function>
void integrate_over(const Trajectory& t, PieceMotion& motion, const Function& add) {
    for (std::size_t i = 0; i < t.pieces.size(); ++i) {
        if (t.pieces[i].duration == 0.0) continue;
        motion.enter(i);
        add(t.pieces[i], [&](const auto& integrand) {
            // A slide's expansion is smooth over its whole length: one panel with 15 nodes.
            const double rate = t.pieces[i].kind == PieceKind::stick ? 2.0 * motion.rate() : 6.0 / t.pieces[i].duration;
            return integrate(t.pieces[i].duration, rate, [&](double tau) { return integrand(motion.at(tau)); });
        });
    }
}

double stored_energy(const Trajectory& t, const Vector& x, const Vector& v, const Vector& r) {
    const Oscillator& o = t.oscillator;
    double energy = 0.5 * o.mass * dot(v, v) + 0.5 * o.stiffness * dot(x, x);
    if (!o.is_rigid()) energy += 0.5 * dot(r, r) / *o.support_stiffness;
    return energy;
}

/// Zero of a function that changes sign between `low` and `high`.
template <class Function>
double bracketed_zero(const Function& f, double low, double high) {
    const bool rises = f(high) > 0.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        ((f(middle) > 0.0) == rises ? high : low) = middle;
    }
    return 0.5 * (low + high);
}

/// The path of the contact: the loss over the bound, or the integral of the speed where the bound varies.
double total_slip(const Trajectory& t, PieceMotion& motion) {
    if (!t.oscillator.has_varying_normal()) return energy_balance(t).friction / t.oscillator.friction_bound;
    double path = 0.0;
    integrate_over(t, motion, [&](const Piece& p, const auto& integral) {
        if (p.kind == PieceKind::stick || p.kind == PieceKind::flight) return;
        path += integral([](const Sample& s) { return norm(s.velocity); });
    });
    return path;
}

}  // namespace

double Trajectory::end_time() const { return advance(pieces.back().start, pieces.back().duration).value(); }

Sample Trajectory::at(double time) const { return at(std::span<const double>(&time, 1)).front(); }

std::vector<Sample> Trajectory::at(std::span<const double> times) const {
    std::vector<Sample> samples;
    samples.reserve(times.size());
    PieceMotion motion(*this);
    std::size_t present = pieces.size();
    const double last = end_time();
    for (const double time : times) {
        if (!(time >= start_time() && time <= last)) {
            throw std::invalid_argument("time = " + shortest(time) + " must lie within the trajectory, " +
                                        shortest(start_time()) + " to " + shortest(last) + " s");
        }
        const std::size_t index = piece_at(*this, time, present == pieces.size() ? 0 : present);
        if (index != present) motion.enter(present = index);
        const Piece& p = pieces[index];
        Sample s = motion.at(std::clamp((time - p.start.hi) - p.start.lo, 0.0, p.duration));
        s.time = time;
        samples.push_back(s);
    }
    return samples;
}

EnergyBalance energy_balance(const Trajectory& t) {
    EnergyBalance e;
    PieceMotion motion(t);
    integrate_over(t, motion, [&](const Piece& p, const auto& integral) {
        const bool rests = t.oscillator.is_rigid() && !p.is_sliding;
        if (rests) return;
        e.input += integral([&](const Sample& s) {
            const Vector load = t.oscillator.mass * s.acceleration + t.oscillator.damping * s.velocity +
                                t.oscillator.stiffness * s.position + s.friction;
            return dot(load, s.velocity);
        });
        e.damping += t.oscillator.damping * integral([](const Sample& s) { return dot(s.velocity, s.velocity); });
        if (p.is_sliding) e.friction += integral([](const Sample& s) { return dot(s.friction, s.velocity); });
    });
    const Piece& first = t.pieces.front();
    e.initial = stored_energy(t, first.position, first.velocity, first.friction_force);
    e.stored = stored_energy(t, t.end.position, t.end.velocity, t.end.friction_force) - e.initial;
    e.imbalance = e.input - e.friction - e.damping - e.stored;
    return e;
}

Peaks peaks(const Trajectory& t) {
    Peaks peaks;
    const Vector x0 = t.pieces.front().position;
    peaks.highest = peaks.lowest = x0;
    peaks.nearest = norm(x0);
    PieceMotion motion(t);
    const auto include = [&](const Sample& s) {
        for (int i = 0; i < 2; ++i) {
            peaks.highest[i] = std::max(peaks.highest[i], s.position[i]);
            peaks.lowest[i] = std::min(peaks.lowest[i], s.position[i]);
        }
        peaks.position = std::max(peaks.position, norm(s.position));
        peaks.nearest = std::min(peaks.nearest, norm(s.position));
        peaks.velocity = std::max(peaks.velocity, norm(s.velocity));
    };
    // Extremes are where one of these rates changes sign; a piece is divided so finely that each changes once at most.
    const auto rate_of = [&](int which, double tau) {
        const Sample s = motion.at(tau);
        if (which < 2) return s.velocity[which];
        return which == 2 ? dot(s.position, s.velocity) : dot(s.velocity, s.acceleration);
    };
    for (std::size_t i = 0; i < t.pieces.size(); ++i) {
        const double duration = t.pieces[i].duration;
        motion.enter(i);
        include(motion.at(0.0));
        if (t.oscillator.is_rigid() && !t.pieces[i].is_sliding) continue;
        const int parts = t.pieces[i].kind == PieceKind::stick
                              ? static_cast<int>(std::min(1e6, std::ceil(4.0 * motion.rate() * duration)))
                              : 4;
        for (int j = 0; j < parts; ++j) {
            throw_if_interrupted();
            const double low = duration * j / parts;
            const double high = duration * (j + 1) / parts;
            for (int which = 0; which < 4; ++which) {
                if ((rate_of(which, low) > 0.0) == (rate_of(which, high) > 0.0)) continue;
                include(motion.at(bracketed_zero([&](double tau) { return rate_of(which, tau); }, low, high)));
            }
        }
        include(motion.at(duration));
    }
    peaks.total_slip = total_slip(t, motion);
    return peaks;
}

Fundamentals fundamentals(const Trajectory& t, double frequency) {
    Fundamentals f{};
    PieceMotion motion(t);
    const double whole = t.end_time() - t.start_time();
    const auto wave = [&](const Sample& s, bool is_sine) {
        const double angle = reduced_phase(frequency, ExactTime{s.time, 0.0}, 0.0);
        return (is_sine ? std::sin(angle) : std::cos(angle)) * 2.0 / whole;
    };
    integrate_over(t, motion, [&](const Piece&, const auto& integral) {
        for (int i = 0; i < 2; ++i) {
            f.position[i].sine += integral([&](const Sample& s) { return wave(s, true) * s.position[i]; });
            f.position[i].cosine += integral([&](const Sample& s) { return wave(s, false) * s.position[i]; });
            f.friction[i].sine += integral([&](const Sample& s) { return wave(s, true) * s.friction[i]; });
            f.friction[i].cosine += integral([&](const Sample& s) { return wave(s, false) * s.friction[i]; });
        }
    });
    return f;
}

double stuck_fraction(const Trajectory& t) {
    double stuck = 0.0;
    double whole = 0.0;
    for (const Piece& p : t.pieces) {
        whole += p.duration;
        if (!p.is_sliding) stuck += p.duration;
    }
    return whole > 0.0 ? stuck / whole : 0.0;
}

double open_fraction(const Trajectory& t) {
    double open = 0.0;
    double whole = 0.0;
    for (const Piece& p : t.pieces) {
        whole += p.duration;
        if (p.kind == PieceKind::flight) open += p.duration;
    }
    return whole > 0.0 ? open / whole : 0.0;
}

}  // namespace stickslip::planar
