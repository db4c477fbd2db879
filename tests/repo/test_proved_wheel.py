"""The wheel with the proved checker: pip installs it on a bare machine, and its program is found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.proved_wheel import PROGRAM, write_wheel


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
