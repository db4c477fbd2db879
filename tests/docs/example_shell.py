"""Shell examples of pages: a folder to run them in, and a run that sees this checkout's commands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tools.roots import ROOTS

ROOT = Path(__file__).parents[2]


def link_examples(folder: Path) -> Path:
    """Link the repository's examples into an empty folder, where a page's commands may write; return the folder."""
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder


def environment() -> dict[str, str]:
    """Return the environment in which `sokospec` and `python` are those of this checkout."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "PYTHONPATH": os.pathsep.join(str(ROOT / root) for root in ROOTS)}


def run_shell(script: str, folder: Path, stderr: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """Run a script in a folder."""
    return subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        timeout=900,
        check=False,
    )
