"""Masks of masked arrays are respected: masked in, masked out; where every number is needed, a sentence says so."""

import numpy as np
import pytest
import stickslip as s

GAPS = np.ma.array([0.1, -9999.0, np.nan, 0.5], mask=[False, True, True, False])


def test_masked_ratios_give_masked_states():
    states = s.steady(friction_ratio=GAPS, frequency_ratio=[[0.3], [0.8]])
    plain = s.steady(friction_ratio=[0.1, 0.5], frequency_ratio=[[0.3], [0.8]])
    for name in ("amplitude_ratio", "phase_lag", "stuck_fraction", "friction_ratio", "regime", "map_period"):
        found = getattr(states, name)
        assert isinstance(found, np.ma.MaskedArray), name
        assert found.mask.tolist() == [[False, True, True, False]] * 2, name
        assert found.compressed().tolist() == getattr(plain, name).ravel().tolist(), name
    assert states[1, 3] == plain[1, 1]
    with pytest.raises(IndexError, match=r"\(1, 2\) are masked"):
        states[1, 2]
    assert states.to_xarray()["amplitude_ratio"].isnull().values.sum() == 4
    with pytest.raises(s.InputError, match="plot needs ratios without masked numbers"):
        states.plot()
    assert states != s.steady(friction_ratio=GAPS.filled(2.0), frequency_ratio=[[0.3], [0.8]])


@pytest.mark.parametrize("name", ["friction_ratio", "frequency_ratio", "damping_ratio", "static_ratio"])
def test_every_ratio_may_be_masked(name):
    given = {"friction_ratio": 0.1, "frequency_ratio": 0.8, name: np.ma.array([0.9, -1.0], mask=[0, 1])}
    assert s.steady(**given).amplitude_ratio.mask.tolist() == [False, True]


def test_masks_are_joined():
    states = s.steady(friction_ratio=np.ma.array([0.1, 0.2, 0.3], mask=[1, 0, 0]),
                      frequency_ratio=np.ma.array([0.3, 0.4, 0.5], mask=[0, 0, 1]))  # fmt: skip
    assert states.amplitude_ratio.mask.tolist() == [True, False, True]


def test_bad_numbers_beside_a_mask_are_still_refused():
    with pytest.raises(s.InputError, match=r"friction_ratio\[3\] = -2"):
        s.steady(friction_ratio=np.ma.array([0.1, -1.0, 0.3, -2.0], mask=[0, 1, 0, 0]), frequency_ratio=0.3)


def test_an_array_without_masked_numbers_is_an_array():
    plain = s.steady(friction_ratio=[0.1, 0.5], frequency_ratio=0.3)
    assert s.steady(friction_ratio=np.ma.array([0.1, 0.5]), frequency_ratio=0.3) == plain


@pytest.mark.parametrize("case", ["dlubal-0116", "liu-fig6"])
def test_motions_at_masked_times(case):
    motion = s.simulate(case, until=4.0)
    times = np.ma.array([[0.5, 99.0], [np.nan, 2.0]], mask=[[0, 1], [1, 0]])
    for evaluate in (motion, motion.v, motion.a, motion.friction, motion.load):
        found = evaluate(times)
        assert isinstance(found, np.ma.MaskedArray)
        assert found[0, 0].tolist() == evaluate(0.5).tolist()
        assert found[1, 1].tolist() == evaluate(2.0).tolist()
        assert np.ma.getmaskarray(found)[0, 1].all() and np.ma.getmaskarray(found)[1, 0].all()
        assert not np.ma.getmaskarray(found)[0, 0].any()
    if case == "dlubal-0116":
        rows = motion.samples(times)
        assert rows["x"].mask.tolist() == times.mask.tolist()
        assert motion(np.ma.masked) is np.ma.masked


def test_a_base_at_masked_times():
    motion = s.simulate("synthetic-earthquake")
    assert motion.base(np.ma.array([0.5, 1e9], mask=[0, 1])).mask.tolist() == [False, True]


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: s.steady(friction_ratio=np.ma.masked, frequency_ratio=0.8), "friction_ratio is masked"),
        (lambda: s.Record(GAPS, [1, 2, 3, 4]), r"Record: time\[1\] is masked"),
        (lambda: s.Record([0, 1, 2, 3], GAPS), r"Record: value\[1\] is masked"),
        (lambda: s.BaseRecord([0, 1, 2, 3], GAPS), r"BaseRecord: value\[1\] is masked"),
        (lambda: s.Harmonics(GAPS, frequency=[1, 2, 3, 4]), "Harmonics: load.amplitude has masked numbers"),
        (lambda: s.sweep(friction_ratio=0.3, over="frequency_ratio", values=GAPS), r"values\[1\] is masked"),
        (lambda: s.bifurcation("stefanski-fig3b", over="load.amplitude", values=GAPS), r"values\[1\] is masked"),
    ],
)
def test_where_every_number_is_needed(call, sentence):
    with pytest.raises(s.InputError, match=sentence):
        call()
