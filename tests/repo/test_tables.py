"""Pages, schemas and the player name what the tables of formats, metrics and detectors name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path

import pytest
from click import Choice
from tools.pages.objectives_in_schemas import SCHEMAS, schema_text

from sokocli.convert import command as convert
from sokodead import DETECTORS
from sokogym import SokobanEnv
from sokospec.formats import FORMATS, SUFFIXES, WRITERS
from sokospec.metrics import Metrics

ROOT = Path(__file__).resolve().parents[2]
NAMES = [field.name for field in fields(Metrics)]


def page(name: str) -> str:
    """Return the text of a file of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def rows(name: str, heading: str) -> Iterator[list[str]]:
    """Yield the cells of each row of the first table of a page with this heading."""
    _, found, rest = page(name).partition(heading)
    assert found, f"{name} has no table with the heading {heading}"
    for line in rest.splitlines()[2:]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def test_the_page_on_formats_lists_each_format_with_its_suffixes_and_the_name_of_its_writer() -> None:
    listed = rows("docs/reference/formats.md", "| format | file names | written by `--to` | holds |")
    pairs = [(tuple(re.findall(r"\.\w+", cells[1])), re.fullmatch(r"`(\w+)`", cells[2])) for cells in listed]
    assert pairs
    assert [(suffixes, name and name[1]) for suffixes, name in pairs] == [
        (each.suffixes, name if each.writer else None) for name, each in FORMATS.items()
    ]
    assert {suffix for suffixes, _ in pairs for suffix in suffixes} == SUFFIXES


def test_every_writer_is_a_choice_of_convert() -> None:
    [choice] = (each.type for each in convert.params if each.name == "target")
    assert isinstance(choice, Choice)
    assert {*WRITERS} <= {*choice.choices}


def test_the_schema_of_check_requires_each_metric() -> None:
    text = page("docs/schemas/check.json")
    assert {name for name in NAMES if f'"{name}": {{' not in text} == set()
    required = [part["required"] for part in _objects(json.loads(text)) if "box_lines" in part.get("required", ())]
    assert required
    assert all({*names} >= {*NAMES} for names in required)


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.stem)
def test_the_enumerations_of_a_schema_have_the_objectives_of_the_table(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert schema_text(text) == text, "run python -m tools.pages.objectives_in_schemas"


def _objects(value: object) -> Iterator[dict[str, list[str]]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _objects(part)


def test_the_environment_reports_each_metric_at_the_end_of_an_episode() -> None:
    env = SokobanEnv("#####\n#@$.#\n#####")
    env.reset(seed=1)
    *_, info = env.step(3)
    assert info.items() >= asdict(Metrics(1, 1, 1, 1, 1, 1)).items()


def test_the_rules_and_the_player_list_the_metrics_in_order() -> None:
    titles = re.findall(r"^### M\d+\. (.+)$", page("docs/background/rules.md"), re.MULTILINE)
    assert [title.lower().replace(" ", "_") for title in titles] == NAMES
    [table] = re.findall(r"^export const METRICS = (.+);$", page("viewer/sokoview/player/engine.mjs"), re.MULTILINE)
    assert json.loads(table) == NAMES


def test_the_page_on_detectors_names_each_of_them() -> None:
    assert [name for name, _ in rows("docs/reference/detectors.md", "| detector | flags a state if |")] == [*DETECTORS]


def test_the_table_of_recall_has_each_detector() -> None:
    heading = "| detector | flagged | recall | µs per call | evidence |"
    named = [name for name, *_ in rows("docs/records/detectors.md", heading) if not name.startswith("all")]
    assert named == [*DETECTORS]
