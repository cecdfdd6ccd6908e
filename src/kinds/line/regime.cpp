#include "stickslip/motion/regime.hpp"

namespace stickslip {

std::string_view name(Regime regime) {
    switch (regime) {
        case Regime::permanent_stick: return "permanent-stick";
        case Regime::continuous: return "continuous";
        case Regime::stick_slip: return "stick-slip";
        case Regime::unbounded: return "unbounded";
        case Regime::non_unique: return "non-unique";
        case Regime::not_converged: return "not-converged";
        case Regime::chaotic: return "chaotic";
    }
    return "";
}

std::string_view name(MapPeriod period) { return period == MapPeriod::half ? "half" : "full"; }

}  // namespace stickslip
