"""The shell completes commands, options, their values and files, as docs/cli.md says."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import ROOT

PROGRAM = Path(sys.executable).with_name("sokospec")
PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


def told(**env: str) -> str:
    """Return what the program tells a shell that asks it."""
    return subprocess.run([PROGRAM], env=env, capture_output=True, text=True, check=False, timeout=60).stdout


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
        ("sokospec check exam", ["file,exam"]),
        ("sokospec generate random --curat", ["plain,--curated"]),
    ],
)
def test_what_is_begun_is_completed(words: str, offered: list[str]) -> None:
    at = len(words.split()) - 1
    assert told(_SOKOSPEC_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(at)).splitlines() == offered


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_takes_the_script_and_completes_a_command() -> None:
    script = (
        f'eval "$(_SOKOSPEC_COMPLETE=bash_source {PROGRAM})"; COMP_WORDS=({PROGRAM} warm); COMP_CWORD=1; '
        f"_sokospec_completion {PROGRAM}; echo ${{COMPREPLY[@]}}"
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == "warmup\n", done.stderr
