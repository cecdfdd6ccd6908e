#pragma once

#include <string>
#include <vector>

namespace stickslip {

/// What a map tells of the proof of each cell, in the order in which it is stored.
[[nodiscard]] const std::vector<std::string>& proof_names();

/// Whether any of them is among these.
[[nodiscard]] bool asks_for_proofs(const std::vector<std::string>& observables);

/// These without them.
[[nodiscard]] std::vector<std::string> without_proofs(const std::vector<std::string>& observables);

/// `what` ends the sentence: "not of such cases". @throws FieldError if any of them is among these.
void refuse_proofs(const std::vector<std::string>& observables, const std::string& what);

}  // namespace stickslip
