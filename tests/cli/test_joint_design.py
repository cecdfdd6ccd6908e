"""Designs of several keys at once, and over records: no choice tried elsewhere is better, and mistakes are one sentence."""

import math

from program import ProgramTest

FRAME = """title = "Two floors with friction braces"
[structure]
masses = [2000, 1000]
springs = [3e5, 2e5]
modal_damping = 0.03
names = ["floor", "roof"]
[[contact]]
name = "low"
between = [0, 1]
bound = 1000
stiffness = 6e5
[[contact]]
name = "high"
between = [1, 2]
bound = 500
stiffness = 4e5
"""
QUAKE = FRAME + '[[load]]\nkind = "base"\nfile = "one.csv"\nquantity = "acceleration"\n[run]\nuntil = 5\n'
HARMONIC = FRAME + '[[load]]\non = 2\nkind = "harmonic"\namplitude = 800\nfrequency = 8\n'
VARY = ["--vary", "contact.low.bound=100:6000", "--vary", "contact.high.bound=100:4000"]


def record(frequency, strength=3.0):
    rows = (f"{0.02 * i:.2f},{strength * math.sin(frequency * 0.02 * i) * math.exp(-((0.02 * i - 2) ** 2)):.6f}"
            for i in range(201))
    return "t,a\n" + "\n".join(rows) + "\n"


class JointDesign(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("quake.toml", QUAKE)
        self.write("harmonic.toml", HARMONIC)
        for name, frequency in [("one", 6), ("two", 11), ("three", 17)]:
            self.write(f"{name}.csv", record(frequency))

    def drift(self, name, low, high, samples=2001):
        """The largest drift of any storey, off the samples of `simulate`."""
        motion = self.result("simulate", "quake.toml", "--set", f"contact.low.bound={low!r}", "--set",
                             f"contact.high.bound={high!r}", "--set", f'load[1].file="{name}"', "--samples", str(samples))
        x = motion["samples"]["x"]
        return max(max(map(abs, x[0])), max(abs(b - a) for a, b in zip(*x)))

    def test_no_choice_of_a_grid_is_better(self):
        best = self.result("design", "quake.toml", *VARY, "--minimise", "peak_drift", "--records",
                           "one.csv,two.csv,three.csv", "--evaluations", "300")
        self.assertEqual(best["vary"], ["contact.low.bound", "contact.high.bound"])
        self.assertEqual((best["unit"], best["minimise"], best["over"], best["at"]), ("m", "peak_drift", None, None))
        names = ["one.csv", "two.csv", "three.csv"]
        self.assertEqual([r["record"] for r in best["responses"]], names)
        for told in best["responses"]:  # as simulate has it, but for what samples miss of a peak
            sampled = self.drift(told["record"], *best["values"], samples=10001)
            self.assertAlmostEqual(sampled / told["response"], 1.0, delta=1e-4)
        self.assertEqual(best["worst"], max(r["response"] for r in best["responses"]))
        self.assertIn(best["record"], names)
        self.assertLessEqual(best["evaluations"], 300)
        given = max(self.drift(name, 1000.0, 500.0) for name in names)
        self.assertAlmostEqual(best["as_given"]["worst"] / given, 1.0, delta=1e-4)
        for i in range(6):
            for j in range(6):
                choice = 100 + 5900 * (i + 0.5) / 6, 100 + 3900 * (j + 0.5) / 6
                self.assertGreater(max(self.drift(name, *choice) for name in names), best["worst"] * (1 - 1e-3))

    def test_keys_may_share_a_value(self):
        ask = ["design", "quake.toml", "--minimise", "peak[roof]", "--records", "one.csv", "--evaluations", "40"]
        both = "contact.low.bound,contact.high.bound"
        best = self.result(*ask, "--vary", f"{both}=100:4000")
        self.assertEqual((best["vary"], len(best["values"])), ([both], 1))
        said = self.succeed(*ask, "--vary", f"{both}=100:4000")
        self.assertRegex(said, r"best contact\.low\.bound and 1 more +[0-9.]+ N")

    def test_folders_patterns_and_factors_name_records(self):
        ask = ["design", "quake.toml", *VARY, "--minimise", "peak[roof]", "--evaluations", "30"]
        by_name = self.result(*ask, "--records", "one.csv,three.csv,two.csv")
        for records in [["."], ["./*.csv"], ["one.csv", "three.csv,two.csv"]]:
            found = self.result(*ask, *(part for r in records for part in ("--records", r)))
            self.assertEqual((found["values"], found["worst"]), (by_name["values"], by_name["worst"]))
        self.write("double.csv", record(11, 6.0))
        doubled = self.result(*ask, "--records", "double.csv")
        scaled = self.result(*ask, "--records", "two.csv@2")
        self.assertEqual(scaled["record"], "two.csv@2")
        self.assertAlmostEqual(scaled["worst"] / doubled["worst"], 1.0, delta=1e-4)  # six digits in the files

    def test_over_a_band_no_sweep_is_worse(self):
        ask = ["--over", "load.frequency=5:14"]
        best = self.result("design", "harmonic.toml", *VARY, "--minimise", "amplitude[1],amplitude[2-1]", *ask,
                           "--evaluations", "150")

        def worst(low, high):
            curve = self.result("sweep", "harmonic.toml", "--set", f"contact.low.bound={low!r}", "--set",
                                f"contact.high.bound={high!r}", "--over", "load.frequency=5:14:91", "--observables",
                                "amplitude[1],amplitude[2-1]")
            return max(curve["amplitude[1]"] + curve["amplitude[2-1]"])

        self.assertGreaterEqual(best["worst"] * (1 + 1e-9), worst(*best["values"]))
        self.assertIn(best["observable"], ["amplitude[1]", "amplitude[2-1]"])
        self.assertTrue(5 <= best["at"] <= 14)
        for i in range(7):
            for j in range(7):
                self.assertGreater(worst(100 + 5900 * i / 6, 100 + 3900 * j / 6), best["worst"] * (1 - 1e-3))

    def test_bytes_do_not_depend_on_the_number_of_threads(self):
        ask = ["design", "quake.toml", *VARY, "--minimise", "peak_drift", "--records", ".", "--evaluations", "60", "--json"]
        one = self.succeed("--threads", "1", *ask)
        for threads in ["2", "3"]:
            self.assertEqual(self.succeed("--threads", threads, *ask), one)

    def test_a_person_reads_units_and_a_table_of_records(self):
        said = self.succeed("design", "quake.toml", *VARY, "--minimise", "peak[roof],peak_drift", "--records",
                            "one.csv,two.csv", "--evaluations", "60")
        self.assertRegex(said, r"best contact\.low\.bound +[0-9.]+ N")
        self.assertRegex(said, r"largest peak\[roof\],peak_drift +[0-9.]+ m\n")
        self.assertRegex(said, r"reached under +(one|two)\.csv\n")
        self.assertRegex(said, r"with the case as it is +[0-9.]+ m\n")
        self.assertRegex(said, r"\nrecord +best +case as it is +\[m\]\none\.csv +[0-9.]+ +[0-9.]+\ntwo\.csv")

    def test_a_picture_has_the_values_and_the_records(self):
        said = self.succeed("design", "quake.toml", *VARY, "--minimise", "peak_drift", "--records", "one.csv,two.csv",
                            "--evaluations", "30", "--plot", "d.svg")
        self.assertIn("wrote d.svg", said)
        picture = (self.folder / "d.svg").read_text()
        for words in ["contact.low.bound", "contact.high.bound", "one.csv", "two.csv", "case as it is", "part of the range"]:
            self.assertIn(words, picture)
        self.succeed("design", "harmonic.toml", *VARY, "--minimise", "amplitude[1]", "--evaluations", "30", "--plot", "h.png")

    def test_one_mass_and_ratios_have_several_keys_too(self):
        best = self.result("design", "--damping-ratio", "0.02", "--vary", "friction_ratio=0.05:0.9", "--vary",
                           "damping_ratio=0:0.1", "--minimise", "amplitude_ratio", "--over", "frequency_ratio=0.6:1.4",
                           "--evaluations", "120")
        alone = self.result("design", "--damping-ratio", "0.1", "--vary", "friction_ratio=0.05:0.9", "--minimise",
                            "amplitude_ratio", "--over", "frequency_ratio=0.6:1.4")
        self.assertLessEqual(best["worst"], alone["worst"] * (1 + 1e-3))

    def test_mistakes_are_one_sentence(self):
        def refuse(*arguments, saying):
            self.refuse("design", *arguments, saying=saying)

        records = ["--records", "one.csv"]
        drift = ["--minimise", "peak_drift"]
        refuse("quake.toml", *VARY, "--minimise", "peak[attic]", *records, saying="attic")
        refuse("quake.toml", *VARY, "--minimise", "amplitude[1]", *records, saying="peak[DOF]")
        refuse("quake.toml", *VARY, "--minimise", "peak,peak_velocity", *records, saying="units differ")
        refuse("quake.toml", *VARY, *drift, "--records", "none.csv", saying="none.csv")
        refuse("quake.toml", *VARY, *drift, "--records", "one.csv,one.csv", saying="twice")
        refuse("quake.toml", *VARY, *drift, "--records", "one.csv@0", saying="factor")
        refuse("quake.toml", *VARY, *VARY, *drift, *records, saying="varied twice")
        refuse("quake.toml", "--vary", "contact.low.bound=-1:5", *drift, *records, saying="bound = -1")
        refuse("quake.toml", "--vary", "contact.low.bound,contact.middle.bound=1:5", *drift, *records, saying="middle")
        refuse("quake.toml", *VARY, *drift, *records, "--over", "load.scale=1:2", saying="do not go together")
        refuse("quake.toml", *VARY, *drift, *records, "--evaluations", "5", saying="needs at least 30")
        refuse("quake.toml", *VARY, "--avoid-stick", saying="--minimise only")
        refuse("quake.toml", *VARY, *drift, saying="record")
        refuse("harmonic.toml", *VARY, *drift, *records, saying="names none")
        refuse("harmonic.toml", VARY[0], VARY[1], "--minimise", "amplitude[1]", "--evaluations", "50", saying="one key")
        refuse("liu-fig6", "--vary", "friction.bound=1:2", "--minimise", "peak", *records, saying="names none")

    def test_an_unbounded_response_is_no_result(self):
        # Without friction that could hold it, an undamped mode at its own frequency has no steady motion.
        golden = repr((math.sqrt(5) + 1) / 2)
        run = self.run_program("design", "siconos-two-masses", "--set", f"load.frequency={golden}", "--vary",
                               "contact.floor.bound=0.001:0.01", "--vary", "load.amplitude=0.9:1", "--minimise",
                               "amplitude[1]", "--evaluations", "30")
        self.assertEqual((run.returncode, run.stdout), (3, ""))
        self.assertIn("unbounded", run.stderr)
