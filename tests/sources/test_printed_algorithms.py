"""The algorithms that the sources print, as restated in examples/sources: which are right, and what shows that not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import count, islice, product
from random import Random

import pytest
from examples.sources import alleys, deadlocks, levels_from_solutions, memory, one_box, run_lengths, searching, tunnels

from claims.cut_squares import cuts_by_removal
from claims.scopes import Scope
from claims.searching import LONGER_WAY, astar, manhattan
from sokodead.audit import Report, audit
from sokogen.families.rooms import rooms_level, rooms_moves
from sokogen.random.batches import batches, boards
from sokogen.random.random_levels import random_mixed_level
from sokosolve.certify.certificate import solve_with_certificate
from sokospec import Level, Objective, State, Verdict, replay, verify
from sokospec.errors import SokobanError
from sokospec.formats.rle import expand
from sokospec.oracle import box_distances, search_exhaustively
from sokospec.rules import normalise, pushes
from sources.printed import ALLEY_2

SEED = 7
FEW = Scope({3: 1, 4: 2, 5: 2})
"""Every level of these is tried."""


def levels(number: int) -> Iterator[Level]:
    """Yield random levels of up to 5 x 5 squares and 3 boxes."""
    rng = Random(SEED)
    for _ in range(number):
        yield random_mixed_level(rng)


def audited(detector: Callable[[Level], bool], calls: int = 5_000) -> Report:
    """Return what an audit finds about a detector."""
    return audit("printed", detector, list(islice(batches(SEED), 60)), boards=boards(SEED), seed=SEED, calls=calls)


@pytest.mark.source(9)
def test_the_recursion_for_static_deadlocks_fails_at_the_first_box() -> None:
    with pytest.raises(IndexError):
        deadlocks.static(Level.parse("#####\n#@$.#\n#   #\n#####"))


@pytest.mark.source(12, 13)
def test_the_freeze_recursion_flags_a_state_that_is_solved_by_three_steps() -> None:
    level = Level.parse("########\n### @###\n# *$$.##\n##*.**##\n##**** #\n## #####\n########")
    assert deadlocks.frozen(level)
    assert replay(level, "lDR").valid


@pytest.mark.source(12, 15)
def test_it_does_so_after_a_push_of_the_box_it_is_asked_about() -> None:
    before = Level.parse("########\n####@###\n### $###\n# *$ .##\n##*.**##\n##**** #\n## #####\n########")
    ((after, box),) = [
        (after, push.box) for push, after in pushes(before.board, before.state) if push.direction.letter == "d"
    ]
    moved = next(iter(after.boxes - before.boxes))
    assert box == (2, 4) and deadlocks._frozen(Level(before.board, after), moved, set())
    assert search_exhaustively(Level(before.board, after)).verdict is Verdict.OPTIMAL


@pytest.mark.source(27)
def test_the_procedure_for_alleys_flags_dead_states_alone() -> None:
    report = audited(alleys.dead_alley)
    assert not report.refuted and report.flagged > 300


@pytest.mark.source(31)
def test_the_procedure_for_one_wall_is_refuted_by_a_box_that_comes_back() -> None:
    level = Level.parse("#######\n###.###\n#@$   #\n###   #\n#######")
    assert alleys.one_side(level)
    assert replay(level, "RRdrruLdlU").valid


@pytest.mark.source(38, 39)
def test_pushes_on_through_tunnels_keep_the_fewest_pushes() -> None:
    shortened = 0
    for level in levels(150):
        best = search_exhaustively(level)
        if best.pushes is None or best.expanded > 500:
            continue
        through, used = pushes_through_tunnels(level)
        assert through == best.pushes, str(level)
        shortened += used
    assert shortened > 0


def pushes_through_tunnels(level: Level) -> tuple[int | None, bool]:
    """Return the fewest pushes where a push into a tunnel must go on, and whether any did."""
    board, marked, order = level.board, tunnels.tunnels(level.board), count()
    queue, closed, went_on = [(0, next(order), normalise(board, level.state))], set[State](), False
    while queue:
        cost, _, state = heappop(queue)
        if state.boxes <= board.goals:
            return cost, went_on
        if state in closed:
            continue
        closed.add(state)
        for push, pushed in pushes(board, state):
            after, now, direction = pushed, cost + 1, push.direction
            while (after.player, direction) in marked:
                ahead = (board.beyond[after.player][direction], direction)
                onward = [last for push, last in pushes(board, after) if push == ahead]
                if not onward:
                    break
                after, now, went_on = onward[0], now + 1, True
            heappush(queue, (now, next(order), normalise(board, after)))
    return None, went_on


@pytest.mark.source(57)
def test_the_encoder_gives_what_the_decoder_of_the_project_reads() -> None:
    for symbols in product("#-$", repeat=5):
        text = "".join(symbols)
        assert expand(run_lengths.encode(text), 100).symbols == run_lengths.decode(run_lengths.encode(text)) == text
    with pytest.raises(ValueError, match="digits"):
        run_lengths.encode("#2")


@pytest.mark.source(60, 61)
def test_the_decoder_is_wrong_first_on_a_group_of_four_symbols() -> None:
    assert run_lengths.decode("2(3(#-)#)") == expand("2(3(#-)#)", 100).symbols
    assert (run_lengths.decode("2(3#)"), expand("2(3#)", 100).symbols) == ("3#3#", "######")
    wrong = [text for length in range(1, 5) for text in wrongly_decoded(length)]
    assert wrong == ["(2#)"]


def wrongly_decoded(length: int) -> Iterator[str]:
    """Yield the valid texts of so many symbols that the printed decoder gets wrong."""
    for symbols in product("2#()", repeat=length):
        text = "".join(symbols)
        try:
            right = expand(text, 100).symbols
        except SokobanError:
            continue
        if run_lengths.decode(text) != right:
            yield text


@pytest.mark.source(74)
def test_the_level_from_one_push_has_no_wall_behind_its_goal() -> None:
    assert levels_from_solutions.construct("R") == ["####", "#@$.", "####"]


@pytest.mark.source(73)
@pytest.mark.parametrize("play", ["", "rrr", "R2", "r r", "hello"])
def test_a_level_is_built_from_steps_with_a_push_alone(play: str) -> None:
    with pytest.raises(ValueError, match=r"pushes no box|no steps"):
        levels_from_solutions.construct(play)


@pytest.mark.source(75)
def test_a_wrong_play_passes_the_check_of_its_directions() -> None:
    levels_from_solutions.construct("RlR")
    assert not replay(Level.parse("#####\n#@$.#\n#####"), "RlR").valid


@pytest.mark.source(95)
def test_the_printed_astar_decides_solvability_and_may_find_a_longer_way() -> None:
    for level in levels(100):
        best = search_exhaustively(level)
        if best.expanded <= 500:
            assert (searching.astar(level) is None) == (best.verdict is Verdict.UNSOLVABLE)
    level = Level.parse(LONGER_WAY)
    orders = [{"newest_first": True}, {"newest_first": False}]
    assert any(
        astar(level.board, level.state, manhattan, mark_late=False, **order) != search_exhaustively(level).pushes
        for order in orders
    )


@pytest.mark.source(91)
def test_astar_expands_as_much_as_breadth_first_search_at_worst_and_idastar_holds_one_way() -> None:
    unsolvable = fewer = longer = 0
    for level in levels(150):
        if search_exhaustively(level).expanded > 150:
            continue
        blind, bounded = memory.astar(level, bound=False), memory.astar(level)
        assert blind.pushes == bounded.pushes
        if blind.pushes is None:
            unsolvable += 1
            assert bounded[1:] == blind[1:]  # without a solution no bound saves a state or its place
            continue
        fewer += bounded.expanded < blind.expanded
        if blind.pushes <= 6:
            deepening = memory.idastar(level, blind.pushes)
            assert deepening.pushes == blind.pushes and deepening.held <= blind.pushes + 2
            longer += deepening.expanded > bounded.expanded
    assert min(unsolvable, fewer, longer) > 5


@pytest.mark.source(34)
def test_depth_first_search_decides_and_finds_longer_solutions() -> None:
    longer = 0
    for level in levels(100):
        best = search_exhaustively(level)
        if best.expanded > 300:
            continue
        pushes_made, stack = searching.depth_first(level)
        assert (pushes_made is None) == (best.pushes is None)
        if pushes_made is not None and best.pushes is not None:
            assert best.pushes <= pushes_made < stack
            longer += pushes_made > best.pushes
    assert longer > 5


@pytest.mark.source(131)
def test_the_stack_of_any_search_that_holds_its_way_outgrows_powers_of_the_squares() -> None:
    sizes = [(len(rooms_level(rooms).board.floor), rooms_moves(rooms)) for rooms in range(1, 41)]
    for power in (1, 2, 3):
        assert any(moves > squares**power for squares, moves in sizes)


@pytest.mark.source(34)
def test_a_narrow_beam_misses_solutions_and_a_wide_one_finds_the_shortest() -> None:
    missed = 0
    for level in levels(200):
        best = search_exhaustively(level)
        if best.expanded > 500:
            continue
        assert searching.beam(level, 1_000_000) == best.pushes
        missed += best.pushes is not None and searching.beam(level, 1) is None
    assert missed > 5


@pytest.mark.source(132)
def test_savitch_s_procedure_decides_every_tiny_level() -> None:
    for table in Scope({2: 1, 3: 1}).tables():
        board = table.board
        for state in table.states:
            solved = [last for last in table.states if last.boxes <= board.goals]
            found = any(searching.savitch(board, state, last, len(table.states)) for last in solved)
            assert found == (not table.dead(state))


@pytest.mark.source(121, 122)
def test_depths_find_the_squares_that_cut_every_small_floor() -> None:
    for table in FEW.tables():
        for root in table.board.floor:
            assert one_box.cut_squares(table.board, root) == cuts_by_removal(table.board)


@pytest.mark.source(125)
def test_the_search_over_sides_finds_the_distances_of_one_box() -> None:
    for level in levels(60):
        for box in sorted(level.boxes):
            assert one_box.box_distances(level, box) == box_distances(level.board, level.state, box)


@pytest.mark.source(115)
def test_a_dead_alley_is_proved_unsolvable_without_a_single_state() -> None:
    lines: list[bytes] = []
    answer = solve_with_certificate(Level.parse(ALLEY_2), Objective.PUSHES, lines.append)
    assert answer.verdict is Verdict.UNSOLVABLE and answer.expanded == 0
    assert verify(b"".join(lines)).accepted


@pytest.mark.source(112)
def test_every_small_finite_game_has_a_value_that_both_sides_can_force() -> None:
    for game in games(2):
        assert best(game, turn=0) == forced(game)


Game = int | tuple["Game", ...]
"""The result for the first player, or the games to which a move leads."""


def games(depth: int) -> list[Game]:
    """Return every game of so many moves or fewer with one or two moves at a time."""
    if depth == 0:
        return [-1, 0, 1]
    shorter = games(depth - 1)
    return [*shorter, *((game,) for game in shorter), *product(shorter, repeat=2)]


def best(game: Game, turn: int) -> int:
    """Return the value of a game by going back from its ends."""
    if isinstance(game, int):
        return game
    values = [best(after, 1 - turn) for after in game]
    return min(values) if turn else max(values)


def forced(game: Game) -> int:
    """Return the value that the first player has a strategy for; raises `AssertionError` if the other can break it."""
    mine = max(min(outcomes(game, plan, 0)) for plan in plans(game, 0, mover=0))
    theirs = min(max(outcomes(game, plan, 1)) for plan in plans(game, 0, mover=1))
    assert mine == theirs
    return mine


Plan = dict[tuple[int, ...], int]
"""For each position, by the moves that lead there, the move that is made."""


def plans(game: Game, turn: int, mover: int, at: tuple[int, ...] = ()) -> list[Plan]:
    """Return every plan of a player."""
    if isinstance(game, int):
        return [{}]
    below = [plans(after, 1 - turn, mover, (*at, index)) for index, after in enumerate(game)]
    if turn == mover:
        return [{at: index, **plan} for index, following in enumerate(below) for plan in following]
    return [dict(item for plan in chosen for item in plan.items()) for chosen in product(*below)]


def outcomes(game: Game, plan: Plan, mover: int, turn: int = 0, at: tuple[int, ...] = ()) -> set[int]:
    """Return the results that a plan of one player leaves open."""
    if isinstance(game, int):
        return {game}
    moves = [plan[at]] if turn == mover else range(len(game))
    return set().union(*(outcomes(game[index], plan, mover, 1 - turn, (*at, index)) for index in moves))
