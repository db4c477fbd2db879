"""What is said of a text that cannot be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sokospec.errors import ParseError


def assert_refused(
    read: Callable[[str], object], text: str, rule: str, line: int, column: int | None, message: str
) -> None:
    """Assert that a reader refuses a text, names rule and place, and says the message."""
    with pytest.raises(ParseError) as caught:
        read(text)
    assert (caught.value.rule, caught.value.line, caught.value.column) == (rule, line, column)
    assert message in caught.value.message
