"""Sets of records, each of which takes the place of the one that a case names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Optional, Union

import numpy as np

from . import _core
from ._load import Record
from ._numbers import Floats, numbers

Records = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]", Record]]]
RecordSamples = tuple[str, Floats, Floats, Floats]
"""Name, times, values, and the second values of a record that has two, else none."""


def _samples_of(record: Record, name: str) -> RecordSamples:
    assert record.time is not None and record.value is not None
    scale = 1.0 if record.scale is None else record.scale
    values = scale * numbers(record.value, "value")
    first, second = (values[:, 0], values[:, 1]) if values.ndim == 2 else (values, np.empty(0))
    return name, numbers(record.time, "time"), first, second


def checked_records(records: Optional[Records], document: _core.Document) -> list[RecordSamples]:
    """The samples of each record: of files, folders and patterns, or as they are given."""
    if records is None:
        return []
    given: list[Union[str, os.PathLike[str], Record]] = []
    given += [records] if isinstance(records, (str, os.PathLike)) else records
    found: list[RecordSamples] = []
    for i, record in enumerate(given):
        if isinstance(record, (str, os.PathLike)):
            found += _core.read_records([os.fspath(record)], document)
        elif isinstance(record, Record) and record.time is not None and record.value is not None:
            found.append(_samples_of(record, f"records[{i}]"))
        else:
            raise _core.InputError(f"records[{i}] = {record!r} must be the name of a file or a Record with samples")
    names = [name for name, _, _, _ in found]
    for name in names:
        if names.count(name) > 1:
            raise _core.InputError(f"record {name} stands twice in the list")
    if not found:
        raise _core.InputError("the list of records is empty")
    return found
