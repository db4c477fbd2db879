"""Solution texts without boards."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sokocheck.application.vocabulary import Kind, entries
from sokocheck.programs.answers import says_unsolvable
from sokospec.formats import lurd
from sokospec.formats.lines import Line, announces_solution, classify, inline_play, kind_of_play, split_lines
from sokospec.formats.plays import notation

_LEVEL_WORDS = r"(?:level|lvl|puzzle|maze|board|screen|stage|problem|number|no|nr)"
_QUOTED = r"'(?:[^'\\]|\\.)*+'|\"(?:[^\"\\]|\\.)*+\""
_VERDICT_WORDS = sorted({entry.text for kind, entry in entries() if kind in (Kind.SEARCH, Kind.CLAIM)})
_OURS = re.compile(
    rf"(?P<file>.*):(?P<number>[0-9]{{1,9}})(?: (?P<title>{_QUOTED}))?(?: (?:solution|answer) [0-9]+)?:"
    rf" (?P<rest>(?:[A-Z][A-Z_]+|{'|'.join(_VERDICT_WORDS)})\b.*)"
)
"""How `solve` and `check` name a level in text, with verdicts in words or as in JSON."""
_BY_NUMBER = (
    re.compile(
        r"[\W_]*+(?:(?:best |optimal )?solution (?:to|for|of) )?(?P<word>" + _LEVEL_WORDS + r")\s*+[.:#№=]*+\s*+"
        r"(?P<number>[0-9]{1,9})\b(?P<rest>.*)",
        re.IGNORECASE,
    ),
    re.compile(r"[;\s]*+#\s*+(?P<number>[0-9]{1,9})\b(?P<rest>.*)"),
    re.compile(r";\s*+(?P<number>[0-9]{1,9})(?P<rest>(?:[\s.:)\]=-].*)?)"),
    re.compile(r"\s*+[(\[]?(?P<number>[0-9]{1,9})(?P<rest>(?:[.:)\]=].*)?)"),
)
_BY_TITLE = re.compile(r"[;\s]*+(?:title|name|level|puzzle)\s*+[:=]\s*+(?P<title>.+)", re.IGNORECASE)
_NUMBERED_SOLUTION = re.compile(
    r"[\W_]*+solution\s*+#?(?P<number>[0-9]{1,9})\s*+(?:[:.)=](?P<rest>.*))?", re.IGNORECASE
)
_LEAD = re.compile(r"[\s.:)\]=,–-]*+")
_NO_ANSWER = re.compile(
    r"[\W_]*+(?:(?:no|without(?: a)?) (?:valid )?(?:solution|answer)s?\b.*|(?:still )?(?:un|not )solved\b.*"
    r"|not found\b.*|none\b.{0,20}|unknown|failed\b.*|n/?a|time ?(?:out|limit)\b.*|timed out\b.*|gave up\b.*"
    r"|given up\b.*|out of (?:time|memory)\b.*|skipped\b.*|LIMIT_[A-Z]+\b.*|interrupted\b.*"
    r"|INVALID_INPUT\b.*|malformed level\b.*|memory limit\b.*|search failed\b.*)",
    re.IGNORECASE,
)
_NO_SOLUTION = re.compile(r"[\W_]*+no solutions?\W*+", re.IGNORECASE)
_DASH = re.compile(r"\s*+(?:[-–—]+|\?+|\.{2,}|x)\s*+", re.IGNORECASE)
_SOLVED = re.compile(r"(?:optimal|solved)\b[:,] 0 moves\b", re.IGNORECASE)
_UNSOLVABLE = re.compile(r"UNSOLVABLE\b")
_LONGEST_LABEL = 1_000  # characters


class Label(NamedTuple):
    """Level that a line names, by number, title or both, perhaps with its file."""

    number: int | None = None
    title: str | None = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """A text's statement about a level: a play, "unsolvable", or no answer (`lurd` is None).

    `words`: its wording; `title`: the play's heading; `announced`: a heading without steps.
    """

    line: int
    label: Label | None
    lurd: str | None
    words: str = ""
    unsolvable: bool = False
    title: str = ""
    column: int = 1
    announced: bool = False


def fold_title(title: str) -> str:
    """Return a title without case and with single spaces, for comparison."""
    return " ".join(title.casefold().split())


def read_statements(text: str, titles: Collection[str], *, numbered_solutions: bool = True) -> list[Statement]:
    r"""Return the plays and non-answers of a text; `titles` are those of the levels.

    Rule J2 says what a label is; it holds until the next one. `Solution 12` is one (with `numbered_solutions`) if no
    other line is. A label without steps, or with words such as "no solution found", is a non-answer.

    >>> [(said.label.number, said.lurd) for said in read_statements("Level 2\nrR\n\n#3: R\n7: -\n", ())]
    [(2, 'rR'), (3, 'R'), (7, None)]
    """
    lines = list(classify(split_lines(text), []))
    said = list(_Reader(titles, numbered_solutions=False).read(lines))
    if numbered_solutions and all(each.label is None for each in said):
        said = list(_Reader(titles, numbered_solutions=True).read(lines))
    return said


class _Reader:
    def __init__(self, titles: Collection[str], *, numbered_solutions: bool) -> None:
        self._titles = titles
        self._folded = {fold_title(title) for title in titles if title}
        self._numbered_solutions = numbered_solutions
        self._label: Label | None = None
        self._label_line = 0
        self._answered = True
        self._solved_at_once = False
        self._heading = ""
        self._play: Statement | None = None
        self._expected = True
        self._announced = 0  # the line of a heading that no steps have followed yet

    def read(self, lines: Sequence[Line]) -> Iterator[Statement]:
        for index, line in enumerate(lines):
            following = lines[index + 1].text if index + 1 < len(lines) else ""
            yield from self._line(line, following)
        yield from self._end_of_play()
        yield from self._end_of_heading()
        yield from self._end_of_label()

    def _line(self, line: Line, following: str) -> Iterator[Statement]:
        if line.kind in ("blank", "comment"):
            yield from self._end_of_play()
            return
        named = self._label_in(line, following)
        if named is not None:
            label, rest = named
            yield from self._end_of_play()
            yield from self._new_label(label, line.number)
            if rest:
                yield from self._answer(line._replace(text=rest), is_rest=True)
            return
        yield from self._answer(line, is_rest=False)

    def _answer(self, line: Line, *, is_rest: bool) -> Iterator[Statement]:
        inline = inline_play(line.text)
        steps = inline[1] if inline else line.text.strip()
        is_play = inline is not None or _is_play(steps, expected=self._expected or self._play is not None)
        if is_play and not (inline is not None and kind_of_play(inline[0]) == "snapshot"):
            if self._play is not None and inline is None:
                self._play = replace(self._play, lurd=f"{self._play.lurd}\n{steps}")
                return
            yield from self._end_of_play()
            title = inline[0] if inline else self._heading
            column = line.quoted + 1 + line.text.find(steps) if not is_rest else 1
            self._play = Statement(line.number, self._label, steps, title=title, column=column)
            return
        yield from self._end_of_play()
        if _SOLVED.match(line.text):
            self._solved_at_once = True
        elif (words := _non_answer(line.text, is_rest=is_rest)) and not (self._label and self._answered):
            self._answered, self._announced = True, 0
            yield Statement(line.number, self._label, None, words, unsolvable=_says_unsolvable(words))
        if announces_solution(line.text):
            yield from self._end_of_heading()
            self._announced = line.number
        self._heading = line.text.strip(" \t;:") if kind_of_play(line.text) else ""
        self._expected = is_rest or announces_solution(line.text)

    def _end_of_play(self) -> Iterator[Statement]:
        if self._play is not None:
            self._answered, self._announced = True, 0
            yield self._play
        self._play = None

    def _end_of_heading(self) -> Iterator[Statement]:
        if self._announced and (self._label is None or self._answered):
            yield Statement(self._announced, self._label, "", announced=True)
        self._announced = 0

    def _new_label(self, label: Label, line: int) -> Iterator[Statement]:
        if not self._answered and self._label is not None and _complete_each_other(self._label, label):
            ours = self._label
            number = ours.number if ours.number is not None else label.number
            self._label = Label(number, ours.title or label.title, ours.file or label.file)
            return
        yield from self._end_of_heading()
        yield from self._end_of_label()
        self._label, self._label_line, self._answered = label, line, False
        self._heading, self._expected = "", True

    def _end_of_label(self) -> Iterator[Statement]:
        if self._label is not None and not self._answered:
            lurd = "" if self._solved_at_once else None
            yield Statement(self._label_line, self._label, lurd, "" if lurd == "" else "no steps follow the label")
        self._answered, self._solved_at_once = True, False

    def _label_in(self, line: Line, following: str) -> tuple[Label, str] | None:
        text = line.text
        if len(text) > _LONGEST_LABEL:
            return None
        if ours := _OURS.fullmatch(text.strip()):
            title = ast.literal_eval(ours["title"]) if ours["title"] else None
            return Label(int(ours["number"]), title, ours["file"]), ours["rest"]
        for pattern in _BY_NUMBER:
            if (match := pattern.fullmatch(text)) and (
                named := self._number_label(
                    match, keyword="word" in match.groupdict() or text.lstrip(" ;").startswith("#")
                )
            ):
                return named
        if self._numbered_solutions and (match := _NUMBERED_SOLUTION.fullmatch(text)):
            return Label(int(match["number"])), (match["rest"] or "").strip()
        if (match := _BY_TITLE.fullmatch(text)) is not None:
            return self._title_label(match["title"]) or (Label(title=_unquote(match["title"])), "")
        if line.kind != "steps" or (text.strip() in self._titles and _is_play(following.strip(), expected=True)):
            return self._title_label(text)
        return None

    def _number_label(self, match: re.Match[str], *, keyword: bool) -> tuple[Label, str] | None:
        rest = _LEAD.sub("", match["rest"], count=1).strip()
        label = Label(int(match["number"]))
        if rest in self._titles:  # even if its letters are those of LURD
            return label._replace(title=rest), ""
        if not rest or _is_play(rest, expected=True) or inline_play(rest):
            return label, rest
        if _non_answer(match["rest"], is_rest=True):
            return label, match["rest"].lstrip(" .:)]=") or match["rest"]
        if titled := self._title_label(rest):
            return label._replace(title=titled[0].title), titled[1]
        return (label, "") if keyword else None

    def _title_label(self, text: str) -> tuple[Label, str] | None:
        whole = _unquote(text)
        if fold_title(whole) in self._folded:
            return Label(title=whole), ""
        before, _, after = text.rpartition(":")
        if not before or fold_title(_unquote(before)) not in self._folded:
            return None
        is_answer = not after.strip() or _is_play(after.strip(), expected=True) or _non_answer(after, is_rest=True)
        return (Label(title=_unquote(before)), after.strip()) if is_answer else None


def _complete_each_other(first: Label, second: Label) -> bool:
    return all(ours is None or new is None for ours, new in zip(first, second, strict=True))


def _unquote(text: str) -> str:
    bare = text.strip(" \t;")
    return bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "'\"" else bare


def _is_play(text: str, *, expected: bool) -> bool:
    if lurd.LINE.fullmatch(text):
        return not text.lstrip().startswith("[")
    return expected and (lurd.is_mistyped(text) or (not _is_a_letter(text) and notation.recognise(text) is not None))


def _is_a_letter(text: str) -> bool:
    return len(text) == 1 and text.isalnum()


def _non_answer(text: str, *, is_rest: bool) -> str:
    if says_unsolvable(text) or _UNSOLVABLE.match(text) or _NO_ANSWER.fullmatch(text.strip()):
        return text.strip()
    return text.strip() if is_rest and _DASH.fullmatch(text.lstrip(" .:)]=")) else ""


def _says_unsolvable(words: str) -> bool:
    if _UNSOLVABLE.match(words):
        return True
    return says_unsolvable(words) is not None and _NO_SOLUTION.fullmatch(words) is None
