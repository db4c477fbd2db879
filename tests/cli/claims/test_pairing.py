"""`check` pairs solutions with levels by labels, and never by position alone; nothing that was claimed vanishes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from cli import schemas
from sokocli.main import exit_code

Record = dict[str, object]
Reader = pytest.CaptureFixture[str]

WORDS = ("Attic", "Barn", "Cellar", "Dull", "Eaves", "Forge", "Gate", "12", "3", "Hall of mirrors", "I: the end")
"""Titles, among them LURD letters, numbers and one with a colon."""


def corridor(walk: int, pushes: int) -> tuple[str, str]:
    """Return a level that has one solution, and that."""
    inside = f"@{' ' * walk}${' ' * (pushes - 1)}."
    wall = "#" * (len(inside) + 2)
    return f"{wall}\n#{inside}#\n{wall}\n", "r" * walk + "R" * pushes


def checked(capsys: Reader, *words: str) -> tuple[int, list[Record], str]:
    """Run `check`; return its exit code, its records, and stderr."""
    code = exit_code(["check", *words, "--json"])
    said = capsys.readouterr()
    records = [json.loads(line) for line in said.out.splitlines()]
    for record in records:
        schemas.check("check", record)
    return code, records, said.err


def verdicts(records: Sequence[Record]) -> list[tuple[object, object]]:
    return [(record["level"], record["verdict"]) for record in records]


def in_two_lines(form: str) -> Callable[[int, str, str], str]:
    return lambda number, title, answer: f"{form.format(number=number, title=title)}\n{answer}\n"


STYLES: dict[str, Callable[[int, str, str], str]] = {
    **{form: in_two_lines(form) for form in ("; {number}", "Level {number}", "#{number}", "{number}:", "{number}")},
    **{
        form: in_two_lines(form)
        for form in ("Title: {title}", "{title}", "'{title}'", "; {title}", "{number}. {title}")
    },
    "Level {number}: {title}": in_two_lines("Level {number}: {title}"),
    "Solution {number}": in_two_lines("Solution {number}"),
    "number and answer": lambda number, title, answer: f"{number}: {answer}\n",
    "word, number and answer": lambda number, title, answer: f"Level {number} - {answer}\n",
    "title and answer": lambda number, title, answer: f"{title}: {answer}\n",
    "two lines": lambda number, title, answer: f"; {number}\nTitle: {title}\n\n{answer}\n",
    "file and number": lambda number, title, answer: f"levels.xsb:{number} {title!r}: OPTIMAL, 3 moves\n{answer}\n",
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seed", range(4))
def test_each_level_gets_its_own_verdict_whatever_the_order_and_however_few(
    style: str, seed: int, tmp_path: Path, capsys: Reader
) -> None:
    random = Random(f"{style} {seed}")
    titles = random.sample(WORDS, k=random.randint(3, len(WORDS)))
    sizes = random.sample([(walk, pushes) for walk in range(1, 9) for pushes in range(1, 9)], k=len(titles))
    levels = [corridor(*size) for size in sizes]
    (tmp_path / "levels.xsb").write_text(
        "\n".join(f"{board}Title: {title}\n" for (board, _), title in zip(levels, titles, strict=True)), "utf-8"
    )
    expected, blocks = {}, []
    for number in random.sample(range(1, len(levels) + 1), k=random.randint(2, len(levels))):
        steps = levels[number - 1][1]
        answers = {"VALID": steps, "INVALID": f"u{steps}", "NO_ANSWER": "no solution found"}
        expected[number] = random.choice(["VALID", "VALID", *answers])
        blocks.append(STYLES[style](number, titles[number - 1], answers[expected[number]]))
    numbers_alone = "title" not in style
    if numbers_alone and not any(verdict == "VALID" for verdict in expected.values()):
        return  # then numbers may be titles: nothing tells
    (tmp_path / "solutions.txt").write_text(random.choice(["", "\n"]).join(blocks), "utf-8")
    _, records, _ = checked(capsys, str(tmp_path / "levels.xsb"), "--solutions", str(tmp_path / "solutions.txt"))
    assert dict(verdicts(records)) == expected
    assert len(records) == len(expected)


@pytest.fixture
def three(tmp_path: Path) -> tuple[str, list[str], Path]:
    """Three levels, their solutions, and where solutions are to be written."""
    levels = [corridor(0, 1), corridor(1, 1), corridor(2, 2)]
    path = tmp_path / "three.xsb"
    path.write_text("\n".join(board for board, _ in levels), "ascii")
    return str(path), [steps for _, steps in levels], tmp_path / "solutions.txt"


@pytest.mark.parametrize(
    ("text", "expected", "code"),
    [
        ("R\n\nno solution found\n\nrrRR\n", [(1, "VALID"), (2, "NO_ANSWER"), (3, "VALID")], 3),
        ("R\n\nrR\n\nrrRR\n", [(1, "VALID"), (2, "VALID"), (3, "VALID")], 0),
        ("R\nrR\nrrRR\n", [(1, "VALID"), (2, "VALID"), (3, "VALID")], 0),
        ("R\n\nrrRR\n", [(1, "VALID"), (3, "VALID")], 0),
        ("R\nrrRR\n", [(1, "VALID"), (3, "VALID")], 0),
        ("rrRR\n", [(3, "VALID")], 0),
        ("rrRR\n\nrR\n\nR\n", [(3, "VALID"), (2, "VALID"), (1, "VALID")], 0),
        ("R\n\nuuu\n\nrrRR\n", [(1, "VALID"), (2, "INVALID"), (3, "VALID")], 1),
        ("R\n\nuuu\n", [(1, "VALID")], 3),
        ("Level 0\nR\nLevel 2\nrrRR\n", [(1, "VALID"), (3, "VALID")], 0),
        ("Level 1\nR\nLevel 2\nrrRR\n", [(1, "VALID"), (2, "UNKNOWN")], 3),
        ("Level 1\nR\nLevel 7\nrrRR\n", [(1, "VALID")], 3),
        ("Level 1\nR\n\nLevel 2\nLevel 3\nrrRR\n", [(1, "VALID"), (2, "NO_ANSWER"), (3, "VALID")], 3),
        ("Level 1\nSolution\nrR\n\nSolution 2\nR\n", [(1, "UNKNOWN"), (1, "VALID")], 3),
        ("three.xsb:3: UNSOLVABLE, 3 states, 0.1 s\n", [(3, "INVALID")], 1),
        ("Level 3: unknown\n", [(3, "NO_ANSWER")], 3),
        ("2 OPTIMAL, 1 LIMIT_TIME\n\nLevel 3\nrrRR\n", [(3, "VALID")], 0),
    ],
)
def test_without_labels_the_counts_agree_or_each_solution_is_tried_and_a_mislabelled_one_is_not_invalid(
    text: str,
    expected: list[tuple[int, str]],
    code: int,
    three: tuple[str, list[str], Path],
    capsys: Reader,
) -> None:
    levels, _, path = three
    path.write_text(text, "ascii")
    got, records, said = checked(capsys, levels, "--solutions", str(path), "--engine", "reference")
    assert (verdicts(records), got) == (expected, code)
    assert "paired" in said


def test_what_solve_prints_is_what_check_reads(three: tuple[str, list[str], Path], capsys: Reader) -> None:
    levels, _, path = three
    for options in ((), ("--json",)):
        assert exit_code(["solve", levels, "--engine", "reference", *options]) == 0
        path.write_text(capsys.readouterr().out, "utf-8")
        assert verdicts(checked(capsys, levels, "--solutions", str(path))[1]) == [
            (1, "VALID"),
            (2, "VALID"),
            (3, "VALID"),
        ]


def test_a_level_file_with_solutions_is_paired_by_its_boards(
    three: tuple[str, list[str], Path], capsys: Reader
) -> None:
    levels, solutions, path = three
    boards = [corridor(2, 2)[0], corridor(0, 1)[0], corridor(5, 5)[0]]
    path.write_text(
        f"{boards[0]}Solution\n{solutions[2]}\n\n{boards[1]}Solution\nu\n\n{boards[2]}Solution\nr\n", "ascii"
    )
    code, records, said = checked(capsys, levels, "--solutions", str(path))
    assert (verdicts(records), code) == ([(3, "VALID"), (1, "INVALID")], 1)
    assert "line 17: a solution was not checked, because its board equals the board of no level" in said


def test_the_solutions_beside_a_file_are_found_as_in_a_folder(
    three: tuple[str, list[str], Path], capsys: Reader
) -> None:
    levels, solutions, path = three
    path.with_name("three.sol").write_text(f"; 3\n{solutions[2]}\n; 1\n{solutions[0]}\n", "ascii")
    code, records, said = checked(capsys, levels)
    assert (verdicts(records), code) == ([(3, "VALID"), (1, "VALID")], 0)
    assert "also reading the solutions in" in said and "three.sol" in said
    assert verdicts(checked(capsys, str(path.parent))[1]) == verdicts(records)


RECORDS: list[tuple[Record, str]] = [
    ({"level": 1, "lurd": "R", "verdict": "OPTIMAL"}, "VALID"),
    ({"level": 2, "lurd": None, "verdict": "LIMIT_TIME"}, "NO_ANSWER"),
    ({"level": 2, "verdict": "INVALID_INPUT"}, "NO_ANSWER"),
    ({"level": 3, "lurd": None, "verdict": "UNSOLVABLE"}, "INVALID"),
    ({"level": 3, "lurd": "rrRR", "claim": "solution", "verdict": "HOLDS"}, "VALID"),
    ({"level": 3, "lurd": None, "claim": None, "verdict": "NO_ANSWER"}, "NO_ANSWER"),
    ({"file": "elsewhere/three.xsb", "level": 3, "lurd": "rrRR"}, "VALID"),
    ({"family": "corridor", "xsb": corridor(2, 2)[0], "lurd": "rrRR"}, "VALID"),
    ({"level": 2, "title": "Another", "lurd": "uR"}, "INVALID"),
]


def test_records_of_our_commands_are_read_and_a_wrong_line_does_not_stop_the_others(
    three: tuple[str, list[str], Path], capsys: Reader
) -> None:
    levels, _, path = three
    lines = [json.dumps(record) for record, _ in RECORDS]
    wrong = ["{torn", "[]", '{"level": 9, "lurd": "R"}', '{"level": 1, "lurd": 7}']
    path.write_text("\n".join([lines[0], *wrong, *lines[1:], '{"file": "other.xsb", "level": 9}']), "ascii")
    code, records, said = checked(capsys, levels, "--solutions", str(path), "--engine", "reference")
    assert [record["verdict"] for record in records] == [verdict for _, verdict in RECORDS]
    assert [record["line"] for record in records] == [1, *range(6, 14)]
    assert code == 4
    assert all(f"line {number}: " in said for number in (2, 3, 4, 5)) and said.count("[J1]") == 4
    assert "1 record about other files skipped" in said


def test_what_check_records_is_checked_again_with_the_same_verdicts(
    three: tuple[str, list[str], Path], capsys: Reader
) -> None:
    levels, _, path = three
    path.write_text("; 1\nR\n; 2\nuR\n; 3\nno solution found\n", "ascii")
    first = checked(capsys, levels, "--solutions", str(path))
    path.write_text("\n".join(map(json.dumps, first[1])), "utf-8")
    again = checked(capsys, levels, "--solutions", str(path))
    assert (verdicts(again[1]), again[0]) == (verdicts(first[1]), first[0])


def test_a_title_that_is_not_the_levels_makes_a_failing_record_unknown(tmp_path: Path, capsys: Reader) -> None:
    path = tmp_path / "levels.xsb"
    path.write_text(f"{corridor(0, 1)[0]}Title: One\n\n{corridor(1, 1)[0]}Title: Two\n", "ascii")
    claims = tmp_path / "claims.jsonl"
    lines = [{"level": 1, "title": "Two", "lurd": "rR"}, {"title": "two", "lurd": "rR"}, {"level": 1, "lurd": "rR"}]
    claims.write_text("\n".join(map(json.dumps, lines)), "ascii")
    code, records, _ = checked(capsys, str(path), "--solutions", str(claims))
    assert (verdicts(records), code) == ([(1, "UNKNOWN"), (2, "VALID"), (1, "INVALID")], 1)


def test_text_ends_with_the_counts_on_stdout(three: tuple[str, list[str], Path], capsys: Reader) -> None:
    levels, _, path = three
    path.write_text("; 1\nR\n; 2\nuR\n", "ascii")
    assert exit_code(["check", levels, "--solutions", str(path)]) == 1
    assert capsys.readouterr().out.endswith("\n1 valid, 1 invalid\n")
    assert exit_code(["solve", levels, "--engine", "reference"]) == 0
    assert capsys.readouterr().out.endswith("\n3 optimal\n")


@pytest.mark.rule("F34")
@pytest.mark.parametrize(
    ("below", "verdict", "line", "code"),
    [
        ("Solution\n\n", "NO_ANSWER", 5, 3),
        ("Solution:\n\n", "NO_ANSWER", 5, 3),
        ("Best solution/Moves 123\n", "NO_ANSWER", 5, 3),
        ("Solution: see my page\n", "NO_ANSWER", 5, 3),
        ("Solution 2\n\nsee my page\n", "NO_ANSWER", 5, 3),
        ("Solution: 3 3\n", "UNKNOWN", 5, 3),
        ("Solution\n\n3, 3\n", "UNKNOWN", 7, 3),
        ("Solution: 120\n", "NO_ANSWER", 5, 3),
        ("Solution: 264\n", "UNKNOWN", 5, 3),
        ("Solution: eE\n", "VALID", 5, 0),
        ("Solution\neE\n", "VALID", 6, 0),
        ("Solution (mine)\n→\n→\n", "VALID", 6, 0),
        ("Solution: 4-2r1\n", "VALID", 5, 0),
        ("Solution by me\n\nright,\nright\n", "VALID", 7, 0),
    ],
)
def test_whatever_a_heading_announces_is_read_or_reported_with_its_line(
    below: str, verdict: str, line: int, code: int, tmp_path: Path, capsys: Reader
) -> None:
    path = tmp_path / "level.sok"
    board = corridor(1, 1)[0]
    path.write_text(f"{board}\n{below}\n{board}Title: Next\n\nSolution\nrR\n", "utf-8")
    got, records, _ = checked(capsys, str(path))
    assert [(record["level"], record["verdict"], record["line"]) for record in records[:1]] == [(1, verdict, line)]
    assert [(record["level"], record["verdict"]) for record in records[1:]] == [(2, "VALID")]
    assert got == code


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("; a note\n{board}Title: Late\nSolution: rR(R\n", "line 6, column 13: "),
        ("{board}\nSolution\nrR\n  (R\n", "line 7, column 3: "),
        ("{board}\nSolution\n  rR(R\n", "line 6, column 5: "),
    ],
)
def test_the_place_of_a_fault_in_a_play_is_that_in_its_file(
    text: str, place: str, tmp_path: Path, capsys: Reader
) -> None:
    path = tmp_path / "level.sok"
    path.write_text(text.format(board=corridor(1, 1)[0]), "ascii")
    _, [record], _ = checked(capsys, str(path))
    assert (record["verdict"], record["rule"]) == ("INVALID", "R2")
    assert str(record["reason"]).startswith(place)


def test_plays_above_the_first_board_are_reported(tmp_path: Path, capsys: Reader) -> None:
    path = tmp_path / "level.sok"
    path.write_text(f"Solution\nrR\n\n{corridor(1, 1)[0]}Solution\nrR\n", "ascii")
    code, records, said = checked(capsys, str(path))
    assert (verdicts(records), code) == ([(1, "VALID")], 3)
    assert "line 2: 1 solution above the first board" in said


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        ("moves: right, right", "HOLDS"),
        ("['r', 'R']", "HOLDS"),
        ("Solution\neE", "HOLDS"),
        ("Solution\n3 3", "NO_ANSWER"),
    ],
)
def test_crosscheck_reads_what_programs_print_in_other_notations(
    printed: str, verdict: str, tmp_path: Path, capsys: Reader
) -> None:
    level, answer = tmp_path / "level.xsb", tmp_path / "answer.txt"
    level.write_text(corridor(1, 1)[0], "ascii")
    answer.write_text(f"{printed}\n\n", "ascii")
    exit_code(["crosscheck", str(level), "--solver", f"cat {answer} {{level}}", "--json"])
    assert json.loads(capsys.readouterr().out)["verdict"] == verdict


def test_a_single_arrow_is_a_step_and_a_single_letter_is_reported(tmp_path: Path, capsys: Reader) -> None:
    level, _ = corridor(0, 1)
    levels, said = tmp_path / "levels.xsb", tmp_path / "said.txt"
    levels.write_text(level, encoding="utf-8")
    for text, code, verdict in (("; 1\n→\n", 0, "VALID"), ("; 1\ne\n", 3, "NO_ANSWER")):
        said.write_text(text, encoding="utf-8")
        ended, records, _ = checked(capsys, str(levels), "--solutions", str(said))
        assert (ended, verdicts(records)) == (code, [(1, verdict)])
