"""Every friction law in the quiet places: no load, a constant one, and one that begins as gently as can be."""

import itertools

from program import ProgramTest

BOTH = "mu_static = 0.3\nmu_kinetic = 0.25\nnormal = 0.5\n"
SLIDING = "mu_kinetic = 0.25\nnormal = 0.5\n"
LAWS = {
    "none": "",
    "coulomb": BOTH,
    "stribeck-exponential": BOTH + "decay = 2\n",
    "stribeck-gaussian": BOTH + "stribeck_velocity = 0.1\n",
    "stribeck-rational": "mu_static = 0.3\nnormal = 0.5\ndelta = 2\n",
    "powell-wiercigroch": BOTH + "a = 2\n",
    "stefanski": BOTH + "a1 = 12\na2 = 0.1\n",
    "stefanski-literal": BOTH + "a1 = 12\na2 = 0.1\n",
    "dahl": SLIDING + "sigma0 = 10\n",
    "lugre": BOTH + "sigma0 = 10\nstribeck_velocity = 0.1\n",
    "bouc-wen": "k_z = 1\nbeta = 1\ngamma = 1\n",
    "jenkins": SLIDING + "k_t = 10\n",
    "tanh": SLIDING + "transition_velocity = 0.1\n",
}
SPRINGS = {
    "linear": ("stiffness = 2\n", ""),
    "cubic": ("", "[spring]\nlinear = 1\ncubic = 1\n"),
    "none": ("stiffness = 0\n", ""),
}


class Laws(ProgramTest):
    def case(self, law, spring, rest, damping=0.1):
        stiffness, table = SPRINGS[spring]
        return self.write(
            "case.toml",
            f"[oscillator]\nmass = 1\ndamping = {damping}\n{stiffness}{table}"
            f'[friction]\nlaw = "{law}"\n{LAWS[law]}{rest}[run]\nuntil = 20\nsamples = 11\n',
        )

    def test_a_mass_at_rest_without_a_load_stays_there(self):
        """All coefficients of such a motion are zero: it had steps of no length and never ended."""
        for law, spring in itertools.product(LAWS, SPRINGS):
            for position in [0, 1] if spring == "none" else [0]:
                with self.subTest(law=law, spring=spring, position=position):
                    result = self.result("simulate", self.case(law, spring, f"[start]\nposition = {position}\n"))
                    self.assertEqual(result["events"], [])
                    self.assertEqual(result["samples"]["x"], [position] * 11)
                    self.assertEqual(result["samples"]["v"], [0] * 11)
                    self.assertEqual(result["energy"]["input"], 0)

    def test_a_load_that_begins_like_the_cube_of_time_is_followed(self):
        """The acceleration of the ground grows from zero, and a fixed surface feels its displacement: p = k·c·t³."""
        self.write("ramp.csv", "0,0\n3,3\n20,0\n")
        base = '[load]\nkind = "base"\nsurface = "fixed"\nfile = "ramp.csv"\nquantity = "acceleration"\n'
        for law in LAWS:
            with self.subTest(law=law):
                result = self.result("simulate", self.case(law, "linear", base))
                energy = result["energy"]
                self.assertGreater(energy["input"], 0)
                self.assertLess(abs(energy["imbalance"]), 1e-9 * energy["input"])
                self.assertNotEqual(result["final"]["x"], 0)

    def test_a_free_decay_from_rest_turns_nowhere(self):
        for law in LAWS:
            with self.subTest(law=law):
                run = self.run_program("backbone", self.case(law, "linear", ""))
                self.assertEqual(run.returncode, 3, run.stderr)
                self.assertIn("a start away from rest", run.stderr)
