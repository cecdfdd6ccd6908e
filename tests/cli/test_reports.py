"""What the verbs write for machines: columns, names and values of curves, boundaries and chaos tools."""

import csv
import io
import json
import math

from program import ProgramTest


class PlanarSweep(ProgramTest):
    OVER = ["--over", "load.frequency=2:6:3"]

    def test_the_rows_are_the_steady_states(self):
        rows = list(csv.DictReader(io.StringIO(self.succeed("sweep", "liu-fig6", *self.OVER))))
        self.assertEqual(list(rows[0]), ["load.frequency", "regime", "magnification", "amplitude1", "amplitude2",
                                         "dissipated", "stuck_fraction"])
        self.assertEqual([float(r["load.frequency"]) for r in rows], [2, 4, 6])
        for row in rows:
            single = self.result("steady", "liu-fig6", "--set", "load.frequency=" + row["load.frequency"])
            self.assertEqual(row["regime"], single["regime"])
            self.assertEqual(float(row["magnification"]), single["magnification"])
            self.assertEqual([float(row["amplitude1"]), float(row["amplitude2"])], single["amplitude"])

    def test_json_files_and_pictures_hold_the_chosen_observables(self):
        chosen = ["--observables", "phase_lag1,stick_intervals_per_cycle"]
        printed = self.result("sweep", "liu-fig6", *self.OVER, *chosen, "--out", "s.json", "--plot", "s.svg")
        self.assertEqual(set(printed), {"version", "key", "values", "regime", "phase_lag1", "stick_intervals_per_cycle"})
        self.assertEqual(json.loads((self.folder / "s.json").read_text()), printed)
        self.assertIn("<svg", (self.folder / "s.svg").read_text()[:2000])
        self.succeed("sweep", "liu-fig6", *self.OVER, *chosen, "--out", "s.csv")
        rows = list(csv.reader(open(self.folder / "s.csv")))
        self.assertEqual(rows[0], ["load.frequency", "regime", "phase_lag1", "stick_intervals_per_cycle"])
        self.assertEqual([float(r[2]) for r in rows[1:]], printed["phase_lag1"])

    def test_what_is_for_one_dimension_is_refused(self):
        self.refuse("sweep", "liu-fig6", *self.OVER, "--refine", saying="one-dimensional")
        self.refuse("sweep", "liu-fig6", *self.OVER, "--observables", "amplitude_ratio", saying="planar observable")


class BoundaryFiles(ProgramTest):
    WINDOW = ["boundary", "--x", "friction_ratio=0.7:1.1", "--y", "frequency_ratio=1:1.4"]

    def test_csv_and_json_hold_the_same_curves(self):
        printed = self.result(*self.WINDOW, "--out", "b.csv")
        rows = list(csv.DictReader(open(self.folder / "b.csv")))
        self.assertEqual(list(rows[0]), ["curve", "kind", "friction_ratio", "frequency_ratio"])
        self.assertEqual((printed["x"], printed["y"]), ("friction_ratio", "frequency_ratio"))
        for i, curve in enumerate(printed["curves"]):
            own = [r for r in rows if r["curve"] == str(i + 1)]
            self.assertEqual([float(r["friction_ratio"]) for r in own], curve["x"])
            self.assertEqual([float(r["frequency_ratio"]) for r in own], curve["y"])
            self.assertEqual({r["kind"] for r in own}, {curve["kind"]})
        self.succeed(*self.WINDOW, "--out", "b.json")
        self.assertEqual(json.loads((self.folder / "b.json").read_text()), printed)

    def test_every_point_of_a_curve_is_a_crossing(self):
        curves = self.result(*self.WINDOW, "--kind", "C")["curves"]
        self.assertTrue(curves)
        for curve in curves:
            middle = len(curve["x"]) // 2
            line = self.result("boundary", "--x", "friction_ratio=0.7:1.1", "--at",
                               "frequency_ratio=%r" % curve["y"][middle], "--kind", "C")
            nearest = min(abs(c["value"] - curve["x"][middle]) for c in line["crossings"])
            self.assertLess(nearest, 1e-9)

    def test_without_files_the_curves_are_counted(self):
        self.assertRegex(self.succeed(*self.WINDOW), r"C +1 curves")


class ChaosPictures(ProgramTest):
    SHORT = ["--periods", "60", "--transient", "5"]

    def test_each_tool_draws_what_it_found(self):
        for name, arguments in {
            "l.svg": ["lyapunov", "stefanski-fig3b", "--periods", "320", "--transient", "5"],
            "p.svg": ["poincare", "stefanski-fig3b", "--points", "50", "--transient", "5"],
            "q.svg": ["bifurcation", "stefanski-fig3b", "--over", "load.amplitude=0.5:2:4", *self.SHORT, "--starts", "2",
                      "--laws", "none,stefanski"],
            "v.svg": ["basins", "stefanski-fig3b", "--set", "load.amplitude=1", "--position=-2:2:4",
                      "--velocity=-2:2:4", *self.SHORT],
        }.items():
            with self.subTest(name=name):
                self.succeed(*arguments, "--plot", name)
                picture = (self.folder / name).read_text()
                self.assertIn("<svg", picture[:2000])
                self.assertGreater(picture.count("<path") + picture.count("<use") + picture.count("<rect"), 10)

    def test_shares_of_basins_and_files_agree(self):
        found = self.result("basins", "stefanski-fig3b", "--set", "load.amplitude=1", "--position=-2:2:4",
                            "--velocity=-2:2:4", *self.SHORT, "--out", "v.csv")
        rows = list(csv.DictReader(open(self.folder / "v.csv")))
        self.assertEqual(len(rows), found["starts"])
        self.assertAlmostEqual(math.fsum(a["fraction"] for a in found["attractors"]), 1, delta=1e-12)
        for i, attractor in enumerate(found["attractors"]):
            own = [r for r in rows if r["attractor"] == str(i)]
            self.assertEqual(len(own) / len(rows), attractor["fraction"])
            self.assertEqual({r["label"] for r in own}, {attractor["label"]})
