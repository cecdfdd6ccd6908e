#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

struct ReproduceRequest {
    std::vector<std::string> ids;
    std::string folder;
    std::string entries_folder;
    bool is_list = false;  ///< only tell what there is
    bool is_quick = false;
    bool is_json = false;
};

/// Recomputes what the source papers print, and tells and writes the verdicts.
int reproduce(const ReproduceRequest&);

}  // namespace stickslip::cli
