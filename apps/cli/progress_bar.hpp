#pragma once

#include <functional>

namespace stickslip::cli {

/// A bar on standard error that fills as its function is called with the part that is done, from any thread; nothing
/// where standard error is not a terminal.
[[nodiscard]] std::function<void(double)> progress_bar();

}  // namespace stickslip::cli
