#include "sampled_motion.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace stickslip::structure {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd dense_matrix(const Matrix& m) {
    MatrixXd d(int(m.rows), int(m.columns));
    for (std::size_t i = 0; i < m.rows; ++i) {
        for (std::size_t j = 0; j < m.columns; ++j) d(int(i), int(j)) = m(i, j);
    }
    return d;
}

VectorXd dense_vector(const std::vector<double>& v) { return Eigen::Map<const VectorXd>(v.data(), int(v.size())); }

class SampledMotion {
public:
    SampledMotion(const Structure& s, const StructureState& start)
        : s_(s),
          n_(int(s.size())),
          mass_(dense_matrix(s.mass)),
          damping_(dense_matrix(s.damping)),
          stiffness_(dense_matrix(s.stiffness)),
          factor_(mass_),
          states_(s.contacts.size()) {
        y_ = VectorXd::Zero(2 * n_ + int(s.contacts.size()));
        y_.head(n_) = dense_vector(start.position);
        y_.segment(n_, n_) = dense_vector(start.velocity);
        for (const Contact& c : s.contacts) {
            w_.push_back(dense_vector(c.direction));
            normal_.push_back(c.normal_spring ? dense_vector(c.normal_spring->direction) : VectorXd::Zero(n_));
        }
    }

    SampledResult run(double end, double step) {
        const double h = step / fastest_rate();
        begin();
        double size = 0.125 * h;
        while (time_ < end) {
            const double tried = std::min(size, end - time_);
            const VectorXd next = advanced(tried);
            const std::vector<Watch> watched = watch();
            if (!any_negative(watched, time_ + tried, next)) {
                time_ += tried;
                y_ = next;
                size = std::min(2.0 * size, h);
                continue;
            }
            double low = 0.0;
            double high = tried;
            while (high - low > 1e-15 * (time_ + tried)) {
                const double half = 0.5 * (low + high);
                if (half <= low || half >= high) break;
                (any_negative(watched, time_ + half, advanced(half)) ? high : low) = half;
            }
            const VectorXd there = advanced(high);
            time_ += high;
            y_ = there;
            for (const Watch& w : watched) {
                if (w.value(time_, y_) < 0.0) w.happen();
            }
            size = 0.125 * h;
        }
        SampledResult result;
        result.events = events_;
        result.position.assign(y_.data(), y_.data() + n_);
        result.velocity.assign(y_.data() + n_, y_.data() + 2 * n_);
        return result;
    }

private:
    struct Watch {
        std::function<double(double, const VectorXd&)> value;
        std::function<void()> happen;
    };

    [[nodiscard]] bool is_elastic(std::size_t j) const { return s_.contacts[j].stiffness.has_value(); }
    [[nodiscard]] double mu(std::size_t j) const { return s_.contacts[j].normal_spring->mu; }
    [[nodiscard]] double kt(std::size_t j) const { return *s_.contacts[j].stiffness; }
    [[nodiscard]] double normal(std::size_t j, const VectorXd& y) const {
        const NormalSpring& spring = *s_.contacts[j].normal_spring;
        return spring.preload - spring.stiffness * normal_[j].dot(y.head(n_));
    }
    [[nodiscard]] double normal_rate(std::size_t j, const VectorXd& y) const {
        return -s_.contacts[j].normal_spring->stiffness * normal_[j].dot(y.segment(n_, n_));
    }
    [[nodiscard]] double slip(std::size_t j, const VectorXd& y) const {
        return w_[j].dot(y.segment(n_, n_)) - s_.contacts[j].surface_velocity;
    }
    [[nodiscard]] bool is_at_rest(std::size_t j) const {
        return states_[j].phase == ContactPhase::stick && !is_elastic(j);
    }

    [[nodiscard]] double fastest_rate() const {
        MatrixXd all = stiffness_;
        for (std::size_t j = 0; j < w_.size(); ++j) {
            all += s_.contacts[j].normal_spring->stiffness * normal_[j] * normal_[j].transpose();
            if (is_elastic(j)) all += kt(j) * w_[j] * w_[j].transpose();
        }
        const double damping = factor_.solve(damping_).norm();
        return std::sqrt(factor_.solve(all).norm()) + damping + 1.0;
    }

    /// All forces but those of rigid contacts at rest.
    [[nodiscard]] VectorXd outer_force(double t, const VectorXd& y) const {
        VectorXd f = -stiffness_ * y.head(n_) - damping_ * y.segment(n_, n_);
        for (const DirectedLoad& load : s_.loads) {
            double p = load.load.constant;
            for (const Harmonic& h : load.load.harmonics) {
                p += h.amplitude * std::sin(h.frequency.value() * t + h.phase);
            }
            f += p * dense_vector(load.direction);
        }
        for (std::size_t j = 0; j < w_.size(); ++j) {
            if (states_[j].phase == ContactPhase::open) continue;
            const double n = normal(j, y);
            f += n * normal_[j];
            if (states_[j].phase == ContactPhase::slide) f -= states_[j].direction * mu(j) * n * w_[j];
            if (states_[j].phase == ContactPhase::stick && is_elastic(j)) f -= kt(j) * y[2 * n_ + int(j)] * w_[j];
        }
        return f;
    }

    [[nodiscard]] std::vector<std::size_t> resting() const {
        std::vector<std::size_t> all;
        for (std::size_t j = 0; j < w_.size(); ++j) {
            if (is_at_rest(j)) all.push_back(j);
        }
        return all;
    }

    /// λ of these contacts at rest, all of which hold.
    [[nodiscard]] VectorXd held(const std::vector<std::size_t>& rest, const VectorXd& force) const {
        if (rest.empty()) return {};  // Eigen looks at the first column of a right side
        MatrixXd w(n_, int(rest.size()));
        for (std::size_t i = 0; i < rest.size(); ++i) w.col(int(i)) = w_[rest[i]];
        const MatrixXd pulls = factor_.solve(w);
        return (w.transpose() * pulls).partialPivLu().solve(pulls.transpose() * force);
    }

    [[nodiscard]] VectorXd rates(double t, const VectorXd& y) const {
        VectorXd rate = VectorXd::Zero(y.size());
        rate.head(n_) = y.segment(n_, n_);
        VectorXd f = outer_force(t, y);
        const std::vector<std::size_t> rest = resting();
        const VectorXd lambda = held(rest, f);
        for (std::size_t i = 0; i < rest.size(); ++i) f -= lambda[int(i)] * w_[rest[i]];
        rate.segment(n_, n_) = factor_.solve(f);
        for (std::size_t j = 0; j < w_.size(); ++j) {
            if (!is_elastic(j)) continue;
            double& z = rate[2 * n_ + int(j)];
            if (states_[j].phase == ContactPhase::stick) z = slip(j, y);
            if (states_[j].phase == ContactPhase::slide) z = states_[j].direction * mu(j) * normal_rate(j, y) / kt(j);
        }
        return rate;
    }

    /// Gragg's method with 2, 4, … 14 steps, extrapolated to steps of no length (Aitken and Neville).
    [[nodiscard]] VectorXd advanced(double h) const {
        constexpr int rows = 7;
        std::array<VectorXd, rows> table;  // of a row, what was extrapolated from the last k + 1 values
        for (int row = 0; row < rows; ++row) {
            const int steps = 2 * (row + 1);
            const double part = h / steps;
            VectorXd before = y_;
            VectorXd now = y_ + part * rates(time_, y_);
            for (int i = 1; i < steps; ++i) {
                const VectorXd next = before + 2.0 * part * rates(time_ + i * part, now);
                before = now;
                now = next;
            }
            VectorXd value = 0.5 * (before + now + part * rates(time_ + h, now));
            for (int k = 0; k < row; ++k) {
                const double ratio = double(steps) / (2 * (row - k));
                const VectorXd above = table[std::size_t(k)];
                table[std::size_t(k)] = value;
                value += (value - above) / (ratio * ratio - 1.0);
            }
            table[std::size_t(row)] = value;
        }
        return table[rows - 1];
    }

    [[nodiscard]] static bool any_negative(const std::vector<Watch>& all, double t, const VectorXd& y) {
        for (const Watch& w : all) {
            if (w.value(t, y) < 0.0) return true;
        }
        return false;
    }

    [[nodiscard]] std::vector<Watch> watch() {
        std::vector<Watch> all;
        for (std::size_t j = 0; j < w_.size(); ++j) {
            const ContactState is = states_[j];
            if (is.phase == ContactPhase::open) {
                all.push_back(
                    {[=, this](double, const VectorXd& y) { return -normal(j, y); }, [=, this] { close(j); }});
                continue;
            }
            all.push_back({[=, this](double, const VectorXd& y) { return normal(j, y); },
                           [=, this] {
                               y_[2 * n_ + int(j)] = 0.0;
                               become(j, {ContactPhase::open, 0}, ContactEventKind::open);
                           }});
            if (mu(j) == 0.0) continue;
            if (is.phase == ContactPhase::slide) {
                all.push_back({[=, this](double, const VectorXd& y) {
                                   double u = is.direction * slip(j, y);
                                   if (is_elastic(j)) u -= mu(j) * normal_rate(j, y) / kt(j);
                                   return u;
                               },
                               [=, this] { stop(j); }});
                continue;
            }
            for (const int side : {1, -1}) {
                all.push_back({[=, this](double t, const VectorXd& y) {
                                   return mu(j) * normal(j, y) - side * friction_at_rest(j, t, y);
                               },
                               [=, this] { slide(j, side); }});
            }
        }
        return all;
    }

    [[nodiscard]] double friction_at_rest(std::size_t j, double t, const VectorXd& y) const {
        if (is_elastic(j)) return kt(j) * y[2 * n_ + int(j)];
        const std::vector<std::size_t> rest = resting();
        const VectorXd lambda = held(rest, outer_force(t, y));
        for (std::size_t i = 0; i < rest.size(); ++i) {
            if (rest[i] == j) return lambda[int(i)];
        }
        return 0.0;
    }

    void become(std::size_t j, ContactState is, ContactEventKind kind) {
        states_[j] = is;
        events_.push_back({time_, j, kind, is.direction});
    }
    void slide(std::size_t j, int side) { become(j, {ContactPhase::slide, side}, ContactEventKind::stick_to_slide); }

    void close(std::size_t j) {
        const double g = slip(j, y_);
        const int sign = g > 0.0 ? 1 : -1;
        const bool sticks = is_elastic(j) && kt(j) * std::abs(g) <= mu(j) * normal_rate(j, y_);
        ContactState is{sticks ? ContactPhase::stick : ContactPhase::slide, sticks ? 0 : sign};
        if (mu(j) == 0.0) is = {ContactPhase::slide, 0};
        y_[2 * n_ + int(j)] = 0.0;
        become(j, is, ContactEventKind::close);
    }

    void stop(std::size_t j) {
        const ContactState was = states_[j];
        if (is_elastic(j)) {
            y_[2 * n_ + int(j)] = was.direction * mu(j) * normal(j, y_) / kt(j);
            become(j, {ContactPhase::stick, 0}, ContactEventKind::slide_to_stick);
            return;
        }
        states_[j] = {ContactPhase::stick, 0};
        take_slip();
        settle(j, was);
    }

    /// Takes the slip of rigid contacts at rest away, which is rounding.
    void take_slip() {
        const std::vector<std::size_t> rest = resting();
        VectorXd g(int(rest.size()));
        MatrixXd w(n_, int(rest.size()));
        for (std::size_t i = 0; i < rest.size(); ++i) {
            w.col(int(i)) = w_[rest[i]];
            g[int(i)] = slip(rest[i], y_);
        }
        const MatrixXd pulls = factor_.solve(w);
        y_.segment(n_, n_) -= pulls * (w.transpose() * pulls).partialPivLu().solve(g);
    }

    /// The box QP of the contacts at rest by projected coordinate steps; those at a bound slide.
    void settle(std::size_t stopped, ContactState was) {
        const std::vector<std::size_t> rest = resting();
        const VectorXd force = outer_force(time_, y_);
        const int count = int(rest.size());
        MatrixXd w(n_, count);
        for (int i = 0; i < count; ++i) w.col(i) = w_[rest[std::size_t(i)]];
        const MatrixXd pulls = factor_.solve(w);
        const MatrixXd gram = w.transpose() * pulls;
        const VectorXd b = pulls.transpose() * force;
        VectorXd lambda = VectorXd::Zero(count);
        for (int round = 0; round < 20'000; ++round) {
            for (int i = 0; i < count; ++i) {
                const double bound = mu(rest[std::size_t(i)]) * normal(rest[std::size_t(i)], y_);
                lambda[i] += (b[i] - gram.row(i).dot(lambda)) / gram(i, i);
                lambda[i] = std::clamp(lambda[i], -bound, bound);
            }
        }
        const VectorXd left = b - gram * lambda;
        for (int i = 0; i < count; ++i) {
            const std::size_t j = rest[std::size_t(i)];
            const bool slides = std::abs(left[i]) > 1e-9 * (b.cwiseAbs().maxCoeff() + 1e-300);
            const int sign = left[i] > 0.0 ? 1 : -1;
            if (j == stopped) {
                if (!slides) become(j, {ContactPhase::stick, 0}, ContactEventKind::slide_to_stick);
                if (slides && sign != was.direction) become(j, {ContactPhase::slide, sign}, ContactEventKind::reversal);
                if (slides && sign == was.direction) states_[j] = was;
            } else if (slides) {
                slide(j, sign);
            }
        }
    }

    void begin() {
        for (std::size_t j = 0; j < w_.size(); ++j) {
            if (normal(j, y_) < 0.0) {
                states_[j] = {ContactPhase::open, 0};
            } else if (mu(j) == 0.0) {
                states_[j] = {ContactPhase::slide, 0};
            } else if (!is_elastic(j)) {
                slide(j, slip(j, y_) > 0.0 ? 1 : -1);
            }
        }
    }

    const Structure& s_;
    const int n_;
    const MatrixXd mass_, damping_, stiffness_;
    const Eigen::LLT<MatrixXd> factor_;
    std::vector<VectorXd> w_, normal_;
    std::vector<ContactState> states_;
    std::vector<ContactEvent> events_;
    VectorXd y_;  // x, x′, z
    double time_ = 0.0;
};

}  // namespace

SampledResult sampled_motion(const Structure& s, const StructureState& start, double end, double step) {
    return SampledMotion(s, start).run(end, step);
}

}  // namespace stickslip::structure
