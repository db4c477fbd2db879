"""The truth of formulas by other programs: z3, and depqbf where it is installed."""

from __future__ import annotations

import shutil
import subprocess

import z3

from reductions.qdimacs_writing import write_qdimacs
from sokogen.reductions.formulas.qbf import Formula, Quantifier

DEPQBF = shutil.which("depqbf")


def by_z3(formula: Formula, *, milliseconds: int = 20_000) -> bool | None:
    """Return what z3 says, or None if it does not know."""
    variables = [z3.Bool(name) for name in formula.names]
    clauses = [
        z3.Or([variables[abs(one) - 1] if one > 0 else z3.Not(variables[abs(one) - 1]) for one in clause])
        for clause in formula.clauses
    ]
    statement = z3.And(clauses)
    for variable, quantifier in zip(reversed(variables), reversed(formula.quantifiers), strict=True):
        statement = (z3.ForAll if quantifier is Quantifier.FORALL else z3.Exists)([variable], statement)
    solver = z3.Solver()
    solver.set("timeout", milliseconds)
    solver.add(statement)
    return {"sat": True, "unsat": False}.get(str(solver.check()))


def by_depqbf(formula: Formula) -> bool:
    """Return what depqbf says, by its exit code: 10 for true, 20 for false (`apt-get install depqbf`)."""
    assert DEPQBF is not None, "ask only where it is installed"
    done = subprocess.run(
        [DEPQBF], input=write_qdimacs(formula), capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode in (10, 20), done.stderr
    return done.returncode == 10
