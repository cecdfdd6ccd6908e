"""The planar oscillator: ratios, loads, files, and the names of its steady state."""

import csv
import itertools
import json
import math

from program import ProgramTest

STEADY_NAMES = ("regime", "amplitude", "fundamental", "phase_lag", "friction_phase_lag", "magnification", "dissipated",
                "stuck_fraction", "stick_intervals_per_cycle", "events")
BUILT_IN = ("liu-fig5", "liu-fig6", "liu-fig8", "liu-fig11")
FIGURE_8 = "[ratios]\ndimensions = 2\nforce = 10\nfrequency = 2\ndamping = 0.02\nstiffness = 1\n"
ELLIPSE = "[ratios]\ndimensions = 2\nforce = 1.2\nfrequency = 1\ndamping = 0.2\naxis_ratio = 0.3\n"
OSCILLATOR = "[oscillator]\ndimensions = 2\nmass = 2\nstiffness = 8\ndamping = 0.8\n{support}[friction]\nbound = 3\n"
SUPPORTS = {"rigid": "", "elastic": "support_stiffness = 40\n"}
LOADS = {
    "none": "",
    "constant": '[load]\nkind = "constant"\nforce = [5, 1]\n',
    "harmonic": '[load]\nkind = "harmonic"\namplitude = [9, 4]\nphase = [1.2, 0.3]\nfrequency = 2.5\n',
    "harmonics": '[load]\nkind = "harmonics"\naxis = [1, 2, 2]\namplitude = [9, 4, 2]\nphase = [1.2, 0.3, 0]\n'
                 "frequency = [2.5, 2.5, 5]\n",
    "rotating": '[load]\nkind = "rotating"\namplitude = 9\nfrequency = 2.5\n',
    "record": '[load]\nkind = "record"\nfile = "two.csv"\n',
}
PERIODIC = ("harmonic", "harmonics", "rotating")


class PlanarRatios(ProgramTest):
    def test_are_the_dimensionless_form_of_the_figures(self):
        case = self.write("r.toml", FIGURE_8)
        found = self.result("steady", case)
        self.assertAlmostEqual(found["magnification"], 3.40595591330, delta=1e-10)
        built_in = self.result("steady", "liu-fig8")
        self.assertEqual(found["amplitude"], built_in["amplitude"])

    def test_are_keys_of_every_study(self):
        case = self.write("r.toml", ELLIPSE)
        for key, value in [("force", 1.4), ("frequency", 0.8), ("damping", 0.1), ("stiffness", 0.5),
                           ("axis_ratio", 0.6), ("phase", 0.2)]:
            at = self.result("steady", case, "--set", f"ratios.{key}={value}")
            swept = self.result("sweep", case, "--over", f"ratios.{key}={value}:{value * 1.01}:2")
            self.assertEqual(swept["regime"][0], at["regime"], key)
            self.assertAlmostEqual(swept["amplitude1"][0], at["amplitude"][0], delta=1e-14, msg=key)

    def test_common_ratios_mean_the_same(self):
        case = self.write("r.toml", ELLIPSE)
        first = self.result("steady", case, "--friction-ratio", "0.5", "--frequency-ratio", "0.8",
                            "--damping-ratio", "0.1")
        second = self.result("steady", case, "--set", "ratios.force=2", "--set", "ratios.frequency=0.8", "--set",
                             "ratios.damping=0.1")
        self.assertEqual(first["amplitude"], second["amplitude"])

    def test_refuse_with_file_line_and_key(self):
        for line, say in [("force = -1", "r.toml:3: ratios.force = -1 must be"), ("friction = 0.2", "ratios.friction"),
                          ("stiffness = 0", "ratios.stiffness = 0"), ("axis_ratio = -1", "ratios.axis_ratio"),
                          ("phase = nan", "ratios.phase"), ("static = 2", "ratios.static"), ("speed = 2", "speed")]:
            text = "[ratios]\ndimensions = 2\n" + line + "\nfrequency = 1\n"
            if not line.startswith("force"):
                text += "force = 2\n"
            self.refuse("steady", self.write("r.toml", text), saying=["r.toml:3", say])
        for missing in ("force", "frequency"):
            text = "".join(line + "\n" for line in FIGURE_8.splitlines() if not line.startswith(missing))
            self.refuse("steady", self.write("r.toml", text), saying=[f"ratios.{missing} is missing"])
        self.refuse("steady", self.write("r.toml", FIGURE_8 + "[load]\nkind = 'none'\n"), saying=["[ratios] replaces"])
        self.refuse("steady", self.write("r.toml", "[ratios]\nfriction = 1\nfrequency = 1\nforce = 2\n"),
                    saying=["r.toml:4", "ratios.dimensions = 2"])
        self.refuse("steady", self.write("r.toml", "[ratios]\ndimensions = 3\nforce = 1\nfrequency = 1\n"),
                    saying=["r.toml:2", "must be 1 or 2"])


class PlanarSteady(ProgramTest):
    def test_has_the_names_of_the_contract_for_every_built_in_case(self):
        for name in BUILT_IN:
            found = self.result("steady", name)
            for key in STEADY_NAMES:
                self.assertIn(key, found, name)
            for key in ("amplitude", "fundamental", "phase_lag", "friction_phase_lag"):
                self.assertEqual(len(found[key]), 2, (name, key))
            self.assertEqual(found["regime"], "permanent-stick" if name == "liu-fig5" else "continuous")

    def test_phase_lag_is_null_where_the_load_has_no_such_component(self):
        for support, (first, second) in itertools.product(SUPPORTS.values(), ((9, 0), (0, 9), (1, 0), (0, 1))):
            load = f'[load]\nkind = "harmonic"\namplitude = [{first}, {second}]\nfrequency = 2.5\n'
            found = self.result("steady", self.write("c.toml", OSCILLATOR.format(support=support) + load))
            lags = found["phase_lag"]
            self.assertIsNone(lags[1 if second == 0 else 0])
            if max(first, second) == 9:
                self.assertIsNotNone(lags[0 if second == 0 else 1])

    def test_lists_the_events_of_its_cycle(self):
        found = self.result("steady", self.write("r.toml", ELLIPSE))
        self.assertEqual(found["stick_intervals_per_cycle"], 2)
        kinds = [e["kind"] for e in found["events"]]
        self.assertEqual(sorted(kinds), ["slide-to-stick"] * 2 + ["stick-to-slide"] * 2)
        times = [e["t"] for e in found["events"]]
        self.assertEqual(times, sorted(times))
        self.assertTrue(all(0 <= t < found["period"] for t in times))
        # The motion repeats with the opposite sign after half a period.
        half = found["period"] / 2
        for early, late in zip(found["events"][:2], found["events"][2:]):
            self.assertAlmostEqual(late["t"] - early["t"], half, delta=1e-9)
            self.assertAlmostEqual(late["x"][0], -early["x"][0], delta=1e-9)
        stuck = sum(b["t"] - a["t"] for a, b in zip(found["events"], found["events"][1:])
                    if a["kind"] == "slide-to-stick")
        if kinds[0] == "stick-to-slide":
            stuck += found["events"][0]["t"] + found["period"] - found["events"][-1]["t"]
        self.assertAlmostEqual(stuck / found["period"], found["stuck_fraction"], delta=1e-9)

    def test_of_a_sliding_cycle_has_no_events(self):
        self.assertEqual(self.result("steady", "liu-fig6")["events"], [])

    def test_of_incommensurate_harmonics_is_refused(self):
        text = OSCILLATOR.format(support="") + ('[load]\nkind = "harmonics"\naxis = [1, 2]\namplitude = [9, 4]\n'
                                                "frequency = [2.5, 3.141592653589793]\n")
        self.refuse("steady", self.write("c.toml", text), saying=["no common period"])


class PlanarHarmonics(ProgramTest):
    def test_of_one_frequency_are_the_harmonic_load(self):
        for support in SUPPORTS.values():
            one = self.write("one.toml", OSCILLATOR.format(support=support) + LOADS["harmonic"])
            two = self.write("two.toml", OSCILLATOR.format(support=support) +
                             '[load]\nkind = "harmonics"\naxis = [2, 1]\namplitude = [4, 9]\nphase = [0.3, 1.2]\n'
                             "frequency = [2.5, 2.5]\n")
            a = self.result("steady", one)
            b = self.result("steady", two)
            for key in ("amplitude", "phase_lag"):
                for i in range(2):
                    self.assertAlmostEqual(a[key][i], b[key][i], delta=1e-12)

    def test_refuse_what_does_not_fit(self):
        base = OSCILLATOR.format(support="")
        for load, say in [
            ("axis = [1]\namplitude = [1, 2]\nfrequency = [1, 2]\n", "as many numbers as load.amplitude"),
            ("axis = [1, 3]\namplitude = [1, 2]\nfrequency = [1, 2]\n", "1 and 2 only"),
            ("amplitude = [1, 2]\nfrequency = [1, 2]\n", "load.axis is missing"),
            ("axis = [1, 2]\namplitude = [1, 2]\nfrequency = [1]\n", "as many numbers as load.amplitude"),
            ("axis = [1, 2]\namplitude = [1, 2]\nfrequency = [1, 0]\n", "load.frequency"),
        ]:
            self.refuse("simulate", self.write("c.toml", base + '[load]\nkind = "harmonics"\n' + load), saying=[say])
        line = "[oscillator]\nmass = 1\nstiffness = 1\n[friction]\nbound = 1\n[load]\nkind = 'harmonics'\n"
        self.refuse("simulate", self.write("c.toml", line + "axis = [1]\namplitude = [1]\nfrequency = [1]\n"),
                    saying=["load.axis"])


class PlanarNetcdf(ProgramTest):
    def test_holds_what_json_holds(self):
        import xarray

        for name in ("liu-fig6", "liu-fig11"):
            out = self.folder / f"{name}.nc"
            result = json.loads(self.run_program("simulate", name, "--until", "2", "--samples", "101", "--out",
                                                 str(out), "--json").stdout)
            with xarray.open_dataset(out) as data:
                self.assertEqual(data.attrs["Conventions"], "CF-1.8")
                self.assertIn("dimensions = 2", data.attrs["case"])
                for quantity, unit in [("x", "m"), ("v", "m s-1"), ("a", "m s-2"), ("friction", "N")]:
                    for axis in "12":
                        self.assertEqual(data[quantity + axis].attrs["units"], unit)
                        self.assertEqual(data[quantity + axis].dims, ("time",))
                        self.assertEqual(data[quantity + axis].values.tolist(), result["samples"][quantity + axis])
                self.assertEqual(data["time"].values.tolist(), result["samples"]["t"])
                self.assertEqual(data["event_time"].values.tolist(), [e["t"] for e in result["events"]])
                for i in range(2):
                    self.assertEqual(data[f"event_x{i + 1}"].values.tolist(), [e["x"][i] for e in result["events"]])
                meanings = data["event_kind"].attrs["flag_meanings"].split()
                self.assertEqual([meanings[int(k)] for k in data["event_kind"].values],
                                 [e["kind"] for e in result["events"]])


def least_force(r_w, damping, r_k):
    """[Liu2003] (88), corrected."""
    b = 4 * damping**2 * r_w**2 + (r_w**2 - 1) ** 2
    return math.sqrt(1 + 2 * r_k * (1 - r_w**2) + r_k**2 * b)


class PlanarDesign(ProgramTest):
    def test_of_the_figure_is_the_corrected_closed_form(self):
        mass, stiffness, damping = 2279726.6319526, 1e7, 190985.93171027442
        r_w = 4 * math.pi / math.sqrt(stiffness / mass)
        least = least_force(r_w, damping / 2 / math.sqrt(mass * stiffness), 0.2)
        friction = self.result("design", "liu-fig6", "--vary", "friction.bound=10000:90000", "--avoid-stick")
        self.assertEqual((friction["vary"], friction["limit"]), ("friction.bound", "largest"))
        self.assertAlmostEqual(friction["value"] * least / 5e5, 1, delta=1e-9)
        force = self.result("design", "liu-fig6", "--vary", "load.amplitude=100000:900000", "--avoid-stick")
        self.assertEqual(force["limit"], "least")
        self.assertAlmostEqual(force["value"] / (least * 5e4), 1, delta=1e-9)

    def test_inverts_the_magnification(self):
        found = self.result("design", "liu-fig6", "--vary", "load.amplitude=450000:900000", "--target",
                            "magnification=2")
        self.assertEqual(found["target"], {"magnification": 2})
        at = self.result("steady", "liu-fig6", "--set", f"load.amplitude={found['value']!r}")
        self.assertAlmostEqual(at["magnification"], 2, delta=1e-12)
        friction = self.result("design", "liu-fig6", "--vary", "friction.bound=20000:80000", "--target",
                               "magnification=2")["value"]
        at = self.result("steady", "liu-fig6", "--set", f"friction.bound={friction!r}")
        self.assertAlmostEqual(at["magnification"], 2, delta=1e-12)

    def test_minimises_over_a_planar_case(self):
        case = self.write("r.toml", FIGURE_8)
        found = self.result("design", case, "--vary", "ratios.frequency=0.5:3", "--minimise", "magnification")
        ends = [self.result("steady", case, "--set", f"ratios.frequency={w}")["magnification"] for w in (0.5, 3)]
        self.assertLessEqual(found["worst"], min(ends))
        self.assertEqual(found["vary"], "ratios.frequency")

    def test_says_what_it_needs(self):
        self.refuse("design", "liu-fig6", "--vary", "friction.bound=1:2", saying=["--target"])
        self.refuse("design", "liu-fig6", "--vary", "friction.bound=1:2", "--minimise", "speed",
                    saying=["magnification"])
        run = self.run_program("design", "liu-fig6", "--vary", "friction.bound=90000:99000", "--avoid-stick")
        self.assertEqual(run.returncode, 3)
        run = self.run_program("design", "liu-fig6", "--vary", "friction.bound=20000:80000", "--target",
                               "magnification=1000")
        self.assertEqual(run.returncode, 3)


class PlanarBoundary(ProgramTest):
    def test_of_an_ellipse(self):
        case = self.write("r.toml", "[ratios]\ndimensions = 2\nforce = 2\nfrequency = 1.3\ndamping = 0.05\n"
                                    "stiffness = 0.5\naxis_ratio = 0.5\n")
        found = self.result("boundary", case, "--x", "ratios.force=0.4:2", "--at", "ratios.axis_ratio=0.5")["crossings"]
        self.assertEqual([(c["kind"], c["stops_below"], c["stops_above"]) for c in found], [("A", 0, 2), ("B", 2, 0)])
        self.assertAlmostEqual(found[0]["value"], least_force(1.3, 0.05, 0.5), delta=1e-9)
        self.assertAlmostEqual(found[1]["value"], 1.17522904426566, delta=1e-9)
        for c in found:
            for side, key in ((1 - 1e-6, "stops_below"), (1 + 1e-6, "stops_above")):
                at = self.result("steady", case, "--set", f"ratios.force={c['value'] * side!r}")
                self.assertEqual(at["stick_intervals_per_cycle"], c[key])

    def test_traces_curves(self):
        case = self.write("r.toml", "[ratios]\ndimensions = 2\nforce = 2\nfrequency = 1.3\ndamping = 0.05\n"
                                    "stiffness = 0.5\naxis_ratio = 0.5\n")
        out = self.folder / "b.csv"
        run = self.run_program("boundary", case, "--x", "ratios.force=0.7:1.4", "--y", "ratios.axis_ratio=0.5:0.8",
                               "--out", str(out))
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = list(csv.DictReader(out.read_text().splitlines()))
        self.assertGreater(len(rows), 10)
        self.assertEqual({r["kind"] for r in rows}, {"B"})
        force = [float(r["ratios.force"]) for r in rows]
        axis = [float(r["ratios.axis_ratio"]) for r in rows]
        self.assertTrue(0.8 < min(force) and max(force) < 1.18 and max(axis) - min(axis) > 0.2)


class EveryPlanarCombination(ProgramTest):
    """Each verb, for each kind of load, support and form, gives an answer or says in one sentence why not."""

    def case(self, form, load, support):
        self.write("two.csv", "0,0,0\n1,9,2\n2,-8,4\n3,0,0\n")
        if form == "ratios":
            return self.write("c.toml", ELLIPSE + ("stiffness = 0.5\n" if support == "elastic" else ""))
        return self.write("c.toml", OSCILLATOR.format(support=SUPPORTS[support]) + LOADS[load])

    def cases(self):
        for support in SUPPORTS:
            yield "ratios", "harmonic", support
            for load in LOADS:
                yield "physical", load, support

    def answered_or_refused(self, arguments, is_answered, combination):
        run = self.run_program(*arguments)
        if is_answered:
            self.assertEqual(run.returncode, 0, (combination, run.stderr))
            json.loads(run.stdout)
        else:
            self.assertEqual(run.returncode, 2, (combination, run.stdout[:200], run.stderr))
            self.assertEqual(run.stderr.count("\n"), 1, (combination, run.stderr))

    def verbs(self, form):
        amplitude = "ratios.force" if form == "ratios" else "friction.bound"
        damping = "ratios.damping" if form == "ratios" else "oscillator.damping"
        yield "simulate", ["simulate", "c.toml", "--until", "3", "--json"], lambda load: True
        yield "steady", ["steady", "c.toml", "--json"], lambda load: load in PERIODIC
        yield "sweep", ["sweep", "c.toml", "--over", f"{damping}=0.2:0.4:2", "--json"], lambda load: load in PERIODIC
        yield "map", ["map", "c.toml", "--x", f"{damping}=0.2:0.4:2", "--y", f"{amplitude}=1.5:2:2", "--out", "m.nc",
                      "--json"], lambda load: load in PERIODIC
        yield "boundary", ["boundary", "c.toml", "--x", f"{damping}=0.3:0.4", "--at", f"{amplitude}=1.5",
                           "--json"], lambda load: load in PERIODIC
        yield "avoid-stick", ["design", "c.toml", "--vary", f"{amplitude}=0.01:40", "--avoid-stick",
                              "--json"], lambda load: load in PERIODIC
        yield "minimise", ["design", "c.toml", "--vary", f"{damping}=0.3:0.4", "--minimise", "amplitude1",
                           "--json"], lambda load: load in PERIODIC
        yield "target", ["design", "c.toml", "--vary", f"{amplitude}=0.01:40", "--target", "dissipated=0.5",
                         "--json"], lambda load: load in PERIODIC
        for verb in (["lyapunov"], ["poincare"], ["bifurcation", "--over", f"{damping}=0.2:0.4:2"], ["basins"]):
            yield verb[0], [verb[0], "c.toml", *verb[1:], "--json"], lambda load: False

    def test_answers_or_refuses(self):
        for form, load, support in self.cases():
            self.case(form, load, support)
            for verb, arguments, answers in self.verbs(form):
                (self.folder / "m.nc").unlink(missing_ok=True)
                self.answered_or_refused(arguments, answers(load), (verb, form, load, support))
