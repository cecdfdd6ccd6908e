#!/bin/bash
# Builds the GPU benchmark with nvcc alone, checks the map against the CPU on fresh random cells, and times it.
# Usage: bench/gpu/gpu_maps.sh [cells a side, default 10000] [random cells to check, default 1000000]
# REGISTERS: the most registers of a thread, several to compare; PARTS=1: how long each band of frequencies takes.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${OUT:-build/gpu}
mkdir -p "$out"
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
flags=(-std=c++20 -O3 -arch="${ARCH:-native}" --expt-relaxed-constexpr -Iinclude -Isrc/cuda)
registers=${REGISTERS:-255}
for source in src/steady/solve_cell.cpp src/steady/regime.cpp; do
  g++ -std=c++20 -O2 -Iinclude -c "$source" -o "$out/$(basename "$source").o" &
done
for most in $registers; do
  "$nvcc" "${flags[@]}" -maxrregcount "$most" -Xptxas -v -c bench/gpu/gpu_maps.cu -o "$out/gpu_maps$most.o" \
    2>"$out/ptxas$most.log" || cat "$out/ptxas$most.log" &
done
wait
for most in $registers; do
  "$nvcc" "${flags[@]}" "$out"/*.cpp.o "$out/gpu_maps$most.o" -o "$out/gpu_maps" -lpthread
  echo "== at most $most registers; $("$nvcc" --version | grep release | sed 's/.*release/CUDA/'); $(g++ --version | head -1)"
  "$out/gpu_maps" "${1:-10000}" "${2:-1000000}" || failed=1
done
exit ${failed:-0}
