#pragma once

#include <string>
#include <vector>

#include "kinds/case_kind.hpp"
#include "model/record_set.hpp"

namespace stickslip {

/// How many values the rows of records have that go with a case. @throws std::invalid_argument as `records` does.
[[nodiscard]] RecordComponents record_components(const CaseDocument&);

/// The motions of a case under records, each in the place of the one record that the case names.
class RecordMotions {
public:
    /// `work` stands in messages: "a design". @throws CaseError, std::invalid_argument for a case that names no record
    /// or several, and for observables that its motion does not have.
    RecordMotions(const CaseKind&, const CaseDocument&, const std::vector<std::string>& observables, std::string work);

    /// The numbers that were asked for.
    [[nodiscard]] const MotionResponse& response() const { return response_; }

    /// The numbers of a case that differs in values only; +∞ where its motion ends too early.
    [[nodiscard]] std::vector<double> values(const CaseDocument&, RecordSamples) const;

private:
    std::string file_;  ///< as the case names it
    RecordComponents components_ = RecordComponents::one;
    MotionResponse response_;
};

}  // namespace stickslip
