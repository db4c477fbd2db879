"""No solution of the Fibonacci family has fewer pushes or moves: proved, and refuted with anything changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from sokogen.families.fibonacci import Side, fibonacci_level, fibonacci_moves, fibonacci_pushes, fibonacci_solution
from sokogen.families.fibonacci_classical import classical_level, classical_pushes
from sokoproof.all_proofs import THEOREMS
from sokoproof.proof import Proof, Refuted
from sokoproof.status import Status
from sokoproof.theorems.column_evidence import ColumnEvidence, classical_column, moves_column, pushes_column
from sokoproof.theorems.column_falls import falls_slowly
from sokoproof.theorems.column_heights import Heights, extend, never_negative
from sokoproof.theorems.column_words import FamilyLevel, Shaft, WordAutomaton, cells_of, mirror, with_room_to_move
from sokoproof.theorems.fibonacci_fewest import (
    LEFT,
    MIDDLE,
    backwards_closed,
    ends_fit,
    fewest,
    no_solution,
    same_shaft,
    squares_left_of_column,
    starts_and_ends,
)
from sokospec.board import Direction, Level, State
from sokospec.limits import require_verdict
from sokospec.oracle.search import search_exhaustively
from sokospec.rules import is_solved, reachable, step, steps

SIZES = range(4, 25)
DIRECTIONS = {direction.letter: direction for direction in Direction}


@cache
def column() -> ColumnEvidence:
    return pushes_column()


@cache
def levels() -> dict[int, FamilyLevel]:
    return {n: cells_of(fibonacci_level(n), n) for n in SIZES}


@cache
def variant(least: int) -> dict[int, FamilyLevel]:
    return {n: mirror(cells_of(classical_level(n), n)) for n in range(least, 25, 2)}


def new() -> Proof:
    return Proof("a proof", "a claim", "a scope")


@cache
def shaft() -> Shaft:
    return same_shaft(new(), levels())


@cache
def moving() -> WordAutomaton:
    return with_room_to_move(column().solvable)[0]


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "fibonacci-pushes-fewest",
        "fibonacci-moves-fewest",
        "fibonacci-classical-pushes-fewest",
        "fibonacci-classical-odd",
    ],
)
def test_the_theorem_is_proved_and_prints(name: str) -> None:
    proof = THEOREMS[name]()
    assert proof.status is Status.PROVED
    assert len(str(proof).splitlines()) > len(proof.steps) > 0


def test_starts_and_ends_fit() -> None:
    starts_and_ends(new(), moving(), shaft(), levels(), start=True)
    ends_fit(new(), column(), shaft(), levels(), fibonacci_pushes)


@pytest.mark.parametrize("wrong", [-1, 1])
def test_a_wrong_number_is_refuted(wrong: int) -> None:
    with pytest.raises(Refuted, match="high, not"):
        ends_fit(new(), column(), shaft(), levels(), lambda n: fibonacci_pushes(n) + wrong)


def test_a_number_that_is_wrong_for_large_sizes_alone_is_refuted() -> None:
    with pytest.raises(Refuted, match="does not go on in the same way"):
        ends_fit(new(), column(), shaft(), levels(), lambda n: fibonacci_pushes(n) + (n > 20))


def changed_level(n: int, old: str, fresh: str) -> Level:
    text = str(fibonacci_level(n))
    assert old in text
    return Level.parse(text.replace(old, fresh, 1))


@pytest.mark.parametrize(
    "other",
    [
        changed_level(7, "#   * #", "#  #* #"),
        changed_level(7, "#  *  #", "#     #"),
        classical_level(6),
    ],
)
def test_a_level_with_another_square_or_goal_is_refuted(other: Level) -> None:
    n = len(other.boxes)
    with pytest.raises(Refuted, match="is not n - 3 rows"):
        same_shaft(new(), levels() | {n: cells_of(other, n)})


@pytest.mark.long
def test_one_square_more_in_all_levels_is_refuted() -> None:
    """With one more square beside the column, boxes can be let in higher up."""
    wider = {n: replace_floor(level, (0, 3)) for n, level in levels().items()}
    assert fewest("wider", "n", wider, fibonacci_pushes, column()).status is Status.REFUTED
    room = {n: replace_floor(level, (-4, 3)) for n, level in levels().items()}
    assert fewest("a larger room", "n", room, fibonacci_pushes, column()).status is Status.REFUTED


def replace_floor(level: FamilyLevel, cell: tuple[int, int]) -> FamilyLevel:
    assert cell not in level.floor
    return level._replace(floor=level.floor | {cell})


def test_the_changes_of_windows_are_those_of_the_rules() -> None:
    """Every window of a small level that shows all of it, against the reference engine."""
    level = fibonacci_level(5)
    states, waiting = {level.state}, [level.state]
    while waiting and len(states) < 300:
        state = waiting.pop()
        for _, after in steps(level.board, state):
            if after not in states:
                states.add(after)
                waiting.append(after)
            seen = cells_of(Level(level.board, state), 5), cells_of(Level(level.board, after), 5)
            one, two = (shaft().word(2, cells.boxes, cells.player) for cells in seen)
            pushed = int(state.boxes != after.boxes)
            assert (*two, pushed) in {tuple(change) for change in shaft().changes(*one, backwards=False)}
            assert (*one, pushed) in {tuple(change) for change in shaft().changes(*two, backwards=True)}


@pytest.mark.long
@pytest.mark.parametrize("state", [0, 1, 7, 40])
def test_without_one_transition_the_automaton_is_not_closed(state: int) -> None:
    following = [dict(row) for row in column().solvable.following]
    del following[state][sorted(following[state])[-1]]
    wrong = replace(column(), solvable=WordAutomaton(following, column().solvable.accepted))
    with pytest.raises(Refuted):
        backwards_closed(new(), wrong.solvable, shaft())


@pytest.mark.long
def test_without_one_room_letter_the_automaton_is_not_closed() -> None:
    accepted = list(column().solvable.accepted)
    accepted[1] -= {max(accepted[1])}
    wrong = replace(column(), solvable=WordAutomaton(column().solvable.following, accepted))
    with pytest.raises(Refuted):
        backwards_closed(new(), wrong.solvable, shaft())


def changed_heights(state: int, letter: int, by: int) -> Heights:
    heights = column().heights
    weights = [dict(row) for row in heights.weights]
    weights[state][letter] = [None if value is None else value + by for value in weights[state][letter]]
    return replace(heights, weights=weights)


@pytest.mark.long
@pytest.mark.parametrize(("state", "letter", "by"), [(1, 4, 1), (1, 12, -1), (9, 0, 1), (20, 16, 1)])
def test_with_one_weight_changed_some_push_loses_too_much(state: int, letter: int, by: int) -> None:
    wrong = replace(column(), heights=changed_heights(state, letter, by))
    with pytest.raises(Refuted):
        falls_slowly(new(), wrong, moving(), shaft())


@pytest.mark.long
@pytest.mark.parametrize("state", [1, 7, 20])
def test_a_missing_case_is_refuted(state: int) -> None:
    heights = column().heights
    following, weights = [dict(row) for row in heights.following], [dict(row) for row in heights.weights]
    del following[state][8], weights[state][8]
    wrong = replace(column(), heights=replace(heights, following=following, weights=weights))
    with pytest.raises(Refuted):
        falls_slowly(new(), wrong, moving(), shaft())


def test_what_is_said_to_stay_positive_does() -> None:
    for values in product(range(-1, 3), range(-1, 3), range(-2, 4), range(-2, 7)):
        if never_negative(values):
            assert min(extend(values, 30)) >= 0


def test_starts_and_ends_of_the_classical_variant_fit() -> None:
    solvable = with_room_to_move(classical_column().solvable)[0]
    starts_and_ends(new(), solvable, shaft(), variant(4), start=True)
    starts_and_ends(new(), solvable, shaft(), variant(5), start=False)
    ends_fit(new(), classical_column(), shaft(), variant(4), classical_pushes)


@pytest.mark.parametrize("wrong", [-1, 1])
def test_a_wrong_number_of_the_classical_variant_is_refuted(wrong: int) -> None:
    with pytest.raises(Refuted, match="high, not"):
        ends_fit(new(), classical_column(), shaft(), variant(4), lambda n: classical_pushes(n) + wrong)


def test_a_start_that_can_be_solved_refutes_that_none_can() -> None:
    solvable = with_room_to_move(classical_column().solvable)[0]
    with pytest.raises(Refuted, match="A accepts the start"):
        starts_and_ends(new(), solvable, shaft(), variant(4), start=False)
    with pytest.raises(Refuted, match="A does not accept the start"):
        starts_and_ends(new(), solvable, shaft(), variant(5), start=True)


def test_the_familys_own_automaton_does_not_fit_the_variants_goals() -> None:
    with pytest.raises(Refuted, match="does not accept a solved state"):
        starts_and_ends(new(), moving(), shaft(), variant(5), start=False)


def test_unmirrored_the_variant_is_no_column_of_this_kind() -> None:
    other = {n: cells_of(classical_level(n), n) for n in range(5, 15, 2)}
    assert no_solution("unmirrored", "odd n", other, classical_column().solvable).status is Status.REFUTED


def test_the_reference_engine_agrees_that_five_boxes_have_no_solution() -> None:
    assert require_verdict(search_exhaustively(classical_level(5))).pushes is None
    assert require_verdict(search_exhaustively(classical_level(4))).pushes == classical_pushes(4)


@pytest.mark.long
@pytest.mark.parametrize("room", [2114, 2116])
def test_without_a_case_at_the_end_the_variants_automaton_is_not_closed(room: int) -> None:
    solvable = classical_column().solvable
    accepted = [frozenset(letter for letter in letters if letter.boxes != room) for letters in solvable.accepted]
    wrong = no_solution("wrong", "odd n", variant(5), replace(solvable, accepted=accepted))
    assert wrong.status is Status.REFUTED


@pytest.mark.long
def test_one_goal_or_square_more_in_the_variant_is_refuted() -> None:
    solvable = classical_column().solvable
    wider = {n: replace_floor(level, (0, 3)) for n, level in variant(5).items()}
    larger = {n: replace_floor(level, (-4, 3)) for n, level in variant(5).items()}
    other = {n: level._replace(goals=level.goals - {(-3, 1)} | {(-3, 0)}) for n, level in variant(5).items()}
    for levels_changed in (wider, larger, other):
        assert no_solution("changed", "odd n", levels_changed, solvable).status is Status.REFUTED


@pytest.mark.long
@pytest.mark.parametrize("state", [1, 5, 40])
def test_a_weight_of_the_variant_changed_is_refuted(state: int) -> None:
    heights = classical_column().heights
    weights = [dict(row) for row in heights.weights]
    letter = min(weights[state])
    weights[state][letter] = [None if value is None else value + 1 for value in weights[state][letter]]
    wrong = replace(classical_column(), heights=replace(heights, weights=weights))
    assert fewest("wrong", "even n", variant(4), classical_pushes, wrong).status is Status.REFUTED


@pytest.mark.long
def test_with_the_last_goal_where_the_family_has_it_odd_sizes_have_no_solution_either() -> None:
    goals = {n: level._replace(goals=level.goals - {(-3, 1)} | {(-3, 2)}) for n, level in variant(5).items()}
    assert no_solution("the family's goals", "odd n", goals, column().solvable).status is Status.PROVED


def test_starts_are_as_high_as_solutions_are_long_in_units_of_a_move() -> None:
    ends_fit(new(), moves_column(), shaft(), levels(), fibonacci_moves, LEFT)


def test_that_it_takes_more_to_end_left_of_the_column_than_it_does_is_refuted() -> None:
    with pytest.raises(Refuted, match="above -540"):
        ends_fit(new(), moves_column(), shaft(), levels(), fibonacci_moves, LEFT + 1)
    with pytest.raises(Refuted, match="above -1"):
        ends_fit(new(), column(), shaft(), levels(), fibonacci_pushes, 1)


def test_a_solved_state_that_is_high_with_many_rows_below_alone_is_refuted() -> None:
    """The levels looked at one by one have 4 rows at most, and the weights are changed from 8 rows left on."""
    heights, small = moves_column().heights, {n: level for n, level in levels().items() if n < 8}
    weights = [dict(row) for row in heights.weights]
    for row in weights:
        for letter in row.keys() & {MIDDLE | 1}:
            row[letter] = [value if value is None or r < 8 else value + 2000 for r, value in enumerate(row[letter])]
    high = replace(moves_column(), heights=replace(heights, weights=weights))
    with pytest.raises(Refuted, match="a solved state with 9 after 0 rows is high"):
        ends_fit(new(), high, shaft(), small, fibonacci_moves, LEFT)


def test_an_uppermost_row_without_a_player_that_weighs_something_is_refuted() -> None:
    """Else what is computed for few rows above the player would not hold for any number of them."""
    heights = moves_column().heights
    weights = [dict(row) for row in heights.weights]
    weights[0][MIDDLE] = [*weights[0][MIDDLE][:-1], -1]
    wrong = replace(moves_column(), heights=replace(heights, weights=weights))
    with pytest.raises(Refuted, match="uppermost row"):
        ends_fit(new(), wrong, shaft(), levels(), fibonacci_moves, LEFT)


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_the_left_of_the_column_is_where_the_solution_that_is_longer_ends(n: int) -> None:
    level = fibonacci_level(n)
    found = {}
    for side in Side:
        state = level.state
        for letter in "".join(fibonacci_solution(n, side)):
            state = step(level.board, state, DIRECTIONS[letter.lower()])
        assert is_solved(level.board, state)
        region = reachable(level.board, state)
        found[side] = {cells_of(Level(level.board, State(state.boxes, square)), n).player for square in region}
    cells = levels()[n]
    assert squares_left_of_column(cells) == found[Side.LEFT]
    assert found[Side.LEFT] | found[Side.RIGHT] == cells.floor - cells.goals


@pytest.mark.parametrize("wrong", [-1, 1])
def test_a_wrong_number_of_moves_is_refuted(wrong: int) -> None:
    with pytest.raises(Refuted, match="high, not"):
        ends_fit(new(), moves_column(), shaft(), levels(), lambda n: fibonacci_moves(n) + wrong)
    with pytest.raises(Refuted, match="does not go on in the same way"):
        ends_fit(new(), moves_column(), shaft(), levels(), lambda n: fibonacci_moves(n) + wrong * (n > 21))


@pytest.mark.parametrize("n", [4, 5])
def test_no_state_is_higher_than_its_moves_left_by_the_reference_engine(n: int) -> None:
    level, heights = fibonacci_level(n), moves_column().heights
    before: dict[State, list[State]] = {level.state: []}
    waiting = [level.state]
    for state in waiting:
        for _, after in steps(level.board, state):
            if after not in before:
                before[after] = []
                waiting.append(after)
            before[after].append(state)
    ends = {state: cells_of(Level(level.board, state), n) for state in before if is_solved(level.board, state)}
    left = moves_left(before, list(ends))
    to_the_left = moves_left(
        before, [end for end, cells in ends.items() if cells.player in squares_left_of_column(cells)]
    )
    assert left[level.state] == fibonacci_moves(n)
    assert to_the_left[level.state] == fibonacci_moves(n) + LEFT
    seen = 0
    for state, moves in left.items():
        cells = cells_of(Level(level.board, state), n)
        height = heights.height(*shaft().word(n - 3, cells.boxes, cells.player))
        if height is not None:
            seen += 1
            assert height <= moves * heights.loses[0]
            assert height <= (to_the_left.get(state, moves + LEFT) - LEFT) * heights.loses[0]
    assert seen == {4: 592, 5: 1_939}[n]  # as many words as H has heights for


def moves_left(before: dict[State, list[State]], ends: list[State]) -> dict[State, int]:
    """Return the moves of the states from which one of some ends is reached."""
    left = dict.fromkeys(ends, 0)
    nearer = list(left)
    for state in nearer:
        for earlier in before[state]:
            if earlier not in left:
                left[earlier] = left[state] + 1
                nearer.append(earlier)
    return left


@pytest.mark.long
@pytest.mark.parametrize("loses", [(179, 180), (180, 179)])
def test_that_a_step_costs_less_is_refuted(loses: tuple[int, int]) -> None:
    wrong = replace(moves_column(), heights=replace(moves_column().heights, loses=loses))
    with pytest.raises(Refuted, match="loses too much"):
        falls_slowly(new(), wrong, moving(), shaft())


@pytest.mark.long
@pytest.mark.parametrize("state", [1, 20, 60])
def test_a_weight_for_moves_that_is_changed_or_left_out_is_refuted(state: int) -> None:
    heights = moves_column().heights
    letter = max(heights.following[state])
    weights, fewer = [dict(row) for row in heights.weights], [dict(row) for row in heights.weights]
    following = [dict(row) for row in heights.following]
    weights[state][letter] = [None if value is None else value + 121 for value in weights[state][letter]]
    del fewer[state][letter], following[state][letter]
    for wrong in (replace(heights, weights=weights), replace(heights, weights=fewer, following=following)):
        with pytest.raises(Refuted):
            falls_slowly(new(), replace(moves_column(), heights=wrong), moving(), shaft())


@pytest.mark.long
def test_one_square_more_in_all_levels_is_refuted_for_moves() -> None:
    for cell in ((0, 3), (-4, 3)):
        wider = {n: replace_floor(level, cell) for n, level in levels().items()}
        assert fewest("wider", "n", wider, fibonacci_moves, moves_column()).status is Status.REFUTED


def test_weights_that_go_on_late_are_refused() -> None:
    heights = moves_column().heights
    late: list[dict[int, Sequence[int | None]]]
    late = [{letter: [*given, *given[-6:]] for letter, given in row.items()} for row in heights.weights]
    with pytest.raises(Refuted, match="regularly from 8 rows"):
        falls_slowly(new(), ColumnEvidence(column().solvable, replace(heights, weights=late)), moving(), shaft())
