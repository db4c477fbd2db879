"""The names that Python users import, each where the documentation says, and each typed."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import sokosolve
import sokospec
from sokospec import Level, Limits, Objective, Verdict, certify, solve, verify

ROOT = Path(__file__).parents[3]
LEVEL = Level.parse("#######\n# #   #\n#@ $  #\n# .   #\n#   # #\n#######")


@pytest.mark.parametrize("package", [sokospec, sokosolve])
def test_every_public_name_can_be_imported(package: object) -> None:
    names: list[str] = package.__all__  # type: ignore[attr-defined]  # a module's own list
    assert sorted(names) == list(dict.fromkeys(sorted(names)))
    assert all(getattr(package, name) is not None for name in names)


@pytest.mark.parametrize("package", [sokospec, sokosolve])
def test_other_names_are_no_attributes(package: object) -> None:
    with pytest.raises(AttributeError, match="has no attribute 'frobnicate'"):
        package.frobnicate  # type: ignore[attr-defined]  # noqa: B018  # wrong on purpose


@pytest.mark.parametrize("objective", [*Objective, *map(str, Objective)])
def test_objectives_may_be_given_by_name(objective: Objective | str) -> None:
    assert solve(LEVEL, objective).objective is Objective(objective)


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
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


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
