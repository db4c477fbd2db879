"""The wheel with the proved checker: pip installs it on a bare machine, and its program is found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.proved_wheel import PROGRAM, ROOT, write_wheel


def test_pip_installs_the_wheel_and_its_program_runs(tmp_path: Path) -> None:
    program = tmp_path / PROGRAM
    program.write_text("#!/bin/sh\necho stand-in\n", encoding="ascii")
    wheel = write_wheel(program, tmp_path / "wheels")
    command = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--prefix", str(tmp_path / "at")]
    subprocess.run([*command, str(wheel)], check=True, capture_output=True)
    installed = subprocess.run([tmp_path / "at" / "bin" / PROGRAM], check=True, capture_output=True)
    assert installed.stdout == b"stand-in\n"


def test_equal_programs_give_equal_wheels(tmp_path: Path) -> None:
    program = tmp_path / PROGRAM
    program.write_bytes(b"\x7fELF")
    first, second = (write_wheel(program, tmp_path / name).read_bytes() for name in ("a", "b"))
    assert first == second


def test_a_source_distribution_holds_nothing_that_was_built() -> None:
    """What builds it reads the root's .gitignore alone, so no other one may name files that it should leave out."""
    folders = [folder for folder in ROOT.iterdir() if folder.is_dir() and not folder.name.startswith(".")]
    assert [path for folder in folders for path in folder.rglob(".gitignore")] == []
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    for built in ("*.vo", "*.glob", "ml/*.cm*", "ml/*.o", PROGRAM):
        assert f"proofs/rocq/{built}" in ignored
