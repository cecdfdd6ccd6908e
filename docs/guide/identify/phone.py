"""Writes phone.csv: what a phone on the block would record, from a motion with mu = 0.062, with noise and an offset.

The truth is known here so that the guide can compare; a record of your own takes its place.
"""

import json
import pathlib
import random
import subprocess
import sys

TRUTH = {"oscillator.stiffness": 214.0, "oscillator.damping": 0.08, "friction.mu": 0.062, "start.position": 0.031}
OFFSET, NOISE = 0.11, 0.12  # m/s²: a table that is not level, and the sensor

here = pathlib.Path(__file__).resolve().parent
program = sys.argv[1] if len(sys.argv) > 1 else "stickslip"
settings = [part for key, value in TRUTH.items() for part in ("--set", f"{key}={value}")]
command = [program, "simulate", str(here / "block.toml"), *settings, "--until", "2.5", "--samples", "501", "--json"]
samples = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)["samples"]
dice = random.Random(4)
with open(here / "phone.csv", "w") as file:
    file.write('"Time (s)","Acceleration x (m/s^2)","Acceleration y (m/s^2)"\n')
    for t, a in zip(samples["t"], samples["a"]):
        file.write(f"{t + 3.2:.4f},{a + OFFSET + dice.gauss(0, NOISE):.4f},{dice.gauss(0, NOISE):.4f}\n")
