"""One case under many records: the numbers of the command line, and those of motions followed one by one."""

import inspect
import json
import subprocess
import sys

import numpy as np
import pytest
import stickslip as s
import xarray
from conftest import ROOT

BLOCK = """
[oscillator]
mass = 1000
stiffness = 4000
[friction]
mu = 0.15
normal = 9806.65
[load]
kind = "base"
surface = "moving"
file = "one.csv"
quantity = "acceleration"
[run]
until = 8
"""
SLIDER = """
[oscillator]
dimensions = 2
mass = 1000
stiffness = 4000
[friction]
bound = 1500
[load]
kind = "record"
file = "two-ways.csv"
scale = -1000
"""
FRAME = """
[structure]
masses = [2000, 1000]
springs = [3e5, 2e5]
[[contact]]
name = "low"
between = [0, 1]
bound = 1000
[[load]]
kind = "base"
file = "one.csv"
quantity = "acceleration"
[run]
until = 5
"""


def samples(frequency, columns=1):
    t = 0.02 * np.arange(201)
    return np.column_stack([t, *(3.0 * np.exp(-((t - 2) ** 2)) * np.sin(frequency * t + 1.2 * k) for k in range(columns))])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in [("block", BLOCK), ("slider", SLIDER), ("frame", FRAME)]:
        (tmp_path / f"{name}.toml").write_text(text)
    np.savetxt("one.csv", samples(3), delimiter=",")
    np.savetxt("two-ways.csv", samples(5, 2), delimiter=",")
    for name, columns in [("motions", 1), ("ways", 2)]:
        (tmp_path / name).mkdir()
        for i, frequency in enumerate((6, 11, 17)):
            np.savetxt(f"{name}/{i}.csv", samples(frequency, columns), delimiter=",")
    return tmp_path


@pytest.mark.parametrize(
    "case, records, key",
    [("block", "motions", "friction.mu"), ("slider", "ways", "friction.bound"), ("frame", "motions", "contact.low.bound")],
)
def test_the_file_of_the_command_line_and_the_dataset_are_equal(program, folder, case, records, key):
    low, high = (0.05, 0.1) if key == "friction.mu" else (500.0, 900.0)
    case = str(folder / f"{case}.toml")
    asked = ["--records", str(folder / records), "--scales", "0.5,2", "--vary", f"{key}={low}:{high}:2"]
    program("ensemble", case, *asked, "--out", str(folder / "t.nc"))
    found = s.ensemble(case, records=folder / records, scales=[0.5, 2.0], vary=(key, low, high, 2))
    with xarray.open_dataset(folder / "t.nc") as written:
        assert list(written.data_vars) == list(found.data_vars)
        for name in found.variables:
            assert written[name].dims == found[name].dims
            assert np.array_equal(written[name].values.astype(found[name].dtype), found[name].values), name
            assert {k: v for k, v in found[name].attrs.items() if k == "units"}.items() <= written[name].attrs.items()
    table = found.to_dataframe()
    assert len(table) == 12
    assert {"peak", "residual", "total_slip", "peak_acceleration", "dissipated"} <= set(table.columns)


def test_samples_in_memory_are_records():
    block = s.Oscillator(mass=1000.0, stiffness=4000.0, friction=1500.0)
    made = [s.BaseRecord(*samples(w).T) for w in (6, 11)]
    plain = [s.Record(*samples(w).T) for w in (6, 11)]
    found = s.ensemble(block, made[0], records=plain, scales=[1.0, -2.0])
    assert found["record"].values.tolist() == ["records[0]", "records[1]"]
    for i in range(2):
        motion = s.simulate(block, made[i])
        assert found["peak"].values[i, 0] == motion.peak.x
        assert found["total_slip"].values[i, 0] == motion.peak.total_slip
        assert found["residual"].values[i, 0] == abs(motion.final.x)


def test_refusals_name_what_is_wrong(folder):
    for words, change in {
        "other than 0": {"scales": [1.0, 0.0]},
        "did you mean peak?": {"observables": "peek"},
        "must be the name of a file or a Record": {"records": [3.0]},
        "the form is": {"vary": "friction.mu"},
        "the list of records is empty": {"records": []},
    }.items():
        with pytest.raises(s.InputError, match=words):
            s.ensemble("block.toml", **{"records": "motions", **change})


def test_capacities_and_fragility_are_those_of_the_command_line(program, folder):
    asked = ["--records", str(folder / "motions"), "--scales", "0.1:8:20", "--vary", "friction.mu=0.05:0.1:2"]
    ladder = [0.1 + i / 19 * (8.0 - 0.1) for i in range(19)] + [8.0]
    told = json.loads(program("ensemble", str(folder / "block.toml"), *asked, "--limit", "peak=0.05", "--json"))
    found = s.ensemble(
        folder / "block.toml", records=folder / "motions", scales=ladder, vary=("friction.mu", 0.05, 0.1, 2), limit=("peak", 0.05)
    )
    assert found["capacity"].dims == ("record", "friction_mu")
    for i, group in enumerate(told["fragility"]):
        curve = s.fragility(found["capacity"][:, i], found["outcome"][:, i])
        assert (group["reached"], group["not_reached"], group["at_once"]) == (3, 0, 0)
        assert group["median"] == {"value": curve.median, "lower": curve.median_interval[0], "upper": curve.median_interval[1]}
        assert group["dispersion"]["value"] == pytest.approx(np.std(np.log(found["capacity"][:, i]), ddof=1), rel=1e-12)
        for name, scale in zip(found["record"].values, found["capacity"].values[:, i]):
            strong = s.load_case(folder / "block.toml", {"friction.mu": group["friction.mu"], "load.file": str(name), "load.scale": float(scale)})
            assert s.simulate(strong).peak.x == pytest.approx(0.05, rel=1e-8)
    with pytest.raises(s.NoResultError, match="at least two"):
        s.fragility([1.0, 2.0], [0, 1])
    with pytest.raises(s.InputError, match="the form is"):
        s.ensemble("block.toml", records="motions", scales=[1, 2], limit=0.1)


def test_the_code_of_the_guide_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    subprocess.run([sys.executable, ROOT / "examples" / "ground_motions.py", "motions"], check=True)
    text = (ROOT / "docs" / "guide" / "ensembles.md").read_text(encoding="utf-8")
    code = text[text.index("    import numpy as np\n") : text.index("Records may also be samples")]
    exec(inspect.cleandoc(code), {})
    assert "friction_mu" in capsys.readouterr().out
