// One mass in the plane, as the page asks for it.

#include <algorithm>

#include "kind_page.hpp"
#include "motion_question.hpp"
#include "report.hpp"
#include "sweep.hpp"

namespace stickslip::explorer {

namespace {

using cli::Json;

Json planar_cycle(const planar::SteadyState& s) {
    if (!s.cycle) return nullptr;
    Json t = Json::array(), x1 = t, x2 = t, r1 = t, r2 = t;
    for (const planar::Sample& sample : s.cycle->at(cycle_times(s.cycle->end_time()))) {
        t.push_back(sample.time);
        x1.push_back(sample.position.x1);
        x2.push_back(sample.position.x2);
        r1.push_back(sample.friction.x1);
        r2.push_back(sample.friction.x2);
    }
    return {{"t", t}, {"x1", x1}, {"x2", x2}, {"friction1", r1}, {"friction2", r2}};
}

Json planar_ratios(const CaseDocument& document) {
    static_cast<void>(document.read_planar());
    return nullptr;
}

std::size_t bound_in_plane(cli::MotionRequest& request, const CaseDocument& document) {
    const planar::Case c = document.read_planar();
    limit_samples(request, c.run);
    const double w = std::max({fastest(c.load.axis1), fastest(c.load.axis2), natural_frequency(c.oscillator)});
    check_load(c.load.axis1);
    check_load(c.load.axis2);
    check_length(cli::end_of(request, [&] { return c.end_time(); }), w, 0.5 * c.oscillator.damping / c.oscillator.mass);
    return most_samples;
}

Json steady_in_plane(const CaseDocument& document) {
    const planar::Case c = document.read_planar();
    const planar::SteadyState s = planar::steady_state(c.oscillator, c.load, c.start);
    Json answer = steady_answer(cli::planar_steady_json(c, s), cli::why_no_planar_steady_state(s));
    answer["cycle"] = planar_cycle(s);
    return answer;
}

cli::SweepTable sweep_in_plane(const CaseDocument& document, const cli::KeyRange& range,
                               const std::vector<double>& values) {
    return cli::planar_sweep_table(range.key, cli::planar_observables({}),
                                   cli::sweep_planar(document, range.key, values));
}

}  // namespace

const KindPage& planar_page() {
    static constexpr KindPage page{.ratios = planar_ratios,
                                   .bound = bound_in_plane,
                                   .shape = nullptr,
                                   .steady = steady_in_plane,
                                   .sweep = sweep_in_plane};
    return page;
}

}  // namespace stickslip::explorer
