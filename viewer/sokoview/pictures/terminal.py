"""Levels as text: plain XSB, or coloured for a terminal."""

from __future__ import annotations

from typing import Any, cast

from sokospec.board import Square
from sokospec.formats.xsb import board_rows
from sokoview.pictures.picture import Layer, Mark, Picture, Sign, list_squares
from sokoview.pictures.shapes import mix
from sokoview.pictures.tiles import BOX, BOX_ON_GOAL, FLOOR, GOAL, LIGHT, LINE, PLAYER, WALL, heat

_FOREGROUND = {"$": LINE, "*": LIGHT, "@": LIGHT, "+": LIGHT, ".": GOAL, "#": LIGHT, " ": LINE, "_": LINE}
_HEAT, _HEAT_ON_GOALS = "123456789", "abcdefghi"
_BACKGROUND = {"$": BOX, "*": BOX_ON_GOAL, "@": PLAYER, "+": PLAYER, ".": FLOOR, "#": WALL, " ": FLOOR}


def plain(picture: Picture) -> str:
    r"""Return XSB rows with marks as characters on free squares, and a legend.

    The legend lists the squares of layers hidden by pieces. Rows of floor alone are written as `-`, so that the board
    can be read again.

    >>> from sokospec import Level
    >>> print(plain(Picture.of(Level.parse("#####\n#@$.#\n#####"))))
    #####
    #@$.#
    #####
    """
    top, left, height, width = picture.window
    rows = []
    for row, text in enumerate(board_rows(picture.level.board, picture.state)[top : top + height], start=top):
        symbols = [
            _character(picture, symbol, Square(row, column))
            for column, symbol in enumerate(text[left : left + width], start=left)
        ]
        rows.append("".join(symbols).rstrip() or "-")
    legend = [
        f"{layer.letter}  {_legend(picture, layer)}{_squares_under_pieces(picture, layer)}" for layer in picture.layers
    ]
    return "\n".join(rows + legend)


def _character(picture: Picture, symbol: str, square: Square) -> str:
    if symbol in " .":
        for layer in reversed(picture.layers):
            if square in layer.squares:
                strength = max(1, min(9, round(9 * layer.squares[square])))
                if layer.sign is Sign.HEAT:
                    return (_HEAT_ON_GOALS if symbol == "." else _HEAT)[strength - 1]
                return layer.letter_on_goal if symbol == "." else layer.letter
    return symbol


def _legend(picture: Picture, layer: Layer) -> str:
    if not any(picture.symbol(square) == "." for square in layer.squares):
        return layer.label
    if layer.sign is Sign.HEAT:
        return f"{layer.label} ({_HEAT_ON_GOALS[0]} to {_HEAT_ON_GOALS[-1]}: 1 to 9 on a goal)"
    return f"{layer.label} ({layer.letter_on_goal}: on a goal)"


def _squares_under_pieces(picture: Picture, layer: Layer) -> str:
    if not layer.squares or any(picture.symbol(square) in " ." for square in layer.squares):
        return ""
    return f": {list_squares(layer.squares)}"


def colour_text(picture: Picture) -> str:
    """Return a picture as coloured text, two characters a square, by rich.

    Colours are forced, as walls are shown only by colour.
    """
    from rich.console import Console
    from rich.text import Text

    top, left, height, width = picture.window
    system = Console(force_terminal=True).color_system or "standard"  # it has none for a terminal that tells of none
    console = Console(
        force_terminal=True, no_color=False, color_system=cast(Any, system), highlight=False, width=2 * width + 1000
    )  # Any: rich does not name the type of these names
    with console.capture() as captured:
        for row in range(top, top + height):
            line = Text()
            for column in range(left, left + width):
                square = Square(row, column)
                symbol, marks = picture.symbol(square), picture.marks(square)
                shown = " " if symbol in "#_" else _character(picture, symbol, square)
                line.append(f"{shown} ", _style(symbol, marks))
            console.print(line)
        for layer in picture.layers:
            sign = Text.assemble(
                (f"{layer.letter} ", _style(" ", (Mark(layer.sign, layer.colour),))), f" {_legend(picture, layer)}"
            )
            console.print(sign)
    return captured.get().rstrip("\n")


def _style(symbol: str, marks: tuple[Mark, ...]) -> str:
    if symbol == "_":
        return ""
    colour = _BACKGROUND[symbol]
    for mark in marks:
        if mark.sign is Sign.HEAT and symbol in " .":
            colour = heat(mark.strength)
        elif mark.sign is Sign.RING or symbol in " .":
            colour = mix(colour, mark.colour, 0.4)
    bold = "bold " if symbol in "$*@+" else ""
    return f"{bold}{_full(_FOREGROUND[symbol])} on {colour}"


def _full(colour: str) -> str:
    return mix(colour, colour, 0)
