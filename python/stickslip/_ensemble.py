"""Ensembles: one case under many records, as xarray datasets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._axis import CountedRange, counted_values
from ._load import Load
from ._numbers import numbers
from ._problem import Problem, as_case
from ._progress import Progress, reporting
from ._records import Records, checked_records
from ._signature import known_keywords

if TYPE_CHECKING:
    import xarray


@known_keywords
def ensemble(
    problem: Problem,
    load: Optional[Load] = None,
    *,
    records: Records,
    scales: ArrayLike = 1.0,
    vary: Union[CountedRange, Sequence[CountedRange], None] = None,
    observables: Optional[Sequence[str]] = None,
    limit: Optional[tuple[str, float]] = None,
    progress: Progress = None,
) -> xarray.Dataset:
    """One case under many records, each multiplied by every scale, for every value of a key
    (key, from, to, count), or all combinations of values of a list of them.

    `records` are files, folders and patterns, or Records with samples; each takes the place of the one that the case names.
    Gives the dataset that `xarray.open_dataset` gives for the file of the command line: an array over record, scale and
    keys for each number of the motion; `outcome` is a flag. `to_dataframe()` makes a table of it. Motions run from the
    start of the case to its `run.until`, or to the end of their record.

    With limit=(name, value) the scales are a ladder, and what is found is the scale at which the number of the motion
    reaches the value under each record: `capacity`, over record and keys, with its `outcome`; `fragility` fits a curve to
    it.

    >>> pulse = Record([0.0, 0.5, 0.5001, 1.0, 1.0001, 3.0], [3.0, 3.0, -3.0, -3.0, 0.0, 0.0])
    >>> block = Oscillator(mass=1.0, stiffness=0.0, friction=1.0)
    >>> found = ensemble(block, pulse, records=[pulse], scales=[0.2, 1.0, 2.0])
    >>> found["peak"].dims
    ('record', 'scale')
    >>> [round(float(x), 3) for x in found["peak"][0]]
    [0.0, 0.375, 1.072]
    >>> limited = ensemble(block, pulse, records=[pulse], scales=[0.5, 1.0, 2.0], limit=("peak", 0.375))
    >>> round(float(limited["capacity"][0]), 3)
    1.0
    """
    import xarray

    if isinstance(observables, str):  # a single name, not its letters
        observables = (observables,)
    document = as_case(problem, load)._problem.document
    samples = checked_records(records, document)
    factors = np.atleast_1d(numbers(scales, "scales"))
    if factors.ndim != 1:
        raise _core.InputError(f"scales of shape {factors.shape} must have one dimension")
    keys: list[tuple[str, Any, str]] = []
    for one in vary if isinstance(vary, list) else [] if vary is None else [vary]:
        name, values, _ = counted_values(one, "vary")
        keys.append((name, values, repr(one)))
    coordinates: dict[str, Any] = {"record": ("record", [name for name, _, _, _ in samples], {"long_name": "record"})}
    with reporting(progress, "ensemble") as report:
        if limit is None:
            found = _core.compute_ensemble(document, samples, factors, keys, list(observables or []), report)
            coordinates["scale"] = ("scale", factors, {"units": "1", "long_name": "factor of the record"})
        else:
            if not isinstance(limit, tuple) or len(limit) != 2 or not isinstance(limit[0], str):
                raise _core.InputError(f"limit = {limit!r}: the form is (name, value)")
            if observables:
                raise _core.InputError("limit names the number of the motion that counts: leave observables out")
            value = float(numbers(limit[1], "limit"))
            found = _core.compute_capacities(document, samples, factors, keys, limit[0], value, report)
    for name, values, _ in keys:
        unit, description = _core.key_meaning(name)
        attributes = {"units": unit, "long_name": description, "key": name}
        plain = _core.variable_name(name)
        coordinates[plain] = (plain, values, {k: v for k, v in attributes.items() if v != ""})
    shape = [len(c[1]) for c in coordinates.values()]
    variables: dict[str, Any] = {}
    for name, unit, description, meanings, flat in found["quantities"]:
        said: dict[str, Any] = {"units": unit, "long_name": description}
        plain = _core.variable_name(name)
        if plain != name:
            said["observable"] = name
        array = flat.reshape(shape)
        if meanings:
            array = array.astype(np.int8)
            flags = np.arange(len(meanings), dtype=np.int8)
            said.update(flag_values=flags, flag_meanings=" ".join(meanings))
        variables[plain] = (list(coordinates), array, said)
    origin = {
        "title": document.title,
        "source": "stickslip",
        "version": _core.version,
        "case": document.text,
        "seconds": found["seconds"],
        "threads": found["threads"],
    }
    return xarray.Dataset(variables, coordinates, origin)
