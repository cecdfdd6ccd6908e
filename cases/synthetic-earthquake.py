"""Writes synthetic-earthquake.csv: time [s], ground acceleration [m/s^2].

A sum of sines with irrational-looking frequencies (0.4 to 7 Hz, as in firm soil) under a rise-and-decay envelope,
written with 6 digits so that every machine gives the same bytes.
"""

import math
import pathlib

STEP = 0.01  # s
LENGTH = 30.0  # s
PEAK_TIME = 8.0  # s, of the envelope
SCALE = 0.97  # m/s^2
SINES = [  # frequency [Hz], weight, phase [rad]
    (0.43, 0.35, 0.4), (0.83, 0.60, 2.1), (1.27, 0.90, 5.0), (1.71, 1.00, 0.9),
    (2.39, 0.85, 3.7), (3.31, 0.55, 1.6), (4.57, 0.35, 4.4), (6.89, 0.20, 2.8),
]


def envelope(t):
    return (t / PEAK_TIME) ** 2 * math.exp(2.0 * (1.0 - t / PEAK_TIME))


def shaking(t):
    return SCALE * envelope(t) * sum(w * math.sin(2.0 * math.pi * f * t + p) for f, w, p in SINES)


def main():
    times = [i * STEP for i in range(round(LENGTH / STEP) + 1)]
    # The ground ends at rest: the mean is taken out in proportion to the envelope.
    mean = sum(map(shaking, times)) / sum(map(envelope, times))
    rows = [f"{t:.2f},{shaking(t) - mean * envelope(t):.6f}" for t in times]
    target = pathlib.Path(__file__).with_suffix(".csv")
    target.write_text("time,acceleration\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
