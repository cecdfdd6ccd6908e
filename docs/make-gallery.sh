#!/usr/bin/env bash
# Draws the pictures of docs/gallery.md anew.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
report=$(mktemp -d)
trap 'rm -rf "$report"' EXIT
mapfile -t pictures < <(grep -o 'images/gallery/[a-z0-9.-]*' docs/gallery.md | sort -u)
ids=()
for picture in "${pictures[@]}"; do
  name=${picture##*/}
  ids+=("${name%.*}")
done
./stickslip reproduce "${ids[@]}" --out "$report"
mkdir -p docs/images/gallery
for picture in "${pictures[@]}"; do cp "$report/figures/${picture##*/}" "docs/$picture"; done
