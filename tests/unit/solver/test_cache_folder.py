"""The folder for machine code is one that only its user can write, or there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sokosolve import cache_folder as module
from sokosolve.private_files import make_private, read_bounded, write_private


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which no folder for machine code has been asked for."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(module, "cache_folder", module.cache_folder.__wrapped__)
    return tmp_path


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_folder_is_made_for_its_user_alone_whatever_the_umask(home: Path) -> None:
    before = os.umask(0)
    try:
        folder = module.cache_folder()
    finally:
        os.umask(before)
    assert folder == home / "cache" / "sokospec" and mode(folder) == 0o700


def test_others_lose_the_permission_to_write_in_an_older_folder(home: Path) -> None:
    folder = home / "cache" / "sokospec"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    assert module.cache_folder() == folder and mode(folder) == 0o700


def test_a_folder_of_somebody_else_is_not_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert module.cache_folder() is not None
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    assert module.cache_folder() is None


def test_a_folder_whose_permissions_cannot_be_changed_is_not_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = home / "cache" / "sokospec"
    folder.mkdir(parents=True)
    folder.chmod(0o775)

    def refuse(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    assert module.cache_folder() is None


@pytest.mark.parametrize("in_the_way", ["file", "pipe", "broken link"])
def test_anything_else_in_the_place_of_the_folder_leaves_no_cache(home: Path, in_the_way: str) -> None:
    folder = home / "cache" / "sokospec"
    folder.parent.mkdir()
    if in_the_way == "file":
        folder.touch()
    elif in_the_way == "pipe":
        os.mkfifo(folder)
    else:
        folder.symlink_to(home / "nowhere")
    assert module.cache_folder() is None


def test_a_link_of_this_user_to_another_disk_is_followed(home: Path) -> None:
    (home / "disk").mkdir(mode=0o700)
    folder = home / "cache" / "sokospec"
    folder.parent.mkdir()
    folder.symlink_to(home / "disk")
    assert module.cache_folder() == folder


def test_a_folder_that_exists_is_left_as_it_is_if_others_can_read_it(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir(mode=0o755)
    (tmp_path / "folder").chmod(0o755)
    make_private(tmp_path / "folder")
    assert mode(tmp_path / "folder") == 0o755


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    write_private(file, b"old")

    def fail(source: str, target: str) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="Input/output"):
        write_private(file, b"new")
    assert read_bounded(file, 100, private=True) == b"old"
    assert [*tmp_path.iterdir()] == [file]


def test_old_files_are_removed_and_current_ones_and_those_of_others_are_kept(tmp_path: Path) -> None:
    names = ["a.o", "b.o", "c.checked", "d-x.draft", "lock", "notes.txt", "young.o"]
    for name in names:
        (tmp_path / name).touch()
        if name != "young.o":
            os.utime(tmp_path / name, (1, 1))
    (tmp_path / "folder.o").mkdir()
    os.utime(tmp_path / "folder.o", (1, 1))
    (tmp_path / "link.o").symlink_to(tmp_path / "nowhere")
    assert module.remove_older(tmp_path, [tmp_path / "a.o"]) == ["b.o"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a.o", "folder.o", "link.o", "lock", "notes.txt", "young.o",
    ]  # fmt: skip
