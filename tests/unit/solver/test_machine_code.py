"""The machine code that comes with the packages is that of their sources, and its arguments are checked."""

from __future__ import annotations

import hashlib
import json
import lzma
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from tools.compile_kernels import PACKAGES, ROOT, hints_of, items_of, kernels_of, sources_of

from fake_clocks import HOUR, Clocks, SlowLibrary
from sokosolve import cache_folder as folder_module
from sokosolve import machine_code
from sokosolve.level.single_box import player_components
from sokosolve.machine_code import CODE, MANIFEST, Library, OutdatedKernels, Signature, library_of, source_digest
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


LARGE = {"sokosolve", "property"}
"""Packages that take a minute or two to compile again, at length alone; that the files belong to each other and to the
sources is looked at each time."""


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_the_code_is_that_of_its_manifest_and_the_manifest_that_of_the_sources(package: Path) -> None:
    manifest = json.loads((package / MANIFEST).read_text(encoding="utf-8"))
    assert manifest["code"] == hashlib.sha256(lzma.decompress((package / CODE).read_bytes())).hexdigest()
    assert manifest["digest"] == source_digest(manifest["sources"])


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_the_machine_code_is_of_these_sources_and_takes_what_their_annotations_say(package: Path) -> None:
    library = Library(package)
    kernels = kernels_of(package)
    assert library.manifest["sources"] == sources_of(kernels)
    declared = {}
    for name, kernel in kernels.items():
        if kernel.is_entry:
            hints, returned = hints_of(kernel)
            declared[name] = Signature(tuple(item for hint in hints for item in items_of(hint)), returned)
    assert library.signatures == declared


@pytest.mark.parametrize(
    "package",
    [pytest.param(path, marks=pytest.mark.at_length if path.name in LARGE else pytest.mark.long) for path in PACKAGES],
    ids=lambda path: path.name,
)
def test_the_same_sources_and_versions_give_the_same_machine_code(package: Path) -> None:
    made_by = library_of("sokosolve").manifest["versions"]
    import llvmlite
    import numba

    here = {"llvmlite": llvmlite.__version__, "numba": numba.__version__, "python": sys.version.split()[0]}
    if made_by != here:
        pytest.skip("other versions of Numba, LLVM or Python made the machine code")
    command = [sys.executable, "-m", "tools.compile_kernels", "--check", package.name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the solver, and a cache of its own."""
    package = tmp_path / "sokosolve"
    shutil.copytree(PACKAGES[0], package, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "cache").mkdir()
    for module in (folder_module, machine_code):
        monkeypatch.setattr(module, "cache_folder", lambda: tmp_path / "cache")
    return package


def test_machine_code_of_other_sources_is_refused(
    copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Library(copied).manifest["sources"]
    source = tmp_path / "kernels_of_mine.py"
    monkeypatch.syspath_prepend(tmp_path)
    manifest = copied / MANIFEST
    source.write_bytes(b"KEY = 1\n")
    held = {**json.loads(manifest.read_text(encoding="utf-8")), "sources": ["kernels_of_mine"]}
    manifest.write_text(json.dumps({**held, "digest": source_digest(["kernels_of_mine"])}), encoding="utf-8")
    source.write_bytes(b"KEY = 1\r\n")
    assert Library(copied).manifest["sources"] == ["kernels_of_mine"]
    source.write_bytes(b"KEY = 2\n")
    with pytest.raises(OutdatedKernels, match=r"python -m tools\.compile_kernels"):
        Library(copied).load()


def test_what_is_not_whole_in_the_cache_is_made_anew(copied: Path) -> None:
    library = Library(copied)
    # any code will do: here that of no kernel, which takes no time to make
    empty = machine_code_of_nothing()
    (copied / CODE).write_bytes(empty)
    assert not library.is_made()
    assert library.make()
    whole = library.object_file.read_bytes()
    assert library.is_made() and not library.make()
    for damaged in (b"", whole[:-1], whole[:40], bytes(len(whole))):
        library.object_file.write_bytes(damaged)
        assert library.make()
        assert library.object_file.read_bytes() == whole
    assert [path.name for path in library.object_file.parent.glob("sokosolve*")] == [library.object_file.name]


def machine_code_of_nothing() -> bytes:
    """Return what a package without kernels would hold."""
    import llvmlite.binding as llvm

    return lzma.compress(llvm.parse_assembly("define i32 @nothing(ptr %slots) { ret i32 0 }").as_bitcode())


def test_of_many_that_need_machine_code_one_makes_it_and_all_wait(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (copied / CODE).write_bytes(machine_code_of_nothing())
    made: list[bool] = []
    threads = [threading.Thread(target=lambda: made.append(Library(copied).make())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [False, False, False, True]


def test_a_full_disk_costs_no_answer(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (copied / CODE).write_bytes(machine_code_of_nothing())

    def full(path: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    library = Library(copied)
    library.load()
    assert library.is_loaded and not library.is_made()


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
def test_machine_code_takes_no_array_of_another_kind(wrong: object) -> None:
    from sokosolve.level.floor import Floor

    one, few = np.zeros(4, dtype=np.uint8), np.zeros(16, dtype=np.int32)
    floor = Floor(0, 1, few, few, one, few, few)
    player_components.of(True)(floor, one, one, np.zeros((4, 4), dtype=np.uint8))
    with pytest.raises(TypeError, match="2-dimensional contiguous arrays of uint8"):
        player_components.of(True)(floor, one, one, wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="longer"):
        player_components.of(True)(floor, one, one)  # type: ignore[call-arg]


def test_an_array_is_handed_over_where_it_stands_now_whatever_stood_there_before() -> None:
    kind, handed = machine_code.kind_of("int64 2"), machine_code._handed

    def place(array: machine_code.Array) -> list[int]:
        slots: list[int] = []
        kind.put(array, slots)
        return slots

    before = len(handed)
    for number in range(100):  # each of them gets the room, and mostly the identity, of the one before it
        array = np.full((2, 3 + number % 2), number)
        assert place(array) == place(array) == [array.ctypes.data, *array.shape]
    for rows in (10_000, 100_000):
        machine_code.forget(array)
        array.resize((rows, 4), refcheck=False)
        assert place(array) == [array.ctypes.data, rows, 4]
    with pytest.raises(TypeError, match="of int32"):
        machine_code.kind_of("int32 2").put(array, [])
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
    clock.stop()
    began = clock.started()
    clock.go_on()
    assert not clock.stands_still()
    while clock.now() == began:
        pass


def test_the_manifest_is_text_that_a_person_can_read() -> None:
    for package in PACKAGES:
        text = (package / MANIFEST).read_text(encoding="utf-8")
        assert json.loads(text)["entries"] and max(map(len, text.splitlines())) < 120
