// Proofs as runs: of one steady motion, of the cells of a plane, of the ranges of a line.

#include <algorithm>
#include <cmath>

#include "cell_grid.hpp"
#include "run_case.hpp"
#include "stickslip/certify/certify.hpp"
#include "stickslip/certify/cover.hpp"

namespace stickslip::validation {

namespace {

double yes(bool is_so) { return is_so ? 1.0 : 0.0; }

/// The certificate of one pair of ratios.
class CertificateRun : public Run {
public:
    CertificateRun(const Tree& spec, const Scope& scope) : found_(certify(ratios_of(spec.at("ratios"), scope))) {}

    double quantity(const std::string& wanted) override {
        if (wanted == "proved") return yes(found_.is_proved);
        if (wanted == "unique") return yes(found_.is_unique);
        if (wanted == "permanent_stick") return yes(found_.is_proved && found_.regime == Regime::permanent_stick);
        if (wanted == "stops_per_cycle") return found_.stops_per_cycle();
        if (wanted == "stops_then_same_direction") return found_.stops_then_same_direction;
        if (wanted == "zero_duration_reversals") return found_.zero_duration_reversals;
        if (wanted == "amplitude_lower") return found_.amplitude_ratio.low;
        if (wanted == "amplitude_upper") return found_.amplitude_ratio.high;
        if (wanted == "confirmed") return yes(objection_to(found_).empty());
        refuse(wanted);
    }

private:
    Certificate found_;
};

/// The certificates of the cells of a plane, some of them checked by the second arithmetic.
class CertificatesRun : public Run {
public:
    CertificatesRun(const Tree& spec, const Scope& scope) {
        const CellGrid grid = solve_cells(spec, scope);
        std::vector<Ratios> points;
        for (const CellParameters<double>& p : grid.parameters) {
            points.push_back({.friction = p.friction, .frequency = p.frequency, .damping = p.damping});
        }
        const std::vector<Certificate> found = certify(points);
        constexpr int most_apart = 1'000'000;
        const auto apart = static_cast<std::size_t>(
            spec.contains("check_every") ? count_in(spec.at("check_every"), "check_every", 1, most_apart) : most_apart);
        values_["cells"] = static_cast<double>(found.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            const Certificate& c = found[i];
            if (!c.is_proved) continue;
            const CellSolution<double>& s = grid.cells[i];
            values_["proved"] += 1.0;
            values_["odd"] += c.stops_per_cycle() % 2;
            values_["differing"] += yes(c.regime != s.regime || c.stops_then_reverse != s.stops_then_reverse ||
                                        c.stops_then_same_direction != s.stops_then_same_direction);
            if ((i + 1) % apart != 0) continue;
            values_["checked"] += 1.0;
            values_["confirmed"] += yes(objection_to(c).empty());
        }
    }

    double quantity(const std::string& wanted) override {
        const auto found = values_.find(wanted);
        if (found == values_.end()) refuse(wanted);
        return found->second;
    }

private:
    Values values_{{"proved", 0.0}, {"odd", 0.0}, {"differing", 0.0}, {"checked", 0.0}, {"confirmed", 0.0}};
};

/// The ranges of a ratio in which it is proved that there are so many stops.
class ProvedRangesRun : public Run {
public:
    ProvedRangesRun(const Tree& spec, const Scope& scope) {
        const auto vary = spec.at("vary").get<std::string>();
        if (vary != "friction" && vary != "frequency")
            throw std::invalid_argument("vary must be friction or frequency");
        const Ratios fixed = ratios_of(spec.at("ratios"), scope);
        const Interval line{scope.evaluate(spec.at("from")), scope.evaluate(spec.at("to"))};
        CoverRequest request;
        request.box = vary == "friction" ? RatioBox{line, {fixed.frequency, fixed.frequency}}
                                         : RatioBox{{fixed.friction, fixed.friction}, line};
        request.damping = fixed.damping;
        constexpr int halvings = 34;
        request.most_quarterings = halvings;
        const Cover cover = stickslip::cover(request);
        proved_ = cover.proved_area;
        constexpr int most_stops = 10'000;
        const int stops = count_in(spec.at("stops"), "stops", 0, most_stops);
        const std::vector<ProvedRange> all = proved_ranges(cover);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i > 0) widest_gap_ = std::max(widest_gap_, all[i].range.low - all[i - 1].range.high);
            if (all[i].stops_per_cycle == stops) ranges_.push_back(all[i].range);
        }
    }

    double quantity(const std::string& wanted) override {
        if (wanted == "count") return static_cast<double>(ranges_.size());
        if (wanted == "proved") return proved_;
        if (wanted == "widest_gap") return widest_gap_;
        if (const int n = number_after(wanted, "low_")) return at(n).low;
        if (const int n = number_after(wanted, "high_")) return at(n).high;
        refuse(wanted);
    }

private:
    [[nodiscard]] const Interval& at(int n) const {
        if (n > static_cast<int>(ranges_.size())) refuse("number " + std::to_string(n) + ": too few ranges");
        return ranges_[static_cast<std::size_t>(n - 1)];
    }

    std::vector<Interval> ranges_;
    double proved_ = 0.0;
    double widest_gap_ = 0.0;
};

}  // namespace

std::unique_ptr<Run> make_certificate(const Tree& spec, const Scope& scope) {
    return std::make_unique<CertificateRun>(spec, scope);
}

std::unique_ptr<Run> make_certificates(const Tree& spec, const Scope& scope) {
    return std::make_unique<CertificatesRun>(spec, scope);
}

std::unique_ptr<Run> make_proved_ranges(const Tree& spec, const Scope& scope) {
    return std::make_unique<ProvedRangesRun>(spec, scope);
}

}  // namespace stickslip::validation
