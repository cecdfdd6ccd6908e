"""What Python adds: the processor time of 10⁶ steady states in one call against `steady --points`, and of one scalar call
beyond the solve. Run from the root: PYTHONPATH=build/python /usr/bin/python3 bench/python_cost.py [COUNT]"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import stickslip


def best_time(work, repeats=3):
    """The smallest processor time of all threads: other programs on the machine do not count."""
    times = []
    for _ in range(repeats):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def many(count):
    random = np.random.default_rng(7)
    given = {"friction_ratio": random.uniform(0.01, 1.1, count), "frequency_ratio": random.uniform(0.1, 2.0, count)}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "points.csv"
        rows = zip(given["friction_ratio"].tolist(), given["frequency_ratio"].tolist())
        file.write_text("friction_ratio,frequency_ratio\n" + "".join(f"{f!r},{w!r}\n" for f, w in rows))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = ["build/bin/stickslip", "steady", "--points", str(file), "--out", str(Path(folder) / "answers.csv")]
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    theirs = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    ours = best_time(lambda: stickslip.steady(**given))
    print(f"{count} states: command line {theirs:.2f} s, Python {ours:.2f} s of processor time, ratio {ours / theirs:.3f}")


def one(count=20_000):
    given = {"friction_ratio": 0.3, "frequency_ratio": 0.8}
    stickslip.set_threads(1)
    solve = best_time(lambda: stickslip.steady(**{k: np.full(count, v) for k, v in given.items()}), 5) / count

    def calls():
        for _ in range(count):
            stickslip.steady(**given)

    call = best_time(calls, 5) / count
    stickslip.set_threads(None)
    print(f"one call {call * 1e6:.2f} µs, of these the solve {solve * 1e6:.2f} µs, Python {(call - solve) * 1e6:.2f} µs")


one()
many(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
