#pragma once

// The derivatives of a closed-form motion along parameters p. Between events δx solves the linear equation
//     m·δx″ + c·δx′ + k·δx = δp(t) − δm·x″ − δc·x′ − δk·(x − x_eq) + k·δx_eq − s·δr_y,
// here by its Taylor series in steps of at most one radian of the fastest rate, together with that of x. This needs no
// distinction of dampings and has no small divisors at resonance; the remainder is below rounding. At an event h = 0
// the time moves by δt = −δh/h′, and δ⁺ = δ⁻ + (f⁻ − f⁺)·δt. docs/theory/sensitivity.md, Eqs. (1)–(6).

#include <cstddef>
#include <span>
#include <vector>

#include "load_tangent.hpp"
#include "stickslip/motion/trajectory.hpp"
#include "stickslip/steady/sensitivity.hpp"

namespace stickslip {

/// A piece of the motion with its derivatives: row n holds the coefficients of (τ/length)ⁿ, of x first and then of its
/// derivative along each parameter.
struct TangentStep {
    ExactTime start;
    double length = 0.0;  ///< [s]
    PhaseKind kind = PhaseKind::slide;
    int direction = 0;
    int order = 0;
    std::size_t width = 0;  ///< 1 + number of parameters
    const double* rows = nullptr;

    /// The derivative of this order by time of x and of all derivatives at τ.
    void evaluate(double tau, int derivative, double* values) const;
};

/// Takes what a march comes by.
class TangentVisitor {
public:
    TangentVisitor() = default;
    TangentVisitor(const TangentVisitor&) = delete;
    TangentVisitor& operator=(const TangentVisitor&) = delete;
    virtual ~TangentVisitor() = default;
    virtual void step(const TangentStep&) = 0;
    /// Whether steps between these times are of any use; where they are not, the march leaps over long ones.
    [[nodiscard]] virtual bool wants(const ExactTime& /*start*/, double /*length*/) { return true; }
    virtual void event(std::size_t index, std::span<const double> time_rates);
};

/// Follows a trajectory again, without looking for its events.
class TangentMarch {
public:
    TangentMarch(const Trajectory&, std::span<const ProblemRate>);

    void follow(TangentVisitor&);

    /// At the end of the trajectory.
    [[nodiscard]] const std::vector<double>& position_rates() const { return dx_; }
    [[nodiscard]] const std::vector<double>& velocity_rates() const { return dv_; }
    [[nodiscard]] double acceleration_rate(std::size_t parameter) const;

private:
    struct LoadPoint {
        double value = 0.0;
        double rate = 0.0;
    };

    void slide(const Phase&, TangentVisitor&);
    void stick(const Phase&, TangentVisitor&);
    void leap(const Phase&);
    void expand(const ExactTime& start, double length, int direction);
    void go_to_end_of_step(double length);
    void stop(const Phase&, const Phase* next, TangentVisitor&);
    void release(const Phase&, const Phase& next, TangentVisitor&);
    void tell_event(TangentVisitor&);
    /// The load at one time; its derivatives along the parameters go to `load_rates_`.
    LoadPoint load_at(const ExactTime&, Side) const;
    [[nodiscard]] double* row(int n) { return rows_.data() + static_cast<std::size_t>(n) * width_; }

    const Trajectory& trajectory_;
    const Oscillator& o_;
    const Load& load_;
    LoadTangent load_tangent_;
    std::span<const ProblemRate> rates_;
    std::size_t parameters_;
    std::size_t width_;
    double fastest_rate_;
    int order_ = 0;                         // of the present step
    std::vector<double> dx_, dv_, dt_;      // at the present time, and of the present event
    std::vector<double> load_rows_, rows_;  // of a step
    std::vector<double> damping_, stiffness_, mass_;
    mutable std::vector<double> load_point_;  // the load and its derivatives, and their rates
    double u_ = 0.0;                          // x − x_eq
    double v_ = 0.0;
    std::size_t next_event_ = 0;
};

/// @throws std::invalid_argument where the derivatives of a motion are not known.
void require_tangent(const Trajectory&);

}  // namespace stickslip
