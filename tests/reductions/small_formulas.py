"""Formulas for tests: all small ones, each once up to symmetry, and random ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, permutations, product
from random import Random

from sokogen.draws import below, choice, sample
from sokogen.reductions.formulas.qbf import Clause, Formula, Quantifier


def small_formulas(variables: int, clauses: int, literals: int, *, up_to_symmetry: bool = True) -> Iterator[Formula]:
    """Yield all formulas with at most so many variables, clauses, and literals in a clause; each has all of its prefix.

    A clause holds a variable at most once, and no clause is there twice; no clauses and the empty clause count as well.
    Up to symmetry only the first formula stands for those that come from it by renaming variables next to each other
    under the same quantifier, and by negating a variable everywhere; neither changes the truth.

    >>> [str(formula) for formula in small_formulas(1, 1, 1)]  # doctest: +NORMALIZE_WHITESPACE
    ['true', '()', 'exists x1. true', 'exists x1. ()', 'exists x1. (x1)',
     'forall x1. true', 'forall x1. ()', 'forall x1. (x1)']
    >>> [sum(1 for _ in small_formulas(2, 2, 2, up_to_symmetry=one)) for one in (False, True)]
    [200, 72]
    """
    for count in range(variables + 1):
        sets = _clause_sets(count, clauses, literals)
        for quantifiers in product(Quantifier, repeat=count):
            for chosen in sets:
                if not up_to_symmetry or chosen == min(_images(quantifiers, chosen), key=_rank):
                    yield Formula(quantifiers, chosen)


def random_formula(
    rng: Random, quantifiers: Sequence[Quantifier], clauses: int, literals: int, *, exactly: bool = True
) -> Formula:
    """Return a random formula with this prefix, so many clauses, and so many different variables in each.

    With `exactly=False` each clause has at least one and at most so many. Equal clauses may come up.

    >>> print(random_formula(Random(1), random_prefix(Random(5), 3), 2, 2))
    forall x1 x2 x3. (not x1 or x3)(not x2 or not x1)
    """
    pool = range(1, len(quantifiers) + 1)
    most = min(literals, len(pool))

    def clause() -> Clause:
        count = most if exactly or most == 0 else 1 + below(rng, most)
        return tuple(variable * choice(rng, (1, -1)) for variable in sample(rng, pool, count))

    return Formula(tuple(quantifiers), tuple(clause() for _ in range(clauses)))


def random_prefix(rng: Random, variables: int) -> tuple[Quantifier, ...]:
    """Return so many quantifiers, each of either kind with the same chance.

    >>> [quantifier.value for quantifier in random_prefix(Random(1), 3)]
    ['exists', 'forall', 'forall']
    """
    return tuple(choice(rng, tuple(Quantifier)) for _ in range(variables))


def _clause_sets(variables: int, clauses: int, literals: int) -> list[tuple[Clause, ...]]:
    all_clauses = [
        tuple(variable * sign for variable, sign in zip(chosen, signs, strict=True))
        for count in range(literals + 1)
        for chosen in combinations(range(1, variables + 1), count)
        for signs in product((1, -1), repeat=count)
    ]
    return [chosen for count in range(clauses + 1) for chosen in combinations(all_clauses, count)]


def _images(quantifiers: Sequence[Quantifier], clauses: tuple[Clause, ...]) -> Iterator[tuple[Clause, ...]]:
    """Yield what the symmetries of a prefix make of clauses, which are sorted as `_clause_sets` sorts them."""
    blocks = [list(block) for _, block in groupby(range(1, len(quantifiers) + 1), lambda i: quantifiers[i - 1])]
    for orders in product(*(permutations(block) for block in blocks)):
        renamed = [variable for order in orders for variable in order]
        for signs in product((1, -1), repeat=len(quantifiers)):
            images = [
                tuple(
                    sorted(
                        (renamed[abs(one) - 1] * signs[abs(one) - 1] * (1 if one > 0 else -1) for one in clause),
                        key=abs,
                    )
                )
                for clause in clauses
            ]
            yield tuple(sorted(images, key=_clause_rank))


def _rank(clauses: tuple[Clause, ...]) -> list[tuple[int, Clause, Clause]]:
    return [_clause_rank(clause) for clause in clauses]


def _clause_rank(clause: Clause) -> tuple[int, Clause, Clause]:
    """Short clauses first, then by variables, then positive literals before negative ones."""
    return len(clause), tuple(map(abs, clause)), tuple(-one for one in clause)
