"""The verbs sweep, boundary and design."""

import csv
import json
import math

from program import ProgramTest


class Sweep(ProgramTest):
    def test_sweeps_up_and_down_show_hysteresis(self):
        arguments = ["--friction-ratio", "0.1", "--static-ratio", "1.05", "--over", "frequency_ratio=0.3:0.9:4"]
        arguments += ["--set", "start.position=3", "--observables", "amplitude_ratio,load_periods", "--direction"]
        rows = self.succeed("sweep", *arguments, "both").splitlines()
        self.assertEqual(rows[0], "frequency_ratio,direction,regime,amplitude_ratio,load_periods")
        up, down = rows[1:5], rows[5:]
        self.assertTrue(all(",up," in row for row in up) and all(",down," in row for row in down))
        self.assertIn("permanent-stick", up[3])
        self.assertIn("continuous", down[3])
        result = self.result("sweep", *arguments, "down")
        self.assertEqual(result["direction"], ["down"] * 4)
        self.assertEqual(result["regime"][3], "continuous")
        self.succeed("sweep", *arguments, "both", "--plot", "both.svg")
        self.assertIn("downwards", (self.folder / "both.svg").read_text())
        self.refuse("sweep", *arguments, "sideways", saying="sideways")
        self.refuse("sweep", *arguments, "up", "--refine", saying="--refine")

    def test_boundaries_are_refused_with_more_static_friction(self):
        for static in ["0.5", "0.4"]:
            self.refuse("boundary", "--static-ratio", static, "--x", "friction_ratio=0.1:0.4",
                        "--y", "frequency_ratio=0.3:1", saying="static")

    def test_has_the_asked_rows_with_both_ends(self):
        out = self.folder / "s.csv"
        self.succeed("sweep", "--friction-ratio", "0.3", "--over", "frequency_ratio=0.1:2:20", "--out", out)
        rows = list(csv.DictReader(out.open()))
        self.assertEqual(len(rows), 20)
        self.assertEqual(float(rows[0]["frequency_ratio"]), 0.1)
        self.assertEqual(float(rows[-1]["frequency_ratio"]), 2.0)
        self.assertEqual(rows[0]["regime"], "stick-slip")

    def test_logarithmic_axis_and_chosen_observables(self):
        result = self.result("sweep", "riddoch-fig5", "--over", "friction_ratio=0.01:1:5:log", "--observables",
                             "transmissibility,stops_per_cycle")
        self.assertEqual(result["key"], "friction_ratio")
        for value, expected in zip(result["values"], [0.01, 10**-1.5, 0.1, 10**-0.5, 1]):
            self.assertAlmostEqual(value, expected, delta=1e-15)
        self.assertEqual(set(result), {"version", "key", "values", "regime", "transmissibility", "stops_per_cycle"})

    def test_magnification_of_published_curves_is_the_frictionless_one_where_friction_is_small(self):
        result = self.result("sweep", "--friction-ratio", "1e-9", "--damping-ratio", "0.05", "--over",
                             "frequency_ratio=0.5:2:4")
        for W, amplitude in zip(result["values"], result["amplitude_ratio"]):
            self.assertAlmostEqual(amplitude, 1 / math.hypot(1 - W * W, 0.1 * W), delta=1e-7)

    def test_picture(self):
        plot = self.folder / "s.png"
        self.succeed("sweep", "--friction-ratio", "0.3", "--over", "frequency_ratio=0.1:2:30", "--plot", plot)
        self.assertTrue(plot.read_bytes().startswith(b"\x89PNG"))

    def test_bad_ranges(self):
        for over in ["frequency_ratio=2:1:10", "frequency_ratio=1:2", "frequency_ratio=1:2:0", "=1:2:3",
                     "frequency_ratio=a:2:3", "frequency_ratio=0:1:5:log", "nothing.here=1:2:3"]:
            self.refuse("sweep", "--friction-ratio", "0.3", "--over", over)
        self.refuse("sweep", "--friction-ratio", "0.3", "--over", "frequency_ratio=1:2:3", "--observables", "speed")


class Boundary(ProgramTest):
    def test_crossings_of_the_contract(self):
        result = self.result("boundary", "--x", "friction_ratio=0:1.1", "--at", "frequency_ratio=0.25")
        found = [(round(c["value"], 9), c["kind"], c["stops_below"], c["stops_above"]) for c in result["crossings"]]
        self.assertEqual(found, [(0.066666667, "C", 0, 2), (0.217077185, "B", 2, 4), (0.255176538, "A", 4, 2),
                                 (1.0, "A", 2, 0)])

    def test_kind_filters(self):
        result = self.result("boundary", "--x", "friction_ratio=0:1.1", "--at", "frequency_ratio=0.25", "--kind", "A")
        self.assertEqual({c["kind"] for c in result["crossings"]}, {"A"})
        self.refuse("boundary", "--x", "friction_ratio=0:1", "--at", "frequency_ratio=0.25", "--kind", "D")

    def test_curves_in_a_window(self):
        out = self.folder / "b.csv"
        plot = self.folder / "b.svg"
        self.succeed("boundary", "--x", "friction_ratio=0.4:1.1", "--y", "frequency_ratio=0.6:1.4", "--out", out,
                     "--plot", plot)
        rows = list(csv.DictReader(out.open()))
        self.assertEqual({r["kind"] for r in rows}, {"A", "C"})
        self.assertIn("<svg", plot.read_text()[:2000])

    def test_no_boundary_is_claimed_where_nothing_is_solved(self):
        """A load too slow for its steady state had no boundaries, with exit code 0."""
        for where in [["--at", "frequency_ratio=1e-6"], ["--y", "frequency_ratio=1e-7:1"], ["--y", "frequency_ratio=0:1"]]:
            self.refuse("boundary", "--x", "friction_ratio=0.1:0.9", *where, saying=["frequency_ratio = ", "is too slow"])
        slow = ["boundary", "hong-liu-fig10", "--x", "oscillator.mass=0.001:5", "--at", "load.frequency_hz=1e-7"]
        self.refuse(*slow, saying="is too slow")

    def test_bad_windows(self):
        self.refuse("boundary", "--x", "friction_ratio=1:0", "--y", "frequency_ratio=0.5:1")
        self.refuse("boundary", "--x", "friction_ratio=0:1")
        self.refuse("boundary", "sliding-block", "--x", "friction.mu=0.1:1", "--y", "load.frequency=0.5:1")


class Design(ProgramTest):
    def test_largest_friction_that_never_sticks(self):
        result = self.result("design", "--frequency-ratio", "1.2", "--vary", "friction_ratio=0.01:0.99", "--avoid-stick")
        self.assertAlmostEqual(result["value"], 0.713206941711629, delta=1e-10)

    def test_best_friction_over_a_band(self):
        plot = self.folder / "d.png"
        result = self.result("design", "friction-isolator", "--vary", "friction.bound=20:2000", "--minimise",
                             "transmissibility", "--over", "load.frequency=14.5:30", "--plot", plot)
        self.assertLess(result["worst"], 1.0)
        self.assertLessEqual(result["worst"], min(result["curve"]["worst"]))
        self.assertTrue(plot.exists())

    def test_says_what_is_missing(self):
        self.refuse("design", "--frequency-ratio", "1.2", "--vary", "friction_ratio=0.01:0.99")
        self.refuse("design", "--frequency-ratio", "1.2", "--vary", "friction_ratio=0.01:0.99", "--minimise", "speed")
