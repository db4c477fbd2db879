"""`sokospec reduce`: formulas and machines in, levels and solutions out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import sokospec
from sokospec import Level
from sokospec.replay import replay


def test_a_true_formula_gives_a_level_with_a_solution_that_check_accepts(tmp_path: Path) -> None:
    done = sokospec("reduce", "qbf", "-", "--solution", stdin="exists x y. (x or y)")
    assert done.returncode == 0
    file = tmp_path / "level.xsb"
    file.write_bytes(done.stdout)
    checked = sokospec("check", str(file))
    assert checked.returncode == 0 and b": valid" in checked.stdout


def test_qdimacs_is_recognised_and_json_has_the_keys_of_the_contract(tmp_path: Path) -> None:
    file = tmp_path / "formula.qdimacs"
    file.write_text("c a formula\np cnf 1 1\ne 1 0\n1 0\n")
    done = sokospec("reduce", "qbf", str(file), "--solution", "--json")
    found = json.loads(done.stdout)
    assert {"value", "width", "height", "squares", "boxes", "gadgets", "crossings", "xsb", "lurd"} <= found.keys()
    level = Level.parse(found["xsb"])
    assert found["value"] is True
    assert (found["width"], found["height"]) == (level.board.width, level.board.height)
    assert found["boxes"] == len(level.boxes)
    assert replay(level, found["lurd"]).solved
    assert found["moves"] == len(found["lurd"])


def test_a_false_formula_gives_a_level_without_a_solution() -> None:
    found = json.loads(sokospec("reduce", "qbf", "-", "--solution", "--json", stdin="exists x. ()").stdout)
    assert (found["value"], found["lurd"], found["moves"]) == (False, None, None)
    assert sokospec("solve", "-", "--engine", "reference", stdin=found["xsb"]).returncode == 1


def test_a_limit_ends_the_layout_of_a_large_network_without_a_word_on_stdout(tmp_path: Path) -> None:
    file = tmp_path / "machine.txt"
    file.write_text("states: a yes\nalphabet: 0 1\nstart: a\naccept: yes\na 0 -> a 1 R\na 1 -> yes 1 S\n")
    done = sokospec("reduce", "lba", str(file), "--word", "00", "--time-limit", "1")
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"time limit reached" in done.stderr


MACHINE = "states: a yes\nalphabet: 0 1\nstart: a\naccept: yes\na 0 -> a 0 R\na 1 -> yes 1 S\n"
GRAPH = "vertex p free\nvertex q free\nedge a 2 p q\ntarget a\n"


@pytest.mark.parametrize(("word", "steps"), [("001", 3), ("000", None)])
def test_a_machine_is_made_a_level_directly(tmp_path: Path, word: str, steps: int | None) -> None:
    file = tmp_path / "machine.txt"
    file.write_text(MACHINE)
    done = sokospec("reduce", "lba", str(file), "--word", word, "--direct", "--solution", "--json")
    found = json.loads(done.stdout)
    assert (found["value"], found["steps"], found["word"]) == (steps is not None, steps, word)
    if steps is None:
        assert (found["lurd"], found["moves"]) == (None, None)
    else:
        assert replay(Level.parse(found["xsb"]), found["lurd"]).solved
        assert found["moves"] == len(found["lurd"])


def test_a_constraint_graph_is_made_a_level_whose_solution_check_accepts(tmp_path: Path) -> None:
    file = tmp_path / "level.xsb"
    file.write_bytes(sokospec("reduce", "ncl", "-", "--solution", stdin=GRAPH).stdout)
    checked = sokospec("check", str(file))
    assert checked.returncode == 0 and b": valid" in checked.stdout


@pytest.mark.parametrize("options", [("ncl", "-"), pytest.param(("qbf", "-", "--by", "ncl"), marks=pytest.mark.long)])
def test_boxes_are_the_edges_of_a_planar_constraint_graph(tmp_path: Path, options: tuple[str, ...]) -> None:
    text = GRAPH if options[0] == "ncl" else "exists x. (x)"
    done = sokospec("reduce", *options, "--layout", "boxes", "--solution", "--json", stdin=text)
    record = json.loads(done.stdout)
    level = Level.parse(record["xsb"])
    assert (record["value"], record["crossings"], record["boxes"]) == (True, 0, len(level.boxes))
    assert record["squares"] == level.board.width * level.board.height < 5000
    assert replay(level, record["lurd"]).solved
    assert record["moves"] == len(record["lurd"])


@pytest.mark.parametrize(
    ("arguments", "text", "code", "message"),
    [
        (("lba", "-", "--direct", "--word", "2"), MACHINE, 4, "symbol 1 of the input, '2', is not in the alphabet"),
        (("lba", "-", "--direct"), MACHINE, 4, "the input is empty"),
        (("lba", "-", "--direct", "--word", "0"), MACHINE + "a 0 -> b 0 R\n", 4, "line 7, column 8"),
        (("ncl", "-"), GRAPH.replace("target a", ""), 4, "no target edge"),
        (("ncl", "-"), GRAPH + "edge b 3 p q\n", 4, "line 5, column 8"),
        (("ncl", "-"), GRAPH.replace("vertex p free", "vertex p and"), 4, "vertex p of kind and needs edges"),
        (("ncl", "-", "--direct"), GRAPH, 2, "--direct is for lba"),
        (("ncl", "-", "--by", "ncl"), GRAPH, 2, "--by is for formulas"),
        (("lba", "-", "--direct", "--by", "ncl"), MACHINE, 2, "--by is for formulas"),
        (("lba", "-", "--direct", "--layout", "boxes"), MACHINE, 2, "--layout boxes is for constraint graphs"),
        (("qbf", "-", "--layout", "boxes"), "exists x. (x)", 2, "--layout boxes is for constraint graphs"),
        (("ncl", "-", "--layout", "boxes", "--map", "map.json"), GRAPH, 2, "which --layout boxes does not have"),
        (("qbf", "-", "--by", "ncl", "--layout", "boxes"), "forall x. (x)", 2, "use --layout latches, the default"),
    ],
)
def test_malformed_machines_and_graphs_are_refused(
    arguments: tuple[str, ...], text: str, code: int, message: str
) -> None:
    done = sokospec("reduce", *arguments, stdin=text)
    assert (done.returncode, done.stdout) == (code, b"")
    assert message in done.stderr.decode()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exists x. (y)", "variable y is not quantified"),
        ("p cnf 1 1\ne 1 0\n2 0\n", "line 3"),
        ("p cnf 1 2\ne 1 0\n1 0\n", "QB6"),
        ("exists x (x", "QB7"),
        ("", "QB"),
    ],
)
def test_malformed_input_is_refused_with_its_place(text: str, message: str) -> None:
    done = sokospec("reduce", "qbf", "-", stdin=text)
    assert (done.returncode, done.stdout) == (4, b"")
    assert message in done.stderr.decode()


def test_an_undecided_instance_gets_the_level_that_it_gets_with_an_answer() -> None:
    for kind, text in (("qbf", "exists x. (x)(not x)"), ("ncl", GRAPH)):
        decided, undecided = (
            json.loads(sokospec("reduce", kind, "-", "--json", *options, stdin=text).stdout)
            for options in ((), ("--undecided",))
        )
        assert decided["value"] is not None
        assert undecided == decided | dict.fromkeys(("value", "moves", "steps"))
    both = sokospec("reduce", "ncl", "-", "--undecided", "--solution", stdin=GRAPH)
    assert (both.returncode, both.stdout) == (2, b"")


def test_a_formula_that_cannot_be_decided_is_unknown_and_has_a_level_all_the_same() -> None:
    names = [f"x{number}" for number in range(17)]
    text = f"forall {' '.join(names)}. ({names[0]})"
    done = sokospec("reduce", "qbf", "-", stdin=text)
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"17 universal variables" in done.stderr and b"--undecided" in done.stderr
    drawn = sokospec("reduce", "qbf", "-", "--undecided", "--tries", "1", "--rounds", "0", stdin=text)
    assert drawn.returncode == 0 and b"Comment: not decided; " in drawn.stdout
