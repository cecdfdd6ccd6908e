#include "piece_motion.hpp"

#include <algorithm>

#include "stickslip/interruption.hpp"

namespace stickslip::planar {

PieceMotion::PieceMotion(const Trajectory& t)
    : trajectory_(&t), k_(t.oscillator), load_(t.load, t.oscillator), stick_(k_, load_), library_(k_) {}

void PieceMotion::enter(std::size_t index) {
    throw_if_interrupted();
    const Piece& p = trajectory_->pieces[index];
    piece_ = &p;
    next_ = index + 1 < trajectory_->pieces.size() ? &trajectory_->pieces[index + 1] : nullptr;
    load_.begin(p.start);
    if (load_.has_varying_bound()) k_.friction = load_.bound(0.0);
    const SlidePoint<double> start{p.position, p.velocity, p.angle};
    const Vector force = load_.value(0.0) - k_.damping * p.velocity - k_.stiffness * p.position;
    switch (p.kind) {
        case PieceKind::stick: {
            const Vector stretch = k_.is_rigid ? Vector{} : (1.0 / (k_.mass * k_.support)) * p.friction_force;
            stick_.begin({p.position - stretch, stretch, p.velocity});
            break;
        }
        case PieceKind::slide_series: {
            const double unit = series_unit(k_, load_, norm(p.velocity), norm(force));
            if (k_.is_rigid) {
                expand_rigid(k_, load_, start, unit, series_);
            } else {
                expand_elastic(k_, load_, start, unit, series_);
            }
            break;
        }
        case PieceKind::slide_collocation:
            collocate(k_, load_, start, p.grade, collocation_tolerance, library_, collocation_);
            break;
        case PieceKind::departure:
        case PieceKind::thrown_departure: {
            const Departure departure = p.kind == PieceKind::departure ? Departure::from_bound : Departure::above_bound;
            expand_departure(k_, load_, p.position, 0.0, departure, departure_unit(k_, load_), series_);
            break;
        }
        case PieceKind::rest_passage: passage_ = pass_rest(k_, force, p.velocity); break;
        case PieceKind::flight: expand_flight(k_, load_, start, departure_unit(k_, load_), series_); break;
        case PieceKind::fixed_step: break;
    }
}

SlidePoint<double> PieceMotion::slide_point(double tau) const {
    if (piece_->kind == PieceKind::slide_collocation) return collocation_.at(tau);
    if (piece_->kind != PieceKind::rest_passage) return series_.at(tau);
    const double share = passage_.duration > 0.0 ? tau / passage_.duration : 1.0;
    SlidePoint<double> point{piece_->position, piece_->velocity, 0.0};
    point.velocity = (1.0 - share) * piece_->velocity + share * passage_.velocity;
    point.position = piece_->position + (0.5 * tau) * (piece_->velocity + point.velocity);
    return point;
}

/// Between the ends of a fixed step the scheme says nothing: everything is linear.
void PieceMotion::fill_fixed_step(double tau, Sample& s) const {
    const State end =
        next_ != nullptr ? State{next_->position, next_->velocity, next_->friction_force} : trajectory_->end;
    const double share = piece_->duration > 0.0 ? tau / piece_->duration : 0.0;
    s.position = (1.0 - share) * piece_->position + share * end.position;
    s.velocity = (1.0 - share) * piece_->velocity + share * end.velocity;
    s.friction = (1.0 - share) * piece_->friction_force + share * end.friction_force;
}

/// r_y/m at τ.
double PieceMotion::bound_at(double tau) const { return load_.has_varying_bound() ? load_.bound(tau) : k_.friction; }

Sample PieceMotion::at(double tau) const {
    Sample s;
    s.time = piece_->start.value() + tau;
    s.phase = piece_->is_sliding ? PhaseKind::slide : PhaseKind::stick;
    if (piece_->kind == PieceKind::flight) s.phase = PhaseKind::open;
    const Vector q = load_.value(tau);
    if (piece_->kind == PieceKind::fixed_step) {
        fill_fixed_step(tau, s);
    } else if (piece_->kind == PieceKind::stick) {
        const StickPoint<double> p = stick_.at(tau);
        s.position = p.slider + p.stretch;
        s.velocity = p.velocity;
        // A rigid support holds whatever the load and the spring leave.
        s.friction = k_.is_rigid ? k_.mass * (q - k_.stiffness * s.position) : (k_.mass * k_.support) * p.stretch;
        if (k_.is_rigid) return s;
    } else {
        const SlidePoint<double> p = slide_point(tau);
        s.position = p.position;
        s.velocity = p.velocity;
        const double bound = k_.mass * bound_at(tau);
        const double speed = norm(s.velocity);
        if (piece_->kind == PieceKind::flight) {
            s.friction = {};
        } else if (!k_.is_rigid || speed == 0.0) {
            const double angle = k_.is_rigid ? piece_->angle : p.angle;
            s.friction = bound * Vector{std::cos(angle), std::sin(angle)};
        } else {
            // In the middle of a turn the speed may be the smallest that a number can be.
            const double scale = bound / speed;
            s.friction = std::isfinite(scale) ? scale * s.velocity
                                              : bound * Vector{s.velocity.x1 / speed, s.velocity.x2 / speed};
        }
    }
    s.acceleration = q - k_.damping * s.velocity - k_.stiffness * s.position - (1.0 / k_.mass) * s.friction;
    return s;
}

double PieceMotion::rate() const {
    if (piece_->kind == PieceKind::stick) return stick_.rate();
    return std::max(1.0 / std::max(piece_->duration, least_divisor), load_.fastest());
}

}  // namespace stickslip::planar
