"""Deliberately wrong engines, each the right one with one mistake; the suite must catch every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, pairwise
from typing import Any

from mutants.engine.engine import DELTA, Answer, Engine, Game, Square, State, Taken, beside


class PushesTwoBoxes(Engine):
    """A push moves a second box that is in the way."""

    def step(self, game: Game, state: State, direction: str) -> State | str:
        after = super().step(game, state, direction)
        boxes, player = state
        ahead = game.ahead[player][direction]
        second = ahead and game.ahead[ahead][direction]
        landing = second and game.ahead[second][direction]
        if after == "T4" and ahead and second in boxes and landing and landing not in boxes:
            return (boxes - {ahead}) | {landing}, ahead
        return after


class PullsAlong(Engine):
    """A box behind the player comes along when he walks away from it."""

    def step(self, game: Game, state: State, direction: str) -> State | str:
        after = super().step(game, state, direction)
        behind = (2 * state[1][0] - beside(state[1], direction)[0], 2 * state[1][1] - beside(state[1], direction)[1])
        if not isinstance(after, str) and after[0] == state[0] and behind in state[0]:
            return (state[0] - {behind}) | {state[1]}, after[1]
        return after


class WrapsAroundRows(Engine):
    """Squares are numbers, row * width + column: one step right of a row's end begins the next row."""

    def next_floor(self, game: Game, square: Square, direction: str) -> Square | None:
        width = len(game.rows[0])
        row, column = beside(square, direction)
        ahead = divmod(row * width + column, width)
        return ahead if ahead in game.floor else None


class WrapsAroundTheGrid(Engine):
    """The grid is a torus: what leaves it on one side comes in on the other."""

    def next_floor(self, game: Game, square: Square, direction: str) -> Square | None:
        row, column = beside(square, direction)
        ahead = row % len(game.rows), column % len(game.rows[0])
        return ahead if ahead in game.floor else None


class NegativeIndexWraps(Engine):
    """Rows are read with index -1, which is the last one in some languages."""

    def next_floor(self, game: Game, square: Square, direction: str) -> Square | None:
        row, column = beside(square, direction)
        ahead = (row % len(game.rows), column % len(game.rows[0])) if row < 0 or column < 0 else (row, column)
        return ahead if ahead in game.floor else None


class ShortRowsEndInWalls(Engine):
    """Rows shorter than the longest are filled with walls."""

    def game(self, level: str) -> Game:
        lines = level.split("\n")
        return super().game("\n".join(line.ljust(max(map(len, lines)), "#") for line in lines))


class LeadingSpacesAreLost(Engine):
    """Every row of the drawing is stripped on both sides."""

    def game(self, level: str) -> Game:
        return super().game("\n".join(line.strip() for line in level.split("\n")))


class OneBoxOnAGoalIsEnough(Engine):
    """A level is solved as soon as one box is on a goal."""

    def solved(self, game: Game, state: State) -> bool:
        return not state[0].isdisjoint(game.goals)


class HiddenGoalsDoNotCount(Engine):
    """A level is solved when the goals that the player can reach have boxes."""

    def solved(self, game: Game, state: State) -> bool:
        return game.goals & self.in_reach(game) <= state[0]


class PlayerCannotStandOnGoals(Engine):
    """The player cannot step on a goal."""

    def step(self, game: Game, state: State, direction: str) -> State | str:
        after = super().step(game, state, direction)
        return "T1" if not isinstance(after, str) and after[1] in game.goals else after


class BoxesStayOnGoals(Engine):
    """A box cannot be pushed off a goal onto plain floor."""

    def step(self, game: Game, state: State, direction: str) -> State | str:
        after = super().step(game, state, direction)
        if not isinstance(after, str) and state[0] - after[0] & game.goals and after[0] != state[0]:
            left, landed = state[0] - after[0], after[0] - state[0]
            return "T4" if left <= game.goals and not landed <= game.goals else after
        return after


class PushesIntoWalls(Engine):
    """A push does not ask whether a wall is behind the box; the box is gone, into the wall."""

    def step(self, game: Game, state: State, direction: str) -> State | str:
        after = super().step(game, state, direction)
        ahead = game.ahead[state[1]][direction]
        if after == "T4" and ahead and game.ahead[ahead][direction] is None:
            return state[0] - {ahead}, ahead
        return after


class PushesIntoBoxes(Engine):
    """A push does not ask whether another box is behind the box; the two become one."""

    def step(self, game: Game, state: State, direction: str) -> State | str:
        after = super().step(game, state, direction)
        ahead = game.ahead[state[1]][direction]
        if after == "T4" and ahead and game.ahead[ahead][direction] is not None:
            return state[0] - {ahead}, ahead
        return after


class BlockedByGoals(Engine):
    """A box on a goal can be pushed like any other, but not onto another goal."""

    def step(self, game: Game, state: State, direction: str) -> State | str:
        after = super().step(game, state, direction)
        if not isinstance(after, str) and state[0] - after[0] <= game.goals and after[0] - state[0] <= game.goals:
            return "T4" if after[0] != state[0] else after
        return after


class WalksThroughBoxes(Engine):
    """Boxes do not stop a walk, though they do stop steps."""

    def walkable(self, ahead: Square, boxes: frozenset[Square], found: list[Square]) -> bool:
        return ahead not in found


class WalksDiagonally(Engine):
    """A walk may also go to a diagonal neighbour."""

    def reach(self, game: Game, state: State) -> set[Square]:
        found = list(super().reach(game, state))
        for row, column in found:
            around = [(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
            found += [one for one in around if one in game.floor and one not in state[0] and one not in found]
        return set(found)


class PushesFromAfar(Engine):
    """A box can be pushed though the player cannot get behind it."""

    def possible_pushes(self, game: Game, state: State) -> Iterator[tuple[Square, str, State]]:
        for box in sorted(state[0]):
            for direction, back in zip("udlr", "durl", strict=True):
                behind = game.ahead[box][back]
                if behind is not None and behind not in state[0]:
                    after = self.step(game, (state[0], behind), direction)
                    if not isinstance(after, str):
                        yield box, direction, after


class UpAndDownSwapped(Engine):
    """Rows are counted from the bottom."""

    def next_floor(self, game: Game, square: Square, direction: str) -> Square | None:
        return super().next_floor(game, square, {"u": "d", "d": "u"}.get(direction, direction))


class CaseIgnored(Engine):
    """Upper and lower case mean the same."""

    def case_fits(self, letter: str, right: str) -> bool:
        return True


class LowerCaseMayPush(Engine):
    """Only an upper-case letter without a push is wrong."""

    def case_fits(self, letter: str, right: str) -> bool:
        return letter == right or letter.islower()


class UpperCaseMayMove(Engine):
    """Only a lower-case letter with a push is wrong."""

    def case_fits(self, letter: str, right: str) -> bool:
        return letter == right or letter.isupper()


class UpperCaseIsAMove(Engine):
    """An upper-case letter moves the player and leaves the box where it is."""

    def play(self, game: Game, state: State, letter: str) -> State | str:
        after = super().play(game, state, letter)
        return after if isinstance(after, str) or letter.islower() else (state[0], after[1])


class CaseBeforeWalls(Engine):
    """An upper-case letter into a wall is blamed on its case."""

    def play(self, game: Game, state: State, letter: str) -> State | str:
        after = super().play(game, state, letter)
        return "P2" if after == "T1" and letter.isupper() else after


class OtherCharactersAreSkipped(Engine):
    """Characters that are no letters are skipped without a word."""

    def replay(self, game: Game, lurd: str, lenient: bool) -> Answer:
        return super().replay(game, "".join(letter for letter in lurd if letter in self.LETTERS), lenient)


class CountsFromOne(Engine):
    """The first step has the index 1."""

    def replay(self, game: Game, lurd: str, lenient: bool) -> Answer:
        answer = super().replay(game, lurd, lenient)
        return answer | {"at": None if answer["at"] is None else answer["at"] + 1}


class SolvedMidwayIsEnough(Engine):
    """A play that has passed through a solved state is a solution."""

    def accepts(self, game: Game, taken: list[Taken], solved: bool) -> bool:
        states = [self.after(game, "".join(way for way, _ in taken[:end])) for end in range(len(taken) + 1)]
        return any(self.solved(game, state) for state in states)


class SolutionsNeedAPush(Engine):
    """The empty play solves nothing, not even a level that is solved."""

    def accepts(self, game: Game, taken: list[Taken], solved: bool) -> bool:
        return solved and bool(self.pushes_of(taken))


class SolutionsEndWithAPush(Engine):
    """Moves after the last push make a solution invalid."""

    def accepts(self, game: Game, taken: list[Taken], solved: bool) -> bool:
        return solved and (not taken or taken[-1][1] is not None)


class FirstPushNotCounted(Engine):
    """Pushes are counted from the second on."""

    def count_pushes(self, taken: list[Taken]) -> int:
        return max(0, super().count_pushes(taken) - 1)


class PushesCountedByLine(Engine):
    """Several pushes in a row count as one."""

    def count_pushes(self, taken: list[Taken]) -> int:
        return sum(pushing for pushing, _ in groupby(taken, key=lambda step: step[1] is not None))


class MovesWithoutPushes(Engine):
    """Pushes are no moves."""

    def count_moves(self, taken: list[Taken]) -> int:
        return sum(box is None for _, box in taken)


class BoxLinesByPush(Engine):
    """Every push is a box line."""

    def count_box_lines(self, taken: list[Taken]) -> int:
        return self.count_pushes(taken)


class BoxLineGoesOnWithAnotherBox(Engine):
    """A box line ends when the direction changes, not when the box does."""

    def count_box_lines(self, taken: list[Taken]) -> int:
        return self.first_push(taken) + sum(a[0] != b[0] for a, b in pairwise(self.pushes_of(taken)))


class BoxLineEndsWithAWalk(Engine):
    """A move ends a box line, though the same box is pushed on in the same direction."""

    def count_box_lines(self, taken: list[Taken]) -> int:
        pairs = pairwise([("", None), *taken])
        return sum(b[1] is not None and (a[1] is None or a[0] != b[0]) for a, b in pairs)


class BoxLineIgnoresDirection(Engine):
    """A box line ends when the box changes, not when the direction does."""

    def count_box_lines(self, taken: list[Taken]) -> int:
        return self.count_box_changes(taken)


class FirstBoxIsNoChange(Engine):
    """Box changes are counted from the second box on."""

    def count_box_changes(self, taken: list[Taken]) -> int:
        return super().count_box_changes(taken) - self.first_push(taken)


class BoxChangesCountBoxes(Engine):
    """Coming back to a box that was pushed before is no box change."""

    def count_box_changes(self, taken: list[Taken]) -> int:
        squares: dict[Square, Square] = {}  # where each box is now, and where it was first
        for direction, box in self.pushes_of(taken):
            squares[beside(box, direction)] = squares.pop(box, box)
        return len(set(squares.values()))


class BoxChangeByDirection(Engine):
    """A push in another direction counts as a box change."""

    def count_box_changes(self, taken: list[Taken]) -> int:
        return self.count_box_lines(taken)


class SessionsCountBoxChanges(Engine):
    """A pushing session ends when the box changes."""

    def count_pushing_sessions(self, taken: list[Taken]) -> int:
        return self.count_box_changes(taken)


class SessionEndsWithTheBox(Engine):
    """Another box begins another session, with or without a move between."""

    def count_pushing_sessions(self, taken: list[Taken]) -> int:
        back_to_back = [(a, b) for a, b in pairwise(taken) if a[1] is not None and b[1] is not None]
        return super().count_pushing_sessions(taken) + sum(
            b[1] != beside(a[1] or (0, 0), a[0]) for a, b in back_to_back
        )


class PlayerLinesByCase(Engine):
    """A player line ends where moves turn into pushes, or pushes into moves."""

    def count_player_lines(self, taken: list[Taken]) -> int:
        pairs = pairwise(taken)
        return bool(taken) + sum(a[0] != b[0] or (a[1] is None) != (b[1] is None) for a, b in pairs)


class PlayerLinesAreTurns(Engine):
    """Player lines count turns: the first line is not counted."""

    def count_player_lines(self, taken: list[Taken]) -> int:
        return max(0, super().count_player_lines(taken) - 1)


class FailedPlaysHaveNoMetrics(Engine):
    """A play that fails measures nothing."""

    def replay(self, game: Game, lurd: str, lenient: bool) -> Answer:
        answer = super().replay(game, lurd, lenient)
        return answer if answer["verdict"] == "VALID" else answer | {"metrics": self.metrics([])}


class PerftCountsPaths(Engine):
    """Perft counts the ways to play, not the states."""

    def perft(self, game: Game, metric: str, depth: int) -> list[int]:
        layer, counts = {self.start(game, metric): 1}, [1]
        for _ in range(depth):
            following: dict[State, int] = {}
            for state, ways in layer.items():
                for after in self.around(game, state, metric):
                    following[after] = following.get(after, 0) + ways
            layer = following
            counts.append(sum(layer.values()))
        return counts


class PerftForgetsTheLayersBefore(Engine):
    """Perft counts a state again when a longer way leads back to it."""

    def perft(self, game: Game, metric: str, depth: int) -> list[int]:
        layer, counts = {self.start(game, metric)}, [1]
        for _ in range(depth):
            layer = {after for state in layer for after in self.around(game, state, metric)}
            counts.append(len(layer))
        return counts


class PerftStopsAtSolutions(Engine):
    """Perft does not play on from a solved state."""

    def perft(self, game: Game, metric: str, depth: int) -> list[int]:
        layer = {self.start(game, metric)}
        seen, counts = set(layer), [1]
        for _ in range(depth):
            going_on = [state for state in layer if not self.solved(game, state)]
            layer = {after for state in going_on for after in self.around(game, state, metric)} - seen
            seen |= layer
            counts.append(len(layer))
        return counts


class BoxesHaveNames(Engine):
    """States with the same boxes in another order are different states."""

    def perft(self, game: Game, metric: str, depth: int) -> list[int]:
        order = tuple(sorted(game.boxes))
        layer = {(order, self.start(game, metric)[1])}
        seen, counts = set(layer), [1]
        for _ in range(depth):
            layer = {after for named in layer for after in self.around_named(game, named, metric)} - seen
            seen |= layer
            counts.append(len(layer))
        return counts

    def around_named(
        self, game: Game, named: tuple[tuple[Square, ...], Square], metric: str
    ) -> Iterator[tuple[tuple[Square, ...], Square]]:
        order, player = named
        for boxes, after in self.around(game, (frozenset(order), player), metric):
            landed = next(iter(boxes - set(order)), None)
            yield tuple(landed if landed and box not in boxes else box for box in order), after


class NotNormalised(Engine):
    """The player's exact square is part of the states between pushes."""

    def normal(self, game: Game, state: State) -> State:
        return state


class NormalisedByTheLastSquare(Engine):
    """The player is put on the last square he can reach, not on the first."""

    def normal(self, game: Game, state: State) -> State:
        return state[0], max(self.reach(game, state))


class NormalisedByColumns(Engine):
    """The first square is looked for column by column."""

    def normal(self, game: Game, state: State) -> State:
        return state[0], min(self.reach(game, state), key=lambda square: (square[1], square[0]))


class PlayerForgotten(Engine):
    """Between pushes only the boxes are the state."""

    def perft(self, game: Game, metric: str, depth: int) -> list[int]:
        if metric == "moves":
            return super().perft(game, metric, depth)
        layer = dict([game.first])
        seen, counts = dict(layer), [1]
        for _ in range(depth):
            found = {boxes: p for state in layer.items() for boxes, p in self.around(game, state, metric)}
            layer = {boxes: player for boxes, player in found.items() if boxes not in seen}
            seen |= layer
            counts.append(len(layer))
        return counts


class SolvedOneStepTooEarly(Engine):
    """The search tests the state before the step, and charges it for the state behind."""

    def best(self, game: Game, cost: Callable[[int, int], tuple[int, ...]]) -> tuple[int, ...] | None:
        found = super().best(game, lambda moves, pushes: cost(moves + 1, pushes))
        return cost(0, 0) if self.solved(game, game.first) else found


class GivesUpAtADepth(Engine):
    """What is not solved in 12 moves has no solution."""

    def best(self, game: Game, cost: Callable[[int, int], tuple[int, ...]]) -> tuple[int, ...] | None:
        moves = super().best(game, lambda moves, pushes: (moves,))
        return super().best(game, cost) if moves and moves[0] <= 12 else None


class SumInsteadOfOrder(Engine):
    """Moves and pushes together are made few, where one comes before the other."""

    def best(self, game: Game, cost: Callable[[int, int], tuple[int, ...]]) -> tuple[int, ...] | None:
        if len(cost(0, 0)) == 1:
            return super().best(game, cost)
        found = super().best(game, lambda moves, pushes: (moves + pushes, *cost(moves, pushes)))
        return found and found[1:]


class PushesAreMoves(Engine):
    """The solution with the fewest moves is taken for the one with the fewest pushes."""

    def best(self, game: Game, cost: Callable[[int, int], tuple[int, ...]]) -> tuple[int, ...] | None:
        found = super().best(game, lambda moves, pushes: (moves, pushes))
        return found and cost(*found)


class FirstSolutionIsTaken(Engine):
    """Depth first: the first solution that is met is called optimal."""

    def best(self, game: Game, cost: Callable[[int, int], tuple[int, ...]]) -> tuple[int, ...] | None:
        todo, seen = [(0, 0, game.first)], {game.first}
        while todo:
            moves, pushes, state = todo.pop()
            if self.solved(game, state):
                return cost(moves, pushes)
            for after in self.around(game, state, "moves"):
                if after not in seen:
                    seen.add(after)
                    todo.append((moves + 1, pushes + (after[0] != state[0]), after))
        return None


class DeadIsStuck(Engine):
    """Only states without any push are called dead."""

    def count(self, game: Game) -> tuple[int, int]:
        states = {self.start(game, "pushes")}
        todo, stuck = list(states), 0
        while todo:
            state = todo.pop()
            following = set(self.around(game, state, "pushes"))
            stuck += not following and not self.solved(game, state)
            todo += following - states
            states |= following
        return len(states), stuck


class PlayersAreNotCounted(Engine):
    """A second player is overlooked."""

    def defects(self, game: Game) -> Iterator[str]:
        return (rule for rule in super().defects(game) if rule != "L1" or not game.players)


class MoreGoalsAreFine(Engine):
    """A level may have more goals than boxes."""

    def defects(self, game: Game) -> Iterator[str]:
        more = len(game.goals) > len(game.boxes) > 0
        return (rule for rule in super().defects(game) if rule != "L3" or not more)


class OnlyTheFirstDefect(Engine):
    """The first defect that is found is the only one that is named."""

    def defects(self, game: Game) -> Iterator[str]:
        yield from list(super().defects(game))[:1]


class BoxesCloseTheWall(Engine):
    """A box in a gap of the outer wall is as good as a wall."""

    def in_reach(self, game: Game) -> set[Square]:
        return set[Square]().union(*(self.reach(game, (frozenset(game.boxes), player)) for player in game.players))


class FloorOutsideIsADefect(Engine):
    """Any floor at the edge of the drawing makes it open, whether the player gets there or not."""

    def defects(self, game: Game) -> Iterator[str]:
        found = list(super().defects(game))
        edge = any(beside(square, way)[0] in (-1, len(game.rows)) for square in game.floor for way in DELTA)
        yield from found if "L5" in found or not edge else [*found, "L5"]


class AStepKeepsTheUndone(Engine):
    """What was undone can still be redone after a new step."""

    def undone_after_a_step(self, undone: str) -> str:
        return undone


class PiecesMayStandInWalls(Engine):
    """Nothing is asked about the squares that pieces stand on."""

    def pieces(self, width: int, height: int, walls: Any, goals: Any, boxes: Any, players: Any) -> list[str]:
        return [rule for rule in super().pieces(width, height, walls, goals, boxes, players) if rule != "L4"]


def _wrong_engines(classes: Iterable[type[Engine]]) -> dict[str, type[Engine]]:
    def name(wrong: type[Engine]) -> str:
        return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in wrong.__name__)[1:]

    return {name(wrong): wrong for wrong in classes}


MUTANTS = _wrong_engines(Engine.__subclasses__())
"""Every wrong engine by its name, in the order of this file."""
