"""Dependencies, wheel, and the checker that needs Python alone: they are as pyproject.toml and install.md say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from tools import oldest

from cli.running import WAREHOUSE, sokospec
from sokocli.main import exit_code
from sokocli.packages import COURSE, PACKAGES
from sokogen.reductions import network_level
from sokospec.__main__ import PACKAGES as INSTALLED

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "start" / "install.md").read_text(encoding="utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
WHEEL = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
DISPLAY_NAMES = {
    "distributed": "Dask",
    "pyarrow": "PyArrow",
    "hypothesis": "Hypothesis",
    "jsonschema": "jsonschema",
    "matplotlib": "Matplotlib",
    "numba": "Numba",
    "numpy": "NumPy",
    "pillow": "Pillow",
    "pyyaml": "PyYAML",
    "ruff": "Ruff",
    "scipy": "SciPy",
    "selenium": "Selenium",
    "sphinx": "Sphinx",
    "sympy": "SymPy",
    "gymnasium": "Gymnasium",
    "furo": "Furo",
    "myst-parser": "MyST",
    "up-fast-downward": "Fast Downward",
    "z3-solver": "z3",
}
"""The names by which the page calls packages, where these are not the names on the index."""

NEEDED = r"with what it needs: (.*?)\.\s+Only (.*?)\s+are large"
TESTED_VERSIONS = r"newest ones on Python (3\.\d+(?:(?:,| and) 3\.\d+)*)"
PYTHON_BOUND = r"Python ([\d.]+) or later"
BLOCK = 4096
"""Bytes of a disk's block, in which files are counted."""


def names(requirements: list[str]) -> list[str]:
    """Return the names of packages without their versions and extras."""
    return [re.split(r"[^\w.-]", requirement)[0] for requirement in requirements]


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
        timeout=900,
        check=False,
    )


ALONE = [
    (("-m", "sokospec.certificates"), ("reference/sokospec",)),
    (("-m", "sokospec", "verify"), tuple(WHEEL["packages"])),
]


def brought(requirements: list[str]) -> str:
    """Return the cell of the page for the packages and extras of an extra, with the oldest versions allowed."""
    cells = []
    for requirement in requirements:
        name, _, rest = re.sub(r"[\[>]", " ", requirement, count=1).partition(" ")
        if name == "sokospec":
            cells += [f"`{extra}`" for extra in rest.rstrip("]").split(",")]
        else:
            cells.append(f"{DISPLAY_NAMES.get(name, name)} {rest.removeprefix('=')}")
    return ", ".join(cells)


def versions_of_dependencies() -> list[tuple[str, str]]:
    """Return the default dependencies with the oldest versions allowed."""
    return [(name, version) for name, _, version in (each.partition(">=") for each in PROJECT["dependencies"])]


def sentence(pattern: str) -> re.Match[str]:
    """Return the only sentence of the page that fits a pattern."""
    [match] = re.finditer(pattern, PAGE, re.DOTALL)
    return match


def dependencies(*distributions: str) -> dict[str, float]:
    """Return the MiB on disk of installed packages and of all that they need, by name."""
    sizes: dict[str, float] = {}
    waiting = [*distributions]
    while waiting:
        name = waiting.pop()
        if name not in sizes:
            package = distribution(name)
            files = [Path(str(file.locate())) for file in package.files or ()]
            sizes[name] = sum(-(-file.stat().st_size // BLOCK) for file in files if file.is_file()) * BLOCK / 2**20
            waiting += names([needed for needed in package.requires or () if ";" not in needed])
    return sizes


def table_of_sizes() -> dict[str, tuple[int, int]]:
    """Return the rows of the page's table: MB and number of packages, by what is installed."""
    rows = re.findall(r"^\| ([\w` -]+)(?:, [\w ]+)? \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    return {name: (int(megabytes), int(packages)) for name, megabytes, packages in rows}


def test_the_page_names_the_default_dependencies_and_so_does_the_program() -> None:
    needed, large = (re.split(r",\s+|\s+and\s+", some) for some in sentence(NEEDED).groups())
    assert needed == [f"{DISPLAY_NAMES.get(name, name)} {version}" for name, version in versions_of_dependencies()]
    assert list(INSTALLED) == names(PROJECT["dependencies"])
    sizes = dependencies(*INSTALLED)
    assert large == [DISPLAY_NAMES.get(name, name) for name in INSTALLED if sizes[name] > 50]
    assert sum(size for name, size in sizes.items() if DISPLAY_NAMES.get(name, name) not in large) < 20


def test_the_page_s_table_of_sizes_counts_what_is_installed() -> None:
    """Sizes change with each version of a dependency: they may differ by an eighth, the numbers of packages not."""
    table = table_of_sizes()
    alone, default, with_networkx = (
        table[name] for name in ("with `--no-deps`", "everything by default", "with the extra `reductions`")
    )
    sizes, networkx = dependencies(*INSTALLED), dependencies("networkx")
    assert alone[1] == 3 and default[1] == alone[1] + len(sizes) and with_networkx[1] == default[1] + len(networkx)
    assert default[0] - alone[0] == pytest.approx(sum(sizes.values()), rel=1 / 8)
    assert with_networkx[0] - default[0] == pytest.approx(sum(networkx.values()), rel=1 / 4)


def test_the_page_says_which_python_and_which_name_of_the_wheel() -> None:
    assert sentence(PYTHON_BOUND)[1] == PROJECT["requires-python"].removeprefix(">=")
    minors = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if each.startswith("Programming Language")]
    assert re.split(r", | and ", sentence(TESTED_VERSIONS)[1]) == minors
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert re.findall(r'- \{ python: "([\d.]+)"', workflow) == minors
    assert set(re.findall(r"sokospec-([\d.]+)-py3", PAGE)) == {PROJECT["version"]}


@pytest.mark.parametrize("extra", sorted(PROJECT["optional-dependencies"]))
def test_the_page_says_what_each_extra_brings(extra: str) -> None:
    row = re.search(rf"^\|[^|]+\| `{extra}` \|([^|]+)\|$", PAGE, re.MULTILINE)
    assert row is not None and row[1].strip() == brought(PROJECT["optional-dependencies"][extra])


def test_the_extra_of_the_tests_has_every_extra_but_those_of_the_site_the_planner_and_learners() -> None:
    requirements = PROJECT["optional-dependencies"]["test"]
    included = set(re.split(r"[\[,\]]", requirements[0])) - {"sokospec", ""}
    assert set(PROJECT["optional-dependencies"]) - included == {"docs", "learners", "planner", "test"}


def test_every_number_on_the_page_is_checked_here() -> None:
    """Without what the tests above compare, no number is left but two, and exit codes, which tests of commands check.

    The two say where the sizes were measured, and how large pip and setuptools are.
    """
    text = re.sub(r"^\|.*\|$", "", PAGE, flags=re.MULTILINE)
    for compared in (NEEDED, TESTED_VERSIONS, PYTHON_BOUND, r"sokospec-[\d.]+-py3", "x86-64", "python3"):
        text = re.sub(compared, "", text, flags=re.DOTALL)
    assert re.findall(r"(?:exit code )?\d[\d.]*\b", text) == ["3.11", "27", "exit code 2"]


def test_each_package_that_an_error_names_is_one_of_pyproject() -> None:
    declared = {name for some in PROJECT["optional-dependencies"].values() for name in names(some)}
    assert set(PACKAGES.values()) <= declared | set(INSTALLED)
    assert set(INSTALLED) - {"click"} < set(PACKAGES.values())


def test_what_builds_the_package_has_the_bound_that_is_tested() -> None:
    """The oldest versions are installed for the tests; a build by pip takes the newest of what it needs by itself."""
    [needed] = PYPROJECT["build-system"]["requires"]
    assert needed in PROJECT["optional-dependencies"]["test"]


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
    monkeypatch.setattr("sokocli.main._load_command", sys.modules["sokocli.main"]._load_command.__wrapped__)
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
    subprocess.run(command, cwd=ROOT, capture_output=True, timeout=900, check=True)
    [wheel] = tmp_path.glob("*.whl")
    assert wheel.stat().st_size <= 3_000_000 and wheel.name in PAGE
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    tops = {name.partition("/")[0] for name in held if ".dist-info/" not in name}
    assert tops == {Path(package).name for package in WHEEL["packages"]}
    assert tops.isdisjoint({"sokocourse", "experiments", "tests", "tools"})
    kernels = {f"{package}/kernels.{end}" for package in ("sokosolve", "sokoverify") for end in ("bc.xz", "json")}
    assert (
        kernels | {"sokospec/conformance/rules.json", "sokospec/py.typed", "sokospec/certificates/__main__.py"} <= held
    )
    assert {"sokocli/pages/rules.md", "sokocli/pages/formats.md"} <= held
    assert not [name for name in held if "__pycache__" in name]
