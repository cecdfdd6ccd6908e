"""Steady states of structures on the command line: the documented members, files, pictures, refusals, what does not exist."""

import csv
import json
import os
import re

import pictures
from program import ProgramTest

MEMBERS = {"regime", "reason", "period", "load_periods", "dof_names", "amplitude", "x_max", "x_min", "velocity", "acceleration"}
MEMBERS |= {"exponent", "exponent_error", "multiplier", "free_offsets", "drift", "residual", "contacts", "damping_loss", "input", "coexists", "events"}
OF_A_CONTACT = {"name", "stops_per_cycle", "stops_then_reverse", "stops_then_same_direction", "zero_duration_reversals"}
OF_A_CONTACT |= {"stuck_fraction", "open_fraction", "dissipated", "slip", "transmitted_force", "offset_bounds"}
OF_A_COEXISTING_MOTION = {"regime", "load_periods", "amplitude", "stops_per_cycle", "multiplier", "start"}

MASS = """[structure]
masses = [1]
springs = [1]
[[contact]]
on = 1
bound = {bound}
"""
LOAD = """[[load]]
on = 1
kind = "harmonic"
amplitude = {amplitude}
frequency = {frequency}
"""
BESIDE_REST = ["siconos-two-masses", "--set", "contact.floor.bound=0.2", "--set", "contact.floor.static_bound=1.2", "--set",
               "load.frequency=0.5", "--set", "structure.dampers=[0.05,0.05]"]
LIMIT_CYCLE = ["siconos-two-masses", "--set", "contact.floor.static_bound=1.5", "--set", "contact.floor.surface_velocity=0.3",
               "--set", "load.amplitude=0", "--set", "structure.dampers=[0.1,0.1]"]


class Contract(ProgramTest):
    def test_two_masses_of_the_siconos_tutorial(self):
        r = self.result("steady", "siconos-two-masses")
        self.assertEqual(r["regime"], "stick-slip")
        for computed, exact in [
            (r["amplitude"][0], 0.736301476261317),
            (r["amplitude"][1], 0.258970930609532),
            (r["contacts"][0]["stuck_fraction"], 0.673702830384039),
            (r["multiplier"], 0.607794084834510),
        ]:
            self.assertAlmostEqual(computed, exact, delta=1e-12)

    def test_the_json_object_has_the_documented_members(self):
        r = self.result("steady", "three-mass-chain")
        self.assertEqual(set(r), MEMBERS | {"version", "title"})
        for name in ["amplitude", "x_max", "x_min", "velocity", "acceleration", "drift", "dof_names"]:
            self.assertEqual(len(r[name]), 3, name)
        for contact in r["contacts"]:
            self.assertEqual(set(contact), OF_A_CONTACT)
        self.assertEqual([c["name"] for c in r["contacts"]], ["wall", "joint"])
        for event in r["events"]:
            self.assertEqual(set(event), {"t", "contact", "kind", "direction"})
        self.assertEqual(len(r["events"]), 8)
        self.assertEqual(r["coexists"], [])

    def test_motions_that_coexist_have_the_documented_members(self):
        r = self.result("steady", *BESIDE_REST)
        self.assertEqual(r["regime"], "permanent-stick")
        [other] = r["coexists"]
        self.assertEqual(set(other), OF_A_COEXISTING_MOTION)
        self.assertEqual(set(other["start"]), {"position", "velocity"})
        start = [x for key in ["position", "velocity"] for x in ["--set", f"start.{key}={other['start'][key]}"]]
        there = self.result("steady", *BESIDE_REST, *start)
        self.assertEqual((there["regime"], there["load_periods"]), (other["regime"], other["load_periods"]))
        for a, b in zip(there["amplitude"], other["amplitude"]):
            self.assertAlmostEqual(a, b, delta=1e-9 * b)

    def test_a_limit_cycle_has_its_own_period(self):
        r = self.result("steady", *LIMIT_CYCLE)
        self.assertEqual((r["regime"], r["load_periods"]), ("stick-slip", 1))
        self.assertGreater(r["period"], 10.0)
        self.assertIn("a limit cycle's own", self.succeed("steady", *LIMIT_CYCLE))

    def test_the_card_tells_degrees_contacts_and_energy(self):
        card = self.succeed("steady", "three-mass-chain")
        for words in ["regime        stick-slip", "multiplier", "amplitude [m]", "wall", "joint", "dissipated [J]"]:
            self.assertIn(words, card)
        told = re.search(r"input ([-\d.e]+) J = friction ([-\d.e]+) \+ damping ([-\d.e]+)", card)
        given, friction, damping = map(float, told.groups())
        self.assertAlmostEqual(given, friction + damping, delta=3e-10 * given)  # ten digits are printed
        self.assertIn("another start leads to a stick-slip motion", self.succeed("steady", *BESIDE_REST))
        self.assertIn("decided by the start", self.succeed("steady", *BESIDE_REST))


    def test_chaos_is_told_once(self):
        chaos = ["siconos-two-masses", "--set", "contact.floor.bound=0.02", "--set", "contact.floor.static_bound=0.6", "--set",
                 "load.frequency=0.45", "--set", "structure.dampers=[0.05,0.05]"]
        r = self.result("steady", *chaos)
        self.assertEqual((r["regime"], r["period"], r["load_periods"], r["multiplier"]), ("chaotic", None, None, None))
        self.assertGreater(r["exponent"], 4.0 * r["exponent_error"])
        self.assertNotIn("chaotic", [other["regime"] for other in r["coexists"]])
        self.assertIn("exponent", self.succeed("steady", *chaos))


class Files(ProgramTest):
    def test_one_cycle_as_samples(self):
        period = self.result("steady", "three-mass-chain", "--out", "cycle.csv")["period"]
        with open(self.folder / "cycle.csv") as file:
            header, *rows = csv.reader(file)
        self.assertEqual(header, "t,x1,x2,x3,v1,v2,v3,friction1,friction2".split(","))
        first, last = [list(map(float, row)) for row in (rows[0], rows[-1])]
        self.assertEqual((first[0], last[0]), (0.0, period))
        for a, b in zip(first[1:], last[1:]):
            self.assertAlmostEqual(a, b, delta=1e-12)

    def test_pictures(self):
        for arguments in [["three-mass-chain"], BESIDE_REST, LIMIT_CYCLE]:
            self.succeed("steady", *arguments, "--plot", "cycle.svg")
            self.assertGreater(os.path.getsize(self.folder / "cycle.svg"), 10_000)
            pictures.assert_harmless(self, self.folder / "cycle.svg")
            self.assertTrue(any("steady cycle" in text for text in pictures.words(self.folder / "cycle.svg")))


class WhatDoesNotExist(ProgramTest):
    def test_unbounded_is_told_in_one_sentence(self):
        """One undamped mass at resonance: friction holds it up to (π/4)·amplitude."""
        for bound, code in [(0.78, 3), (0.79, 0)]:
            case = self.write("c.toml", MASS.format(bound=bound) + LOAD.format(amplitude=1, frequency=1))
            run = self.run_program("steady", case, "--json")
            self.assertEqual(run.returncode, code, run.stderr)
            found = json.loads(run.stdout)
            if code == 0:
                self.assertNotEqual(found["regime"], "unbounded")
                continue
            self.assertEqual(set(found), MEMBERS | {"version", "title"})
            self.assertEqual((found["regime"], found["amplitude"], found["contacts"]), ("unbounded", None, []))
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
            self.assertIn("no steady state (unbounded)", run.stderr)
            self.assertIn(found["reason"], run.stderr)
            card = self.run_program("steady", case)
            self.assertEqual(card.returncode, 3)
            self.assertIn("unbounded", card.stdout)

    def test_a_load_too_slow_to_follow_is_refused_at_once_with_its_cost(self):
        for frequency in ["1e-9", "1e-6"]:
            run = self.run_program("steady", "three-mass-chain", "--set", f"load.frequency={frequency}", "--json")
            self.assertEqual(run.returncode, 3, run.stderr)
            result = json.loads(run.stdout)
            self.assertEqual(result["regime"], "not-converged")
            self.assertIn("natural periods, and at most 1e+05 are followed", result["reason"])
            self.assertEqual(run.stderr.count("\n"), 1)
        slow = self.result("steady", "three-mass-chain", "--set", "load.frequency=0.01")
        self.assertNotEqual(slow["regime"], "not-converged")

    def test_no_file_is_left_where_there_is_no_cycle(self):
        case = self.write("c.toml", MASS.format(bound=0.1) + LOAD.format(amplitude=1, frequency=1))
        before = sorted(self.folder.iterdir())
        for option, name in [("--out", "a.csv"), ("--plot", "a.svg")]:
            run = self.run_program("steady", case, option, name)
            self.assertEqual(run.returncode, 3)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
            self.assertEqual(sorted(self.folder.iterdir()), before)


class Refusals(ProgramTest):
    def test_records(self):
        self.refuse("steady", "braced-building", saying="record")
        self.refuse("steady", "sdnd106-two-masses", "--json", saying="repeat for ever")

    def test_loads_without_a_common_period(self):
        loads = LOAD.format(amplitude=1, frequency=1) + LOAD.format(amplitude=1, frequency=1.4142135623730951)
        case = self.write("c.toml", MASS.format(bound=0.1) + loads)
        self.refuse("steady", case, saying="no common period")
        self.refuse("steady", case, "--out", "a.csv", "--plot", "a.svg", saying="no common period")

    def test_unstable_motions_are_for_one_mass(self):
        self.refuse("steady", "three-mass-chain", "--all-orbits", saying=["--all-orbits", "one mass"])

    def test_what_a_case_cannot_be(self):
        self.refuse("steady", "three-mass-chain", "--friction-ratio", "0.3", saying="friction")
        self.refuse("steady", "three-mass-chain", "--set", "contact.roof.bound=1", saying="roof")
