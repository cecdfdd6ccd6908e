"""The recomputed papers: what comes out, and that a changed formula does not go unnoticed."""

import json
import pathlib
import re

import program
from program import ProgramTest

ENTRIES = pathlib.Path(__file__).resolve().parents[2] / "validation"
PAPERS = ["hong-liu", "dlubal", "riddoch", "liu", "stefanski"]


class Reproduce(ProgramTest):
    def entry(self, name, *changes):
        """A folder with one file of validation/, changed."""
        text = (ENTRIES / f"{name}.toml").read_text()
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        folder = self.folder / "mine"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.toml").write_text(text)
        return "mine"

    def fails(self, folder):
        run = self.run_program("reproduce", "--quick", "--json", "--validation", folder)
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1)
        (item,) = json.loads(run.stdout)
        self.assertEqual(item["verdict"], "not reproduced")
        return item

    def test_the_report_of_all_papers(self):
        # Sanitized programs take ten times as long: a few items of each paper there.
        some = ["hong-liu-fig10", "dlubal", "riddoch-fig5", "liu-fig7", "stefanski-fig3a"]
        is_sanitized = "sanitize" in program.BINARY
        self.succeed("reproduce", *(some if is_sanitized else []), "--quick", "--out", "report")
        report = json.loads((self.folder / "report" / "report.json").read_text())
        for item in report:
            self.assertEqual(item["verdict"], item["expected"], item["id"])
            self.assertIn(item["verdict"], ["reproduced", "printed wrong", "not decidable"])
            self.assertIn("printed", item)
            self.assertIn("computed", item)
        for paper in PAPERS:
            self.assertTrue(any(item["id"].startswith(paper + "-") for item in report), paper)
        page = (self.folder / "report" / "index.html").read_text()
        self.assertNotRegex(page, r'(src|href)="(?!data:|#)')  # nothing from outside
        self.assertNotIn("<script", page)
        self.assertIn("@media print", page)
        self.assertLess(page.index("Verdicts"), page.index("<article"))
        for item in report:
            self.assertIn(f'id="{item["id"]}"', page)

    def test_all_three_programs_of_dlubal(self):
        report = json.loads(self.succeed("reproduce", "dlubal", "--json"))
        checks = {c["what"]: c for item in report for c in item["checks"]}
        self.assertAlmostEqual(checks["u(1 s)"]["computed"], 138.930418738, delta=1e-8)
        self.assertAlmostEqual(checks["u(2 s)"]["computed"], 280.596239456, delta=1e-8)
        self.assertAlmostEqual(checks["residual deflection"]["computed"], 320, delta=1e-9)
        own = checks["u(1 s) against (116-12) in full precision"]
        self.assertLess(abs(own["computed"] - own["printed"]), 1e-15)
        ratios = [c for c in checks.values() if " over the exact one" in c["what"]]
        self.assertEqual(len(ratios), 9)

    def test_a_changed_coefficient_of_a_formula_fails(self):
        item = self.fails(self.entry("hong-liu-eq41", ("(1/W^2 - 1)^2", "(1/W^2 - 1.000001)^2")))
        self.assertFalse(item["checks"][0]["agrees_with_print"])

    def test_a_changed_parameter_of_the_computation_fails(self):
        self.fails(self.entry("dlubal-table", ('case = "dlubal-0116"\n', 'case = "dlubal-0116"\nset = {"oscillator.mass" = 100.001}\n')))

    def test_a_wrong_correction_fails(self):
        self.fails(self.entry("liu-eq82", ("right = \"atan2(2*z", "right = \"atan2(2.001*z")))

    def test_a_wrong_print_that_is_not_wrong_fails(self):
        self.fails(self.entry("dlubal-eq10", ("printed = 280", "printed = 0.3")))

    def test_mistakes_are_refused(self):
        self.refuse("reproduce", "hong-liu-fig99", saying="hong-liu-fig99")
        self.refuse("reproduce", "--validation", "nowhere", saying="nowhere")
        self.write("file", "")
        self.refuse("reproduce", "dlubal", "--out", "file/report", saying="file/report")
        folder = self.entry("dlubal-eq10", ("verdict =", "verdickt ="))
        self.refuse("reproduce", "--validation", folder, saying=["dlubal-eq10.toml", "verdickt"])

    def test_the_list_names_every_file(self):
        listed = {line.split()[0] for line in self.succeed("reproduce", "--list").splitlines()}
        self.assertEqual(listed, {file.stem for file in ENTRIES.glob("*.toml")})

    def test_every_number_of_the_errata_is_there(self):
        """What the errata say in numbers stands in a validation file."""
        files = "".join(file.read_text() for file in ENTRIES.glob("*.toml"))
        for number in ["1.23", "52", "0.33375", "4.7424", "0.265955038897", "3.40595591330", "4.02517590036", "3.240"]:
            self.assertTrue(re.search(re.escape(number), files), number)
