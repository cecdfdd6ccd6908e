"""Writes synthetic ground motions for designs and tests: ground_motions.py FOLDER [COUNT [SECONDS]]

Each file is time [s], acceleration [m/s²]: a sum of sines under an envelope that rises and decays. Frequencies, weights and
phases are those of a fixed generator of random numbers, written with 6 digits, so that every machine gives the same bytes.
The motions differ in their dominant frequency and are equal in their largest acceleration.
"""

import math
import pathlib
import random
import sys

STEP = 0.02  # s
SINES = 24
PEAK = 3.0  # m/s², the largest acceleration
LOWEST, HIGHEST = 1.0, 4.0  # Hz, of the dominant frequencies
WIDTH = 0.6  # of a spectrum, in the logarithm of the frequency


def motion(number, count, seconds):
    """Rows (time, acceleration) of one of `count` motions."""
    dice = random.Random(number)
    dominant = LOWEST * (HIGHEST / LOWEST) ** ((number + 0.5) / count)
    sines = []
    for _ in range(SINES):
        apart = dice.uniform(-2.0, 2.0)
        weight = math.exp(-0.5 * apart * apart)
        sines.append((dominant * math.exp(WIDTH * apart), weight, dice.uniform(0.0, 2.0 * math.pi)))
    rise = dice.uniform(0.15, 0.35) * seconds

    def envelope(t):
        return (t / rise) ** 2 * math.exp(2.0 * (1.0 - t / rise))

    times = [i * STEP for i in range(round(seconds / STEP) + 1)]
    shaking = [envelope(t) * sum(w * math.sin(2.0 * math.pi * f * t + p) for f, w, p in sines) for t in times]
    # The ground ends at rest: the mean is taken out in proportion to the envelope.
    mean = sum(shaking) / sum(map(envelope, times))
    shaking = [a - mean * envelope(t) for t, a in zip(times, shaking)]
    scale = PEAK / max(map(abs, shaking))
    return [(t, scale * a) for t, a in zip(times, shaking)]


def write_motions(folder, count=10, seconds=10.0):
    """The paths of the files written, motion-01.csv and so on."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(count):
        path = folder / f"motion-{number + 1:02}.csv"
        rows = [f"{t:.2f},{a:.6f}" for t, a in motion(number, count, seconds)]
        path.write_text("time,acceleration\n" + "\n".join(rows) + "\n")
        paths.append(path)
    return paths


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    write_motions(sys.argv[1], *map(int, sys.argv[2:3]), *map(float, sys.argv[3:4]))
