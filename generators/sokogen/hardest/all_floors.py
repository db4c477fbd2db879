"""The search for the hardest level on all floors of a size: on several processes, and resumable."""

from __future__ import annotations

import json
import signal
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

from sokogen.hardest.hardest_of_floor import LARGEST, Hardest, hardest_of
from sokogen.small.polyominoes import Cells, canonical, polyominoes
from sokospec.board import DELTAS, Level
from sokospec.children import deaf
from sokospec.errors import SokobanError

GUESSES = 40
CHUNK = 200  # floors that one process takes at once; a second or so with 12 squares


@dataclass(slots=True)
class Record:
    """How far a search is: floors done, of all there are, and the hardest level so far."""

    squares: int
    metric: str
    boards: int = 0
    done: int = 0
    best: Hardest | None = None

    @property
    def text(self) -> str:
        """The record as JSON, which `load` reads."""
        found = {
            "squares": self.squares,
            "metric": self.metric,
            "boards": self.boards,
            "done": self.done,
            "length": None if self.best is None else self.best.length,
            "xsb": None if self.best is None else str(self.best.level),
        }
        return json.dumps(found, indent=1) + "\n"


def load(path: Path) -> Record:
    """Return the record whose text a file holds; raises `SokobanError` for another file."""
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))  # Any: the fields have several types
        best = None if found["length"] is None else Hardest(found["length"], Level.parse(found["xsb"]))
        return Record(found["squares"], found["metric"], found["boards"], found["done"], best)
    except (ValueError, KeyError, TypeError) as error:
        raise SokobanError(f"{path} is no record of a search for the hardest level: {error}") from None


def search(
    squares: int,
    *,
    by_moves: bool,
    jobs: int,
    past: Record | None = None,
    report: Callable[[Record], None] | None = None,
    keep: Callable[[Record], None] = lambda record: None,
) -> Record:
    """Return the hardest level with so many floor squares, or one of them.

    It begins with a guess, which spares it all shapes and numbers of boxes that cannot be harder. A search that was
    interrupted goes on from its `past` record. `report` is called with the record now and then, `keep` at the end,
    also when Ctrl-C raises `KeyboardInterrupt`. Raises `ValueError` for more than 16 squares or fewer than 3, and
    `SokobanError` for the record of another search.
    """
    if not 3 <= squares <= LARGEST:
        raise ValueError(f"the search is for 3 to {LARGEST} floor squares, not {squares}")
    record = Record(squares, "moves" if by_moves else "pushes")
    if past is not None:
        if (past.squares, past.metric) != (record.squares, record.metric):
            raise SokobanError(f"the record is one of {past.squares} squares by {past.metric}; choose another file")
        record = past
    else:
        record.best = guess(squares, by_moves=by_moves)
    shapes = list(polyominoes(squares))
    record.boards = len(shapes)
    try:
        _go_on(record, shapes, by_moves, jobs, report)
    finally:
        keep(record)
    return record


def guess(squares: int, *, by_moves: bool, width: int = GUESSES) -> Hardest | None:
    """Return a hard level: of the hardest shapes with a square less, so many are tried with each square added.

    >>> guess(6, by_moves=True).length
    5
    """
    shapes = set(polyominoes(3))
    for _ in range(3, squares):
        ranked = sorted(shapes, key=lambda cells: (-_length(cells, by_moves), cells))[:width]
        shapes = {canonical((*cells, near)) for cells in ranked for near in _around(cells)}
    return hardest_of(sorted(shapes), by_moves=by_moves)


def _length(cells: Cells, by_moves: bool) -> int:
    found = hardest_of([cells], by_moves=by_moves)
    return 0 if found is None else found.length


def _around(cells: Cells) -> set[tuple[int, int]]:
    return {(row + down, column + right) for row, column in cells for down, right in DELTAS} - set(cells)


def _longest_of(shapes: list[Cells], by_moves: bool, above: int) -> tuple[int, str] | None:
    """Return the length and the level as text: levels do not go from one process to another."""
    found = hardest_of(shapes, by_moves=by_moves, above=above)
    return None if found is None else (found.length, str(found.level))


def _go_on(
    record: Record, shapes: list[Cells], by_moves: bool, jobs: int, report: Callable[[Record], None] | None
) -> None:
    pieces = iter([shapes[at : at + CHUNK] for at in range(record.done, len(shapes), CHUNK)])
    others = set(active_children())
    with ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        waiting: deque[tuple[int, Future[tuple[int, str] | None]]] = deque()
        try:
            while True:
                for piece in pieces:
                    above = 0 if record.best is None else record.best.length
                    with deaf():  # the pool starts its processes as it needs them
                        waiting.append((len(piece), pool.submit(_longest_of, piece, by_moves, above)))
                    if len(waiting) >= 2 * jobs:
                        break
                if not waiting:
                    return
                size, future = waiting.popleft()
                found = future.result()
                if found is not None and (record.best is None or found[0] > record.best.length):
                    record.best = Hardest(found[0], Level.parse(found[1]))
                record.done += size
                if report is not None:
                    report(record)
        except BaseException:  # Ctrl-C above all: nobody waits for what the processes are at
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - others:
                process.kill()
            raise
