"""Reversals from a winning strategy.

A signal goes on after its inputs and off after its outputs. The number of reversals is exponential in the universal
variables.
"""

from __future__ import annotations

from sokogen.reductions.constraint_logic.constraint_graph import VertexKind
from sokogen.reductions.constraint_logic.graph_of_formula import Reduction
from sokogen.reductions.formulas.qbf import FormulaError, Position, Strategy


def play(reduction: Reduction, strategy: Strategy) -> list[int]:
    """Return the reversals up to the target edge, or raise `FormulaError`.

    >>> from sokogen.reductions.formulas.qbf import Formula, Quantifier, find_winning_strategy
    >>> formula = Formula((Quantifier.EXISTS,), ((1,),))
    >>> reduction = Reduction.of(formula)
    >>> [reduction.graph.edges[index].name for index in play(reduction, find_winning_strategy(formula))]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['try_1', 'x_1', 'try_1_left', 'x_1_true_try', 'x_1_true_tried', 'try_2',
     'try_2_painted', 'x_1_true_use', 'sat_clauses_1']
    """
    if not strategy.wins(reduction.formula):
        raise FormulaError("the strategy does not win; take one from find_winning_strategy")
    player = _ReversalPlayer(reduction, strategy)
    player.turn_on(reduction.graph.index("try_1"))
    player.win(0, ())
    return player.reversals


class _ReversalPlayer:
    def __init__(self, reduction: Reduction, strategy: Strategy) -> None:
        self.graph = reduction.graph
        self.levels = reduction.levels
        self.strategy = strategy
        self.index = {edge.name: index for index, edge in enumerate(self.graph.edges)}
        self.variables = {self.index[name] for name in reduction.variables}
        self.last_sat = self.index[self.levels[-1].sat_next] if self.levels else reduction.target
        self.takes: dict[str, list[int]] = {vertex: [] for vertex in self.graph.vertices}
        self.gives: dict[str, list[int]] = {vertex: [] for vertex in self.graph.vertices}
        for index, edge in enumerate(self.graph.edges):
            if index not in self.variables:
                self.takes[edge.tail].append(index)
                self.gives[edge.head].append(index)
        self.value_of: dict[
            str, tuple[int, bool]
        ] = {}  # for a vertex of a variable: the variable's edge, and the value that the vertex stands for
        for index in self.variables:
            self.value_of[self.graph.edges[index].tail] = (index, True)
            self.value_of[self.graph.edges[index].head] = (index, False)
        self.configuration = 0
        self.reversals: list[int] = []

    def win(self, level: int, universals: tuple[bool, ...]) -> None:
        if level == len(self.levels):
            self.turn_on(self.last_sat)
            return
        here = self.levels[level]
        if here.latch is None:
            self.assign(here.variable, self.strategy.choices[Position(level + 1, universals)])
            self.turn_on(self.index[here.try_next])
            self.win(level + 1, universals)
            return
        setting, kept = here.latch
        self.win_behind(level, (*universals, True))
        self.turn_on(self.index[setting])
        self.turn_on(self.index[kept])
        self.take_back_behind(level, (*universals, True))
        self.win_behind(level, (*universals, False))
        self.turn_on(self.index[here.sat])

    def win_behind(self, level: int, universals: tuple[bool, ...]) -> None:
        self.assign(self.levels[level].variable, universals[-1])
        self.turn_on(self.index[self.levels[level].try_next])
        self.win(level + 1, universals)

    def take_back(self, level: int, universals: tuple[bool, ...]) -> None:
        if level == len(self.levels):
            self.turn_off(self.last_sat)
            return
        here = self.levels[level]
        if here.latch is None:
            self.take_back_behind(level, universals)
            return
        setting, kept = here.latch
        self.turn_off(self.index[here.sat])
        self.take_back_behind(level, (*universals, False))
        self.win_behind(level, (*universals, True))
        self.turn_on(self.index[setting])
        self.turn_off(self.index[kept])
        self.take_back_behind(level, (*universals, True))

    def take_back_behind(self, level: int, universals: tuple[bool, ...]) -> None:
        self.take_back(level + 1, universals)
        self.turn_off(self.index[self.levels[level].try_next])

    def is_on(self, index: int) -> bool:
        return bool(self.configuration >> index & 1)

    def assign(self, name: str, value: bool) -> None:
        index = self.index[name]
        if self.is_on(index) != value:
            for signal in self.gives[self.graph.head(index, self.configuration)]:
                self.turn_off(signal)
            self.reverse(index)

    def turn_on(self, index: int) -> None:
        if self.is_on(index):
            return
        giver = self.graph.edges[index].head
        if self.graph.vertices[giver] is VertexKind.OR:
            self.turn_on(next(one for one in self.takes[giver] if self.can_be_on(one, frozenset())))
        else:
            for one in self.takes[giver]:
                self.turn_on(one)
        self.reverse(index)

    def can_be_on(self, index: int, asked: frozenset[int]) -> bool:
        if self.is_on(index) or index in asked:
            return self.is_on(index)
        giver = self.graph.edges[index].head
        if giver in self.value_of:
            variable, value = self.value_of[giver]
            return self.is_on(variable) == value
        answers = (self.can_be_on(one, asked | {index}) for one in self.takes[giver])
        return any(answers) if self.graph.vertices[giver] is VertexKind.OR else all(answers)

    def turn_off(self, index: int) -> None:
        if not self.is_on(index):
            return
        taker = self.graph.edges[index].tail
        others = (one for one in self.takes[taker] if one != index)
        if self.graph.vertices[taker] is not VertexKind.OR or not any(map(self.is_on, others)):
            for one in self.gives[taker]:
                self.turn_off(one)
        self.reverse(index)

    def reverse(self, index: int) -> None:
        assert self.graph.may_reverse(index, self.configuration), "what it is made of is on, or what is made of it off"
        self.configuration ^= 1 << index
        self.reversals.append(index)
