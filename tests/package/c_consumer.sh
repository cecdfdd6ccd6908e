#!/usr/bin/env bash
# Installs the build into an empty prefix, and builds the example in C with what pkg-config says, then with what CMake finds:
# the installed header and library are all that it sees.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
prefix=$PWD/build/c-prefix
project=$PWD/build/c-consumer

rm -rf "$prefix" "$project"
cmake --install build --prefix "$prefix" >build/install.log
mkdir "$project"
cp examples/c/friction_damper.c "$project"
cd "$project" # nothing of the sources is in sight
config=$(dirname "$(find "$prefix" -name stickslip_c.pc)")
library=$(PKG_CONFIG_PATH=$config pkg-config --variable=libdir stickslip_c)
cc -std=c99 -Wall -Werror -pedantic friction_damper.c $(PKG_CONFIG_PATH=$config pkg-config --cflags --libs stickslip_c) -o by_pkg_config
LD_LIBRARY_PATH=$library ./by_pkg_config | grep "bound 0.15 N:.*largest 0.341882"
c++ -std=c++11 -Wall -Werror -pedantic -x c++ -fsyntax-only -include stickslip.h /dev/null $(PKG_CONFIG_PATH=$config pkg-config --cflags stickslip_c)

cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
find_package(stickslip REQUIRED)
add_executable(by_cmake friction_damper.c)
target_link_libraries(by_cmake PRIVATE stickslip::stickslip_c)
CMAKE
cmake -S . -B by-cmake -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >log
grep "stickslip_DIR:PATH=$prefix/" by-cmake/CMakeCache.txt >/dev/null # found there, and not elsewhere on the machine
cmake --build by-cmake >>log
by-cmake/by_cmake | tail -n 1
