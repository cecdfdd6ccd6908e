#!/usr/bin/env bash
# ThreadSanitizer over everything that uses threads: maps, steady states of many points, sweeps, boundaries, chaos, the server
# and Python threads. Builds the preset `thread`; ends with 1 at the first report.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
folder=build/thread
mkdir -p build
# Suppressions are matched with names, which a symbolizer tells; one of another version does, too.
symbolizer=$(readlink -f "$(command -v llvm-symbolizer-16 llvm-symbolizer llvm-symbolizer-14 | head -n1 || true)")
[[ -x $symbolizer ]] || { echo "tests/thread/run.sh: llvm-symbolizer is missing (Debian: llvm)" >&2 && exit 1; }
export TSAN_OPTIONS="suppressions=$PWD/tests/thread/suppressions.txt external_symbolizer_path=$symbolizer halt_on_error=1 exitcode=66 second_deadlock_stack=1"
cmake --preset thread >$folder.log
cmake --build --preset thread >>$folder.log

# Those that use several threads; what a single one computes is tested elsewhere, ten times as fast.
threaded="RunMap.*:*Thread*:*Worker*:Interruption.*:Basins.*:StateFile*:DeviceMap.Is*:AdaptiveMap.DoesNot*"
$folder/bin/stickslip_thread_tests --gtest_brief=1 --gtest_filter="$threaded"
output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT
run() { echo "stickslip $*" && "$folder/bin/stickslip" "$@" --threads 4 >/dev/null; }
run map --x friction_ratio=0:1.1:60 --y frequency_ratio=0.1:1.5:60 --out "$output/m.nc"
run map --x friction_ratio=0:1.1:60 --y frequency_ratio=0.1:1.5:60 --adaptive --out "$output/a.nc"
run map --friction-ratio 0.2 --x static_ratio=0.2:0.8:8 --y frequency_ratio=0.2:0.7:8 --out "$output/s.nc"
run map friction-isolator --x friction.bound=20:2000:12 --y load.frequency=5:40:12 --out "$output/c.nc"
run sweep --friction-ratio 0.3 --over frequency_ratio=0.1:2:60
run boundary --x friction_ratio=0.4:1.1 --y frequency_ratio=0.5:1.5
run lyapunov stefanski-fig3b --periods 400 --runs 4 --transient 20
run bifurcation stefanski-fig3b --over load.amplitude=1:8:6 --transient 50 --periods 50
run basins stefanski-fig3b --position=-2:2:6 --velocity=-2:2:6 --transient 50 --periods 50
run reproduce dlubal riddoch --quick
echo "the server"
/usr/bin/python3 tests/thread/clients.py $folder/bin/stickslip
# The interpreter is not compiled with the sanitizer, so its runtime is loaded first.
runtime=$(clang++-16 -print-file-name=libclang_rt.tsan-x86_64.so)
echo "Python threads"
LD_PRELOAD=$runtime PYTHONPATH=$folder/python /usr/bin/python3 -c '
import threading
import numpy as np
import stickslip as ss

def work(seed):
    for friction in np.linspace(0.1, 0.9, 5) + 0.001 * seed:
        ss.steady(friction_ratio=np.full(50, friction), frequency_ratio=np.linspace(0.2, 2, 50))
        ss.simulate("hong-liu-fig10")

threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
[t.start() for t in threads]
[t.join() for t in threads]'
echo "no data race found"
