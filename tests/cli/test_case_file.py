"""docs/guide/case-file.md and ground-motion.md against the program: defaults are what they say, commands work as typed."""

import json
import pathlib
import re
import shlex
import subprocess

import program
from program import OSCILLATOR, ProgramTest

GUIDE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "guide"

# A case for each key with a default that is a value; without the key and with it, the motion is the same.
LINE = OSCILLATOR + '[load]\nkind = "harmonic"\namplitude = 3\nfrequency = 2\n[run]\nuntil = 9\n'
RECORD = OSCILLATOR + '[load]\nkind = "record"\nfile = "r.csv"\n[run]\nuntil = 9\n'
SPRING = '[oscillator]\nmass = 2\n[spring]\n{}\n[friction]\nbound = 1\n[load]\nkind = "harmonic"\namplitude = 3\nfrequency = 2\n[run]\nuntil = 9\n'
PLANE = '[oscillator]\nmass = 2\nstiffness = 8\ndimensions = 2\nsupport_stiffness = 50\n[friction]\nbound = 1\n[load]\nkind = "harmonic"\namplitude = [3, 2]\nfrequency = 2\n[run]\nuntil = 9\n'
RATIOS = "[ratios]\nfriction = 0.3\nfrequency = 0.7\n[run]\nuntil = 9\n"
PLANAR_RATIOS = "[ratios]\ndimensions = 2\nforce = 3\nfrequency = 0.7\n[run]\nuntil = 9\n"
CASES = {
    "spring.linear": SPRING.format("cubic = 8"),
    "spring.cubic": SPRING.format("linear = 8"),
    "load.scale": RECORD,
    "start.friction_force": PLANE,
    "ratios.damping": RATIOS,
    "ratios.offset": RATIOS,
    "ratios.dimensions": RATIOS,
    "ratios.axis_ratio": PLANAR_RATIOS,
    "ratios.phase": PLANAR_RATIOS,
    "ratios.normal_ratio": RATIOS,
    "ratios.normal_phase": RATIOS.replace("friction", "normal_ratio = 1.3\nfriction"),
    "friction.normal_amplitude": LINE.replace("bound = 1", "mu = 0.5\nnormal = 2"),
    "friction.normal_phase": LINE.replace("bound = 1", "bound = 1\nnormal_ratio = 1.3"),
}


STRUCTURE = """[structure]
masses = [1, 2]
springs = [3, 4]
{}
[[contact]]
on = 1
{}
[[contact]]
on = 2
bound = 0.3
stiffness = 9
[[load]]
{}
frequency = 0.9
[run]
until = 9
"""
BOUND = "bound = 0.2"
PUSH = 'on = 2\nkind = "harmonic"\namplitude = 2'
SHAKE = 'kind = "base"\nacceleration = 2'
SWING = "mu = 0.1\nnormal = 2\nnormal_amplitude = 1"
PRESSED = "mu = 0.1\nnormal_on = 2\nnormal_stiffness = 20"
# A case for each key of a structure, and its default as an override.
STRUCTURES = {
    "structure.dampers": ("", BOUND, PUSH, "[0, 0]"),
    "structure.damping": (None, BOUND, PUSH, "[[0, 0], [0, 0]]"),
    "structure.modal_damping": ("", BOUND, PUSH, "0"),
    "contact[1].surface_velocity": ("", BOUND, PUSH, "0"),
    "contact[1].normal_amplitude": ("", "mu = 0.1\nnormal = 2", PUSH, "0"),
    "contact[1].normal_ratio": ("", BOUND, PUSH, "0"),
    "contact[1].normal_phase": ("", SWING, PUSH, "0"),
    "contact[1].preload": ("", PRESSED, PUSH, "0"),
    "contact[1].gap": ("", PRESSED, PUSH, "0"),
    "load[1].influence": ("", BOUND, SHAKE, "[1, 1]"),
    "start.contact_deflection": ("", BOUND, PUSH, "[0, 0]"),
}
OTHERS = {
    "structure.dampers": "[0, 1]",
    "structure.damping": "[[1, 0], [0, 0]]",
    "structure.modal_damping": "0.1",
    "contact[1].surface_velocity": "0.3",
    "contact[1].normal_amplitude": "1",
    "contact[1].normal_ratio": "0.5",
    "contact[1].normal_phase": "1",
    "contact[1].preload": "5",
    "contact[1].gap": "0.1",
    "load[1].influence": "[1, 0]",
    "start.contact_deflection": "[0, 0.01]",
}


def structure_case(key):
    damping, contact, load, _ = STRUCTURES[key]
    if damping is not None:
        return STRUCTURE.format(damping, contact, load)
    text = STRUCTURE.format("", contact, load).replace("masses = [1, 2]", "mass = [[1, 0], [0, 2]]")
    return text.replace("springs = [3, 4]", "stiffness = [[7, -4], [-4, 4]]")


def documented_defaults(is_structure=False):
    """(key, default) of every row of the reference whose default is a value."""
    table = None
    parts = (GUIDE / "case-file.md").read_text().split("# The case file of a structure\n")
    for line in parts[is_structure].splitlines():
        if line.startswith("## [["):
            table = line[5 : line.index("]")] + "[1]"
        elif line.startswith("## ["):
            table = line[4 : line.index("]")]
        cells = re.split(r"(?<!\\)\|", line)
        if line.startswith("| `") and len(cells) == 6 and cells[3].strip() not in ("required", "–"):
            yield f"{table}.{cells[1].strip(' `')}", cells[3].strip()


class Reference(ProgramTest):
    def test_defaults_are_what_the_reference_says(self):
        self.write("r.csv", "0,0\n1,3\n2,-3\n9,0\n")
        rows = list(documented_defaults())
        self.assertGreater(len(rows), 12)
        for key, default in rows:
            self.write("case.toml", CASES.get(key, LINE))
            without = self.result("simulate", "case.toml")
            value = "[0, 0]" if key == "start.friction_force" else default
            self.assertEqual(self.result("simulate", "case.toml", "--set", f"{key}={value}"), without, key)

    def test_defaults_of_structures_are_what_the_reference_says(self):
        self.assertEqual([key for key, _ in documented_defaults(True)], list(STRUCTURES))
        for key, (*_, default) in STRUCTURES.items():
            self.write("case.toml", structure_case(key))
            without = self.result("simulate", "case.toml")
            self.assertEqual(self.result("simulate", "case.toml", "--set", f"{key}={default}"), without, key)
            other = self.result("simulate", "case.toml", "--set", f"{key}={OTHERS[key]}")
            self.assertNotEqual(other["final"], without["final"], key)

    def test_other_values_than_the_default_matter(self):
        """The test above could not fail if a key were ignored."""
        self.write("r.csv", "0,0\n1,3\n2,-3\n9,0\n")
        for key, value in [("oscillator.damping", "0.5"), ("load.scale", "2"), ("spring.linear", "3"), ("start.velocity", "1"),
                           ("friction.normal_amplitude", "1"), ("friction.normal_ratio", "0.5"), ("friction.normal_phase", "1"),
                           ("ratios.normal_ratio", "0.5"), ("ratios.normal_phase", "1")]:
            self.write("case.toml", CASES.get(key, LINE))
            self.assertNotEqual(
                self.result("simulate", "case.toml"), self.result("simulate", "case.toml", "--set", f"{key}={value}"), key
            )


class GroundMotion(ProgramTest):
    TEXT = (GUIDE / "ground-motion.md").read_text()

    def commands(self, first_word):
        return [line[4:] for line in self.TEXT.splitlines() if line.startswith("    " + first_word)]

    def prepare(self):
        (awk,) = self.commands("awk")
        subprocess.run(["sh", "-c", awk], cwd=self.folder, check=True)
        case = self.TEXT[self.TEXT.index("    title =") : self.TEXT.index("The surface moves,")]
        self.write("block.toml", "\n".join(line[4:] for line in case.splitlines()))

    def test_every_command_works_as_typed(self):
        self.prepare()
        commands = self.commands("./stickslip simulate")
        self.assertEqual(len(commands), 4)
        for command in commands:
            line = shlex.quote(program.BINARY) + command.removeprefix("./stickslip")
            run = subprocess.run(["sh", "-c", line], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr)
        for name in ["block.svg", "block.csv", "block.json", "slippery.json", "stronger.json"]:
            self.assertGreater((self.folder / name).stat().st_size, 0, name)
        (python,) = self.commands("./stickslip python")
        run = subprocess.run(
            ["/usr/bin/python3", *shlex.split(python)[2:]], cwd=self.folder, capture_output=True, text=True
        )
        self.assertIn("'phase': 'stick'", run.stdout)
        residual = [json.loads((self.folder / f"{n}.json").read_text())["final"] for n in ["block", "slippery", "stronger"]]
        self.assertTrue(all(state["phase"] == "stick" for state in residual))
        self.assertEqual(len({state["x"] for state in residual}), 3)

    def test_the_same_record_in_g_from_peer_gives_the_same_motion(self):
        self.prepare()
        rows = [line.split(",") for line in (self.folder / "quake.csv").read_text().splitlines()[1:]]
        g = 9.80665
        values = [repr(float(a) / g) for _, a in rows]
        lines = ["  ".join(values[i : i + 5]) for i in range(0, len(values), 5)]
        header = f"PEER NGA STRONG MOTION DATABASE RECORD\nA pulse\nACCELERATION TIME SERIES IN UNITS OF G\nNPTS= {len(values)}, DT= .0100 SEC\n"
        self.write("quake.AT2", header + "\n".join(lines) + "\n")
        csv = self.result("simulate", "block.toml")
        peer = self.result("simulate", "block.toml", "--set", "load.file=quake.AT2", "--set", f"load.scale={g}")
        self.assertEqual(len(csv["events"]), len(peer["events"]))
        self.assertAlmostEqual(csv["final"]["x"], peer["final"]["x"], delta=1e-9)
        self.write("quake.AT2", header + "\n".join(lines).replace("  ", "  x", 1) + "\n")
        self.refuse("simulate", "block.toml", "--set", "load.file=quake.AT2", saying=["quake.AT2:5: ", "finite number"])
        self.write("quake.AT2", "\n".join(lines))
        self.refuse("simulate", "block.toml", "--set", "load.file=quake.AT2", saying=["quake.AT2:4: ", "NPTS"])


class BoucWen(ProgramTest):
    """γ may be negative down to −β; the law then takes energy out at every instant."""

    CASE = (
        '[oscillator]\nmass = 1\nstiffness = 1\n[friction]\nlaw = "bouc-wen"\nk_z = 10\nbeta = 2\ngamma = {}\n'
        '[load]\nkind = "harmonic"\namplitude = 5\nfrequency = 0.5\n[run]\nuntil = 40\n'
    )

    def test_a_negative_gamma_is_taken_down_to_minus_beta(self):
        losses = []
        for gamma in [-1.5, -0.5, 1]:
            self.write("case.toml", self.CASE.format(gamma))
            energy = self.result("simulate", "case.toml")["energy"]
            self.assertLess(abs(energy["imbalance"]), 1e-8 * energy["input"], gamma)
            losses.append(energy["friction"])
        self.assertTrue(all(loss > 0 for loss in losses))
        self.assertEqual(len(set(losses)), 3)

    def test_a_gamma_below_minus_beta_is_refused(self):
        self.write("case.toml", self.CASE.format(-2.5))
        self.refuse("simulate", "case.toml", saying=["case.toml:8: friction.gamma = -2.5", "friction.beta"])
        self.write("case.toml", self.CASE.format(1).replace("beta = 2", "beta = -2"))
        self.refuse("simulate", "case.toml", saying=["friction.beta = -2", "≥ 0"])
