"""The choice of the quick set of tests, from measured CPU seconds.

`pytest --costs FOLDER` and `pytest --long --costs FOLDER` write the CPU seconds of each test. Then
`python -m tools.choose_tests FOLDER` writes tests/quick_set.json by these rules, which weigh the faults that a test may
notice against its cost:

- Every planted fault (tests/mutants, tests/killers) of at most 0.35 s is tried.
- Any other function runs its cheapest cases: as a rule eight of up to 0.02 s, or two of up to 0.06 s.
- A function whose cheapest case takes over 0.3 s is left to `--long`, except those in `KEPT`: each of these is the only
  comparison of its kind.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "tests" / "quick_set.json"
FAULTS = ("tests/mutants/", "tests/killers/")
DEAREST_FAULT, DEAREST, MANY, MANY_COST, FEW, FEW_COST = 0.35, 0.3, 8, 0.02, 2, 0.06  # numbers of cases, CPU seconds
KEPT = frozenset[str](
    {
        "tests/batch/test_batch.py::test_the_records_are_those_of_solve_with_a_key",
        "tests/corrupted/test_corrupted_certificates.py::test_no_corrupted_certificate_is_wrongly_accepted",
        "tests/corrupted/test_least_closed_sets.py::test_what_is_more_than_the_optimum_has_no_closed_set_and_the_optimum_has_one",
        "tests/differential/test_engine_certificates.py::test_the_checker_accepts_what_the_engine_writes",
        "tests/differential/test_checker_against_z3.py::test_the_certificates_of_the_oracle_are_proved",
        "tests/differential/test_oracle_on_random_levels.py::test_verdicts_and_optima_of_all_objectives_agree_with_the_restatement",
        "tests/exhaustive/test_oracle_on_every_small_level.py::test_solvability_and_all_optima_are_those_of_brute_force",
        "tests/feature_space/test_corral_moves.py::test_a_state_can_be_solved_if_a_push_of_a_chosen_box_leads_to_one_that_can",
        "tests/fuzz/test_fuzz_readers.py::test_a_thousand_mutated_files_each_give_levels_or_a_sokoban_error",
        "tests/hardest/test_hardest.py::test_the_search_agrees_with_the_rules",
        "tests/mutants/solver/test_wrong_solvers.py::test_the_comparison_notices_the_wrong_engine_and_so_does_its_killer",
        "tests/planning/test_pddl.py::test_the_telling_level_is_played_by_the_rules",
        "tests/property/test_certificates_laws.py::test_accepted_facts_are_true_of_every_placement_and_say_what_they_are_defined_to_say",
        "tests/property/test_certificates_laws.py::test_some_shortest_solution_begins_with_one_of_the_first_pushes",
        "tests/property/test_fast_bounds.py::test_bounds_are_never_above_the_pushes_that_are_left_and_what_is_called_dead_is_dead",
        "tests/property/test_fast_bounds.py::test_a_bound_is_never_above_the_moves_that_are_left",
        "tests/property/test_fast_features.py::test_with_any_features_off_in_any_direction_the_verdict_and_the_optimum_are_those_of_the_oracle",
        "tests/property/test_meeting_in_the_middle.py::test_however_the_way_is_shared_the_cost_found_is_the_least_and_the_bound_is_no_more",
        "tests/property/test_potential.py::test_it_is_never_negative_and_neighbours_differ_by_one_at_most",
        "tests/property/test_section_search.py::test_nothing_in_a_vicinity_is_cheaper_than_what_is_found",
        "tests/property/test_upper_bounds.py::test_with_any_solution_known_the_answer_is_an_optimum_and_its_bound",
        "tests/reductions/test_qbf_levels.py::test_levels_have_a_solution_exactly_if_their_formulas_are_true",
        "tests/repo/test_imports.py::test_a_part_imports_only_what_the_dependency_rule_allows",
        "tests/signals/test_start.py::test_ctrl_c_gives_3_and_one_word",
    }
)
"""Functions that run one case whatever it costs."""


def read_costs(folder: Path) -> dict[str, dict[str, float]]:
    """Return the CPU seconds by function and case."""
    costs: dict[str, dict[str, float]] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            name, seconds = json.loads(line)
            function, _, case = name.partition("[")
            cases = costs.setdefault(function, {})
            name = case.removesuffix("]")
            cases[name] = min(seconds, cases.get(name, seconds))
    return costs


def choose(function: str, costs: Mapping[str, float]) -> dict[str, object] | None:
    """Return the entry of a function in the file, None if all its cases run by default."""
    is_fault = function.startswith(FAULTS) and function not in KEPT
    cheapest = min(costs.values())
    if not is_fault and cheapest > DEAREST and function not in KEPT:
        return {"cases": 0}
    dearest = max(cheapest, DEAREST_FAULT if is_fault else FEW_COST)
    slow = sorted(case for case, seconds in costs.items() if seconds > dearest)
    quick = sorted(seconds for seconds in costs.values() if seconds <= dearest)
    many = sum(quick) / len(quick) <= MANY_COST
    most = len(quick) if is_fault else MANY if many else FEW
    entry: dict[str, object] = {} if most >= len(quick) else {"cases": most}
    if slow:
        entry["slow"] = slow
    return entry or None


def main() -> None:
    """Write tests/quick_set.json."""
    parser = argparse.ArgumentParser(description="Choose the tests that run by default.")
    parser.add_argument("folder", type=Path, help="what pytest --costs wrote")
    costs = read_costs(parser.parse_args().folder)
    chosen: dict[str, dict[str, object]] = {}
    for function in sorted(costs):
        entry = choose(function, costs[function])
        if entry is not None:
            file, _, name = function.partition("::")
            chosen.setdefault(file, {})[name] = entry
    FILE.write_text(json.dumps(chosen, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
