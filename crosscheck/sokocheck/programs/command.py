"""Commands as lists of words, never passed to a shell."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Collection, Sequence

from sokospec.errors import SokobanError


def words_of(text: str, files: Sequence[str] = ("{level}",)) -> tuple[str, ...]:
    """Return a command's words, one of which must name a file in `files`.

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
        raise SokobanError(f"{words[0]}: there is no program of this name; check the name and the PATH")
    return tuple(words)


def with_whole_paths(words: Sequence[str], *, but: Collection[str] = ()) -> list[str]:
    """Return the words with names of existing files made absolute.

    Folders too, if the word has a slash. The words in `but` and a first word without a slash stay.

    >>> with_whole_paths(["echo", "--moves", "{level}"])
    ['echo', '--moves', '{level}']
    """
    return [_whole_path(word) if word not in but and (at or os.sep in word) else word for at, word in enumerate(words)]


def _whole_path(word: str) -> str:
    named = os.path.isfile(word) or (os.sep in word and os.path.isdir(word))
    return os.path.abspath(word) if named else word
