#!/usr/bin/env bash
# Compiles the GPU module with nvcc and loads it beside the program: module.sh PROGRAM. Where there is no device, or none
# is to be seen, a map must be refused with CUDA's own words and nothing written.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(readlink -f "$1")
folder=build/cuda
cmake --preset cuda -B $folder -DSTICKSLIP_PYTHON=OFF
cmake --build $folder --target stickslip_cuda
cp "$program" $folder/bin/stickslip
cd $folder/bin
rm -f m.nc m.nc.partial
code=0
message=$(CUDA_VISIBLE_DEVICES='' ./stickslip map --x friction_ratio=0:1:8 --y frequency_ratio=0.1:1:8 --backend cuda \
  --out m.nc 2>&1 >/dev/null) || code=$?
echo "exit $code: $message"
[[ $code == 1 && $(wc -l <<<"$message") == 1 && ! -e m.nc && ! -e m.nc.partial ]]
[[ $message == *'--backend cuda'*'CUDA: '*'--backend cpu'* ]]
