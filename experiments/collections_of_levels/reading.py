"""Speed of reading: all levels of a file, and the last one alone, beside the figures that a source prints for Rust.

    python experiments/collections_of_levels/reading.py FILE

reads FILE from memory, `--repeats` times each, and prints the least CPU seconds, the levels in one CPU second, and the
share that the last level alone takes of the time for all. The source read 3,371 levels in 23.714 ms and the last one
alone in 3.27 ms, on a machine that it does not name; so the share is what can be compared.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

if __name__ == "__main__":  # run as a script: make the folder `experiments` importable
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from common import markdown
from sokospec.formats import read_bytes

SOURCE = (3_371, 23.714e-3, 3.2700e-3)
"""The levels, the seconds for all, and for the last alone that the tutorial prints."""


def least_seconds(run: Callable[[], object], repeats: int) -> float:
    """Return the least CPU seconds of some runs."""
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        run()
        seconds.append(time.process_time() - start)
    return min(seconds)


def measured(data: bytes, repeats: int) -> tuple[int, float, float]:
    """Return the number of levels in a file's content, and the seconds for all and for the last one alone."""
    count = len(read_bytes(data))
    every = least_seconds(lambda: [entry.drawn.level for entry in read_bytes(data)], repeats)
    return count, every, least_seconds(lambda: read_bytes(data)[count - 1].drawn.level, repeats)


def row(name: str, count: int, every: float, last: float) -> tuple[object, ...]:
    """Return the row of a reader."""
    return name, f"{count:,}", f"{every:.4f}", f"{count / every:,.0f}", f"{last / every:.0%}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args(arguments)
    rows = [row("Sokospec", *measured(options.file.read_bytes(), options.repeats)), row("the source, in Rust", *SOURCE)]
    print(markdown.table("reader | levels | all, s | levels in a second | the last alone", rows, left=["reader"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
