"""Exercises on quantified formulas, and on the networks and levels that are made of them."""

from __future__ import annotations

from functools import cache
from itertools import product, takewhile

from sokocourse.exercise import Exercise, Wrong, check_size, is_number, parse_answer, yes_or_no
from sokocourse.lesson_5 import accepts_exactly
from sokogen.reductions.formula_level import compile_formula
from sokogen.reductions.formula_network import network_of, size
from sokogen.reductions.formula_play import play_strategy
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import (
    Formula,
    Position,
    Quantifier,
    Strategy,
    evaluate,
    find_winning_strategy,
)
from sokogen.reductions.machines import machine_play
from sokospec import Level, replay

GAME = "exists a forall b exists c. (b or c)(not b or not c)(a or not c)"
CHAIN = "forall a b c exists d. (a or b or c or d)(not a or not d)"
_X = "exists x. (x)"
_NOT_X = "exists x. (not x)"
_PLAYED = "0111"

_MOST_CLAUSES = 20
_LONGEST_TEXT = 1_000
_LONGEST_LURD = 10_000


def _formula(text: str, variables: int) -> Formula:
    formula = parse_answer(text, parse_formula, "formula", _LONGEST_TEXT)
    if len(formula.quantifiers) != variables:
        raise Wrong(f"it has {len(formula.quantifiers)} variables, instead of {variables}")
    check_size(len(formula.clauses), _MOST_CLAUSES, "clauses")
    return formula


def reverse_prefix(formula: Formula) -> Formula:
    """Return the formula with its quantified variables in the opposite order.

    >>> print(reverse_prefix(parse_formula("forall x exists y. (x or not y)")))
    exists y forall x. (x or not y)
    """
    count = len(formula.quantifiers)
    clauses = tuple(
        tuple((count + 1 - abs(one)) * (1 if one > 0 else -1) for one in clause) for clause in formula.clauses
    )
    return Formula(formula.quantifiers[::-1], clauses, formula.names[::-1])


def _order_matters(answer: str) -> None:
    """Check a formula of three variables that is true, and false with the variables in opposite order."""
    formula = _formula(answer, 3)
    if {abs(literal) for clause in formula.clauses for literal in clause} != set(formula.variables):
        raise Wrong("each variable must occur in a clause")
    if formula.clauses == parse_formula(GAME).clauses:
        raise Wrong("this is the formula of exercise 7.2")
    if not evaluate(formula).value:
        raise Wrong("it is false as it stands")
    if evaluate(reverse_prefix(formula)).value:
        raise Wrong(f"{reverse_prefix(formula)} is true as well")


def _wins_the_game(answer: str) -> None:
    """Check the choices of a, of c when b is false, and of c when b is true."""
    bits = answer.strip()
    if len(bits) != 3 or not set(bits) <= {"0", "1"}:
        raise Wrong("give three digits, 0 for false and 1 for true: a, c if b is false, c if b is true")
    formula = parse_formula(GAME)
    first, low, high = (bit == "1" for bit in bits)
    choices = {Position(1, ()): first, Position(3, (False,)): low, Position(3, (True,)): high}
    strategy = Strategy(choices)
    for value in (False, True):
        if not formula.is_satisfied(strategy.play(formula, [value])):
            raise Wrong(f"the opponent wins by making b {str(value).lower()}")


def _says_exactly_one(answer: str) -> None:
    """Check clauses that hold exactly if one of three variables is true."""
    formula = _formula(answer, 3)
    if set(formula.quantifiers) != {Quantifier.EXISTS}:
        raise Wrong("let all variables be existential: exists x y z. ...")
    for values in product((False, True), repeat=3):
        if formula.is_satisfied(values) is not (sum(values) == 1):
            shown = ", ".join(f"{name} {str(value).lower()}" for name, value in zip(formula.names, values, strict=True))
            raise Wrong(f"the clauses are {'not satisfied' if sum(values) == 1 else 'satisfied'} by {shown}")


@cache
def level_of_not_x() -> Level:
    """Return the output of `sokospec reduce qbf` for the formula."""
    return compile_formula(parse_formula(_NOT_X), tries=3).level


def _solves_not_x(answer: str) -> None:
    """Check a LURD on the level of a small formula."""
    lurd = answer.strip()
    check_size(len(lurd), _LONGEST_LURD, "steps")
    done = replay(level_of_not_x(), lurd)
    if not done.valid:
        raise Wrong(done.reason or "the level is not solved at the end")


def _passes_of_the_first_clause(text: str) -> int:
    """Return how often a formula's winning strategy passes the first of some clauses, up to the plug.

    >>> _passes_of_the_first_clause("forall x exists y. (x or not y)(not x or y)")
    2
    """
    formula = parse_formula(text)
    network, strategy = network_of(formula), find_winning_strategy(formula)
    assert strategy is not None, "the formula is true"
    trips = takewhile(lambda step: step.tile != "plug", play_strategy(formula, network, strategy))
    return sum(network.net_of[step.tile, step.exit] == "after1" for step in trips)


def _ends_in_11(answer: str) -> None:
    """Check a machine for the words that end in 11, and play its run in its gadget network."""
    machine = accepts_exactly(lambda word: word.endswith("11"), answer, states=4, symbols=3)
    run = machine.find_accepting_run(_PLAYED)
    assert run is not None, "the word ends in 11"
    for _ in machine_play.play_run(machine_play.network_of(machine, _PLAYED), run):
        pass  # each step is checked against the gadgets


EXERCISES = [
    Exercise(
        "Write a formula with three variables that occur in its clauses, true as it stands, and false with the "
        "variables of the prefix in the opposite order (each with its quantifier).",
        _order_matters,
    ),
    Exercise(
        f"Give a winning strategy for {GAME}: a, c if b is false, c if b is true, as digits such as 010.",
        _wins_the_game,
    ),
    Exercise(
        "Write a formula 'exists x y z. ...' whose clauses are satisfied if and only if exactly one of the three is "
        "true.",
        _says_exactly_one,
    ),
    Exercise(
        f"How many gadgets has the network of {GAME}, crossovers not counted?",
        is_number(
            lambda: sum(size(parse_formula(GAME)).values()),
            "A latch for each literal that has one; seven gadgets for a universal variable; and the plug.",
        ),
    ),
    Exercise(
        f"How often does the player come through the first clause of {CHAIN} until he comes to the plug?",
        is_number(
            lambda: _passes_of_the_first_clause(CHAIN),
            "Two trips for each value of what is chosen outside.",
        ),
    ),
    Exercise(
        f"Which moves solve the level that sokospec reduce qbf makes of {_NOT_X} (--file)?",
        _solves_not_x,
    ),
    Exercise(
        "Write a machine of at most 4 states and 3 symbols that accepts the words over 0 and 1 that end in 11 "
        "(--file).",
        _ends_in_11,
    ),
    Exercise(
        "In FormulaData.v let Coq reject the level of 'exists x. (x)' for 'forall x. (x)'. Does it accept the level for"
        " 'exists x. (not x)' (yes or no)?",
        yes_or_no(
            lambda: evaluate(parse_formula(_NOT_X)).value is evaluate(parse_formula(_X)).value,
            "The theorem says of a level and a formula only that one has a solution exactly if the other is true.",
        ),
    ),
]
