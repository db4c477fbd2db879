"""Quantified formulas: what they mean, and their two formats with every way to write them wrong."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest

from reductions.qdimacs_writing import write_qdimacs
from reductions.small_formulas import random_formula, random_prefix, small_formulas
from sokogen.reductions.formulas.expansion import Expansion, is_true
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import (
    DEEPEST,
    Formula,
    FormulaError,
    Position,
    Quantifier,
    Strategy,
    evaluate,
    find_winning_strategy,
)
from sokogen.reductions.formulas.qdimacs import read_qdimacs
from sokogen.reductions.formulas.sat import satisfy
from sokospec.errors import ParseError
from unit.reductions.refused import refusals

E, A = Quantifier.EXISTS, Quantifier.FORALL


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("true", True),
        ("()", False),
        ("exists x. true", True),
        ("forall x. ()", False),
        ("exists x. (x)", True),
        ("exists x. (not x)", True),
        ("forall x. (x)", False),
        ("exists x. (x)(not x)", False),
        ("forall x. (x or not x)", True),
        ("forall x exists y. (x or not y)(not x or y)", True),
        ("exists y forall x. (x or not y)(not x or y)", False),
        ("exists x forall y exists z. (x or y)(not y or z)(x or not z)", True),
        ("forall x y exists z. (x or y or not z)(not x or z)(not y or z)", True),
        ("forall x y exists z. (z)(x or y or not z)", False),
        ("exists x. (x or x)(x or x)", True),
    ],
)
def test_formulas_are_as_true_as_they_are_said_to_be(text: str, truth: bool) -> None:
    formula = parse_formula(text)
    strategy = find_winning_strategy(formula)
    assert evaluate(formula).value == is_true(formula) == (strategy is not None) == truth
    assert strategy is None or strategy.wins(formula)


def test_the_depth_of_an_evaluation_is_the_number_of_variables_and_calls_are_at_most_two_to_the_power_of_it() -> None:
    for formula in small_formulas(3, 1, 2):
        count = len(formula.quantifiers)
        found = evaluate(formula)
        assert found.depth == count
        assert found.calls <= 2 ** (count + 1) - 1
    worst = evaluate(Formula((E,) * 6, ((),)))
    assert worst == (False, 6, 127)


def test_a_strategy_is_asked_only_what_the_universal_player_can_bring_about() -> None:
    formula = parse_formula("exists x forall y exists z. (x)(y or z)(not y or not z)")
    strategy = find_winning_strategy(formula)
    assert strategy is not None
    assert dict(strategy.choices) == {
        Position(1, ()): True,
        Position(3, (False,)): True,
        Position(3, (True,)): False,
    }
    assert strategy.play(formula, [True]) == (True, True, False)


def test_a_wrong_strategy_does_not_win_and_a_partial_one_says_what_it_lacks() -> None:
    formula = parse_formula("forall y exists z. (y or z)(not y or not z)")
    wrong = Strategy({Position(2, (False,)): True, Position(2, (True,)): True})
    assert not wrong.wins(formula)
    with pytest.raises(FormulaError, match=r"no choice of variable 2 after \(True,\)"):
        Strategy({Position(2, (False,)): True}).play(formula, [True])
    with pytest.raises(FormulaError, match="give 1 values"):
        wrong.play(formula, [])


@pytest.mark.parametrize(
    ("quantifiers", "clauses", "names", "message"),
    [
        ((E,), ((2,),), (), "clause 1: literal 2 has no variable; there are 1"),
        ((E,), ((1,), (0,)), (), "clause 2: literal 0 has no variable"),
        ((E, A), (), ("x",), "there are 1 names for 2 variables"),
        ((E, A), (), ("x", "x"), "name x is used twice"),
        ((E,), (), ("or",), "'or' is not a name"),
        ((E,), (), ("1x",), "'1x' is not a name"),
        ((E,), (), ("é",), "'é' is not a name"),
    ],
)
def test_data_that_is_no_formula_is_refused(
    quantifiers: tuple[Quantifier, ...], clauses: tuple[tuple[int, ...], ...], names: tuple[str, ...], message: str
) -> None:
    with pytest.raises(FormulaError) as caught:
        Formula(quantifiers, clauses, names)
    assert message in str(caught.value)


def test_formulas_that_are_too_large_for_a_procedure_are_refused_by_it() -> None:
    deep = Formula((E,) * (DEEPEST + 1), ())
    for procedure in (evaluate, find_winning_strategy):
        with pytest.raises(FormulaError, match="use sokogen"):
            procedure(deep)
    assert is_true(deep)
    with pytest.raises(FormulaError, match="17 universal variables"):
        is_true(Formula((A,) * 17, ()))


def test_both_formats_give_back_every_small_formula() -> None:
    for formula in small_formulas(3, 2, 2):
        assert parse_formula(str(formula)) == formula
        assert read_qdimacs(write_qdimacs(formula)) == formula


def test_writing_and_reading_qdimacs_keeps_all_but_names() -> None:
    formula = parse_formula("exists a forall x2 b. (a or not b)(x2)()")
    text = write_qdimacs(formula)
    assert (
        text == "c variable 1 is a\nc variable 2 is x2\nc variable 3 is b\np cnf 3 3\ne 1 0\na 2 3 0\n1 -3 0\n2 0\n0\n"
    )
    again = read_qdimacs(text)
    assert (again.quantifiers, again.clauses, again.names) == (formula.quantifiers, formula.clauses, ("x1", "x2", "x3"))


def test_names_with_numbers_keep_their_numbers_in_qdimacs() -> None:
    formula = parse_formula("forall x7 exists x2. (x7 or not x2)")
    assert write_qdimacs(formula) == "p cnf 7 1\na 7 0\ne 2 0\n7 -2 0\n"
    assert read_qdimacs(write_qdimacs(formula)) == formula


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("p cnf 0 0\n", "true"),
        ("p cnf 5 0", "true"),
        ("p cnf 0 1\n0\n", "()"),
        ("p cnf 1 1\na 1 0\n1 0\n", "forall x1. (x1)"),
        (
            "c\nc x \x00 é\n\n  p\tcnf  2 1 \r\n e 1 0\r\n a 2 0 \r\n\t1 -2 0\r\n\r\n",
            "exists x1 forall x2. (x1 or not x2)",
        ),
        ("p cnf 2 1\ne 1 0\ne 2 0\n2 1 0", "exists x1 x2. (x2 or x1)"),
        ("p cnf 1 1\ne 1 0\n1 -1 1 0\n", "exists x1. (x1 or not x1 or x1)"),
        # free variables: existential, outermost, in the order of their numbers
        ("p cnf 3 1\na 2 0\n3 -2 1 0\n", "exists x1 x3 forall x2. (x3 or not x2 or x1)"),
        ("p cnf 2 2\n1 0\n-2 0\n", "exists x1 x2. (x1)(not x2)"),
        # a variable that occurs nowhere is in the formula if it is in the prefix
        ("p cnf 9 0\na 4 0\n", "forall x4. true"),
    ],
)
def test_qdimacs_means_what_its_standard_and_our_page_say(text: str, shown: str) -> None:
    assert str(read_qdimacs(text)) == shown


test_malformed_qdimacs_is_refused_where_it_is_wrong = refusals(
    read_qdimacs,
    [
        ("", "QB2", 1, 1, "there is no header"),
        ("c only a comment\n", "QB2", 2, 1, "there is no header"),
        ("cnf 1 1\n", "QB2", 1, 1, "this is not a header; write 'p cnf VARIABLES CLAUSES'"),
        ("p dnf 1 1\n", "QB2", 1, 1, "this is not a header"),
        ("p cnf 1\n", "QB2", 1, 1, "this is not a header"),
        ("p cnf 1 0 0\n", "QB2", 1, 1, "this is not a header"),
        ("1 0\np cnf 1 1\n", "QB2", 1, 1, "this is not a header"),
        ("p cnf -1 0\n", "QB2", 1, 7, "-1 is not a number of variables"),
        ("p cnf x 0\n", "QB3", 1, 7, "'x' is not a number"),
        ("p cnf 1 1\nc late\n1 0\n", "QB2", 2, 1, "a comment after the header"),
        ("p cnf 1 1\n1 0\np cnf 1 1\n", "QB2", 3, 1, "a second header"),
        ("p cnf 1 1\n1 é 0\n", "QB1", 2, 3, "'é' is not a printable ASCII character"),
        ("p cnf 1 1\n١ 0\n", "QB1", 2, 1, "not a printable ASCII character"),
        ("p cnf 1 1\n1\x0b0\n", "QB1", 2, 2, "not a printable ASCII character"),
        ("\ufeffp cnf 1 1\n1 0\n", "QB1", 1, 1, "not a printable ASCII character"),
        ("p cnf 1 1\n+1 0\n", "QB3", 2, 1, "'+1' is not a number"),
        ("p cnf 1 1\n01 0\n", "QB3", 2, 1, "'01' is not a number"),
        ("p cnf 1 1\n-0\n", "QB4", 2, 3, "does not end with 0"),
        ("p cnf 1 1\n-0 0\n", "QB3", 2, 1, "'-0' is not a number"),
        ("p cnf 1 1\n1.0 0\n", "QB3", 2, 1, "'1.0' is not a number"),
        ("p cnf 1 1\n4294967297 0\n", "QB3", 2, 1, "too large; the largest number is 2147483647"),
        ("p cnf 1 1\n" + "9" * 5000 + " 0\n", "QB3", 2, 1, "99999999999999999999… is too large"),
        ("p cnf 1 1\n1\n", "QB4", 2, 2, "the line does not end with 0; add it"),
        ("p cnf 2 1\ne 1 2\n1 0\n", "QB4", 2, 6, "the line does not end with 0"),
        ("p cnf 1 2\n1 0 -1 0\n", "QB4", 2, 5, "'-1' stands after the 0"),
        ("p cnf 1 1\n0 0\n", "QB4", 2, 3, "'0' stands after the 0"),
        ("p cnf 1 1\ne 0\n1 0\n", "QB5", 2, 1, "a quantifier without variables"),
        ("p cnf 1 1\ne 2 0\n1 0\n", "QB5", 2, 3, "2 is not a variable; the header allows 1 to 1"),
        ("p cnf 0 0\ne 1 0\n", "QB5", 2, 3, "the header allows none"),
        ("p cnf 1 1\ne -1 0\n1 0\n", "QB5", 2, 3, "-1 is not a variable"),
        ("p cnf 2 1\ne 1 0\na 2 1 0\n1 0\n", "QB5", 3, 5, "variable 1 is quantified twice"),
        ("p cnf 2 2\ne 1 0\n1 0\na 2 0\n2 0\n", "QB5", 4, 1, "a quantifier after clauses"),
        ("p cnf 1 1\ne 1 0\n1 2 0\n", "QB6", 3, 3, "variable 2 is out of range; the header allows 1 to 1"),
        ("p cnf 0 1\n1 0\n", "QB6", 2, 1, "the header allows none"),
        ("p cnf 1 2\n1 0\n", "QB6", 3, 1, "the text ends after 1 clause, the header has 2"),
        ("p cnf 1 1\n1 0\n-1 0\n", "QB6", 3, 1, "more clauses than the 1 of the header"),
        ("p cnf 1 1\n1 0\nthe end\n", "QB6", 3, 1, "more clauses"),
        ("p cnf 1 1\nforall 1 0\n1 0\n", "QB3", 2, 1, "'forall' is not a number"),
    ],
)


def test_any_damage_to_a_qdimacs_text_is_refused_as_such_or_read() -> None:
    text = "c comment\np cnf 3 2\ne 1 0\na 2 0\ne 3 0\n1 -2 3 0\n-1 0\n"
    for at in range(len(text)):
        for instead in ("", "0", "-", "\n", " ", "x", "\x7f"):
            damaged = text[:at] + instead + text[at + 1 :]
            try:
                formula = read_qdimacs(damaged)
            except ParseError as error:
                wrong_at, line = error.line, damaged.count("\n") + 1
            else:
                wrong_at, line = 1, 1
                assert read_qdimacs(write_qdimacs(formula)) == formula
            assert wrong_at is not None and 1 <= wrong_at <= line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("exists x forall y. (x or not y)(not x or y)", None),
        ("exists x.(x)", "exists x. (x)"),
        ("forall x exists y z.\n  (x or y)\n  and (not z)\n", "forall x exists y z. (x or y)(not z)"),
        ("exists x exists y. true", "exists x y. true"),
        ("exists _a1 B. (B or B or not B)()", None),
        ("  ( )\t", "()"),
        ("true", None),
    ],
)
def test_the_readable_syntax_is_read_and_shown_in_one_way(text: str, shown: str | None) -> None:
    assert str(parse_formula(text)) == (shown or text)


test_malformed_formulas_are_refused_where_they_are_wrong = refusals(
    parse_formula,
    [
        ("\n", "QB7", 2, 1, "the end of the text stands where a clause, which begins with '(', or 'true' should be"),
        ("\nexists", "QB7", 2, 7, "the name of a variable after 'exists'"),
        ("\nexists or. (x)", "QB7", 2, 8, "'or' stands where the name of a variable"),
        ("\nexists x (x)", "QB7", 2, 10, "'(' stands where a further variable, a quantifier or '.'"),
        ("\nexists x.", "QB7", 2, 10, "a clause"),
        ("\nexists x. x", "QB7", 2, 11, "'x' stands where a clause"),
        ("\nexists x. (x", "QB7", 2, 13, "'or' or ')'"),
        ("\nexists x. (x or)", "QB7", 2, 16, "the name of a variable"),
        ("\nexists x. (not not x)", "QB7", 2, 16, "the name of a variable"),
        ("\nexists x. (x) true", "QB7", 2, 15, "'true' stands where a further clause"),
        ("\nexists x. true (x)", "QB7", 2, 16, "'(' stands where a further clause '(' or the end"),
        ("\nexists x. (x) and", "QB7", 2, 18, "a clause"),
        ("\nexists x. (x | x)", "QB7", 2, 14, "'|' has no meaning here"),
        ("\nexists é. (é)", "QB7", 2, 8, "'é' has no meaning here"),
        ("\nexists x. (X)", "QB8", 2, 12, "variable X is not quantified; put 'exists X' in front"),
        ("\nexists x forall x. (x)", "QB8", 2, 17, "variable x is quantified twice"),
        ("\n. (x)", "QB7", 2, 1, "'.' stands where a clause"),
    ],
)


def orbit(formula: Formula) -> set[tuple[tuple[Quantifier, ...], frozenset[frozenset[int]]]]:
    """Return what renaming and negating makes of a formula, clauses as sets."""
    count = len(formula.quantifiers)
    found = set()
    for order in permutations(formula.variables):
        between = [range(min(old, new), max(old, new) + 1) for new, old in enumerate(order, 1)]
        if any(len({formula.quantifier(variable) for variable in block}) > 1 for block in between):
            continue
        for signs in product((1, -1), repeat=count):
            renamed = {old: new * sign for new, (old, sign) in enumerate(zip(order, signs, strict=True), 1)}
            images = (
                frozenset(renamed[abs(one)] * (1 if one > 0 else -1) for one in clause) for clause in formula.clauses
            )
            found.add((formula.quantifiers, frozenset(images)))
    return found


@pytest.mark.parametrize("size", [(2, 2, 2), (3, 2, 1)])
def test_every_small_formula_has_one_representative_up_to_symmetry_of_the_same_truth(
    size: tuple[int, int, int],
) -> None:
    every = list(small_formulas(*size, up_to_symmetry=False))
    chosen = list(small_formulas(*size))
    assert len(set(every)) == len(every) and set(chosen) < set(every)
    represented: dict[tuple[tuple[Quantifier, ...], frozenset[frozenset[int]]], bool] = {}
    for formula in chosen:
        images = orbit(formula)
        assert represented.keys().isdisjoint(images)
        represented |= dict.fromkeys(images, evaluate(formula).value)
    assert len(represented) == len(every)
    for formula in every:
        assert represented[formula.quantifiers, frozenset(map(frozenset, formula.clauses))] == evaluate(formula).value


def test_random_formulas_depend_on_the_seed_alone_and_have_the_size_asked_for() -> None:
    def draw(seed: int) -> list[Formula]:
        rng = Random(seed)
        return [random_formula(rng, random_prefix(rng, 4), 3, 2, exactly=seed > 5) for _ in range(20)]

    assert draw(7) == draw(7) != draw(8)
    assert all(
        len({abs(one) for one in clause}) == len(clause) == 2 for formula in draw(7) for clause in formula.clauses
    )
    assert {len(clause) for formula in draw(3) for clause in formula.clauses} == {1, 2}
    assert random_formula(Random(1), (), 2, 3).clauses == ((), ())


def test_the_search_for_satisfying_values_agrees_with_trying_all() -> None:
    rng = Random(4)
    for _ in range(300):
        formula = random_formula(rng, (E,) * 6, 22, 3, exactly=False)
        values = satisfy(formula.clauses)
        assert (values is not None) == evaluate(formula).value
        assert values is None or formula.is_satisfied([values.get(variable, False) for variable in formula.variables])


def test_the_pigeons_do_not_fit() -> None:
    pigeons, holes = range(6), range(5)
    sits = {(pigeon, hole): 1 + pigeon * 5 + hole for pigeon in pigeons for hole in holes}
    clauses = [tuple(sits[pigeon, hole] for hole in holes) for pigeon in pigeons]
    clauses += [(-sits[a, hole], -sits[b, hole]) for hole in holes for a in pigeons for b in pigeons if a < b]
    assert satisfy(clauses) is None


def test_the_strategy_of_an_expansion_has_an_answer_to_everything() -> None:
    formula = parse_formula("forall x exists y z forall w exists v. (x or y)(not x or not y)")
    strategy = Expansion(formula).strategy()
    assert strategy is not None and strategy.wins(formula)
    assert len(strategy.choices) == 2 + 2 + 4
