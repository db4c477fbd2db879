"""The certificate that the page shows is whole, accepted, and what the fast engine writes."""

from __future__ import annotations

import io
import re
from pathlib import Path
from textwrap import dedent

from sokosolve.certify.certificate import solve_with_certificate
from sokospec.answer import Objective
from sokospec.certificates.text import Lines, read_level
from sokospec.certificates.verify import verify

PAGE = Path(__file__).resolve().parents[2] / "docs" / "background" / "certificates.md"


def test_the_certificate_of_the_page_is_what_the_fast_engine_writes_and_is_accepted() -> None:
    [block] = re.findall(r"^    sokospec certificate 2\n(?:    .*\n)+", PAGE.read_text("utf-8"), re.MULTILINE)
    shown = dedent(block).encode("ascii")
    assert verify(io.BytesIO(shown)).accepted
    level = read_level(Lines(io.BytesIO(b"".join(shown.splitlines(keepends=True)[2:]))))
    written: list[bytes] = []
    solve_with_certificate(level, Objective.PUSHES, written.append)
    assert b"".join(written) == shown
