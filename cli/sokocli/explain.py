"""`sokospec explain`: the text of a rule, verdict or exit code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import NamedTuple

import click

from sokocheck.application.vocabulary import COMMANDS, EXIT_MEANINGS, SEVERAL, entries
from sokocli.completion import complete_names
from sokocli.inputs import json_option
from sokocli.results import Exit, emit
from sokocli.rule_pages import PAGES, page_text, rule_titles

_CLAIM_RULES = {"J1": "Claims in JSON Lines", "J2": "Labels", "J3": "Which level a solution is about"}
"""The rules for files of claims; the texts of the last two are sections of the page on formats."""
_OF_FORMATS = "FRJ"
"""First letters of the rules that the page on formats defines."""

_J1 = """\
Each line of a file of claims is a JSON object. It names its level with `level`, its number (and `file`, if there are
several), with `title`, or with `xsb`, its board. It has a solution in `lurd`, or `claim` or `verdict` says that the
level is unsolvable. A record without either has no answer."""

_SYMBOLS = {
    "W": "the walls",
    "G": "the goals",
    "F": "the floor: the squares of the grid that are not walls",
    "s": "a state: boxes and player",
    "B": "the squares of the boxes",
    "p": "the square of the player",
    "s₀": "the state at the start",
    "B₀": "the squares of the boxes at the start",
    "p₀": "the square of the player at the start",
    "C": "the squares that the player could reach if there were no boxes",
    "δ(d)": "what a step in direction d adds to the row and the column",
    "reach(s)": "the squares that the player can walk to without a push",
    "norm(s)": "s with the player on the first square of reach(s)",
    "step(s, d)": "the state after a step from s in direction d",
    "n": "the number of steps",
    "d_i": "the direction of step i",
    "b_i": "the square from which step i pushes a box, ⊥ without a push",
    "P": "the set of pushes",
    "prev(i)": "the last push before push i, ⊥ before the first",
}
"""The symbols of the page on rules, which other sections of it define."""
_SYMBOL = re.compile(
    "|".join(rf"(?<!\w){re.escape(symbol)}(?!\w)" for symbol in sorted(_SYMBOLS, key=len, reverse=True))
)

_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_HEADING = re.compile(r"^#{2,6} ", re.MULTILINE)


RULES = rule_titles() | _CLAIM_RULES


class _Explanation(NamedTuple):
    """One rule, verdict or exit code."""

    id: str
    title: str
    text: str


def _explanations(word: str) -> list[_Explanation]:
    """Return all explanations of a word: a rule, an exit code, or a verdict, perhaps of several commands.

    >>> [(each.id, each.title) for each in _explanations("exit-3")]
    [('exit-3', 'Unknown')]
    >>> [each.title for each in _explanations("BETTER")]
    ['records refuted (check)']
    """
    rule = word.strip("[]").upper()
    if rule in RULES:
        text = rule_text(rule)
        return [_Explanation(rule, RULES[rule], text + ("" if rule[0] in _OF_FORMATS else _symbols_in(text)))]
    wanted = _fold_word(word)
    return [each for each in (*_exit_codes(), *_verdicts()) if wanted in _names(each)]


def _list_explanations() -> Iterator[_Explanation]:
    """Yield each rule, exit code and verdict, without the texts of rules."""
    for rule, title in RULES.items():
        yield _Explanation(rule, title, "")
    yield from _exit_codes()
    yield from _verdicts()


def words() -> list[str]:
    ids = [each.id for each in _list_explanations()]
    return [*dict.fromkeys([*ids, *(entry.text for _, entry in entries())])]


def near_matches(word: str) -> list[str]:
    """Return the words spelt most like a word.

    >>> near_matches("OPTIMUM")
    ['OPTIMAL', 'NOT_OPTIMAL']
    """
    by_name = {_fold_word(each): each for each in reversed(words())}
    return [by_name[name] for name in get_close_matches(_fold_word(word), by_name, n=3, cutoff=0.5)]


def rule_text(rule: str) -> str:
    """Return a rule's section without its heading, with links as plain words."""
    if rule == "J1":
        return _J1
    heading = _CLAIM_RULES.get(rule, rf"{rule}\. .*")
    for page in PAGES:
        text = page_text(page)
        if match := re.search(rf"^### {heading}$", text, re.MULTILINE):
            rest = text[match.end() :]
            end = _HEADING.search(rest)
            return _LINK.sub(r"\1", rest[: end.start() if end else None]).strip()
    raise LookupError(f"no page defines the rule {rule}")


def _symbols_in(text: str) -> str:
    """Return the meanings of the symbols in a rule, below a blank line.

    >>> _symbols_in("|G| = |B₀|.").splitlines()
    ['', '', 'Symbols:', '  G   the goals', '  B₀  the squares of the boxes at the start']
    """
    used = {match[0] for match in _SYMBOL.finditer(text)}
    if not used:
        return ""
    wide = max(map(len, used))
    return "\n\nSymbols:\n" + "\n".join(f"  {each:{wide}}  {_SYMBOLS[each]}" for each in _SYMBOLS if each in used)


def _fold_word(word: str) -> str:
    """Return a word for comparison.

    >>> _fold_word("Exit code 3") == _fold_word("exit-3") == _fold_word("3")
    True
    """
    plain = " ".join(re.sub(r"[_-]", " ", word).casefold().split())
    return re.sub(r"^(?:exit )?(?:code )?(?=\d$)", "", plain)


def _names(each: _Explanation) -> set[str]:
    words_printed, has_commands, _ = each.title.partition(" (")
    return {_fold_word(each.id), *([_fold_word(words_printed)] if has_commands else [])}


def _exit_codes() -> Iterator[_Explanation]:
    for code, meaning in EXIT_MEANINGS.items():
        title = re.split(r"[:,.]", meaning)[0]
        text = f"{meaning}\n{SEVERAL}" if code in (Exit.NO, Exit.UNKNOWN) else meaning
        yield _Explanation(f"exit-{code:d}", title, text)


def _verdicts() -> Iterator[_Explanation]:
    for kind, entry in entries():
        commands = ", ".join(COMMANDS[kind])
        text = f"{entry.meaning}\nExit code {entry.codes}."
        yield _Explanation(entry.value, f"{entry.text} ({commands})", text)


@click.command()
@click.argument("names", nargs=-1, metavar="[WORD]...", shell_complete=complete_names(words))
@json_option
def command(names: tuple[str, ...], *, as_json: bool) -> int:
    """Explain each WORD: a rule such as L5, a verdict such as NOT_OPTIMAL, or an exit code such as exit-3 or 3.

    Write a verdict as in JSON (NOT_OPTIMAL) or as printed ('claim refuted'). Without WORD, all words are listed.
    """
    if not names:
        for each in _list_explanations():
            emit(each._asdict(), f"{each.id:<14} {each.title}", as_json=as_json)
        return Exit.YES
    explained = [each for name in _join_verdict(names) for each in _explain(name)]
    for number, each in enumerate(explained):
        gap = "\n" if number else ""
        emit(each._asdict(), f"{gap}{each.id}: {each.title}\n{each.text}", as_json=as_json)
    return Exit.YES


def _join_verdict(names: tuple[str, ...]) -> tuple[str, ...]:
    whole = " ".join(names)
    return (whole,) if _explanations(whole) else names


def _explain(name: str) -> list[_Explanation]:
    result = _explanations(name)
    if not result:
        near = near_matches(name)
        advice = f"Did you mean {' or '.join(map(repr, near))}?" if near else "'sokospec explain' lists all words."
        raise click.UsageError(f"{name!r} is not a rule, a verdict or an exit code. {advice}")
    return result
