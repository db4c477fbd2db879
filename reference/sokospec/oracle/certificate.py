"""Certificates from the oracle: every state below the optimum."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import replace

from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Board, Level, Square, State
from sokospec.certificates.facts import Prices
from sokospec.certificates.text import Claim
from sokospec.certificates.writing import format_fact, format_head, require_readable
from sokospec.limits import Interrupted, LimitReached, Limits, Meter
from sokospec.oracle.search import search_exhaustively
from sokospec.rules import normalise, pushes


def solve_with_certificate(
    level: Level, objective: Objective, write: Callable[[bytes], object], limits: Limits | None = None
) -> Answer:
    r"""Return the oracle's answer and write its certificate, unless a limit was reached.

    Raises `SokobanError` for a level too large for certificates, and `Interrupted`.

    >>> lines: list[bytes] = []
    >>> answer = solve_with_certificate(Level.parse("######\n#@$ .#\n######"), Objective.PUSHES, lines.append)
    >>> lines[-5:]
    [b'prices 1 : 0\n', b'0 : 8 @ 7 : 1\n', b'1 : 9 @ 7 : 1\n', b'start : 1\n', b'end\n']
    """
    require_readable(level)
    meter = Meter(limits or Limits())
    answer = search_exhaustively(level, objective, limits)
    if answer.verdict in (Verdict.LIMIT_TIME, Verdict.LIMIT_MEMORY):
        return answer
    claim = Claim("unsolvable")
    if answer.moves is not None and answer.pushes is not None:
        cost = objective.cost(answer.moves, answer.pushes)
        claim = Claim("solved") if objective is Objective.ANY else Claim("optimal", objective, cost)

    def stop(verdict: Verdict) -> Answer:
        return replace(answer, verdict=verdict, lurd=None, lower_bound=answer.lower_bound or 0)

    try:
        for line in _lines(level, claim, answer.lurd, meter):
            write(f"{line}\n".encode("ascii"))
    except LimitReached as limit:
        return stop(limit.verdict)
    except MemoryError:
        return stop(Verdict.LIMIT_MEMORY)
    except KeyboardInterrupt:
        raise Interrupted(stop(Verdict.LIMIT_TIME)) from None
    return answer


def _lines(level: Level, claim: Claim, lurd: str | None, meter: Meter) -> Iterator[str]:
    yield from format_head(level, claim, lurd)
    if claim.kind != "solved":
        yield from format_fact(level.board, Prices(1, (0,) * len(level.goals)))
        for cost, state in _states(level, claim, meter):
            boxes = " ".join(_number(level.board, box) for box in sorted(state.boxes))
            yield f"{' '.join(map(str, cost))} : {boxes} @ {_number(level.board, state.player)} : 1"
        yield "start : 1"
    yield "end"


def _number(board: Board, square: Square) -> str:
    return str(square.row * board.width + square.column)


def _states(level: Level, claim: Claim, meter: Meter) -> Iterator[tuple[tuple[int, ...], State]]:
    """Yield the states that cost less than the claim, cheapest first (Dijkstra's algorithm).

    Where moves count, states have the player's square after the last push; otherwise they are normalised.
    """
    board, objective = level.board, claim.objective or Objective.PUSHES
    exact = objective is not Objective.PUSHES
    first = level.state if exact else normalise(board, level.state)
    start = objective.cost(0, 0)
    if claim.cost and start >= claim.cost:
        return
    queue = [(start, sorted(first.boxes), first)]
    best = {first: start}
    done = set()
    while queue:
        cost, _, state = heapq.heappop(queue)
        if state in done:
            continue
        done.add(state)
        meter.expand(cost[0])
        yield cost, state
        walks = _walks(board, state) if exact else {}
        for push, after in pushes(board, state):
            behind = board.beyond[push.box][push.direction.opposite]
            assert behind is not None, "the player stands behind the box he pushes"
            more = objective.cost(walks.get(behind, 0) + 1, 1)
            total = tuple(a + b for a, b in zip(cost, more, strict=True))
            reached = after if exact else normalise(board, after)
            if (not claim.cost or total < claim.cost) and (reached not in best or total < best[reached]):
                best[reached] = total
                heapq.heappush(queue, (total, sorted(reached.boxes), reached))


def _walks(board: Board, state: State) -> dict[Square, int]:
    found = {state.player: 0}
    for square in (queue := [state.player]):
        for ahead in board.beyond[square]:
            if ahead is not None and ahead not in found and ahead not in state.boxes:
                found[ahead] = found[square] + 1
                queue.append(ahead)
    return found
