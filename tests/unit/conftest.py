"""What tests of single modules share."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from fake_clocks import Clocks
from sokospec import clock, limits


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clocks]:
    """The clocks by which searches go, as the test sets them."""
    made = Clocks()
    for module in (clock, limits):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: made.wall))
        monkeypatch.setattr(module, "thread_time", lambda: made.cpu)
    for stood in ("stood", "cpu_stood"):  # a fraction from a test before would make whole seconds inexact
        monkeypatch.setattr(f"sokospec.clock._clock.{stood}", 0.0)
    yield made
    clock.started()
