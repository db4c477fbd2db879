"""Dependencies, wheel, and the checker that needs Python alone: they are as pyproject.toml and docs/install.md say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from tools import oldest

from cli.running import WAREHOUSE, sokospec
from sokocli.main import exit_code
from sokocli.packages import COURSE, PACKAGES
from sokogen.reductions import network_level
from sokospec.__main__ import PACKAGES as INSTALLED

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
WHEEL = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
BROUGHT = {
    "browser": "Selenium",
    "cluster": "Dask",
    "docs": "Sphinx",
    "experiments": "Matplotlib",
    "gymnasium": "Gymnasium",
    "pictures": "Pillow",
    "planner": "Fast Downward",
    "proofs": "SymPy, z3",
    "reductions": "networkx",
    "test": "pytest",
}
DISTRIBUTIONS = {"dask": "distributed", "fastdownward": "up-fast-downward", "z3": "z3-solver"}


def names(requirements: list[str]) -> list[str]:
    """Return the names of packages without their versions and extras."""
    return [re.split(r"[\[><=]", requirement)[0] for requirement in requirements]


def with_python_alone(
    *arguments: str, packages: tuple[str, ...] = WHEEL["packages"], stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run Python on some of our packages, without any that is installed."""
    path = os.pathsep.join(str((ROOT / package).parent) for package in packages)
    return subprocess.run(
        [sys.executable, "-S", "-s", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
    )


ALONE = [
    (("-m", "sokospec.certificates"), ("reference/sokospec",)),
    (("-m", "sokospec", "verify"), tuple(WHEEL["packages"])),
]


def test_the_page_names_the_default_dependencies_and_so_does_the_program() -> None:
    sentence = re.search(r"with what it needs: (.*?)\.", PAGE, re.DOTALL)
    assert sentence is not None
    assert re.split(r", | and ", sentence[1].lower()) == list(INSTALLED) == names(PROJECT["dependencies"])


@pytest.mark.parametrize("extra", sorted(PROJECT["optional-dependencies"]))
def test_the_page_says_what_each_extra_brings(extra: str) -> None:
    row = re.search(rf"^\|[^|]+\| `{extra}` \|([^|]+)\|$", PAGE, re.MULTILINE)
    assert row is not None and BROUGHT[extra] in row[1]
    packages = names(PROJECT["optional-dependencies"][extra])
    for name in BROUGHT[extra].lower().replace(" ", "").split(","):
        assert DISTRIBUTIONS.get(name, name) in packages


def test_each_package_that_an_error_names_is_one_of_pyproject() -> None:
    declared = {name for some in PROJECT["optional-dependencies"].values() for name in names(some)}
    assert set(PACKAGES.values()) <= declared | set(INSTALLED)
    assert set(INSTALLED) - {"click"} < set(PACKAGES.values())


def test_the_oldest_versions_are_those_of_pyproject() -> None:
    assert oldest.FILE.read_text(encoding="utf-8") == oldest.oldest()
    assert "click==8.1.7\n" in oldest.oldest() and "scipy==1.15\n" in oldest.oldest()


def test_a_large_reduction_without_networkx_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    formula = tmp_path / "formula.qdimacs"
    formula.write_text("p cnf 1 1\ne 1 0\n1 0\n", encoding="ascii")
    monkeypatch.setattr(network_level, "COMPACT", 0)
    monkeypatch.setitem(sys.modules, "networkx", None)
    monkeypatch.delitem(sys.modules, "sokogen.reductions.layout.arrangement", raising=False)
    assert exit_code(["reduce", "qbf", str(formula)]) == 2
    assert "error: this needs networkx, which is not installed: pip install networkx\n" in capsys.readouterr().err


def test_an_exercise_without_the_course_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "sokocourse", None)
    monkeypatch.delitem(sys.modules, "sokocli.exercise", raising=False)
    monkeypatch.setattr("sokocli.main._loaded", sys.modules["sokocli.main"]._loaded.__wrapped__)
    assert exit_code(["exercise"]) == 2
    assert capsys.readouterr().err == f"error: {COURSE}\n"


@pytest.mark.parametrize(("program", "packages"), ALONE)
def test_python_alone_checks_certificates_as_the_program_does(
    program: tuple[str, ...], packages: tuple[str, ...], tmp_path: Path
) -> None:
    right, wrong = str(tmp_path / "right.cert.gz"), str(tmp_path / "wrong.cert")
    sokospec("solve", WAREHOUSE, "--level", "1", "--engine", "reference", "--certificate", right)
    Path(wrong).write_bytes(b"sokospec certificate 1\n")
    for files in ([right], [wrong, right], ["-"]):
        stdin = Path(right).read_bytes() if files == ["-"] else b""
        done, told = (
            with_python_alone(*program, *files, packages=packages, stdin=stdin),
            sokospec("verify", *files, stdin=stdin),
        )
        assert (done.returncode, done.stdout, done.stderr) == (told.returncode, told.stdout, told.stderr)
        done, told = (
            with_python_alone(*program, *files, "--json", packages=packages, stdin=stdin),
            sokospec("verify", *files, "--json", stdin=stdin),
        )
        ours, theirs = ([json.loads(line) for line in some.stdout.splitlines()] for some in (done, told))
        assert [one | {"seconds": 0} for one in ours] == [one | {"seconds": 0} for one in theirs]
    missing = with_python_alone(*program, str(tmp_path / "none"), packages=packages)
    assert (missing.returncode, missing.stdout) == (2, b"") and b"No such file" in missing.stderr
    assert with_python_alone(*program, "--frobnicate", packages=packages).returncode == 2


def test_other_commands_without_packages_name_them() -> None:
    done = with_python_alone("-m", "sokospec", "solve", WAREHOUSE)
    assert (done.returncode, done.stdout) == (5, b"")
    assert b"pip install click llvmlite numpy rich; with Python alone only" in done.stderr
    script = with_python_alone("-c", "import sys; sys.argv[1:] = ['solve', 'x']; from sokocli.start import run; run()")
    assert (script.returncode, script.stderr) == (5, done.stderr)


def test_the_wheel_holds_what_users_need_and_is_small(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120, check=True)
    [wheel] = tmp_path.glob("*.whl")
    assert wheel.stat().st_size <= 3_000_000
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    tops = {name.partition("/")[0] for name in held if ".dist-info/" not in name}
    assert tops == {Path(package).name for package in WHEEL["packages"]}
    assert tops.isdisjoint({"sokocourse", "experiments", "tests", "tools"})
    assert not held & {"sokocheck/optima/certified.py", "sokocheck/optima/portions.py"}
    kernels = {f"{package}/kernels.{end}" for package in ("sokosolve", "sokoverify") for end in ("bc.xz", "json")}
    assert (
        kernels | {"sokospec/conformance/rules.json", "sokospec/py.typed", "sokospec/certificates/__main__.py"} <= held
    )
    assert not [name for name in held if "__pycache__" in name]
