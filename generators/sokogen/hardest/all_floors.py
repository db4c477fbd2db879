"""Parallel, resumable search for the hardest level over all floors of up to N squares.

It suffices to search the connected cores (`cores`). Let no core of m squares have a level longer than L - (N - m)
moves, or L pushes. Then no level of up to N squares is longer than L, by induction. For the player stays in one piece
of floor, and an immovable box is a wall. Removing a bent dead end shortens a solution by at most one move.
"""

from __future__ import annotations

import json
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from sokogen.hardest.cores import cells_of, cores, grown
from sokogen.hardest.hardest_of_floor import LARGEST, Hardest, hardest_of, search_floors
from sokogen.small.polyominoes import Cells, around, canonical, polyominoes
from sokosolve.level.arrays import INT32
from sokospec import clock
from sokospec.board import Level
from sokospec.children import block_interrupts, die_with_parent
from sokospec.errors import SokobanError

_GUESSES = 40
_MOST = 1 << 63
"""The counts and seconds of a record are below this number."""
_KEEP_SECONDS = 10.0
CHUNK = 200  # floors that one process takes at once; a second or so with 14 squares
_ONE_AT_A_TIME = Lock()  # a worker of a cluster may have several threads, and they would share the room of a search


class SearchPart(NamedTuple):
    """One of `of` independent parts of a search, counted from 1."""

    number: int = 1
    of: int = 1

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


WHOLE = SearchPart()


@dataclass(slots=True)
class Record:
    """Progress of a search; `boards` includes shapes that need no search."""

    squares: int
    metric: str
    part: SearchPart = WHOLE
    boards: int = 0
    floors: int = 0
    done: int = 0
    states: dict[int, int] = field(default_factory=dict)
    cpu_seconds: float = 0.0
    best: Hardest | None = None

    @property
    def text(self) -> str:
        """Record as JSON, the inverse of `load`."""
        found = {
            "squares": self.squares,
            "metric": self.metric,
            "part": str(self.part),
            "boards": self.boards,
            "floors": self.floors,
            "done": self.done,
            "states": {str(size): count for size, count in sorted(self.states.items())},
            "cpu_seconds": round(self.cpu_seconds, 3),
            "length": None if self.best is None else self.best.length,
            "xsb": None if self.best is None else str(self.best.level),
        }
        return json.dumps(found, indent=1) + "\n"

    @property
    def next_cpu_seconds(self) -> float | None:
        """Lower estimate for one more square; None if unknown."""
        last, before = self.states.get(self.squares, 0), self.states.get(self.squares - 1, 0)
        return self.cpu_seconds * last / before if before and self.done == self.floors else None


def load(path: Path) -> Record:
    """Return the record in a file, or raise `SokobanError`."""
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))  # Any: the fields have several types
        best = None if found["length"] is None else Hardest(_count(found["length"]), Level.parse(found["xsb"]))
        squares, boards, floors, done = (_count(found[name]) for name in ("squares", "boards", "floors", "done"))
        number, of = map(int, found["part"].split("/"))
        states = {int(size): _count(count) for size, count in found["states"].items()}
        seconds = found["cpu_seconds"]
        if not (isinstance(seconds, int | float) and 0 <= seconds < _MOST):
            raise ValueError(f"cpu_seconds {seconds!r:.30}")
        part = SearchPart(number, of)
        return Record(squares, str(found["metric"]), part, boards, floors, done, states, seconds, best)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise SokobanError(f"{path} is not a record of a search for the hardest level: {error!r}") from None


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value < _MOST:
        raise ValueError(f"{value!r:.30} is not a count")
    return value


def merge_records(records: Sequence[Record], squares: int, metric: str) -> Record:
    """Return the whole record, or raise `SokobanError` if a part is missing."""
    first = records[0]
    for record in records:
        if (record.squares, record.metric) != (squares, metric):
            raise SokobanError(
                f"part {record.part} is of {record.squares} squares by {record.metric}, not {squares} by {metric}"
            )
    if sorted(record.part for record in records) != [SearchPart(i + 1, first.part.of) for i in range(first.part.of)]:
        given = ", ".join(str(record.part) for record in records)
        raise SokobanError(f"these are the parts {given}; give each part of one search once")
    for record in records:
        if record.done < record.floors:
            raise SokobanError(
                f"part {record.part} has {record.floors - record.done:,} floors left; let it finish first"
            )
    whole = Record(first.squares, first.metric, WHOLE, first.boards)
    for record in sorted(records, key=lambda record: record.part):
        whole.floors += record.floors
        whole.done += record.done
        whole.cpu_seconds += record.cpu_seconds
        for size, states in record.states.items():
            whole.states[size] = whole.states.get(size, 0) + states
        if record.best is not None and (whole.best is None or record.best.length > whole.best.length):
            whole.best = record.best
    return whole


def search(
    squares: int,
    *,
    by_moves: bool,
    jobs: int,
    part: SearchPart = WHOLE,
    past: Record | None = None,
    report: Callable[[Record], None] | None = None,
    keep: Callable[[Record], None] = lambda record: None,
    executor: Executor | None = None,
) -> Record:
    """Return the record of the hardest level with at most `squares` floor squares, or for one part of the floors.

    `past` resumes a search. `report` is called often, `keep` every ten seconds and at the end, even after Ctrl-C.
    Raises `SokobanError` for another search's record.
    """
    if not 3 <= squares <= LARGEST:
        raise ValueError(f"the search is for 3 to {LARGEST} floor squares, not {squares}")
    record = Record(squares, "moves" if by_moves else "pushes", part)
    if past is not None:
        if (past.squares, past.metric, past.part) != (record.squares, record.metric, record.part):
            raise SokobanError(
                f"the file is of a search with {past.squares} squares by {past.metric}, part {past.part}; "
                "choose another file"
            )
        record = past
    else:
        record.best = _guess(squares, by_moves=by_moves)
    pieces = []
    for size in range(3, squares + 1):
        rows, record.boards = cores(size)
        pieces += [rows[at : at + CHUNK] for at in range(0, len(rows), CHUNK)]
    pieces = pieces[part.number - 1 :: part.of]
    record.floors = sum(map(len, pieces))
    try:
        saved = time.monotonic()
        with (
            _processes(jobs) if executor is None else nullcontext(executor) as crew,
            closing(_go_on(record, _rest(pieces, record.done), crew, 2 * jobs)) as going,
        ):
            for _ in going:
                if report is not None:
                    report(record)
                if time.monotonic() - saved > _KEEP_SECONDS:
                    keep(record)
                    saved = time.monotonic()
    finally:
        with block_interrupts():  # a second Ctrl-C does not spoil what the first one saves
            keep(record)
    return record


def _guess(squares: int, *, by_moves: bool) -> Hardest | None:
    """Return a hard level by beam search, as a lower bound.

    >>> _guess(6, by_moves=True).length
    5
    """
    shapes = set(polyominoes(3))
    for _ in range(3, squares):
        ranked = sorted(shapes, key=lambda cells: (-_length(cells, by_moves), cells))[:_GUESSES]
        shapes = {canonical((*cells, near)) for cells in ranked for near in around(cells)}
    return hardest_of(sorted(shapes), by_moves=by_moves)


def _length(cells: Cells, by_moves: bool) -> int:
    found = hardest_of([cells], by_moves=by_moves)
    return 0 if found is None else found.length


class _CoreResult(NamedTuple):
    best: Hardest | None
    states: int
    cpu_seconds: float


def _search_cores(piece: INT32, squares: int, by_moves: bool, above: int) -> _CoreResult:
    with _ONE_AT_A_TIME:
        started = clock.cpu()
        best: Hardest | None = None
        states = 0
        for row in piece:
            core = cells_of(row)
            spared = squares - len(core) if by_moves else 0
            found, count = search_floors([core], by_moves=by_moves, above=max(0, above - spared))
            states += count
            if found is not None and spared:
                larger = hardest_of(sorted(grown(core, squares)), by_moves=by_moves, above=max(above, found.length))
                found = found if larger is None else larger
            if found is not None and found.length > above:
                best, above = found, found.length
        return _CoreResult(best, states, clock.cpu() - started)


def _rest(pieces: list[INT32], done: int) -> Iterator[INT32]:
    for piece in pieces:
        if done < len(piece):
            yield piece[done:]
        done = max(0, done - len(piece))


def _take(record: Record, piece: INT32, found: _CoreResult) -> None:
    size = piece.shape[1]
    record.done += len(piece)
    record.states[size] = record.states.get(size, 0) + found.states
    record.cpu_seconds += found.cpu_seconds
    if found.best is not None and (record.best is None or found.best.length > record.best.length):
        record.best = found.best


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    others = set(active_children())
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - others:
                process.kill()
            raise


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()


def _go_on(record: Record, pieces: Iterator[INT32], crew: Executor, ahead: int) -> Generator[None, None, None]:
    by_moves = record.metric == "moves"
    waiting: deque[tuple[INT32, Future[_CoreResult]]] = deque()
    while True:
        for piece in pieces:
            above = 0 if record.best is None else record.best.length
            with block_interrupts():  # the pool starts its processes as it needs them
                waiting.append((piece, crew.submit(_search_cores, piece, record.squares, by_moves, above)))
            if len(waiting) >= ahead:
                break
        if not waiting:
            return
        piece, future = waiting.popleft()
        found = future.result()
        with block_interrupts():  # a record says of a piece all or nothing
            _take(record, piece, found)
        yield
