#include "joint_design_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int joint_page_width = 900;         // pixels
constexpr int value_row_height = 44;          // of one value
constexpr int response_panel_height = 300;    // pixels
constexpr int joint_head_height = 56;         // above each panel: its title, and its legend
constexpr int value_foot_height = 56;         // below the values: the axis
constexpr int response_foot_height = 110;     // below the responses: names of records, askew
constexpr std::size_t most_tic_letters = 40;  // of a name beside an axis

/// The end of a long name, which tells more than its beginning.
std::string shortened(const std::string& name) {
    if (name.size() <= most_tic_letters) return name;
    std::size_t from = name.size() - most_tic_letters;
    while (from < name.size() && (static_cast<unsigned char>(name[from]) & 0xC0U) == 0x80U) ++from;
    return "…" + name.substr(from);
}

std::string label_of_choice(const CaseChoice& choice) {
    const std::size_t more = choice.keys.size() - 1;
    return shortened(choice.keys.front()) + (more == 0 ? "" : fmt::format(" and {} more", more));
}

Script values_panel(Drawing& drawing, const JointDesignPicture& p) {
    const std::vector<CaseChoice>& choices = p.choices.question().choices;
    std::string bars, points;
    Script tics("set ytics ()\n"), labels;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const auto& [low, high] = choices[i].range;
        const double part = (p.values[i] - low) / (high - low);
        const double row = static_cast<double>(i) + 1.0;
        bars += fmt::format("0.5 {} 0 1 {} {}\n", row, row - 0.14, row + 0.14);
        points += fmt::format("{} {}\n", part, row);
        tics += Script("set ytics add ({} {})\n", shown_at_tic(label_of_choice(choices[i])), row);
        const std::string unit = readable_unit(key_meaning(choices[i].keys.front()).unit);
        labels += Script("set label {} {} at {},{} center offset 0,1 font ',10'\n", i + 1,
                         shown(fmt::format("{:.5g}{}", p.values[i], unit.empty() || unit == "1" ? "" : " " + unit)),
                         std::clamp(part, 0.05, 0.95), row);
    }
    Script g("set title {} font ',12'\nset xlabel {}\nset xrange [0:1]\nset yrange [{}:0.4]\nunset ylabel\n",
             shown("Best values, within their ranges"), shown("part of the range"),
             static_cast<double>(choices.size()) + 0.6);
    const Script rows = drawing.add(std::move(bars));
    const Script best = drawing.add(std::move(points));
    return g + tics + labels +
           Script(
               "plot {} using 1:2:3:4:5:6 with boxxyerror fs solid noborder fc rgb '#dddddd' notitle, {} using 1:2 "
               "with points pt 7 ps 1.3 lc rgb '#d55e00' notitle\n",
               rows, best) +
           Script("unset label\nset ytics autofreq\nset yrange [*:*]\nset xrange [*:*]\n");
}

std::string response_label(const CaseChoices& choices) {
    const auto& asked = choices.observables();
    return asked.size() == 1 ? axis_label(asked.front().description, asked.front().unit)
                             : axis_label("largest response", asked.front().unit);
}

Script records_panel(Drawing& drawing, const JointDesignPicture& p) {
    const std::vector<SetRecord>& records = p.choices.question().records;
    std::string best, given;
    Script tics("set xtics () rotate by 30 right\n");
    double worst = 0.0;
    for (std::size_t k = 0; k < records.size(); ++k) {
        const double place = static_cast<double>(k) + 1.0;
        best += fmt::format("{} {}\n", place - 0.18, p.responses[k].response);
        if (p.as_given != nullptr) given += fmt::format("{} {}\n", place + 0.18, (*p.as_given)[k].response);
        tics += Script("set xtics add ({} {})\n", shown_at_tic(shortened(records[k].name)), place);
        worst = std::max(worst, p.responses[k].response);
    }
    Script g(
        "set title {} font ',12'\nset xlabel ''\nset ylabel {}\nset xrange [0.4:{}]\nset yrange [0:*]\nset boxwidth "
        "0.34\n",
        shown("Response to each record"), shown(response_label(p.choices)), static_cast<double>(records.size()) + 0.6);
    Script plots("plot {} using 1:2 with boxes fs solid 0.9 noborder fc rgb '#d55e00' title 'best'",
                 drawing.add(std::move(best)));
    if (p.as_given != nullptr) {
        plots += Script(", {} using 1:2 with boxes fs solid 0.9 noborder fc rgb '#bbbbbb' title 'case as it is'",
                        drawing.add(std::move(given)));
    }
    plots += Script(", {} with lines dt 2 lw 1 lc rgb '#d55e00' notitle\n", worst);
    return g + tics + plots;
}

}  // namespace

Drawing plot_joint_design(const JointDesignPicture& p) {
    const bool has_records = !p.choices.question().records.empty();
    const int values_height = static_cast<int>(p.values.size()) * value_row_height + 40;
    const int height = joint_head_height + values_height + value_foot_height +
                       (has_records ? joint_head_height + response_panel_height + response_foot_height : 0);
    Drawing drawing{joint_page_width, height};
    const double h = height;
    Script& g = drawing.script;
    g += "set multiplot\nset format '%g'\nset title offset 0,0.6\nset key top right\n";
    double top = h - joint_head_height;
    g += place({0.3, 0.95, (top - values_height) / h, top / h}) + values_panel(drawing, p);
    top -= values_height + value_foot_height + joint_head_height;
    if (has_records) {
        g += place({0.1, 0.95, (top - response_panel_height) / h, top / h}) + records_panel(drawing, p);
    }
    g += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
