"""Kind of picture that `render` writes."""

from __future__ import annotations

from pathlib import Path

import click

TARGETS = ("text", "svg", "png", "gif", "html")

_TARGET_OF_SUFFIX = {
    ".txt": "text",
    ".xsb": "text",
    ".svg": "svg",
    ".png": "png",
    ".gif": "gif",
    ".html": "html",
    ".htm": "html",
}


def target_of(target: str | None, out: str | None) -> str:
    """Return the kind of picture; raises a usage error if `--to` and the file's suffix contradict each other.

    >>> target_of(None, "level.png"), target_of(None, None), target_of("svg", "picture")
    ('png', 'text', 'svg')
    """
    suffix = "" if out is None else Path(out).suffix.lower()
    named = _TARGET_OF_SUFFIX.get(suffix)
    if target is None:
        if named is None and suffix:
            raise click.UsageError(
                f"--out {out}: the suffix {suffix!r} names no kind of picture ({', '.join(_TARGET_OF_SUFFIX)}); "
                "choose one with --to."
            )
        return named or "text"
    if named not in (None, target):
        raise click.UsageError(
            f"--to {target} contradicts --out {out}, whose suffix stands for {named}; leave --to out, or change the "
            "suffix."
        )
    return target
