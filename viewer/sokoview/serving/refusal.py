"""Refusals of requests."""

from __future__ import annotations

from http import HTTPStatus


class RequestRefused(Exception):  # control flow of one request, which becomes its answer
    """Refused request: HTTP status and advice."""

    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why
