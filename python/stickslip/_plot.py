"""How pictures look: matplotlib in sizes and colours that fit a paper, in print and for the colour-blind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Optional

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Axes  # type: ignore[import]

BLUE, ORANGE, GREEN, RED, PURPLE, SKY, YELLOW, BLACK = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#c0392b",
    "#8e5ea2",
    "#56b4e9",
    "#e0b000",
    "#222222",
)
CYCLE = (BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW, BLACK)
STUCK = "#e3e3e3"  # the shade of rest

_STYLE: dict[str, Any] = {
    "font.size": 9.0,
    "axes.titlesize": 9.0,
    "axes.labelsize": 9.0,
    "legend.fontsize": 8.0,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "axes.linewidth": 0.7,
    "axes.edgecolor": "#444444",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e9e9e9",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.3,
    "legend.frameon": False,
    "savefig.dpi": 200,
    "figure.dpi": 110,
}
_WIDTH = 6.3  # inches: the text width of a page


@contextmanager
def style() -> Iterator[None]:
    import matplotlib  # type: ignore[import]

    with matplotlib.rc_context(_STYLE):
        yield


def panels(count: int, axes: Optional[NDArray[Any]], *, height: float = 1.5, share_x: bool = True) -> NDArray[Any]:
    """`count` axes above each other, or those given."""
    if axes is not None:
        given = np.atleast_1d(np.asarray(axes, dtype=object))
        if given.size < count:
            raise ValueError(f"axes has {given.size} axes, must have {count}")
        chosen: NDArray[Any] = given.ravel()[:count]
        return chosen
    from matplotlib import pyplot

    figure, made = pyplot.subplots(
        count, 1, sharex=share_x, squeeze=False, figsize=(_WIDTH, 0.9 + height * count), layout="constrained"
    )
    column: NDArray[Any] = np.asarray(made, dtype=object)[:, 0]
    return column


def single(ax: Optional[Axes], *, height: float = 3.4, width: float = _WIDTH) -> Axes:
    """The axes given, or one of a new figure."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    _, made = pyplot.subplots(figsize=(width, height), layout="constrained")
    return made


def grid(rows: int, columns: int, *, width: float = _WIDTH, height: float = 4.6) -> NDArray[Any]:
    from matplotlib import pyplot

    _, made = pyplot.subplots(rows, columns, squeeze=False, figsize=(width, height), layout="constrained")
    return np.asarray(made, dtype=object)


def shade_stick(ax: Axes, start: NDArray[np.float64], duration: NDArray[np.float64]) -> None:
    """Grey where the mass rests."""
    for begin, length in zip(start, duration):
        if length > 0.0:
            ax.axvspan(begin, begin + length, color=STUCK, lw=0, zorder=0)


def shade_where(ax: Axes, x: NDArray[np.float64], where: NDArray[np.bool_]) -> None:
    """Grey over the stretches of x that are marked, from the middle to the neighbours."""
    if x.size < 2 or not where.any():
        return
    edges = np.concatenate((x[:1], 0.5 * (x[1:] + x[:-1]), x[-1:]))
    changes = np.flatnonzero(np.diff(np.pad(where.astype(int), 1)))
    for first, last in zip(changes[::2], changes[1::2]):
        ax.axvspan(edges[first], edges[last], color=STUCK, lw=0, zorder=0)


def label_of(name: str, unit: str, description: str = "") -> str:
    """The text of an axis."""
    text = description or name
    return text if unit in ("1", "") else f"{text} [{unit}]"


def html_table(title: str, rows: list[tuple[str, str]]) -> str:
    """A small table for notebooks."""
    from html import escape

    body = "".join(
        f"<tr><td style='text-align:left'>{escape(k)}</td><td style='text-align:left'>{escape(v)}</td></tr>"
        for k, v in rows
    )
    return f"<table><caption style='text-align:left'><b>{escape(title)}</b></caption>{body}</table>"
