"""Strict reader of QDIMACS 1.1.

Free variables are existential and outermost. Adjacent quantifier lines of one kind are accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sokogen.reductions.formulas.qbf import Clause, Formula, Quantifier
from sokogen.reductions.placed_words import Word, words_of
from sokospec.errors import ParseError, quantify

LETTERS = {"e": Quantifier.EXISTS, "a": Quantifier.FORALL}
LARGEST = 2**31 - 1
"""The largest number that may stand in a file."""

_HEADER = "write 'p cnf VARIABLES CLAUSES', such as 'p cnf 2 3'"
_NUMBER = re.compile(r"-?[1-9][0-9]{0,9}|0", re.ASCII)


def read_qdimacs(text: str) -> Formula:
    r"""Return the formula of a QDIMACS text; variable 7 is named x7.

    Raises `ParseError`. [QB1]: not printable ASCII. [QB2]: missing, malformed or repeated header, or a comment after
    it. [QB3]: no number, or too large. [QB4]: a line without its final 0. [QB5]: a misplaced or empty quantifier line,
    or a variable out of range or quantified twice. [QB6]: a literal out of range, or a wrong number of clauses.

    >>> print(read_qdimacs("c an example\np cnf 3 2\na 2 0\ne 3 0\n1 -2 0\n2 3 0\n"))
    exists x1 forall x2 exists x3. (x1 or not x2)(x2 or x3)
    """
    lines = _lines(text)
    header = next(lines, None)
    if header is None:
        raise ParseError("QB2", f"there is no header; {_HEADER}", text.count("\n") + 1, 1)
    variables, count = _header(header)
    prefix: dict[int, Quantifier] = {}
    clauses: list[Clause] = []
    for fields in lines:
        first = fields[0]
        if first.text in LETTERS:
            if clauses:
                raise first.error("QB5", "a quantifier after clauses; the whole prefix stands before them")
            _quantify(prefix, fields, variables)
        elif first.text == "p":
            raise first.error("QB2", "a second header; a file holds one formula")
        elif first.text[0] == "c":
            raise first.error("QB2", "a comment after the header; comments stand before it")
        else:
            if len(clauses) == count:
                raise first.error("QB6", f"more clauses than the {count} of the header; correct one of the two")
            clauses.append(tuple(_literal(field, variables) for field in _body(fields)))
    if len(clauses) < count:
        ends = f"the text ends after {quantify(len(clauses), 'clause')}"
        message = f"{ends}, the header has {count}; correct one of the two"
        raise ParseError("QB6", message, text.count("\n") + 1, 1)
    free = sorted({abs(literal) for clause in clauses for literal in clause} - prefix.keys())
    order = [*free, *prefix]
    number = {variable: index for index, variable in enumerate(order, 1)}
    return Formula(
        (Quantifier.EXISTS,) * len(free) + tuple(prefix.values()),
        tuple(tuple(number[abs(literal)] * (1 if literal > 0 else -1) for literal in clause) for clause in clauses),
        tuple(f"x{variable}" for variable in order),
    )


def _lines(text: str) -> Iterator[list[Word]]:
    before_header = True
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if before_header and line.startswith("c") and line[1:2] in ("", " ", "\t"):
            continue
        for column, character in enumerate(line, 1):
            if not (" " <= character <= "~" or character == "\t"):
                raise ParseError("QB1", f"{character!r} is not a printable ASCII character; remove it", number, column)
        fields = words_of(line, number)
        if fields:
            before_header = False
            yield fields


def _header(fields: list[Word]) -> tuple[int, int]:
    if [field.text for field in fields[:2]] != ["p", "cnf"] or len(fields) != 4:
        raise fields[0].error("QB2", f"this is not a header; {_HEADER}")
    variables, clauses = map(_number, fields[2:])
    for field, number in zip(fields[2:], (variables, clauses), strict=True):
        if number < 0:
            raise field.error("QB2", f"{number} is not a number of variables or clauses; {_HEADER}")
    return variables, clauses


def _quantify(prefix: dict[int, Quantifier], fields: list[Word], variables: int) -> None:
    quantifier = LETTERS[fields[0].text]
    body = _body(fields)[1:]
    if not body:
        raise fields[0].error("QB5", "a quantifier without variables; name some or remove the line")
    for field in body:
        variable = _number(field)
        if not 1 <= variable <= variables:
            message = f"{variable} is not a variable; the header allows 1 to {variables}"
            raise field.error("QB5", message if variables else f"{variable} is not a variable; the header allows none")
        if variable in prefix:
            raise field.error("QB5", f"variable {variable} is quantified twice; remove one of them")
        prefix[variable] = quantifier


def _body(fields: list[Word]) -> list[Word]:
    zero = next((index for index, field in enumerate(fields) if field.text == "0"), None)
    if zero is None:
        last = fields[-1]
        raise ParseError("QB4", "the line does not end with 0; add it", last.line, last.column + len(last.text))
    if zero + 1 < len(fields):
        raise fields[zero + 1].error(
            "QB4", f"{fields[zero + 1].text!r} stands after the 0 that ends the line; remove it"
        )
    return fields[:zero]


def _literal(field: Word, variables: int) -> int:
    literal = _number(field)
    if abs(literal) > variables:
        allowed = f"1 to {variables}" if variables else "none"
        raise field.error("QB6", f"variable {abs(literal)} is out of range; the header allows {allowed}")
    return literal


def _number(field: Word) -> int:
    shown = field.text if len(field.text) <= 20 else field.text[:20] + "…"
    if not _NUMBER.fullmatch(field.text):
        if re.fullmatch(r"-?[0-9]{11,}", field.text):
            raise field.error("QB3", f"{shown} is too large; the largest number is {LARGEST}")
        raise field.error("QB3", f"{shown!r} is not a number; write digits, after '-' for a negation")
    number = int(field.text)
    if abs(number) > LARGEST:
        raise field.error("QB3", f"{shown} is too large; the largest number is {LARGEST}")
    return number
