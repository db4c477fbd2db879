"""`crosscheck` finds what is wrong in other people's solvers, and takes no harm from what they do."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cli.running import WAREHOUSE, records, sokospec
from sokocheck.programs.answers import candidates, plans, says_unsolvable
from sokocheck.programs.attempt import LEVEL_FILES, Saying, run_on, understand
from sokocheck.programs.command import with_whole_paths, words_of
from sokocheck.programs.measure import Allowance
from sokocheck.programs.scratch import scratch_folder
from sokospec import Level, Objective, replay
from sokospec.conformance import load_levels

PROGRAM = """\
import os, sys, time

mode, level, solution, folder = sys.argv[1:5]
drawing = open(level).read()
SOLUTIONS = {"Two in a row": "uruulDulD", "Pushes or moves": "drrruulDrdL", "Pillar": "dlUluuRurrD"}
title = next((name for name in SOLUTIONS if name in drawing), None)
known = SOLUTIONS.get(title)
if mode == "right":
    print(f"Solution:\\n{known}" if known else "The level is unsolvable.")
elif mode == "wasteful":  # calls its solutions optimal, though it walks to and fro and pushes more than it must
    print("rRurDrdLL" if title == "Pushes or moves" else known or "no solution")
elif mode == "hopeless":  # calls everything hopeless that has more than one box
    print(known if drawing.count("$") < 2 else "Completely explored state space -- no solution!")
elif mode == "wrong":
    print("lurdlurdlurd")
elif mode == "garbage":
    sys.stdout.buffer.write(bytes(range(256)) * 500)
    sys.exit(3)
elif mode == "file":
    open(solution, "w").write(f"; by a program\\n{known}\\n")
    print("written")
elif mode == "sok":  # as a program that names its file itself
    open(os.path.join(folder, "level, solved.sok"), "w").write(f"{drawing}\\nSolution (moves 9)\\n{known}\\n")
elif mode == "link":
    os.symlink(level, solution)
    os.mkfifo(os.path.join(folder, "pipe"))
elif mode == "much":
    while True:
        sys.stdout.write("x" * 1_000_000)
elif mode == "large":
    with open(solution, "wb") as file:
        for _ in range(100):
            file.write(bytes(1_000_000))
elif mode == "never":
    while True:
        pass
elif mode == "late":  # never ends, though it has a solution
    print(known, flush=True)
    while True:
        pass
elif mode == "forks":
    child = os.fork()
    if child:
        with open(os.environ["pids"], "a") as pids:
            pids.write(f"{child}\\n")
    else:
        os.setsid()
        time.sleep(600)
elif mode == "eats":
    block = bytearray(500 << 20)
    time.sleep(600)
"""

Run = Callable[..., tuple[int, list[dict[str, object]]]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that checks a wrong solver, named by what it does, on the levels of the warehouse."""
    program = tmp_path / "solver.py"
    program.write_text(PROGRAM, encoding="utf-8")

    def check(mode: str, *options: str, env: dict[str, str] | None = None) -> tuple[int, list[dict[str, object]]]:
        command = f"{sys.executable} -S '{program}' {mode} {{level}} {{solution}} {{folder}}"
        done = sokospec(
            "crosscheck", "--solver", command, WAREHOUSE, "--engine", "reference", "--json", *options, env=env
        )
        assert b"Traceback" not in done.stderr, done.stderr
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]

    return check


def told(found: list[dict[str, object]]) -> list[tuple[object, object, object]]:
    return [(record["claim"], record["truth"], record["verdict"]) for record in found]


SOLVED = ("solution", "solvable", "HOLDS")
REFUSED = (None, None, "NO_ANSWER")


def test_a_solver_that_is_right_is_right_in_everything(run: Run) -> None:
    code, found = run("right", "--claims", "pushes")
    assert code == 0
    assert told(found) == [("pushes", "solvable", "HOLDS")] * 3 + [("unsolvable", "unsolvable", "HOLDS")]
    assert [record["optimum"] for record in found] == [2, 2, 3, None]


def test_a_solver_whose_solutions_are_not_optimal_is_found_where_it_claims_that(run: Run) -> None:
    code, found = run("wasteful", "--claims", "pushes")
    assert code == 1
    assert [record["verdict"] for record in found] == ["HOLDS", "REFUTED", "HOLDS", "HOLDS"]
    wrong = found[1]
    assert (wrong["claim"], wrong["truth"], wrong["pushes"], wrong["optimum"]) == ("pushes", "solvable", 4, 2)
    assert wrong["reason"] == "a better solution is drrruulDrdL"


def test_without_a_claim_of_optimality_any_solution_holds(run: Run) -> None:
    code, found = run("wasteful", "--level", "2")
    assert (code, told(found)) == (0, [SOLVED])


def test_a_solver_that_calls_solvable_levels_hopeless_is_found(run: Run) -> None:
    code, found = run("hopeless")
    assert code == 1
    refuted = [record for record in found if record["verdict"] == "REFUTED"]
    assert refuted and all(record["claim"] == "unsolvable" for record in refuted)
    assert all(record["truth"] == "solvable" for record in refuted)
    assert all("it says 'Completely explored state space'" in str(record["reason"]) for record in refuted)


def test_truth_comes_with_a_certificate_where_that_is_wanted(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "certificates"
    folder.mkdir()
    code, found = run("right", "--claims", "pushes", "--certificate", str(folder))
    assert (code, [record["verdict"] for record in found]) == (0, ["HOLDS"] * 4)
    assert len(list(folder.iterdir())) == 4


def test_a_suite_needs_no_files_and_no_search() -> None:
    command = ("crosscheck", "--claims", "pushes", "--time-limit", "0", "--json")
    levels = load_levels("killers")
    number, known = next((n, each) for n, each in enumerate(levels, 1) if each.answers[Objective.PUSHES].lurd)
    level = ("--suite", "regression", "--level", str(number))
    hopeless = sokospec(*command, *level, "--solver", "sh -c 'echo no solution exists' {level}")
    [record] = records(hopeless)
    assert (hopeless.returncode, record["verdict"], record["truth"]) == (1, "REFUTED", "solvable")
    assert (record["file"], record["level"], record["title"]) == ("regression", number, known.id)
    lurd = known.answers[Objective.PUSHES].lurd
    right = sokospec(*command, *level, "--solver", f"sh -c 'echo solution: {lurd}' {{level}}")
    assert (right.returncode, [each["optimum"] for each in records(right)]) == (
        0,
        [known.answers[Objective.PUSHES].pushes],
    )
    both = sokospec(*command, "--suite", "conformance", "--level", "1", "--solver", "echo {level}", WAREHOUSE)
    assert [(each["file"], each["verdict"]) for each in records(both)] == [
        ("conformance", "NO_ANSWER"),
        (WAREHOUSE, "NO_ANSWER"),
    ]


def test_a_level_of_a_suite_is_believed_by_its_certificate_alone_where_that_is_wanted(tmp_path: Path) -> None:
    command = ("--suite", "regression", "--level", "2", "--engine", "reference", "--certificate", str(tmp_path))
    done = sokospec("crosscheck", *command, "--solver", "sh -c 'echo no solution exists' {level}")
    assert done.returncode == 1 and len(list(tmp_path.iterdir())) == 1


def test_a_suite_that_does_not_exist_or_has_no_such_level_is_a_usage_error() -> None:
    solver = ("--solver", "echo {level}")
    for options in (("--suite", "legends"), (), ("--suite", "killers", "--level", "9999")):
        assert sokospec("crosscheck", *solver, *options).returncode == 2


def test_what_our_solver_cannot_settle_in_time_is_unknown(run: Run) -> None:
    code, found = run("right", "--claims", "pushes", "--time-limit", "0", "--level", "3")
    assert (code, told(found)) == (3, [("pushes", "solvable", "UNKNOWN")])


def test_steps_that_solve_nothing_are_refuted_with_the_place(run: Run) -> None:
    code, found = run("wrong", "--level", "1")
    assert (code, told(found)) == (1, [("solution", None, "REFUTED")])
    assert "the solution of 12 steps fails at " in str(found[0]["reason"])


@pytest.mark.parametrize(
    ("mode", "options", "reason"),
    [
        ("garbage", (), "exit code 3"),
        ("link", (), "no answer"),
        ("much", (), "it printed more than 4 MiB"),
        ("large", (), "exit code 1"),
        ("never", ("--solver-time", "0.3"), "it reached its limit of CPU time"),
        ("eats", ("--solver-memory", "200"), "it reached its limit of memory"),
    ],
)
@pytest.mark.long
def test_a_solver_that_misbehaves_gives_no_answer_and_no_trouble(
    run: Run, mode: str, options: tuple[str, ...], reason: str
) -> None:
    code, found = run(mode, "--level", "1", *options)
    assert (code, told(found)) == (3, [REFUSED])
    assert reason in str(found[0]["reason"])


def test_a_solver_that_is_ended_has_not_called_its_solution_optimal(run: Run) -> None:
    code, found = run("late", "--level", "2", "--claims", "moves", "--solver-time", "0.5")
    assert (code, told(found)) == (0, [SOLVED])
    assert "limit of CPU time" in str(found[0]["reason"])


def test_nothing_that_a_solver_forks_outlives_its_run(run: Run, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code, found = run("forks", "--level", "1", env={"pids": str(pids)})
    assert (code, told(found)) == (3, [REFUSED])
    with pytest.raises(ProcessLookupError):
        os.kill(int(pids.read_text()), 0)


@pytest.mark.parametrize("mode", ["file", "sok"])
def test_a_solution_in_a_file_is_read(run: Run, mode: str) -> None:
    code, found = run(mode, "--level", "1", "--claims", "pushes")
    assert (code, told(found)) == (0, [("pushes", "solvable", "HOLDS")])


@pytest.mark.parametrize(
    "options",
    [
        ("--solver", "echo"),
        ("--solver", "no-such-program {level}"),
        ("--solver", "echo '{level}"),
        ("--solver", "echo {level}", "--says-unsolvable", "("),
        ("--solver", "echo {level}", "--claims", "poetry"),
        (),
    ],
)
def test_wrong_usage_gives_2(options: tuple[str, ...]) -> None:
    assert sokospec("crosscheck", WAREHOUSE, *options).returncode == 2


def attempt(words: Sequence[str], level: Level, allowance: Allowance, objective: Objective) -> Saying:
    """Run a program on a level, and return what it says."""
    return understand(run_on(words, level, allowance), level, objective)


def said_of(level: Level, *words: str) -> str:
    """Return what a Python program prints that stands in `words` after its options."""
    return attempt((sys.executable, "-S", *words), level, Allowance(10, 20, 1000, 1), Objective.PUSHES).measured.stdout


TITLED = Level.parse("#####\n#@$.#\n#####\nTitle: One push")


def test_the_board_stands_alone_in_one_file_and_with_its_title_in_the_other() -> None:
    show = "import sys; [print(open(name).read()) for name in sys.argv[1:]]"
    board, level = said_of(TITLED, "-c", show, "{board}", "{level}").split("\n\n")[:2]
    assert board == "#####\n#@$.#\n#####"
    assert level == f"{board}\nTitle: One push"


def test_a_program_runs_in_the_folder_of_the_level_and_leaves_nothing_in_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write = "import os; open('beside.sok', 'w').write('rR'); print(*os.getcwdb())"
    saying = attempt(
        (sys.executable, "-S", "-c", write, "{board}"), TITLED, Allowance(10, 20, 1000, 1), Objective.PUSHES
    )
    assert saying.lurd == "rR"
    folders = [saying.measured.stdout, said_of(TITLED, "-c", write, "{level}")]
    for folder in (bytes(map(int, numbers.split())) for numbers in folders):  # as letters, its name may have a solution
        assert not Path(os.fsdecode(folder)).exists()
    assert not list(tmp_path.iterdir())


def test_words_that_name_files_from_here_are_found_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "moves").mkdir()
    (tmp_path / "solver.py").write_text("import sys; print(sys.argv)", encoding="utf-8")
    program = tmp_path / "solver.sh"
    program.write_text("#!/bin/sh\necho $0", encoding="utf-8")
    program.chmod(0o700)
    said = said_of(TITLED, "solver.py", "moves", "./moves", "no/file", "{level}")
    assert str([str(tmp_path / "solver.py"), "moves", str(tmp_path / "moves"), "no/file"])[:-1] in said
    words = with_whole_paths(["./solver.sh", "solver.sh", "x" * 9999, "{level}"])
    assert words == [str(program), str(program), "x" * 9999, "{level}"]
    assert with_whole_paths(["solver.sh"]) == ["solver.sh"], "a program without a slash is looked for as shells do"


def test_the_files_of_the_level_can_be_named_without_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a program needs it that takes a word with a slash in front for an option."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "level.xsb").write_text("not this one", encoding="utf-8")
    show = "import sys; print(open(sys.argv[1]).read())"
    assert said_of(TITLED, "-c", show, "level.xsb") == said_of(TITLED, "-c", show, "{level}")
    assert said_of(TITLED, "-c", show, "board.txt") == said_of(TITLED, "-c", show, "{board}")
    assert words_of("cat board.txt", LEVEL_FILES) == ("cat", "board.txt")


def test_a_program_that_does_not_find_its_file_is_told_where_it_runs() -> None:
    saying = attempt((sys.executable, "no.py", "{level}"), TITLED, Allowance(10, 20, 1000, 1), Objective.PUSHES)
    assert saying.silence.endswith("it runs in the level's folder: name other files by whole paths")


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    level = Level.parse("#####\n#@$.#\n#####")
    words = (sys.executable, "-S", "-c", "import sys; print(sys.argv)", "$(touch x);", "{level}", "{level}.bak")
    saying = attempt(words, level, Allowance(10, 20, 1000, 1), Objective.PUSHES)
    assert "$(touch x);" in saying.measured.stdout and "level.xsb.bak" in saying.measured.stdout


YASS = "#####\n#@$.#\n#####\n\nSolution/Moves\nrR\n\nSolver: YASS 2.151\n"
PLAN = """\
(move player-01 pos-2-2 pos-2-3 dir-down)
(push-to-nongoal player-01 stone-01 pos-2-3 pos-3-3 pos-4-3 dir-right)
(push-to-goal player-01 stone-01 pos-3-3 pos-4-3 pos-5-3 dir-right)
; cost = 2 (general cost)
"""
LOG = """\
Solution found!
move player-01 pos-2-2 pos-2-3 dir-down (0)
push-to-goal player-01 stone-01 pos-3-3 pos-4-3 pos-5-3 dir-right (1)
Plan length: 2 step(s).
"""
TIMED = "0.00000: (MOVE PLAYER-01 POS-1-1 POS-1-2 DIR-UP) [1.0]\n1.001: (PUSH-TO-GOAL P S A B C DIR-LEFT) [1.0]\n"


@pytest.mark.parametrize(
    ("output", "steps"),
    [
        (YASS, "rR"),
        (PLAN, "dRR"),
        (LOG, "dR"),
        (TIMED, "uL"),
        ("Level 1 solved in 3 s\nTitle: x\n\nurrDDlL\n", "urrDDlL"),
        ("#####\n#@$.#\n#####\nSolution (moves 8, pushes 3)\n2(rR)u3D\n", "rRrRuDDD"),
    ],
)
def test_the_steps_of_the_usual_programs_are_among_the_candidates(output: str, steps: str) -> None:
    assert steps in candidates(output)


def test_two_plans_in_one_output_are_two() -> None:
    assert list(plans(PLAN + "; and then\n" + PLAN)) == ["dRR", "dRR"]


def test_a_long_line_is_no_action() -> None:
    assert list(plans("move " + "x " * 1_000_000 + "dir-up")) == []


@pytest.mark.parametrize(
    "text", ["UNSOLVABLE", "No solution.", "no solution\n", "This level cannot be solved!", "level has no solution"]
)
def test_claims_that_there_is_none_are_understood(text: str) -> None:
    assert says_unsolvable(text) is not None


@pytest.mark.parametrize(
    "text", ["No solution found", "no solution within 10 s", "no solution yet", "solved", "", "unsolvable or too hard"]
)
def test_giving_up_is_no_claim(text: str) -> None:
    assert says_unsolvable(text) is None


def test_of_several_solutions_the_best_one_counts() -> None:
    level = Level.parse("######\n#@ $.#\n######")
    words = ("echo", "rlrR\nrR rlrlrR", "{level}")
    saying = attempt(words, level, Allowance(10, 20, 1000), Objective.MOVES)
    assert saying.lurd is not None and replay(level, saying.lurd).metrics.moves == 2


def test_links_and_pipes_and_missing_files_are_not_read() -> None:
    with scratch_folder() as scratch:
        (scratch.path / "file").write_text("text", encoding="utf-8")
        (scratch.path / "link").symlink_to(scratch.path / "file")
        os.mkfifo(scratch.path / "pipe")
        assert [scratch.read(name, 9) for name in ("file", "link", "pipe", "none", ".")] == [b"text", *[None] * 4]


@pytest.mark.parametrize(
    ("output", "options", "words"),
    [
        ("rRurDrdLL", (), "valid: 9 moves, 4 pushes"),
        ("rRurDrdLL", ("--claims", "moves"), "claim confirmed: optimal for moves, 9 moves, 4 pushes"),
        ("rRurDrdLL", ("--claims", "pushes"), "claim refuted: not optimal for pushes"),
        ("rRurDrdLd", (), "invalid: the solution of 9 steps fails at step 9"),
        ("rRurDrdLd", ("--claims", "pushes"), "invalid: the solution of 9 steps fails at step 9"),
        ("unsolvable", (), "claim refuted: it says 'unsolvable'"),
    ],
)
def test_the_words_tell_a_solution_from_a_claim(output: str, options: tuple[str, ...], words: str) -> None:
    command = f"sh -c 'echo {output}' {{level}}"
    done = sokospec("crosscheck", "--solver", command, WAREHOUSE, "--level", "2", *options)
    assert done.stdout.decode().startswith(f"{WAREHOUSE}:2 'Pushes or moves': {words}")
