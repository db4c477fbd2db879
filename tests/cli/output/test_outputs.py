"""Files are written whole or not at all, never over a file that is read, and never under a name that another shares."""

from __future__ import annotations

import errno
import hashlib
import os
import resource
import secrets
import signal
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.running import HARD, PROGRAM, ROOT, sokospec
from sokocheck.application import outputs
from sokocheck.application.certificate_files import stems
from sokocheck.application.wrong_use import WrongUse
from sokocli.main import exit_code

ONE, OTHER = "#####\n#@$.#\n#####\n", "######\n#@ $.#\n######\n"
RECORD = (
    '{"file": "x", "level": 1, "title": "", "verdict": "OPTIMAL", "objective": "pushes", "moves": 1, "pushes": 1, '
    '"lurd": "R", "lower_bound": 1, "expanded": 1, "generated": 1, "seconds": 0.1, "peak_rss_mib": 1.0}\n'
)

WRITING = {
    "solve": ("solve", "{read}", "--engine", "reference", "--certificate", "{out}"),
    "render text": ("render", "{read}", "--out", "{out}"),
    "render svg": ("render", "{read}", "--to", "svg", "--out", "{out}"),
    "render html": ("render", "{read}", "--to", "html", "--out", "{out}"),
    "render gif": ("render", "{read}", "--to", "gif", "--out", "{out}"),
    "batch": ("batch", "{read}", "--engine", "reference", "--jobs", "1", "--out", "{out}"),
    "report": ("report", "{read}", "--plot", "{out}"),
    "hardest": ("hardest", "--squares", "4", "--jobs", "1", "--out", "{out}"),
}
"""The commands that write a file."""

READING = sorted(WRITING.keys() - {"hardest"})
"""Those that read another one."""

ONCE = sorted(WRITING.keys() - {"batch", "hardest"})
"""Those that write it without reading it before."""


def suffix_of(name: str) -> str:
    """Return the suffix of what a command writes; `render` refuses one that contradicts --to."""
    return {"render html": ".html", "render gif": ".gif"}.get(name, ".svg")


def words(name: str, read: Path | str, out: Path | str) -> list[str]:
    return [word.format(read=read, out=out) for word in WRITING[name]]


@pytest.fixture(params=READING)
def reading(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """A command, and a file that it can read."""
    path = tmp_path / f"read{suffix_of(request.param)}"
    path.write_text(RECORD if request.param == "report" else ONE, encoding="ascii")
    return str(request.param), path


def linked_to(path: Path, how: str) -> Path:
    other = path.with_name(f"other{path.suffix}")
    match how:
        case "symbolic link":
            other.symlink_to(path)
        case "hard link":
            other.hardlink_to(path)
        case _:
            return path
    return other


@pytest.mark.parametrize("how", ["same name", "symbolic link", "hard link"])
def test_nothing_is_written_over_a_file_that_is_read(
    reading: tuple[str, Path], how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, path = reading
    content = path.read_bytes()
    out = linked_to(path, how)
    before = sorted(path.parent.iterdir())
    assert exit_code(words(name, path, out)) == 2
    assert path.read_bytes() == content
    assert sorted(path.parent.iterdir()) == before
    said = capsys.readouterr()
    assert said.out == ""
    assert "name another file" in said.err


def test_nothing_is_written_over_the_file_that_stdin_is(tmp_path: Path) -> None:
    path = tmp_path / "level.xsb"
    path.write_text(ONE, encoding="ascii")
    with path.open("rb") as stdin:
        done = subprocess.run(
            [*PROGRAM, *words("render text", "-", path)], cwd=ROOT, stdin=stdin, capture_output=True, check=False
        )
    assert done.returncode == 2
    assert path.read_text(encoding="ascii") == ONE


def test_a_certificate_in_a_folder_gets_not_into_the_place_of_a_level(tmp_path: Path) -> None:
    path = tmp_path / "level.xsb"
    path.write_text(ONE, encoding="ascii")
    (tmp_path / "level.xsb-1.cert.gz").symlink_to(path)
    assert exit_code(words("solve", path, tmp_path)) == 2
    assert path.read_text(encoding="ascii") == ONE


def test_a_plan_folder_does_not_lose_a_level(tmp_path: Path) -> None:
    path = tmp_path / "level-1.pddl"
    path.write_text(ONE, encoding="ascii")
    assert exit_code(["convert", str(path), "--to", "pddl", "--out", str(tmp_path)]) == 2
    assert path.read_text(encoding="ascii") == ONE


@pytest.mark.parametrize(
    ("name", "place"),
    [
        (name, place)
        for name in WRITING
        for place in ("no/such/folder/out.svg", "file/out.svg", "", "/proc/none/out.svg", "/sys/out.svg")
        if (name, place) != ("solve", "")  # a folder is a place for certificates
    ],
)
def test_where_nothing_can_be_written_nothing_is_searched(
    name: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    path.write_text(RECORD if name == "report" else ONE, encoding="ascii")
    assert exit_code(words(name, path, tmp_path / place)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert place in said.err


@pytest.mark.parametrize("name", ONCE)
def test_what_is_written_replaces_what_was_there_and_keeps_its_mode_and_links(name: str, tmp_path: Path) -> None:
    path, old, out = (tmp_path / part for part in ("level.xsb", "old", f"out{suffix_of(name)}"))
    path.write_text(RECORD if name == "report" else ONE, encoding="ascii")
    old.touch()
    old.chmod(0o640)
    first = old.stat().st_ino
    out.symlink_to(old)
    assert exit_code(words(name, path, out)) == 0
    assert out.is_symlink()
    assert old.stat().st_size > 0
    assert old.stat().st_ino != first
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert sorted(tmp_path.iterdir()) == [path, old, out]


def test_a_new_file_has_the_mode_that_the_user_wants(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        outputs.write_text(tmp_path / "new", "text")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ONCE)
def test_a_pipe_is_written_to_and_stays_a_pipe(name: str, tmp_path: Path) -> None:
    path, pipe = tmp_path / "level.xsb", tmp_path / f"pipe{suffix_of(name)}"
    path.write_text(RECORD if name == "report" else ONE, encoding="ascii")
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        code = exit_code(words(name, path, pipe))
        reader_only_waits = not stat.S_ISFIFO(pipe.stat().st_mode)
        if reader_only_waits:
            reader.kill()
        text, _ = reader.communicate(timeout=900)
    assert not reader_only_waits
    assert code == 0
    assert text


def test_an_open_file_of_the_shell_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "level.xsb"
    path.write_text(ONE, encoding="ascii")
    receiving, sending = os.pipe()
    command = [*PROGRAM, *words("solve", path, f"/dev/fd/{sending}")]
    try:
        done = subprocess.run(command, cwd=ROOT, pass_fds=[sending], capture_output=True, check=False)
    finally:
        os.close(sending)
    with open(receiving, "rb") as pipe:
        certificate = pipe.read()
    assert (done.returncode, done.stderr) == (0, b"")
    assert certificate.endswith(b"\nend\n")


def test_stdout_in_a_file_takes_a_certificate_before_the_answer(tmp_path: Path) -> None:
    path, out = tmp_path / "level.xsb", tmp_path / "out"
    path.write_text(ONE, encoding="ascii")
    with out.open("wb") as stdout:
        subprocess.run([*PROGRAM, *words("solve", path, "/proc/self/fd/1")], cwd=ROOT, stdout=stdout, check=True)
    assert out.read_text(encoding="ascii").startswith("sokospec certificate 1\n")
    assert out.read_text(encoding="ascii").split("end\n")[1].startswith(f"{path}:1: optimal")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old"
    path.write_text("old", encoding="ascii")
    return path


def interrupted() -> None:
    raise KeyboardInterrupt


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


STEPS = ["fsync", "open", "fchmod"]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("event", [interrupted, full])
def test_what_ends_at_any_step_leaves_what_was_there_and_nothing_else(
    old: Path, step: str, event: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(os, step)

    def stopping(*arguments: object) -> object:
        if step == "open" and ".sokospec-" not in str(arguments[0]):
            return real(*arguments)
        if step == "open":
            real(*arguments)
        event()
        return None

    monkeypatch.setattr(os, step, stopping)
    with pytest.raises((KeyboardInterrupt, OSError)) as caught:
        outputs.write_text(old, "new")
    monkeypatch.undo()
    if isinstance(caught.value, OSError):
        assert caught.value.filename == str(old)
    assert list(old.parent.iterdir()) == [old]
    assert old.read_text(encoding="ascii") == "old"


def test_a_block_that_fails_leaves_what_was_there(old: Path) -> None:
    with pytest.raises(ZeroDivisionError), outputs.open_draft(old) as draft:
        draft.file.write(b"new")
        raise ZeroDivisionError
    with outputs.open_draft(old) as draft:
        draft.file.write(b"new")
        draft.keep = False
    assert list(old.parent.iterdir()) == [old]
    assert old.read_text(encoding="ascii") == "old"


def test_a_link_planted_under_the_name_on_the_way_is_not_followed(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda size: "0" * 2 * size)
    precious = old.with_name("precious")
    precious.write_text("precious", encoding="ascii")
    (old.parent / f".sokospec-{'0' * 16}").symlink_to(precious)
    with pytest.raises(FileExistsError):
        outputs.write_text(old, "new")
    assert precious.read_text(encoding="ascii") == "precious"
    assert old.read_text(encoding="ascii") == "old"


def small_files() -> None:
    """Let every file end at 100 bytes, as on a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


@pytest.mark.parametrize("name", ["solve", "render svg"])
def test_a_file_that_does_not_fit_is_named_and_nothing_of_it_is_left(name: str, tmp_path: Path) -> None:
    path, out = tmp_path / "level.xsb", tmp_path / "out.svg"
    path.write_text(ONE, encoding="ascii")
    done = subprocess.run(
        [*PROGRAM, *words(name, path, out)], cwd=ROOT, capture_output=True, preexec_fn=small_files, check=False
    )
    assert (done.returncode, done.stderr) == (5, f"error: {out}: File too large\n".encode())
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_ended_leaves_no_file_behind(ending: signal.Signals, tmp_path: Path) -> None:
    path, out = tmp_path / "level.xsb", tmp_path / "out"
    path.write_text(f"{ONE}\n{HARD}\n", encoding="ascii")
    out.mkdir()
    process = subprocess.Popen(
        [*PROGRAM, *words("solve", path, out)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    )
    with process:
        assert process.stdout is not None
        process.stdout.readline()  # the first level is done
        time.sleep(0.5)
        process.send_signal(ending)
        process.communicate(timeout=900)
    assert [made.name for made in out.iterdir()] == ["level.xsb-1.cert.gz"]


def test_a_picture_of_several_levels_holds_them_all(tmp_path: Path) -> None:
    path, out = tmp_path / "level.xsb", tmp_path / "out.txt"
    path.write_text(f"{ONE}\n{OTHER}", encoding="ascii")
    assert exit_code(words("render text", path, out)) == 0
    assert ONE in out.read_text(encoding="ascii")
    assert OTHER in out.read_text(encoding="ascii")


@pytest.fixture
def namesakes(tmp_path: Path) -> tuple[Path, Path]:
    """Two files of one name, with different levels."""
    paths = tmp_path / "a" / "x.xsb", tmp_path / "b" / "x.xsb"
    for path, text in zip(paths, (ONE, OTHER), strict=True):
        path.parent.mkdir()
        path.write_text(text, encoding="ascii")
    return paths


def belong(certificates: Path, levels: tuple[Path, ...]) -> bool:
    """Say whether each level has just one certificate in a folder, under the name that the documentation says."""
    for path in levels:
        name = f"x.xsb-{hashlib.sha256(os.fsencode(path)).hexdigest()[:12]}-1.cert.gz"
        if exit_code(["verify", str(certificates / name), "--of", str(path)]) != 0:
            return False
    return len(list(certificates.iterdir())) == len(levels)


def test_two_levels_from_files_of_one_name_have_a_certificate_each(
    namesakes: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    assert exit_code(["solve", *map(str, namesakes), "--engine", "reference", "--certificate", str(out)]) == 0
    assert belong(out, namesakes)


def test_a_batch_that_goes_on_finds_the_names_that_it_made(namesakes: tuple[Path, Path], tmp_path: Path) -> None:
    out, records = tmp_path / "out", tmp_path / "records.jsonl"
    out.mkdir()
    options = ("--engine", "reference", "--jobs", "1", "--out", str(records), "--certificate", str(out))
    assert sokospec("batch", *map(str, namesakes), *options).returncode == 0
    assert belong(out, namesakes)
    lines = records.read_text(encoding="utf-8").splitlines(keepends=True)
    records.write_text(lines[0], encoding="utf-8")
    assert sokospec("batch", *map(str, namesakes), *options).returncode == 0
    assert belong(out, namesakes)


NAMES = st.sampled_from(["x", "X", "y", "stdin", "-", "x-0123456789ab", "x" * 300, "é" * 150])
PATHS = st.builds(lambda folder, name: f"{folder}{name}", st.sampled_from(["", "a/", "b/", "a/b/", "/a/"]), NAMES)


def adversaries(files: list[str]) -> Iterator[str]:
    """Yield the files, and files that are called what is made of them."""
    yield from files
    yield from stems(files).values()


@settings(max_examples=50)
@given(st.lists(PATHS, max_size=8))
def test_no_two_files_share_the_name_of_a_certificate(files: list[str]) -> None:
    for every in (files, list(adversaries(files))):
        made = stems(every)
        assert made.keys() == set(every)
        assert len({name.casefold() for name in made.values()}) == len(made)
        assert all(len(os.fsencode(name)) <= 240 and "/" not in name for name in made.values())


def test_a_file_with_a_name_of_its_own_keeps_it() -> None:
    assert stems(["a/x.xsb", "y.xsb", "-"]) == {"a/x.xsb": "x.xsb", "y.xsb": "y.xsb", "-": "stdin"}


def test_a_folder_in_the_place_of_a_certificate_is_told_before_anything_is_searched(tmp_path: Path) -> None:
    path, out, records = tmp_path / "level.xsb", tmp_path / "out", tmp_path / "records.jsonl"
    path.write_text(ONE, encoding="ascii")
    out.mkdir()
    (out / "level.xsb-1.cert.gz").mkdir()
    done = sokospec(*words("batch", path, records), "--certificate", str(out))
    assert done.returncode == 2
    assert b"is a folder" in done.stderr
    assert records.read_bytes() == b""


def test_a_certificate_that_does_not_fit_ends_a_batch_and_is_no_answer(tmp_path: Path) -> None:
    path, out, records = tmp_path / "level.xsb", tmp_path / "out", tmp_path / "records.jsonl"
    path.write_text(ONE, encoding="ascii")
    out.mkdir()
    command = [*PROGRAM, *words("batch", path, records), "--certificate", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, preexec_fn=small_files, check=False)
    assert done.returncode == 5
    assert f"error: {out}/level.xsb-1.cert.gz: File too large".encode() in done.stderr
    assert records.read_bytes() == b""
    assert list(out.iterdir()) == []


@pytest.mark.parametrize("content", ["a note without an end", "a note\n" + ONE.rstrip("\n")])
def test_a_file_that_batch_has_not_written_loses_nothing(content: str, tmp_path: Path) -> None:
    path, out = tmp_path / "level.xsb", tmp_path / "out"
    path.write_text(ONE, encoding="ascii")
    out.write_text(content, encoding="ascii")
    assert exit_code(words("batch", path, out)) == 4
    assert out.read_text(encoding="ascii") == content


def test_only_regular_files_are_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, pipe = tmp_path / "level.xsb", tmp_path / "pipe"
    path.write_text(ONE, encoding="ascii")
    os.mkfifo(pipe)
    with pytest.raises(WrongUse, match="not a regular file"):
        outputs.regular_or_new(pipe)
    for name in ("batch", "hardest"):
        assert exit_code(words(name, path, "/dev/null")) == 2
        assert "not a regular file" in capsys.readouterr().err


def test_the_file_of_results_of_a_usage_error_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="there is no folder"):
        outputs.check(tmp_path / "no" / "file")
    assert list(tmp_path.iterdir()) == []
