"""The fast engine in processes of its own: on a warm cache, without one, and on levels of every size."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import HARD, WAREHOUSE, on_a_terminal, records, sokospec

pytestmark = pytest.mark.usefixtures("kernels")

MESSAGE = "compiling the fast engine"
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
"""With this, Numba hands functions back as they are: the engine does all it does around a compilation, in no time."""


def room(width: int, height: int, inside: dict[tuple[int, int], str]) -> str:
    """Return a drawing of a room, with characters at (row, column)."""
    rows = [
        "".join(
            "#" if row in (0, height - 1) or column in (0, width - 1) else inside.get((row, column), "-")
            for column in range(width)
        )
        for row in range(height)
    ]
    return "|".join(rows)


SIXTY = {(row, column + step): "-$."[step] for row in range(2, 12) for column in range(2, 20, 3) for step in range(3)}
LEVELS = {
    "80 x 50, one box": (room(80, 50, {(2, 2): "@", (25, 40): "$", (48, 78): "."}), "OPTIMAL", 61),
    "60 boxes": (room(22, 14, SIXTY | {(1, 1): "@"}), "OPTIMAL", 60),
    "80 x 50, 60 boxes": (room(80, 50, SIXTY | {(1, 1): "@"}), "OPTIMAL", 60),
    "one box in a room": (room(12, 9, {(2, 2): "@", (3, 3): "$", (6, 9): "."}), "OPTIMAL", 9),
    "one box": ("#####|#@$.#|#####", "OPTIMAL", 1),
    "solved": ("#####|#@*-#|#####", "OPTIMAL", 0),
    "80 x 50, solved": (room(80, 50, {(2, 2): "@", (25, 40): "*"}), "OPTIMAL", 0),
    "a box out of reach": ("#########|#@$.##$.#|#########", "UNSOLVABLE", None),
    "80 x 50, a box out of reach": (
        room(80, 50, {(2, 2): "@", (47, 1): "#", (47, 2): "#", (48, 1): "$", (48, 2): "#", (5, 5): "."}),
        "UNSOLVABLE",
        None,
    ),
    "a box on a goal out of reach": ("#########|#@$.##*-#|#########", "OPTIMAL", 1),
    "a box in a corner": ("#####|#@-$#|#-.-#|#####", "UNSOLVABLE", None),
}


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_of_any_size_gets_its_verdict_and_exit_code(name: str) -> None:
    text, verdict, pushes = LEVELS[name]
    done = sokospec("solve", "-", "--json", stdin=text)
    assert [(answer["verdict"], answer["pushes"]) for answer in records(done)] == [(verdict, pushes)]
    assert done.returncode == (0 if verdict == "OPTIMAL" else 1)


def test_two_processes_in_turn_agree_with_the_reference_engine() -> None:
    truth, *answers = (
        [(answer["verdict"], answer["pushes"]) for answer in records(sokospec("solve", WAREHOUSE, "--json", *options))]
        for options in (["--engine", "reference"], [], [])
    )
    assert answers == [truth, truth]


def test_every_algorithm_and_direction_and_a_feature_switched_off_give_the_same_optimum() -> None:
    for options in (
        ["--algorithm", "idastar"],
        ["--algorithm", "bfs"],
        ["--direction", "backward"],
        ["--direction", "both"],
        ["--without", "freeze", "--without", "pairs"],
    ):
        done = sokospec("solve", WAREHOUSE, "--json", *options)
        assert [answer["pushes"] for answer in records(done)] == [2, 2, 3, None], options


def test_the_largest_level_is_searched_from_both_ends_for_moves_too() -> None:
    text, verdict, pushes = LEVELS["80 x 50, one box"]
    done = sokospec("solve", "-", "--json", "--objective", "pushes-moves", "--direction", "both", stdin=text)
    assert [(answer["verdict"], answer["pushes"]) for answer in records(done)] == [(verdict, pushes)]


def test_the_first_compilation_says_so_on_stderr_alone(tmp_path: Path) -> None:
    done = sokospec("solve", "-", "--time-limit", "1", stdin=HARD, env={"NUMBA_CACHE_DIR": str(tmp_path)} | UNCOMPILED)
    before, after = done.stderr.decode().splitlines()
    assert before.startswith(MESSAGE)
    assert "sokospec warmup" in before
    assert re.fullmatch(r"compiled in \d+ s", after)
    assert MESSAGE.encode() not in done.stdout


def test_the_first_compilation_says_so_on_a_line_of_its_own_above_the_progress(tmp_path: Path) -> None:
    level = tmp_path / "hard.xsb"
    level.write_text(HARD, encoding="utf-8")
    cold = {"NUMBA_CACHE_DIR": str(tmp_path)} | UNCOMPILED
    _, stdout, terminal = on_a_terminal("solve", str(level), "--time-limit", "1", env=cold)
    assert MESSAGE.encode() not in stdout
    said = [
        line.rpartition("\r\x1b[2K")[2].removeprefix("\x1b[?25l")  # after the progress was wiped away
        for line in terminal.split("\r\n")
        if line.endswith("ahead of time") or re.search(r"compiled in \d+ s$", line)
    ]
    assert len(said) == 2
    assert said[0].startswith(MESSAGE)
    assert said[1].startswith("compiled in")


def test_a_batch_says_once_that_it_compiles_and_compiles_nothing_for_small_levels(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    levels = [
        room(12, 9, {(2, 2): "@", (3, 3): "$", (row, 9): "."}).replace("|", "\n").replace("-", " ") for row in (4, 5, 6)
    ]
    small, large = "#####\n#@$.#\n#####\n", "\n\n".join(levels)
    for number, (text, told) in enumerate(((small, 0), (large, 2))):
        out = tmp_path / f"{number}.jsonl"
        done = sokospec(
            *("batch", "-", "--out", str(out), "--jobs", "2", "--time-limit", "5"),
            stdin=text,
            env={"NUMBA_CACHE_DIR": str(cache)} | UNCOMPILED,
        )
        assert (done.returncode, len(done.stderr.splitlines())) == (0, told)
        assert any(cache.iterdir()) == bool(told)


def test_a_warm_engine_says_nothing_on_stderr() -> None:
    sokospec("solve", "-", "--time-limit", "1", stdin=HARD)
    assert sokospec("solve", "-", "--time-limit", "1", stdin=HARD).stderr == b""


def nowhere(folder: Path) -> dict[str, str]:
    """Return an environment in which no cache can be written: nobody makes a folder below a file."""
    file = folder / "file"
    file.touch()
    return {"NUMBA_CACHE_DIR": f"{file}/cache", "HOME": f"{file}/home", "XDG_CACHE_HOME": f"{file}/cache"}


def test_an_engine_that_can_keep_nothing_still_solves(tmp_path: Path) -> None:
    for name in ("one box", "one box in a room"):
        text, verdict, pushes = LEVELS[name]
        done = sokospec("solve", "-", "--json", stdin=text, env=nowhere(tmp_path) | UNCOMPILED)
        assert [(answer["verdict"], answer["pushes"]) for answer in records(done)] == [(verdict, pushes)]
        assert done.returncode == 0


def test_a_kernel_is_compiled_where_nothing_can_be_kept(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from sokosolve.kernel import kernel\n\n\n"
        "@kernel\ndef double(x: int) -> int:\n    return 2 * x\n\n\n"
        "print(double.compiled(21), double.compiled.signatures)\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script)],
        env=os.environ | nowhere(tmp_path),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("42 [(int64,)]\n", "")
