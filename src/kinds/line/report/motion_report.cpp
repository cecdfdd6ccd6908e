#include "motion_report.hpp"

#include <utility>

#include "energy_json.hpp"

namespace stickslip::cli {

namespace {

std::vector<Quantity> sample_quantities(bool has_base) {
    std::vector<Quantity> list = {{"t", "s", "time"},
                                  {"x", "m", "displacement"},
                                  {"v", "m s-1", "velocity"},
                                  {"a", "m s-2", "acceleration"},
                                  {"friction", "N", "friction force"}};
    if (!has_base) return list;
    list.push_back({.name = "x_absolute", .unit = "m", .description = "absolute displacement", .in_csv = false});
    list.push_back({.name = "x_relative",
                    .unit = "m",
                    .description = "displacement against the base",
                    .in_csv = false,
                    .in_netcdf = false});
    list.push_back({.name = "base", .unit = "m", .description = "displacement of the base", .in_csv = false});
    return list;
}

Columns sample_columns(const std::vector<Sample>& samples, const std::optional<BaseMotion>& base) {
    Columns columns(base ? 8 : 5);
    for (std::vector<double>& column : columns) column.reserve(samples.size());
    for (const Sample& s : samples) {
        const double values[] = {s.time, s.position, s.velocity, s.acceleration, s.friction};
        for (std::size_t c = 0; c < 5; ++c) columns[c].push_back(values[c]);
        if (!base) continue;
        columns[5].push_back(base->absolute_position(s.time, s.position));
        columns[6].push_back(base->relative_position(s.time, s.position));
        columns[7].push_back(base->displacement.value(s.time));
    }
    return columns;
}

const std::vector<Quantity>& event_quantities() {
    static const std::vector<Quantity> list = {
        {"t", "s", "time of the event"},
        {.name = "kind",
         .unit = "1",
         .description = "kind of the event",
         .words = "slide-to-stick stick-to-slide reversal open close"},
        {"x", "m", "displacement at the event"},
        {.name = "direction",
         .unit = "1",
         .description = "direction of the slide that begins or ends at the event",
         .is_small = true}};
    return list;
}

Columns event_columns(const std::vector<Event>& events, std::size_t first, std::size_t count) {
    Columns columns(event_quantities().size());
    for (std::size_t i = first; i < first + count; ++i) {
        const Event& e = events[i];
        const double values[] = {e.time, static_cast<double>(e.kind), e.position, static_cast<double>(e.direction)};
        for (std::size_t c = 0; c < columns.size(); ++c) columns[c].push_back(values[c]);
    }
    return columns;
}

}  // namespace

MotionResult tables_of(const Case& problem, std::shared_ptr<const Trajectory> motion, const SampleTimes& times) {
    MotionResult tables{.title = problem.title, .times = times, .end_time = motion->end_time()};
    tables.samples = sample_quantities(problem.base.has_value());
    tables.samples_at = [motion, base = problem.base](const std::vector<double>& at) {
        return sample_columns(motion->at(at), base);
    };
    tables.events = event_quantities();
    tables.event_count = motion->events.size();
    tables.events_from = [motion](std::size_t first, std::size_t count) {
        return event_columns(motion->events, first, count);
    };
    return tables;
}

}  // namespace stickslip::cli
