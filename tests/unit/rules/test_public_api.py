"""The names that Python users import, each where the documentation says, and each typed."""

from __future__ import annotations

import ast
import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given

import sokosolve
import sokospec
from sokogen.strategies import levels
from sokosolve.certify import certificate as certificate_text
from sokosolve.search.astar import BestFirst
from sokospec import Level, Limits, Objective, Verdict, audit, certify, judge, read, replay, solve, verify
from sokospec.limits import Interrupted
from sokospec.oracle import search

ROOT = Path(__file__).parents[3]
LEVEL = Level.parse("#######\n# #   #\n#@ $  #\n# .   #\n#   # #\n#######")


@pytest.mark.parametrize("package", [sokospec, sokosolve])
def test_every_public_name_can_be_imported(package: ModuleType) -> None:
    names: list[str] = package.__all__
    assert sorted(names) == list(dict.fromkeys(sorted(names)))
    assert all(getattr(package, name) is not None for name in names)


@pytest.mark.parametrize("package", [sokospec, sokosolve])
def test_other_names_are_no_attributes(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match="has no attribute 'frobnicate'"):
        _ = package.frobnicate


@pytest.mark.parametrize("objective", [*Objective, *map(str, Objective)])
def test_objectives_may_be_given_by_name(objective: Objective | str) -> None:
    assert solve(LEVEL, objective).objective is Objective(objective)


FIRST = ("Level", "read", "replay", "solve", "certify", "verify", "judge", "audit")


def test_the_names_that_a_user_needs_first_stand_first_and_can_be_listed() -> None:
    assert tuple(sokospec.__all__[: len(FIRST)]) == FIRST
    assert set(sokospec.__all__) <= set(dir(sokospec))


def test_the_types_of_the_public_names_are_those_of_what_is_imported() -> None:
    stub = ast.parse((ROOT / "reference" / "sokospec" / "__init__.pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom) and node.module]
    source = {alias.name: node.module for node in imports for alias in node.names}
    assert set(source) | {"__version__"} == set(sokospec.__all__)
    for name, module in source.items():
        assert getattr(sokospec, name) is getattr(import_module(str(module)), name)
    assert set(sokospec.ELSEWHERE.items()) <= set(source.items())


def test_importing_the_package_imports_the_specification_alone() -> None:
    code = "import sys, sokospec; print(*sorted(name for name in sys.modules if name.startswith('soko')))"
    done = run("-c", code)
    assert done.returncode == 0
    assert {name.partition(".")[0] for name in done.stdout.split()} == {"sokospec"}
    assert "sokospec.oracle" not in done.stdout.split() and "sokospec.formats" not in done.stdout.split()


def test_without_the_other_packages_a_name_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "sokospec").symlink_to(ROOT / "reference" / "sokospec")
    start = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import sokospec; "
    done = run("-I", "-S", "-c", start + "print('solve' in dir(sokospec), 'verify' in dir(sokospec)); sokospec.solve")
    assert done.stdout == "False True\n" and done.returncode == 1
    assert "sokospec.solve needs sokocheck: only the specification is installed here; run `pip" in done.stderr


@pytest.mark.parametrize(
    "call",
    [
        lambda text: solve(text),
        lambda text: certify(text),
        lambda text: replay(text, "R"),
        lambda text: judge(text, "R"),
        lambda text: verify(b"", text),
    ],
    ids=["solve", "certify", "replay", "judge", "verify"],
)
def test_text_in_place_of_a_level_is_refused_with_what_to_do(call: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=r"expected a Level, got text: Level.parse\(text\) reads one"):
        call("#####\n#@$.#\n#####")
    with pytest.raises(TypeError, match="expected a Level, got list"):
        call([])


@pytest.mark.parametrize("objective", list(Objective))
def test_both_engines_give_the_same_answers_and_certificates_that_are_accepted(objective: Objective) -> None:
    fast, slow = solve(LEVEL, objective), solve(LEVEL, objective, engine="reference")
    assert (fast.verdict, fast.lower_bound) == (slow.verdict, slow.lower_bound)
    certificate = certify(LEVEL, objective, engine="reference").certificate
    assert certificate is not None and verify(certificate, LEVEL).accepted


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no engine 'slow'; use one of fast, reference"):
        solve(LEVEL, engine="slow")


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("engine", ["fast", "reference"])
@pytest.mark.parametrize("call", [solve, certify])
def test_ctrl_c_passes_through_with_the_answer_so_far(
    call: Callable[..., object], engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BestFirst, "run", interrupt)
    monkeypatch.setattr(search._PushSearch, "run", interrupt)
    with pytest.raises(KeyboardInterrupt) as raised:
        call(LEVEL, engine=engine)
    assert isinstance(raised.value, Interrupted)
    assert (raised.value.partial.verdict, raised.value.partial.lurd) == (Verdict.LIMIT_TIME, None)


def test_ctrl_c_in_a_second_search_counts_the_states_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    level = Level.parse("#######\n# $+  #\n#  . ##\n##$  ##\n#   ###\n#######")
    first = solve(level, "moves")
    assert first.verdict is Verdict.UNSOLVABLE and first.expanded
    monkeypatch.setattr(certificate_text._StatesWriter, "write_all", interrupt)
    with pytest.raises(Interrupted) as raised:
        certify(level, "moves")
    partial = raised.value.partial
    assert (partial.objective, partial.verdict) == (Objective.MOVES, Verdict.LIMIT_TIME)
    assert partial.expanded == first.expanded + solve(level).expanded > first.expanded


def test_ctrl_c_passes_through_a_judgement_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BestFirst, "run", interrupt)
    with pytest.raises(Interrupted) as raised:
        judge(Level.parse("#######\n#@ $ .#\n#     #\n#######"), "durRR", "moves")
    known = raised.value.partial
    assert (known.verdict, known.replay.valid, known.notation) == ("UNKNOWN", True, "LURD")
    assert known.reason == "interrupted (0 states searched, the optimum is at least 0)"


def test_a_detector_is_audited_on_levels_of_ones_own() -> None:
    assert audit(lambda level: True, given=[LEVEL]).refuted
    report = audit(lambda level: False, given=[LEVEL])
    assert not report.refuted and not report.fired and report.levels == 1


def test_levels_are_read_from_files() -> None:
    assert next(iter(read(ROOT / "examples" / "warehouse.xsb"))).title == "Two in a row"


@given(levels())
def test_the_text_of_a_level_shows_the_board_and_reads_it_again(level: Level) -> None:
    assert eval(repr(level), {"Level": Level}) == level
    assert (level.height, level.width) == (level.board.height, level.board.width)
    assert str(level) in repr(level)


def test_a_notebook_shows_a_picture_or_where_nothing_draws_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = LEVEL._repr_svg_()
    assert picture is not None and picture.startswith("<svg ")
    monkeypatch.setitem(sys.modules, "sokoview.pictures.svg", None)
    assert LEVEL._repr_svg_() is None


def test_an_unknown_objective_is_refused() -> None:
    with pytest.raises(ValueError, match="speed"):
        solve(LEVEL, "speed")


@pytest.mark.parametrize("objective", list(Objective))
def test_certificates_are_accepted_for_their_level_alone(objective: Objective, tmp_path: Path) -> None:
    answer, certificate = certify(LEVEL, objective)
    assert answer.lurd is not None and certificate is not None
    assert verify(certificate, LEVEL).accepted
    assert not verify(certificate, Level.parse("#####\n#@$.#\n#####")).accepted
    file = tmp_path / "certificate"
    file.write_bytes(certificate)
    assert verify(file) == verify(certificate)


def test_there_is_no_certificate_when_a_limit_was_reached() -> None:
    answer, certificate = certify(LEVEL, limits=Limits(seconds=0))
    assert answer.verdict is Verdict.LIMIT_TIME and certificate is None


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_levels_can_be_copied_and_sent_to_other_processes(protocol: int) -> None:
    for twin in (copy.deepcopy(LEVEL), pickle.loads(pickle.dumps(LEVEL, protocol))):
        assert twin == LEVEL and twin.board.beyond == LEVEL.board.beyond and twin.title == LEVEL.title


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)


def test_the_module_runs_as_the_program() -> None:
    program = run("-m", "sokospec", "convert", "examples/warehouse.xsb", "--to", "rle")
    module = run("-m", "sokospec", "convert", "examples/warehouse.xsb", "--to", "rle")
    assert module.returncode == 0 and module.stdout == program.stdout
    assert run("-m", "sokospec", "frobnicate").returncode == 2


def test_the_module_says_so_where_there_is_no_command_line(tmp_path: Path) -> None:
    (tmp_path / "sokospec").symlink_to(ROOT / "reference" / "sokospec")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from sokospec.__main__ import main; sys.exit(main())"
    done = run("-I", "-S", "-c", code)
    assert done.returncode == 5 and "`pip install .`" in done.stderr and done.stdout == ""
