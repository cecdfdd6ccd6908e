"""Derivatives on the command line: of a decay in closed form, of a steady state, and what has none."""

from program import ProgramTest

DECAY = """
[oscillator]
mass = 1.0
stiffness = 4.0
[friction]
bound = 0.1
[start]
position = 1.01
"""


class Derivatives(ProgramTest):
    def test_a_decay_ends_two_friction_lengths_less_for_each_swing(self):
        self.write("decay.toml", DECAY)
        keys = "friction.bound,start.position"
        found = self.result("simulate", "decay.toml", "--until", "40", "--derivatives", keys)
        by_friction = found["derivatives"]["friction.bound"]
        self.assertEqual(len(found["events"]) - 1, 20)
        self.assertAlmostEqual(by_friction["final"]["x"], -10.0, delta=1e-12)
        self.assertAlmostEqual(found["derivatives"]["start.position"]["final"]["x"], 1.0, delta=1e-12)
        self.assertEqual(len(by_friction["events"]), len(found["events"]))
        self.assertIn("derivatives", self.succeed("simulate", "decay.toml", "--derivatives", keys))

    def test_a_steady_state_has_derivatives_of_what_is_read_off_it(self):
        def at(friction):
            return ["steady", "--friction-ratio", friction, "--frequency-ratio", "0.8"]

        d = self.result(*at("0.3"), "--derivatives", "friction_ratio")["derivatives"]["friction_ratio"]
        above, below = self.result(*at("0.3001")), self.result(*at("0.2999"))
        for name in ("amplitude", "phase_lag", "dissipated"):
            self.assertAlmostEqual(d[name], (above[name] - below[name]) / 2e-4, delta=1e-5)

    def test_what_has_no_derivative_is_refused_in_a_sentence(self):
        self.refuse("simulate", "stefanski-fig3b", "--derivatives", "friction.normal", saying="closed form")
        self.refuse("simulate", "dlubal-0116", "--derivatives", "friction.mo", saying="friction.mu")
        self.refuse("simulate", "liu-fig5", "--derivatives", "oscillator.mass", saying="one mass on a line")
        self.refuse("steady", "riddoch-fig6", "--derivatives", "friction.static_bound", saying="static_bound")
