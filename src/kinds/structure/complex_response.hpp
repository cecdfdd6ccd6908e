#pragma once

#include <complex>

namespace stickslip::structure {

/// e[λ, 0] = (e^{λτ} − 1)/λ: the response of c′ = λ·c + 1 from rest.
inline std::complex<double> constant_response(std::complex<double> root, double tau) {
    const std::complex<double> z = root * tau;
    if (std::abs(z) < 0.5) {
        std::complex<double> sum = 1.0;
        std::complex<double> term = 1.0;
        for (int n = 2; n < 22; ++n) {
            term *= z / double(n);
            sum += term;
        }
        return tau * sum;
    }
    return (std::exp(z) - 1.0) / root;
}

/// e[λ, 0, 0] = (e[λ, 0] − τ)/λ.
[[nodiscard]] inline std::complex<double> slope_response(std::complex<double> root, double tau) {
    const std::complex<double> z = root * tau;
    if (std::abs(z) < 1.0) {
        std::complex<double> sum = 0.5;
        std::complex<double> term = 0.5;
        for (int n = 3; n < 26; ++n) {
            term *= z / double(n);
            sum += term;
        }
        return tau * tau * sum;
    }
    return (constant_response(root, tau) - tau) / root;
}

/// e[λ, iΩ] = e^{(λ + iΩ)τ/2}·sinh(δτ/2)/(δ/2), δ = iΩ − λ, however near the two are. `decay` is e^{λτ} and `turn`
/// is e^{iΩτ}.
[[nodiscard]] inline std::complex<double> harmonic_response(std::complex<double> root, double frequency, double tau,
                                                            std::complex<double> decay, std::complex<double> turn) {
    constexpr double near = 0.25;  // of |δτ/2|², below which the difference would lose digits
    const std::complex<double> load(0.0, frequency);
    const std::complex<double> half = 0.5 * (load - root) * tau;
    if (std::norm(half) < near) {
        const std::complex<double> square = half * half;
        std::complex<double> sum = 1.0;
        std::complex<double> term = 1.0;
        for (int n = 1; n < 10; ++n) {
            term *= square / double(2 * n * (2 * n + 1));
            sum += term;
        }
        return tau * std::exp(0.5 * (load + root) * tau) * sum;
    }
    return (turn - decay) / (load - root);
}

}  // namespace stickslip::structure
