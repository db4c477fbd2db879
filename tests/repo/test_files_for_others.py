"""What other repositories and programs read from ours: the citation, the hooks, the workflow, and their page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from sokocli.main import main

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "check-levels.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
PAGE = (ROOT / "docs" / "guides" / "ci.md").read_text(encoding="utf-8")
KEYS_OF_CITATION = {"cff-version", "message", "type", "title", "abstract", "authors", "version", "license", "keywords"}
KEYS_OF_HOOKS = {"id", "name", "entry", "language", "files"}
GOOD = "#####\n#@$.#\n#####\n\nSolution\nR\n"
COMMANDS = set(main.list_commands(click.Context(main)))
Yaml = Any  # the values of YAML


def read(path: Path) -> Yaml:
    """Return what a file of YAML holds; its words `on` and `off` are no booleans to GitHub."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def commands_in(text: str) -> set[str]:
    """Return the commands of ours that a script runs."""
    return set(re.findall(r"^ *sokospec (\w+)", text, re.MULTILINE))


def test_the_citation_says_what_the_package_says() -> None:
    citation = read(ROOT / "CITATION.cff")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    holder = re.search(r"Copyright \(c\) \d+ (.*)", (ROOT / "LICENSE").read_text(encoding="utf-8"))
    assert citation.keys() == KEYS_OF_CITATION and citation["cff-version"] == "1.2.0"
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])
    assert holder and [author["name"].lower() for author in citation["authors"]] == [holder[1].lower()]


def test_each_hook_runs_a_command_that_there_is() -> None:
    hooks = read(HOOKS)
    assert len(hooks) == 2
    for hook in hooks:
        assert hook.keys() == KEYS_OF_HOOKS and hook["language"] == "python"
        assert commands_in(hook["entry"]) <= COMMANDS and commands_in(hook["entry"])
        assert re.search(hook["files"], "levels/one.xsb") and not re.search(hook["files"], "README.md")
        assert f"- id: {hook['id']}\n" in PAGE


def test_the_page_s_examples_of_yaml_name_what_there_is() -> None:
    config, calling = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]
    hooks = {hook["id"] for repository in config["repos"] for hook in repository["hooks"]}
    assert hooks == {hook["id"] for hook in read(HOOKS)}
    job = calling["jobs"]["levels"]
    inputs = read(WORKFLOW)["on"]["workflow_call"]["inputs"]
    assert job["uses"].split("@")[0].endswith(str(WORKFLOW.relative_to(ROOT)))
    assert job["with"].keys() <= inputs.keys()
    assert set(re.findall(r"^\| `([\w-]+)` \|", PAGE, re.MULTILINE)) == inputs.keys()


def steps() -> list[Yaml]:
    """Return the steps of the workflow that run commands of ours."""
    return [step for step in read(WORKFLOW)["jobs"]["check"]["steps"] if commands_in(step.get("run", ""))]


def run(step: Yaml, folder: Path, **inputs: str) -> int:
    """Run a step of the workflow in a folder, as GitHub runs it, and return its exit code."""
    env = {name: inputs[value.removeprefix("${{ inputs.").removesuffix(" }}")] for name, value in step["env"].items()}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return subprocess.run(shell, cwd=folder, env=os.environ | env | {"PATH": path}, capture_output=True).returncode


def test_the_workflow_never_puts_an_input_into_a_script() -> None:
    assert len(steps()) == 2
    for step in read(WORKFLOW)["jobs"]["check"]["steps"]:
        assert "${{" not in step.get("run", "")
    for step in steps():
        assert commands_in(step["run"]) <= COMMANDS


@pytest.mark.parametrize(
    ("level", "board", "solution"),
    [(GOOD, 0, 0), (GOOD.replace("R", "L"), 0, 1), (GOOD.replace(".", " "), 4, 4), (GOOD[:18], 0, 4)],
    ids=["good", "wrong solution", "no level", "no solution"],
)
def test_the_workflow_s_steps_find_what_is_wrong(tmp_path: Path, level: str, board: int, solution: int) -> None:
    (tmp_path / "a" / "b c").mkdir(parents=True)
    (tmp_path / "a" / "good.xsb").write_text(GOOD, encoding="utf-8")
    (tmp_path / "a" / "b c" / "one level.xsb").write_text(level, encoding="utf-8")
    boards, solutions = steps()
    assert run(boards, tmp_path, levels="a/**/*.xsb") == board
    assert run(solutions, tmp_path, solved="a/*/*.xsb", options="--engine reference --claim pushes") == solution


def test_the_workflow_s_steps_fail_where_no_file_matches(tmp_path: Path) -> None:
    boards, solutions = steps()
    assert run(boards, tmp_path, levels="*.xsb") == 1
    assert run(solutions, tmp_path, solved="*.xsb", options="") == 1
