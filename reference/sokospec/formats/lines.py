"""The lines of a text collection, each with its kind: row of a board, steps, property, comment, text, or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sokospec.errors import Defect, LimitError, ParseError
from sokospec.formats import lurd

SYMBOL_OF = {symbol: symbol for symbol in "#@+$*. "} | dict(zip("-_WpPbB", "  #@+$*", strict=True))
"""Both alphabets of Sok 0.19 in the symbols of XSB; XSB itself uses the first eight."""

# Possessive repeats (`*+`) give nothing back, so that no pattern here takes more than linear time.
LINE_END = re.compile(r"\r\n|\r|\n")  # str.splitlines would also split at 0x85, which is '...' in old Windows texts
QUOTE = re.compile(r"(?: ?>)++")
PLAIN = re.compile(r"[-_ \t]*+[#@+$*.][-_ \t#@+$*.]*+")
FLOOR = re.compile(r"[0-9| \t]*+[-_][-_ \t0-9|]*+")
CODED = re.compile(r"[-_ \t#@+$*.WpPbB0-9()|]++")
OPENS_COMMENT = re.compile(r"\s*+comment\s*+:", re.IGNORECASE)
CLOSES_COMMENT = re.compile(r"\s*+comment[-_ ]end\s*+:?\s*+", re.IGNORECASE)
KEY = re.compile(r"[^\W\d_][^\d;:]*")

WALL_ENDS = frozenset("#W*B")  # what a row begins and ends with (Sok 0.19, remarks on boards)
LONGEST_KEY = 40  # characters
MOST_WORDS = 4  # in a key
LONGEST_FLAWED = 1_000  # characters
LONGEST_NAME = 1_000  # characters of a line that are looked at for the name of a play
MOST_LINES = 1_000_000


class Line(NamedTuple):
    """A line: its number from 1, its text, its kind, and how many characters of mail quotes stood before the text.

    The kinds are blank, row, floor, flawed, steps, inline, remark, property, comment and text.
    """

    number: int
    text: str
    kind: str
    quoted: int = 0


def split_lines(text: str) -> list[str]:
    r"""Return the lines of a text, which end with LF, CR LF or CR; raises `LimitError` for more than a million.

    >>> split_lines("a\r\nb\rc\n")
    ['a', 'b', 'c', '']
    """
    if "\r" in text:
        text = LINE_END.sub("\n", text)
    if text.count("\n") >= MOST_LINES:
        raise LimitError("R3", f"the text has more than {MOST_LINES:,} lines; split it")
    return text.split("\n")


def classify(text: str, *, lenient: bool = False) -> tuple[list[Line], list[Defect]]:
    """Return the lines of a text with their kinds, and the repairs made.

    Rule F5: a line `comment:` opens a block that the next line `comment-end:` closes, unless another block opens
    before; then a `comment:` with text after it is a property. One without is refused in strict reading.
    Rule F19: mail quotes, `>` with or without a space before it, are taken off the front of every line.

    >>> [line.kind for line in classify("> #@$.#\\n> Author: me\\n> drUl")[0]]
    ['row', 'property', 'steps']
    """
    texts = split_lines(text)
    quotes = [len(match[0]) if (match := QUOTE.match(line)) else 0 for line in texts]
    texts = [line[quote:] for line, quote in zip(texts, quotes, strict=True)]
    closings = _closings(texts)
    lines: list[Line] = []
    repairs: list[Defect] = []
    comment_until = -1
    for index, line in enumerate(texts):
        kind = "comment" if index <= comment_until else kind_of(line)
        if index == comment_until:
            line = ""
        elif kind == "property" and index in closings:
            value = line.partition(":")[2].strip()
            closing = closings[index]
            if closing is not None:
                kind, line, comment_until = "comment", value, closing
            elif not value:
                message = "the block that 'comment:' opens is never closed with 'comment-end:'"
                if not lenient:
                    raise ParseError("F5", message, index + 1, quotes[index] + 1)
                repairs.append(Defect("F5", f"{message}: left out", index + 1, quotes[index] + 1))
                kind = "remark"
        lines.append(Line(index + 1, line, kind, quotes[index]))
    return lines, repairs


def _closings(texts: Sequence[str]) -> dict[int, int | None]:
    """Return for each line that opens a comment block the line that closes it, None where another one opens first."""
    closings: dict[int, int | None] = {}
    closing: int | None = None
    for index in range(len(texts) - 1, -1, -1):
        if CLOSES_COMMENT.fullmatch(texts[index]):
            closing = index
        elif OPENS_COMMENT.match(texts[index]):
            closings[index] = closing
            closing = None
    return closings


def kind_of(line: str) -> str:
    """Return the kind of a line outside comment blocks, judged by the line alone.

    >>> [kind_of(line) for line in ("3#", "--", "#@x.#", "2(uR)", "Solution: uR", ":: x", "Author: x", "; x", ";")]
    ['row', 'floor', 'flawed', 'steps', 'inline', 'remark', 'property', 'text', 'blank']
    """
    bare = line.strip()
    if not bare.strip(";").strip():
        return "blank"
    if bare.startswith("::") or CLOSES_COMMENT.fullmatch(line):
        return "remark"
    if PLAIN.fullmatch(line) or _is_coded_row(line):
        return "row"
    if FLOOR.fullmatch(line):
        return "floor"
    if lurd.LINE.fullmatch(line):
        return "steps"
    if bare.startswith(";"):
        return "text"
    if _is_flawed_row(bare):
        return "flawed"
    if inline_play(line):
        return "inline"
    return "property" if property_of(line) else "text"


def _is_coded_row(line: str) -> bool:
    """Say whether a line may be rows with run lengths or letters.

    Walls, or boxes on goals, are its ends; several rows on a line may have other ends, if there are walls at all.
    """
    if not CODED.fullmatch(line):
        return False
    ends = line.strip("-_ \t0123456789()|")
    if not ends:
        return False
    if "|" in line and ("#" in line or "W" in line):
        return True
    return ends[0] in WALL_ENDS and ends[-1] in WALL_ENDS


def _is_flawed_row(bare: str) -> bool:
    """Say whether a line may be a row with a few characters in it that are no symbols: between walls, at most a third.

    Only between two rows of a board is it one; anywhere else it is text.
    """
    if not 3 <= len(bare) <= LONGEST_FLAWED or bare[0] != "#" or bare[-1] != "#":
        return False
    return 3 * sum(symbol not in "#@+$*.-_ \t" for symbol in bare) <= len(bare)


def inline_play(line: str) -> tuple[str, str] | None:
    """Return the name and the steps of a line such as 'Solution: rrU', or None.

    >>> inline_play("Best solution: 3r2U"), inline_play("Author: Ulrud")
    (('Best solution', '3r2U'), None)
    """
    name, _, steps = line.partition(":")
    if len(name) > LONGEST_KEY or not kind_of_play(name):
        return None
    return (name.strip(), steps.strip()) if lurd.LINE.fullmatch(steps) or lurd.is_mistyped(steps) else None


def kind_of_play(name: str) -> str:
    """Return 'snapshot' or 'solution' as a name says, else nothing.

    >>> kind_of_play("SaveGame 14/1"), kind_of_play("Best Solution 4/1"), kind_of_play("Author")
    ('snapshot', 'solution', '')
    """
    words = name[:LONGEST_NAME].lower()
    if any(word in words for word in ("snapshot", "savegame", "save game", "saved game")):
        return "snapshot"
    return "solution" if "solution" in words else ""


def property_of(line: str) -> tuple[str, str] | None:
    """Return the key, in lower case, and the value of a line such as 'Author: Name', or None.

    Rule F14: a property is a key, a colon and a value, which may be empty. The key is one to four words of at most 40
    characters in all, begins with a letter and has no digit and no semicolon; upper and lower case are the same.
    Addresses (`http://`) and smileys (` :-)`) make no property.

    >>> property_of("AUTHOR : Thinking Rabbit"), property_of("a remark"), property_of("Level 2: up")
    (('author', 'Thinking Rabbit'), None, None)
    """
    key, colon, value = line.partition(":")
    bare = key.strip()
    if not colon or len(bare) > LONGEST_KEY or not KEY.fullmatch(bare) or len(bare.split()) > MOST_WORDS:
        return None
    smiley = key[-1].isspace() and not value[:1].isspace()
    if smiley or value.startswith(("//", ":")):
        return None
    return bare.lower(), value.strip()
