"""Sweeps: the steady response against one key."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Optional, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _plot
from ._axis import CountedRange, swept_values
from ._case import Case
from ._load import Load
from ._numbers import Floats
from ._oscillator import Oscillator, PlanarOscillator
from ._problem import Problem, varied_document
from ._progress import Progress, reporting
from ._signature import known_keywords
from ._structure import Structure
from ._structure_sweep import StructureSweep
from ._value import Value

if TYPE_CHECKING:
    import xarray


Direction = Literal["none", "up", "down", "both"]
DIRECTIONS = ("none", "up", "down")


class Sweep(Value):
    """A response curve: `values` of the key, and the observables under their names.

    >>> curve = sweep(friction_ratio=0.3, over=("frequency_ratio", 0.6, 1.5, 11))
    >>> curve.values.size, curve.amplitude_ratio.size, curve.regime[0]
    (11, 11, 'continuous')
    """

    key: str
    title: str
    values: Floats
    regime: NDArray[np.str_]
    direction: NDArray[np.str_]
    observables: tuple[str, ...]

    def __init__(
        self, columns: dict[str, NDArray[Any]], key: str, title: str, shown: tuple[str, ...], units: dict[str, tuple[str, str]]
    ) -> None:
        self.key = key
        self.title = title
        self.values = columns.pop("values")
        self.regime = np.array(_core.regimes)[columns.pop("regime")]
        self.direction = np.array(DIRECTIONS)[columns.pop("direction", np.zeros(self.values.size, int))]
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

    def to_xarray(self) -> xarray.Dataset:
        """The curve as a dataset over the key, and over the direction where there are two.

        >>> sweep(friction_ratio=0.3, over=("frequency_ratio", 0.5, 1.5, 11)).to_xarray().sizes["frequency_ratio"]
        11
        """
        import xarray

        parts = []
        for direction, chosen in self._runs():
            data: dict[str, Any] = {name: (self.key, values[chosen]) for name, values in self._columns.items()}
            data["regime"] = (self.key, self.regime[chosen])
            coordinates = {self.key: self.values[chosen], "direction": direction}
            parts.append(xarray.Dataset(data, coordinates, {"title": self.title, "version": _core.version}))
        return parts[0] if len(parts) == 1 else xarray.concat(parts, "direction")

    def _runs(self) -> list[tuple[str, NDArray[np.bool_]]]:
        """The directions of the sweep, and which values belong to each."""
        return [(name, self.direction == name) for name in DIRECTIONS if (self.direction == name).any()]

    def plot(self, *observables: str, ax: _plot.AxesGiven = None, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """One panel for each observable, grey where the mass sticks; returns the axes.

        Given axes, it draws the observables named, or as many of the usual ones as there are axes.

        >>> curve = sweep(friction_ratio=0.3, over=("frequency_ratio", 0.5, 1.5, 101))
        >>> len(curve.plot("amplitude_ratio", "phase_lag"))
        2
        """
        names = observables or self.observables
        for name in names:
            self[name]
        given = _plot.given_axes(ax, axes)
        if given is not None and observables and given.size < len(observables):
            raise ValueError(f"{len(observables)} observables need as many axes, not {given.size}")
        with _plot.style():
            made = _plot.panels(len(names), given, height=1.45)
            for panel, name in zip(made, names):
                for direction, chosen in self._runs():
                    stuck = self["stuck_fraction"][chosen]
                    label = direction if len(self._runs()) > 1 else ""
                    _plot.draw_response(panel, self.values[chosen], self[name][chosen], stuck, name, label)
                panel.set_ylabel(_plot.wrapped(_plot.label_of(name, *self._units[name])))
                if self._is_log:
                    _plot.logarithmic(panel)
            made[-1].set_xlabel(_plot.key_label(self.key))
            made[0].set_title(self.title, loc="left")
            _plot.explain_grey(made[0])
            if len(self._runs()) > 1:
                made[0].legend()
            made[0].figure.align_ylabels(list(made))
        return made

    def __repr__(self) -> str:
        return f"<stickslip.Sweep of {self.title!r} over {self.key}, {self.values.size} values>"


@overload
def sweep(
    problem: Union[Oscillator, PlanarOscillator, None] = ...,
    load: Optional[Load] = ...,
    *,
    over: Union[CountedRange, str],
    values: Optional[ArrayLike] = ...,
    observables: Optional[Sequence[str]] = ...,
    refine: bool = ...,
    direction: Direction = ...,
    friction_ratio: Optional[float] = ...,
    frequency_ratio: Optional[float] = ...,
    damping_ratio: Optional[float] = ...,
    static_ratio: Optional[float] = ...,
    progress: Progress = ...,
) -> Sweep: ...


@overload
def sweep(
    problem: Structure,
    *,
    over: Union[CountedRange, str],
    values: Optional[ArrayLike] = ...,
    observables: Optional[Sequence[str]] = ...,
    progress: Progress = ...,
) -> StructureSweep: ...


@overload
def sweep(
    problem: Union[Case, str, os.PathLike[str]],
    load: None = ...,
    *,
    over: Union[CountedRange, str],
    values: Optional[ArrayLike] = ...,
    observables: Optional[Sequence[str]] = ...,
    refine: bool = ...,
    direction: Direction = ...,
    friction_ratio: Optional[float] = ...,
    frequency_ratio: Optional[float] = ...,
    damping_ratio: Optional[float] = ...,
    static_ratio: Optional[float] = ...,
    progress: Progress = ...,
) -> Union[Sweep, StructureSweep]: ...


@known_keywords
def sweep(
    problem: Optional[Problem] = None,
    load: Optional[Load] = None,
    *,
    over: Union[CountedRange, str],
    values: Optional[ArrayLike] = None,
    observables: Optional[Sequence[str]] = None,
    refine: bool = False,
    direction: Direction = "none",
    friction_ratio: Optional[float] = None,
    frequency_ratio: Optional[float] = None,
    damping_ratio: Optional[float] = None,
    static_ratio: Optional[float] = None,
    progress: Progress = None,
) -> Union[Sweep, StructureSweep]:
    """The steady response against one key: over=("load.frequency", from, to, count), or over="load.frequency" with values.

    All observables are computed; `observables` are those that `.plot()` draws. `refine` adds points where the first of
    them bends. Planar cases have their own observables, such as "magnification". A structure gives a StructureSweep, and
    its observables are those of the command line, such as "amplitude[2-1]" or "contact.brace-1.slip".

    With `direction` "up", "down" or "both" each motion starts where the motion at the previous value ended. Where several
    motions coexist, the results of the two directions differ. `.direction` gives the direction of every value.

    >>> curve = sweep("riddoch-fig5", over="friction_ratio", values=[0.2, 0.4, 0.6])
    >>> curve.transmissibility.shape
    (3,)
    """
    if isinstance(observables, str):  # a single name, not its letters
        observables = (observables,)
    key, array, is_log = swept_values(over, values)
    document = varied_document(problem, load, [key], friction_ratio, frequency_ratio, damping_ratio, static_ratio)
    first = Case._of(document.with_value(key, float(array[0])))
    _core.Problem(document.with_value(key, float(array[-1])))
    if direction not in ("none", "up", "down", "both"):
        raise _core.InputError(f"direction {direction!r} must be 'none', 'up', 'down' or 'both'")
    if first.is_structure:
        return _sweep_structure(document, key, array, observables, is_log, refine or direction != "none", progress)
    shown = tuple(observables or first._problem.usual_observables)
    if direction != "none" and refine:
        raise _core.InputError("refine adds points in any order, direction needs them one after the other: leave out one of the two")
    if first.is_planar:
        if refine:
            raise _core.InputError("refine is for one-dimensional cases; ask for more points")
        if direction != "none":
            raise _core.InputError("direction is for one-dimensional cases")
        for name in observables or ():
            _core.check_planar_observable(name)
        with reporting(progress, "sweep") as report:
            columns = _core.sweep_plane(document, key, array, report)
        columns["values"] = array
    else:
        for name in observables or ():
            _core.check_observable(name)
        with reporting(progress, "sweep") as report:
            columns = _core.sweep(document, key, array, direction, shown[0] if refine else None, report)
    found = Sweep(columns, key, document.title, shown, first._problem.units)
    found._is_log = is_log
    return found


def _sweep_structure(
    document: _core.Document,
    key: str,
    values: Floats,
    observables: Optional[Sequence[str]],
    is_log: bool,
    is_for_one_mass: bool,
    progress: Progress,
) -> StructureSweep:
    if is_for_one_mass:
        raise _core.InputError("refine and direction are for cases of one mass; ask for more points")
    names = [name for name in observables or () if name != "regime"]
    with reporting(progress, "sweep") as report:
        found = _core.sweep_structure(document, key, values, names, report)
    return StructureSweep(found, key, document.title, is_log)
