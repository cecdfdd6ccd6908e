"""Maps: files, pictures, interruption, ranks."""

import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import time

import netCDF4
import numpy
import xarray

import program
from program import ProgramTest

PLANE = ["map", "--x", "friction_ratio=0:1.1:40", "--y", "frequency_ratio=0:1.5:36"]
PLANE += ["--observables", "stops_per_cycle,amplitude_ratio"]


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


class Interruption(ProgramTest):
    # A static friction above the sliding one is solved case by case: tiles of some hundredths of a second.
    SLOW = ["map", "--x", "friction_ratio=0.1:0.5:64", "--y", "frequency_ratio=0.01:0.1:64", "--static-ratio", "0.6"]
    # Never run to its end: long enough to be interrupted on the way, however late the signal comes.
    LONG = ["map", "--x", "friction_ratio=0.1:0.5:64", "--y", "frequency_ratio=0.01:0.1:1024", "--static-ratio", "0.6"]

    def start(self, *arguments):
        return subprocess.Popen(
            [program.BINARY, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def tiles(self, name):
        """How many tiles a state holds: 16 bytes each from its second page on, zero where there is none."""
        try:
            with open(self.folder / name, "rb") as file:
                file.seek(4096)
                index = numpy.frombuffer(file.read(16 * 64), dtype=numpy.uint64).reshape(-1, 2)
        except (FileNotFoundError, ValueError):
            return 0
        return int((index[:, 0] != 0).sum())

    def wait_for_tiles(self, name, count, run):
        while self.tiles(name) < count and run.poll() is None:
            time.sleep(0.01)

    def test_kill_and_resume_give_the_same_bytes_as_one_thread(self):
        self.succeed(*self.SLOW, "--out", "whole.nc", "--threads", "1")
        whole = (self.folder / "whole.nc").read_bytes()
        self.succeed(*self.SLOW, "--out", "two.nc", "--threads", "2")
        self.assertEqual((self.folder / "two.nc").read_bytes(), whole)
        kills = 0
        for threads, tiles in [("2", 3), ("1", 6), ("2", 9)]:
            run = self.start(*self.SLOW, "--out", "m.nc", "--resume", "--threads", threads)
            self.wait_for_tiles("m.nc.partial", tiles, run)
            run.kill()
            run.communicate()
            kills += run.returncode == -signal.SIGKILL
            self.assertFalse((self.folder / "m.nc").exists())
        self.assertEqual(kills, 3)
        self.assertGreaterEqual(self.tiles("m.nc.partial"), 9)
        self.succeed(*self.SLOW, "--out", "m.nc", "--resume")
        self.assertEqual((self.folder / "m.nc").read_bytes(), whole)
        self.assertFalse((self.folder / "m.nc.partial").exists())

    def test_ctrl_c_leaves_a_state_and_says_how_to_go_on(self):
        run = self.start(*self.LONG, "--out", "m.nc")
        self.wait_for_tiles("m.nc.partial", 1, run)
        run.send_signal(signal.SIGINT)
        _, messages = run.communicate()
        self.assertEqual(run.returncode, 130)
        self.assertIn("--resume", messages)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["m.nc.partial"])
        self.refuse(*self.LONG, "--out", "m.nc", saying=["m.nc.partial", "--resume"])

    def interrupted(self):
        run = self.start(*self.LONG, "--out", "m.nc")
        self.wait_for_tiles("m.nc.partial", 2, run)
        run.kill()
        run.communicate()

    def test_a_state_of_another_map_is_refused_with_the_difference(self):
        self.interrupted()
        other = [a.replace("friction_ratio=0.1:0.5:64", "friction_ratio=0.1:0.5:65") for a in self.LONG]
        differences = ["friction_ratio=0.1:0.5:65", "friction_ratio=0.1:0.5:64"]
        self.refuse(*other, "--out", "m.nc", "--resume", saying=differences)
        self.refuse(*self.LONG, "--damping-ratio", "0.1", "--out", "m.nc", "--resume", saying=["damping = 0.1"])
        more = ["--observables", "velocity_ratio"]
        self.refuse(*self.LONG, *more, "--out", "m.nc", "--resume", saying=["observables", "velocity_ratio"])

    def test_a_damaged_state_is_refused(self):
        self.interrupted()
        state = self.folder / "m.nc.partial"
        whole = state.read_bytes()
        for size in [0, 7, 200, len(whole) // 2, len(whole) - 1]:
            state.write_bytes(whole[:size])
            self.refuse(*self.LONG, "--out", "m.nc", "--resume", saying="m.nc.partial")
        state.write_bytes(b"CDF\x01" + bytes(10000))
        self.refuse(*self.LONG, "--out", "m.nc", "--resume", saying="not the state")

    def test_a_state_that_a_run_works_on_is_in_use(self):
        run = self.start(*self.LONG, "--out", "m.nc")
        try:
            self.wait_for_tiles("m.nc.partial", 1, run)
            for more in [[], ["--resume"]]:
                said = self.refuse(*self.LONG, *more, "--out", "m.nc", saying=["m.nc.partial", "is in use"])
                self.assertNotIn("left from an interrupted", said)
                self.assertIn(f"process {run.pid}", said)
        finally:
            run.kill()
            run.communicate()
        self.refuse(*self.LONG, "--out", "m.nc", saying=["m.nc.partial", "left from an interrupted map"])

    def test_a_state_with_values_that_no_map_has_is_refused(self):
        self.interrupted()
        state = self.folder / "m.nc.partial"
        whole = state.read_bytes()
        for regime in [50, 128, 200, 255]:
            state.write_bytes(with_first_regime(whole, regime))
            plot = ["--resume", "--plot", "m.png"]
            self.refuse(*self.LONG, "--out", "m.nc", *plot, saying=["m.nc.partial", f"regime = {regime}"])

    def test_a_pipe_a_device_or_a_link_is_no_state(self):
        state = self.folder / "m.nc.partial"
        os.mkfifo(state)
        for more in [[], ["--resume"]]:
            self.refuse(*self.LONG, *more, "--out", "m.nc", saying=["m.nc.partial", "is not a regular file"])
        state.unlink()
        for target in ["/dev/zero", "elsewhere"]:
            state.symlink_to(target)
            self.refuse(*self.LONG, "--resume", "--out", "m.nc", saying="m.nc.partial")
            state.unlink()
        self.assertFalse((self.folder / "elsewhere").exists())

    VECTORS = ["map", "--x", "friction_ratio=0:1.1:192", "--y", "frequency_ratio=0.001:0.3:192"]
    VECTORS += ["--observables", "stops_per_cycle,multiplier"]

    def test_a_map_goes_on_with_the_vectors_it_was_begun_with(self):
        self.succeed(*self.VECTORS, "--out", "whole.nc", "--vectors", "baseline")
        run = self.start(*self.VECTORS, "--out", "m.nc", "--vectors", "baseline", "--threads", "1")
        self.wait_for_tiles("m.nc.partial", 2, run)
        run.kill()
        run.communicate()
        self.assertEqual(run.returncode, -signal.SIGKILL)
        self.succeed(*self.VECTORS, "--out", "m.nc", "--resume")
        self.assertEqual((self.folder / "m.nc").read_bytes(), (self.folder / "whole.nc").read_bytes())

    def test_vectors_that_the_processor_lacks_are_refused_with_the_way_on(self):
        self.interrupted()
        state = self.folder / "m.nc.partial"
        state.write_bytes(with_other_vectors(state.read_bytes(), b"avx1024"))
        self.refuse(*self.LONG, "--out", "m.nc", "--resume", saying=["avx1024", "continue it on one that has them"])
        self.assertTrue(state.exists())
        self.refuse(*self.LONG, "--out", "n.nc", "--vectors", "avx1024", saying=["--vectors", "avx1024", "baseline"])


def checksum(data):
    """That of states."""
    value = len(data)
    for i in range(0, len(data), 8):
        word = int.from_bytes(data[i : i + 8].ljust(8, b"\0"), "little")
        value = (value ^ word) * 0x9E3779B97F4A7C15 % 2**64
        value ^= value >> 32
    return value % 2**32


def with_first_regime(state, value):
    """The state with this byte as the regime of the first cell of its first tile, and the right checksum."""
    changed = bytearray(state)
    _, tiles, slot = struct.unpack_from("<QQQ", changed, 16)
    values_at = 4096 + (16 * tiles + 4095) // 4096 * 4096
    tile = next(i for i in range(tiles) if any(changed[4096 + 16 * i : 4096 + 16 * i + 8]))
    begin = values_at + tile * slot
    changed[begin] = value
    struct.pack_into("<I", changed, 4096 + 16 * tile + 8, checksum(bytes(changed[begin : begin + slot])))
    return bytes(changed)


def with_other_vectors(state, vectors):
    """A state as another processor would have begun it."""
    name, size, tiles, slot, _, _ = struct.unpack("<16sQQQII", state[:48])
    text = re.sub(rb"vectors: \w+", b"vectors: " + vectors, state[48 : 48 + size])
    header = struct.pack("<16sQQQI", name, len(text), tiles, slot, checksum(text))
    return (header + struct.pack("<I", checksum(header)) + text).ljust(4096, b"\0") + state[4096:]


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


class Gpu(ProgramTest):
    """`--backend cuda` without a GPU: what is said, and, with a module whose CUDA is that of the host, what is done."""

    def test_a_map_is_that_of_the_processor(self):
        self.on_host("--out", "gpu.nc")
        self.succeed(*PLANE, "--out", "cpu.nc")
        with xarray.open_dataset(self.folder / "gpu.nc") as gpu, xarray.open_dataset(self.folder / "cpu.nc") as cpu:
            numpy.testing.assert_array_equal(gpu.regime, cpu.regime)
            numpy.testing.assert_array_equal(gpu.stops_per_cycle, cpu.stops_per_cycle)
            numpy.testing.assert_allclose(gpu.amplitude_ratio, cpu.amplitude_ratio, rtol=1e-12, atol=1e-12)
            self.assertTrue(any("--backend cuda" in str(value) for value in gpu.attrs.values()))
        self.on_host("--out", "again.nc", "--threads", "1")
        self.assertEqual((self.folder / "again.nc").read_bytes(), (self.folder / "gpu.nc").read_bytes())

    def test_attractors_are_those_of_the_processor(self):
        axes = ["--x", "load.amplitude=1:7:3", "--y", "load.frequency=0.8:1.2:2"]
        plane = ["map", "stefanski-fig3b", *axes, "--observables", "exponent,attractor_period"]
        self.on_host("--out", "gpu.nc", plane=plane)
        self.succeed(*plane, "--out", "cpu.nc")
        with xarray.open_dataset(self.folder / "gpu.nc") as gpu, xarray.open_dataset(self.folder / "cpu.nc") as cpu:
            for name in ["attractor", "exponent", "attractor_period"]:
                numpy.testing.assert_array_equal(gpu[name], cpu[name])

    def with_host_module(self):
        """A copy of the program with that module beside it."""
        folder = self.folder / "bin"
        if not folder.exists():
            folder.mkdir()
            module = pathlib.Path(program.BINARY).parent.parent / "cuda_on_host" / "stickslip_cuda.so"
            for file in [program.BINARY, module]:
                shutil.copy(file, folder)
        return folder / "stickslip"

    def on_host(self, *arguments, plane=PLANE):
        command = [self.with_host_module(), *plane, "--backend", "cuda", *arguments]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=program.SECONDS)
        self.assertEqual((run.returncode, program.problems(run.stderr)), (0, []))

    def test_what_a_gpu_cannot_map_is_refused(self):
        axes = ["--x", "friction_ratio=0.1:1:4", "--y", "frequency_ratio=0.1:1:4"]
        mixed = ["stefanski-fig3b", "--x", "load.amplitude=1:7:3", "--y", "load.frequency=0.8:1.2:2"]
        mixed += ["--observables", "exponent,amplitude"]
        for arguments in [[*axes, "--adaptive"], [*axes, "--observables", "phase_lag"], mixed]:
            command = [self.with_host_module(), "map", *arguments, "--backend", "cuda"]
            run = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stdout, run.stderr.count("\n")), (2, "", 1), run.stderr)
            self.assertIn("backend cuda", run.stderr)
            self.assertTrue(run.stderr.startswith("stickslip: --"), run.stderr)

    def is_refused(self, binary, saying):
        """The run ends with code 1, one line on stderr, nothing on stdout and no new file."""
        before = sorted(self.folder.iterdir())
        run = subprocess.run(
            [binary, *PLANE, "--backend", "cuda", "--out", "m.nc"], cwd=self.folder, capture_output=True, text=True,
            timeout=program.SECONDS, env={**os.environ, "CUDA_VISIBLE_DEVICES": ""},
        )
        self.assertEqual((run.returncode, run.stdout, run.stderr.count("\n")), (1, "", 1), run.stderr)
        for words in ["--backend cuda", "--backend cpu", saying]:
            self.assertIn(words, run.stderr)
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_a_build_without_cuda_says_how_to_get_one_and_how_to_go_on(self):
        shutil.copy(program.BINARY, self.folder / "stickslip")
        self.is_refused(self.folder / "stickslip", saying="the CMake preset cuda")
        self.write("stickslip_cuda.so", "no module")
        self.is_refused(self.folder / "stickslip", saying="cannot be loaded")

    def test_without_a_device_it_says_so(self):
        module = pathlib.Path(program.BINARY).with_name("stickslip_cuda.so")
        self.is_refused(program.BINARY, saying="no GPU can be used" if module.exists() else "the CMake preset cuda")


class Ranks(ProgramTest):
    COMMAND = ["mpirun", "--oversubscribe", "-n", "4"]

    def mpirun(self, *arguments):
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        # OpenMPI leaks, and a sanitized program would fail for it.
        environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        return subprocess.Popen(
            [*self.COMMAND, program.BINARY, *arguments],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def test_ranks_give_the_bytes_of_one_thread(self):
        self.assertTrue(shutil.which("mpirun"), "mpirun is part of the test packages")
        self.succeed(*PLANE, "--out", "one.nc", "--threads", "1")
        run = self.mpirun(*PLANE, "--out", "four.nc", "--threads", "1", "--json")
        output, messages = run.communicate(timeout=program.SECONDS)
        self.assertEqual(run.returncode, 0, messages)
        self.assertEqual(output.count("\n"), 1, output)
        self.assertIn('"ranks":4', output)
        self.assertEqual(len(json.loads(output)["idle_shares"]), 4)
        self.assertEqual((self.folder / "four.nc").read_bytes(), (self.folder / "one.nc").read_bytes())

    def test_a_lost_rank_leaves_a_state_to_continue(self):
        slow = Interruption.SLOW
        self.succeed(*slow, "--out", "one.nc", "--threads", "1")
        run = self.mpirun(*slow, "--out", "m.nc", "--threads", "1")
        Interruption.wait_for_tiles(self, "m.nc.partial", 2, run)
        ranks = subprocess.run(["pgrep", "-P", str(run.pid)], capture_output=True, text=True).stdout.split()
        os.kill(int(ranks[-1]), signal.SIGKILL)
        _, messages = run.communicate(timeout=program.SECONDS)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("--resume", messages)
        self.assertFalse((self.folder / "m.nc").exists())
        run = self.mpirun(*slow, "--out", "m.nc", "--resume", "--threads", "1")
        _, messages = run.communicate(timeout=program.SECONDS)
        self.assertEqual(run.returncode, 0, messages)
        self.assertEqual((self.folder / "m.nc").read_bytes(), (self.folder / "one.nc").read_bytes())

    tiles = Interruption.tiles

    def test_a_mistake_is_said_once(self):
        run = self.mpirun("map", "--x", "friction_ratio=1:0:5", "--y", "frequency_ratio=0:1:5", "--out", "m.nc")
        _, messages = run.communicate(timeout=program.SECONDS)
        self.assertEqual(run.returncode, 2)
        self.assertEqual(messages.count("stickslip: "), 1, messages)
