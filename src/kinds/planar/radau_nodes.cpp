#include "radau_nodes.hpp"

#include <boost/math/special_functions/legendre.hpp>
#include <cmath>
#include <vector>

namespace stickslip::planar {

namespace {

using Real = long double;
using Rows = std::vector<std::vector<Real>>;

/// Right Radau nodes: the zeros of P_{s−1} − P_s on [−1, 1], mapped to (0, 1]; between the zeros of P_s, and 1.
std::vector<Real> radau_nodes(int stages) {
    const auto difference = [&](Real z) {
        return boost::math::legendre_p(stages - 1, z) - boost::math::legendre_p(stages, z);
    };
    std::vector<Real> nodes;
    const int samples = 400 * stages;
    Real before = -1.0L;
    for (int i = 1; i < samples; ++i) {
        const Real after = -std::cos(static_cast<Real>(i) * 3.14159265358979323846L / samples);
        if (difference(before) * difference(after) < 0.0L) {
            Real low = before;
            Real high = after;
            for (int k = 0; k < 80; ++k) {
                const Real middle = 0.5L * (low + high);
                (difference(low) * difference(middle) <= 0.0L ? high : low) = middle;
            }
            nodes.push_back(0.5L * (1.0L + 0.5L * (low + high)));
        }
        before = after;
    }
    nodes.push_back(1.0L);
    return nodes;
}

/// Inverse by Gauss–Jordan elimination with row pivoting.
Rows inverted(Rows a) {
    const std::size_t n = a.size();
    Rows inverse(n, std::vector<Real>(n, 0.0L));
    for (std::size_t i = 0; i < n; ++i) inverse[i][i] = 1.0L;
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t best = k;
        for (std::size_t i = k; i < n; ++i) {
            if (std::abs(a[i][k]) > std::abs(a[best][k])) best = i;
        }
        std::swap(a[k], a[best]);
        std::swap(inverse[k], inverse[best]);
        const Real pivot = a[k][k];
        for (std::size_t j = 0; j < n; ++j) {
            a[k][j] /= pivot;
            inverse[k][j] /= pivot;
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k) continue;
            const Real factor = a[i][k];
            for (std::size_t j = 0; j < n; ++j) {
                a[i][j] -= factor * a[k][j];
                inverse[i][j] -= factor * inverse[k][j];
            }
        }
    }
    return inverse;
}

/// A = R·L⁻¹ with Lᵢⱼ = P_j(cᵢ) and Rᵢⱼ = ∫₀^{cᵢ} P_j for shifted Legendre polynomials P_j, j < s.
Rows integral_matrix(const std::vector<Real>& node) {
    const std::size_t s = node.size();
    Rows values(s, std::vector<Real>(s));
    Rows integrals = values;
    for (std::size_t i = 0; i < s; ++i) {
        const Real z = 2.0L * node[i] - 1.0L;
        for (std::size_t j = 0; j < s; ++j) {
            const int n = static_cast<int>(j);
            values[i][j] = boost::math::legendre_p(n, z);
            integrals[i][j] = n == 0 ? node[i]
                                     : (boost::math::legendre_p(n + 1, z) - boost::math::legendre_p(n - 1, z)) /
                                           (2.0L * (2.0L * static_cast<Real>(n) + 1.0L));
        }
    }
    const Rows inverse = inverted(values);
    Rows a(s, std::vector<Real>(s, 0.0L));
    for (std::size_t i = 0; i < s; ++i) {
        for (std::size_t j = 0; j < s; ++j) {
            for (std::size_t k = 0; k < s; ++k) a[i][j] += integrals[i][k] * inverse[k][j];
        }
    }
    return a;
}

/// Rows of Bernstein polynomials at the points, inverted.
Rows bernstein_from_values(const std::vector<Real>& points) {
    const std::size_t n = points.size();
    Rows values(n, std::vector<Real>(n));
    for (std::size_t i = 0; i < n; ++i) {
        Real binomial = 1.0L;
        for (std::size_t j = 0; j < n; ++j) {
            values[i][j] = binomial * std::pow(points[i], static_cast<Real>(j)) *
                           std::pow(1.0L - points[i], static_cast<Real>(n - 1 - j));
            binomial = binomial * static_cast<Real>(n - 1 - j) / static_cast<Real>(j + 1);
        }
    }
    return inverted(values);
}

RadauNodes made_nodes() {
    constexpr std::size_t s = RadauNodes::stages;
    RadauNodes r;
    const std::vector<Real> node = radau_nodes(RadauNodes::stages);
    const Rows a = integral_matrix(node);
    const Rows inverse = inverted(a);
    for (std::size_t i = 0; i < s; ++i) {
        r.node[i] = static_cast<double>(node[i]);
        Real sum = 0.0L;
        for (std::size_t j = 0; j < s; ++j) {
            r.integral[i][j] = static_cast<double>(a[i][j]);
            r.derivative[i][j] = static_cast<double>(inverse[i][j]);
            sum += inverse[i][j];
        }
        r.derivative_sum[i] = static_cast<double>(sum);
    }
    std::vector<Real> points{0.0L};
    points.insert(points.end(), node.begin(), node.end());
    const Rows bernstein = bernstein_from_values(points);
    for (std::size_t i = 0; i <= s; ++i) {
        Real product = 1.0L;
        for (std::size_t j = 0; j <= s; ++j) {
            if (j != i) product *= points[i] - points[j];
            r.bernstein[i][j] = static_cast<double>(bernstein[i][j]);
        }
        r.weight[i] = static_cast<double>(1.0L / product);
    }
    return r;
}

}  // namespace

const RadauNodes& RadauNodes::instance() {
    static const RadauNodes nodes = made_nodes();
    return nodes;
}

}  // namespace stickslip::planar
