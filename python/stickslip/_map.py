"""Maps: steady states over a plane of two keys, as xarray datasets."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _core, _plot
from ._axis import CountedRange, counted_range
from ._load import Load
from ._problem import Problem, varied_document
from ._progress import Progress, reporting
from ._signature import known_keywords

if TYPE_CHECKING:
    import xarray

    from ._plot import Axes

_REGIME_COLORS = {
    "permanent-stick": "#9a9a9a",
    "continuous": "#cfe6f5",
    "stick-slip": "#f0a45d",
    "unbounded": "#b03a2e",
    "non-unique": "#6aa84f",
    "not-converged": "#000000",
    "chaotic": "#7b3294",
}
_has_accessor = False


def _register_accessor() -> None:
    """`dataset.stickslip.plot(...)`, once xarray is there."""
    global _has_accessor
    if _has_accessor:
        return
    import xarray

    register: Any = xarray.register_dataset_accessor
    register("stickslip")(MapAccessor)
    _has_accessor = True


class MapAccessor:
    """What a map knows besides being a dataset: `dataset.stickslip.plot("amplitude_ratio")`.

    >>> plane = map(x=("friction_ratio", 0.0, 1.1, 20), y=("frequency_ratio", 0.1, 1.5, 20))
    >>> plane.stickslip.plot("regime").get_xlabel()
    'friction ratio r_y/p₀'
    """

    def __init__(self, dataset: xarray.Dataset) -> None:
        self._dataset = dataset

    def plot(self, variable: Optional[str] = None, ax: Optional[Axes] = None) -> Axes:
        """Draws one variable, by default the first that is not a flag; returns the axes."""
        names = [str(name) for name in self._dataset.data_vars]
        if variable is None:
            variable = next((n for n in names if "flag_meanings" not in self._dataset[n].attrs), names[0])
        if variable not in names:
            called = [n for n in names if self._dataset[n].attrs.get("observable") == variable]
            variable = called[0] if called else variable
        if variable not in names:
            raise _core.InputError(f"the map has no {variable}; it has {', '.join(names)}")
        values = self._dataset[variable]
        with _plot.style():
            ax = _plot.single(ax, height=4.0, width=5.8)
            if "flag_meanings" in values.attrs:
                _draw_flags(ax, values)
            else:
                _draw_numbers(ax, values)
            for set_label, set_scale, dimension in (
                (ax.set_xlabel, ax.set_xscale, values.dims[1]),
                (ax.set_ylabel, ax.set_yscale, values.dims[0]),
            ):
                coordinate = values[dimension]
                unit = _plot.readable_unit(coordinate.attrs.get("units", ""))
                set_label(_plot.label_of(str(dimension), unit, coordinate.attrs.get("long_name", "")))
                if coordinate.attrs.get("spacing") == "logarithmic":
                    set_scale("log")
            ax.grid(False)
        return ax


def _edges(coordinate: Any) -> Any:
    """The edges of the cells of an axis."""
    ends = coordinate.attrs["lower_edge"], coordinate.attrs["upper_edge"]
    space: Any = np.geomspace if coordinate.attrs["spacing"] == "logarithmic" else np.linspace
    return space(*ends, coordinate.size + 1)


def _draw_numbers(ax: Axes, values: Any) -> None:
    y, x = values.dims
    label = _plot.label_of(str(values.name), values.attrs.get("units", ""), values.attrs.get("long_name", ""))
    _plot.color_mesh(ax, _edges(values[x]), _edges(values[y]), values.values, str(values.name), label, "flat")


def _draw_flags(ax: Axes, values: Any) -> None:
    from matplotlib.colors import ListedColormap  # type: ignore[import]
    from matplotlib.patches import Patch  # type: ignore[import]

    meanings = values.attrs["flag_meanings"].split()
    colors = [_REGIME_COLORS.get(m, _plot.CYCLE[i % len(_plot.CYCLE)]) for i, m in enumerate(meanings)]
    y, x = values.dims
    ax.pcolormesh(
        _edges(values[x]),
        _edges(values[y]),
        values.values,
        cmap=ListedColormap(colors),
        vmin=-0.5,
        vmax=len(meanings) - 0.5,
        rasterized=True,
    )
    met = set(np.unique(values.values).tolist())
    handles = [Patch(facecolor=c, edgecolor="#888888", lw=0.4, label=m) for i, (m, c) in enumerate(zip(meanings, colors)) if i in met]
    ax.legend(handles=handles, loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=3)


@known_keywords
def map(
    problem: Optional[Problem] = None,
    load: Optional[Load] = None,
    *,
    x: CountedRange,
    y: CountedRange,
    observables: Optional[Sequence[str]] = None,
    friction_ratio: Optional[float] = None,
    frequency_ratio: Optional[float] = None,
    damping_ratio: Optional[float] = None,
    static_ratio: Optional[float] = None,
    certify: bool = False,
    backend: str = "cpu",
    progress: Progress = None,
) -> xarray.Dataset:
    """Steady states over the plane of two keys, x=(key, from, to, count) and y likewise, computed at cell centres.

    Gives the dataset that `xarray.open_dataset` gives for the file of the command line; `regime` is a flag whose
    attributes hold its meanings. `dataset.stickslip.plot(name)` draws it. With backend="cuda" an NVIDIA GPU
    computes it, as `stickslip map --backend cuda` does; RuntimeError where there is none. With certify=True every cell
    is proved: `proof` is 1 where it is, `amplitude_lower` and `amplitude_upper` are true bounds of the amplitude ratio, and
    `unproved_because` is a flag whose attributes hold the reasons.

    >>> plane = map(x=("friction_ratio", 0.0, 1.1, 30), y=("frequency_ratio", 0.1, 1.5, 20),
    ...             observables=["amplitude_ratio"])
    >>> plane["amplitude_ratio"].dims
    ('frequency_ratio', 'friction_ratio')
    >>> proofs = map(x=("friction_ratio", 0.1, 0.9, 5), y=("frequency_ratio", 0.3, 0.9, 4), certify=True)
    >>> int(proofs["proof"].sum()), bool((proofs["amplitude_lower"] <= proofs["amplitude_upper"]).all())
    (20, True)
    """
    import xarray

    if isinstance(observables, str):  # a single name, not its letters
        observables = (observables,)
    wanted = [*(observables or []), *(_core.proof_names() if certify else [])]
    _register_accessor()
    axes = {"x": counted_range(x, "x"), "y": counted_range(y, "y")}
    keys = [axes["x"][0], axes["y"][0]]
    document = varied_document(problem, load, keys, friction_ratio, frequency_ratio, damping_ratio, static_ratio)
    with reporting(progress, "map") as report:
        found = _core.compute_map(document, axes["x"], axes["y"], wanted, backend, report)
    coordinates: dict[str, Any] = {}
    for axis, (key, low, high, _, is_log) in axes.items():
        unit, description = _core.key_meaning(key)
        attributes: dict[str, Any] = {"units": unit, "long_name": description}
        attributes.update(axis=axis.upper(), key=key, spacing="logarithmic" if is_log else "linear")
        attributes.update(lower_edge=low, upper_edge=high)
        name = _core.variable_name(key)
        coordinates[name] = (name, found[axis], {k: v for k, v in attributes.items() if v != ""})
    dimensions = (_core.variable_name(axes["y"][0]), _core.variable_name(axes["x"][0]))
    variables: dict[str, Any] = {}
    for name, observable, unit, description, meanings, values in found["quantities"]:
        attributes = {"units": unit, "long_name": description}
        if observable != name:
            attributes["observable"] = observable
        if meanings:
            values = values.astype(np.int8)
            flags = np.arange(len(meanings), dtype=np.int8)
            attributes.update(flag_values=flags, flag_meanings=" ".join(meanings))
        variables[name] = (dimensions, values, attributes)
    origin = {
        "title": document.title,
        "source": "stickslip",
        "version": _core.version,
        "case": document.text,
        "not_converged": found["not_converged"],
        "seconds": found["seconds"],
        "threads": found["threads"],
    }
    return xarray.Dataset(variables, coordinates, origin)


@known_keywords
def open_map(file: Union[str, os.PathLike[str]]) -> xarray.Dataset:
    """A map that the command line has written to a NetCDF file, with the same `.stickslip.plot(name)`.

    >>> open_map("nowhere.nc")
    Traceback (most recent call last):
        ...
    stickslip.InputError: nowhere.nc: no such map
    """
    import xarray

    _register_accessor()
    if not os.path.exists(file):
        raise _core.InputError(f"{os.fspath(file)}: no such map")
    return xarray.open_dataset(file)
