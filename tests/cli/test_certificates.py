"""`solve --certificate` and `verify`, as programs: what is written is accepted, and nothing half-written is left."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import HARD, PROGRAM, ROOT, WAREHOUSE, records, sokospec
from sokospec.answer import Objective

STUCK = "########\n#  $  .#\n# $    #\n#    @.#\n#$    .#\n########\n"
"""A box in a corner."""

ONE = (WAREHOUSE, "--level", "1")
ENGINES = ("fast", "reference")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("objective", list(Objective))
def test_what_solve_writes_is_accepted_and_says_what_solve_said(tmp_path: Path, engine: str, objective: str) -> None:
    out = tmp_path / "proof.cert"
    done = sokospec("solve", *ONE, "--objective", objective, "--engine", engine, "--certificate", str(out), "--json")
    [answer] = records(done)
    checked = sokospec("verify", str(out), "--of", WAREHOUSE, "--json")
    [verdict] = records(checked)
    assert (done.returncode, checked.returncode, verdict["verdict"]) == (0, 0, "ACCEPTED")
    cost = Objective(objective).cost(int(str(answer["moves"])), int(str(answer["pushes"])))
    words = ["solved"] if objective == "any" else ["optimal", objective, *map(str, cost)]
    assert verdict["claim"] == " ".join(words)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("objective", list(Objective))
def test_that_there_is_no_solution_is_shown_too(tmp_path: Path, engine: str, objective: str) -> None:
    out = tmp_path / "proof.cert.gz"
    done = sokospec("solve", "-", "--objective", objective, "--engine", engine, "--certificate", str(out), stdin=STUCK)
    assert done.returncode == 1
    assert out.read_bytes()[:2] == b"\x1f\x8b"
    checked = sokospec("verify", str(out))
    assert checked.returncode == 0
    assert b"certificate accepted: unsolvable" in checked.stdout


def test_a_folder_takes_a_certificate_of_each_level(tmp_path: Path) -> None:
    levels = tmp_path / "two.xsb"
    levels.write_text(f"{STUCK}\n#####\n#@$.#\n#####\n", encoding="ascii")
    assert sokospec("solve", str(levels), "--certificate", str(tmp_path)).returncode == 1
    made = sorted(path.name for path in tmp_path.glob("*.cert*"))
    assert made == ["two.xsb-1.cert.gz", "two.xsb-2.cert.gz"]
    assert sokospec("verify", *(str(tmp_path / name) for name in made)).returncode == 0
    wrong = sokospec("verify", str(tmp_path / made[0]), "--of", str(levels), "--level", "2")
    assert wrong.returncode == 1
    assert b"another level" in wrong.stdout


def test_one_file_does_not_take_two_certificates(tmp_path: Path) -> None:
    levels = tmp_path / "two.xsb"
    levels.write_text(f"{STUCK}\n#####\n#@$.#\n#####\n", encoding="ascii")
    done = sokospec("solve", str(levels), "--certificate", str(tmp_path / "one.cert"))
    assert done.returncode == 2
    assert b"name a folder" in done.stderr


def test_a_limit_leaves_no_certificate_and_what_was_there_stays(tmp_path: Path) -> None:
    out = tmp_path / "proof.cert"
    out.write_text("older\n", encoding="ascii")
    done = sokospec("solve", "-", "--time-limit", "1", "--certificate", str(out), stdin=HARD)
    assert done.returncode == 3
    assert [path.name for path in tmp_path.iterdir()] == ["proof.cert"]
    assert out.read_text(encoding="ascii") == "older\n"


def test_options_of_the_search_do_not_go_with_a_certificate(tmp_path: Path) -> None:
    done = sokospec("solve", *ONE, "--algorithm", "bfs", "--certificate", str(tmp_path / "proof.cert"))
    assert done.returncode == 2


def test_a_certificate_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    done = sokospec("solve", "-", "--certificate", str(tmp_path / "no" / "such" / "folder"), stdin=STUCK)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"there is no folder" in done.stderr


def test_verify_reads_stdin_and_names_the_line_of_a_fault(tmp_path: Path) -> None:
    out = tmp_path / "proof.cert"
    sokospec("solve", "-", "--certificate", str(out), stdin=STUCK)
    assert sokospec("verify", "-", stdin=gzip.compress(out.read_bytes())).returncode == 0
    text = out.read_text(encoding="ascii").replace("claim unsolvable", "claim optimal pushes 3")
    [verdict] = records(sokospec("verify", "-", "--json", stdin=text))
    assert verdict["verdict"] == "REJECTED"
    assert verdict["line"] == 10
    assert verdict["reason"] == "after the level comes the solution"


@pytest.mark.parametrize("content", [b"", b"\x1f\x8b", b"\x00" * 100, b"sokospec certificate 1\n"])
def test_what_is_no_certificate_is_rejected(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "nonsense"
    path.write_bytes(content)
    done = sokospec("verify", str(path))
    assert done.returncode == 1
    assert b"certificate rejected" in done.stdout


def test_the_fast_checker_says_the_same_and_that_it_was_the_one_that_spoke(tmp_path: Path) -> None:
    certificate(tmp_path, "right.cert.gz")
    (tmp_path / "wrong.cert").write_bytes(b"sokospec certificate 1\n")
    paths = [str(tmp_path / "right.cert.gz"), str(tmp_path / "wrong.cert")]
    plainly, fast = (records(sokospec("verify", *paths, "--json", *more)) for more in ((), ("--fast",)))
    assert [record.pop("checker") for record in plainly] == ["reference"] * 2
    assert [record.pop("checker") for record in fast] == ["fast"] * 2
    for record in (*plainly, *fast):
        record.pop("seconds")
    assert plainly == fast and [record["verdict"] for record in fast] == ["ACCEPTED", "REJECTED"]
    told = sokospec("verify", *paths, "--fast").stdout.decode()
    assert "certificate accepted by the fast checker: optimal" in told
    assert "certificate rejected by the fast checker: line 2: " in told


def test_limits_of_the_fast_checker_are_kept(tmp_path: Path) -> None:
    certificate(tmp_path, "proof.cert")
    for option, limit in (("--time-limit", "0"), ("--memory-limit", "1")):
        done = sokospec("verify", str(tmp_path / "proof.cert"), "--fast", option, limit, "--json")
        [record] = records(done)
        assert (done.returncode, record["verdict"], record["checker"]) == (3, "UNKNOWN", "fast")


def test_limits_of_verify_are_kept(tmp_path: Path) -> None:
    out = tmp_path / "proof.cert"
    sokospec("solve", *ONE, "--engine", "reference", "--certificate", str(out))
    done = sokospec("verify", str(out), "--time-limit", "0", "--json")
    assert done.returncode == 3
    assert records(done)[0]["verdict"] == "UNKNOWN"


def test_the_level_option_of_verify_needs_a_file() -> None:
    assert sokospec("verify", "README.md", "--level", "1").returncode == 2


@pytest.mark.parametrize(("number", "name"), [(1, "two.xsb"), (2, "two.xsb"), (1, "{level}{}{.xsb")])
def test_of_several_levels_a_certificate_may_be_about_any_which_is_noted(
    tmp_path: Path, number: int, name: str
) -> None:
    levels = tmp_path / name
    levels.write_text(f"{STUCK}\n#####\n#@$.#\n#####\n", encoding="ascii")
    sokospec("solve", str(levels), "--certificate", str(tmp_path))
    made = str(tmp_path / f"{name}-{number}.cert.gz")
    done = sokospec("verify", made, "--of", str(levels))
    assert done.returncode == 0
    assert f"about level {number} of ".encode() in done.stderr
    for of, says in ((WAREHOUSE, b"about none of the 4 levels"), (levels, b"")):
        wrong = sokospec("verify", made, "--of", str(of), "--level", str(3 - number)) if of is levels else None
        wrong = wrong or sokospec("verify", made, "--of", str(of))
        assert wrong.returncode == 1 and b"another level" in wrong.stdout and says in wrong.stderr


def certificate(folder: Path, name: str) -> bytes:
    out = folder / name
    sokospec("solve", *ONE, "--engine", "reference", "--certificate", str(out))
    return out.read_bytes()


@pytest.mark.parametrize("name", ["/dev/stdin", "/dev/fd/0", "-"])
@pytest.mark.parametrize("packed", [False, True])
def test_what_comes_through_a_pipe_is_verified_under_every_name(tmp_path: Path, name: str, packed: bool) -> None:
    data = certificate(tmp_path, "proof.cert.gz" if packed else "proof.cert")
    done = sokospec("verify", name, "--of", WAREHOUSE, "--level", "1", stdin=data)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(f"{name}: certificate accepted".encode())


def test_a_named_pipe_is_verified(tmp_path: Path) -> None:
    data, pipe = certificate(tmp_path, "proof.cert"), tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["tee", str(pipe)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as writer:
        assert writer.stdin is not None
        writer.stdin.write(data)
        writer.stdin.close()
        assert sokospec("verify", str(pipe)).returncode == 0


def test_what_never_ends_is_rejected_at_its_beginning() -> None:
    zeros = "import os\nwhile True: os.write(1, bytes(65536))"
    with subprocess.Popen([sys.executable, "-c", zeros], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as endless:
        done = subprocess.run(
            [*PROGRAM, "verify", "-"], cwd=ROOT, stdin=endless.stdout, capture_output=True, timeout=900, check=False
        )
        endless.kill()
    assert done.returncode == 1
    assert b"certificate rejected: line 1: " in done.stdout


def test_the_time_limit_counts_while_nothing_comes() -> None:
    receiving, sending = os.pipe()
    try:
        done = subprocess.run(
            [*PROGRAM, "verify", "-", "--time-limit", "0.3"],
            cwd=ROOT,
            stdin=receiving,
            capture_output=True,
            timeout=900,
            check=False,
        )
    finally:
        os.close(receiving)
        os.close(sending)
    assert (done.returncode, done.stdout) == (3, b"-: undecided: time limit reached\n")


@pytest.mark.parametrize(
    "behind", [b"\0", b"\0" * 100_000, b"\0\x1f\x8b", b"end\n", gzip.compress(b"\n", mtime=0), b"\x1f"]
)
@pytest.mark.parametrize("name", ["proof.cert", "proof.cert.gz"])
def test_nothing_may_stand_behind_a_certificate(tmp_path: Path, name: str, behind: bytes) -> None:
    data = certificate(tmp_path, name)
    (tmp_path / "longer").write_bytes(data + behind)
    [verdict] = records(sokospec("verify", str(tmp_path / "longer"), "--json"))
    assert verdict["verdict"] == "REJECTED"
    assert verdict["line"] == len((gzip.decompress(data) if name.endswith("gz") else data).splitlines()) + 1


def test_zeros_between_packed_parts_are_rejected(tmp_path: Path) -> None:
    text = certificate(tmp_path, "proof.cert")
    parts = gzip.compress(text[:50], mtime=0), gzip.compress(text[50:], mtime=0)
    for between, code in ((b"", 0), (gzip.compress(b"", mtime=0), 0), (b"\0", 1)):
        assert sokospec("verify", "-", stdin=between.join(parts)).returncode == code
