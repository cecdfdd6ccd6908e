"""Maps on a GPU and over the ranks of mpirun."""

import json
import os
import pathlib
import shutil
import signal
import subprocess

import numpy
import xarray

import program
from program import PLANE, ProgramTest
from slow_map import SlowMap


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


class Ranks(SlowMap):
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
        slow = self.SLOW
        self.succeed(*slow, "--out", "one.nc", "--threads", "1")
        run = self.mpirun(*slow, "--out", "m.nc", "--threads", "1")
        self.wait_for_tiles("m.nc.partial", 2, run)
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

    def test_a_mistake_is_said_once(self):
        run = self.mpirun("map", "--x", "friction_ratio=1:0:5", "--y", "frequency_ratio=0:1:5", "--out", "m.nc")
        _, messages = run.communicate(timeout=program.SECONDS)
        self.assertEqual(run.returncode, 2)
        self.assertEqual(messages.count("stickslip: "), 1, messages)
