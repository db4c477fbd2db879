"""A level as a picture: one self-contained SVG, with nothing but the standard library."""

from __future__ import annotations

from xml.sax.saxutils import escape

from sokospec.board import Board, Level, Square, State
from sokospec.formats.slc import xml_text
from sokospec.rules import reachable

UNIT = 32  # pixels a square at natural size; the picture scales

WALL, FLOOR, GOAL, BOX, BOX_ON_GOAL, PLAYER, LINE = (
    "#4a5568",
    "#f7f3e8",
    "#c53030",
    "#c98b3c",
    "#4f8a4f",
    "#2b5fa8",
    "#2d2a26",
)


def svg(level: Level, state: State | None = None) -> str:
    """Return an SVG picture of a level, or of another state of its board. O(area).

    Boxes on goals differ from other boxes in colour and by a mark, so that the picture can be read without colours.

    >>> picture = svg(Level.parse("#####\\n#@$.#\\n#####"))
    >>> picture.startswith("<svg "), picture.count('class="box"')
    (True, 1)
    """
    board, state = level.board, state or level.state
    inside = reachable(board, State(frozenset(), level.player)) | state.boxes | board.goals
    parts = [_head(level), *_runs(board, board.walls, WALL), *_runs(board, inside, FLOOR), _grid(inside)]
    for square in sorted(board.goals):
        parts.append(_goal(square))
    for square in sorted(state.boxes):
        parts.append(_box(square, on_goal=square in board.goals))
    parts.append(_player(state.player))
    parts.append("</svg>\n")
    return "\n".join(parts)


def _head(level: Level) -> str:
    width, height = level.board.width, level.board.height
    pieces = f"{len(level.boxes)} box{'es' if len(level.boxes) > 1 else ''}"
    name = escape(xml_text(level.title) or "Sokoban level")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width * UNIT} {height * UNIT}" '
        f'width="{width * UNIT}" height="{height * UNIT}">\n'
        f"<title>{name}: {height} rows, {width} columns, {pieces}</title>"
    )


def _runs(board: Board, squares: frozenset[Square], colour: str) -> list[str]:
    """Return one rectangle for each run of squares in a row."""
    parts = []
    for row in range(board.height):
        start = None
        for column in range(board.width + 1):
            if (row, column) in squares:
                start = column if start is None else start
            elif start is not None:
                parts.append(
                    f'<rect x="{start * UNIT}" y="{row * UNIT}" width="{(column - start) * UNIT}" height="{UNIT}" '
                    f'fill="{colour}"/>'
                )
                start = None
    return parts


def _grid(squares: frozenset[Square]) -> str:
    """Return faint lines between neighbouring squares, so that they can be counted."""
    lines = []
    for row, column in sorted(squares):
        if (row, column - 1) in squares:
            lines.append(f"M{column * UNIT} {row * UNIT}v{UNIT}")
        if (row - 1, column) in squares:
            lines.append(f"M{column * UNIT} {row * UNIT}h{UNIT}")
    return f'<path d="{"".join(lines)}" fill="none" stroke="{LINE}" stroke-width="1" opacity="0.12"/>'


def _centre(square: Square) -> tuple[int, int]:
    return square.column * UNIT + UNIT // 2, square.row * UNIT + UNIT // 2


def _goal(square: Square) -> str:
    x, y = _centre(square)
    return f'<circle class="goal" cx="{x}" cy="{y}" r="7" fill="none" stroke="{GOAL}" stroke-width="3"/>'


def _box(square: Square, *, on_goal: bool) -> str:
    x, y = square.column * UNIT + 4, square.row * UNIT + 4
    side = UNIT - 8
    body = (
        f'<rect class="box" x="{x}" y="{y}" width="{side}" height="{side}" rx="3" '
        f'fill="{BOX_ON_GOAL if on_goal else BOX}" stroke="{LINE}" stroke-width="1.5"/>'
    )
    if on_goal:
        return f'{body}<path d="M{x + 6} {y + 12}l4 5 8 -10" fill="none" stroke="#fff" stroke-width="3"/>'
    return (
        f'{body}<path d="M{x + 5} {y + 5}l{side - 10} {side - 10}m0 -{side - 10}l-{side - 10} {side - 10}" '
        f'stroke="{LINE}" stroke-width="1.5" opacity="0.55"/>'
    )


def _player(square: Square) -> str:
    x, y = _centre(square)
    eyes = "".join(f'<circle cx="{x + aside}" cy="{y - 2}" r="2" fill="#fff"/>' for aside in (-4, 4))
    face = f'<circle cx="{x}" cy="{y}" r="11" fill="{PLAYER}" stroke="{LINE}" stroke-width="1.5"/>'
    return f'<g class="player">{face}{eyes}</g>'
