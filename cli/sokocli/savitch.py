"""`sokospec savitch`: solvability in polynomial space, metered."""

from __future__ import annotations

from dataclasses import replace

import click

from sokocheck.application.guard import GRACE, Guard, limit_words
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.records import defect_records
from sokocheck.application.terminal_text import warn
from sokocheck.application.vocabulary import HORIZON, INTERRUPTED, code_of, text_of
from sokocli import inputs
from sokocli.inputs import Request
from sokocli.options import choice_option, number_option
from sokocli.results import Display, Exit, emit, show_work, worst
from sokospec import replay
from sokospec.answer import Verdict
from sokospec.errors import quantify
from sokospec.limits import Interrupted, LimitReached, Progress
from sokospec.oracle.perft import Metric
from sokospec.oracle.savitch import Decision, Memoised, Savitch, decide
from sokospec.oracle.sokoban import Configuration, Sokoban


@click.command()
@inputs.files_argument
@inputs.level_option
@number_option(
    "--horizon T", None, "Maximal number of steps of a solution; by default, enough to decide the level.", least=0
)
@choice_option("--metric", "pushes", ["pushes", "moves"], "Unit of a step.")
@click.option(
    "--doubling/--no-doubling", default=True, show_default=True, help="Try horizons of 1, 2, 4, ... steps first."
)
@click.option("--memoised", is_flag=True, help="Remember every answer: faster, but no longer in polynomial space.")
@inputs.request_options(None)
def command(request: Request, horizon: int | None, metric: str, *, doubling: bool, memoised: bool) -> int:
    """Decide by Savitch's procedure whether the levels in FILES are solvable, and print the memory and calls it needed.

    The procedure needs few bits and a very long time. A level of 20 states takes seconds; one of 100 states is feasible
    only with a small horizon. Exit code 3: a limit was reached, or the horizon is too small to prove that
    there is no solution.
    """
    codes: list[int] = []

    def refuse(found: FileLevel) -> None:
        record = _record(found, metric, Verdict.INVALID_INPUT) | {"defects": defect_records(found)}
        emit(record, f"{found.name}: {text_of(Verdict.INVALID_INPUT)}", as_json=request.as_json)

    def report_limit(found: FileLevel, verdict: Verdict) -> None:
        codes.append(Exit.UNKNOWN)
        record = _record(found, metric, verdict) | {"interrupted": False}
        emit(record, f"{found.name}: {limit_words(verdict, request.limits)}", as_json=request.as_json)

    guard = Guard(request.limits, GRACE)
    for found in request.levels(codes, guard, report_limit, refuse):
        lurd, interrupted = None, False
        try:
            with show_work(found.name) as display, guard:
                with Guard.without_grace():
                    system = Sokoban(found.level, Metric(metric))

                def report(news: Progress, name: str = found.name, display: Display = display) -> None:
                    display.show(f"{name}: {news.expanded:,} calls, t = {news.bound}, {news.seconds:.0f} s")

                decision = decide(
                    system,
                    horizon,
                    replace(guard.left, report=report),
                    doubling=doubling,
                    procedure=Memoised if memoised else Savitch,
                )
                lurd = None if decision.path is None else "".join(system.lurd(decision.path))
                assert lurd is None or replay(found.level, lurd).valid, "a witness solves its level"
        except LimitReached as reached:
            report_limit(found, reached.verdict)
            continue
        except Interrupted as stop:
            decision, interrupted = stop.partial, True
        codes.append(code_of(decision.verdict))
        record = _record(found, metric, decision.verdict, decision, lurd) | {"interrupted": interrupted}
        verdict = HORIZON.text if decision.exhausted else text_of(decision.verdict)
        verdict = INTERRUPTED.text if interrupted else verdict
        emit(record, _text(f"{found.name}: {verdict}", metric, decision, lurd), as_json=request.as_json)
        if interrupted:
            codes.append(Exit.UNKNOWN)  # whatever it has found by then, the run is not at its end
            warn("interrupted")
            break
    return worst(codes)


_MEASURES = ("horizon", "calls", "depth", "peak_bits", "bound_bits", "horizon_bound_bits", "bits")
_RESULTS = ("configurations", "goals", "sufficient", "exhausted", "within", "lower_bound")
"""The fields of a decision that its record has under the same names."""


def _record(
    found: FileLevel,
    metric: str,
    verdict: Verdict,
    decision: Decision[Configuration] | None = None,
    lurd: str | None = None,
) -> dict[str, object]:
    """Return the record of a level, with null for all figures without a decision."""
    return {
        **found.record,
        "verdict": verdict,
        "metric": metric,
        **{name: getattr(decision, name, None) for name in (*_MEASURES, *_RESULTS)},
        "lurd": lurd,
        "moves": None if lurd is None else len(lurd),
        "pushes": None if lurd is None else sum(letter.isupper() for letter in lurd),
        "witness_calls": None if decision is None else decision.witness_calls,
        "seconds": None if decision is None else round(decision.seconds, 6),
        "interrupted": None,
    }


def _text(beginning: str, metric: str, decision: Decision[Configuration], lurd: str | None) -> str:
    parts = []
    step = {"pushes": "push", "moves": "move"}[metric]
    if decision.within is not None:
        parts.append(f"at most {quantify(decision.within, step)}")
    elif decision.lower_bound is not None:
        parts.append(f"any solution has at least {quantify(decision.lower_bound, step)}")
    if decision.horizon is not None:
        parts.append(f"horizon {decision.horizon:,} of {decision.sufficient:,}")
    parts.append(f"{quantify(decision.calls, 'call')}, depth {decision.depth}")
    parts.append(f"{quantify(decision.peak_bits, 'bit')}, bound {decision.bound_bits:,}")
    parts.append(f"{decision.seconds:.2f} s")
    return f"{beginning}: {', '.join(parts)}" + ("" if lurd is None else f"\n{lurd}")
