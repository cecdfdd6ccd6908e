#include "slide_collocation.hpp"

#include <algorithm>
#include <type_traits>

namespace stickslip::planar {

namespace {

constexpr std::size_t stages = RadauNodes::stages;
using Stage = RadauNodes::Stage;
using Matrix = Dense<stages>;

/// The stage equations of one step.
struct StageProblem {
    const Constants& k;
    const RadauNodes& nodes;
    const StepMatrices& step;
    double length;
    double initial_angle;
    Stage base[2];    // V without the friction
    double friction;  // r_y/m, or 1 N/kg where it varies
    Stage pressing;   // the bound of the stages over that

    [[nodiscard]] double lag() const { return k.is_rigid ? 0.0 : 1.0 / (k.turning * length); }  // r_y/(k_d·h) [m/s]

    void velocities(const Stage& angle, Stage (&direction)[2], Stage (&velocity)[2]) const {
        for (std::size_t j = 0; j < stages; ++j) {
            direction[0][j] = std::cos(angle[j]);
            direction[1][j] = std::sin(angle[j]);
        }
        for (int a = 0; a < 2; ++a) {
            for (std::size_t i = 0; i < stages; ++i) {
                double sum = 0.0;
                for (std::size_t j = 0; j < stages; ++j) sum += step.response[i][j] * pressing[j] * direction[a][j];
                velocity[a][i] = base[a][i] - friction * sum;
            }
        }
    }

    [[nodiscard]] Stage residual(const Stage& angle, const Stage (&u)[2], const Stage (&v)[2]) const {
        Stage f{};
        for (std::size_t i = 0; i < stages; ++i) {
            double turn = 0.0;
            for (std::size_t j = 0; j < stages; ++j) turn += nodes.derivative[i][j] * (angle[j] - initial_angle);
            f[i] = lag() * turn - (u[0][i] * v[1][i] - u[1][i] * v[0][i]);
        }
        return f;
    }

    [[nodiscard]] Matrix jacobian(const Stage (&u)[2], const Stage (&v)[2]) const {
        Matrix jacobian(stages);
        for (std::size_t i = 0; i < stages; ++i) {
            for (std::size_t j = 0; j < stages; ++j) {
                const double cosine = u[0][i] * u[0][j] + u[1][i] * u[1][j];
                jacobian(i, j) = lag() * nodes.derivative[i][j] + friction * step.response[i][j] * pressing[j] * cosine;
            }
            jacobian(i, i) += u[0][i] * v[0][i] + u[1][i] * v[1][i];
        }
        return jacobian;
    }
};

struct SolvedStages {
    bool is_solved = false;
    Stage angle{};
    Stage direction[2];
    Stage velocity[2];
    Matrix jacobian{stages};
};

/// Newton's method. It ends when the angles change by no more than a few ulp, or as soon as a step is a thousandth of
/// an ulp-sized one squared; it fails where a step is larger than the one before it after the first two.
SolvedStages solve_stages(const StageProblem& problem, const Stage& guess) {
    constexpr int most_iterations = 12;
    constexpr double largest_turn = 1.0;  // rad in one Newton step
    constexpr double converged = 2e-8;    // rad: the next, quadratically smaller change is below rounding
    SolvedStages s;
    s.angle = guess;
    double last = 1e300;
    for (int n = 0; n < most_iterations; ++n) {
        problem.velocities(s.angle, s.direction, s.velocity);
        const Stage f = problem.residual(s.angle, s.direction, s.velocity);
        s.jacobian = problem.jacobian(s.direction, s.velocity);
        if (!s.jacobian.factor()) return s;
        const Stage change = s.jacobian.solve(f);
        double largest = 0.0;
        for (const double c : change) largest = std::max(largest, std::abs(c));
        if (!(largest < largest_turn) || (n > 2 && largest > last)) return s;
        last = largest;
        for (std::size_t i = 0; i < stages; ++i) s.angle[i] -= change[i];
        if (largest < converged) {
            problem.velocities(s.angle, s.direction, s.velocity);
            s.is_solved = true;
            return s;
        }
    }
    return s;
}

/// The variation of the stages by the start, by the implicit function theorem on the solved equations.
template <class T>
void add_variations(const StageProblem& problem, const SlidePoint<T>& start, const SolvedStages& solved,
                    SlideCollocation<T>& out) {
    const Constants& k = problem.k;
    for (std::size_t i = 0; i < stages; ++i) {
        for (int a = 0; a < 2; ++a) {
            out.velocity[a][i + 1] = T(solved.velocity[a][i]) +
                                     T(problem.step.coasting[i]) * variation_of(start.velocity[a]) -
                                     T(k.stiffness * problem.step.push[i]) * variation_of(start.position[a]);
        }
        out.angle[i + 1] = T(solved.angle[i]);
    }
    if constexpr (!std::is_same_v<T, double>) {
        for (std::size_t g = 0; g < most_unknowns; ++g) {
            Stage f{};
            for (std::size_t i = 0; i < stages; ++i) {
                f[i] = problem.lag() * problem.nodes.derivative_sum[i] * start.angle.gradient[g] +
                       solved.direction[0][i] * out.velocity[1][i + 1].gradient[g] -
                       solved.direction[1][i] * out.velocity[0][i + 1].gradient[g];
            }
            const Stage turn = solved.jacobian.solve(f);
            for (std::size_t i = 0; i < stages; ++i) {
                out.angle[i + 1].gradient[g] = turn[i];
                for (std::size_t j = 0; j < stages; ++j) {
                    const double pull = problem.friction * problem.step.response[i][j] * problem.pressing[j] * turn[j];
                    out.velocity[0][i + 1].gradient[g] += pull * solved.direction[1][j];
                    out.velocity[1][i + 1].gradient[g] -= pull * solved.direction[0][j];
                }
            }
        }
    }
}

template <class T>
double last_coefficient(const RadauNodes& nodes, const std::array<T, stages + 1>& y) {
    double sum = 0.0;
    for (std::size_t i = 0; i <= stages; ++i) sum += nodes.weight[i] * (value_of(y[i]) - value_of(y[0]));
    return std::abs(sum) * 2.0 * std::pow(0.25, static_cast<double>(stages));
}

template <class T>
Stage first_guess(const Constants& k, const LocalLoad& load, const SlidePoint<T>& start, const RadauNodes& nodes,
                  double length) {
    const Vector v{value_of(start.velocity.x1), value_of(start.velocity.x2)};
    const Vector x{value_of(start.position.x1), value_of(start.position.x2)};
    const double angle = value_of(start.angle);
    const Vector u{std::cos(angle), std::sin(angle)};
    const double square = dot(v, v);
    const double slide = dot(u, v) * k.turning * length;
    double rate = k.turning * cross(u, v);
    if ((k.is_rigid || slide > 1.0) && square > 0.0) {
        const Vector a = load.value(0.0) - k.damping * v - k.stiffness * x - k.friction * u;
        rate = cross(v, a) / square;
    }
    Stage guess{};
    for (std::size_t i = 0; i < stages; ++i) guess[i] = angle + rate * nodes.node[i] * length;
    return guess;
}

}  // namespace

double StepLibrary::length(int grade) { return std::exp2(-0.5 * grade); }

int StepLibrary::grade_below(double length) { return static_cast<int>(std::ceil(-2.0 * std::log2(length))); }

const StepMatrices& StepLibrary::matrices(int grade) {
    const auto [found, is_new] = known_.try_emplace(grade);
    StepMatrices& m = found->second;
    if (!is_new) return m;
    const RadauNodes& nodes = RadauNodes::instance();
    const double h = length(grade);
    Matrix system(stages);
    for (std::size_t i = 0; i < stages; ++i) {
        for (std::size_t j = 0; j < stages; ++j) {
            double square = 0.0;
            for (std::size_t l = 0; l < stages; ++l) square += nodes.integral[i][l] * nodes.integral[l][j];
            system(i, j) = (i == j ? 1.0 : 0.0) + constants_.damping * h * nodes.integral[i][j] +
                           constants_.stiffness * h * h * square;
        }
    }
    system.factor();
    for (std::size_t j = 0; j < stages; ++j) {
        Stage column{};
        for (std::size_t i = 0; i < stages; ++i) column[i] = h * nodes.integral[i][j];
        const Stage response = system.solve(column);
        for (std::size_t i = 0; i < stages; ++i) m.response[i][j] = response[i];
    }
    Stage ones{};
    ones.fill(1.0);
    m.coasting = system.solve(ones);
    for (std::size_t i = 0; i < stages; ++i) {
        for (std::size_t j = 0; j < stages; ++j) m.push[i] += m.response[i][j];
    }
    return m;
}

template <class T>
void collocate(const Constants& k, const LocalLoad& load, const SlidePoint<T>& start, int grade, double tolerance,
               StepLibrary& library, SlideCollocation<T>& out) {
    const RadauNodes& nodes = RadauNodes::instance();
    const double h = StepLibrary::length(grade);
    StageProblem problem{k, nodes, library.matrices(grade), h, value_of(start.angle), {}, k.friction, {}};
    problem.pressing.fill(1.0);
    if (load.has_varying_bound()) {
        problem.friction = 1.0;
        for (std::size_t j = 0; j < stages; ++j) problem.pressing[j] = load.bound(nodes.node[j] * h);
    }
    Vector force[stages];
    for (std::size_t j = 0; j < stages; ++j) force[j] = load.value(nodes.node[j] * h);
    for (int a = 0; a < 2; ++a) {
        for (std::size_t i = 0; i < stages; ++i) {
            double sum = problem.step.coasting[i] * value_of(start.velocity[a]) -
                         k.stiffness * problem.step.push[i] * value_of(start.position[a]);
            for (std::size_t j = 0; j < stages; ++j) sum += problem.step.response[i][j] * force[j][a];
            problem.base[a][i] = sum;
        }
    }
    const SolvedStages solved = solve_stages(problem, first_guess(k, load, start, nodes, h));
    out.length = h;
    out.is_solved = solved.is_solved;
    if (!solved.is_solved) return;
    out.angle[0] = start.angle;
    for (int a = 0; a < 2; ++a) {
        out.position[a][0] = start.position[a];
        out.velocity[a][0] = start.velocity[a];
    }
    add_variations(problem, start, solved, out);
    for (int a = 0; a < 2; ++a) {
        for (std::size_t i = 0; i < stages; ++i) {
            T sum{};
            for (std::size_t j = 0; j < stages; ++j) sum += T(nodes.integral[i][j]) * out.velocity[a][j + 1];
            out.position[a][i + 1] = start.position[a] + T(h) * sum;
        }
    }
    double speed = 0.0;
    for (std::size_t i = 0; i <= stages; ++i) {
        speed = std::max(speed, std::hypot(value_of(out.velocity[0][i]), value_of(out.velocity[1][i])));
    }
    out.excess = std::max({last_coefficient(nodes, out.angle) / tolerance,
                           last_coefficient(nodes, out.velocity[0]) / (tolerance * speed),
                           last_coefficient(nodes, out.velocity[1]) / (tolerance * speed)});
}

template <class T>
SlidePoint<T> SlideCollocation<T>::at(double tau) const {
    const RadauNodes& nodes = RadauNodes::instance();
    const double s = tau / length;
    if (s == 1.0) {
        return {{position[0][stages], position[1][stages]}, {velocity[0][stages], velocity[1][stages]}, angle[stages]};
    }
    SlidePoint<T> sum{};
    double total = 0.0;
    for (std::size_t i = 0; i <= stages; ++i) {
        const double gap = s - (i == 0 ? 0.0 : nodes.node[i - 1]);
        const double share = gap == 0.0 ? 1.0 : nodes.weight[i] / gap;
        const SlidePoint<T> here{{position[0][i], position[1][i]}, {velocity[0][i], velocity[1][i]}, angle[i]};
        if (gap == 0.0) return here;
        total += share;
        sum.position = sum.position + T(share) * here.position;
        sum.velocity = sum.velocity + T(share) * here.velocity;
        sum.angle += T(share) * here.angle;
    }
    const T scale(1.0 / total);
    return {scale * sum.position, scale * sum.velocity, scale * sum.angle};
}

template void collocate(const Constants&, const LocalLoad&, const SlidePoint<double>&, int, double, StepLibrary&,
                        SlideCollocation<double>&);
template void collocate(const Constants&, const LocalLoad&, const SlidePoint<Sensitive>&, int, double, StepLibrary&,
                        SlideCollocation<Sensitive>&);
template struct SlideCollocation<double>;
template struct SlideCollocation<Sensitive>;

}  // namespace stickslip::planar
