"""Test the claims; with --write, write docs/background/claims.md and record.json anew.

`python tests/claims/run.py --write` settles all of them in the full scope. With names it settles those alone, and keeps
the other rows of the record; with --resume it goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from claims.catalogue import CLAIMS, SCOPES
from claims.document import RECORD, Row, read_record, row, write
from claims.ledger import settle


def work(name: str, scope: str) -> tuple[Row, float]:
    """Settle one claim."""
    started = time.process_time()
    (claim,) = (claim for claim in CLAIMS if claim.name == name)
    return row(claim, settle(claim, SCOPES[scope].of(claim)), scope), time.process_time() - started


def main() -> None:
    """Settle the claims and print the result of each."""
    parser = argparse.ArgumentParser(description="Test the claims.")
    parser.add_argument("names", nargs="*", metavar="CLAIM", help="claims to settle; all of them by default")
    parser.add_argument("--scope", choices=sorted(SCOPES), default="full")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--write", action="store_true", help="write the document and the record")
    parser.add_argument("--resume", action="store_true", help="keep the rows of the record, settle what has none")
    options = parser.parse_args()
    known = [claim.name for claim in CLAIMS]
    if unknown := sorted(set(options.names) - set(known)):
        parser.error(f"there is no claim {unknown[0]!r}; tests/claims/catalogue.py names them")
    rows: dict[str, Row] = {}
    if RECORD.exists() and (options.names or options.resume):
        rows = {name: kept for name, kept in read_record()[1].items() if name in known}
    wanted = options.names or [name for name in known if name not in rows]
    run: dict[str, object] = {"scope": options.scope, "seed": SCOPES[options.scope].holding.seed}
    failed = False
    with ProcessPoolExecutor(options.jobs) as pool:
        for done in as_completed([pool.submit(work, name, options.scope) for name in wanted]):
            try:
                found, seconds = done.result()
            except ValueError as error:
                failed = True
                print(error, file=sys.stderr, flush=True)
                continue
            rows[found.claim] = found
            print(f"{found.claim}: {'holds' if found.holds else 'refuted'}, {found.cases} cases", end="")
            print(f" + {found.random_cases} random, {seconds:.0f} s", flush=True)
            if options.write:
                write(run, rows)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
