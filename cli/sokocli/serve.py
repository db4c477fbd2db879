"""`sokospec serve`: a local web page to view, play and solve the levels of a folder or file."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from sokocheck.application.terminal_text import warn
from sokocheck.engines.all_engines import Choice
from sokocli import inputs
from sokocli.completion import complete_files
from sokocli.engine_options import choice_options
from sokocli.options import number_option
from sokocli.results import Exit, tell
from sokospec.errors import SokobanError
from sokospec.formats import SUFFIXES, Reading
from sokospec.limits import Limits

if TYPE_CHECKING:
    from sokoview.serving.folder import Folder
    from sokoview.serving.server import Server


@click.command()
@click.argument(
    "place",
    metavar="[FOLDER|FILE]",
    default=".",
    type=click.Path(exists=True, path_type=Path),
    shell_complete=complete_files(SUFFIXES),
)
@number_option("--port", 8000, "Port number; 0 takes any free port.", least=0, most=65535)
@click.option("--open", "in_browser", is_flag=True, help="Also open the page in the browser.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    default=lambda: os.cpu_count() or 1,
    show_default="one for each core",
    help="Number of levels to solve at once.",
)
@choice_options
@inputs.limit_options(inputs.SETTLING, "for each search")
@inputs.add_reading_options
def command(
    place: Path, port: int, jobs: int, choice: Choice, limits: Limits, reading: Reading, *, in_browser: bool
) -> int:
    """Serve the levels of a folder or file on 127.0.0.1, to play and to solve them in a browser. Ctrl-C stops it.

    Without an argument it serves the current folder. The limits apply to each search.
    """
    from sokoview.serving.folder import Folder
    from sokoview.serving.jobs import Jobs
    from sokoview.serving.server import ADDRESS, Server

    folder = Folder(place, reading)
    if folder.file is not None:
        _require_levels(folder, folder.file)
    background = Jobs(choice, limits, jobs)
    try:
        try:
            server = Server(folder, background, port)
        except OSError as error:
            raise click.UsageError(
                f"{ADDRESS}:{port}: {error.strerror}; choose another --port N, or any free one by --port 0."
            ) from None
        with server:
            _end_by_signals(server)
            tell(server.address)
            warn("Ctrl-C ends it")
            if in_browser:
                click.launch(server.address)
            server.serve()
    finally:
        background.close()
    return Exit.YES


def _require_levels(folder: Folder, file: Path) -> None:
    """Raise `SokobanError` for a file without a level, or one too large."""
    from sokoview.serving.refusal import RequestRefused

    if not file.is_file():
        raise click.UsageError(f"{file} is a pipe or a device; save the levels in a file and serve the file.")
    try:
        folder.collection(file)
    except RequestRefused as refused:
        raise SokobanError(str(refused)) from None


def _end_by_signals(server: Server) -> None:
    """Let Ctrl-C and SIGTERM end the server between requests, as an exception within one could get lost."""

    def end(_number: int, _frame: FrameType | None) -> None:
        server.ended = True

    signal.signal(signal.SIGTERM, end)
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:  # as shells have it for programs in the background
        signal.signal(signal.SIGINT, end)
