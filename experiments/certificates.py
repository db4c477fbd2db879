"""What certificates cost: to find, to write, to check; a table and a JSON record.

    python experiments/certificates.py --levels FILE --objective pushes --time-limit 10 --out RECORD.json

solves each level twice, without and with its certificate, and has both checkers check that; with --proved the proved
checker, too. Seconds are of CPU, in this one process, with everything compiled before; those of the proved checker are
of its own process. A level is left out of the sums if one of the two answers is a limit's.
The record is written after each level; a run that finds one with the same parameters goes on where that ended.
Exit code 1 when a certificate is rejected, by any.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import platform
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

from common import markdown, runs
from common.levels import Problem, numbers, problems
from sokocheck.application.outputs import write_text
from sokocheck.checkers.proved_checker import ask, find_program
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.machine_code import load_libraries
from sokosolve.solver import solve
from sokospec import Level
from sokospec.answer import Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.errors import SokobanError
from sokospec.limits import Limits
from sokoverify import verify as verify_fast

SETTLED = (Verdict.OPTIMAL, Verdict.UNSOLVABLE)


@dataclass(frozen=True, slots=True)
class Row:
    """One level: CPU seconds to solve it, to solve it with a certificate, to check that twice; its sizes."""

    level: str
    verdict: str
    with_certificate: str
    accepted: bool | None
    solve_seconds: float
    prove_seconds: float
    verify_seconds: float | None
    fast_seconds: float | None
    facts: int
    states: int
    plain_bytes: int
    packed_bytes: int
    proved: str | None = None
    """The verdict of the proved checker, with what it does not cover."""
    proved_seconds: float | None = None
    proved_mib: float | None = None
    meeting: bool = False
    """Whether the certificate is of two sides that meet."""


def by_proof(packed: BinaryIO) -> tuple[str, float, float]:
    """Return the verdict of the proved checker on a packed certificate, its CPU seconds, and its peak in MiB."""
    packed.seek(0)
    with NamedTemporaryFile(suffix=".cert") as plain:
        plain.write(gzip.decompress(packed.read()))
        plain.flush()
        finding, measured = ask(find_program(), Path(plain.name), Limits())
    verdict = finding.verdict if finding.kind is None else f"{finding.verdict}: {finding.kind}"
    return verdict, measured.cpu_seconds, measured.peak_rss_mib


def is_meeting(packed: BinaryIO) -> bool:
    """Say whether a packed certificate is of two sides that meet."""
    packed.seek(0)
    with gzip.GzipFile(fileobj=packed) as lines:
        return any(line.startswith(b"meeting ") for line in lines)


def measure(level: Level, name: str, objective: Objective, limits: Limits, *, proved: bool = False) -> Row:
    """Measure one level; with `proved` the proved checker is asked, too."""
    before = time.process_time()
    plainly = solve(level, objective, limits)
    solved = time.process_time()
    packed = io.BytesIO()
    plain_bytes = 0
    with gzip.GzipFile("", "wb", 3, packed, mtime=0) as out:

        def write(text: bytes) -> None:
            nonlocal plain_bytes
            plain_bytes += len(text)
            out.write(text)

        answer = solve_with_certificate(level, objective, write, limits)
    written = time.process_time()
    accepted, facts, states, checked, fast = None, 0, 0, None, None
    shown: tuple[str, float, float] | tuple[None, None, None] = (None, None, None)
    if answer.verdict in SETTLED:
        packed.seek(0)
        outcome = verify(packed, level)
        checked = time.process_time() - written
        facts, states = outcome.facts, outcome.states
        packed.seek(0)
        began = time.process_time()
        accepted = verify_fast(packed, level).accepted and outcome.accepted
        fast = time.process_time() - began
        shown = by_proof(packed) if proved else shown
    return Row(
        name,
        plainly.verdict,
        answer.verdict,
        accepted,
        round(solved - before, 4),
        round(written - solved, 4),
        None if checked is None else round(checked, 4),
        None if fast is None else round(fast, 4),
        facts,
        states,
        plain_bytes,
        len(packed.getvalue()),
        proved=shown[0],
        proved_seconds=shown[1],
        proved_mib=shown[2],
        meeting=answer.verdict in SETTLED and is_meeting(packed),
    )


def table(rows: Sequence[Row], shown: int) -> str:
    """Return the rows with the most states and the sums as a Markdown table."""
    both = [row for row in rows if row.accepted and row.verdict in SETTLED]
    with_proved = any(row.proved is not None for row in rows)

    def cells(name: str, chosen: Sequence[Row]) -> Sequence[object]:
        states = sum(row.states for row in chosen)
        packed = sum(row.packed_bytes for row in chosen)
        seconds: tuple[float, ...] = (
            sum(row.solve_seconds for row in chosen),
            sum(row.prove_seconds for row in chosen),
            sum(row.verify_seconds or 0 for row in chosen),
            sum(row.fast_seconds or 0 for row in chosen),
        )
        if with_proved:
            seconds = (*seconds, sum(row.proved_seconds or 0 for row in chosen))
        mib = [f"{max((row.proved_mib or 0 for row in chosen), default=0):.0f}"] if with_proved else []
        facts = sum(row.facts for row in chosen)
        sizes = f"{facts:,}", f"{states:,}", f"{packed / 1024:,.0f}", f"{packed / states if states else 0:.1f}"
        return name, *(f"{each:.2f}" for each in seconds), *mib, *sizes

    seen = "facts | states | packed KiB | bytes a state"
    columns = " | proved s | proved MiB" if with_proved else ""
    most = sorted(both, key=lambda row: -row.states)[:shown]
    return markdown.table(
        f"level | solve s | with certificate s | verify s | fast s{columns} | {seen}",
        [*(cells(row.level, [row]) for row in most), cells(f"all {len(both)}", both)],
        left=["level"],
    )


def rows_before(path: Path, parameters: dict[str, object]) -> dict[str, Row]:
    """Return the rows of a record by their levels; none if it does not exist. Raises `SokobanError` for another's."""
    if not path.exists():
        return {}
    record = json.loads(path.read_text(encoding="utf-8"))
    if record["parameters"] != parameters:
        raise SokobanError(f"{path} is a record with other parameters: remove it, or name another file")
    return {row["level"]: Row(**row) for row in record["rows"]}


def write_record(path: Path, parameters: dict[str, object], rows: Iterable[Row]) -> None:
    """Write a record."""
    record = {"parameters": parameters, "python": platform.python_version(), "rows": [asdict(row) for row in rows]}
    write_text(path, json.dumps(record, indent=1) + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code."""
    parser = argparse.ArgumentParser(description="What certificates cost: to find, to write, to check.")
    parser.add_argument("--levels", type=Path, nargs="+", required=True, metavar="FILE", help="the level files")
    parser.add_argument("--only", type=numbers, metavar="NUMBERS", help="only these levels of each file: 1,2,5-9")
    parser.add_argument("--objective", type=Objective, default=Objective.PUSHES, help="pushes, moves, … (pushes)")
    parser.add_argument("--time-limit", type=float, default=10.0, metavar="S", help="CPU seconds for each answer (10)")
    parser.add_argument("--rows", type=int, default=12, metavar="N", help="levels in the table besides the sums (12)")
    parser.add_argument("--proved", action="store_true", help="ask the proved checker, too")
    runs.add_out(parser)
    options = parser.parse_args(arguments)
    load_libraries("sokosolve", "sokoverify")
    parameters = {"objective": options.objective, "time_limit": options.time_limit}
    if options.proved:
        parameters["proved"] = True
    done = {} if options.out is None else rows_before(options.out, parameters)
    rows: list[Row] = []
    chosen: list[Problem] = list(problems(options.levels, options.only))
    for problem in chosen:
        name = str(problem)
        if name not in done:
            limits = Limits(cpu=options.time_limit)
            done[name] = measure(problem.level, name, options.objective, limits, proved=options.proved)
            if options.out is not None:
                write_record(options.out, parameters, done.values())
        rows.append(done[name])
        print(f"{len(rows)} of {len(chosen)}: {name}: {done[name].with_certificate}", file=sys.stderr)
    print(table(rows, options.rows))
    accepted = sum(row.accepted is True for row in rows)
    rejected = [row.level for row in rows if row.accepted is False]
    missing = [row.level for row in rows if row.accepted is None]
    print(f"\n{accepted} accepted, {len(rejected)} rejected {rejected}, {len(missing)} not settled in time {missing}")
    print(f"{sum(row.meeting for row in rows)} of two sides that meet")
    if options.proved:
        verdicts = Counter(row.proved for row in rows)
        print("proved:", ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items(), key=str)))
    return int(bool(rejected) or any(row.proved == "REJECTED" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
