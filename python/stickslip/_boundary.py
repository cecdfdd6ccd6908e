"""Boundaries: where the pattern of the steady motion changes, as curves in a plane or as crossings of a line."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Optional, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _core, _plot
from ._axis import OpenRange, open_range
from ._load import Load
from ._numbers import Floats
from ._problem import Problem, varied_document
from ._progress import Progress, reporting
from ._signature import known_keywords
from ._value import Result

if TYPE_CHECKING:
    from ._plot import Axes

_KINDS = ("A", "B", "C", "Cprime")
_KIND_COLORS = {"A": _plot.BLUE, "B": _plot.GREEN, "C": _plot.ORANGE, "Cprime": _plot.PURPLE}
_KIND_TEXTS = {
    "A": "A: a slide vanishes",
    "B": "B: a stop in passing appears",
    "C": "C: the stop at a reversal vanishes",
    "Cprime": "C′: a stop becomes a back-slide",
}


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Curve(Result):
    """A curve along which one kind of change happens, as ordered points."""

    kind: str
    closed: bool
    stops_change: int
    x: Floats
    y: Floats


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Boundaries(Result):
    """The curves between regimes in a plane of two keys.

    >>> found = boundary(x=("friction_ratio", 0.5, 1.1), y=("frequency_ratio", 0.8, 1.2))
    >>> sorted({curve.kind for curve in found.curves})
    ['A', 'C']
    """

    x: str
    y: str
    curves: list[Curve]
    window: tuple[float, float, float, float]

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """The curves, a colour for each kind of change; returns the axes."""
        with _plot.style():
            ax = _plot.single(ax, height=4.2)
            for kind in _KINDS:
                label: Optional[str] = _KIND_TEXTS[kind]
                for curve in self.curves:
                    if curve.kind == kind:
                        ax.plot(curve.x, curve.y, color=_KIND_COLORS[kind], lw=1.1, label=label)
                        label = None
            ax.set_xlabel(_plot.key_label(self.x))
            ax.set_ylabel(_plot.key_label(self.y))
            ax.set_xlim(*self.window[:2])
            ax.set_ylim(*self.window[2:])
            if self.curves:
                ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
        return ax


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Crossings(Result):
    """All places along a line where the pattern of the steady motion changes.

    >>> found = boundary(x=("friction_ratio", 0.5, 1.1), at=("frequency_ratio", 1.0))
    >>> [str(kind) for kind in found.kind]
    ['C', 'A']
    """

    x: str
    at: tuple[str, float]
    value: Floats
    kind: NDArray[np.str_]
    stops_below: NDArray[np.int_]
    stops_above: NDArray[np.int_]
    ends: tuple[float, float]

    def __len__(self) -> int:
        return int(self.value.size)

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """The stops per cycle along the line, a mark for each change; returns the axes."""
        with _plot.style():
            ax = _plot.single(ax, height=2.8)
            if len(self):
                steps = np.concatenate((self.stops_below[:1], self.stops_above, self.stops_above[-1:]))
                places = np.array([self.ends[0], *self.value, self.ends[1]])
                ax.step(places, steps, where="post", color=_plot.BLACK)
            for kind in _KINDS:
                at = self.kind == kind
                if at.any():
                    middle = 0.5 * (self.stops_below[at] + self.stops_above[at])
                    ax.plot(self.value[at], middle, "o", ms=4, color=_KIND_COLORS[kind], label=_KIND_TEXTS[kind])
            ax.set_xlim(*self.ends)
            ax.set_xlabel(_plot.key_label(self.x))
            ax.set_ylabel("stops per cycle")
            _plot.whole_ticks(ax.yaxis)
            ax.set_title(f"{self.at[0]} = {self.at[1]:.6g}", loc="left")
            if len(self):
                _plot.legend_above(ax)
        return ax


def _kinds(kind: Union[str, Sequence[str]]) -> tuple[str, ...]:
    names = [kind] if isinstance(kind, str) else list(kind)
    for name in names:
        if name != "all" and name not in _KINDS:
            raise _core.InputError(f"kind {name} is unknown; known are A, B, C, Cprime, all")
    return _KINDS if "all" in names else tuple(names)


@overload
def boundary(
    problem: Optional[Problem] = ...,
    load: Optional[Load] = ...,
    *,
    x: OpenRange,
    y: OpenRange,
    at: None = ...,
    kind: Union[str, Sequence[str]] = ...,
    friction_ratio: Optional[float] = ...,
    frequency_ratio: Optional[float] = ...,
    damping_ratio: Optional[float] = ...,
    progress: Progress = ...,
) -> Boundaries: ...


@overload
def boundary(
    problem: Optional[Problem] = ...,
    load: Optional[Load] = ...,
    *,
    x: OpenRange,
    at: tuple[str, float],
    y: None = ...,
    kind: Union[str, Sequence[str]] = ...,
    friction_ratio: Optional[float] = ...,
    frequency_ratio: Optional[float] = ...,
    damping_ratio: Optional[float] = ...,
    progress: Progress = ...,
) -> Crossings: ...


@known_keywords
def boundary(
    problem: Optional[Problem] = None,
    load: Optional[Load] = None,
    *,
    x: OpenRange,
    y: Optional[OpenRange] = None,
    at: Optional[tuple[str, float]] = None,
    kind: Union[str, Sequence[str]] = "all",
    friction_ratio: Optional[float] = None,
    frequency_ratio: Optional[float] = None,
    damping_ratio: Optional[float] = None,
    progress: Progress = None,
) -> Union[Boundaries, Crossings]:
    """The curves between regimes in the plane of two keys (`x`, `y`), or all crossings along a line (`x`, `at`).

    Gives Boundaries with `y`, Crossings with `at`.

    >>> crossings = boundary(x=("friction_ratio", 0.0, 1.1), at=("frequency_ratio", 0.25))
    >>> int(crossings.stops_above[-1])
    0
    """
    kinds = _kinds(kind)
    if (y is None) == (at is None):
        raise _core.InputError("boundary needs y = (key, from, to) for curves, or at = (key, value) for crossings")
    key, low, high = open_range(x, "x")
    if at is not None:
        if not isinstance(at, tuple) or len(at) != 2:
            raise _core.InputError(f"at = {at!r}: the form is (key, value)")
        document = varied_document(problem, load, [key, at[0]], friction_ratio, frequency_ratio, damping_ratio)
        with reporting(progress, "boundary") as report:
            value, names, below, above = _core.crossings(document, key, low, high, at[0], float(at[1]), report)
        keep = np.isin(names, kinds) if len(names) else np.zeros(0, bool)
        array = np.array(names, dtype="U6")
        return Crossings(key, (at[0], float(at[1])), value[keep], array[keep], below[keep], above[keep], (low, high))
    y_key, y_low, y_high = open_range(y, "y")
    document = varied_document(problem, load, [key, y_key], friction_ratio, frequency_ratio, damping_ratio)
    with reporting(progress, "boundary") as report:
        found = [Curve(*c) for c in _core.trace(document, key, y_key, low, high, y_low, y_high, report)]
    return Boundaries(key, y_key, [c for c in found if c.kind in kinds], (low, high, y_low, y_high))
