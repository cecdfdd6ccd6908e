"""Numbers of a case from several sensors and from response curves: those of the command line, and what is refused."""

import json
import pathlib

import numpy as np
import pytest
import stickslip as s

GUIDE = pathlib.Path(__file__).parents[2] / "docs" / "guide" / "identify"


def columns(name):
    return np.loadtxt(GUIDE / name, delimiter=",", skiprows=1)


def test_sensors_of_a_structure_say_what_the_program_says(program):
    table = columns("floors.csv")
    case = str(GUIDE / "frame.toml")
    fit = ["contact.foot.bound", "structure.springs[1]"]
    found = s.identify(case, table[:, 0], displacement=table[:, 1:], fit=fit)
    printed = json.loads(program("identify", str(GUIDE / "frame.toml"), "--data", str(GUIDE / "floors.csv"), "--fit", ",".join(fit), "--json"))
    for key, estimate in printed["estimates"].items():
        assert found[key].value == estimate["value"], key
    assert found.channel_noise == {c["name"]: c["noise"] for c in printed["channels"]}
    assert found.misfit == printed["misfit"]
    assert found.modelled.shape == (2 * len(table),)
    again = s.identify(case, table[:, 0], displacement=table[:, [2, 1]], channels=[2, 1], fit=fit)
    assert again["contact.foot.bound"].value == pytest.approx(found["contact.foot.bound"].value, rel=1e-6)
    assert len(found.plot()) == 4


def test_a_curve_says_what_the_program_says(program):
    table = columns("curve.csv")
    fit = ["friction.bound", "oscillator.damping", "oscillator.stiffness"]
    found = s.identify(str(GUIDE / "driven.toml"), frequency=table[:, 0], amplitude=table[:, 1], phase=table[:, 2], fit=fit)
    printed = json.loads(program("identify", str(GUIDE / "driven.toml"), "--data", str(GUIDE / "curve.csv"), "--fit", ",".join(fit), "--json"))
    for key, estimate in printed["estimates"].items():
        assert found[key].value == estimate["value"], key
    assert found.quantity == "response"
    assert len(found.plot()) == 4


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"time": [0.0, 1.0]}, "one of displacement"),
        ({"frequency": [1.0, 2.0]}, "amplitude"),
        ({"time": [0.0, 1.0], "frequency": [1.0, 2.0], "amplitude": [1.0, 2.0]}, "no time"),
        ({"time": [0.0, 1.0], "displacement": [0.0, 1.0, 2.0]}, "shape"),
        ({"time": np.arange(50.0), "displacement": np.ones((50, 2)), "channels": [1]}, "channels names 1"),
        ({"time": np.arange(50.0), "displacement": np.ones((50, 2))}, "2 channels"),
        ({"frequency": [3.0, 2.0, 4.0, 5.0, 6.0], "amplitude": [1.0] * 5}, "above that of the point before"),
    ],
)
def test_what_does_not_go_together_is_refused(given, words):
    with pytest.raises(s.InputError, match=words):
        s.identify(str(GUIDE / "driven.toml"), fit="friction.bound", **given)
