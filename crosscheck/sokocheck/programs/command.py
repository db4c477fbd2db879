"""The words of a command: taken apart once, never given to a shell."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Collection, Sequence

from sokospec.errors import SokobanError


def words_of(text: str, files: Sequence[str] = ("{level}",)) -> tuple[str, ...]:
    """Return a command's words, one of which must name a file in `files`; raises `SokobanError` if it cannot be run.

    >>> words_of("sh -c 'echo RR' {level}")
    ('sh', '-c', 'echo RR', '{level}')
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SokobanError(f"{text}: {error}") from None
    if not words or not any(file in word for word in words[1:] for file in files):
        raise SokobanError(f"{text!r}: a command needs '{files[0]}' where the level's file belongs")
    if shutil.which(words[0]) is None:
        raise SokobanError(f"{words[0]}: there is no such program")
    return tuple(words)


def with_whole_paths(words: Sequence[str], *, but: Collection[str] = ()) -> list[str]:
    """Return a command's words for another working folder: each that names a file from here gets its whole path.

    So does a word with a slash that names a folder. The words in `but` stay, and so does a first word without a slash,
    which is looked for as shells do.

    >>> with_whole_paths(["echo", "--moves", "{level}"])
    ['echo', '--moves', '{level}']
    """
    return [_whole_path(word) if word not in but and (at or os.sep in word) else word for at, word in enumerate(words)]


def _whole_path(word: str) -> str:
    named = os.path.isfile(word) or (os.sep in word and os.path.isdir(word))
    return os.path.abspath(word) if named else word
