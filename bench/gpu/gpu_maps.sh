#!/bin/bash
# Builds the GPU benchmark with nvcc alone, checks the map against the CPU on fresh random cells, and times it.
# Usage: bench/gpu/gpu_maps.sh [cells a side, default 10000] [random cells to check, default 1000000]
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${OUT:-build/gpu}
mkdir -p "$out"
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
flags=(-std=c++20 -O3 -arch=native --expt-relaxed-constexpr -Iinclude -Isrc/cuda)
for source in src/steady/solve_cell.cpp src/steady/regime.cpp; do
  g++ -std=c++20 -O2 -Iinclude -c "$source" -o "$out/$(basename "$source").o" &
done
for blocks in ${BLOCKS:-2 3 4 5}; do
  "$nvcc" "${flags[@]}" -DSTICKSLIP_MARCH_BLOCKS=$blocks -Xptxas -v -c bench/gpu/gpu_maps.cu -o "$out/gpu_maps$blocks.o" \
    2>"$out/ptxas$blocks.log" || cat "$out/ptxas$blocks.log" &
done
wait
for blocks in ${BLOCKS:-2 3 4 5}; do
  "$nvcc" "${flags[@]}" "$out"/*.cpp.o "$out/gpu_maps$blocks.o" -o "$out/gpu_maps" -lpthread
  echo "== $blocks blocks of 128 threads"
  grep "registers" "$out/ptxas$blocks.log" | head -5
  "$out/gpu_maps" "${1:-10000}" "${2:-1000000}" || failed=1
done
exit ${failed:-0}
