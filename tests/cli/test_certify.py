"""Proofs of steady states: one pair of ratios, files of them, and what cannot be proved."""

import csv
import json

from program import ProgramTest


class Certify(ProgramTest):
    def test_a_proof_has_the_names_of_the_contract(self):
        proof = self.result("certify", "--friction-ratio", "0.6", "--frequency-ratio", "0.105")
        steady = self.result("steady", "--friction-ratio", "0.6", "--frequency-ratio", "0.105")
        self.assertEqual((proof["proved"], proof["unique"], proof["reason"]), (True, True, None))
        for name in ["regime", "stops_per_cycle", "zero_duration_reversals"]:
            self.assertEqual(proof[name], steady[name])
        lower, upper = proof["amplitude_ratio"]
        self.assertLess(lower, upper)
        self.assertLessEqual(lower, steady["amplitude_ratio"] + 1e-13)
        self.assertGreaterEqual(upper, steady["amplitude_ratio"] - 1e-13)
        self.assertEqual(proof["theorem"], "T3")

    def test_the_text_tells_the_same(self):
        text = self.succeed("certify", "--friction-ratio", "0.1", "--frequency-ratio", "0.8", "--damping-ratio", "0.05")
        self.assertIn("proved: continuous, unique", text)
        self.assertIn("theorem T4", text)

    def test_what_is_not_proved_has_a_reason_and_its_exit_code(self):
        run = self.run_program("certify", "--friction-ratio", "0.1", "--frequency-ratio", "0.5", "--json")
        self.assertEqual(run.returncode, 3)
        answer = json.loads(run.stdout)
        self.assertEqual((answer["proved"], answer["amplitude_ratio"], answer["unique"]), (False, None, None))
        self.assertIn("not unique", answer["reason"])
        self.assertIn("not unique", run.stderr)
        growing = self.result("certify", "--friction-ratio", "0.5", "--frequency-ratio", "1")
        self.assertEqual((growing["proved"], growing["regime"], growing["amplitude_ratio"]), (True, "unbounded", None))

    def test_points_keep_their_rows(self):
        rows = ["0.6,0.105,0", "0.1,0.5,", "1.2,0.3,0.1", "0.3,0.9,0.05"]
        self.write("points.csv", "friction_ratio,frequency_ratio,damping_ratio\n" + "\n".join(rows) + "\n")
        self.succeed("certify", "--points", "points.csv", "--out", "proofs.csv")
        with open(self.folder / "proofs.csv", newline="") as file:
            found = list(csv.DictReader(file))
        self.assertEqual([row["proved"] for row in found], ["1", "0", "1", "1"])
        self.assertEqual([row["stops_per_cycle"] for row in found], ["4", "", "0", "0"])
        self.assertEqual(list(found[0])[3:], ["proved", "regime", "stops_per_cycle", "amplitude_lower",
                                              "amplitude_upper", "reason"])
        for row in found:
            if row["proved"] == "1":
                self.assertLessEqual(float(row["amplitude_lower"]), float(row["amplitude_upper"]))
            else:
                self.assertIn("not unique", row["reason"])

    def test_a_certificate_is_checked_by_the_second_arithmetic(self):
        self.succeed("certify", "--friction-ratio", "0.7", "--frequency-ratio", "0.9", "--out", "proof.json")
        self.assertEqual(self.result("certify", "--check", "proof.json")["confirmed"], True)
        claim = json.loads((self.folder / "proof.json").read_text())
        self.assertEqual(float.fromhex(claim["friction_ratio"]), 0.7)
        lower, upper = map(float.fromhex, claim["amplitude_ratio"])
        self.assertLess(lower, upper)
        claim["stops_then_reverse"] = 4
        self.write("wrong.json", json.dumps(claim))
        run = self.run_program("certify", "--check", "wrong.json", "--json")
        self.assertEqual((run.returncode, json.loads(run.stdout)["confirmed"]), (3, False))
        for field, value in [("format", "another"), ("theorem", "T9"), ("regime", 3), ("friction_ratio", "-0x1p0"),
                             ("stops_then_reverse", -1), ("unique", "yes"), ("witness", []), ("amplitude_ratio", [1])]:
            self.write("broken.json", json.dumps({**claim, field: value}))
            self.refuse("certify", "--check", "broken.json", saying=["broken.json", field])
        self.write("text.json", "no certificate")
        self.refuse("certify", "--check", "text.json", saying=["text.json"])
        self.refuse("certify", "--check", "nowhere.json", saying=["nowhere.json"])

    def test_a_rectangle_is_covered(self):
        found = self.result("certify", "--box", "0.3:0.4,0.6:0.7", "--quarterings", "1", "--out", "boxes.csv")
        self.assertGreater(found["proved_area"], 0.5)
        self.assertAlmostEqual(sum(found["area_of_stops"].values()), found["proved_area"])
        with open(self.folder / "boxes.csv", newline="") as file:
            boxes = list(csv.DictReader(file))
        self.assertEqual(len(boxes), found["boxes"])
        self.assertEqual({row["regime"] for row in boxes}, {"continuous"})
        self.succeed("certify", "--box", "0.3:0.4,0.6:0.7", "--quarterings", "0", "--plot", "boxes.png")
        line = self.result("certify", "--box", "0.2:0.52,0.1:0.1", "--quarterings", "34")["ranges"]
        self.assertEqual([r["stops_per_cycle"] for r in line], [4, 6, 4, 6, 4])
        for below, above, printed in zip(line, line[1:], [4.895, 4.742, 2.675, 1.981]):
            gap = [below["friction_ratio"][1], above["friction_ratio"][0]]
            self.assertLess(gap[1] - gap[0], 2e-10)
            self.assertAlmostEqual(1 / gap[0], printed, delta=0.002)
        self.assertIn("6 stops", self.succeed("certify", "--box", "0.2:0.21,0.1:0.1", "--quarterings", "9"))
        self.refuse("certify", "--box", "0.2:0.3,0.1:0.1", "--plot", "line.png", saying=["--plot", "line"])
        self.refuse("certify", "--box", "0.2:0.3,0.1:0.2", "--quarterings", "13", saying=["most_quarterings = 13"])
        self.refuse("certify", "--box", "0.4:0.3,0.6:0.7", saying=["friction_ratio = 0.4:0.3"])
        self.refuse("certify", "--box", "0.4", saying=["x0:x1,y0:y1"])

    def test_every_event_of_a_motion_is_enclosed(self):
        motion = ["simulate", "hong-liu-fig10", "--until", "10", "--certify"]
        found = self.result(*motion)
        proof = found["proof"]
        self.assertEqual((proof["proved"], proof["reason"], proof["until"]), (True, None, 10))
        self.assertEqual(len(proof["events"]), len(found["events"]))
        self.assertGreater(len(proof["events"]), 20)
        for proved, event in zip(proof["events"], found["events"]):
            self.assertEqual((proved["kind"], proved["direction"]), (event["kind"], event["direction"]))
            for name in ("t", "x"):
                lower, upper = proved[name]
                self.assertLess(upper - lower, 1e-10)
                self.assertLessEqual(lower, event[name] + 1e-12)
                self.assertGreaterEqual(upper, event[name] - 1e-12)
        self.assertIn(f"{len(proof['events'])} events", self.succeed(*motion))
        # The net force at the last stop of this example is exactly the friction bound.
        run = self.run_program("simulate", "dlubal-0116", "--certify", "--json")
        self.assertEqual((run.returncode, json.loads(run.stdout)["proof"]["proved"]), (3, False))
        self.assertIn("sticks or turns", run.stderr)
        self.refuse("simulate", "stefanski-fig3b", "--certify", saying=["Coulomb friction of one bound"])
        self.refuse("simulate", "liu-fig5", "--certify", saying=["--certify", "one mass on a line"])

    def test_bad_input(self):
        self.write("points.csv", "friction_ratio,frequency_ratio,static_ratio\n0.1,0.5,0.2\n")
        self.refuse("certify", "--points", "points.csv", "--out", "proofs.csv", saying=["static_ratio", "points.csv:1"])
        self.refuse("certify", "--points", "points.csv", saying=["--out"])
        self.refuse("certify", "--friction-ratio", "0.1", saying=["--frequency-ratio"])
        self.refuse("certify", "--friction-ratio", "-0.1", "--frequency-ratio", "1", saying=["friction_ratio = -0.1"])
        self.refuse("certify", "--friction-ratio", "0.1", "--frequency-ratio", "1", "--out", "x.csv", saying=[".json"])
