"""Response curves of structures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy as np
from numpy.typing import NDArray

from . import _core, _plot
from ._numbers import Floats
from ._value import Value, compared_by_value

if TYPE_CHECKING:
    import xarray

    from ._plot import Axes


@compared_by_value
class PeakShape(NamedTuple):
    """How a structure stands at a peak of its response curve.

    >>> curve = sweep("three-mass-chain", over=("load.frequency", 0.6, 2.4, 91))
    >>> [round(peak.value, 2) for peak in curve.peaks]
    [0.84, 1.38, 1.68, 1.84]
    """

    value: float  #: of the key
    amplitude: Floats  #: half of peak to peak of each degree of freedom [m]
    shape: Floats  #: of each from the middle of its way, when the one of the largest amplitude is furthest out [m]


class StructureSweep(Value):
    """A response curve of a structure.

    Every quantity is an attribute: an array over the values of the key and the degrees of freedom (`amplitude`), or the
    contacts (`stuck_fraction`, `dissipated`), or over the values alone (`multiplier`). Observables asked for by name are
    found under it: `curve["amplitude[2-1]"]`.

    What locked offsets change (`x_max`, `x_min`, `transmitted_force`) is NaN at values where the start decides such
    offsets, unless an observable that was asked for needs them.

    >>> curve = sweep("three-mass-chain", over=("load.frequency", 0.6, 2.4, 7), observables=["amplitude[2-1]"])
    >>> curve.amplitude.shape, curve.stuck_fraction.shape, curve.multiplier.shape
    ((7, 3), (7, 2), (7,))
    >>> curve["amplitude[2-1]"].size, curve.regime[0]
    (7, 'permanent-stick')
    """

    key: str
    title: str
    values: Floats
    regime: NDArray[np.str_]
    observables: tuple[str, ...]
    dof_names: list[str]  #: what the degrees of freedom are called: their names, or their numbers from 1
    contact_names: list[str]  #: the same for the contacts
    peaks: list[PeakShape]  #: at most four, in the order of their values: how the structure stands where it moves most

    def __init__(self, found: dict[str, Any], key: str, title: str, is_log: bool) -> None:
        self.key = key
        self.title = title
        self.values = found["values"]
        self.regime = np.array(_core.regimes)[found["regime"]]
        self.observables = tuple(found["shown"])
        self.dof_names = found["dof_names"]
        self.contact_names = found["contact_names"]
        self.peaks = [PeakShape(*peak) for peak in found["peaks"]]
        self._columns: dict[str, Floats] = found["columns"]
        self._arrays: dict[str, Floats] = found["arrays"]
        self._axes: dict[str, str] = found["axes"]
        self._units: dict[str, tuple[str, str, str, str]] = found["units"]
        self._is_log = is_log

    def __getattr__(self, name: str) -> Floats:
        arrays = self.__dict__.get("_arrays", {})
        if name not in arrays:
            raise AttributeError(f"a sweep of a structure has no {name!r}; it has {', '.join(arrays)}")
        found: Floats = arrays[name]
        return found

    def __getitem__(self, name: str) -> Floats:
        """An observable asked for, or a quantity, by its name."""
        if name in self._columns:
            return self._columns[name]
        try:
            return self.__getattr__(name)
        except AttributeError as error:
            raise KeyError(f"{error}, and of those asked for {', '.join(self._columns)}") from None

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self._arrays]

    def to_xarray(self) -> xarray.Dataset:
        """The curve as a dataset over the key, dof and contact; observables asked for beside the quantities.

        >>> dict(sweep("three-mass-chain", over=("load.frequency", 0.6, 2.4, 7)).to_xarray().sizes)
        {'load.frequency': 7, 'dof': 3, 'contact': 2}
        """
        import xarray

        data: dict[str, Any] = {"regime": (self.key, self.regime)}
        for name, values in self._arrays.items():
            axes = (self.key, self._axes[name]) if self._axes[name] else (self.key,)
            data[name] = (axes, values, self._described(name))
        for name, values in self._columns.items():
            if name not in data:
                data[name] = (self.key, values, self._described(name))
        axes_of_all = {self.key: self.values, "dof": self.dof_names, "contact": self.contact_names}
        return xarray.Dataset(data, axes_of_all, {"title": self.title, "version": _core.version})

    def _described(self, name: str) -> dict[str, str]:
        return {"units": self._units[name][0], "long_name": self._units[name][1]}

    def plot(self, *observables: str, ax: _plot.AxesGiven = None, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """A panel for each quantity, a row for each contact, grey where it sticks, and the shapes at the peaks; returns the axes.

        `observables` are names that were asked for, or quantities such as "dissipated", a curve for each degree of freedom
        or contact. On axes of your own it draws as many panels as there are axes.

        >>> curve = sweep("three-mass-chain", over=("load.frequency", 0.6, 2.4, 31))
        >>> len(curve.plot()), len(curve.plot("dissipated", "multiplier"))
        (3, 3)
        """
        groups = self._groups(observables)
        rows = [len(self.contact_names)] if self.contact_names else []
        has_shapes = not observables and len(self.dof_names) > 1 and bool(self.peaks)
        heights = [2.2] * len(groups) + [0.35 + 0.2 * min(n, _MOST_ROWS) for n in rows] + [1.9] * has_shapes
        given = _plot.given_axes(ax, axes)
        if given is not None and observables and given.size < len(groups):
            raise ValueError(f"{len(groups)} quantities need as many axes, not {given.size}")
        with _plot.style():
            made = _plot.panels_of(heights, given)
            curves = made[: len(groups) + len(rows)]
            for panel, (label, lines) in zip(made, groups):
                self._draw_curves(panel, label, lines, self.title if panel is made[0] else "")
            for panel in made[len(groups) : len(groups) + len(rows)]:
                self._draw_contacts(panel)
                if not groups:
                    panel.set_title(self.title, loc="left")
            for panel in made[len(groups) + len(rows) :]:
                self._draw_shapes(panel)
            for panel in curves:
                if self._is_log:
                    _plot.logarithmic(panel)
                if self.values.size > 1:
                    panel.set_xlim(float(self.values.min()), float(self.values.max()))
            if given is None:
                for panel in curves[:-1]:
                    panel.tick_params(labelbottom=False)
            curves[-1].set_xlabel(_plot.key_label(self.key))
            if given is None:
                made[0].figure.align_ylabels(list(made))
        return made

    def _groups(self, observables: tuple[str, ...]) -> list[tuple[str, list[tuple[str, Floats]]]]:
        """The panels: the text of the axis, and the curves with their names."""
        groups: dict[str, list[tuple[str, Floats]]] = {}
        for name in observables or self.observables:
            if not observables and name.endswith(".stuck_fraction") and len(self.observables) > len(self.contact_names):
                continue  # the rows of the contacts show it
            values = self[name]
            unit, description, quantity, of = self._units[name]
            lines = groups.setdefault(_plot.label_of(name, _plot.readable_unit(unit), quantity or description), [])
            if values.ndim == 1:
                lines.append((of, values))
            else:
                names = self.dof_names if self._axes[name] == "dof" else self.contact_names
                lines.extend(zip(names, values.T))
        return list(groups.items())

    def _draw_curves(self, ax: Axes, label: str, lines: list[tuple[str, Floats]], title: str) -> None:
        """The curves of one quantity; a resonance without a bound is cut off."""
        for i, (name, values) in enumerate(lines[:_MOST_CURVES]):
            ax.plot(self.values, values, color=_plot.CYCLE[i % len(_plot.CYCLE)], label=name or None)
        for i, peak in enumerate(self.peaks):
            ax.axvline(peak.value, color=_plot.CYCLE[-1 - i], lw=0.8, ls=":", zorder=1)
        for first, last in _plot.stretches(self.values, self.regime == "unbounded"):
            ax.axvspan(first, last, color="#fbe3d6", lw=0, zorder=0, label="unbounded")
        if any(name for name, _ in lines) or (self.regime == "unbounded").any():
            _plot.title_and_legend(ax, title)
        else:
            ax.set_title(title, loc="left")
        ax.set_ylabel(_plot.wrapped(label))

    def _draw_contacts(self, ax: Axes) -> None:
        """A row for each contact: white where it never sticks, the darker the longer it does."""
        from matplotlib.colors import LinearSegmentedColormap  # type: ignore[import]

        shown = self.stuck_fraction[:, :_MOST_ROWS].T
        shade = LinearSegmentedColormap.from_list("rest", [(0.0, "#e2e2e2"), (1.0, "#6e6e6e")])
        rows = np.arange(shown.shape[0] + 1) + 0.5
        stuck = np.where(shown > 0.0, shown, np.nan)
        ax.pcolormesh(_plot.edges_of(self.values), rows, stuck, cmap=shade, vmin=0.0, vmax=1.0, rasterized=True)
        ax.set_yticks(range(1, shown.shape[0] + 1), self.contact_names[:_MOST_ROWS])
        ax.set_ylim(shown.shape[0] + 0.5, 0.5)
        ax.grid(False)
        ax.set_ylabel("contact")
        ax.set_title("grey where it sticks, the darker the longer", loc="right", fontsize=8.0)

    def _draw_shapes(self, ax: Axes) -> None:
        """The structure at each peak, in parts of its largest amplitude."""
        places = np.arange(1, len(self.dof_names) + 1)
        ax.axhline(0.0, color="#999999", lw=0.7)
        for i, peak in enumerate(self.peaks):
            share = peak.shape / peak.amplitude.max()
            ax.plot(places, share, "o-", ms=3.5, color=_plot.CYCLE[-1 - i], label=f"{peak.value:.4g}")
        if len(places) <= _MOST_NAMED:
            ax.set_xticks(places, self.dof_names)
        ax.set_ylim(-1.15, 1.15)
        ax.set_xlabel("degree of freedom")
        ax.set_ylabel(_plot.wrapped("shape at the peaks"))
        ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=4, borderaxespad=0.2)
        ax.set_title(_plot.key_label(self.key), loc="left")

    def __repr__(self) -> str:
        return f"<stickslip.StructureSweep of {self.title!r} over {self.key}, {self.values.size} values>"


_MOST_CURVES = 8  # in one panel
_MOST_ROWS = 40  # of contacts
_MOST_NAMED = 15  # degrees of freedom with their names at the axis
