#include <fmt/format.h>

#include <stdexcept>

#include "motion_report.hpp"

namespace stickslip::cli {

void write_csv(const MotionReport& report, std::FILE* file) {
    std::fputs("t,x,v,a,friction\n", file);
    fmt::memory_buffer text;
    for_each_piece(report, [&](const std::vector<Sample>& piece) {
        text.clear();
        for (const Sample& s : piece) {
            fmt::format_to(std::back_inserter(text), "{},{},{},{},{}\n", s.time, s.position, s.velocity, s.acceleration,
                           s.friction);
        }
        std::fwrite(text.data(), 1, text.size(), file);
    });
}

}  // namespace stickslip::cli
