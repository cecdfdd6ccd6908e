#!/bin/bash
# Maps of attractors on a GPU: builds the benchmark with nvcc and g++ alone, times it, and checks it against the
# processor on fresh random cells, with every law, in one call. What it prints is also kept in
# bench/results/gpu_chaos_DEVICE.txt (in $OUT where that is given).
# Usage: bench/gpu/gpu_chaos.sh [columns, default 500] [rows, default 400] [random cells to check, default 2000]
#        bench/gpu/gpu_chaos.sh build       only builds, into build/gpu
#        bench/gpu/gpu_chaos.sh sanitize    compute-sanitizer memcheck and racecheck on a map of 16 x 8
# TUNE=1     tries sizes of blocks first and takes the best
# LAWS=0     without the other laws
# PERIODS    the most load periods of a search; many take long however few cells there are
# PREBUILT   a folder with the binary of an earlier build (gpu_chaos): nothing is compiled
# ARCH       of nvcc: native where there is a device, else sm_90
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=bench/gpu/benchmark.sh
source bench/gpu/benchmark.sh

build() {
  rm -rf "$built/chaos"
  mkdir -p "$built/chaos"
  local source jobs=() arch
  arch=$(architecture)
  local flags=(-std=c++20 -O3 -Iinclude -Isrc)
  for source in src/kinds/line/{attractor,natural_units,periodic_orbit,phase_motion,shooting}.cpp \
    src/kinds/series/law_motion.cpp src/model/{friction_law,load,oscillator,ratios,record}.cpp; do
    g++ "${flags[@]}" -c "$source" -o "$built/chaos/$(basename "$source" .cpp).o" &
    jobs+=($!)
  done
  "$nvcc" "${flags[@]}" -arch="$arch" --expt-relaxed-constexpr "-DSTICKSLIP_COMMIT=\"$commit\"" -Isrc/cuda -Xptxas -v \
    -c bench/gpu/gpu_chaos.cu -o "$built/chaos/gpu_chaos.o" 2>"$built/chaos/ptxas.log" ||
    { cat "$built/chaos/ptxas.log" && false; } &
  jobs+=($!)
  local job
  for job in "${jobs[@]}"; do wait "$job"; done
  "$nvcc" -arch="$arch" -cudart static -Xcompiler -static-libstdc++,-static-libgcc "$built"/chaos/*.o \
    -o "$built/gpu_chaos" -lpthread
}

[[ -n ${PREBUILT:-} ]] || build
[[ ${1:-} != build ]] || exit 0

if [[ ${1:-} == sanitize ]]; then
  export LAWS=0
  sanitize "$built/gpu_chaos" 16 8 32
  exit
fi

{
  echo "Attractors of a Duffing oscillator with friction over load amplitude and frequency on a GPU: kind, period and"
  echo "largest exponent of every cell. bench/gpu/gpu_chaos.sh ${1:-500} ${2:-400} ${3:-2000}"
  describe_driver
  "$built/gpu_chaos" "${1:-500}" "${2:-400}" "${3:-2000}" || echo "FAILED"
} 2>&1 | keep gpu_chaos
