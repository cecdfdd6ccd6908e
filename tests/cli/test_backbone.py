"""Backbone curves: equivalent frequency and damping against amplitude, of free decays and of forced motion."""

import json
import math
import os

import pictures
from program import ProgramTest

SLIDE = """[oscillator]
mass = 2
stiffness = 8
[friction]
bound = 0.4
[load]
kind = "harmonic"
amplitude = 1
frequency = 1
[start]
position = 1.03
"""
CHAIN = "three-mass-chain"


class RingDown(ProgramTest):
    def test_coulomb_friction_takes_the_same_amplitude_in_each_cycle(self):
        found = self.result("backbone", self.write("c.toml", SLIDE))
        self.assertEqual(set(found), {"version", "of", "time", "amplitude", "frequency", "damping_ratio",
                                      "energy_damping_ratio", "turns", "residual", "at_rest", "end"})
        self.assertEqual((found["of"], found["at_rest"], len(found["time"])), ("x", True, 9))
        self.assertAlmostEqual(found["residual"], 0.03, delta=1e-14)
        for i, amplitude in enumerate(found["amplitude"]):
            self.assertAlmostEqual(amplitude, 0.93 - 0.1 * i, delta=1e-14)
            self.assertAlmostEqual(found["frequency"][i], 2.0, delta=1e-13)
            self.assertAlmostEqual(found["energy_damping_ratio"][i], 2 * 0.4 / (math.pi * 8 * amplitude), delta=1e-13)
        for i, (t, x) in enumerate(zip(found["turns"]["t"], found["turns"]["x"])):
            self.assertAlmostEqual(t, i * math.pi / 2, delta=1e-12)
            self.assertAlmostEqual(x, (-1) ** i * (1.03 - 0.1 * i), delta=1e-13)

    def test_the_table_is_the_same_in_every_form(self):
        case = self.write("c.toml", SLIDE)
        found = self.result("backbone", case)
        names = ["time", "amplitude", "frequency", "damping_ratio", "energy_damping_ratio"]
        table = [",".join(names)] + [",".join(json.dumps(found[n][i]).removesuffix(".0") for n in names)
                                     for i in range(len(found["time"]))]
        told = self.succeed("backbone", case).splitlines()
        self.assertEqual(told[0], "residual displacement of x: 0.03 m, at rest since t = 15.708 s")
        self.assertEqual(len(told), 3 + len(found["time"]))
        self.assertEqual([float(word) for word in told[-1].split()],
                         [float(f"{found[n][-1]:.6g}") for n in names])
        self.succeed("backbone", case, "--out", "d.csv", "--plot", "d.svg")
        self.assertEqual(open(os.path.join(self.folder, "d.csv"), encoding="utf-8").read().splitlines(), table)
        self.succeed("backbone", case, "--out", "d.json")
        self.assertEqual(json.loads(open(os.path.join(self.folder, "d.json"), encoding="utf-8").read()), found)
        shown = pictures.words(os.path.join(self.folder, "d.svg"))
        self.assertTrue(any("damping ratio" in word for word in shown), shown)

    def test_the_load_can_be_cut_off_in_the_steady_state(self):
        state = self.result("steady", CHAIN)
        found = self.result("backbone", CHAIN, "--of", "3", "--from-steady", "--until", "200")
        self.assertAlmostEqual(found["turns"]["x"][0], state["x_max"][2], delta=1e-9)
        self.assertLess(found["amplitude"][-1], 0.2 * found["amplitude"][0])

    def test_without_motion_there_is_no_decay(self):
        run = self.run_program("backbone", CHAIN, "--of", "3")
        self.assertEqual(run.returncode, 3)
        self.assertIn("start.position", run.stderr)


class Forced(ProgramTest):
    def test_a_slide_without_stops_has_the_damping_of_its_amplitude(self):
        case = self.write("c.toml", SLIDE)
        found = self.result("backbone", case, "--over", "load.frequency=1.7:2.3:4")
        self.assertEqual(set(found), {"version", "key", "values", "regime", "frequency", "amplitude", "fundamental",
                                      "phase_lag", "loss", "energy", "damping_ratio"})
        for i, amplitude in enumerate(found["amplitude"]):
            state = self.result("steady", case, "--set", f"load.frequency={found['values'][i]!r}")
            self.assertAlmostEqual(amplitude, state["amplitude"], delta=1e-13)
            self.assertAlmostEqual(found["phase_lag"][i], state["phase_lag"], delta=1e-12)
            self.assertAlmostEqual(found["loss"][i], 4 * 0.4 * amplitude, delta=1e-12)
            self.assertAlmostEqual(found["damping_ratio"][i], 2 * 0.4 / (math.pi * 8 * amplitude), delta=1e-13)

    def test_a_structure_softens_from_its_stuck_frequency_to_its_free_one(self):
        found = self.result("backbone", CHAIN, "--of", "3", "--over", "load[1].amplitude=0.2:40:6:log", "--resonance",
                            "load.frequency=0.6:1.7")
        self.assertEqual(found["regime"][0], "permanent-stick")
        self.assertTrue(all(abs(math.cos(lag)) < 1e-9 for lag in found["phase_lag"]), found["phase_lag"])
        self.assertAlmostEqual(found["frequency"][-1], math.sqrt(2 - math.sqrt(2)), delta=1e-4)
        self.assertAlmostEqual(found["damping_ratio"][-1], 0.01 * math.sqrt(2 - math.sqrt(2)), delta=1e-3)
        self.assertGreater(found["frequency"][0], 1.3)
        self.assertGreater(max(found["damping_ratio"]), 2 * found["damping_ratio"][0])

    def test_the_picture_has_both_curves(self):
        self.succeed(*pictures.command("backbone", "b.svg"))
        shown = " ".join(pictures.words(os.path.join(self.folder, "b.svg")))
        self.assertIn("frequency of phase resonance", shown)
        self.assertIn("damping ratio", shown)


class Refusals(ProgramTest):
    def test_each_says_what_is_wrong(self):
        case = self.write("c.toml", SLIDE)
        self.refuse("backbone", case, "--resonance", "load.frequency=1:2", saying="--over")
        self.refuse("backbone", case, "--over", "load.frequency=1:2:3", "--resonance", "load.frequency=1:2",
                    saying="different keys")
        self.refuse("backbone", case, "--over", "load.frequency=1:2:3", "--until", "5", saying="--until")
        self.refuse("backbone", case, "--of", "roof", saying="roof")
        self.refuse("backbone", CHAIN, saying="which of the 3 degrees of freedom")
        self.refuse("backbone", CHAIN, "--of", "4-1", saying="counted from 1 to 3")
        self.refuse("backbone", "liu-fig6", saying="not for one mass in the plane")
        self.refuse("backbone", "block-on-belt", saying="surfaces at rest")
        self.refuse("backbone", case, "--ripple", "2", saying="--ripple")
        self.refuse("backbone", case, "--out", "d.nc", saying=".csv")
