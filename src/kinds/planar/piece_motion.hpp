#pragma once

// A piece of a trajectory made ready for evaluation: its expansion is computed again from its start state.

#include "flow.hpp"

namespace stickslip::planar {

class PieceMotion {
public:
    explicit PieceMotion(const Trajectory&);
    PieceMotion(const PieceMotion&) = delete;
    PieceMotion& operator=(const PieceMotion&) = delete;

    /// Makes piece `index` the present one.
    void enter(std::size_t index);

    /// The motion τ after the start of the present piece.
    [[nodiscard]] Sample at(double tau) const;

    /// Rate of the fastest change within the present piece [1/s]: it is smooth over rate·τ of order one.
    [[nodiscard]] double rate() const;

private:
    [[nodiscard]] SlidePoint<double> slide_point(double tau) const;
    [[nodiscard]] double bound_at(double tau) const;
    void fill_fixed_step(double tau, Sample&) const;

    const Trajectory* trajectory_;
    Constants k_;
    LocalLoad load_;
    StickMotion stick_;
    StepLibrary library_;
    SlideSeries<double> series_;
    SlideCollocation<double> collocation_;
    RestPassage<double> passage_;
    const Piece* piece_ = nullptr;
    const Piece* next_ = nullptr;
};

}  // namespace stickslip::planar
