#pragma once

#include <memory>

#include "maps/rank_link.hpp"

namespace stickslip::cli {

/// Whether mpirun, or something like it, started this process as one of several; its rank, else 0. Read off the
/// environment, because starting MPI takes longer than most work.
[[nodiscard]] bool is_one_of_several();
[[nodiscard]] int rank_in_environment();

/// The link to the other ranks. @throws std::runtime_error if this build has no MPI.
[[nodiscard]] std::unique_ptr<RankLink> open_rank_link();

}  // namespace stickslip::cli
