#!/usr/bin/env bash
# Installs the build into an empty prefix, builds the project examples/consumer against it, and runs the program.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
prefix=$PWD/build/prefix
project=$PWD/build/consumer

rm -rf "$prefix" "$project"
cmake --install build --prefix "$prefix" >build/install.log
cmake -S examples/consumer -B "$project" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >build/consumer.log
grep "stickslip_DIR:PATH=$prefix/" "$project/CMakeCache.txt" # found there, and not elsewhere on the machine
cmake --build "$project" >>build/consumer.log
[[ $("$project/consumer") == *"events, at rest at x = "* ]]
