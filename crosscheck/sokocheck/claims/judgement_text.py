"""Judgements in words: the verdict, then what was claimed and what is true."""

from __future__ import annotations

import re

from sokocheck.application.vocabulary import Entry, Kind, entry_of
from sokocheck.claims.judging import UNSOLVABLE, ClaimVerdict, JsonCost, Judgement
from sokospec.answer import Objective
from sokospec.errors import quantify
from sokospec.replay import Replay

_SINGULAR = {"moves": "move", "pushes": "push"}
_LONG = 60
"""A solution of more letters is cut in text."""
_BEGINNING = 20
"""Letters that remain of it."""


def entry_for(judgement: Judgement, claim: str | None) -> Entry:
    """Return the verdict's entry; the claim 'unsolvable' is refuted only by a solution."""
    about_claim = claim == UNSOLVABLE and (judgement.verdict is not ClaimVerdict.INVALID or judgement.rule == "V1")
    return entry_of(Kind.CLAIM, judgement.verdict, UNSOLVABLE if about_claim else "")


def verdict_text(judgement: Judgement, claim: str | None) -> str:
    """Return a judgement in one line.

    >>> from sokocheck.claims.judging import judge
    >>> from sokospec.board import Level
    >>> level = Level.parse("#######\\n#@ $ .#\\n#######")
    >>> verdict_text(judge(level, "rRR", "pushes"), "pushes")
    'claim confirmed: optimal for pushes, 3 moves, 2 pushes'
    >>> verdict_text(judge(level, "rRr"), None)
    "invalid at step 3: 'r' is lower case but pushes a box; --lenient corrects the case of letters"
    """
    text = entry_for(judgement, claim).text
    if judgement.verdict is ClaimVerdict.INVALID:
        text += place_of_failure(judgement.replay)
    details = details_text(judgement, claim)
    note = f"; {judgement.note}" if judgement.note else ""
    return shorten_solutions(f"{text}: {details}{note}" if details else f"{text}{note}")


def details_text(judgement: Judgement, claim: str | None) -> str:
    """Return what was claimed and what is true."""
    verdict, reason = judgement.verdict, judgement.reason or ""
    if verdict is ClaimVerdict.OPTIMAL:
        return f"optimal for {claim}, {_counts_of(judgement.replay)}"
    if verdict is ClaimVerdict.NOT_OPTIMAL and claim is not None:
        optimum = "" if judgement.optimum is None else f" the optimum is {_cost_text(claim, judgement.optimum)};"
        return f"not optimal for {claim}, {_counts_of(judgement.replay)};{optimum} {reason}"
    if verdict is ClaimVerdict.VALID and judgement.replay is not None:
        return _counts_of(judgement.replay)
    if verdict is ClaimVerdict.UNKNOWN and claim is not None:
        return f"claimed {'' if claim == UNSOLVABLE else 'optimal for '}{claim}; {reason}"
    return reason


def place_of_failure(replayed: Replay | None) -> str:
    """Return where a solution fails, counting steps from 1; empty if it was not replayed."""
    if replayed is None or replayed.at is None:
        return ""
    return " at the end" if replayed.rule == "A2" else f" at step {replayed.at + 1:,}"


def _counts_of(replayed: Replay | None) -> str:
    if replayed is None:
        return ""
    return f"{quantify(replayed.metrics.moves, 'move')}, {quantify(replayed.metrics.pushes, 'push')}"


def _cost_text(objective: str, cost: JsonCost) -> str:
    """Return a cost with its units.

    >>> _cost_text("pushes-moves", [2, 11])
    '2 pushes, 11 moves'
    """
    numbers = [cost] if isinstance(cost, int) else cost
    units = Objective(objective).counts
    return ", ".join(quantify(number, _SINGULAR[unit]) for number, unit in zip(numbers, units, strict=False))


def shorten_solutions(text: str) -> str:
    """Return a text with long solutions cut, so that it stays one readable line.

    >>> shorten_solutions(f"a better solution is {'rR' * 50}")
    'a better solution is rRrRrRrRrRrRrRrRrRrR... (100 steps)'
    """
    return re.sub(
        rf"\b[udlrUDLR]{{{_LONG},}}\b", lambda match: f"{match[0][:_BEGINNING]}... ({len(match[0]):,} steps)", text
    )
