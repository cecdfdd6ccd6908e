"""The verb steady: one point, one case, many points."""

import csv
import json
import math
import re

from program import OSCILLATOR, ProgramTest

RATIO_KEYS = ["friction_ratio", "static_ratio", "frequency_ratio", "damping_ratio"]
OBSERVABLES = [
    "amplitude_ratio",
    "velocity_ratio",
    "stops_per_cycle",
    "stops_then_reverse",
    "stops_then_same_direction",
    "zero_duration_reversals",
    "stuck_fraction",
    "dissipated_ratio",
    "multiplier",
    "load_periods",
    "residual",
    "x_max",
    "x_min",
    "amplitude",
    "velocity",
    "dissipated",
    "phase_lag",
    "transmissibility",
    "transmitted_force",
]
OTHER_KEYS = ["version", "title", "regime", "map_period", "period", "family", "rest_positions", "coexists"]
COUNTS = ["stops_per_cycle", "stops_then_reverse", "stops_then_same_direction", "zero_duration_reversals"]


def ratios(friction, frequency, damping=None, static=None):
    arguments = ["--friction-ratio", str(friction), "--frequency-ratio", str(frequency)]
    arguments += ["--damping-ratio", str(damping)] if damping is not None else []
    return arguments + (["--static-ratio", str(static)] if static is not None else [])


class OnePoint(ProgramTest):
    def steady(self, *values):
        return self.result("steady", *ratios(*values))

    def without_result(self, *arguments):
        """Exit code 3: the result says why, and so does one line on stderr."""
        run = self.run_program("steady", *arguments, "--json")
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1)
        return json.loads(run.stdout)

    def test_json_has_every_key_of_the_contract(self):
        result = self.steady(0.6, 0.105)
        self.assertLessEqual(set(RATIO_KEYS + OBSERVABLES + OTHER_KEYS), set(result))
        self.assertEqual(result["regime"], "stick-slip")
        self.assertEqual(result["stops_per_cycle"], 4)
        self.assertEqual(result["stops_per_cycle"], result["stops_then_reverse"] + result["stops_then_same_direction"])
        self.assertEqual(result["map_period"], "half")
        self.assertEqual(result["friction_ratio"], 0.6)
        self.assertEqual(result["frequency_ratio"], 0.105)
        self.assertAlmostEqual(result["period"], 2 * math.pi / 0.105, delta=1e-12)
        for key in COUNTS:
            self.assertIsInstance(result[key], int)
        self.assertIsNone(result["transmissibility"])
        self.assertIsNone(result["family"])
        self.assertEqual(result["coexists"], [])

    def test_numbers_are_shortest_round_trip(self):
        text = self.succeed("steady", *ratios(0.6, 0.105), "--json")
        for number in re.findall(r":(-?[0-9][0-9.eE+-]*)", text):
            self.assertEqual(float(repr(float(number))), float(number))
            self.assertLessEqual(len(number.strip("-").replace(".", "").split("e")[0].lstrip("0")), 17)

    def test_family_of_motions(self):
        result = self.steady(0.2, 0.5)
        self.assertEqual(result["regime"], "non-unique")
        self.assertAlmostEqual(result["amplitude_ratio"], 4 / 3, delta=1e-14)
        for found, expected in zip(result["family"]["x_max"], [1.2, 22 / 15]):
            self.assertAlmostEqual(found, expected, delta=1e-14)
        for found, expected in zip(result["family"]["x_min"], [-22 / 15, -1.2]):
            self.assertAlmostEqual(found, expected, delta=1e-14)
        self.assertEqual(result["map_period"], "full")

    def test_start_of_a_case_chooses_the_member(self):
        self.write("member.toml", "[ratios]\nfriction = 0.2\nfrequency = 0.5\n")
        members = [
            self.result("steady", "member.toml", "--set", f"start.position={x}", "--set", f"start.velocity={v}")
            for x, v in [(0.0, 0.0), (2.0, 0.0), (-2.0, 0.0)]
        ]
        for result in members:
            self.assertEqual(result["regime"], "non-unique")
            self.assertAlmostEqual(result["amplitude_ratio"], 4 / 3, delta=1e-14)
        self.assertGreater(len({round(result["x_max"], 6) for result in members}), 1)

    def test_no_file_is_written_where_there_is_no_cycle(self):
        for option in ("--plot", "--out"):
            file = self.folder / ("cycle.svg" if option == "--plot" else "cycle.csv")
            run = self.run_program("steady", "--friction-ratio", "0.3", "--frequency-ratio", "1", option, str(file))
            self.assertEqual(run.returncode, 3, run.stderr)
            self.assertIn("unbounded", run.stderr)
            self.assertFalse(file.exists())

    def test_unbounded_motion_has_exit_code_3(self):
        result = self.without_result(*ratios(0.7, 1.0))
        self.assertEqual(result["regime"], "unbounded")
        self.assertAlmostEqual(result["growth_per_cycle"], math.pi - 2.8, delta=1e-14)
        for key in OBSERVABLES + ["map_period"]:
            self.assertIsNone(result[key], key)
        self.assertEqual(self.steady(0.8, 1.0)["stops_per_cycle"], 2)

    def test_subharmonic_motion_has_means_per_load_period(self):
        result = self.steady(0.09117642984928938, 0.6036820002733315, 0, 0.6631708283140598)
        self.assertEqual(result["regime"], "stick-slip")
        self.assertEqual(result["load_periods"], 3)
        self.assertAlmostEqual(result["stops_per_cycle"], 2 / 3, delta=1e-15)
        self.assertLess(result["multiplier"], 1)
        self.assertEqual(result["map_period"], "full")

    def test_chaos_has_an_exponent_with_its_error_and_exit_code_0(self):
        result = self.steady(0.2442653616980273, 0.5791386973519584, 0, 0.9644140415927464)
        self.assertEqual(result["regime"], "chaotic")
        self.assertIsNone(result["load_periods"])
        self.assertIsNone(result["multiplier"])
        self.assertIsNone(result["map_period"])
        self.assertGreater(result["exponent"], 3 * result["exponent_error"])
        self.assertGreater(result["stops_per_cycle"], 0)
        self.assertAlmostEqual(result["amplitude_ratio"], 1.77, delta=0.03)
        card = self.succeed("steady", *ratios(0.2442653616980273, 0.5791386973519584, 0, 0.9644140415927464))
        self.assertIn("never repeats", card)

    def test_unstable_orbits_are_added_on_request(self):
        cell = ratios(0.0045278009538963744, 0.05245969947617032, 0, 0.009058612135562775)
        self.assertNotIn("orbits", self.result("steady", *cell))
        result = self.result("steady", *cell, "--all-orbits")
        self.assertTrue(any(abs(o["multiplier"] - 1.0135) < 1e-4 for o in result["orbits"]))
        keys = ["regime", "load_periods", "amplitude_ratio", "stops_per_cycle", "multiplier", "start"]
        for motion in result["orbits"] + result["coexists"]:
            self.assertEqual(list(motion), keys)
            self.assertEqual(list(motion["start"]), ["position", "velocity"])

    def test_no_friction_and_no_damping_is_not_unique(self):
        result = self.steady(0, 0.7)
        self.assertEqual(result["regime"], "non-unique")
        self.assertIsNone(result["amplitude_ratio"])
        self.assertIsNone(result["family"])

    def test_permanent_stick(self):
        result = self.steady(1.25, 0.4)
        self.assertEqual(result["regime"], "permanent-stick")
        expected = {"amplitude_ratio": 0, "stuck_fraction": 1, "stops_per_cycle": 0, "multiplier": 1}
        for key, value in expected.items():
            self.assertEqual(result[key], value)
        self.assertEqual(result["rest_positions"], [-0.25, 0.25])

    def test_rest_and_motion_coexist_under_static_friction(self):
        result = self.steady(0.1, 0.8, 0, 1.05)
        self.assertEqual(result["regime"], "permanent-stick")
        self.assertEqual([other["regime"] for other in result["coexists"]], ["continuous"])
        self.assertEqual(result["coexists"][0]["load_periods"], 1)
        self.assertAlmostEqual(result["coexists"][0]["amplitude_ratio"], 2.761336671, delta=1e-8)

    def test_card_for_a_person_names_the_regime(self):
        card = self.succeed("steady", *ratios(0.6, 0.105))
        self.assertIn("stick-slip", card)
        self.assertIn("4 ", card)

    def test_bad_values_are_refused(self):
        self.refuse("steady", saying="--friction-ratio")
        self.refuse("steady", "--friction-ratio", "0.5", saying="--frequency-ratio")
        self.refuse("steady", *ratios(-0.1, 0.5), saying="-0.1")
        self.refuse("steady", *ratios(0.5, 0), saying="frequency")
        self.refuse("steady", *ratios(0.5, -1), saying="-1")
        self.refuse("steady", *ratios("nan", 0.5), saying="nan")
        self.refuse("steady", *ratios(0.5, "inf"), saying="inf")
        self.refuse("steady", *ratios("half", 0.5), saying="half")
        self.refuse("steady", *ratios(0.5, 0.5, -1), saying="-1")
        self.refuse("steady", *ratios(0.5, 0.5, 0, 0.4), saying="0.4")


class OneCase(ProgramTest):
    def test_base_motion_has_a_transmissibility(self):
        result = self.result("steady", "riddoch-fig5")
        self.assertEqual(result["stops_per_cycle"], 2)
        self.assertAlmostEqual(result["transmissibility"], result["amplitude_ratio"], delta=1e-14)

    def test_loads_without_a_period_are_refused(self):
        self.write("constant.toml", OSCILLATOR + '[load]\nkind = "constant"\nforce = 3\n')
        self.refuse("steady", "constant.toml", saying="periodic")
        self.refuse("steady", "synthetic-earthquake", saying="periodic")

    def test_ratios_beside_a_case_override_it(self):
        result = self.result("steady", "riddoch-fig5", "--friction-ratio", "0.6")
        self.assertAlmostEqual(result["friction_ratio"], 0.6, delta=1e-15)

    def test_cycle_is_written_as_samples_over_one_period(self):
        result = self.result("steady", "riddoch-fig5", "--out", "cycle.csv")
        with open(self.folder / "cycle.csv", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ["t", "x", "v", "a", "friction"])
        samples = [[float(cell) for cell in row] for row in rows[1:]]
        self.assertAlmostEqual(samples[-1][0], result["period"], delta=1e-12)
        self.assertAlmostEqual(samples[0][1], samples[-1][1], delta=1e-12)
        self.assertAlmostEqual(max(row[1] for row in samples), result["x_max"], delta=1e-3)
        self.assertTrue(any(row[2] == 0 for row in samples), "stops are exact")

    def test_cycle_is_drawn(self):
        for suffix, start in [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]:
            self.succeed("steady", "riddoch-fig6", "--plot", "cycle." + suffix)
            self.assertTrue((self.folder / ("cycle." + suffix)).read_bytes().startswith(start))

    def test_no_file_is_left_where_there_is_no_cycle(self):
        run = self.run_program("steady", *ratios(0.7, 1.0), "--out", "cycle.csv", "--plot", "cycle.svg")
        self.assertNotEqual(run.returncode, 0)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_unknown_formats_are_refused(self):
        self.refuse("steady", "riddoch-fig5", "--out", "cycle.txt", saying=".csv")
        self.refuse("steady", "riddoch-fig5", "--plot", "cycle.gif", saying=".svg")


class ManyPoints(ProgramTest):
    POINTS = """friction_ratio,frequency_ratio,damping_ratio,static_ratio
0.6,0.105,0,
0.2,0.5,,
0.7,1,0,
1.25,0.4,0,
0.5,1.8,0.05,0.5
0.1,0.8,0,1.05
0,0.7,0,
"""

    def solve(self, points, *arguments):
        self.write("in.csv", points)
        said = self.succeed(*arguments, "steady", "--points", "in.csv", "--out", "out.csv")
        self.assertEqual(said, "wrote out.csv\n")
        with open(self.folder / "out.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_answers_are_those_of_the_single_points_in_input_order(self):
        rows = self.solve(self.POINTS)
        given = self.POINTS.splitlines()
        self.assertEqual(len(rows), len(given) - 1)
        lines = (self.folder / "out.csv").read_text().splitlines()
        self.assertTrue(lines[0].startswith(given[0] + ",regime,"))
        for text, line, row in zip(given[1:], lines[1:], rows):
            self.assertTrue(line.startswith(text + ","), "the input is repeated as it stands")
            friction, frequency, damping, static = text.split(",")
            run = self.run_program("steady", *ratios(friction, frequency, damping or 0, static or None), "--json")
            single = json.loads(run.stdout)
            self.assertEqual(row["regime"], single["regime"])
            self.assertEqual(row["map_period"], single["map_period"] or "")
            for key in OBSERVABLES:
                self.assertEqual(row[key], "" if single[key] is None else row[key], key)
                if single[key] is not None:
                    self.assertEqual(float(row[key]), single[key], key)

    def test_problems_stand_in_the_regime(self):
        rows = self.solve(self.POINTS)
        self.assertEqual(
            [row["regime"] for row in rows],
            ["stick-slip", "non-unique", "unbounded", "permanent-stick", "continuous", "permanent-stick", "non-unique"],
        )
        self.assertEqual(rows[2]["amplitude_ratio"], "")
        self.assertEqual(rows[2]["stops_per_cycle"], "")

    def test_columns_may_come_in_any_order_with_spaces_and_windows_line_ends(self):
        plain = self.solve("friction_ratio,frequency_ratio\n0.6,0.105\n0.4,0.5\n")
        turned = self.solve("\ufefffrequency_ratio, friction_ratio\r\n0.105, 0.6\r\n\r\n0.5,+0.4\r\n")
        for row, other in zip(plain, turned, strict=True):
            self.assertEqual(row["amplitude_ratio"], other["amplitude_ratio"])

    def test_a_header_alone_gives_a_header_alone(self):
        self.assertEqual(self.solve("friction_ratio,frequency_ratio\n"), [])

    def test_bytes_do_not_depend_on_the_number_of_threads(self):
        points = "friction_ratio,frequency_ratio,damping_ratio\n" + "".join(
            f"{0.01 + 0.0137 * i % 1.1},{0.03 + 0.0071 * i % 1.5},{0.1 * (i % 3)}\n" for i in range(300)
        )
        answers = []
        for threads in ["1", "2", "7"]:
            self.solve(points, "--threads", threads)
            answers.append((self.folder / "out.csv").read_bytes())
        self.assertEqual(len(set(answers)), 1)

    def test_mistakes_name_file_line_and_value_and_leave_no_file(self):
        for points, saying in [
            ("", ["in.csv", "empty"]),
            ("friction_ratio\n0.5\n", ["in.csv:1", "frequency_ratio"]),
            ("friction_ratio,frequency_ratio,colour\n0.5,0.5,1\n", ["in.csv:1", "colour"]),
            ("friction_ratio,frequency_ratio,friction_ratio\n0.5,0.5,1\n", ["in.csv:1", "friction_ratio"]),
            ("friction_ratio,frequency_ratio\n0.5,0.5\n0.5\n", ["in.csv:3", "1 cell"]),
            ("friction_ratio,frequency_ratio\n0.5,\n", ["in.csv:2", "frequency_ratio"]),
            ("friction_ratio,frequency_ratio\n0.5,0\n", ["in.csv:2", "frequency_ratio", "> 0"]),
            ("friction_ratio,frequency_ratio\n-0.5,1\n", ["in.csv:2", "-0.5", "≥ 0"]),
            ("friction_ratio,frequency_ratio\nnan,1\n", ["in.csv:2", "nan"]),
            ("friction_ratio,frequency_ratio\n0.5,1e999\n", ["in.csv:2", "1e999"]),
            ("friction_ratio,frequency_ratio\n0.5,0.5x\n", ["in.csv:2", "0.5x"]),
            ("friction_ratio,frequency_ratio,static_ratio\n0.5,0.5,0.4\n", ["in.csv:2", "static_ratio", "0.4"]),
            (bytes(range(256)) * 20, ["in.csv:1"]),
        ]:
            self.write("in.csv", points)
            self.refuse("steady", "--points", "in.csv", "--out", "out.csv", saying=saying)

    def test_points_without_end_and_folders_are_refused(self):
        for endless in ["/dev/zero", "/dev/full"]:
            self.refuse("steady", "--points", endless, "--out", "o.csv", saying=f"{endless}:1: the line has more than 4096")
        row = "0.3,0.5".ljust(4096)
        self.write("in.csv", f"friction_ratio,frequency_ratio\n{row}\n{row} \n")
        self.refuse("steady", "--points", "in.csv", "--out", "o.csv", saying="in.csv:3: the line has more than 4096")
        self.refuse("steady", "--points", "/dev/null", "--out", "o.csv", saying="is empty")
        self.refuse("steady", "--points", ".", "--out", "o.csv", saying="not a file")
        self.refuse("steady", "--points", "nowhere", "--out", "o.csv", saying="cannot be read")

    def test_the_last_line_needs_no_end_and_the_longest_line_is_read(self):
        row = "0.3,0.5".ljust(4096)
        rows = self.solve(f"friction_ratio,frequency_ratio\n{row}\n0.3,0.5")
        self.assertEqual(len(rows), 2)
        self.assertEqual(rows[0]["amplitude_ratio"], rows[1]["amplitude_ratio"])

    def test_mistakes_in_the_arguments(self):
        self.write("in.csv", self.POINTS)
        self.refuse("steady", "--points", "in.csv", saying="--out")
        self.refuse("steady", "--points", "in.csv", "--out", "out.txt", saying=".csv")
        self.refuse("steady", "--points", "in.csv", "--out", "no/such/folder/out.csv", saying="no/such/folder/out.csv")
        self.refuse("steady", "--points", "none.csv", "--out", "out.csv", saying="none.csv")
        self.refuse("steady", "riddoch-fig5", "--points", "in.csv", "--out", "out.csv", saying="--points")
        self.refuse("steady", *ratios(0.5, 0.5), "--points", "in.csv", "--out", "out.csv", saying="--points")


class SlowLoads(ProgramTest):
    def test_what_is_too_slow_to_follow_is_said_at_once_with_its_cost(self):
        for frequency, words in [("1e-6", "about 2e+06 slides"), ("1e-9", "2e+09 slides"), ("1e-200", "slides")]:
            run = self.run_program("steady", *ratios(0.3, frequency))
            self.assertEqual(run.returncode, 3, run.stderr)
            self.assertIn(words, run.stderr + run.stdout)
        for static in [[], ["--static-ratio", "0.5"]]:
            run = self.run_program("steady", *ratios(0.3, "1e-6"), *static, "--json")
            self.assertEqual(run.returncode, 3, run.stderr)
            answer = json.loads(run.stdout)
            said = [answer[key] for key in ["friction_ratio", "static_ratio", "frequency_ratio", "damping_ratio"]]
            self.assertEqual(said, [0.3, 0.5 if static else 0.3, 1e-6, 0.0])

    def test_points_and_sweeps_go_on_beside_it(self):
        self.write("in.csv", "friction_ratio,frequency_ratio\n0.3,1e-7\n0.3,0.2\n")
        self.succeed("steady", "--points", "in.csv", "--out", "out.csv")
        rows = (self.folder / "out.csv").read_text().splitlines()
        self.assertIn("not-converged", rows[1])
        self.assertIn("stick-slip", rows[2])
        sweep = ["sweep", "--friction-ratio", "0.3", "--over", "frequency_ratio=1e-9:0.5:3:log"]
        self.assertIn("not-converged", self.succeed(*sweep, "--observables", "amplitude_ratio"))


class Units(ProgramTest):
    CASE = """
[oscillator]
mass = {mass}
stiffness = {stiffness}
[friction]
bound = 0.3
[load]
kind = "harmonic"
amplitude = 1
frequency = {frequency}
"""

    def test_units_of_any_size_are_answered_or_refused(self):
        unit = self.result("steady", *ratios(0.3, 0.6))
        for mass, stiffness, frequency in [(1e-28, 1, 6e13), (1e-30, 1, 6e14), (1e280, 1e280, 0.6), (1, 1e-200, 6e-101)]:
            self.write("u.toml", self.CASE.format(mass=mass, stiffness=stiffness, frequency=frequency))
            answer = self.result("steady", "u.toml")
            self.assertEqual(answer["regime"], unit["regime"])
            self.assertAlmostEqual(answer["amplitude_ratio"], unit["amplitude_ratio"], delta=1e-11)
            self.assertIsNotNone(answer["dissipated"])
            motion = self.result("simulate", "u.toml")
            self.assertLess(abs(motion["energy"]["imbalance"]), 1e-10 * motion["energy"]["input"])
        for mass, stiffness, words in [(1, 1e-320, "stiffness"), (1e-200, 1e200, "stiffness/mass"), (1e-30, 1e308, "")]:
            self.write("u.toml", self.CASE.format(mass=mass, stiffness=stiffness, frequency=1))
            for verb in ["steady", "simulate"]:
                self.refuse(verb, "u.toml", saying=words)
