"""The checker accepts what the fast engine writes, on random levels of many sorts; with a step left out it does not."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from differential.fast_engine import levels
from sokosolve.bounds import group_tables
from sokosolve.certify import certificate_writer, fact_writer, group_facts
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.kernel import Kernel
from sokospec import Level
from sokospec.answer import Answer, Objective, Verdict
from sokospec.certificates.verify import Verification, verify

OBJECTIVES = (Objective.PUSHES, Objective.PUSHES_MOVES, Objective.PUSHES, Objective.MOVES, Objective.MOVES_PUSHES)
CHUNKS = (0, *(pytest.param(chunk, marks=pytest.mark.long) for chunk in range(1, 6)))
LEVELS = 60


@pytest.fixture(autouse=True)
def early_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have tables of groups even where a search is over after some states."""
    monkeypatch.setattr(group_tables, "_GROUPS_A_STATE", 1_000)


def checked(chunk: int, count: int = LEVELS) -> Iterator[tuple[Level, Answer, str, Verification]]:
    """Yield random levels with the engine's answers, its certificates, and what the checker says of these."""
    for index, (_, level) in enumerate(levels(f"certificates {chunk}", count)):
        text = io.BytesIO()
        objective = OBJECTIVES[index % len(OBJECTIVES)]
        answer = solve_with_certificate(level, objective, text.write)
        if answer.verdict in (Verdict.OPTIMAL, Verdict.UNSOLVABLE):
            yield level, answer, text.getvalue().decode("ascii"), verify(text, level)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_the_checker_accepts_what_the_engine_writes(chunk: int) -> None:
    seen = Counter[str]()
    for level, answer, text, found in checked(chunk):
        assert found.accepted, f"{found}\n{level}\n{text}"
        claim = "unsolvable"
        if answer.verdict is Verdict.OPTIMAL:
            assert answer.moves is not None and answer.pushes is not None
            claim = (
                f"optimal {answer.objective} {' '.join(map(str, answer.objective.cost(answer.moves, answer.pushes)))}"
            )
        assert found.claim == claim
        seen.update(
            word for word in ("groups", "dead", "optimal", "unsolvable") if f"\n{word} " in text or word in claim
        )
    assert min(seen[word] for word in ("groups", "dead", "optimal", "unsolvable")) > 2, seen


@pytest.mark.parametrize(
    ("left_out", "instead"),
    [
        (group_facts.close_groups, lambda budget, world, writer: True),
        (certificate_writer.open_successor, lambda *work: None),
        (certificate_writer.want, lambda writer, state: None),
        (fact_writer.make_recent, lambda pool, place, entry: None),
    ],
    ids=["groups that these lead to", "states that no fact rules out", "states that are known", "nothing"],
)
def test_what_the_proof_needs_cannot_be_left_out(
    left_out: Kernel[..., object], instead: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Kernel, "of", lambda kernel, compiled: kernel.function)
    monkeypatch.setattr(left_out, "function", instead)
    refused = [found.reason for _, _, _, found in checked(3, 30) if not found.accepted]
    assert len(refused) > 1 if left_out is not fact_writer.make_recent else not refused
