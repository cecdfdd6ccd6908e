#!/usr/bin/env bash
# No function of the C interface reads or writes what is not its own, or loses memory, also where it refuses: memory.sh CHECKS
# What oneTBB keeps for its sleeping threads until the process ends is no loss.
set -euo pipefail
GLIBCXX_FORCE_NEW=1 valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
  --errors-for-leak-kinds=definite "$1"
