"""The recomputed papers: what comes out, and that a changed formula does not go unnoticed."""

import json
import os
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
        self.assertNotRegex(page, r'(src|href)="(?!figures/|#)')  # nothing from outside
        self.assertLess(len(page), 1_000_000)  # pictures are files beside it
        for picture in re.findall(r'src="([^"]*)"', page):
            self.assertGreater((self.folder / "report" / picture).stat().st_size, 100, picture)
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

    ITEM = (
        "title = 't'\nsource = 's'\nwhere = 'w'\nstatement = 'p'\nreason = 'r'\nverdict = 'reproduced'\n"
        "[[check]]\nwhat = 'x'\nprinted = {}\ncomputed = {}\n"
    )

    def item(self, text, name="mine"):
        folder = self.folder / "items"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.toml").write_text(text)
        return "items"

    def test_what_is_no_plain_file_is_refused(self):
        folder = self.folder / "items"
        folder.mkdir()
        path = folder / "trap.toml"
        os.mkfifo(path)
        self.refuse("reproduce", "--validation", "items", saying=["trap.toml", "not a file"])
        path.unlink()
        path.symlink_to("/dev/zero")
        self.refuse("reproduce", "--validation", "items", saying=["trap.toml", "not a file"])
        path.unlink()
        with path.open("wb") as file:
            file.truncate(3 << 30)
        self.refuse("reproduce", "--validation", "items", saying=["trap.toml", "bytes", "at most 1048576"])
        path.unlink()
        path.mkdir()
        self.refuse("reproduce", "--validation", "items", saying=["trap.toml", "not a file"])
        path.rmdir()
        (folder / "<script>.toml").write_text(self.ITEM.format(1, 1))
        self.refuse("reproduce", "--validation", "items", saying=["letters, digits"])

    def test_what_is_no_folder_holds_no_items(self):
        os.mkfifo(self.folder / "pipe")
        for name in ["pipe", "/dev/zero", self.write("plain.toml", self.ITEM.format(1, 1))]:
            self.refuse("reproduce", "--validation", name, saying=[name, "holds no validation files"])

    def test_an_item_reads_its_own_case_and_no_pipe(self):
        """An item may bring a case of its own, by name; what is no plain file there is refused as anywhere."""
        os.mkfifo(self.folder / "pipe.toml")
        for name in ["pipe.toml", "/dev/zero", "."]:
            self.fails_saying(
                self.ITEM.format(1, "'a.x'") + f"[run.a]\nkind = 'motion'\ncase = '{name}'\nuntil = '1'\n", name
            )

    def test_pipes_devices_and_folders_are_no_cases_records_or_matrices(self):
        (self.folder / "folder.toml").mkdir()
        os.mkfifo(self.folder / "pipe.toml")
        for verb in ["simulate", "steady"]:
            for name in ["pipe.toml", "folder.toml", "/dev/zero", "."]:
                self.refuse(verb, name, saying="not a file")
        (self.folder / "folder.csv").mkdir()
        for name in ["pipe.csv", "pipe.at2", "pipe.mtx", "pipe.npy", "pipe.npz", "pipe.pch"]:
            os.mkfifo(self.folder / name)
        structure = "[structure]\nmass = [[1]]\nstiffness = [[1]]\n[[contact]]\non = 1\nmu = 1\nnormal_record = '{}'\n"
        for name in ["pipe.csv", "pipe.at2", "/dev/zero", "folder.csv"]:
            self.write("case.toml", program.OSCILLATOR + f"[load]\nkind = 'record'\nfile = '{name}'\n")
            self.refuse("simulate", "case.toml", saying=[name, "not a file"])
            self.write("case.toml", structure.format(name))
            self.refuse("simulate", "case.toml", saying=[name, "not a file"])
        (self.folder / "zero.csv").symlink_to("/dev/zero")
        for name in ["pipe.csv", "pipe.mtx", "pipe.npy", "pipe.npz:k", "pipe.pch:K", "zero.csv", "folder.csv"]:
            for key, other in [("mass", "stiffness"), ("stiffness", "mass")]:
                self.write("case.toml", f"[structure]\n{key} = '{name}'\n{other} = [[1]]\n")
                self.refuse("simulate", "case.toml", saying=[name.split(":")[0], "not a file"])
        self.write("case.toml", "[structure]\nmass = '/dev/zero'\nstiffness = [[1]]\n")
        self.refuse("simulate", "case.toml", saying=["/dev/zero", "must end in .csv"])
        with (self.folder / "huge.at2").open("wb") as file:
            file.truncate(2 << 30)
        self.write("case.toml", program.OSCILLATOR + "[load]\nkind = 'record'\nfile = 'huge.at2'\n")
        self.refuse("simulate", "case.toml", saying=["huge.at2", "bytes"])

    def fails_saying(self, text, *words):
        run = self.run_program("reproduce", "--json", "--validation", self.item(text))
        self.assertEqual(run.returncode, 3, run.stderr)
        (item,) = json.loads(run.stdout)
        for word in words:
            self.assertIn(word, item["failure"])

    def test_runs_that_need_each_other_are_named(self):
        run = "[run.{}]\nkind = 'motion'\ncase = 'dlubal-0116'\nuntil = '{}'\n"
        item = self.ITEM.format(1, "'a.x'")
        self.fails_saying(item + run.format("a", "1 + a.x"), "circle", "a needs a")
        self.fails_saying(
            item + run.format("a", "1 + b.x") + run.format("b", "1 + c.x") + run.format("c", "1 + a.x"), "a needs b needs c needs a"
        )

    def test_endless_numbers_of_points_are_refused(self):
        for over in ["{x = [0, 1, 2000000000]}", "{x = [0, 1, -1]}", "{x = [0, 1, 0]}", "{x = [0, 1, 1.5]}"]:
            self.fails_saying(self.ITEM.format(1, 1) + f"over = {over}\n", "number of points", "whole number")
        self.fails_saying(self.ITEM.format(1, 1) + "over = {x = [0, 1, 9999], y = [0, 1, 9999]}\n", "at most")
        cells = "[run.g]\nkind = 'cells'\nx = [0, 1, 1000000]\ny = [0, 1, 1000000]\ncount = {n = 'stops == 0'}\n"
        self.fails_saying(self.ITEM.format(1, "'g.n'") + cells, "number of columns", "from 1 to")

    def test_values_of_the_wrong_type_are_refused_with_the_file(self):
        item = self.ITEM.format(1, 1)
        for wrong in ["order = 'first'\n" + item, item.replace("[[check]]\n", "[check]\n"), "check = 3\n" + item.split("[[")[0]]:
            self.refuse("reproduce", "--validation", self.item(wrong), saying="mine.toml")
        for figure in ["figure = 3\n", "[figure]\npanel = 3\n", "[figure]\nwidth = 1000000\n[[figure.panel]]\n"]:
            text = figure + item if figure.startswith("figure") else item + figure
            run = self.run_program("reproduce", "--validation", self.item(text), "--out", "report")
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn("mine: the figure: ", run.stderr)

    def test_a_value_that_is_not_printed_says_so(self):
        text = self.ITEM.format(3, 3) + "[[check]]\nwhat = 'y'\nreference = 2\ncomputed = 2\n"
        (item,) = json.loads(self.succeed("reproduce", "--json", "--validation", self.item(text)))
        self.assertEqual(item["printed"], 3)
        self.assertEqual(item["checks"][1]["reference"], 2)
        self.assertNotIn("printed", item["checks"][1])
        self.succeed("reproduce", "--validation", "items", "--out", "report")
        self.assertIn("not printed; reference", (self.folder / "report" / "index.html").read_text())
        for wrong in ["printed = 1\nreference = 1", "right = 1\nreference = 1", "right = 1"]:
            bad = self.ITEM.format(3, 3) + f"[[check]]\nwhat = 'y'\n{wrong}\ncomputed = 2\n"
            self.refuse("reproduce", "--validation", self.item(bad), saying="[[check]]")

    def test_every_item_that_judges_words_has_numbers_only_where_they_are_printed(self):
        """The paper prints no number for these; a check of theirs is a yes or no, or names a reference."""
        for name in ["liu-fig5", "stefanski-title"]:
            (item,) = json.loads(self.succeed("reproduce", "--quick", "--json", name))
            for check in item["checks"]:
                self.assertTrue("reference" in check or check["printed"] in (0, 1), check["what"])

    def test_the_list_names_every_file(self):
        listed = {line.split()[0] for line in self.succeed("reproduce", "--list").splitlines()}
        self.assertEqual(listed, {file.stem for file in ENTRIES.glob("*.toml")})

    def test_every_number_of_the_errata_is_there(self):
        """What the errata say in numbers stands in a validation file."""
        files = "".join(file.read_text() for file in ENTRIES.glob("*.toml"))
        for number in ["1.23", "52", "0.33375", "4.7424", "0.265955038897", "3.40595591330", "4.02517590036", "3.240"]:
            self.assertTrue(re.search(re.escape(number), files), number)
