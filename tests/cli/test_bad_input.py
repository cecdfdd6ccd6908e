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
        self.refuse_text(LOADED.replace("mass", "mas"), "case.toml:3: ", "oscillator.mas", "stiffness")
        self.refuse_text(LOADED.replace("mass = 2", 'mass = "heavy"'), 'case.toml:3: oscillator.mass = "heavy"', "> 0")
        self.refuse_text(LOADED.replace("mass = 2", "mass = -2"), "case.toml:3: oscillator.mass = -2", "> 0")
        self.refuse_text(LOADED.replace("mass = 2", "mass = 0"), "oscillator.mass = 0")
        self.refuse_text(LOADED.replace("mass = 2", "mass = nan"), "oscillator.mass = nan", "finite")
        self.refuse_text(LOADED.replace("mass = 2", "mass = inf"), "oscillator.mass = inf", "finite")
        self.refuse_text(LOADED.replace("mass = 2", "mass = 1979-05-27"), "oscillator.mass")
        self.refuse_text(LOADED.replace("mass = 2", "mass = [1, 2]"), "oscillator.mass = [1, 2]")
        self.refuse_text(LOADED.replace("mass = 2\n", ""), "oscillator.mass is missing")
        self.refuse_text(LOADED.replace("stiffness = 8", "stiffness = -8"), "case.toml:4: oscillator.stiffness = -8")
        self.refuse_text(LOADED.replace("bound = 1", "bound = -1"), "friction.bound = -1", "≥ 0")
        self.refuse_text(LOADED.replace("bound = 1", "bound = 1\nmu = 0.1"), "friction.mu")
        self.refuse_text(LOADED.replace("bound = 1", "mu = 0.1"), "friction.normal")
        self.refuse_text(LOADED.replace("bound = 1", "bound = 1\nstatic_bound = 0.5"), "friction.static_bound = 0.5")
        self.refuse_text(LOADED.replace("bound = 1", 'bound = 1\nlaw = "viscous"'), "friction.law", "coulomb")
        self.refuse_text(LOADED.replace("constant", "konstant"), "load.kind", "harmonic")
        self.refuse_text(LOADED.replace("force = 3", ""), "load.force is missing")
        self.refuse_text(LOADED.replace("force = 3", "force = 3\nfrequency = 1"), "load.frequency")
        self.refuse_text(LOADED.replace("until = 5", "until = 0"), "run.until")
        self.refuse_text(LOADED.replace("until = 5", "until = 5\nsamples = 1.5"), "run.samples")
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
        self.refuse("simulate", "dlubal-0116", "more")
        self.refuse("--threads", "0", "cases")

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
