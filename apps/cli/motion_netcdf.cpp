#include "motion_netcdf.hpp"

#include <vector>

#include "netcdf_file.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

struct SampleVariables {
    int time, position, velocity, acceleration, friction, absolute, base;
};

SampleVariables define_samples(NetcdfFile& file, std::size_t count, bool has_base) {
    const int dimension = file.add_dimension("time", count);
    SampleVariables v{};
    v.time = file.add_variable("time", NC_DOUBLE, {dimension}, "s", "time");
    file.add_attribute(v.time, "axis", "T");
    v.position = file.add_variable("x", NC_DOUBLE, {dimension}, "m", "displacement");
    v.velocity = file.add_variable("v", NC_DOUBLE, {dimension}, "m s-1", "velocity");
    v.acceleration = file.add_variable("a", NC_DOUBLE, {dimension}, "m s-2", "acceleration");
    v.friction = file.add_variable("friction", NC_DOUBLE, {dimension}, "N", "friction force");
    if (has_base) {
        v.absolute = file.add_variable("x_absolute", NC_DOUBLE, {dimension}, "m", "absolute displacement");
        v.base = file.add_variable("base", NC_DOUBLE, {dimension}, "m", "displacement of the base");
    }
    return v;
}

struct EventVariables {
    int time, kind, position, direction;
};

EventVariables define_events(NetcdfFile& file, std::size_t count) {
    const int dimension = file.add_dimension("event", count);
    EventVariables v{};
    v.time = file.add_variable("event_time", NC_DOUBLE, {dimension}, "s", "time of the event");
    v.kind = file.add_variable("event_kind", NC_BYTE, {dimension}, "1", "kind of the event");
    file.add_flags(v.kind, {0, 1, 2}, "slide-to-stick stick-to-slide reversal");
    v.position = file.add_variable("event_x", NC_DOUBLE, {dimension}, "m", "displacement at the event");
    v.direction = file.add_variable("event_direction", NC_BYTE, {dimension}, "1",
                                    "direction of the slide that begins or ends at the event");
    return v;
}

template <class Value>
std::vector<double> column(const std::vector<Sample>& samples, const Value& value) {
    std::vector<double> numbers;
    numbers.reserve(samples.size());
    for (const Sample& s : samples) numbers.push_back(value(s));
    return numbers;
}

void write_samples(NetcdfFile& file, const SampleVariables& v, const MotionReport& report) {
    std::size_t first = 0;
    for_each_piece(report, [&](const std::vector<Sample>& piece) {
        file.write(v.time, first, column(piece, [](const Sample& s) { return s.time; }));
        file.write(v.position, first, column(piece, [](const Sample& s) { return s.position; }));
        file.write(v.velocity, first, column(piece, [](const Sample& s) { return s.velocity; }));
        file.write(v.acceleration, first, column(piece, [](const Sample& s) { return s.acceleration; }));
        file.write(v.friction, first, column(piece, [](const Sample& s) { return s.friction; }));
        if (const auto& base = report.problem.base) {
            file.write(v.absolute, first,
                       column(piece, [&](const Sample& s) { return base->absolute_position(s.time, s.position); }));
            file.write(v.base, first, column(piece, [&](const Sample& s) { return base->displacement.value(s.time); }));
        }
        first += piece.size();
    });
}

signed char flag_of(EventKind kind) {
    switch (kind) {
        case EventKind::slide_to_stick: return 0;
        case EventKind::stick_to_slide: return 1;
        case EventKind::reversal: return 2;
    }
    return -1;
}

void write_events(NetcdfFile& file, const EventVariables& v, const std::vector<Event>& events) {
    std::vector<double> times, positions;
    std::vector<signed char> kinds, directions;
    for (const Event& e : events) {
        times.push_back(e.time);
        positions.push_back(e.position);
        kinds.push_back(flag_of(e.kind));
        directions.push_back(static_cast<signed char>(e.direction));
    }
    file.write(v.time, 0, times);
    file.write(v.kind, 0, kinds);
    file.write(v.position, 0, positions);
    file.write(v.direction, 0, directions);
}

}  // namespace

void write_netcdf(const MotionReport& report, const std::string& path) {
    NetcdfFile file(path);
    file.add_attribute(NC_GLOBAL, "Conventions", "CF-1.8");
    file.add_attribute(NC_GLOBAL, "title", report.problem.title);
    file.add_attribute(NC_GLOBAL, "source", "stickslip");
    file.add_attribute(NC_GLOBAL, "version", std::string(version()));
    file.add_attribute(NC_GLOBAL, "case", report.case_text);
    const SampleVariables samples = define_samples(file, report.times.size(), report.problem.base.has_value());
    const EventVariables events = define_events(file, report.trajectory.events.size());
    file.finish_definitions();
    write_samples(file, samples, report);
    write_events(file, events, report.trajectory.events);
    file.close();
}

}  // namespace stickslip::cli
