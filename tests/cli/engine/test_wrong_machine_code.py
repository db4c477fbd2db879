"""Machine code that is damaged, or not that of its sources, is an error in plain words and answers no level."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cli.running import HARD, PROGRAM, ROOT


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A copy of the solver that is imported before the one of the repository."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "solver" / "sokosolve", tmp_path / "site" / "sokosolve", ignore=ignored)
    return tmp_path / "site" / "sokosolve"


def solve(installed: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run `solve` on a level that needs the kernels, or another command."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(installed.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": str(installed.parent / "cache"),
    }
    arguments = [*PROGRAM, *(command or ("solve", "-")), "--time-limit", "1"]
    return subprocess.run(
        arguments, cwd=ROOT, env=environment, input=HARD, capture_output=True, text=True, timeout=900, check=False
    )


@pytest.mark.parametrize("name", ["kernels.json", "kernels.bc.xz"])
def test_damaged_machine_code_is_an_error_of_one_line_with_exit_code_5(installed: Path, name: str) -> None:
    content = bytearray((installed / name).read_bytes())
    content[1000] ^= 4
    (installed / name).write_bytes(content)
    done = solve(installed)
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr.startswith(f"error: {installed / name} is damaged")
    assert done.stderr.endswith(
        "; install Sokospec again, with `pip install --force-reinstall` and its wheel or checkout\n"
    )
    assert done.stderr.count("\n") == 1


def test_machine_code_of_other_sources_is_refused(installed: Path) -> None:
    source = installed / "search" / "store.py"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("FIRST_CAPACITY", "THE_FIRST_CAPACITY"), encoding="utf-8")  # of no kernel
    assert solve(installed).returncode == 3
    arrays = installed / "level" / "arrays.py"
    arrays.write_text(arrays.read_text(encoding="utf-8").replace("1 << 20", "1 << 21"), encoding="utf-8")
    done = solve(installed)
    assert (done.returncode, done.stdout) == (5, "")
    assert "kernels.bc.xz is not of the sources beside it: their meaning has changed" in done.stderr


def test_a_batch_ends_at_once_and_goes_on_when_the_machine_code_is_repaired(installed: Path, tmp_path: Path) -> None:
    levels, results = tmp_path / "levels.xsb", tmp_path / "results.jsonl"
    levels.write_text(HARD.replace("|", "\n") + "\n")
    code = (installed / "kernels.bc.xz").read_bytes()
    (installed / "kernels.bc.xz").write_bytes(code[:-1])
    done = solve(installed, "batch", str(levels), "--out", str(results))
    assert done.returncode == 5 and results.read_text() == ""
    assert done.stderr.startswith(f"error: {installed / 'kernels.bc.xz'} is damaged") and done.stderr.count("\n") == 1
    (installed / "kernels.bc.xz").write_bytes(code)
    assert solve(installed, "batch", str(levels), "--out", str(results)).returncode == 3
    assert results.read_text().count("\n") == 1
