"""Tables in documents: what stands between two marks is replaced by what was measured."""

from __future__ import annotations

from pathlib import Path

from sokospec.errors import SokobanError


def replaced(document: str, name: str, text: str) -> str:
    r"""Return a document with what stands between `<!-- the NAME -->` and `<!-- the end of the NAME -->` replaced.

    Raises `SokobanError` when a mark is missing.

    >>> replaced("before <!-- the table -->\n1\n<!-- the end of the table --> after", "table", "2")
    'before <!-- the table -->\n\n2\n\n<!-- the end of the table --> after'
    """
    begin, end = f"<!-- the {name} -->", f"<!-- the end of the {name} -->"
    before, found, rest = document.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SokobanError(f"the document has no {begin} and {end} around its {name}")
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"


def replace(path: Path, name: str, text: str) -> None:
    """Replace what stands between the two marks in a file."""
    path.write_text(replaced(path.read_text(encoding="utf-8"), name, text), encoding="utf-8")
