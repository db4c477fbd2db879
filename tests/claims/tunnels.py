"""Claims about tunnels: how many boxes they hold, where a box is best parked, and which pushes need no state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush

from claims.ledger import Case, Claim, Trial, detector, every_state
from claims.scopes import Table
from claims.single_box import across
from sokospec import Board, Direction, Square, State, reachable
from sokospec.rules import Push, normalise, pushes, steps

TUNNELS = "ShenMian, “Tunnels”"


def between_walls(board: Board, square: Square, direction: Direction) -> bool:
    """Say whether a square has walls on both sides of a direction."""
    return all(board.beyond[square][side] is None for side in across(direction))


def two_in_a_tunnel(*, player_outside: bool, no_goals: bool = True) -> Callable[[Case], bool]:
    """Return the detector that flags two boxes in one tunnel: a straight run of squares between walls, without goals.

    With `player_outside` the player must not be between them.
    """

    def flags(case: Case) -> bool:
        board, boxes = case.table.board, case.state.boxes
        for box in sorted(boxes):
            for direction in (Direction.DOWN, Direction.RIGHT):
                run, square = [box], board.beyond[box][direction]
                while square is not None and square not in boxes:
                    run.append(square)
                    square = board.beyond[square][direction]
                if square is None:
                    continue
                run.append(square)
                if all(between_walls(board, other, direction) for other in run):
                    outside = not player_outside or case.state.player not in run
                    if outside and not (no_goals and board.goals.intersection(run)):
                        return True
        return False

    return flags


Forced = Callable[[Board, Push], bool]
"""Whether a push must be followed at once by another of the same box in the same direction."""


def tunnel_push(*, behind: bool, one_wall: bool = False, goals_stop: bool = True) -> Forced:
    """Return the tunnel rule: after the push the box is between walls (`one_wall`: has one at a side), off the goals.

    With `behind` the player's square, the box's old one, must be between walls too.
    """

    def forced(board: Board, push: Push) -> bool:
        landing = board.beyond[push.box][push.direction]
        assert landing is not None, "the push is possible"
        walls = sum(board.beyond[landing][side] is None for side in across(push.direction))
        return (
            walls >= (1 if one_wall else 2)
            and (not behind or between_walls(board, push.box, push.direction))
            and not (goals_stop and landing in board.goals)
        )

    return forced


def macros(board: Board, state: State, forced: Forced) -> Iterator[tuple[State, Push, int]]:
    """Yield what the pushes of a state lead to when those that are forced are made at once, and how many they are."""
    for push, after in pushes(board, state):
        count, last, now = 1, push, after
        while forced(board, last):
            box = board.beyond[last.box][last.direction]
            landing = None if box is None else board.beyond[box][last.direction]
            if box is None or landing is None or landing in now.boxes:
                break
            last = Push(box, last.direction)
            now = State(now.boxes - {box} | {landing}, box)
            count += 1
        else:
            yield now, push, count


def pushes_kept(forced: Forced) -> Callable[[Table], Iterator[Trial]]:
    """Return the claim that each solvable state keeps its fewest pushes when forced pushes are made at once."""

    def rule(table: Table) -> Iterator[Trial]:
        if not _applies(table.board, forced):
            return
        before: dict[State, list[tuple[State, int]]] = {}
        for state in table.states:
            for after, _, count in macros(table.board, state, forced):
                before.setdefault(normalise(table.board, after), []).append((state, count))
        least = _least({state: 0 for state in table.states if state.boxes <= table.board.goals}, before)
        for state in table.states:
            if table.distance[state] is not None:
                yield Trial(least.get(state) == table.distance[state], state)

    return rule


def moves_kept(forced: Forced) -> Callable[[Table], Iterator[Trial]]:
    """Return the same claim for the least number of moves, from every square of the player."""

    def rule(table: Table) -> Iterator[Trial]:
        board = table.board
        if not _applies(board, forced):
            return
        before: dict[State, list[tuple[State, int]]] = {}
        for state in table.states:
            for after, push, count in macros(board, state, forced):
                behind = board.beyond[push.box][push.direction.opposite]
                assert behind is not None, "the push is possible"
                before.setdefault(after, []).append((State(state.boxes, behind), count))
            for square in reachable(board, state):
                for ahead in board.beyond[square]:
                    if ahead is not None and ahead not in state.boxes:
                        before.setdefault(State(state.boxes, square), []).append((State(state.boxes, ahead), 1))
        least = _least({state: 0 for state in table.moves if state.boxes <= board.goals}, before)
        for state, best in table.moves.items():
            if best is not None:
                yield Trial(least.get(state) == best, state)

    return rule


def _applies(board: Board, forced: Forced) -> bool:
    return any(
        board.beyond[box][direction] is not None and forced(board, Push(box, direction))
        for box in board.floor
        for direction in Direction
    )


def _least(found: dict[State, int], before: dict[State, list[tuple[State, int]]]) -> dict[State, int]:
    queue = [(cost, number, state) for number, (state, cost) in enumerate(found.items())]
    number = len(queue)
    while queue:
        cost, _, state = heappop(queue)
        if cost > found[state]:
            continue
        for earlier, step in before.get(state, ()):
            if earlier not in found or cost + step < found[earlier]:
                found[earlier] = cost + step
                number += 1
                heappush(queue, (cost + step, number, earlier))
    return found


def one_way(board: Board, push: Push) -> bool:
    """Say whether the push brings the box, off the goals, between walls to where it parts the floor, alone on it."""
    landing = board.beyond[push.box][push.direction]
    assert landing is not None, "the push is possible"
    ahead = board.beyond[landing][push.direction]
    if landing in board.goals or ahead is None or not between_walls(board, landing, push.direction):
        return False
    return ahead not in reachable(board, State(frozenset({landing}), push.box))


def every_best_solution_pushes_on(forced: Forced) -> Callable[[Table], Iterator[Trial]]:
    """Return the claim that after a forced push, in any solution of the fewest moves, the next step pushes on."""

    def rule(table: Table) -> Iterator[Trial]:
        board = table.board
        for state, best in table.moves.items():
            for direction, after in steps(board, state):
                if after.boxes == state.boxes or not best or table.moves[after] != best - 1:
                    continue
                if forced(board, Push(after.player, direction)):
                    on = {way for way, then in steps(board, after) if table.moves[then] == best - 2}
                    yield Trial(on == {direction}, state)

    return rule


def pushing_on_is_best(case: Case) -> bool | None:
    """With the player behind a box, both between walls, pushing it on begins a solution of the fewest pushes."""
    table, board = case.table, case.table.board
    best = table.distance[case.state]
    if not best:
        return None
    verdicts = []
    for push, after in pushes(board, case.state):
        behind = board.beyond[push.box][push.direction.opposite]
        assert behind is not None, "the push is possible"
        if push.box not in board.goals and all(between_walls(board, s, push.direction) for s in (push.box, behind)):
            verdicts.append(table.distance[normalise(board, after)] == best - 1)
    return all(verdicts) if verdicts else None


PROOF = (
    "Let a solution make such a push, from e to f, and next push that box later. Put the push off until just before. "
    "Meanwhile the box waits on e, and everyone can do what he could: e has no side ways, so with the box on f nobody "
    "but the player behind it is on e, who came from the mouth and goes back to it, and a box pushed there would hold "
    "the other off the goals for good. If the box is next pushed on, the two pushes are now made together, with two "
    "moves fewer; if back, both are left out. Off the goals it cannot stay."
)

RING = """\
######
#.@$-#
#-##-#
#----#
######
""".replace("-", " ")

PARKED = """\
######
####.#
#@$-*#
##-#-#
##---#
######
""".replace("-", " ")

EARLY = """\
#########
#--##.###
##-##$###
#-.---$@#
#########
""".replace("-", " ")

CLAIMS = (
    Claim(
        "tunnel-one-box",
        "Two boxes in a tunnel (a straight run of squares between walls, without goals) are dead.",
        "",
        False,
        "The player may be between them.",
        detector(two_in_a_tunnel(player_outside=False)),
    ),
    Claim(
        "tunnel-two-boxes",
        "Two boxes in a tunnel are dead if the player is not between them.",
        "",
        True,
        "He cannot get between them, so each can only be pushed towards the other. They stay on the run, "
        "which has no goal.",
        detector(two_in_a_tunnel(player_outside=True)),
    ),
    Claim(
        "tunnel-two-boxes-goals",
        "`tunnel-two-boxes` also holds with goals in the tunnel.",
        "",
        False,
        "The boxes may be on these goals.",
        detector(two_in_a_tunnel(player_outside=True, no_goals=False)),
    ),
    Claim(
        "tunnel-no-states",
        "A push that brings a box off the goals between two walls needs no state of its own. Pushing on at "
        "once, while this holds, keeps the fewest pushes.",
        "",
        False,
        "A box may have to be parked at the mouth by which it came. True if the square behind it is between walls"
        " too: `tunnel-pushes`.",
        pushes_kept(tunnel_push(behind=False)),
        counterexample=PARKED,
        most_boxes=2,
    ),
    Claim(
        "tunnel-goals",
        "`tunnel-pushes` also holds for a box on a goal.",
        "",
        False,
        "The box may be where it belongs.",
        pushes_kept(tunnel_push(behind=True, goals_stop=False)),
    ),
    Claim(
        "tunnel-pushes",
        "After a push, let the box, off the goals, and the player behind it both be between walls. Then the "
        "push needs no state of its own. Pushing on at once (or giving up where that is impossible) keeps the "
        "fewest pushes.",
        "",
        True,
        "Let a solution make such a push, from e to f, and next push that box later. Put the push off until just "
        "before. No other step is lost. For e has no side ways. With the box on f only the player comes to e, "
        "from the mouth, and he goes back to it. (A box on e would hold that on f off the goals for good.) If the"
        " box is next pushed on, both pushes are made together, with two moves fewer. If it is next pushed back, "
        "both are left out. Off the goals it cannot stay.",
        pushes_kept(tunnel_push(behind=True)),
        on_random_levels=False,
    ),
    Claim(
        "tunnel-pushes-one-wall",
        "`tunnel-pushes` also holds with a wall at only one side of the box.",
        "",
        True,
        "A wall at one side forbids pushes across, so the box is next pushed on or back.",
        pushes_kept(tunnel_push(behind=True, one_wall=True)),
        on_random_levels=False,
    ),
    Claim(
        "tunnel-moves",
        "`tunnel-pushes` and `tunnel-pushes-one-wall` also keep the fewest moves, from every square of the player.",
        TUNNELS + ", left open there",
        True,
        "As in `tunnel-moves-every`.",
        moves_kept(tunnel_push(behind=True, one_wall=True)),
        most_squares=7,
        most_boxes=2,
        on_random_levels=False,
    ),
    Claim(
        "tunnel-moves-every",
        "Take any solution of the fewest moves. Each push of `tunnel-pushes` or `tunnel-pushes-one-wall` in it is "
        "followed at once by another of that box in that direction.",
        "sokosolve.search.tunnel",
        True,
        "As in `tunnel-pushes`. If the player does something else in between, he leaves e by the mouth and comes "
        "back by it. Putting the first push off, or leaving both out, saves walks and adds no push.",
        every_best_solution_pushes_on(tunnel_push(behind=True, one_wall=True)),
        most_squares=7,
        most_boxes=2,
        on_random_levels=False,
    ),
    Claim(
        "tunnel-early-pushes",
        "A box off the goals that comes between two walls to where it parts the floor can be pushed on at "
        "once. The fewest pushes stay.",
        "[`tunnel`](../solver.md)",
        True,
        "The player cannot get to its other side, so its next push goes on, and nothing moves there before. The "
        "push hinders nothing on the near side.",
        pushes_kept(one_way),
        on_random_levels=False,
    ),
    Claim(
        "tunnel-early-moves",
        "`tunnel-early-pushes` also keeps the fewest moves.",
        "",
        False,
        "The player has to come back for the rest of the solution.",
        moves_kept(one_way),
        counterexample=EARLY,
        most_boxes=2,
    ),
    Claim(
        "tunnel-parking",
        "A box is best parked in a tunnel at the mouth by which it came in. Solutions of the fewest pushes, "
        "and of the fewest moves, need no other place.",
        "",
        True,
        "A box that stops deeper in came by a push that `tunnel-pushes` and `tunnel-moves` follow up at once.",
        moves_kept(tunnel_push(behind=True)),
        most_squares=7,
        most_boxes=2,
        on_random_levels=False,
    ),
    Claim(
        "tunnel-parking-state",
        "A box in a tunnel, with the player behind it between walls, is best pushed on to the next mouth. "
        "That begins a solution of the fewest pushes.",
        "",
        False,
        "The box may have to wait, or go back.",
        every_state(pushing_on_is_best),
        counterexample=RING,
        most_boxes=2,
    ),
)
