#include "cover_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <stdexcept>

#include "json_text.hpp"
#include "map_colours.hpp"
#include "plot_panels.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

constexpr int cover_width = 1000;  // pixels
constexpr int cover_height = 860;
constexpr double cover_left = 90.0, cover_right = 970.0;
constexpr double cover_bottom = 130.0, cover_top = 810.0;

/// "0.02:0.98".
Interval interval_in(std::string_view text, std::string_view whole) {
    Interval range;
    const std::size_t colon = text.find(':');
    const auto read = [](std::string_view number, double& value) {
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
        return error == std::errc{} && end == number.data() + number.size() && !number.empty();
    };
    if (colon == std::string_view::npos || !read(text.substr(0, colon), range.low) ||
        !read(text.substr(colon + 1), range.high)) {
        throw std::invalid_argument(fmt::format(
            "the rectangle \"{}\" must be x0:x1,y0:y1, friction ratios and frequency ratios, as 0.02:0.98,0.3:1.5",
            whole));
    }
    return range;
}

/// What a colour says: a box that never moves, or its stops per cycle.
constexpr int never_moves = -1;

int class_of(const ProvedBox& box) { return box.regime == Regime::permanent_stick ? never_moves : box.stops_per_cycle; }

/// Grey, off-white, then colours that are told apart by colour-blind readers too.
Colour colour_of(int boxes) {
    constexpr Colour hues[] = {{0x56, 0xb4, 0xe9}, {0xe6, 0x9f, 0x00}, {0x00, 0x9e, 0x73}, {0xcc, 0x79, 0xa7},
                               {0x00, 0x72, 0xb2}, {0xd5, 0x5e, 0x00}, {0xf0, 0xe4, 0x42}, {0x7a, 0x4b, 0x2a}};
    if (boxes == never_moves) return {0x60, 0x60, 0x60};
    if (boxes == 0) return {0xe4, 0xdc, 0xc8};
    return hues[std::min<std::size_t>(static_cast<std::size_t>(boxes) / 2 - 1, std::size(hues) - 1)];
}

std::string class_words(int boxes) {
    if (boxes == never_moves) return "never moves";
    return boxes == 0 ? "proved: no stop" : fmt::format("proved: {} stops per cycle", boxes);
}

/// The boxes as pixels, row by row from the lowest frequency.
std::string cover_pixels(const Cover& cover, int columns, int rows) {
    std::string bytes(static_cast<std::size_t>(3 * columns * rows), '\xff');
    const RatioBox& whole = cover.request.box;
    const auto cells = [](const Interval& part, const Interval& range, int count) {
        const double scale = count / (range.high - range.low);
        return std::pair(static_cast<int>(std::ceil((part.low - range.low) * scale - 0.5)),
                         static_cast<int>(std::ceil((part.high - range.low) * scale - 0.5)));
    };
    for (const ProvedBox& p : cover.proved) {
        const Colour colour = colour_of(class_of(p));
        const auto [left, right] = cells(p.box.friction, whole.friction, columns);
        const auto [bottom, top] = cells(p.box.frequency, whole.frequency, rows);
        for (int row = bottom; row < top; ++row) {
            for (int column = left; column < right; ++column) {
                for (std::size_t i = 0; i < colour.size(); ++i) {
                    bytes[static_cast<std::size_t>(3 * (row * columns + column)) + i] = static_cast<char>(colour[i]);
                }
            }
        }
    }
    return bytes;
}

}  // namespace

RatioBox ratio_box(const std::string& text) {
    const std::size_t comma = text.find(',');
    const std::string_view whole = text;
    const std::string_view second = comma == std::string::npos ? std::string_view() : whole.substr(comma + 1);
    return {interval_in(whole.substr(0, comma), whole), interval_in(second, whole)};
}

namespace {

bool is_line(const RatioBox& box) {
    return box.friction.low == box.friction.high || box.frequency.low == box.frequency.high;
}

std::string_view along(const RatioBox& box) {
    return box.friction.low == box.friction.high ? "frequency_ratio" : "friction_ratio";
}

/// The parts of a line, with all digits: between two of them lies a boundary.
std::string ranges_text(const Cover& cover) {
    std::string text =
        fmt::format("{:.9f} % of the line proved\n{}\n", 100.0 * cover.proved_area, along(cover.request.box));
    for (const ProvedRange& r : proved_ranges(cover)) {
        text += fmt::format("{:<20} to {:<20}  {}, {} stops per cycle, {} reversals without a stop\n", r.range.low,
                            r.range.high, name(r.regime), r.stops_per_cycle, r.zero_duration_reversals);
    }
    return text;
}

Json ranges_json(const Cover& cover) {
    Json list = Json::array();
    for (const ProvedRange& r : proved_ranges(cover)) {
        list.push_back({{std::string(along(cover.request.box)), {r.range.low, r.range.high}},
                        {"regime", name(r.regime)},
                        {"stops_per_cycle", r.stops_per_cycle},
                        {"zero_duration_reversals", r.zero_duration_reversals}});
    }
    return list;
}

}  // namespace

std::string cover_text(const Cover& cover) {
    if (is_line(cover.request.box)) return ranges_text(cover);
    std::string text =
        fmt::format("{} boxes, {:.3f} % of the area proved\n", cover.proved.size(), 100.0 * cover.proved_area);
    for (const auto& [stops, area] : cover.area_of_stops) {
        text += fmt::format("{:>4} stops per cycle  {:8.4f} %\n", stops, 100.0 * area);
    }
    return text;
}

std::string cover_json(const Cover& cover) {
    Json j;
    j["version"] = version();
    j["friction_ratio"] = {cover.request.box.friction.low, cover.request.box.friction.high};
    j["frequency_ratio"] = {cover.request.box.frequency.low, cover.request.box.frequency.high};
    j["damping_ratio"] = cover.request.damping;
    j["boxes"] = cover.proved.size();
    j["proved_area"] = cover.proved_area;
    j["area_of_stops"] = Json::object();
    for (const auto& [stops, area] : cover.area_of_stops) j["area_of_stops"][std::to_string(stops)] = area;
    if (is_line(cover.request.box)) j["ranges"] = ranges_json(cover);
    return json_text(j, 2) + '\n';
}

std::string cover_csv(const Cover& cover) {
    std::string rows =
        "friction_lower,friction_upper,frequency_lower,frequency_upper,regime,stops_per_cycle,"
        "zero_duration_reversals,amplitude_lower,amplitude_upper\n";
    for (const ProvedBox& p : cover.proved) {
        rows += fmt::format("{},{},{},{},{},{},{},{},{}\n", p.box.friction.low, p.box.friction.high,
                            p.box.frequency.low, p.box.frequency.high, name(p.regime), p.stops_per_cycle,
                            p.zero_duration_reversals, p.amplitude_ratio.low, p.amplitude_ratio.high);
    }
    return rows;
}

Drawing plot_cover(const Cover& cover) {
    if (is_line(cover.request.box)) throw std::invalid_argument("--plot draws rectangles, and this box is a line");
    Drawing drawing{cover_width, cover_height};
    const RatioBox& box = cover.request.box;
    constexpr int columns = static_cast<int>(cover_right - cover_left);
    constexpr int rows = static_cast<int>(cover_top - cover_bottom);
    const double dx = (box.friction.high - box.friction.low) / columns;
    const double dy = (box.frequency.high - box.frequency.low) / rows;
    Script& g = drawing.script;
    g += place(
        {cover_left / cover_width, cover_right / cover_width, cover_bottom / cover_height, cover_top / cover_height});
    const std::string damping =
        cover.request.damping > 0.0 ? fmt::format(", damping ratio {}", cover.request.damping) : std::string();
    g += Script("set title {} font ',13'\nset format '%g'\nset tics out front\n",
                shown(fmt::format("Proved: {:.2f} % of the area{}", 100.0 * cover.proved_area, damping)));
    g += Script("set key at screen 0.53, screen {} center horizontal maxcols 3 Left reverse samplen 1.5 spacing 1.2\n",
                36.0 / cover_height);
    g += Script("set xlabel {}\nset xrange [{}:{}]\nset ylabel {}\nset yrange [{}:{}]\n",
                shown(axis_label("friction_ratio")), box.friction.low, box.friction.high,
                shown(axis_label("frequency_ratio")), box.frequency.low, box.frequency.high);
    g += Script(
        "plot {} binary array=({},{}) format='%uchar%uchar%uchar' origin=({},{}) dx={} dy={} with rgbimage notitle",
        drawing.add(cover_pixels(cover, columns, rows)), columns, rows, box.friction.low + 0.5 * dx,
        box.frequency.low + 0.5 * dy, dx, dy);
    std::set<int> classes;
    for (const ProvedBox& p : cover.proved) classes.insert(class_of(p));
    for (const int boxes : classes) {
        g += Script(", 1/0 with points pt 5 ps 2 lc rgb {} title {}", quoted_colour(hex(colour_of(boxes))),
                    shown(class_words(boxes)));
    }
    g += Script(", 1/0 with points pt 4 ps 2 lc rgb '#999999' title {}\n", shown("not proved"));
    return drawing;
}

}  // namespace stickslip::cli
