"""Contacts whose normal force the motion decides, on the command line: stops, mode coupling, rubbing, and every verb."""

import os
import tempfile

from program import ProgramTest


class NormalSprings(ProgramTest):
    def test_a_stop_opens_and_closes_and_has_its_normal_force(self):
        r = self.result("simulate", "mass-against-a-stop", "--times", "0,0.1")
        self.assertEqual([e["kind"] for e in r["events"]], ["open", "close", "open", "close"])
        self.assertEqual({e["direction"] for e in r["events"]}, {0})
        self.assertEqual(r["samples"]["normal"], [[0, 0]])
        self.assertEqual(r["samples"]["friction"], [[0, 0]])

    def test_a_prescribed_normal_force_is_no_quantity_of_the_motion(self):
        self.assertNotIn("normal", self.result("simulate", "three-mass-chain")["samples"])

    def test_mode_coupling_is_a_limit_cycle_beside_an_unstable_equilibrium(self):
        r = self.result("steady", "mode-coupling")
        self.assertLess(r["multiplier"], 1.0)
        self.assertGreater(r["contacts"][0]["open_fraction"], 0.1)
        (other,) = r["coexists"]
        self.assertEqual(other["regime"], "continuous")
        self.assertGreater(other["multiplier"], 1.0)
        below = self.result("steady", "mode-coupling", "--set", "contact.pad.mu=0.35")
        self.assertIsNone(below["period"])
        self.assertLess(below["multiplier"], 1.0)

    def test_sweeps_and_maps_take_the_keys(self):
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "rub.csv")
            keys = ["--over", "contact.casing.gap=0:0.002:5", "--observables", "amplitude[1],contact.casing.open_fraction"]
            self.result("sweep", "rubbing-blade", *keys, "--out", table)
            with open(table, encoding="utf-8") as file:
                last = file.read().splitlines()[-1].split(",")
            self.assertEqual(float(last[-1]), 1.0, "a casing far away is never touched")
            axes = ["--x", "contact.casing.gap=0:0.0004:2", "--y", "contact.casing.normal_stiffness=1e5:1e6:2"]
            done = self.result("map", "rubbing-blade", *axes, "--observables", "amplitude[1]", "--out", f"{folder}/map.nc")
            self.assertEqual((done["cells"], done["not_converged"]), (4, 0))

    def test_what_is_not_offered_is_said(self):
        self.refuse("boundary", "rubbing-blade", "--x", "contact.casing.gap=0:0.001", "--y", "load.amplitude=1:20",
                    saying="normal forces that do not depend on the motion")
        self.refuse("backbone", "rubbing-blade", "--of", "across", "--over", "load.amplitude=1:20:3",
                    saying="normal forces that do not depend on the motion")
        self.refuse("simulate", "three-mass-chain", "--set", "contact.wall.gap=0.1", saying="needs normal_stiffness")
