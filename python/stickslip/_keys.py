"""Keys of a case and their values, written as TOML into its document."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Union

import numpy as np

from . import _core
from ._numbers import mask_of

KeyValue = Union[float, str, bool, Sequence[float]]


def toml(value: object) -> str:
    """A value as TOML; what is no number becomes a string, and the engine says what it should have been."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, float, np.integer, np.floating)):
        return repr(float(value))
    if isinstance(value, str):
        escaped = "".join(c if c >= " " and c not in '"\\\x7f' else f"\\u{ord(c):04X}" for c in value)
        return f'"{escaped}"'
    if isinstance(value, (Sequence, np.ndarray)):
        # A list may hold names beside numbers, which an array would all make names.
        return "[" + ", ".join(toml(v) for v in (value.tolist() if isinstance(value, np.ndarray) else value)) + "]"
    return toml(repr(value))


NOT_A_KEY = {"is_key": False}  # the metadata of a field that holds samples


def given_keys(described: Any) -> dict[str, object]:
    """The fields of a dataclass that have a value and are keys."""
    fields = {f.name: getattr(described, f.name) for f in dataclasses.fields(described) if f.metadata != NOT_A_KEY}
    return {name: value for name, value in fields.items() if value is not None}


def with_keys(document: _core.Document, table: str, keys: Mapping[str, object], origin: str) -> _core.Document:
    """The document with these keys of one table, which `origin` has said."""
    for key, value in keys.items():
        if mask_of(value) is not None:
            raise _core.InputError(f"{origin}: {table}.{key} has masked numbers, but every number is needed")
        document = document.with_text(f"{table}.{key}", toml(value), origin)
    return document


def document_of(
    tables: Mapping[str, Mapping[str, object]], origin: str, title: str = "", name: str = ""
) -> _core.Document:
    """A document with these tables, which `origin` has said; what is missing is missing in `name`, else in `origin`."""
    document = _core.Document.blank(toml(title), name or origin)
    for table, keys in tables.items():
        document = with_keys(document, table, keys, origin)
    return document


def with_values(document: _core.Document, values: Mapping[str, KeyValue]) -> _core.Document:
    """The document with other values of these keys, ratios among them."""
    for key, value in values.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            document = document.with_value(key, float(value))
        else:
            document = document.with_text(key, toml(value), "override")
    return document
