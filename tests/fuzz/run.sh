#!/usr/bin/env bash
# Runs the fuzzers side by side: tests/fuzz/run.sh [--build]; --build only builds them.
# The seeds are the built-in cases, the head of the built-in records, matrices, requests to the explorer and validation items.
#
# By default each fuzzer runs a fixed number of mutants of its seeds, the same on every machine and after every change
# (mutants.cpp), so that only what a change broke can fail it. An input that breaks a fuzzer stays in build/fuzz.
#
# STICKSLIP_FUZZ_SECONDS=N searches for N seconds instead, with libFuzzer, which steers by the coverage. What it finds worth
# keeping stays in build/fuzz, so that the next search goes on from there. STICKSLIP_FUZZ_SUBJECTS="matrix case" runs these only.
#
# An input that breaks a fuzzer is printed in base64. `fuzz_SUBJECT FILE` shows it again, and so does
# `fuzz_mutants_SUBJECT 1 tests/fuzz/SUBJECT.dict /tmp/again FILE`.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." || exit 1
seconds=${STICKSLIP_FUZZ_SECONDS:-}
read -ra subjects <<<"${STICKSLIP_FUZZ_SUBJECTS:-case record matrix explorer validation state}"
# Together they take about 40 s of processor time.
declare -A inputs=([case]=24000 [record]=36000 [matrix]=80000 [explorer]=24000 [validation]=36000 [state]=9000)
way=run_mutants
programs=all
[[ -n $seconds ]] && way=search && programs=searchers
folder=build/fuzz
longest_input=4096 # bytes
# Names instead of addresses in the stacks: the sanitizers find no symbolizer by themselves, and binutils have one.
ASAN_SYMBOLIZER_PATH=$(command -v llvm-symbolizer-16 || command -v llvm-symbolizer || command -v addr2line)
export ASAN_SYMBOLIZER_PATH

cmake -S tests/fuzz -B $folder -G Ninja >$folder.log 2>&1 && cmake --build $folder --target "$programs" >>$folder.log 2>&1 || {
  cat $folder.log
  exit 1
}

[[ ${1:-} == --build ]] && exit

rm -rf $folder/*-seeds
mkdir -p $folder/{case,record,matrix,explorer,validation,state}-{seeds,corpus}
cp validation/{dlubal,hong-liu-eq,liu-eq,textbook}*.toml $folder/validation-seeds/
cp cases/*.toml $folder/case-seeds/
for record in cases/*.csv; do head -n 100 "$record" >"$folder/record-seeds/${record##*/}"; done
printf '\xef\xbb\xbftime;force\r\n# comment\r\n0;+1\r\n1.5;-2e3\r\n' >$folder/record-seeds/windows.csv
printf '0\t1\n\n1\t2' >$folder/record-seeds/tabs.csv
/usr/bin/python3 tests/fuzz/record_seeds.py $folder/record-seeds
/usr/bin/python3 tests/fuzz/matrix_seeds.py $folder/matrix-seeds
/usr/bin/python3 tests/fuzz/explorer_seeds.py $folder/explorer-seeds
printf "0,1,2\n1,3,4\n" >$folder/record-seeds/planar.csv
printf '\x02\x00\x01\x02\x00' >$folder/state-seeds/values
printf '\x01\x10\x00\xff' >$folder/state-seeds/changed
printf '\x00stickslip map 1\n' >$folder/state-seeds/raw

search() {
  local subject=$1
  "$folder/fuzz_$subject" -max_total_time="$seconds" -max_len=$longest_input -seed=1 -timeout=10 -rss_limit_mb=2048 \
    -dict="tests/fuzz/$subject.dict" -artifact_prefix="$folder/broken-$subject-" -print_final_stats=1 \
    "$folder/$subject-corpus" "$folder/$subject-seeds"
}
run_mutants() {
  local subject=$1
  "$folder/fuzz_mutants_$subject" "${inputs[$subject]}" "tests/fuzz/$subject.dict" "$folder/broken-$subject" "$folder/$subject-seeds"/*
}
# What a fuzzer that failed said last, and the input that did it.
show() {
  local log=$folder/$1.log broken
  tail -n 60 "$log"
  broken=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
  [[ -f $broken ]] && echo "$broken in base64 (base64 -d):" && base64 -w 0 "$broken" && echo
}
runs=()
for subject in "${subjects[@]}"; do
  $way "$subject" >"$folder/$subject.log" 2>&1 &
  runs+=($!)
done
status=0
for i in "${!subjects[@]}"; do
  wait "${runs[i]}" || { status=1 && show "${subjects[i]}"; }
done
for subject in "${subjects[@]}"; do
  echo "$subject: $(grep -h -e 'executed_units' -e 'inputs from' "$folder/$subject.log")"
done
exit $status
