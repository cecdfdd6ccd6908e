"""The program under test, run in an empty folder."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

BINARY = "build/bin/stickslip"

# A map for tests that do not ask which.
PLANE = ["map", "--x", "friction_ratio=0:1.1:40", "--y", "frequency_ratio=0:1.5:36"]
PLANE += ["--observables", "stops_per_cycle,amplitude_ratio"]

SECONDS = 240  # no run takes longer, sanitized ones included


NOTE = re.compile(r"stickslip: (wrote .+|this takes .+ on \d+ threads?)")


def problems(stderr):
    """What is said on stderr apart from notes: files that were written, how long the work will take."""
    return [line for line in stderr.splitlines() if not NOTE.fullmatch(line)]


class ProgramTest(unittest.TestCase):
    """Runs the program in a folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stickslip-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, content):
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content)
        return name

    def run_program(self, *arguments, environment=None):
        return subprocess.run(
            [BINARY, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=SECONDS, env=environment
        )

    def succeed(self, *arguments):
        run = self.run_program(*arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(problems(run.stderr), [])
        return run.stdout

    def result(self, *arguments):
        return json.loads(self.succeed(*arguments, "--json"))

    def refuse(self, *arguments, saying=()):
        """The run ends with code 2, one line on stderr, nothing on stdout and no new file."""
        before = sorted(self.folder.iterdir())
        run = self.run_program(*arguments)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual(run.stdout, "")
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        self.assertTrue(run.stderr.endswith("\n"))
        for words in [saying] if isinstance(saying, str) else saying:
            self.assertIn(words, run.stderr)
        self.assertEqual(sorted(self.folder.iterdir()), before)
        return run.stderr


def stops_in_each_cycle(result, cycles):
    """Finite stops that begin in each load period, counted from t = 0."""
    stops = [0] * cycles
    for event in result["events"]:
        cycle = int(event["t"] / result["period"])
        if event["kind"] == "slide-to-stick" and cycle < cycles:
            stops[cycle] += 1
    return stops


def sliding_phases(result):
    return sum(event["kind"] != "slide-to-stick" for event in result["events"])


OSCILLATOR = """
[oscillator]
mass = 2
stiffness = 8
[friction]
bound = 1
"""
