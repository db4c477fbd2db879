"""Satisfiability by clause learning (GRASP, 1999) with watched literals (Chaff, 2001)."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence


def satisfy(clauses: Iterable[Sequence[int]]) -> dict[int, bool] | None:
    """Return values that satisfy all clauses, or None.

    >>> satisfy([(1, 2), (-1, 2), (1, -2)])
    {1: True, 2: True}
    >>> satisfy([(1, 2), (-1, 2), (1, -2), (-1, -2)]) is None
    True
    """
    return _SatSearch(clauses).run()


class _SatSearch:
    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        self.value: dict[int, bool] = {}  # of literals: both of a variable are there, or none
        self.level: dict[int, int] = {}
        self.reason: dict[int, list[int] | None] = {}
        self.trail: list[int] = []
        self.starts: list[int] = []  # where in the trail each decision stands
        self.propagated = 0
        self.watchers: dict[int, list[list[int]]] = {}
        self.phase: dict[int, bool] = {}
        self.activity: dict[int, float] = {}
        self.bump = 1.0
        self.contradiction = False
        for clause in clauses:
            literals = list(dict.fromkeys(clause))
            for literal in literals:
                self.activity[abs(literal)] = self.activity.get(abs(literal), 0.0) + 1e-9
            if not any(-literal in literals for literal in literals):
                self.add(literals)
        for variable in self.activity:
            self.watchers.setdefault(variable, [])
            self.watchers.setdefault(-variable, [])
        self.order = [(-activity, variable) for variable, activity in self.activity.items()]
        heapq.heapify(self.order)

    def add(self, literals: list[int]) -> None:
        if len(literals) > 1:
            self.watch(literals)
        elif not literals or self.value.get(literals[0]) is False:
            self.contradiction = True
        elif literals[0] not in self.value:
            self.imply(literals[0], None)

    def watch(self, literals: list[int]) -> None:
        for literal in literals[:2]:
            self.watchers.setdefault(literal, []).append(literals)

    def imply(self, literal: int, reason: list[int] | None) -> None:
        self.value[literal], self.value[-literal] = True, False
        self.level[abs(literal)] = len(self.starts)
        self.reason[abs(literal)] = reason
        self.trail.append(literal)

    def run(self) -> dict[int, bool] | None:
        while not self.contradiction:
            conflict = self.propagate()
            if conflict is not None:
                if not self.starts:
                    return None
                self.learn(conflict)
                continue
            variable = self.pick_variable()
            if variable is None:
                return {variable: self.value[variable] for variable in sorted(self.activity)}
            self.starts.append(len(self.trail))
            self.imply(variable if self.phase.get(variable, True) else -variable, None)
        return None

    def propagate(self) -> list[int] | None:
        value = self.value
        while self.propagated < len(self.trail):
            false = -self.trail[self.propagated]
            self.propagated += 1
            watching, self.watchers[false] = self.watchers[false], []
            kept = self.watchers[false]
            for index, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], clause[0]
                first = clause[0]
                if value.get(first):
                    kept.append(clause)
                    continue
                for place in range(2, len(clause)):
                    if value.get(clause[place]) is not False:
                        clause[1], clause[place] = clause[place], false
                        self.watchers[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if value.get(first) is False:
                        kept.extend(watching[index + 1 :])
                        return clause
                    self.imply(first, clause)
        return None

    def learn(self, conflict: list[int]) -> None:
        seen: set[int] = set()
        learned: list[int] = []
        here, open_paths, at = len(self.starts), 0, len(self.trail)
        clause: Sequence[int] = conflict
        while True:
            for literal in clause:
                variable = abs(literal)
                if variable in seen or self.level[variable] == 0:
                    continue
                seen.add(variable)
                self.raise_activity(variable)
                if self.level[variable] == here:
                    open_paths += 1
                else:
                    learned.append(literal)
            at -= 1
            while abs(self.trail[at]) not in seen:
                at -= 1
            cut = self.trail[at]
            open_paths -= 1
            if open_paths == 0:
                break
            reason = self.reason[abs(cut)]
            assert reason is not None, "a decision is the last open path of its level"
            clause = [literal for literal in reason if literal != cut]
        learned.sort(key=lambda literal: -self.level[abs(literal)])
        self.back_to(self.level[abs(learned[0])] if learned else 0)
        self.bump /= 0.95
        clause = [-cut, *learned]
        if learned:
            self.watch(clause)
        self.imply(-cut, clause if learned else None)

    def back_to(self, level: int) -> None:
        start = self.starts[level]
        for literal in self.trail[start:]:
            variable = abs(literal)
            self.phase[variable] = literal > 0
            del self.value[literal], self.value[-literal], self.level[variable], self.reason[variable]
            heapq.heappush(self.order, (-self.activity[variable], variable))
        del self.trail[start:], self.starts[level:]
        self.propagated = len(self.trail)

    def raise_activity(self, variable: int) -> None:
        self.activity[variable] += self.bump
        if self.activity[variable] > 1e100:
            self.activity = {one: activity * 1e-100 for one, activity in self.activity.items()}
            self.bump *= 1e-100
            self.order = [(-activity, one) for one, activity in self.activity.items() if one not in self.value]
            heapq.heapify(self.order)
        elif variable not in self.value:
            heapq.heappush(self.order, (-self.activity[variable], variable))

    def pick_variable(self) -> int | None:
        while self.order:
            _, variable = heapq.heappop(self.order)
            if variable not in self.value:
                return variable
        return None
