"""The trusted base, what has to be believed when a certificate is accepted, and how many lines of code it is.

`python -m tools.trusted_base` prints the lines of each module and their sum; with --write it also puts the sum
where README.md and the pages in docs name it, as "N lines of code". Lines of code are those without blank lines,
comments and docstrings.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "reference"
FOLDER = REFERENCE / "sokospec"

RULES = ("board", "rules", "replay", "metrics", "answer", "errors")
NOT_TRUSTED = ("__main__", "packed", "short", "writing")
"""Modules of `sokospec.certificates` that find or write what is then checked, or print the outcome."""

FIGURE = re.compile(r"[\d,]*\d(?=\s+lines\s+of\s+code)")
"""How a page names the size of the trusted base; the digits alone."""


def trusted() -> dict[str, Path]:
    """Return the modules of the trusted base, by name."""
    paths = [FOLDER / f"{name}.py" for name in RULES]
    paths += [path for path in sorted((FOLDER / "certificates").glob("*.py")) if path.stem not in NOT_TRUSTED]
    return {name_of(path): path for path in paths}


def name_of(path: Path) -> str:
    """Return the name under which a file of the reference engine is imported."""
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


def counts() -> dict[str, int]:
    """Return the lines of code of each module of the trusted base."""
    return {name: code_lines(path.read_text(encoding="utf-8")) for name, path in trusted().items()}


def pages() -> list[Path]:
    """Return the pages that may name the size."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def main() -> None:
    """Print the table, and with --write mend the pages."""
    parser = argparse.ArgumentParser(description="Count the lines of code of the trusted base.")
    parser.add_argument("--write", action="store_true", help="put the sum into README.md and the pages in docs")
    options = parser.parse_args()
    found = counts()
    for name, lines in found.items():
        print(f"{lines:6,} {name}")
    total = f"{sum(found.values()):,}"
    print(f"{total:>6} lines of code")
    if options.write:
        for page in pages():
            text = page.read_text(encoding="utf-8")
            if (mended := FIGURE.sub(total, text)) != text:
                page.write_text(mended, encoding="utf-8")
                print(f"wrote {page.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
