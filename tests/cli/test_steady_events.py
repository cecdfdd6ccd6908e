"""The events of the steady cycle: when it stops and starts, from the zero phase of the load."""

import math

from program import ProgramTest

LAW = """
[oscillator]
mass = 1
stiffness = 1
[friction]
law = "stribeck-exponential"
mu_static = 0.4
mu_kinetic = 0.3
normal = 1
decay = 2
[load]
kind = "harmonic"
amplitude = 1
frequency = 0.4
"""


class SteadyEvents(ProgramTest):
    def check(self, *arguments):
        """Ordered, inside the cycle, alternating, and in agreement with counts and times at rest."""
        found = self.result("steady", *arguments)
        events, cycle = found["events"], found["period"] * (found["load_periods"] or 1)
        times = [e["t"] for e in events]
        self.assertEqual(times, sorted(times))
        self.assertTrue(all(0 <= t < cycle for t in times))
        kinds = [e["kind"] for e in events]
        per_cycle = (found["load_periods"] or 1)
        self.assertEqual(kinds.count("slide-to-stick"), found["stops_per_cycle"] * per_cycle)
        self.assertEqual(kinds.count("reversal"), found["zero_duration_reversals"] * per_cycle)
        self.assertEqual(kinds.count("stick-to-slide"), kinds.count("slide-to-stick"))
        rest = sum((after["t"] - e["t"]) % cycle for e, after in zip(events, events[1:] + events[:1])
                   if e["kind"] == "slide-to-stick")
        self.assertAlmostEqual(rest / cycle, found["stuck_fraction"], delta=1e-9)
        for e in events:
            self.assertLessEqual(found["x_min"] - 1e-9, e["x"])
            self.assertLessEqual(e["x"], found["x_max"] + 1e-9)
            self.assertIn(e["direction"], (-1, 1))
        return found

    def test_fit_the_counts_of_every_kind_of_case(self):
        self.write("law.toml", LAW)
        for arguments in [["riddoch-fig4"], ["riddoch-fig5"], ["riddoch-fig6"], ["hong-liu-fig11"], ["law.toml"],
                          ["block-on-belt"], ["--friction-ratio", "0.6", "--frequency-ratio", "0.105"],
                          ["--friction-ratio", "0.3", "--static-ratio", "0.35", "--frequency-ratio", "0.6"]]:
            with self.subTest(arguments=arguments):
                self.check(*arguments)

    def test_times_are_those_of_the_load_whatever_its_phase_and_sign(self):
        plain = self.check("riddoch-fig6")["events"]
        self.assertEqual(len(plain), 8)
        for override in ["load.phase=1", "load.phase=-2.5", "load.phase=7"]:
            turned = self.check("riddoch-fig6", "--set", override)["events"]
            for e, other in zip(plain, turned, strict=True):
                self.assertAlmostEqual(e["t"], other["t"], delta=1e-9)
                self.assertEqual((e["kind"], e["direction"]), (other["kind"], other["direction"]))
        displacement = self.result("steady", "hong-liu-fig11", "--set", "load.phase=%r" % math.pi)["events"]
        negative = self.result("steady", "hong-liu-fig11", "--set", "load.amplitude=-1")["events"]
        positive = self.result("steady", "hong-liu-fig11", "--set", "load.amplitude=1")["events"]
        self.assertEqual(len(displacement), len(self.result("steady", "hong-liu-fig11")["events"]))
        for e, other in zip(positive, negative, strict=True):
            self.assertAlmostEqual(e["t"], other["t"], delta=1e-12)
            self.assertAlmostEqual(e["x"], other["x"], delta=1e-12)

    def test_they_are_the_events_that_a_long_motion_comes_to(self):
        found = self.check("riddoch-fig5")
        period = found["period"]
        motion = self.result("simulate", "riddoch-fig5", "--until", repr(60.5 * period))
        late = [e for e in motion["events"] if 59 * period <= e["t"] < 60 * period]
        self.assertEqual([e["kind"] for e in late], [e["kind"] for e in found["events"]])
        for e, other in zip(found["events"], late):
            self.assertAlmostEqual(e["t"], other["t"] - 59 * period, delta=1e-8)
            self.assertAlmostEqual(e["x"], other["x"], delta=1e-8)

    def test_the_card_lists_them(self):
        card = self.succeed("steady", "riddoch-fig6")
        self.assertEqual(card.count("slide-to-stick"), 4)
        self.assertEqual(card.count("stick-to-slide"), 4)
        self.assertIn("from the zero phase of the load", card)

    def test_what_never_moves_has_none(self):
        self.assertEqual(self.result("steady", "--friction-ratio", "1.5", "--frequency-ratio", "0.5")["events"], [])
