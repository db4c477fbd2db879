"""The claims as pages and as a record: claims.md, a page for each topic, and record.json beside this file."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from claims.catalogue import CLAIMS, HEADINGS, SCOPES, Plan
from claims.ledger import Claim, Finding
from sokospec import Level

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "background"
RECORD = Path(__file__).with_name("record.json")

HEAD = """\
# Claims about Sokoban

Statements from the literature and from programs, settled by machine. A claim is *proved*, *refuted* by a level, or
*verified*: no case contradicts it, but there is no proof.

    python tests/claims/run.py --write

settles every claim by exhaustive search and writes these pages and `tests/claims/record.json`.

The *cases* of a claim are the states to which it applies. They come from all levels in a *scope*, up to symmetry, with
connected floor. It is {holding} for claims that hold, {refuting} for others. "8/1" means up to 8 squares with one box.
{levels} random levels of up to 5 x 5 squares and 3 boxes (seed {seed}) come on top. A counterexample is the first in
the order of floor squares, then boxes, or else the smallest known. A *corral* is an area out of the player's reach.

A claim ends with its source in brackets, unless it is our own or [the sources](../records/sources.md) have it:

- Sokoban Wiki, “How to detect deadlocks”
- ShenMian, sokoban-tutorial, by chapter
- lifecheckpoint, “推箱子死锁检测问题随想” (2024)
- Yang Chao, blog at sokoban.ws (2012), on polynomial space (“?p=630”) and long solutions; not compared with the text

| topic | proved | verified | refuted |
|---|--:|--:|--:|
"""


@dataclass(frozen=True)
class Row:
    """What the record holds about a claim."""

    claim: str
    holds: bool
    cases: int
    random_cases: int
    counterexample: str | None
    by_search: bool


def row(claim: Claim, finding: Finding, scope: str) -> Row:
    """Return the row of a claim after a search; raises `ValueError` if the finding is not what the ledger says."""
    if claim.holds and finding.against is not None:
        raise ValueError(f"{claim.name} is refuted by\n{finding.against}")
    if not claim.holds and finding.against is None and not claim.counterexample:
        raise ValueError(f"{claim.name} has no counterexample in the scope, and none is given")
    found = None if claim.holds else str(finding.against or Level.parse(claim.counterexample))
    return Row(
        claim.name,
        claim.holds,
        finding.cases,
        finding.random_cases,
        found,
        finding.against is not None,
    )


def page_of(heading: str) -> str:
    """Return the name of a topic's page in docs/background.

    >>> page_of("One box")
    'claims/one_box.md'
    """
    return f"claims/{heading.lower().replace(' ', '_')}.md"


PAGE_OF = {claim.name: page_of(heading) for heading, claims in HEADINGS.items() for claim in claims}
"""The page on which each claim stands."""


def pages(record: dict[str, object], rows: dict[str, Row]) -> dict[str, str]:
    """Return the pages by their names in docs/background: first the table of topics, then one of each topic."""
    plan = SCOPES[str(record["scope"])]
    holding, refuting = extent(plan.holding.most_boxes), extent(plan.refuting.most_boxes)
    levels, seed = plan.holding.random_levels, plan.holding.seed
    first = HEAD.format(holding=holding, refuting=refuting, levels=levels, seed=seed)
    found = {}
    for heading, claims in HEADINGS.items():
        count = Counter(status(claim) for claim in claims)
        first += f"| [{heading}]({page_of(heading)}) | {count['proved']} | {count['verified']} | {count['refuted']} |\n"
        parts = [f"# Claims: {heading[0].lower() + heading[1:]}", "[Definitions and scopes](../claims.md)."]
        parts += [entry(claim, rows[claim.name], plan) for claim in claims]
        found[page_of(heading)] = "\n\n".join(part.strip() for part in parts) + "\n"
    return {"claims.md": first, **found}


def status(claim: Claim) -> str:
    """Return the status of a claim in a word."""
    if not claim.holds:
        return "refuted"
    return "proved" if claim.reason else "verified"


def cases(claim: Claim, found: Row, plan: Plan) -> str:
    """Return how many cases were seen, and in which scope if it is not that of all claims."""
    scope = claim.members or extent(
        {
            squares: min(boxes, claim.most_boxes)
            for squares, boxes in plan.of(claim).most_boxes.items()
            if squares <= claim.most_squares
        }
    )
    random = f"; {found.random_cases:,} random" if found.random_cases else ""
    usual = scope == extent(plan.of(claim).most_boxes)
    return f"{found.cases:,}{random}" + ("" if usual else f"; scope {scope}")


def extent(most_boxes: dict[int, int]) -> str:
    """Return a scope in short: for each number of boxes the most squares, where one box more allows fewer squares."""
    most: dict[int, int] = {}
    for squares, boxes in most_boxes.items():
        for count in range(1, min(boxes, squares - 1) + 1):
            most[count] = max(squares, most.get(count, 0))
    return ", ".join(f"{squares}/{boxes}" for boxes, squares in most.items() if most.get(boxes + 1, 0) < squares)


def entry(claim: Claim, found: Row, plan: Plan) -> str:
    """Return the section of a claim: its text and source, then its status with the reason, then a counterexample."""
    source = f" ({claim.source})" if claim.source else ""
    if status(claim) == "verified":
        reason = f"no counterexample in {cases(claim, found, plan)}."
    elif found.counterexample and not found.by_search:
        reason = f"{claim.reason} (None of {cases(claim, found, plan)}.)"
    else:
        reason = claim.reason
    parts = [f"## {claim.name}", claim.text + source, f"{status(claim).capitalize()}: {reason}"]
    if found.counterexample:
        parts.append("\n".join(f"    {line}" for line in found.counterexample.splitlines()))
    return "\n\n".join(parts)


def read_record() -> tuple[dict[str, object], dict[str, Row]]:
    """Return the record's head and its rows by claim."""
    data = json.loads(RECORD.read_text(encoding="utf-8"))
    return data["run"], {entry["claim"]: Row(**entry) for entry in data["claims"]}


def write(run: dict[str, object], rows: dict[str, Row]) -> None:
    """Write the record, and the document once each claim has its row."""
    kept = [
        {name: getattr(rows[claim.name], name) for name in Row.__dataclass_fields__}
        for claim in CLAIMS
        if claim.name in rows
    ]
    RECORD.write_text(json.dumps({"run": run, "claims": kept}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if len(kept) == len(CLAIMS):
        (DOCS / "claims").mkdir(exist_ok=True)
        for name, page in pages(run, rows).items():
            (DOCS / name).write_text(page, encoding="utf-8")
