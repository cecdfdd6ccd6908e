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

    def test_a_structure_has_them_in_the_shape_of_its_numbers(self):
        case, key, h = "siconos-two-masses", "contact.floor.bound", 1e-5
        moved = [[case, "--set", f"{key}={0.5 + side * h}"] for side in (1, -1)]

        motion = self.result("simulate", case, "--until", "30", "--derivatives", key + ",structure.masses[1]")
        up, down = (self.result("simulate", *other, "--until", "30") for other in moved)
        d = motion["derivatives"][key]
        for name in ("x", "v"):
            self.assertEqual(len(d["final"][name]), 2)
            for i in range(2):
                difference = (up["final"][name][i] - down["final"][name][i]) / (2 * h)
                self.assertAlmostEqual(d["final"][name][i], difference, delta=1e-5)
        self.assertEqual(len(d["events"]), len(motion["events"]))
        for found, a, b in zip(d["events"], up["events"], down["events"]):
            self.assertAlmostEqual(found["t"], (a["t"] - b["t"]) / (2 * h), delta=1e-5)

        state = self.result("steady", case, "--derivatives", key)
        up, down = (self.result("steady", *other) for other in moved)
        d = state["derivatives"][key]
        for i in range(2):
            difference = (up["amplitude"][i] - down["amplitude"][i]) / (2 * h)
            self.assertAlmostEqual(d["amplitude"][i], difference, delta=1e-5)
        lost = [other["contacts"][0]["dissipated"] for other in (up, down)]
        self.assertAlmostEqual(d["contacts"][0]["dissipated"], (lost[0] - lost[1]) / (2 * h), delta=1e-5)
        self.assertIn("of the amplitude", self.succeed("steady", case, "--derivatives", key))
        self.assertIn("of x at the end", self.succeed("simulate", case, "--derivatives", key))

    def test_what_has_no_derivative_is_refused_in_a_sentence(self):
        self.refuse("simulate", "stefanski-fig3b", "--derivatives", "friction.normal", saying="closed form")
        self.refuse("simulate", "dlubal-0116", "--derivatives", "friction.mo", saying="friction.mu")
        self.refuse("simulate", "liu-fig5", "--derivatives", "oscillator.mass", saying="for structures")
        for verb in ("simulate", "steady"):  # which left out that the bound follows the normal force
            self.refuse(verb, "pressed-joint", "--derivatives", "load.amplitude", saying="a constant normal force")
        self.refuse("steady", "siconos-two-masses", "--derivatives", "contact.flor.bound", saying="flor")
        self.refuse("steady", "siconos-two-masses", "--derivatives", "contact.floor.mu", saying="contact.floor.mu")
        self.refuse("steady", "riddoch-fig6", "--derivatives", "friction.static_bound", saying="static_bound")
