"""The commands that are interrupted, and the files that they read."""

from __future__ import annotations

import sys
from pathlib import Path

from batch.corridors import corridor, corridors
from signals.moments import Command
from sokogen.families.fibonacci import fibonacci_level
from sokogen.families.fibonacci_classical import classical_level
from sokospec import certify
from sokospec.formats import entry_of
from sokospec.formats.xsb import write_entry

SOLVER = f"{sys.executable} -m sokospec solve {{level}} --engine reference"

COMMANDS = {
    "prove": Command(("prove", "--json"), ("name",), "status"),
    "hardest": Command(
        ("hardest", "--squares", "10", "--jobs", "2", "--json"), ("squares", "metric"), "length", "length"
    ),
    "audit": Command(
        ("audit", "signals.corner:slow_corner", "--levels", "300", "--json"), ("detector",), "states", "states"
    ),
    "audit-wrong": Command(
        ("audit", "signals.corner:everywhere", "--levels", "300", "--json"), ("detector",), "detector"
    ),
    "batch": Command(
        ("batch", "levels.xsb", "--out", "results.jsonl", "--jobs", "2", "--json"),
        (),
        "levels",
        "levels",
        "results.jsonl",
    ),
    "policy": Command(
        ("policy", "corridors.xsb", "--out", "tables", "--jobs", "2", "--json"),
        ("file", "level"),
        "verdict",
        None,
        "tables/_records.jsonl",
    ),
    "crosscheck": Command(
        ("crosscheck", "corridors.xsb", "--solver", SOLVER, "--claims", "pushes", "--json"),
        ("file", "level"),
        "verdict",
    ),
    "solve": Command(("solve", "levels.xsb", "--json"), ("file", "level"), "verdict"),
    "solve-reference": Command(
        ("solve", "levels.xsb", "--engine", "reference", "--json"), ("file", "level"), "verdict"
    ),
    "solve-certificate": Command(("solve", "levels.xsb", "--certificate", ".", "--json"), ("file", "level"), "verdict"),
    "check": Command(("check", "solved.xsb", "--claim", "pushes", "--json"), ("file", "level", "solution"), "verdict"),
    "improve": Command(("improve", "solved.xsb", "--json"), ("file", "level", "solution"), "before"),
    "verify": Command(("verify", "odd.cert", "odd.cert", "--json"), ("file",), "verdict"),
    "render": Command(("render", "levels.xsb", "--level", "2", "--to", "svg", "--mark", "box-heat")),
    "savitch": Command(("savitch", "corridors.xsb", "--json"), ("file", "level"), "verdict"),
    "perft": Command(("perft", "levels.xsb", "--depth", "60", "--json"), ("file", "level"), "counts", "counts"),
    "generate": Command(("generate", "random", "--count", "12", "--min-length", "6", "--json"), ("xsb",), "verdict"),
    "convert": Command(("convert", "many.xsb", "--to", "sok")),
    "normalize": Command(("normalize", "corridors.xsb", "--json"), ("file", "level"), "xsb"),
    "deadlocks": Command(("deadlocks", "corridors.xsb", "--json"), ("level", "detector"), "detector"),
    "reconstruct": Command(("reconstruct", "r" + "R" * 400)),
    "reduce": Command(("reduce", "qbf", "formula.txt")),
    "family": Command(("generate", "fibonacci", "--boxes", "12", "--solution")),
    "conformance": Command(("conformance", "true", "--json"), ("case",), "verdict"),
    "list": Command(("prove", "--list")),
    "serve": Command(("serve", ".", "--port", "0"), endless=True),
}
"""By name; those that the issue of this project names come first."""


def prepare(folder: Path) -> None:
    """Write the files that the commands read into a folder."""
    write_levels(folder)
    certificate = certify(classical_level(5)).certificate
    assert certificate is not None, "there is no limit"
    (folder / "odd.cert").write_bytes(certificate)


def write_levels(folder: Path) -> None:
    """Write those of them that are made at once, into a folder that is made if need be."""
    folder.mkdir(exist_ok=True)
    drawn = "\n".join(write_entry(entry_of(level)) for level in (fibonacci_level(4), fibonacci_level(5)))
    (folder / "levels.xsb").write_text(f"{corridors(12)}\n{drawn}", encoding="utf-8")
    (folder / "corridors.xsb").write_text(corridors(8), encoding="utf-8")
    (folder / "many.xsb").write_text(f"{corridor(1)}\n" * 6000, encoding="utf-8")
    (folder / "formula.txt").write_text("forall x exists y. (x or not y) and (not x or y)\n", encoding="utf-8")
    solved = [f"{corridor(length)}\nSolution\nr{'R' * length}\n" for length in range(1, 13)]
    (folder / "solved.xsb").write_text("\n".join(solved), encoding="utf-8")
