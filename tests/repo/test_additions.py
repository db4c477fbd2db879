"""What CONTRIBUTING says of adding things is true: it is followed, in a copy of the packages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COPIED = ("reference/sokospec", "detectors/sokodead", "generators/sokogen", "crosscheck/sokocheck", "cli/sokocli")
LEVEL = "#####\n#@$.#\n#####\n"

FORMAT = '''
"""A toy format: the board in one line, with a slash between rows."""

from sokospec.formats.collection import Entry


def write_entry(entry: Entry) -> str:
    """Return the board."""
    return str(entry.level).replace("\\n", "/") + "\\n"
'''
DETECTOR = '''
"""A toy detector: it never fires."""

from sokospec.board import Level
from sokospec.certificates import Evidence


def shrug(level: Level) -> Evidence | None:
    """Return None."""
    return None
'''
FAMILY = '''
"""A toy family: a corridor in which a box is pushed so many squares."""

from sokogen.families.recursive_solution import RecursiveSolution
from sokospec.board import Level


def level(n: int) -> Level:
    """Return the corridor."""
    return Level.parse(f"{'#' * (n + 4)}\\n#@${' ' * (n - 1)}.#\\n{'#' * (n + 4)}")


SOLUTION = RecursiveSolution[int](lambda n: ("R" * n,), lambda n: ())
'''
MEMBER = """            Family(
                name="corridor", summary="a box is pushed along", parameter="squares", least=1, most=50, proved_to=50,
                known="nothing else can be done", level=corridor.level, moves=corridor.SOLUTION.moves,
                pushes=corridor.SOLUTION.pushes, solution=corridor.SOLUTION.steps,
            ),
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for package in COPIED:
        shutil.copytree(ROOT / package, tmp_path / Path(package).name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "level.xsb").write_text(LEVEL)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "sokospec", *arguments]
    return subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, timeout=900, check=False, stdin=-3
    )


def test_a_format_is_added(copy: Path) -> None:
    formats = copy / "sokospec" / "formats"
    (formats / "slashes.py").write_text(FORMAT)
    table = formats / "all_formats.py"
    writer = '"slashes": Format((".slashes",), Writer(_later("sokospec.formats.slashes.write_entry")))'
    change(table, '"url": Format', f'{writer},\n        "url": Format')
    assert run(copy, "convert", "level.xsb", "--to", "slashes").stdout == "#####/#@$.#/#####\n"


def test_a_detector_is_added(copy: Path) -> None:
    (copy / "sokodead" / "shrug.py").write_text(DETECTOR)
    init = copy / "sokodead" / "__init__.py"
    change(
        init,
        "from sokodead.deadlock_tables import",
        "from sokodead.shrug import shrug\nfrom sokodead.deadlock_tables import",
    )
    change(init, '        "corner": corner,\n', '        "corner": corner,\n        "shrug": shrug,\n')
    done = run(copy, "deadlocks", "level.xsb", "--detector", "shrug")
    assert (done.returncode, done.stderr) == (0, "level.xsb:1: no detector flags it\n")


def test_a_family_is_added(copy: Path) -> None:
    families = copy / "sokogen" / "families"
    (families / "corridor.py").write_text(FAMILY)
    change(families / "catalogue.py", "families import fibonacci,", "families import corridor, fibonacci,")
    change(
        families / "catalogue.py",
        '            Family(\n                name="fibonacci",',
        f'{MEMBER}            Family(\n                name="fibonacci",',
    )
    done = run(copy, "generate", "corridor", "--squares", "3", "--solution")
    assert "#@$  .#" in done.stdout and "RRR" in done.stdout, done.stderr


def test_the_files_that_are_named_exist() -> None:
    """Those of the map, too: where something is to be found, and what is to be changed."""
    tables = CONTRIBUTING[CONTRIBUTING.index("## Where is") : CONTRIBUTING.index("## Glossary")]
    names = re.findall(r"`([^`\s]+\.(?:py|md|json|mjs|html|v|ml))`", tables)
    assert len(names) > 80
    files = [str(path) for path in ROOT.glob("[!.]*/**/*.*")]
    for name in names:
        tail = name.replace("NAME.py", "__init__.py")
        assert any(path.endswith("/" + tail) for path in files), name
