#!/bin/bash
# A folder that runs on a machine without the libraries: the program built with CUDA, its module, and the shared
# libraries that a bare system lacks, in build/carry. There:
#   LD_LIBRARY_PATH=build/carry/lib build/carry/bin/stickslip map ... --backend cuda
# The benchmarks (gpu_maps.sh build, gpu_chaos.sh build) go along where they are built:
#   PREBUILT=build/carry/gpu bench/gpu/gpu_maps.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset cuda -DCMAKE_CUDA_ARCHITECTURES="${ARCH:-90}" >/dev/null
cmake --build build --target stickslip_cli
rm -rf build/carry
mkdir -p build/carry/{bin,lib}
cp build/bin/stickslip build/bin/stickslip_cuda.so build/carry/bin
# All but what belongs to the C and C++ system, which must be that of the machine.
ldd build/bin/stickslip build/bin/stickslip_cuda.so | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
  grep -v -E '/(libc|libm|libdl|librt|libpthread|libresolv|libstdc\+\+|libgcc_s|ld-linux[^/]*)\.so' |
  xargs cp -L -t build/carry/lib
# 30 MB of Unicode tables that nothing here reads: an empty table stands for them.
for tables in build/carry/lib/libicudata.so.*; do
  [[ -e $tables ]] || continue
  echo "const char icudt${tables##*.}_dat[64] = {0};" |
    gcc -shared -fPIC -Wl,-soname,"$(basename "$tables")" -x c - -o "$tables"
done
strip --strip-unneeded build/carry/bin/* build/carry/lib/*
if compgen -G 'build/gpu/gpu_maps[0-9]*' >/dev/null; then
  mkdir build/carry/gpu
  find build/gpu -name 'gpu_maps[0-9]*' -perm -u+x ! -name '*.o' -exec cp -t build/carry/gpu {} +
fi
if [[ -x build/gpu/gpu_chaos ]]; then
  mkdir -p build/carry/gpu
  cp build/gpu/gpu_chaos build/carry/gpu
fi
du -sh build/carry
