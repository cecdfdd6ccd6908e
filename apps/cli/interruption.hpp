#pragma once

#include <string>

namespace stickslip::cli {

/// From now on Ctrl-C, kill and a closed terminal end this program in one way: the same sentence on stderr, at once;
/// every computation, on all threads, is asked to stop; nothing half-written stays; the exit code is 128 plus the
/// number of the signal, which makes 130 for Ctrl-C. Where a computation does not stop within a few seconds, or the
/// signal comes again, the program ends where it is.
void listen_for_interruptions();

[[nodiscard]] bool is_stop_wanted();

/// 130 after Ctrl-C.
[[nodiscard]] int interrupted_exit_code();

/// From now on the sentence says how to go on: a map keeps its state, and takes the time to write it. The handler
/// itself speaks, because mpirun gives the other ranks a second to live where one is lost.
void promise_to_resume(const std::string& state_path);

/// From now on there is no state to keep any more, and the sentence says that this file, unless it is empty, is
/// complete.
void promise_complete(const std::string& data_file);

}  // namespace stickslip::cli
