"""The corpus of regression levels is current and complete, and every level exposes the fault that it names.

What the wrong fast engines answer is compared in tests/mutants/solver, where they run anyway; everything else is made
anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from pathlib import Path

import pytest

from claims.catalogue import CLAIMS
from claims.ledger import contradicts
from conformance.generate import document
from mutants.checker.copies import Checker
from mutants.checker.faults import FAULTS
from mutants.detector.wrong import WRONG_DETECTORS
from mutants.engine.mutants import MUTANTS as WRONG_ENGINES
from mutants.engine.table import failures_of
from mutants.solver.mutants import MUTANTS as WRONG_SOLVERS
from regression_levels import generate
from regression_levels.reported import REPORTED
from regression_levels.sources import SOURCES, Found, Kept, lets_pass, level_given, reported, solvers, why_refuted
from sokodead import DETECTORS
from sokodead.audit.replies import ask
from sokosolve import solve as solve_fast
from sokospec import Board, Level, State, normalise
from sokospec.board import Direction, Square, neighbour
from sokospec.conformance import Case, Kill, load, load_levels
from sokospec.formats.lurd import parse
from sokospec.oracle import Objective, search_exhaustively
from sokospec.replay import replay
from sokospec.rules import is_solved
from sokospec.transform.normal_form import normal_form
from sokospec.transform.symmetry import Symmetry

CORPUS = load("killers")
KILLED = {
    "claim": [claim.name for claim in CLAIMS if not claim.holds],
    "detector": list(WRONG_DETECTORS),
    "engine": list(WRONG_ENGINES),
    "solver": list(WRONG_SOLVERS),
    "report": [report.name for report in REPORTED],
}


def kills(sort: str) -> Iterator[tuple[Kill, str, Case]]:
    """Yield the kills of a sort, what they kill by its own name, and the cases."""
    for case in CORPUS:
        for kill in case.kills:
            if kill.name.startswith(f"{sort} "):
                yield kill, kill.name.removeprefix(f"{sort} "), case


@pytest.mark.parametrize("sort", KILLED)
def test_everything_that_the_tests_know_to_be_wrong_has_a_regression_level_and_nothing_else(sort: str) -> None:
    assert {name for _, name, _ in kills(sort)} == set(KILLED[sort])
    assert sum(len(case.kills) for case in CORPUS) == sum(sum(1 for _ in kills(sort)) for sort in (*KILLED, "checker"))


@pytest.mark.long
def test_the_corpus_is_what_the_generator_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the answers of the levels, which are compared below."""

    def as_they_are(kept: Kept) -> Iterator[Found]:
        for name, mutant in WRONG_SOLVERS.items():
            [case] = kept[f"solver {name}"]
            [why] = [kill.why for kill in case.kills if kill.name == f"solver {name}"]
            kill = Kill(f"solver {name}", mutant.what, why, "tests/mutants/solver/test_wrong_solvers.py")
            yield Found(f"solver-{name}", "level", level_given(str(case.given["level"])), kill)

    def as_answered(id: str, drawing: str) -> Case:
        case = replace(cases[drawing], kills=())
        assert case.id == id
        return case

    cases = {str(case.given["level"]): case for case in CORPUS if case.kind == "level"}
    monkeypatch.setattr(generate, "level_case", as_answered)
    sources = [as_they_are if source is solvers else source for source in SOURCES]
    assert generate.content(generate.kept(), sources) == generate.FILE.read_text(encoding="ascii")


def test_no_case_is_there_twice_and_the_corpus_is_small() -> None:
    assert len({repr((case.kind, sorted(case.given.items()))) for case in CORPUS}) == len(CORPUS)
    assert generate.FILE.stat().st_size < 300_000
    assert all(len(known.level.board.floor) <= 60 for known in load_levels("killers"))


def test_check_names_a_corpus_that_is_not_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "content", lambda known: document("killers", [str(len(known))]))
    monkeypatch.setattr(generate, "FILE", tmp_path / "killers.json")
    assert generate.main(["--check"]) == 1 and "killers.json" in capsys.readouterr().err
    assert generate.main(["--anew"]) == 0
    assert generate.main(["--check"]) == 1
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0


def test_what_two_sources_know_is_one_case_that_kills_two() -> None:
    [found] = [each for each in reported({}) if each.id == "reported-no-player"]
    [case] = generate.corpus([found, found._replace(id="again", kill=Kill("claim x", "x", "x", "x"))])
    assert case.id == found.id and [kill.name for kill in case.kills] == ["report no-player", "claim x"]


# Every level exposes the fault that it names.


def test_every_counterexample_contradicts_its_claim() -> None:
    claims = {claim.name: claim for claim in CLAIMS}
    for _, name, case in kills("claim"):
        assert contradicts(claims[name], Level.parse(str(case.given["level"]))), name


def labelled_states(forms: int = 1) -> list[tuple[Level, bool]]:
    """Return the states that an audit takes from the corpus, in so many forms, and whether each is dead."""
    return [
        (Level(board, state), at == 0 and known.answers[Objective.PUSHES].lurd is None)
        for known in load_levels("killers")
        for board, states in islice(known.boards(), forms)
        for at, state in enumerate(states)
    ]


@pytest.mark.parametrize("name", WRONG_DETECTORS)
def test_the_corpus_refutes_every_wrong_detector(name: str) -> None:
    drawings = [str(case.given["level"]) for _, detector, case in kills("detector") if detector == name]
    assert why_refuted(name, drawings) is not None


@pytest.mark.long
def test_the_corpus_refutes_no_sound_detector() -> None:
    for level, dead in labelled_states():
        for name, sound in DETECTORS.items():
            reply = ask(sound, level)
            assert not reply.flagged or (dead and reply.why_rejected(level) is None), (name, level)


def recursion(level: Level, axes: Sequence[Sequence[Direction]]) -> bool:
    """Flag by the recursion for which every box that it has visited is frozen, the directions taken in some order."""

    def frozen(box: Square) -> bool:
        if box in visited:
            return True
        visited.add(box)
        sides = [[neighbour(box, direction) for direction in axis] for axis in axes]
        return all(
            any(level.board.is_wall(end) for end in ends) or any(end in level.boxes and frozen(end) for end in ends)
            for ends in sides
        )

    for first in sorted(level.boxes - level.goals):
        visited: set[Square] = set()
        if frozen(first):
            return True
    return False


def test_the_corpus_refutes_the_freeze_recursion_in_whatever_order_it_looks_around() -> None:
    up, down, left, right = Direction
    live = [level for level, dead in labelled_states(forms=8) if not dead]
    for vertical, horizontal in product([(up, down), (down, up)], [(left, right), (right, left)]):
        for axes in ([vertical, horizontal], [horizontal, vertical]):
            assert any(recursion(level, axes) for level in live), axes


def test_every_wrong_engine_answers_its_regression_level_wrongly() -> None:
    for _, name, case in kills("engine"):
        assert list(failures_of(WRONG_ENGINES[name]().answer, "killers", case)), name


def test_every_fault_in_the_checker_lets_its_certificate_pass() -> None:
    found = list(kills("checker"))
    assert len(found) > 20  # other faults do not show by a certificate that is wrongly accepted
    for _, name, case in found:
        assert lets_pass(Checker(FAULTS[name].changes), str(case.given["text"])), name


def test_the_reported_levels_show_what_was_reported() -> None:
    levels = {name: Level.parse(str(case.given["level"])) for _, name, case in kills("report") if case.kind == "level"}
    level = levels.pop("player-after-symmetry")
    mirrored = Symmetry(transpose=False, flip_rows=False, flip_columns=True).level(level)
    wrong = Level(mirrored.board, State(mirrored.boxes, normalise(mirrored.board, mirrored.state).player))
    assert [search_exhaustively(each, Objective.MOVES).moves for each in (level, mirrored, wrong)] == [1, 1, 5]

    def once(level: Level) -> Level:
        """Make walls of boxes between walls, in any room and not again after the other steps."""
        board, (up, down, left, right) = level.board, Direction
        held = {
            box
            for box in level.boxes & level.goals
            if all(any(board.is_wall(neighbour(box, end)) for end in axis) for axis in ((up, down), (left, right)))
        }
        walled = Board(board.width, board.height, board.walls | held, board.goals - held)
        level = Level(walled, State(level.boxes - held, level.player))
        return normal_form(level, ("outer-walls", "symmetry")).level

    level = levels.pop("steps-enable-earlier-steps")
    assert once(once(level)) != once(level)
    assert levels == {}


# What is said of the levels.


def test_states_along_solutions_can_be_solved() -> None:
    for known in load_levels("killers"):
        lurds = [answer.lurd for answer in known.answers.values() if answer.lurd is not None]
        assert all(replay(known.level, parse(lurd).steps).valid for lurd in lurds)  # so is each state on the way
        assert known.states()[0] == known.level.state
        assert lurds or len(known.states()) == 1
        assert not lurds or any(is_solved(known.level.board, state) for state in known.states())


@pytest.mark.long
def test_known_answers_are_those_of_the_oracle_and_of_the_fast_engine_where_that_takes_seconds() -> None:
    for known in load_levels("killers"):
        is_small = len(known.level.boxes) < 5
        for objective, answer in known.answers.items():
            truth = search_exhaustively(known.level, objective) if is_small else solve_fast(known.level, objective)
            assert (answer.verdict, answer.lower_bound) == (truth.verdict, truth.lower_bound)
            assert (answer.lurd is None) == (truth.lurd is None)
