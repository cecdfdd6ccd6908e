// A structure as sensors on its degrees of freedom see it.

#include "measured.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "backbone.hpp"
#include "combination.hpp"
#include "model/case_reader.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/simulate.hpp"
#include "vectors.hpp"

namespace stickslip::structure {

namespace {

using namespace identifying;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd as_dense(const Matrix& m) {
    MatrixXd dense(static_cast<int>(m.rows), static_cast<int>(m.columns));
    for (std::size_t i = 0; i < m.rows; ++i) {
        for (std::size_t j = 0; j < m.columns; ++j) dense(static_cast<int>(i), static_cast<int>(j)) = m(i, j);
    }
    return dense;
}

class StructureMeasured final : public MeasuredMotion {
public:
    StructureMeasured(const CaseDocument& document, const std::vector<std::string>& places) {
        const Case c = read_case(document);
        size_ = c.structure.size();
        for (const std::string& place : places) {
            const Combination seen = combination(c.structure, place, "the channel " + place + " of the record");
            rows_.push_back(seen.row(size_));
            names_.push_back(place);
            degrees_.push_back(seen.plus && !seen.minus ? *seen.plus : size_);
        }
    }

    [[nodiscard]] std::vector<std::string> names() const override { return names_; }
    [[nodiscard]] std::vector<std::size_t> degrees() const override { return degrees_; }
    [[nodiscard]] std::size_t size() const override { return size_; }
    [[nodiscard]] std::optional<Identification> identified(const CaseDocument& /*document*/,
                                                           const ChannelRecord& /*record*/,
                                                           std::span<const FittedKey> /*keys*/,
                                                           const IdentifyOptions& /*options*/) const override {
        return std::nullopt;
    }

    [[nodiscard]] double value_of(const CaseDocument& document, const std::string& key) const override {
        const CaseTables tables = document.tables();
        if (const std::optional<double> given = tables.in.number_named(key)) return *given;
        throw std::invalid_argument("the case gives no number " + key + ": write a first guess of it into the case");
    }

    void require(const CaseDocument& document) const override { static_cast<void>(read_case(document)); }

    [[nodiscard]] std::vector<std::string> start_keys() const override {
        std::vector<std::string> keys;
        for (const char* key : {"start.position[", "start.velocity["}) {
            for (std::size_t i = 1; i <= size_; ++i) keys.push_back(key + std::to_string(i) + "]");
        }
        return keys;
    }

    [[nodiscard]] CaseDocument with_start(const CaseDocument& document) const override {
        CaseDocument whole = document;
        const CaseTables tables = document.tables();
        std::string zeros = "[0.0";
        for (std::size_t i = 1; i < size_; ++i) zeros += ", 0.0";
        for (const char* key : {"start.position", "start.velocity"}) {
            if (!tables.in.has(key)) whole = whole.with_text(key, zeros + "]");
        }
        return whole;
    }

    [[nodiscard]] std::vector<double> values(const CaseDocument& document, MeasuredQuantity quantity,
                                             const std::vector<double>& times) const override {
        constexpr std::size_t most_events = 20;  // for each sample
        const Case c = read_case(document);
        StructureOptions options;
        options.most_events = most_events * (times.size() + 1);
        const StructureTrajectory path = simulate(c.structure, c.start, times.back(), options);
        if (path.termination != StructureTermination::reached_end) return {};
        std::vector<double> within = times;
        within.back() = std::min(within.back(), path.end_time());
        std::vector<double> found(rows_.size() * times.size());
        const std::vector<StructureSample> samples = path.at(within);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const StructureSample& s = samples[i];
            const std::vector<double>& numbers = quantity == MeasuredQuantity::displacement ? s.position
                                                 : quantity == MeasuredQuantity::velocity   ? s.velocity
                                                                                            : s.acceleration;
            for (std::size_t k = 0; k < rows_.size(); ++k) {
                found[k * times.size() + i] = rows_[k].dot(as_vector(numbers));
            }
        }
        return found;
    }

    [[nodiscard]] std::vector<double> event_times(const CaseDocument& document, double end) const override {
        const Case c = read_case(document);
        std::vector<double> times{0.0};
        for (const ContactEvent& e : simulate(c.structure, c.start, end).events) times.push_back(e.time);
        return times;
    }

    /// M·x″ + C·x′ + K·x + Σ w·r·sgn g − Σ d·p; contacts with a spring of their own or a varying normal force have no
    /// such balance.
    [[nodiscard]] std::vector<double> unbalanced(const CaseDocument& document,
                                                 std::span<const SeenState> states) const override {
        const Case c = read_case(document);
        for (const Contact& contact : c.structure.contacts) {
            if (contact.stiffness || contact.normal) return {};
        }
        const MatrixXd mass = as_dense(c.structure.mass);
        const MatrixXd damping = as_dense(c.structure.damping);
        const MatrixXd stiffness = as_dense(c.structure.stiffness);
        std::vector<double> found;
        for (const SeenState& s : states) {
            const VectorXd v = as_vector(s.velocity);
            VectorXd force = mass * as_vector(s.acceleration) + damping * v + stiffness * as_vector(s.position);
            for (const Contact& contact : c.structure.contacts) {
                const VectorXd w = as_vector(contact.direction);
                const double slip = w.dot(v) - contact.surface_velocity;
                force += (slip > 0.0 ? contact.bound : slip < 0.0 ? -contact.bound : 0.0) * w;
            }
            for (const DirectedLoad& load : c.structure.loads) {
                force -= load.load.value(s.time) * as_vector(load.direction);
            }
            found.insert(found.end(), force.data(), force.data() + force.size());
        }
        return found;
    }

    [[nodiscard]] double fastest_rate(const CaseDocument& document) const override {
        const Case c = read_case(document);
        double rate = natural_frequencies(c.structure.mass, c.structure.stiffness).back();
        for (const DirectedLoad& load : c.structure.loads) {
            for (const Harmonic& h : load.load.harmonics) rate = std::max(rate, h.frequency.value());
        }
        return rate;
    }

    [[nodiscard]] bool is_free(const CaseDocument& document) const override {
        const Case c = read_case(document);
        const auto varies = [](const DirectedLoad& l) { return !l.load.harmonics.empty() || l.load.record; };
        const auto moves = [](const Contact& k) { return k.surface_velocity != 0.0 || k.normal.has_value(); };
        return std::ranges::none_of(c.structure.loads, varies) && std::ranges::none_of(c.structure.contacts, moves);
    }

    [[nodiscard]] std::vector<CurvePoint> response(const CaseDocument& document, const std::vector<double>& frequencies,
                                                   bool /*with_phase*/) const override {
        const std::unique_ptr<ForcedMotion> motion = structure_forced_motion(document, names_.front());
        std::vector<CurvePoint> points;
        for (const double frequency : frequencies) {
            const ForcedPoint p = motion->at(document.with_value("load.frequency", frequency));
            const bool is_stuck = p.regime == Regime::permanent_stick && !std::isfinite(p.amplitude);
            points.push_back({is_stuck ? 0.0 : p.amplitude, p.amplitude == 0.0 || is_stuck ? 0.0 : p.phase_lag});
        }
        return points;
    }

    [[nodiscard]] std::string model(const CaseDocument& document) const override {
        const Case c = read_case(document);
        if (c.structure.contacts.empty()) return "viscous";
        const auto holds_more = [](const Contact& k) { return k.static_bound && *k.static_bound > k.bound; };
        return std::ranges::any_of(c.structure.contacts, holds_more) ? "static-kinetic" : "coulomb-viscous";
    }

private:
    std::size_t size_ = 0;
    std::vector<std::string> names_;
    std::vector<std::size_t> degrees_;
    std::vector<Eigen::RowVectorXd> rows_;
};

}  // namespace

std::unique_ptr<MeasuredMotion> structure_measured(const CaseDocument& document,
                                                   const std::vector<std::string>& places) {
    return std::make_unique<StructureMeasured>(document, places);
}

}  // namespace stickslip::structure
