"""`sokospec warmup` compiles all there is to compile, keeps it, and removes what older versions left."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.running import ROOT, on_a_terminal, records, sokospec
from sokosolve.kernel import cache_folder

TWO_DAYS_AGO = time.time() - 2 * 86_400
SOLVE_AND_COUNT_COMPILATIONS = """
from itertools import product
from numba.core import event
from sokosolve.features import Algorithm, Direction
from sokosolve.solver import solve
from sokosolve.warm import kernel_names
from sokospec import Level
from sokospec.answer import Objective

compiled = []


class Listener(event.Listener):
    def on_start(self, event):
        pass

    def on_end(self, event):
        compiled.append(event.data["dispatcher"].py_func.__qualname__.removesuffix("_inner"))


walls, empty = "#" * 14 + "|", "#------------#|" * 5
rows = ("#-@-$--.-----#|", "#-@-$-$.-$..-#|", "#-@----------#|#-$.$.--*--$.#|")
levels = [walls + row + empty + walls for row in rows]
with event.install_listener("numba:compile", Listener()):
    for level, *options in product(levels, Objective, Algorithm, Direction):
        objective, algorithm, direction = options
        assert solve(Level.parse(level.replace("|", "\\n")), objective, algorithm=algorithm, direction=direction).lurd
print(sorted(kernel_names() & set(compiled)))
"""


@pytest.fixture(scope="module")
def warm(kernels: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a warm copy of this machine's compiled kernels lies, as the only one."""
    home = tmp_path_factory.mktemp("warm")
    being_written = shutil.ignore_patterns("tmp*", "*.tmp.*")
    shutil.copytree(cache_folder(), home / cache_folder().name, ignore=being_written)
    return home


def test_a_second_warmup_compiles_nothing_and_tells_the_folder_and_how_long_it_took(warm: Path) -> None:
    done = sokospec("warmup", env={"NUMBA_CACHE_DIR": str(warm)})
    assert done.returncode == 0
    assert done.stderr == b""
    folder = warm / cache_folder().name
    assert done.stdout.decode().startswith("0 kernels compiled in ")
    assert done.stdout.decode().endswith(f" s, kept in {folder}\n")


def script(text: str, home: Path) -> str:
    """Run a script on the kernels kept in a folder and return what it prints."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=True
    )
    return done.stdout


def test_a_warmup_leaves_machine_code_of_every_kernel(warm: Path) -> None:
    names = set(script("from sokosolve.warm import kernel_names; print(*kernel_names())", warm).split())
    kept = {path.name.split(".")[1].rpartition("-")[0].removesuffix("_inner") for path in warm.rglob("*.nbc")}
    assert "run" in names
    assert names <= kept


def test_after_a_warmup_no_search_compiles(warm: Path) -> None:
    assert script(SOLVE_AND_COUNT_COMPILATIONS, warm) == "[]\n"


def test_a_warmup_removes_unused_folders_of_older_kernels_and_nothing_else(warm: Path) -> None:
    older, in_use, *others = (
        warm / name
        for name in (
            "kernels-0123456789abcdef",
            "kernels-0123456789abcde0",
            "kernels-0123456789abcdef0",
            "kernels-0123456789ABCDEF",
            "kernels",
            "index",
        )
    )
    for folder in (older, in_use, *others):
        folder.mkdir()
        (folder / "astar.run-66.py311.1.nbc").touch()
        if folder != in_use:
            os.utime(folder, (TWO_DAYS_AGO, TWO_DAYS_AGO))
    file, link = warm / "kernels-00000000000000ff", warm / "kernels-00000000000000fe"
    file.touch()
    link.symlink_to(others[0])
    [record] = records(sokospec("warmup", "--json", env={"NUMBA_CACHE_DIR": str(warm)}))
    assert list(record) == ["folder", "compiled", "seconds", "removed"]
    assert (record["folder"], record["compiled"]) == (str(warm / cache_folder().name), 0)
    assert record["removed"] == [older.name]
    assert not older.exists()
    assert all((folder / "astar.run-66.py311.1.nbc").exists() for folder in (in_use, *others))
    assert file.exists() and link.is_symlink()
    assert any((warm / cache_folder().name).rglob("*.nbc"))


def test_a_warmup_that_can_keep_nothing_says_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    nowhere = {"NUMBA_CACHE_DIR": f"{file}/cache", "HOME": f"{file}/home", "XDG_CACHE_HOME": f"{file}/cache"}
    done = sokospec("warmup", env=nowhere)
    assert (done.returncode, done.stdout) == (5, b"")
    assert (
        done.stderr == b"error: the folder for compiled code cannot be written; set NUMBA_CACHE_DIR to one that can\n"
    )


def test_ctrl_c_ends_a_warmup(tmp_path: Path) -> None:
    code, stdout, terminal = on_a_terminal(
        "warmup", env={"NUMBA_CACHE_DIR": str(tmp_path)}, interrupt_at="kernels, the last"
    )
    assert (code, stdout) == (3, b"")
    assert terminal.rstrip().endswith("interrupted")
