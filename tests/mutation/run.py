"""Mutation testing of the trusted base: a mutant is killed by a test, or equivalent.diff lists it with its reason.

`python tests/mutation/run.py` needs mutmut (docs/records/mutation.md names the version) besides the `test`
dependencies. It works on a copy in a temporary folder, because mutmut wants sources under `src/`; exit code 0 says that
exactly the listed mutants survive.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.diff")
RULES = ("board", "rules", "replay", "metrics", "history", "errors")
CERTIFICATES = (
    *("certificates/grid", "certificates/ground", "certificates/dead_patterns", "certificates/frozen"),
    *("certificates/counting", "certificates/prices", "certificates/groups", "certificates/evidence"),
    "certificates/first_pushes",
    *("certificates/states", "certificates/text", "certificates/verify"),
)
KILLING_TESTS = (
    *(f"tests/unit/rules/test_{name}.py" for name in RULES),
    *(f"tests/property/test_{name}_laws.py" for name in ("rules", "replay", "metrics")),
    *(
        f"tests/unit/certificates/test_certificates_{name}.py"
        for name in ("evidence", "grid", "prices", "states", "text")
    ),
)
HELPERS = ("tests/conftest.py", "tests/property/labels.py", "docs/background/rules.md")

SETTINGS = f"""\
[tool.mutmut]
source_paths = ["src"]
only_mutate = MUTATED
also_copy = ["docs"]
pytest_add_cli_args_test_selection = {list(KILLING_TESTS)}
use_setproctitle = false

[tool.pytest.ini_options]
addopts = ["--strict-markers", "-q"]
pythonpath = ["tests"]
filterwarnings = ["error"]
markers = ["rule(id): the rule of docs/background/rules.md that the test establishes"]
"""


def copy_to(work: Path, modules: Sequence[str]) -> None:
    """Lay out what mutmut needs: sources under src, the tests that kill, and the docs that those read."""
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "reference" / "sokospec", work / "src" / "sokospec", ignore=ignore)
    shutil.copytree(ROOT / "generators" / "sokogen", work / "src" / "sokogen", ignore=ignore)
    for name in (*KILLING_TESTS, *HELPERS):
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, work / name)
    settings = SETTINGS.replace("MUTATED", str([f"src/sokospec/{name}.py" for name in modules]))
    (work / "pyproject.toml").write_text(settings, encoding="utf-8")


def mutmut(work: Path, *arguments: str) -> str:
    """Return what a mutmut command prints. PYTHONPATH is left out, so that the copy is what gets imported."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    result = subprocess.run(
        command, cwd=work, env=environment, capture_output=True, text=True, check=False, preexec_fn=limit_memory
    )
    if result.returncode:
        sys.exit(
            f"{' '.join(command)} failed with {result.returncode}:\n{result.stdout[-4000:]}\n{result.stderr[-4000:]}"
        )
    return result.stdout


def limit_memory() -> None:
    """Give a process 2 GiB: some mutants of loops over integers ask for ever more."""
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


def change(diff: str) -> tuple[str, str]:
    """Return the removed and the added lines of a diff, white space apart."""
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
    removed = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    added = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return removed, added


def listed() -> set[tuple[str, str]]:
    """Return the changes of the mutants that are listed as equivalent: `-` the code, each `+` below it a mutant."""
    changes = set()
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("-"):
            code = line[1:].strip()
        elif line.startswith("+"):
            changes.add((code, line[1:].strip()))
    return changes


def main() -> int:
    """Run mutmut on a copy, print what survives, and compare it with the list."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--keep", action="store_true", help="leave the copy for `mutmut browse`, and print where it is")
    parser.add_argument(
        "modules", nargs="*", metavar="MODULE", help="such as rules or certificates/grid; otherwise all"
    )
    arguments = parser.parse_args()
    keep, modules = arguments.keep, arguments.modules or (*RULES, *CERTIFICATES)
    work = Path(tempfile.mkdtemp(prefix="sokospec-mutation-"))
    try:
        copy_to(work, modules)
        mutmut(work, "run")
        verdicts = dict(re.findall(r"^\s*(\S+): (.+)$", mutmut(work, "results", "--all", "true"), re.MULTILINE))
        alive = {name: mutmut(work, "show", name) for name, verdict in verdicts.items() if verdict == "survived"}
    finally:
        if keep:
            print(f"the copy is in {work}")
        else:
            shutil.rmtree(work)
    per_module = Counter((name.split(".x")[0].partition(".")[2], verdict) for name, verdict in verdicts.items())
    for (module, verdict), count in sorted(per_module.items()):
        print(f"{module:<26} {verdict:<10} {count:>4}")
    known = listed()
    found = {change(diff): name for name, diff in alive.items()}
    for mutation in sorted(found.keys() - known):
        print(f"\nnot listed: {found[mutation]}\n- {mutation[0]}\n+ {mutation[1]}")
    gone = set() if arguments.modules else known - found.keys()
    for mutation in sorted(gone):
        print(f"\nlisted, but killed or gone:\n- {mutation[0]}\n+ {mutation[1]}")
    odd = {verdict for _, verdict in per_module} - {"killed", "timeout", "survived"}
    if odd:
        print(f"\nverdicts that say nothing about the tests: {sorted(odd)}")
    return 1 if odd or gone or found.keys() - known else 0


if __name__ == "__main__":
    sys.exit(main())
