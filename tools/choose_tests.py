"""The choice of the quick set of tests, from measured CPU seconds.

`pytest --costs FOLDER` and `pytest --long --costs FOLDER` write the CPU seconds of each test. Then
`python -m tools.choose_tests FOLDER` writes tests/quick_set.json by these rules, which weigh the faults that a test may
notice against its cost:

- Every planted fault (tests/mutants, tests/regression_levels) of at most 0.3 s is tried.
- Any other function runs its cheapest cases: as a rule four of up to 0.02 s, or one of up to 0.05 s.
- A function whose cheapest case takes over 0.2 s is left to `--long`, except those in `KEPT`: each of these is the only
  comparison of its kind.
- A function in `LEFT` is left to `--long` whatever it costs.

`--tighten` needs the costs of `pytest --costs FOLDER` alone, on a machine that does nothing else. It takes from the
quick set what breaks these rules, and adds nothing to it.

The file follows from these rules: exceptions are written into `KEPT` and `LEFT`, not into the file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

ROOT = Path(__file__).resolve().parents[1]
Entry = dict[str, object]
"""What the file says of a function: the number of cases that run, and the names of those that are too slow."""

FILE = ROOT / "tests" / "quick_set.json"
FAULTS = ("tests/mutants/", "tests/regression_levels/")
DEAREST_FAULT, DEAREST, MANY, MANY_COST, FEW, FEW_COST = 0.3, 0.2, 4, 0.02, 1, 0.05  # numbers of cases, CPU seconds
KEPT = frozenset[str](
    {
        "tests/batch/test_batch.py::test_the_records_are_those_of_solve_with_a_key",
        "tests/corrupted/test_corrupted_certificates.py::test_no_corrupted_certificate_is_wrongly_accepted",
        "tests/corrupted/test_least_closed_sets.py::test_what_is_more_than_the_optimum_has_no_closed_set_and_the_optimum_has_one",
        "tests/corrupted/test_three_checkers.py::test_the_proved_checker_agrees_with_the_others_where_it_covers",
        "tests/differential/test_checker_against_z3.py::test_the_certificates_of_the_oracle_are_proved",
        "tests/differential/test_engine_certificates.py::test_the_checker_accepts_what_the_engine_writes",
        "tests/differential/test_oracle_on_random_levels.py::test_verdicts_and_optima_of_all_objectives_agree_with_the_restatement",
        "tests/differential/test_oracle_one_box.py::test_distances_are_those_of_the_restatement_with_the_other_boxes_as_walls",
        "tests/differential/test_same_search_again.py::test_the_same_states_are_expanded_whatever_the_clock_says",
        "tests/exhaustive/test_oracle_on_every_small_level.py::test_solvability_and_all_optima_are_those_of_brute_force",
        "tests/feature_space/test_corral_moves.py::test_a_state_can_be_solved_if_a_push_of_a_chosen_box_leads_to_one_that_can",
        "tests/feature_space/test_packing_plans.py::test_the_plan_read_backwards_is_a_play_of_pulls",
        "tests/fuzz/test_fuzz_readers.py::test_a_thousand_mutated_files_each_give_levels_or_a_sokoban_error",
        "tests/hardest/test_hardest.py::test_the_search_agrees_with_the_rules",
        "tests/mutants/solver/test_wrong_solvers.py::test_the_comparison_and_a_regression_level_expose_the_wrong_engine",
        "tests/planning/test_pddl.py::test_the_telling_level_is_played_by_the_rules",
        "tests/property/test_certificates_laws.py::test_accepted_facts_are_true_of_every_placement_and_say_what_they_are_defined_to_say",
        "tests/property/test_certificates_laws.py::test_no_prices_whatever_their_size_say_more_than_is_true_of_any_placement",
        "tests/property/test_certificates_laws.py::test_some_shortest_solution_begins_with_one_of_the_first_pushes",
        "tests/property/test_certificates_laws.py::test_wherever_a_finite_bound_counts_there_are_as_many_free_boxes_as_free_goals",
        "tests/property/test_fast_bounds.py::test_a_bound_is_never_above_the_moves_that_are_left",
        "tests/property/test_fast_bounds.py::test_bounds_are_never_above_the_pushes_that_are_left_and_what_is_called_dead_is_dead",
        "tests/property/test_fast_bounds.py::test_what_groups_need_is_what_brute_force_finds_whatever_the_prices",
        "tests/property/test_fast_features.py::test_with_any_features_off_every_state_has_a_successor_from_which_the_rest_costs_just_what_is_left",
        "tests/property/test_fast_features.py::test_with_any_features_off_in_any_direction_the_verdict_and_the_optimum_are_those_of_the_oracle",
        "tests/property/test_learned_patterns.py::test_boxes_found_needless_stay_among_the_chosen_when_the_rest_is_too_many_to_keep",
        "tests/property/test_meeting_in_the_middle.py::test_however_the_way_is_shared_the_cost_found_is_the_least_and_the_bound_is_no_more",
        "tests/property/test_potential.py::test_it_is_never_negative_and_neighbours_differ_by_one_at_most",
        "tests/property/test_section_search.py::test_nothing_in_a_vicinity_is_cheaper_than_what_is_found",
        "tests/property/test_upper_bounds.py::test_with_any_solution_known_the_answer_is_an_optimum_and_its_bound",
        "tests/reductions/test_qbf_levels.py::test_levels_have_a_solution_exactly_if_their_formulas_are_true",
        "tests/regression_levels/test_regression_levels.py::test_the_corpus_refutes_the_freeze_recursion_in_whatever_order_it_looks_around",
        "tests/repo/test_imports.py::test_a_part_imports_only_what_the_dependency_rule_allows",
        "tests/signals/test_start.py::test_ctrl_c_gives_3_and_one_word",
        # These pay for a preparation that the next one would pay without them.
        "tests/serve/test_serving_one_file.py::test_a_file_without_levels_is_refused_at_once",
        "tests/unit/reductions/test_level_map.py::test_the_ports_on_a_wire_are_those_of_its_net",
        "tests/unit/solver/test_machine_code.py::"
        "test_the_machine_code_is_of_these_sources_and_takes_what_their_annotations_say",
    }
)
"""Functions that run one case whatever it costs."""

LEFT = frozenset[str](
    {
        "tests/regression_levels/test_regression_levels.py::test_every_fault_in_the_checker_lets_its_certificate_pass",
        "tests/mutants/checker/test_closing.py::"
        "test_where_pushes_count_what_closing_boxes_leave_is_as_good_and_is_accepted",
    }
)
"""Functions of which no case runs by default, as others try the same faults by fewer steps."""

MODEST = frozenset[str](
    {
        "tests/mutants/checker/test_wrong_fast_checkers.py::"
        "test_the_fast_checker_as_it_is_says_what_the_reference_checker_says_in_python_too",
    }
)
"""Functions beside planted faults that try none, so that they run as few cases as any other function."""


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


def choose(function: str, costs: Mapping[str, float]) -> Entry | None:
    """Return the entry of a function in the file, None if all its cases run by default."""
    if function in LEFT:
        return {"cases": 0}
    is_fault = function.startswith(FAULTS) and function not in KEPT | MODEST
    cheapest = min(costs.values())
    if not is_fault and cheapest > DEAREST and function not in KEPT:
        return {"cases": 0}
    dearest = max(cheapest, DEAREST_FAULT if is_fault else FEW_COST)
    slow = sorted(case for case, seconds in costs.items() if seconds > dearest)
    quick = sorted(seconds for seconds in costs.values() if seconds <= dearest)
    many = sum(quick) / len(quick) <= MANY_COST
    most = len(quick) if is_fault else MANY if many else FEW
    entry: Entry = {} if most >= len(quick) else {"cases": most}
    if slow:
        entry["slow"] = slow
    return entry or None


def tightened(function: str, entry: Entry | None, costs: Mapping[str, float]) -> Entry | None:
    """Return the entry of a function without the cases that cost too much now; `costs` are of those that run."""
    old, new = entry or {}, choose(function, costs) or {}
    slow = {*cast(list[str], old.get("slow", [])), *cast(list[str], new.get("slow", []))}
    cases = new.get("cases", old.get("cases"))
    return ({} if cases is None else {"cases": cases}) | ({"slow": sorted(slow)} if slow else {}) or None


def written(chosen: Mapping[str, Entry]) -> str:
    """Return the text of the file for the entries by function."""
    files: dict[str, dict[str, Entry]] = {}
    for function, entry in sorted(chosen.items()):
        file, _, name = function.partition("::")
        files.setdefault(file, {})[name] = entry
    return json.dumps(files, indent=1, ensure_ascii=False) + "\n"


def read_choice() -> dict[str, Entry]:
    """Return the entries that the file has, by function."""
    files = json.loads(FILE.read_text(encoding="utf-8"))
    return {f"{file}::{name}": entry for file, functions in files.items() for name, entry in functions.items()}


def main() -> None:
    """Write tests/quick_set.json."""
    parser = argparse.ArgumentParser(description="Choose the tests that run by default.")
    parser.add_argument("folder", type=Path, help="what pytest --costs wrote")
    parser.add_argument("--tighten", action="store_true", help="only take away what breaks the rules")
    options = parser.parse_args()
    costs = read_costs(options.folder)
    chosen = read_choice() if options.tighten else {}
    for function in costs:
        if options.tighten:
            entry = tightened(function, chosen.get(function), costs[function])
        else:
            entry = choose(function, costs[function])
        if entry is not None:
            chosen[function] = entry
    FILE.write_text(written(chosen), encoding="utf-8")


if __name__ == "__main__":
    main()
