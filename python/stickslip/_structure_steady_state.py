"""The steady state of a structure."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy as np
from numpy.typing import NDArray

from . import _core, _plot
from ._numbers import Floats
from ._structure_motion import StructureMotion, event_table
from ._value import Result, Value, compared_by_value

if TYPE_CHECKING:
    import xarray


@compared_by_value
class ContactCycles(NamedTuple):
    """What the contacts do in a steady cycle: each attribute is an array over them, counts and losses are means per load period.

    >>> steady("siconos-two-masses").contacts.stuck_fraction.round(6).tolist()
    [0.673703]
    """

    name: list[str]  #: what the contacts are called: their names, or their numbers from 1
    stops_per_cycle: Floats  #: stops of finite duration
    stops_then_reverse: Floats  #: those after which the slip turns round
    stops_then_same_direction: Floats  #: those after which it goes on
    zero_duration_reversals: Floats  #: reversals without a finite stop
    stuck_fraction: Floats  #: share of the period at rest
    open_fraction: Floats  #: share of the period without normal force
    dissipated: Floats  #: friction loss [J]
    slip: Floats  #: half of peak to peak of the slip [m]
    transmitted_force: Floats  #: largest friction force [N]
    offset_bounds: Floats  #: how far the offset of a contact that never slips can be moved down and up [m], two columns


_OF_DEGREES = {
    "amplitude": ("m", "half of peak to peak"),
    "x_max": ("m", "largest position"),
    "x_min": ("m", "smallest position"),
    "velocity": ("m s-1", "largest speed"),
    "acceleration": ("m s-2", "largest acceleration"),
    "drift": ("m", "displacement per period"),
}
_OF_CONTACTS = {
    "stops_per_cycle": ("1", "stops of finite duration per load period"),
    "stops_then_reverse": ("1", "those after which the slip turns round"),
    "stops_then_same_direction": ("1", "those after which it goes on"),
    "zero_duration_reversals": ("1", "reversals without a finite stop, per load period"),
    "stuck_fraction": ("1", "share of the period at rest"),
    "open_fraction": ("1", "share of the period without normal force"),
    "dissipated": ("J", "friction loss per load period"),
    "slip": ("m", "half of peak to peak of the slip"),
    "transmitted_force": ("N", "largest friction force"),
}
_OF_THE_WHOLE = {
    "period": ("s", "after which the motion repeats"),
    "load_periods": ("1", "load periods after which the motion repeats"),
    "multiplier": ("1", "largest modulus of the multipliers over the period"),
    "exponent": ("s-1", "how fast neighbouring motions part"),
    "exponent_error": ("s-1", "standard error of the exponent"),
    "free_offsets": ("1", "dimension of the offsets that the start decides"),
    "residual": ("m", "closure error"),
    "damping_loss": ("J", "loss in the dampers per load period"),
    "input": ("J", "work of loads and moving surfaces per load period"),
}


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class StructureSteadyDerivative(Result):
    """The derivatives of a structure's steady state with respect to a key of its case; NaN where there is none.

    >>> state = steady("siconos-two-masses", derivatives=["contact.floor.bound"])
    >>> state.derivatives["contact.floor.bound"].amplitude.shape
    (2,)
    """

    amplitude: Floats  #: of half of peak to peak of each degree of freedom
    x_max: Floats  #: of the largest position
    x_min: Floats  #: of the smallest position
    dissipated: Floats  #: of the friction loss of each contact per load period
    damping_loss: float  #: of the loss in the dampers per load period
    period: float  #: of the period


class StructureSteadyState(Value):
    """The steady state of a structure: arrays over its degrees of freedom, and `contacts` with arrays over its contacts.

    Undefined values are NaN; `regime` and `reason` say why.

    >>> state = steady("siconos-two-masses")
    >>> state.regime, state.amplitude.round(6).tolist()
    ('stick-slip', [0.736301, 0.258971])
    >>> state.contacts.stops_per_cycle.tolist()
    [2.0]
    """

    __slots__ = ("_cycle", "_title") + (
        "regime",
        "reason",
        "period",
        "load_periods",
        "is_limit_cycle",
        "dof_names",
        "amplitude",
        "x_max",
        "x_min",
        "velocity",
        "acceleration",
        "multiplier",
        "exponent",
        "exponent_error",
        "free_offsets",
        "drift",
        "residual",
        "contacts",
        "damping_loss",
        "input",
        "coexists",
        "derivatives",
    )

    regime: str  #: "permanent-stick", "continuous", "stick-slip", "unbounded", "non-unique", "chaotic", "not-converged"
    reason: str  #: why there is no steady state; empty where there is one
    period: float  #: load_periods × load period, or that of a limit cycle [s]; NaN at rest
    load_periods: int  #: load periods after which the motion repeats; 0 where it does not
    is_limit_cycle: bool  #: whether the motion has a period of its own
    dof_names: list[str]  #: what the degrees of freedom are called: their names, or their numbers from 1
    amplitude: Floats  #: half of peak to peak of each degree of freedom [m]
    x_max: Floats  #: largest position [m]; of a body that drifts, of x − drift·t/period
    x_min: Floats  #: smallest position [m]
    velocity: Floats  #: largest speed [m/s]
    acceleration: Floats  #: largest acceleration [m/s²]
    multiplier: float  #: largest modulus of the multipliers over `period`, apart from those that are exactly 1
    exponent: float  #: of chaos: how fast neighbouring motions part [1/s]; else NaN
    exponent_error: float  #: its standard error [1/s]
    free_offsets: int  #: dimension of the set of locked offsets that the start decides
    drift: Floats  #: displacement per period of bodies that nothing holds [m]
    residual: float  #: closure error [m]
    contacts: ContactCycles  #: what each contact does
    damping_loss: float  #: loss in the dampers per load period [J]
    input: float  #: work of loads and moving surfaces per load period [J]
    coexists: list[dict[str, Any]]  #: what other starts lead to: regime, load_periods, amplitude, …, start
    derivatives: dict[str, StructureSteadyDerivative]  #: by the keys that were asked for

    def __init__(self, found: dict[str, Any], title: str) -> None:
        cycle = found.pop("cycle")
        self.derivatives = {key: StructureSteadyDerivative(*d) for key, d in found.pop("derivatives").items()}
        self._cycle = None if cycle is None else StructureMotion(cycle, f"{title}, steady cycle")
        self._title = title
        self.contacts = ContactCycles(*found.pop("contacts"))
        for name, value in found.items():
            setattr(self, name, value)

    @property
    def cycle(self) -> Optional[StructureMotion]:
        """One period of the exact motion, from the zero phase of the load; a long stretch of a chaotic one; None without an answer.

        >>> cycle = steady("siconos-two-masses").cycle
        >>> bool(abs(cycle(0.0) - cycle(cycle.end_time)).max() < 1e-12)
        True
        """
        return self._cycle

    @property
    def events(self) -> NDArray[np.void]:
        """The events of one cycle as a structured array with t, contact (from 1), kind, direction.

        >>> steady("siconos-two-masses").events["kind"].tolist()
        ['slide-to-stick', 'stick-to-slide', 'slide-to-stick', 'stick-to-slide']
        """
        return event_table(None if self._cycle is None else self._cycle._motion)

    def to_xarray(self) -> xarray.Dataset:
        """All numbers as a dataset over dof and contact; `cycle.to_xarray()` has the motion.

        >>> dict(steady("siconos-two-masses").to_xarray().sizes)
        {'dof': 2, 'contact': 1, 'side': 2}
        """
        import xarray

        def described(unit: str, text: str) -> dict[str, str]:
            return {"units": unit, "long_name": text}

        data: dict[str, Any] = {}
        for name, told in _OF_DEGREES.items():
            data[name] = (("dof",), getattr(self, name), described(*told))
        for name, told in _OF_CONTACTS.items():
            data[name] = (("contact",), getattr(self.contacts, name), described(*told))
        bounds = described("m", "how far the offset of a contact that never slips can be moved")
        data["offset_bounds"] = (("contact", "side"), self.contacts.offset_bounds, bounds)
        for name, told in _OF_THE_WHOLE.items():
            data[name] = ((), getattr(self, name), described(*told))
        axes = {"dof": self.dof_names, "contact": self.contacts.name, "side": ["down", "up"]}
        return xarray.Dataset(data, axes, {"title": self._title, "regime": self.regime, "version": _core.version})

    def plot(self, ax: _plot.AxesGiven = None, *, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """Draws the displacements over a steady cycle, what each contact does, and the loops of the contacts. Returns the three axes.

        On fewer axes of your own it draws the first of these.

        >>> len(steady("siconos-two-masses").plot())
        3
        """
        if self._cycle is None:
            raise _core.NoResultError(f"there is no steady cycle to draw: the regime is {self.regime}")
        if not self.contacts.name:
            return self._cycle.plot(ax, axes=axes)
        given = _plot.given_axes(ax, axes)
        with _plot.style():
            made = _plot.panels_of([1.9, 0.5 + 0.28 * min(len(self.contacts.name), _MOST_ROWS), 2.3], given)
            self._cycle.plot(axes=made[:2])
            for panel in made[2:]:
                self._cycle._draw_loops(panel)
                if len(self.contacts.name) <= _MOST_ROWS:
                    _plot.title_and_legend(panel, "")
            if given is None:
                made[0].tick_params(labelbottom=False)
                made[0].figure.align_ylabels(list(made))
        return made

    def __repr__(self) -> str:
        largest = f"{self.amplitude.max():.6g}" if self.amplitude.size else "none"
        return f"<stickslip.StructureSteadyState {self._title!r}: {self.regime}, largest amplitude {largest}>"

    def _repr_html_(self) -> str:
        rows = [("regime", self.regime)] + ([("reason", self.reason)] if self.reason else [])
        if self._cycle is None:
            return _plot.html_table(self._title, rows)
        for name, (unit, text) in _OF_THE_WHOLE.items():
            value = getattr(self, name)
            if value == value:
                rows.append((text, _with_unit(value, unit)))
        for i, dof in enumerate(self.dof_names[:_MOST_ROWS]):
            rows.append((f"amplitude of {dof}", _with_unit(self.amplitude[i], "m")))
        for j, contact in enumerate(self.contacts.name[:_MOST_ROWS]):
            rows.append((f"stops per cycle of contact {contact}", f"{self.contacts.stops_per_cycle[j]:g}"))
            rows.append((f"loss in contact {contact}", _with_unit(self.contacts.dissipated[j], "J")))
        return _plot.html_table(self._title, rows)


_MOST_ROWS = 30  # of degrees of freedom, of contacts


def _with_unit(value: float, unit: str) -> str:
    return f"{value:.10g}" + ("" if unit == "1" else f" {unit}")
