"""The authority behind each theorem: each has one, and a size up to which was counted is in its scope."""

from __future__ import annotations

import re

import pytest
from tools.roots import ROOT

from sokoproof.all_proofs import THEOREMS
from sokoproof.authorities import authority_of

SIZES = re.compile(r"= \d+ to (\d+)$")
KINDS = {"coq", "z3", "sympy", "automata", "exhaustive"}
QUICK = [name for name in THEOREMS if re.search("recurrence|form|growth|push$|integral|squares|difference|side", name)]


@pytest.mark.parametrize("name", THEOREMS)
def test_each_theorem_has_known_authorities(name: str) -> None:
    assert {re.sub(r" to \d+$", "", each) for each in authority_of(name).split(", ")} <= KINDS


def test_an_unknown_theorem_has_none() -> None:
    with pytest.raises(KeyError):
        authority_of("rooms")


@pytest.mark.parametrize("name", QUICK)
def test_the_sizes_in_the_scope_are_those_of_the_authority(name: str) -> None:
    authority, proof = authority_of(name), THEOREMS[name]()
    if authority == "coq":
        return  # the theorem there is about all sizes
    if counted := SIZES.search(proof.scope):
        assert authority == f"exhaustive to {counted[1]}"
    elif "coq" not in authority and "exhaustive" in authority:
        assert "recurrence" in proof.scope or "family's" in proof.scope


def test_what_coq_stands_behind_is_a_theorem_there() -> None:
    stated = (ROOT / "proofs" / "rocq" / "theorem.txt").read_text(encoding="utf-8")
    fibonacci = ("FibonacciTheorem.fibonacci_optimal", "FibonacciLengths.closed_forms", "FibonacciLengths.solved_from")
    for theorem in ("RoomsTheorem.rooms_optimal", *fibonacci):
        assert f"\n{theorem} :" in stated
    assert {name.partition("-")[0] for name in THEOREMS if "coq" in authority_of(name)} == {"rooms", "fibonacci"}
    assert {name for name in THEOREMS if authority_of(name) == "coq"} == {
        f"{family}-{what}-fewest" for family in ("rooms", "fibonacci") for what in ("moves", "pushes")
    } | {"fibonacci-other-side"}
    assert not any("classical" in name for name in THEOREMS if "coq" in authority_of(name))
