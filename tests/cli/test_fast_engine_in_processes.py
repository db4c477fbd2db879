"""The fast engine works in a second process, which finds the kernels compiled by the first."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def solved(*options: str) -> list[dict[str, object]]:
    command = [sys.executable, "-m", "sokocli.main", "solve", "examples/warehouse.xsb", "--json", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1, done.stderr  # one of the levels is unsolvable
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_two_processes_in_turn_agree_with_the_reference_engine() -> None:
    truth = [(answer["verdict"], answer["pushes"]) for answer in solved()]
    for _ in range(2):
        assert [(answer["verdict"], answer["pushes"]) for answer in solved("--engine", "fast")] == truth
