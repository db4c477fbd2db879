"""JSON that another program may have written or damaged: values, and fields of records with their types checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_LARGEST = 1e100
"""The largest number that is read; sums and ratios of such numbers stay finite."""


def json_value(text: str | bytes) -> object:
    """Return the value of a JSON text. Raises `ValueError` for other text, and for a number that is too large.

    >>> json_value('{"seconds": 1e400}')
    Traceback (most recent call last):
    ValueError: not JSON for records: 1e400 is not a number up to 1e+100
    """
    try:
        return json.loads(text, parse_float=_float, parse_int=_int, parse_constant=_float)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise ValueError("not JSON") from None


def _float(text: str) -> float:
    value = float(text)
    if not abs(value) <= _LARGEST:
        shown = text if len(text) <= 20 else f"{text[:20]}..."
        raise ValueError(f"not JSON for records: {shown} is not a number up to {_LARGEST}")
    return value


def _int(text: str) -> int:
    _float(text)
    return int(text)


def as_object(value: object, what: str) -> dict[str, Any]:  # Any: JSON
    """Return a value that is a JSON object. Like the functions below, raises `ValueError` for another one."""
    if not isinstance(value, dict):
        raise ValueError(f"{what} is not a JSON object")
    return value


def number(record: Mapping[str, object], name: str) -> int:
    """Return a whole number. Like the functions below, raises `KeyError` if it is missing."""
    value = record[name]
    if type(value) is not int:
        raise ValueError(f"{name!r} is not a number")
    return value


def count(record: Mapping[str, object], name: str) -> int:
    """Return a whole number that is not negative."""
    value = number(record, name)
    if value < 0:
        raise ValueError(f"{name!r} is negative")
    return value


def number_or_none(record: Mapping[str, object], name: str) -> int | None:
    """Return a whole number or None."""
    return None if record[name] is None else number(record, name)


def measure(record: Mapping[str, object], name: str) -> float | None:
    """Return a number or None."""
    value = record[name]
    if not isinstance(value, int | float | None):
        raise ValueError(f"{name!r} is not a number")
    return value


def text(record: Mapping[str, object], name: str) -> str:
    """Return a text."""
    value = record[name]
    if not isinstance(value, str):
        raise ValueError(f"{name!r} is not a text")
    return value


def text_or_none(record: Mapping[str, object], name: str) -> str | None:
    """Return a text or None."""
    return None if record[name] is None else text(record, name)
