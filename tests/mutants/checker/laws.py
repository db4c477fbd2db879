"""The laws, by the names that the table has for them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mutants.checker import about_facts, about_texts
from mutants.checker.copies import Checker

Law = Callable[[Checker, Random], str | None]


def on_levels(count: int, law: Law) -> Law:
    """Return a law of which one trial is so many trials of a law about one level: what takes a few hundredths of a
    second, and more where what it looks for is rare.
    """
    return lambda checker, rng: next(filter(None, (law(checker, rng) for _ in range(count))), None)


LAWS: dict[str, Law] = {
    "bounds": on_levels(4, about_facts.bounds_are_true),
    "groups": on_levels(6, about_facts.groups_are_true),
    "areas": on_levels(4, about_facts.areas_are_true),
    "potentials": on_levels(8, about_facts.potentials_are_true),
    "dead patterns": on_levels(8, about_facts.dead_patterns_are_dead),
    "dead levels": on_levels(4, about_facts.dead_levels_are_dead),
    "frozen boxes": on_levels(8, about_facts.frozen_boxes_stay),
    "first pushes": on_levels(3, about_facts.first_pushes_suffice),
    "provers": about_texts.careless_provers_are_refused,
    "meetings": about_texts.careless_meetings_are_refused,
    "balances": about_texts.careless_balances_are_refused,
    "states": about_texts.every_state_counts,
    "changed": about_texts.changed_certificates_are_proofs,
    "form": about_texts.changed_forms_are_refused,
    "lines": about_texts.lines_are_as_the_format_has_them,
    "solutions": about_texts.solutions_solve_at_the_cost,
    "files": about_texts.files_are_whole_and_about_the_level,
}


def broken(checker: Checker, law: str, trial: int) -> str | None:
    """Return how a checker breaks a law in a trial, None if it keeps it; the n-th trial of a law is always the same."""
    try:
        return LAWS[law](checker, Random(f"{law} {trial}"))
    except Exception as error:  # a checker that crashes is noticed too
        return f"{type(error).__name__}: {error}"
