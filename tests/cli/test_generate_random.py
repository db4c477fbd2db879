"""`generate random`: what it prints is what was asked for, its certificates hold, and nonsense is refused at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.running import on_a_terminal, records, sokospec
from sokocli import results
from sokocli.generate_random import WAY_OUT, command
from sokocli.main import exit_code
from sokogen.random.benchmark_levels import AttemptOutcome

SMALL = ("generate", "random", "--squares", "14", "--boxes", "2")


def test_each_level_comes_with_a_certificate_that_is_accepted(tmp_path: Path) -> None:
    wanted = (["--min-length", "8"], ["--objective", "moves", "--curated"], ["--unsolvable"])
    for seed, options in enumerate(wanted):
        folder = tmp_path / "new" / str(seed)
        done = sokospec(*SMALL, *options, "--seed", str(seed), "--count", "3", "--certificate", str(folder), "--json")
        assert (done.returncode, done.stderr) == (0, b"")
        made = records(done)
        names = [str(folder / f"random-{seed}-{number}.cert.gz") for number in (1, 2, 3)]
        assert [one["certificate"] for one in made] == names
        checked = records(sokospec("verify", *names, "--json"))
        assert [one["verdict"] for one in checked] == ["ACCEPTED"] * 3
        for one, shown in zip(made, checked, strict=True):
            claims = {0: f"optimal pushes {one['pushes']}", 1: f"optimal moves {one['moves']}", 2: "unsolvable"}
            assert shown["claim"] == claims[seed]


def test_what_it_prints_as_text_is_a_collection_with_solutions(tmp_path: Path) -> None:
    levels = tmp_path / "levels.xsb"
    levels.write_bytes(sokospec(*SMALL, "--count", "4", "--seed", "7", "--solution").stdout)
    checked = records(sokospec("check", str(levels), "--claim", "pushes", "--json"))
    assert [(one["title"], one["verdict"]) for one in checked] == [(f"random 7-{n}", "OPTIMAL") for n in (1, 2, 3, 4)]


def test_the_same_options_give_the_same_levels_and_more_of_them_begin_alike() -> None:
    few, many, others = (
        [one["xsb"] for one in records(sokospec(*SMALL, "--count", count, "--seed", seed, "--json"))]
        for count, seed in (("2", "3"), ("5", "3"), ("2", "4"))
    )
    assert many[:2] == few != others
    assert len(many) == 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--boxes", "0"], "0 is not in the range"),
        (["--boxes", "1000000000"], "1 to 18 boxes"),
        (["--boxes", "19"], "20 floor squares are enough for 1 to 18 boxes that can be pushed, not for 19"),
        (["--height", "-3"], "-3 is not in the range"),
        (["--width", "1000000000"], "not in the range"),
        (["--squares", "26", "--height", "5", "--width", "5"], "no room for 26 floor squares"),
        (["--height", "1", "--width", "1"], "not for 3"),
        (["--min-length", "1000000000"], "no more than 19380 states"),
        (["--min-length", "0"], "0 is not in the range"),
        (["--count", "-1"], "-1 is not in the range"),
        (["--unsolvable", "--min-length", "5"], "have no solution for --min-length"),
        (["--undetected"], "--undetected is for --unsolvable"),
        (["--objective", "any"], "'any' is not one of"),
        (["--kind", "maze"], "'maze' is not one of"),
        (["--seed", "one"], "not a valid integer"),
        (["more"], "unexpected extra argument"),
    ],
)
def test_nonsense_is_refused_at_once(options: list[str], said: str) -> None:
    done = sokospec("generate", "random", *options)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()


def test_it_gives_up_and_says_why() -> None:
    done = sokospec(*SMALL, "--min-length", "60", "--changes", "1", "--attempts", "3", "--json")
    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr.decode().strip() == (
        "gave up after 3 boards in a row without a level: 3 no state far enough away; lower --min-length, or raise "
        "--squares, --boxes, --changes or --states; --attempts N tries more boards"
    )


def test_for_each_reason_to_give_up_there_is_an_option_of_the_command_to_change() -> None:
    assert set(WAY_OUT) == set(AttemptOutcome)
    options = {name for parameter in command.params for name in parameter.opts}
    for way_out in WAY_OUT.values():
        named = set(re.findall(r"--[a-z-]+", way_out))
        assert named and named <= options


def test_in_a_log_progress_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(results, "EVERY", 0.0)
    assert exit_code([*SMALL, "--min-length", "60", "--changes", "1", "--attempts", "2"]) == 3
    lines = capsys.readouterr().err.splitlines()
    boards = [line for line in lines if re.fullmatch(r"level 1 of 1, board \d+", line)]  # a slow search adds others
    assert boards[:2] == ["level 1 of 1, board 1", "level 1 of 1, board 2"]


def test_the_help_of_generate_names_the_families_and_the_commands_of_their_own() -> None:
    text = sokospec("generate", "--help").stdout.decode()
    for name in ("fibonacci", "rooms", "generate random", "generate suite"):
        assert f"  {name}" in text or f"sokospec {name}" in text


def test_a_limit_that_is_reached_is_told() -> None:
    done = sokospec(*SMALL, "--time-limit", "0", "--attempts", "2")
    assert (done.returncode, done.stdout) == (3, b"")
    assert "board 2: a limit was reached; with other limits other levels may be generated" in done.stderr.decode()


def test_levels_that_are_printed_before_an_interruption_are_complete() -> None:
    code, stdout, terminal = on_a_terminal(*SMALL, "--count", "100000", "--json", interrupt_at="level 3 of 100,000")
    assert code == 3
    assert "interrupted" in terminal
    lines = stdout.decode().splitlines()
    assert len(lines) >= 2
    assert all(line.startswith('{"family": "random"') and line.endswith("}") for line in lines)


def test_the_list_of_families_names_it() -> None:
    named = [one["family"] for one in records(sokospec("generate", "--list", "--json"))]
    assert {"fibonacci", "random"} <= set(named)


def test_levels_that_no_detector_sees_are_found_and_have_none(tmp_path: Path) -> None:
    options = ("--height", "6", "--width", "6", "--unsolvable", "--undetected", "--seed", "7", "--json")
    [made] = records(sokospec("generate", "random", *options))
    level = tmp_path / "level.xsb"
    level.write_text(str(made["xsb"]))
    assert made["verdict"] == "UNSOLVABLE"
    assert records(sokospec("deadlocks", str(level), "--json")) == []
