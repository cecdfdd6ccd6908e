#!/usr/bin/env bash
# Which lines the C++ and the command line tests reach: tests/coverage.sh [LEAST_PERCENT]
# Builds the preset `coverage`, runs both but for the longest C++ tests, which run no code of their own, writes
# build/coverage/report.html and prints the files with the fewest lines reached.
# Ends with 1 if a test fails, and with 2 if fewer lines than LEAST_PERCENT (95 unless told) are reached.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
source cmake/packages.sh
install_missing "${release_packages[@]}" "${test_packages[@]}" gcovr
source <(grep '^long_tests+\?=' test)
folder=build/coverage
mkdir -p build
cmake --preset coverage >$folder.log
cmake --build --preset coverage >>$folder.log
find $folder -name '*.gcda' -delete
# Counters that cannot be written, because a test fills the disk or takes rights away, are told there and not to the test.
export GCOV_ERROR_FILE=$PWD/$folder/counters.log
failed=0
shards=$((4 * $(nproc)))
shard() {
  GTEST_TOTAL_SHARDS=$1 GTEST_SHARD_INDEX=$2 "$3/bin/stickslip_tests" --gtest_brief=1 --gtest_filter="*-$4"
}
export -f shard
seq 0 $((shards - 1)) | xargs -P "$(nproc)" -I{} bash -c 'shard "$@"' - "$shards" {} "$folder" "$long_tests" || failed=1
/usr/bin/python3 tests/cli $folder/bin/stickslip $folder/cli-tests --jobs "$(nproc)" || failed=1
# Counters of several threads may leave a line that was derived from others with a count below zero.
gcovr --root . --filter 'src/' --filter 'apps/' --filter 'include/' --gcov-ignore-parse-errors -j "$(nproc)" \
  --html-details $folder/report.html --csv $folder/report.csv --fail-under-line "${1:-95}" --print-summary $folder || failed=$?
echo "the files with the fewest lines reached:"
tail -n +2 $folder/report.csv | awk -F, '{ printf "%5.1f %%  %5d lines missed  %s\n", 100 * $4, $2 - $3, $1 }' | sort -n | head -n 25
exit $failed
