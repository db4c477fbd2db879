"""Notebooks of the course run as Jupyter runs them, cell by cell, with nothing but the standard library.

`python tests/docs/course/notebooks.py` writes the outputs into the notebooks anew.
"""

from __future__ import annotations

import ast
import json
import linecache
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "background" / "course"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
Json = dict[str, Any]  # Any: the values of a notebook's format


def read(path: Path) -> Json:
    """Return a notebook."""
    found: Json = json.loads(path.read_text(encoding="utf-8"))
    return found


def lines(text: str) -> list[str]:
    """Return a text as notebooks keep it."""
    return text.splitlines(keepends=True)


def executed(notebook: Json) -> Json:
    """Return a notebook with the outputs that its cells give now, and the cells numbered in order."""
    names: Json = {"__name__": "__main__"}
    count, cells = 0, []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            cells.append(cell)
            continue
        count += 1
        outputs = _outputs("".join(cell["source"]), names, count)
        cells.append({**cell, "execution_count": count, "outputs": outputs})
    return {**notebook, "cells": cells}


def _outputs(source: str, names: Json, count: int) -> list[Json]:
    """Run a cell; return what it prints, and what its last line shows."""
    name = f"<cell {count}>"
    linecache.cache[name] = (len(source), None, lines(source), name)  # so a traceback shows the line
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    said, value = StringIO(), None
    with redirect_stdout(said):
        exec(compile(tree, name, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), names)
    outputs: list[Json] = []
    if said.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(said.getvalue())})
    if value is not None:
        data: Json = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_svg_"):
            data = {"image/svg+xml": lines(value._repr_svg_())} | data
        outputs.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def text_of(notebook: Json) -> str:
    """Return a notebook's file, as Jupyter writes it."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the outputs of all notebooks anew."""
    for path in NOTEBOOKS:
        path.write_text(text_of(executed(read(path))), encoding="utf-8")


if __name__ == "__main__":
    main()
