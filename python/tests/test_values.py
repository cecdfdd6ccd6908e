"""Every public type is a value: it can be compared, hashed, printed, copied, pickled, sent to another process and drawn."""

import copy
import functools
import inspect
import multiprocessing
import pickle

import numpy as np
import pytest
import stickslip
import values
from matplotlib import pyplot

EVERYTHING = {**{name: made[0] for name, made in values.EXAMPLES.items()}, **values.MORE}
EXCEPTIONS = ("InputError", "NoResultError")


@functools.lru_cache(maxsize=None)
def example(name):
    return EVERYTHING[name]()


def same(a, b):
    """Equality, where a dataset and an exception say it in their own way."""
    if isinstance(a, Exception):
        return type(a) is type(b) and a.args == b.args
    return a.identical(b) if hasattr(a, "identical") else bool(a == b)


def evaluated(value):
    """What a result tells when it is asked: numbers that its copies must give bit for bit."""
    if isinstance(value, (stickslip.Motion, stickslip.PlanarMotion)):
        t = np.linspace(0.0, value.end_time, 101)
        return [value(t), value.v(t), value.a(t), value.friction(t), value.load(t), value.events["t"], *value.energy]
    if isinstance(value, (stickslip.SteadyState, stickslip.SteadyStates)):
        lag = [value.phase_lag, value.transmitted_force, value.amplitude, value.stuck_fraction]
        cycle = getattr(value, "cycle", None)
        return lag + (evaluated(cycle) if cycle is not None else [])
    if isinstance(value, stickslip.StructureMotion):
        t = np.linspace(0.0, value.end_time, 101)
        told = [value(t), value.v(t), value.a(t), value.friction(t), value.deflection(t), value.events["t"]]
        return [*told, *value.energy, *value.peak]
    if isinstance(value, stickslip.PlanarSteadyState):
        return [value.amplitude, *evaluated(value.cycle)]
    if isinstance(value, stickslip.StructureSteadyState):
        return [value.amplitude, value.events["t"], *(evaluated(value.cycle) if value.cycle is not None else [])]
    if isinstance(value, stickslip.Case):
        return evaluated(stickslip.simulate(value, until=3.0))
    if isinstance(value, (stickslip.Sweep, stickslip.StructureSweep)):
        return [value[name] for name in value.observables]
    return []


def assert_same(a, b):
    assert type(a) is type(b)
    assert same(a, b)
    for one, other in zip(evaluated(a), evaluated(b)):
        assert np.array_equal(one, other, equal_nan=True)


def test_no_public_type_is_forgotten():
    public = {name for name in stickslip.__all__ if inspect.isclass(getattr(stickslip, name))}
    assert set(values.EXAMPLES) == public
    for name, (make, _) in values.EXAMPLES.items():
        assert type(example(name)).__name__ == name, make


@pytest.mark.parametrize("name", EVERYTHING)
def test_equal_to_itself_made_again(name):
    again = EVERYTHING[name]()
    if name == "map":  # its attributes tell how long it took
        again.attrs["seconds"] = example(name).attrs["seconds"]
    assert_same(example(name), again)
    if isinstance(again, Exception) or name == "map":
        return
    assert not example(name) != again
    assert hash(example(name)) == hash(again)
    assert len({example(name), again}) == 1


@pytest.mark.parametrize("name", [n for n in values.EXAMPLES if n not in EXCEPTIONS])
def test_not_equal_to_another(name):
    one, other = example(name), values.EXAMPLES[name][1]()
    assert one != other
    assert not one == other
    assert other != one
    for foreign in (None, 3, "text", object(), [1.0]):
        assert one != foreign
    assert len({one, other}) == 2


@pytest.mark.parametrize("name", EVERYTHING)
def test_printed(name):
    value = example(name)
    for text in (repr(value), str(value)):
        assert text
        assert len(text) < 2000 or name == "map"
        assert " object at 0x" not in text


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("name", EVERYTHING)
def test_pickled(name, protocol):
    if name == "map" and protocol < 2:
        return  # xarray's datasets cannot
    assert_same(pickle.loads(pickle.dumps(example(name), protocol=protocol)), example(name))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy], ids=["copy", "deepcopy"])
@pytest.mark.parametrize("name", EVERYTHING)
def test_copied(name, copied):
    assert_same(copied(example(name)), example(name))


def test_a_copy_does_not_depend_on_what_was_asked_before():
    """The cycle is found when it is asked for; that must not make a state another value."""
    fresh, asked = (stickslip.steady(**values.RATIOS) for _ in range(2))
    states, asked_states = (stickslip.steady(friction_ratio=[0.1, 0.5], frequency_ratio=0.3) for _ in range(2))
    assert np.isfinite(asked.phase_lag) and np.isfinite(asked_states.phase_lag).all()
    assert fresh == asked and hash(fresh) == hash(asked)
    assert states == asked_states and hash(states) == hash(asked_states)


def made_elsewhere(name):
    return EVERYTHING[name]()


def sent_back(value):
    return value


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_through_a_pool_of_processes(method):
    """Results are returned by, and given to, the workers of multiprocessing."""
    names = [name for name in EVERYTHING if name != "map"]
    with multiprocessing.get_context(method).Pool(2) as pool:
        made = pool.map(made_elsewhere, names, chunksize=8)
        back = pool.map(sent_back, [example(name) for name in names], chunksize=8)
    for name, there, returned in zip(names, made, back):
        assert_same(there, example(name))
        assert_same(returned, example(name))


def test_a_forked_worker_computes_in_parallel_after_its_parent_did():
    given = {"friction_ratio": np.linspace(0.01, 1.1, 2000), "frequency_ratio": 0.31}
    here = stickslip.steady(**given)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for there in pool.map(functools.partial(solved, given), range(2)):
            assert there == here


def solved(given, _):
    return stickslip.steady(**given)


WITHOUT_CYCLE = ("unbounded steady state", "unbounded steady state of a structure")
DRAWABLE = [name for name in EVERYTHING if hasattr(example(name), "plot") or name == "map"]


def plotter(name):
    return example(name).stickslip.plot if name == "map" else example(name).plot


@pytest.mark.parametrize("name", DRAWABLE)
def test_drawn(name):
    if name in WITHOUT_CYCLE:
        with pytest.raises(stickslip.NoResultError):
            plotter(name)()
        return
    made = np.atleast_1d(np.asarray(plotter(name)(), dtype=object))
    assert all(ax.has_data() and ax.get_ylabel() for ax in made)


@pytest.mark.parametrize("name", [n for n in DRAWABLE if n not in WITHOUT_CYCLE])
@pytest.mark.parametrize("keyword", ["ax", "positional", "axes"])
def test_drawn_on_axes_of_the_user(name, keyword):
    """One axes is enough for every result; it gets the first panel."""
    figure, ax = pyplot.subplots()
    plot = plotter(name)
    several = "axes" in inspect.signature(plot).parameters
    if keyword == "axes" and not several:
        return
    named = isinstance(example(name), (stickslip.Sweep, stickslip.StructureSweep, stickslip.SteadyStates)) or name == "map"
    if keyword == "positional" and named:
        return  # the first argument is the observable
    made = plot(ax) if keyword == "positional" else plot(**{keyword: ax})
    assert np.ravel(np.asarray(made, dtype=object))[0] is ax
    assert ax.has_data()
    assert pyplot.get_fignums() == [figure.number]
    if several:
        with pytest.raises(TypeError, match="ax or axes, not both"):
            plot(ax=ax, axes=ax)


@pytest.mark.parametrize("name", ["Motion", "motion of a law", "motion on a belt"])
def test_tables_of_a_motion_are_data_frames(name):
    import pandas

    motion = example(name)
    for rows in (motion.events, motion.phases, motion.samples([0.0, 1.0])):
        frame = pandas.DataFrame(rows)
        assert list(frame.columns) == list(rows.dtype.names)
        assert frame["t"].tolist() == rows["t"].tolist()


@pytest.mark.parametrize("name", ["Sweep", "planar sweep", "StructureSweep", "SteadyStates", "steady states over a plane"])
def test_tables_of_states_are_datasets(name):
    dataset = example(name).to_xarray()
    assert dataset.identical(pickle.loads(pickle.dumps(dataset)))
    assert dataset["regime"].values.tolist() == example(name).regime.tolist()
    others = [size for axis, size in dataset.sizes.items() if axis in ("dof", "contact")]
    assert dataset.to_dataframe().shape[0] == example(name).regime.size * int(np.prod(others))


def test_inputs_of_pandas_and_xarray_are_arrays():
    import pandas
    import xarray

    plain = stickslip.steady(friction_ratio=[0.1, 0.5], frequency_ratio=0.3)
    motion = stickslip.simulate("dlubal-0116")
    for kind in (pandas.Series, xarray.DataArray, np.array, tuple):
        assert stickslip.steady(friction_ratio=kind([0.1, 0.5]), frequency_ratio=0.3) == plain
        assert motion(kind([0.0, 1.0])).tolist() == motion([0.0, 1.0]).tolist()
        assert stickslip.Record(kind([0.0, 1.0]), kind([0.0, 2.0])) == stickslip.Record([0, 1], [0, 2])


def test_numbers_are_equal_whatever_holds_them():
    assert stickslip.Harmonics(np.array([1.0, 2.0]), frequency=(1, 2)) == stickslip.Harmonics([1, 2], frequency=[1.0, 2.0])
    assert stickslip.Oscillator(mass=1) == stickslip.Oscillator(mass=1.0)
    assert stickslip.Oscillator() != stickslip.PlanarOscillator()
    assert stickslip.Coulomb(bound=1.0) != stickslip.FrictionLaw(bound=1.0)
