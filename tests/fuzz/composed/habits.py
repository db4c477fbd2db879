"""Habits of people who write level files: each is one way to draw rows, name levels, separate boards, or record plays.

The habits are those seen in public collections, forum posts and the files of other programs. A composer picks one
habit of each kind (`compose.py`), so that a fault that only a combination shows is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

Rows = Sequence[str]
Lines = list[str]


# Rows of a board: from the plain drawing to the lines of the file.


def draw_plain(rows: Rows) -> Lines:
    """Return the rows as they are."""
    return list(rows)


def draw_floor_as(symbol: str) -> Callable[[Rows], Lines]:
    """Return a habit that draws floor with another symbol."""
    return lambda rows: [row.replace(" ", symbol) for row in rows]


def draw_indented(rows: Rows) -> Lines:
    """Return the rows behind a margin."""
    return ["    " + row for row in rows]


def draw_trailing_spaces(rows: Rows) -> Lines:
    """Return the rows with white space at the end."""
    return [row + "  " for row in rows]


def draw_numbered(separator: str, width: int = 0, start: int = 1) -> Callable[[Rows], Lines]:
    """Return a habit that writes a row number before each row."""
    return lambda rows: [f"{number:0{width}}{separator}{row}" for number, row in enumerate(rows, start)]


def draw_numbered_behind(rows: Rows) -> Lines:
    """Return the rows with their numbers behind them."""
    return [f"{row} {number}" for number, row in enumerate(rows, 1)]


def draw_with_ruler(rows: Rows) -> Lines:
    """Return the rows under a ruler of letters, with numbers and bars before them."""
    width = len(rows[0])
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:width]
    return [f"   {letters}", f"  +{'-' * width}", *(f"{number:2}|{row}" for number, row in enumerate(rows, 1))]


def draw_with_digits_ruler(rows: Rows) -> Lines:
    """Return the rows under a ruler of digits, with numbers before them."""
    digits = "0123456789" * 2
    return [f"  {digits[: len(rows[0])]}", *(f"{number} {row}" for number, row in enumerate(rows))]


def draw_between_bars(rows: Rows) -> Lines:
    """Return the rows as cells of a table with one column."""
    return [f"| {row} |" for row in rows]


def draw_spaced(rows: Rows) -> Lines:
    """Return the rows with a space between symbols and `-` for floor."""
    return [" ".join(row.replace(" ", "-")) for row in rows]


def draw_in_letters(letters: str) -> Callable[[Rows], Lines]:
    """Return a habit that draws wall, player, box, goal, and player and box on a goal in these letters."""
    table = str.maketrans("#@$.+*", letters)
    return lambda rows: [row.translate(table) for row in rows]


def draw_run_lengths(rows: Rows) -> Lines:
    """Return the rows, each with run lengths."""
    return [_run_lengths(row.replace(" ", "-")) for row in rows]


def draw_one_line(rows: Rows) -> Lines:
    """Return the board in one line, with run lengths and bars."""
    return ["|".join(draw_run_lengths(rows))]


def draw_strings(rows: Rows) -> Lines:
    """Return the rows as strings of a programming language."""
    return [f'    "{row}",' for row in rows]


def draw_commas(rows: Rows) -> Lines:
    """Return the rows with a comma at the end."""
    return [row + "," for row in rows]


def _run_lengths(row: str) -> str:
    runs = [(symbol, len(list(run))) for symbol, run in groupby(row)]
    return "".join(symbol if count == 1 else f"{count}{symbol}" for symbol, count in runs)


def draw_numbered_both_sides(rows: Rows) -> Lines:
    """Return the rows with their numbers before and behind them."""
    return [f"{number} {row} {number}" for number, row in enumerate(rows, 1)]


def draw_numbered_from_below(rows: Rows) -> Lines:
    """Return the rows with numbers that fall, as on a chess board."""
    return [f"{len(rows) - index} {row}" for index, row in enumerate(rows)]


def draw_blocks(rows: Rows) -> Lines:
    """Return the rows with full blocks for walls."""
    return [row.replace("#", "█") for row in rows]


def draw_doubled(rows: Rows) -> Lines:
    """Return the rows with every symbol twice, as some terminals show them."""
    return ["".join(symbol * 2 for symbol in row) for row in rows]


def draw_full_width(rows: Rows) -> Lines:
    """Return the rows in full-width forms, with ideographic spaces."""
    return ["".join(chr(ord(symbol) + 0xFEE0) if symbol != " " else "\u3000" for symbol in row) for row in rows]


def draw_no_break_spaces(rows: Rows) -> Lines:
    """Return the rows with no-break spaces for floor."""
    return [row.replace(" ", "\xa0") for row in rows]


def draw_gutter(rows: Rows) -> Lines:
    """Return the rows behind line numbers of an editor, which count from ten."""
    return [f"{number:4} | {row}" for number, row in enumerate(rows, 10)]


DRAWINGS: dict[str, Callable[[Rows], Lines]] = {
    "plain rows": draw_plain,
    "floor as -": draw_floor_as("-"),
    "floor as _": draw_floor_as("_"),
    "indented": draw_indented,
    "spaces at the end": draw_trailing_spaces,
    "numbers before rows": draw_numbered(" "),
    "numbers from 0": draw_numbered(" ", start=0),
    "two-digit numbers": draw_numbered(" ", width=2),
    "numbers and colons": draw_numbered(": "),
    "numbers and dots": draw_numbered(". "),
    "numbers and bars": draw_numbered("|"),
    "numbers and tabs": draw_numbered("\t"),
    "numbers without a space": draw_numbered(""),
    "numbers behind rows": draw_numbered_behind,
    "ruler and numbers": draw_with_ruler,
    "ruler of digits": draw_with_digits_ruler,
    "bars around rows": draw_between_bars,
    "spaced symbols": draw_spaced,
    "letters of Sok": draw_in_letters("Wpb.PB"),
    "letters & B X": draw_in_letters("#&B.X*"),
    "letters of MF8": draw_in_letters("Ha$.x*"),
    "digits as symbols": draw_in_letters("142365"),
    "run lengths": draw_run_lengths,
    "board in one line": draw_one_line,
    "quoted strings": draw_strings,
    "numbers on both sides": draw_numbered_both_sides,
    "numbers from below": draw_numbered_from_below,
    "blocks for walls": draw_blocks,
    "doubled symbols": draw_doubled,
    "full-width symbols": draw_full_width,
    "no-break spaces": draw_no_break_spaces,
    "gutter of an editor": draw_gutter,
    "commas behind rows": draw_commas,
}


# Names of levels: lines above and below a board that carry a mark which belongs to this level alone.


class Frame(NamedTuple):
    """The lines above and below a board, and the marks in them that belong to this level."""

    above: Lines
    below: Lines
    marks: tuple[str, ...]


def _named(number: int) -> str:
    return f"Shed {'abcdefghijklmnopqrstuvwxyz'[number % 26]}{'qwertyuiop'[number // 26]}"


def frame_bare(number: int) -> Frame:
    """Return a frame without a title."""
    return Frame([], [], ())


def frame_title_below(number: int) -> Frame:
    """Return a title and an author as properties below the board."""
    return Frame([], [f"Title: {_named(number)}", f"Author: Keeper of {_named(number)}"], (_named(number),))


def frame_title_above(number: int) -> Frame:
    """Return a title and an author as properties above the board, and a blank line."""
    return Frame([f"Title: {_named(number)}", f"Author: Keeper of {_named(number)}", ""], [], (_named(number),))


def frame_name_above(number: int) -> Frame:
    """Return a name and an author as properties above the board, and a blank line."""
    return Frame([f"Name: {_named(number)}", f"Author: Keeper of {_named(number)}", ""], [], (_named(number),))


def frame_level_above(number: int) -> Frame:
    """Return the number as a property, and a password, above the board."""
    return Frame([f"Level: {number + 1}", f"Password: {_named(number)}"], [], (_named(number),))


def frame_password_below(number: int) -> Frame:
    """Return a title line above and a password below the board."""
    return Frame([f"; {_named(number)}"], [f"Password: {number}pw"], (_named(number), f"{number}pw"))


def frame_comment_line(number: int) -> Frame:
    """Return the title as a comment line directly above the board."""
    return Frame([f"; {_named(number)}"], [], (_named(number),))


def frame_text_line(number: int) -> Frame:
    """Return the title as a line of text, and a blank line."""
    return Frame([_named(number), ""], [], (_named(number),))


def frame_number(number: int) -> Frame:
    """Return the number of the level alone."""
    return Frame([f"{number + 101}"], [], (f"{number + 101}",))


def frame_stage(number: int) -> Frame:
    """Return world and stage."""
    return Frame([f"{number // 4 + 1}-{number % 4 + 1}"], [], (f"{number // 4 + 1}-{number % 4 + 1}",))


def frame_level_number(number: int) -> Frame:
    """Return the word Level and a number."""
    return Frame([f"Level {number + 101}"], [], (f"{number + 101}",))


def frame_line_below(number: int) -> Frame:
    """Return the title directly below the board."""
    return Frame([], [_named(number)], (_named(number),))


def frame_date_below(number: int) -> Frame:
    """Return a date directly below the board."""
    return Frame([], [f"2010-03-{number + 10}"], (f"2010-03-{number + 10}",))


def frame_heading(number: int) -> Frame:
    """Return the title as a heading of Markdown."""
    return Frame([f"## {_named(number)}", ""], [], (_named(number),))


def frame_hash_number(number: int) -> Frame:
    """Return a hash sign and a number, with a name behind it."""
    return Frame([f"#{number + 101} {_named(number)}"], [], (_named(number),))


def frame_numbered_name(number: int) -> Frame:
    """Return a number with a dot, and a name."""
    return Frame([f"{number + 1}. {_named(number)}", ""], [], (_named(number),))


def frame_level_and_name(number: int) -> Frame:
    """Return the word Level, a number, a colon and a name."""
    return Frame([f"Level {number + 1}: {_named(number)}"], [], (_named(number),))


def frame_author_above(number: int) -> Frame:
    """Return an author as a property directly above the board, and a date directly below it."""
    return Frame(
        [f"Author: Keeper of {_named(number)}"], [f"Date: 2011-04-{number + 10}"], (_named(number), f"-{number + 10}")
    )


def frame_paragraph_below(number: int) -> Frame:
    """Return properties a blank line below the board."""
    return Frame([], ["", f"Title: {_named(number)}", f"Difficulty: {number}d"], (_named(number), f"{number}d"))


def frame_stars_around(number: int) -> Frame:
    """Return a title between stars."""
    return Frame([f"*** {_named(number)} ***", ""], [], (_named(number),))


def frame_two_lines_above(number: int) -> Frame:
    """Return a title and a line of text below it."""
    return Frame([_named(number), f"drawn on day {number}x"], [], (_named(number), f"{number}x"))


def frame_comments_above(number: int) -> Frame:
    """Return a title and an author as comment lines, and a blank line."""
    return Frame([f"; {_named(number)}", f"; by keeper {number}k", ""], [], (_named(number), f"{number}k"))


FRAMES: dict[str, Callable[[int], Frame]] = {
    "no titles": frame_bare,
    "title below": frame_title_below,
    "title above": frame_title_above,
    "name above": frame_name_above,
    "level and password above": frame_level_above,
    "title line, password below": frame_password_below,
    "comment line above": frame_comment_line,
    "text line above": frame_text_line,
    "number above": frame_number,
    "world and stage above": frame_stage,
    "level number above": frame_level_number,
    "title line below": frame_line_below,
    "date below": frame_date_below,
    "heading above": frame_heading,
    "hash, number and name": frame_hash_number,
    "number, dot and name": frame_numbered_name,
    "level, number and name": frame_level_and_name,
    "author above, date below": frame_author_above,
    "paragraph below": frame_paragraph_below,
    "stars around the title": frame_stars_around,
    "two lines above": frame_two_lines_above,
    "comment lines above": frame_comments_above,
}


# What stands between levels, around boards, and around the file.

SEPARATORS: dict[str, Lines] = {
    "blank line": [""],
    "three blank lines": ["", "", ""],
    "dashes": ["-----"],
    "dashes and blank lines": ["", "-" * 40, ""],
    "stars": ["*" * 17],
    "equals signs": ["", "=" * 20, ""],
    "dots": ["....."],
    "commas": [","],
    "nul": ["\0"],
    "form feed": ["\f"],
    "tildes": ["~~~~~"],
    "plus and dashes": ["+--------+"],
    "hash signs and words": ["", "########## next ##########", ""],
    "slashes": ["//////////"],
}

WRAPPERS: dict[str, tuple[Lines, Lines]] = {
    "no fence": ([], []),
    "fence of Markdown": (["```"], ["```"]),
    "fence with a language": (["```text"], ["```"]),
    "pre": (["<pre>"], ["</pre>"]),
    "code": (["[code]"], ["[/code]"]),
    "quote": (["[quote]"], ["[/quote]"]),
    "begin and end": (["BEGIN"], ["END"]),
    "braces": (["{"], ["}"]),
}

HEADERS: dict[str, tuple[Lines, tuple[str, ...]]] = {
    "no header": ([], ()),
    "title and author": (["Title: Garden Paths", "Author: A. Example", ""], ("Garden Paths", "A. Example")),
    "set and licence": (
        ["Set: Garden Paths", "Copyright: (c) 2011 A. Example", "", "Free to pass on with this notice.", ""],
        ("Garden Paths", "2011 A. Example", "pass on with this notice"),
    ),
    "collection": (["Collection: Garden Paths", "Email: a@example.org", ""], ("Garden Paths", "a@example.org")),
    "comment lines": (["; Garden Paths", "; (c) 2011 A. Example", ";", ""], ("Garden Paths", "2011 A. Example")),
    "author alone": (["Author: A. Example", ""], ("A. Example",)),
    "comment block": (
        ["Comment:", "Garden Paths, free to pass on", "Comment-End:", ""],
        ("Garden Paths, free to pass on",),
    ),
    "text": (["Garden Paths", "drawn by A. Example in 2011", "", ""], ("Garden Paths", "A. Example in 2011")),
}

NOTES: dict[str, Callable[[int], tuple[Lines, tuple[str, ...]]]] = {
    "no notes": lambda number: ([], ()),
    "comment block": lambda number: (
        ["Comment:", f"remark {number}r on this", "#### is no wall", "Comment-End:"],
        (f"remark {number}r",),
    ),
    "comment in one line": lambda number: ([f"Comment: remark {number}r"], (f"remark {number}r",)),
    "comment without an end": lambda number: (
        ["Comment:", f"remark {number}r on this"] if number == 1 else [],
        (),
    ),
}

ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "utf-8": lambda text: text.encode(),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "utf-16": lambda text: text.encode("utf-16"),
    "carriage returns": lambda text: text.replace("\n", "\r").encode(),
    "dos line ends": lambda text: text.replace("\n", "\r\n").encode(),
    "mail quotes": lambda text: "".join(f"> {line}\n" for line in text.splitlines()).encode(),
    "no line end": lambda text: text.rstrip("\n").encode(),
    "control z": lambda text: text.encode() + b"\x1a",
}


# Plays: the heading above the steps, and the notation of the steps.


def write_counts(lurd: str) -> str:
    """Return letters with the count behind each."""
    return "".join(f"{letter}{len(list(run))}" for letter, run in groupby(lurd.lower()))


def write_translated(letters: str) -> Callable[[str], str]:
    """Return a notation with these letters for up, right, down and left, without case for pushes."""
    table = str.maketrans("urdl", letters)
    return lambda lurd: lurd.lower().translate(table)


NOTATIONS: dict[str, Callable[[str], str]] = {
    "lurd": lambda lurd: lurd,
    "capitals": str.upper,
    "small letters": str.lower,
    "letter and count": write_counts,
    "run lengths": _run_lengths,
    "compass letters": write_translated("nesw"),
    "compass capitals": lambda lurd: write_translated("nesw")(lurd).upper(),
    "arrows": write_translated("↑→↓←"),
    "commas": ",".join,
    "spaces": " ".join,
}

HEADINGS: dict[str, Callable[[str], Lines]] = {
    "no play": lambda steps: [],
    "heading": lambda steps: ["", "Solution", steps],
    "heading and colon": lambda steps: ["", "Solution:", steps],
    "inline": lambda steps: [f"Solution: {steps}"],
    "heading with numbers": lambda steps: ["", "Solution 14/3", steps],
    "best solution": lambda steps: ["", "Best Solution", steps],
}
