#include "proof_names.hpp"

#include <algorithm>

#include "stickslip/model/field_error.hpp"

namespace stickslip {

namespace {

bool is_of_proofs(const std::string& name) { return std::ranges::find(proof_names(), name) != proof_names().end(); }

}  // namespace

const std::vector<std::string>& proof_names() {
    static const std::vector<std::string> names{"proof", "amplitude_lower", "amplitude_upper", "unproved_because"};
    return names;
}

bool asks_for_proofs(const std::vector<std::string>& observables) {
    return std::ranges::any_of(observables, is_of_proofs);
}

std::vector<std::string> without_proofs(const std::vector<std::string>& observables) {
    std::vector<std::string> names;
    std::ranges::remove_copy_if(observables, std::back_inserter(names), is_of_proofs);
    return names;
}

void refuse_proofs(const std::vector<std::string>& observables, const std::string& what) {
    if (!asks_for_proofs(observables)) return;
    throw FieldError(
        "certify",
        " proves maps of one mass on a line with Coulomb friction of one bound under one harmonic load, " + what);
}

}  // namespace stickslip
