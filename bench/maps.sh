#!/bin/bash
# How much faster are maps than marching? Builds bench_maps_vs_peers, runs it and its peers in Python, and prints the
# tables of docs/benchmarks.md. Usage: bench/maps.sh
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=cmake/packages.sh
source cmake/packages.sh
bench_packages=(libsundials-dev python3-scipy python3-siconos)  # the peers
install_missing "${release_packages[@]}" "${bench_packages[@]}"
build=build
folder=$build/maps_vs_peers
{
  cmake --preset release -DSTICKSLIP_BENCH=ON
  ninja -C "$build" ${JOBS:+-j "$JOBS"} bench_maps_vs_peers
} >&2
mkdir -p "$folder"
echo "$(git rev-parse --short HEAD), $(g++ --version | head -1), load average $(cut -d' ' -f1 /proc/loadavg) at the start"
echo
"$build/bin/bench_maps_vs_peers" "$folder"
/usr/bin/python3 bench/scipy_marching.py "$folder"
echo
/usr/bin/python3 bench/siconos_single.py "$folder"
