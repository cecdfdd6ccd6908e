"""What the pictures say: words on axes, regions, clipped axes; and that the demo's commands draw the demo's pictures."""

import csv
import io
import re
import shlex
import subprocess

import pictures
import program
from program import ProgramTest

BEYOND = "beyond the axis"
OBSERVABLES = ["amplitude_ratio", "velocity_ratio", "stops_per_cycle", "stops_then_reverse", "stuck_fraction"]
OBSERVABLES += ["dissipated_ratio", "multiplier", "phase_lag", "x_max", "amplitude", "velocity", "dissipated"]
BOUNDED = ["stops_per_cycle", "stops_then_reverse", "stuck_fraction", "multiplier", "phase_lag"]


def numbers(words):
    return [float(text.replace("−", "-")) for text in words if re.fullmatch(r"[-−]?[\d.]+(e[-+]?\d+)?", text)]


class ClippedAxes(ProgramTest):
    SWEEP = ["sweep", "--friction-ratio", "0.3", "--over", "frequency_ratio=0.1:2:200"]

    def column(self, observable):
        text = self.succeed(*self.SWEEP, "--observables", observable)
        return [float(row[observable]) for row in csv.DictReader(io.StringIO(text)) if row[observable]]

    def test_an_axis_shows_all_values_or_says_that_it_does_not(self):
        for observable in OBSERVABLES:
            with self.subTest(observable):
                self.succeed(*self.SWEEP, "--observables", observable, "--out", "a.csv", "--plot", "a.svg")
                found = pictures.texts(self.folder / "a.svg")
                left = [(text, y) for text, x, y in found if x < 100]  # numbers along the vertical axis
                ticks = sorted(numbers([text for text, _ in left]))
                is_marked = any(BEYOND in text for text, _, _ in found)
                step = ticks[1] - ticks[0]
                if not is_marked:
                    self.assertGreaterEqual(ticks[-1] + step, max(self.column(observable)))
                if observable in BOUNDED:
                    self.assertFalse(is_marked)

    def test_the_sentence_names_the_largest_value(self):
        self.succeed(*self.SWEEP, "--observables", "amplitude_ratio", "--damping-ratio", "0.001", "--out", "a.csv",
                     "--plot", "a.svg")
        [sentence] = [text for text in pictures.words(self.folder / "a.svg") if BEYOND in text]
        with open(self.folder / "a.csv") as file:
            largest = max(float(row["amplitude_ratio"]) for row in csv.DictReader(file))
        said = float(re.search(r"up to ([\d.e+]+)", sentence)[1])
        self.assertGreaterEqual(said, 0.99 * largest)

    def test_resonance_without_damping_has_no_bound(self):
        self.succeed(*self.SWEEP[:-1], "frequency_ratio=0.5:1.5:201", "--observables", "amplitude_ratio", "--plot",
                     "a.svg")
        [sentence] = [text for text in pictures.words(self.folder / "a.svg") if BEYOND in text]
        self.assertIn("without bound at frequency ratio ω_d/ωₙ = 1", sentence)

    def test_a_finite_peak_beside_resonance_is_not_said_to_be_at_resonance(self):
        self.succeed("sweep", "--friction-ratio", "0.3", "--over", "frequency_ratio=0.1:2:200", "--observables",
                     "amplitude_ratio", "--plot", "a.svg")
        [sentence] = [text for text in pictures.words(self.folder / "a.svg") if BEYOND in text]
        height = float(re.search(r"up to ([\d.e+]+)", sentence)[1])
        place = float(re.search(r"= ([\d.]+)$", sentence)[1])
        self.assertLess(abs(1 / height - abs(1 - place * place)), 1 / height)

    def test_a_design_says_what_it_cuts(self):
        self.succeed("design", "--frequency-ratio", "0.5", "--vary", "friction_ratio=0.1:0.9", "--minimise",
                     "amplitude_ratio", "--over", "frequency_ratio=0.4:1.6", "--plot", "d.svg")
        self.assertTrue(any(BEYOND in text for text in pictures.words(self.folder / "d.svg")))

    def test_an_arrow_stands_where_the_sentence_says(self):
        # The curve falls from its left end and is beyond the axis over a long stretch.
        self.succeed("design", "--damping-ratio", "0.02", "--vary", "friction_ratio=0.05:0.9", "--minimise",
                     "amplitude_ratio", "--over", "frequency_ratio=0.3:1.4", "--plot", "d.svg")
        found = pictures.texts(self.folder / "d.svg")
        sentence = next(text for text, _, _ in found if BEYOND in text)
        self.assertIn("at friction ratio r_y/p₀ = 0.05", sentence)
        arrow = re.search(r"<polygon fill = 'rgb\(213, +94, +0\)' points = '([\d.]+),", (self.folder / "d.svg").read_text())
        left_end_of_the_axis = 90.0
        self.assertAlmostEqual(float(arrow[1]), left_end_of_the_axis, delta=1.0)

    def test_colours_of_bounded_quantities_reach_their_limits(self):
        self.succeed("map", "--x", "friction_ratio=0.05:1.05:60", "--y", "frequency_ratio=0.1:1.5:60", "--observables",
                     "stuck_fraction", "--plot", "m.svg")
        self.assertFalse(any("beyond the scale" in text for text in pictures.words(self.folder / "m.svg")))

    def test_colours_that_end_say_how_far_the_values_go(self):
        self.succeed("map", "--x", "friction_ratio=0.05:0.7:90", "--y", "frequency_ratio=0.1:1.5:90", "--observables",
                     "amplitude_ratio", "--plot", "m.svg")
        self.assertTrue(any("▲ beyond the scale: " in text for text in pictures.words(self.folder / "m.svg")))


class Words(ProgramTest):
    FRICTION = "friction ratio r_y/p₀"
    FREQUENCY = "frequency ratio ω_d/ωₙ"

    def test_axes_have_words_for_people(self):
        self.succeed("sweep", "--friction-ratio", "0.3", "--over", "frequency_ratio=0.1:2:20", "--out", "s.csv",
                     "--plot", "s.svg")
        self.succeed("boundary", "--x", "friction_ratio=0.4:0.7", "--y", "frequency_ratio=0.6:0.8", "--plot", "b.svg")
        self.succeed("map", "--x", "friction_ratio=0.1:1:8", "--y", "frequency_ratio=0.2:1.4:8", "--plot", "m.svg")
        self.succeed("design", "--frequency-ratio", "0.5", "--vary", "friction_ratio=0.1:0.9", "--minimise",
                     "amplitude_ratio", "--plot", "d.svg")
        self.succeed(*pictures.command("bifurcation", "f.svg"))
        words = {name: pictures.words(self.folder / (name + ".svg")) for name in "sbmdf"}
        for name in "sbm":
            self.assertIn(self.FREQUENCY, words[name])
        for name in "bmd":
            self.assertIn(self.FRICTION, words[name])
        for name in "sm":
            self.assertIn("amplitude ratio kX/p₀", words[name])
        self.assertIn("load frequency [rad/s]", words["f"])
        for name in words:
            for text in words[name]:
                self.assertNotRegex(text, r"[a-z]+_(ratio|fraction|lag|cycle|bound)\b")

    def test_regions_of_a_boundary_picture_have_labels(self):
        self.succeed("boundary", "--x", "friction_ratio=0:1.1", "--y", "frequency_ratio=0.1:1.5", "--plot", "b.svg")
        found = pictures.texts(self.folder / "b.svg")
        words = [text for text, _, _ in found]
        for label in ["moves all the time", "never moves", "2 stops", "4 stops"]:
            self.assertIn(label, words)
        # Every label stands in the region that it names.
        place = {text: (x, y) for text, x, y in found}
        left, bottom = 90, 860 - 130
        for text, x, y in found:
            stops = re.fullmatch(r"(\d+)( stops?)?", text)
            inside = left < x < 970 and 50 < y < bottom
            if not inside or (not stops and text not in ("moves all the time", "never moves")):
                continue
            friction = (x - left) / 880 * 1.1
            frequency = 0.1 + (bottom - (y - 4)) / 680 * 1.4
            state = self.result("steady", "--friction-ratio", repr(friction), "--frequency-ratio", repr(frequency))
            if stops:
                self.assertEqual(state["stops_per_cycle"], int(stops[1]), (text, friction, frequency))
            else:
                regime = {"moves all the time": "continuous", "never moves": "permanent-stick"}[text]
                self.assertEqual(state["regime"], regime)
        # The legend lies below the label of the axis, and covers nothing.
        self.assertGreater(place["A: a slide vanishes"][1], place[self.FRICTION][1])
        self.assertTrue(any(text.startswith("Steady motion") for text in words))

    def test_a_map_of_regimes_says_what_its_colours_mean(self):
        self.succeed("map", "--x", "friction_ratio=0.05:1.1:40", "--y", "frequency_ratio=0.2:1.5:40", "--observables",
                     "stops_per_cycle", "--plot", "m.svg")
        words = pictures.words(self.folder / "m.svg")
        for label in ["moves all the time", "never moves", "2 stops", "4 stops"]:
            self.assertIn(label, words)
        self.assertTrue(any(text.startswith("Steady motion") for text in words))


class Hysteresis(ProgramTest):
    def test_both_directions_are_drawn_and_named(self):
        sweep = ["sweep", "--friction-ratio", "0.2", "--static-ratio", "0.5", "--over", "frequency_ratio=0.5:0.9:9"]
        self.succeed(*sweep, "--observables", "amplitude_ratio", "--direction", "both", "--out", "s.csv", "--plot", "s.svg")
        words = pictures.words(self.folder / "s.svg")
        self.assertIn("upwards", words)
        self.assertIn("downwards", words)
        self.succeed(*sweep, "--direction", "down", "--out", "s.csv", "--plot", "s.svg")
        self.assertNotIn("downwards", pictures.words(self.folder / "s.svg"))


class Demo(ProgramTest):
    def test_the_commands_draw_the_same_pictures(self):
        pictures_of_demo = self.result("demo", "--out", "demo")["pictures"]
        self.assertEqual(len(pictures_of_demo), 6)
        for entry in pictures_of_demo:
            with self.subTest(entry["command"]):
                words = shlex.split(entry["command"])
                self.assertEqual(words[0], "stickslip")
                self.assertEqual(self.run_program(*words[1:]).returncode, 0)
                again = self.folder / words[words.index("--plot") + 1]
                self.assertEqual(again.read_bytes(), (self.folder / entry["file"]).read_bytes())


    def test_the_commands_can_be_typed_as_they_are_shown(self):
        for called, shown in [("./stickslip", "./stickslip"), ("../a/b/stickslip", "../a/b/stickslip"), ("a b/stickslip", "stickslip")]:
            run = subprocess.run(["bash", "-c", 'exec -a "$0" "$@"', called, program.BINARY, "demo", "--to", "1"],
                                 cwd=self.folder, capture_output=True, text=True)
            self.assertIn(f"again:   {shown} simulate dlubal-0116 --plot motion.svg\n", run.stdout)

    def test_what_is_said_of_the_building_is_so(self):
        text = " ".join(self.succeed("demo", "--from", "6").split())
        braces = [f"contact.brace-{j}" for j in range(1, 6)]

        def motion(bound=None):
            overrides = [] if bound is None else [word for b in braces for word in ("--set", f"{b}.bound={bound}")]
            return self.result("simulate", "braced-building", "--samples", "2", *overrides)

        plain, never, none = motion(), motion(1e9), motion(1e-3)
        roof = [f"{100 * r['peak']['x'][-1]:.0f} cm" for r in (plain, never, none)]
        energy = plain["energy"]
        self.assertEqual(never["events"], [])
        for words in [f"slip or hold again {len(plain['events'])} times", f"does {energy['input'] / 1e3:.0f} kJ of work",
                      f"the braces turn {sum(energy['friction']) / 1e3:.0f} kJ", f"the roof moves by at most {roof[0]}",
                      f"never slip it would move by {roof[1]}, without braces by {roof[2]}"]:  # fmt: skip
            self.assertIn(words, text)

    def test_stops_are_chosen_by_number(self):
        titles = [entry["title"] for entry in self.result("demo", "--from", "2", "--to", "3", "--out", "some")["pictures"]]
        self.assertEqual([title[:2] for title in titles], ["2.", "3."])
        self.assertEqual(len(list((self.folder / "some").iterdir())), 2)
        self.refuse("demo", "--from", "3", "--to", "2", saying="--from 3 comes after --to 2")
        self.refuse("demo", "--to", "7", saying="--to")


class ChaosPictures(ProgramTest):
    """The pictures of sections, exponents, diagrams, basins and characteristics hold what was computed."""

    def marks(self, path):
        """How often a mark is drawn on a picture."""
        return path.read_text().count("<use ")

    def test_a_section_has_a_mark_for_every_point(self):
        points = self.result("poincare", "stefanski-fig3b", "--points", "60", "--plot", "p.svg")["points"]
        self.assertGreaterEqual(self.marks(self.folder / "p.svg"), len(set(zip(points["x"], points["v"]))))
        words = pictures.words(self.folder / "p.svg")
        self.assertTrue(any("60 points" in text for text in words))
        self.assertIn("x [m]", words)

    def test_an_exponent_is_written_on_its_picture(self):
        found = self.result("lyapunov", "stefanski-fig3b", "--periods", "200", "--plot", "l.svg")
        words = pictures.words(self.folder / "l.svg")
        self.assertIn(f"{found['exponent']:.5f} ± {found['standard_error']:.5f}", words)
        self.assertIn("largest Lyapunov exponent [1/s]", words)

    def test_a_diagram_tells_chaotic_from_periodic(self):
        for law, kind in [("coulomb", "periodic"), ("none", "chaotic")]:
            self.succeed(*pictures.command("bifurcation", "b.svg"), "--laws", law)
            words = pictures.words(self.folder / "b.svg")
            self.assertEqual([text for text in words if text in ("periodic", "chaotic")], [kind])
            self.assertIn("load frequency [rad/s]", words)

    def test_diagrams_of_several_laws_stand_side_by_side(self):
        self.succeed("bifurcation", "hong-liu-fig10", "--over", "load.frequency=5:6:3:log", "--laws", "coulomb,none",
                     "--plot", "b.svg")
        found = pictures.texts(self.folder / "b.svg")
        self.assertEqual(len({x for text, x, _ in found if text == "load frequency [rad/s]"}), 2)

    def test_basins_name_their_attractors_with_shares(self):
        found = self.result(*pictures.command("basins", "b.svg"))
        words = pictures.words(self.folder / "b.svg")
        for attractor in found["attractors"]:
            share = f"{100 * attractor['fraction']:.1f} ±"
            self.assertTrue(any(share in text for text in words), (share, words))
        self.assertTrue(any("which start leads where" in text for text in words))

    def test_a_characteristic_has_both_panels(self):
        self.succeed("simulate", "stefanski-fig3b", "--characteristic", "c.svg")
        words = pictures.words(self.folder / "c.svg")
        self.assertIn("phase plane", words)
        self.assertTrue(any("friction characteristic" in text for text in words))

    def test_every_kind_of_picture_in_every_format(self):
        for kind in pictures.OF_A_CASE:
            for suffix, start in [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]:
                with self.subTest(kind, suffix=suffix):
                    run = self.run_program(*pictures.command(kind, "a." + suffix))
                    self.assertEqual(run.returncode, 0, run.stderr)
                    self.assertTrue((self.folder / ("a." + suffix)).read_bytes().startswith(start))
