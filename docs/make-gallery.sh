#!/usr/bin/env bash
# Draws the pictures of docs/gallery.md anew.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
report=$(mktemp -d)
trap 'rm -rf "$report"' EXIT
mapfile -t pictures < <(grep -o 'images/gallery/[a-z0-9.-]*' docs/gallery.md | sort -u)
mkdir -p docs/images/gallery "$report/figures"

# Pictures that are in no paper.
map_of_periods=static-friction-periods.png
./stickslip map --friction-ratio 0.2 --x static_ratio=0.2:0.8:240 --y frequency_ratio=0.2:0.7:200 \
  --observables load_periods --out "$report/periods.nc" --plot "$report/$map_of_periods"

# Items of the report.
ids=()
for picture in "${pictures[@]}"; do
  name=${picture##*/}
  [[ -e $report/$name ]] || ids+=("${name%.*}")
done
./stickslip reproduce "${ids[@]}" --out "$report"
for picture in "${pictures[@]}"; do
  name=${picture##*/}
  if [[ -e $report/$name ]]; then
    cp "$report/$name" "docs/$picture"
  else
    cp "$report/figures/$name" "docs/$picture"
  fi
done
