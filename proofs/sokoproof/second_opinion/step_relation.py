"""Rules as formulas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

import z3

from sokospec.board import Board, Square, State

WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Up, down, left and right as (rows, columns)."""

LETTERS = "udlr"


def beside(square: Square, way: tuple[int, int], times: int = 1) -> Square:
    """Return the square `times` steps away."""
    return Square(square.row + times * way[0], square.column + times * way[1])


@dataclass(frozen=True, slots=True)
class StateFrame:
    """State as formulas."""

    box: dict[Square, z3.BoolRef]
    player: dict[Square, z3.BoolRef]

    def player_in(self, squares: Iterable[Square]) -> z3.BoolRef:
        return z3.Or([self.player[square] for square in sorted(squares)])

    def boxes_on(self, squares: Iterable[Square]) -> z3.BoolRef:
        return z3.And([self.box[square] for square in sorted(squares)])


class BoardSystem:
    """Board with any number of boxes, or `boxes`.

    >>> system = BoardSystem(Board(3, 1, frozenset(), frozenset({Square(0, 2)})))
    >>> here, there = system.frame("here"), system.frame("there")
    >>> solver = z3.Solver()
    >>> solver.add(system.is_state(here), here.player[Square(0, 0)], here.box[Square(0, 1)], system.step(here, there))
    >>> solver.check(), system.state(solver.model(), there)
    (sat, State(boxes=frozenset({Square(row=0, column=2)}), player=Square(row=0, column=1)))
    """

    def __init__(self, board: Board, boxes: int | None = None) -> None:
        self._boxes = boxes
        self.floor = [
            square
            for row in range(board.height)
            for column in range(board.width)
            if (square := Square(row, column)) not in board.walls
        ]
        self.goals = board.goals
        self._steps = [(here, way) for here in self.floor for way in WAYS if beside(here, way) in set(self.floor)]

    def frame(self, name: str) -> StateFrame:
        return StateFrame(
            {square: z3.Bool(f"{name} box {square.row} {square.column}") for square in self.floor},
            {square: z3.Bool(f"{name} player {square.row} {square.column}") for square in self.floor},
        )

    def constant(self, state: State) -> StateFrame:
        return StateFrame(
            {square: z3.BoolVal(square in state.boxes) for square in self.floor},
            {square: z3.BoolVal(square == state.player) for square in self.floor},
        )

    def is_state(self, frame: StateFrame) -> z3.BoolRef:
        return z3.And(
            True if self._boxes is None else z3.PbEq([(here, 1) for here in frame.box.values()], self._boxes),
            z3.PbEq([(here, 1) for here in frame.player.values()], 1),
            *(z3.Not(z3.And(frame.player[square], frame.box[square])) for square in self.floor),
        )

    def is_solved(self, frame: StateFrame) -> z3.BoolRef:
        return z3.And([z3.Not(frame.box[square]) for square in self.floor if square not in self.goals])

    def complete(self, frame: StateFrame) -> z3.BoolRef:
        return z3.And(self.is_solved(frame), frame.boxes_on(self.goals))

    def step(self, before: StateFrame, after: StateFrame) -> z3.BoolRef:
        comes: dict[Square, list[z3.BoolRef]] = {square: [] for square in self.floor}
        leaves: dict[Square, list[z3.BoolRef]] = {square: [] for square in self.floor}
        rules = [z3.PbEq([(there, 1) for there in after.player.values()], 1)]
        for here, way in self._steps:
            there, beyond = beside(here, way), beside(here, way, 2)
            leaves[here].append(after.player[there])
            push = z3.And(before.player[here], after.player[there], before.box[there])
            if beyond in before.box:
                comes[beyond].append(push)
                rules.append(z3.Not(z3.And(push, before.box[beyond])))
            else:
                rules.append(z3.Not(push))
        for square in self.floor:
            stays = z3.And(before.box[square], z3.Not(after.player[square]))
            rules.append(z3.Implies(before.player[square], z3.Or(leaves[square])))
            rules.append(after.box[square] == z3.Or(stays, *comes[square]))
        return z3.And(rules)

    def is_push(self, before: StateFrame, after: StateFrame, boxes: Iterable[Square] | None = None) -> z3.BoolRef:
        squares = self.floor if boxes is None else sorted(boxes)
        return z3.Or([z3.And(after.player[square], before.box[square]) for square in squares])

    def state(self, model: z3.ModelRef, frame: StateFrame) -> State:
        def true(formula: z3.BoolRef) -> bool:
            return bool(z3.is_true(model.eval(formula, model_completion=True)))

        [player] = [square for square in self.floor if true(frame.player[square])]
        return State(frozenset(square for square in self.floor if true(frame.box[square])), player)


def walks(free: Collection[Square], start: Square) -> dict[Square, str]:
    """Return a shortest walk, as LURD, to each square that the player can reach.

    >>> walks([Square(0, 0), Square(0, 1), Square(2, 1)], Square(0, 0))
    {Square(row=0, column=0): '', Square(row=0, column=1): 'r'}
    """
    found = {start: ""}
    for here in (queue := [start]):
        for letter, way in zip(LETTERS, WAYS, strict=True):
            there = beside(here, way)
            if there in free and there not in found:
                found[there] = found[here] + letter
                queue.append(there)
    return found


Formula = Callable[[StateFrame], z3.BoolRef]
"""A set of states."""
