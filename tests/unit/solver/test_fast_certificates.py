"""How certificates are written by the fast engine: in pieces, in the time that is left, and of levels that fit."""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sokosolve.bounds import group_tables
from sokosolve.certify import certificate, certificate_writer, fact_writer
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.certify.fact_writer import NO_LIMIT
from sokosolve.certify.wall_facts import wall_bound
from sokosolve.level.arrays import INFINITE
from sokosolve.solver import Search
from sokospec import Level, SokobanError
from sokospec.answer import Answer, Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokospec.oracle.certificate import solve_with_certificate as solve_by_oracle

ROOM = Level.parse("########\n#      #\n# $ $$ #\n#  .. .#\n# $ @. #\n#      #\n########")
UNSOLVABLE = Level.parse("######\n#.$$ #\n#@   #\n#   .#\n######")


@pytest.mark.long
def test_a_state_whose_facts_fill_the_buffer_is_gone_on_with_where_it_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "BUFFER_A_BOX", 0)
    monkeypatch.setattr(group_tables, "_GROUPS_A_STATE", 1e-6)  # no groups, so many other facts
    justify_states, left_in_a_state = certificate_writer.justify_states.function, 0

    def counted(*work: Any) -> int:
        nonlocal left_in_a_state
        outcome: int = justify_states(*work)
        left_in_a_state += work[5].counts[fact_writer.WriterCount.SUCCESSOR] > 0
        return outcome

    monkeypatch.setattr(certificate, "justify_states", SimpleNamespace(of=lambda compiled: counted))
    for size in range(180, 320, 20):
        monkeypatch.setattr(certificate, "BUFFER", size)
        stream = io.BytesIO()
        answer = solve_with_certificate(ROOM, Objective.MOVES_PUSHES, stream.write)
        found = verify(stream, ROOM)
        assert found.accepted
        assert found.claim == f"optimal moves-pushes {answer.moves} {answer.pushes}"
    assert left_in_a_state > 3


def test_more_room_for_what_lines_name_is_no_more_room_for_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "FIRST_NAMED", 16)
    justify_states, sizes = certificate_writer.justify_states, list[tuple[int, int]]()

    def watched(*args: Any) -> int:
        lines = args[-1].lines
        sizes.append((len(lines.queue), len(lines.named)))
        return int(justify_states.of(False)(*args))

    monkeypatch.setattr(certificate, "justify_states", SimpleNamespace(of=lambda compiled: watched))
    level = Level.parse("########\n#      #\n# $  $ #\n# . @. #\n#      #\n########")
    solve_with_certificate(level, Objective.MOVES, lambda text: None)
    assert max(named for _, named in sizes) > 16
    assert len({queue for queue, _ in sizes}) == 1


def test_that_nothing_solves_a_level_is_shown_in_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[Answer] = []
    given: list[float | None] = []

    def watched(search: Search, settle: Callable[[str | None], None]) -> Answer:
        given.append(search.budget.limits.seconds)
        answers.append(answer_of(search, settle))
        return answers[-1]

    answer_of = Search.answer
    monkeypatch.setattr(Search, "answer", watched)
    answer = solve_with_certificate(UNSOLVABLE, Objective.MOVES, io.BytesIO().write, Limits(seconds=600))
    assert (answer.verdict, answer.objective) == (Verdict.UNSOLVABLE, Objective.MOVES)
    assert given == [600, 600 - answers[0].seconds]
    for name in ("expanded", "generated", "seconds"):
        assert getattr(answer, name) == sum(getattr(each, name) for each in answers)


def test_known_prices_show_what_the_checker_finds_that_they_show() -> None:
    rng = Random(1)
    beyond = 0
    for _ in range(200):
        k = rng.randint(1, 4)
        cost = np.array([[rng.choice([0, 3, 8, INFINITE]) for _ in range(k)] for _ in range(k)], dtype=np.int32)
        price = np.array([[rng.choice([0, 5, -7, 4 - INFINITE, -9 - INFINITE]) for _ in range(k)]], dtype=np.int32)
        rests = [[int(c - y) for c, y in zip(row, price[0], strict=True) if c < INFINITE] for row in cost]
        shown = NO_LIMIT
        if all(rests):
            shown = sum(map(min, rests)) + int(price.sum())
            beyond += max(map(min, rests)) >= INFINITE
        assert wall_bound(k, cost, price, 0) == shown
    assert beyond > 5


@pytest.mark.parametrize("solver", [solve_with_certificate, solve_by_oracle])
@pytest.mark.long
def test_a_level_too_large_for_a_certificate_is_refused_before_the_search(
    solver: Callable[[Level, Objective, Callable[[bytes], object]], Answer],
) -> None:
    rows = 257 * ["#" * 256]
    rows[1] = "#@$." + "#" * 252
    written: list[bytes] = []
    with pytest.raises(SokobanError, match="257 x 256 squares, and a certificate holds 65,536 at most"):
        solver(Level.parse("\n".join(rows)), Objective.PUSHES, written.append)
    assert written == []
    assert solver(Level.parse("\n".join(rows[:256])), Objective.PUSHES, written.append).pushes == 1
    assert verify(io.BytesIO(b"".join(written))).accepted
