"""`sokospec savitch`: its keys, its exit codes, its limits, and solutions that `check` accepts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import HARD, WAREHOUSE, on_a_terminal, records, sokospec

LEVELS = "; two pushes\n\n######\n#@$ .#\n######\n\n; none\n\n####\n#@.#\n#$ #\n####\n"
KEYS = {"verdict", "horizon", "calls", "depth", "peak_bits", "bound_bits"}


def test_levels_are_decided_with_solutions_that_check_accepts(tmp_path: Path) -> None:
    done = sokospec("savitch", "-", "--json", stdin=LEVELS)
    solved, unsolvable = records(done)
    assert solved.keys() == unsolvable.keys() >= KEYS
    assert (solved["verdict"], solved["lurd"], solved["pushes"], unsolvable["verdict"]) == (
        "SOLVED",
        "RR",
        2,
        "UNSOLVABLE",
    )
    assert done.returncode == 1
    for record in (solved, unsolvable):
        peak, close, bound = (record[key] for key in ("peak_bits", "horizon_bound_bits", "bound_bits"))
        assert isinstance(peak, int) and isinstance(close, int) and isinstance(bound, int)
        assert peak <= close <= bound
    levels, claims = tmp_path / "levels.xsb", tmp_path / "claims.jsonl"
    levels.write_text(LEVELS, encoding="ascii")
    claims.write_text(json.dumps({"level": 1, "lurd": solved["lurd"]}) + "\n", encoding="ascii")
    assert sokospec("check", str(levels), "--level", "1", "--solutions", str(claims)).returncode == 0


def test_a_horizon_that_is_too_small_leaves_the_question_open() -> None:
    done = sokospec("savitch", "-", "--level", "1", "--horizon", "1", "--json", stdin=LEVELS)
    [record] = records(done)
    found = (record["verdict"], record["exhausted"], record["lower_bound"], record["horizon"], done.returncode)
    assert found == ("LIMIT_TIME", True, 2, 1, 3)
    shown = sokospec("savitch", "-", "--level", "1", "--horizon", "1", stdin=LEVELS).stdout
    assert b": horizon reached: any solution has at least 2 pushes" in shown and b"time limit" not in shown
    assert sokospec("savitch", "-", "--level", "1", "--horizon", "2", stdin=LEVELS).returncode == 0


def test_single_moves_can_be_the_steps() -> None:
    [record] = records(sokospec("savitch", "-", "--level", "1", "--metric", "moves", "--json", stdin=LEVELS))
    assert (record["verdict"], record["metric"], record["configurations"], record["goals"]) == (
        "SOLVED",
        "moves",
        12,
        3,
    )


@pytest.mark.parametrize("options", [("--memoised",), ("--no-doubling",), ("--memoised", "--no-doubling")])
def test_the_ways_to_ask_agree(options: tuple[str, ...]) -> None:
    done = sokospec("savitch", "-", "--json", *options, stdin=LEVELS)
    assert [record["verdict"] for record in records(done)] == ["SOLVED", "UNSOLVABLE"]


def test_a_time_limit_gives_what_is_known() -> None:
    done = sokospec("savitch", "-", WAREHOUSE, "--level", "1", "--time-limit", "0.3", "--horizon", "1", stdin=HARD)
    assert done.returncode == 3
    assert b"time limit reached" in done.stdout
    [record] = records(sokospec("savitch", "-", "--time-limit", "0.3", "--json", stdin=HARD))
    assert (record["verdict"], record["calls"], record["horizon"], record["exhausted"]) == (
        "LIMIT_TIME",
        0,
        None,
        False,
    )


def test_a_board_that_is_no_level_is_malformed() -> None:
    done = sokospec("savitch", "-", "--json", stdin="####\n#@ #\n####\n")
    [record] = records(done)
    assert (record["verdict"], record["calls"], done.returncode) == ("INVALID_INPUT", None, 4)
    good = records(sokospec("savitch", "-", "--level", "1", "--json", stdin=LEVELS))[0]
    assert record.keys() - good.keys() == {"defects"} and not good.keys() - record.keys()


def test_a_negative_horizon_is_wrong_usage() -> None:
    assert sokospec("savitch", WAREHOUSE, "--horizon", "-1").returncode == 2


def test_ctrl_c_ends_it_with_what_is_known(tmp_path: Path) -> None:
    hard = tmp_path / "room.xsb"
    hard.write_text("#######\n#--@--#\n#-$-.-#\n#--.$-#\n#--$.-#\n#######\n", encoding="ascii")
    code, stdout, terminal = on_a_terminal("savitch", str(hard), "--json", "--no-doubling", interrupt_at=" calls, t = ")
    record = json.loads(stdout)
    assert (code, record["verdict"], record["interrupted"]) == (3, "LIMIT_TIME", True)
    assert record["calls"] > 0
    assert "interrupted" in terminal and "Traceback" not in terminal
