#!/bin/bash
# Maps of attractors on a GPU: checks them against the processor on fresh random cells, with every law, and times one.
# Usage: bench/gpu/gpu_chaos.sh [columns, default 500] [rows, default 400] [random cells to check, default 2000]
#        bench/gpu/gpu_chaos.sh build: builds only
# TUNE=1: tries sizes of blocks first; LAWS=0: without the other laws. PREBUILT: a folder with gpu_chaos, built before;
# else it is built here, with nvcc and g++ alone. ARCH: the device to build for, as sm_90; that of this machine if unset.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${OUT:-build/gpu}
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)

build() {
  mkdir -p "$out/chaos"
  local flags=(-std=c++20 -O3 -Iinclude)
  for source in src/steady/{attractor,shooting}.cpp src/motion/law_motion.cpp \
    src/model/{friction_law,load,oscillator,record}.cpp; do
    g++ "${flags[@]}" -c "$source" -o "$out/chaos/$(basename "$source").o" &
  done
  "$nvcc" "${flags[@]}" -arch="${ARCH:-native}" --expt-relaxed-constexpr -Isrc/cuda -Xptxas -v \
    -c bench/gpu/gpu_chaos.cu -o "$out/chaos/gpu_chaos.o" 2>"$out/chaos/ptxas.log" || cat "$out/chaos/ptxas.log"
  wait
  "$nvcc" -arch="${ARCH:-native}" -cudart static -Xcompiler -static-libstdc++,-static-libgcc "$out"/chaos/*.o \
    -o "$out/gpu_chaos" -lpthread
}

program=${PREBUILT:-}/gpu_chaos
if [[ ! -x $program ]]; then
  build
  program=$out/gpu_chaos
fi
[[ ${1:-} == build ]] && exit
echo "== $(git rev-parse --short HEAD 2>/dev/null || echo 'no commit'); $("$nvcc" --version | grep release | sed 's/.*release/CUDA/'); $(g++ --version | head -1)"
"$program" "${@:1}"
