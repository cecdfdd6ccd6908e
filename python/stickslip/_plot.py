"""How pictures look: matplotlib in sizes and colours that fit a paper, in print and for the colour-blind."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Optional

import numpy as np
from numpy.typing import NDArray

from . import _core

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


AxesGiven = Any  # one matplotlib axes or an array of them


def given_axes(ax: AxesGiven, axes: AxesGiven) -> Optional[NDArray[Any]]:
    """What the user gave as `ax` or as `axes`, as a flat array; None where neither."""
    if ax is not None and axes is not None:
        raise TypeError("plot() takes ax or axes, not both")
    given = axes if ax is None else ax
    return None if given is None else np.asarray(given, dtype=object).ravel()


def panels(count: int, given: Optional[NDArray[Any]], *, height: float = 1.5, share_x: bool = True) -> NDArray[Any]:
    """`count` axes above each other, or those given: the first `count` of them, or as many as there are."""
    if given is not None:
        return given[:count]
    from matplotlib import pyplot

    figure, made = pyplot.subplots(
        count, 1, sharex=share_x, squeeze=False, figsize=(_WIDTH, 0.9 + height * count), layout="constrained"
    )
    column: NDArray[Any] = np.asarray(made, dtype=object)[:, 0]
    return column


def panels_of(heights: list[float], given: Optional[NDArray[Any]]) -> NDArray[Any]:
    """Axes above each other of these heights [inches], or those given: the first of them, or as many as there are."""
    if given is not None:
        return given[: len(heights)]
    from matplotlib import pyplot

    figure, made = pyplot.subplots(
        len(heights), 1, squeeze=False, height_ratios=heights, figsize=(_WIDTH, 0.9 + sum(heights)), layout="constrained"
    )
    column: NDArray[Any] = np.asarray(made, dtype=object)[:, 0]
    return column


def row(count: int, given: Optional[NDArray[Any]], *, height: float, width: float = _WIDTH) -> NDArray[Any]:
    """`count` axes beside each other, or those given."""
    if given is not None:
        return given[:count]
    from matplotlib import pyplot

    _, made = pyplot.subplots(1, count, squeeze=False, figsize=(width, height), layout="constrained")
    beside: NDArray[Any] = np.asarray(made, dtype=object)[0]
    return beside


def single(ax: Optional[Axes], *, height: float = 3.4, width: float = _WIDTH) -> Axes:
    """The axes given, or one of a new figure."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    _, made = pyplot.subplots(figsize=(width, height), layout="constrained")
    return made


def shade_rest(ax: Axes, phases: NDArray[np.void]) -> None:
    """Grey where the mass rests."""
    for phase in phases[phases["kind"] == "stick"]:
        if phase["duration"] > 0.0:
            ax.axvspan(phase["t"], phase["t"] + phase["duration"], color=STUCK, lw=0, zorder=0)


def draw_response(
    ax: Axes, x: NDArray[np.float64], values: NDArray[Any], stuck: NDArray[Any], name: str, direction: str = ""
) -> None:
    """A response curve of the observable `name`, grey where a part of the cycle is `stuck`; dashed on the way down."""
    shade_where(ax, x, stuck > 0.0)
    line = "--" if direction == "down" else "-"
    ax.plot(x, values, line, color=ORANGE if direction == "down" else BLUE, label=direction or None)
    if is_count(name):
        whole_ticks(ax.yaxis)
    ax.set_xlim(float(x.min()), float(x.max()))


def explain_grey(ax: Axes) -> None:
    """What the shade of a response curve means."""
    ax.set_title("grey: it sticks", loc="right", fontsize=8.0)


def shade_where(ax: Axes, x: NDArray[np.float64], where: NDArray[np.bool_]) -> None:
    """Grey over the stretches of x that are marked, from the middle to the neighbours."""
    for first, last in stretches(x, where):
        ax.axvspan(first, last, color=STUCK, lw=0, zorder=0)


def stretches(x: NDArray[np.float64], where: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """The stretches of x that are marked, each from the middle to the neighbours."""
    if x.size < 2 or not where.any():
        return []
    edges = np.concatenate((x[:1], 0.5 * (x[1:] + x[:-1]), x[-1:]))
    changes = np.flatnonzero(np.diff(np.pad(where.astype(int), 1)))
    return [(float(edges[first]), float(edges[last])) for first, last in zip(changes[::2], changes[1::2])]


def edges_of(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the stretch of each value of x ends and the next one begins; a value alone gets some width."""
    if x.size == 1:
        width = 1e-3 * max(1.0, abs(float(x[0])))
        return np.array([x[0] - width, x[0] + width])
    edges: NDArray[np.float64] = np.concatenate((x[:1], 0.5 * (x[1:] + x[:-1]), x[-1:]))
    return edges


def label_of(name: str, unit: str, description: str = "") -> str:
    """The text of an axis."""
    text = description or name
    return text if unit in ("1", "") else f"{text} [{unit}]"


def key_label(key: str) -> str:
    """The text of an axis along which a key varies."""
    unit, description = _core.key_meaning(key)
    return label_of(key, readable_unit(unit), description)


def readable_unit(unit: str) -> str:
    """"rad s-1", as data files spell it, becomes "rad/s"."""
    above = [part for part in unit.split() if "-" not in part]
    below = [part.replace("-1", "").replace("-", "") for part in unit.split() if "-" in part]
    return "·".join(above) + "".join("/" + part for part in below)


def wrapped(text: str, width: int = 20) -> str:
    """The text in lines that fit beside a panel."""
    return "\n".join(textwrap.wrap(text, width))


def legend_above(ax: Axes, columns: int = 2) -> None:
    """A legend that hides nothing."""
    ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=columns, borderaxespad=0.2)


def title_and_legend(ax: Axes, title: str, columns: int = 6) -> None:
    """A title at the left above a legend that hides nothing; only the title where no curve has a name."""
    names = ax.get_legend_handles_labels()[1]
    rows = -(-len(names) // columns)
    if rows:
        ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=columns, borderaxespad=0.2)
    ax.set_title(title, loc="left", pad=6.0 + 13.0 * rows)


def is_count(name: str) -> bool:
    """Whether an observable counts something."""
    return name.startswith(("stops_", "stick_intervals")) or name == "zero_duration_reversals"


def whole_ticks(axis: Any) -> None:
    """Ticks at integers only."""
    from matplotlib.ticker import MaxNLocator  # type: ignore[import]

    axis.set_major_locator(MaxNLocator(integer=True, nbins=6))
    low, high = axis.get_view_interval()
    if high - low < 2.0:  # one value only
        axis.axes.set_ylim(round(low) - 1.0, round(high) + 1.0)


def logarithmic(ax: Axes) -> None:
    """A logarithmic x axis with numbers at 1, 2 and 5 of a decade."""
    from matplotlib.ticker import FormatStrFormatter, LogLocator, NullFormatter

    ax.set_xscale("log")
    ax.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    ax.xaxis.set_major_formatter(FormatStrFormatter("%g"))
    ax.xaxis.set_minor_formatter(NullFormatter())


def color_mesh(ax: Axes, x: Any, y: Any, values: NDArray[Any], name: str, label: str, shading: str) -> None:
    """A coloured plane with its bar. Counts get a colour each; a resonance is cut off at the largest two hundredths."""
    from matplotlib import colormaps
    from matplotlib.colors import BoundaryNorm  # type: ignore[import]

    finite = values[np.isfinite(values)]
    norm, ticks, top, extend = None, None, None, "neither"
    if is_count(name) and finite.size:
        met = np.unique(finite)
        shown = met[:8]
        extend = "max" if met.size > shown.size else "neither"
        norm = BoundaryNorm(np.append(shown, shown[-1] + 1.0) - 0.5, colormaps["viridis"].N, extend=extend)
        ticks = shown
    elif finite.size:
        top = float(np.quantile(finite, 0.98))
        extend = "max" if float(finite.max()) > top else "neither"
    mesh = ax.pcolormesh(
        x, y, values, shading=shading, cmap="viridis", norm=norm, vmax=top if extend == "max" else None, rasterized=True
    )
    bar = ax.figure.colorbar(mesh, ax=ax, label=label, extend=None if norm is not None else extend)
    if ticks is not None:
        middles = 0.5 * (norm.boundaries[:-1] + norm.boundaries[1:]) if norm is not None else ticks
        bar.set_ticks(middles, labels=[f"{tick:g}" for tick in ticks])
        bar.minorticks_off()


def html_table(title: str, rows: list[tuple[str, str]]) -> str:
    """A small table for notebooks."""
    from html import escape

    body = "".join(
        f"<tr><td style='text-align:left'>{escape(k)}</td><td style='text-align:left'>{escape(v)}</td></tr>"
        for k, v in rows
    )
    return f"<table><caption style='text-align:left'><b>{escape(title)}</b></caption>{body}</table>"
