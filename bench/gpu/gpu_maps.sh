#!/bin/bash
# Maps on a GPU: builds the benchmark with nvcc and g++ alone, times it, and checks it against the CPU on fresh random
# cells, in one call. What it prints is also kept in bench/results/gpu_maps_DEVICE.txt (in $OUT where that is given).
# Usage: bench/gpu/gpu_maps.sh [cells a side, default 10000] [random cells to check, default 1000000]
#        bench/gpu/gpu_maps.sh build               only builds, into build/gpu
#        bench/gpu/gpu_maps.sh sanitize [cells]    compute-sanitizer memcheck and racecheck on a map of cells x cells, 64
# REGISTERS  the most registers of a thread, several to compare ("255 168")
# PARTS=1    how long each pass takes by itself, by frequency
# BANDS      edges of the bands of rows, several to compare ("0.02,0.1,0.3,0.7 none"); ROWS: the most rows of a segment
# DAMPING    the damping ratio of the plane, 0 unless told
# PREBUILT   a folder with the binaries of an earlier build (gpu_maps255): nothing is compiled
# ARCH       of nvcc: native where there is a device, else sm_90
set -euo pipefail
cd "$(dirname "$0")/../.."
built=${PREBUILT:-build/gpu}
registers=${REGISTERS:-255}
cuda=/usr/local/cuda/bin
nvcc=$(command -v nvcc || echo $cuda/nvcc)
commit=${COMMIT:-$(git describe --always --dirty 2>/dev/null || echo unknown)}

build() {
  mkdir -p "$built"
  local most source jobs=() arch=${ARCH:-}
  [[ -n $arch ]] || { nvidia-smi >/dev/null 2>&1 && arch=native || arch=sm_90; }
  local flags=(-std=c++20 -O3 -arch="$arch" --expt-relaxed-constexpr "-DSTICKSLIP_COMMIT=\"$commit\"" -Iinclude -Isrc/cuda)
  for source in solve_cell regime; do
    g++ -std=c++20 -O2 -Iinclude -c "src/steady/$source.cpp" -o "$built/$source.o" &
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
  sanitizer=$(command -v compute-sanitizer || echo $cuda/compute-sanitizer)
  for tool in memcheck racecheck; do
    for most in $registers; do
      echo "== $tool, at most $most registers"
      "$sanitizer" --tool "$tool" --error-exitcode 1 "$built/gpu_maps$most" "${2:-64}" 1000 || failed=1
    done
  done
  exit "${failed:-0}"
fi

device=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n1 | tr 'A-Z ' 'a-z_' | sed 's/^nvidia_//' || true)
results=${OUT:-bench/results}/gpu_maps_${device:-unknown}.txt
{
  echo "Steady states of a plane on a GPU: regime, three counts, amplitude, stuck fraction, dissipation and multiplier of"
  echo "every cell left in device memory. bench/gpu/gpu_maps.sh ${1:-10000} ${2:-1000000}"
  nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,memory.total --format=csv,noheader 2>/dev/null |
    sed 's/^/driver     /' || true
  for most in $registers; do
    echo
    echo "== at most $most registers"
    "$built/gpu_maps$most" "${1:-10000}" "${2:-1000000}" || echo "FAILED"
  done
} 2>&1 | tee "$results"
! grep -q FAILED "$results"
