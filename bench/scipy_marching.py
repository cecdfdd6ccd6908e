"""How long does marching to a steady state take with SciPy's solve_ivp and its events?

The same rules as for the peers of maps_vs_peers.cpp, which writes the cells: the march is told the answer and stops at the
end of the first load cycle within 1e-10 of it; the fastest tolerance that arrives counts. Only the first eight cells
that CVODE brings to their steady state in 500 cycles, because Python takes long; the ratio is that on these cells.

/usr/bin/python3 bench/scipy_marching.py FOLDER
"""

import csv
import math
import pathlib
import sys
import time

from scipy.integrate import solve_ivp

CELLS = 8
ARRIVAL = 1e-10
MOST_CYCLES = 500
TOLERANCES = (1e-11, 1e-12, 1e-13)  # absolute; SciPy takes no relative ones below 100 ulp
SMALLEST_RELATIVE = 2.3e-14
METHOD = "DOP853"  # the quickest of SciPy's at such tolerances


class Motion:
    """The oscillator with m = k = p0 = 1, sliding by solve_ivp; sticks are searched on the load alone."""

    def __init__(self, friction, frequency, tolerance):
        self.friction, self.frequency, self.tolerance = friction, frequency, tolerance

    def direction_after_rest(self, t, x):
        force = math.sin(self.frequency * t) - x
        if abs(force) <= self.friction * (1.0 + 1e-12):
            return 0
        return 1 if force > 0.0 else -1

    def release(self, t, x, end):
        """When the load first meets a bound, in closed form: sin(W t) = x + f or x - f."""
        angle = self.frequency * t
        candidates = []
        for bound, direction in ((x + self.friction, 1), (x - self.friction, -1)):
            if abs(bound) > 1.0:
                continue
            first = math.asin(bound)
            if direction < 0:
                first = math.pi - first  # falling through the lower bound
            turns = math.ceil((angle - first) / (2.0 * math.pi) - 1e-15)
            candidates.append(((first + 2.0 * math.pi * turns) / self.frequency, direction))
        later = [c for c in candidates if t <= c[0] < end]
        return min(later) if later else (end, 0)

    def slide(self, t, state, direction, end):
        def rates(time_, y):
            return (y[1], math.sin(self.frequency * time_) - y[0] - direction * self.friction)

        def stop(_, y):
            return direction * y[1]

        stop.terminal, stop.direction = True, -1
        return solve_ivp(
            rates, (t, end), state, METHOD, events=stop, rtol=max(self.tolerance, SMALLEST_RELATIVE), atol=self.tolerance
        )

    def cycle(self, x, v):
        """The state one load period later."""
        t, end = 0.0, 2.0 * math.pi / self.frequency
        direction = self.direction_after_rest(t, x) if v == 0.0 else int(math.copysign(1, v))
        while t < end:
            if direction == 0:
                t, direction = self.release(t, x, end)
                v = 0.0
                continue
            result = self.slide(t, (x, v), direction, end)
            t, x, v = float(result.t[-1]), float(result.y[0, -1]), float(result.y[1, -1])
            if result.status == 1:
                v = 0.0
                direction = self.direction_after_rest(t, x)
        return x, v


def march(cell, tolerance):
    """Processor time, whether it arrives, and how many cycles it takes."""
    motion = Motion(cell["friction_ratio"], cell["frequency_ratio"], tolerance)
    x = v = 0.0
    begin = time.thread_time()
    for cycle in range(1, MOST_CYCLES + 1):
        x, v = motion.cycle(x, v)
        if math.hypot(x - cell["x"], v - cell["v"]) <= ARRIVAL:
            return time.thread_time() - begin, True, cycle
    return time.thread_time() - begin, False, MOST_CYCLES


def best_march(cell):
    """The first tolerance that arrives, which is the loosest and so the quickest; else the cheapest to the cap."""
    marches = []
    for tolerance in TOLERANCES:
        marches.append(march(cell, tolerance))
        if marches[-1][1]:
            return marches[-1]
    return min(marches)


def main():
    with open(pathlib.Path(sys.argv[1], "cells.csv"), encoding="utf-8") as file:
        cells = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]
    chosen = [c for c in cells if c["cvode_arrived"]][:CELLS]
    marches = [best_march(c) for c in chosen]
    seconds = sum(m[0] for m in marches) / len(chosen)
    cvode = sum(c["cvode_seconds"] for c in chosen) / len(chosen)
    arrived = sum(m[1] for m in marches)
    print(
        f"| SciPy `solve_ivp` ({METHOD}) marching, {len(chosen)} cells on which CVODE takes {1e6 * cvode:.3g} µs "
        f"| {1e6 * seconds:.3g} | | {cvode / seconds:.3f} | states within {ARRIVAL:.0e} of ours in {arrived} of {len(chosen)} cells |"
    )


if __name__ == "__main__":
    main()
