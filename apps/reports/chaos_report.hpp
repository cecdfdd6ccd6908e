#pragma once

#include <string>
#include <vector>

#include "chaos_plot.hpp"

namespace stickslip::cli {

/// What the chaos tools find, each as the JSON object of the contract, one line.
[[nodiscard]] std::string lyapunov_json(const Case&, const LyapunovExponent&);
[[nodiscard]] std::string section_json(const Case&, const Section&, SectionKind);
[[nodiscard]] std::string bifurcation_json(const Case&, const std::string& key, const std::vector<DiagramPanel>&);

}  // namespace stickslip::cli
