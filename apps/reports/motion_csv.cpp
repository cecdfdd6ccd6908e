#include <fmt/format.h>

#include "motion_result.hpp"

namespace stickslip::cli {

void write_csv(const MotionResult& motion, std::FILE* file) {
    std::string header;
    for (const Quantity& q : motion.samples) {
        if (!q.in_csv) continue;
        for (std::size_t k = 0; k < motion.size_of(q); ++k) {
            header += header.empty() ? "" : ",";
            header += q.over ? fmt::format("{}{}", q.name, k + 1) : q.name;
        }
    }
    fmt::print(file, "{}\n", header);
    fmt::memory_buffer text;
    motion.for_each_piece([&](std::size_t, const Columns& columns) {
        text.clear();
        for (std::size_t row = 0; row < columns.front().size(); ++row) {
            const char* separator = "";
            for (std::size_t c = 0; c < columns.size(); ++c) {
                if (!motion.samples[c].in_csv) continue;
                const std::size_t size = motion.size_of(motion.samples[c]);
                for (std::size_t k = 0; k < size; ++k) {
                    fmt::format_to(std::back_inserter(text), "{}{}", separator, columns[c][row * size + k]);
                    separator = ",";
                }
            }
            text.push_back('\n');
        }
        std::fwrite(text.data(), 1, text.size(), file);
    });
}

}  // namespace stickslip::cli
