"""Every command keeps the contract on exit codes, whatever it is given."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = ("check", "convert", "normalize", "perft", "reconstruct", "render", "solve")
EXAMPLES = "examples/warehouse.xsb"
BIG = "|".join(
    [
        "##########",
        "#--------#",
        "#-$-$-$--#",
        "#--------#",
        "#--$-$-$-#",
        "#--------#",
        "#.-.-.-.-#",
        "#.------.#",
        "#@-------#",
        "##########",
    ]
)


def hear_interrupts() -> None:
    """Undo what a shell does to programs in the background: they ignore SIGINT, and so do their children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def sokospec(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "sokocli.main", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        timeout=120,
        check=False,
    )


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
        ("check", "examples"),
        ("check", EXAMPLES, "--claim", "beauty"),
        ("check", EXAMPLES, "--time-limit", "-1"),
        ("solve", EXAMPLES, "--level", "0"),
        ("solve", EXAMPLES, "--level", "9"),
        ("solve", EXAMPLES, "--engine", "steam"),
        ("perft", EXAMPLES),
        ("perft", EXAMPLES, "--depth", "-1"),
        ("convert", EXAMPLES, "--to", "poetry"),
        ("normalize", EXAMPLES, "--steps", "polish"),
        ("render", EXAMPLES, "--to", "svg"),
        ("reconstruct",),
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
    done = sokospec("check", EXAMPLES, "--solutions", "-", "--time-limit", "0", "--json", stdin=claims)
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["UNKNOWN", "INVALID"]
    assert done.returncode == 1


def test_an_unknown_claim_gives_3() -> None:
    assert sokospec("check", EXAMPLES, "--claim", "pushes", "--time-limit", "0").returncode == 3


def test_a_memory_limit_below_the_interpreters_own_gives_the_verdict_limit_memory() -> None:
    done = sokospec("solve", EXAMPLES, "--level", "1", "--memory-limit", "1", "--json")
    assert json.loads(done.stdout)["verdict"] == "LIMIT_MEMORY"
    assert done.returncode == 3


def test_a_memory_limit_is_kept() -> None:
    done = sokospec("solve", "-", "--memory-limit", "80", "--json", stdin=BIG.encode())
    answer = json.loads(done.stdout)
    assert answer["verdict"] == "LIMIT_MEMORY"
    assert answer["peak_rss_mib"] < 80 * 1.1


def test_stdin_is_a_file_named_dash() -> None:
    done = sokospec("solve", "-", "--json", stdin=b"#####\n#@$.#\n#####\n")
    answer = json.loads(done.stdout)
    assert (answer["file"], answer["lurd"], done.returncode) == ("-", "R", 0)


@pytest.mark.parametrize("command", ["solve", "check"])
def test_ctrl_c_ends_a_search_cleanly_with_what_is_known(command: str, tmp_path: Path) -> None:
    levels = tmp_path / "levels.xsb"
    levels.write_text(BIG, encoding="utf-8")
    claims = tmp_path / "claims.jsonl"
    claims.write_text('{"level": 1, "lurd": null, "claim": "unsolvable"}\n', encoding="utf-8")
    more = ["--solutions", str(claims)] if command == "check" else []
    process = subprocess.Popen(
        [sys.executable, "-m", "sokocli.main", command, str(levels), "--json", *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_interrupts,
    )
    try:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 3
    assert b"interrupted" in stderr
    assert b"Traceback" not in stderr
    answer = json.loads(stdout)
    assert answer["verdict"] in ("LIMIT_TIME", "UNKNOWN")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_gives_5_and_says_so() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sokocli.main", "convert", EXAMPLES, "--to", "xsb"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 5
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m sokocli.main convert {' '.join([EXAMPLES] * 400)} --to xsb | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, timeout=60, check=False)
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
