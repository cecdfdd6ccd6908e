"""Writes requests for every question and several cases: python3 explorer_seeds.py FOLDER."""

import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
cases = pathlib.Path(__file__).resolve().parents[2] / "cases"
window = {"x_from": 0, "x_to": 1.1, "y_from": 0.5, "y_to": 1.5}
questions = {
    "motion": {"samples": 50},
    "structure": {"samples": 50, "at_events": 1},
    "structure-steady": {},
    "structure-sweep": {"key": "load.frequency", "from": 1, "to": 2, "count": 4, "first": 1, "last": 3},
    "steady": {},
    "read": {},
    "sweep": {"key": "load.frequency", "from": 1, "to": 2, "count": 3},
    "section": {"points": 3, "transient": 2},
    "lyapunov": {"periods": 8, "transient": 1, "runs": 2},
    "bifurcation": {"key": "load.amplitude", "values": [1, 2], "periods": 4, "transient": 1, "points": 3, "starts": 1},
}
for case in ["hong-liu-fig10", "friction-isolator", "stefanski-fig3b", "block-on-belt", "liu-fig6", "sdnd106-two-masses",
             "three-mass-chain", "sliding-base-frame"]:
    text = "\n".join(line for line in (cases / f"{case}.toml").read_text().splitlines() if not line.startswith("#"))
    for name, options in questions.items():
        (folder / f"{name}-{case}").write_text(f"/api/{name}\n" + json.dumps({"case": text, **options}))
(folder / "map").write_text("/api/map\n" + json.dumps({**window, "x_count": 6, "y_count": 5, "damping": 0.1, "static": 0.5}))
(folder / "boundary").write_text("/api/boundary\n" + json.dumps({**window, "seed_lines": 8}))
# Questions that no time limit ended once, because nothing looked at it inside of a search or a sum.
base = 'mass = 4517\ndamping = 200\n[friction]\nbound = 400\n[load]\nkind = "base"\nsurface = "moving"\ndisplacement = 1.01\nfrequency = 10\n'
plane = '[friction]\nbound = 1\n[load]\nkind = "harmonic"\namplitude = [0.5, 0.2]\nphase = [0.0, 1.0]\nfrequency = 1\n[run]\nuntil = 1000\n'
slow = {
    "steady-stiff": ("steady", {"case": "[oscillator]\nstiffness = 176e33\n" + base}),
    "steady-slow": ("steady", {"case": "[ratios]\nfriction = 0.3\nfrequency = 1e-9\n"}),
    "steady-damped": ("steady", {"case": "[ratios]\nfriction = 0.3\nfrequency = 0.01\ndamping = 1e6\n"}),
    "motion-fast": ("motion", {"case": "[oscillator]\nstiffness = 0.1\n" + base.replace("400", "0") + "[run]\nuntil = 1344\n"}),
    "motion-planar": ("motion", {"case": "[oscillator]\nmass = 1\nstiffness = 1\ndimensions = 2\nsupport_stiffness = 1e12\n" + plane}),
    "steady-planar": ("steady", {"case": "[oscillator]\nmass = 1e-15\nstiffness = 1\ndimensions = 2\nsupport_stiffness = 1e3\n" + plane}),
    "map-static": ("map", {"x_from": 0, "x_to": 6e-3, "y_from": 0.034, "y_to": 0.03401, "x_count": 32, "y_count": 32, "damping": 2e-11, "static": 0.01}),
}
for name, (question, body) in slow.items():
    (folder / f"slow-{name}").write_text(f"/api/{question}\n" + json.dumps(body))
matrices = "[structure]\nmass = [[1, 0], [0, 2]]\nstiffness = [[3, -1], [-1, 1]]\ndamping = [[0.1, 0], [0, 0.1]]\n"
elements = (
    "[[contact]]\ndirection = [1, -2]\nbound = 0.2\nstatic_bound = 0.3\n[[contact]]\nbetween = [0, 2]\nmu = 0.1\nnormal = 1\n"
    "normal_amplitude = 1.5\nnormal_frequency = 1.3\nsurface_velocity = 0.1\n[[contact]]\non = 1\nbound = 0.1\nstiffness = 20\n"
    '[[load]]\non = 2\nkind = "harmonic"\namplitude = 1\nfrequency = 0.9\n[[load]]\nkind = "base"\nacceleration = 0.1\nfrequency = 2\n'
    "[start]\nposition = [0.1, 0]\nvelocity = [0, 1]\n[run]\nuntil = 20\n"
)
(folder / "structure-matrices").write_text("/api/structure\n" + json.dumps({"case": matrices + elements, "samples": 50}))
for name, options in {"structure-steady": {}, "structure-sweep": {"key": "contact[3].bound", "from": 0, "to": 2, "count": 3}}.items():
    (folder / f"{name}-matrices").write_text(f"/api/{name}\n" + json.dumps({"case": matrices + elements.replace("frequency = 2", "frequency = 1.8")
                                                                         .replace("normal_frequency = 1.3", "normal_frequency = 0.9"), **options}))
(folder / "read-matrices").write_text("/api/read\n" + json.dumps({"case": matrices}))
(folder / "cases").write_text("/api/cases\n{}")
(folder / "foreign").write_text("/api/read evil.example:1 http://evil.example text/plain\n{}")
