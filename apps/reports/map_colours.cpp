#include "map_colours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "plot_panels.hpp"
#include "stickslip/steady/observables.hpp"

namespace stickslip::cli {

namespace {

struct NamedColour {
    const char* name;
    Colour colour;
    const char* text;
};

/// Grey, off-white and black carry no hue; counts take the hues.
constexpr NamedColour statuses[] = {
    {"permanent-stick", {0x60, 0x60, 0x60}, "never moves"},
    {"continuous", {0xf4, 0xf1, 0xe8}, "moves all the time"},
    {"stick-slip", {0x56, 0xb4, 0xe9}, "stops and goes on"},
    {"unbounded", {0x00, 0x00, 0x00}, "grows without bound"},
    {"non-unique", {0xff, 0xff, 0xff}, "depends on the start"},
    {"not-converged", {0xd4, 0x00, 0x00}, "not found"},
    {"periodic", {0xf4, 0xf1, 0xe8}, "periodic"},
    {"chaotic", {0x6a, 0x1b, 0x6f}, "chaotic"},
    {"diverging", {0x00, 0x00, 0x00}, "diverging"},
    {"unresolved", {0xd4, 0x00, 0x00}, "unresolved"},
    {"proved", {0xa6, 0xcb, 0xe3}, "proved"},
    {"unproved", {0xff, 0xff, 0xff}, "not proved"},
};

/// Okabe and Ito's colours, the ones far apart first.
constexpr Colour hues[] = {{0x56, 0xb4, 0xe9}, {0xe6, 0x9f, 0x00}, {0x00, 0x9e, 0x73}, {0xf0, 0xe4, 0x42},
                           {0x00, 0x72, 0xb2}, {0xd5, 0x5e, 0x00}, {0xcc, 0x79, 0xa7}, {0x7a, 0x4b, 0x2a}};
constexpr int single_counts = 4;  // counts with a colour of their own; more than `hues` of them are grouped by doubling

/// Control points of a palette from dark blue over green to yellow whose lightness rises evenly.
constexpr Colour sequential[] = {{0x44, 0x01, 0x54}, {0x47, 0x2d, 0x7b}, {0x3b, 0x52, 0x8b},
                                 {0x2c, 0x72, 0x8e}, {0x21, 0x91, 0x8c}, {0x28, 0xae, 0x80},
                                 {0x5e, 0xc9, 0x62}, {0xad, 0xdc, 0x30}, {0xfd, 0xe7, 0x25}};
constexpr Colour diverging[] = {{0x12, 0x3a, 0x7c}, {0x3f, 0x7f, 0xbf}, {0xa6, 0xcb, 0xe3}, {0xf7, 0xf7, 0xf4},
                                {0xf4, 0xb3, 0x8c}, {0xcf, 0x5a, 0x3c}, {0x8a, 0x0f, 0x22}};

bool is_status(const std::string& name) {
    return std::ranges::any_of(statuses, [&](const NamedColour& s) { return name == s.name; });
}

/// @pre is_status(name)
const NamedColour& status_named(const std::string& name) {
    return *std::ranges::find_if(statuses, [&](const NamedColour& s) { return name == s.name; });
}

template <std::size_t N>
Colour between(const Colour (&points)[N], double part) {
    const double place = std::clamp(part, 0.0, 1.0) * (N - 1);
    const std::size_t first = std::min(static_cast<std::size_t>(place), N - 2);
    const double rest = place - static_cast<double>(first);
    Colour c{};
    for (std::size_t i = 0; i < c.size(); ++i) {
        c[i] = static_cast<std::uint8_t>(std::lround((1.0 - rest) * points[first][i] + rest * points[first + 1][i]));
    }
    return c;
}

/// The status of a cell where it says more than the value: no value, or at rest for ever.
class StatusLayer {
public:
    StatusLayer(const MapSample& sample, const MapQuantity& status) : values_(sample.values[0]), status_(status) {}

    [[nodiscard]] const std::string& name(std::size_t cell) const {
        return status_.meanings[static_cast<std::size_t>(values_[cell])];
    }

    [[nodiscard]] bool shows_instead(std::size_t cell, double value) const {
        return std::isnan(value) || name(cell) == "permanent-stick" || name(cell) == "non-unique";
    }

private:
    const std::vector<double>& values_;
    const MapQuantity& status_;
};

/// Collects what single colours mean, in the order of `statuses` and then of the counts.
class Legend {
public:
    Colour add_status(const std::string& name) {
        const NamedColour& status = status_named(name);
        const auto order = static_cast<int>(&status - std::begin(statuses));
        entries_[order] = {status.colour, status.text};
        return status.colour;
    }
    Colour add_count(int order, const Colour& colour, const std::string& text) {
        entries_[static_cast<int>(std::size(statuses)) + order] = {colour, text};
        return colour;
    }
    [[nodiscard]] std::vector<LegendEntry> entries() const {
        std::vector<LegendEntry> list;
        for (const auto& [order, entry] : entries_) list.push_back(entry);
        return list;
    }

private:
    std::map<int, LegendEntry> entries_;
};

std::string count_text(const MapQuantity& q, int low, int high, bool is_open) {
    const std::string number = is_open ? fmt::format("{} or more", low)
                                       : (low == high ? fmt::format("{}", low) : fmt::format("{} to {}", low, high));
    if (q.name == "stops_per_cycle") return number + (high == 1 ? " stop" : " stops");
    if (q.name == "stick_intervals_per_cycle") return number + (high == 1 ? " interval" : " intervals");
    if (q.name == "attractor_period" || q.name == "load_periods") return "period " + number;
    return number;
}

/// Groups of counts with one colour each: every count its own, or from the fifth on groups that double.
class CountGroups {
public:
    CountGroups(const MapQuantity& q, std::vector<int> counts) : quantity_(q) {
        std::ranges::sort(counts);
        const auto repeated = std::ranges::unique(counts);
        counts.erase(repeated.begin(), repeated.end());
        const bool is_grouped = counts.size() > std::size(hues);
        for (const int count : counts) {
            const bool is_single = !is_grouped || groups_.size() < single_counts;
            const bool is_last = groups_.size() == std::size(hues);
            if (!groups_.empty() && (count < next_ || is_last)) {
                groups_.back().high = count;
                continue;
            }
            groups_.push_back({count, count});
            next_ = is_single ? count + 1 : 2 * count;
        }
        is_open_ = is_grouped && groups_.size() == std::size(hues) && groups_.back().high >= next_;
    }

    Colour add_to(Legend& legend, int count) const {
        std::size_t i = 0;
        while (count > groups_[i].high) ++i;
        const bool is_open = is_open_ && i + 1 == groups_.size();
        return legend.add_count(static_cast<int>(i), hues[i],
                                count_text(quantity_, groups_[i].low, groups_[i].high, is_open));
    }

private:
    struct Group {
        int low, high;
    };
    const MapQuantity& quantity_;
    std::vector<Group> groups_;
    int next_ = 0;
    bool is_open_ = false;
};

ColouredMap coloured_flags(const MapSample& sample, const std::vector<MapQuantity>& quantities, std::size_t q) {
    ColouredMap map;
    Legend legend;
    for (const double value : sample.values[q]) {
        const auto flag = static_cast<std::size_t>(value);
        const std::string& meaning = quantities[q].meanings[flag];
        map.cells.push_back(is_status(meaning)
                                ? legend.add_status(meaning)
                                : legend.add_count(static_cast<int>(flag), hues[flag % std::size(hues)], meaning));
    }
    map.legend = legend.entries();
    return map;
}

ColouredMap coloured_counts(const MapSample& sample, const std::vector<MapQuantity>& quantities, std::size_t q) {
    const StatusLayer status(sample, quantities[0]);
    const std::vector<double>& values = sample.values[q];
    const auto is_status = [&](std::size_t i) {
        return status.shows_instead(i, values[i]) || (values[i] == 0.0 && status.name(i) == "continuous");
    };
    std::vector<int> counts;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!is_status(i)) counts.push_back(static_cast<int>(values[i]));
    }
    const CountGroups groups(quantities[q], counts);
    ColouredMap map;
    Legend legend;
    for (std::size_t i = 0; i < values.size(); ++i) {
        map.cells.push_back(is_status(i) ? legend.add_status(status.name(i))
                                         : groups.add_to(legend, static_cast<int>(values[i])));
    }
    map.legend = legend.entries();
    return map;
}

/// The value below which this share of a sorted list lies.
double quantile(const std::vector<double>& sorted, double share) {
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

std::vector<double> round_ticks(const ColourScale& s) {
    std::vector<double> ticks;
    if (!s.is_logarithmic) {
        const double step = tick_step(s.high - s.low);
        for (double t = std::ceil(s.low / step); t * step <= s.high; ++t) ticks.push_back(t * step);
        return ticks;
    }
    constexpr double few_decades = 4.5;
    const bool is_short = std::log10(s.high / s.low) < few_decades;
    for (double decade = std::floor(std::log10(s.low)); decade <= std::log10(s.high); ++decade) {
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double t = digit * std::pow(10.0, decade);
            if ((is_short || digit == 1.0) && t >= s.low && t <= s.high) ticks.push_back(t);
        }
    }
    return ticks;
}

/// Outliers, as near a resonance, must not take all the colours.
ColourScale scale_for(std::vector<double> values, bool is_bounded) {
    const double tail = is_bounded ? 0.0 : 0.005;  // of the cells at each end that may be clipped
    constexpr double wide = 12.0;                  // ratio of values from which logarithms show more
    constexpr double many_decades = 1e-4;          // of the largest value, where a logarithmic scale ends
    ColourScale s;
    if (values.empty()) return s;
    std::ranges::sort(values);
    s.low = quantile(values, tail);
    s.high = quantile(values, 1.0 - tail);
    s.is_diverging = s.low < 0.0 && s.high > 0.0;
    s.is_logarithmic = !s.is_diverging && s.low > 0.0 && s.high > wide * quantile(values, 0.1);
    if (s.is_diverging) {
        const double largest = std::max(-s.low, s.high);
        const double reach = is_bounded ? largest : std::min(largest, 3.0 * std::min(-s.low, s.high));
        s.low = -reach;
        s.high = reach;
    } else if (s.is_logarithmic && !is_bounded) {
        s.low = std::max(s.low, many_decades * s.high);
    } else if (values.front() >= 0.0 && s.low < 0.3 * s.high) {
        s.low = 0.0;
    }
    if (!(s.high > s.low)) {
        const double margin = s.high == 0.0 ? 1.0 : 0.5 * std::abs(s.high);
        s.low -= margin;
        s.high += margin;
    }
    s.is_clipped_low = values.front() < s.low;
    s.is_clipped_high = values.back() > s.high;
    s.ticks = round_ticks(s);
    return s;
}

ColouredMap coloured_reals(const MapSample& sample, const std::vector<MapQuantity>& quantities, std::size_t q) {
    const StatusLayer status(sample, quantities[0]);
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    ColouredMap map;
    map.has_scale = true;
    map.field = sample.values[q];
    std::vector<double> known;
    const auto is_below_all = [&](std::size_t i) {  // small changes vanish in finite time: the exponent is −∞
        return std::isnan(sample.values[q][i]) && quantities[q].name == "exponent" && status.name(i) == "periodic";
    };
    for (std::size_t i = 0; i < map.field.size(); ++i) {
        const bool is_at_rest = status.name(i) == "permanent-stick" && map.field[i] == 0.0;
        const bool is_hidden = std::isnan(map.field[i]) || is_at_rest;
        if (is_hidden) map.field[i] = nothing;
        if (!is_hidden) known.push_back(map.field[i]);
    }
    map.scale = scale_for(known, is_bounded(quantities[q].name));
    Legend legend;
    for (std::size_t i = 0; i < map.field.size(); ++i) {
        if (!std::isnan(map.field[i])) {
            map.cells.push_back(map.scale.colour(map.scale.part(map.field[i])));
        } else if (is_below_all(i)) {
            map.cells.push_back(map.scale.colour(0.0));
        } else {
            map.cells.push_back(legend.add_status(status.name(i)));
        }
    }
    map.legend = legend.entries();
    return map;
}

}  // namespace

std::string hex(const Colour& c) { return fmt::format("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]); }

double ColourScale::part(double value) const {
    if (!is_logarithmic) return std::clamp((value - low) / (high - low), 0.0, 1.0);
    if (!(value > low)) return 0.0;
    return std::min(1.0, std::log(value / low) / std::log(high / low));
}

Colour ColourScale::colour(double part) const {
    return is_diverging ? between(diverging, part) : between(sequential, part);
}

ColouredMap coloured(const MapSample& sample, const std::vector<MapQuantity>& quantities, std::size_t quantity) {
    switch (quantities[quantity].type) {
        case QuantityType::flag: return coloured_flags(sample, quantities, quantity);
        case QuantityType::count: return coloured_counts(sample, quantities, quantity);
        case QuantityType::real: break;
    }
    return coloured_reals(sample, quantities, quantity);
}

}  // namespace stickslip::cli
