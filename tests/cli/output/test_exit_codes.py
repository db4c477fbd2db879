"""Every command keeps the contract on exit codes, whatever it is given."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import click
import pytest

from cli.running import PROGRAM, ROOT, WAREHOUSE, sokospec
from sokocli.main import main

COMMANDS = ("check", "convert", "normalize", "perft", "reconstruct", "render", "solve", "warmup")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_a_success(command: str) -> None:
    done = sokospec(command, "--help")
    assert done.returncode == 0
    assert b"Usage:" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("frobnicate",),
        ("check",),
        ("check", "no-such-file.xsb"),
        ("check", "cli"),
        ("check", WAREHOUSE, "--claim", "beauty"),
        ("check", WAREHOUSE, "--time-limit", "-1"),
        ("solve", WAREHOUSE, "--level", "0"),
        ("solve", WAREHOUSE, "--level", "9"),
        ("solve", WAREHOUSE, "--engine", "steam"),
        ("solve", WAREHOUSE, "--algorithm", "luck"),
        ("solve", WAREHOUSE, "--algorithm", "fess"),
        ("solve", WAREHOUSE, "--algorithm", "fess", "--objective", "moves"),
        ("batch", WAREHOUSE, "--algorithm", "fess", "--out", "out.jsonl"),
        ("serve", "examples", "--algorithm", "fess"),
        ("solve", WAREHOUSE, "--direction", "sideways"),
        ("solve", WAREHOUSE, "--without", "luck"),
        ("solve", WAREHOUSE, "--engine", "reference", "--algorithm", "astar"),
        ("solve", WAREHOUSE, "--engine", "reference", "--direction", "auto"),
        ("solve", WAREHOUSE, "--engine", "reference", "--without", "freeze"),
        ("check", WAREHOUSE, "--algorithm", "astar"),
        ("warmup", WAREHOUSE),
        ("perft", WAREHOUSE),
        ("perft", WAREHOUSE, "--depth", "-1"),
        ("perft", WAREHOUSE, "--depth", "999999999999"),
        ("perft", WAREHOUSE, "--depth", "9" * 20),
        ("convert", WAREHOUSE, "--to", "poetry"),
        ("normalize", WAREHOUSE, "--steps", "polish"),
        ("render", WAREHOUSE, "--to", "svg"),
        ("reconstruct",),
        ("explain", "Z9"),
        ("solve", "--nonsense"),
    ],
)
def test_wrong_usage_gives_2_and_says_so_on_stderr(arguments: tuple[str, ...]) -> None:
    done = sokospec(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Error:" in done.stderr


@pytest.mark.parametrize("command", ["check", "solve", "perft", "convert", "normalize", "render"])
@pytest.mark.parametrize(
    "content", [b"", b"hello\n", b"\x00\xff\xfe\x80" * 50, b"<?xml", b"[soko=2,2]\n", b"lvl=", b"9(9(9(", b"#" * 10000]
)
def test_nonsense_gives_4_and_one_clear_error(command: str, content: bytes) -> None:
    options = {"perft": ["--depth", "1"], "convert": ["--to", "xsb"]}.get(command, [])
    done = sokospec(command, "-", *options, stdin=content)
    assert done.returncode == 4
    assert b"Traceback" not in done.stderr
    assert done.stderr


def test_a_refuted_claim_outranks_an_unknown_one() -> None:
    lines = [{"level": 3, "lurd": "dlUluuRurrD", "claim": "pushes"}, {"level": 1, "lurd": "d"}]
    claims = "\n".join(json.dumps(line) for line in lines).encode()
    done = sokospec("check", WAREHOUSE, "--solutions", "-", "--time-limit", "0", "--json", stdin=claims)
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["UNKNOWN", "INVALID"]
    assert done.returncode == 1


def test_an_unknown_claim_gives_3() -> None:
    assert sokospec("check", WAREHOUSE, "--claim", "pushes", "--time-limit", "0").returncode == 3


def test_stdin_is_a_file_named_dash() -> None:
    done = sokospec("solve", "-", "--json", stdin=b"#####\n#@$.#\n#####\n")
    answer = json.loads(done.stdout)
    assert (answer["file"], answer["lurd"], done.returncode) == ("-", "R", 0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_gives_5_and_says_so() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PROGRAM, "convert", WAREHOUSE, "--to", "xsb"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=900,
            check=False,
        )
    assert done.returncode == 5
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{' '.join(PROGRAM)} convert {' '.join([WAREHOUSE] * 400)} --to xsb | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, timeout=900, check=False)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read every file")
def test_a_file_without_read_permission_is_named(tmp_path: Path) -> None:
    secret = tmp_path / "secret.xsb"
    secret.write_text("#####\n#@$.#\n#####\n", encoding="utf-8")
    secret.chmod(0)
    done = sokospec("solve", str(secret))
    assert done.returncode == 2
    assert b"secret.xsb" in done.stderr


def test_the_version_is_printed() -> None:
    done = sokospec("--version")
    assert re.fullmatch(rb"sokospec \d+\.\d+\.\d+\r?\n", done.stdout)


def test_a_command_is_the_same_however_often_it_is_asked_for() -> None:
    """Each time it was wrapped once more, and after a thousand calls in a process Python's stack was full."""
    callbacks = []
    for _ in range(2):
        command = main.get_command(click.Context(main), "generate")
        assert command is not None
        callbacks.append(command.callback)
    assert callbacks[0] is callbacks[1]
