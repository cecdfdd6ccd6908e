#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include "stickslip/interruption.hpp"

namespace stickslip {

/// `body(i)` for all first ≤ i < last, on all threads. A loop inside a loop that is given up, because another of its
/// turns threw, is left by oneTBB without a word and with turns undone: here it ends with Interrupted instead, so that
/// nobody reads results that were never computed. @throws what the first of the turns threw, or Interrupted
template <class Index, class Body>
void in_parallel(Index first, Index last, const Body& body) {
    tbb::task_group_context context;
    tbb::parallel_for(first, last, body, context);
    if (context.is_group_execution_cancelled()) throw Interrupted();
}

}  // namespace stickslip
