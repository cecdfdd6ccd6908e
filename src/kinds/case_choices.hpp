#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kinds/case_kind.hpp"
#include "kinds/record_motions.hpp"
#include "model/record_set.hpp"

namespace stickslip {

/// A number of a case that is chosen: a key, or several that all get it.
struct CaseChoice {
    std::vector<std::string> keys;
    Interval range{};  ///< in the unit of the keys
};

/// What several numbers of a case are chosen for: the largest of the observables, over the records, over a band, or in
/// the steady state of the case as it is.
struct ChoiceQuestion {
    CaseDocument document;
    std::vector<CaseChoice> choices;
    std::vector<std::string> observables;  ///< of one unit
    std::vector<SetRecord> records{};      ///< each in the place of the only record that the case names
    std::optional<std::string> over{};     ///< the key of the band
    Interval band{};
};

/// The largest of the observables under one record, or over the band.
struct ScenarioResponse {
    double response = 0.0;
    std::size_t observable = 0;  ///< which of them is largest
    double over = 0.0;           ///< where in the band
};

/// The responses of a case to choices of several of its numbers.
class CaseChoices {
public:
    /// @throws CaseError, std::invalid_argument for keys, ranges, observables and records that do not fit the case.
    CaseChoices(const CaseKind&, ChoiceQuestion);

    [[nodiscard]] const ChoiceQuestion& question() const { return question_; }
    [[nodiscard]] const std::vector<ObservableName>& observables() const { return observables_; }
    /// Of the records, or 1.
    [[nodiscard]] std::size_t scenarios() const { return std::max<std::size_t>(1, question_.records.size()); }
    [[nodiscard]] std::vector<Interval> ranges() const;

    /// The case with these values.
    [[nodiscard]] CaseDocument chosen(std::span<const double> values) const;

    /// All responses to these values, those of a scenario beside each other; +∞ where one has no bound.
    [[nodiscard]] std::vector<double> responses(std::span<const double> values) const;

    /// The largest in each scenario.
    [[nodiscard]] std::vector<ScenarioResponse> scenario_responses(std::span<const double> values) const;

    /// The same for the case as it is given, where it is complete without the numbers that are chosen. Without records
    /// and without a band: nullopt.
    [[nodiscard]] std::optional<std::vector<ScenarioResponse>> as_given() const;

private:
    struct Part {
        double response = 0.0;
        std::size_t observable = 0;
        double over = 0.0;
    };
    /// A case without records is looked at over the band, which is one value where there is none.
    [[nodiscard]] std::vector<Part> parts(const CaseDocument&, std::size_t scenario, const Interval& band) const;
    [[nodiscard]] std::vector<Part> steady_parts(const CaseDocument&, const Interval& band) const;
    [[nodiscard]] std::vector<ScenarioResponse> largest_parts(const CaseDocument&, const Interval& band) const;
    [[nodiscard]] Interval band_for(double first_value) const;
    /// The key of the band, or the first of those chosen.
    [[nodiscard]] const std::string& place_key() const;
    [[nodiscard]] std::vector<double> ends(double Interval::*) const;
    void require_different_keys() const;
    void open_records();
    void open_steady_state();

    const CaseKind& kind_;
    ChoiceQuestion question_;
    std::optional<RecordMotions> motions_;  ///< where there are records
    std::vector<ObservableName> observables_;
};

}  // namespace stickslip
