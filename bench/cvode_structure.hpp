#pragma once

// CVODE on a structure with friction contacts, as an engineer who knows it would set it up. For each set of contacts at
// rest the accelerations are linear in the state: x″ = A·(p − C·x′ − K·x − friction), A = M⁻¹ − M⁻¹W·G⁻¹·WᵀM⁻¹. That
// is factorised once for each set and kept; the right-hand side is one product with a sparse or dense matrix. Root
// functions are the slip velocities of sliding contacts and both distances of friction from its bound at rest. It
// restarts where the right-hand side jumps: at events, and nowhere else.

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cvode_session.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip {

/// Rigid and elastic contacts, equal bounds, harmonic and recorded loads.
class CvodeStructure {
public:
    CvodeStructure(const structure::Structure& s, double tolerance, CvodeFamily family)
        : n_(static_cast<int>(s.size())),
          contacts_(static_cast<int>(s.contacts.size())),
          loads_(s.loads),
          mass_(dense(s.mass)),
          damping_(dense(s.damping)),
          stiffness_(dense(s.stiffness)),
          directions_(n_, contacts_),
          bound_(contacts_),
          spring_(contacts_),
          session_(family, {2 * n_, rate, 2 * contacts_, root, this}, tolerance) {
        for (int j = 0; j < contacts_; ++j) {
            const structure::Contact& c = s.contacts[std::size_t(j)];
            directions_.col(j) = vector(c.direction);
            bound_[j] = c.bound;
            spring_[j] = c.stiffness.value_or(0.0);
        }
        load_directions_.resize(n_, static_cast<int>(loads_.size()));
        for (std::size_t i = 0; i < loads_.size(); ++i) load_directions_.col(int(i)) = vector(loads_[i].direction);
        load_values_.resize(static_cast<int>(loads_.size()));
        CvodeSession::check(CVodeSetMaxNumSteps(session_.memory(), 2'000'000), "CVodeSetMaxNumSteps");
        CvodeSession::check(CVodeSetErrFile(session_.memory(), nullptr), "CVodeSetErrFile");
        if (family == CvodeFamily::bdf)
            CvodeSession::check(CVodeSetJacFn(session_.memory(), jacobian), "CVodeSetJacFn");
    }

    struct Result {
        Eigen::VectorXd position, velocity;
        int events = 0;
    };

    /// From rest, with every contact at rest and unstretched.
    Result run(double end) {
        Result result;
        start();
        march_to(end, result);
        return result;
    }

    /// Where a march begins: velocities at which contacts at rest have none, and what each contact does, as the sign of
    /// its slide or 0.
    struct Start {
        Eigen::VectorXd position, velocity;
        std::vector<int> slides;
    };

    /// Period by period until `is_there` is content with the state, or for `most_periods`. Returns how many periods it
    /// took; 0 where it was never content. Rigid contacts only, unless from rest.
    template <class IsThere>
    int run_until(const Start* from, double period, int most_periods, const IsThere& is_there) {
        Result result;
        if (from) {
            start_at(*from);
        } else {
            start();
        }
        for (int i = 1; i <= most_periods; ++i) {
            march_to(i * period, result);
            if (is_there(result)) return i;
        }
        return 0;
    }

private:
    using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    /// A linear map that is kept sparse where that is shorter.
    struct Map {
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> full;
        Sparse sparse;
        bool is_sparse = false;

        explicit Map(const Eigen::MatrixXd& m) : full(m) {
            if (m.size() == 0) return;
            const double smallest = 1e-14 * m.cwiseAbs().maxCoeff();
            sparse = m.sparseView(smallest, 1.0);
            is_sparse = double(sparse.nonZeros()) < 0.2 * double(m.size());
        }
    };
    /// Accelerations and frictions at rest for one set of contacts at rest.
    struct Pattern {
        Eigen::MatrixXd inverse;   // A
        Eigen::MatrixXd reaction;  // forces → λ of the rigid contacts at rest
        std::vector<int> rigid;
        Map accelerations;  // of (x, x′)
        Map frictions;      // of (x, x′)
        Eigen::MatrixXd loads, load_frictions;
    };

    static Eigen::MatrixXd dense(const structure::Matrix& m) {
        return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
            m.values.data(), int(m.rows), int(m.columns));
    }
    static Eigen::VectorXd vector(const std::vector<double>& v) {
        return Eigen::Map<const Eigen::VectorXd>(v.data(), int(v.size()));
    }
    void start() {
        Eigen::Map<Eigen::VectorXd>(session_.state(), 2 * n_).setZero();
        state_.assign(std::size_t(contacts_), 0);
        stretch_ = Eigen::VectorXd::Zero(contacts_);
        time_ = 0.0;
        settle(time_, -1, 0);
        session_.restart(time_);
    }

    void start_at(const Start& from) {
        start();
        Eigen::Map<Eigen::VectorXd> y(session_.state(), 2 * n_);
        y << from.position, from.velocity;
        state_ = from.slides;
        settle(time_, -1, 0);
        session_.restart(time_);
    }

    void march_to(double end, Result& result) {
        Eigen::Map<Eigen::VectorXd> y(session_.state(), 2 * n_);
        while (time_ < end) {
            if (!session_.advance(end, time_)) continue;
            ++result.events;
            happen(time_, y);
            session_.restart(time_);
        }
        result.position = y.head(n_);
        result.velocity = y.tail(n_);
    }

    [[nodiscard]] bool is_stuck(int j) const { return state_[std::size_t(j)] == 0; }

    std::unique_ptr<Pattern> factorised() const {
        Eigen::MatrixXd k = stiffness_;
        std::vector<int> rigid;
        for (int j = 0; j < contacts_; ++j) {
            if (!is_stuck(j)) continue;
            if (spring_[j] > 0.0) {
                k += spring_[j] * directions_.col(j) * directions_.col(j).transpose();
            } else {
                rigid.push_back(j);
            }
        }
        Eigen::MatrixXd w(n_, int(rigid.size()));
        for (std::size_t i = 0; i < rigid.size(); ++i) w.col(int(i)) = directions_.col(rigid[i]);
        const Eigen::LLT<Eigen::MatrixXd> factor(mass_);
        Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(n_, n_));
        Eigen::MatrixXd reaction(0, n_);
        if (!rigid.empty()) {
            const Eigen::MatrixXd mw = inverse * w;
            reaction = (w.transpose() * mw).llt().solve(mw.transpose());
            inverse -= mw * reaction;
        }
        Eigen::MatrixXd forces(n_, 2 * n_);
        forces << -k, -damping_;
        return std::make_unique<Pattern>(Pattern{inverse, reaction, rigid, Map(inverse * forces),
                                                 Map(reaction * forces), inverse * load_directions_,
                                                 reaction * load_directions_});
    }

    /// The pattern of the contacts as they are, and what is constant in it.
    void choose_pattern(const Eigen::VectorXd& x) {
        std::string key;
        for (const int state : state_) key += state == 0 ? 's' : '-';
        std::unique_ptr<Pattern>& kept = patterns_[key];
        if (!kept) kept = factorised();
        pattern_ = kept.get();
        Eigen::VectorXd force = Eigen::VectorXd::Zero(n_);
        offset_ = Eigen::VectorXd::Zero(contacts_);
        for (int j = 0; j < contacts_; ++j) {
            if (!is_stuck(j)) {
                force -= state_[std::size_t(j)] * bound_[j] * directions_.col(j);
            } else if (spring_[j] > 0.0) {
                offset_[j] = stretch_[j] - directions_.col(j).dot(x);  // z = offset + wᵀx
                force -= spring_[j] * offset_[j] * directions_.col(j);
            }
        }
        constant_ = pattern_->inverse * force;
        constant_friction_ = pattern_->reaction * force;
    }

    void evaluate_loads(double t) {
        for (std::size_t i = 0; i < loads_.size(); ++i) {
            double p = loads_[i].load.constant;
            if (const Record* const record = loads_[i].load.record.get()) {
                const Record::Window w = record->window(record->segment_at(t));
                p += w.expanded_at(t - w.origin)[0];
            }
            for (const Harmonic& h : loads_[i].load.harmonics) {
                p += h.amplitude * std::sin(h.frequency.value() * t + h.phase);
            }
            load_values_[int(i)] = p;
        }
    }

    static int rate(double t, N_Vector state, N_Vector out, void* data) {
        auto& self = *static_cast<CvodeStructure*>(data);
        const int n = self.n_;
        const Eigen::Map<const Eigen::VectorXd> y(N_VGetArrayPointer(state), 2 * n);
        Eigen::Map<Eigen::VectorXd> d(N_VGetArrayPointer(out), 2 * n);
        self.evaluate_loads(t);
        d.head(n) = y.tail(n);
        d.tail(n) = self.constant_;
        d.tail(n).noalias() += self.pattern_->loads * self.load_values_;
        self.multiply(self.pattern_->accelerations, y, d.tail(n));
        return 0;
    }

    static int jacobian(double, N_Vector, N_Vector, SUNMatrix matrix, void* data, N_Vector, N_Vector, N_Vector) {
        auto& self = *static_cast<CvodeStructure*>(data);
        const int n = self.n_;
        Eigen::Map<Eigen::MatrixXd> j(SM_DATA_D(matrix), 2 * n, 2 * n);
        j.topRows(n).setZero();
        j.topRightCorner(n, n).setIdentity();
        j.bottomRows(n) = self.pattern_->accelerations.full;
        return 0;
    }

    template <class Vector>
    static void multiply(const Map& map, const Vector& y, Eigen::Ref<Eigen::VectorXd> out) {
        if (map.is_sparse) {
            out.noalias() += map.sparse * y;
        } else {
            out.noalias() += map.full * y;
        }
    }

    static int root(double t, N_Vector state, double* g, void* data) {
        auto& self = *static_cast<CvodeStructure*>(data);
        const int n = self.n_;
        const Eigen::Map<const Eigen::VectorXd> y(N_VGetArrayPointer(state), 2 * n);
        self.evaluate_loads(t);
        self.friction_ = self.constant_friction_;
        self.friction_.noalias() += self.pattern_->load_frictions * self.load_values_;
        multiply(self.pattern_->frictions, y, self.friction_);
        int next = 0;
        for (int j = 0; j < self.contacts_; ++j) {
            g[2 * j] = g[2 * j + 1] = 1.0;
            if (!self.is_stuck(j)) {
                g[2 * j] = self.state_[std::size_t(j)] * self.sparse_direction(j, y.tail(n));
            } else {
                const double r = self.spring_[j] > 0.0
                                     ? self.spring_[j] * (self.offset_[j] + self.sparse_direction(j, y.head(n)))
                                     : self.friction_[next++];
                g[2 * j] = self.bound_[j] - r;
                g[2 * j + 1] = self.bound_[j] + r;
            }
        }
        return 0;
    }

    template <class Vector>
    double sparse_direction(int j, const Vector& x) {
        if (entries_.empty()) {
            entries_.resize(std::size_t(contacts_));
            for (int k = 0; k < contacts_; ++k) {
                for (int i = 0; i < n_; ++i) {
                    if (directions_(i, k) != 0.0) entries_[std::size_t(k)].push_back(i);
                }
            }
        }
        double sum = 0.0;
        for (const int i : entries_[std::size_t(j)]) sum += directions_(i, j) * x[i];
        return sum;
    }

    void happen(double time, Eigen::Map<Eigen::VectorXd>& y) {
        std::vector<int> found(std::size_t(2 * contacts_));
        CvodeSession::check(CVodeGetRootInfo(session_.memory(), found.data()), "CVodeGetRootInfo");
        for (int j = 0; j < contacts_; ++j) {
            if (is_stuck(j) && spring_[j] > 0.0) stretch_[j] = offset_[j] + directions_.col(j).dot(y.head(n_));
        }
        int released = -1;
        int direction = 0;
        for (int j = 0; j < contacts_; ++j) {
            const bool first = found[std::size_t(2 * j)] != 0;
            const bool second = found[std::size_t(2 * j + 1)] != 0;
            if (!first && !second) continue;
            if (is_stuck(j)) {
                released = j;
                direction = first ? 1 : -1;
                if (spring_[j] > 0.0) stretch_[j] = direction * bound_[j] / spring_[j];
            } else {
                if (spring_[j] > 0.0) stretch_[j] = state_[std::size_t(j)] * bound_[j] / spring_[j];
                state_[std::size_t(j)] = 0;
            }
        }
        // Rigid contacts at rest have exactly the velocity zero.
        std::vector<int> rest;
        for (int j = 0; j < contacts_; ++j) {
            if (is_stuck(j) && spring_[j] == 0.0) rest.push_back(j);
        }
        if (!rest.empty()) {
            Eigen::MatrixXd w(n_, int(rest.size()));
            for (std::size_t i = 0; i < rest.size(); ++i) w.col(int(i)) = directions_.col(rest[i]);
            const Eigen::MatrixXd mw = mass_.llt().solve(w);
            y.tail(n_) -= mw * (w.transpose() * mw).llt().solve(w.transpose() * y.tail(n_));
        }
        settle(time, released, direction);
    }

    /// Which of the rigid contacts at rest stay: friction is the minimum of ½λᵀGλ − bᵀλ within the bounds, by
    /// Gauss–Seidel; a contact whose friction has just met its bound slides.
    void settle(double time, int released, int direction) {
        const Eigen::Map<const Eigen::VectorXd> y(session_.state(), 2 * n_);
        if (released >= 0) state_[std::size_t(released)] = direction;
        choose_pattern(y.head(n_));
        if (pattern_->rigid.empty()) return;
        evaluate_loads(time);
        Eigen::VectorXd lambda = constant_friction_ + pattern_->load_frictions * load_values_;
        multiply(pattern_->frictions, y, lambda);
        const std::vector<int> rest = pattern_->rigid;
        bool holds = true;
        for (std::size_t i = 0; i < rest.size(); ++i) holds = holds && std::abs(lambda[int(i)]) <= bound_[rest[i]];
        if (holds) return;
        Eigen::MatrixXd w(n_, int(rest.size()));
        for (std::size_t i = 0; i < rest.size(); ++i) w.col(int(i)) = directions_.col(rest[i]);
        const Eigen::MatrixXd g = w.transpose() * mass_.llt().solve(w);
        const Eigen::VectorXd b = g * lambda;
        for (int round = 0; round < 2000; ++round) {
            for (int i = 0; i < b.size(); ++i) {
                const double limit = bound_[rest[std::size_t(i)]];
                lambda[i] = std::clamp(lambda[i] + (b[i] - g.row(i).dot(lambda)) / g(i, i), -limit, limit);
            }
        }
        for (int i = 0; i < b.size(); ++i) {
            const int j = rest[std::size_t(i)];
            if (std::abs(lambda[i]) >= bound_[j]) state_[std::size_t(j)] = lambda[i] > 0.0 ? 1 : -1;
        }
        choose_pattern(y.head(n_));
    }

    int n_, contacts_;
    std::vector<structure::DirectedLoad> loads_;
    Eigen::MatrixXd mass_, damping_, stiffness_, directions_, load_directions_;
    Eigen::VectorXd bound_, spring_;
    CvodeSession session_;

    double time_ = 0.0;
    std::vector<int> state_;  // sign of the slide, 0 at rest
    Eigen::VectorXd stretch_, offset_;
    std::map<std::string, std::unique_ptr<Pattern>> patterns_;
    const Pattern* pattern_ = nullptr;
    Eigen::VectorXd constant_, constant_friction_;  // of the pattern
    Eigen::VectorXd load_values_, friction_;
    std::vector<std::vector<int>> entries_;
};

}  // namespace stickslip
