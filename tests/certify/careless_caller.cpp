#include "careless_caller.hpp"

#include <cfenv>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace stickslip {

Certificate certify_carelessly(const Ratios& ratios, int mode, bool flushes) {
    constexpr int modes[rounding_modes] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    const int before = std::fegetround();
    std::fesetround(modes[mode]);
#if defined(__x86_64__)
    const unsigned int control = _mm_getcsr();
    constexpr unsigned int flush_and_denormals = 0x8040U;
    if (flushes) _mm_setcsr(control | flush_and_denormals);
#endif
    const Certificate c = certify(ratios);
#if defined(__x86_64__)
    _mm_setcsr(control);
#endif
    std::fesetround(before);
    return c;
}

}  // namespace stickslip
