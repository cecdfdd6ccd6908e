// One motion, one steady state, one response curve: the same reports as on the command line.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "answers.hpp"
#include "kind_page.hpp"
#include "motion_question.hpp"
#include "question.hpp"
#include "report_text.hpp"

namespace stickslip::explorer {

namespace {

constexpr long most_sweep_points = 1001;

/// Samples at the events, too, as far as there is room: the corners of loops.
void add_events(cli::MotionResult& motion, std::size_t room) {
    std::vector<double> times;
    for (std::size_t i = 0; i < motion.times.size(); ++i) times.push_back(motion.times[i]);
    const cli::Columns events = motion.events_from(0, motion.event_count);
    for (const double time : events.front()) {
        if (times.size() < room) times.push_back(time);
    }
    std::ranges::sort(times);
    const auto repeated = std::ranges::unique(times);
    times.erase(repeated.begin(), repeated.end());
    motion.times.given = std::move(times);
}

}  // namespace

Response answer_read(const Question& q) {
    const CaseDocument document = q.problem();
    return as_json(cli::json_text({{"toml", document.text()},
                                   {"title", document.title()},
                                   {"kind", cli::kind_of(document).studies().name},
                                   {"ratios", page_of(document).ratios(document)}}));
}

/// A motion that takes milliseconds.
Response answer_motion(const Question& q) {
    const CaseDocument document = q.problem();
    if (page_of(document).is_expensive) {
        throw std::invalid_argument(std::string(cli::kind_of(document).studies().words) +
                                    "; this takes a case of one mass, [oscillator]");
    }
    return answer_any_motion(q);
}

/// The motion as `stickslip simulate --json` tells it and, where a case has one, `shape`, from which it is drawn. With
/// `at_events` = 1 the samples have the times of the events besides their own.
Response answer_any_motion(const Question& q) {
    const CaseDocument document = q.problem();
    const KindPage& page = page_of(document);
    cli::MotionRequest request = motion_request(q);
    const std::size_t room = page.bound(request, document);
    cli::MotionResult motion = cli::kind_of(document).simulate(document, request).tables;
    fit_samples(motion);
    if (q.whole_or("at_events", 0, 1, 0) == 1) add_events(motion, room);
    if (wants_csv(q)) return as_csv(text_of(motion, cli::write_csv));
    // The motion is already text of the command line's writer; it is put in unchanged.
    std::string text = text_of(motion, cli::write_json);
    if (page.shape == nullptr) return as_json(text);
    text.resize(text.rfind('}'));
    return as_json(text + ",\"shape\":" + page.shape(document).dump() + "}");
}

Response answer_steady(const Question& q) {
    const CaseDocument document = q.problem();
    return as_json(cli::json_text(page_of(document).steady(document)));
}

/// The usual observables against a key, as `stickslip sweep --json` tells them. The page asks for the values [first,
/// last) of the range, so that it can show how far it is.
Response answer_sweep(const Question& q) {
    const CaseDocument document = q.problem();
    cli::KeyRange range;
    range.key = q.text("key", 64);
    range.from = q.number("from", -1e300, 1e300);
    range.to = q.number("to", range.from, 1e300);
    range.count = static_cast<int>(q.whole("count", 2, most_sweep_points));
    const long first = q.whole_or("first", 0, range.count - 1, 0);
    const long last = q.whole_or("last", first + 1, range.count, range.count);
    const std::vector<double> values = range.values();
    const cli::SweepTable table =
        page_of(document).sweep(document, range, {values.begin() + first, values.begin() + last});
    return wants_csv(q) ? as_csv(cli::sweep_csv(table)) : as_json(cli::sweep_json(table));
}

}  // namespace stickslip::explorer
