"""A folder stands for the level files in it and below: which these are, in what order, what is said of the rest."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from sokocheck.application.folders import expand_folders
from sokocheck.application.guard import Guard
from sokocheck.application.wrong_use import WrongUse
from sokocli import inputs
from sokocli.main import exit_code

LEVEL = "#####\n#@$.#\n#####\n"
DEAD = "######\n#@ .$#\n#    #\n######\n"
REFERENCE = ("--engine", "reference")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Level files, in the order in which they are to be read, and much that is none."""
    files = ["b.xsb", "c.SOK", "z.txt", "old/a.mf8", "old/a.xsb", "older/deep/a.slc"]
    others = ["a.py", "b.sol", "lonely.sol", ".hidden.xsb", ".git/a.xsb", "old/a.cert.gz", "no suffix"]
    for name in [*reversed(files), *others]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("R\n" if name.endswith(".sol") else LEVEL)
    (tmp_path / "old" / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "folder.xsb").mkdir()
    os.mkfifo(tmp_path / "pipe.xsb")
    monkeypatch.chdir(tmp_path)
    return tmp_path


IN_ORDER = ("b.xsb", "c.SOK", "z.txt", "old/a.mf8", "old/a.xsb", "older/deep/a.slc")


@pytest.mark.usefixtures("tree")
def test_the_level_files_of_a_folder_are_named_in_order_and_nothing_else_is() -> None:
    assert expand_folders(["."]) == IN_ORDER
    assert expand_folders(["old/"]) == ("old/a.mf8", "old/a.xsb")
    assert expand_folders(["./older/../old"]) == ("older/../old/a.mf8", "older/../old/a.xsb")


@pytest.mark.usefixtures("tree")
def test_solutions_come_after_the_level_file_of_their_name_where_they_are_wanted() -> None:
    assert expand_folders(["."], solutions=True)[:3] == ("b.xsb", "b.sol", "c.SOK")
    assert "lonely.sol" not in expand_folders(["."], solutions=True)


@pytest.mark.usefixtures("tree")
def test_files_that_are_named_stay_as_they_are_and_a_folder_adds_none_twice() -> None:
    files = expand_folders(["no suffix", "-", "old", "c.SOK", ".", "old"])
    assert files.found == set(IN_ORDER) - {"c.SOK"}
    assert files == ("no suffix", "-", "old/a.mf8", "old/a.xsb", "c.SOK", "b.xsb", "z.txt", "older/deep/a.slc")


def test_a_folder_without_level_files_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.md").touch()
    with pytest.raises(WrongUse, match=r"no level files in this folder; their names end in .*\.xsb"):
        expand_folders([str(tmp_path)])
    assert exit_code(["solve", str(tmp_path)]) == 2
    assert "there are no level files in this folder" in capsys.readouterr().err


def test_a_text_without_a_level_is_passed_over_and_a_level_file_that_cannot_be_read_is_told_and_the_rest_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in {"README.txt": "Levels.", "a.xsb": "nothing", "b.xsb": LEVEL, "c.xsb": DEAD}.items():
        (tmp_path / name).write_text(content)
    assert exit_code(["solve", str(tmp_path), "--json", *REFERENCE]) == 4
    said = capsys.readouterr()
    records = [json.loads(line) for line in said.out.splitlines()]
    assert [(Path(each["file"]).name, each["verdict"]) for each in records] == [
        ("b.xsb", "OPTIMAL"),
        ("c.xsb", "UNSOLVABLE"),
    ]
    assert f"skipped: {tmp_path}/README.txt: there is no level here" in said.err
    assert f"error: {tmp_path}/a.xsb: there is no level here" in said.err
    (tmp_path / "a.xsb").unlink()
    assert exit_code(["solve", str(tmp_path), *REFERENCE]) == 1
    assert exit_code(["solve", str(tmp_path / "README.txt"), *REFERENCE]) == 4


def deep(folder: Path, depth: int) -> str:
    """Make a folder with a level file inside so many folders, and return the path of the innermost one."""
    before = os.getcwd()
    try:
        os.chdir(folder)
        for _ in range(depth):
            os.mkdir("d")
            os.chdir("d")
        Path("level.xsb").write_text(LEVEL)
    finally:
        os.chdir(before)
    return os.path.join(folder, *["d"] * depth)


def remove_deep(folder: Path) -> None:
    """Remove folders that are too deep for `shutil.rmtree`."""
    subprocess.run(["rm", "-rf", str(folder / "d")], check=True)


def test_a_folder_may_be_deeper_than_pythons_stack(tmp_path: Path) -> None:
    innermost = deep(tmp_path, 1500)
    assert expand_folders([str(tmp_path)]) == (f"{innermost}/level.xsb",)
    remove_deep(tmp_path)


def test_a_folder_too_deep_for_its_name_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deep(tmp_path, 2500)
    assert exit_code(["solve", str(tmp_path)]) == 2
    assert "this folder cannot be read: File name too long" in capsys.readouterr().err
    remove_deep(tmp_path)


def test_levels_by_number_come_from_the_files_that_have_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.xsb").write_text(LEVEL)
    (tmp_path / "two.xsb").write_text(f"{LEVEL}\n{LEVEL}")
    assert exit_code(["solve", str(tmp_path), "--level", "2", *REFERENCE]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(f"{tmp_path}/two.xsb:2: optimal") and "one.xsb has 1 level" in said.err
    assert exit_code(["solve", str(tmp_path), "--level", "3", *REFERENCE]) == 2


@pytest.mark.usefixtures("tree")
def test_a_level_is_solved_before_the_next_file_is_opened(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed: list[int] = []
    opening = inputs.open_named

    def opened(file: str, guard: Guard) -> object:
        printed.append(capsys.readouterr().out.count(": optimal"))
        return opening(file, guard)

    monkeypatch.setattr(inputs, "open_named", opened)
    assert exit_code(["solve", "b.xsb", "old", *REFERENCE]) == 0
    assert printed == [0, 1, 1]


COMMANDS = [
    ("batch", "FOLDER", "--out", "OUT", *REFERENCE),
    ("policy", "FOLDER", "--out", "TABLES"),
    ("dataset", "FOLDER", "--out", "TABLES"),
    ("check", "FOLDER"),
    ("convert", "FOLDER", "--to", "sok"),
    ("crosscheck", "FOLDER", "--solver", "echo R {level}"),
    ("deadlocks", "FOLDER", "--detector", "corner"),
    ("normalize", "FOLDER"),
    ("perft", "FOLDER", "--depth", "1"),
    ("render", "FOLDER"),
    ("savitch", "FOLDER"),
    ("audit", "sokodead.corner:corner", "--states", "FOLDER"),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_every_command_that_takes_level_files_takes_a_folder(arguments: tuple[str, ...], tmp_path: Path) -> None:
    folder = tmp_path / "levels"
    folder.mkdir()
    (folder / "a.xsb").write_text(f"{LEVEL}Solution: R\n")
    places = {"FOLDER": str(folder), "OUT": str(tmp_path / "results.jsonl"), "TABLES": str(tmp_path / "tables")}
    untested = arguments[0] == "audit"  # there is no dead state on which the detector could fire
    assert exit_code([places.get(word, word) for word in arguments]) == (3 if untested else 0)


@pytest.mark.parametrize("arguments", COMMANDS[:-1], ids=lambda arguments: arguments[0])
def test_every_command_reports_a_named_file_that_cannot_be_read_and_does_the_rest(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, good = tmp_path / "bad.txt", tmp_path / "good.xsb"
    bad.write_text("nothing")
    good.write_text(f"{LEVEL}Solution: R\n")
    places = {"OUT": str(tmp_path / "results.jsonl"), "TABLES": str(tmp_path / "tables")}
    command, *words = [places.get(word, word) for word in arguments if word != "FOLDER"]
    assert exit_code([command, str(bad), str(good), *words]) == 4
    said = capsys.readouterr()
    assert f"error: {bad}: there is no level here" in said.err and (said.out or f"{good}:1" in said.err)


def test_solutions_are_not_paired_with_other_levels_if_their_file_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in {"a.xsb": LEVEL, "bad.xsb": "nothing", "bad.sol": "L\n", "some.jsonl": '{"level": 1}'}.items():
        Path(name).write_text(content)
    for more, said in {
        ("a.xsb", "bad.xsb", "bad.sol"): "bad.sol: the file has steps but no level; name a level file before it",
        ("bad.sol", "a.xsb", "bad.xsb"): "bad.sol: the file has steps but no level; name a level file before it",
        ("bad.xsb", "a.xsb", "--solutions", "bad.sol"): "bad.sol: not checked, because bad.xsb cannot be read",
        ("bad.xsb", "a.xsb", "--solutions", "some.jsonl"): "say which level file with 'file': bad.xsb, a.xsb",
    }.items():
        assert exit_code(["check", *more]) == 4
        captured = capsys.readouterr()
        assert captured.out == "" and said in captured.err and "error: bad.xsb: there is no level" in captured.err


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that opens and cannot be read")
def test_a_certificate_that_cannot_be_read_is_reported_and_the_rest_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.xsb").write_text(LEVEL)
    proof = str(tmp_path / "a.cert")
    assert exit_code(["solve", str(tmp_path / "a.xsb"), "--certificate", proof, *REFERENCE]) == 0
    assert exit_code(["verify", "/proc/self/mem", proof]) == 4
    said = capsys.readouterr()
    assert "error: /proc/self/mem cannot be read" in said.err and f"{proof}: certificate accepted" in said.out


def test_a_folder_of_certificates_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.xsb", "b.xsb"):
        (tmp_path / name).write_text(LEVEL)
    proofs = tmp_path / "proofs"
    proofs.mkdir()
    assert exit_code(["solve", str(tmp_path), "--certificate", str(proofs), *REFERENCE]) == 0
    (proofs / "notes.txt").touch()
    capsys.readouterr()
    assert exit_code(["verify", str(proofs)]) == 0
    assert capsys.readouterr().out.count("certificate accepted") == 2
    assert exit_code(["verify", str(tmp_path / "a.xsb")]) == 1
    (tmp_path / "none").mkdir()
    assert exit_code(["verify", str(tmp_path / "none")]) == 2


def test_a_file_in_the_place_of_a_command_is_told_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["examples/warehouse.xsb"]) == 2
    assert "such as 'sokospec solve examples/warehouse.xsb'" in capsys.readouterr().err


def test_an_empty_file_is_called_empty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.xsb").touch()
    assert exit_code(["solve", str(tmp_path / "empty.xsb")]) == 4
    assert "there is no level here, as it is empty [F7]" in capsys.readouterr().err
