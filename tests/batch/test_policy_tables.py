"""`policy` writes the oracle's policy whole or not at all, and no level twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from batch.corridors import records
from cli import schemas
from cli.running import WAREHOUSE, sokospec
from sokocheck.application.input_levels import FileLevel
from sokocheck.batch.policy_samples import PolicySamples
from sokocheck.batch.policy_tables import Table, columns_in_blocks
from sokocheck.batch.policy_task import PolicyTask
from sokocheck.batch.task import Task
from sokocheck.engines.all_engines import Choice, Watch
from sokogen.random.random_levels import random_mixed_level
from sokosolve.policy.fast_policy import FastPolicy
from sokospec import Level
from sokospec.answer import EXACT, Objective, Verdict
from sokospec.formats import entry_of
from sokospec.limits import LimitReached, Limits
from sokospec.oracle.optimal_policy import Policy, PolicyState

LEVEL = Level.parse("  ######\n  #@$..#\n###  $ #\n#      #\n########")
DEAD = Level.parse("#######\n#@$ #.#\n#######")
PYARROW = pytest.mark.skipif(
    find_spec("pyarrow") is None, reason="PyArrow is not installed (pip install '.[policies]')"
)
FORMATS = ("npz", pytest.param("parquet", marks=PYARROW))


def task(
    target: Path,
    objective: str = "pushes",
    samples: int | None = None,
    level: Level = LEVEL,
    engine: str = "reference",
) -> PolicyTask:
    return PolicyTask("x.xsb", 3, "", level, objective, Choice(engine), None, None, str(target), samples=samples)


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a table, with the level's file and number."""
    if path.suffix == ".parquet":
        parquet = import_module("pyarrow.parquet")
        table: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
        return table
    with np.load(path) as archive:
        columns = {name: archive[name].tolist() for name in archive.files}
    del columns["xsb"], columns["objective"]
    scalars = {name: columns.pop(name) for name in ("file", "level")}
    return [scalars | dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def row_of(state: PolicyState, objective: Objective) -> dict[str, Any]:
    """Return the row that a state should have."""
    counts = dict(zip(objective.counts, state.cost or (-1, -1), strict=False))
    lists = {"boxes": list(state.boxes), "actions": list(state.actions)}
    return {"file": "x.xsb", "level": 3, "player": state.player, **counts, "dead": state.cost is None, **lists}


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("objective", [Objective.PUSHES, Objective.MOVES_PUSHES])
def test_a_table_has_exactly_the_states_of_the_policy(tmp_path: Path, to: str, objective: Objective) -> None:
    record = task(tmp_path / f"t.{to}", objective).perform()
    states = list(Policy(LEVEL, objective))
    table = rows(tmp_path / f"t.{to}") if record["table"] else []
    assert table == [row_of(state, objective) for state in states]
    assert (record["states"], record["dead"]) == (len(states), sum(state.cost is None for state in states))
    for row in table[:50]:
        schemas.check("policy_table", row)


@pytest.mark.parametrize("objective", EXACT)
def test_columns_from_kernels_are_those_from_states(monkeypatch: pytest.MonkeyPatch, objective: Objective) -> None:
    monkeypatch.setattr("sokocheck.batch.policy_tables._ROWS", 50)
    rng = Random(f"columns {objective}")
    for _ in range(10):
        level = random_mixed_level(rng, max_height=4, max_width=5)
        ways = (FastPolicy(level, objective), Policy(level, objective))
        tables = [list(columns_in_blocks(Table("x.xsb", 1, level, objective, states))) for states in ways]
        fast, reference = (
            {name: np.concatenate([each[name] for each in blocks]) for name in blocks[0]} for blocks in tables
        )
        orders = [np.lexsort((columns["player"], *columns["boxes"].T)) for columns in (fast, reference)]
        for name in reference:
            one, other = fast[name][orders[0]], reference[name][orders[1]]
            assert one.dtype == other.dtype and np.array_equal(one, other), f"{name}\n{level}"


@pytest.mark.parametrize("to", FORMATS)
def test_both_engines_write_the_same_states(tmp_path: Path, to: str) -> None:
    tables = []
    for engine in ("fast", "reference"):
        record = task(tmp_path / f"{engine}.{to}", engine=engine).perform()
        tables.append(rows(tmp_path / f"{engine}.{to}"))
        assert record["states"] == len(tables[-1]) > 10
    first, second = (sorted(table[1:], key=str) for table in tables)
    assert tables[0][0] == tables[1][0] and first == second


@pytest.mark.parametrize("to", FORMATS)
def test_a_table_in_several_blocks_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str) -> None:
    task(tmp_path / f"one.{to}").perform()
    monkeypatch.setattr("sokocheck.batch.policy_tables._ROWS", 7)
    task(tmp_path / f"many.{to}").perform()
    assert rows(tmp_path / f"one.{to}") == rows(tmp_path / f"many.{to}")


def test_the_level_in_a_table_numbers_its_squares(tmp_path: Path) -> None:
    task(tmp_path / "t.npz").perform()
    with np.load(tmp_path / "t.npz") as archive:
        level = Level.parse(str(archive["xsb"]))
        boxes = {tuple(divmod(int(square), level.board.width)) for square in archive["boxes"][0]}
    assert level == LEVEL and boxes == set(LEVEL.boxes)


@pytest.mark.parametrize("objective", EXACT)
def test_samples_are_states_of_the_whole_policy(objective: Objective) -> None:
    whole = set(Policy(LEVEL, objective))
    near = list(PolicySamples(LEVEL, objective, Choice("reference").create(), Watch(Limits())))
    assert set(near) < whole and len(set(near)) == len(near) > 5
    assert Policy(LEVEL, objective).cost(LEVEL.state) in {state.cost for state in near}
    assert any(state.cost is not None and not any(state.cost) for state in near), "the play ends in a solved state"
    few = list(PolicySamples(LEVEL, objective, Choice("reference").create(), Watch(Limits()), 4))
    assert len(few) == 4 and set(few) < set(near)
    assert next(iter(Policy(LEVEL, objective))) == near[0] == few[0]


def test_the_only_sample_of_a_dead_level_is_its_first_state(tmp_path: Path) -> None:
    record = task(tmp_path / "t.npz", samples=0, level=DEAD).perform()
    assert (record["verdict"], record["states"], record["dead"]) == (Verdict.UNSOLVABLE, 1, 1)


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize(
    ("kind", "name", "engine"),
    [(Policy, "__iter__", "reference"), (PolicySamples, "__iter__", "reference"), (FastPolicy, "blocks", "fast")],
)
def test_a_limit_while_rows_are_written_leaves_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str, kind: type[Any], name: str, engine: str
) -> None:
    whole = getattr(kind, name)

    def some(policy: Any, *arguments: int) -> Iterator[Any]:
        for number, state in enumerate(whole(policy, *arguments)):
            if number == 5:
                raise LimitReached(Verdict.LIMIT_MEMORY)
            yield state

    monkeypatch.setattr(kind, name, some)
    monkeypatch.setattr("sokocheck.batch.policy_tables._ROWS", 2)
    record = task(tmp_path / f"t.{to}", samples=0 if kind is PolicySamples else None, engine=engine).perform()
    assert (record["verdict"], record["table"], record["states"]) == (Verdict.LIMIT_MEMORY, None, None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_a_level_at_its_limit_has_a_record_and_no_table(tmp_path: Path) -> None:
    done = sokospec("policy", WAREHOUSE, "--out", str(tmp_path), "--jobs", "1", "--level", "3", "--time-limit", "0")
    assert done.returncode == 3
    assert [path.name for path in tmp_path.iterdir()] == ["_records.jsonl"]


@pytest.mark.long
def test_a_second_run_does_nothing_again_but_a_table_that_is_gone(tmp_path: Path) -> None:
    arguments = ("policy", WAREHOUSE, "--out", str(tmp_path), "--jobs", "1", "--json")
    first = sokospec(*arguments)
    assert first.returncode == 1
    tables = {path.name: path.read_bytes() for path in tmp_path.glob("*.npz")}
    assert len(tables) == 4
    assert sokospec(*arguments).stdout == b""
    (tmp_path / "warehouse.xsb-2-pushes.npz").unlink()
    again = sokospec(*arguments)
    assert [json.loads(line)["level"] for line in again.stdout.splitlines()] == [2]
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.npz")} == tables
    assert sokospec(*arguments).stdout == b""
    moves = sokospec(*arguments, "--objective", "moves")
    assert moves.stdout.count(b"\n") == 4
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*-pushes.npz")} == tables


@pytest.mark.long
@pytest.mark.parametrize("objective", EXACT)
@pytest.mark.parametrize("options", [(), ("--on-solutions",), ("--on-solutions", "--samples", "3")])
def test_the_first_state_has_the_optimum_of_solve(
    tmp_path: Path, objective: Objective, options: tuple[str, ...]
) -> None:
    common = ("--objective", objective, "--engine", "reference", "--json")
    sokospec("policy", WAREHOUSE, "--out", str(tmp_path), "--jobs", "1", *common, *options)
    solved = [json.loads(line) for line in sokospec("solve", WAREHOUSE, *common).stdout.splitlines()]
    for found, answer in zip(records(tmp_path / "_records.jsonl"), solved, strict=True):
        assert [found[count] for count in objective.counts] == [answer[count] for count in objective.counts]
        assert found["verdict"] == answer["verdict"]


@pytest.mark.parametrize(("kind", "name"), [(Task, "x.cert"), (PolicyTask, "x.npz")])
def test_a_worker_in_another_folder_writes_to_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Task], name: str
) -> None:
    for folder in ("here/out", "there/out"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    found = FileLevel("x.xsb", entry_of(LEVEL))
    work = kind.of(found, "pushes", Choice("reference"), Limits(), Path("out", name))
    monkeypatch.chdir(tmp_path / "there")
    assert work.perform()["verdict"] == Verdict.OPTIMAL
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / "here" / "out" / name]


def test_samples_need_solutions(tmp_path: Path) -> None:
    samples = sokospec("policy", WAREHOUSE, "--out", str(tmp_path), "--samples", "3")
    assert samples.returncode == 2 and b"--samples needs --on-solutions" in samples.stderr
