"""`verify --proved` and `--all`: what the program says is passed on, and whatever it does, limits hold and nothing is
made up. The program here is a stand-in that says what a test tells it to say."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import PROGRAM, ROOT, WAREHOUSE, records, sokospec
from processes import gone, hear_interrupts, wait_until
from sokocheck.checkers.all_checkers import BELIEVED, FAST, PROVED, REFERENCE, common_finding
from sokocheck.checkers.verdicts import Finding

ANSWER: dict[str, object] = {
    "protocol": 1,
    "verdict": "ACCEPTED",
    "claim": "optimal pushes 7",
    "line": None,
    "reason": None,
    "kind": None,
    "facts": 2,
    "states": 3,
}
NOT_COVERED = ANSWER | {
    "verdict": "NOT_COVERED",
    "claim": None,
    "line": 9,
    "kind": "potential",
    "reason": "not covered: potential",
}


@pytest.fixture
def certificate(tmp_path: Path) -> str:
    path = tmp_path / "proof.cert.gz"
    assert sokospec("solve", WAREHOUSE, "--level", "1", "--certificate", str(path), "--provable").returncode == 0
    return str(path)


def program(folder: Path, *lines: str) -> dict[str, str]:
    """Return the environment that names a stand-in, which runs these lines of Python."""
    path = folder / "stand-in"
    path.write_text("\n".join([f"#!{sys.executable} -ES", "import json, os, sys, time", *lines, ""]), encoding="utf-8")
    path.chmod(0o755)
    return {"SOKOSPEC_PROVED": str(path)}


def saying(folder: Path, answer: dict[str, object], code: int = 0) -> dict[str, str]:
    return program(folder, f"print({json.dumps(answer)!r})", f"sys.exit({code})")


def claim_of(certificate: str) -> object:
    [record] = records(sokospec("verify", certificate, "--json"))
    return record["claim"]


def test_the_verdict_of_the_program_is_passed_on(tmp_path: Path, certificate: str) -> None:
    done = sokospec("verify", certificate, "--proved", "--json", env=saying(tmp_path, ANSWER))
    [record] = records(done)
    assert (done.returncode, record["verdict"], record["checker"], record["facts"]) == (0, "ACCEPTED", "proved", 2)
    told = sokospec("verify", certificate, "--proved", env=saying(tmp_path, ANSWER)).stdout.decode()
    assert told.endswith("certificate accepted by the proved checker: optimal pushes 7, 2 facts, 3 states\n")
    rejected = ANSWER | {"verdict": "REJECTED", "line": 4, "reason": "no"}
    done = sokospec("verify", certificate, "--proved", env=saying(tmp_path, rejected, 1))
    assert done.returncode == 1 and b"certificate rejected by the proved checker: line 4: no" in done.stdout


def test_the_program_gets_the_plain_text(tmp_path: Path, certificate: str) -> None:
    env = program(
        tmp_path,
        "text = open(sys.argv[2], 'rb').read()",
        f"print(json.dumps({ANSWER!r} | {{'claim': text.decode().split('\\n')[1], 'reason': sys.argv[1]}}))",
    )
    [record] = records(sokospec("verify", certificate, "--proved", "--json", env=env))
    assert record["claim"] == f"claim {claim_of(certificate)}" and record["reason"] == "--json"


@pytest.mark.parametrize("option", ["--proved", "--all"])
def test_explain_says_what_one_has_to_believe(tmp_path: Path, certificate: str, option: str) -> None:
    env = saying(tmp_path, ANSWER | {"claim": claim_of(certificate)})
    done = sokospec("verify", certificate, option, "--explain", env=env)
    assert done.returncode == 0 and done.stdout.decode().count(BELIEVED[option.removeprefix("--")]) == 1
    done = sokospec("verify", certificate, option, "--explain", "--json", env=env)
    assert len(records(done)) == 1 and b"one has to believe" in done.stderr


def test_what_is_not_covered_is_told_with_its_kind_and_nobody_else_is_asked(tmp_path: Path, certificate: str) -> None:
    done = sokospec("verify", certificate, "--proved", "--json", env=saying(tmp_path, NOT_COVERED, 3))
    [record] = records(done)
    assert (done.returncode, record["verdict"], record["kind"], record["line"]) == (3, "NOT_COVERED", "potential", 9)


def test_without_the_program_the_error_says_how_to_get_it(tmp_path: Path, certificate: str) -> None:
    for option in ("--proved", "--all"):
        done = sokospec("verify", certificate, option, env={"SOKOSPEC_PROVED": str(tmp_path / "nothing")})
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"which is not a program" in done.stderr and b"make -C proofs/rocq" in done.stderr


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["print('ACCEPTED')"], "gave no verdict; exit code 0"),
        (["sys.exit(2)"], "gave no verdict; exit code 2"),
        (["os.kill(os.getpid(), 11)"], "ended by signal 11"),
        ([f"print(json.dumps({ANSWER | {'protocol': 2}!r}))"], "another protocol"),
    ],
)
def test_a_program_that_breaks_accepts_nothing(tmp_path: Path, certificate: str, lines: list[str], reason: str) -> None:
    done = sokospec("verify", certificate, "--proved", "--json", env=program(tmp_path, *lines))
    [record] = records(done)
    assert (done.returncode, record["verdict"]) == (5, "UNKNOWN") and reason in str(record["reason"])


@pytest.mark.parametrize(("option", "limit"), [("--time-limit", "0.3"), ("--cpu-limit", "0.3")])
def test_limits_hold_for_the_program(tmp_path: Path, certificate: str, option: str, limit: str) -> None:
    work = "time.sleep(1000)" if option == "--time-limit" else "while True: pass"
    done = sokospec("verify", certificate, "--proved", "--json", option, limit, env=program(tmp_path, work))
    [record] = records(done)
    assert (done.returncode, record["verdict"], record["reason"]) == (3, "UNKNOWN", "LIMIT_TIME")


def test_the_memory_limit_holds_for_the_program(tmp_path: Path, certificate: str) -> None:
    work = ["room = []", "while True: room.append(bytearray(b'x' * 2**22)); time.sleep(0.005)"]
    done = sokospec("verify", certificate, "--proved", "--json", "--memory-limit", "300", env=program(tmp_path, *work))
    [record] = records(done)
    assert (done.returncode, record["reason"]) == (3, "LIMIT_MEMORY")


@pytest.mark.parametrize("option", ["--proved", "--all"])
def test_an_interrupt_ends_the_program_and_leaves_nothing(tmp_path: Path, certificate: str, option: str) -> None:
    pid, place = tmp_path / "pid", tmp_path / "place"
    place.mkdir()
    stand_in = program(tmp_path, f"open({str(pid)!r}, 'w').write(f'{{os.getpid()}}\\n')", "time.sleep(600)")
    with subprocess.Popen(
        [*PROGRAM, "verify", certificate, option],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **stand_in, "TMPDIR": str(place)},
        cwd=ROOT,
        preexec_fn=hear_interrupts,
    ) as running:
        wait_until(lambda: pid.exists() and pid.read_text().endswith("\n"))
        running.send_signal(signal.SIGINT)
        printed, words = running.communicate(timeout=900)
    assert running.returncode == 3 and printed.endswith(b"interrupted\n"), words
    assert [*place.iterdir()] == [] and gone(int(pid.read_text()))


def test_the_level_is_compared_with_the_one_that_is_asked_for(tmp_path: Path, certificate: str) -> None:
    env = saying(tmp_path, ANSWER)
    assert sokospec("verify", certificate, "--proved", "--of", WAREHOUSE, "--level", "1", env=env).returncode == 0
    done = sokospec("verify", certificate, "--proved", "--of", WAREHOUSE, "--level", "2", env=env)
    assert done.returncode == 1 and b"another level" in done.stdout


def test_a_file_that_is_not_whole_is_rejected_before_the_program_is_asked(tmp_path: Path, certificate: str) -> None:
    cut = tmp_path / "cut.cert.gz"
    cut.write_bytes(Path(certificate).read_bytes()[:-9])
    assert sokospec("verify", str(cut), "--proved", env=saying(tmp_path, ANSWER)).returncode == 1


def test_all_checkers_are_asked_and_agree(tmp_path: Path, certificate: str) -> None:
    answer = ANSWER | {"claim": claim_of(certificate)}
    done = sokospec("verify", certificate, "--all", "--json", env=saying(tmp_path, answer))
    [record] = records(done)
    assert (done.returncode, record["verdict"], record["checker"]) == (0, "ACCEPTED", "all")
    assert record["checkers"] == dict.fromkeys(("reference", "fast", "proved"), "ACCEPTED")


def test_what_one_checker_does_not_cover_all_do_not_accept(tmp_path: Path, certificate: str) -> None:
    done = sokospec("verify", certificate, "--all", "--json", env=saying(tmp_path, NOT_COVERED, 3))
    [record] = records(done)
    assert (done.returncode, record["verdict"], record["kind"]) == (3, "NOT_COVERED", "potential")
    assert record["checkers"] == {"reference": "ACCEPTED", "fast": "ACCEPTED", "proved": "NOT_COVERED"}


def test_a_disagreement_is_an_internal_error_and_the_file_is_kept(tmp_path: Path, certificate: str) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    env = saying(tmp_path, ANSWER | {"verdict": "REJECTED", "line": 4, "reason": "no"}, 1) | {"TMPDIR": str(kept)}
    done = sokospec("verify", "-", "--all", "--json", env=env, stdin=Path(certificate).read_bytes())
    [record] = records(done)
    assert (done.returncode, record["verdict"]) == (5, "DISAGREED")
    [copy] = kept.iterdir()
    assert copy.read_bytes() == Path(certificate).read_bytes() and str(copy).encode() in done.stderr


def test_the_checkers_exclude_each_other(certificate: str) -> None:
    assert sokospec("verify", certificate, "--fast", "--all").returncode == 2


ACCEPTED, OTHER = Finding("ACCEPTED", "optimal pushes 2"), Finding("ACCEPTED", "optimal pushes 3")
REJECTED, OPEN = Finding("REJECTED", line=3, reason="no"), Finding("NOT_COVERED", kind="potential")


@pytest.mark.parametrize(
    ("findings", "verdict"),
    [
        ((ACCEPTED, ACCEPTED, ACCEPTED), "ACCEPTED"),
        ((ACCEPTED, ACCEPTED, OTHER), "DISAGREED"),
        ((ACCEPTED, REJECTED, ACCEPTED), "DISAGREED"),
        ((ACCEPTED, ACCEPTED, REJECTED), "DISAGREED"),
        ((REJECTED, REJECTED, Finding("REJECTED", line=4)), "REJECTED"),
        ((REJECTED, Finding("REJECTED", line=4, reason="no"), REJECTED), "DISAGREED"),
        ((ACCEPTED, ACCEPTED, OPEN), "NOT_COVERED"),
        ((REJECTED, REJECTED, OPEN), "REJECTED"),
        ((REJECTED, REJECTED, Finding("UNKNOWN")), "REJECTED"),
        ((ACCEPTED, ACCEPTED, Finding("UNKNOWN")), "UNKNOWN"),
    ],
)
def test_three_findings_make_one(findings: tuple[Finding, ...], verdict: str) -> None:
    assert common_finding(dict(zip((REFERENCE, FAST, PROVED), findings, strict=True))).verdict == verdict


def test_provable_is_for_certificates() -> None:
    done = sokospec("solve", WAREHOUSE, "--level", "1", "--provable")
    assert done.returncode == 2 and b"--provable needs --certificate" in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("objective", ["moves", "pushes-moves", "moves-pushes"])
def test_a_provable_certificate_goes_forwards_for_each_objective(tmp_path: Path, objective: str) -> None:
    path = tmp_path / "proof.cert"
    options = ("--objective", objective, "--certificate", str(path), "--provable")
    assert sokospec("solve", WAREHOUSE, "--level", "1", *options).returncode == 0
    lines = path.read_text().split("\n")
    assert lines[1].startswith(f"claim optimal {objective} ") and "forwards" in lines
    assert "backwards" not in lines and not [line for line in lines if line.startswith("meeting")]
