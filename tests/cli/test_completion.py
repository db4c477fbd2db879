"""The shell completes commands, options, their values and files, as docs/reference/cli.md says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import ROOT

PROGRAM = Path(sys.executable).with_name("sokospec")
PAGE = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")


def told(**env: str) -> str:
    """Return what the program tells a shell that asks it."""
    return subprocess.run([PROGRAM], cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=900).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_page_s_line_for_each_shell_gives_its_script(shell: str) -> None:
    assert f"_SOKOSPEC_COMPLETE={shell}_source sokospec" in PAGE
    assert "_SOKOSPEC_COMPLETE" in told(_SOKOSPEC_COMPLETE=f"{shell}_source")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("sokospec sol", ["plain,solve"]),
        ("sokospec solve --objec", ["plain,--objective"]),
        ("sokospec solve --objective moves", ["plain,moves", "plain,moves-pushes"]),
        ("sokospec check exampl", ["path,examples/"]),
        ("sokospec check examples/w", ["path,examples/warehouse.xsb"]),
        ("sokospec report examples/c", ["path,examples/claims.jsonl"]),
        ("sokospec check pyproject", ["file,pyproject"]),
        ("sokospec generate ra", ["plain,random"]),
        ("sokospec generate fibonacci-", ["plain,fibonacci-classical"]),
        ("sokospec generate suite gr", ["plain,graded"]),
        ("sokospec prove rooms-sq", ["plain,rooms-squares"]),
        ("sokospec exercise 1.1", ["plain,1.1"]),
        ("sokospec normalize --steps trim,sy", ["plain,trim,symmetry"]),
        ("sokospec generate random --curat", ["plain,--curated"]),
    ],
)
def test_what_is_begun_is_completed(words: str, offered: list[str]) -> None:
    at = len(words.split()) - 1
    assert told(_SOKOSPEC_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(at)).splitlines() == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_s_script_knows_paths_and_is_well_formed(shell: str, tmp_path: Path) -> None:
    script = told(_SOKOSPEC_COMPLETE=f"{shell}_source", PATH=os.environ["PATH"])
    assert "path" in script.replace("_path_files", "").replace("complete_path", "")
    (tmp_path / "script").write_text(script)
    if shutil.which(shell) is not None:
        done = subprocess.run([shell, "-n", "script"], cwd=tmp_path, capture_output=True, check=False, timeout=900)
        assert (done.returncode, done.stderr) == (0, b"")


def test_a_folder_that_cannot_be_listed_is_left_to_the_shell() -> None:
    asked = told(_SOKOSPEC_COMPLETE="bash_complete", COMP_WORDS="sokospec check no/such/f", COMP_CWORD="2")
    assert asked == "file,no/such/f\n"


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed (Debian: apt-get install fish)")
def test_fish_completes_a_folder_and_a_level_file(tmp_path: Path) -> None:
    path = f"{PROGRAM.parent}:{os.environ['PATH']}"
    for begun, offered in (("check exampl", "examples/"), ("check examples/w", "examples/warehouse.xsb")):
        script = f"sokospec | source; set -e _SOKOSPEC_COMPLETE; complete -C 'sokospec {begun}'"
        env = {**os.environ, "PATH": path, "HOME": str(tmp_path), "_SOKOSPEC_COMPLETE": "fish_source"}
        done = subprocess.run(
            ["fish", "-c", script], cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=900
        )
        assert done.stdout.split() == [offered], done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_takes_the_script_and_completes_a_command() -> None:
    script = (
        f'eval "$(_SOKOSPEC_COMPLETE=bash_source {PROGRAM})"; COMP_WORDS=({PROGRAM} warm); COMP_CWORD=1; '
        f"_sokospec_completion {PROGRAM}; echo ${{COMPREPLY[@]}}"
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=900)
    assert done.stdout == "warmup\n", done.stderr
