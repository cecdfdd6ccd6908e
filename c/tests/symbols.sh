#!/usr/bin/env bash
# The library exports the functions of stickslip.h and nothing else, under a version, and its name has a number:
# symbols.sh LIBRARY
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
declared=$(grep -oE '\bstickslip_[a-z_]+\(' include/stickslip.h | tr -d '(' | sort -u)
listed=$(grep -oE '^    stickslip_[a-z_]+;' stickslip_c.map | tr -d ' ;' | sort -u)
exported=$(nm -D --defined-only "$1" | awk '$2 != "A" {print $3}' | sed 's/@@STICKSLIP_0$//' | sort -u)
[[ $declared == "$listed" ]] || { diff <(echo "$declared") <(echo "$listed") && exit 1; }
[[ $declared == "$exported" ]] || { diff <(echo "$declared") <(echo "$exported") && exit 1; }
objdump -p "$1" | grep -E '^ +SONAME +libstickslip_c\.so\.[0-9]+$' >/dev/null
echo "$(wc -l <<<"$exported") functions, $(objdump -p "$1" | awk '$1 == "SONAME" {print $2}')"
