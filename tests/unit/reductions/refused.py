"""What is said of texts that cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from sokospec.errors import ParseError

Refusal = tuple[str, str, int, int | None, str]
"""A text, the rule that it breaks, where it does, by line and column, and what is said of it."""


def refusals(read: Callable[[str], object], cases: Sequence[Refusal]) -> Callable[..., None]:
    """Return the test that a reader refuses each of the texts, names rule and place, and says the message."""

    @pytest.mark.parametrize(("text", "rule", "line", "column", "message"), cases)
    def refused(text: str, rule: str, line: int, column: int | None, message: str) -> None:
        with pytest.raises(ParseError) as caught:
            read(text)
        assert (caught.value.rule, caught.value.line, caught.value.column) == (rule, line, column)
        assert message in caught.value.message

    return refused
