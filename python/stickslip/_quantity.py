"""Quantities of steady states, as attributes that are looked up when they are asked for."""

from __future__ import annotations

from typing import Any, Generic, Optional, TypeVar

T = TypeVar("T")


class Quantity(Generic[T]):
    """A number, or an array of numbers, that its owner finds by `_quantity(name)`; NaN where it is undefined."""

    def __init__(self, text: str) -> None:
        self.__doc__ = text

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, owner: Optional[Any], kind: Optional[type] = None) -> T:
        if owner is None:
            return self  # type: ignore[return-value]
        found: T = owner._quantity(self._name)
        return found
