"""Octave gives the numbers of the command line, to the last digit, for every built-in case; and Ctrl-C ends long work:
test_against_program.py PACKAGE PROGRAM."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "c/tests"))
from told_columns import columns_of, differences  # noqa: E402

PACKAGE, PROGRAM = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])
OCTAVE = ["octave-cli", "--norc", "--no-history", "--quiet", "--eval"]


def octave(code):
    return [*OCTAVE, f"addpath ('{PACKAGE}', '{HERE}'); {code}"]


class AgainstProgram(unittest.TestCase):
    def test_every_case_has_the_numbers_of_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(octave(f"tell_every_case ('{folder}')"), capture_output=True, text=True, timeout=500)
            self.assertEqual(run.returncode, 0, run.stderr)
            files = sorted(pathlib.Path(folder).iterdir())
            self.assertGreater(len(files), 30)
            solved = 0
            for file in files:
                with self.subTest(file.name):
                    verb, case = file.name.split(" ")
                    samples = ["--samples", "57"] if verb == "simulate" else []
                    program = subprocess.run([PROGRAM, verb, case, "--json", *samples], capture_output=True, text=True)
                    told = file.read_text()
                    if program.returncode == 2:
                        sentence = program.stderr.strip().removeprefix("stickslip: ")
                        self.assertEqual(told, f"refused\tstickslip:badInput\t{sentence}\n")
                        continue
                    wanted = json.loads(program.stdout)
                    self.assertEqual(list(differences(columns_of(told), wanted, is_nested=False)), [])
                    solved += 1
            self.assertGreater(solved, 30)

    def test_control_c_ends_long_work_and_octave_goes_on(self):
        code = ("disp ('started'); fflush (stdout); try, stickslip.lyapunov ('stefanski-fig3b', 'periods', 1e8); "
                "catch e, disp (e.identifier); end")
        began = time.monotonic()
        process = subprocess.Popen(octave(code), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "started\n")
        time.sleep(1.0)
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertLess(time.monotonic() - began, 40)
        self.assertNotIn("Segmentation", err)
        self.assertEqual(out.strip() or "stickslip:interrupted", "stickslip:interrupted")
        self.assertNotEqual(process.returncode, -signal.SIGSEGV)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
