"""How the steady state depends on what one can choose: sweeps, boundaries between regimes, designs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _plot
from ._axis import CountedRange, OpenRange, open_range, swept_values
from ._case import Case
from ._load import Load
from ._numbers import Floats
from ._problem import Problem, varied_document
from ._steady import _REGIMES

if TYPE_CHECKING:
    import xarray
    from ._plot import Axes

_KINDS = ("A", "B", "C", "Cprime")
_KIND_COLORS = {"A": _plot.BLUE, "B": _plot.GREEN, "C": _plot.ORANGE, "Cprime": _plot.PURPLE}
_KIND_TEXTS = {
    "A": "A: a slide vanishes",
    "B": "B: a stop in passing is born",
    "C": "C: the stop at a reversal vanishes",
    "Cprime": "C′: a stop becomes a back-slide",
}


class Sweep:
    """A response curve: `values` of the key and, under their names, the observables there.

    >>> curve = sweep(friction_ratio=0.3, over=("frequency_ratio", 0.6, 1.5, 11))
    >>> curve.values.size, curve.amplitude_ratio.size, curve.regime[0]
    (11, 11, 'continuous')
    """

    key: str
    title: str
    values: Floats
    regime: NDArray[np.str_]
    observables: tuple[str, ...]

    def __init__(
        self, columns: dict[str, NDArray[Any]], key: str, title: str, shown: tuple[str, ...], units: dict[str, tuple[str, str]]
    ) -> None:
        self.key = key
        self.title = title
        self.values = columns.pop("values")
        self.regime = _REGIMES[columns.pop("regime")]
        self.observables = shown
        self._columns = columns
        self._units = units
        self._is_log = False

    def __getattr__(self, name: str) -> Floats:
        columns = self.__dict__.get("_columns", {})
        if name not in columns:
            raise AttributeError(f"a sweep has no {name!r}; it has {', '.join(columns)}")
        found: Floats = columns[name]
        return found

    def __getitem__(self, name: str) -> Floats:
        """An observable by its name."""
        try:
            return self.__getattr__(name)
        except AttributeError as error:
            raise KeyError(str(error)) from None

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self._columns]

    def _label(self, name: str) -> str:
        unit, description = self._units[name]
        return _plot.label_of(name, unit, description)

    def to_xarray(self) -> xarray.Dataset:
        """The curve as a dataset over the key.

        >>> sweep(friction_ratio=0.3, over=("frequency_ratio", 0.5, 1.5, 11)).to_xarray().sizes["frequency_ratio"]
        11
        """
        import xarray

        data: dict[str, Any] = {name: (self.key, values) for name, values in self._columns.items()}
        data["regime"] = (self.key, self.regime)
        return xarray.Dataset(data, {self.key: self.values}, {"title": self.title, "version": _core.version})

    def plot(self, *observables: str, axes: Optional[NDArray[Any]] = None) -> NDArray[Any]:
        """One panel for each observable, grey where the mass sticks; returns the axes.

        >>> curve = sweep(friction_ratio=0.3, over=("frequency_ratio", 0.5, 1.5, 101))
        >>> len(curve.plot("amplitude_ratio", "phase_lag"))
        2
        """
        names = observables or self.observables
        for name in names:
            self[name]
        with _plot.style():
            made = _plot.panels(len(names), axes, height=1.45)
            for ax, name in zip(made, names):
                _plot.shade_where(ax, self.values, self["stuck_fraction"] > 0.0)
                ax.plot(self.values, self[name], color=_plot.BLUE)
                ax.set_ylabel(_plot.wrapped(self._label(name)))
                if _plot.is_count(name):
                    _plot.whole_ticks(ax.yaxis)
                ax.set_xlim(float(self.values.min()), float(self.values.max()))
                if self._is_log:
                    ax.set_xscale("log")
            made[-1].set_xlabel(_plot.key_label(self.key))
            made[0].set_title(self.title, loc="left")
            made[0].set_title("grey: it sticks", loc="right", fontsize=8.0)
            made[0].figure.align_ylabels(list(made))
        return made

    def __repr__(self) -> str:
        return f"<stickslip.Sweep of {self.title!r} over {self.key}, {self.values.size} values>"


def _usual_observables(case: Case) -> tuple[str, ...]:
    if case._problem.ratios is None:
        return ("amplitude", "velocity", "dissipated", "stuck_fraction", "stops_per_cycle")
    names = ("amplitude_ratio", "phase_lag", "dissipated_ratio", "stuck_fraction", "stops_per_cycle")
    return ("transmissibility", *names) if case._problem.has_base else names


def sweep(
    problem: Optional[Problem] = None,
    load: Optional[Load] = None,
    *,
    over: Union[CountedRange, str],
    values: Optional[ArrayLike] = None,
    observables: Optional[Sequence[str]] = None,
    refine: bool = False,
    friction_ratio: Optional[float] = None,
    frequency_ratio: Optional[float] = None,
    damping_ratio: Optional[float] = None,
    static_ratio: Optional[float] = None,
) -> Sweep:
    """The steady response against one key: over=("load.frequency", from, to, count), or over="load.frequency" with values.

    All observables are found; `observables` are those that `.plot()` draws. `refine` adds points where the first of
    them bends. Planar cases have their own observables, such as "magnification".

    >>> curve = sweep("riddoch-fig5", over="friction_ratio", values=[0.2, 0.4, 0.6])
    >>> curve.transmissibility.shape
    (3,)
    """
    key, array, is_log = swept_values(over, values)
    document = varied_document(problem, load, [key], friction_ratio, frequency_ratio, damping_ratio, static_ratio)
    first = Case._of(document.with_value(key, float(array[0])))
    _core.Problem(document.with_value(key, float(array[-1])))
    if first.is_planar:
        if refine:
            raise _core.InputError("refine is for one-dimensional cases; ask for more points")
        for name in observables or ():
            _core.check_planar_observable(name)
        shown = tuple(observables or ("magnification", "amplitude1", "amplitude2", "dissipated", "stuck_fraction"))
        columns = _core.sweep_plane(document, key, array)
        columns["values"] = array
        units = _core.planar_observables
    else:
        for name in observables or ():
            _core.check_observable(name)
        shown = tuple(observables or _usual_observables(first))
        columns = _core.sweep(document, key, array, shown[0] if refine else None)
        units = _core.observables
    found = Sweep(columns, key, document.title, shown, units)
    found._is_log = is_log
    return found


@dataclasses.dataclass(frozen=True, eq=False)
class Curve:
    """A curve along which one kind of change happens, as ordered points."""

    kind: str
    closed: bool
    stops_change: int
    x: Floats
    y: Floats


@dataclasses.dataclass(frozen=True, eq=False)
class Boundaries:
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


@dataclasses.dataclass(frozen=True, eq=False)
class Crossings:
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
) -> Any:
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
        value, names, below, above = _core.crossings(document, key, low, high, at[0], float(at[1]))
        keep = np.isin(names, kinds) if len(names) else np.zeros(0, bool)
        array = np.array(names, dtype="U6")
        return Crossings(key, (at[0], float(at[1])), value[keep], array[keep], below[keep], above[keep], (low, high))
    y_key, y_low, y_high = open_range(y, "y")
    document = varied_document(problem, load, [key, y_key], friction_ratio, frequency_ratio, damping_ratio)
    found = [Curve(*c) for c in _core.trace(document, key, y_key, low, high, y_low, y_high)]
    return Boundaries(key, y_key, [c for c in found if c.kind in kinds], (low, high, y_low, y_high))


@dataclasses.dataclass(frozen=True, eq=False)
class Design:
    """The choice that makes the worst response over a band smallest.

    >>> best = design("friction-isolator", vary=("friction.bound", 20.0, 2000.0), minimise="transmissibility",
    ...               over=("load.frequency", 14.5, 30.0))
    >>> best.worst < 1.0
    True
    """

    vary: str
    minimise: str
    over: Optional[str]
    value: float
    worst: float
    at: Optional[float]
    regime: str
    stops_per_cycle: int
    nearest_boundary: Optional[tuple[float, str]]
    values: Floats
    worsts: Floats
    band: Floats
    responses: list[Floats]
    ends: tuple[float, float]

    def plot(self, axes: Optional[NDArray[Any]] = None) -> NDArray[Any]:
        """The worst response against the choice and, where there is a band, the response over it; returns the axes."""
        unit, description = _core.observables[self.minimise]
        label = _plot.label_of(self.minimise, unit, description)
        with _plot.style():
            made = _plot.panels(2 if self.responses else 1, axes, height=2.4, share_x=False)
            made[0].plot(self.values, np.where(np.isfinite(self.worsts), self.worsts, np.nan), color=_plot.BLUE)
            made[0].plot(self.value, self.worst, "o", color=_plot.ORANGE, ms=5, label=f"best: {self.value:.6g}")
            made[0].set_xlabel(_plot.key_label(self.vary))
            made[0].set_ylabel(_plot.wrapped("largest " + label, 26))
            made[0].set_xlim(*self.ends)
            _clip(made[0], self.worsts, self.worst)
            made[0].legend(loc="best")
            if self.responses:
                names = (f"best: {self.value:.4g}", f"{self.ends[0]:.4g}", f"{self.ends[1]:.4g}")
                for curve, name, color in zip(self.responses, names, (_plot.ORANGE, _plot.SKY, _plot.PURPLE)):
                    made[1].plot(self.band, np.where(np.isfinite(curve), curve, np.nan), color=color, label=name)
                _clip(made[1], np.concatenate(self.responses), self.worst)
                made[1].set_xlim(float(self.band[0]), float(self.band[-1]))
                made[1].set_xlabel(_plot.key_label(self.over or ""))
                made[1].set_ylabel(_plot.wrapped(label, 26))
                made[1].legend(loc="best", title=self.vary)
        return made

    def _repr_html_(self) -> str:
        place = "" if self.at is None else f" at {self.over} = {self.at:.8g}"
        rows = [
            (f"best {self.vary}", f"{self.value:.10g}"),
            (f"largest {self.minimise}", f"{self.worst:.10g}{place}"),
            ("motion there", f"{self.regime}, {self.stops_per_cycle} stops per cycle"),
        ]
        if self.nearest_boundary is not None:
            rows.append(("nearest boundary", "{:.10g} (kind {})".format(*self.nearest_boundary)))
        return _plot.html_table("Design", rows)


def _clip(ax: Axes, values: Floats, worst: float) -> None:
    """A resonance must not hide the optimum."""
    finite = values[np.isfinite(values)]
    if finite.size and finite.max() > 8.0 * worst > 0.0:
        ax.set_ylim(0.0, 6.0 * worst)


@dataclasses.dataclass(frozen=True, eq=False)
class StickLimit:
    """The largest choice up to which the motion never sticks.

    >>> limit = design("riddoch-fig5", vary=("friction_ratio", 0.01, 0.99), avoid_stick=True)
    >>> 0.01 < limit.value < 0.99, limit.end_of_range
    (True, False)
    """

    vary: str
    over: Optional[str]
    value: float
    at: Optional[float]
    end_of_range: bool
    ends: tuple[float, float]
    _document: _core.Document = dataclasses.field(repr=False)

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """The share of rest against the choice, at the place where it sticks first; returns the axes."""
        document = self._document if self.at is None or self.over is None else self._document.with_value(self.over, self.at)
        values = np.linspace(*self.ends, 201)
        columns = _core.sweep(document, self.vary, values, None)
        with _plot.style():
            ax = _plot.single(ax, height=2.8)
            ax.plot(values, columns["stuck_fraction"], color=_plot.BLUE)
            ax.axvline(self.value, color=_plot.ORANGE, lw=1.0, label=f"never sticks up to {self.value:.6g}")
            ax.set_xlabel(_plot.key_label(self.vary))
            ax.set_ylabel("share of the period at rest")
            ax.set_xlim(*self.ends)
            ax.legend(loc="best")
            if self.at is not None:
                ax.set_title(f"{self.over} = {self.at:.6g}", loc="left")
        return ax


def design(
    problem: Optional[Problem] = None,
    load: Optional[Load] = None,
    *,
    vary: OpenRange,
    minimise: Optional[str] = None,
    over: Optional[OpenRange] = None,
    avoid_stick: bool = False,
    friction_ratio: Optional[float] = None,
    frequency_ratio: Optional[float] = None,
    damping_ratio: Optional[float] = None,
    static_ratio: Optional[float] = None,
) -> Any:
    """The value of a key that minimises the worst response over a band, or the largest that never sticks.

    Gives a Design with `minimise`, a StickLimit with `avoid_stick`.

    >>> best = design(damping_ratio=0.02, vary=("friction_ratio", 0.0, 0.9), minimise="amplitude_ratio",
    ...               over=("frequency_ratio", 0.6, 1.4))
    >>> best.minimise, best.at is not None
    ('amplitude_ratio', True)
    """
    if avoid_stick == (minimise is not None):
        raise _core.InputError("design needs either minimise = NAME or avoid_stick = True")
    chosen = open_range(vary, "vary")
    band = None if over is None else open_range(over, "over")
    varied = [chosen[0]] if band is None else [chosen[0], band[0]]
    document = varied_document(problem, load, varied, friction_ratio, frequency_ratio, damping_ratio, static_ratio)
    if minimise is None:
        value, at, is_end = _core.avoid_stick(document, chosen, band)
        return StickLimit(chosen[0], band[0] if band else None, value, at, is_end, chosen[1:], document)
    found = _core.minimise(document, chosen, minimise, band)
    return Design(
        vary=chosen[0],
        minimise=minimise,
        over=band[0] if band else None,
        value=found["value"],
        worst=found["worst"],
        at=found["at"],
        regime=found["regime"],
        stops_per_cycle=found["stops_per_cycle"],
        nearest_boundary=found["nearest_boundary"],
        values=found["values"],
        worsts=found["worsts"],
        band=found["places"],
        responses=found["responses"],
        ends=chosen[1:],
    )
