"""Levels are read one by one, as far as they are asked for, the same ones as from the whole, in linear time."""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from types import FrameType

import pytest

from fuzz.test_fuzz_readers import mutated
from sokospec.board import Board, Level
from sokospec.errors import ParseError
from sokospec.formats import Entry, Reading, read_stream, stream_entries

LEVEL = "#####\n#@$.#\n#####\n"


class Counting(BytesIO):
    """A file that counts the bytes that are read of it."""

    read_so_far = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        """Return a line."""
        line = super().readline(size)
        self.read_so_far += len(line)
        return line


def room(side: int) -> str:
    rows = [["#" if edge in (0, side - 1) else " " for edge in range(side)] for _ in range(side)]
    rows[0] = rows[-1] = ["#"] * side
    rows[1][1:4] = "@$."
    return "\n".join("".join(row) for row in rows) + "\n"


def calls_in(work: Callable[[], object]) -> int:
    """Return how many functions, of Python and of C, are called in some work."""
    count = 0

    def look(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def read_all(text: str) -> list[Entry]:
    return [make() for make in stream_entries(BytesIO(text.encode())).entries]


@pytest.mark.parametrize(
    "level",
    [
        LEVEL + "\n",
        "[soko=1,1]\n",
        "w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH\n",
        "Title: x\n" + LEVEL,
        LEVEL + "text\n\n",
        "comment: x\n" + LEVEL,
        "2(3#)|#@$.-#|6#\n\n",
    ],
)
def test_twice_as_many_levels_take_twice_as_many_steps(level: str) -> None:
    once, twice = (calls_in(partial(read_all, level * count)) for count in (200, 400))
    assert twice < 2.05 * once


def test_a_board_takes_steps_by_its_rows_and_walls_and_not_by_its_floor() -> None:
    once, twice = (calls_in(partial(read_all, room(side))) for side in (120, 240))
    assert twice < 2.1 * once


@pytest.mark.parametrize("row", ["#.", "# ", "#$", ". ", "@#"])
def test_four_times_the_area_takes_four_times_the_steps_at_most(row: str) -> None:
    def drawn(side: int) -> str:
        return "\n".join(
            ["#" * (side + 3), *("#@" + row * (side // 2) + "#" for _ in range(side)), "#" * (side + 3), ""]
        )

    once, four_times = (calls_in(partial(read_all, drawn(side))) for side in (40, 80))
    assert four_times < 4.2 * once


def test_the_table_of_neighbours_is_made_when_it_is_asked_for_and_once() -> None:
    [entry] = read_all(room(100))
    board = entry.level.board
    assert calls_in(lambda: board.beyond) > 10_000
    assert calls_in(lambda: board.beyond) < 10
    assert board == Board(board.width, board.height, board.walls, board.goals)


@pytest.mark.parametrize("above", ["", "First\n\n", "; a remark\nby me\n\n", "\n\n"])
def test_the_first_level_is_there_when_the_second_board_has_been_read(above: str) -> None:
    text = above + f"{LEVEL}Solution: R\n\n" * 1000
    file = Counting(text.encode())
    first = next(stream_entries(file).entries)()
    assert (first.number, len(first.solutions)) == (1, 1)
    assert file.read_so_far <= len(above) + 2 * len(f"{LEVEL}Solution: R\n\n") + len(LEVEL)


@pytest.mark.long
def test_a_level_that_has_been_dealt_with_is_not_kept() -> None:
    gc.collect()
    before = sum(isinstance(thing, Level) for thing in gc.get_objects())
    for number, make in enumerate(stream_entries(BytesIO((LEVEL + "\n").encode() * 100)).entries, start=1):
        entry = make()
        assert entry.number == number and entry.drawn.level is not None
    assert sum(isinstance(thing, Level) for thing in gc.get_objects()) <= before + 2


def answer(work: Callable[[], object]) -> object:
    try:
        return work()
    except ParseError as error:
        return type(error), str(error)


@pytest.mark.parametrize("seed", range(20))
def test_any_bytes_give_the_same_levels_and_repairs_one_by_one_as_in_the_whole(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(20):
        data = mutated(source)
        reading = Reading(lenient=source.random() < 0.5, limit=1500)

        def one_by_one(data: bytes = data, reading: Reading = reading) -> object:
            stream = stream_entries(BytesIO(data), reading)
            return [make() for make in stream.entries], stream.repairs()

        def whole(data: bytes = data, reading: Reading = reading) -> object:
            collection = read_stream(BytesIO(data), reading)
            return list(collection), list(collection.repairs)

        assert answer(one_by_one) == answer(whole), data
