"""Every mistake: exit code 2, one sentence, nothing left behind."""

import os
import subprocess

import program
from program import OSCILLATOR, ProgramTest

LOADED = OSCILLATOR + '[load]\nkind = "constant"\nforce = 3\n[run]\nuntil = 5\n'
BASE = OSCILLATOR + '[load]\nkind = "base"\nsurface = "{}"\nfile = "{}"\nquantity = "{}"\n'


class BadCases(ProgramTest):
    def refuse_text(self, text, *saying):
        self.write("case.toml", text)
        self.refuse("simulate", "case.toml", "--out", "motion.csv", "--plot", "motion.svg", saying=saying)

    def test_mistakes_in_keys_and_values_name_file_line_key_and_value(self):
        for old, new, *saying in (
            ("mass", "mas", "case.toml:3: ", "oscillator.mas", "stiffness"),
            ("mass = 2", 'mass = "heavy"', 'case.toml:3: oscillator.mass = "heavy"', "> 0"),
            ("mass = 2", "mass = -2", "case.toml:3: oscillator.mass = -2", "> 0"),
            ("mass = 2", "mass = 0", "oscillator.mass = 0"),
            ("mass = 2", "mass = nan", "oscillator.mass = nan", "finite"),
            ("mass = 2", "mass = inf", "oscillator.mass = inf", "finite"),
            ("mass = 2", "mass = 1979-05-27", "oscillator.mass"),
            ("mass = 2", "mass = [1, 2]", "oscillator.mass = [1, 2]"),
            ("mass = 2\n", "", "oscillator.mass is missing"),
            ("stiffness = 8", "stiffness = -8", "case.toml:4: oscillator.stiffness = -8"),
            ("bound = 1", "bound = -1", "friction.bound = -1", "≥ 0"),
            ("bound = 1", "bound = 1\nmu = 0.1", "friction.mu"),
            ("bound = 1", "mu = 0.1", "friction.normal"),
            ("bound = 1", "bound = 1\nstatic_bound = 0.5", "friction.static_bound = 0.5"),
            ("bound = 1", 'bound = 1\nlaw = "viscous"', "friction.law", "coulomb"),
            ("constant", "konstant", "load.kind", "harmonic"),
            ("force = 3", "", "load.force is missing"),
            ("force = 3", "force = 3\nfrequency = 1", "load.frequency"),
            ("until = 5", "until = 0", "run.until"),
            ("until = 5", "until = 5\nsamples = 1.5", "run.samples"),
        ):
            with self.subTest(new):
                self.refuse_text(LOADED.replace(old, new), *saying)
        self.refuse_text(LOADED + "[extra]\n", "[extra]")
        self.refuse_text("color = 1\n" + LOADED, "color")
        self.refuse_text(LOADED + "[ratios]\nfriction = 0.5\nfrequency = 1\n", "[ratios]")
        self.refuse_text("[ratios]\nfriction = 0.5\n", "ratios.frequency")
        self.refuse_text("[ratios]\nfriction = 0.5\nfrequency = 1\nstatic = 0.2\n", "ratios.static = 0.2")

    def test_things_that_are_no_case_file(self):
        self.refuse_text("", "empty")
        self.refuse_text("\n \n", "empty")
        self.refuse_text("title = \n", "case.toml:1: ", "TOML")
        self.refuse_text("[" * 100000, "TOML")
        self.refuse_text(bytes(range(256)) * 100, "TOML")
        self.refuse_text(b"x" * 5_000_000, "5000000 bytes", "at most")
        self.refuse("simulate", "missing.toml", saying=["missing.toml", "no such"])
        self.refuse("simulate", ".", saying="not a file")
        self.refuse("simulate", "/dev/zero", saying="not a file")
        self.refuse("cases", "missing")

    def test_a_huge_file_is_refused_by_its_size(self):
        with open(self.folder / "huge.toml", "wb") as file:
            file.truncate(10 * 2**30)
        self.refuse("simulate", "huge.toml", saying="at most")

    def test_overrides(self):
        self.write("case.toml", LOADED)
        for override, saying in [
            ("oscillator.mass=-1", "--set: oscillator.mass = -1"),
            ("oscillator.mass=abc", '--set: oscillator.mass = "abc"'),
            ("oscillator.mas=1", "oscillator.mas"),
            ("mass=1", "--set: unknown key mass; did you mean oscillator.mass?"),
            ("oscillator=1", "--set: oscillator is a table; name one of its keys: mass, stiffness"),
            ("oscillator.mass", "table.key=value"),
            ("load.amplitude[0]=1", "load.amplitude"),
            ("friction_ratio=0.5", "friction_ratio"),
            ("frequency_ratio=-1", "frequency_ratio = -1"),
            ("oscillator.mass=1\noscillator.stiffness=2", "oscillator.mass"),
        ]:
            self.refuse("simulate", "case.toml", "--set", override, "--out", "motion.nc", saying=saying)


class BadRecords(ProgramTest):
    def refuse_record(self, rows, *saying):
        self.write("record.csv", rows)
        self.write("case.toml", OSCILLATOR + '[load]\nkind = "record"\nfile = "record.csv"\n')
        self.refuse("simulate", "case.toml", "--out", "motion.csv", saying=("record.csv", *saying))

    def test_mistakes_in_rows_name_the_line(self):
        self.refuse_record("time,force\n0,1\n1,2\n1,3\n", "record.csv:4: ", "later than 1")
        self.refuse_record("0,1\n1,2\n0.5,3\n", "record.csv:3: ")
        self.refuse_record("0,1\n", "at least two rows")
        self.refuse_record("", "at least two rows")
        self.refuse_record("time,force\n", "at least two rows")
        self.refuse_record("0,1\n1,two\n", "record.csv:2: ", '"two"')
        self.refuse_record("0,1\none,2\n", "record.csv:2: ", '"one"')
        self.refuse_record("0,1\n1,nan\n", "record.csv:2: ", "finite")
        self.refuse_record("0,1\ninf,2\n", "record.csv:2: ", "finite")
        self.refuse_record("0,1\n1\n", "record.csv:2: ")
        self.refuse_record("0,1\n1,2,3\n", "record.csv:2: ", "two cells")
        self.refuse_record("0,1\n1,1e999\n", "record.csv:2: ")
        self.refuse_record(bytes(range(256)) * 100, "record.csv")
        self.refuse_record(b"0" * 3_000_000, "longer")

    def test_files(self):
        self.write("case.toml", OSCILLATOR + '[load]\nkind = "record"\nfile = "record.csv"\n')
        self.refuse("simulate", "case.toml", saying=["record.csv", "no such"])
        with open(self.folder / "record.csv", "wb") as file:
            file.truncate(10 * 2**30)
        self.refuse("simulate", "case.toml", saying=["record.csv", "at most"])

    def test_a_displacement_record_on_a_moving_surface_is_refused_with_the_reason(self):
        self.write("y.csv", "0,0\n1,1\n")
        self.write("case.toml", BASE.format("moving", "y.csv", "displacement"))
        self.refuse("simulate", "case.toml", saying=["load.quantity", "impulses"])

    def test_what_is_allowed(self):
        for rows in ["0 1\r\n1 2\r\n", "t;p\n0;1\n1;2", "\ufefftime,p\n# comment\n\n0, +1\n1,\t2\n", "0\t1\n1\t2\n"]:
            self.write("record.csv", rows)
            self.write("case.toml", OSCILLATOR + '[load]\nkind = "record"\nfile = "record.csv"\n')
            self.succeed("simulate", "case.toml")
        for surface, quantity in [("fixed", "displacement"), ("fixed", "acceleration"), ("moving", "acceleration")]:
            self.write("case.toml", BASE.format(surface, "record.csv", quantity))
            self.succeed("simulate", "case.toml")


class BadArguments(ProgramTest):
    def test_times_and_samples(self):
        for arguments in [
            ["--times", "6", "--until", "5"],
            ["--times", "-1"],
            ["--times", "nan"],
            ["--times", "1,x"],
            ["--until", "-1"],
            ["--until", "inf"],
            ["--samples", "1"],
            ["--samples", "1.5"],
            ["--samples", "many"],
            ["--unknown"],
            ["--max-events", "0"],
        ]:
            self.refuse("simulate", "dlubal-0116", *arguments, "--out", "motion.csv")

    def test_the_line_itself(self):
        self.refuse("simulate")
        self.refuse("simulat", "dlubal-0116")
        self.refuse("simulate", "dlubal-0116", "more", saying="simulate: there is no place for more")
        self.refuse("--threads", "0", "cases")

    PLANE = ["--x", "friction_ratio=0.1:0.9:4", "--y", "frequency_ratio=0.3:1.2:4"]

    def test_an_empty_value_is_not_taken_for_no_value(self):
        for arguments, name in [
            (["simulate", ""], "CASE"),
            (["simulate", "dlubal-0116", "--plot", ""], "--plot"),
            (["simulate", "dlubal-0116", "--set", ""], "--set"),
            (["steady", "riddoch-fig6", "--out", ""], "--out"),
            (["sweep", "riddoch-fig6", "--over", "friction_ratio=0.1:0.9:3", "--observables", ""], "--observables"),
            (["map", *self.PLANE, "--out", ""], "--out"),
            (["demo", "--out", ""], "--out"),
        ]:
            with self.subTest(arguments):
                self.refuse(*arguments, saying=f"{arguments[0]}: {name} is empty")

    def test_options_that_do_not_go_together(self):
        line = ["boundary", "--x", "friction_ratio=0:1.1", "--at", "frequency_ratio=0.25"]
        stick = ["design", "riddoch-fig5", "--vary", "friction_ratio=0.1:0.9", "--avoid-stick"]
        for arguments, saying in [
            ([*line, "--y", "damping_ratio=0:1"], "--at and --y"),
            ([*line, "--plot", "a.svg"], "--plot take curves"),
            ([*line, "--out", "a.csv"], "--out and --plot"),
            ([*stick, "--plot", "a.svg"], "--plot draws the optimum that --minimise finds"),
            (["map", *self.PLANE, "--resume"], "give --out F.nc too"),
        ]:
            with self.subTest(arguments):
                self.refuse(*arguments, saying=saying)

    def test_one_key_cannot_vary_twice(self):
        for verb, options in [
            ("map", ["--x", "friction_ratio=0:1:4", "--y", "friction_ratio=0:1:4"]),
            ("boundary", ["--x", "friction_ratio=0:1", "--y", "friction_ratio=0:1"]),
            ("boundary", ["--x", "friction_ratio=0:1", "--at", "friction_ratio=0.5"]),
            ("design", ["--vary", "friction_ratio=0.1:1", "--over", "friction_ratio=0.1:1", "--minimise", "amplitude"]),
        ]:
            with self.subTest(verb):
                self.refuse(verb, *options, saying=[options[0], options[2], "the same key, friction_ratio"])

    def test_names_stand_once_in_a_list(self):
        over = ["--over", "frequency_ratio=0.3:1.2:3", "--observables", "amplitude,regime,amplitude"]
        self.refuse("sweep", "--friction-ratio", "0.3", *over, saying="--observables names amplitude twice")
        laws = ["--over", "load.amplitude=1:2:2", "--laws", "none,none"]
        self.refuse("bifurcation", "stefanski-fig3b", *laws, saying="--laws names none twice")

    def test_numbers_out_of_range_are_told_with_the_range(self):
        for arguments, saying in [
            (["backbone", "dlubal-0116", "--ripple", "2"], "--ripple = 2 must be a number from 0 to 1"),
            (["backbone", "dlubal-0116", "--until", "nan"], "--until = nan must be a finite number > 0 [s]"),
            (["backbone", "dlubal-0116", "--until", "0"], "--until = 0 must be a finite number > 0 [s]"),
            (["basins", "stefanski-fig3b", "--position=1:2"], "--position 1:2: does not have three parts; the form is from:to:count"),
            (["basins", "stefanski-fig3b", "--position=0:1:9999", "--velocity=0:1:9999"], "99980001 starts; at most 10000000"),
            (["simulate", "dlubal-0116", "--samples", "99999999", "--json"], "too many for JSON"),
            (["simulate", "liu-fig5", "--method", "lorentz-composition", "--step", "1e-300"], "at most 5000000 are taken"),
            (["simulate", "dlubal-0116", "--max-events", "0"], "--max-events = 0 must be greater than 0"),
        ]:
            with self.subTest(arguments):
                self.refuse(*arguments, saying=saying)

    def test_a_map_that_cannot_be_computed_leaves_no_state(self):
        plane = ["--x", "load.force=0:1:3", "--y", "oscillator.mass=1:2:3"]
        self.refuse("map", "dlubal-0116", *plane, "--out", "m.nc", saying="periodic load")

    def test_files_that_cannot_be_written(self):
        (self.folder / "folder.csv").mkdir()
        for arguments in [
            ["--out", "motion.txt"],
            ["--out", "motion"],
            ["--plot", "motion.gif"],
            ["--out", "missing/motion.csv"],
            ["--plot", "missing/motion.svg"],
            ["--out", "folder.csv"],
            ["--out", "good.csv", "--plot", "missing/motion.svg"],
        ]:
            self.refuse("simulate", "dlubal-0116", *arguments)

    def test_without_gnuplot_a_plot_fails_and_leaves_nothing(self):
        run = self.run_program("simulate", "dlubal-0116", "--plot", "a.svg", environment={**os.environ, "PATH": ""})
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr.count("\n"), 1)
        self.assertIn("gnuplot", run.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_full_disk_is_not_silent(self):
        with open("/dev/full", "w") as full:
            run = subprocess.run([program.BINARY, "simulate", "dlubal-0116", "--json"], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(run.returncode, 1)

    def test_where_nobody_can_read_the_sentence_the_exit_code_tells(self):
        """Standard error on a full disk, or closed: a run that could not say its sentence was aborted."""
        points = self.write("p.csv", "friction_ratio,frequency_ratio\n0.3,0.5\n")
        commands = [
            (2, ["simulate", "nothing"]),
            (2, ["simulate", "dlubal-0116", "--plt", "a.svg"]),
            (3, ["steady", "--friction-ratio", "0.3", "--frequency-ratio", "1e-7"]),
            (3, ["steady", "--friction-ratio", "0.3", "--frequency-ratio", "1"]),
            (3, ["certify", "--friction-ratio", "0.3", "--frequency-ratio", "0.5"]),
            (3, ["simulate", "hong-liu-fig10", "--max-events", "3"]),
            (0, ["steady", "--points", points, "--out", "a.csv", "--json"]),
            (0, ["lyapunov", "stefanski-fig3b", "--periods", "64", "--runs", "2", "--transient", "4"]),
        ]
        for code, arguments in commands:
            with open("/dev/full", "w") as full, self.subTest(arguments):
                run = subprocess.run([program.BINARY, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=full)
                self.assertEqual(run.returncode, code)
                run = subprocess.run([program.BINARY, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                     preexec_fn=lambda: os.close(2))
                self.assertEqual(run.returncode, code)
