"""How accurate is Siconos time stepping on the two-mass oscillator of its tutorial, and what does it cost?

Masses 1, 1, springs 1, 1, cos 0.3t on the first mass, a friction bound of 0.5 on the second, from rest over 60 s. The second
mass lies on a floor under its weight: Siconos' Moreau-Jean scheme (theta = 1/2) with its two-dimensional contact solver; the
load of a step is that of its middle. The exact end and the time of ours come from two_masses.csv, which
bench_structures_vs_integrators FOLDER writes. Processor times; for Siconos that of the stepping loop, driven from Python.

/usr/bin/python3 bench/siconos_structure.py FOLDER
"""

import csv
import math
import os
import pathlib
import sys
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # idle threads of BLAS would count as work

import numpy as np
import siconos.kernel as siconos

STEPS = (2_000, 10_000, 50_000, 250_000)


def run(end, steps):
    """Positions and velocities at the end, and the processor time of the loop."""
    stiffness = np.array([[2.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])  # x1, x2 and the height of the second mass
    masses = siconos.LagrangianLinearTIDS([0.0] * 3, [0.0] * 3, np.eye(3), stiffness, np.zeros((3, 3)))
    normal_then_tangent = siconos.LagrangianLinearTIR(np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]))
    law = siconos.NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 2)
    step = end / steps
    model = siconos.NonSmoothDynamicalSystem(0.0, end + step)
    model.insertDynamicalSystem(masses)
    contact = siconos.Interaction(law, normal_then_tangent)
    model.link(contact, masses)
    stepping = siconos.TimeStepping(
        model, siconos.TimeDiscretisation(0.0, step), siconos.MoreauJeanOSI(0.5), siconos.FrictionContact(2)
    )
    force = np.array([0.0, 0.0, -1.0])
    begin = time.thread_time()
    for i in range(steps):
        force[0] = math.cos(0.3 * step * (i + 0.5))
        masses.setFExtPtr(force)
        stepping.computeOneStep()
        stepping.nextStep()
    seconds = time.thread_time() - begin
    return np.array(masses.q())[:2], np.array(masses.velocity())[:2], seconds


def main():
    with open(pathlib.Path(sys.argv[1], "two_masses.csv"), encoding="utf-8") as file:
        exact = {key: float(value) for key, value in next(csv.DictReader(file)).items()}
    position, velocity = np.array([exact["x1"], exact["x2"]]), np.array([exact["v1"], exact["v2"]])
    print("| method | error of x, m | error of v, m/s | ms | times `simulate` |\n|---|---|---|---|---|")
    print(f"| stickslip simulate | exact | exact | {1e3 * exact['seconds']:.3g} | 1 |")
    for steps in STEPS:
        x, v, seconds = run(exact["end"], steps)
        print(
            f"| Siconos, {steps} steps | {abs(x - position).max():.1e} | {abs(v - velocity).max():.1e}"
            f" | {1e3 * seconds:.3g} | {seconds / exact['seconds']:.0f} |"
        )


if __name__ == "__main__":
    main()
