"""Evidence that a level is dead, as values: what the checker takes and what it refuses."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

import networkx as nx
import pytest

from property.labels import placements
from sokospec import Board, Level, Square, State
from sokospec.answer import Objective
from sokospec.certificates import Counting, Fact, Frozen, Pattern, Patterns, Prices, Rejected, check_evidence
from sokospec.certificates.evidence import Facts
from sokospec.certificates.first_pushes import first_pushes
from sokospec.certificates.grid import INFINITE, Grid, bits, shift
from sokospec.certificates.ground import Ground
from sokospec.certificates.short import find_hall_violator, short_proof
from sokospec.certificates.states import BASE, Aim, ForwardSet, Listing, Reader, one_cost

CORNER = Level.parse("######\n#@ . #\n#$   #\n######")
"""The box stands in a corner."""

BEHIND = Level.parse("#######\n#*@$*##\n## # ##\n#.   ##\n#######")
"""Both boxes on goals are frozen, and leave the third no way."""

CORNERS = frozenset({Square(0, 0), Square(0, 1)})


def pattern(player: tuple[int, int], *boxes: tuple[int, int]) -> Pattern:
    return Pattern(frozenset(Square(*box) for box in boxes), Square(*player))


GOOD: list[tuple[Level, list[Fact]]] = [
    (CORNER, [Prices(1, (0,))]),
    (CORNER, [Prices(1, (1 << 99,))]),
    (CORNER, [Counting(5, frozenset())]),
    (CORNER, [Patterns(1, (pattern((1, 1), (2, 1)),))]),
    (CORNER, [Prices(2, (5,)), Patterns(7, (pattern((1, 1), (2, 1)),), by=(2,))]),
    (BEHIND, [Frozen(1, pattern((1, 2), (1, 1))), Frozen(2, pattern((1, 2), (1, 4)), within=1), Prices(3, (0,), 2)]),
    (BEHIND, [Frozen(1, pattern((1, 2), (1, 1), (1, 4))), Counting(3, frozenset(), 1)]),
]


@pytest.mark.parametrize(("level", "evidence"), GOOD, ids=range(len(GOOD)))
def test_good_evidence_is_taken(level: Level, evidence: list[Fact]) -> None:
    check_evidence(level, evidence)


BAD: list[tuple[Level, list[Fact], str]] = [
    (CORNER, [], "the last fact must be one that shows states to be dead"),
    (BEHIND, [Frozen(1, pattern((1, 2), (1, 1)))], "the last fact must be one that shows states to be dead"),
    (CORNER, [Prices(0, (0,))], "fact 0 comes after fact 0: numbers must increase"),
    (CORNER, [Prices(-1, (0,))], "numbers must increase"),
    (CORNER, [Prices(2, (0,)), Prices(1, (0,))], "fact 1 comes after fact 2"),
    (CORNER, [Counting(1, frozenset({Square(1, 3)}))], "the last fact does not rule out the level's state"),
    (CORNER, [Prices(1, (0,), backwards=True)], "no earlier fact 1 that bounds"),
    (CORNER, [Patterns(1, (pattern((1, 2), (1, 1)),))], "the last fact does not rule out the level's state"),
    (CORNER, [Patterns(1, ())], "the last fact does not rule out the level's state"),
    (CORNER, [Patterns(1, (pattern((1, 1)),))], "a pattern has boxes and a player on different floor squares"),
    (CORNER, [Patterns(1, (pattern((2, 1), (2, 1)),))], "a pattern has boxes and a player on different floor squares"),
    (CORNER, [Patterns(1, (pattern((1, 1), (2, 1)),), by=(1,))], "no earlier fact 1 that bounds"),
    (CORNER, [Patterns(1, (pattern((1, 1), (2, 1)),), within=1)], "no earlier fact 1 that freezes boxes"),
    (CORNER, [Patterns(1, (pattern((1, 8), (2, 1)),))], "a square of a fact is not floor"),
    (CORNER, [Counting(1, frozenset({Square(-1, 9)}))], "a square of a fact is not floor"),
    (CORNER, [Counting(1, frozenset({Square(1, 1)}))], "a counted square is not a goal"),
    (CORNER, [Counting(1, frozenset({Square(1, 3)}), backwards=True)], "a counted square is not a goal"),
    (CORNER, [Prices(1, ())], "0 prices for 1 goal"),
    (BEHIND, [Frozen(1, pattern((2, 2), (1, 3)))], "a frozen box stands off the goals"),
    (Level.parse("######\n#@$. #\n######"), [Frozen(1, pattern((1, 1), (1, 3)))], "the push from (1, 3) to (1, 4)"),
    (BEHIND, [Frozen(1, pattern((1, 2), (1, 1))), Prices(2, (0, 0), 1, backwards=True)], "hold only forwards"),
    (BEHIND, [Frozen(1, pattern((1, 2), (1, 1))), Prices(2, (0, 0, 0), 1)], "3 prices for 2 goals"),
]  # fmt: skip


@pytest.mark.parametrize(("level", "evidence", "reason"), BAD, ids=range(len(BAD)))
def test_bad_evidence_is_refused(level: Level, evidence: list[Fact], reason: str) -> None:
    with pytest.raises(Rejected) as error:
        check_evidence(level, evidence)
    assert re.search(rf"(?<!\w){re.escape(reason)}(?!\w)", str(error.value))


@pytest.mark.parametrize("square", [(0, 0), (-1, 1), (-9, -9), (2, 6), (3, 7), (1, 8), (1, -6), (99, 99)])
def test_a_square_off_the_grid_is_no_floor(square: tuple[int, int]) -> None:
    for fact in (Patterns(1, (pattern((1, 1), square),)), Frozen(1, pattern(square, (1, 3)))):
        with pytest.raises(Rejected, match=r"^a square of a fact is not floor\b"):
            check_evidence(CORNER, [fact])


def test_facts_about_frozen_boxes_say_nothing_of_states_without_them() -> None:
    facts = Facts(BEHIND)
    facts.add(Frozen(1, pattern((1, 2), (1, 1), (1, 4))))
    for fact in (Prices(2, (0,), 1), Counting(3, frozenset(), 1), Patterns(4, (pattern((1, 2), (1, 3)),), (2,), 1)):
        facts.add(fact)
    grid = facts.board_ground.grid
    for bound in facts.bounds([2, 3, 4]):
        assert bound(grid.mask([(1, 1), (1, 3), (1, 4)]), grid.mask([(1, 2)])) == INFINITE
        assert bound(grid.mask([(1, 3), (1, 4), (3, 1)]), grid.mask([(1, 2)])) == 0


def test_facts_about_frozen_boxes_say_nothing_of_a_player_on_the_other_side_of_them() -> None:
    facts = Facts(Level.parse("#####\n#@* #\n#$#.#\n#####"))
    facts.add(Prices(1, (0, 0)))
    facts.add(Frozen(2, pattern((1, 1), (1, 2)), by=(1,)))
    facts.add(Counting(3, frozenset(), within=2))
    grid = facts.board_ground.grid
    [bound] = facts.bounds([3])
    boxes = grid.mask([(1, 2), (2, 1)])
    assert bound(boxes, grid.mask([(1, 1)])) == INFINITE
    assert bound(boxes, grid.mask([(1, 3)])) == 0


def test_prices_give_the_sum_over_the_boxes_of_the_least_rest() -> None:
    level = Level.parse("########\n#@     #\n#.$ $  #\n#     .#\n########")
    facts = Facts(level)
    vectors = [(0, 0), (0, 5), (3, -2), (0, 1 << 300), (1 << 300, 0)]
    for number, prices in enumerate(vectors, start=1):
        facts.add(Prices(number, prices))
    grid = facts.board_ground.grid
    left, right = [1, 5], [3, 3]  # pushes from each box to both goals
    for bound, (first, second) in zip(facts.bounds([1, 2, 3, 4, 5]), vectors, strict=True):
        least = [min(away[0] - first, away[1] - second) for away in (left, right)]
        assert bound(grid.mask(level.boxes), grid.mask([level.player])) == first + second + sum(least)
    [bound] = facts.bounds([5])
    assert bound(grid.mask([(3, 6)]), grid.mask([level.player])) == 1 << 300  # it can get to the second goal alone


@pytest.mark.parametrize("board", [Board(2, 5, frozenset(), CORNERS), Board(4, 3, frozenset(), CORNERS)], ids=range(2))
def test_no_two_states_have_the_same_key(board: Board) -> None:
    level = Level(board, State(frozenset({Square(1, 0), Square(1, 1)}), Square(2, 0)))
    grid, known = Grid(board), placements(board, board.floor, 2)
    for objective in (Objective.PUSHES, Objective.MOVES):
        closed = ForwardSet(level, Facts(level), Aim(objective, 0))
        places = 0
        for state in known:
            boxes = grid.mask(state.boxes)
            for player in bits(grid.reachable(grid.mask([state.player]), boxes)):
                places += 1
                with suppress(Rejected):  # the same state again, where the player's square does not count
                    closed.enter(Listing(0, boxes, player, (), 0))
        assert sum(map(len, closed._listed.values())) == (len(known) if objective is Objective.PUSHES else places)


def test_a_node_needs_its_player_on_the_floor() -> None:
    ground = Ground(Grid(CORNER.board))
    grid = ground.grid
    for player in ((0, 0), (2, 1)):
        with pytest.raises(Rejected, match=r"^the player stands on a wall or a box\b"):
            ground.node(grid.mask([(2, 1)]), grid.mask([player]))


def test_the_pushes_that_come_first_are_those_of_the_closing_boxes() -> None:
    level = Level.parse("#######\n#@$ . #\n#######")
    grid = Grid(level.board)
    box, region = grid.mask([(1, 2)]), grid.mask([(1, 1)])
    assert list(first_pushes(grid, box, region, box, [])) == [(box, grid.mask([(1, 3)]))]
    for boxes, closing, reason in [
        ([(1, 2)], [], "a closing square has no box"),
        ([(1, 2)], [(1, 3)], "a closing square has no box"),
        ([(1, 4)], [(1, 4)], "the closing boxes need not be pushed"),
        ([(1, 2), (1, 3)], [(1, 2)], "a closing box may have to wait for another push"),
    ]:
        with pytest.raises(Rejected, match=f"^{reason}$"):
            list(first_pushes(grid, grid.mask(boxes), region, grid.mask(closing), []))


def test_first_pushes_that_are_shown_dead_are_left_out_and_no_others() -> None:
    level = Level.parse("######\n#@ $ #\n#. $.#\n######")
    grid = Grid(level.board)
    boxes, region = grid.mask(level.boxes), grid.reachable(grid.mask([(1, 1)]), grid.mask(level.boxes))
    upper, lower = ((grid.mask([(row, 3)]), grid.mask([(row, 4)])) for row in (1, 2))
    assert list(first_pushes(grid, boxes, region, boxes, [])) == [upper, lower]
    assert list(first_pushes(grid, boxes, region, boxes, [lambda boxes, player: 1 << 300])) == [upper, lower]
    for dead, left in ((upper, lower), (lower, upper)):
        after = boxes ^ dead[0] ^ dead[1], dead[0]

        def shown(boxes: int, player: int, after: tuple[int, int] = after) -> float:
            return INFINITE if (boxes, player) == after else 0

        assert list(first_pushes(grid, boxes, region, boxes, [lambda boxes, player: 0, shown])) == [left]


def test_a_pattern_matches_its_boxes_and_its_side_of_them() -> None:
    level = Level.parse("#####\n#@###\n#$###\n# . #\n#####")
    facts = Facts(level)
    facts.add(Patterns(1, (pattern((1, 1), (2, 1)), pattern((2, 1), (3, 1)))))
    grid = facts.board_ground.grid
    [bound] = facts.bounds([1])
    for box, player, expected in [
        ((2, 1), (1, 1), INFINITE),
        ((2, 1), (3, 1), 0),
        ((2, 1), (3, 3), 0),
        ((3, 1), (3, 2), 0),
        ((3, 1), (1, 1), INFINITE),
        ((3, 2), (1, 1), 0),
    ]:
        assert bound(grid.mask([box]), grid.mask([player])) == expected


def test_a_closing_box_that_leaves_for_the_outside_may_have_to_wait() -> None:
    level = Level.parse("######\n#@$ .#\n#    #\n######")
    grid = Grid(level.board)
    with pytest.raises(Rejected, match=r"^a closing box may have to wait for another push\b"):
        list(first_pushes(grid, grid.mask([(1, 2)]), grid.mask([(1, 1)]), grid.mask([(1, 2)]), []))


def test_closing_boxes_on_goals_are_pushed_when_a_goal_behind_them_is_empty() -> None:
    level = Level.parse("#######\n#@* . #\n#$#####\n#######")
    grid = Grid(level.board)
    boxes, region, box = grid.mask(level.boxes), grid.mask([(1, 1)]), grid.mask([(1, 2)])
    assert list(first_pushes(grid, boxes, region, box, [])) == [(box, grid.mask([(1, 3)]))]


def test_closing_is_about_states_with_as_many_boxes_as_goals() -> None:
    # The box on its goal alone would be a solved state, though another goal is empty; with both boxes it is not.
    level = Level.parse("#######\n#@* . #\n#$#####\n#######")
    grid = Grid(level.board)
    region, box = grid.mask([(1, 1)]), grid.mask([(1, 2)])
    assert list(first_pushes(grid, box, region, box, [])) == [(box, grid.mask([(1, 3)]))]
    with pytest.raises(Rejected, match=r"^a state has 2 boxes and the player beside them$"):
        Reader(level, grid, Objective.PUSHES).entry("0 : 9 @ 8 : 1 : 9")
    assert Reader(level, grid, Objective.PUSHES).entry("0 : 9 15 @ 8 : 1 : 9").closing == box


def test_short_proofs_are_for_dead_squares_and_for_too_few_goals() -> None:
    assert short_proof(CORNER) == (Prices(1, (0,)),)
    few = Level.parse("######\n# $$ #\n#@ . #\n#   .#\n######")
    assert short_proof(few) == (Prices(1, (0, 0)),)
    level = Level.parse("######\n#.$$ #\n#@   #\n#   .#\n######")
    evidence = short_proof(level)
    assert evidence == (Counting(1, frozenset({Square(1, 1)})),)
    check_evidence(level, evidence)
    assert short_proof(Level.parse("#####\n#@$.#\n#####")) is None


def test_confined_goals_are_too_few_for_their_boxes_and_found_whenever_no_matching_is_perfect() -> None:
    rng = Random("confined")
    some, none = 0, 0
    for _ in range(400):
        boxes = rng.randint(1, 7)
        goals_of = {f"box {i}": [g for g in range(boxes) if rng.random() < 0.4] for i in range(boxes)}
        few = find_hall_violator(goals_of)
        graph = nx.Graph()
        graph.add_edges_from((box, goal) for box, goals in goals_of.items() for goal in goals)
        matched = nx.bipartite.maximum_matching(graph, [box for box in goals_of if box in graph])
        assert (few is None) == (len(matched) == 2 * boxes)
        if few is None:
            none += 1
        else:
            some += 1
            assert sum(set(goals) <= few for goals in goals_of.values()) > len(few)
    assert min(some, none) > 40


def test_a_matching_that_moves_thousands_of_boxes_is_found() -> None:
    chain = {box: [box - 1, box] for box in range(1, 3_000)}
    assert find_hall_violator({**chain, 3_000: [0]}) is None
    assert find_hall_violator({**chain, 3_000: [0], 3_001: [2_999]}) == set(range(3_000))


def test_masks() -> None:
    assert list(bits(0)) == [] and list(bits(0b10100)) == [4, 16]
    assert shift(4, 2) == 16 and shift(4, -2) == 1 and shift(1, -1) == 0
    assert one_cost((3,)) == 3 and one_cost((3, 7)) == 3 * BASE + 7
