"""The C interface gives the numbers of the command line, to the last digit: test_against_program.py TELL PROGRAM."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from told_columns import columns_of, differences

TELL, PROGRAM = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=240)


def cases():
    return re.findall(r"^(\S+)  ", run(PROGRAM, "cases").stdout, re.M)


class AgainstProgram(unittest.TestCase):
    def compare(self, verb, case, told=(), asked=(), apart_from=()):
        """Both answers, or both refusals, are the same."""
        tell = run(TELL, verb, case, *told)
        program = run(PROGRAM, verb, case, "--json", *asked)
        self.assertEqual(tell.returncode, program.returncode, tell.stderr + program.stderr)
        if program.returncode == 2:
            self.assertEqual(tell.stderr.strip(), program.stderr.strip().removeprefix("stickslip: "))
            return None
        self.assertEqual(list(differences(columns_of(tell.stdout), json.loads(program.stdout), apart_from)), [])
        return columns_of(tell.stdout)

    def test_every_case_has_the_same_motion(self):
        self.assertGreater(len(cases()), 15)
        for case in cases():
            with self.subTest(case):
                self.compare("simulate", case, ["samples=57"], ["--samples", "57"])

    def test_every_case_has_the_same_steady_state(self):
        solved = [case for case in cases() if self.compare("steady", case)]
        self.assertGreater(len(solved), 12)

    def test_response_curves(self):
        grid = ["values=0.5 0.75 1"]
        for case, key in (("hong-liu-fig10", "frequency_ratio"), ("liu-fig6", "oscillator.damping"),
                          ("three-mass-chain", "load.frequency")):
            with self.subTest(case):
                self.compare("sweep", case, [f"over={key}", *grid], ["--over", f"{key}=0.5:1:3"])
        both = self.compare("sweep", "hong-liu-fig10", ["over=frequency_ratio", *grid, "direction=both"],
                            ["--over", "frequency_ratio=0.5:1:3", "--direction", "both"])
        self.assertEqual(both["direction"][2], [1, 1, 1, 2, 2, 2])

    def test_maps_are_those_of_the_file(self):
        import netCDF4

        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/map.nc"
            plane = ["--x", "friction_ratio=0.1:1:4", "--y", "frequency_ratio=0.2:1.4:3"]
            self.assertEqual(run(PROGRAM, "map", *plane, "--damping-ratio", "0", "--out", file).returncode, 0)
            told = columns_of(run(TELL, "map", "hong-liu-fig10", "x=friction_ratio", "x_range=0.1 1 4",
                                  "y=frequency_ratio", "y_range=0.2 1.4 3", "observables=amplitude_ratio").stdout)
            stored = netCDF4.Dataset(file)["amplitude_ratio"][:].filled(float("nan"))
        self.assertEqual(told["amplitude_ratio"][1], [3, 4])
        for iy in range(3):
            for ix in range(4):
                self.assertAlmostEqual(told["amplitude_ratio"][2][iy + 3 * ix], stored[iy][ix], delta=1e-12)

    def test_boundaries_and_designs(self):
        self.compare("design", "riddoch-fig5", ["vary=friction_ratio", "vary_range=0.3 0.9", "avoid_stick=1"],
                     ["--vary", "friction_ratio=0.3:0.9", "--avoid-stick"])
        line = self.compare("boundary", "hong-liu-fig10", ["x=friction_ratio", "x_range=0.1 0.9", "at=frequency_ratio",
                                                          "at_value=0.4"],
                            ["--x", "friction_ratio=0.1:0.9", "--at", "frequency_ratio=0.4"], apart_from=("x", "at"))
        self.assertGreater(len(line["crossings.value"][2]), 0)

    def test_backbones(self):
        self.compare("backbone", "hong-liu-fig10", ["over=friction_ratio", "values=0.3 0.9"],
                     ["--over", "friction_ratio=0.3:0.9:2"])
        self.compare("backbone", "three-mass-chain", ["of=3", "from_steady=1"], ["--of", "3", "--from-steady"])

    def test_identifications(self):
        samples = json.loads(run(PROGRAM, "simulate", "dlubal-0116", "--samples", "300", "--json").stdout)["samples"]
        numbers = [" ".join(map(repr, samples[name])) for name in ("t", "a")]
        for keys, more, asked in (("friction.mu", ["lower=0", "upper=1"], ["--bounds", "friction.mu=0:1"]),
                                  ("friction.mu,oscillator.stiffness", [], []), ("friction.bond", [], [])):
            with tempfile.TemporaryDirectory() as folder, self.subTest(keys):
                file = pathlib.Path(folder, "record.csv")
                file.write_text("".join(f"{t!r},{a!r}\n" for t, a in zip(samples["t"], samples["a"])))
                fit = ["--data", str(file), "--quantity", "acceleration", "--fit", keys]
                told = [f"times={numbers[0]}", f"values={numbers[1]}", "quantity=acceleration", f"fit={keys}", *more]
                if keys == "friction.bond":
                    self.assertEqual(run(TELL, "identify", "dlubal-0116", *told).returncode, 2)
                    continue
                found = self.compare("identify", "dlubal-0116", told, [*fit, *asked])
                self.assertAlmostEqual(found["estimates.friction.mu.value"][2][0], 0.1, delta=1e-6)

    def test_chaos(self):
        case = "stefanski-fig3b"
        self.compare("lyapunov", case, ["periods=400", "runs=2", "transient=5"],
                     ["--periods", "400", "--runs", "2", "--transient", "5"])
        tell = columns_of(run(TELL, "poincare", case, "points=9").stdout)
        program = json.loads(run(PROGRAM, "poincare", case, "--points", "9", "--json").stdout)["points"]
        for name in ("t", "x", "v"):
            self.assertEqual(tell[name][2], program[name])
        cells = ["position=-4 4 3", "velocity=-6 6 3", "periods=300"]
        tell = columns_of(run(TELL, "basins", case, *cells).stdout)
        asked = ["--position", "-4:4:3", "--velocity", "-6:6:3", "--periods", "300", "--json"]
        program = run(PROGRAM, "basins", case, *asked)
        self.assertEqual(program.returncode, 0, program.stderr)
        attractors = json.loads(program.stdout)["attractors"]
        self.assertEqual(tell["attractors.label"][3], [a["label"] for a in attractors])
        self.assertEqual(tell["points.x"][2], [x for a in attractors for x in a["x"]])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
