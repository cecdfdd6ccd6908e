"""Writes requests for every question and several cases: python3 explorer_seeds.py FOLDER."""

import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
cases = pathlib.Path(__file__).resolve().parents[2] / "cases"
window = {"x_from": 0, "x_to": 1.1, "y_from": 0.5, "y_to": 1.5}
questions = {
    "motion": {"samples": 50},
    "steady": {},
    "read": {},
    "sweep": {"key": "load.frequency", "from": 1, "to": 2, "count": 3},
    "section": {"points": 3, "transient": 2},
    "lyapunov": {"periods": 8, "transient": 1, "runs": 2},
    "bifurcation": {"key": "load.amplitude", "values": [1, 2], "periods": 4, "transient": 1, "points": 3, "starts": 1},
}
for case in ["hong-liu-fig10", "friction-isolator", "stefanski-fig3b", "block-on-belt", "liu-fig6"]:
    text = "\n".join(line for line in (cases / f"{case}.toml").read_text().splitlines() if not line.startswith("#"))
    for name, options in questions.items():
        (folder / f"{name}-{case}").write_text(f"/api/{name}\n" + json.dumps({"case": text, **options}))
(folder / "map").write_text("/api/map\n" + json.dumps({**window, "x_count": 6, "y_count": 5, "damping": 0.1, "static": 0.5}))
(folder / "boundary").write_text("/api/boundary\n" + json.dumps({**window, "seed_lines": 8}))
(folder / "cases").write_text("/api/cases\n{}")
(folder / "foreign").write_text("/api/read evil.example:1 http://evil.example text/plain\n{}")
