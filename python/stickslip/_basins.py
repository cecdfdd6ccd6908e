"""Basins of attraction: which attractor is reached from which start."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional

import numpy as np
from numpy.typing import NDArray

from . import _core, _plot
from ._attractor import Attractor
from ._load import Load
from ._numbers import Floats, whole_number
from ._problem import Problem, as_case
from ._progress import Progress, reporting
from ._signature import known_keywords
from ._value import Result

if TYPE_CHECKING:
    from ._plot import Axes


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Basins(Result):
    """Which attractor is reached from which start, the attractor with the largest share first.

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


@known_keywords
def basins(
    problem: Problem,
    load: Optional[Load] = None,
    *,
    position: tuple[float, float, int] = (-4.0, 4.0, 40),
    velocity: tuple[float, float, int] = (-6.0, 6.0, 40),
    seed: int = 1,
    transient: int = 100,
    periods: int = 3000,
    progress: Progress = None,
) -> Basins:
    """Attractors and the share of starts that lead to each, over (from, to, count) cells of position and velocity.

    >>> found = basins("stefanski-fig3b", position=(-4.0, 4.0, 3), velocity=(-6.0, 6.0, 3), periods=300)
    >>> round(sum(a.fraction for a in found.attractors), 12)
    1.0
    """
    x, v = _cells(position, "position"), _cells(velocity, "velocity")
    case = as_case(problem, load)
    counts = whole_number(seed, "seed", 0), whole_number(transient, "transient", 0), whole_number(periods, "periods", 1)
    with reporting(progress, "basins") as report:
        found = _core.basins(case._problem, x, v, *counts, report)
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
