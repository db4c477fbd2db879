"""Readable syntax for formulas, such as `exists x forall y. (x or not y)(not x or y)`.

    formula = [prefix "."] matrix
    prefix  = (("exists" | "forall") name {name}) {...}      a quantifier holds until the next one
    matrix  = "true" | clause {["and"] clause}               "true" has no clauses
    clause  = "(" [literal {"or" literal}] ")"               "()" is the empty clause, which is false
    literal = ["not"] name

Every variable is quantified exactly once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sokogen.reductions.formulas.qbf import KEYWORDS, NAME, Clause, Formula, Quantifier
from sokogen.reductions.placed_words import Word
from sokospec.errors import ParseError

_QUANTIFIERS = {quantifier.value: quantifier for quantifier in Quantifier}
_TOKEN = re.compile(rf"[ \t\r\n]+|{NAME.pattern}|[().]", re.ASCII)


def parse_formula(text: str) -> Formula:
    """Return the formula of a text; inverse of `str(formula)`.

    Raises `ParseError`: [QB7] syntax; [QB8] a variable quantified twice or not at all.

    >>> formula = parse_formula("exists x forall y. (x or not y)(not x or y)")
    >>> formula.clauses, formula.names, str(formula)
    (((1, -2), (-1, 2)), ('x', 'y'), 'exists x forall y. (x or not y)(not x or y)')
    >>> parse_formula("true").clauses, parse_formula("()").clauses
    ((), ((),))
    >>> parse_formula("exists x. (y)")
    Traceback (most recent call last):
    sokospec.errors.ParseError: line 1, column 12: variable y is not quantified; put 'exists y' in front [QB8]
    """
    return _Parser(text).formula()


def _tokens(text: str) -> Iterator[Word]:
    line, start, at = 1, 0, 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        column = at - start + 1
        if found is None:
            raise ParseError(
                "QB7", f"{text[at]!r} has no meaning here; there are words, '(', ')' and '.'", line, column
            )
        if not found[0].isspace():
            yield Word(found[0], line, column)
        elif "\n" in found[0]:
            line += found[0].count("\n")
            start = at + found[0].rindex("\n") + 1
        at = found.end()
    yield Word("", line, at - start + 1)


class _Parser:
    def __init__(self, text: str) -> None:
        self.rest = _tokens(text)
        self.next = next(self.rest)
        self.number: dict[str, int] = {}

    def formula(self) -> Formula:
        quantifiers = tuple(self.prefix())
        clauses = tuple(self.matrix())
        if self.next.text:
            raise self.syntax_error("a further clause '(' or the end of the text")
        return Formula(quantifiers, clauses, tuple(self.number))

    def prefix(self) -> Iterator[Quantifier]:
        while self.next.text in _QUANTIFIERS:
            quantifier = _QUANTIFIERS[self.take().text]
            while True:
                token = self.name(f"the name of a variable after {quantifier.value!r}")
                if token.text in self.number:
                    message = f"variable {token.text} is quantified twice; give one of them another name"
                    raise token.error("QB8", message)
                self.number[token.text] = len(self.number) + 1
                yield quantifier
                if not self.at_name():
                    break
        if self.number:
            self.mark(".", "a further variable, a quantifier or '.' after the prefix")

    def matrix(self) -> Iterator[Clause]:
        if self.next.text == "true":
            self.take()
            return
        yield self.clause()
        while self.next.text in ("and", "("):
            if self.next.text == "and":
                self.take()
            yield self.clause()

    def clause(self) -> Clause:
        self.mark("(", "a clause, which begins with '(', or 'true'")
        literals: list[int] = []
        if self.next.text != ")":
            literals.append(self.literal())
            while self.next.text == "or":
                self.take()
                literals.append(self.literal())
        self.mark(")", "'or' or ')'")
        return tuple(literals)

    def literal(self) -> int:
        sign = 1
        if self.next.text == "not":
            self.take()
            sign = -1
        token = self.name("the name of a variable")
        if token.text not in self.number:
            message = f"variable {token.text} is not quantified; put 'exists {token.text}' in front"
            raise token.error("QB8", message)
        return sign * self.number[token.text]

    def at_name(self) -> bool:
        return NAME.fullmatch(self.next.text) is not None and self.next.text not in KEYWORDS

    def name(self, wanted: str) -> Word:
        if not self.at_name():
            raise self.syntax_error(wanted)
        return self.take()

    def mark(self, mark: str, wanted: str) -> None:
        if self.next.text != mark:
            raise self.syntax_error(wanted)
        self.take()

    def take(self) -> Word:
        taken = self.next
        if taken.text:
            self.next = next(self.rest)
        return taken

    def syntax_error(self, wanted: str) -> ParseError:
        found = repr(self.next.text) if self.next.text else "the end of the text"
        return self.next.error("QB7", f"{found} stands where {wanted} should be")
