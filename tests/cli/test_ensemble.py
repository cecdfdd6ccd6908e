"""One case under many records: rows as simulate has them, the same bytes however they are computed, states that survive."""

import csv
import io
import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import time

import numpy
import program
import xarray
from program import ProgramTest

BLOCK = """title = "Block in earthquakes"
[oscillator]
mass = 1000
stiffness = 4000
[friction]
mu = 0.15
normal = 9806.65
[load]
kind = "base"
surface = "moving"
file = "one.csv"
quantity = "acceleration"
[run]
until = 8
"""
FRAME = """[structure]
masses = [2000, 1000]
springs = [3e5, 2e5]
modal_damping = 0.03
names = ["floor", "roof"]
[[contact]]
name = "low"
between = [0, 1]
bound = 1000
stiffness = 6e5
[[load]]
kind = "base"
file = "one.csv"
quantity = "acceleration"
[run]
until = 5
"""
SLIDER = """[oscillator]
dimensions = 2
mass = 1000
stiffness = 4000
[friction]
bound = 1500
[load]
kind = "record"
file = "two-ways.csv"
scale = -1000
"""
CONTRACT = ["peak", "residual", "total_slip", "peak_acceleration", "dissipated"]


def record(frequency, columns=1, seconds=4):
    rows = []
    for i in range(seconds * 50 + 1):
        t = 0.02 * i
        envelope = 3.0 * numpy.exp(-((t - 2) ** 2))
        values = [envelope * numpy.sin(frequency * t + 1.2 * k) for k in range(columns)]
        rows.append(",".join([f"{t:.2f}", *(f"{v:.6f}" for v in values)]))
    return "time,acceleration\n" + "\n".join(rows) + "\n"


class Ensemble(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("block.toml", BLOCK)
        self.write("frame.toml", FRAME)
        self.write("slider.toml", SLIDER)
        (self.folder / "motions").mkdir()
        for name, frequency in [("a", 6), ("b", 11), ("c", 17)]:
            self.write(f"motions/{name}.csv", record(frequency))
        self.write("one.csv", record(3))
        self.write("two-ways.csv", record(5, columns=2))

    def table(self, text):
        return list(csv.reader(io.StringIO(text)))

    def test_a_row_for_each_record_scale_and_value_as_simulate_has_them(self):
        self.succeed("ensemble", "block.toml", "--records", "motions", "--scales", "0.5,2", "--vary",
                     "friction.mu=0.05:0.15:3", "--out", "t.csv")
        header, *rows = self.table((self.folder / "t.csv").read_text())
        self.assertEqual(header, ["record", "scale", "friction.mu", *CONTRACT])
        self.assertEqual([row[:3] for row in rows], [[f"motions/{n}.csv", s, mu] for n in "abc" for s in ["0.5", "2"]
                                                     for mu in ["0.05", "0.1", "0.15"]])
        for row in rows[::5]:
            motion = self.result("simulate", "block.toml", "--set", f'load.file="{row[0]}"', "--set",
                                 f"load.scale={row[1]}", "--set", f"friction.mu={row[2]}", "--samples", "8001")
            told = dict(zip(CONTRACT, map(float, row[3:])))
            self.assertEqual(told["total_slip"], motion["peak"]["total_slip"])
            self.assertEqual(told["residual"], abs(motion["final"]["x"]))
            self.assertEqual(told["peak"], motion["peak"]["x"])
            self.assertEqual(told["dissipated"], motion["energy"]["friction"])
            largest = max(map(abs, motion["samples"]["a"]))
            self.assertLessEqual(largest, told["peak_acceleration"] * (1 + 1e-12))
            self.assertLess(told["peak_acceleration"], 1.02 * largest)

    def test_netcdf_holds_the_same_numbers_for_every_kind_of_case(self):
        self.write("planar/x.csv", record(4, columns=2)) if (self.folder / "planar").mkdir() is None else None
        self.write("planar/y.csv", record(7, columns=2))
        for case, records, key in [("block.toml", "motions", "friction.mu=0.05:0.15:2"),
                                   ("frame.toml", "motions", "contact.low.bound=500:900:2"),
                                   ("slider.toml", "planar", "friction.bound=500:900:2")]:
            with self.subTest(case=case):
                asked = ["ensemble", case, "--records", records, "--scales", "1:2:3", "--vary", key]
                name = key.split("=")[0]
                self.succeed(*asked, "--out", "t.csv")
                self.succeed(*asked, "--out", "t.nc")
                rows = self.table((self.folder / "t.csv").read_text())[1:]
                with xarray.open_dataset(self.folder / "t.nc") as found:
                    variable = name.replace(".", "_")
                    self.assertEqual(found["peak"].dims, ("record", "scale", variable))
                    self.assertEqual(found["peak"].attrs["units"], "m")
                    self.assertEqual([str(r) for r in found["record"].values], sorted({row[0] for row in rows}))
                    for i, quantity in enumerate(CONTRACT):
                        self.assertEqual([float(row[3 + i]) for row in rows], list(found[quantity].values.ravel()))
                    self.assertEqual(set(found["outcome"].values.ravel()), {0})

    def test_several_keys_vary_in_all_combinations(self):
        asked = ["ensemble", "block.toml", "--records", "motions/a.csv", "--vary", "friction.mu=0.05:0.15:3", "--vary",
                 "oscillator.stiffness=1000:4000:2"]
        self.succeed(*asked, "--out", "t.csv")
        self.succeed(*asked, "--out", "t.nc")
        rows = self.table((self.folder / "t.csv").read_text())
        self.assertEqual(rows[0][1:4], ["scale", "friction.mu", "oscillator.stiffness"])
        self.assertEqual([row[2:4] for row in rows[1:]], [[mu, k] for mu in ["0.05", "0.1", "0.15"] for k in ["1000", "4000"]])
        with xarray.open_dataset(self.folder / "t.nc") as found:
            self.assertEqual(found["peak"].dims, ("record", "scale", "friction_mu", "oscillator_stiffness"))
            self.assertEqual([float(row[4]) for row in rows[1:]], list(found["peak"].values.ravel()))
        alone = self.result("ensemble", "block.toml", "--records", "motions/a.csv", "--set", "friction.mu=0.1", "--set",
                            "oscillator.stiffness=1000")
        self.assertEqual(alone["rows"][0]["peak"], float(rows[3][4]))
        self.refuse(*asked, "--vary", "friction.mu=1:2:3", saying="names friction.mu twice")

    def test_percentiles_are_those_of_the_rows(self):
        told = self.result("ensemble", "frame.toml", "--records", "motions", "--scales", "1,3", "--observables",
                           "peak_drift,residual[roof]")
        self.assertEqual((told["records"], told["motions"], told["ended_early"], told["vary"]), (3, 6, 0, []))
        self.assertEqual(len(told["rows"]), 6)
        for group in told["percentiles"]:
            for name in ["peak_drift", "residual[roof]"]:
                numbers = [row[name] for row in told["rows"] if row["scale"] == group["scale"]]
                for part in [16, 50, 84]:
                    self.assertAlmostEqual(group[name][f"p{part}"] / numpy.percentile(numbers, part), 1.0, delta=1e-12)
        shown = self.succeed("ensemble", "block.toml", "--records", "motions").splitlines()
        self.assertRegex(shown[0], r"^3 motions under 3 records in .* s on \d threads?$")
        self.assertRegex(shown[2], r"^scale +peak +residual +total_slip")

    def test_the_same_bytes_for_any_number_of_threads(self):
        asked = ["ensemble", "block.toml", "--records", "motions", "--scales", "0.1:2:8", "--vary", "friction.mu=0.02:0.2:4"]
        for suffix in ["csv", "nc"]:
            for threads in ["1", "2", "3"]:
                self.succeed(*asked, "--threads", threads, "--out", f"{threads}.{suffix}")
            whole = (self.folder / f"1.{suffix}").read_bytes()
            for threads in ["2", "3"]:
                self.assertEqual((self.folder / f"{threads}.{suffix}").read_bytes(), whole)

    LIMIT = ["ensemble", "block.toml", "--records", "motions", "--scales", "0.1:8:20", "--limit"]

    def test_the_scale_at_which_a_limit_is_reached(self):
        self.succeed(*self.LIMIT, "peak=0.05", "--vary", "friction.mu=0.05:0.1:2", "--out", "t.csv", "--plot", "t.svg")
        header, *rows = self.table((self.folder / "t.csv").read_text())
        self.assertEqual(header, ["record", "friction.mu", "outcome", "capacity"])
        self.assertEqual(len(rows), 6)
        for name, mu, outcome, scale in rows:
            self.assertEqual(outcome, "reached")
            motion = self.result("simulate", "block.toml", "--set", f'load.file="{name}"', "--set", f"load.scale={scale}",
                                 "--set", f"friction.mu={mu}")
            self.assertAlmostEqual(motion["peak"]["x"] / 0.05, 1.0, delta=1e-8)
        self.assertIn("probability of peak", (self.folder / "t.svg").read_text())
        self.succeed(*self.LIMIT, "peak=0.05", "--vary", "friction.mu=0.05:0.1:2", "--out", "t.nc")
        with xarray.open_dataset(self.folder / "t.nc") as found:
            self.assertEqual(found["capacity"].dims, ("record", "friction_mu"))
            self.assertEqual(list(found["capacity"].values.ravel()), [float(row[3]) for row in rows])
        shown = self.succeed(*self.LIMIT, "peak=0.05").splitlines()
        self.assertRegex(shown[0], "scales of 3 records at which peak reaches 0.05, in .* s on")
        self.assertRegex(shown[2], r"median \S+ \(95 %: \S+ to \S+\), dispersion \S+ \(\S+ to \S+\)")

    def test_limits_that_are_not_reached_are_told(self):
        far = self.result(*self.LIMIT, "peak=1e6")["fragility"][0]
        self.assertEqual((far["reached"], far["not_reached"], far["median"]), (0, 3, None))
        near = self.result(*self.LIMIT, "peak_acceleration=1e-9")["fragility"][0]
        self.assertEqual(near["at_once"] + near["reached"], 3)
        self.refuse(*self.LIMIT, "peek=1", saying="did you mean peak?")
        self.refuse(*self.LIMIT, "peak=0", saying=["--limit", "> 0"])
        self.refuse(*self.LIMIT, "peak", saying=["--limit", "NAME=value"])
        self.refuse(*self.LIMIT[:4], "--limit", "peak=1", saying=["--scales", "two scales"])
        self.refuse(*self.LIMIT, "peak=1", "--observables", "peak", saying="leave --observables out")

    def test_a_picture_of_percentiles(self):
        block = ["ensemble", "block.toml", "--records", "motions"]
        self.succeed(*block, "--scales", "0.5:2:4", "--vary", "friction.mu=0.05:0.1:2", "--plot", "t.svg")
        self.assertIn("scale of the records", (self.folder / "t.svg").read_text())
        self.succeed(*block, "--vary", "friction.mu=0.05:0.1:5", "--plot", "t.svg")
        self.assertIn("coefficient of friction", (self.folder / "t.svg").read_text())
        self.refuse(*block, "--plot", "t.gif", saying="--plot")

    def test_components_are_matched_by_their_names(self):
        (self.folder / "sides").mkdir()
        for name in ["a", "b"]:
            for k, side in enumerate(["E", "N"]):
                rows = [line.split(",") for line in record(5 if name == "a" else 8, columns=2).splitlines()[1:]]
                self.write(f"sides/{name}-{side}.csv", "".join(f"{row[0]},{row[1 + k]}\n" for row in rows))
            self.write(f"sides/{name}-UP.csv", "0,1\n1,1\n")
        found = self.result("ensemble", "slider.toml", "--records", "sides")["rows"]
        self.assertEqual([row["record"] for row in found], [f"sides/{n}-E.csv+sides/{n}-N.csv" for n in "ab"])
        whole = self.result("ensemble", "slider.toml", "--records", "two-ways.csv")["rows"][0]
        self.assertEqual({k: v for k, v in found[0].items() if k != "record"}, {k: v for k, v in whole.items() if k != "record"})

    def test_a_baseline_that_drifts_is_told(self):
        self.write("pulse.csv", "0,0\n1,5\n2,0\n")
        run = self.run_program("ensemble", "block.toml", "--records", "pulse.csv,motions", "--json")
        self.assertEqual(run.returncode, 0)
        self.assertEqual(run.stderr.count("\n"), 1)
        self.assertIn("warning: 1 of 4 records", run.stderr)
        self.assertIn("pulse.csv (100 %)", run.stderr)

    def test_records_of_networks_are_in_metres(self):
        rows = [line.split(",") for line in record(6).splitlines()[1:]]
        values = [float(a) for _, a in rows]
        self.write("plain.csv", "# step = 0.02 s, unit = cm/s2\n" + "\n".join(repr(100 * a) for a in values) + "\n")
        self.write("same.csv", record(6))
        plain, same = self.result("ensemble", "block.toml", "--records", "plain.csv,same.csv")["rows"]
        for name in CONTRACT:
            self.assertAlmostEqual(plain[name] / same[name], 1.0, delta=1e-9)
        self.write("plain.csv", "# step = 0.02 s, unit = inch\n1 2\n")
        self.refuse("ensemble", "block.toml", "--records", "plain.csv", saying=["plain.csv:1", '"inch" is not known'])

    def test_mistakes_are_one_sentence(self):
        block = ["ensemble", "block.toml", "--records"]
        self.refuse("ensemble", "block.toml", saying="--records is required")
        self.refuse(*block, "nowhere", saying="nowhere")
        self.refuse(*block, "nowhere/*.csv", saying="no file has such a name")
        self.refuse(*block, "motions", "--scales", "0", saying=["--scales", "other than 0"])
        self.refuse(*block, "motions", "--scales", "1,x", saying="--scales x")
        self.refuse(*block, "motions", "--scales", "1,1", saying="twice")
        self.refuse(*block, "motions", "--vary", "friction.mo=1:2:3", saying="did you mean friction.mu?")
        self.refuse(*block, "motions", "--vary", "friction.mu=-1:2:3", saying="mu = -1")
        self.refuse(*block, "motions", "--observables", "peek", saying="did you mean peak?")
        self.refuse(*block, "motions", "--observables", "peak,peak", saying=["--observables", "twice"])
        self.refuse(*block, "motions", "--out", "t.json", saying=["--out", ".nc"])
        self.refuse(*block, "motions", "--out", "no/t.csv", saying="no/t.csv")
        self.refuse(*block, "motions", "--resume", saying="--out")
        self.refuse("ensemble", "riddoch-fig5", "--records", "motions", saying="names none")
        self.refuse("ensemble", "slider.toml", "--records", "motions", saying="a.csv")
        self.write("motions/d.csv", "0,0\n1,1e308\n2,-1e308\n3,0\n")
        self.refuse(*block, "motions", "--out", "t.nc", saying="record motions/d.csv times 1")


class LongEnsemble(ProgramTest):
    """Work that is never run to its end unless it is continued."""

    def setUp(self):
        super().setUp()
        self.write("frame.toml", FRAME)
        self.write("one.csv", record(3))
        (self.folder / "motions").mkdir()
        for i in range(4):
            self.write(f"motions/{i}.csv", record(5 + 2 * i))

    SHORT = ["ensemble", "frame.toml", "--records", "motions", "--scales", "0.5:3:32"]
    LONG = ["ensemble", "frame.toml", "--records", "motions", "--scales", "0.5:3:100000"]

    def start(self, *arguments, command=()):
        return subprocess.Popen([*command, program.BINARY, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def tiles(self, name):
        """How many tiles a state holds: 16 bytes each from its second page on, zero where there is none."""
        try:
            index = numpy.frombuffer((self.folder / name).read_bytes()[4096 : 4096 + 16 * 16], dtype=numpy.uint64)
        except (FileNotFoundError, ValueError):
            return 0
        return int((index.reshape(-1, 2)[:, 0] != 0).sum())

    def wait_for_tiles(self, name, count, run):
        while self.tiles(name) < count and run.poll() is None:
            time.sleep(0.002)

    def test_kill_and_resume_lose_nothing(self):
        for suffix in ["csv", "nc"]:
            self.succeed(*self.SHORT, "--out", f"whole.{suffix}", "--threads", "1")
            kills = 0
            for tiles in [2, 5, 9]:
                run = self.start(*self.SHORT, "--out", f"t.{suffix}", "--resume", "--threads", "1")
                self.wait_for_tiles(f"t.{suffix}.partial", tiles, run)
                run.kill()
                run.communicate()
                kills += run.returncode == -signal.SIGKILL
                self.assertGreaterEqual(self.tiles(f"t.{suffix}.partial"), tiles)
            self.assertEqual(kills, 3)
            self.succeed(*self.SHORT, "--out", f"t.{suffix}", "--resume")
            self.assertEqual((self.folder / f"t.{suffix}").read_bytes(), (self.folder / f"whole.{suffix}").read_bytes())
            self.assertFalse((self.folder / f"t.{suffix}.partial").exists())

    def test_ctrl_c_leaves_a_state_and_says_how_to_go_on(self):
        run = self.start(*self.LONG, "--out", "t.csv")
        self.wait_for_tiles("t.csv.partial", 1, run)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate()
        self.assertEqual(run.returncode, 130)
        self.assertIn("--resume continues from t.csv.partial", said)
        self.assertFalse((self.folder / "t.csv").exists())
        self.refuse(*self.LONG, "--out", "t.csv", saying=["left from an interrupted ensemble", "--resume"])
        self.refuse(*self.LONG, "--set", "contact.low.bound=7", "--out", "t.csv", "--resume", saying="bound = 7")
        self.write("motions/2.csv", record(6))
        self.refuse(*self.LONG, "--out", "t.csv", "--resume", saying="record 3")

    def test_ranks_write_the_same_bytes(self):
        self.assertTrue(shutil.which("mpirun"), "mpirun is part of the test packages")
        environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        # OpenMPI leaks, and a sanitized program would fail for it.
        environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        self.succeed(*self.SHORT, "--out", "whole.nc")
        command = ["mpirun", "--oversubscribe", "-n", "3", program.BINARY, *self.SHORT, "--threads", "1", "--out"]
        run = subprocess.run([*command, "three.nc", "--json"], cwd=self.folder, capture_output=True, text=True,
                             timeout=program.SECONDS, env=environment)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(json.loads(run.stdout)["ranks"], 3)
        self.assertEqual((self.folder / "three.nc").read_bytes(), (self.folder / "whole.nc").read_bytes())


class Guide(ProgramTest):
    """docs/guide/ensembles.md: commands work as typed."""

    TEXT = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "guide" / "ensembles.md").read_text()

    def test_every_command_works_as_typed(self):
        examples = pathlib.Path(__file__).resolve().parents[2] / "examples"
        subprocess.run(["/usr/bin/python3", examples / "ground_motions.py", "motions"], cwd=self.folder, check=True)
        commands = [line[4:] for line in self.TEXT.splitlines() if line.startswith("    ./stickslip ensemble")]
        self.assertEqual(len(commands), 4)
        for command in commands:
            self.succeed(*shlex.split(command)[1:])
        self.assertIn("probability", (self.folder / "fragility.svg").read_text())
        with xarray.open_dataset(self.folder / "spectrum.nc") as spectrum:
            # A stiffer isolator and a rougher one both come to rest; what does not slide does not move.
            still = spectrum["peak"].sel(friction_mu=0.16, method="nearest").mean()
            self.assertLess(float(still), float(spectrum["peak"].sel(friction_mu=0.01, method="nearest").mean()))
        self.assertEqual(len((self.folder / "table.csv").read_text().splitlines()), 1 + 180)
        with xarray.open_dataset(self.folder / "table.nc") as found:
            self.assertEqual(dict(found.sizes), {"record": 10, "scale": 6, "friction_mu": 3})
