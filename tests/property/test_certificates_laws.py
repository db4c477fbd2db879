"""Laws of the checker of certificates: its grid is the rules', what it accepts is true, no shortcut loses anything."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from math import inf
from random import Random

import pytest

from corrupted import naive
from corrupted.samples import (
    accepted_facts,
    closed_patterns,
    explored,
    groups_of,
    is_backwards,
    other_facts,
    other_groups,
    random_facts,
    small_level,
    some_prices,
)
from parts import parts
from property.labels import placements, pushes_to
from sokogen.draws import below
from sokogen.random.random_levels import random_mixed_level
from sokosolve.certify.certificate import solve_with_certificate
from sokospec import Level, Square, State
from sokospec.answer import Objective
from sokospec.certificates import Fact, Frozen, Pattern, Patterns, Prices, Rejected, check_evidence, verify
from sokospec.certificates.evidence import Facts
from sokospec.certificates.first_pushes import first_pushes
from sokospec.certificates.grid import INFINITE, Grid, bits
from sokospec.certificates.writing import format_fact
from sokospec.limits import Limits
from sokospec.oracle import search_exhaustively
from sokospec.oracle.certificate import solve_with_certificate as solve_by_oracle
from sokospec.rules import normalise, pushes, reachable, steps


def tiny_levels(name: str, count: int) -> Iterator[tuple[Level, Random]]:
    rng = Random(name)
    for _ in range(count):
        yield random_mixed_level(rng, max_height=3, max_width=4, max_boxes=3), rng


def small_levels(name: str, count: int) -> Iterator[tuple[Level, Random]]:
    rng = Random(name)
    for _ in range(count):
        yield small_level(rng), rng


def test_the_grid_is_the_rules_on_every_placement() -> None:
    for level, _ in tiny_levels("grid", 25):
        board, grid = level.board, Grid(level.board)
        assert grid.squares(grid.floor) == list(board.floor)
        assert grid.squares(grid.goals) == sorted(board.goals)
        known = placements(board, board.floor, len(level.boxes))
        for state in known:
            boxes, player = grid.mask(state.boxes), grid.mask([state.player])
            region = grid.reachable(player, boxes)
            assert grid.squares(region) == sorted(reachable(board, state))
            by_rules = [(grid.mask([push.box]), grid.mask(s.boxes - state.boxes)) for push, s in pushes(board, state)]
            assert sorted(grid.pushes(boxes, region)) == sorted(by_rules)
            pulled = [
                State(frozenset(grid.squares(boxes ^ now ^ before)), Square(*grid.squares(behind)[0]))
                for now, before, behind in grid.pulls(boxes, region)
            ]
            assert sorted(map(sorted, (s.boxes for s in pulled))) == sorted(sorted(s.boxes) for s in known[state])
            assert {normalise(board, s) for s in pulled} == set(known[state])


def test_walks_take_as_many_moves_as_steps_of_the_rules() -> None:
    for level, _ in tiny_levels("walks", 40):
        board, grid = level.board, Grid(level.board)
        layer, seen = {level.player}, {level.player}
        walks = list(grid.walks(grid.mask([level.player]), grid.mask(level.boxes)))
        for moves, (counted, squares) in enumerate(walks):
            assert counted == moves and set(grid.squares(squares)) == layer
            after = {s.player for p in layer for _, s in steps(board, State(level.boxes, p)) if s.boxes == level.boxes}
            layer = after - seen
            seen |= layer
        assert not layer


def test_frozen_boxes_are_walls_of_the_grid_and_their_goals_are_none() -> None:
    level = Level.parse("#####\n#@*.#\n# $ #\n#####")
    grid = Grid(level.board, [Square(1, 2)])
    assert grid.squares(grid.goals) == [(1, 3)] and Square(1, 2) not in grid.squares(grid.floor)
    assert [grid.squares(part) for part in grid.parts(grid.mask([(2, 2)]))] == [[(1, 1), (2, 1)], [(1, 3), (2, 3)]]


def said(level: Level, facts: list[Fact]) -> dict[int, naive.Said]:
    """Return what the second checker makes of the facts, as they are written."""
    lines = [line for fact in facts for line in format_fact(level.board, fact)]
    text = solve_text(level).replace("certificate 1", "certificate 2").split("\n")
    return naive.parse("\n".join([*text[: text.index("forwards") + 1], *lines, "end", ""])).facts


def solve_text(level: Level) -> str:
    lines: list[bytes] = []
    solve_by_oracle(level, Objective.PUSHES, lines.append)
    return b"".join(lines).decode("ascii")


@pytest.mark.parametrize("part", parts(4, 1, 1))
def test_accepted_facts_are_true_of_every_placement_and_say_what_they_are_defined_to_say(part: int) -> None:
    kinds, refused, strong = set(), 0, 0
    for level, rng in small_levels(f"facts {part}", 16):
        proposed = random_facts(level, rng, 6)
        for facts in (proposed, other_facts(level, proposed, rng)):
            known, accepted = accepted_facts(level, facts)
            refused += len(facts) - len(accepted)
            defined = said(level, accepted)
            truth = naive.truth_of(level)
            grid = known.board_ground.grid
            for number, definition in defined.items():
                kinds.add((definition.kind, definition.back, len(definition.within)))
                [bound] = known.bounds([number], backwards=definition.back)
                right = truth.from_first if definition.back else truth.to_go
                for state in truth.known:
                    found = bound(grid.mask(state.boxes), grid.mask([state.player]))
                    assert (inf if found >= INFINITE else found) == definition.bound(level, state)
                    assert found <= right.get(state, INFINITE)
                    strong += found >= INFINITE
    assert refused > 10 and strong > 1000
    assert {(kind, 0) for kind in ("patterns", "counting", "prices")} <= {(kind, depth) for kind, _, depth in kinds}
    assert {("counting", True, 0), ("prices", True, 0), ("prices", False, 1)} <= kinds


@pytest.mark.parametrize("part", parts(4, 1, 1))
def test_groups_that_are_right_are_accepted_and_accepted_ones_are_true_of_every_placement(part: int) -> None:
    kinds: Counter[tuple[bool, bool]] = Counter()
    wrong = more = dead = 0
    for level, rng in small_levels(f"groups {part}", 12):
        _, accepted = accepted_facts(level, some_prices(level, rng))
        for prices in [fact for fact in accepted if isinstance(fact, Prices)]:
            fact = groups_of(level, accepted, prices, 100, 2 + below(rng, 2))
            if fact is None:
                continue
            before = [other for other in accepted if other.number <= prices.number]
            for groups in (
                fact,
                other_groups(level, fact, rng),
                other_groups(level, other_groups(level, fact, rng), rng),
            ):
                known, kept = accepted_facts(level, [*before, groups])
                assert groups in kept or groups is not fact, (str(level), groups)
                if groups not in kept:
                    wrong += 1
                    continue
                kinds[groups.backwards, groups.within is not None] += 1
                definition, truth = said(level, kept)[100], naive.truth_of(level)
                right = truth.from_first if groups.backwards else truth.to_go
                [bound] = known.bounds([100], backwards=groups.backwards)
                [alone] = known.bounds([prices.number], backwards=groups.backwards)
                grid = known.board_ground.grid
                for state in truth.known:
                    asked = grid.mask(state.boxes), grid.mask([state.player])
                    found = bound(*asked)
                    assert (inf if found >= INFINITE else found) == definition.bound(level, state)
                    assert found <= right.get(state, INFINITE)
                    assert isinstance(found, int) or found == INFINITE  # costs of two numbers need all digits
                    more += alone(*asked) < found < INFINITE
                    dead += alone(*asked) < found == INFINITE
    assert wrong > 10 and more > 50 and dead > 300, (wrong, more, dead)
    assert min(kinds[back, within] for back, within in ((False, False), (True, False), (False, True))) > 3, kinds


@pytest.mark.long
def test_solutions_leave_frozen_boxes_alone_one_on_the_board_of_another_too() -> None:
    depths, living, dead = set(), 0, 0
    for level, rng in small_levels("frozen", 150):
        board, truth = level.board, naive.truth_of(level)
        facts, within, frozen = Facts(level), None, frozenset[Square]()
        free = [square for square in board.floor if square not in board.goals]
        if not free:
            continue
        player = free[below(rng, len(free))]
        facts.add(Prices(1, (0,) * len(level.goals)))
        for number, goal in enumerate(sorted(board.goals, key=lambda _: rng.random()), start=2):
            with suppress(Rejected):
                facts.add(Frozen(number, Pattern(frozenset({goal}), player), (1,), within))
                within, frozen = number, frozen | {goal}
        if within is None:
            continue
        depths.add(len(frozen))
        alone = replace(board, walls=board.walls | frozen, goals=board.goals - frozen)
        rest = pushes_to(placements(alone, alone.floor, len(level.boxes) - len(frozen)), alone.goals)
        region = reachable(alone, State(frozenset(), player))
        for state in truth.known:
            if frozen <= state.boxes and state.player in region:
                on_ground = rest.get(normalise(alone, State(state.boxes - frozen, state.player)))
                assert truth.to_go.get(state) == on_ground
                living += on_ground is not None
                dead += on_ground is None
    assert depths == {1, 2, 3} and living > 100 and dead > 100


@pytest.mark.long
def test_what_part_of_the_boxes_shows_all_of_them_show() -> None:
    shown = 0
    for level, rng in small_levels("monotone", 60):
        known, accepted = accepted_facts(level, random_facts(level, rng, 6))
        grid = known.board_ground.grid
        bounds = known.bounds([f.number for f in accepted if not isinstance(f, Frozen) and not is_backwards(f)])
        for state in list(naive.truth_of(level).known)[::7]:
            boxes, player = grid.mask(state.boxes), grid.mask([state.player])
            for some in combinations(sorted(state.boxes), max(1, len(state.boxes) - 1)):
                for bound in bounds:
                    if bound(grid.mask(some), player) >= INFINITE:
                        shown += 1
                        assert bound(boxes, player) >= INFINITE
    assert shown > 1000


def test_prices_of_any_size_show_no_part_of_a_state_to_be_dead() -> None:
    level = Level.parse("########\n#@     #\n# $ $  #\n#    ..#\n########")
    facts = Facts(level)
    for number, prices in enumerate([(1 << 300, 0), (0, 1 << 300), (-(1 << 300), 1 << 300)], start=1):
        facts.add(Prices(number, prices))
    grid = facts.board_ground.grid
    for bound in facts.bounds([1, 2, 3]):
        for square in ((2, 2), (2, 4), (3, 6)):
            assert bound(grid.mask([square]), grid.mask([(1, 1)])) < INFINITE


def test_no_prices_whatever_their_size_say_more_than_is_true_of_any_placement() -> None:
    sizes = (-(10**400), -(1 << 200), -999_999_999, -7, 0, 7, 999_999_999, 1 << 200, 10**400)
    finite = above_a_billion = 0
    for level, rng in small_levels("adversarial prices", 15):
        truth, facts = naive.truth_of(level), Facts(level)
        for number in range(1, 9):
            prices = tuple(sizes[below(rng, len(sizes))] for _ in level.goals)
            facts.add(Prices(number, prices, None, backwards=number > 4))
        grid = facts.board_ground.grid
        for numbers, backwards in ((range(1, 5), False), (range(5, 9), True)):
            right = truth.from_first if backwards else truth.to_go
            for bound in facts.bounds(numbers, backwards=backwards):
                for state in truth.known:
                    found = bound(grid.mask(state.boxes), grid.mask([state.player]))
                    assert found <= right.get(state, inf)
                    finite += found < INFINITE
                    above_a_billion += 10**9 < found < INFINITE
    assert finite > 1000 and above_a_billion > 30  # states that are dead, though no box of theirs is so alone


def test_wherever_a_finite_bound_counts_there_are_as_many_free_boxes_as_free_goals() -> None:
    seen: Counter[int] = Counter()
    for level, rng in small_levels("as many", 110):
        floor = sorted(level.board.floor)
        pairs = enumerate(combinations(rng.sample(floor, len(floor)), 2), start=100)
        single = [Frozen(number, Pattern(frozenset({box}), player)) for number, (box, player) in pairs]
        known, accepted = accepted_facts(level, [*random_facts(level, rng, 8), *single])
        grounds = [known.board_ground, *(known._grounds[f.number] for f in accepted if isinstance(f, Frozen))]
        for ground in grounds:
            for some in combinations(floor, len(level.boxes)):
                boxes = ground.grid.mask(some)
                if ground.holds(boxes, ground.region):
                    assert (boxes & ~ground.fixed).bit_count() == ground.grid.goals.bit_count()
                    seen[ground.fixed.bit_count()] += 1
    assert all(seen[count] >= 10 for count in range(4)), seen


@pytest.mark.parametrize("part", parts(3, 1, 1))
def test_patterns_that_play_cannot_leave_are_accepted_and_no_part_of_them_that_it_can(part: int) -> None:
    accepted = smaller = 0
    for level, rng in small_levels(f"patterns {part}", 60):
        boxes = frozenset(sorted(level.boxes)[: 1 + below(rng, 2)])
        patterns = closed_patterns(level.board, State(boxes, level.player))
        if patterns is None:
            continue
        check_evidence(level, (Patterns(1, tuple(patterns)),))
        accepted += 1
        for i in range(1, len(patterns)):
            with pytest.raises(Rejected):
                check_evidence(level, (Patterns(1, (*patterns[:i], *patterns[i + 1 :])),))
            smaller += 1
    assert accepted > 10 and smaller > 10


@pytest.mark.parametrize("part", parts(3, 1, 1))
def test_some_shortest_solution_begins_with_one_of_the_first_pushes(part: int) -> None:
    fewer = none = 0
    for level, rng in small_levels(f"first {part}", 40):
        known, accepted = accepted_facts(level, random_facts(level, rng, 4))
        covered = known.bounds([f.number for f in accepted if not isinstance(f, Frozen) and not is_backwards(f)])
        grid, truth = known.board_ground.grid, naive.truth_of(level)
        states = list(truth.known)
        for state in states[:: 1 + len(states) // 150]:
            boxes = grid.mask(state.boxes)
            region = grid.reachable(grid.mask([state.player]), boxes)
            all_pushes = len(list(grid.pushes(boxes, region)))
            for some in range(1, 1 << len(state.boxes)):
                closing = sum(box for i, box in enumerate(bits(boxes)) if some >> i & 1)
                with suppress(Rejected):
                    left = [
                        State(frozenset(grid.squares(boxes ^ box ^ landing)), grid.squares(box)[0])
                        for box, landing in first_pushes(grid, boxes, region, closing, covered)
                    ]
                    rest = (truth.to_go.get(normalise(level.board, after), inf) for after in left)
                    assert 1 + min(rest, default=inf) == truth.to_go.get(state, inf)
                    fewer += 0 < len(left) < all_pushes
                    none += not left
    assert fewer > 50 and none > 50


@pytest.mark.parametrize("objective", Objective)
def test_certificates_of_both_engines_are_accepted_and_claim_what_the_oracle_says(objective: Objective) -> None:
    rng = Random("engines")
    claims = set()
    for _ in range(25):
        level = random_mixed_level(rng, max_height=5, max_width=5, max_boxes=3)
        truth = search_exhaustively(level, objective)
        for write_one in (solve_with_certificate, solve_by_oracle):
            stream = io.BytesIO()
            answer = write_one(level, objective, stream.write)
            found = verify.verify(stream, level)
            assert found.accepted and found.claim is not None, found
            assert answer.verdict is truth.verdict
            words = found.claim.split(" ")
            claims.add(words[0])
            if truth.lurd is None:
                assert words == ["unsolvable"]
            elif objective is Objective.ANY:
                assert words == ["solved"]
            else:
                cost = objective.cost(len(truth.lurd), truth.pushes or 0)
                assert words == ["optimal", objective, *map(str, cost)]
    assert claims == {"unsolvable", "solved" if objective is Objective.ANY else "optimal"}


def test_shares_accept_and_reject_as_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random("shares")
    texts = [explored(small_level(rng), rng, backwards=bool(i % 2)) for i in range(60)]
    some = [text for text in texts if text is not None and text.count("\n") > 25]
    assert len(some) > 3
    wrong = [drop_a_state(text, rng) for text in some]
    before = [verify.verify(io.BytesIO(text.encode())).accepted for text in [*some, *wrong]]
    assert all(before[: len(some)]) and not all(before)
    monkeypatch.setattr(verify, "BYTES_A_STATE", 1 << 60)
    limits = Limits(mib=1 << 42)
    assert [verify.verify(io.BytesIO(text.encode()), limits=limits).accepted for text in [*some, *wrong]] == before


def drop_a_state(text: str, rng: Random) -> str:
    lines = text.split("\n")
    states = [i for i, line in enumerate(lines) if line[:1].isdigit() and line.count(" : ")]
    if states:
        del lines[states[below(rng, len(states))]]
    return "\n".join(lines)
