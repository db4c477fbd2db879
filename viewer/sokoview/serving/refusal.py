"""How a request is refused: a status code of HTTP, and a sentence that says what to do."""

from __future__ import annotations

from http import HTTPStatus


class Refused(Exception):  # control flow of one request, which becomes its answer
    """A request that is not granted."""

    def __init__(self, status: HTTPStatus, why: str) -> None:
        """Keep the status and the reason."""
        super().__init__(why)
        self.status = status
        self.why = why
