"""What a newcomer reads: help, guesses for mistyped names, units, names of files."""

import os
import re
import signal

from program import ProgramTest
from slow_map import SlowMap

VERBS = ["simulate", "steady", "sweep", "map", "boundary", "design", "ensemble", "backbone", "lyapunov", "poincare", "bifurcation",
         "basins", "identify", "certify", "reproduce", "cases", "demo", "explore"]


class Help(ProgramTest):
    def help_of(self, *arguments, columns=None):
        environment = {**os.environ}
        environment.pop("COLUMNS", None)
        if columns is not None:
            environment["COLUMNS"] = str(columns)
        run = self.run_program(*arguments, "--help", environment=environment)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    def test_it_fits_the_terminal(self):
        for columns, width in [(None, 80), (60, 60), (100, 100)]:
            for verb in [None, *VERBS]:
                text = self.help_of(*([verb] if verb else []), columns=columns)
                for line in text.splitlines():
                    self.assertLessEqual(len(line), width, f"{verb} at {columns}: {line!r}")
                    self.assertFalse(line.startswith("       ") and line.lstrip().startswith("--"), line)

    def test_it_speaks_of_verbs_and_shows_no_numbers_of_the_parser(self):
        for verb in [None, *VERBS]:
            text = self.help_of(*([verb] if verb else []))
            self.assertNotRegex(text, r"SUBCOMMAND|Subcommand|subcommand|->|INT in|UINT|POSITIVE|\{", verb)
            if verb:
                self.assertIn("Example", text)
                self.assertIn("stickslip " + verb, text)
        self.assertIn("VERB", self.help_of())
        self.assertIn("130", self.help_of())

    def test_it_lists_the_observables(self):
        run = self.run_program("sweep", "riddoch-fig5", "--over", "friction_ratio=0.1:0.2:2", "--observables", "nothing")
        names = run.stderr.split("nown are ")[1].strip().split(", ")
        self.assertGreater(len(names), 15)
        for verb in ["sweep", "map", "design"]:
            words = re.split(r"[\s,.]+", self.help_of(verb))
            for name in names:
                self.assertIn(name, words, verb)


class MistypedNames(ProgramTest):
    def test_each_kind_of_name_gets_a_guess(self):
        over = ["--over", "frequency_ratio=0.5:1:3"]
        for arguments, said in [
            (["simulat", "dlubal-0116"], "did you mean simulate?"),
            (["stedy"], "did you mean steady?"),
            (["simulate", "dlubal-0116", "--plt", "a.svg"], "did you mean --plot?"),
            (["simulate", "dlubal-0116", "--sampels=5"], "did you mean --samples?"),
            (["simulate", "dlubal-116"], "did you mean dlubal-0116?"),
            (["cases", "dlubal-116"], "did you mean dlubal-0116?"),
            (["steady", "riddoch-fig5", "--set", "load.frequncy=2"], "did you mean load.frequency?"),
            (["steady", "riddoch-fig5", "--set", "frction.bound=2"], "did you mean friction? The tables are"),
            (["sweep", "--friction-ratio", "0.3", *over, "--observables", "stuck_fracton"], "did you mean stuck_fraction?"),
            (["sweep", "liu-fig6", "--over", "load.frequency=1:2:2", "--observables", "magnificaton"],
             "did you mean magnification?"),
            (["design", "--frequency-ratio", "0.7", "--vary", "friction_ratio=0.1:0.9", "--minimise", "amplitude_ration"],
             "did you mean amplitude_ratio?"),
        ]:
            with self.subTest(arguments=arguments):
                self.refuse(*arguments, saying=said)

    def test_an_unknown_key_is_named_before_anything_else(self):
        for arguments in [
            ["sweep", "--over", "freq=0.1:2:5"],
            ["map", "--x", "freq=0:1:5", "--y", "friction_ratio=0:1:5"],
            ["boundary", "--x", "freq=0:1", "--at", "friction_ratio=0.5"],
            ["design", "--vary", "freq=0:1", "--minimise", "amplitude_ratio"],
            ["bifurcation", "stefanski-fig3b", "--over", "freq=0:1:5"],
        ]:
            run = self.run_program(*arguments)
            self.assertEqual(run.returncode, 2)
            self.assertIn("unknown key freq; did you mean frequency_ratio?", run.stderr)
            self.assertNotIn("needs", run.stderr)

    def test_the_first_mistake_is_the_one_that_is_named(self):
        for arguments in [["simulate", "--plt", "a.svg"], ["simulate", "--plt", "a.svg", "--untl", "3", "x"]]:
            run = self.run_program(*arguments)
            self.assertEqual(run.returncode, 2)
            self.assertIn("--plt", run.stderr)
            self.assertNotIn("--untl", run.stderr)
            self.assertNotIn("CASE", run.stderr)

    def test_a_missing_argument_is_named_with_its_verb(self):
        self.refuse("simulate", saying=["simulate: ", "CASE"])

    def test_a_value_that_an_option_does_not_take_is_refused_with_what_it_takes(self):
        case = ["simulate", "dlubal-0116"]
        for arguments, said in [
            (["steady", "--friction-ratio", "x", "--frequency-ratio", "1"], "steady: --friction-ratio = x is not a number"),
            ([*case, "--times", "1,a"], "--times = 1,a is not a number"),
            ([*case, "--samples", "1.5"], "--samples = 1.5 must be a whole number from 2 to 1000000000"),
            ([*case, "--max-events", "0"], "--max-events = 0 must be greater than 0"),
            ([*case, "--until"], "--until needs a value: --until T"),
            ([*case, "--until", "1", "--until", "2"], "--until may be given only once"),
            (["poincare", "stefanski-fig3b", "--section", "relese"], "--section relese is unknown; did you mean release?"),
            (["poincare", "stefanski-fig3b", "--phase", "2"], "--phase = 2 must be at least 0 and below 1"),
            (["sweep", "riddoch-fig5", "--over", "load.frequency=1:2:3", "--direction", "sideways"],
             "--direction sideways is unknown; known are none, up, down, both"),
        ]:
            with self.subTest(arguments=arguments):
                self.refuse(*arguments, saying=said)


class Units(ProgramTest):
    RATIOS = ["--friction-ratio", "0.6", "--frequency-ratio", "0.3"]

    def test_dimensionless_cases_are_told_in_ratios(self):
        card = self.succeed("steady", *self.RATIOS)
        self.assertIn("p₀/k", card)
        self.assertNotRegex(card, r"\d (m|m/s|J|N|s)\b")
        self.write("case.toml", "[ratios]\nfriction = 0.6\nfrequency = 0.3\n")
        table = self.succeed("simulate", "case.toml")
        self.assertIn("t [1/ωₙ]", table)
        self.assertNotRegex(table, r"\d (m|m/s|J|N|s|kg)\b|\[s\]|\[m\]")
        self.assertRegex(self.succeed("simulate", "dlubal-0116"), r"t \[s\]")

    def test_the_residual_has_its_unit(self):
        self.assertEqual(self.result("steady", *self.RATIOS)["residual_unit"], "p₀/k")
        self.assertEqual(self.result("steady", "block-on-belt")["residual_unit"], "m")
        self.assertRegex(self.succeed("steady", "block-on-belt"), r"closure error\s+\S+ m\n")
        self.assertRegex(self.succeed("steady", *self.RATIOS), r"closure error\s+\S+ p₀/k\n")

    def test_maps_have_the_units_of_their_case(self):
        import xarray

        plane = ["--y", "frequency_ratio=0.4:0.8:3", "--observables", "amplitude,residual", "--out", "map.nc"]
        self.succeed("map", "--x", "friction_ratio=0.2:0.8:3", *plane)
        with xarray.open_dataset(self.folder / "map.nc") as data:
            self.assertEqual((data.amplitude.attrs["units"], data.residual.attrs["units"]), ("p₀/k", "p₀/k"))
        (self.folder / "map.nc").unlink()
        self.succeed("map", "hong-liu-fig10", "--x", "friction_ratio=0.2:0.8:3", *plane)
        with xarray.open_dataset(self.folder / "map.nc") as data:
            self.assertEqual((data.amplitude.attrs["units"], data.residual.attrs["units"]), ("m", "p₀/k"))

    def test_design_has_units_and_columns(self):
        text = self.succeed("design", "friction-isolator", "--vary", "friction.bound=20:2000", "--minimise",
                            "transmitted_force", "--over", "load.frequency=20:21")
        rows = [line.split("  ", 1) for line in text.splitlines()]
        starts = {len(line) - len(line.split("  ", 1)[1].lstrip()) for line in text.splitlines()}
        self.assertEqual(len(starts), 1, text)
        self.assertRegex(rows[0][1], r"\d N$")
        self.assertRegex(text, r"reached at load.frequency +\S+ rad/s")
        self.assertRegex(text, r"largest transmitted_force +\S+ N\n")


class WrittenFiles(ProgramTest):
    def test_every_verb_says_which_file_it_wrote_and_prints_no_table_beside_it(self):
        ratios = ["--friction-ratio", "0.3"]
        for name, arguments in {
            "a.svg": ["sweep", *ratios, "--over", "frequency_ratio=0.5:1:5", "--plot", "a.svg"],
            "b.csv": ["sweep", *ratios, "--over", "frequency_ratio=0.5:1:5", "--out", "b.csv"],
            "c.csv": ["poincare", "stefanski-fig3b", "--points", "5", "--out", "c.csv"],
            "d.svg": ["poincare", "stefanski-fig3b", "--points", "5", "--plot", "d.svg"],
            "e.csv": ["boundary", "--x", "friction_ratio=0.7:1.1", "--y", "frequency_ratio=1:1.4", "--out", "e.csv"],
            "f.csv": ["sweep", "liu-fig6", "--over", "load.frequency=3:4:2", "--out", "f.csv"],
        }.items():
            text = self.succeed(*arguments)
            self.assertEqual(text, f"wrote {name}\n")
            self.assertTrue((self.folder / name).is_file())
        for name, arguments in {
            "m.csv": ["simulate", "dlubal-0116", "--out", "m.csv"],
            "s.svg": ["steady", "riddoch-fig6", "--plot", "s.svg"],
            "n.nc": ["map", "--x", "friction_ratio=0.2:0.8:3", "--y", "frequency_ratio=0.4:0.8:3", "--out", "n.nc"],
            "l.svg": ["lyapunov", "stefanski-fig3b", "--periods", "64", "--transient", "5", "--plot", "l.svg"],
            "v.svg": ["basins", "stefanski-fig3b", "--position=-1:1:2", "--velocity=-1:1:2", "--periods", "50", "--plot",
                      "v.svg"],
            "q.csv": ["bifurcation", "stefanski-fig3b", "--over", "load.amplitude=1:2:2", "--periods", "50", "--starts",
                      "1", "--no-sweeps", "--out", "q.csv"],
            "g.svg": ["design", "--frequency-ratio", "0.7", "--vary", "friction_ratio=0.1:0.9", "--minimise",
                      "amplitude_ratio", "--plot", "g.svg"],
        }.items():
            self.assertIn(f"wrote {name}\n", self.succeed(*arguments), name)
            run = self.run_program(*[a.replace(name, "again-" + name) for a in arguments], "--json")
            self.assertNotIn("wrote", run.stdout)
            self.assertIn(f"stickslip: wrote again-{name}\n", run.stderr)

    def test_a_map_with_boundaries_reports_the_whole_time(self):
        import time

        plane = ["--x", "friction_ratio=0.5:1.1:4", "--y", "frequency_ratio=0.5:1.4:4", "--plot", "m.svg"]
        started = time.monotonic()
        told = self.result("map", *plane, "--boundaries")["seconds"]
        took = time.monotonic() - started
        plain = self.result("map", *plane)["seconds"]
        self.assertLess(told, took)
        self.assertGreater(told, 0.5 * took)
        self.assertGreater(told, plain)

    def test_chaos_tools_say_beforehand_how_long_they_take(self):
        for arguments in [
            ["lyapunov", "stefanski-fig3b", "--periods", "64", "--transient", "5"],
            ["basins", "stefanski-fig3b", "--position=-1:1:2", "--velocity=-1:1:2", "--periods", "50"],
            ["bifurcation", "stefanski-fig3b", "--over", "load.amplitude=1:2:2", "--periods", "50", "--starts", "1"],
        ]:
            run = self.run_program(*arguments, "--threads", "1")
            self.assertRegex(run.stderr, r"^stickslip: this takes .+ on 1 thread\n", arguments)


class HostileText(ProgramTest):
    def test_titles_and_names_reach_the_terminal_without_control_sequences(self):
        title = "a\\u001b]0;owned\\u0007b\\u001b[31mc\\u009b2Jd\\u202ee"
        body = "[oscillator]\nmass = 1\nstiffness = 1\n[friction]\nbound = 0.3\n[load]\nkind = \"harmonic\"\n" \
               "amplitude = 1\nfrequency = 0.7\n"
        self.write("case.toml", f'title = "{title}"\n{body}')
        self.write("plane.toml", f'title = "{title}"\n' + body.replace("mass", "dimensions = 2\nmass").replace(
            "amplitude = 1", "amplitude = [1, 1]"))
        for arguments in [
            ["simulate", "case.toml"], ["steady", "case.toml"], ["simulate", "plane.toml"], ["steady", "plane.toml"],
            ["lyapunov", "case.toml", "--periods", "64", "--transient", "5"],
            ["basins", "case.toml", "--position=-1:1:2", "--velocity=-1:1:2", "--periods", "50"],
        ]:
            text = self.succeed(*arguments)
            self.assertRegex(text, "a .*b .*c .*d .*e", arguments)
            for control in ["\x1b", "\x07", "\x9b", "\u202e"]:
                self.assertNotIn(control, text)
        run = self.run_program("simulate", "no\x1b[31msuch\nfile")
        self.assertEqual(run.returncode, 2)
        self.assertNotIn("\x1b", run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1)


class HostileNames(SlowMap):
    def test_the_sentence_of_an_interruption_has_no_control_sequences(self):
        run = self.start(*self.LONG, "--out", "m\x1b[31m.nc")
        self.wait_for_tiles("m\x1b[31m.nc.partial", 1, run)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate()
        self.assertEqual(run.returncode, 130)
        self.assertIn("--resume continues from m [31m.nc.partial", said)
        self.assertNotIn("\x1b", said)
