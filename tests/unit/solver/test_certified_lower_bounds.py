"""Certificates at a limit: whatever a search has expanded, all checkers accept the bound that it has proved."""

from __future__ import annotations

import io

import pytest

from sokogen.families.fibonacci import fibonacci_level
from sokosolve.certify import lower_bounds
from sokosolve.certify.lower_bounds import solve_or_bound
from sokosolve.features import Direction
from sokosolve.solver import solve
from sokospec import Level, SokobanError
from sokospec.answer import Verdict
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokoverify import verify as verify_fast

LEVEL = fibonacci_level(4)
UNSOLVABLE = Level.parse("######\n#.$$ #\n#@   #\n#   .#\n######")


def claim_of(text: io.BytesIO, level: Level) -> str | None:
    text.seek(0)
    slow = verify(text, level)
    text.seek(0)
    fast = verify_fast(text, level)
    assert slow.accepted and fast.accepted, (slow.line, slow.reason, fast.line, fast.reason)
    return slow.claim


@pytest.mark.parametrize("direction", [Direction.FORWARD, Direction.BACKWARD, Direction.AUTO, Direction.BOTH])
@pytest.mark.parametrize("size", [4, pytest.param(5, marks=pytest.mark.long)])
def test_each_bound_on_the_way_to_the_optimum_has_a_certificate(size: int, direction: Direction) -> None:
    level = fibonacci_level(size)
    optimum = solve(level).pushes
    assert optimum is not None
    bounds: list[int] = []
    most = 1
    while not bounds or bounds[-1] < optimum:
        text = io.BytesIO()
        certified = solve_or_bound(level, text.write, Limits(), direction=direction, most=most)
        assert certified.claim is not None
        assert claim_of(text, level) == str(certified.claim)
        bounds.append(certified.claim.cost[0])
        if certified.answer.verdict is Verdict.OPTIMAL:
            break
        assert certified.claim.kind == "at-least" and certified.answer.lower_bound == bounds[-1]
        most *= 4
    assert bounds == sorted(bounds) and bounds[-1] == optimum and len(bounds) > 1


def test_a_certificate_of_a_known_solution_needs_no_search_for_another() -> None:
    known = solve(LEVEL).lurd
    text = io.BytesIO()
    certified = solve_or_bound(LEVEL, text.write, Limits(), known=known)
    assert certified.solution == known == certified.answer.lurd
    assert claim_of(text, LEVEL) == f"optimal pushes {certified.answer.pushes}"
    with pytest.raises(SokobanError, match="the known solution does not solve the level"):
        solve_or_bound(LEVEL, text.write, Limits(), known="u")


def test_the_known_solution_is_kept_at_a_limit_before_the_search() -> None:
    known = solve(LEVEL).lurd
    text = io.BytesIO()
    certified = solve_or_bound(LEVEL, text.write, Limits(cpu=0.0), known=known)
    assert (certified.answer.verdict, certified.solution) == (Verdict.LIMIT_TIME, known)
    assert claim_of(text, LEVEL) in (None, "at-least pushes 0")


def test_a_certificate_without_time_to_write_it_is_no_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lower_bounds, "write_certificate", lambda *_: (_ for _ in ()).throw(MemoryError))
    certified = solve_or_bound(LEVEL, io.BytesIO().write, Limits())
    assert (certified.answer.verdict, certified.claim) == (Verdict.LIMIT_MEMORY, None)
    monkeypatch.setattr(lower_bounds, "write_side", lambda *_: (_ for _ in ()).throw(MemoryError))
    certified = solve_or_bound(LEVEL, io.BytesIO().write, Limits(), most=1)
    assert (certified.answer.verdict, certified.claim) == (Verdict.LIMIT_TIME, None)


def test_a_level_without_solution_is_proved_unsolvable() -> None:
    text = io.BytesIO()
    certified = solve_or_bound(UNSOLVABLE, text.write, Limits())
    assert claim_of(text, UNSOLVABLE) == "unsolvable" == str(certified.claim)
    assert certified.solution is None
