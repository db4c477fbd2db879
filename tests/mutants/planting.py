"""How a fault is planted: one text of a source is replaced by another."""

from __future__ import annotations


def replaced_once(source: str, old: str, new: str, *, file: str, listed_in: str) -> str:
    """Return a source with a text replaced; raises `ValueError` unless the text stands there exactly once.

    `file` names the source, and `listed_in` where the faults are listed.
    """
    found = source.count(old)
    if found != 1:
        raise ValueError(
            f"{file} holds a text {found} times that {listed_in} expects once; plant the fault anew where that work is "
            f"done now:\n{old}"
        )
    return source.replace(old, new)
