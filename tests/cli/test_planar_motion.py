"""Planar motions as a person reads them and as files: tables, samples, cycles, fixed-step schemes."""

import csv
import re

from program import ProgramTest

HEADER = ["t", "x1", "x2", "v1", "v2", "a1", "a2", "friction1", "friction2"]


class PlanarMotion(ProgramTest):
    def rows(self, name):
        with open(self.folder / name) as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], HEADER)
        return [[float(value) for value in row] for row in rows[1:]]

    def test_csv_holds_the_samples_of_the_json(self):
        result = self.result("simulate", "liu-fig6", "--until", "3", "--samples", "61", "--out", "motion.csv")
        samples = result["samples"]
        for i, row in enumerate(self.rows("motion.csv")):
            expected = [samples["t"][i]]
            for name in ["x", "v", "a", "friction"]:
                expected += [samples[name + "1"][i], samples[name + "2"][i]]
            self.assertEqual(row, expected)
        self.assertEqual(len(self.rows("motion.csv")), 61)

    def test_times_keep_their_order_and_extend_the_run(self):
        self.succeed("simulate", "liu-fig6", "--until", "1", "--times", "2.5,0.5,2", "--out", "motion.csv")
        self.assertEqual([row[0] for row in self.rows("motion.csv")], [2.5, 0.5, 2])
        self.refuse("simulate", "liu-fig6", "--times", "1,-2", saying="every time must be a finite number ≥ 0")
        self.refuse("simulate", "liu-fig6", "--until", "-1", saying="must be a finite number ≥ 0")

    def test_the_file_of_a_cycle_closes_on_itself(self):
        result = self.result("steady", "liu-fig6", "--out", "cycle.csv")
        rows = self.rows("cycle.csv")
        self.assertEqual(rows[0][0], 0)
        size = max(result["amplitude"])
        for first, last in zip(rows[0][1:3], rows[-1][1:3]):
            self.assertAlmostEqual(first, last, delta=1e-9 * size)
        for axis in range(2):
            values = [row[1 + axis] for row in rows]
            # Samples miss the peaks by at most (π/n)²/2 of the amplitude.
            missed = (3.2 / (len(rows) - 1)) ** 2 / 2
            self.assertAlmostEqual((max(values) - min(values)) / 2, result["amplitude"][axis], delta=missed * size)

    def test_a_person_reads_the_problem_the_events_and_the_end(self):
        text = self.succeed("simulate", "liu-fig6", "--until", "3")
        result = self.result("simulate", "liu-fig6", "--until", "3")
        self.assertIn("support k_d = 5e+07 N/m; natural frequency 2.0944 rad/s, damping ratio 0.02", text)
        self.assertIn("rotating, axis 1: 500000 N at 12.5664 rad/s, phase 1.5708, axis 2: 500000 N", text)
        shown = re.findall(r"^ +([\d.]+) .* (stick-to-slide|slide-to-stick)$", text, re.MULTILINE)
        self.assertEqual([kind for _, kind in shown], [e["kind"] for e in result["events"]])
        for (time, _), event in zip(shown, result["events"]):
            self.assertAlmostEqual(float(time), event["t"], delta=1e-13)
        end = re.search(r"^end +t = 3 s, x = \((\S+), (\S+)\) m, v = .* m/s, sliding$", text, re.MULTILINE)
        for shown_x, x in zip(end.groups(), result["final"]["x"]):
            self.assertAlmostEqual(float(shown_x), x, delta=1e-12 * abs(x))
        energy = re.search(r"input (\S+) J = friction (\S+) \+ damping (\S+) \+ stored (\S+), imbalance", text)
        for shown_part, name in zip(energy.groups(), ["input", "friction", "damping", "stored"]):
            self.assertAlmostEqual(float(shown_part), result["energy"][name], delta=1e-9 * abs(result["energy"][name]))

    def test_a_mass_that_never_slips_has_no_events(self):
        text = self.succeed("simulate", "liu-fig5", "--set", "load.amplitude=1", "--until", "1")
        self.assertIn("no events", text)
        self.assertRegex(text, r"(?m)^end .*, stuck$")
        self.assertIn("total slip 0 m", text)

    def test_a_rigid_support_is_called_so(self):
        text = self.succeed("simulate", "liu-fig11", "--until", "1")
        self.assertIn("c = 3183.1 N·s/m, rigid support; natural frequency 12.5664 rad/s", text)

    def test_fixed_steps_come_near_to_the_exact_motion(self):
        """The published scheme is of first order, its composition of a high one."""
        arguments = ["simulate", "liu-fig6", "--until", "0.5"]
        exact = self.result(*arguments)["final"]["x"]

        def error(method, step):
            x = self.result(*arguments, "--method", method, "--step", step)["final"]["x"]
            return max(abs(x[0] - exact[0]), abs(x[1] - exact[1])) / max(map(abs, exact))

        fine = error("group-preserving", "1e-4")
        self.assertLess(fine, 0.3 * error("group-preserving", "1e-3"))
        self.assertLess(fine, 1e-2)
        self.assertLess(error("lorentz-composition", "1e-3"), 1e-9)
        for method in ["group-preserving", "lorentz-composition"]:
            self.assertIn(f"method       {method}", self.succeed(*arguments, "--method", method, "--step", "1e-3"))

    def test_methods_and_steps_that_do_not_fit_are_refused(self):
        self.refuse("simulate", "liu-fig6", "--method", "euler", saying="must be exact, group-preserving or lorentz-composition")
        self.refuse("simulate", "liu-fig6", "--step", "0.1", saying="exact chooses its own steps")
