"""Solvable levels by construction: pulls from solved states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from sokospec.board import Board, Direction, Level, State, neighbour
from sokospec.certificates.grid import Grid, bits
from sokospec.oracle.search import push_path_lurd
from sokospec.rules import Push

_SAME_BOX = 0.4
"""How often a walk pulls on the box that it pulled last, where that can be."""
_LAYERS, _WIDTH, _SHOWN = 15, 12, 2
"""A climb makes so many pulls at most; after each it keeps so many states, and shows so many of them."""
_LONG_LAYERS, _NARROW = 40, 4
"""Pulls, and states to keep, of a climb by the audited function, which goes farther."""

_T = TypeVar("_T")


def below(rng: Random, bound: int) -> int:
    """Return a number below `bound`, the same in every version of Python."""
    return int(rng.random() * bound)


def any_of(rng: Random, items: Sequence[_T]) -> _T:
    """Return a random item."""
    return items[below(rng, len(items))]


class LevelWithSolution(NamedTuple):
    """Level with its solution."""

    level: Level
    pushes: tuple[Push, ...]

    def solution(self) -> str:
        """Return it as LURD with shortest walks."""
        return push_path_lurd(self.level, self.pushes)


class _BackwardNode(NamedTuple):
    boxes: int
    region: int
    pushes: tuple[Push, ...]


class Backward:
    """Backward play on a board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = Grid(board)
        self._square = {self._grid.mask([square]): square for square in board.floor}
        self._direction = dict(zip(self._grid.steps, Direction, strict=True))

    def walk(self, rng: Random, pulls: int) -> list[LevelWithSolution]:
        r"""Return the second half of a random walk of pulls from a solved state.

        >>> board = Level.parse("######\n#@$ .#\n######").board
        >>> for met in Backward(board).walk(Random(1), pulls=2):
        ...     print(str(met.level).splitlines()[1], met.solution())
        #@ $.# rR
        #@$ .# RR
        """
        found = [self._draw_solved_state(rng)]
        seen = {found[0][:2]}
        for _ in range(pulls):
            fresh = [node for node in self._pull_nodes(found[-1]) if node[:2] not in seen]
            if not fresh:
                break
            same = [node for node in fresh if _lands(node) in {push.box for push in found[-1].pushes[:1]}]
            found.append(any_of(rng, same if same and rng.random() < _SAME_BOX else fresh))
            seen.add(found[-1][:2])
        return [self._level_with_solution(rng, node) for node in found[max(1, len(found) // 2) :]]

    def climb(self, rng: Random) -> list[LevelWithSolution]:
        r"""Return solvable levels that look dead: after each pull the states that look worst are kept.

        They have many boxes off goals that are blocked along both axes. A second climb shuts the player off from the
        floor.

        >>> board = Level.parse("#######\n#  *  #\n#  *@ #\n#######").board
        >>> met = Backward(board).climb(Random(3))[-1]
        >>> print(met.level)
        #######
        #@$.  #
        # $.  #
        #######
        """
        return [*self._climb(rng, self._count_hemmed_in), *self._climb(rng, self._count_cut_off)]

    def climb_by(self, rng: Random, look: Callable[[Level], float]) -> list[LevelWithSolution]:
        r"""Return solvable levels that are far from solved by `look`: its value less the number of pulls ranks them.

        >>> board = Level.parse("########\n#    *@#\n########").board
        >>> print(Backward(board).climb_by(Random(3), lambda level: max(box.column for box in level.boxes))[-1].level)
        ########
        #@$  . #
        ########
        """

        def rank(node: _BackwardNode) -> float:
            return look(self._level_with_solution(rng, node).level) - len(node.pushes)

        return self._climb(rng, rank, _LONG_LAYERS, _NARROW)

    def _climb(
        self, rng: Random, look: Callable[[_BackwardNode], float], layers: int = _LAYERS, width: int = _WIDTH
    ) -> list[LevelWithSolution]:
        layer = [self._draw_solved_state(rng)]
        seen = {layer[0][:2]}
        found = []
        for _ in range(layers):
            reached = [node for before in layer for node in self._pull_nodes(before)]
            fresh = {node[:2]: node for node in reached if node[:2] not in seen}
            seen.update(fresh)
            ranked = sorted(((look(node) + rng.random(), node) for node in fresh.values()), reverse=True)
            layer = [node for _, node in ranked[:width]]
            found += [self._level_with_solution(rng, node) for node in layer[:_SHOWN]]
        return found

    def _pull_nodes(self, node: _BackwardNode) -> Iterator[_BackwardNode]:
        for box, before, player in self._grid.pulls(node.boxes, node.region):
            earlier = node.boxes ^ box ^ before
            push = Push(self._square[before], self._direction[box.bit_length() - before.bit_length()])
            yield _BackwardNode(earlier, self._grid.reachable(player, earlier), (push, *node.pushes))

    def _count_hemmed_in(self, node: _BackwardNode) -> int:
        up, down, left, right = (abs(step) for step in self._grid.steps)
        taken = node.boxes | ~self._grid.floor
        held = (taken >> up | taken << down) & (taken >> left | taken << right)
        return (node.boxes & ~self._grid.goals & held).bit_count()

    def _count_cut_off(self, node: _BackwardNode) -> int:
        return (self._grid.floor & ~node.boxes & ~node.region).bit_count()

    def _draw_solved_state(self, rng: Random) -> _BackwardNode:
        boxes = self._grid.goals
        parts = self._grid.parts(boxes)
        some = bool(parts) and rng.random() < 0.2
        return _BackwardNode(boxes, any_of(rng, parts) if some else max(parts, key=int.bit_count, default=0), ())

    def _level_with_solution(self, rng: Random, node: _BackwardNode) -> LevelWithSolution:
        player = self._square[any_of(rng, list(bits(node.region)))]
        state = State(frozenset(self._square[box] for box in bits(node.boxes)), player)
        return LevelWithSolution(Level(self._board, state), node.pushes)


def _lands(node: _BackwardNode) -> tuple[int, int]:
    box, direction = node.pushes[0]
    return neighbour(box, direction)
