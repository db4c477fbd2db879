"""Formulas written in QDIMACS, for other programs and to be read back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sokogen.reductions.formulas.qbf import Formula
from sokogen.reductions.formulas.qdimacs import LARGEST, LETTERS

_NUMBERED = re.compile(r"x([1-9][0-9]{0,9})", re.ASCII)


def write_qdimacs(formula: Formula) -> str:
    """Return a formula as QDIMACS.

    Where all names are x and a number, as after reading, these numbers are used, and reading gives the same formula.
    Other variables are numbered in the order of the prefix, with their names in comments.
    """
    found = [_NUMBERED.fullmatch(name) for name in formula.names]
    numbers = [int(one[1]) for one in found if one is not None and int(one[1]) <= LARGEST]
    numbered = len(numbers) == len(formula.names)
    if not numbered:
        numbers = list(formula.variables)

    def lines() -> Iterator[str]:
        if not numbered:
            for number, name in zip(numbers, formula.names, strict=True):
                yield f"c variable {number} is {name}"
        yield f"p cnf {max(numbers, default=0)} {len(formula.clauses)}"
        block: list[str] = []
        for index, (number, quantifier) in enumerate(zip(numbers, formula.quantifiers, strict=True), 1):
            block.append(str(number))
            if index == len(numbers) or formula.quantifiers[index] is not quantifier:
                letter = next(letter for letter, meant in LETTERS.items() if meant is quantifier)
                yield " ".join([letter, *block, "0"])
                block.clear()
        for clause in formula.clauses:
            yield " ".join([*(str(numbers[abs(one) - 1] * (1 if one > 0 else -1)) for one in clause), "0"])

    return "".join(f"{line}\n" for line in lines())
