"""Tables in Markdown, as the pages show them."""

from __future__ import annotations

from collections.abc import Collection, Iterable


def table(heads: str, rows: Iterable[Iterable[object]], left: Collection[str] = ()) -> str:
    """Return a Markdown table; `heads` are the names of its columns with bars between them.

    Columns are flush right, but for those named in `left`.

    >>> print(table("level | pushes", [("one", 7), ("two", 11)], left=["level"]))
    | level | pushes |
    |---|--:|
    | one | 7 |
    | two | 11 |
    """
    sides = ["---" if name in left else "--:" for name in heads.split(" | ")]
    lines = [f"| {heads} |", f"|{'|'.join(sides)}|"]
    lines += [f"| {' | '.join(map(str, cells))} |" for cells in rows]
    return "\n".join(lines)
