#!/usr/bin/env bash
# Does any rank wait for work? Planes with hard and easy parts, computed by 2 and by 4 ranks of one thread each: the share
# of its time that each rank had no tile to work on, as `map --json` reports it, and that the bytes are those of one rank.
#
#   cheap cells   ratio map: cells at the lower edge take hundreds of times as long as those at the upper one, which
#                 take a quarter of a microsecond, so that handing out tiles and storing them must keep up
#   dear cells    static friction above the sliding one, case by case: milliseconds below, a fifth of that above
#
# Usage: bench/rank_balance.sh [path to stickslip]
set -euo pipefail
program=$(realpath "${1:-$(dirname "$0")/../build/bin/stickslip}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

cheap=(--x friction_ratio=0:1.1:4000 --y frequency_ratio=0.001:1.5:4000 --observables stops_per_cycle,amplitude_ratio)
flat=(--x friction_ratio=0:1.1:4000 --y frequency_ratio=0.1:1.5:4000 --observables stops_per_cycle,amplitude_ratio)
dear=(--x friction_ratio=0.1:0.9:120 --y frequency_ratio=0.02:1.5:120 --static-ratio 0.95 --observables stops_per_cycle)

measure() {
    local title=$1
    shift
    "$program" map "$@" --threads 1 --out "$work/one.nc" > "$work/one.txt"
    for ranks in 2 4; do
        mpirun --oversubscribe -n "$ranks" "$program" map "$@" --threads 1 --out "$work/all.nc" --json \
            2> "$work/messages.txt" > "$work/all.json"
        local bytes=other
        if cmp -s "$work/one.nc" "$work/all.nc"; then bytes=same; fi
        python3 - "$title" "$bytes" "$work/all.json" <<'EOF'
import json, sys
title, same, path = sys.argv[1:]
run = json.load(open(path))
idle = ", ".join(f"{100 * share:.1f} %" for share in run["idle_shares"])
print(f"{title}: {run['ranks']} ranks, {run['seconds']:.1f} s, idle {idle}; {same} bytes as one rank")
EOF
        rm -f "$work/all.nc"
    done
    rm -f "$work/one.nc"
}

measure "cheap cells, hard and easy rows" "${cheap[@]}"
measure "cheap cells" "${flat[@]}"
measure "dear cells, hard and easy rows" "${dear[@]}"
