"""The objectives in the schemas, written from the table in `sokospec.answer`.

After a new objective, `python -m tools.pages.objectives_in_schemas` adds it to the enumerations in `docs/schemas`; a
test compares them with the table.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sokospec.answer import EXACT

SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schemas"
_FEWEST = 3
"""Enumerations with fewer objectives are of what has its own choice, such as the metric of `perft`."""


def schema_text(text: str, objectives: Sequence[str] = EXACT) -> str:
    """Return a schema in which each long enumeration of objectives has these, where its first one stands.

    >>> print(schema_text('{"enum": ["pushes", "moves", "pushes-moves", "solvable"]}', ("moves", "pushes", "lines")))
    {
      "enum": [
        "moves",
        "pushes",
        "lines",
        "solvable"
      ]
    }
    """
    return json.dumps(_with_objectives(json.loads(text), objectives), indent=2, ensure_ascii=False) + "\n"


def _with_objectives(part: Any, objectives: Sequence[str]) -> Any:  # Any: values of JSON
    if isinstance(part, dict):
        return {key: _with_objectives(value, objectives) for key, value in part.items()}
    if not isinstance(part, list):
        return part
    places = [place for place, value in enumerate(part) if value in EXACT]
    if len(places) < _FEWEST:
        return [_with_objectives(value, objectives) for value in part]
    first = places[0]
    return [*part[:first], *objectives, *(value for value in part[first:] if value not in EXACT)]


if __name__ == "__main__":
    for path in SCHEMAS.glob("*.json"):
        path.write_text(schema_text(path.read_text(encoding="utf-8")), encoding="utf-8")
