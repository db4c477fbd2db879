"""Small levels for runs of many: rooms that all differ, none of them a turned copy of another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

VARYING = ("seconds", "peak_rss_mib")
"""What two runs may say differently of the same level."""

Record = dict[str, Any]  # whatever JSON holds


def corridor(length: int) -> str:
    """Return a level whose one box has to be pushed a number of squares."""
    return f"{'#' * (length + 5)}\n#@ ${' ' * (length - 1)}.#\n{'#' * (length + 5)}\n"


def corridors(count: int) -> str:
    """Return that many levels."""
    return "\n".join(f"{corridor(length)}Title: corridor {length}\n" for length in range(1, count + 1))


def records(path: Path) -> list[Record]:
    """Return the records of a file of results, without what varies, by file and level."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kept = [{name: value for name, value in record.items() if name not in VARYING} for record in found]
    return sorted(kept, key=lambda record: (record["file"], record["level"]))
