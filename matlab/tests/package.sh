#!/usr/bin/env bash
# `pkg install` takes the archive, compiles it against the installed C interface, and the package answers: package.sh BUILD
set -euo pipefail
build=$(readlink -f "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The C interface as `cmake --install` puts it.
mkdir -p "$folder/usr/include" "$folder/usr/lib/pkgconfig"
cp "$(dirname "$0")/../../c/include/stickslip.h" "$folder/usr/include"
cp -P "$build"/lib/libstickslip_c.so* "$folder/usr/lib"
sed "s|^prefix=.*|prefix=$folder/usr|; s|^libdir=.*|libdir=$folder/usr/lib|" "$build/stickslip_c.pc" >"$folder/usr/lib/pkgconfig/stickslip_c.pc"

cmake --build "$build" --target stickslip_octave_package >"$folder/log"
archive=$(echo "$build"/stickslip-octave-*.tar.gz)
cd "$folder" # nothing of the sources is in sight
PKG_CONFIG_PATH=$folder/usr/lib/pkgconfig octave-cli --norc --no-history --quiet --eval "
  pkg ('prefix', '$folder/packages', '$folder/packages');
  pkg ('local_list', '$folder/list');
  pkg ('install', '-local', '$archive');
  pkg ('load', 'stickslip');
  r = stickslip.steady ('friction_ratio', 0.6, 'frequency_ratio', 0.105);
  assert (r.stops_per_cycle == 4);
  assert (strncmp (which ('stickslip.steady'), '$folder', numel ('$folder')));
  printf ('stickslip %s from a package\n', stickslip.version ());"
