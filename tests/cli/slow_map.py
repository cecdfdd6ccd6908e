"""A map that takes long enough to be interrupted, and its state."""

import signal
import subprocess
import time

import numpy

import program
from program import ProgramTest


class SlowMap(ProgramTest):
    # A static friction above the sliding one is solved case by case: tiles of some hundredths of a second.
    SLOW = ["map", "--x", "friction_ratio=0.1:0.5:64", "--y", "frequency_ratio=0.01:0.1:64", "--static-ratio", "0.6"]
    # Never run to its end: long enough to be interrupted on the way, however late the signal comes.
    LONG = ["map", "--x", "friction_ratio=0.1:0.5:64", "--y", "frequency_ratio=0.01:0.1:1024", "--static-ratio", "0.6"]

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

    def start(self, *arguments):
        return subprocess.Popen(
            [program.BINARY, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def check_that_ctrl_c_leaves_a_state(self, long_map):
        run = self.start(*long_map, "--out", "m.nc")
        self.wait_for_tiles("m.nc.partial", 1, run)
        run.send_signal(signal.SIGINT)
        _, messages = run.communicate()
        self.assertEqual(run.returncode, 130)
        self.assertIn("--resume", messages)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["m.nc.partial"])
