"""The command line prints what the golden files say, exit code included."""

from __future__ import annotations

import pytest

from golden.commands import Case, cases, outcome


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_command_prints_what_its_golden_file_says(case: Case) -> None:
    assert outcome(case.command) == case.expected
