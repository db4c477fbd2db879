"""All small formulas, machines and constraint graphs: `python tests/differential/run_reductions.py [PART …]`.

Each part prints how many cases agree, in some minutes of CPU; the first case that does not ends the run with exit code
1. docs/records/reductions.md has the figures. depqbf is asked as well where it is installed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from differential.deciding import DEPQBF, by_depqbf, by_z3  # a script stands outside the path of the tests
from reductions.graph_search import SearchLimit, search
from reductions.small_formulas import random_formula, random_prefix, small_formulas
from reductions.small_machines import machines_by_run, random_machine, random_word, small_machines, words
from sokogen.reductions.constraint_logic.graph_of_formula import Reduction
from sokogen.reductions.constraint_logic.graph_play import play
from sokogen.reductions.formulas.expansion import is_true
from sokogen.reductions.formulas.qbf import Formula, Quantifier, evaluate, find_winning_strategy
from sokogen.reductions.machines.formula_of_machine import formula_of, levels
from sokogen.reductions.machines.lba import Machine
from sokogen.reductions.machines.machine_text import parse_machine

EVEN = parse_machine((Path(__file__).parents[2] / "examples" / "machines" / "parity.txt").read_text(encoding="ascii"))

MOST_CONFIGURATIONS = 1_500_000
"""The most that the search of a graph may hold; three universal variables have more."""


class Mismatch(Exception):
    """Two answers differ."""


def report(what: str, answers: Iterable[bool]) -> None:
    """Print how many cases there were and how many of them are true."""
    begun = time.process_time()
    found = list(answers)
    print(f"{what}: {len(found)} agree, {sum(found)} true [{time.process_time() - begun:.0f} s]", flush=True)


def formulas(seed: int) -> None:
    """Evaluation, expansion, z3 and depqbf on formulas."""

    def agreed(some: Iterable[Formula]) -> Iterator[bool]:
        for formula in some:
            value = evaluate(formula).value
            strategy = find_winning_strategy(formula)
            others = [is_true(formula), by_z3(formula), strategy is not None and strategy.wins(formula)]
            others += [] if DEPQBF is None else [by_depqbf(formula)]
            if any(other is not value for other in others):
                raise Mismatch(f"{formula}: {value}, {others}")
            yield value

    rng = Random(seed)
    drawn = (random_formula(rng, random_prefix(rng, 10), 2 + number % 10, 3) for number in range(500))
    judges = "evaluation, expansion, strategy, z3" + (", depqbf" if DEPQBF else "")
    report(f"{judges}; all formulas of 3 variables, 2 clauses, 3 literals", agreed(small_formulas(3, 2, 3)))
    report(f"{judges}; random formulas of 10 variables", agreed(drawn))


def machines(seed: int) -> None:
    """Runs of machines against their formulas."""

    def agreed(some: Iterable[tuple[Machine, str]]) -> Iterator[bool]:
        for machine, word in some:
            accepts = machine.accepts(word)
            if is_true(formula_of(machine, word)) != accepts:
                raise Mismatch(f"{machine}\non {word}: {accepts}")
            yield accepts

    for rules, lengths in ((1, (1, 2, 3)), (2, (1, 2))):
        for length in lengths:
            what = f"1 working state, 2 symbols, at most {rules} rules for each state and symbol, length {length}"
            report(
                what,
                agreed((one, word) for one in small_machines(1, 2, rules=rules) for word in words(one, length)),
            )
    for word, moves in (("0", "S"), ("00", "LR"), ("01", "LR")):
        what = f"2 working states, 2 symbols, all runs on {word}"
        report(what, agreed((machine, word) for machine in machines_by_run(word, 2, 2, moves=moves)))
    rng = Random(seed)
    drawn = [random_machine(rng, 1 + number % 3, 1 + number // 3 % 3, rules=1 + number % 2) for number in range(120)]
    pairs = ((machine, random_word(rng, machine, 1 + number % 3)) for number, machine in enumerate(drawn))
    report("random machines of up to 3 working states, 3 symbols, 2 rules, length 3", agreed(pairs))


def graphs(seed: int) -> None:
    """Formulas against their constraint graphs: searched, and played where they are true."""
    largest, beyond = 0, 0

    def agreed(some: Iterable[Formula]) -> Iterator[bool]:
        nonlocal largest, beyond
        largest, beyond = 0, 0
        for formula in some:
            reduction, strategy = Reduction.of(formula), find_winning_strategy(formula)
            value = strategy is not None
            if strategy is not None and play(reduction, strategy)[-1] != reduction.target:
                raise Mismatch(f"{formula} is true, but the edge was not reversed")
            try:
                found = search(reduction.graph, reduction.target, most=MOST_CONFIGURATIONS)
            except SearchLimit:
                beyond += 1
                continue
            largest = max(largest, found.configurations)
            if found.reversible != value:
                raise Mismatch(f"{formula}: {value}, {found}")
            yield value

    for size in ((2, 2, 2), (2, 3, 2)):
        what = "all formulas of {} variables, {} clauses, {} literals".format(*size)
        report(what, agreed(small_formulas(*size, up_to_symmetry=size != (2, 2, 2))))
        print(f"  configurations of the largest: {largest}")
    rng = Random(seed)
    prefixes = (random_prefix(rng, 3) for _ in range(1000))
    fitting = islice((prefix for prefix in prefixes if prefix.count(Quantifier.FORALL) <= 2), 40)
    what = "random formulas of 3 variables, at most 2 of them universal, 3 clauses of 2 literals"
    report(what, agreed(random_formula(rng, prefix, 3, 2) for prefix in fitting))
    print(f"  configurations of the largest: {largest}; with more than {MOST_CONFIGURATIONS}, not searched: {beyond}")


def sizes(seed: int) -> None:
    """The sizes of what is made, without any search."""
    print(
        "| length | levels | variables | universal | clauses | size | size / length² |\n|---|---|---|---|---|---|---|"
    )
    for length in (1, 2, 3, 4, 6, 8, 12, 16, 32):
        formula = formula_of(EVEN, "0" * length)
        depth, ratio = levels(EVEN, length), formula.size / length**2
        counts = f"{len(formula.names)} | {len(formula.universals)} | {len(formula.clauses)} | {formula.size}"
        print(f"| {length} | {depth} | {counts} | {ratio:.0f} |")
    print("\n| variables | clauses of 3 | size | vertices | edges | edges / size | reversals |")
    print("|---|---|---|---|---|---|---|")
    rng = Random(seed)
    for count in (2, 4, 6, 8, 10):
        # alternating quantifiers, the innermost existential
        prefix = [(Quantifier.EXISTS, Quantifier.FORALL)[(count - variable) % 2] for variable in range(1, count + 1)]
        formula = random_formula(rng, prefix, count, 3)
        strategy = find_winning_strategy(formula)
        while strategy is None:
            formula = random_formula(rng, prefix, count, 3)
            strategy = find_winning_strategy(formula)
        reduction = Reduction.of(formula)
        graph, steps = reduction.graph, len(play(reduction, strategy))
        counts = f"{formula.size} | {len(graph.vertices)} | {len(graph.edges)}"
        print(f"| {count} | {count} | {counts} | {len(graph.edges) / formula.size:.1f} | {steps} |")


PARTS: dict[str, Callable[[int], None]] = {part.__name__: part for part in (formulas, machines, graphs, sizes)}


def main() -> int:
    """Run the parts that are asked for, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all of them by default")
    parser.add_argument("--seed", type=int, default=1, help="seed of all that is random (1)")
    options = parser.parse_args()
    for part in options.parts or PARTS:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}; choose from {', '.join(PARTS)}")
        try:
            PARTS[part](options.seed)
        except Mismatch as mismatch:
            print(f"MISMATCH: {mismatch}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
