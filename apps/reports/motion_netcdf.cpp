#include "motion_netcdf.hpp"

#include <functional>
#include <vector>

#include "netcdf/netcdf_file.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

/// A variable of the file and how its numbers are read off an item.
template <class Item>
struct Column {
    std::string name;
    std::string unit;
    std::string description;
    std::function<double(const Item&)> value;
    nc_type type = NC_DOUBLE;  ///< or NC_BYTE
};

template <class Item>
using Columns = std::vector<Column<Item>>;

template <class Item>
std::vector<int> define(NetcdfFile& file, int dimension, const Columns<Item>& columns) {
    std::vector<int> variables;
    for (const Column<Item>& c : columns) {
        variables.push_back(file.add_variable(c.name, c.type, {dimension}, c.unit, c.description));
    }
    return variables;
}

template <class Item>
void write(NetcdfFile& file, const std::vector<int>& variables, std::size_t first, const Columns<Item>& columns,
           const std::vector<Item>& items) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        std::vector<double> numbers;
        numbers.reserve(items.size());
        for (const Item& item : items) numbers.push_back(columns[i].value(item));
        if (columns[i].type == NC_BYTE) {
            file.write(variables[i], first, std::vector<signed char>(numbers.begin(), numbers.end()));
        } else {
            file.write(variables[i], first, numbers);
        }
    }
}

signed char flag_of(EventKind kind) {
    switch (kind) {
        case EventKind::slide_to_stick: return 0;
        case EventKind::stick_to_slide: return 1;
        case EventKind::reversal: return 2;
    }
    return -1;
}

/// The whole file: samples over `time`, events over `event`.
template <class Report, class Sample, class Event>
void write_motion(const Report& report, const std::string& path, const Columns<Sample>& of_samples,
                  const Columns<Event>& of_events) {
    NetcdfFile file(path);
    file.add_attribute(NC_GLOBAL, "Conventions", "CF-1.8");
    file.add_attribute(NC_GLOBAL, "title", report.problem.title);
    file.add_attribute(NC_GLOBAL, "source", "stickslip");
    file.add_attribute(NC_GLOBAL, "version", std::string(version()));
    file.add_attribute(NC_GLOBAL, "case", report.case_text);
    const std::vector<Event>& all_events = report.trajectory.events;
    const std::vector<int> samples = define(file, file.add_dimension("time", report.times.size()), of_samples);
    file.add_attribute(samples.front(), "axis", "T");
    const int event = file.add_dimension("event", all_events.size());
    const int kind = file.add_variable("event_kind", NC_BYTE, {event}, "1", "kind of the event");
    file.add_flags(kind, {0, 1, 2}, "slide-to-stick stick-to-slide reversal");
    const std::vector<int> events = define(file, event, of_events);
    file.finish_definitions();
    std::size_t first = 0;
    for_each_piece(report, [&](const std::vector<Sample>& piece) {
        write(file, samples, first, of_samples, piece);
        first += piece.size();
    });
    std::vector<signed char> kinds;
    for (const Event& e : all_events) kinds.push_back(flag_of(e.kind));
    file.write(kind, 0, kinds);
    write(file, events, 0, of_events, all_events);
    file.close();
}

/// Both components of a vector as two columns, name1 and name2.
template <class Item>
void add_pair(Columns<Item>& columns, const std::string& name, const std::string& unit, const std::string& description,
              planar::Vector Item::*value) {
    for (int axis = 0; axis < 2; ++axis) {
        columns.push_back({name + std::to_string(axis + 1), unit,
                           description + (axis == 0 ? ", first axis" : ", second axis"),
                           [value, axis](const Item& item) { return (item.*value)[axis]; }});
    }
}

}  // namespace

void write_netcdf(const MotionReport& report, const std::string& path) {
    Columns<Sample> samples = {
        {"time", "s", "time", [](const Sample& s) { return s.time; }},
        {"x", "m", "displacement", [](const Sample& s) { return s.position; }},
        {"v", "m s-1", "velocity", [](const Sample& s) { return s.velocity; }},
        {"a", "m s-2", "acceleration", [](const Sample& s) { return s.acceleration; }},
        {"friction", "N", "friction force", [](const Sample& s) { return s.friction; }},
    };
    if (const auto& base = report.problem.base) {
        samples.push_back({"x_absolute", "m", "absolute displacement",
                           [&](const Sample& s) { return base->absolute_position(s.time, s.position); }});
        samples.push_back({"base", "m", "displacement of the base",
                           [&](const Sample& s) { return base->displacement.value(s.time); }});
    }
    const Columns<Event> events = {
        {"event_time", "s", "time of the event", [](const Event& e) { return e.time; }},
        {"event_x", "m", "displacement at the event", [](const Event& e) { return e.position; }},
        {"event_direction", "1", "direction of the slide that begins or ends at the event",
         [](const Event& e) { return static_cast<double>(e.direction); }, NC_BYTE},
    };
    write_motion(report, path, samples, events);
}

void write_planar_netcdf(const PlanarReport& report, const std::string& path) {
    using planar::Event;
    using planar::Sample;
    Columns<Sample> samples = {{"time", "s", "time", [](const Sample& s) { return s.time; }}};
    add_pair(samples, "x", "m", "displacement", &Sample::position);
    add_pair(samples, "v", "m s-1", "velocity", &Sample::velocity);
    add_pair(samples, "a", "m s-2", "acceleration", &Sample::acceleration);
    add_pair(samples, "friction", "N", "friction force", &Sample::friction);
    Columns<Event> events = {{"event_time", "s", "time of the event", [](const Event& e) { return e.time; }}};
    add_pair(events, "event_x", "m", "displacement at the event", &Event::position);
    add_pair(events, "event_direction", "1", "direction of the friction force that ends or begins the slide",
             &Event::direction);
    write_motion(report, path, samples, events);
}

std::size_t netcdf_bytes(std::size_t samples, std::size_t events) {
    constexpr std::size_t tables = 262'144;
    return tables + sizeof(double) * (9 * samples + 5 * events);
}

}  // namespace stickslip::cli
