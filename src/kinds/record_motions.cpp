#include "record_motions.hpp"

#include <stdexcept>

namespace stickslip {

namespace {

std::string quoted_names(const std::vector<CaseDocument::NamedRecord>& records) {
    std::string text;
    for (const auto& record : records) text += (text.empty() ? "" : ", ") + record.file;
    return text;
}

RecordComponents components_of(const RecordSamples& samples) {
    return samples.second.empty() ? RecordComponents::one : RecordComponents::two;
}

}  // namespace

RecordComponents record_components(const CaseDocument& document) {
    const std::vector<CaseDocument::NamedRecord> named = document.records();
    return named.empty() ? RecordComponents::one : components_of(*named.front().samples);
}

RecordMotions::RecordMotions(const CaseKind& kind, const CaseDocument& document,
                             const std::vector<std::string>& observables, std::string work) {
    const std::vector<CaseDocument::NamedRecord> named = document.records();
    if (named.size() != 1) {
        throw std::invalid_argument(
            "the records of " + std::move(work) +
            " take the place of the one record that a case names, and this case names " +
            (named.empty() ? "none" : std::to_string(named.size()) + ": " + quoted_names(named)));
    }
    file_ = named.front().file;
    components_ = components_of(*named.front().samples);
    response_ = kind.motion_response(document, observables);
}

std::vector<double> RecordMotions::values(const CaseDocument& document, RecordSamples samples) const {
    if (components_of(samples) != components_) {
        throw std::invalid_argument(components_ == RecordComponents::two
                                        ? "the case needs records with two components, time, value, value"
                                        : "the case needs records with one component, time, value");
    }
    return response_.values(document.with_samples(file_, std::move(samples)));
}

}  // namespace stickslip
