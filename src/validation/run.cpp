#include "run.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "expression.hpp"
#include "scope.hpp"

namespace stickslip::validation {

namespace {

/// The largest value of an expression over an interval: a fine scan, then golden section around its best point.
class Maximum : public Run {
public:
    Maximum(const Tree& spec, const Scope& scope) {
        const Expression f(spec.at("of").get<std::string>(), [&](const std::string& n) { return scope.value(n); },
                           {spec.at("over").get<std::string>()});
        const double from = scope.evaluate(spec.at("from"));
        const double to = scope.evaluate(spec.at("to"));
        const auto at = [&](double t) {
            const double value = f({&t, 1});
            return std::isnan(value) ? -std::numeric_limits<double>::infinity() : value;
        };
        const double step = (to - from) / scan_points;
        for (int i = 1; i < scan_points; ++i) consider(from + i * step, at(from + i * step));
        refine(at, std::max(from, place_ - step), std::min(to, place_ + step));
    }

    double quantity(const std::string& name) override {
        if (name == "value") return value_;
        if (name == "place") return place_;
        refuse(name);
    }

private:
    static constexpr int scan_points = 4000;

    void consider(double place, double value) {
        if (value <= value_) return;
        value_ = value;
        place_ = place;
    }

    template <class Function>
    void refine(const Function& at, double low, double high) {
        constexpr double golden = 0.6180339887498949;
        constexpr int most_steps = 90;
        for (int i = 0; i < most_steps; ++i) {
            const double a = high - golden * (high - low);
            const double b = low + golden * (high - low);
            const double fa = at(a);
            const double fb = at(b);
            consider(a, fa);
            consider(b, fb);
            (fa > fb ? high : low) = fa > fb ? b : a;
        }
    }

    double value_ = -std::numeric_limits<double>::infinity();
    double place_ = 0.0;
};

struct Kind {
    std::string_view name;
    std::unique_ptr<Run> (*make)(const Tree&, const Scope&);
};

constexpr Kind kinds[] = {
    {"steady", make_steady},
    {"motion", make_motion},
    {"planar", make_planar},
    {"planar-motion", make_planar_motion},
    {"structure", make_structure},
    {"crossing", make_crossing},
    {"design", make_design},
    {"lyapunov", make_lyapunov},
    {"section", make_section},
    {"cells", make_cells},
    {"maximum", make_maximum},
    {"march", make_march},
    {"certificate", make_certificate},
    {"certificates", make_certificates},
    {"proved-ranges", make_proved_ranges},
};

}  // namespace

std::size_t Samples::column(const std::string& name) const {
    const auto found = std::ranges::find(columns, name);
    if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
    std::string list;
    for (const std::string& c : columns) list += (list.empty() ? "" : ", ") + c;
    throw std::invalid_argument("there is no column " + name + "; there are " + list);
}

Samples Run::samples(const SampleRange&) { throw std::invalid_argument("this run is not a motion"); }

void Run::refuse(const std::string& name) { throw std::invalid_argument("the run has no result " + name); }

std::unique_ptr<Run> make_maximum(const Tree& spec, const Scope& scope) {
    return std::make_unique<Maximum>(spec, scope);
}

std::unique_ptr<Run> make_run(const Tree& spec, const Scope& scope) {
    const std::string wanted = spec.value("kind", "");
    for (const Kind& k : kinds) {
        if (k.name == wanted) return k.make(spec, scope);
    }
    std::string list;
    for (const Kind& k : kinds) list += (list.empty() ? "" : ", ") + std::string(k.name);
    throw std::invalid_argument("a run of kind \"" + wanted + "\" is unknown; known are " + list);
}

int number_after(const std::string& name, std::string_view prefix) {
    int number = 0;
    if (!name.starts_with(prefix)) return 0;
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + prefix.size(), end, number);
    return read.ec == std::errc() && read.ptr == end ? number : 0;
}

}  // namespace stickslip::validation
