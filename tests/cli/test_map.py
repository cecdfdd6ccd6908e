"""Maps: files, pictures, what is refused."""

import netCDF4
import numpy
import xarray

from program import PLANE, ProgramTest


class Files(ProgramTest):
    def test_a_map_opens_in_xarray_and_agrees_with_steady(self):
        summary = self.result(*PLANE, "--out", "m.nc")
        self.assertEqual(summary["cells"], 40 * 36)
        self.assertEqual(summary["not_converged"], 0)
        self.assertGreater(summary["seconds"], 0)
        self.assertGreaterEqual(summary["threads"], 1)
        self.assertIn("version", summary)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["m.nc"])
        with xarray.open_dataset(self.folder / "m.nc") as data:
            self.assertEqual(data.sizes, {"frequency_ratio": 36, "friction_ratio": 40})
            self.assertAlmostEqual(float(data.friction_ratio[0]), 1.1 / 80, places=15)
            self.assertAlmostEqual(float(data.frequency_ratio[-1]), 1.5 * 71 / 72, places=15)
            self.assertEqual(data.friction_ratio.attrs["units"], "1")
            self.assertIn("friction", data.friction_ratio.attrs["long_name"])
            self.assertIn("[ratios]", data.attrs["case"])
            self.assertIn("--x friction_ratio=0:1.1:40", data.attrs["command"])
            self.assertEqual(data.attrs["version"], summary["version"])
            meanings = data.regime.attrs["flag_meanings"].split()
            for row, column in [(4, 10), (20, 15), (30, 39), (12, 25)]:
                cell = data.isel(frequency_ratio=row, friction_ratio=column)
                steady = self.result(
                    "steady",
                    *("--friction-ratio", repr(float(cell.friction_ratio))),
                    *("--frequency-ratio", repr(float(cell.frequency_ratio))),
                )
                self.assertEqual(meanings[int(cell.regime)], steady["regime"])
                self.assertEqual(float(cell.stops_per_cycle), steady["stops_per_cycle"])
                self.assertAlmostEqual(float(cell.amplitude_ratio), steady["amplitude_ratio"], places=11)

    def test_undefined_values_are_fill_values_and_counts_integers(self):
        self.succeed("map", "--x", "friction_ratio=0:1:4", "--y", "frequency_ratio=0.5:1.5:1", "--out", "m.nc")
        with netCDF4.Dataset(self.folder / "m.nc") as data:
            self.assertEqual(data["regime"].dtype, numpy.int8)
            self.assertEqual(data["stops_per_cycle"].dtype, numpy.int32)
            self.assertEqual(data["amplitude_ratio"].dtype, numpy.float64)
            self.assertEqual(data["stops_per_cycle"][:].mask.tolist(), [[True, True, True, False]])
            self.assertEqual(numpy.isnan(data["amplitude_ratio"][:].filled()).tolist(), [[True, True, True, False]])
            self.assertEqual(data["regime"].flag_values.tolist(), [0, 1, 2, 3, 4, 5, 6])

    def test_static_friction_above_sliding_friction_is_mapped_as_steady_says(self):
        self.succeed(
            *("map", "--friction-ratio", "0.2", "--x", "static_ratio=0.2:0.8:5", "--y", "frequency_ratio=0.4:0.7:4"),
            *("--observables", "load_periods,stops_per_cycle,multiplier", "--out", "m.nc"),
        )
        regimes = set()
        with xarray.open_dataset(self.folder / "m.nc") as data:
            meanings = data.regime.attrs["flag_meanings"].split()
            self.assertEqual(data.stops_per_cycle.dtype, numpy.float64, "a mean over several load periods")
            for row in range(4):
                for column in range(5):
                    cell = data.isel(frequency_ratio=row, static_ratio=column)
                    steady = self.result(
                        *("steady", "--friction-ratio", "0.2", "--static-ratio", repr(float(cell.static_ratio))),
                        *("--frequency-ratio", repr(float(cell.frequency_ratio))),
                    )
                    regimes.add((steady["regime"], steady["load_periods"]))
                    self.assertEqual(meanings[int(cell.regime)], steady["regime"])
                    self.assertEqual(float(cell.stops_per_cycle), steady["stops_per_cycle"])
                    if steady["load_periods"] is not None:
                        self.assertEqual(float(cell.load_periods), steady["load_periods"])
                        self.assertLessEqual(float(cell.multiplier), 1)
        self.assertGreater(len(regimes), 1)

    def test_physical_keys_and_logarithmic_axes(self):
        self.succeed(
            *("map", "friction-isolator", "--x", "friction.bound=20:2000:5:log", "--y", "load.frequency=5:40:4"),
            *("--observables", "transmissibility", "--out", "m.nc"),
        )
        with xarray.open_dataset(self.folder / "m.nc") as data:
            self.assertEqual(data.transmissibility.dims, ("load_frequency", "friction_bound"))
            self.assertEqual(data.load_frequency.attrs["units"], "rad s-1")
            self.assertAlmostEqual(float(data.friction_bound[2]), 200.0, places=9)
            cell = data.isel(load_frequency=1, friction_bound=3)
            steady = self.result(
                *("steady", "friction-isolator", "--set", f"friction.bound={float(cell.friction_bound)!r}"),
                *("--set", f"load.frequency={float(cell.load_frequency)!r}"),
            )
            self.assertAlmostEqual(float(cell.transmissibility), steady["transmissibility"], places=10)

    def test_planar_and_attractor_maps(self):
        planar = ["map", "liu-fig8", "--x", "load.frequency=0.5:3:3", "--y", "load.amplitude=1:9:3", "--out", "p.nc"]
        self.succeed(*planar)
        with xarray.open_dataset(self.folder / "p.nc") as data:
            self.assertIn("stick_intervals_per_cycle", data)
            self.assertIn("dissipated", data)
        chaos = ["map", "stefanski-fig3b", "--x", "load.amplitude=9:11:1", "--y", "load.frequency=0.9:1.1:1"]
        self.succeed(*chaos, "--observables", "exponent,attractor_period", "--out", "c.nc")
        with xarray.open_dataset(self.folder / "c.nc") as data:
            self.assertEqual(data.attractor.attrs["flag_meanings"].split()[int(data.attractor[0, 0])], "chaotic")
            self.assertGreater(float(data.exponent[0, 0]), 0.0)

    def test_adaptive_maps_are_stored_cell_by_cell(self):
        case_by_case = ["map", "--static-ratio", "0.6", "--x", "friction_ratio=0.4:0.5:34"]
        case_by_case += ["--y", "frequency_ratio=0.8:1.2:70", *PLANE[5:]]
        for plane in [PLANE, case_by_case]:
            self.succeed(*plane, "--out", "full.nc")
            summary = self.result(*plane, "--adaptive", "--out", "adaptive.nc")
            with xarray.open_dataset(self.folder / "full.nc") as full:
                with xarray.open_dataset(self.folder / "adaptive.nc") as adaptive:
                    solved = adaptive.solved.values == 1
                    self.assertEqual(int(solved.sum()), summary["solved"])
                    self.assertGreater(summary["solved"], 0)
                    for name in ["regime", "stops_per_cycle", "amplitude_ratio"]:
                        there = full[name].values[solved]
                        numpy.testing.assert_allclose(adaptive[name].values[solved], there, rtol=0, atol=1e-11)

    def test_the_search_for_a_period_can_be_shortened(self):
        cell = ["map", "stefanski-fig3b", "--x", "load.amplitude=9.9:10.1:1", "--y", "load.frequency=0.99:1.01:1"]
        cell += ["--observables", "exponent,attractor_period"]
        self.succeed(*cell, "--out", "short.nc", "--periods", "200")
        self.succeed(*cell, "--out", "usual.nc")
        with xarray.open_dataset(self.folder / "short.nc") as short, xarray.open_dataset(self.folder / "usual.nc") as usual:
            self.assertEqual(int(short.attractor[0, 0]), 1)
            self.assertAlmostEqual(float(short.exponent[0, 0]), float(usual.exponent[0, 0]), delta=0.05)
            self.assertIn("--periods 200", short.attrs["command"])
        self.refuse(*cell, "--periods", "0", saying=["--periods", "0"])

    def test_a_proved_map_says_of_every_cell_what_is_proved_or_why_nothing_is(self):
        # The fifth row is at 1/2, where the steady motion is not unique below some friction.
        plane = ["map", "--x", "friction_ratio=0:1.1:11", "--y", "frequency_ratio=0.05:0.95:9"]
        summary = self.result(*plane, "--certify", "--out", "m.nc")
        with xarray.open_dataset(self.folder / "m.nc") as data:
            proof = data.proof.values
            self.assertEqual((data.proof.dtype, set(numpy.unique(proof))), (numpy.int8, {0, 1}))
            self.assertEqual(summary["proved"], int(proof.sum()))
            self.assertEqual(summary["unproved_because"], {"not-unique": 99 - summary["proved"]})
            self.assertEqual(set(numpy.nonzero(proof == 0)[0]), {4})
            meanings = data.unproved_because.attrs["flag_meanings"].split()
            self.assertEqual([meanings[v] for v in numpy.unique(data.unproved_because.values)], ["proved", "not-unique"])
            numpy.testing.assert_array_equal(data.unproved_because.values == 0, proof == 1)
            lower, upper = data.amplitude_lower.values[proof == 1], data.amplitude_upper.values[proof == 1]
            amplitude = data.amplitude_ratio.values[proof == 1]
            self.assertTrue((lower <= amplitude + 1e-11).all() and (upper >= amplitude - 1e-11).all())
            self.assertTrue((upper - lower < 1e-9).all())
            self.assertTrue(numpy.isnan(data.amplitude_lower.values[proof == 0]).all())
        text = self.succeed(*plane, "--observables", "multiplier", "--certify", "--plot", "m.png")
        self.assertIn(f"{summary['proved']} cells proved", text)
        self.assertIn("not proved because not-unique", text)
        self.refuse(*plane, "--certify", "--adaptive", saying=["--adaptive"])
        planar = ["map", "liu-fig8", "--x", "load.frequency=0.5:3:3", "--y", "load.amplitude=1:9:3"]
        self.refuse(*planar, "--certify", saying=["--certify", "planar"])
        self.refuse(*plane, "--static-ratio", "1.5", "--certify", saying=["--certify", "one bound"])

    def test_pictures(self):
        for suffix, magic in [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]:
            self.succeed(*PLANE, "--plot", f"m.{suffix}")
            self.assertTrue((self.folder / f"m.{suffix}").read_bytes().startswith(magic))
        self.assertIn("never moves", (self.folder / "m.svg").read_text())
        self.assertIn("6 stops", (self.folder / "m.svg").read_text())
        self.succeed(
            *("map", "--x", "friction_ratio=0.4:1.1:20", "--y", "frequency_ratio=0.6:1.5:20"),
            *("--plot", "b.png", "--boundaries"),
        )
        self.assertTrue((self.folder / "b.png").exists())


class Adaptive(ProgramTest):
    def test_variables_refer_to_the_marks_of_solved_cells(self):
        self.succeed(*PLANE, "--adaptive", "--out", "m.nc")
        with netCDF4.Dataset(self.folder / "m.nc") as data:
            for name in ["regime", "stops_per_cycle", "amplitude_ratio"]:
                self.assertEqual(data[name].ancillary_variables, "solved")
            self.assertIn("interpolated", data["amplitude_ratio"].comment)
            self.assertNotIn("ancillary_variables", data["solved"].ncattrs())


class BadInput(ProgramTest):
    def test_ranges(self):
        y = ["--y", "frequency_ratio=0:1.5:4"]
        for axis in ["friction_ratio=1:0:5", "friction_ratio=1:1:5", "friction_ratio=1:1:1", "friction_ratio=0:1:0"]:
            self.refuse("map", "--x", axis, *y, "--out", "m.nc", saying=["--x", axis])
        self.refuse("map", "--x", "friction_ratio=0:1", *y, saying="--x")
        self.refuse("map", "--x", "friction_ratio=0:1:-3", *y, saying="-3")
        self.refuse("map", "--x", "friction_ratio=0:nan:3", *y, saying="nan")
        self.refuse("map", "--x", "friction_ratio=0:1:3:log", *y, saying="above 0")
        self.refuse("map", "--x", "friction_ratio=-1:1:3", *y, saying="friction_ratio")
        self.refuse("map", "--x", "frequency_ratio=0:1:3", *y, "--friction-ratio", "0.3", saying="frequency_ratio")
        self.refuse("map", "--x", "friction.colour=0:1:3", *y, "--friction-ratio", "0.3", saying="friction.colour")
        self.refuse("map", "--x", "friction_ratio=0:1:3", *y, "--observables", "colour", saying="colour")
        self.refuse("map", "--x", "friction_ratio=0:1:3", saying="--y")
        self.refuse(*PLANE, "--boundaries", saying="--plot")
        self.refuse(*PLANE, "--backend", "abacus", saying=["--backend", "abacus", "cpu"])
        self.refuse("map", "--x", "friction_ratio=0:1:900000", "--y", "frequency_ratio=0:1:900000", saying="--out")

    def test_one_cell_is_a_map(self):
        summary = self.result("map", "--x", "friction_ratio=0:1:1", "--y", "frequency_ratio=0:1.3:1", "--out", "m.nc")
        self.assertEqual(summary["cells"], 1)

    def test_paths_are_refused_before_any_work(self):
        huge = ["map", "--x", "friction_ratio=0:1:20000", "--y", "frequency_ratio=0:0.1:20000"]
        self.refuse(*huge, "--out", "missing/m.nc", saying=["missing/m.nc", "No such file"])
        self.refuse(*huge, "--out", "m.csv", saying=["m.csv", ".nc"])
        (self.folder / "m.nc").mkdir()
        self.refuse(*huge, "--out", "m.nc", saying=["m.nc", "folder"])
        self.refuse(*huge, "--out", "n.nc", "--plot", "missing/m.png", saying=["missing/m.png"])
