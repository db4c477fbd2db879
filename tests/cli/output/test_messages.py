"""What the program says of wrong usage and wrong input: in words, in good English, and with what may be meant."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

import sokospec
from cli.running import HARD, ROOT, WAREHOUSE, on_a_terminal
from golden.commands import cases
from sokocli.main import COMMANDS, exit_code
from sokocli.options import Finite
from sokocli.rule_pages import rule_titles

NOUNS = "boxes|goals|levels|moves|pushes|states|steps|squares|facts|floors|calls|bits|players|contradictions|solutions"
ONE_OF_MANY = re.compile(rf"(?<![\d,.:-])(?<!of )1 (?:{NOUNS})\b")


def options() -> Iterator[tuple[str, click.Option]]:
    for name in COMMANDS:
        command: click.Command = import_module(f"sokocli.{name}").command
        yield from ((name, option) for option in command.params if isinstance(option, click.Option))


def test_no_option_takes_what_is_no_number_or_no_finite_one() -> None:
    loose = [
        (name, option.name)
        for name, option in options()
        if isinstance(option.type, click.types.FloatParamType) and not isinstance(option.type, Finite)
    ]
    assert loose == []
    assert sum(isinstance(option.type, Finite) for _, option in options()) > 10


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-1", "1e400", "NaN"])
@pytest.mark.parametrize("option", ["--time-limit", "--memory-limit"])
def test_a_limit_that_is_no_finite_number_is_wrong_usage(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["solve", WAREHOUSE, option, value]) == 2
    assert f"Invalid value for '{option}'" in capsys.readouterr().err


@pytest.mark.parametrize("digits", [19, 4300, 4301])
@pytest.mark.parametrize(
    "arguments",
    [
        ("audit", "sokodead.corner:corner", "--levels"),
        ("render", WAREHOUSE, "--to", "svg", "--level", "1", "--savitch"),
        ("savitch", WAREHOUSE, "--horizon"),
    ],
)
def test_a_number_of_many_digits_is_wrong_usage(
    arguments: tuple[str, ...], digits: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code([*arguments, "9" * digits]) == 2
    assert f"Invalid value for '{arguments[-1]}'" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["9" * 4301, "9" * 4300, "9" * 19, "-1", "1_0", "٣", ""])
@pytest.mark.parametrize(
    "arguments",
    [
        ("hardest", "--squares", "5", "--part", "{0}/{0}"),
        ("render", WAREHOUSE, "--level", "1", "--to", "svg", "--crop", "{0},0,{0},1"),
        ("render", WAREHOUSE, "--level", "1", "--mark", "reach", "--box", "{0},1"),
    ],
)
def test_numbers_inside_a_value_are_a_few_digits_or_wrong_usage(
    arguments: tuple[str, ...], number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code([word.format(number) for word in arguments]) == 2
    said = capsys.readouterr().err
    assert f"Invalid value for '{arguments[-2]}'" in said and len(said) < 500


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["chek"], "'check'"),
        (["slove", WAREHOUSE], "'solve'"),
        (["prove", "lemma-corners"], "'lemma-corner'"),
        (["generate", "fibonaci"], "'fibonacci'"),
        (["exercise", "1.66"], "'1.6'"),
    ],
)
def test_a_name_that_is_nearly_right_gets_a_suggestion(
    arguments: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(arguments) == 2
    assert f"Did you mean {meant}?" in capsys.readouterr().err


RECORD = (
    '{"file": "a", "level": 1, "title": "", "verdict": "OPTIMAL", "objective": "pushes", "moves": 3, "pushes": 2, '
    '"lurd": null, "lower_bound": 2, "expanded": 2, "seconds": 0.1, "peak_rss_mib": 17.8}\n'
)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("garbage\n", "line 1 is not JSON"),
        ("[1]\n", "line 1 is not a JSON object"),
        ("{}\n", "there is no 'file'"),
        ('{"file": "a", "level": "b"}\n', "'level' is not a number"),
        ('{"rows": [], "parameters": 3}', "'parameters' is not a JSON object"),
        ("\udcff\n", "line 1 is not JSON"),
        ('{"level": 1e400}\n', "1e400 is not a number up to 1e+100"),
        ('{"seconds": ' + "9" * 400 + "}\n", "999... is not a number up to 1e+100"),
        (RECORD.replace('"moves": 3', '"moves": null'), "but one of them is null"),
        (RECORD.replace('"pushes": 2', '"pushes": null'), "but one of them is null"),
    ],
)
def test_a_file_that_report_cannot_read_is_refused_in_words(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "records"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    assert exit_code(["report", str(path)]) == 4
    said = capsys.readouterr().err
    assert said.endswith(f"{why}\n") and "Error(" not in said


def test_no_golden_file_has_a_plural_after_one() -> None:
    assert [(case.name, found) for case in cases() for found in ONE_OF_MANY.findall(case.expected)] == []


def test_every_rule_that_a_message_names_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["solve", "tests/golden/input/malformed.xsb"]) == 4
    said = capsys.readouterr().err
    for rule in set(re.findall(r"\[([A-Z]\d+)\]", said)):
        assert said.count(f"{rule}, {rule_titles()[rule]}") == 1


def test_an_interrupted_search_is_called_so(tmp_path: Path) -> None:
    level = tmp_path / "hard.xsb"
    level.write_text(HARD, encoding="utf-8")
    code, stdout, _ = on_a_terminal("solve", str(level), "--engine", "reference", interrupt_at=" states, bound ")
    assert code == 3
    assert b": interrupted: any solution has at least " in stdout and b"time limit" not in stdout


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert sokospec.__version__ == project["version"]
