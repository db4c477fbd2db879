"""Settings for every test. Hypothesis runs are derandomised, so that a red test stays red until the code changes. A
test may be skipped only for a reason on the list; tests marked `long`, and those that `quick_set.json` leaves to it,
run with `--long`, which runs no others; and `--at-length` adds to these the repetitions marked `at_length`. A run by
default ends with a line that counts the tests it left out.
"""

from __future__ import annotations

import signal
from pathlib import Path
from threading import current_thread, main_thread

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from cpu_costs import CostsWriter
from quick_set import last_line, left_to_long, thinned_functions

REASONS_TO_SKIP = {
    "Chromium and chromedriver are not installed (Debian: apt-get install chromium chromium-driver)",
    "Dask is not installed (pip install '.[cluster]')",
    "Sphinx is not installed (pip install '.[docs]')",
    "Selenium is not installed (pip install '.[browser]')",
    "sokospec-proved is not built: make -C proofs/rocq",
    "node is not installed (Debian: apt-get install nodejs)",
    "depqbf is not installed",
    "fish is not installed (Debian: apt-get install fish)",
    "no collections of levels are at hand beside the repository",
    "no planner is installed (pip install '.[planner]')",
    "the proofs are not compiled: make -C proofs/rocq",
    "no learner is installed (pip install '.[learners]')",
    "the superuser may read every file",
    "the system has no /dev/full",
    "the system has no /proc",
}

EXAMPLES = {"usual": 10, "long": 75, "at_length": 150}
"""So many does Hypothesis try for a law, by default, with `--long` and with `--at-length`."""


class SkippedTests:
    """Fails the run when a test was skipped for a reason that is not on the list."""

    def __init__(self) -> None:
        self.unlisted: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and isinstance(report.longrepr, tuple):
            reason = str(report.longrepr[2]).removeprefix("Skipped: ")
            if reason not in REASONS_TO_SKIP:
                self.unlisted.append(f"{report.nodeid}: {reason}")

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.unlisted:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.unlisted:
            terminalreporter.write_line(f"SKIPPED for a reason that is not on the list in tests/conftest.py: {line}")


class LeftTests:
    """Counts the tests that a run leaves to `--long` and `--at-length`, and prints the count as its last line."""

    def __init__(self) -> None:
        self.counts = {"long": 0, "at_length": 0}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["left"] = self.counts

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Take over the counts of a worker of pytest-xdist; all workers collect the same tests."""
        self.counts = getattr(node, "workeroutput", {}).get("left", self.counts)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self, config: pytest.Config) -> None:
        line = last_line(self.counts["long"], self.counts["at_length"])
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        if line and reporter is not None and not hasattr(config, "workeroutput"):
            reporter.write_line(line)


def pytest_addoption(parser: pytest.Parser) -> None:
    runs = parser.getgroup("sokospec")
    runs.addoption(
        "--long", dest="run", action="store_const", const="long", default="usual",
        help="run the tests that take long, and no others",
    )  # fmt: skip
    runs.addoption(
        "--at-length", dest="run", action="store_const", const="at_length",
        help="like --long, with all repetitions of the same laws",
    )  # fmt: skip
    runs.addoption("--costs", type=Path, metavar="FOLDER", help="write the CPU seconds of each test to files there")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mark_left_cases(items)
    wanted = {item: is_wanted(item, config.getoption("run")) for item in items}
    config.hook.pytest_deselected(items=[item for item in items if not wanted[item]])
    if config.getoption("run") == "usual":
        left = config.pluginmanager.get_plugin("left-tests")
        assert isinstance(left, LeftTests)
        for mark in left.counts:
            left.counts[mark] = sum(not wanted[item] and marks_of(item) == {mark} for item in items)
    items[:] = [item for item in items if wanted[item]]


def mark_left_cases(items: list[pytest.Item]) -> None:
    """Mark as long the cases of functions that `quick_set.json` leaves to `--long`."""
    functions = thinned_functions()
    cases: dict[str, list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and not marks_of(item):
            function = f"{item.parent.nodeid if item.parent else ''}::{item.originalname}"
            if function in functions:
                cases.setdefault(function, []).append(item)
    for function, of_function in cases.items():
        ids = [item.callspec.id if hasattr(item, "callspec") else "" for item in of_function]
        for place in left_to_long(ids, functions[function]):
            of_function[place].add_marker("long")


def marks_of(item: pytest.Item) -> set[str]:
    """Return which of the marks that keep a test from running by default it has."""
    return {mark for mark in ("long", "at_length") if item.get_closest_marker(mark) is not None}


def is_wanted(item: pytest.Item, run: str) -> bool:
    """Say whether a test runs: by default those that are not marked, otherwise those that are, and all laws."""
    marked = marks_of(item)
    if run == "usual":
        return not marked
    if run == "long" and "at_length" in marked:
        return False
    return bool(marked) or is_hypothesis_test(getattr(item, "obj", None))


def pytest_configure(config: pytest.Config) -> None:
    settings.register_profile(
        "deterministic",
        max_examples=EXAMPLES[config.getoption("run")],
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        database=None,
    )
    settings.load_profile("deterministic")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and current_thread() is main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)  # as in jobs that a script starts with '&'
    config.pluginmanager.register(SkippedTests(), "skipped-tests")
    config.pluginmanager.register(LeftTests(), "left-tests")
    if config.getoption("costs") is not None and config.getoption("numprocesses", None) in (None, 0):
        config.pluginmanager.register(CostsWriter(config.getoption("costs")), "costs-writer")
