"""The words of a command: taken apart once, never given to a shell."""

from __future__ import annotations

import shlex
import shutil

from sokospec.errors import SokobanError


def words_of(text: str) -> tuple[str, ...]:
    """Return a command's words; raises `SokobanError` for what cannot be run on a level.

    >>> words_of("sh -c 'echo RR' {level}")
    ('sh', '-c', 'echo RR', '{level}')
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SokobanError(f"{text}: {error}") from None
    if not words or not any("{level}" in word for word in words[1:]):
        raise SokobanError(f"{text!r}: a command needs '{{level}}' where the level's file belongs")
    if shutil.which(words[0]) is None:
        raise SokobanError(f"{words[0]}: there is no such program")
    return tuple(words)
