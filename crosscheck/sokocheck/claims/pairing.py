"""Assignment of a text's solutions to levels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from sokocheck.application.input_levels import FileLevel
from sokocheck.application.terminal_text import in_a_line
from sokocheck.claims.solution_texts import Label, Statement, fold_title, read_statements
from sokospec.board import Level
from sokospec.errors import LimitError, SokobanError, quantify
from sokospec.formats import Collection, Reading, lurd
from sokospec.formats.plays.play import play
from sokospec.replay import replay

_TITLES = ", which are titles"
"""How it is said that the numbers of labels are titles."""

_Trial = Callable[[FileLevel, str, Reading], bool]
"""Says whether a play solves a level."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A text's statement with its level, or None and the reason `why`.

    `elsewhere` is another level that the play solves.
    """

    said: Statement
    found: FileLevel | None
    why: str = ""
    elsewhere: FileLevel | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs of a text in order, and a description of the method."""

    pairs: tuple[_Pair, ...]
    how: str


def _solves(found: FileLevel, text: str, reading: Reading) -> bool:
    """Say whether a play solves a level, ignoring the case of its letters."""
    level = found.entry.drawn.level
    if level is None:
        return False
    try:
        letters = lurd.parse(text, max(reading.limit, len(text))).steps
        if not letters.strip("udlrUDLR"):
            return replay(level, letters, lenient=True).valid
    except LimitError:
        return False
    except SokobanError:
        pass  # it may be in another notation
    try:
        played = play(level, text, reading)
    except SokobanError:
        return False
    return played.replay is not None and played.replay.valid


def pair(text: str, levels: Sequence[FileLevel], reading: Reading, *, solves: _Trial = _solves) -> Pairing:
    r"""Return the level of each play and non-answer in a text; `solves` tries a play on a level.

    Rule J3: labels (J2) decide. If titles are numbers, or labels count from 0, numbers mean what lets most plays solve
    their levels. An ambiguous label, or a play without one among labelled ones, is about the first level that the play
    solves. Without labels, plays belong to levels in order if their numbers agree. Otherwise each is about the next
    level that it solves, or else the first. A play that solves another level may be mislabelled and is not called
    invalid.

    >>> from sokospec.formats import read_bytes
    >>> boards = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n"
    >>> levels = [FileLevel("two.xsb", entry) for entry in read_bytes(boards)]
    >>> [(each.said.lurd, each.found.entry.number) for each in pair("rR\n", levels, Reading()).pairs]
    [('rR', 2)]
    """
    return _Pairer(levels, reading, solves).of(text)


def pair_boards(collection: Collection, levels: Sequence[FileLevel]) -> Pairing:
    """Assign the recorded solutions of a file with boards to equal levels; one without steps is a non-answer."""
    by_board: dict[Level, FileLevel] = {}
    for found in levels:
        if found.entry.drawn.level is not None:
            by_board.setdefault(found.entry.drawn.level, found)
    pairs = []
    for entry in collection:
        level = entry.drawn.level
        own = None if level is None else by_board.get(level)
        for recording in entry.solutions:
            said = Statement(
                recording.line or entry.line or 1,
                None,
                recording.lurd,
                title=recording.title,
                column=recording.column,
                announced=not recording.lurd,
            )
            pairs.append(_Pair(said, own, "" if own else "its board equals the board of no level"))
    return Pairing(tuple(pairs), "paired by board")


class _Pairer:
    def __init__(self, levels: Sequence[FileLevel], reading: Reading, solves: _Trial) -> None:
        self._levels = levels
        self._fits = cache(lambda index, text: solves(levels[index], text, reading))
        self._at: dict[tuple[str, int], int] = {}
        self._titled: dict[str, list[int]] = defaultdict(list)
        for index, found in enumerate(levels):
            self._at[found.file, found.entry.number] = index
            if found.entry.title:
                self._titled[fold_title(found.entry.title)].append(index)

    def of(self, text: str) -> Pairing:
        titles = {found.entry.title for found in self._levels if found.entry.title}
        said = read_statements(text, titles, numbered_solutions=len(self._levels) > 1)
        if any(each.label for each in said):
            return self._by_labels(said)
        return self._in_order(said)

    # By labels

    def _by_labels(self, said: Sequence[Statement]) -> Pairing:
        meaning, how = self._interpret_numbers(said)
        candidates = [self._candidates(each.label, meaning) for each in said]
        settled = {index for (index, *others) in filter(None, candidates) if not others}
        pairs = []
        for each, named in zip(said, candidates, strict=True):
            pairs.append(self._pair_labelled(each, named, settled))
        return Pairing(tuple(pairs), f"paired by label{how}")

    def _pair_labelled(self, said: Statement, named: Sequence[int] | None, settled: set[int]) -> _Pair:
        if named is not None and not named:
            if len(self._levels) == 1 and said.lurd is not None and self._fits(0, said.lurd):
                return _Pair(said, self._levels[0])
            return _Pair(said, None, f"there is no level {_words(said.label)}")
        if named is not None and len(named) == 1:
            return self._sure(said, named[0])
        allowed = range(len(self._levels)) if named is None else named
        if said.lurd is None:
            return _Pair(said, None, "its label fits several levels" if named else "it has no label")
        free = sorted(allowed, key=lambda index: index in settled)
        for index in free:
            if self._fits(index, said.lurd):
                settled.add(index)
                return _Pair(said, self._levels[index])
        what = "it has no label" if named is None else f"its label fits {quantify(len(named), 'level')}"
        return _Pair(said, None, f"{what} and it solves {'no level' if named is None else 'none of them'}")

    def _sure(self, said: Statement, index: int) -> _Pair:
        found = self._levels[index]
        if said.lurd is None or self._fits(index, said.lurd):
            return _Pair(said, found)
        others = (other for other in range(len(self._levels)) if other != index and self._fits(other, said.lurd))
        other = next(others, None)
        return _Pair(said, found, elsewhere=None if other is None else self._levels[other])

    def _interpret_numbers(self, said: Sequence[Statement]) -> tuple[Callable[[Label], list[int]], str]:
        """Return the levels that a bare number means (a position or a title), and its description."""
        labelled = [each for each in said if each.label and each.label.number is not None and each.label.title is None]
        meanings = {"": self._at_number, ", counted from 0": self._from_0, _TITLES: self._with_number_as_title}
        if any(each.label and each.label.number is None for each in said):  # the others are titles: so may these be
            meanings = {_TITLES: meanings.pop(_TITLES), **meanings}
        best, most = "", -1
        for how, meaning in meanings.items():
            named = [meaning(each.label) for each in labelled if each.label]
            if not all(named) and (how or most >= 0):
                continue
            plays = [
                (each.lurd, indices) for each, indices in zip(labelled, named, strict=True) if each.lurd is not None
            ]
            solving = sum(any(self._fits(index, text) for index in indices) for text, indices in plays)
            if solving > most:
                best, most = how, solving
            if solving == len(plays) and all(named):
                break
        return meanings[best], best

    def _candidates(self, label: Label | None, meaning: Callable[[Label], list[int]]) -> list[int] | None:
        if label is None:
            return None
        titled = self._in_file(self._titled.get(fold_title(label.title), []), label) if label.title is not None else []
        if label.number is None:
            return titled
        numbered = self._at_number(label) if label.title is not None else meaning(label)
        agreeing = [index for index in numbered if index in titled]
        if agreeing or label.title is None:
            return agreeing or numbered
        untitled = [index for index in numbered if not self._levels[index].entry.title]
        return untitled or [*numbered, *titled]

    def _at_number(self, label: Label) -> list[int]:
        return self._at_place(label, label.number or 0)

    def _from_0(self, label: Label) -> list[int]:
        return self._at_place(label, (label.number or 0) + 1)

    def _at_place(self, label: Label, number: int) -> list[int]:
        files = dict.fromkeys(found.file for found in self._levels)
        places = (self._at.get((file, number)) for file in files)
        return self._in_file([index for index in places if index is not None], label)

    def _with_number_as_title(self, label: Label) -> list[int]:
        return self._in_file(self._titled.get(str(label.number), []), label)

    def _in_file(self, indices: Sequence[int], label: Label) -> list[int]:
        if label.file is None:
            return list(indices)
        exact = [index for index in indices if in_a_line(self._levels[index].file) == label.file]
        name = Path(label.file).name
        return exact or [index for index in indices if Path(in_a_line(self._levels[index].file)).name == name]

    # Without labels

    def _in_order(self, said: Sequence[Statement]) -> Pairing:
        if len(self._levels) == 1:
            return Pairing(tuple(_Pair(each, self._levels[0]) for each in said), "")
        by_line = _line_by_line(said)
        for each in (said, by_line):
            if len(each) == len(self._levels):
                pairs = tuple(self._sure(one, index) for index, one in enumerate(each))
                if not any(pair.elsewhere for pair in pairs):
                    return Pairing(pairs, "paired in order, because there are as many solutions as levels")
        return max(
            (self._by_trial(each) for each in ((said, by_line) if len(by_line) > len(said) else (said,))),
            key=lambda pairing: sum(pair.found is not None for pair in pairing.pairs),
        )

    def _by_trial(self, said: Sequence[Statement]) -> Pairing:
        pairs = []
        last = -1
        for each in said:
            order = [*range(last + 1, len(self._levels)), *range(last + 1)]
            text = each.lurd
            index = None if text is None else next((i for i in order if self._fits(i, text)), None)
            if index is not None:
                last = index
                pairs.append(_Pair(each, self._levels[index]))
            elif text is None:
                pairs.append(_Pair(each, None, "it has no label"))
            else:
                pairs.append(_Pair(each, None, f"it has no label and solves none of the {len(self._levels)} levels"))
        return Pairing(tuple(pairs), "each solution is paired with a level that it solves")


def _line_by_line(said: Iterable[Statement]) -> list[Statement]:
    result = []
    for each in said:
        lines = each.lurd.split("\n") if each.lurd else [each.lurd]
        result += [replace(each, lurd=line, line=each.line + number) for number, line in enumerate(lines)]
    return result


def _words(label: Label | None) -> str:
    if label is None:
        return ""
    parts = [str(label.number)] if label.number is not None else []
    parts += [repr(label.title)] if label.title is not None else []
    return " ".join([*parts, *([f"of {label.file}"] if label.file is not None else [])])
