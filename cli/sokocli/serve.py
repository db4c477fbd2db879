"""`sokospec serve`: a folder of levels to look at, to play and to have solved, in a browser on this machine."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from sokocheck.engines import Choice
from sokocheck.shown import warn
from sokocli import inputs
from sokocli.engine_options import choice_options
from sokocli.results import Exit, tell
from sokospec.formats import Reading
from sokospec.limits import Limits

if TYPE_CHECKING:
    from sokoview.serving.server import Server


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 takes any free one."
)
@click.option("--open", "in_browser", is_flag=True, help="Open the page in the browser, too.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    default=lambda: os.cpu_count() or 1,
    show_default="one for each core",
    help="Levels solved at a time.",
)
@choice_options
@inputs.limit_options(600)
@inputs.reading_options
def command(
    folder: Path, port: int, jobs: int, choice: Choice, limits: Limits, reading: Reading, *, in_browser: bool
) -> int:
    """Show the levels in FOLDER on 127.0.0.1, to play and to have solved in the background. Ctrl-C ends it.

    The limits are those of each search.
    """
    from sokoview.serving.folder import Folder
    from sokoview.serving.jobs import Jobs
    from sokoview.serving.server import ADDRESS, Server

    background = Jobs(choice, limits, jobs)
    try:
        try:
            server = Server(Folder(folder, reading), background, port, reading)
        except OSError as error:
            raise click.UsageError(f"{ADDRESS}:{port}: {error.strerror}; choose another --port, or 0.") from None
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


def _end_by_signals(server: Server) -> None:
    """Let Ctrl-C and SIGTERM end the server between two requests: an exception in the midst of one could get lost."""

    def end(_number: int, _frame: FrameType | None) -> None:
        server.ended = True

    signal.signal(signal.SIGTERM, end)
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:  # as shells have it for programs in the background
        signal.signal(signal.SIGINT, end)
