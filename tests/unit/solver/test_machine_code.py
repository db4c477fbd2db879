"""The machine code that comes with the packages is that of their sources, and its arguments are checked."""

from __future__ import annotations

import json
import lzma
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from types import GenericAlias
from typing import Annotated, Any

import numpy as np
import pytest
from tools import kernel_versions
from tools.compile_kernels import with_old_packing
from tools.kernel_compiler import hints_of, items_of, kernels_of
from tools.kernel_versions import PACKAGES, ROOT, pinned_versions

from fake_clocks import HOUR, Clocks, SlowLibrary
from sokosolve import kernel_arguments, machine_code
from sokosolve.kernel_errors import WrongMachineCode
from sokosolve.kernel_files import (
    CODE,
    MANIFEST,
    Signature,
    check_sources,
    manifest_digest,
    read_code,
    read_manifest,
    sha256,
)
from sokosolve.kernel_meaning import digest_meaning
from sokosolve.level.single_box import player_components
from sokosolve.machine_code import Library
from sokosolve.search import budget
from sokosolve.search.store import fill_slots
from sokosolve.solver import solve
from sokospec import Level, clock
from sokospec.answer import Verdict
from sokospec.limits import LimitReached, Limits

WALL, FLOOR = "##########\n", "#        #\n"
ROOM = Level.parse(f"{WALL}{FLOOR}# $      #\n{FLOOR}#      . #\n{2 * FLOOR}#   @    #\n{FLOOR}{WALL}")
"""More floor than is searched in Python, and few states."""
SMALL = Level.parse("######\n#@ $.#\n######")


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_the_code_is_that_of_its_manifest_and_the_manifest_that_of_the_sources(package: Path) -> None:
    manifest = read_manifest(package)
    assert manifest.code == sha256(read_code(package, manifest))
    check_sources(package, manifest)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_the_machine_code_is_of_these_sources_and_takes_what_their_annotations_say(package: Path) -> None:
    library = Library(package)
    declared = {}
    for name, kernel in kernels_of(package).items():
        if kernel.is_entry:
            hints, returned = hints_of(kernel)
            declared[name] = Signature(tuple(item for hint in hints for item in items_of(hint)), returned)
    assert library.manifest.entries == declared


def test_another_packing_of_the_same_code_changes_no_large_file() -> None:
    package = PACKAGES[0]
    manifest = (package / MANIFEST).read_bytes()
    packed_again = json.dumps(json.loads(manifest) | {"packed": "0" * 64, "manifest": ""})
    assert with_old_packing(package, packed_again.encode()) == (manifest, (package / CODE).read_bytes())


def test_the_type_of_an_array_is_read_as_older_and_newer_versions_of_numpy_write_it() -> None:
    older = np.ndarray[tuple[int, ...], np.dtype[np.int32]]
    newer = GenericAlias(list, (np.int32,))
    for array in (older, newer, Annotated[older, 1], Annotated[newer, 1]):
        assert [*items_of(array)] == ["int32 1"]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_the_machine_code_was_compiled_with_the_pinned_versions(package: Path) -> None:
    assert read_manifest(package).versions == pinned_versions()


def test_every_change_is_compiled_again_and_compared_and_other_versions_are_no_reason_to_skip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With other versions pip gets the pinned ones, by their digests, for an environment of its own."""
    assert re.search(r"^\S*python3? -m tools\.compile_kernels --check\b", (ROOT / ".ci" / "run").read_text(), re.M)
    commands: list[list[str]] = []

    def run(command: list[object], **_: object) -> None:
        commands.append(list(map(str, command)))
        (tmp_path / "environment").mkdir(exist_ok=True)

    monkeypatch.setattr(kernel_versions, "ENVIRONMENT", tmp_path / "environment")
    monkeypatch.setattr(kernel_versions, "ROOT", tmp_path.parent)
    monkeypatch.setattr(kernel_versions, "LOCK", tmp_path / "lock")
    (tmp_path / "lock").write_text("numba==0.1 --hash=sha256:0\n")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr("platform.system", lambda: "Linux")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert kernel_versions.pinned_python() == tmp_path / "environment" / "bin" / "python"
    assert commands[0][:3] == ["/usr/bin/python3.11", "-m", "venv"]
    assert "--require-hashes" in commands[1] and commands[1][-1] == str(tmp_path / "lock")
    kernel_versions.pinned_python()
    assert len(commands) == 2  # they are there now
    (tmp_path / "lock").write_text("numba==0.2 --hash=sha256:0\n")
    kernel_versions.pinned_python()
    assert len(commands) == 4
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    (tmp_path / "lock").write_text("numba==0.3 --hash=sha256:0\n")
    with pytest.raises(SystemExit, match="which is not here"):
        kernel_versions.pinned_python()


SOURCE = """
from sokosolve.kernel import entry
from sokosolve.level.arrays import INT32

@entry
def count(squares: INT32) -> int:
    return len(squares) + 1
"""
"""A module with the one kernel of the package in the tests below."""


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one kernel, whose code is a function that takes no time to compile, and a cache of its own."""
    package = tmp_path / "sokosolve"
    package.mkdir()
    (tmp_path / "kernels_of_mine.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    meaning = digest_meaning(["kernels_of_mine.count"])
    entries = {"kernels_of_mine.count": {"takes": ["int32 1"], "returns": "int"}}
    (package / MANIFEST).write_text(
        json.dumps({"about": "", "versions": pinned_versions(), "code": "", "packed": "", "manifest": ""})
    )
    edit_manifest(package, entries=entries, meaning=meaning.digest, modules=meaning.modules)
    give_code(package, machine_code_of("ret i32 0"))
    (tmp_path / "cache").mkdir(mode=0o700)
    monkeypatch.setattr(machine_code, "cache_folder", lambda: tmp_path / "cache")
    return package


def machine_code_of(body: str) -> bytes:
    """Return packed code with one function."""
    import llvmlite.binding as llvm

    return lzma.compress(llvm.parse_assembly(f"define i32 @nothing(ptr %slots) {{ {body} }}").as_bitcode())


def give_code(package: Path, packed: bytes) -> None:
    """Put code into a package, with a manifest that belongs to it."""
    (package / CODE).write_bytes(packed)
    edit_manifest(package, packed=sha256(packed), code=sha256(lzma.decompress(packed)))


def edit_manifest(package: Path, **changes: object) -> None:
    """Change fields of a manifest, and its digest with them."""
    fields = {**json.loads((package / MANIFEST).read_text(encoding="utf-8")), **changes}
    (package / MANIFEST).write_text(json.dumps({**fields, "manifest": manifest_digest(fields)}), encoding="utf-8")


def flip_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def replace_by_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def replace_by_endless_device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def write_huge(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(1 << 34)  # without blocks on the disk


def drop_a_key(path: Path) -> None:
    fields = json.loads(path.read_text())
    del fields["packed"]
    path.write_text(json.dumps(fields))


def change_a_signature(path: Path) -> None:
    text = path.read_text()
    path.write_text(text.replace("int32 1", "int64 1", 1))


def change_the_code(path: Path) -> None:
    path.write_bytes(machine_code_of("ret i32 1"))


DAMAGES: dict[str, list[tuple[Callable[[Path], object], str]]] = {
    CODE: [
        (Path.unlink, "cannot be read"),
        (truncate, "SHA-256"),
        (flip_a_bit, "SHA-256"),
        (change_the_code, "SHA-256"),
        (replace_by_pipe, "not a regular file"),
        (replace_by_endless_device, "not a regular file"),
        (write_huge, "more than"),
    ],
    MANIFEST: [
        (Path.unlink, "cannot be read"),
        (truncate, "not JSON"),
        (lambda path: path.write_text("[" * 100_000), "not JSON"),
        (lambda path: path.write_bytes(b"\xff"), "not JSON"),
        (lambda path: path.write_text("[]"), "keys"),
        (drop_a_key, "keys"),
        (change_a_signature, "SHA-256"),
        (replace_by_pipe, "not a regular file"),
        (replace_by_endless_device, "not a regular file"),
        (write_huge, "more than"),
    ],
}


@pytest.mark.parametrize(
    ("file", "damage", "reason"), [(file, *damage) for file, damages in DAMAGES.items() for damage in damages]
)
def test_damaged_files_are_refused_before_llvm_reads_them_and_repairing_them_helps(
    copied: Path, monkeypatch: pytest.MonkeyPatch, file: str, damage: Callable[[Path], object], reason: str
) -> None:
    whole = (copied / file).read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr("llvmlite.binding.parse_bitcode", lambda _: pytest.fail("LLVM was given damaged code"))
        damage(copied / file)
        with pytest.raises(WrongMachineCode, match=reason) as caught:
            Library(copied).load()
    message = str(caught.value)
    assert message.startswith(f"{copied / file} ") and "install Sokospec again" in message
    assert "\n" not in message
    (copied / file).unlink(missing_ok=True)
    (copied / file).write_bytes(whole)
    Library(copied).load()


def test_in_a_checkout_the_message_names_the_command_that_compiles(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "compile_kernels.py").touch()
    (tmp_path / "solver" / "sokosolve").mkdir(parents=True)
    with pytest.raises(WrongMachineCode, match=r"python -m tools\.compile_kernels sokosolve"):
        Library(tmp_path / "solver" / "sokosolve").load()


def test_files_of_a_package_may_be_links(copied: Path, tmp_path: Path) -> None:
    for name in (MANIFEST, CODE):
        (copied / name).rename(tmp_path / name)
        (copied / name).symlink_to(tmp_path / name)
    Library(copied).load()


def test_code_of_other_sources_is_refused_and_code_of_other_texts_is_not(copied: Path, tmp_path: Path) -> None:
    source = tmp_path / "kernels_of_mine.py"
    source.write_bytes(
        SOURCE.replace("    return", '    """Count."""  # why\n\n    return').replace("\n", "\r\n").encode()
    )
    Library(copied).load()
    for changed in (
        SOURCE.replace("+", "-"),
        SOURCE.replace("INT32", "INT64"),
        SOURCE.replace("count", "number"),
        "x =",
    ):
        source.write_text(changed)
        with pytest.raises(WrongMachineCode, match=r"not of the sources .* install Sokospec again"):
            Library(copied).load()
    source.unlink()
    with pytest.raises(WrongMachineCode, match="no source of kernels_of_mine"):
        Library(copied).load()


def test_a_kernel_that_was_added_after_compiling_is_named(copied: Path) -> None:
    with pytest.raises(WrongMachineCode, match=r"has no sokosolve\.added"):
        Library(copied).entry("sokosolve.added")


def test_the_meaning_is_compared_once_for_each_text(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Library(copied).load()
    monkeypatch.setattr(machine_code, "check_sources", lambda *_: pytest.fail("compared again"))
    Library(copied).load()


def object_file(package: Path) -> Path:
    path = Library(package).object_file
    assert path is not None
    return path


def test_what_is_not_whole_in_the_cache_is_compiled_again(copied: Path) -> None:
    library, file = Library(copied), object_file(copied)
    assert not library.is_made()
    assert library.make()
    whole = file.read_bytes()
    assert library.is_made() and not library.make()
    for damaged in (b"", whole[:-1], whole[:40], bytes(len(whole)), whole[:-1] + bytes([whole[-1] ^ 1])):
        file.write_bytes(damaged)
        assert not library.is_made() and library.make()
        assert file.read_bytes() == whole
    assert [path.name for path in file.parent.glob("*.o")] == [file.name]
    assert not [*file.parent.glob("*.draft")]


def write_for_others(path: Path) -> None:
    path.chmod(0o666)


def replace_by_link(path: Path) -> None:
    path.rename(path.with_suffix(".other"))
    path.symlink_to(path.with_suffix(".other"))


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    "damage",
    [
        flip_a_bit,
        truncate,
        write_huge,
        write_for_others,
        replace_by_link,
        replace_by_pipe,
        replace_by_endless_device,
        replace_by_folder,
    ],
)
@pytest.mark.parametrize("suffix", [".o", ".checked"])
def test_a_file_in_the_cache_that_cannot_be_trusted_costs_compiling_and_no_answer(
    copied: Path, damage: Callable[[Path], None], suffix: str
) -> None:
    Library(copied).load()
    file = next(path for path in Library(copied).files_in_cache if path.suffix == suffix)
    whole = file.read_bytes()
    damage(file)
    library = Library(copied)
    library.load()
    assert library.is_loaded
    if damage is not replace_by_folder:
        assert file.is_file() and not file.is_symlink() and file.read_bytes() == whole
        assert file.stat().st_mode & 0o777 == 0o600


def test_a_changed_file_is_not_read_while_the_cache_has_its_machine_code(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Library(copied).load()
    flip_a_bit(copied / CODE)
    library = Library(copied)
    with monkeypatch.context() as patched:
        patched.setattr(machine_code, "read_code", lambda *_: pytest.fail("read"))
        library.load()
    assert library.is_loaded
    next(path for path in library.files_in_cache if path.suffix == ".o").unlink()
    with pytest.raises(WrongMachineCode, match="its SHA-256 is not the one"):
        Library(copied).load()


def test_a_file_of_somebody_else_in_the_cache_is_not_used(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Library(copied).load()
    assert Library(copied).is_made()
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    assert not Library(copied).is_made()


def test_machine_code_of_other_code_under_the_name_of_this_is_not_used(copied: Path) -> None:
    give_code(copied, machine_code_of("ret i32 7"))
    Library(copied).make()
    other = object_file(copied).read_bytes()
    give_code(copied, machine_code_of("ret i32 0"))
    object_file(copied).write_bytes(other)
    assert not Library(copied).is_made()


def test_of_many_that_need_machine_code_one_makes_it_and_all_wait(copied: Path) -> None:
    made: list[bool] = []
    threads = [threading.Thread(target=lambda: made.append(Library(copied).make())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [False, False, False, True]


def test_a_lock_that_is_no_file_is_not_waited_for(copied: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "cache" / "lock")
    assert Library(copied).make()


def test_a_full_disk_costs_no_answer(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(machine_code, "write_private", full)
    library = Library(copied)
    library.load()
    assert library.is_loaded and not library.is_made()


def test_without_a_cache_machine_code_serves_one_process(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_code, "cache_folder", lambda: None)
    library = Library(copied)
    library.load()
    assert library.is_loaded and not library.is_made() and library.files_in_cache == []


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((4, 4), dtype=np.int8),
        np.zeros(16, dtype=np.uint8),
        np.zeros((4, 8), dtype=np.uint8)[:, ::2],
        np.zeros((4, 4), dtype=np.uint8, order="F"),
        7,
    ],
    ids=["type", "dimensions", "strides", "order", "number"],
)
def test_machine_code_takes_no_array_of_another_kind(wrong: Any) -> None:
    from sokosolve.level.floor import Floor

    one, few = np.zeros(4, dtype=np.uint8), np.zeros(16, dtype=np.int32)
    floor = Floor(0, 1, few, few, one, few, few)
    player_components.of(True)(floor, one, one, np.zeros((4, 4), dtype=np.uint8))
    too_few: Callable[..., object] = player_components.of(True)
    with pytest.raises(TypeError, match="2-dimensional contiguous arrays of uint8"):
        player_components.of(True)(floor, one, one, wrong)
    with pytest.raises(ValueError, match="longer"):
        too_few(floor, one, one)


def test_an_array_is_handed_over_where_it_stands_now_whatever_stood_there_before() -> None:
    kind, handed = kernel_arguments.kind_of("int64 2"), kernel_arguments._handed

    def place(array: kernel_arguments.Array) -> list[int]:
        slots: list[int] = []
        kind.put(array, slots)
        return slots

    before = len(handed)
    for number in range(100):  # each of them gets the room, and mostly the identity, of the one before it
        array = np.full((2, 3 + number % 2), number)
        assert place(array) == place(array) == [array.ctypes.data, *array.shape]
    for rows in (10_000, 100_000):
        kernel_arguments.forget(array)
        array.resize((rows, 4), refcheck=False)
        assert place(array) == [array.ctypes.data, rows, 4]
    with pytest.raises(TypeError, match="of int32"):
        kernel_arguments.kind_of("int32 2").put(array, [])
    del array
    assert len(handed) == before


def test_python_runs_the_kernels_where_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.delitem(fill_slots.__dict__, "compiled", raising=False)
    assert fill_slots.of(compiled=True) is fill_slots.function
    monkeypatch.delitem(fill_slots.__dict__, "compiled")


@pytest.fixture
def hours(clocks: Clocks, monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """A clock that only the making of machine code moves, and that takes an hour."""
    clocks.wall = 1000.0
    monkeypatch.setattr(budget, "library_of", lambda package: SlowLibrary(clocks))
    return clocks


def test_an_hour_of_compiling_is_no_time_of_a_level(hours: Clocks) -> None:
    told = []
    answer = solve(ROOM, limits=Limits(seconds=1.0), on_compile=lambda: told.append(hours.wall))
    assert (answer.verdict, answer.seconds) == (Verdict.OPTIMAL, 0.0)
    assert (told, hours.wall) == ([1000.0], 1000.0 + HOUR)


def test_nothing_is_compiled_for_a_small_level(hours: Clocks) -> None:
    assert solve(SMALL, limits=Limits(seconds=1.0)).verdict is Verdict.OPTIMAL
    assert hours.wall == 1000.0


def test_the_time_of_a_search_goes_on_after_compiling(hours: Clocks) -> None:
    search = budget.Budget(Limits(seconds=10.0))
    search.compile()
    hours.wall += 9.0
    search.check_limits(0, 0, 0)
    assert search.seconds == 9.0
    hours.wall += 1.0
    with pytest.raises(LimitReached, match="LIMIT_TIME"):
        search.check_limits(0, 0, 0)


def test_an_interrupt_while_the_clock_stands_still_does_not_hold_it_for_the_next_search() -> None:
    with clock.pause():
        began = clock.restart()
    assert not clock.is_paused()
    while clock.now() == began:
        pass
