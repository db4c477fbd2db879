"""Texts for `sokospec explain`: rules from pages, verdicts and exit codes from the table in code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from sokocheck.application.vocabulary import COMMANDS, EXIT_MEANINGS, SEVERAL, Exit, entries
from sokospec.rule_titles import TITLES

PAGES = ("rules.md", "formats.md")
"""The pages that define rules. Wheels hold copies in the folder `pages`; a clone has them in `docs`."""

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


RULES = TITLES | _CLAIM_RULES


class Explanation(NamedTuple):
    """One rule, verdict or exit code."""

    id: str
    title: str
    text: str


def explanations(word: str) -> list[Explanation]:
    """Return all explanations of a word: a rule, an exit code, or a verdict, perhaps of several commands.

    >>> [(each.id, each.title) for each in explanations("exit-3")]
    [('exit-3', 'Unknown')]
    >>> [each.title for each in explanations("BETTER")]
    ['records refuted (check)']
    """
    rule = word.strip("[]").upper()
    if rule in RULES:
        text = rule_text(rule)
        return [Explanation(rule, RULES[rule], text + ("" if rule[0] in _OF_FORMATS else _symbols_in(text)))]
    wanted = _fold_word(word)
    return [each for each in (*_exit_codes(), *_verdicts()) if wanted in _names(each)]


def list_explanations() -> Iterator[Explanation]:
    """Yield each rule, exit code and verdict, without the texts of rules."""
    for rule, title in RULES.items():
        yield Explanation(rule, title, "")
    yield from _exit_codes()
    yield from _verdicts()


def words() -> list[str]:
    ids = [each.id for each in list_explanations()]
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


def page_text(name: str) -> str:
    packed = files("sokocli") / "pages" / name
    if packed.is_file():
        return packed.read_text(encoding="utf-8")
    [page] = (Path(__file__).resolve().parents[2] / "docs").rglob(name)
    return page.read_text(encoding="utf-8")


def _fold_word(word: str) -> str:
    """Return a word for comparison.

    >>> _fold_word("Exit code 3") == _fold_word("exit-3") == _fold_word("3")
    True
    """
    plain = " ".join(re.sub(r"[_-]", " ", word).casefold().split())
    return re.sub(r"^(?:exit )?(?:code )?(?=\d$)", "", plain)


def _names(each: Explanation) -> set[str]:
    words_printed, has_commands, _ = each.title.partition(" (")
    return {_fold_word(each.id), *([_fold_word(words_printed)] if has_commands else [])}


def _exit_codes() -> Iterator[Explanation]:
    for code, meaning in EXIT_MEANINGS.items():
        title = re.split(r"[:,.]", meaning)[0]
        text = f"{meaning}\n{SEVERAL}" if code in (Exit.NO, Exit.UNKNOWN) else meaning
        yield Explanation(f"exit-{code:d}", title, text)


def _verdicts() -> Iterator[Explanation]:
    for kind, entry in entries():
        commands = ", ".join(COMMANDS[kind])
        text = f"{entry.meaning}\nExit code {entry.codes}."
        yield Explanation(entry.value, f"{entry.text} ({commands})", text)
