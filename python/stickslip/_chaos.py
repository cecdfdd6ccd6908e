"""Sections, Lyapunov exponents, bifurcation diagrams and basins of attraction."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _plot
from ._axis import CountedRange, swept_values
from ._load import Load
from ._numbers import Floats, Pair, whole_number
from ._problem import Problem, as_case

if TYPE_CHECKING:
    from ._plot import Axes


@dataclasses.dataclass(frozen=True, eq=False)
class Section:
    """The points at which a motion pierces a section.

    >>> points = poincare("stefanski-fig3b", points=100)
    >>> points.x.size, points.section
    (100, 'stroboscopic')
    """

    title: str
    section: str
    t: Floats
    x: Floats
    v: Floats
    diverging: bool

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """The points in the plane of position and velocity; returns the axes."""
        with _plot.style():
            ax = _plot.single(ax, height=4.2, width=5.2)
            size = 6.0 if self.x.size < 200 else (1.5 if self.x.size < 5000 else 0.5)
            ax.scatter(self.x, self.v, s=size, color=_plot.BLUE, lw=0, rasterized=self.x.size > 2000)
            ax.set_xlabel("x [m]")
            ax.set_ylabel("v [m/s]")
            ax.set_title(f"{self.title}: {self.section} section", loc="left")
        return ax


def poincare(
    problem: Problem,
    load: Optional[Load] = None,
    *,
    section: str = "stroboscopic",
    points: int = 2000,
    transient: int = 200,
    phase: float = 0.0,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
) -> Section:
    """A Poincaré section: once a load period ("stroboscopic"), or at a "stop", "release" or "turn".

    >>> poincare("block-on-belt", section="release", points=3).x.size
    3
    """
    case = as_case(problem, load, position, velocity)
    t, x, v, diverged = _core.poincare(
        case._problem, section, whole_number(points, "points", 1), whole_number(transient, "transient", 0), float(phase)
    )
    if t.size == 0 and not diverged:
        raise _core.NoResultError(f"the motion never meets the {section} section")
    return Section(case.title, section, t, x, v, diverged)


@dataclasses.dataclass(frozen=True, eq=False)
class Lyapunov:
    """The largest Lyapunov exponent [1/s], base e, with its standard error.

    >>> found = lyapunov("stefanski-fig3b", periods=2000, runs=8)
    >>> found.label
    'chaotic'
    """

    title: str
    exponent: float
    standard_error: float
    periods: int
    after: Floats
    exponents: Floats

    @property
    def label(self) -> str:
        """"chaotic" where the exponent is positive by more than three standard errors, else "regular"."""
        return "chaotic" if self.exponent > 3.0 * self.standard_error else "regular"

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """The convergence of the exponent with its standard error; returns the axes."""
        with _plot.style():
            ax = _plot.single(ax, height=2.9)
            if np.isfinite(self.exponent):
                low, high = self.exponent - self.standard_error, self.exponent + self.standard_error
                ax.axhspan(low, high, color=_plot.SKY, alpha=0.35, lw=0, label="standard error")
            ax.plot(self.after, self.exponents, color=_plot.BLUE, label="mean so far")
            ax.axhline(0.0, color=_plot.BLACK, lw=0.7)
            ax.set_xlabel("periods, all runs together")
            ax.set_xlim(0.0, float(self.after[-1]))
            ax.set_ylabel("largest exponent [1/s]")
            ax.set_title(f"{self.title}: {self.exponent:.4g} ± {self.standard_error:.2g}", loc="left")
            ax.legend(loc="best")
        return ax


def lyapunov(
    problem: Problem,
    load: Optional[Load] = None,
    *,
    periods: int = 80000,
    transient: int = 200,
    runs: int = 32,
    seed: int = 1,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
) -> Lyapunov:
    """The largest Lyapunov exponent of the motion that the start leads to.

    >>> lyapunov("stefanski-fig3a", periods=200, runs=4).label
    'regular'
    """
    case = as_case(problem, load, position, velocity)
    found = _core.lyapunov(
        case._problem,
        whole_number(periods, "periods", 1),
        whole_number(transient, "transient", 0),
        whole_number(runs, "runs", 2),
        whole_number(seed, "seed", 0),
    )
    return Lyapunov(title=case.title, **found)


@dataclasses.dataclass(frozen=True, eq=False)
class Attractor:
    """What a motion comes to, seen once a load period: P1, P2, …, chaotic, diverging or unresolved."""

    label: str
    multiplier: float
    exponent: float
    x: Floats
    v: Floats
    met_from: tuple[str, ...] = ()
    fraction: float = float("nan")
    standard_error: float = float("nan")


@dataclasses.dataclass(frozen=True, eq=False)
class Bifurcation:
    """Attractors against a parameter: for each of `values` the list of those met there.

    >>> diagram = bifurcation("stefanski-fig3b", over=("load.amplitude", 1.0, 2.0, 3), periods=300)
    >>> diagram.labels(0)
    ['P1']
    """

    title: str
    key: str
    law: Optional[str]
    values: Floats
    attractors: list[list[Attractor]]

    def labels(self, index: int) -> list[str]:
        """The labels of the attractors at one value, in alphabetical order."""
        return sorted(a.label for a in self.attractors[index])

    @property
    def points(self) -> NDArray[np.void]:
        """All points as a structured array with value, attractor, label, x, v."""
        rows = [
            (value, k, a.label, x, v)
            for value, column in zip(self.values, self.attractors)
            for k, a in enumerate(column)
            for x, v in zip(a.x, a.v)
        ]
        return np.array(rows, [("value", "f8"), ("attractor", "i4"), ("label", "U12"), ("x", "f8"), ("v", "f8")])

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """Positions against the parameter, chaos apart from periodic motion; returns the axes."""
        points = self.points
        chaotic = points["label"] == "chaotic"
        with _plot.style():
            ax = _plot.single(ax, height=3.6)
            many = points.size > 3000
            for at, color, label, size in (
                (chaotic, _plot.ORANGE, "chaotic", 0.6 if many else 1.5),
                (~chaotic, _plot.BLUE, "periodic", 2.0 if many else 5.0),
            ):
                if at.any():
                    ax.scatter(points["value"][at], points["x"][at], s=size, color=color, lw=0, label=label, rasterized=many)
            ax.set_xlabel(_plot.key_label(self.key))
            ax.set_ylabel("x [m], once a load period")
            ax.set_title(self.title + (f", law {self.law}" if self.law else ""), loc="left")
            if points.size:
                ax.legend(loc="best", markerscale=4.0 if many else 2.0)
        return ax


def bifurcation(
    problem: Problem,
    load: Optional[Load] = None,
    *,
    over: Union[CountedRange, str],
    values: Optional[ArrayLike] = None,
    law: Optional[str] = None,
    sweeps: bool = True,
    transient: int = 100,
    periods: int = 3000,
    points: int = 200,
) -> Bifurcation:
    """Attractors against a key, from fresh starts and (`sweeps`) followed upwards and downwards.

    `law` replaces the friction law of the case, to compare laws.

    >>> bifurcation("stefanski-fig3b", over=("load.amplitude", 1.0, 2.0, 2), law="none", periods=300).law
    'none'
    """
    key, array, _ = swept_values(over, values)
    case = as_case(problem, load)
    if law is not None:
        case = case.with_values({"friction.law": law})
    document = case._problem.document
    for end in (array[0], array[-1]):
        _core.Problem(document.with_value(key, float(end)))
    found = _core.bifurcation(
        document,
        key,
        array,
        sweeps,
        whole_number(transient, "transient", 0),
        whole_number(periods, "periods", 1),
        whole_number(points, "points", 1),
    )
    columns = [[Attractor(*a, tuple(met)) for a, met in branches] for _, branches in found]
    return Bifurcation(case.title, key, law, array, columns)


@dataclasses.dataclass(frozen=True, eq=False)
class Basins:
    """Which attractor is reached from which start; the largest share first.

    >>> found = basins("stefanski-fig3b", position=(-4.0, 4.0, 4), velocity=(-6.0, 6.0, 4), periods=300)
    >>> found.attractor.shape
    (4, 4)
    """

    title: str
    attractors: list[Attractor]
    x: Floats
    v: Floats
    attractor: NDArray[np.int_]
    window: tuple[float, float, float, float]

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """A colour for each attractor over the plane of starts; returns the axes."""
        from matplotlib.colors import ListedColormap  # type: ignore[import]
        from matplotlib.patches import Patch  # type: ignore[import]

        colors = [_plot.CYCLE[i % len(_plot.CYCLE)] for i in range(max(len(self.attractors), 1))]
        with _plot.style():
            ax = _plot.single(ax, height=4.0, width=5.6)
            ax.imshow(
                self.attractor,
                origin="lower",
                extent=self.window,
                aspect="auto",
                interpolation="nearest",
                cmap=ListedColormap(colors),
                vmin=-0.5,
                vmax=len(colors) - 0.5,
                alpha=0.75,
            )
            for attractor, color in zip(self.attractors, colors):
                ax.plot(attractor.x[:400], attractor.v[:400], ".", color="white", ms=5 if attractor.x.size < 30 else 1.5)
                ax.plot(attractor.x[:400], attractor.v[:400], ".", color=_plot.BLACK, ms=3 if attractor.x.size < 30 else 0.8)
            handles = [
                Patch(color=c, alpha=0.75, label=f"{a.label}: {100.0 * a.fraction:.1f} %")
                for a, c in zip(self.attractors, colors)
            ]
            ax.set_xlim(*self.window[:2])
            ax.set_ylim(*self.window[2:])
            ax.set_xlabel("x at the start [m]")
            ax.set_ylabel("v at the start [m/s]")
            ax.set_title(self.title, loc="left")
            ax.grid(False)
            ax.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.0, 1.0))
        return ax


def _cells(given: Sequence[Any], name: str) -> tuple[float, float, int]:
    if len(given) != 3 or not float(given[0]) < float(given[1]):
        raise _core.InputError(f"{name} = {given!r}: the form is (from, to, count) with from below to")
    return float(given[0]), float(given[1]), whole_number(given[2], f"{name}: count", 1)


def basins(
    problem: Problem,
    load: Optional[Load] = None,
    *,
    position: tuple[float, float, int] = (-4.0, 4.0, 40),
    velocity: tuple[float, float, int] = (-6.0, 6.0, 40),
    seed: int = 1,
    transient: int = 100,
    periods: int = 3000,
) -> Basins:
    """Attractors and the share of starts that lead to each, over (from, to, count) cells of position and velocity.

    >>> found = basins("stefanski-fig3b", position=(-4.0, 4.0, 3), velocity=(-6.0, 6.0, 3), periods=300)
    >>> round(sum(a.fraction for a in found.attractors), 12)
    1.0
    """
    x, v = _cells(position, "position"), _cells(velocity, "velocity")
    case = as_case(problem, load)
    found = _core.basins(
        case._problem,
        x,
        v,
        whole_number(seed, "seed", 0),
        whole_number(transient, "transient", 0),
        whole_number(periods, "periods", 1),
    )
    shares = [
        Attractor(label, multiplier, exponent, xs, vs, (), fraction, error)
        for (label, multiplier, exponent, xs, vs), fraction, error in found["attractors"]
    ]
    shape = (v[2], x[2])
    return Basins(
        case.title,
        shares,
        found["x"].reshape(shape),
        found["v"].reshape(shape),
        found["attractor"].reshape(shape),
        (x[0], x[1], v[0], v[1]),
    )
