"""Text format of linear bounded automata; blank lines and lines that begin with # are ignored.

Four headings, each once, and one line for each rule, in any order. This machine accepts words with an even number of
1s; it marks the symbols that it has read to detect the end of the tape:

    states: even odd yes
    alphabet: 0 1 e
    start: even
    accept: yes
    even 0 -> even e R
    even 1 -> odd e R
    odd 0 -> odd e R
    odd 1 -> even e R
    even e -> yes e S
"""

from __future__ import annotations

import re

from sokogen.reductions.machines.lba import HEADINGS, MOVES, Machine, Rule
from sokogen.reductions.placed_words import Word, words_of
from sokospec.errors import ParseError

_STATE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_SYMBOL = re.compile(r"[!-~]")


def parse_machine(text: str) -> Machine:
    r"""Return the machine of a text; inverse of `str(machine)`.

    Raises `ParseError`. [LB1]: neither a heading nor a rule. [LB2]: a missing, repeated or wrongly filled heading.
    [LB3]: a malformed name. [LB4]: a repeated or unknown name. [LB5]: a repeated rule or one of the accept state.

    >>> parse_machine("states: a\nalphabet: 0 1\nstart: b\naccept: a")
    Traceback (most recent call last):
    sokospec.errors.ParseError: line 3, column 8: there is no state b; add it to 'states:' or correct it [LB4]
    """
    return _MachineReader(text).machine()


class _MachineReader:
    def __init__(self, text: str) -> None:
        self.headings: dict[str, list[Word]] = {}
        self.at: dict[str, Word] = {}
        self.rules: list[list[Word]] = []
        lines = text.split("\n")
        known = ", ".join(f"'{heading}:'" for heading in HEADINGS)
        for number, line in enumerate(lines, 1):
            words = words_of(line, number)
            if not words or words[0].text.startswith("#"):
                continue
            heading = words[0].text.removesuffix(":")
            if heading in HEADINGS and words[0].text.endswith(":"):
                if heading in self.headings:
                    raise words[0].error("LB2", f"'{heading}:' is there twice; keep one of them")
                self.headings[heading] = words[1:]
                self.at[heading] = words[0]
            elif len(words) == 6 and words[2].text == "->":
                self.rules.append(words)
            else:
                raise words[0].error(
                    "LB1", f"this is neither a heading ({known}) nor 'STATE READ -> STATE WRITE L|R|S'"
                )
        for heading in HEADINGS:
            if heading not in self.headings:
                raise ParseError("LB2", f"there is no line '{heading}: …'; add it", len(lines), None)

    def machine(self) -> Machine:
        states = self.names("states", _STATE, "a letter or _, then letters, digits and _")
        alphabet = self.names("alphabet", _SYMBOL, "one printable ASCII character")
        start, accept = (self.resolve(self.single(heading), states, "state") for heading in ("start", "accept"))
        rules: list[Rule] = []
        for state, read, _, after, write, move in self.rules:
            rule = Rule(
                self.resolve(state, states, "state"),
                self.resolve(read, alphabet, "symbol"),
                self.resolve(after, states, "state"),
                self.resolve(write, alphabet, "symbol"),
                self.move(move),
            )
            if rule.state == accept:
                raise state.error("LB5", "a rule leads out of the accept state, where the machine halts; remove it")
            if rule in rules:
                raise state.error("LB5", "the rule is there twice; remove one of them")
            rules.append(rule)
        return Machine(states, alphabet, start, accept, tuple(rules))

    def names(self, heading: str, pattern: re.Pattern[str], wanted: str) -> tuple[str, ...]:
        names: list[str] = []
        if not self.headings[heading]:
            raise self.at[heading].error("LB2", f"'{heading}:' is empty; name at least one")
        for word in self.headings[heading]:
            if not pattern.fullmatch(word.text):
                raise word.error("LB3", f"{word.text!r} is not a name here; write {wanted}")
            if word.text in names:
                raise word.error("LB4", f"{word.text} is there twice; remove one of them")
            names.append(word.text)
        return tuple(names)

    def single(self, heading: str) -> Word:
        words = self.headings[heading]
        if len(words) != 1:
            raise self.at[heading].error("LB2", f"'{heading}:' has {len(words)} names; give it one")
        return words[0]

    def resolve(self, word: Word, names: tuple[str, ...], what: str) -> str:
        if word.text not in names:
            heading = "states" if what == "state" else "alphabet"
            raise word.error("LB4", f"there is no {what} {word.text}; add it to '{heading}:' or correct it")
        return word.text

    def move(self, word: Word) -> int:
        if word.text not in MOVES:
            raise word.error("LB1", f"{word.text!r} is not a move; write L, R or S")
        return MOVES[word.text]
