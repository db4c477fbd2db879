"""Part of a very large level: all boxes, and the squares of a window."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sokospec.board import Board, Square, State
from sokospec.errors import SokobanError
from sokoview.pictures.window import Window

_ROW = re.compile(rb"[-_ #@+$*.]*#[-_ #@+$*.]*")
_BOX, _GOAL, _PLAYER = re.compile(rb"[$*]"), re.compile(rb"[.*+]"), re.compile(rb"[@+]")
_WALL, _FLOOR = re.compile(rb"#"), re.compile(rb"[^#]")
_TITLE = b"title:"


@dataclass(frozen=True, slots=True)
class LevelPart:
    """Part of a level: walls, goals and floor of the window only, all floor counting as inside."""

    board: Board
    state: State
    title: str
    floor: frozenset[Square]


def part_of(lines: Iterable[bytes], window: Window) -> LevelPart | None:
    r"""Return a window of the level in a file, or None unless it has exactly one as plain XSB rows.

    Linear time; space for the window and all boxes. Raises `SokobanError` unless there is one player.

    >>> part = part_of([b"#####\n", b"#@$.#\n", b"#####\n", b"Title: one\n"], Window(1, 2, 1, 2))
    >>> sorted(map(tuple, part.floor)), part.board.width, part.board.height, part.title
    ([(1, 2), (1, 3)], 5, 3, 'one')
    """
    wanted_rows = range(window.row - 1, window.row + window.height + 1)
    columns = slice(max(0, window.column - 1), max(0, window.column + window.width + 1))
    boxes, players = list[Square](), list[Square]()
    walls, goals, floor = list[Square](), list[Square](), list[Square]()
    height = width = 0
    title, ended = "", False
    for line in lines:
        text = line.rstrip()
        if _ROW.fullmatch(text) is None:
            ended |= height > 0
            if height and text[: len(_TITLE)].lower() == _TITLE:
                title = text[len(_TITLE) :].decode("utf-8", errors="replace").strip()
            continue
        if ended:
            return None
        boxes += _places(_BOX, text, height)
        players += _places(_PLAYER, text, height)
        if height in wanted_rows:
            seen = text[columns]
            walls += _places(_WALL, seen, height, columns.start)
            goals += _places(_GOAL, seen, height, columns.start)
            if window.row <= height < window.row + window.height:
                inner = text[max(0, window.column) : max(0, window.column + window.width)]
                floor += _places(_FLOOR, inner, height, max(0, window.column))
        height, width = height + 1, max(width, len(text))
    if not height:
        return None
    if len(players) != 1:
        raise SokobanError(f"the board has {len(players)} players instead of one")
    board = Board(width, height, frozenset(walls), frozenset(goals))
    return LevelPart(board, State(frozenset(boxes), players[0]), title, frozenset(floor))


def _places(pattern: re.Pattern[bytes], text: bytes, row: int, first: int = 0) -> Iterator[Square]:
    return (Square(row, first + match.start()) for match in pattern.finditer(text))
