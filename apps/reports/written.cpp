#include "written.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "tell.hpp"
#include "terminal_text.hpp"

namespace stickslip::cli {

namespace {

std::string duration_text(double seconds) {
    constexpr double minute = 60.0;
    constexpr double hour = 3600.0;
    if (seconds < 1.0) return "less than a second";
    if (seconds < 2.0 * minute) return fmt::format("about {:.0f} s", seconds);
    if (seconds < 2.0 * hour) return fmt::format("about {:.0f} minutes", seconds / minute);
    return fmt::format("about {:.0f} hours", seconds / hour);
}

}  // namespace

void tell_written(const std::vector<std::string>& paths, bool is_json) {
    for (const std::string& path : paths) {
        if (path.empty()) continue;
        if (is_json) {
            tell_on_stderr("stickslip: wrote {}\n", printable(path));
        } else {
            fmt::print("wrote {}\n", printable(path));
        }
    }
}

void tell_estimate(double seconds, int threads) {
    tell_on_stderr("stickslip: this takes {} on {} thread{}\n", duration_text(seconds), threads,
                   threads == 1 ? "" : "s");
}

}  // namespace stickslip::cli
