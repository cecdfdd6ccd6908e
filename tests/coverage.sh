#!/usr/bin/env bash
# Which lines the tests of C++, of the command line and of the C interface reach: tests/coverage.sh [--report] [LEAST_PERCENT]
# Builds the preset `coverage`, runs these tests, writes build/coverage/report.html and report.csv, and prints the files with the most
# lines missed, and the folders.
#
# Counted are include/, src/ with all kinds of cases, apps/ with every companion of the program, and c/src. The longest C++ tests
# are left out, which run no code of their own. Not counted is what these tests do not compile: python/src, which the
# Python tests run, and src/cuda/*.cu, which need nvcc.
#
# Ends with 1 if a test fails, and with 2 if fewer lines than LEAST_PERCENT (95 unless told) are reached.
# --report does not build nor run anything: it counts again what the last run left.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
folder=build/coverage
failed=0

build() {
  source cmake/packages.sh
  install_missing "${release_packages[@]}" "${test_packages[@]}" gcovr
  mkdir -p build
  # Without a compiler cache, which keeps little of such a build, files are compiled together in half the time.
  env -u CMAKE_CXX_COMPILER_LAUNCHER -u CMAKE_C_COMPILER_LAUNCHER cmake --preset coverage >$folder.log
  cmake --build --preset coverage >>$folder.log || {
    tail -n 40 $folder.log
    exit 1
  }
}

shard() {
  GTEST_TOTAL_SHARDS=$1 GTEST_SHARD_INDEX=$2 "$3/bin/stickslip_tests" --gtest_brief=1 --gtest_filter="*-$4"
}
export -f shard

run_tests() {
  local long_tests shards=$((4 * $(nproc)))
  source <(grep '^long_tests+\?=' test)
  find $folder -name '*.gcda' -delete
  # Counters that cannot be written, because a test fills the disk or takes rights away, are told there and not to the test.
  export GCOV_ERROR_FILE=$PWD/$folder/counters.log
  seq 0 $((shards - 1)) | xargs -P "$(nproc)" -I{} bash -c 'shard "$@"' - "$shards" {} "$folder" "$long_tests" || failed=1
  ctest --test-dir $folder --output-on-failure -R '^CInterface.(Checks|Identifies|AgainstProgram)$' || failed=1
  /usr/bin/python3 tests/cli $folder/bin/stickslip $folder/cli-tests --jobs "$(nproc)" || failed=1
}

# Counters of several threads may leave a line that was derived from others with a count below zero.
count_lines() {
  trap 'find . -maxdepth 1 -name "*.gcov" -delete' EXIT # what gcovr leaves here where it is interrupted
  gcovr --root . --filter 'src/' --filter 'apps/' --filter 'include/' --filter 'c/src/' --gcov-ignore-parse-errors -j "$(nproc)" \
    --html-details $folder/report.html --csv $folder/report.csv --fail-under-line "$1" --print-summary $folder
}

# filename,line_total,line_covered,... of each file
show_gaps() {
  echo "the files with the most lines missed:"
  tail -n +2 $folder/report.csv | awk -F, '$2 > $3 { printf "%5d missed of %5d  %s\n", $2 - $3, $2, $1 }' | sort -rn | head -n 40
  echo "the folders:"
  tail -n +2 $folder/report.csv | awk -F, '
    { name = $1; sub("/[^/]*$", "", name); total[name] += $2; reached[name] += $3 }
    END { for (name in total) printf "%5.1f %%  %5d missed of %5d  %s\n", 100 * reached[name] / total[name], total[name] - reached[name], total[name], name }' | sort -n
}

least=95
[[ ${1:-} == --report ]] && shift && only_report=1
[[ -n ${1:-} ]] && least=$1
if [[ -z ${only_report:-} ]]; then
  build
  run_tests
fi
count_lines "$least" || failed=$?
show_gaps
exit $failed
