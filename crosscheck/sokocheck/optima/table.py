"""Tables of optima: one line of text for each level, with all four objectives.

The first line is `sokospec optima 1`; the second names the columns, separated by tabs. Required: `file`, `level`, `key`
(see `key_of`), `pushes-moves` and `moves-pushes`. An optimum such as "23/104" gives both numbers, the first also for
the single objective. "23/?" leaves the second open, ">=23" is a lower bound, "-" means unsolvable. A column `best`
may give pushes and moves of the best solution so far, such as "25/110". Other columns are ignored. Files ending in .xz
or .gz are packed.
"""

from __future__ import annotations

import gzip
import lzma
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from sokocheck.application.input_levels import open_file
from sokocheck.application.terminal_text import in_a_line
from sokocheck.batch.keys import level_key
from sokospec.answer import EXACT, Objective
from sokospec.board import Level
from sokospec.errors import SokobanError

FIRST_LINE = "sokospec optima 1"
_KEY_LETTERS = 16
NEEDED = ("file", "level", "key", "pushes-moves", "moves-pushes")
BEST = "best"
_BEST = re.compile(r"(?:(\d+)/(\d+))?", re.ASCII)
_OPTIMUM = re.compile(r"(\d+)/(\d+|\?)|>=(\d+)|-", re.ASCII)


class Optimum(NamedTuple):
    """Known optimum of a lexicographic objective; unsolvable if `bound` is None.

    `bound` is a lower bound of the first number, attained if `is_least`; `second` is then the least second number.
    """

    bound: int | None = 0
    is_least: bool = False
    second: int | None = None

    def __str__(self) -> str:
        """Return the text in a table.

        >>> print(Optimum(23, True, 104), Optimum(23, True), Optimum(23), Optimum(None))
        23/104 23/? >=23 -
        """
        if self.bound is None:
            return "-"
        if not self.is_least:
            return f">={self.bound}"
        return f"{self.bound}/{'?' if self.second is None else self.second}"

    @classmethod
    def read(cls, text: str) -> Optimum:
        """Return the optimum of a table's text. Raises `ValueError`.

        >>> Optimum.read("23/?")
        Optimum(bound=23, is_least=True, second=None)
        """
        found = _OPTIMUM.fullmatch(text)
        if found is None:
            raise ValueError(text)
        first, second, bound = found.groups()
        if first is None:
            return cls(None if bound is None else int(bound))
        return cls(int(first), True, None if second == "?" else int(second))

    def cost(self, objective: Objective) -> tuple[int, ...] | None:
        """Return the least cost of an objective with this first number, or None if unknown."""
        if self.bound is None or not self.is_least:
            return None
        if len(objective.counts) == 1:
            return (self.bound,)
        return None if self.second is None else (self.bound, self.second)


class RecordedOptima(NamedTuple):
    """The recorded optima of a level, the place of the record, and pushes and moves of the best recorded solution."""

    where: str
    optima: Mapping[Objective, Optimum]
    best: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class OptimaRow:
    """Level of a table with its optima."""

    file: str
    level: int
    key: str
    pushes_first: Optimum
    moves_first: Optimum
    best: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        return f"{self.file}:{self.level}"

    @property
    def optima(self) -> dict[Objective, Optimum]:
        first = {"pushes": self.pushes_first, "moves": self.moves_first}
        return {objective: first[objective.counts[0]] for objective in EXACT}

    @property
    def cells(self) -> list[str]:
        return [self.file, str(self.level), self.key, str(self.pushes_first), str(self.moves_first)]


def key_of(level: Level) -> str:
    """Return the shortened level key for move objectives; symmetric levels share it."""
    return level_key(level, Objective.MOVES)[:_KEY_LETTERS]


class OptimaTable:
    """Table read from a file, by level key. Raises `SokobanError` with the line, and `OSError`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows: dict[str, OptimaRow] = {}
        lines = read_lines(path)
        if next(lines, "") != FIRST_LINE:
            raise SokobanError(
                f"{in_a_line(str(path))}, line 1: a table of optima begins with {FIRST_LINE!r}; name such a table, or "
                "the records of 'batch'"
            )
        places = self._places(next(lines, "").split("\t"))
        for row in self._read(lines, places):
            other = self._rows.setdefault(row.key, row)
            if (other.pushes_first, other.moves_first, other.best) != (row.pushes_first, row.moves_first, row.best):
                raise SokobanError(
                    f"{in_a_line(str(path))}: {other.name} and {row.name} have the same key "
                    f"{row.key} and other optima; one of the lines is wrong, make the table anew"
                )

    def __len__(self) -> int:
        return len(self._rows)

    def look_up(self, level: Level) -> RecordedOptima | None:
        row = self._rows.get(key_of(level))
        return None if row is None else RecordedOptima(f"{self.path.name}, {row.name}", row.optima, row.best)

    def _places(self, columns: list[str]) -> list[int]:
        missing = [name for name in NEEDED if name not in columns]
        if missing:
            raise SokobanError(
                f"{in_a_line(str(self.path))}, line 2: there is no column {missing[0]!r}; the line names the columns, "
                f"with tabs between them, and {', '.join(NEEDED)} must be among them"
            )
        return [columns.index(name) for name in (*NEEDED, *([BEST] if BEST in columns else []))]

    def _read(self, lines: Iterator[str], places: list[int]) -> Iterator[OptimaRow]:
        for number, line in enumerate(lines, start=3):
            if not line:
                continue
            try:
                cells = line.split("\t")
                file, level, key, pushes, moves, *best = (cells[place] for place in places)
                if int(level) < 1 or not re.fullmatch(rf"[0-9a-f]{{{_KEY_LETTERS}}}", key):
                    raise ValueError
                optima = Optimum.read(pushes), Optimum.read(moves)
                yield OptimaRow(file, int(level), key, *optima, _read_best("".join(best)))
            except (ValueError, IndexError):
                raise SokobanError(
                    f"{in_a_line(str(self.path))}, line {number}: not a line of a table of optima: "
                    f"{line[:80]!r}; it must have a number from 1 as level, a key of {_KEY_LETTERS} hexadecimal "
                    f"digits, and optima such as 23/104, 23/?, >=23 or -, in the column {BEST} such as 25/110; "
                    "take the line out, or make the table anew"
                ) from None


def _read_best(text: str) -> tuple[int, int] | None:
    found = _BEST.fullmatch(text)
    if found is None:
        raise ValueError(text)
    pushes, moves = found.groups()
    return None if pushes is None else (int(pushes), int(moves))


def read_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file, packed or not, without their ends. Raises `SokobanError`."""
    try:
        with open_file(str(path)) as file:
            for number, line in enumerate(_unpack(file, path.suffix), start=1):
                if not line.isascii():
                    raise SokobanError(
                        f"{in_a_line(str(path))}, line {number}: not ASCII, so it is not a table of optima; "
                        "name another file"
                    )
                yield line.removesuffix(b"\n").decode()
    except (lzma.LZMAError, zlib.error, gzip.BadGzipFile, EOFError) as error:
        raise SokobanError(
            f"{in_a_line(str(path))}: the packed file is not whole: {error}; fetch it again, or make it anew"
        ) from None


def _unpack(file: BinaryIO, suffix: str) -> Iterable[bytes]:
    if suffix == ".xz":
        return lzma.open(file)
    return gzip.open(file) if suffix == ".gz" else file
