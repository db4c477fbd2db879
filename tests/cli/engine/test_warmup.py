"""`sokospec warmup` makes all machine code, keeps it, and removes what older versions left."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from cli.running import HARD, records, sokospec
from sokosolve.machine_code import library_of

TWO_DAYS_AGO = time.time() - 2 * 86_400


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the only machine code is that of one warmup."""
    home = tmp_path_factory.mktemp("cold")
    [record] = records(sokospec("warmup", "--json", env={"NUMBA_CACHE_DIR": str(home)}))
    assert list(record) == ["folder", "compiled", "seconds", "removed"]
    entries = sum(len(library_of(package).manifest.entries) for package in ("sokosolve", "sokoverify", "sokogen"))
    assert (record["folder"], record["compiled"], record["removed"]) == (str(home / "sokospec"), entries, [])
    return home


def test_a_second_warmup_compiles_nothing_and_tells_the_folder_and_how_long_it_took(cold: Path) -> None:
    done = sokospec("warmup", env={"NUMBA_CACHE_DIR": str(cold)})
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().startswith("0 kernels compiled in ")
    assert done.stdout.decode().endswith(f" s, kept in {cold / 'sokospec'}\n")


def test_after_a_warmup_no_search_compiles(cold: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in cold.rglob("*.o")}
    assert len(before) == 3
    env = {"NUMBA_CACHE_DIR": str(cold)}
    assert sokospec("solve", "-", "--time-limit", "0.3", stdin=HARD, env=env).returncode == 3
    assert sokospec("hardest", "--squares", "6", env=env).returncode == 0
    assert {path: path.stat().st_mtime_ns for path in cold.rglob("*.o")} == before


def test_a_warmup_removes_older_machine_code_and_nothing_else(cold: Path) -> None:
    folder = cold / "sokospec"
    older, young, other = folder / "sokosolve-0123.o", folder / "sokosolve-4567.o", folder / "notes.txt"
    current = {*folder.glob("*.o")}
    for file in (older, young, other):
        file.touch()
        if file != young:
            os.utime(file, (TWO_DAYS_AGO, TWO_DAYS_AGO))
    for file in current:
        os.utime(file, (TWO_DAYS_AGO, TWO_DAYS_AGO))
    [record] = records(sokospec("warmup", "--json", env={"NUMBA_CACHE_DIR": str(cold)}))
    assert (record["compiled"], record["removed"]) == (0, [older.name])
    assert {*folder.glob("*.o")} == {*current, young}
    assert other.exists()


def test_a_warmup_that_can_keep_nothing_says_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    nowhere = {"NUMBA_CACHE_DIR": f"{file}/cache", "HOME": f"{file}/home", "XDG_CACHE_HOME": f"{file}/cache"}
    done = sokospec("warmup", env=nowhere)
    assert (done.returncode, done.stdout) == (5, b"")
    assert (
        done.stderr == b"error: the folder for compiled code cannot be written; set NUMBA_CACHE_DIR to one that can\n"
    )
