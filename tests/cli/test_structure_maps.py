"""Maps and boundaries of structures: every cell is what steady says, and nothing depends on who computes it."""

import csv
import io
import math
import os
import shutil
import signal
import subprocess

import netCDF4
import numpy
import xarray

import program
from slow_map import SlowMap
from structure_texts import two_masses

CHAIN = "three-mass-chain"
PLANE = ["map", CHAIN, "--x", "load.frequency=0.9:2.2:40", "--y", "contact.wall.bound=0.1:2:6"]
SLOW = ["map", CHAIN, "--x", "load.frequency=0.9:2.2:64", "--y", "contact.wall.bound=0.05:2:16"]
# Never run to its end.
LONG = ["map", CHAIN, "--x", "load.frequency=0.4:2.2:640", "--y", "contact.wall.bound=0.05:2:480"]
NAMES = two_masses("""["a/left", 'b "right"']""", "pad, \\u00e4\\u001b[31m")


class Maps(SlowMap):
    def test_cells_are_those_of_steady(self):
        names = ["amplitude[3]", "amplitude[2-1]", "contact.joint.stuck_fraction", "contact[1].dissipated", "multiplier",
                 "free_offsets"]
        for x, y in [("load.frequency=0.4:2.2:5", "contact.wall.bound=0.1:2:3"),
                     ("structure.springs[1]=0.4:2.2:3:log", "load[1].amplitude=0.5:3:3")]:
            self.succeed("map", CHAIN, "--x", x, "--y", y, "--observables", ",".join(names), "--out", "m.nc")
            with xarray.open_dataset(self.folder / "m.nc") as data:
                rows, columns = data.regime.dims
                meanings = data.regime.attrs["flag_meanings"].split()
                self.assertEqual(data["amplitude_3"].attrs["observable"], "amplitude[3]")
                self.assertEqual(data["amplitude_3"].attrs["units"], "m")
                self.assertEqual(data["contact_joint_stuck_fraction"].attrs["long_name"], "stuck fraction of joint")
                for cell in [data.isel({rows: i, columns: j}) for i in range(3) for j in range(data.sizes[columns])]:
                    sets = [f"{data[d].attrs['key']}={float(cell[d])!r}" for d in (rows, columns)]
                    point = self.result("steady", CHAIN, "--set", sets[0], "--set", sets[1])
                    self.assertEqual(meanings[int(cell.regime)], point["regime"])
                    exact = [point["amplitude"][2], None, point["contacts"][1]["stuck_fraction"],
                             point["contacts"][0]["dissipated"], point["multiplier"], point["free_offsets"]]
                    variables = [n.replace("]", "").replace("[", "_").replace(".", "_") for n in names]
                    for name, number in zip(variables, exact):
                        if number is None:
                            continue
                        self.assertTrue(math.isclose(float(cell[name]), number, rel_tol=1e-10, abs_tol=1e-12),
                                        f"{sets} {name}: {float(cell[name])} {number}")
            (self.folder / "m.nc").unlink()

    def test_the_usual_quantities_are_those_of_a_sweep(self):
        self.succeed("map", CHAIN, "--x", "load.frequency=1:2:2", "--y", "contact.wall.bound=0.5:2:2", "--out", "m.nc")
        header = self.succeed("sweep", CHAIN, "--over", "load.frequency=1:2:2").splitlines()[0].split(",")
        with netCDF4.Dataset(self.folder / "m.nc") as data:
            stored = [getattr(v, "observable", n) for n, v in data.variables.items() if v.ndim == 2]
        self.assertEqual(stored, header[1:])

    def test_names_from_outside_are_names_of_variables_and_come_back(self):
        self.write("named.toml", NAMES)
        names = ["amplitude[a/left]", 'amplitude[b "right"]', "contact[1].slip", "amplitude[1]", "amplitude[1-2]"]
        axes = ["--x", "load.frequency=0.4:2.2:2", "--y", "contact[1].bound=0.1:2:2"]
        self.succeed("map", "named.toml", *axes, "--observables", names[0], "--observables", names[1], "--observables",
                     names[2], "--observables", names[3], "--observables", names[4], "--out", "m.nc", "--plot", "m.svg")
        with netCDF4.Dataset(self.folder / "m.nc") as data:
            stored = {getattr(v, "observable", n): n for n, v in data.variables.items() if v.ndim == 2}
        self.assertEqual(set(stored), {"regime", *names})
        self.assertEqual(stored["amplitude[a/left]"], "amplitude_a_left")
        for name in stored.values():
            self.assertRegex(name, r"^[A-Za-z][A-Za-z0-9_+-]*$")
        picture = (self.folder / "m.svg").read_text()
        self.assertNotIn("\x1b", picture)

    def test_threads_ranks_and_interruptions_change_no_byte(self):
        self.succeed(*PLANE, "--out", "one.nc", "--threads", "1")
        one = (self.folder / "one.nc").read_bytes()
        self.succeed(*PLANE, "--out", "two.nc", "--threads", "2")
        self.assertEqual((self.folder / "two.nc").read_bytes(), one)
        self.assertTrue(shutil.which("mpirun"), "mpirun is part of the test packages")
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        command = ["mpirun", "--oversubscribe", "-n", "2", program.BINARY, *PLANE, "--out", "ranks.nc", "--threads", "1"]
        run = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True,
                             timeout=program.SECONDS)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("2 ranks", run.stdout)
        self.assertEqual((self.folder / "ranks.nc").read_bytes(), one)

    def test_kill_and_resume_give_the_same_bytes(self):
        self.succeed(*SLOW, "--out", "whole.nc")
        whole = (self.folder / "whole.nc").read_bytes()
        kills = 0
        for tiles in [1, 3]:
            run = self.start(*SLOW, "--out", "m.nc", "--resume", "--threads", "1")
            self.wait_for_tiles("m.nc.partial", tiles, run)
            run.kill()
            run.communicate()
            kills += run.returncode == -signal.SIGKILL
        self.assertEqual(kills, 2)
        self.succeed(*SLOW, "--out", "m.nc", "--resume")
        self.assertEqual((self.folder / "m.nc").read_bytes(), whole)

    def test_ctrl_c_leaves_a_state_and_says_how_to_go_on(self):
        self.check_that_ctrl_c_leaves_a_state(LONG)

    def test_what_cannot_be_mapped_is_one_sentence(self):
        x, y = ["--x", "load.frequency=0.4:2.2:4"], ["--y", "contact.wall.bound=0.1:2:4"]
        refused = [
            ([CHAIN, *x, *y, "--observables", "amplitude[4]"], ["amplitude[4]", "counted from 1 to 3"]),
            ([CHAIN, *x, *y, "--observables", "amplitude_ratio"], ["amplitude_ratio", "observable of a structure"]),
            ([CHAIN, *x, *y, "--observables", "attractor_period"], ["attractor_period", "observable of a structure"]),
            ([CHAIN, *x, "--y", "contact.door.bound=0.1:2:4"], ["door"]),
            ([CHAIN, *x, "--y", "contact.wall.bound=-1:2:4"], ["contact[1].bound = -0.625"]),
            ([CHAIN, *x, "--y", "oscillator.mass=1:2:4"], ["oscillator.mass"]),
            ([CHAIN, *x, "--y", "load.frequency=1:2:4"], ["name the same key, load.frequency"]),
            ([CHAIN, *x, *y, "--plot", "m.svg", "--boundaries"], ["structure of many masses"]),
            (["braced-building", "--x", "contact[1].bound=1e4:1e5:4", "--y", "contact[2].bound=1e4:1e5:4"],
             ["is a record"]),
        ]
        for arguments, saying in refused:
            self.refuse("map", *arguments, saying=saying)
        self.assertEqual(list(self.folder.iterdir()), [])


class Boundaries(program.ProgramTest):
    LINE = ["boundary", CHAIN, "--x", "contact.wall.bound=0.02:2", "--at", "load.frequency=1.2"]

    def test_crossings_separate_the_counts_of_steady(self):
        answer = self.result(*self.LINE)
        self.assertGreater(len(answer["crossings"]), 2)
        self.assertEqual({c["contact"] for c in answer["crossings"]}, {"wall", "joint"})
        for crossing in answer["crossings"]:
            self.assertIn(crossing["kind"], ["A", "B", "C", "Cprime"])
            contact = ["wall", "joint"].index(crossing["contact"])
            for side, stops in [(-1e-6, crossing["stops_below"]), (1e-6, crossing["stops_above"])]:
                point = self.result("steady", CHAIN, "--set", "load.frequency=1.2", "--set",
                                    f"contact.wall.bound={crossing['value'] + side!r}")
                self.assertEqual(point["contacts"][contact]["stops_per_cycle"], stops, crossing)
        values = [c["value"] for c in answer["crossings"]]
        self.assertEqual(values, sorted(values))
        only = self.result(*self.LINE, "--kind", "A")["crossings"]
        self.assertEqual(only, [c for c in answer["crossings"] if c["kind"] == "A"])
        table = self.succeed(*self.LINE)
        self.assertEqual(len(table.splitlines()), 1 + len(values))
        self.assertTrue(table.splitlines()[0].endswith("contact"))

    def test_curves_have_the_contact_they_belong_to(self):
        window = ["boundary", CHAIN, "--x", "contact.wall.bound=1.03:1.07", "--y", "load.frequency=1.16:1.19"]
        self.succeed(*window, "--out", "b.csv", "--plot", "b.svg")
        rows = list(csv.DictReader(io.StringIO((self.folder / "b.csv").read_text())))
        self.assertGreater(len(rows), 4)
        self.assertEqual({r["contact"] for r in rows}, {"wall", "joint"})
        picture = (self.folder / "b.svg").read_text()
        for contact in {r["contact"] for r in rows}:
            self.assertIn(contact, picture)
        # A curve passes through the crossing of a line.
        middle = self.result(*self.LINE[:2], "--x", "contact.wall.bound=1.03:1.07", "--at", "load.frequency=1.17")
        self.assertEqual({c["contact"] for c in middle["crossings"]}, {"wall", "joint"})
        for crossing in middle["crossings"]:
            near = [r for r in rows if r["contact"] == crossing["contact"] and
                    abs(float(r["load.frequency"]) - 1.17) < 0.002 and
                    abs(float(r["contact.wall.bound"]) - crossing["value"]) < 0.004]
            self.assertTrue(near, crossing)
        # No curve is traced twice: both curves cross the line once.
        for contact in ("wall", "joint"):
            self.assertEqual(len({r["curve"] for r in rows if r["contact"] == contact}),
                             sum(c["contact"] == contact for c in middle["crossings"]), contact)

    def test_what_has_no_boundaries_is_one_sentence(self):
        at = ["--at", "load.frequency=1.2"]
        self.refuse("boundary", "siconos-two-masses", "--x", "contact[1].bound=0.1:0.4", "--at", "load.frequency=0.3",
                    "--set", "contact[1].static_bound=0.8", saying=["equal static and sliding friction"])
        self.refuse("boundary", "braced-building", "--x", "contact[1].bound=1e4:1e5", "--at", "contact[2].bound=1e5",
                    saying=["is a record"])
        self.refuse("boundary", CHAIN, "--x", "contact.door.bound=0.1:0.4", *at, saying=["door"])
