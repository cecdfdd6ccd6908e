#pragma once

#include "exchange.hpp"
#include "gate.hpp"
#include "maps/map_device.hpp"
#include "page.hpp"

namespace stickslip::explorer {

/// How a question is treated by the server.
enum class Lane {
    page,         ///< a file in memory: answered at once
    interactive,  ///< milliseconds; must not wait behind long work
    search,       ///< a steady state, many masses: milliseconds as a rule, but an attractor may take long to be found
    bulk,         ///< maps, curves, chaos
};
[[nodiscard]] Lane lane_of(const std::string& target);

/// The answer to a request that passed the gate: the page, or one of the questions under /api/. A pure function of the
/// request but for the cancellation; it never throws and never touches the file system. Maps are computed on the
/// device, where there is one.
[[nodiscard]] Response answer(const Page&, const Request&, const Cancellation&, MapDevice* device = nullptr);

// The questions, one file a family. Their JSON is that of the command line's --json.
class Question;
[[nodiscard]] Response answer_cases(const Question&);
[[nodiscard]] Response answer_read(const Question&);
[[nodiscard]] Response answer_motion(const Question&);
[[nodiscard]] Response answer_any_motion(const Question&);
[[nodiscard]] Response answer_steady(const Question&);
[[nodiscard]] Response answer_sweep(const Question&);
[[nodiscard]] Response answer_identify(const Question&);
[[nodiscard]] Response answer_map(const Question&);
[[nodiscard]] Response answer_boundary(const Question&);
[[nodiscard]] Response answer_section(const Question&);
[[nodiscard]] Response answer_lyapunov(const Question&);
[[nodiscard]] Response answer_bifurcation(const Question&);

}  // namespace stickslip::explorer
