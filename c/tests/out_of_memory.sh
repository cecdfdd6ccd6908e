#!/usr/bin/env bash
# Where memory ends, the answer is a code and a sentence, and not the end of the program: out_of_memory.sh TELL
set -uo pipefail
ulimit -v 3000000
ends_with_a_sentence() {
  local said
  said=$("$@" 2>&1)
  [[ $? == 4 && $said == "there is not enough memory"* ]] || { echo "$* says: $said" && exit 1; }
}
ends_with_a_sentence "$1" map hong-liu-fig10 x=friction_ratio "x_range=0.1 1 1000000" y=frequency_ratio "y_range=0.2 1.4 1000000"
ends_with_a_sentence "$1" simulate hong-liu-fig10 samples=500000000
echo "two answers that no memory holds"
