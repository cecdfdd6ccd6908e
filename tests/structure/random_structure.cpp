#include "random_structure.hpp"

#include <algorithm>
#include <cmath>

namespace stickslip::structure {
namespace {

double uniform(std::mt19937& random, double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
}
bool coin(std::mt19937& random, double probability) { return uniform(random, 0.0, 1.0) < probability; }

/// Adds a spring, or a damper, between masses i − 1 and i of a chain.
void join(Matrix& m, int i, double value) {
    const auto n = static_cast<std::size_t>(i);
    if (n < m.rows) m(n, n) += value;
    if (n > 0) {
        m(n - 1, n - 1) += value;
        if (n < m.rows) {
            m(n - 1, n) -= value;
            m(n, n - 1) -= value;
        }
    }
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix c = Matrix::zero(a.rows, b.columns);
    for (std::size_t i = 0; i < a.rows; ++i) {
        for (std::size_t k = 0; k < a.columns; ++k) {
            for (std::size_t j = 0; j < b.columns; ++j) c(i, j) += a(i, k) * b(k, j);
        }
    }
    return c;
}

Matrix transpose(const Matrix& a) {
    Matrix t = Matrix::zero(a.columns, a.rows);
    for (std::size_t i = 0; i < a.rows; ++i) {
        for (std::size_t j = 0; j < a.columns; ++j) t(j, i) = a(i, j);
    }
    return t;
}

Matrix stacked(const Matrix& a, const Matrix& b) {
    Matrix m = Matrix::zero(a.rows + b.rows, a.columns + b.columns);
    for (std::size_t i = 0; i < a.rows; ++i) {
        for (std::size_t j = 0; j < a.columns; ++j) m(i, j) = a(i, j);
    }
    for (std::size_t i = 0; i < b.rows; ++i) {
        for (std::size_t j = 0; j < b.columns; ++j) m(a.rows + i, a.columns + j) = b(i, j);
    }
    return m;
}

/// Which masses contacts join to each other and to the ground, 0: a contact that closes a ring is redundant.
class Tree {
public:
    explicit Tree(std::size_t nodes) : root_(nodes) {
        for (std::size_t i = 0; i < nodes; ++i) root_[i] = i;
    }
    /// False if they were joined before.
    bool join(std::size_t a, std::size_t b) {
        const std::size_t from = root_[a], to = root_[b];
        for (std::size_t& r : root_) r = r == from ? to : r;
        return from != to;
    }

private:
    std::vector<std::size_t> root_;
};

std::vector<double> joined(std::vector<double> a, const std::vector<double>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::vector<double> times(const Matrix& a, const std::vector<double>& x) { return product(a, {x.size(), 1, x}).values; }

}  // namespace

RandomProblem random_problem(std::mt19937& random, const RandomOptions& options) {
    const auto n = static_cast<std::size_t>(options.degrees);
    RandomProblem p;
    Structure& s = p.structure;
    s.mass = s.damping = s.stiffness = Matrix::zero(n, n);
    const bool is_damped = coin(random, 0.7);
    const bool is_proportional = coin(random, 0.5);
    for (std::size_t i = 0; i < n; ++i) s.mass(i, i) = uniform(random, 0.5, 1.5);
    for (int i = 0; i <= options.degrees; ++i) {
        if (i == options.degrees && coin(random, 0.5)) continue;
        if (options.with_free_bodies && coin(random, 0.4)) continue;
        const double k = uniform(random, 0.5, 4.0);
        join(s.stiffness, i, k);
        if (is_damped) join(s.damping, i, is_proportional ? 0.02 * k : uniform(random, 0.0, 0.1));
    }
    Tree tree(n + 1);
    for (int j = 0; j < options.contacts; ++j) {
        Contact c{.direction = std::vector<double>(n, 0.0), .bound = uniform(random, 0.05, 0.6)};
        const auto at = static_cast<std::size_t>(uniform(random, 0.0, double(n)));
        c.direction[at] = 1.0;
        const bool is_between = at > 0 && coin(random, 0.4);
        if (is_between) c.direction[at - 1] = -1.0;
        if (!tree.join(is_between ? at : 0, at + 1) && !options.with_redundant) continue;
        if (options.with_redundant && !s.contacts.empty() && coin(random, 0.5)) {
            c.direction =
                s.contacts[static_cast<std::size_t>(uniform(random, 0.0, double(s.contacts.size())))].direction;
        }
        if (options.with_stiction && coin(random, 0.6)) c.static_bound = c.bound * uniform(random, 1.1, 2.0);
        if (options.with_elastic && coin(random, 0.6)) {
            c.static_bound.reset();
            c.stiffness = uniform(random, 2.0, 40.0);
        }
        if (options.with_varying_normal && coin(random, 0.6)) {
            c.normal = NormalVariation{1.0, uniform(random, 0.1, 1.4), uniform(random, 0.3, 2.0),
                                       uniform(random, 0.0, 6.0), nullptr};
        }
        if (options.with_moving_surfaces && coin(random, 0.6)) c.surface_velocity = uniform(random, -0.5, 0.5);
        s.contacts.push_back(c);
    }
    for (int i = 0; i < 2; ++i) {
        DirectedLoad load{.direction = std::vector<double>(n)};
        for (double& d : load.direction) d = uniform(random, -1.0, 1.0);
        load.load.constant = coin(random, 0.3) ? uniform(random, -0.5, 0.5) : 0.0;
        load.load.harmonics = {{uniform(random, 0.3, 1.0), uniform(random, 0.2, 2.5), uniform(random, 0.0, 6.0)}};
        s.loads.push_back(load);
    }
    for (std::size_t i = 0; i < n; ++i) {
        p.start.position.push_back(uniform(random, -1.0, 1.0));
        p.start.velocity.push_back(coin(random, 0.5) ? uniform(random, -1.0, 1.0) : 0.0);
    }
    return p;
}

double fastest_rate(const Structure& s) {
    double stiffness = 0.0;
    double damping = 0.0;
    for (std::size_t i = 0; i < s.size(); ++i) {  // masses of these problems are diagonal
        double row = 0.0;
        double damping_row = 0.0;
        for (std::size_t j = 0; j < s.size(); ++j) {
            row += std::abs(s.stiffness(i, j));
            damping_row += std::abs(s.damping(i, j));
        }
        stiffness = std::max(stiffness, row / s.mass(i, i));
        damping = std::max(damping, damping_row / s.mass(i, i));
    }
    for (const Contact& c : s.contacts) {
        for (std::size_t i = 0; i < s.size(); ++i) {
            stiffness += c.stiffness.value_or(0.0) * c.direction[i] * c.direction[i] / s.mass(i, i);
        }
    }
    return std::sqrt(stiffness) + damping;
}

RandomProblem with_split_contacts(const RandomProblem& p) {
    RandomProblem q = p;
    q.structure.contacts.clear();
    for (Contact c : p.structure.contacts) {
        c.bound *= 0.5;
        if (c.static_bound) *c.static_bound *= 0.5;
        if (c.stiffness) *c.stiffness *= 0.5;
        q.structure.contacts.push_back(c);
        q.structure.contacts.push_back(c);
    }
    return q;
}

RandomProblem side_by_side(const RandomProblem& a, const RandomProblem& b) {
    const std::vector<double> before(a.structure.size(), 0.0);
    const std::vector<double> after(b.structure.size(), 0.0);
    RandomProblem p;
    p.structure.mass = stacked(a.structure.mass, b.structure.mass);
    p.structure.damping = stacked(a.structure.damping, b.structure.damping);
    p.structure.stiffness = stacked(a.structure.stiffness, b.structure.stiffness);
    const auto both = [&](const auto& of_a, const auto& of_b) {
        auto all = of_a;
        for (auto& directed : all) directed.direction = joined(directed.direction, after);
        for (auto directed : of_b) {
            directed.direction = joined(before, directed.direction);
            all.push_back(directed);
        }
        return all;
    };
    p.structure.contacts = both(a.structure.contacts, b.structure.contacts);
    p.structure.loads = both(a.structure.loads, b.structure.loads);
    p.start.position = joined(a.start.position, b.start.position);
    p.start.velocity = joined(a.start.velocity, b.start.velocity);
    return p;
}

RandomProblem transformed(const RandomProblem& p, std::mt19937& random) {
    // T = L·U with unit diagonals: its inverse is as easy.
    const std::size_t n = p.structure.size();
    Matrix t = Matrix::zero(n, n);
    Matrix inverse = Matrix::zero(n, n);
    for (std::size_t i = 0; i < n; ++i) t(i, i) = inverse(i, i) = 1.0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (i == j) continue;
            const double factor = uniform(random, -0.4, 0.4);
            Matrix step = Matrix::zero(n, n);
            Matrix back = Matrix::zero(n, n);
            for (std::size_t k = 0; k < n; ++k) step(k, k) = back(k, k) = 1.0;
            step(i, j) = factor;
            back(i, j) = -factor;
            t = product(t, step);
            inverse = product(back, inverse);
        }
    }
    const Matrix turned = transpose(t);
    RandomProblem q = p;
    q.structure.mass = product(turned, product(p.structure.mass, t));
    q.structure.damping = product(turned, product(p.structure.damping, t));
    q.structure.stiffness = product(turned, product(p.structure.stiffness, t));
    for (Contact& c : q.structure.contacts) c.direction = times(turned, c.direction);
    for (DirectedLoad& load : q.structure.loads) load.direction = times(turned, load.direction);
    q.start.position = times(inverse, p.start.position);
    q.start.velocity = times(inverse, p.start.velocity);
    return q;
}

}  // namespace stickslip::structure
