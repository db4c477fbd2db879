"""Heights for moves: a solution of linear inequalities, made exact.

The inequalities say that no step loses more than a move, that solved states are at most 0 high, -2 with the player
left of the Fibonacci family's column, and that the starts are M(n) high. An interior-point method without crossover
ends in the middle of all solutions: what is tight there is tight in all of them. So the tight ones are solved exactly,
as equations, and the unknowns that they leave free are rounded to fractions of a move that are fine enough for the
others.
"""

from __future__ import annotations

import heapq
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize._highspy import _core as highs  # its public functions go on to a vertex, always
from scipy.sparse import csc_matrix

from column.steps import FAR, FREE, Form, Refined, Row, Steps, fibonacci
from sokoproof.theorems.column_heights import Heights
from sokoproof.theorems.column_words import FamilyLevel, RoomLetter
from sokoproof.theorems.fibonacci_fewest import most_of_solved

MOST_ROWS = 41
"""Rows of the shaft of the largest level that is looked at."""
GIVEN = FREE + 8
"""Weights are written for fewer rows left than this."""
UNITS = (1, 2, 6, 12, 24, 30, 60, 90, 120, 180, 240, 360, 720)
"""Fractions of a move that are tried."""
TIGHT = 1e-6
SLOW = 3e-3
"""A difference that grows less than this by the last Fibonacci numbers does not grow at all."""

Floats = NDArray[np.float64]


class Inequality(NamedTuple):
    """A linear form that is at most a number, or equal to it."""

    form: Form
    most: int
    equal: bool = False


def middle(inequalities: Sequence[Inequality], bounds: Sequence[float]) -> Floats:
    """Return the middle of all solutions within bounds; raises `SystemExit` if there are none."""
    lower, upper, rows, columns, values = [], [], [], [], []
    for i, (form, most, equal) in enumerate(inequalities):
        scale = max(1.0, max(map(abs, form.values())) / 50)
        lower.append(most / scale if equal else -highs.kHighsInf)
        upper.append(most / scale)
        for unknown, factor in form.items():
            rows.append(i)
            columns.append(unknown)
            values.append(factor / scale)
    matrix = csc_matrix((values, (rows, columns)), shape=(len(inequalities), len(bounds)))
    program: Any = highs.HighsLp()  # Any: scipy has no types
    program.num_col_ = program.a_matrix_.num_col_ = len(bounds)
    program.num_row_ = program.a_matrix_.num_row_ = len(inequalities)
    program.col_cost_ = np.zeros(len(bounds))
    program.col_lower_, program.col_upper_ = -np.array(bounds), np.array(bounds)
    program.row_lower_, program.row_upper_ = np.array(lower), np.array(upper)
    program.a_matrix_.format_ = highs.MatrixFormat.kColwise
    program.a_matrix_.start_, program.a_matrix_.index_ = matrix.indptr, matrix.indices
    program.a_matrix_.value_ = matrix.data
    solver: Any = highs._Highs()  # Any: as above
    for option, value in (("solver", "ipm"), ("run_crossover", "off"), ("presolve", "off"), ("output_flag", False)):
        solver.setOptionValue(option, value)
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != highs.HighsModelStatus.kOptimal:
        raise SystemExit(f"no heights: {solver.modelStatusToString(solver.getModelStatus())}")
    return np.array(solver.getSolution().col_value)


def value_of(form: Mapping[int, int], values: Floats) -> float:
    """Return the value of a form."""
    return float(sum(factor * values[unknown] for unknown, factor in form.items()))


class Solved(NamedTuple):
    """An unknown, and the equation that gives it from those that are solved later, or not at all."""

    unknown: int
    form: dict[int, Fraction]
    number: Fraction


def eliminated(equations: Iterable[tuple[Form, int]]) -> list[Solved]:
    """Return the equations as a triangle, short ones first; raises `SystemExit` if they contradict each other."""
    rows = [({u: Fraction(f) for u, f in form.items()}, Fraction(number)) for form, number in equations]
    holding: dict[int, set[int]] = defaultdict(set)
    for i, (form, _) in enumerate(rows):
        for unknown in form:
            holding[unknown].add(i)
    waiting = [(len(form), i) for i, (form, _) in enumerate(rows)]
    heapq.heapify(waiting)
    done: set[int] = set()
    found = []
    while waiting:
        length, i = heapq.heappop(waiting)
        form, number = rows[i]
        if i in done or len(form) != length:
            continue
        done.add(i)
        if not form:
            if number:
                raise SystemExit("what is tight contradicts itself; the middle is not exact enough")
            continue
        chosen = min(form, key=lambda unknown: (abs(form[unknown]) != 1, len(holding[unknown]), unknown))
        for j in sorted(holding[chosen] - done):
            other, its_number = rows[j]
            factor = other[chosen] / form[chosen]
            for unknown, own in form.items():
                rest = other.get(unknown, Fraction(0)) - factor * own
                if rest:
                    other[unknown] = rest
                    holding[unknown].add(j)
                else:
                    other.pop(unknown, None)
                    holding[unknown].discard(j)
            rows[j] = other, its_number - factor * number
            heapq.heappush(waiting, (len(other), j))
        found.append(Solved(chosen, form, number))
    return found


def exact(inequalities: Sequence[Inequality], values: Floats) -> tuple[int, list[int]]:
    """Return a unit and whole numbers of it near the values that obey all inequalities."""
    tight = [i for i in inequalities if i.equal or i.most - value_of(i.form, values) < TIGHT]
    triangle = eliminated((i.form, i.most) for i in tight)
    bound = {solved.unknown for solved in triangle}
    for unit in UNITS:
        found = [Fraction(0) if u in bound else Fraction(round(v * unit), unit) for u, v in enumerate(values)]
        for unknown, form, number in reversed(triangle):
            rest = number - sum((f * found[u] for u, f in form.items() if u != unknown), Fraction(0))
            found[unknown] = rest / form[unknown]
        whole = [int(value * unit) for value in found]
        if all(value * unit == number for value, number in zip(found, whole, strict=True)) and all(
            sum(f * whole[u] for u, f in i.form.items()) <= i.most * unit for i in inequalities
        ):
            return unit, whole
    raise SystemExit("no unit is fine enough")


def move_heights(steps: Steps, levels: Mapping[int, FamilyLevel], starts: Mapping[int, int], beside: int) -> Heights:
    """Return heights for moves: those of starts are given, steps lose at most a unit, solved states are at most 0.

    With the player left of the column solved states are at most -`beside` moves high.
    """
    refined = steps.refined
    forms: dict[frozenset[tuple[int, int]], int] = {}
    growths = {}
    for row, left in steps.rows(MOST_ROWS):
        form = frozenset((unknown, factor) for unknown, factor in row.form.items() if factor)
        if form and form not in forms:
            forms[form] = 1
            if left >= 2 * FAR:
                growths[form] = row.growth(left)
    base = refined.unknown(0, -1, "base")
    found = [Inequality(dict(form), most) for form, most in forms.items()]
    found += _ends(steps, levels, starts, beside, base)
    bounds = [0.0] * len(refined.unknowns)
    for (_, _, name), unknown in refined.unknowns.items():
        bounds[unknown] = {"a": 500.0, "b": 500.0, "c": 1000.0, "d": 100.0}.get(name[0], 3000.0)
    values = middle(found, bounds)
    golden = (1 + 5**0.5) / 2
    for p, q, slope in growths.values():
        if abs(value_of(p, values) + golden * value_of(q, values)) < SLOW:
            found += [Inequality(_tidy(form), 0, equal=True) for form in (p, q) if _tidy(form)]
            found += [Inequality(_tidy(slope), 0)] if _tidy(slope) else []
    print(f"{len(found):,} inequalities, {len(bounds):,} unknowns", file=sys.stderr)
    unit, whole = exact(found, middle(found, bounds))
    return _heights(refined, whole, base, unit)


def _tidy(form: Form) -> Form:
    return {unknown: factor for unknown, factor in form.items() if factor}


def _ends(
    steps: Steps, levels: Mapping[int, FamilyLevel], starts: Mapping[int, int], beside: int, base: int
) -> Iterable[Inequality]:
    shaft = steps.shaft
    for n, level in levels.items():
        solved = most_of_solved(shaft, level, n, beside)
        start = shaft.word(n - 3, level.boxes, level.player)
        ends = [(word, most, False) for word, most in solved.items()]
        if n in starts:
            ends.append((start, starts[n], True))
        for (letters, room), most, equal in ends:
            row = Row(steps.refined)
            state = row.read(0, letters, 0, 1)
            if state is None or room not in steps.refined.rooms(state):
                continue
            row.room(state, room, 1)
            row.form[base] += 1
            yield Inequality(_tidy(row.form), most, equal)


def _heights(refined: Refined, whole: Sequence[int], base: int, unit: int) -> Heights:
    """Return the heights that the unknowns make, in units."""

    def known(state: int, letter: int | RoomLetter, name: str) -> int:
        unknown = refined.unknowns.get((state, letter, name))
        return 0 if unknown is None else whole[unknown]

    def weight(state: int, letter: int, left: int) -> int | None:
        if not refined.may(state, letter, left):
            return None
        if left < FREE:
            return known(state, letter, f"r{left}")
        a, b, c, d = (known(state, letter, f"{name}{left % 2}") for name in "abcd")
        return a * fibonacci(left) + b * fibonacci(left + 1) + c + d * left

    states = range(len(refined.following))
    return Heights(
        refined.following,
        [{letter: [weight(s, letter, r) for r in range(GIVEN)] for letter in refined.following[s]} for s in states],
        [{room: known(s, room, "r0") for room in refined.rooms(s)} for s in states],
        whole[base],
        (unit, unit),
    )
