"""A small Sokoban engine written from rules.md alone: it imports nothing of Sokospec, and passes its suite.

Every rule is a method, so that `mutants` can get one of them wrong. `answer` takes the requests of the suite.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

Square = tuple[int, int]
State = tuple[frozenset[Square], Square]
Taken = tuple[str, Square | None]  # a step's direction, and where the box was that it pushed
Answer = dict[str, Any]  # what JSON holds, to be compared as it is

DELTA = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}
METRICS = ("moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines")
COSTS: dict[str, Callable[[int, int], tuple[int, ...]]] = {
    "moves": lambda moves, pushes: (moves,),
    "pushes": lambda moves, pushes: (pushes,),
    "moves-pushes": lambda moves, pushes: (moves, pushes),
    "pushes-moves": lambda moves, pushes: (pushes, moves),
}


def beside(square: Square, direction: str) -> Square:
    """Return the next square in a direction."""
    return square[0] + DELTA[direction][0], square[1] + DELTA[direction][1]


@dataclass
class Game:
    """A drawing: its rows, all equally long, what stands where, and the squares next to each floor square."""

    rows: list[str]
    floor: set[Square]
    goals: set[Square]
    boxes: set[Square]
    players: list[Square]
    ahead: dict[Square, dict[str, Square | None]] = field(default_factory=dict)

    @property
    def first(self) -> State:
        """The first state."""
        return frozenset(self.boxes), self.players[0]


class Engine:
    """The rules, right."""

    LETTERS = "udlrUDLR"
    MOST_STATES = 10_000
    """No level of the suite has more states; a search that meets more has got the rules wrong, and may never end."""

    # What a drawing means.

    def game(self, level: str) -> Game:
        """Return what a drawing in plain XSB means (B1, B2)."""
        lines = level.split("\n")
        rows = [line.ljust(max(map(len, lines))) for line in lines]

        def where(symbols: str) -> list[Square]:
            return [(r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol in symbols]

        game = Game(rows, set(where(" @$.+*")), set(where(".+*")), set(where("$*")), where("@+"))
        for square in game.floor:
            game.ahead[square] = {direction: self.next_floor(game, square, direction) for direction in DELTA}
        return game

    def next_floor(self, game: Game, square: Square, direction: str) -> Square | None:
        """Return the floor square next to another one, None where there is a wall or the edge of the grid."""
        ahead = beside(square, direction)
        return ahead if ahead in game.floor else None

    def defects(self, game: Game) -> Iterator[str]:
        """Yield the rules that the drawing breaks (L1, L2, L3, L5)."""
        if len(game.players) != 1:
            yield "L1"
        if not game.boxes:
            yield "L2"
        if len(game.boxes) != len(game.goals):
            yield "L3"
        bottom, right = len(game.rows) - 1, len(game.rows[0]) - 1
        if any(row in (0, bottom) or column in (0, right) for row, column in self.in_reach(game)):
            yield "L5"

    def warnings(self, game: Game) -> Iterator[str]:
        """Yield the reasons why the level can never be solved (W1, W2)."""
        if game.boxes - self.in_reach(game) - game.goals:
            yield "W1"
        if game.goals - self.in_reach(game) - game.boxes:
            yield "W2"

    def in_reach(self, game: Game) -> set[Square]:
        """Return the squares that players could walk to without boxes."""
        return set[Square]().union(*(self.reach(game, (frozenset(), player)) for player in game.players))

    # Steps.

    def step(self, game: Game, state: State, direction: str) -> State | str:
        """Return the next state, or the rule that forbids the step (T1, T2, T3, T4)."""
        boxes, player = state
        ahead = game.ahead[player][direction]
        if ahead is None:
            return "T1"
        if ahead not in boxes:
            return boxes, ahead
        landing = game.ahead[ahead][direction]
        if landing is None or landing in boxes:
            return "T4"
        return (boxes - {ahead}) | {landing}, ahead

    def reach(self, game: Game, state: State) -> set[Square]:
        """Return the squares that the player can walk to (N1)."""
        boxes, player = state
        found = [player]
        for square in found:
            around = [ahead for ahead in game.ahead[square].values() if ahead is not None]
            found += [ahead for ahead in around if self.walkable(ahead, boxes, found)]
        return set(found)

    def walkable(self, ahead: Square, boxes: frozenset[Square], found: list[Square]) -> bool:
        """Say whether a walk goes on to a floor square."""
        return ahead not in boxes and ahead not in found

    def normal(self, game: Game, state: State) -> State:
        """Return the state with the player on the first square he can reach (N2)."""
        return state[0], min(self.reach(game, state))

    def possible_pushes(self, game: Game, state: State) -> Iterator[tuple[Square, str, State]]:
        """Yield every push after a walk, with its box and direction, and the state it leads to (N3)."""
        reach = self.reach(game, state)
        for box in sorted(state[0]):
            for direction, back in zip("udlr", "durl", strict=True):
                behind = game.ahead[box][back]
                if behind in reach:
                    after = self.step(game, (state[0], behind), direction)
                    if not isinstance(after, str):
                        yield box, direction, after

    def solved(self, game: Game, state: State) -> bool:
        """Say whether every box stands on a goal (A1)."""
        return state[0] <= game.goals

    # Plays.

    def replay(self, game: Game, lurd: str, lenient: bool) -> Answer:
        """Return what a replay finds out (P1, P2, A2)."""
        state, taken, right, repairs = game.first, list[Taken](), "", list[int]()
        at: int | None = None
        rule: str | None = None
        for index, letter in enumerate(lurd):
            if letter not in self.LETTERS:
                if lenient:
                    repairs.append(index)
                    continue
                at, rule = index, "P1"
                break
            after = self.play(game, state, letter)
            if isinstance(after, str):
                at, rule = index, after
                break
            pushed = after[1] if after[0] != state[0] else None
            right_letter = letter.upper() if pushed else letter.lower()
            if not self.case_fits(letter, right_letter):
                if not lenient:
                    at, rule = index, "P2"
                    break
                repairs.append(index)
            taken.append((letter.lower(), pushed))
            right += right_letter
            state = after
        solved = self.solved(game, state)
        if rule is None and not self.accepts(game, taken, solved):
            at, rule = len(lurd), "A2"
        return {
            "verdict": "INVALID" if rule else "VALID",
            "at": at,
            "rule": rule,
            "solved": solved,
            "metrics": self.metrics(taken),
            "boxes": listed(state[0]),
            "player": list(state[1]),
            "corrected": right,
            "repairs": repairs,
        }

    def play(self, game: Game, state: State, letter: str) -> State | str:
        """Return the next state for a letter, or the rule that forbids the step."""
        return self.step(game, state, letter.lower())

    def case_fits(self, letter: str, right: str) -> bool:
        """Say whether a letter has the right case."""
        return letter == right

    def accepts(self, game: Game, taken: list[Taken], solved: bool) -> bool:
        """Say whether a legal play is a solution: its last state is solved."""
        return solved

    def metrics(self, taken: list[Taken]) -> dict[str, int]:
        """Return the metrics by name."""
        return {name: getattr(self, f"count_{name}")(taken) for name in METRICS}

    def count_moves(self, taken: list[Taken]) -> int:
        """Return the number of steps (M1)."""
        return len(taken)

    def count_pushes(self, taken: list[Taken]) -> int:
        """Return the number of steps that push a box (M2)."""
        return len(self.pushes_of(taken))

    def pushes_of(self, taken: list[Taken]) -> list[tuple[str, Square]]:
        """Return the pushes alone."""
        return [(direction, box) for direction, box in taken if box is not None]

    def count_box_lines(self, taken: list[Taken]) -> int:
        """Return the number of pushes of another box, or in another direction, than the push before (M3)."""
        pairs = pairwise(self.pushes_of(taken))
        return self.first_push(taken) + sum(not self.same_box(a, b) or a[0] != b[0] for a, b in pairs)

    def count_box_changes(self, taken: list[Taken]) -> int:
        """Return the number of pushes of another box than the push before (M4)."""
        return self.first_push(taken) + sum(not self.same_box(a, b) for a, b in pairwise(self.pushes_of(taken)))

    def count_pushing_sessions(self, taken: list[Taken]) -> int:
        """Return the number of pushes that do not follow directly on another (M5)."""
        before = [("", None), *taken]
        return sum(box is not None and earlier[1] is None for earlier, (_, box) in pairwise(before))

    def count_player_lines(self, taken: list[Taken]) -> int:
        """Return the number of steps in another direction than the step before (M6)."""
        return bool(taken) + sum(a[0] != b[0] for a, b in pairwise(taken))

    def first_push(self, taken: list[Taken]) -> int:
        """Return 1 when there is a push: the first one always counts."""
        return 1 if self.pushes_of(taken) else 0

    def same_box(self, before: tuple[str, Square], push: tuple[str, Square]) -> bool:
        """Say whether a push moves the box where the push before has left it."""
        return push[1] == beside(before[1], before[0])

    # Searches.

    def around(self, game: Game, state: State, metric: str) -> Iterator[State]:
        """Yield the states at distance one."""
        if metric == "pushes":
            for _, _, after in self.possible_pushes(game, state):
                yield self.normal(game, after)
        else:
            for direction in DELTA:
                following = self.step(game, state, direction)
                if not isinstance(following, str):
                    yield following

    def start(self, game: Game, metric: str) -> State:
        """Return the state at distance zero."""
        return self.normal(game, game.first) if metric == "pushes" else game.first

    def perft(self, game: Game, metric: str, depth: int) -> list[int]:
        """Return the number of states at each distance (D1)."""
        layer = [self.start(game, metric)]
        seen, counts = set(layer), [1]
        for _ in range(depth):
            layer = list(dict.fromkeys(after for state in layer for after in self.around(game, state, metric)))
            layer = [state for state in layer if state not in seen]
            seen.update(layer)
            self.keep_small(seen)
            counts.append(len(layer))
        return counts

    def best(self, game: Game, cost: Callable[[int, int], tuple[int, ...]]) -> tuple[int, ...] | None:
        """Return the least cost of a solution, None when there is none (O1, O2, V1)."""
        queue = [(cost(0, 0), 0, 0, game.first)]
        done: set[State] = set()
        while queue:
            price, moves, pushes, state = heapq.heappop(queue)
            if state in done:
                continue
            if self.solved(game, state):
                return price
            done.add(state)
            self.keep_small(done)
            for after in self.around(game, state, "moves"):
                if after not in done:
                    pushed = pushes + (after[0] != state[0])
                    heapq.heappush(queue, (cost(moves + 1, pushed), moves + 1, pushed, after))
        return None

    def count(self, game: Game) -> tuple[int, int]:
        """Return how many normalised states there are, and how many of them are dead (D2)."""
        states = [self.start(game, "pushes")]
        known, before = set(states), dict[State, list[State]]()
        for state in states:
            self.keep_small(known)
            for after in self.around(game, state, "pushes"):
                before.setdefault(after, []).append(state)
                if after not in known:
                    known.add(after)
                    states.append(after)
        alive = [state for state in states if self.solved(game, state)]
        marked = set(alive)
        for state in alive:
            earlier = [one for one in dict.fromkeys(before.get(state, [])) if one not in marked]
            marked.update(earlier)
            alive += earlier
        return len(states), len(states) - len(marked)

    def keep_small(self, states: set[State]) -> None:
        """Raise `ArithmeticError` when there are too many states."""
        if len(states) > self.MOST_STATES:
            raise ArithmeticError(f"more than {self.MOST_STATES} states")

    # The requests of the suite.

    def answer(self, kind: str, given: Mapping[str, Any]) -> Answer | None:
        """Return the answer to a request, None when it is of a kind that this engine does not know."""
        if kind == "pieces":
            return {"defects": self.pieces(**given)}
        if kind not in ("defects", "steps", "walk", "replay", "same", "play", "level"):
            return None
        game = self.game(given["level"])
        answer: Answer = getattr(self, f"answer_{kind}")(game, given)
        return answer

    def pieces(self, width: int, height: int, walls: Any, goals: Any, boxes: Any, players: Any) -> list[str]:
        """Return the rules that a level breaks which is given as squares (L1 to L4)."""
        solid = set(map(tuple, walls))
        floor = {(r, c) for r in range(height) for c in range(width)} - solid
        standing = [{tuple(square) for square in squares} for squares in (boxes, goals, players)]
        broken = [("L1", len(players) != 1), ("L2", not boxes), ("L3", len(boxes) != len(goals))]
        off_floor = any(squares - floor for squares in standing) or bool(standing[0] & standing[2])
        return [rule for rule, wrong in (*broken, ("L4", off_floor)) if wrong]

    def answer_defects(self, game: Game, given: Mapping[str, Any]) -> Answer:
        """Return the rules that a drawing breaks; warnings are for drawings that break none."""
        defects = list(self.defects(game))
        return {"defects": defects, "warnings": [] if defects else list(self.warnings(game))}

    def answer_steps(self, game: Game, given: Mapping[str, Any]) -> Answer:
        """Return the rule that decides each step."""
        found = {direction: self.step(game, game.first, direction) for direction in DELTA}
        return {
            direction: after if isinstance(after, str) else "T2" if after[0] == game.boxes else "T3"
            for direction, after in found.items()
        }

    def answer_walk(self, game: Game, given: Mapping[str, Any]) -> Answer:
        """Return where the player can walk, and what he can push then."""
        pushes = [{"box": list(box), "direction": way} for box, way, _ in self.possible_pushes(game, game.first)]
        normal = list(self.normal(game, game.first)[1])
        return {"reachable": listed(self.reach(game, game.first)), "normalised": normal, "pushes": pushes}

    def answer_replay(self, game: Game, given: Mapping[str, Any]) -> Answer:
        """Return what a replay finds out."""
        return self.replay(game, given["lurd"], given["mode"] == "lenient")

    def answer_same(self, game: Game, given: Mapping[str, Any]) -> Answer:
        """Return whether two plays end in the same state."""
        one, other = (self.after(game, lurd) for lurd in given["lurds"])
        return {"same": one == other, "same_up_to_walking": self.normal(game, one) == self.normal(game, other)}

    def after(self, game: Game, lurd: str) -> State:
        """Return the state after a legal play."""
        state = game.first
        for letter in lurd:
            after = self.step(game, state, letter.lower())
            state = state if isinstance(after, str) else after
        return state

    def answer_play(self, game: Game, given: Mapping[str, Any]) -> Answer:
        """Return the result of each action of a play with undo and redo (U1)."""
        taken, undone, results = "", "", list[str]()
        for action in given["actions"]:
            if action == "<" and taken:
                taken, undone = taken[:-1], undone + taken[-1]
            elif action == ">" and undone:
                taken, undone = taken + undone[-1], undone[:-1]
            elif action in "<>":
                results.append("nothing")
                continue
            elif isinstance(self.step(game, self.after(game, taken), action), str):
                results.append("illegal")
                continue
            else:
                taken, undone = taken + action, self.undone_after_a_step(undone)
            results.append("done")
        end = self.replay(game, taken, True)
        return {
            "results": results,
            "lurd": end["corrected"],
            "metrics": end["metrics"],
            "boxes": end["boxes"],
            "player": end["player"],
        }

    def undone_after_a_step(self, undone: str) -> str:
        """Return what can still be redone after a new step: nothing."""
        return ""

    def answer_level(self, game: Game, given: Mapping[str, Any]) -> Answer:
        """Return optima, perft counts, and the numbers of states and of dead ones."""
        optima = {name: self.best(game, cost) for name, cost in COSTS.items()}
        states, dead = self.count(game)
        return {
            "solvable": optima["moves"] is not None,
            "optima": {name: None if cost is None else list(cost) for name, cost in optima.items()},
            "perft": {metric: self.perft(game, metric, depth) for metric, depth in given["depth"].items()},
            "states": states,
            "dead": dead,
        }


def listed(squares: Iterable[Square]) -> list[list[int]]:
    """Return squares as lists, in row order."""
    return [list(square) for square in sorted(squares)]
