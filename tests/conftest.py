"""Settings for every test. Hypothesis runs are derandomised, so that a red test stays red until the code changes. A
test may be skipped only for a reason on the list; tests marked `long` run with `--long`, which runs no others; and
`--at-length` adds to these the repetitions marked `at_length`.
"""

from __future__ import annotations

import signal
from threading import current_thread, main_thread

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

REASONS_TO_SKIP = {
    "Chromium and chromedriver are not installed (Debian: apt-get install chromium chromium-driver)",
    "Dask is not installed (pip install '.[cluster]')",
    "Sphinx is not installed (pip install '.[docs]')",
    "Selenium is not installed (pip install '.[browser]')",
    "node is not installed (Debian: apt-get install nodejs)",
    "depqbf is not installed",
    "no collections of levels are at hand beside the repository",
    "no planner is installed (pip install '.[planner]')",
    "the superuser may read every file",
    "the system has no /dev/full",
    "the system has no /proc",
}

EXAMPLES = {"usual": 25, "long": 75, "at_length": 150}
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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = {item: is_wanted(item, config.getoption("run")) for item in items}
    config.hook.pytest_deselected(items=[item for item in items if not wanted[item]])
    items[:] = [item for item in items if wanted[item]]


def is_wanted(item: pytest.Item, run: str) -> bool:
    """Say whether a test runs: by default those that are not marked, otherwise those that are, and all laws."""
    marked = {mark for mark in ("long", "at_length") if item.get_closest_marker(mark) is not None}
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
