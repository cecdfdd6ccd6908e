// One page: displacements and the states of the contacts over time on the left, the loops of the contacts and where the
// energy went on the right.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "structure_panels.hpp"
#include "structure_report.hpp"

namespace stickslip::cli {

namespace {

using structure::Contact;
using structure::ContactPhase;
using structure::ContactState;
using structure::Structure;
using structure::StructurePhase;
using structure::StructureSample;
using structure::StructureTrajectory;

constexpr int structure_page_width = 1280;  // pixels
constexpr int structure_page_height = 860;
constexpr std::size_t structure_points = 4000;     // equally spaced in time
constexpr std::size_t most_event_points = 20'000;  // times of events that are drawn besides
constexpr double narrowest_bar = 1.0 / 8000;       // of the time axis; a narrower one cannot be seen

std::vector<StructureSample> plot_samples(const StructureTrajectory& motion) {
    const double last = motion.end_time();
    std::vector<double> times;
    for (std::size_t i = 0; i <= structure_points; ++i) {
        times.push_back(last * (static_cast<double>(i) / static_cast<double>(structure_points)));
    }
    for (std::size_t i = 0; i < std::min(motion.events.size(), most_event_points); ++i) {
        times.push_back(std::clamp(std::nextafter(motion.events[i].time, 0.0), 0.0, last));
        times.push_back(std::clamp(motion.events[i].time, 0.0, last));
    }
    std::ranges::sort(times);
    return motion.at(times);
}

/// Displacement across a contact, wᵀx − v·t.
double across(const Contact& contact, const StructureSample& s) {
    double d = -contact.surface_velocity * s.time;
    for (std::size_t i = 0; i < s.position.size(); ++i) d += contact.direction[i] * s.position[i];
    return d;
}

struct StructureAxes {
    Axis position, across, friction;
};

StructureAxes axes_of(const StructureReport& report, const std::vector<StructureSample>& samples) {
    double x = 0.0, d = 0.0, r = 0.0;
    const std::vector<Contact>& contacts = report.problem.structure.contacts;
    for (const double peak : report.peaks.position) x = std::max(x, peak);
    for (const StructureSample& s : samples) {
        for (std::size_t j = 0; j < contacts.size(); ++j) {
            d = std::max(d, std::abs(across(contacts[j], s)));
            r = std::max(r, std::abs(s.friction[j]));
        }
    }
    return {axis_for("x", "m", x), axis_for("displacement across the contact", "m", d), axis_for("friction r", "N", r)};
}

std::string curve_rows(const StructureReport& report, const std::vector<StructureSample>& samples,
                       const StructureAxes& axes) {
    const std::vector<Contact>& contacts = report.problem.structure.contacts;
    std::string lines;
    for (const StructureSample& s : samples) {
        lines += fmt::format("{}", s.time);
        for (std::size_t i = 0; i < std::min(s.position.size(), most_curves); ++i) {
            lines += fmt::format(" {}", s.position[i] / axes.position.unit);
        }
        for (std::size_t j = 0; j < std::min(contacts.size(), most_curves); ++j) {
            lines +=
                fmt::format(" {} {}", across(contacts[j], s) / axes.across.unit, s.friction[j] / axes.friction.unit);
        }
        lines += '\n';
    }
    return lines;
}

/// What a contact does as a number: 0 stick, 1 and −1 slide, 2 open, 3 closed without friction.
int state_number(const ContactState& state) {
    if (state.phase == ContactPhase::open) return 2;
    if (state.phase == ContactPhase::slide && state.direction == 0) return 3;  // a stop, which has no friction
    return state.phase == ContactPhase::slide ? state.direction : 0;
}

/// The intervals of one state of all contacts: begin, end, row of the contact.
std::string bar_rows(const StructureTrajectory& motion, int state) {
    const std::size_t count = std::min(motion.phases.front().contacts.size(), most_bars);
    const double narrowest = narrowest_bar * motion.end_time();
    std::string lines;
    for (std::size_t j = 0; j < count; ++j) {
        double begin = 0.0;
        bool is_inside = false;
        const auto finish = [&](double end) {
            if (is_inside && end - begin >= narrowest) lines += fmt::format("{} {} {}\n", begin, end, j + 1);
            is_inside = false;
        };
        for (const StructurePhase& p : motion.phases) {
            const bool matches = state_number(p.contacts[j]) == state;
            if (matches && !is_inside) begin = p.start.value();
            if (!matches) finish(p.start.value());
            is_inside = matches;
        }
        finish(motion.end_time());
    }
    return lines;
}

/// One line of names between a panel and what stands above it.
Script key_above(const Panel& panel) {
    constexpr double height = 0.035;  // of the page
    return Script("set key at screen {}, screen {} left top horizontal Left reverse maxrows 1 samplen 1.5 font ',9'\n",
                  panel.left, panel.top + height);
}

Script with_key(const Panel& panel, const std::vector<Script>& curves) {
    return key_above(panel) + plot_list(curves) + Script("unset key\n");
}

Script displacement_panel(const Panel& panel, const StructureReport& report, const StructureAxes& axes) {
    const Structure& s = report.problem.structure;
    std::vector<Script> curves;
    for (std::size_t i = 0; i < std::min(s.size(), most_curves); ++i) {
        curves.push_back(Script("curve using 1:{} with lines lw 1.5 lc rgb {} title {}", i + 2, curve_colours[i],
                                shown(s.names.empty() ? "x" + std::to_string(i + 1) : s.names[i])));
    }
    Script script = place(panel);
    script += Script("set ylabel {}\nset xlabel ''\nset format x ''\n", shown(axes.position.label));
    return script + with_key(panel, curves);
}

Script state_panel(const Panel& panel, const StructureReport& report, Drawing& drawing) {
    const Structure& s = report.problem.structure;
    struct Kind {
        int state;
        Code colour;
        Code words;
    };
    constexpr Kind kinds[] = {{0, "'#8c8c8c'", "'stick'"},
                              {1, "'#e69f00'", "'slide +'"},
                              {-1, "'#56b4e9'", "'slide −'"},
                              {3, "'#0072b2'", "'closed'"},
                              {2, "'#f4f4f4'", "'open'"}};
    std::vector<Script> bars;
    Script script = place(panel);
    for (const Kind& kind : kinds) {
        std::string lines = bar_rows(report.trajectory, kind.state);
        if (lines.empty()) continue;
        bars.push_back(
            Script("{} using 1:3:1:2:($3-0.38):($3+0.38) with boxxyerror fs solid noborder fc rgb {} title {}",
                   drawing.add(std::move(lines)), kind.colour, kind.words));
    }
    const std::size_t count = std::min(s.contacts.size(), most_bars);
    script += Script("set yrange [{}:0.5]\nset ylabel 'contact'\nset xlabel 'time t [s]'\nset format x '%g'\n",
                     static_cast<double>(count) + 0.5);
    script += contact_tics(s, "y");
    script += key_above(panel);
    if (!bars.empty()) script += plot_list(bars);
    script += "unset key\nset ytics autofreq\nset yrange [*:*]\n";
    return script;
}

Script loop_panel(const Panel& panel, const StructureReport& report, const StructureAxes& axes) {
    const Structure& s = report.problem.structure;
    const std::size_t first = 2 + std::min(s.size(), most_curves);
    std::vector<Script> loops;
    for (std::size_t j = 0; j < std::min(s.contacts.size(), most_curves); ++j) {
        loops.push_back(Script("curve using {}:{} with lines lw 1.3 lc rgb {} title {}", first + 2 * j,
                               first + 2 * j + 1, curve_colours[j], shown(contact_name(s, j))));
    }
    Script script = place(panel);
    script += Script("set ylabel {}\nset xlabel {}\nset format x '%g'\n", shown(axes.friction.label),
                     shown(axes.across.label));
    return script + with_key(panel, loops);
}

Script energy_panel(const Panel& panel, const StructureReport& report, Drawing& drawing) {
    const Structure& s = report.problem.structure;
    double largest = std::abs(report.energy.damping);
    for (const double lost : report.energy.friction) largest = std::max(largest, lost);
    const Axis axis = axis_for("dissipated", "J", largest);
    const std::size_t count = std::min(s.contacts.size(), most_bars);
    std::string lines;
    for (std::size_t j = 0; j < count; ++j)
        lines += fmt::format("{} {}\n", j + 1, report.energy.friction[j] / axis.unit);
    lines += fmt::format("{} {}\n", count + 1, report.energy.damping / axis.unit);
    Script script = place(panel);
    script += Script("set xrange [0.4:{}]\nset yrange [0:*]\nset ylabel {}\nset xlabel 'contact, and damping'\n",
                     static_cast<double>(count) + 1.6, shown(axis.label));
    script += contact_tics(s, "x");
    script += Script("set xtics add ('damping' {})\nset boxwidth 0.6\n", count + 1);
    script += Script("plot {} using 1:2 with boxes fs solid 0.8 noborder fc rgb '#0072b2' notitle\n",
                     drawing.add(std::move(lines)));
    return script;
}

}  // namespace

Drawing plot_structure(const StructureReport& report) {
    constexpr double left = 0.09, middle = 0.585, second = 0.68, right = 0.98;
    const std::vector<StructureSample> samples = plot_samples(report.trajectory);
    const StructureAxes axes = axes_of(report, samples);
    const bool has_contacts = !report.problem.structure.contacts.empty();
    Drawing drawing{structure_page_width, structure_page_height};
    Script& s = drawing.script;
    s += Script("curve = {}\n", drawing.add(curve_rows(report, samples, axes)));
    s += Script("set multiplot\nset label 1 {} at screen {}, screen 0.975 left font ',13'\n",
                shown(report.problem.title), left);
    s += Script("set format y '%g'\nset offsets 0,0,graph 0.06,graph 0.06\nset xrange [0:{}]\nset ytics offset 0.4,0\n",
                report.trajectory.end_time());
    const double bottom = has_contacts ? 0.5 : 0.08;
    s += displacement_panel({left, middle, bottom, 0.91}, report, axes);
    s += "unset label 1\n";
    if (has_contacts) {
        s += "set offsets 0,0,0,0\n";
        s += state_panel({left, middle, 0.08, 0.42}, report, drawing);
        s += "set autoscale x\nset offsets graph 0.04,graph 0.04,graph 0.06,graph 0.06\n";
        s += loop_panel({second, right, 0.5, 0.91}, report, axes);
        s += "set offsets 0,0,0,0\n";
        s += energy_panel({second, right, 0.08, 0.40}, report, drawing);
    }
    s += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
