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
map_of_building=shaken-building-map.png
./stickslip map shaken-building --x load.frequency=4:44:200 --y load.acceleration=0.02:3:200 \
  --observables 'amplitude[roof],contact.brace-1.stuck_fraction,contact.brace-3.stuck_fraction,contact.brace-5.stuck_fraction' \
  --out "$report/building.nc" --plot "$report/$map_of_building"
./stickslip certify --box 0.02:0.98,0.3:1.5 --plot "$report/proved-boxes.png"

/usr/bin/python3 examples/ground_motions.py "$report/motions" 40 10
./stickslip ensemble synthetic-earthquake --records "$report/motions" --scales 0.1:2:20 --vary friction.mu=0.03:0.09:3 \
  --observables peak,residual --plot "$report/bearings-ensemble.png"
./stickslip ensemble synthetic-earthquake --records "$report/motions" --scales 0.05:6:30 --vary friction.mu=0.03:0.09:3 \
  --limit peak=0.05 --plot "$report/bearings-fragility.png"

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
