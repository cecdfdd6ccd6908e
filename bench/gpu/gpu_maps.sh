#!/bin/bash
# Maps on a GPU: builds the benchmark with nvcc and g++ alone, times it, and checks it against the CPU on fresh random
# cells, in one call. What it prints is also kept in bench/results/gpu_maps_DEVICE.txt (in $OUT where that is given).
# Usage: bench/gpu/gpu_maps.sh [cells a side, default 10000] [random cells to check, default 1000000]
#        bench/gpu/gpu_maps.sh build               only builds, into build/gpu
#        bench/gpu/gpu_maps.sh sanitize [cells]    compute-sanitizer memcheck and racecheck on a map of cells x cells, 64
# REGISTERS  the most registers of a thread, several to compare ("255 168")
# PARTS=1    how long each pass takes by itself, by frequency
# BANDS      edges of the bands of rows, several to compare ("0.02,0.1,0.3,0.7 none"); ROWS: the most rows of a segment;
#            SLOW_ROWS: of slow rows, WORK: the most slides along them; BLOCK: threads of a block
# DAMPING    the damping ratio of the plane, 0 unless told
# PREBUILT   a folder with the binaries of an earlier build (gpu_maps255): nothing is compiled
# ARCH       of nvcc: native where there is a device, else sm_90
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=bench/gpu/benchmark.sh
source bench/gpu/benchmark.sh
registers=${REGISTERS:-255}

build() {
  mkdir -p "$built"
  local most source jobs=() arch
  arch=$(architecture)
  local flags=(-std=c++20 -O3 -arch="$arch" --expt-relaxed-constexpr "-DSTICKSLIP_COMMIT=\"$commit\"" -Iinclude -Isrc -Isrc/cuda)
  for source in src/kinds/line/solve_cell.cpp src/kinds/line/regime.cpp; do
    g++ -std=c++20 -O2 -Iinclude -Isrc -c "$source" -o "$built/$(basename "$source" .cpp).o" &
    jobs+=($!)
  done
  for most in $registers; do
    "$nvcc" "${flags[@]}" -maxrregcount "$most" -Xptxas -v -c bench/gpu/gpu_maps.cu -o "$built/gpu_maps$most.o" \
      2>"$built/ptxas$most.log" || { cat "$built/ptxas$most.log" && false; } &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job"; done
  for most in $registers; do
    "$nvcc" -arch="$arch" "$built"/{solve_cell,regime,"gpu_maps$most"}.o -o "$built/gpu_maps$most" -lpthread
  done
}

[[ -n ${PREBUILT:-} ]] || build
[[ ${1:-} != build ]] || exit 0

if [[ ${1:-} == sanitize ]]; then
  for most in $registers; do
    sanitize "$built/gpu_maps$most" "${2:-64}" 1000 || failed=1
  done
  exit "${failed:-0}"
fi

{
  echo "Steady states of a plane on a GPU: regime, three counts, amplitude, stuck fraction, dissipation and multiplier of"
  echo "every cell left in device memory. bench/gpu/gpu_maps.sh ${1:-10000} ${2:-1000000}"
  describe_driver
  for most in $registers; do
    echo
    echo "== at most $most registers"
    "$built/gpu_maps$most" "${1:-10000}" "${2:-1000000}" || echo "FAILED"
  done
} 2>&1 | keep gpu_maps
