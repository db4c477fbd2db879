"""`sokospec explain`: the text of a rule, verdict or exit code."""

from __future__ import annotations

import click

from sokocli.completion import complete_names
from sokocli.explanations import Explanation, explanations, list_explanations, near_matches, words
from sokocli.inputs import json_option
from sokocli.results import Exit, emit


@click.command()
@click.argument("names", nargs=-1, metavar="[WORD]...", shell_complete=complete_names(words))
@json_option
def command(names: tuple[str, ...], *, as_json: bool) -> int:
    """Explain each WORD: a rule such as L5, a verdict such as NOT_OPTIMAL, or an exit code such as exit-3 or 3.

    Write a verdict as in JSON (NOT_OPTIMAL) or as printed ('claim refuted'). Without WORD, all words are listed.
    """
    if not names:
        for each in list_explanations():
            emit(each._asdict(), f"{each.id:<14} {each.title}", as_json=as_json)
        return Exit.YES
    explained = [each for name in _join_verdict(names) for each in _explain(name)]
    for number, each in enumerate(explained):
        gap = "\n" if number else ""
        emit(each._asdict(), f"{gap}{each.id}: {each.title}\n{each.text}", as_json=as_json)
    return Exit.YES


def _join_verdict(names: tuple[str, ...]) -> tuple[str, ...]:
    whole = " ".join(names)
    return (whole,) if explanations(whole) else names


def _explain(name: str) -> list[Explanation]:
    result = explanations(name)
    if not result:
        near = near_matches(name)
        advice = f"Did you mean {' or '.join(map(repr, near))}?" if near else "'sokospec explain' lists all words."
        raise click.UsageError(f"{name!r} is not a rule, a verdict or an exit code. {advice}")
    return result
