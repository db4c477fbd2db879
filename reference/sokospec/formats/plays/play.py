"""Replay of plays in any readable notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sokospec.board import Level
from sokospec.errors import LimitError, ParseError
from sokospec.formats import lurd
from sokospec.formats.drawing import Reading
from sokospec.formats.plays import LURD
from sokospec.replay import Replay, replay

if TYPE_CHECKING:
    from sokospec.formats.plays.notation import Steps
    from sokospec.formats.plays.push_notation import PushReading

_PUSHES = "pushes of boxes"
"""Name of push notation."""

_ONE_CASE_NOTES = {
    f"{LURD} in capitals": "no letter is small, so capitals need not be pushes",
    f"{LURD} in small letters": "no letter is a capital, so small letters may be pushes",
}
"""Names of LURD in one case, which does not mark pushes, and what is said of it."""


@dataclass(frozen=True, slots=True)
class PlayResult:
    """Play, read and replayed.

    `notation` and `replay` are None if it is unreadable. `note` says what the reading assumes, `uncertain` why a play
    that fails may be a solution in another reading.
    """

    replay: Replay | None
    text: str
    notation: str | None = LURD
    note: str | None = None
    uncertain: str | None = None


def play(level: Level, text: str, reading: Reading | None = None) -> PlayResult:
    r"""Return the result of a play in a notation in which it solves the level, else in the likeliest.

    Rule F33: a solution as LURD is LURD; else other notations are tried. If none solves, the verdict is that of LURD,
    or if it cannot be read as LURD, of the first other notation.

    Raises `ParseError` for broken LURD, and `LimitError`.

    >>> level = Level.parse("######\n#@ $.#\n######")
    >>> [play(level, text).notation for text in ("rR", "RR", "eE", "right right", "4-2r1")]
    ['LURD', 'LURD in capitals', 'compass letters', 'words', 'pushes of boxes']
    >>> play(level, "r2").replay.valid, play(level, "r2").note
    (True, 'read as LURD in small letters, counts last')
    """
    reading = reading or Reading()
    error: ParseError | None = None
    canonical: Replay | None = None
    try:
        letters = lurd.parse(text, reading.limit).steps
    except ParseError as raised:
        if isinstance(raised, LimitError) and any(letter in text for letter in "udlrUDLR"):
            raise
        error, letters = raised, ""  # digits alone may be those of a keypad
    else:
        canonical = replay(level, letters, lenient=reading.lenient)
        if canonical.valid:
            return PlayResult(canonical, letters)
    is_lurd = canonical is not None and not letters.strip("udlrUDLR")
    others = list(_other_readings(level, text, letters if is_lurd else "", reading.limit))
    for other in others:
        if other.replay is not None and other.replay.valid:
            return _beside_rivals(other, [*others, *([] if canonical is None else [PlayResult(canonical, letters)])])
    if others and (not is_lurd or others[0].notation in _ONE_CASE_NOTES):
        return others[0]
    if canonical is not None:
        return PlayResult(canonical, letters)
    from sokospec.formats.plays.notation import recognise_unread

    if name := recognise_unread(text):
        return PlayResult(None, "", None, uncertain=f"{name} are not read; write the steps in the letters udlrUDLR")
    raise error or AssertionError


def _other_readings(level: Level, text: str, letters: str, limit: int) -> Iterator[PlayResult]:
    from sokospec.formats.plays import notation, push_notation  # most plays are LURD, and need no other patterns

    for case, name in zip((letters.isupper(), letters.islower()), _ONE_CASE_NOTES, strict=True):
        if case:
            yield _read_as(level, text, notation.Steps(letters, name, cased=False))
    if letters and not any(digit in text for digit in "0123456789"):
        return
    for steps in notation.readings(text, limit):
        if not letters or (steps.notation.startswith(LURD) and steps.letters != letters):
            yield _read_as(level, text, steps)
    if items := push_notation.items_of(text):
        yield _read_pushes(level, list(push_notation.walks(level, items, limit)))


def _read_as(level: Level, text: str, steps: Steps) -> PlayResult:
    from sokospec.formats.plays.notation import may_be_a_number

    played = replace(replay(level, steps.letters, lenient=not steps.cased), repairs=())
    doubt = "these digits may be a number" if may_be_a_number(text) else None
    note = _ONE_CASE_NOTES.get(steps.notation, f"read as {steps.notation}")
    return PlayResult(played, steps.letters, steps.notation, note, doubt)


def _read_pushes(level: Level, walks: Sequence[PushReading]) -> PlayResult:
    best = max(walks, key=lambda walked: walked.pushes)
    played = replay(level, best.lurd)
    for walked in walks:
        if walked.reason is None and not played.valid:
            best, played = walked, replay(level, walked.lurd)
    note = f"read as {_PUSHES}, {best.name}; the moves are those of shortest walks"
    if best.reason is None:
        return PlayResult(played, best.lurd, _PUSHES, note)
    reason = f"push {best.pushes + 1} of {best.wanted}: {best.reason}"
    failed = replace(played, valid=False, at=len(best.lurd), rule="F32", reason=reason)
    doubt = None if 2 * best.pushes > best.wanted else "the squares or numbers of boxes fit in no way of counting them"
    return PlayResult(failed, best.lurd, _PUSHES, note, doubt)


def _beside_rivals(played: PlayResult, others: Sequence[PlayResult]) -> PlayResult:
    rivals = [each.notation for each in others if each.replay is not None and each.replay.rule == "A2"]
    names = " or ".join(dict.fromkeys(filter(None, rivals)))
    if not names:
        return played
    return replace(played, note=f"{played.note}; as {names} it is legal too and leaves boxes off the goals")
