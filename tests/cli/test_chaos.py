"""Friction laws, springs and the tools of chaos from the command line."""

import program
from program import ProgramTest

DUFFING = """
[oscillator]
mass = 1
damping = 0.1
[spring]
cubic = 1
[friction]
law = "stefanski"
mu_static = 0.3
mu_kinetic = 0.25
normal = 0.5
a1 = 12
a2 = 0.1
[load]
kind = "harmonic"
amplitude = 10
frequency = 1
phase = 1.5707963267948966
[start]
position = 0.5
velocity = 0.1
"""


class Laws(ProgramTest):
    def refuse_text(self, text, *saying):
        self.write("case.toml", text)
        self.refuse("simulate", "case.toml", saying=saying)

    def test_mistakes_in_laws_and_springs(self):
        laws = ["coulomb", "static-kinetic", "stribeck-rational", "stefanski-literal", "lugre", "bouc-wen", "none"]
        self.refuse_text(DUFFING.replace('"stefanski"', '"velcro"'), "case.toml:8: friction.law", *laws)
        self.refuse_text(DUFFING.replace("mu_static = 0.3", "mu_static = 0.6"), "friction.mu_static = 0.6", "twice")
        self.refuse_text(DUFFING.replace("mu_static = 0.3", "mu_static = 0.2"), "friction.mu_static = 0.2")
        self.refuse_text(DUFFING.replace("mu_static = 0.3", "mu_static = -0.3"), "friction.mu_static = -0.3", "≥ 0")
        self.refuse_text(DUFFING.replace("a1 = 12", "a1 = -12"), "friction.a1 = -12", "≥ 0")
        self.refuse_text(DUFFING.replace("a2 = 0.1", "a2 = 0"), "friction.a2 = 0", "> 0")
        self.refuse_text(DUFFING.replace("a1 = 12\n", ""), "friction.a1 is missing")
        self.refuse_text(DUFFING.replace("a1 = 12", "a1 = 12\ndecay = 3"), "friction.decay", "stefanski", "a1, a2")
        self.refuse_text(DUFFING.replace("mass = 1", "mass = 1\nstiffness = 2"), "oscillator.stiffness = 2", "[spring]")
        self.refuse_text(DUFFING.replace("cubic = 1", ""), "[spring]")

    def test_a_diverging_run_says_so_and_exits_with_3(self):
        self.write("case.toml", DUFFING.replace("cubic = 1", "cubic = -1"))
        for verb in [["simulate"], ["lyapunov", "--periods", "100"], ["poincare"], ["steady"]]:
            run = self.run_program(verb[0], "case.toml", *verb[1:], "--json")
            self.assertEqual(run.returncode, 3, verb)
            self.assertNotIn("nan", run.stdout.lower())
            self.assertEqual(len(program.problems(run.stderr)), 1)


class Tools(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("case.toml", DUFFING)

    def test_lyapunov_gives_the_exponent_with_its_error(self):
        found = self.result("lyapunov", "case.toml", "--periods", "1600", "--set", "friction.law=none")
        self.assertEqual(found["periods"], 1600)
        self.assertEqual(found["label"], "chaotic")
        self.assertLess(abs(found["exponent"] - 0.0984), 4 * found["standard_error"])

    def test_bifurcation_names_the_attractors(self):
        found = self.result("bifurcation", "case.toml", "--over", "load.amplitude=2:5.5:2")
        columns = found["diagrams"][0]["columns"]
        self.assertEqual([a["label"] for a in columns[0]["attractors"]], ["P1"])
        self.assertEqual([a["label"] for a in columns[1]["attractors"]], ["P2", "P2"])
        self.assertAlmostEqual(columns[0]["attractors"][0]["x"][0], 1.7776822, places=7)

    def test_basins_add_up(self):
        found = self.result(
            "basins", "case.toml", "--set", "load.amplitude=4", "--position=-4:4:5", "--velocity=-6:6:5"
        )
        self.assertEqual(found["starts"], 25)
        self.assertAlmostEqual(sum(a["fraction"] for a in found["attractors"]), 1.0)

    def test_poincare_sections_at_the_load_and_at_events(self):
        found = self.result("poincare", "case.toml", "--set", "load.amplitude=2", "--points", "3")
        for x in found["points"]["x"]:
            self.assertAlmostEqual(x, 1.7776822, places=6)
        releases = self.result("poincare", "block-on-belt", "--section", "release", "--points", "3")
        t = releases["points"]["t"]
        period = self.result("steady", "block-on-belt")["period"]
        self.assertAlmostEqual(t[2] - t[1], period, places=9)

    def test_the_pictures_are_drawn(self):
        self.succeed("simulate", "stefanski-fig3a", "--characteristic", "c.svg")
        self.succeed("poincare", "case.toml", "--points", "50", "--plot", "p.svg", "--out", "p.csv")
        self.succeed("lyapunov", "case.toml", "--periods", "160", "--plot", "l.svg")
        for name in ["c.svg", "p.svg", "l.svg"]:
            self.assertIn("<svg", (self.folder / name).read_text())
