"""The parts of the search over feature cells by examples: rooms, the tree, the advisors, and the whole."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import numpy as np
import pytest

from feature_space.feature_worlds import Features, small_and_middle_sized
from interrupting import asked
from sokosolve.features import Algorithm
from sokosolve.fess import any_solution, fess
from sokosolve.fess.advisors import advise
from sokosolve.fess.fess import FeatureSpaceSearch, prepare_searches, the_other_way
from sokosolve.fess.fess_kernel import ADVISED, cell_features
from sokosolve.fess.passages import areas, passages, room_squares
from sokosolve.fess.position import ADVISORS as FIRST_ADVISOR
from sokosolve.fess.position import Value
from sokosolve.fess.positions import (
    FIRST_ROOM,
    NONE,
    Cell,
    Node,
    Tree,
    TreeCount,
    cell_of,
    enter_position,
    grown,
    insert,
    new_tree,
    next_cell,
    pop,
    tree_bytes,
)
from sokosolve.level.level_tables import level_tables
from sokosolve.search import build
from sokosolve.search.budget import Budget, BudgetSpent
from sokosolve.search.store import slot_of
from sokosolve.solver import solve
from sokospec import Level, Square, State
from sokospec.answer import Answer, Objective, Verdict
from sokospec.limits import Limits, Progress
from sokospec.rules import normalise

# Rooms.


def drawn(*rows: str) -> Features:
    level = Level.parse("\n".join(rows))
    tables = level_tables(level, compiled=False)
    assert tables is not None
    return Features(level, tables)


def test_rooms_hold_a_rectangle_of_two_by_three_and_passages_lie_between_them() -> None:
    features = drawn("##########", "#   #   ##", "#@$.    ##", "##### ####", "##### ####", "##########")
    floor = features.world.floor
    rooms = areas(floor, room_squares(floor))
    assert [len(room) for room in rooms] == [6, 6]
    assert [{features.squares[square] for square in passage} for passage in passages(floor)] == [{Square(2, 4)}]


def test_a_corridor_between_two_rooms_is_one_passage_and_a_dead_end_is_none() -> None:
    features = drawn(
        "############", "#   #   ####", "#@$.     ###", "#   #   ## #", "### #####  #", "### ###### #", "############"
    )
    found = passages(features.world.floor)
    names = [{tuple(features.squares[square]) for square in passage} for passage in found]
    assert {(2, 4)} in names
    assert all((4, 3) not in passage for passage in names)


def test_a_corridor_that_leads_back_to_its_room_is_a_passage() -> None:
    features = drawn("########", "#@$.   #", "#      #", "# #### #", "# #### #", "#      #", "########")
    [passage] = passages(features.world.floor)
    assert {features.squares[square].row for square in passage} == {3, 4, 5}


# The tree.


def a_tree(keys: list[int], cells: list[int]) -> Tree:
    """Return a tree of positions with one move each, of these keys, in cells of these features."""
    tree = grown(new_tree(2), len(keys), len(keys), compiled=False)
    for number, (key, features) in enumerate(zip(keys, cells, strict=True)):
        packed = np.array([number, number // 3], dtype=np.uint64)
        slot = slot_of(tree, packed, number % 70)
        position = enter_position(tree, slot, packed, number % 70, 0)
        tree.of[position, Node.CELL] = cell_of(tree, features)
        tree.of[position, Node.NEXT_MOVE] = number
        tree.move_key[number] = key
        tree.counts[TreeCount.MOVES] += 1
        insert(tree, position)
    return tree


def test_a_cell_gives_its_positions_in_the_order_of_their_keys() -> None:
    rng = Random(5)
    keys = [rng.randrange(50) for _ in range(200)]
    tree = a_tree(keys, [7] * 200)
    taken: list[int] = []
    for number in range(200):
        if number % 3 == 2 and len(taken) < 150:  # one goes back with a larger key
            tree.move_key[tree.of[taken[-1], Node.NEXT_MOVE]] += 100
            insert(tree, taken.pop())
        taken.append(pop(tree, 0))
    found = [int(tree.move_key[tree.of[position, Node.NEXT_MOVE]]) for position in taken]
    while tree.cells[0, Cell.ROOT] != NONE:
        found.append(int(tree.move_key[tree.of[pop(tree, 0), Node.NEXT_MOVE]]))
    assert len(found) >= 200
    assert [key for key in found if key < 50] == sorted(key for key in found if key < 50)


def test_every_other_turn_is_the_best_cells_and_the_others_go_round() -> None:
    tree = a_tree([0] * 8, [30, 10, 20, 40] * 2)
    turns = [next_cell(tree, 2) for _ in range(8)]
    assert turns[::2] == [1, 1, 1, 1]
    assert turns[1::2] == [1, 2, 3, 0]
    assert [pop(tree, 1), pop(tree, 1)] in ([1, 5], [5, 1])
    assert {next_cell(tree, 2) for _ in range(20)} == {0, 2, 3}
    for cell in (0, 0, 2, 2, 3, 3):
        pop(tree, cell)
    assert next_cell(tree, 2) == NONE


def test_the_best_cell_has_as_rarely_its_turn_as_is_asked_for() -> None:
    tree = a_tree([0] * 8, [30, 10, 20, 40] * 2)
    assert [next_cell(tree, 4) for _ in range(12)] == [1, 1, 2, 3, 1, 0, 1, 2, 1, 3, 0, 1]


def test_a_cell_of_many_steps_has_a_name_of_its_own_in_python_too() -> None:
    values = np.array([1000, 3, 0, 2, 0, 0, 0, 0], dtype=np.int32)
    values[[Value.PACKING, Value.CONNECTIVITY, Value.ROOMS, Value.OUT_OF_PLAN]] = 1000, 5, 3, 2
    name = cell_features(values)
    assert name == ((1000 * 1024 + 5) * 64 + 3) * 64 + 2
    assert cell_of(new_tree(2), name) == 0


def test_growth_keeps_positions_moves_cells_and_their_order() -> None:
    count = FIRST_ROOM - 2
    keys = [Random(2).randrange(1000) + number for number in range(count)]
    tree = a_tree(keys, [number % 5 for number in range(count)])
    larger = grown(tree, 10**6, 5000, compiled=False)
    assert larger.counts.tolist() == tree.counts.tolist() and larger.counts[TreeCount.POSITIONS] == count
    assert tree_bytes(larger) > tree_bytes(tree)
    for number in range(count):
        packed = np.array([number, number // 3], dtype=np.uint64)
        assert larger.slots[slot_of(larger, packed, number % 70)] == number
    for cell in range(int(tree.counts[TreeCount.CELLS])):
        while tree.cells[cell, Cell.ROOT] != NONE:
            assert pop(larger._replace(cells=tree.cells), cell) is not None
    assert (larger.move_key[:count] == keys).all()


# The advisors.

DRAWN = {
    "packing": (Value.PACKING, drawn("#######", "#@$ . #", "#     #", "#######")),
    "connectivity": (Value.CONNECTIVITY, drawn("##########", "#@  #   .#", "#   $    #", "#   #    #", "##########")),
    "rooms": (Value.ROOMS, drawn("##########", "#@  #    #", "#   $    #", "#   #   .#", "##########")),
    "hotspots": (Value.HOTSPOTS, drawn("#########", "####   @#", "#  $ $. #", "####  . #", "#########")),
}


@pytest.mark.parametrize("name", DRAWN)
def test_an_advisor_proposes_the_move_that_makes_its_feature_better(name: str) -> None:
    feature, features = DRAWN[name]
    before, moves = advised(features, normalise(features.level.board, features.level.state))
    better = [values for _, _, values, is_proposed in moves if is_proposed and values[feature] < before[feature]]
    assert better and all(values[Value.PACKING] <= before[Value.PACKING] for values in better)


def advised(features: Features, state: State) -> tuple[list[int], list[tuple[Square, Square, list[int], bool]]]:
    """Return the values of a position, and its moves in order: box, where to, values after it, whether proposed."""
    before = features.measured(state)
    found = len(features.all_moves(state))
    moves, boxes = features.moves, features.scratch.boxes
    order = sorted(range(found), key=lambda move: (int(moves.key[move]), move))
    advise(features.knowledge, moves, found, np.array(before, dtype=np.int32), boxes, ADVISED)
    return before, [
        (
            features.squares[boxes[moves.box[move]]],
            features.squares[moves.to[move]],
            [int(value) for value in moves.values[move]],
            bool(moves.key[move] < ADVISED),
        )
        for move in order
    ]


def proposed_slowly(
    features: Features, before: list[int], moves: list[tuple[Square, Square, list[int], bool]]
) -> dict[str, int]:
    """Return the place in order of the move that each advisor proposes; advisors without one are left out."""
    knowledge, number = features.knowledge, features.number
    done = before[Value.IN_ORDER]
    keep = [place for place, (_, _, values, _) in enumerate(moves) if values[Value.PACKING] <= before[Value.PACKING]]
    found = {}
    for name, feature in IMPROVING.items():
        if better := [place for place in keep if moves[place][2][feature] < before[feature]]:
            found[name] = better[0]
    opening = [
        place
        for place in keep
        if moves[place][2][Value.OPENED] and knowledge.leads[number[moves[place][1]], number[moves[place][0]]]
    ]
    if opening:
        found["explorer"] = opening[0]
    for name, distance, is_asked in (
        ("opener", knowledge.from_next, True),
        ("out of plan", knowledge.from_cut_off, before[Value.OUT_OF_PLAN] > 0),
    ):
        worth = []
        for place in keep:
            box, to, values, _ = moves[place]
            start, end = int(distance[done, number[box]]), int(distance[done, number[to]])
            if end > start and all(
                values[same] <= before[same] for same in (Value.CONNECTIVITY, Value.ROOMS, Value.OUT_OF_PLAN)
            ):
                worth.append((start, -end, place))
        if worth and is_asked:
            found[name] = min(worth)[2]
            best = min(worth)[:2]
            found[f"{name}, as good"] = sum(each[:2] == best for each in worth)
    return found


def moves_without(features: Features, bits: int) -> list[tuple[Square, Square, list[int], bool]]:
    """Return the moves of a level in order, as `advised` does, where some features and advisors are left out."""
    changed = Features.__new__(Features)
    variant = features.knowledge.variant._replace(without=bits)
    changed.__dict__.update(vars(features), knowledge=features.knowledge._replace(variant=variant))
    return advised(changed, normalise(features.level.board, features.level.state))[1]


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_left_out_counts_for_nothing_and_says_nothing(name: str) -> None:
    feature, features = DRAWN[name]
    assert any(values[feature] for _, _, values, _ in moves_without(features, 0))
    assert not any(values[feature] for _, _, values, _ in moves_without(features, 1 << feature))
    assert any(is_proposed for *_, is_proposed in moves_without(features, 0))
    assert not any(is_proposed for *_, is_proposed in moves_without(features, 0xFF << FIRST_ADVISOR))


IMPROVING = {
    "packing": Value.PACKING,
    "connectivity": Value.CONNECTIVITY,
    "rooms": Value.ROOMS,
    "hotspots": Value.HOTSPOTS,
    "next": Value.NEXT,
}


def test_the_advisors_propose_what_their_definitions_say_and_nothing_that_undoes_a_step() -> None:
    rng = Random(6)
    counted = Counter[str]()
    for features in small_and_middle_sized(45, 15):
        for state in features.states(rng, 4):
            before, moves = advised(features, state)
            wanted = proposed_slowly(features, before, moves)
            places = {place for place, (_, _, _, is_proposed) in enumerate(moves) if is_proposed}
            assert all(moves[place][2][Value.PACKING] <= before[Value.PACKING] for place in places)
            tied = {name.partition(",")[0] for name, count in wanted.items() if "as good" in name and count > 1}
            certain = {place for name, place in wanted.items() if "as good" not in name and name not in tied}
            assert certain <= places, (str(features.level), state)
            assert len(places) <= len(certain) + len(tied)
            counted.update(name for name in wanted if "as good" not in name)
    assert counted.keys() == {*IMPROVING, "explorer", "opener", "out of plan"}
    assert min(counted.values()) > 0


# The whole.

ROOM = Level.parse("########\n#      #\n# $ $$ #\n#  .. .#\n# $ @. #\n#      #\n########")
STUCK = Level.parse("#######\n#@    #\n# $$  #\n# $$ .#\n#   ..#\n#    .#\n#######")


def by_fess(level: Level, limits: Limits | None = None) -> Answer:
    return solve(level, Objective.ANY, limits or Limits(), algorithm=Algorithm.FESS)


def test_the_same_seed_gives_the_same_answer_after_as_many_expansions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(any_solution, "HURRY", 0)
    for algorithm in (Algorithm.FESS, Algorithm.ASTAR):
        one, other = (solve(ROOM, Objective.ANY, algorithm=algorithm) for _ in range(2))
        assert one.verdict is Verdict.SOLVED
        assert (one.lurd, one.expanded, one.generated) == (other.lurd, other.expanded, other.generated)


@pytest.mark.parametrize("moment", [1, 2, 3])
def test_ctrl_c_at_any_news_is_a_limit_and_no_word_about_solutions(moment: int) -> None:
    news: list[Progress] = []

    def report(progress: Progress) -> None:
        news.append(progress)
        if len(news) == moment:
            raise KeyboardInterrupt

    answer = asked(lambda: by_fess(STUCK, Limits(report=report)))
    assert (answer.verdict, answer.lurd, answer.interrupted) == (Verdict.LIMIT_TIME, None, True)


def test_the_news_tell_how_far_the_best_cell_has_come_and_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fess, "MOVES_AT_ONCE", 1)
    news: list[Progress] = []
    assert by_fess(ROOM, Limits(report=news.append)).verdict is Verdict.SOLVED
    details = [progress.detail for progress in news if progress.detail]
    assert details[0] == "0 of 4 steps of the plan done, 1 component, 1 cell"
    told = [tuple(map(int, re.findall(r"\d+", detail))) for detail in details]
    done, steps, components, cells = zip(*told, strict=True)
    assert set(steps) == {4} and set(components) == {1}
    assert sorted(done) == list(done) and 0 < done[-1] < 4
    assert sorted(cells) == list(cells) and cells[-1] > 1


def test_each_state_in_which_pulls_may_begin_has_moves_of_its_own() -> None:
    level = Level.parse("#########\n# $ .   #\n#  @. $ #\n# $ .   #\n#########")
    tables = level_tables(level, compiled=False)
    assert tables is not None
    budget = Budget(Limits())
    budget.compile()
    forward = build.world_of(tables, ["dead-squares"], exact_player=False, compiled=True)
    shared = the_other_way(prepare_searches(tables, forward, budget), tables, budget)
    search = FeatureSpaceSearch(tables, budget, shared, most=0)
    with pytest.raises(BudgetSpent):
        search.run()
    one, other = search.tree.of[:2]
    assert (
        0
        == one[Node.NEXT_MOVE]
        < one[Node.LAST_MOVE]
        == other[Node.NEXT_MOVE]
        < other[Node.LAST_MOVE]
        == search.tree.counts[TreeCount.MOVES]
    )


def test_no_time_is_a_limit_and_time_enough_is_a_proof() -> None:
    assert by_fess(STUCK, Limits(seconds=0)).verdict is Verdict.LIMIT_TIME
    assert by_fess(STUCK).verdict is Verdict.UNSOLVABLE
