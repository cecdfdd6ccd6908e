"""Numbers of the motions, through the command line."""

import math

from program import OSCILLATOR, ProgramTest, sliding_phases, stops_in_each_cycle


class PublishedMotions(ProgramTest):
    def test_dlubal_0116_has_the_printed_displacements_and_seven_slides(self):
        result = self.result("simulate", "dlubal-0116", "--times", "1,2,4")
        expected = [0.1389304187383115, 0.2805962394559113, 0.32]
        for x, exact in zip(result["samples"]["x"], expected, strict=True):
            self.assertAlmostEqual(x, exact, delta=1e-13)
        self.assertEqual(sliding_phases(result), 7)
        self.assertEqual(result["final"]["phase"], "stick")
        self.assertEqual(result["final"]["v"], 0)
        self.assertEqual(result["events"][-1]["kind"], "slide-to-stick")

    def test_dlubal_0116_with_a_larger_load_has_eight_slides(self):
        result = self.result("simulate", "dlubal-0116", "--set", "load.force=1540")
        self.assertEqual(sliding_phases(result), 8)

    def test_hong_liu_figure_10_loses_its_stops(self):
        result = self.result("simulate", "hong-liu-fig10")
        self.assertEqual(result["period"], 1)
        self.assertEqual(stops_in_each_cycle(result, 5), [1, 2, 2, 1, 0])

    def test_hong_liu_figure_11_has_10_stops_then_12(self):
        result = self.result("simulate", "hong-liu-fig11", "--until", "6")
        self.assertEqual(stops_in_each_cycle(result, 6), [10, 12, 12, 12, 12, 12])

    def test_hong_liu_figure_6_sticks_twice_a_cycle_or_never(self):
        stick = self.result("simulate", "hong-liu-fig6-stick", "--until", "25")
        slide = self.result("simulate", "hong-liu-fig6-slide", "--until", "25")
        self.assertEqual(stops_in_each_cycle(stick, 100)[1:], [2] * 99)
        self.assertEqual(stops_in_each_cycle(slide, 100), [0] * 100)

    def test_riddoch_figures_stop_as_printed(self):
        for name, stops in [("riddoch-fig4", 0), ("riddoch-fig5", 2), ("riddoch-fig6", 4)]:
            result = self.result("simulate", name, "--until", "700")
            cycles = int(700 / result["period"])
            self.assertEqual(stops_in_each_cycle(result, cycles)[-3:], [stops] * 3, name)

    def test_a_rest_of_many_cycles_is_told_without_counting_each(self):
        # The table kept a count for each of 1.6e11 cycles, and ended in the middle for want of memory.
        self.write("rest.toml", OSCILLATOR + '[load]\nkind = "harmonic"\namplitude = 0.5\nfrequency = 1\n')
        text = self.succeed("simulate", "rest.toml", "--until", "1e12")
        self.assertIn("stops in each load cycle (6.28319 s)  " + 20 * " 0" + " ... 0\n", text)
        self.assertIn("t = 1e+12 s, x = 0 m", text)


class Contract(ProgramTest):
    def test_every_built_in_case_runs_and_its_energy_closes(self):
        cases = self.result("cases")["cases"]
        self.assertGreaterEqual(len(cases), 10)
        for case in cases:
            result = self.result("simulate", case["name"])
            energy = result["energy"]
            self.assertLessEqual(abs(energy["imbalance"]), 1e-11 * energy["input"], case["name"])
            self.assertEqual(result["termination"], "reached-end")

    def test_the_json_object_has_the_documented_members(self):
        result = self.result("simulate", "hong-liu-fig10", "--samples", "11")
        self.assertEqual(
            set(result),
            {"version", "title", "termination", "events", "period", "final", "samples", "energy", "peak"},
        )
        self.assertEqual(set(result["events"][0]), {"t", "kind", "x", "direction"})
        self.assertEqual(set(result["final"]), {"t", "x", "v", "phase"})
        self.assertEqual(set(result["samples"]), {"t", "x", "v", "a", "friction"})
        self.assertEqual(set(result["energy"]), {"input", "friction", "damping", "stored", "imbalance"})
        self.assertLessEqual({"x", "v", "total_slip"}, set(result["peak"]))
        self.assertEqual(len(result["samples"]["t"]), 11)
        self.assertEqual(result["samples"]["t"][-1], 15)

    def test_without_times_and_samples_there_are_1001(self):
        self.assertEqual(len(self.result("simulate", "dlubal-0116")["samples"]["x"]), 1001)

    def test_the_period_of_a_constant_load_is_null(self):
        self.assertIsNone(self.result("simulate", "dlubal-0116")["period"])

    def test_times_keep_their_order_and_extend_the_run(self):
        result = self.result("simulate", "dlubal-0116", "--times", "9,1")
        self.assertEqual(result["samples"]["t"], [9, 1])
        self.assertEqual(result["final"]["t"], 9)

    def test_the_event_limit_is_an_outcome(self):
        run = self.run_program("simulate", "hong-liu-fig11", "--max-events", "5", "--json", "--out", "motion.csv")
        self.assertEqual(run.returncode, 3)
        self.assertIn('"termination":"event-limit"', run.stdout)
        self.assertEqual(run.stderr.count("\n"), 1)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_person_reads_a_table(self):
        text = self.succeed("simulate", "hong-liu-fig10")
        for words in ["m = 1 kg", "friction 0.7, frequency 1.2", "1 2 2 1 0", "total slip", "imbalance", "16 more"]:
            self.assertIn(words, text)

    def test_help_of_every_verb_has_an_example(self):
        for verb in ["simulate", "cases", "demo"]:
            self.assertIn("stickslip " + verb, self.succeed(verb, "--help").split("Example")[1])

    def test_threads_stand_before_or_after_the_verb(self):
        self.succeed("--threads", "2", "cases")
        self.succeed("cases", "--threads", "2")

    def test_a_printed_case_is_a_case_file(self):
        self.write("mine.toml", self.succeed("cases", "hong-liu-fig10"))
        mine = self.result("simulate", "mine.toml")
        self.assertEqual(mine, self.result("simulate", "hong-liu-fig10"))


class Cases(ProgramTest):
    def x_at(self, case, time, *arguments):
        return self.result("simulate", case, "--times", str(time), *arguments)["samples"]["x"][0]

    def test_overrides_replace_keys_of_every_type(self):
        self.write("a.toml", OSCILLATOR + '[load]\nkind = "harmonics"\namplitude = [3, 1]\nfrequency = [1, 2.5]\n')
        plain = self.x_at("a.toml", 3)
        self.assertNotEqual(self.x_at("a.toml", 3, "--set", "load.amplitude[1]=2"), plain)
        self.assertNotEqual(self.x_at("a.toml", 3, "--set", "load.amplitude=[3, 2]"), plain)
        self.assertNotEqual(self.x_at("a.toml", 3, "--set", "friction.law=none"), plain)

    def test_a_frequency_replaces_the_one_in_hertz_and_the_reverse(self):
        exact = self.x_at("hong-liu-fig10", 3)
        radians = self.x_at("hong-liu-fig10", 3, "--set", f"load.frequency={2 * math.pi!r}")
        back = self.x_at("hong-liu-fig10", 3, "--set", "load.frequency=1", "--set", "load.frequency_hz=1")
        self.assertAlmostEqual(radians, exact, delta=1e-14)
        self.assertEqual(back, exact)

    def test_ratios_are_the_physical_case_in_other_units(self):
        self.write("r.toml", "[ratios]\nfriction = 0.7\nfrequency = 1.2\n")
        result = self.result("simulate", "r.toml")
        self.assertEqual(stops_in_each_cycle(result, 5), [1, 2, 2, 1, 0])
        stiffness = (2 * math.pi / 1.2) ** 2
        dimensionless = self.x_at("r.toml", 3 * math.sqrt(stiffness))
        self.assertAlmostEqual(dimensionless / stiffness, self.x_at("hong-liu-fig10", 3), delta=1e-14)

    def test_a_large_phase_is_the_same_phase_within_a_turn(self):
        """It lost its digits when ω·t was added to it; laws without closed form took ever shorter steps."""
        for case, key in [("hong-liu-fig10", "load.phase"), ("stefanski-fig3b", "load.phase"), ("friction-isolator", "load.phase")]:
            for turns in [1e3, -1e9, 1e12]:
                with self.subTest(case, turns=turns):
                    small = math.atan2(math.sin(turns), math.cos(turns))
                    arguments = ["simulate", case, "--until", "3", "--samples", "5", "--set"]
                    large = self.result(*arguments, f"{key}={turns!r}")
                    self.assertEqual(large, self.result(*arguments, f"{key}={small!r}"))
        planar = '[oscillator]\ndimensions = 2\nmass = 1\nstiffness = 1\n[friction]\nbound = 0.3\n[run]\nuntil = 9\n'
        load = '[load]\nkind = "harmonic"\namplitude = [1, 0.5]\nfrequency = 0.7\nphase = [{!r}, 0]\n'
        self.write("large.toml", planar + load.format(1e9))
        self.write("small.toml", planar + load.format(math.atan2(math.sin(1e9), math.cos(1e9))))
        self.assertEqual(self.result("simulate", "large.toml")["events"], self.result("simulate", "small.toml")["events"])

    def test_ratio_keys_change_a_physical_case(self):
        same = self.x_at("hong-liu-fig10", 3, "--set", "friction_ratio=0.7", "--set", "damping_ratio=0")
        self.assertEqual(same, self.x_at("hong-liu-fig10", 3))
        self.assertNotEqual(self.x_at("hong-liu-fig10", 3, "--set", "frequency_ratio=0.5"), same)

    def test_mu_times_normal_is_the_bound(self):
        self.write("b.toml", self.succeed("cases", "dlubal-0116").replace("mu = 0.1", "bound = 100").replace("normal", "#"))
        self.assertEqual(self.x_at("b.toml", 2), self.x_at("dlubal-0116", 2))

    def test_a_record_stands_beside_its_case(self):
        (self.folder / "sub").mkdir()
        self.write("sub/load.csv", "time;force\r\n0;1500\r\n10;1500\r\n")
        text = self.succeed("cases", "dlubal-0116")
        head = text[: text.index("[load]")]
        self.write("sub/r.toml", head + '[load]\nkind = "record"\nfile = "load.csv"\n')
        self.assertAlmostEqual(self.x_at("sub/r.toml", 2), self.x_at("dlubal-0116", 2), delta=1e-15)

    def test_a_moving_base_and_its_force_are_the_same_motion(self):
        self.write("base.toml", OSCILLATOR + '[load]\nkind = "base"\nsurface = "moving"\nacceleration = 3\nfrequency = 1.5\n')
        self.write("force.toml", OSCILLATOR + '[load]\nkind = "harmonic"\namplitude = -6\nfrequency = 1.5\n')
        base = self.result("simulate", "base.toml", "--until", "20", "--samples", "9")
        force = self.result("simulate", "force.toml", "--until", "20", "--samples", "9")
        self.assertEqual(base["samples"]["x"], force["samples"]["x"])
        for t, x, absolute in zip(*(base["samples"][k] for k in ["t", "x", "x_absolute"]), strict=True):
            self.assertAlmostEqual(absolute - x, -3 / 1.5**2 * math.sin(1.5 * t), delta=1e-14)

    def test_a_fixed_surface_keeps_x_absolute(self):
        samples = self.result("simulate", "riddoch-fig5", "--samples", "9")["samples"]
        self.assertEqual(samples["x"], samples["x_absolute"])
        for t, y in zip(samples["t"], samples["base"], strict=True):
            self.assertAlmostEqual(y, math.sin(0.5 * t), delta=1e-14)

    def test_a_base_that_hardly_accelerates_never_slips(self):
        self.write("b.toml", OSCILLATOR + '[load]\nkind = "base"\nsurface = "moving"\ndisplacement = 10\nfrequency = 0.01\n')
        result = self.result("simulate", "b.toml")
        self.assertEqual(result["events"], [])
        self.assertEqual(set(result["samples"]["x"]), {0})

    def test_a_belt_carries_the_mass_until_the_spring_breaks_it_loose(self):
        self.write("b.toml", OSCILLATOR + "static_bound = 2\nbelt_velocity = 0.1\n[run]\nuntil = 5\n")
        first = self.result("simulate", "b.toml")["events"][0]
        if first["t"] == 0:  # a start at rest slides backwards on the belt
            self.assertEqual(first["direction"], -1)
        moving = self.result("simulate", "b.toml", "--set", "start.velocity=0.1")["events"][0]
        self.assertEqual(moving["kind"], "stick-to-slide")
        self.assertAlmostEqual(moving["t"], 2 / 8 / 0.1, delta=1e-14)
