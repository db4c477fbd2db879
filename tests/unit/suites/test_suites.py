"""Suites: the same bytes each time, however often a run is ended; what is spoilt is noticed; wrong answers are told."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from operator import getitem
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

import sokospec
from sokocheck.reports.rows import ResultRow
from sokocheck.reports.score import mistake, scores
from sokocheck.suites import deadlock, graded, tie
from sokocheck.suites.all_suites import SUITES, Slot
from sokocheck.suites.effort import MOST, mean_effort
from sokocheck.suites.graded import _goal_room, _pull_apart
from sokocheck.suites.making import CERTIFICATES, JOURNAL, LEVELS, Making
from sokocheck.suites.manifest import MANIFEST, Manifest, check_levels, manifest_of
from sokodead import DETECTORS
from sokosolve.behaviour import BEHAVIOUR
from sokosolve.solver import solve, solve_counted
from sokospec import Level, replay
from sokospec.answer import Objective, Verdict
from sokospec.errors import SokobanError
from sokospec.formats import read
from sokospec.limits import Limits

DEADLOCK = SUITES["deadlock"]
SMALL = replace(
    DEADLOCK, slots=tuple(slot for slot in DEADLOCK.slots if slot.group in ("corner", "freeze") and slot.number < 3)
)
TIE = read(Path(__file__).parents[3] / "examples" / "warehouse.xsb")[1]
TIES = replace(SUITES["tie"], slots=(Slot("5 x 5", 1),), attempt=lambda _rng, _slot: tie.entry_of(TIE))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("suite")
    assert Making(SMALL, 3, folder).run() == 4
    return folder


@pytest.fixture(scope="module")
def ties(tmp_path_factory: pytest.TempPathFactory) -> Manifest:
    folder = tmp_path_factory.mktemp("ties")
    Making(TIES, 0, folder).run()
    return manifest_of(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def copy(suite: Path, folder: Path) -> None:
    for name, data in contents(suite).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def wrong(folder: Path) -> list[str]:
    return [one.wrong for one in check_levels(manifest_of(folder), Limits()) if one.wrong is not None]


def test_a_seed_gives_the_same_bytes_and_another_seed_others(made: Path, tmp_path: Path) -> None:
    for seed in (3, 4):
        Making(SMALL, seed, tmp_path / str(seed)).run()
    assert contents(tmp_path / "3") == contents(made) != contents(tmp_path / "4")
    assert wrong(tmp_path / "4") == []


def test_a_run_ended_at_any_level_goes_on_to_the_same_bytes(made: Path, tmp_path: Path) -> None:
    for end in (0, 1, 3):
        folder = tmp_path / str(end)

        def stop(slot: Slot, _tried: int, end: int = end) -> None:
            if slot == SMALL.slots[end]:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            Making(SMALL, 3, folder).run(stop)
        with (folder / JOURNAL).open("a", encoding="ascii") as journal:
            journal.write('{"number": 1, "torn')
        Making(SMALL, 3, folder).run()
        assert contents(folder) == contents(made)


def test_a_folder_with_something_else_in_it_is_left_alone(made: Path, tmp_path: Path) -> None:
    (tmp_path / "suite").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "suite" / JOURNAL).write_text('{"suite": "deadlock", "version": 1, "seed": 3, "engine": {}}\n')
    (tmp_path / "other" / "README.md").write_text("mine")
    for folder, said in (
        (made, "holds a suite already"),
        (tmp_path / "suite", "another suite, version, seed or engine"),
        (tmp_path / "other", "holds other files"),
    ):
        before = contents(folder)
        with pytest.raises(SokobanError, match=said):
            Making(SMALL, 3, folder).run()
        assert contents(folder) == before


def test_two_runs_at_once_do_not_mix(tmp_path: Path) -> None:
    def meanwhile(slot: Slot, _tried: int) -> None:
        if slot == SMALL.slots[1]:
            with pytest.raises(SokobanError, match="another process makes a suite"):
                Making(SMALL, 3, tmp_path).run()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Making(SMALL, 3, tmp_path).run(meanwhile)


def test_every_certificate_is_accepted_and_every_level_dead(made: Path) -> None:
    found = list(check_levels(manifest_of(made), Limits()))
    assert [(one.accepted, one.wrong) for one in found] == [(1, None)] * 4
    assert [solve(level).verdict for level in read(made / LEVELS)] == [Verdict.UNSOLVABLE] * 4


def _another_level(folder: Path) -> None:
    text = (folder / LEVELS).read_text()
    (folder / LEVELS).write_text(text.replace("Title: deadlock 1", "Title: deadlock one"))


def _another_key(folder: Path) -> None:
    _edit(folder, lambda manifest: manifest["levels"][0].update(key="0" * 32))


def _other_evidence(folder: Path) -> None:
    packed = sorted((folder / CERTIFICATES).iterdir())
    packed[0].write_bytes(packed[1].read_bytes())


def _other_evidence_with_its_digest(folder: Path) -> None:
    _other_evidence(folder)
    _edit(
        folder,
        lambda manifest: manifest["levels"][0]["certificates"]["unsolvable"].update(
            manifest["levels"][1]["certificates"]["unsolvable"]
        ),
    )


def _no_gzip(folder: Path) -> None:
    packed = sorted((folder / CERTIFICATES).iterdir())[0]
    packed.write_bytes(gzip.decompress(packed.read_bytes()))


def _solvable(folder: Path) -> None:
    """The certificate shows that there is no solution, the manifest claims one."""

    def claim(manifest: dict[str, list[dict[str, dict[str, object]]]]) -> None:
        level = manifest["levels"][0]
        level["certificates"] = {"pushes": level["certificates"]["unsolvable"]}
        level["answers"]["pushes"] = {"verdict": "OPTIMAL", "moves": 9, "pushes": 4, "lower_bound": 4}

    _edit(folder, claim)


def _answer(**changes: object) -> Callable[[Path], None]:
    """Return a change of the first level's answer for pushes alone."""
    return lambda folder: _edit(folder, lambda manifest: manifest["levels"][0]["answers"]["pushes"].update(changes))


def _answers(**changes: object) -> Callable[[Path], None]:
    """Return a change of all the first level's answers."""

    def change(manifest: dict[str, list[dict[str, dict[str, dict[str, object]]]]]) -> None:
        for answer in manifest["levels"][0]["answers"].values():
            answer.update(changes)

    return lambda folder: _edit(folder, change)


def _figure(**changes: object) -> Callable[[Path], None]:
    return lambda folder: _edit(folder, lambda manifest: manifest["levels"][0].update(changes))


SOLVED = {"verdict": "OPTIMAL", "moves": 9, "pushes": 4, "lower_bound": 4}


def _edit(folder: Path, change: Callable[..., object]) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    change(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_another_level, "its SHA-256 differs"),
        (_another_key, "the level's key is another"),
        (_other_evidence, "its SHA-256 differs"),
        (_other_evidence_with_its_digest, "line"),
        (_no_gzip, "not a packed certificate"),
        (_solvable, "not 'optimal pushes 4'"),
        (_answer(**SOLVED), "shows 'unsolvable', not 'optimal pushes 4'"),
        (_answers(**SOLVED), "shows 'unsolvable', not 'optimal pushes 4'"),
        (_answers(**SOLVED | {"verdict": "SOLVED"}), "shows 'unsolvable', not 'solved with 9 moves, 4 pushes'"),
        (_figure(boxes=999), "the level's number of boxes is another"),
        (_figure(squares=999), "the level's number of squares is another"),
        (_figure(number=2), "the level's number is another: 1, not 2"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_is_not_as_the_manifest_says_is_noticed(
    made: Path, tmp_path: Path, spoil: Callable[[Path], None], said: str
) -> None:
    copy(made, tmp_path)
    spoil(tmp_path)
    try:
        found = wrong(tmp_path)
    except SokobanError as error:
        found = [str(error)]
    assert len(found) == 1
    assert said in found[0]


def test_a_packed_certificate_with_a_damaged_byte_is_refuted(made: Path, tmp_path: Path) -> None:
    copy(made, tmp_path)
    path = min((tmp_path / CERTIFICATES).iterdir())
    whole = path.read_bytes()
    for at in range(10, len(whole), 5):  # behind the header, which has the time and the system
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
        assert [said.split(f"{path.name}")[-1] for said in wrong(tmp_path)] == [" is not a packed certificate"], at


Answered = tuple[str, int | None, int | None]
"""Verdict, moves and pushes of an answer."""


@pytest.mark.parametrize(
    ("pushes", "moves", "said"),
    [
        (("UNSOLVABLE", None, None), ("OPTIMAL", 3, 2), "pushes says that there is no solution, that for moves has"),
        (("OPTIMAL", 3, 2), ("OPTIMAL", 1, 1), "pushes says that no solution costs less than 2, that for moves"),
        (("OPTIMAL", 3, 2), ("OPTIMAL", 4, 2), "moves says that no solution costs less than 4, that for pushes"),
        (("SOLVED", 3, 2), ("OPTIMAL", 3, 2), None),
        (("OPTIMAL", 5, 2), ("OPTIMAL", 3, 3), None),
    ],
)
def test_answers_that_cannot_both_be_true_are_refuted_without_a_certificate(
    made: Path, tmp_path: Path, pushes: Answered, moves: Answered, said: str | None
) -> None:
    copy(made, tmp_path)
    keys = ("verdict", "moves", "pushes", "lower_bound")
    answers = {
        name: dict(zip(keys, (*answer, None), strict=True)) for name, answer in (("pushes", pushes), ("moves", moves))
    }
    _figure(answers=answers, certificates={})(tmp_path)
    first = next(check_levels(manifest_of(tmp_path), Limits()))
    assert first.unproved == (Objective.PUSHES, Objective.MOVES)
    assert first.wrong is None if said is None else said in (first.wrong or "")


def test_answers_that_no_certificate_proves_are_named(made: Path, ties: Manifest, tmp_path: Path) -> None:
    assert [one.unproved for one in check_levels(manifest_of(made), Limits())] == [()] * 4
    assert [one.unproved for one in check_levels(ties, Limits())] == [()]
    copy(ties.folder, tmp_path)
    _edit(tmp_path, lambda manifest: manifest["levels"][0]["certificates"].pop("moves"))
    assert [(one.unproved, one.wrong) for one in check_levels(manifest_of(tmp_path), Limits())] == [
        ((Objective.MOVES,), None)
    ]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        *(("version", value) for value in ("1e400", "NaN", "null", "9" * 400, "9" * 5000)),
        ("seed", "1e400"),
        *(("file", value) for value in ('"\\u0000"', '"\\ud800"', "null")),
        ("levels", '{"0": {}}'),
        ("levels 0", "null"),
        *(("levels 0 number", value) for value in ("1e400", "-1", "true")),
        *(("levels 0 answers", value) for value in ("null", "[]", "7", "{}", '{"best": {}}')),
        *(("levels 0 answers pushes", value) for value in ("null", "{}", '{"verdict": "UNSOLVABLE"}')),
        *(("levels 0 answers pushes verdict", value) for value in ("[]", '"OPTIMAL"', '"LIMIT_TIME"')),
        ("levels 0 answers pushes moves", '"3"'),
        *(("levels 0 certificates", value) for value in ("null", "[]", '{"any": {"file": "x", "sha256": "x"}}')),
        *(("levels 0 certificates unsolvable", value) for value in ("{}", "7", '{"file": "x"}', '{"sha256": "x"}')),
    ],
)
def test_a_manifest_with_a_damaged_value_is_refused(made: Path, tmp_path: Path, place: str, value: str) -> None:
    manifest = json.loads((made / MANIFEST).read_text())
    *keys, last = [int(key) if key.isdecimal() else key for key in place.split()]
    reduce(getitem, keys, manifest)[last] = "here"
    (tmp_path / MANIFEST).write_text(json.dumps(manifest).replace('"here"', value))
    with pytest.raises(SokobanError, match="is not the manifest of a suite"):
        manifest_of(tmp_path)


def test_answers_are_scored_only_with_the_levels_of_the_manifest(ties: Manifest) -> None:
    for changed, said in (
        (replace(ties, file="missing.xsb"), "cannot be read"),
        (replace(ties, sha256="0"), "SHA-256 differs"),
    ):
        with pytest.raises(SokobanError, match=said):
            scores(changed, [])


@pytest.mark.parametrize("text", ["", "{}", "[]", "7", '{"suite": "x", "version": "no"}', "{" * 100_000])
def test_a_file_of_another_kind_is_no_manifest(tmp_path: Path, text: str) -> None:
    path = tmp_path / MANIFEST
    path.write_text(text)
    with pytest.raises(SokobanError, match="is not the manifest of a suite"):
        manifest_of(path)


def test_a_tie_is_one_and_its_four_answers_are_certified(ties: Manifest) -> None:
    [one] = check_levels(ties, Limits())
    assert (one.accepted, one.wrong) == (4, None)
    answers = one.level.answers
    assert answers[Objective.PUSHES_MOVES].cost(Objective.MOVES) > answers[Objective.MOVES].cost(Objective.MOVES)
    assert answers[Objective.MOVES_PUSHES].cost(Objective.PUSHES) > answers[Objective.PUSHES].cost(Objective.PUSHES)


def row(ties: Manifest, objective: Objective, **changes: Any) -> ResultRow:
    [level] = read(ties.folder / ties.file)
    answer = solve(level, objective)
    base = ResultRow(
        "run",
        f"elsewhere/{ties.file}",
        1,
        "",
        objective,
        answer.verdict,
        answer.moves,
        answer.pushes,
        answer.lurd,
        answer.lower_bound,
        None,
        None,
        None,
    )
    return replace(base, **changes)


def test_right_answers_score_and_better_ones_more(ties: Manifest) -> None:
    for objective in (Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES):
        assert [_counts(ties, row(ties, objective))] == [(1, 1, 0)]
    best = row(ties, Objective.MOVES_PUSHES)
    more = replace(best, objective=Objective.PUSHES, verdict="SOLVED", lower_bound=None)
    assert _counts(ties, more) == (1, 0, 0)
    assert _counts(ties, replace(best, verdict="LIMIT_TIME", moves=None, pushes=None, lurd=None)) == (0, 0, 0)


def _counts(ties: Manifest, *rows: ResultRow) -> tuple[int, int, int]:
    [score], _ = scores(ties, rows)
    return score.solved, score.best, score.wrong


def _wrong_rows(ties: Manifest) -> Iterator[tuple[ResultRow, str]]:
    right = row(ties, Objective.PUSHES)
    assert right.pushes is not None and right.lower_bound is not None
    yield replace(right, lurd="rr"), "does not solve"
    yield replace(right, verdict="UNSOLVABLE", moves=None, pushes=None, lurd=None), "has none"
    yield replace(right, pushes=right.pushes - 1, lurd=None), "proved to be the least"
    yield replace(right, pushes=right.pushes + 2, lurd=None), "optimal"
    yield replace(right, lower_bound=right.lower_bound + 1), "costs less"


def test_each_kind_of_wrong_answer_is_told(ties: Manifest) -> None:
    [level] = read(ties.folder / ties.file)
    for wrong_row, said in _wrong_rows(ties):
        what = mistake(wrong_row, level, ties.levels[0])
        assert what is not None and said in what
        assert _counts(ties, wrong_row) == (0, 0, 1)


def test_a_solution_of_an_unsolvable_level_is_a_mistake(made: Path) -> None:
    manifest = manifest_of(made)
    level = read(made / LEVELS)[0]
    base = ResultRow("run", LEVELS, 1, "", Objective.PUSHES, "SOLVED", 3, 2, None, None, None, None, None)
    assert mistake(base, level, manifest.levels[0]) == "it says that an unsolvable level is solved"
    assert mistake(replace(base, verdict="UNSOLVABLE", moves=None, pushes=None), level, manifest.levels[0]) is None


def test_the_manifest_names_the_engine(made: Path) -> None:
    engine = {"version": sokospec.__version__, "behaviour": BEHAVIOUR}
    assert json.loads((made / MANIFEST).read_text())["engine"] == engine


@pytest.mark.long
@pytest.mark.parametrize("name", ["traps", "long"])
def test_the_levels_of_a_suite_are_those_on_record(name: str, tmp_path: Path) -> None:
    record = json.loads((Path(__file__).parents[3] / "docs" / "records" / "suites.json").read_text())
    Making(SUITES[name], record["seed"], tmp_path).run()
    assert json.loads((tmp_path / MANIFEST).read_text())["sha256"] == record["levels.xsb"][name]


def test_the_record_of_suites_is_of_this_behaviour() -> None:
    """A behaviour version that goes up may change levels: make the suites again, and write the record anew."""
    record = json.loads((Path(__file__).parents[3] / "docs" / "records" / "suites.json").read_text())
    assert record["behaviour"] == BEHAVIOUR and [*record["levels.xsb"]] == [*SUITES]


def test_a_manifest_of_an_earlier_version_is_read_as_it_is(made: Path, tmp_path: Path) -> None:
    copy(made, tmp_path)
    _edit(tmp_path, lambda manifest: manifest.update(engine={"version": "0.1.0", "kernels": "9fff2825" * 8}))
    schema = json.loads((Path(__file__).parents[3] / "docs" / "schemas" / "manifest.json").read_text())
    jsonschema.validate(json.loads((tmp_path / MANIFEST).read_text()), schema)
    assert wrong(tmp_path) == []


def test_boxes_pulled_apart_are_off_the_goals_and_can_be_pushed_back() -> None:
    rng = Random(3)
    boards = [_goal_room(rng, 6, 3, 0.85) for _ in range(40)]
    found = [one for one in (_pull_apart(rng, board) for board in boards) if one is not None]
    assert len(found) > 5
    for level, solution in found:
        assert not level.boxes & level.board.goals
        assert replay(level, solution).valid


@pytest.mark.parametrize("name", SUITES)
def test_each_suite_has_a_datasheet_that_says_what_is_biased(name: str) -> None:
    text = SUITES[name].datasheet
    for heading in ("## What for", "## How made", "## What is biased"):
        assert heading in text


def test_tiers_follow_each_other_without_a_gap() -> None:
    tiers = list(graded.TIERS.values())
    assert tiers[0].least == 1 and tiers[-1].least == MOST == mean_effort({"one": None})
    assert all(one.below == other.least for one, other in pairwise(tiers))


def test_slots_are_the_groups_that_can_be_made() -> None:
    groups = {name: list(dict.fromkeys(slot.group for slot in suite.slots)) for name, suite in SUITES.items()}
    assert groups["graded"] == list(graded.TIERS) and groups["tie"] == list(tie.GROUPS)
    assert groups["deadlock"] == list(deadlock.GROUPS)


def test_the_levels_of_the_deadlock_suite_do_not_depend_on_the_order_of_the_list_of_detectors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert set(deadlock.GROUPS[:-1]) <= DETECTORS.keys()
    drawn = [deadlock.attempt(Random(seed), "corner") for seed in range(20)]
    backwards = dict(reversed([*DETECTORS.items()]))
    monkeypatch.setattr(deadlock, "DETECTORS", backwards)
    assert [deadlock.attempt(Random(seed), "corner") for seed in range(20)] == drawn
    assert any(drawn)


@pytest.mark.parametrize("objective", [Objective.PUSHES, Objective.MOVES])
def test_a_counted_search_gives_the_answer_of_any_other_or_stops_at_its_number(objective: Objective) -> None:
    level = Level.parse("#######\n#.    #\n# $#$ #\n#  @ .#\n#######")
    whole = solve_counted(level, objective, 100_000)
    assert (whole.verdict, whole.lurd) == (Verdict.OPTIMAL, solve(level, objective).lurd)
    for most in range(1, whole.expanded):
        part = solve_counted(level, objective, most)
        assert (part.verdict, part.expanded) == (Verdict.LIMIT_TIME, most)
        assert part.lower_bound is not None and whole.lower_bound is not None
        assert part.lower_bound <= whole.lower_bound
