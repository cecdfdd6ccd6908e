"""How accurate is Siconos time stepping on a single run, and what does it cost?

f = 0.5, W = 0.5 from rest over 20 load periods, in the dimensionless form. The mass lies on a floor under its weight, with
Coulomb friction: Siconos' Moreau-Jean scheme (theta = 1/2) with its two-dimensional contact solver. The load of a step is
that of its middle, as the scheme's order asks. The exact end and the times of the others come from single_run.csv, which
bench_maps_vs_peers writes. Processor times; for Siconos that of the stepping loop, driven from Python, without the set-up.

/usr/bin/python3 bench/siconos_single.py FOLDER
"""

import csv
import math
import pathlib
import sys
import time

import numpy as np
import siconos.kernel as siconos

STEPS_PER_PERIOD = (100, 400, 1600, 6400, 25600)
CONTACT_TOLERANCE = 1e-14


def build(friction, step, end):
    """Mass and weight 1 on a floor: the friction bound is the coefficient."""
    mass = siconos.LagrangianLinearTIDS(
        [0.0, 0.0], [0.0, 0.0], np.eye(2), np.diag([1.0, 0.0]), np.zeros((2, 2))
    )
    normal_then_tangent = siconos.LagrangianLinearTIR(np.array([[0.0, 1.0], [1.0, 0.0]]))
    law = siconos.NewtonImpactFrictionNSL(0.0, 0.0, friction, 2)
    model = siconos.NonSmoothDynamicalSystem(0.0, end + step)
    model.insertDynamicalSystem(mass)
    model.link(siconos.Interaction(law, normal_then_tangent), mass)
    contact = siconos.FrictionContact(2)
    contact.numericsSolverOptions().dparam[0] = CONTACT_TOLERANCE
    stepping = siconos.TimeStepping(
        model, siconos.TimeDiscretisation(0.0, step), siconos.MoreauJeanOSI(0.5), contact
    )
    return mass, stepping, (model, law, normal_then_tangent)


def run(friction, frequency, periods, steps_per_period):
    """Position and velocity at the end, and the processor time of the loop."""
    step = 2.0 * math.pi / frequency / steps_per_period
    steps = periods * steps_per_period
    mass, stepping, _kept = build(friction, step, steps * step)
    force = np.array([0.0, -1.0])
    begin = time.process_time()
    for i in range(steps):
        force[0] = math.sin(frequency * step * (i + 0.5))
        mass.setFExtPtr(force)
        stepping.computeOneStep()
        stepping.nextStep()
    seconds = time.process_time() - begin
    return mass.q()[0], mass.velocity()[0], seconds


def main():
    with open(pathlib.Path(sys.argv[1], "single_run.csv"), encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    exact = rows[0]
    x, v, exact_seconds = (float(exact[k]) for k in ("x", "v", "seconds"))

    def line(method, at, speed, seconds):
        error = f"{abs(at - x):.1e} | {abs(speed - v):.1e}" if method != exact["method"] else "exact | exact"
        print(f"| {method} | {error} | {1e3 * seconds:.3g} | {seconds / exact_seconds:.0f} |")

    print("| method | error of x, p₀/k | error of v, ωₙ·p₀/k | ms | times `simulate` |\n|---|---|---|---|---|")
    for row in rows:
        line(row["method"], *(float(row[k]) for k in ("x", "v", "seconds")))
    friction, frequency = float(exact["friction_ratio"]), float(exact["frequency_ratio"])
    for steps in STEPS_PER_PERIOD:
        line(f"Siconos, {steps} steps a period", *run(friction, frequency, int(exact["periods"]), steps))


if __name__ == "__main__":
    main()
