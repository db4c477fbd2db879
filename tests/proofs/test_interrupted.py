"""`prove` that is interrupted says what is settled and what is open; the open theorems, proved alone, give the rest."""

from __future__ import annotations

import json
import signal
import subprocess
from typing import Any

import pytest

from cli.running import PROGRAM, ROOT
from processes import hear_interrupts

NAMES = ("fibonacci-squares", "fibonacci-classical-odd", "rooms-squares")


def proved(*names: str) -> list[dict[str, Any]]:  # Any: the fields have several types
    done = subprocess.run([*PROGRAM, "prove", "--json", *names], cwd=ROOT, capture_output=True, check=True)
    return [without_seconds(line) for line in done.stdout.splitlines()]


def without_seconds(line: bytes) -> dict[str, Any]:  # Any: as above
    record: dict[str, Any] = json.loads(line)
    del record["seconds"]
    return record


@pytest.mark.long
def test_what_an_interrupted_run_has_proved_and_the_rest_are_what_one_run_proves() -> None:
    command = [*PROGRAM, "prove", "--json", *NAMES]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hear_interrupts
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, stderr = process.communicate(timeout=900)
    assert process.returncode == 3
    assert b"interrupted: 1 of 3 theorems settled" in stderr
    (open_one,) = map(without_seconds, rest.splitlines())
    assert (open_one["name"], open_one["status"]) == (NAMES[1], "UNKNOWN")
    assert [without_seconds(first), *proved(*NAMES[1:])] == proved(*NAMES)
