"""The reduction of formulas to levels, checked at length; prints the figures of docs/records/reductions.md.

python tests/reductions/run_qbf.py networks     all small formulas and random ones: network against truth
python tests/reductions/run_qbf.py levels       the levels of the issue, and one of three variables and clauses
python tests/reductions/run_qbf.py small        the levels of all small formulas, up to symmetry
python tests/reductions/run_qbf.py certificates which levels of the false ones the solver exhausts, with a certificate
python tests/reductions/run_qbf.py states       how many states the gadgets of a false formula's level have
python tests/reductions/run_qbf.py needed       which tiles of the network and of the crossover can be left out
"""

from __future__ import annotations

import io
import sys
from collections import deque
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))  # a script stands outside the path of the tests

from reductions.cut_out import tile_problems
from reductions.leaving_out import without
from reductions.parts import run
from reductions.small_formulas import random_formula, small_formulas
from sokogen.reductions.formula_level import FormulaLevel, compile_formula
from sokogen.reductions.formula_network import network_of
from sokogen.reductions.formula_play import play_strategy
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import Formula, Quantifier, evaluate, find_winning_strategy
from sokogen.reductions.gadgets.crossover import PASSAGES, crossover_network, passages
from sokogen.reductions.gadgets.network import End, Network, NetworkSearch
from sokogen.reductions.layout.extraction import extract_nets
from sokogen.reductions.walks import lurd
from sokosolve.certify.certificate import solve_with_certificate
from sokospec.answer import Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokospec.replay import replay

ISSUE = (
    "exists x. (x)",
    "forall x. (x)",
    "exists x. (x)(not x)",
    "forall x exists y. (x or not y)(not x or y)",
    "exists y forall x. (x or not y)(not x or y)",
)
MOST_STATES = 6_000_000
CERTIFICATE_LIMITS = Limits(cpu=5, mib=3_000)
LARGER = (
    "exists x forall y exists z. (x or y or z)(not x or not y or z)(x or y or not z)",
    "forall x exists y forall z. (x or y or z)(not x or y or not z)(x or not y or z)",
)


def formulas() -> Iterator[Formula]:
    """Yield all formulas of at most two variables, clauses and literals, and random ones of three variables."""
    yield from small_formulas(2, 2, 2, up_to_symmetry=False)
    rng = Random(1)
    for quantifiers in product(Quantifier, repeat=3):
        for clauses, literals in ((2, 2), (3, 2), (2, 3), (3, 3)):
            yield random_formula(rng, quantifiers, clauses, literals)


def networks() -> bool:
    """Compare network and truth."""
    count = true = wrong = 0
    for formula in formulas():
        truth = evaluate(formula).value
        count += 1
        true += truth
        if (network_of(formula).solution() is not None) != truth:
            wrong += 1
            print("mismatch:", formula)
    print(f"{count} formulas, {true} of them true, {wrong} mismatches")
    return not wrong


def agrees(made: FormulaLevel) -> tuple[bool, str]:
    """Say whether a level is right for its formula: its gadgets, and its LURD or an exhausted search."""
    problems = tile_problems(made.squares, made.tiles)
    if problems:
        return False, "; ".join(problems)
    strategy = find_winning_strategy(made.formula)
    if strategy is None:
        search = made.pieces.network(made.network.tiles).solution()
        return search is None, "exhausted" if search is None else "the network can be won"
    steps = "".join(lurd(made, play_strategy(made.formula, made.network, strategy)))
    played = replay(made.level, steps)
    return played.at is None and played.solved, f"{len(steps)} moves, {sum(map(str.isupper, steps))} pushes"


def levels() -> bool:
    """Compile the formulas of the issue and some more."""
    print("| formula | value | height x width | squares | boxes | gadgets | crossings | check |")
    print("|---|---|---|---|---|---|---|---|")
    fine = True
    for text in (*ISSUE, *LARGER):
        formula = parse_formula(text)
        made = compile_formula(formula, tries=4)
        good, what = agrees(made)
        fine &= good
        figures = made.figures
        size = f"{figures['height']} x {figures['width']}"
        print(
            f"| {text} | {str(evaluate(formula).value).lower()} | {size} | {figures['squares']:,} | "
            f"{figures['boxes']} | "
            f"{figures['gadgets']} | {figures['crossings']} | {'' if good else 'WRONG: '}{what} |",
            flush=True,
        )
    return fine


def small() -> bool:
    """Compile all small formulas, up to symmetry."""
    count = true = 0
    fine = True
    largest = 0
    for formula in small_formulas(2, 2, 2):
        made = compile_formula(formula, tries=1, rounds=2)
        good, what = agrees(made)
        count += 1
        true += evaluate(formula).value
        largest = max(largest, made.figures["squares"])
        if not good:
            fine = False
            print("mismatch:", formula, what)
    print(f"{count} levels, {true} with a solution that was replayed, the others exhausted")
    print(f"the largest has {largest:,} squares")
    return fine


def certificates() -> bool:
    """Let the solver exhaust the levels of all small false formulas, and check its certificates."""
    counts: dict[str, int] = {}
    for formula in small_formulas(2, 2, 2):
        if evaluate(formula).value:
            continue
        made = compile_formula(formula)
        begun, text = process_time(), io.BytesIO()
        answer = solve_with_certificate(made.level, Objective.ANY, text.write, CERTIFICATE_LIMITS)
        outcome = verify(text, made.level) if answer.verdict is Verdict.UNSOLVABLE else None
        what = answer.verdict.name if outcome is None else ("REJECTED", "ACCEPTED")[outcome.accepted]
        counts[what] = counts.get(what, 0) + 1
        size = f"{made.figures['boxes']} boxes, {made.figures['crossings']} crossings"
        found = f"{answer.expanded:,} states expanded" if outcome is None else f"{outcome.states:,} states"
        print(f"{formula}: {size}: {what}, {found} [{process_time() - begun:.0f} s]", flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    return "REJECTED" not in counts


def states() -> bool:
    """Count the states of all gadgets in levels of false formulas: by passages that may help, and by all."""
    for text in (ISSUE[2], ISSUE[4]):
        made = compile_formula(parse_formula(text), tries=4)
        read = extract_nets(made.squares, made.tiles)
        name = {net: f"n{number}" for number, net in enumerate(sorted(read.nets, key=sorted))}
        nets = {name[net]: tuple(End(*place) for place in sorted(net)) for net in read.nets}
        network = Network(tuple(placed.tile for placed in made.tiles), nets, name[read.start])
        for useful in (True, False):
            search = NetworkSearch(network, useful=useful)
            seen, waiting = {search.first}, deque([search.first])
            while waiting and len(seen) < MOST_STATES:
                new = {after for after, _ in search.moves(waiting.popleft())} - seen
                seen |= new
                waiting.extend(new)
            what = "passages that may help" if useful else "all passages"
            print(f"{text}: by {what} {len(seen):,} states, {len(waiting):,} of them not looked at", flush=True)
    return True


def needed() -> bool:
    """Leave out one gadget of the universal variable, or of the crossover, and look for a formula that notices."""
    fine = True
    for prefix, what in (
        ("t", "diode behind the lane for true"),
        ("f", "diode before the net false"),
        ("e", "diode behind the net false"),
        ("r", "diode back into the hall"),
        ("p", "toggle"),
    ):
        for formula in formulas():
            if Quantifier.FORALL not in formula.quantifiers:
                continue
            if (without(network_of(formula), prefix).solution() is not None) != evaluate(formula).value:
                print(f"without the {what}: wrong for {formula}")
                break
        else:
            fine = False
            print(f"without the {what}: no formula notices")
    tiles = [tile.name for tile in crossover_network().tiles]
    missed = [name for name in tiles if passages(crossover_network(name)).passages == frozenset(PASSAGES)]
    print(f"crossover: {'every gadget is needed' if not missed else 'not needed: ' + ', '.join(missed)}")
    return fine and not missed


if __name__ == "__main__":
    sys.exit(run(__doc__, networks, levels, small, certificates, states, needed))
