"""Arguments of kernels: numbers as they are, arrays by address and shape."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple
from weakref import ref

import numpy as np

INTEGER, BOOLEAN = "int", "bool"

Array = np.ndarray[Any, Any]  # of any type and shape


def leaves(values: tuple[object, ...]) -> list[object]:
    """Return the numbers and arrays of nested tuples in order.

    >>> leaves((1, (2, (), (3, 4))))
    [1, 2, 3, 4]
    """
    found: list[object] = []
    for value in values:
        if isinstance(value, tuple):
            found += leaves(value)
        else:
            found.append(value)
    return found


class _Argument(NamedTuple):
    array: ref[Array]
    kind: _Kind
    shape: tuple[int, ...]
    stands_for: list[int]


_handed: dict[int, _Argument] = {}
"""Arrays by identity: getting an address takes longer than many a kernel."""


def forget(*values: object) -> None:
    """Drop the addresses of the arrays in nested tuples, which may then be resized in place."""
    for value in leaves(values):
        _handed.pop(id(value), None)


class _Kind:
    """Argument type of an entry point: arrays, or numbers."""

    def __init__(self, item: str) -> None:
        name, _, dimensions = item.partition(" ")
        self._dtype = None if item in (INTEGER, BOOLEAN) else np.dtype(name)
        self._dimensions = int(dimensions or 0)

    def put(self, value: object, slots: list[int]) -> None:
        """Append a number, or an array's address and shape. Raises `TypeError` for a value of another kind.

        >>> slots = []
        >>> _Kind("int").put(7, slots), _Kind("float64 2").put(np.zeros((2, 3)), slots)
        (None, None)
        >>> slots[0], slots[2:]
        (7, [2, 3])
        """
        if isinstance(value, np.ndarray):
            handed = _handed.get(id(value))
            if handed is not None and handed[0]() is value and handed[1] is self and handed[2] == value.shape:
                slots += handed[3]
                return
            slots += self._learnt(value)
        elif self._dtype is None and isinstance(value, int | np.integer | np.bool_):
            slots.append(int(value))
        else:
            raise self._describe_mismatch(repr(value))

    def _learnt(self, array: Array) -> list[int]:
        if array.dtype != self._dtype or array.ndim != self._dimensions or not array.flags.c_contiguous:
            raise self._describe_mismatch(f"an array of {array.dtype}, shape {array.shape}, strides {array.strides}")
        number, shape, gone = id(array), array.shape, _handed.pop
        stands_for = [array.ctypes.data, *shape]
        _handed[number] = _Argument(ref(array, lambda _: gone(number, None)), self, shape, stands_for)
        return stands_for

    def _describe_mismatch(self, about: str) -> TypeError:
        arrays = f"{self._dimensions}-dimensional contiguous arrays of {self._dtype}"
        return TypeError(f"a kernel takes {arrays if self._dtype else 'whole numbers'} here, not {about}")


kind_of = cache(_Kind)
"""Kind of an item, shared by all entry points."""
