#!/usr/bin/env bash
# What does it cost to call the engine from Octave instead of from Python? 100 000 steady states in one call of each, in turns;
# the median of nine, as processor time of the whole call (all threads) and as time on the clock: octave_calls.sh [BUILD]
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
build=$(readlink -f "${1:-build}")
python_code="
import resource, sys, time
import numpy as np
import stickslip
f, W = np.linspace(0.02, 1.05, 400)[:, None], np.linspace(0.1, 2.0, 250)
used = lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
stickslip.steady(friction_ratio=f[:4], frequency_ratio=W)
u, t = used(), time.perf_counter()
s = stickslip.steady(friction_ratio=f, frequency_ratio=W)
print(used() - u, time.perf_counter() - t, np.nansum(s.amplitude_ratio))
"
octave_code="
addpath ('$build/octave/package');
f = linspace (0.02, 1.05, 400)'; W = linspace (0.1, 2.0, 250);
stickslip.steady ('friction_ratio', f(1:4), 'frequency_ratio', W);
u = cputime (); t = tic;
s = stickslip.steady ('friction_ratio', f, 'frequency_ratio', W);
a = s.amplitude_ratio; a(isnan (a)) = 0;
printf ('%g %g %.12g\n', cputime () - u, toc (t), sum (a(:)));
"
for _ in 1 2 3 4 5 6 7 8 9; do
  echo "python $(PYTHONPATH=$build/python /usr/bin/python3 -c "$python_code")"
  echo "octave $(octave-cli --norc --no-history --quiet --eval "$octave_code")"
done | /usr/bin/python3 -c "
import statistics, sys
rows = {'python': [], 'octave': []}
for line in sys.stdin:
    name, *numbers = line.split()
    rows[name].append([float(n) for n in numbers])
assert abs(rows['python'][0][2] / rows['octave'][0][2] - 1) < 1e-9, 'the answers differ'
medians = {name: [statistics.median(r[k] for r in all) for k in (0, 1)] for name, all in rows.items()}
for name, (used, clock) in medians.items():
    print(f'{name}: {used:.3f} s of processor time, {clock:.3f} s on the clock')
print(f\"octave / python: {medians['octave'][0] / medians['python'][0]:.2f} of processor time\")
"
