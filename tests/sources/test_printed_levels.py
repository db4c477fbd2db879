"""The levels and strings that the sources print are read, solved, replayed and compared."""

from __future__ import annotations

import pytest

from sokodead import DETECTORS
from sokogen.families.fibonacci import Side, fibonacci_level, fibonacci_moves, fibonacci_pushes
from sokogen.families.rooms import rooms_level, rooms_solution
from sokosolve.solver import solve
from sokospec import InvalidLevel, Level, Objective, ParseError, Square, Verdict, replay
from sokospec.formats import WRITERS, Reading, read_bytes
from sokospec.formats.rle import compress, expand
from sokospec.oracle import Metric, box_distances, perft, search_exhaustively
from sokospec.rules import normalise
from sokospec.transform.normal_form import STEPS, normal_form
from sokospec.transform.reconstruct import reconstruct
from sources import printed

BOXWORLD = Level.parse(printed.BOXWORLD_XSB)


def solved(text: str, objective: Objective = Objective.PUSHES) -> int | None:
    """Return the pushes of the answer to a level; None when it is unsolvable."""
    answer = solve(Level.parse(text), objective)
    assert answer.verdict in (Verdict.OPTIMAL, Verdict.UNSOLVABLE)
    return answer.pushes


@pytest.mark.source(50, 51, 52)
def test_boxworld_1_is_read_from_xsb_with_title_author_and_note() -> None:
    (entry,) = read_bytes(printed.BOXWORLD_XSB)
    assert entry.title == "Boxworld 1"
    assert dict(entry.properties)["author"] == "Thinking Rabbit"
    assert len(entry.level.boxes) == len(entry.level.goals) == 4
    (shouted,) = read_bytes(printed.BOXWORLD_XSB.replace("Title", "TITLE"))
    assert shouted.title == "Boxworld 1"


@pytest.mark.source(63, 64)
def test_the_examples_in_sok_and_mf8_are_the_same_level() -> None:
    for text in (printed.BOXWORLD_SOK, printed.BOXWORLD_MF8):
        (entry,) = read_bytes(text)
        assert entry.level == BOXWORLD


@pytest.mark.source(35, 86, 97)
@pytest.mark.parametrize("objective", list(Objective))
def test_boxworld_1_takes_10_moves_and_6_pushes(objective: Objective) -> None:
    answer = solve(BOXWORLD, objective)
    assert answer.lurd is not None and replay(BOXWORLD, answer.lurd).valid
    if objective is not Objective.ANY:
        assert answer.pushes == 6 and (objective is Objective.PUSHES or answer.moves == 10)


@pytest.mark.source(48)
@pytest.mark.parametrize("square", [(0, 9), (-1, 0), (0, -1), (9, 0), (4, 8)])
def test_squares_off_the_grid_are_walls(square: tuple[int, int]) -> None:
    assert BOXWORLD.board.is_wall(Square(*square))


@pytest.mark.source(53, 54)
@pytest.mark.parametrize("end", ["comment-end:", "comment_end:"])
def test_a_comment_block_ends_in_both_spellings(end: str) -> None:
    (entry,) = read_bytes(f"#####\n#@$.#\n#####\ncomment:\n#### is no wall here\n{end}\n")
    assert entry.notes == ("#### is no wall here",)


@pytest.mark.source(55)
def test_a_second_value_of_a_key_is_refused_and_kept_in_lenient_reading() -> None:
    text = "#####\n#@$.#\n#####\nAuthor: A\nAUTHOR: B\n"
    (refused,) = read_bytes(text)
    (defect,) = refused.drawn.defects
    assert (defect.rule, defect.line) == ("F14", 5)
    assert "'author' has the value 'A' in line 4, and 'B' here" in defect.message
    (entry,) = read_bytes(text, Reading(lenient=True))
    assert [value for key, value in entry.properties if key == "author"] == ["A", "B"]


@pytest.mark.source(57, 58, 59)
def test_the_example_of_run_lengths_is_another_level_than_its_code() -> None:
    lines, bars = Level.parse(printed.RUN_LENGTH_LINES), Level.parse(printed.RUN_LENGTH_BARS)
    assert lines == bars != Level.parse(printed.RUN_LENGTH_LEVEL)
    assert lines.player == (3, 3) and Level.parse(printed.RUN_LENGTH_LEVEL).player == (3, 2)
    assert WRITERS["rle"](read_bytes(printed.RUN_LENGTH_LINES)) == "3#|#.3#|#*$-#|#2-@#|5#\n"


@pytest.mark.source(60, 62)
def test_nested_groups_are_expanded_and_digits_at_the_end_refused() -> None:
    assert expand("2(3(#-)#)", 100).symbols == "#-#-#-##-#-#-#"
    assert compress("##--#") == "2#2-#"
    with pytest.raises(ParseError, match="R1"):
        expand("#3", 100)


@pytest.mark.source(65)
def test_sasquatch_41_has_boxes_out_of_reach_and_takes_18_pushes() -> None:
    level = Level.parse(printed.SASQUATCH_41)
    assert solved(printed.SASQUATCH_41) == 18
    assert len(normal_form(level).level.boxes) < len(level.boxes)


@pytest.mark.source(66)
@pytest.mark.parametrize("form", WRITERS)
def test_steaming_hot_keeps_its_row_of_floor_in_every_format(form: str) -> None:
    (entry,) = read_bytes(printed.STEAMING_HOT)
    (again,) = read_bytes(WRITERS[form]([entry]))
    assert again.level == entry.level and entry.level.board.height == 17


@pytest.mark.source(67)
def test_a_level_without_walls_is_refused_and_solved_once_closed() -> None:
    with pytest.raises(InvalidLevel, match="L5"):
        Level.parse(printed.NO_WALLS)
    (entry,) = read_bytes(printed.NO_WALLS, Reading(close=True))
    assert solve(entry.level).pushes == 1


@pytest.mark.source(70)
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("#####\n# $.#\n#####\n", "L1"),
        ("#######\n#@@$ .#\n#######\n", "L1"),
        ("#####\n#@  #\n#####\n", "L2"),
        ("######\n#@$$.#\n######\n", "L3"),
        ("######\n#@$x.#\n######\n", "F9"),
        ("nothing here\n", "F7"),
    ],
)
def test_each_error_that_the_tutorial_names_is_one_here(text: str, rule: str) -> None:
    with pytest.raises((InvalidLevel, ParseError), match=rule):
        Level.parse(text)


@pytest.mark.source(71, 72)
def test_margins_and_white_space_at_the_right_are_no_part_of_a_level() -> None:
    assert Level.parse("   #####  \n   #@$.#\n   #####\n") == Level.parse("#####\n#@$.#\n#####\n")


@pytest.mark.source(68)
def test_the_level_of_a_number_is_read_alone() -> None:
    collection = read_bytes("#####\n#@$.#\n#####\n\n#@$$$.#\n\n" + printed.GRAPH_LEVEL)
    assert collection[2].level == Level.parse(printed.GRAPH_LEVEL)


@pytest.mark.source(73, 74, 75)
def test_levels_are_built_from_solutions_and_wrong_ones_refused() -> None:
    assert str(reconstruct("R")) == "#####\n#@$.#\n#####"
    for wrong in ("RlR", "rrr"):
        with pytest.raises(ParseError):
            reconstruct(wrong)


@pytest.mark.source(78, 79, 81, 82)
def test_both_outer_walls_and_mirrored_drawings_have_one_normal_form() -> None:
    forms = {normal_form(Level.parse(text)).level for text in printed.TWO_OUTER_WALLS}
    assert len(forms) == 1
    rows = [row.ljust(8) for row in str(BOXWORLD).splitlines()]
    mirrored = Level.parse("\n".join(row[::-1] for row in rows))
    turned = Level.parse("\n".join(map("".join, zip(*rows, strict=True))))
    assert normal_form(mirrored).level == normal_form(turned).level == normal_form(BOXWORLD).level


@pytest.mark.source(85)
def test_the_aggressive_form_of_the_simplest_level_is_refused_as_it_has_no_box() -> None:
    with pytest.raises(InvalidLevel, match="L2"):
        Level.parse(printed.AGGRESSIVE_TO)
    form = normal_form(Level.parse(printed.AGGRESSIVE_FROM), ["forced", "dead-ends", "trim"]).level
    assert len(form.boxes) == 1 and not form.boxes - form.goals


@pytest.mark.source(86)
def test_the_graph_of_the_example_has_the_states_and_steps_of_the_drawing() -> None:
    level = Level.parse(printed.GRAPH_LEVEL)
    assert perft(level, 2, Metric.MOVES) == [1, 2, 1]
    assert replay(level, "R").valid and replay(level, "lrR").valid


@pytest.mark.source(92, 93, 94)
def test_walks_beside_the_box_make_no_new_state() -> None:
    level = Level.parse(printed.WALKING_AREA)
    assert normalise(level.board, level.state).player == Square(1, 1)
    assert perft(level, 1) == [1, 1]


@pytest.mark.source(23)
@pytest.mark.parametrize("text", printed.CORNERS[:2])
def test_boxes_in_the_drawn_corners_are_lost(text: str) -> None:
    assert solved(text) is None
    assert DETECTORS["corner"](Level.parse(text)) is not None


@pytest.mark.source(24)
def test_two_opposite_walls_do_not_hold_a_box() -> None:
    assert solved("#####\n#@$.#\n#####\n") == 1


@pytest.mark.source(25, 26)
@pytest.mark.parametrize("text", [printed.ALLEY_1, printed.ALLEY_2])
def test_both_alleys_are_dead_though_the_second_is_said_not_to_be(text: str) -> None:
    assert solved(text) is None


@pytest.mark.source(25, 27)
def test_the_detector_of_alleys_fires_on_the_first() -> None:
    assert DETECTORS["dead-alley"](Level.parse(printed.ALLEY_1)) is not None


@pytest.mark.source(28, 29, 30)
def test_the_first_box_at_one_wall_is_lost_and_the_others_take_8_pushes() -> None:
    assert solved(printed.ONE_SIDE_1) is None
    assert DETECTORS["one-side"](Level.parse(printed.ONE_SIDE_1)) is not None
    assert solved(printed.ONE_SIDE_2) == solved(printed.ONE_SIDE_3) == 8
    assert DETECTORS["one-side"](Level.parse(printed.ONE_SIDE_3)) is None


@pytest.mark.source(125, 126, 127)
def test_the_level_of_the_link_is_read_and_its_box_gets_to_the_goal_in_6_pushes() -> None:
    (entry,) = read_bytes(printed.LINK + "\n")
    level = entry.level
    (box,), (goal,) = level.boxes, level.goals
    assert box_distances(level.board, level.state, box)[goal] == 6
    shortest = search_exhaustively(level, Objective.PUSHES_MOVES)
    assert (shortest.pushes, shortest.moves) == (6, 10)


@pytest.mark.source(139, 140, 143)
@pytest.mark.parametrize(
    ("text", "side", "moves"), [(printed.SOLUTION_306, Side.RIGHT, 306), (printed.SOLUTION_308, Side.LEFT, 308)]
)
def test_the_printed_solutions_for_seven_boxes_solve_the_level_of_the_family(text: str, side: Side, moves: int) -> None:
    result = replay(fibonacci_level(7), "".join(text.split()))
    assert result.valid and (result.metrics.moves, result.metrics.pushes) == (moves, 102)
    assert fibonacci_moves(7, side) == moves and fibonacci_pushes(7) == 102
    assert fibonacci_moves(7) == 6 + fibonacci_moves(5, Side.LEFT) + 11 + fibonacci_moves(6)


@pytest.mark.source(141, 142)
def test_the_printed_solution_has_the_steps_that_the_text_names() -> None:
    steps = "".join(printed.SOLUTION_306.split())
    at = len(printed.FIRST_SIX) + fibonacci_moves(5, Side.LEFT)
    assert steps.startswith(printed.FIRST_SIX) and steps[at : at + 11] == printed.THEN_ELEVEN
    other = "dlDDRU" + steps[6:]
    assert replay(fibonacci_level(7), other).valid and len(other) == 306


@pytest.mark.source(135)
@pytest.mark.parametrize("rooms", [1, 2, 3, 4, 5])
def test_the_moves_of_the_rooms_about_double_with_each_room(rooms: int) -> None:
    lengths = [sum(map(len, rooms_solution(number))) for number in (rooms, rooms + 1)]
    assert replay(rooms_level(rooms), "".join(rooms_solution(rooms))).valid
    assert 2 * lengths[0] <= lengths[1] <= 3 * lengths[0] + 100


@pytest.mark.source(137, 138)
@pytest.mark.parametrize("boxes", range(6, 20))
def test_the_recurrences_and_closed_forms_as_printed(boxes: int) -> None:
    moves, pushes = fibonacci_moves, fibonacci_pushes
    assert moves(boxes) == moves(boxes - 1) + moves(boxes - 2) + boxes + (12 if boxes % 2 else 10)
    assert pushes(boxes) == pushes(boxes - 1) + pushes(boxes - 2) + 8
    root = 5**0.5
    golden, other = ((1 + root) / 2) ** boxes, ((1 - root) / 2) ** boxes
    closed = (-1) ** (boxes + 1) + (9 + root) * golden + (9 - root) * other - boxes - 14
    assert round(closed) == moves(boxes)
    assert round((10 + 4 * root) / 5 * golden + (10 - 4 * root) / 5 * other - 8) == pushes(boxes)


@pytest.mark.source(84)
def test_a_level_shares_its_optimal_solutions_with_two_levels_that_share_none() -> None:
    level = Level.parse("######\n#@ ###\n#  $.#\n######")
    one, other = reconstruct("drR"), reconstruct("rdR")
    for solution in ("drR", "rdR"):
        assert replay(level, solution).valid and replay(reconstruct(solution), solution).valid
    for each in (level, one, other):
        assert solve(each, Objective.MOVES).moves == 3
    assert not replay(one, "rdR").valid and not replay(other, "drR").valid
    steps = [step for step in STEPS if step not in ("player", "forced")]
    assert normal_form(one, steps).level != normal_form(other, steps).level
    assert normal_form(level, steps).level in (normal_form(one, steps).level, normal_form(other, steps).level)
