// Written piece by piece: a long motion has millions of events, and a document tree of them would not fit. Numbers are
// the shortest text that reads back as the same double.

#include <fmt/format.h>

#include <cmath>

#include "json_text.hpp"
#include "motion_report.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

/// Collects text and hands it to the file in large pieces.
class Writer {
public:
    explicit Writer(std::FILE* file) : file_(file) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { flush(); }

    template <class... Values>
    void put(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
        constexpr std::size_t large = std::size_t{1} << 20;
        if (text_.size() >= large) flush();
    }

private:
    void flush() {
        std::fwrite(text_.data(), 1, text_.size(), file_);
        text_.clear();
    }

    std::FILE* file_;
    fmt::memory_buffer text_;
};

void put_events(Writer& out, const MotionReport& report) {
    out.put(R"("events":[)");
    const char* separator = "";
    for (const Event& e : report.trajectory.events) {
        out.put(R"({}{{"t":{},"kind":"{}","x":{},"direction":{}}})", separator, number_text(e.time), name(e.kind),
                number_text(e.position), e.direction);
        separator = ",";
    }
    out.put("],");
}

void put_final(Writer& out, const MotionReport& report) {
    const Sample s = report.trajectory.at(report.trajectory.end_time());
    out.put(R"("final":{{"t":{},"x":{},"v":{},"phase":"{}")", number_text(s.time), number_text(s.position),
            number_text(s.velocity), name(s.phase));
    if (const auto& base = report.problem.base) {
        out.put(
            R"(,"x_absolute":{},"x_relative":{},"base":{})", number_text(base->absolute_position(s.time, s.position)),
            number_text(base->relative_position(s.time, s.position)), number_text(base->displacement.value(s.time)));
    }
    out.put("}},");
}

template <class Value>
void put_column(Writer& out, const std::vector<Sample>& samples, std::string_view name, const Value& value) {
    out.put(R"({}"{}":[)", name == "t" ? "" : ",", name);
    const char* separator = "";
    for (const Sample& s : samples) {
        out.put("{}{}", separator, number_text(value(s)));
        separator = ",";
    }
    out.put("]");
}

void put_samples(Writer& out, const MotionReport& report) {
    std::vector<Sample> samples;
    for_each_piece(
        report, [&](const std::vector<Sample>& piece) { samples.insert(samples.end(), piece.begin(), piece.end()); });
    out.put(R"("samples":{{)");
    put_column(out, samples, "t", [](const Sample& s) { return s.time; });
    put_column(out, samples, "x", [](const Sample& s) { return s.position; });
    put_column(out, samples, "v", [](const Sample& s) { return s.velocity; });
    put_column(out, samples, "a", [](const Sample& s) { return s.acceleration; });
    put_column(out, samples, "friction", [](const Sample& s) { return s.friction; });
    if (const auto& base = report.problem.base) {
        put_column(out, samples, "x_absolute",
                   [&](const Sample& s) { return base->absolute_position(s.time, s.position); });
        put_column(out, samples, "x_relative",
                   [&](const Sample& s) { return base->relative_position(s.time, s.position); });
        put_column(out, samples, "base", [&](const Sample& s) { return base->displacement.value(s.time); });
    }
    out.put("}},");
}

}  // namespace

void write_json(const MotionReport& report, std::FILE* file) {
    Writer out(file);
    out.put(R"({{"version":{},"title":{},"termination":{},)", quoted_text(version()), quoted_text(report.problem.title),
            quoted_text(name(report.trajectory.termination)));
    put_events(out, report);
    out.put(R"("period":{},)", report.period ? number_text(*report.period) : "null");
    put_final(out, report);
    put_samples(out, report);
    const EnergyBalance& e = report.energy;
    out.put(R"("energy":{{"input":{},"friction":{},"damping":{},"stored":{},"imbalance":{}}},)", number_text(e.input),
            number_text(e.friction), number_text(e.damping), number_text(e.stored), number_text(e.imbalance));
    const Peaks& p = report.peaks;
    out.put(R"("peak":{{"x":{},"v":{},"total_slip":{},"slips":{}}}}})"
            "\n",
            number_text(p.position), number_text(p.velocity), number_text(p.total_slip), p.slips);
}

}  // namespace stickslip::cli
