"""Gadgets as data.

A drawing is XSB without the player; a letter or digit is a port.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sokospec.board import Board, Square, State
from sokospec.errors import Defect, SokobanError, quantify
from sokospec.rules import reachable

_FLOOR = " -_"

Boxes = frozenset[Square]


class GadgetError(SokobanError):
    """Invalid drawings, one defect a line."""

    def __init__(self, name: str, defects: Iterable[Defect]) -> None:
        self.defects = tuple(defects)
        super().__init__("\n".join(f"gadget {name}, {defect}" for defect in self.defects))


@dataclass(frozen=True, slots=True)
class Gadget:
    r"""Board, its ports, and its box configurations, the goal's first.

    >>> diode = Gadget.parse("DIODE", {"way": "######\n##   #\n# $  #\n#A# ##\n### B#\n######"})
    >>> diode.ports["A"], diode.goal == {(2, 2)}
    (Square(row=3, column=1), True)
    """

    name: str
    board: Board
    ports: Mapping[str, Square]
    configurations: Mapping[str, Boxes]

    @property
    def goal(self) -> Boxes:
        return self.board.goals

    @classmethod
    def parse(cls, name: str, drawings: Mapping[str, str]) -> Gadget:
        """Return the gadget of drawings, or raise `GadgetError`.

        >>> Gadget.parse("SLIT", {"s0": "A#", "s1": "$#"})
        Traceback (most recent call last):
        sokogen.reductions.gadgets.gadget.GadgetError: gadget SLIT, s0: there is no box; draw one as '$' [G2]
        gadget SLIT, s1: the ports are not those of the first drawing [G4]
        gadget SLIT, s1: it has 1 box, the first drawing 0 [G5]
        """
        if not drawings:
            raise GadgetError(name, [Defect("G1", "there is no drawing")])
        drawn = {title: _GadgetDrawing(title, _rows(text)) for title, text in drawings.items()}
        first, *others = drawn.values()
        defects = [*first.defects(), *(defect for other in others for defect in other.differences(first))]
        if defects:
            raise GadgetError(name, defects)
        board = Board(first.width, first.height, frozenset(first.squares("#")), frozenset(first.squares("$")))
        ports = {first.at(square): square for square in first.ports()}
        boxes = {title: frozenset(drawing.squares("$")) for title, drawing in drawn.items()}
        return cls(name, board, MappingProxyType(ports), MappingProxyType(boxes))

    def drawing(self, boxes: Collection[Square] | None = None) -> str:
        shown = self.goal if boxes is None else boxes
        port_at = {square: port for port, square in self.ports.items()}

        def symbol(square: Square) -> str:
            if square in shown:
                return "$"
            return "#" if self.board.is_wall(square) else port_at.get(square, " ")

        rows = range(self.board.height)
        return "\n".join("".join(symbol(Square(row, column)) for column in range(self.board.width)) for row in rows)

    def __str__(self) -> str:
        return self.drawing()


def _rows(text: str) -> list[str]:
    lines = text.splitlines()
    while lines and not lines[0].strip():
        del lines[0]
    while lines and not lines[-1].strip():
        del lines[-1]
    width = max(map(len, lines), default=0)
    return [line.ljust(width, "#") for line in lines]


class _GadgetDrawing:
    def __init__(self, title: str, rows: list[str]) -> None:
        self.title = title
        self.rows = rows
        self.height = len(rows)
        self.width = len(rows[0]) if rows else 0

    def at(self, square: Square) -> str:
        return self.rows[square.row][square.column]

    def all_squares(self) -> Iterator[Square]:
        return (Square(row, column) for row in range(self.height) for column in range(self.width))

    def squares(self, symbols: str) -> list[Square]:
        return [square for square in self.all_squares() if self.at(square) in symbols]

    def ports(self) -> list[Square]:
        return [square for square in self.all_squares() if _is_port(self.at(square))]

    def defects(self) -> Iterator[Defect]:
        yield from self.unknown_symbols()
        if not self.squares("$"):
            yield self.defect("G2", "there is no box; draw one as '$'")
        names = [self.at(square) for square in self.ports()]
        if not names:
            yield self.defect("G3", "there is no port; name at least one floor square by a letter")
        for square in self.ports():
            if names.count(self.at(square)) > 1:
                yield self.defect("G3", f"port {self.at(square)} is there more than once", square)
        for square in self.squares(_FLOOR + "$"):
            if square.row in (0, self.height - 1) or square.column in (0, self.width - 1):
                yield self.defect("G3", "floor at the edge is open; make it a wall or a port", square)
        board = Board(self.width, self.height, frozenset(self.squares("#")), frozenset())
        inside = {near for port in self.ports() for near in reachable(board, State(frozenset(), port))}
        for square in self.squares(_FLOOR + "$") if names else []:
            if square not in inside:
                yield self.defect("G6", "no way leads here from a port; make it a wall", square)

    def differences(self, first: _GadgetDrawing) -> Iterator[Defect]:
        yield from self.unknown_symbols()
        if (self.height, self.width) != (first.height, first.width):
            yield self.defect("G4", "the size is not that of the first drawing")
            return
        if self.squares("#") != first.squares("#"):
            yield self.defect("G4", "the walls are not those of the first drawing")
        elif [(square, self.at(square)) for square in self.ports()] != [
            (square, first.at(square)) for square in first.ports()
        ]:
            yield self.defect("G4", "the ports are not those of the first drawing")
        count, count_first = len(self.squares("$")), len(first.squares("$"))
        if count != count_first:
            yield self.defect("G5", f"it has {quantify(count, 'box')}, the first drawing {count_first}")

    def unknown_symbols(self) -> Iterator[Defect]:
        """Rule G1: nothing but walls, floor, boxes and ports."""
        if not self.rows:
            yield self.defect("G1", "the drawing is empty")
        for square in self.all_squares():
            symbol = self.at(square)
            if symbol not in "#$" + _FLOOR and not _is_port(symbol):
                yield self.defect("G1", f"{symbol!r} is not a wall, floor, box or port; goals are where '$' is", square)

    def defect(self, rule: str, message: str, at: Square | None = None) -> Defect:
        where = "" if at is None else f" in row {at.row}, column {at.column}"
        return Defect(rule, f"{self.title}{where}: {message}")


def _is_port(symbol: str) -> bool:
    return symbol.isascii() and symbol.isalnum()
