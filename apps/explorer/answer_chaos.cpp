// Section, exponent and bifurcation diagram, in pieces that the page asks for one after the other.

#include <stdexcept>

#include "answers.hpp"
#include "chaos_report.hpp"
#include "question.hpp"

namespace stickslip::explorer {

namespace {

constexpr long most_section_points = 20000;
constexpr long most_periods = 100000;    // of one estimate of the exponent
constexpr std::size_t most_values = 64;  // of one piece of a diagram

SectionKind section_kind(const std::string& text) {
    for (const SectionKind kind :
         {SectionKind::stroboscopic, SectionKind::stop, SectionKind::release, SectionKind::turn}) {
        if (name(kind) == text) return kind;
    }
    throw std::invalid_argument("section = \"" + text + "\" must be stroboscopic, stop, release or turn");
}

}  // namespace

Response answer_section(const Question& q) {
    const Case c = q.problem().read();
    SectionOptions options;
    options.kind = section_kind(q.text_or("section", 16, "stroboscopic"));
    options.points = q.whole_or("points", 1, most_section_points, options.points);
    options.transient = q.whole_or("transient", 0, most_periods, options.transient);
    options.longest_time = 1e5;
    return as_json(cli::section_json(c, poincare_section(c.oscillator, c.load, c.start, options), options.kind));
}

Response answer_lyapunov(const Question& q) {
    const Case c = q.problem().read();
    LyapunovOptions options;
    options.periods = q.whole_or("periods", 1, most_periods, 2000);
    options.transient = q.whole_or("transient", 0, most_periods, options.transient);
    options.runs = static_cast<int>(q.whole_or("runs", 2, 64, options.runs));
    return as_json(cli::lyapunov_json(c, lyapunov_exponent(c.oscillator, c.load, c.start, options)));
}

Response answer_bifurcation(const Question& q) {
    const CaseDocument document = q.problem();
    const Case c = document.read();
    const std::string key = q.text("key", 64);
    const std::vector<double> values = q.numbers("values", most_values);
    BifurcationOptions options;
    options.sweeps = false;
    options.starts.insert(options.starts.begin(), c.start);
    options.starts.resize(static_cast<std::size_t>(q.whole_or("starts", 1, 9, 9)));
    options.attractor.transient = static_cast<int>(q.whole_or("transient", 0, 10000, options.attractor.transient));
    options.attractor.most_periods = static_cast<int>(q.whole_or("periods", 1, 10000, 500));
    options.attractor.points = static_cast<int>(q.whole_or("points", 1, 1000, options.attractor.points));
    const SystemFamily family = [&](double value) {
        const Case at = document.with_value(key, value).read();
        return std::pair{at.oscillator, at.load};
    };
    return as_json(cli::bifurcation_json(c, key, {{"", bifurcation_diagram(family, values, options)}}));
}

}  // namespace stickslip::explorer
