"""Machines straight into networks, checked at length; prints the figures of docs/records/reductions.md.

python tests/reductions/run_machines.py table        the machines of examples/machines: gadgets, run, play, search
python tests/reductions/run_machines.py counter      the counter on 2 to 8 cells
python tests/reductions/run_machines.py levels       levels of these machines; solutions are replayed
python tests/reductions/run_machines.py random       200 random machines: accepted exactly if the network can be won
python tests/reductions/run_machines.py solver       those of them with at most 30 ports, drawn and given to the solver
python tests/reductions/run_machines.py needed       the networks without gadgets of one kind
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # a script stands outside the path of the tests

from reductions.cut_out import tile_problems
from reductions.leaving_out import leave_out
from reductions.parts import run
from reductions.relaxed import reaches
from reductions.small_machines import busy_machine, machines_by_run, random_word
from sokogen.reductions.gadgets.network import Network
from sokogen.reductions.layout.squares import text_of
from sokogen.reductions.machines.lba import Machine
from sokogen.reductions.machines.machine_play import ACCEPTED, network_of, play_run
from sokogen.reductions.machines.machine_text import parse_machine
from sokogen.reductions.network_level import network_level
from sokogen.reductions.walks import lurd
from sokosolve.solver import solve
from sokospec.answer import Objective, Verdict
from sokospec.limits import Limits

EXAMPLES = Path(__file__).parents[2] / "examples" / "machines"
SHOWN = (
    ("parity", "0110"),
    ("parity", "0111"),
    ("counter", "a00c"),
    ("palindrome", "01010"),
    ("palindrome", "01011"),
    ("loop", "00"),
)
MOST_STATES = 300_000
"""The most states of a network with its real gadgets that are searched."""


MOST_PORTS, SOLVER_SECONDS = 30, 10
"""The largest network whose level is given to the solver, and its CPU seconds for it."""


class Answer(NamedTuple):
    """Whether the machine accepts and whether that is what the network says, with figures.

    `play` counts the steps of the play that was carried out, `relaxed` the states of the search with simpler gadgets,
    `states` says whether the real gadgets were searched as well.
    """

    accepts: bool
    agrees: bool
    gadgets: int
    steps: int | None
    play: int | None
    relaxed: int
    real: bool


def answer(machine: Machine, word: str, most_states: int = MOST_STATES) -> Answer:
    """Compare a machine with its network: a play that wins if it accepts, else all states of the relaxed network."""
    made = network_of(machine, word)
    run = machine.find_accepting_run(word)
    reached, states = reaches(made.network, ACCEPTED)
    play = None if run is None else sum(1 for _ in play_run(made, run))
    agrees, real = reached == (run is not None), False
    try:
        solution = made.network.solution(most_states=most_states)
    except MemoryError:
        pass
    else:
        real, agrees = True, agrees and (solution is not None) == (run is not None)
    steps = None if run is None else len(run)
    return Answer(run is not None, agrees, len(made.network.tiles), steps, play, states, real)


def random_cases(count: int, seed: int = 25) -> Iterator[tuple[Machine, str]]:
    """Yield machines of two and three working states, 2 symbols, with one or up to two rules, and words of length 3."""
    rng = Random(seed)
    for number in range(count):
        machine = busy_machine(rng, 2 + number % 2, 2, rules=1 + number // 2 % 2)
        yield machine, random_word(rng, machine, 3)


def show(name: str) -> Machine:
    """Return a machine of the examples."""
    return parse_machine((EXAMPLES / f"{name}.txt").read_text(encoding="utf-8"))


def row(name: str, word: str, found: Answer) -> None:
    """Print a row of a table."""
    real = "yes" if found.real else f"more than {MOST_STATES:,} states"
    shown = [name, word, "yes" if found.accepts else "no", found.gadgets, found.steps or "-", found.play or "-"]
    print("|", *(f"{one} |" for one in [*shown, found.relaxed, real]))


def header() -> None:
    """Print the head of a table."""
    print("| machine | word | accepts | gadgets | steps | passages | states, relaxed | real gadgets searched |")
    print("|---|---|---|--:|--:|--:|--:|---|")


def table() -> bool:
    """The machines of the examples."""
    header()
    right = True
    for name, word in SHOWN:
        found = answer(show(name), word)
        right &= found.agrees
        row(name, word, found)
    return right


def counter() -> bool:
    """The counter on more and more cells."""
    header()
    right = True
    for cells in range(2, 9):
        word = f"a{'0' * (cells - 2)}c"
        found = answer(show("counter"), word, most_states=1)
        right &= found.agrees
        row("counter", word, found)
    return right


def levels() -> bool:
    """Levels of the machines of the examples, and of the counter on 2 to 5 cells."""
    print(
        "| machine | word | steps | height x width | squares | boxes | gadgets | crossings | moves | seconds | check |"
    )
    print("|---|---|--:|---|--:|--:|--:|--:|--:|--:|---|")
    right = True
    counters = [("counter", f"a{'0' * (cells - 2)}c") for cells in (2, 3, 5)]
    for name, word in (*SHOWN, *counters):
        begun = process_time()
        made = network_of(show(name), word)
        run = show(name).find_accepting_run(word)
        level = network_level(made.network)
        seconds = process_time() - begun
        wrong = len(tile_problems(level.squares, level.tiles))
        right &= not wrong
        steps, check, count = "-", f"{wrong} gadgets wrong", "-"
        if run is not None:
            text = "".join(lurd(level, play_run(made, run)))
            solved = is_solution(text_of(level.squares), text)
            right &= solved
            steps, check, count = str(len(run)), f"{check}, {'solved' if solved else 'NOT SOLVED'}", f"{len(text):,}"
        one = level.figures
        size = f"{one['height']} x {one['width']} | {one['squares']:,} | {one['boxes']:,}"
        counts = f"{one['gadgets']:,} | {one['crossings']:,} | {count} | {seconds:.0f}"
        print(f"| {name} | {word} | {steps} | {size} | {counts} | {check} |", flush=True)
    return right


def is_solution(xsb: str, lurd: str) -> bool:
    """Say whether steps solve a level: played square by square, as the reference takes long for thousands of boxes.

    >>> is_solution("#####\\n#@$.#\\n#####", "R"), is_solution("#####\\n#@$.#\\n#####", "RR")
    (True, False)
    """
    rows = [list(row) for row in xsb.splitlines()]
    row, column = next((row, line.index("@")) for row, line in enumerate(rows) if "@" in line)
    rows[row][column] = " "
    off, on = {"$": " ", "*": "."}, {" ": "$", ".": "*"}
    for letter in lurd:
        down, right = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}[letter.lower()]
        row, column = row + down, column + right
        there = rows[row][column]
        if there == "#" or (there in off) != letter.isupper():
            return False
        if there in off:
            if rows[row + down][column + right] not in on:
                return False
            rows[row][column] = off[there]
            rows[row + down][column + right] = on[rows[row + down][column + right]]
    return not any("$" in line for line in rows)


def random() -> bool:
    """200 random machines, and all runs of two states on two cells; of these only small ones with real gadgets."""
    for what, cases, most in (
        ("random machines of 2 and 3 working states, 2 symbols, on 3 cells", random_cases(200), MOST_STATES),
        (
            "machines of 2 working states, 2 symbols, all runs on 2 cells",
            ((machine, word) for word in ("00", "01") for machine in machines_by_run(word, 2, 2)),
            1_000,
        ),
    ):
        found = [answer(machine, word, most) for machine, word in cases]
        wrong = sum(not one.agrees for one in found)
        print(
            f"{what}: {len(found)}, {sum(one.accepts for one in found)} accept, {wrong} mismatches; "
            f"at most {max(one.gadgets for one in found)} gadgets and {max(one.relaxed for one in found):,} states, "
            f"{sum(one.real for one in found)} searched with their real gadgets too"
        )
        if wrong:
            return False
    return True


def solver() -> bool:
    """The levels of the smallest of the 200 random machines, solved or exhausted by the solver."""
    sizes: dict[int, list[str]] = {}
    right = True
    for machine, word in random_cases(200):
        network = network_of(machine, word).network
        ports = len(network.net_of)
        if ports > MOST_PORTS:
            continue
        verdict = solve(network_level(network).level, Objective.ANY, Limits(cpu=SOLVER_SECONDS, mib=2_000)).verdict
        right &= verdict is not (Verdict.UNSOLVABLE if machine.accepts(word) else Verdict.SOLVED)
        sizes.setdefault(ports, []).append(verdict.name)
    for ports, verdicts in sorted(sizes.items()):
        print(f"{ports} ports:", ", ".join(f"{count} {verdict}" for verdict, count in Counter(verdicts).items()))
    print(f"{sum(map(len, sizes.values()))} of 200 tried, {'none' if right else 'SOME'} wrong")
    return right


WAYS = {"LATCH": (("I", "B"), ("C", "A")), "TOGGLE": (("A", "B"),), "DIODE": (("A", "B"),)}
"""Between which ports of a gadget there would be corridors if it were left out."""


def without(network: Network, gone: Collection[str]) -> Network:
    """Return a network without some gadgets: there are corridors in their place."""
    return leave_out(network, {tile: WAYS[network.tile[tile].kind] for tile in gone})


NEEDED = {
    "r": "latch that reads",
    "w": "latch that asks for what was written",
    "t": "toggle to the hub",
    "c": "diode behind a choice",
    "h": "latch of the hub",
    "f": "diode from blank",
    "l": "diode to the hub",
}


def refuted(prefix: str, count: int = 200) -> tuple[Machine, str] | None:
    """Return a machine that rejects a word although its network without gadgets of one kind says that it accepts."""
    for machine, word in random_cases(count):
        if machine.accepts(word):
            continue
        network = network_of(machine, word).network
        weaker = without(network, {tile.name for tile in network.tiles if tile.name[0] == prefix})
        plug = next(tile.name for tile in network.tiles if tile.kind == "PLUG")
        if reaches(weaker, weaker.net_of[plug, "V"])[0]:
            return machine, word
    return None


def needed() -> bool:
    """Say of each kind of gadget for which machine the network is wrong without it."""
    right = True
    for prefix, what in NEEDED.items():
        found = refuted(prefix)
        right &= found is not None
        print(f"without each {what}:", "never wrong" if found is None else f"wrong on {found[1]} for\n{found[0]}")
    return right


if __name__ == "__main__":
    sys.exit(run(__doc__, table, counter, levels, random, solver, needed))
