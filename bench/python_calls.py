"""What does Python cost? Many steady states in one call against the command line, and one scalar call against its solve.

Processor times of all threads, so that other programs on the machine do not count:
PYTHONPATH=build/python /usr/bin/python3 bench/python_calls.py [POINTS]
"""

import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np
import stickslip

BINARY = pathlib.Path(__file__).resolve().parents[1] / "build" / "bin" / "stickslip"


def processor_time(work, who):
    def used():
        usage = resource.getrusage(who)
        return usage.ru_utime + usage.ru_stime

    begin = used()
    wall = time.perf_counter()
    work()
    return used() - begin, time.perf_counter() - wall


def many(count):
    rng = np.random.default_rng(1)
    friction, frequency = rng.uniform(0.01, 1.1, count), rng.uniform(0.1, 2.0, count)
    with tempfile.TemporaryDirectory() as folder:
        points = pathlib.Path(folder, "points.csv")
        rows = (f"{f!r},{w!r}\n" for f, w in zip(friction.tolist(), frequency.tolist()))
        points.write_text("friction_ratio,frequency_ratio\n" + "".join(rows))
        command = [BINARY, "steady", "--points", points, "--out", pathlib.Path(folder, "answers.csv")]
        program, program_wall = processor_time(lambda: subprocess.run(command, check=True), resource.RUSAGE_CHILDREN)
    found = []

    def solve():
        found.append(stickslip.steady(friction_ratio=friction, frequency_ratio=frequency))

    python, python_wall = processor_time(solve, resource.RUSAGE_SELF)
    cycles, _ = processor_time(lambda: found[0].phase_lag, resource.RUSAGE_SELF)
    print(f"{count} steady states         processor [s]   wall [s]")
    print(f"  stickslip steady --points  {program:12.2f} {program_wall:10.2f}")
    print(f"  stickslip.steady(...)      {python:12.2f} {python_wall:10.2f}   ratio {python / program:.2f}")
    print(f"  with phase_lag as well     {python + cycles:12.2f}              ratio {(python + cycles) / program:.2f}")


def one(repeats=20_000):
    ratios = {"friction_ratio": 0.3, "frequency_ratio": 0.8}
    stickslip.set_threads(1)
    table = {k: np.full(repeats, v) for k, v in ratios.items()}

    def calls():
        for _ in range(repeats):
            stickslip.steady(**ratios)

    solve = min(processor_time(lambda: stickslip.steady(**table), resource.RUSAGE_SELF)[0] for _ in range(5))
    call = min(processor_time(calls, resource.RUSAGE_SELF)[0] for _ in range(5))
    stickslip.set_threads(None)
    micro = 1e6 / repeats
    print(f"one scalar call {call * micro:.2f} µs, of which the solve {solve * micro:.2f} µs")


if __name__ == "__main__":
    one()
    many(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
