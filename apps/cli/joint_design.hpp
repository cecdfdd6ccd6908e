#pragma once

#include <string>
#include <vector>

#include "case_or_ratios.hpp"

namespace stickslip::cli {

/// A design of several numbers at once, or over records, as it stands on the command line.
struct JointDesignRequest {
    const CaseOrRatios& problem;
    const std::vector<std::string>& vary;  ///< KEY=a:b or KEY,KEY=a:b
    const std::string& minimise;           ///< NAME or NAME,NAME
    const std::string& over;               ///< KEY=a:b, or nothing
    const std::vector<std::string>& records;
    int evaluations = 0;  ///< 0: the usual number
    const std::string& plot_file;
    bool is_json = false;
};

/// Whether one key, one observable and no records are asked for, which is a simpler question.
[[nodiscard]] bool is_design_of_one(const std::vector<std::string>& vary, const std::string& minimise,
                                    const std::vector<std::string>& records);

/// Finds it and tells it. @throws std::invalid_argument
[[nodiscard]] int design_jointly(const JointDesignRequest&);

}  // namespace stickslip::cli
