"""Numbers of a case from records: what is found, written and drawn, and records that are wrong."""

import json
import math
import pathlib
import random
import shlex
import shutil
import tomllib

from program import ProgramTest

TRUTH = """[oscillator]
mass = 0.5
stiffness = 200.0
damping = 0.06
[friction]
mu = 0.08
normal = 5.0
[start]
position = 0.04
[run]
until = 4.0
samples = 801
"""
KNOWN = """title = "A block"
[oscillator]
mass = 0.5
stiffness = 150.0
[friction]
mu = 0.2
normal = 5.0
"""
KEYS = "friction.mu,oscillator.damping,oscillator.stiffness"


GUIDE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "guide" / "identify.md"


class Identify(ProgramTest):
    def test_the_commands_of_the_guide_say_what_it_says(self):
        for file in GUIDE.with_suffix("").iterdir():
            shutil.copy(file, self.folder)
        page = GUIDE.read_text()
        commands = [line.strip() for line in page.splitlines() if line.startswith("    stickslip identify ")]
        self.assertEqual(len(commands), 4)
        said = [self.succeed(*shlex.split(command)[1:]) for command in commands]
        warning = next(line for line in page.splitlines() if line.startswith("    warning: damping")).strip()
        self.assertIn(warning[: warning.index("its BIC")], said[0])
        tables = [[line.split() for line in page.splitlines() if line.startswith("    " + key)]
                  for key in ["friction.", "oscillator.", "sensor.", "contact.", "structure."]]
        printed = [row for table in tables for row in table if len(row) >= 4]
        self.assertGreaterEqual(len(printed), 11)
        for text in said[1:]:
            self.assertNotIn("warning", text)
        for row in printed:
            rows = [line.split() for text in said[1:] for line in text.splitlines() if line.split()[:1] == [row[0]]]
            told = [list(map(float, found[1:4])) for found in rows]
            near = [all(abs(float(cell) - number) < 0.02 * (found[2] - found[1]) for cell, number in zip(row[1:4], found))
                    for found in told]
            self.assertTrue(any(near), (row, told))
        self.assertTrue((self.folder / "found.toml").exists() and (self.folder / "fit.png").exists())

    def record(self, name="decay.csv", quantity="x", noise=0.0, head="time,value", change=lambda t, v: (t, v)):
        self.write("truth.toml", TRUTH)
        self.write("known.toml", KNOWN)
        samples = self.result("simulate", "truth.toml")["samples"]
        largest = max(map(abs, samples[quantity]))
        dice = random.Random(7)
        rows = [change(t, v + dice.gauss(0.0, noise * largest)) for t, v in zip(samples["t"], samples[quantity])]
        return self.write(name, head + "\n" + "".join(f"{t!r},{v!r}\n" for t, v in rows))

    def fit(self, *more, data="decay.csv", keys=KEYS):
        return self.result("identify", "known.toml", "--data", data, "--fit", keys, *more)

    def test_a_clean_record_gives_the_numbers_back(self):
        self.record()
        found = self.fit()
        for key, truth in [("friction.mu", 0.08), ("oscillator.damping", 0.06), ("oscillator.stiffness", 200.0),
                           ("start.position", 0.04)]:
            self.assertAlmostEqual(found["estimates"][key]["value"], truth, delta=1e-6 * truth)
        self.assertEqual((found["found"], found["misfit"], found["model"], found["samples"]),
                         (True, False, "coulomb-viscous", 801))

    def test_json_has_the_names_of_the_contract(self):
        self.record(noise=0.01)
        found = self.fit()
        for name in ["version", "estimates", "noise", "samples", "correlation", "model", "alternatives", "misfit"]:
            self.assertIn(name, found)
        for key, estimate in found["estimates"].items():
            self.assertLess(estimate["lower"], estimate["value"], key)
            self.assertLess(estimate["value"], estimate["upper"], key)
        for key, truth in [("friction.mu", 0.08), ("oscillator.damping", 0.06), ("oscillator.stiffness", 200.0)]:
            estimate = found["estimates"][key]
            self.assertLess(abs(estimate["value"] - truth), 2 * (estimate["upper"] - estimate["lower"]))
        self.assertAlmostEqual(found["noise"], 0.01 * 0.04, delta=0.05 * 0.01 * 0.04)
        count = len(found["estimates"])
        self.assertEqual([len(row) for row in found["correlation"]], [count] * count)
        bics = [m["bic"] for m in found["alternatives"]]
        self.assertEqual(bics, sorted(bics))
        self.assertEqual({m["model"] for m in found["alternatives"]},
                         {"coulomb", "viscous", "coulomb-viscous", "static-kinetic", "stribeck"})

    def test_the_text_has_columns_units_and_warnings(self):
        self.record(noise=0.01)
        text = self.succeed("identify", "known.toml", "--data", "decay.csv", "--fit", "friction.mu,oscillator.stiffness")
        lines = text.splitlines()
        self.assertRegex(lines[0], r"^ +value +95 % interval +unit$")
        stiffness = next(line for line in lines if line.startswith("oscillator.stiffness"))
        self.assertTrue(stiffness.endswith("N/m"))
        self.assertEqual(lines[0].index("value"), stiffness.index("20"))
        self.assertIn("warning: damping of the kind coulomb-viscous fits better than coulomb", text)

    def test_the_case_that_is_written_makes_the_same_motion(self):
        self.record(noise=0.01)
        found = self.fit("--out", "found.toml")
        text = (self.folder / "found.toml").read_text()
        case = tomllib.loads(text)
        self.assertEqual(case["friction"]["mu"], found["estimates"]["friction.mu"]["value"])
        self.assertEqual(case["title"], "A block")
        self.assertIn("Identified from decay.csv", text)
        motion = self.result("simulate", "found.toml", "--until", "4", "--samples", "801")["samples"]["x"]
        rows = (self.folder / "decay.csv").read_text().splitlines()[1:]
        left = [float(row.split(",")[1]) - x for row, x in zip(rows, motion)]
        self.assertAlmostEqual(math.sqrt(sum(r * r for r in left) / (801 - 5)), found["noise"], delta=1e-9)

    def test_pictures_are_drawn(self):
        self.record(noise=0.01)
        self.succeed("identify", "known.toml", "--data", "decay.csv", "--fit", KEYS, "--plot", "fit.svg")
        picture = (self.folder / "fit.svg").read_text()
        for words in ["A block", "motion found", "left over", "stiffness"]:
            self.assertIn(words, picture)

    def test_accelerations_of_a_phone_have_columns_and_an_offset(self):
        self.record("phone.csv", "a", 0.01, '"Time (s)","a, total (m/s^2)","other"', lambda t, v: (12.5 + t, f"{v + 0.3},0"))
        (self.folder / "phone.csv").write_text((self.folder / "phone.csv").read_text().replace("'", ""))
        for column in ["a, total (m/s^2)", "2"]:
            found = self.fit("--quantity", "acceleration", "--column", column, data="phone.csv", keys=KEYS + ",sensor.offset")
            self.assertEqual(found["time_origin"], 12.5)
            for key, truth in [("friction.mu", 0.08), ("sensor.offset", 0.3)]:
                estimate = found["estimates"][key]
                self.assertLess(abs(estimate["value"] - truth), 5 * estimate["standard_error"])
                self.assertLess(estimate["standard_error"], 0.1 * truth)

    def test_bounds_hold(self):
        self.record(noise=0.01)
        found = self.fit("--bounds", "oscillator.damping=0.3:1", "--bounds", "friction.mu=0:0.3")
        self.assertEqual(found["estimates"]["oscillator.damping"]["value"], 0.3)
        self.assertTrue(found["misfit"])

    def test_bad_input_is_one_sentence(self):
        self.record(noise=0.01)
        begin = ["identify", "known.toml", "--data", "decay.csv"]
        self.refuse(*begin, saying="--fit")
        self.refuse(*begin, "--fit", "friction.bond", saying=["--fit", "friction.bound"])
        self.refuse(*begin, "--fit", "friction.mu,friction.mu", saying="friction.mu")
        self.refuse(*begin, "--fit", "friction.mu", "--bounds", "oscillator.damping=0:1", saying="--bounds")
        self.refuse(*begin, "--fit", "friction.mu", "--bounds", "friction.mu=-1:1", saying="-1")
        self.refuse(*begin, "--fit", "load.amplitude", saying="load.amplitude")
        self.refuse(*begin, "--fit", "friction.mu", "--quantity", "jerk", saying="jerk")
        self.refuse(*begin, "--fit", "friction.mu", "--column", "nix", saying=["nix", "value"])
        self.refuse(*begin, "--fit", "friction.mu", "--out", "found.csv", saying=".toml")
        self.refuse("identify", "known.toml", "--data", "none.csv", "--fit", "friction.mu", saying="none.csv")
        self.refuse("identify", "liu-fig5", "--data", "decay.csv", "--fit", "friction.mu", saying="plane")
        self.refuse("identify", "three-mass-chain", "--data", "decay.csv", "--fit", "friction.mu", saying="friction.mu")
        for cell in ["nan", "inf", "", "1,2", "0x1p3x"]:
            rows = (self.folder / "decay.csv").read_text().splitlines()
            rows[17] = f"0.08,{cell}"
            self.write("bad.csv", "\n".join(rows) + "\n")
            self.refuse("identify", "known.toml", "--data", "bad.csv", "--fit", "friction.mu", saying="bad.csv:18")

    def test_what_does_not_fit_ends_with_code_3(self):
        self.record(noise=0.01, change=lambda t, v: (1000 * t, v))
        slow = ["--set", "oscillator.stiffness=200", "--fit", "friction.mu,oscillator.damping"]
        run = self.run_program("identify", "known.toml", "--data", "decay.csv", *slow, "--out", "found.toml", "--json")
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertIn("milliseconds", run.stderr)
        answer = json.loads(run.stdout)
        self.assertEqual((answer["found"], answer["estimates"]), (False, {}))
        self.assertIn("milliseconds", answer["reason"])
        self.assertFalse((self.folder / "found.toml").exists())
        self.record(noise=0.01)
        run = self.run_program("identify", "known.toml", "--data", "decay.csv", "--fit", KEYS + ",oscillator.mass")
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertIn("cannot tell", run.stderr)

    def test_sensors_of_a_structure_are_found_by_heads_or_option(self):
        shutil.copy(GUIDE.with_suffix("") / "frame.toml", self.folder)
        rows = (GUIDE.with_suffix("") / "floors.csv").read_text().splitlines()
        begin = ["identify", "frame.toml", "--set", "contact.joint.bound=0.4", "--set", "structure.springs=[300,200]",
                 "--set", "start.position=[0.05,-0.03]", "--set", "start.velocity=[0.2,0]", "--fit", "contact.foot.bound"]
        self.write("plain.csv", "\n".join(rows[1:]) + "\n")
        self.write("turned.csv", "\n".join(",".join(row.split(",")[i] for i in (0, 2, 1)) for row in rows[1:]) + "\n")
        self.write("one.csv", "\n".join(",".join(row.split(",")[i] for i in (0, 2)) for row in rows) + "\n")
        self.write("floors.csv", "\n".join(rows).replace("x1", "ch1").replace("x2", "ch2") + "\n")
        whole = self.result(*begin, "--data", "floors.csv")
        self.assertEqual([c["name"] for c in whole["channels"]], ["1", "2"])
        self.assertLess(abs(whole["estimates"]["contact.foot.bound"]["value"] - 0.8), 0.02)
        for data, more in [("plain.csv", []), ("turned.csv", ["--channels", "2,1"])]:
            found = self.result(*begin, "--data", data, *more)
            self.assertAlmostEqual(found["estimates"]["contact.foot.bound"]["value"],
                                   whole["estimates"]["contact.foot.bound"]["value"], delta=1e-6)
        one = self.result(*begin, "--data", "one.csv", "--channels", "2")
        self.assertLess(abs(one["estimates"]["contact.foot.bound"]["value"] - 0.8), 0.05)
        self.refuse(*begin, "--data", "plain.csv", "--channels", "2", saying=["--channels", "columns"])
        self.refuse(*begin, "--data", "plain.csv", "--channels", "1,roof", saying="roof")
        self.refuse("identify", "known.toml" if self.record() else "", "--data", "plain.csv", "--fit", "friction.mu",
                    saying=["2 channels", "which column"])

    def test_a_response_curve_is_known_by_its_head(self):
        for file in ["driven.toml", "curve.csv"]:
            shutil.copy(GUIDE.with_suffix("") / file, self.folder)
        begin = ["identify", "driven.toml", "--set", "oscillator.stiffness=200", "--set", "oscillator.damping=1.5", "--fit",
                 "friction.bound", "--data"]
        rows = [row.split(",") for row in (self.folder / "curve.csv").read_text().splitlines()]
        found = self.result(*begin, "curve.csv")
        self.assertEqual((found["quantity"], [c["name"] for c in found["channels"]]), ("response", ["amplitude", "phase"]))
        bound = found["estimates"]["friction.bound"]
        self.assertLess(abs(bound["value"] - 3.0), 5 * bound["standard_error"])
        degrees = [["frequency_hz", "amplitude", "phase_deg"]]
        degrees += [[repr(float(f) / (2 * math.pi)), a, repr(math.degrees(float(p)))] for f, a, p in rows[1:]]
        self.write("hertz.csv", "\n".join(map(",".join, degrees)) + "\n")
        again = self.result(*begin, "hertz.csv")["estimates"]["friction.bound"]["value"]
        self.assertAlmostEqual(again, bound["value"], delta=1e-6)
        self.write("alone.csv", "\n".join(f"{f},{a}" for f, a, p in rows) + "\n")
        alone = self.result(*begin, "alone.csv", "--plot", "fit.svg")
        self.assertEqual([c["name"] for c in alone["channels"]], ["amplitude"])
        self.assertIn("frequency of the load", (self.folder / "fit.svg").read_text())
        self.write("bad.csv", "frequency,height\n1,2\n2,3\n")
        self.refuse(*begin, "bad.csv", saying=["bad.csv", "amplitude"])
        self.write("bad.csv", "frequency,amplitude\n1,2\n2,nan\n")
        self.refuse(*begin, "bad.csv", saying="bad.csv:3")
        self.write("bad.csv", "frequency,amplitude\n" + "".join(f"{i},-1\n" for i in range(1, 9)))
        self.refuse(*begin, "bad.csv", saying="amplitude -1")

    def test_hostile_names_do_no_harm(self):
        self.record()
        rows = (self.folder / "decay.csv").read_text()
        name = "a\x1b[31m`touch pwned`\n[friction].csv"
        self.write(name, rows)
        self.succeed("identify", "known.toml", "--data", name, "--fit", KEYS, "--out", "found.toml", "--plot", "fit.svg",
                     "--set", 'title="x\\" ; system(\\"touch pwned\\") #"')
        self.assertFalse((self.folder / "pwned").exists())
        case = tomllib.loads((self.folder / "found.toml").read_text())
        self.assertAlmostEqual(case["friction"]["mu"], 0.08, delta=1e-7)
