#pragma once

// When the searches for periodic motions go on: one set of rules for motions of every kind.

namespace stickslip {

/// A motion that closes is improved further while residual < this·(best residual so far).
inline constexpr double worth_another_step = 0.25;
/// A step of Newton's method has stalled unless residual < this·(best residual so far).
inline constexpr double stalled_share = 0.5;

/// Proximal points y of z, F(y) + λ·(y − z) = 0, [SolodovSvaiter1999].
namespace proximal {
inline constexpr int most_steps = 200;
inline constexpr double halved = 0.5;      ///< y is taken as it is where ‖F(y)‖ ≤ this·‖F(z)‖
inline constexpr double share_left = 0.5;  ///< y is near enough where ‖F(y) + λ·(y − z)‖ ≤ this·λ‖y − z‖
inline constexpr double relax = 0.25;      ///< of λ after a step that was taken, at most
inline constexpr double tighten = 8.0;     ///< of λ after one that was not
}  // namespace proximal

}  // namespace stickslip
