"""What tests of single modules share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fake_clocks import Clocks, set_clock
from sokospec import clock


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clocks]:
    """The clocks by which searches go, as the test sets them."""
    made = Clocks()
    set_clock(monkeypatch, now=lambda: made.wall, cpu=lambda: made.cpu)
    yield made
    clock.restart()
