"""Shell completion of names that commands take, and of files by their suffixes.

click completes commands, options and choices. Names are loaded only when a shell asks for them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]

VARIABLE = "_SOKOSPEC_COMPLETE"
"""The environment variable by which a shell asks for completions."""

_PATH = "path"
"""The type of a completion that is a file, or a folder, which ends in a slash and can be continued."""

_MOST = 2000
"""Most names offered of one folder."""


def complete_names(load: Callable[[], Iterable[str]]) -> _Completer:
    """Return a completer for one of the names that `load` returns; it offers none if a package is missing."""

    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        try:
            return [CompletionItem(name) for name in load() if name.startswith(begun)]
        except ImportError:
            return []

    return complete


def complete_list(load: Callable[[], Iterable[str]]) -> _Completer:
    """Return a completer for several of the names that `load` returns, separated by commas."""

    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        before, comma, last = begun.rpartition(",")
        named = before.split(",")
        names = (name for name in load() if name.startswith(last) and name not in named)
        return [CompletionItem(f"{before}{comma}{name}") for name in names]

    return complete


def complete_files(suffixes: Iterable[str]) -> _Completer:
    """Return a completer for files with `suffixes` and folders; if none fits, the shell completes all files."""
    ends = tuple(suffixes)

    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(path, type=_PATH) for path in _paths(begun, ends)] or [
            CompletionItem(begun, type="file")
        ]

    return complete


def _paths(begun: str, ends: tuple[str, ...]) -> list[str]:
    folder, name = os.path.split(begun)
    found: list[str] = []
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as entries:
            for entry in entries:
                if not entry.name.startswith(name) or (entry.name.startswith(".") and not name.startswith(".")):
                    continue
                path = os.path.join(folder, entry.name)
                if entry.is_dir():
                    found.append(f"{path}/")
                elif entry.name.lower().endswith(ends):
                    found.append(path)
    except OSError:
        return []
    return sorted(found)[:_MOST]


def register() -> None:
    """Let the scripts for bash, zsh and fish complete paths without a space after a folder."""
    from click import shell_completion

    for name, before, paths in _SCRIPTS:
        kind = getattr(shell_completion, name)
        script = kind.source_template.replace(before, f"{paths}{before}", 1)
        shell_completion.add_completion_class(type(kind.__name__, (kind,), {"source_template": script}))


_SCRIPTS = (
    (
        "BashComplete",
        "elif [[ $type == 'plain' ]]; then",
        """elif [[ $type == 'path' ]]; then
            COMPREPLY+=("$value")
            compopt -o filenames
        """,
    ),
    (
        "ZshComplete",
        'elif [[ "$type" == "dir" ]]; then',
        """elif [[ "$type" == "path" && "$key" == */ ]]; then
            compadd -U -S '' -- "$key"
        elif [[ "$type" == "path" ]]; then
            compadd -U -- "$key"
        """,
    ),
    (
        "FishComplete",
        'else if test $metadata[1] = "plain";',
        """else if test $metadata[1] = "path";
            echo (string split -m 1 "," $completion)[2];
        """,
    ),
)
"""For each class of click a line of its script, and the text to put before it."""
