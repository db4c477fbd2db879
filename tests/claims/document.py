"""The ledger as pages and as a record: docs/claims.md, a page for each topic, and record.json beside this file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from claims.bounds import largest_share
from claims.catalogue import CLAIMS, HEADINGS, SCOPES, Plan
from claims.ledger import Claim, Finding
from sokospec import Level

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
RECORD = Path(__file__).with_name("record.json")

HEAD = """\
# The claims ledger

What our sources say about Sokoban, put precisely, and settled by machine. A claim is *proved* (the reason is given,
and no case in the scope contradicts it), *verified* (the same without a proof), or *refuted*, by a level.

    python tests/claims/run.py --write

puts every claim to the test on every level of its scope and writes these pages and `tests/claims/record.json`. The
tests run every claim in a smaller scope, and check every counterexample. The rules are written down once more in
`tests/claims`, as the claims state them; what is dead, or optimal, is what `sokospec.oracle` finds by exhaustion.

The scope of a claim is every level, up to symmetry, with a connected floor of up to so many squares and so many boxes:
"8/1, 7/2" is up to 8 squares with one box, and up to 7 squares with two. Most claims that hold were put to the states
of {levels} random levels besides, of up to 5 x 5 squares and 3 boxes, connected or not (seed {seed}).

*Cases* are the states to which a claim applies: those that a detector flags, for instance; the second number counts
those of random levels. A counterexample is the first of the scope {refuting} in the order of floor squares, then boxes.
Where it lies outside it ("none in" the scope) it is the smallest that we know. A claim about a family of levels is put
to the members that its scope names; how short their solutions can be the fast engine says.
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
    """Return the name of a topic's page in docs.

    >>> page_of("One box")
    'claims/one_box.md'
    """
    return f"claims/{heading.lower().replace(' ', '_')}.md"


PAGE_OF = {claim.name: page_of(heading) for heading, claims in HEADINGS.items() for claim in claims}
"""The page on which each claim stands."""


def pages(record: dict[str, object], rows: dict[str, Row]) -> dict[str, str]:
    """Return the pages by their names in docs: first all claims in tables, then one of each topic."""
    plan = SCOPES[str(record["scope"])]
    holding, refuting = plan.holding, extent(plan.refuting.most_boxes)
    first = [HEAD.format(levels=holding.random_levels, seed=holding.seed, refuting=refuting)]
    found = {}
    for heading, claims in HEADINGS.items():
        page = page_of(heading)
        first.append(f"## {heading}\n\n| id | status | scope | cases |\n|---|---|---|---:|")
        first[-1] += "".join(f"\n{table_row(claim, rows[claim.name], plan, page)}" for claim in claims)
        parts = [f"# Claims: {heading[0].lower() + heading[1:]}", "What the statuses mean: [the ledger](../claims.md)."]
        parts += [entry(claim, rows[claim.name]) for claim in claims]
        parts += [numbers()] if heading == "Bounds and numbers" else []
        found[page] = parts
    return {
        name: "\n\n".join(part.strip() for part in parts) + "\n"
        for name, parts in {"claims.md": first, **found}.items()
    }


def table_row(claim: Claim, found: Row, plan: Plan, page: str) -> str:
    """Return a claim's row in the table of its topic."""
    cases = f"{found.cases:,}" + (f" + {found.random_cases:,}" if found.random_cases else "")
    link = f"[`{claim.name}`]({page}#{claim.name})"
    return f"| {link} | {status(claim)} | {reach(claim, found, plan)} | {cases} |"


def status(claim: Claim) -> str:
    """Return the status of a claim in a word."""
    if not claim.holds:
        return "refuted"
    return "proved" if claim.reason else "verified"


def reach(claim: Claim, found: Row, plan: Plan) -> str:
    """Return how far the search went."""
    if claim.levels is not None:
        return claim.members
    scope = extent(
        {
            squares: min(boxes, claim.most_boxes)
            for squares, boxes in plan.of(claim).most_boxes.items()
            if squares <= claim.most_squares
        }
    )
    if claim.holds:
        return scope
    level = Level.parse(found.counterexample or "")
    size = f"{len(level.board.floor)}/{len(level.boxes)}"
    return size if found.by_search else f"{size}; none in {scope}"


def extent(most_boxes: dict[int, int]) -> str:
    """Return a scope in short: for each number of boxes the most squares, where one box more allows fewer squares."""
    most: dict[int, int] = {}
    for squares, boxes in most_boxes.items():
        for count in range(1, min(boxes, squares - 1) + 1):
            most[count] = max(squares, most.get(count, 0))
    return ", ".join(f"{squares}/{boxes}" for boxes, squares in most.items() if most.get(boxes + 1, 0) < squares)


def entry(claim: Claim, found: Row) -> str:
    """Return the section of a claim."""
    word = {"proved": "Proof", "verified": "No proof", "refuted": "Why"}[status(claim)]
    parts = [
        f'## <a id="{claim.name}"></a>{claim.name}: {status(claim)}',
        claim.text,
        f"Source: {claim.source}.",
        f"{word}: {claim.reason}" if claim.reason else "No proof is known to us.",
    ]
    if found.counterexample:
        drawn = "\n".join(f"    {line}" for line in found.counterexample.splitlines())
        parts.append(f"Counterexample:\n\n{drawn}")
    return "\n\n".join(parts)


def numbers() -> str:
    """Return how far the bounds on the number of states are off."""
    lines = [
        "## How far off are the bounds on states?",
        "For all connected floors of n squares: the most normalised states with one number of boxes, the most over all "
        "numbers of boxes together, and the bounds.",
        "| n | most for one number of boxes | most in all | n 2^(n-1) | 3^n | 3^n / most in all |\n"
        "|---:|---:|---:|---:|---:|---:|",
    ]
    for squares in range(2, 8):
        one, whole, exact, bound = largest_share(squares)
        lines[-1] += f"\n| {squares} | {one:,} | {whole:,} | {exact:,} | {bound:,} | {bound / whole:.1f} |"
    return "\n\n".join(lines)


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
