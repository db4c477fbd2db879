"""docs/records/sources.md: each statement of the sources with its verdict and evidence.

`python tests/sources/document.py` writes the page.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from claims.document import PAGE_OF
from sources.printed import GLOSSARY
from sources.rows import SOURCES, Row, Verdict

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGE = DOCS / "records" / "sources.md"

HEAD = """\
# The sources

Sokospec was built from five Chinese texts: three parts of ShenMian's sokoban-tutorial, a note by lifecheckpoint, and
the blog of Yang Chao. This page lists their statements, in our words, with the evidence for each. A statement holds
unless it begins with another verdict:

- **Refuted**: a level or text contradicts it
- **Decided otherwise**: we chose another format or rule
- **Partly settled**: the remark names the open part
- **Outside**: not a statement about the game

{counts}

Tests of a statement carry its number (`@pytest.mark.source(58)`). {cases} test cases check the printed levels,
solutions and algorithms:

    pytest tests/sources/test_printed_levels.py tests/sources/test_printed_algorithms.py
    pytest --long tests/sources/test_printed_levels.py tests/sources/test_printed_algorithms.py

`python tests/sources/document.py` writes this page.
"""

ALGORITHMS = """\
## The printed algorithms

`examples/sources` restates the algorithms step by step, faults included, and
`tests/sources/test_printed_algorithms.py` tests the status of each. `sokospec audit
examples.sources.deadlocks:frozen` finds the fault of the freeze recursion, and no counterexample to
`examples.sources.alleys:dead_alley`. At worst A* holds as much as breadth-first search; IDA* holds one path.
"""

WORDS = {
    **GLOSSARY,
    "推箱子": "Sokoban",
    "关卡": "level",
    "地图": "board",
    "玩家": "player",
    "箱子": "box",
    "目标": "goal",
    "墙体": "wall",
    "地板": "floor",
    "移动": "move",
    "推动": "push",
    "状态": "state",
    "死锁": "deadlock",
    "静态死锁": "dead square",
    "二分死锁": "bipartite deadlock",
    "冻结死锁": "freeze deadlock",
    "畜栏死锁": "corral deadlock",
    "闭对角死锁": "closed-diagonal deadlock",
    "角落死锁": "corner deadlock",
    "胡同死锁": "dead alley",
    "单侧死锁": "one-side deadlock",
    "隧道": "tunnel",
    "无影响力推动": "push of no influence",
    "停放": "parking",
    "启发式函数": "heuristic",
    "容许性": "admissible",
    "下界": "lower bound",
    "剪枝": "pruning",
    "转置表": "transposition table",
    "标准化": "normal form",
    "游程编码": "run lengths",
    "割点": "cut square",
    "块": "block",
    "逆推": "reverse mode",
    "房间": "room",
}
"""Words of the sources, with those of our glossary."""


@cache
def count_tests() -> Counter[int]:
    """Return how many test functions bear each row's number."""
    counts: Counter[int] = Counter()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                counts.update(row for mark in node.decorator_list for row in _rows_of(mark))
    return counts


def _rows_of(mark: ast.expr) -> Iterator[int]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.source":
        yield from (ast.literal_eval(argument) for argument in mark.args)


def reference(settled_by: str) -> str:
    """Return a reference as Markdown."""
    kind, _, name = settled_by.partition(" ")
    match kind:
        case "claim":
            return f"[{name}](../background/{PAGE_OF[name]}#{name})"
        case "rule":
            page = "../reference/formats.md" if name[0] in "FRJ" else "../background/rules.md"
            return f"[{name}]({page})"
        case "page":
            path = os.path.relpath(DOCS / name, PAGE.parent)
            return f"[{Path(name).stem}]({path})" if DOCS / name != PAGE else "below"
        case "detector":
            return f"[{name}](../reference/detectors.md)"
        case "theorem":
            return f"`prove {name}`"
        case "example":
            return f"`{name}`"
    raise ValueError(f"there is no kind of reference {kind!r}")


def line_of(row: Row) -> str:
    """Return the item of a row."""
    verdict = "" if row.verdict is Verdict.HOLDS else f"**{row.verdict.capitalize()}.** "
    remark = f" *{row.remark}*" if row.remark else ""
    references = ", ".join(map(reference, row.settled_by)) or ("`tests/sources`" if count_tests()[row.number] else "")
    return f"{row.number}. {verdict}{row.says}{remark}" + (f" {references}" if references else "")


def count_cases() -> int:
    """Return how many cases pytest collects in the modules on what the sources print, with and without `--long`."""
    modules = ["tests/sources/test_printed_levels.py", "tests/sources/test_printed_algorithms.py"]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", *modules]
    runs = [
        subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for options in ([], ["--long"])
    ]
    return sum(int(count) for run in runs for count in re.findall(r"^tests/sources/\S+: (\d+)$", run, re.MULTILINE))


def cases_on_the_page() -> int:
    """Return the number of cases that the page names."""
    return int(re.findall(r"(\d+) test cases", PAGE.read_text(encoding="utf-8"))[0])


def page(cases: int) -> str:
    """Return the text of the page, which names the number of cases."""
    rows = [row for rows in SOURCES.values() for row in rows]
    counts = Counter(row.verdict for row in rows)
    totals = ", ".join(f"{counts[verdict]} {'hold' if verdict is Verdict.HOLDS else verdict}" for verdict in Verdict)
    parts = [HEAD.format(counts=f"{len(rows)} statements: {totals}.", cases=cases)]
    for source, rows_of_source in SOURCES.items():
        parts.append("\n".join([f"## {source}", "", *map(line_of, rows_of_source)]) + "\n")
    parts.append(ALGORITHMS)
    words = [f"{chinese} {english}" for chinese, english in WORDS.items()]
    lines = [f"- {', '.join(words[at : at + 8])}" for at in range(0, len(words), 8)]
    parts.append("\n".join(["## Glossary", "", *lines, ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(count_cases()), encoding="utf-8")
