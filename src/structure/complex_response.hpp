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

}  // namespace stickslip::structure
