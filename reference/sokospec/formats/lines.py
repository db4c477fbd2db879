"""Lines of a text collection, each with its kind."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, wraps
from typing import NamedTuple

from sokospec.errors import Defect, LimitError
from sokospec.formats import lurd

# Possessive repeats (`*+`) give nothing back, so that no pattern here takes more than linear time.
LINE_END = re.compile(r"\r\n|\r|\n")  # str.splitlines would also split at 0x85, which is '...' in old Windows texts
_QUOTE = re.compile(r"(?: ?>)++")
PLAIN = re.compile(r"[-_ \t]*+[#@+$*.][-_ \t#@+$*.]*+")
_FLOOR = re.compile(r"[0-9| \t]*+[-_](?:[-_ \t|]|[0-9]++(?=[-_ \t|]))*+")
CODED = re.compile(r"[-_ \t#@+$*.WpPbB0-9()|]++")
OPENS_COMMENT = re.compile(r"\s*+comment\s*+:", re.IGNORECASE)
CLOSES_COMMENT = re.compile(r"\s*+comment[-_ ]end\s*+:?\s*+", re.IGNORECASE)
_HEADING = re.compile(
    r"[\W_]*+(?:(?:best|optimal|shortest|known|my|first|second|another|one|valid|full|complete|the|a)\s++){0,2}solution"
    r"(?:\s*+[#/(]?+\s*+[0-9][0-9/.)\s]*+|/[^\s:]++[^:]*+|\s*+\([^:)]*+\)|\s++by\s[^:]*+)?+\W*+",
    re.IGNORECASE,
)
_KEY = re.compile(r"[^\W\d_][^\d;:]*")
_CONTROLS = "".join(map(chr, [*range(32), 127, 0x200B, 0xFEFF]))  # NUL, form feed, the end of a file of DOS, ...
_ORNAMENT = re.compile(
    r"[\s;]*+(?:([-=~_*.,:+#/\\<>|\u2010-\u2015\u2500-\u257f])(?:\s*+\1)*+|(?:[-=~_*+:|]\s?+)++)\s*+"
)
_FENCE = re.compile(
    r"\s*+(?:(?:```|~~~)[`~]*+\s*+\w*+|/\*++|\*++/|(?:[\w .*\[\]]++=\s*+)?[rbuf]?(?:\"\"\"|'''|`)[\s)\],;`]*+"
    r"|(?:[\w .*\[\]]++=\s*+)?[\[\](){};,\\]++"
    r"|(?:</?(?:pre|code|tt|samp|p|br|hr|div|blockquote|xmp)\b[^<>]*+>\s*+)++"
    r"|(?:\[/?(?:code|pre|tt|mono|quote|spoiler|noparse)\b[^\[\]]*+\]\s*+)++)\s*+",
    re.IGNORECASE,
)

_WALL_ENDS = frozenset("#W*B")  # what a row begins and ends with (Sok 0.19, remarks on boards)
_LONGEST_KEY = 40  # characters
_MOST_WORDS = 4  # in a key
_LONGEST_FLAWED = 1_000  # characters
_LONGEST_NAME = 1_000  # characters of a line that are looked at for the name of a play
MOST_LINES = 1_000_000
_UNCLOSED = (
    "the block that 'comment:' opens is never closed with 'comment-end:': taken to end with its paragraph, "
    "so look whether its notes are right"
)


class Line(NamedTuple):
    """Line with its number from 1, kind, and the length of its mail quotes.

    `unclear` are rows of an ambiguous board, `foreign` rows in other symbols. `remark` on the first row of a board says
    what was taken off (rule F23), or why it is refused.
    """

    number: int
    text: str
    kind: str
    quoted: int = 0
    remark: str = ""


def split_lines(text: str) -> list[str]:
    r"""Return the lines of a text; raises `LimitError` for more than a million.

    >>> split_lines("a\r\nb\rc\n")
    ['a', 'b', 'c', '']
    """
    if "\r" in text:
        text = LINE_END.sub("\n", text)
    if text.count("\n") + (not text.endswith("\n")) > MOST_LINES:
        raise too_many_lines()
    return text.split("\n")


def too_many_lines() -> LimitError:
    """Return the error for a text with more than a million lines."""
    return LimitError("R3", f"the text has more than {MOST_LINES:,} lines; split it")


def classify(texts: Iterable[str], repairs: list[Defect]) -> Iterator[Line]:
    """Yield the lines with their kinds; append the repair of a line to `repairs` before it is yielded.

    Reads ahead only after a line that may open a comment.

    Rule F5: lines from `comment:` to `comment-end:` are a block (docs/reference/formats.md).
    Rule F19: mail quotes are taken off the front of every line.

    >>> [line.kind for line in classify(["> #@$.#", "> Author: me", "> drUl"], [])]
    ['row', 'property', 'steps']
    """
    raw = map(_strip_quotes, enumerate(texts, start=1))
    ahead: deque[tuple[int, str, int]] = deque()  # read already, to see whether a comment ends
    in_comment = in_paragraph = False  # in a block that is closed, or in one that ends with its paragraph
    while True:
        if ahead:
            number, text, quoted = ahead.popleft()
        elif (line := next(raw, None)) is not None:
            number, text, quoted = line
        else:
            return
        if in_comment:
            in_comment = not CLOSES_COMMENT.fullmatch(text)
            yield Line(number, text if in_comment else "", "comment", quoted)
            continue
        kind = _look_up_kind(text)
        if in_paragraph:
            in_paragraph = kind in ("text", "property", "remark", "flawed") and not kind_of_play(text.partition(":")[0])
            kind = "comment" if in_paragraph and kind == "text" else kind
        if kind == "property" and OPENS_COMMENT.match(text):
            value = text.partition(":")[2].strip()
            in_comment = _closes(raw, ahead)
            if in_comment:
                kind, text = "comment", value
            elif not value:
                repairs.append(Defect("F5", _UNCLOSED, number, quoted + 1))
                kind, in_paragraph = "remark", True
        yield Line(number, text, kind, quoted)


def _strip_quotes(line: tuple[int, str]) -> tuple[int, str, int]:
    number, text = line
    quotes = _QUOTE.match(text) if ">" in text else None
    if not quotes:
        return number, text, 0
    end = quotes.end()
    if text[end : end + 1] == " " and "|" in text and any(player in text for player in "@+pP"):
        end += 1  # the space is no square of the first of the rows in this line
    return number, text[end:], end


def _closes(raw: Iterator[tuple[int, str, int]], ahead: deque[tuple[int, str, int]]) -> bool:
    for line in raw:
        ahead.append(line)
        if CLOSES_COMMENT.fullmatch(line[1]):
            return True
        if OPENS_COMMENT.match(line[1]):
            return False
    return False


def cache_short_lines(look: Callable[[str], str]) -> Callable[[str], str]:
    """Return the function with a cache of its results for lines of at most 100 characters."""
    look_up = lru_cache(maxsize=2048)(look)

    @wraps(look)
    def look_up_short(line: str) -> str:
        return look_up(line) if len(line) <= 100 else look(line)

    return look_up_short


def kind_of(line: str) -> str:
    """Return the kind of a line outside comment blocks.

    >>> [kind_of(line) for line in ("3#", "--", "#@x.#", "2(uR)", "Solution: uR", ":: x", "Author: x", "; x", ";")]
    ['row', 'floor', 'flawed', 'steps', 'inline', 'remark', 'property', 'text', 'blank']
    """
    bare = line.strip()
    if not bare.strip(";").strip().strip(_CONTROLS):
        return "blank"
    if bare.startswith("::") or CLOSES_COMMENT.fullmatch(line):
        return "remark"
    if PLAIN.fullmatch(line) or _is_coded_row(line):
        return "row"
    if _FLOOR.fullmatch(line):
        return "floor"
    if lurd.LINE.fullmatch(line):
        return "steps"
    if _ORNAMENT.fullmatch(line) or _FENCE.fullmatch(line):
        return "remark"
    if bare.startswith(";"):
        return "text"
    if _is_flawed_row(bare):
        return "flawed"
    if inline_play(line):
        return "inline"
    return "property" if property_of(line) else "text"


_look_up_kind = cache_short_lines(kind_of)


def _is_coded_row(line: str) -> bool:
    if not CODED.fullmatch(line):
        return False
    ends = line.strip("-_ \t0123456789()|")
    if not ends:
        return False
    if "|" in line and ("#" in line or "W" in line):
        return True
    return ends[0] in _WALL_ENDS and ends[-1] in _WALL_ENDS


def _is_flawed_row(bare: str) -> bool:
    if not 3 <= len(bare) <= _LONGEST_FLAWED or bare[0] != "#" or bare[-1] != "#":
        return False
    return 3 * sum(symbol not in "#@+$*.-_ \t" for symbol in bare) <= len(bare)


def inline_play(line: str) -> tuple[str, str] | None:
    """Return the name and the steps of a line like 'Solution: rrU', or None.

    >>> inline_play("Best solution: 3r2U"), inline_play("Author: Ulrud")
    (('Best solution', '3r2U'), None)
    """
    name, _, steps = line.partition(":")
    if len(name) > _LONGEST_KEY or not kind_of_play(name):
        return None
    if not steps.strip():
        return None
    is_play = lurd.LINE.fullmatch(steps) or lurd.is_mistyped(steps)
    if is_play or (announces_solution(name) and _other_notation(steps)):
        return name.strip(), steps.strip()
    return None


def kind_of_play(name: str) -> str:
    """Return 'snapshot', 'solution' or nothing, as a name says.

    >>> kind_of_play("SaveGame 14/1"), kind_of_play("Best Solution 4/1"), kind_of_play("Author")
    ('snapshot', 'solution', '')
    """
    words = name[:_LONGEST_NAME].lower()
    if any(word in words for word in ("snapshot", "savegame", "save game", "saved game")):
        return "snapshot"
    return "solution" if "solution" in words else ""


def announces_solution(line: str) -> bool:
    """Tell whether a line is the heading of a solution.

    Rule F34: a line `Solution`, perhaps with other words, announces one and is never a title.

    >>> [announces_solution(line) for line in ("Best solution/Moves 12", "Solution: mine", "No solution")]
    [True, True, False]
    """
    return len(line) <= _LONGEST_NAME and _HEADING.fullmatch(line.partition(":")[0]) is not None


def is_heading(line: Line) -> bool:
    """Tell whether a line is the heading of a solution without steps."""
    return line.kind in ("text", "property") and announces_solution(line.text)


def with_other_notations(lines: Iterable[Line]) -> list[Line]:
    """Return the lines; those in one other notation after the heading of a solution become steps."""
    settled: list[Line] = []
    expected: str | None = None  # the name of the notation, or empty for any
    for line in lines:
        name = _other_notation(line.text) if line.kind == "text" and expected is not None else None
        if name is not None and expected in ("", name):
            settled.append(line._replace(kind="steps"))
            expected = name
            continue
        settled.append(line)
        if line.kind == "blank":  # it ends a play, but may stand between a heading and its play
            expected = "" if expected == "" else None
        elif line.kind == "inline" and (play := inline_play(line.text)):
            expected = _other_notation(play[1])
        else:
            expected = "" if is_heading(line) else None
    return settled


def _other_notation(text: str) -> str | None:
    from sokospec.formats.plays.notation import recognise  # few texts need its patterns

    return recognise(text)


def property_of(line: str) -> tuple[str, str] | None:
    """Return the key, in lower case, and the value of a line like 'Author: Name', or None.

    Rule F14: a property is a key of one to four words without digits, a colon and a value.

    >>> property_of("AUTHOR : Thinking Rabbit"), property_of("a remark"), property_of("Level 2: up")
    (('author', 'Thinking Rabbit'), None, None)
    """
    key, colon, value = line.partition(":")
    bare = key.strip()
    if not colon or len(bare) > _LONGEST_KEY or not _KEY.fullmatch(bare) or len(bare.split()) > _MOST_WORDS:
        return None
    smiley = key[-1].isspace() and not value[:1].isspace()
    if smiley or value.startswith(("//", ":")):
        return None
    return bare.lower(), value.strip()
