#!/usr/bin/env bash
# Which lines the C++ and the command line tests reach: tests/coverage.sh [LEAST_PERCENT]
# Builds the preset `coverage`, runs both, writes build/coverage/report.html and prints the files with the fewest lines reached.
# Ends with 1 if fewer lines than LEAST_PERCENT (95 unless told) are reached.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
source cmake/packages.sh
install_missing "${release_packages[@]}" "${test_packages[@]}" gcovr
folder=build/coverage
mkdir -p build
cmake --preset coverage >$folder.log
cmake --build --preset coverage >>$folder.log
find $folder -name '*.gcda' -delete
runs=()
for ((shard = 0; shard < $(nproc); ++shard)); do
  GTEST_TOTAL_SHARDS=$(nproc) GTEST_SHARD_INDEX=$shard $folder/bin/stickslip_tests --gtest_brief=1 &
  runs+=($!)
done
for run in "${runs[@]}"; do wait "$run"; done
/usr/bin/python3 tests/cli $folder/bin/stickslip $folder/cli-tests --jobs "$(nproc)"
gcovr --root . --filter 'src/' --filter 'apps/' --filter 'include/' --exclude-throw-branches \
  --gcov-ignore-parse-errors=negative_hits.warn_once_per_file --html-details $folder/report.html --txt $folder/report.txt \
  --fail-under-line "${1:-95}" $folder
sort -t% -k1 $folder/report.txt | awk '/%/ { print }' | sort -k4 -n | head -n 25
