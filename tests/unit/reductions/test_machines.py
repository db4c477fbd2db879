"""Linear bounded automata: what they accept, their text with every way to write it wrong, and their configurations."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from reductions.small_machines import machines_by_run, random_machine, small_machines, words
from sokogen.reductions.machines.formula_of_machine import formula_of, levels
from sokogen.reductions.machines.lba import Computation, Configuration, Machine, MachineError, Rule
from sokogen.reductions.machines.machine_text import parse_machine
from sokospec.answer import Verdict
from sokospec.oracle.savitch import decide
from sokospec.oracle.systems import configurations
from unit.reductions.refused import refusals

EVEN = (Path(__file__).parents[3] / "examples" / "machines" / "parity.txt").read_text(encoding="ascii")


def test_a_machine_counts_ones() -> None:
    machine = parse_machine("\n" + EVEN)
    assert machine.is_deterministic
    for length in range(1, 6):
        for word in map("".join, product("01", repeat=length)):
            assert machine.accepts(word) == (word.count("1") % 2 == 0)
    assert machine.steps_to_accept("0110") == 5


def test_a_nondeterministic_machine_accepts_if_one_run_does() -> None:
    machine = parse_machine(
        "states: a b yes\nalphabet: 0 1\nstart: a\naccept: yes\n"
        "a 0 -> a 0 R\na 1 -> a 1 R\na 1 -> b 1 L\nb 1 -> yes 1 S"
    )
    assert not machine.is_deterministic
    assert [word for word in ("00", "01", "10", "11", "011", "101") if machine.accepts(word)] == [
        "10",
        "11",
        "011",
        "101",
    ]


def test_an_undefined_transition_halts_and_rejects() -> None:
    machine = Machine(("a", "yes"), ("0", "1"), "a", "yes", (Rule("a", "0", "a", "0", 1),))
    assert list(machine.successors(Configuration("a", 1, "01"))) == []
    assert not machine.accepts("01")


def test_the_head_stays_at_the_ends_of_the_tape() -> None:
    machine = Machine(("a", "yes"), ("0",), "a", "yes", (Rule("a", "0", "a", "0", -1), Rule("a", "0", "yes", "0", 1)))
    assert list(machine.successors(Configuration("a", 0, "00"))) == [("a", 0, "00"), ("yes", 1, "00")]
    assert list(machine.successors(Configuration("a", 1, "00"))) == [("a", 0, "00"), ("yes", 1, "00")]


def test_a_machine_that_starts_in_its_accept_state_accepts_at_once() -> None:
    machine = Machine(("yes",), ("0",), "yes", "yes", ())
    assert machine.steps_to_accept("000") == 0
    assert levels(machine, 3) == 0


def test_the_text_of_a_machine_is_read_back() -> None:
    rng = Random(1)
    for _ in range(50):
        machine = random_machine(rng, 3, 3, rules=3)
        assert parse_machine(str(machine)) == machine
        assert parse_machine(str(machine).replace("\n", "\r\n\n# note\r\n")) == machine


HEAD = "states: a yes\nalphabet: 0 1\nstart: a\naccept: yes\n"


test_malformed_machines_are_refused_where_they_are_wrong = refusals(
    parse_machine,
    [
        (
            HEAD + "a 0 -> a 1",
            "LB1",
            5,
            1,
            "this is neither a heading ('states:', 'alphabet:', 'start:', 'accept:') nor",
        ),
        (HEAD + "a 0 => a 1 L", "LB1", 5, 1, "this is neither"),
        (HEAD + "states a", "LB1", 5, 1, "this is neither"),
        (HEAD + "a 0 -> a 1 X", "LB1", 5, 12, "'X' is not a move; write L, R or S"),
        (HEAD + "start: a", "LB2", 5, 1, "'start:' is there twice"),
        ("states: a\n", "LB2", 2, None, "there is no line 'alphabet: …'; add it"),
        ("states: a\nalphabet:\nstart: a\naccept: a", "LB2", 2, 1, "'alphabet:' is empty"),
        ("states: a b\nalphabet: 0\nstart: a b\naccept: a", "LB2", 3, 1, "'start:' has 2 names; give it one"),
        ("states: a\nalphabet: 0\nstart: a\naccept:", "LB2", 4, 1, "'accept:' has 0 names"),
        ("states: a 1b\nalphabet: 0\nstart: a\naccept: a", "LB3", 1, 11, "'1b' is not a name here"),
        (
            "states: a\nalphabet: 01\nstart: a\naccept: a",
            "LB3",
            2,
            11,
            "'01' is not a name here; write one printable ASCII",
        ),
        ("states: a\nalphabet: é\nstart: a\naccept: a", "LB3", 2, 11, "'é' is not a name here"),
        ("states: a a\nalphabet: 0\nstart: a\naccept: a", "LB4", 1, 11, "a is there twice"),
        ("states: a\nalphabet: 0\nstart: a\naccept: b", "LB4", 4, 9, "there is no state b; add it to 'states:'"),
        (HEAD + "b 0 -> a 1 L", "LB4", 5, 1, "there is no state b"),
        (HEAD + "a 2 -> a 1 L", "LB4", 5, 3, "there is no symbol 2; add it to 'alphabet:'"),
        (HEAD + "a 0 -> c 1 L", "LB4", 5, 8, "there is no state c"),
        (HEAD + "a 0 -> a 3 L", "LB4", 5, 10, "there is no symbol 3"),
        (HEAD + "a 0 -> a 1 L\na 0 -> a 1 L", "LB5", 6, 1, "the rule is there twice"),
        (HEAD + "yes 0 -> a 1 L", "LB5", 5, 1, "a rule leads out of the accept state"),
    ],
)


@pytest.mark.parametrize(
    ("states", "alphabet", "start", "rules", "message"),
    [
        (("a", "yes", "a"), ("0",), "a", (), "a state occurs twice"),
        (("a", "yes"), (), "a", (), "at least one symbol"),
        (("a", "yes"), ("00",), "a", (), "each a single character"),
        (("a", "yes"), ("0",), "b", (), "there is no state 'b'"),
        (("a", "yes"), ("0",), "a", (Rule("yes", "0", "a", "0", 0),), "the machine halts in the accept state"),
        (("a", "yes"), ("0",), "a", (Rule("a", "0", "a", "0", 2),), "unknown state or move"),
        (("a", "yes"), ("0",), "a", (Rule("a", "0", "a", "1", 0),), "unknown symbol"),
    ],
)
def test_data_that_is_no_machine_is_refused(
    states: tuple[str, ...], alphabet: tuple[str, ...], start: str, rules: tuple[Rule, ...], message: str
) -> None:
    with pytest.raises(MachineError, match=message):
        Machine(states, alphabet, start, "yes", rules)


@pytest.mark.parametrize(("word", "message"), [("", "the input is empty"), ("0x", "symbol 2 of the input, 'x'")])
def test_words_that_no_run_can_start_on_are_refused(word: str, message: str) -> None:
    machine = Machine(("a", "yes"), ("0", "1"), "a", "yes", ())
    for give in (machine.accepts, lambda word: formula_of(machine, word), lambda word: Computation(machine, word)):
        with pytest.raises(MachineError, match=message):
            give(word)


@pytest.mark.parametrize(("working", "symbols", "length"), [(0, 1, 1), (1, 2, 1), (2, 2, 2), (1, 3, 3)])
def test_configurations_are_gone_through_once_each(working: int, symbols: int, length: int) -> None:
    machine = random_machine(Random(1), working, symbols)
    computation = Computation(machine, "0" * length)
    found = list(configurations(computation))
    wanted = {
        Configuration(state, head, tape)
        for state in machine.states
        for head in range(length)
        for tape in words(machine, length)
    }
    assert len(found) == len(set(found)) == computation.count() <= 2**computation.bits
    assert set(found) == wanted


@pytest.mark.parametrize("length", range(1, 9))
def test_the_formula_has_the_size_that_the_page_gives(length: int) -> None:
    rng = Random(length)
    for machine in [
        parse_machine(EVEN),
        *(random_machine(rng, 1 + number, 1 + number, rules=2) for number in range(4)),
    ]:
        formula = formula_of(machine, machine.alphabet[0] * length)
        state, symbol = ((len(names) - 1).bit_length() for names in (machine.states, machine.alphabet))
        rules, depth, n = len(machine.rules), levels(machine, length), length
        bits = state + n + n * symbol
        assert len(formula.quantifiers) == 2 * bits + depth * (3 * bits + 1) + rules + 1
        assert len(formula.universals) == depth
        literals = bits + state + 24 * bits * depth
        literals += (rules + 1) + 14 * n * symbol + 4 * state + 6 * n + rules * (4 * state + 6 * n * symbol + 6 * n)
        assert sum(map(len, formula.clauses)) == literals


@pytest.mark.long
def test_savitch_decides_what_small_machines_accept() -> None:
    answers = set()
    for number, machine in enumerate(small_machines(1, 2)):
        if number % 4 == 0:
            for word in words(machine, 1 + number // 4 % 2):
                decision = decide(Computation(machine, word))
                assert decision.verdict is (Verdict.SOLVED if machine.accepts(word) else Verdict.UNSOLVABLE)
                answers.add(decision.verdict)
    assert len(answers) == 2


def test_machines_by_their_runs_stand_for_all_machines() -> None:
    word = "01"
    by_run = set(machines_by_run(word, 1, 2))
    for machine in small_machines(1, 2):
        configuration, used, seen = machine.initial(word), [], set[Configuration]()
        while configuration not in seen:
            seen.add(configuration)
            state, head, tape = configuration
            for rule in machine.rules:
                if (rule.state, rule.read) == (state, tape[head]):
                    used += [rule] if rule not in used else []
                    configuration = next(machine.successors(configuration))
        assert Machine(machine.states, machine.alphabet, machine.start, machine.accept, tuple(used)) in by_run
