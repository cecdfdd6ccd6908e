"""Every result draws itself, returns its axes with labels on them, and leaves something on the paper."""

import matplotlib.axes
import numpy as np
import pytest
import stickslip
from matplotlib import pyplot

s = stickslip
DRAWINGS = {
    "motion": lambda: s.simulate("dlubal-0116").plot(),
    "motion on a base": lambda: s.simulate("synthetic-earthquake").plot(),
    "characteristic": lambda: s.simulate("stefanski-fig3b", until=60.0).plot_characteristic(),
    "planar motion": lambda: s.simulate("liu-fig5").plot(),
    "steady state": lambda: s.steady(friction_ratio=0.6, frequency_ratio=0.105).plot(),
    "steady state of a case": lambda: s.steady("riddoch-fig6").plot(),
    "planar steady state": lambda: s.steady("liu-fig11").plot(),
    "steady states along a line": lambda: s.steady(
        friction_ratio=0.85, frequency_ratio=np.linspace(0.2, 1.5, 300)
    ).plot(),
    "steady states over a plane": lambda: s.steady(
        friction_ratio=np.linspace(0.02, 1.1, 60)[:, None], frequency_ratio=np.linspace(0.1, 1.5, 80)
    ).plot("stops_per_cycle"),
    "sweep": lambda: s.sweep(friction_ratio=0.85, over=("frequency_ratio", 0.2, 2.0, 200)).plot(),
    "sweep both ways": lambda: s.sweep(
        friction_ratio=0.1, static_ratio=0.4, over=("frequency_ratio", 0.3, 1.2, 40), direction="both"
    ).plot(),
    "motion of a structure": lambda: s.simulate("braced-building").plot(),
    "steady state of a structure": lambda: s.steady("three-mass-chain").plot(),
    "loops of a structure": lambda: s.steady("siconos-two-masses").cycle.plot_loops(),
    "planar sweep": lambda: s.sweep("liu-fig6", over=("load.amplitude", 1e5, 6e5, 30)).plot(),
    "sweep of a structure": lambda: s.sweep("three-mass-chain", over=("load.frequency", 0.3, 2.4, 150)).plot(),
    "losses in a structure": lambda: s.sweep("three-mass-chain", over=("load.frequency", 0.3, 2.4, 150)).plot("dissipated"),
    "sweep of a structure without damping": lambda: s.sweep(
        "siconos-two-masses", over=("load.frequency", 0.2, 3.0, 57, "log")
    ).plot(),
    "design of a structure": lambda: s.design(
        "siconos-two-masses", vary=("contact.floor.bound", 0.01, 2.0), minimise="velocity[2-1]", over=("load.frequency", 0.45, 0.5)
    ).plot(),
    "joint design": lambda: s.design(
        "three-mass-chain",
        vary=[("contact.wall.bound", 0.2, 3.0), ("contact.joint.bound", 0.2, 3.0)],
        minimise="amplitude[3]",
        evaluations=30,
    ).plot(),
    "stick limit of a structure": lambda: s.design(
        s.load_case("siconos-two-masses", {"load.frequency": 0.8}), vary=("contact.floor.bound", 0.01, 2.0), avoid_stick=True
    ).plot(),
    "fragility": lambda: s.fragility([0.8, 1.0, 1.1, 1.5], [0, 0, 0, 1]).plot(),
    "boundaries": lambda: s.boundary(x=("friction_ratio", 0.3, 1.1), y=("frequency_ratio", 0.2, 1.4)).plot(),
    "crossings": lambda: s.boundary(x=("friction_ratio", 0.02, 1.1), at=("frequency_ratio", 0.1)).plot(),
    "design": lambda: s.design(
        "friction-isolator",
        vary=("friction.bound", 20.0, 2000.0),
        minimise="transmissibility",
        over=("load.frequency", 14.5, 30.0),
    ).plot(),
    "stick limit": lambda: s.design("riddoch-fig5", vary=("friction_ratio", 0.01, 0.99), avoid_stick=True).plot(),
    "section": lambda: s.poincare("stefanski-fig3b", points=3000).plot(),
    "lyapunov": lambda: s.lyapunov("stefanski-fig3b", periods=1600, runs=8).plot(),
    "bifurcation": lambda: s.bifurcation(
        "stefanski-fig3b", over=("load.amplitude", 4.0, 7.0, 13), periods=200, points=60
    ).plot(),
    "basins": lambda: s.basins(
        s.load_case("stefanski-fig3b", {"load.amplitude": 4.0}), position=(-4, 4, 12), velocity=(-6, 6, 12), periods=300
    ).plot(),
    "map": lambda: s.map(x=("friction_ratio", 0, 1.1, 120), y=("frequency_ratio", 0.05, 1.5, 120)).stickslip.plot(),
    "map of regimes": lambda: s.map(
        x=("friction_ratio", 0, 1.1, 120), y=("frequency_ratio", 0.05, 1.5, 120)
    ).stickslip.plot("regime"),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_result_draws_itself(name, tmp_path, request):
    axes = np.atleast_1d(np.asarray(DRAWINGS[name](), dtype=object)).ravel()
    figure = axes[0].figure
    for ax in axes:
        assert isinstance(ax, matplotlib.axes.Axes)
        assert ax.get_ylabel()
        assert ax.has_data()
    assert axes[-1].get_xlabel()
    folder = request.config.getoption("--pictures")
    figure.savefig((tmp_path if folder is None else folder / "x").with_name(name.replace(" ", "-") + ".png"))
    figure.savefig(tmp_path / "picture.pdf")
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    assert (pixels < 250).any(axis=-1).mean() > 0.005


def test_own_axes_are_used():
    figure, ax = pyplot.subplots()
    assert s.poincare("stefanski-fig3b", points=10).plot(ax) is ax
    _, panels = pyplot.subplots(3)
    made = s.simulate("dlubal-0116").plot(panels)
    assert list(made) == list(panels)
    assert pyplot.get_fignums() == [1, 2]
    assert figure.axes == [ax]


@pytest.mark.parametrize(
    "result, count",
    [
        (lambda: s.simulate("dlubal-0116"), 3),
        (lambda: s.simulate("liu-fig5"), 2),
        (lambda: s.steady(friction_ratio=0.6, frequency_ratio=0.105), 3),
        (lambda: s.steady("three-mass-chain"), 3),
        (lambda: s.sweep("three-mass-chain", over=("load.frequency", 0.3, 2.4, 31)), 3),
        (lambda: s.sweep(friction_ratio=0.3, over=("frequency_ratio", 0.5, 1.5, 11)), 5),
    ],
)
def test_as_many_panels_as_there_are_axes(result, count):
    whole = [ax.get_ylabel() for ax in result().plot()]
    assert len(whole) >= count
    for given in range(1, count + 2):
        _, axes = pyplot.subplots(given, squeeze=False)
        drawn = [ax for ax in axes.ravel() if ax.has_data()]
        assert drawn == []
        made = result().plot(ax=axes)
        assert [ax.get_ylabel() for ax in made] == whole[:given]
        assert list(made) == list(axes.ravel()[: len(whole)])


def test_named_observables_need_an_axes_each():
    curve = s.sweep(friction_ratio=0.3, over=("frequency_ratio", 0.5, 1.5, 11))
    _, ax = pyplot.subplots()
    assert curve.plot("phase_lag", ax=ax)[0].get_ylabel().startswith("phase")
    with pytest.raises(ValueError, match="2 observables need as many axes, not 1"):
        curve.plot("phase_lag", "velocity", ax=ax)


def test_style_does_not_leak():
    before = dict(matplotlib.rcParams)
    s.steady(friction_ratio=0.3, frequency_ratio=0.8).plot()
    assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize(
    "result",
    [
        lambda: s.steady(friction_ratio=0.3, frequency_ratio=0.8),
        lambda: s.steady("liu-fig6"),
        lambda: s.steady("three-mass-chain"),
        lambda: s.simulate("dlubal-0116"),
        lambda: s.load_case("dlubal-0116"),
        lambda: s.design("riddoch-fig5", vary=("friction_ratio", 0.1, 0.9), minimise="transmissibility"),
    ],
)
def test_notebooks_show_a_table(result):
    import xml.dom.minidom

    html = result()._repr_html_()
    xml.dom.minidom.parseString(f"<div>{html}</div>")
    assert len(html) > 100
