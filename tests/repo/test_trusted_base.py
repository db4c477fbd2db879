"""The trusted base: what has to be believed when a certificate is accepted. It is small and rests on nothing else."""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

REFERENCE = Path(__file__).resolve().parents[2] / "reference"
FOLDER = REFERENCE / "sokospec"

RULES = ("board", "rules", "replay", "metrics", "errors")
NOT_TRUSTED = ("short", "writing")
"""Modules of `sokospec.certificates` that find or write what is then checked."""

BESIDES = {"sokospec", "sokospec.history", "sokospec.answer", "sokospec.limits"}
"""What is loaded besides, but cannot make the checker accept anything: names of objectives, clocks, an import."""

MOST_LINES = 1040
"""Lines of code of the trusted base, without blank ones, comments and docstrings."""

CERTIFICATE = """\
sokospec certificate 1
claim at-least pushes 1
level 3 5
#####
#@$.#
#####
forwards
prices 1 : 0
start : 1
end
"""

IN_A_FRESH_PROCESS = """
import sys
from sokospec.certificates.verify import verify
with open(0, "rb", closefd=False) as stream:
    assert verify(stream).accepted
print(*sys.modules, sep="\\n")
"""


def trusted() -> dict[str, Path]:
    """Return the modules of the trusted base, by name."""
    paths = [FOLDER / f"{name}.py" for name in RULES]
    paths += [path for path in sorted((FOLDER / "certificates").glob("*.py")) if path.stem not in NOT_TRUSTED]
    return {name_of(path): path for path in paths}


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(REFERENCE).with_suffix("").parts).removesuffix(".__init__")


def code_lines(source: str) -> int:
    """Return the number of lines without blank ones, comments and docstrings."""
    silent = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in silent:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def imports(source: str) -> set[str]:
    """Return the modules that a source imports on its top level."""
    found: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or ".")
    return found


@pytest.mark.parametrize("name", trusted())
def test_the_trusted_base_imports_only_the_standard_library_and_itself(name: str) -> None:
    for module in imports(trusted()[name].read_text(encoding="utf-8")):
        if module.partition(".")[0] == "sokospec":
            assert module in {*trusted(), *BESIDES}
        else:
            assert module.partition(".")[0] in sys.stdlib_module_names


def test_a_check_loads_nothing_else_of_ours(tmp_path: Path) -> None:
    file = tmp_path / "certificate"
    file.write_text(CERTIFICATE, encoding="ascii")
    command = [sys.executable, "-c", IN_A_FRESH_PROCESS]
    with file.open("rb") as stream:
        run = subprocess.run(command, stdin=stream, capture_output=True, text=True, check=True, cwd=REFERENCE)
    ours = {name for name in run.stdout.split() if name.startswith("soko")}
    assert "sokospec.certificates.states" in ours
    assert ours <= {*trusted(), *BESIDES}


def test_the_trusted_base_is_small_enough_to_be_read() -> None:
    counts = {name: code_lines(path.read_text(encoding="utf-8")) for name, path in trusted().items()}
    assert sum(counts.values()) <= MOST_LINES, counts


def test_what_is_no_code_is_not_counted() -> None:
    source = '"""Text.\n\nMore."""\n\nimport os  # a comment\n\ndef f() -> str:\n    "text"\n    return """a\n\nb"""\n'
    assert code_lines(source) == 5
    assert imports(source) == {"os"}
