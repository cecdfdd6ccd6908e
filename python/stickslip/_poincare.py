"""Poincaré sections."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Optional, Union

from . import _core, _plot
from ._load import Load
from ._numbers import Floats, Pair, whole_number
from ._problem import Problem, as_case
from ._progress import Progress, reporting
from ._signature import known_keywords
from ._value import Result

if TYPE_CHECKING:
    from ._plot import Axes


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Section(Result):
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


@known_keywords
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
    progress: Progress = None,
) -> Section:
    """A Poincaré section: once a load period ("stroboscopic"), or at a "stop", "release" or "turn".

    >>> poincare("block-on-belt", section="release", points=3).x.size
    3
    """
    case = as_case(problem, load, position, velocity)
    counts = whole_number(points, "points", 1), whole_number(transient, "transient", 0)
    with reporting(progress, "poincare") as report:
        t, x, v, diverged = _core.poincare(case._problem, section, *counts, float(phase), report)
    if t.size == 0 and not diverged:
        raise _core.NoResultError(f"the motion never meets the {section} section")
    return Section(case.title, section, t, x, v, diverged)
