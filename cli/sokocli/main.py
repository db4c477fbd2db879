"""The `sokospec` program: finds the command, runs it, and turns every outcome into an exit code."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from io import StringIO
from typing import Any, cast

import click

from sokocheck.application.terminal_text import in_a_line, warn
from sokocheck.application.vocabulary import text_of
from sokocheck.application.wrong_use import WrongUse
from sokocli import completion
from sokocli.packages import install_advice
from sokocli.results import Exit, did_you_mean
from sokocli.streams import OUTPUT
from sokosolve.kernel_errors import WrongMachineCode
from sokospec.errors import SokobanError
from sokospec.limits import LimitReached

_PROGRAM = "sokospec"

_NO_MEMORY = f"{text_of('LIMIT_MEMORY')}: raise the limit of the shell (ulimit -v) or of the container"

COMMANDS = {
    "audit": "Test whether a deadlock detector is sound, or a heuristic admissible.",
    "batch": "Solve thousands of levels; resume an interrupted run.",
    "check": "Check solutions: are they valid, are they optimal?",
    "conformance": "Test a Sokoban engine, rule by rule.",
    "convert": "Write levels in another format.",
    "crosscheck": "Run another solver, and report its wrong answers.",
    "dataset": "Write certified optimal plays with cost-to-go, for learners.",
    "deadlocks": "Print which deadlock detectors flag a level as dead, and why.",
    "exercise": "Check an answer to an exercise of the course.",
    "explain": "Explain a rule, a verdict or an exit code.",
    "generate": "Generate levels with long solutions, random levels and test suites.",
    "hardest": "Search all small levels for the longest optimal solution.",
    "improve": "Make solutions shorter: fewer pushes, fewer moves, or both.",
    "normalize": "Print levels in normal form, or find similar levels.",
    "perft": "Count the states at each distance from the start.",
    "policy": "Write tables of states with cost-to-go and optimal actions.",
    "prove": "Prove the theorems about level families and deadlocks.",
    "reconstruct": "Make a level from a solution.",
    "reduce": "Compile formulas, machines and constraint graphs into levels.",
    "render": "Draw levels: text, SVG, PNG, animated GIF, or a page to play on.",
    "report": "Tabulate and plot records of batch and solve --json, and find contradictions.",
    "savitch": "Decide in polynomial space whether a level is solvable.",
    "serve": "Play and solve a folder of levels in the browser.",
    "solve": "Find optimal solutions, or prove that there are none.",
    "verify": "Check certificates (proofs) of answers.",
    "warmup": "Compile the fast engine ahead of time.",
}


def _with_usage(callback: Callable[..., int]) -> Callable[..., int]:
    """Return the command's function with its usage added to usage errors."""

    @wraps(callback)
    def run_command(*arguments: Any, **options: Any) -> int:  # click's own values
        try:
            return callback(*arguments, **options)
        except WrongUse as error:
            raise click.UsageError(str(error)) from None

    return run_command


@cache
def _load_command(name: str) -> click.Command:
    command: click.Command = import_module(f"sokocli.{name}").command
    command.callback = _with_usage(cast(Callable[..., int], command.callback))
    return command


class _Commands(click.Group):
    """Click group that imports only the module of the command used, for a fast start."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return _load_command(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return a command and its arguments; the error for an unknown name suggests a similar one."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            what_then = did_you_mean(args[0], COMMANDS)
            if what_then == "." and os.path.exists(args[0]):
                what_then = f"; say what to do with it, such as 'sokospec solve {args[0]}'."
            ctx.fail(f"There is no command {args[0]!r}{what_then}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sokospec", message="%(prog)s %(version)s")
def main() -> None:
    """Sokospec: the executable specification of Sokoban.

    Results go to stdout, everything else to stderr. A file named '-' is stdin; a folder stands for the level files in
    it and its subfolders. Levels are numbered from 1.

    `sokospec COMMAND --help` shows the options. To test a solver: crosscheck runs it, check judges its solutions, audit
    tests its deadlock detector or heuristic.

    \b
    Exit codes: 0  yes, solved, every claim holds
                1  no, proven unsolvable, a claim is refuted
                2  usage
                3  unknown, a limit was reached
                4  malformed input
                5  internal error
    With several levels the largest exit code wins, except that 1 outranks 3.
    """


def exit_code(arguments: list[str]) -> int:
    try:
        code = _outcome(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        warn("interrupted")
        return Exit.UNKNOWN
    except MemoryError:
        warn(_NO_MEMORY)
        return Exit.UNKNOWN
    except OSError as error:
        return _report_os_error(error)
    except WrongMachineCode as error:
        warn(f"error: {error}")
        return Exit.INTERNAL
    except ModuleNotFoundError as error:
        advice = install_advice(error)
        if advice is None:
            return _report_crash()
        warn(f"error: {advice}")
        return Exit.USAGE
    except Exception:
        return _report_crash()


def _report_crash() -> Exit:
    import traceback

    warn(f"internal error, please report it:\n{traceback.format_exc()}")
    return Exit.INTERNAL


def _outcome(arguments: list[str]) -> int:
    """Run the program and return its exit code; only internal errors are raised.

    It replaces click's `Command.main`, for which a closed pipe has exit code 1.
    """
    if instruction := os.environ.get(completion.VARIABLE):
        from click.shell_completion import shell_complete

        completion.register()
        return shell_complete(main, {}, _PROGRAM, completion.VARIABLE, instruction)
    try:
        with main.make_context(_PROGRAM, arguments) as context:
            outcome = main.invoke(context)
        return outcome if isinstance(outcome, int) else Exit.YES
    except click.exceptions.Exit as end:  # of --help and --version
        return end.exit_code
    except click.ClickException as error:
        text = StringIO()
        error.show(text)
        warn(text.getvalue().rstrip("\n"))
        return Exit.USAGE
    except SokobanError as error:
        from sokocli.rule_pages import explain_rules  # seldom of use

        warn(f"error: {error}")
        if (rules := explain_rules(str(error))) is not None:
            warn(rules)
        return Exit.MALFORMED
    except LimitReached as limit:
        warn(f"{text_of(limit.verdict)}: raise the limit, or leave it out")
        return Exit.UNKNOWN


def _report_os_error(error: OSError) -> Exit:
    if error.errno == errno.EPIPE and error.filename == OUTPUT:  # whoever read the results has enough of them
        return Exit.UNKNOWN
    where = "" if error.filename is None else f"{in_a_line(os.fsdecode(error.filename))}: "
    warn(f"error: {where}{error.strerror or error}")
    return Exit.INTERNAL
