"""Bifurcation diagrams: attractors against a key."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _plot
from ._attractor import Attractor
from ._axis import CountedRange, swept_values
from ._load import Load
from ._numbers import Floats, whole_number
from ._problem import Problem, as_case
from ._progress import Progress, reporting
from ._signature import known_keywords
from ._value import Result

if TYPE_CHECKING:
    from ._plot import Axes


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Bifurcation(Result):
    """Attractors against a parameter: for each of `values` the list of those found there.

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


@known_keywords
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
    progress: Progress = None,
) -> Bifurcation:
    """Attractors against a key, from several starts and, with `sweeps`, followed upwards and downwards.

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
    counts = whole_number(transient, "transient", 0), whole_number(periods, "periods", 1), whole_number(points, "points", 1)
    with reporting(progress, "bifurcation") as report:
        found = _core.bifurcation(document, key, array, sweeps, *counts, report)
    columns = [[Attractor(*a, tuple(met)) for a, met in branches] for _, branches in found]
    return Bifurcation(case.title, key, law, array, columns)
