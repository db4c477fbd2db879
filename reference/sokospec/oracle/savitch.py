"""Savitch's procedure: reachability in quadratic space (W. J. Savitch, 1970), with a meter.

docs/background/savitch.md has the proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic

from sokospec.answer import Verdict
from sokospec.limits import Interrupted, LimitReached, Limits, Meter
from sokospec.oracle.space import Space, counter_bits, horizon_bound, quadratic_bound
from sokospec.oracle.systems import C, System, configurations


class Savitch(Generic[C]):
    """Procedure without a cache, with meters of calls, depth and held bits.

    >>> from sokospec.oracle.systems import Graph
    >>> graph = Graph([[1], [2], [3], [0]], start=0, goals=[3])
    >>> run = Savitch(graph, horizon=3)
    >>> run.reaches(0, 3, 3), run.reaches(0, 3, 2), list(run.path(0, 3, 3))
    (True, False, [1, 2, 3])
    """

    def __init__(
        self, system: System[C], horizon: int, *, meter: Meter | None = None, space: Space | None = None
    ) -> None:
        self.system = system
        self.meter = meter or Meter(Limits())
        self.space = space or Space()
        self.calls = 0
        self.depth = 0
        self._open = 0
        counter = counter_bits(horizon)
        self._question = 2 * system.bits + counter  # where from, where to, in how many steps
        self._split = system.bits + 1  # the midpoint, and which half is asked for

    def reaches(self, c1: C, c2: C, t: int) -> bool:
        """Tell whether c2 is at most t steps from c1, by the middle of the path. Raises `LimitReached`."""
        self._enter(t)
        if t <= 1:
            answer = c1 == c2 or (t == 1 and self.system.step(c1, c2))
        else:
            self.space.hold(self._split)
            answer = self._middle(c1, c2, t) is not None
            self.space.release(self._split)
        self._leave()
        return answer

    def _middle(self, c1: C, c2: C, t: int) -> C | None:
        for middle in configurations(self.system):
            if self.reaches(c1, middle, t // 2) and self.reaches(middle, c2, t - t // 2):
                return middle
        return None

    def path(self, c1: C, c2: C, t: int) -> Iterator[C]:
        """Yield the configurations after c1 on a path of at most t steps to c2, which must exist."""
        if c1 == c2:
            return
        self._enter(t)
        if t <= 1:
            yield c2
        else:
            self.space.hold(self._split)
            middle = self._middle(c1, c2, t)
            assert middle is not None, "there is a path"
            yield from self.path(c1, middle, t // 2)
            yield from self.path(middle, c2, t - t // 2)
            self.space.release(self._split)
        self._leave()

    def _enter(self, t: int) -> None:
        self.meter.expand(t)
        self.calls += 1
        self._open += 1
        self.depth = max(self.depth, self._open)
        self.space.hold(self._question)

    def _leave(self) -> None:
        self._open -= 1
        self.space.release(self._question)


class Memoised(Savitch[C]):
    """Procedure that keeps every answer in memory.

    >>> from sokospec.oracle.systems import Graph
    >>> graph = Graph([[1], [2], [3], []], start=3, goals=[0])
    >>> honest, memoised = Savitch(graph, 3), Memoised(graph, 3)
    >>> honest.reaches(3, 0, 3), memoised.reaches(3, 0, 3), memoised.calls < honest.calls
    (False, False, True)
    """

    def __init__(
        self, system: System[C], horizon: int, *, meter: Meter | None = None, space: Space | None = None
    ) -> None:
        super().__init__(system, horizon, meter=meter, space=space)
        self.answers: dict[tuple[C, C, int], bool] = {}

    def reaches(self, c1: C, c2: C, t: int) -> bool:
        """Like `Savitch.reaches`, with a cache."""
        question = (c1, c2, t)
        if question not in self.answers:
            self.answers[question] = super().reaches(c1, c2, t)
            self.space.hold(self._question + 1)
        return self.answers[question]


@dataclass(frozen=True, slots=True)
class Decision(Generic[C]):
    """Result of `decide`.

    `path` holds the configurations after the start. `lower_bound` is the least number of steps that is not refuted.
    `exhausted`: the horizon is not sufficient. Counts may be None.
    """

    verdict: Verdict
    configurations: int | None
    goals: int | None
    sufficient: int | None
    horizon: int | None
    exhausted: bool
    within: int | None
    goal: C | None
    path: tuple[C, ...] | None
    lower_bound: int | None
    calls: int
    witness_calls: int
    depth: int
    peak_bits: int
    bits: int
    bound_bits: int
    horizon_bound_bits: int | None
    seconds: float


def horizons(horizon: int, *, doubling: bool) -> Iterator[int]:
    """Yield the numbers of steps to ask for.

    >>> list(horizons(11, doubling=True)), list(horizons(11, doubling=False)), list(horizons(0, doubling=True))
    ([1, 2, 4, 8, 11], [11], [0])
    """
    t = 1
    while doubling and t < horizon:
        yield t
        t *= 2
    yield horizon


_Procedure = Callable[..., Savitch[C]]
"""`Savitch` or a subclass."""


def decide(
    system: System[C],
    horizon: int | None = None,
    limits: Limits | None = None,
    *,
    doubling: bool = True,
    witness: bool = True,
    procedure: _Procedure[C] = Savitch,
) -> Decision[C]:
    r"""Decide in polynomial space whether a goal can be reached from the start.

    The sufficient horizon is the number of configurations that are not goals; a smaller `horizon` may leave the
    question open. `witness` rebuilds a path. Ctrl-C raises `Interrupted`.

    >>> from sokospec import Level
    >>> from sokospec.oracle.sokoban import Sokoban
    >>> answer = decide(Sokoban(Level.parse("######\n#@$ .#\n######")))
    >>> str(answer.verdict), answer.sufficient, answer.within, answer.depth, answer.peak_bits <= answer.bound_bits
    ('SOLVED', 5, 2, 2, True)
    """
    return _DecisionRun(system, limits or Limits(), procedure).run(horizon, doubling=doubling, witness=witness)


class _DecisionRun(Generic[C]):
    def __init__(self, system: System[C], limits: Limits, procedure: _Procedure[C]) -> None:
        self.system = system
        self.procedure = procedure
        self.meter = Meter(limits)
        self.space = Space()
        self.savitch: Savitch[C] | None = None
        self.counts: tuple[int, int] | None = None
        self.horizon: int | None = None
        self.exhausted = False
        self.found: tuple[C, int] | None = None
        self.path: tuple[C, ...] | None = None
        self.lower_bound: int | None = 0
        self.calls_to_decide: int | None = None

    def run(self, horizon: int | None, *, doubling: bool, witness: bool) -> Decision[C]:
        verdict, interrupted = Verdict.LIMIT_TIME, False
        try:
            self.space.hold(self.system.workspace)
            verdict = self._decide(horizon, doubling=doubling)
            if witness and self.found is not None and self.savitch is not None:
                self.calls_to_decide = self.savitch.calls
                self.path = tuple(self.savitch.path(self.system.start, *self.found))
        except LimitReached as limit:
            verdict = limit.verdict if self.found is None else Verdict.SOLVED
        except MemoryError:
            verdict = Verdict.LIMIT_MEMORY if self.found is None else Verdict.SOLVED
        except KeyboardInterrupt:
            verdict, interrupted = verdict if self.found is None else Verdict.SOLVED, True
        decision = self._report(verdict)
        if interrupted:
            raise Interrupted(decision)
        return decision

    def _decide(self, horizon: int | None, *, doubling: bool) -> Verdict:
        others, goals = self.counts = self._count()
        sufficient = others if goals else 0
        self.horizon = sufficient if horizon is None else min(horizon, sufficient)
        if not goals:
            self.lower_bound = None
            return Verdict.UNSOLVABLE
        self.savitch = self.procedure(self.system, self.horizon, meter=self.meter, space=self.space)
        self.space.hold(self.system.bits + 2 * counter_bits(self.horizon))  # a goal, the horizon, and t
        for t in horizons(self.horizon, doubling=doubling):
            for goal in self._goals():
                if self.savitch.reaches(self.system.start, goal, t):
                    self.found = (goal, t)
                    return Verdict.SOLVED
            self.lower_bound = t + 1
        if self.horizon == sufficient:
            self.lower_bound = None
            return Verdict.UNSOLVABLE
        self.exhausted = True
        return Verdict.LIMIT_TIME

    def _count(self) -> tuple[int, int]:
        counts = [0, 0]
        held = self.system.bits + 2 * (self.system.bits + 1)  # 2 ** n is a number of n + 1 bits
        self.space.hold(held)
        for configuration in configurations(self.system):
            self.meter.expand(0)
            counts[self.system.is_goal(configuration)] += 1
        self.space.release(held)
        return counts[0], counts[1]

    def _goals(self) -> Iterator[C]:
        for configuration in configurations(self.system):
            self.meter.expand(0)
            if self.system.is_goal(configuration):
                yield configuration

    def _report(self, verdict: Verdict) -> Decision[C]:
        system, savitch = self.system, self.savitch
        calls = 0 if savitch is None else savitch.calls
        to_decide = calls if self.calls_to_decide is None else self.calls_to_decide
        goal, within = self.found or (None, None)
        return Decision(
            verdict=verdict,
            configurations=None if self.counts is None else sum(self.counts),
            goals=None if self.counts is None else self.counts[1],
            sufficient=None if self.counts is None else self.counts[0] if self.counts[1] else 0,
            horizon=self.horizon,
            exhausted=self.exhausted,
            within=within,
            goal=goal,
            path=self.path,
            lower_bound=self.lower_bound,
            calls=to_decide,
            witness_calls=calls - to_decide,
            depth=0 if savitch is None else savitch.depth,
            peak_bits=self.space.peak,
            bits=system.bits,
            bound_bits=quadratic_bound(system.bits, system.workspace),
            horizon_bound_bits=None
            if self.horizon is None
            else horizon_bound(system.bits, self.horizon, system.workspace),
            seconds=self.meter.seconds,
        )
