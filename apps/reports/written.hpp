#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

/// Says which files were written, one line each; an empty path is none. On stdout, or on stderr where stdout belongs to
/// JSON.
void tell_written(const std::vector<std::string>& paths, bool is_json);

/// Says on stderr how long the work will take, before it starts.
void tell_estimate(double seconds, int threads);

}  // namespace stickslip::cli
