"""Input shared by all commands: files or stdin, choice of levels, options for reading and limits."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial, wraps
from itertools import islice
from typing import Any, BinaryIO

import click
from click.core import ParameterSource

from sokocheck.application.folders import Files, expand_folders
from sokocheck.application.guard import Guard, limit_words
from sokocheck.application.input_levels import FileLevel, open_input
from sokocheck.application.terminal_text import in_a_line, warn
from sokocheck.application.wrong_use import WrongUse
from sokocli.completion import complete_files
from sokocli.options import Finite, number_option, real_option
from sokocli.results import Exit, emit, show_reading
from sokocli.rule_pages import explain_rules
from sokospec.answer import Verdict
from sokospec.errors import Defect, ParseError, SokobanError, quantify
from sokospec.formats import SUFFIXES, Collection, DrawnLevel, Entry, Reading, decode, read_bytes, stream_entries
from sokospec.formats.entries import explain_no_level
from sokospec.formats.reading import content_in
from sokospec.limits import LimitReached, Limits

Command = Callable[..., int]
"""A command's function: click passes its options by name, and it returns the exit code."""

Refuse = Callable[[FileLevel], None]
"""Callback for a board that is not a level."""

Limited = Callable[[FileLevel, Verdict], None]
"""Callback for a level for which a limit was reached, in reading it or later."""


def level_files_argument(*, required: bool = True, solutions: bool = False) -> Callable[[Command], Command]:
    """Add the argument FILES, in which a folder stands for its level files, with `solutions` for `.sol` files too."""

    return click.argument(
        "files",
        nargs=-1,
        required=required,
        type=click.Path(exists=True, allow_dash=True),
        callback=list_files(partial(expand_folders, solutions=solutions)),
        shell_complete=complete_files(SUFFIXES),
    )


def list_files(expand: Callable[[tuple[str, ...]], Files]) -> Callable[..., Files]:
    """Return a callback that replaces folders by their files; one without any is a usage error."""

    def callback(_context: click.Context, _parameter: click.Parameter, names: tuple[str, ...]) -> Files:
        try:
            return expand(names)
        except WrongUse as error:
            raise click.UsageError(str(error)) from None

    return callback


files_argument = level_files_argument()
level_option: Callable[[Command], Command] = number_option("--level", None, "Only level N of each file.", least=1)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")


SETTLING = 60.0
"""Default seconds for one of many items: a claim, an improvement, a heat map."""


def add_reading_options(command: Command) -> Command:
    """Add the options for reading; the command receives them as `reading`."""

    @wraps(command)
    def command_with_reading(*, limit: int, close: bool, lenient: bool, **others: Any) -> int:  # click's own values
        return command(reading=Reading(lenient=lenient, close=close, limit=limit), **others)

    for option in (
        number_option(
            "--limit",
            Reading().limit,
            "Reject a board of more than N squares, and a solution of more than N steps (3R counts as three).",
            least=1,
        ),
        click.option("--close", is_flag=True, help="Add a missing outer wall."),
        click.option(
            "--lenient", is_flag=True, help="Repair errors that have one obvious correction, and list the repairs."
        ),
    ):
        command_with_reading = option(command_with_reading)
    return command_with_reading


def limit_options(
    seconds: float | None, what_for: str = "for each level", whose: str = ""
) -> Callable[[Command], Command]:
    """Add the limits, passed to the command as `limits`.

    The help says what they are for, and `whose` they are if a command runs another program, too. `seconds` is the
    default by the clock, which a limit in CPU seconds replaces.
    """

    def add(command: Command) -> Command:
        @wraps(command)
        def command_with_limits(
            *, time_limit: float | None, cpu_limit: float | None, memory_limit: float, **others: Any
        ) -> int:  # click's own values
            is_given = click.get_current_context().get_parameter_source("time_limit") is not ParameterSource.DEFAULT
            by_the_clock = time_limit if is_given or cpu_limit is None else None
            return command(limits=Limits(by_the_clock, memory_limit, cpu=cpu_limit), **others)

        shown = "no limit" if seconds is None else None
        time_option = real_option("--time-limit S", seconds, Finite(min=0), f"Seconds{whose} {what_for}.", shown=shown)
        cpu_option = cpu_limit_option(what_for, whose)
        memory_option = real_option(
            "--memory-limit MIB", 4096, Finite(min=1), f"Memory limit of each process{whose}, in MiB."
        )
        return time_option(cpu_option(memory_option(command_with_limits)))

    return add


request_limit_option: Callable[[Command], Command] = real_option(
    "--request-limit S", 10.0, Finite(min=0, min_open=True), "Seconds for each answer."
)


def cpu_limit_option(what_for: str, whose: str = "") -> Callable[[Command], Command]:
    """Add the limit in CPU seconds; the command receives it as `cpu_limit`."""
    text = f"CPU seconds{whose} {what_for}: the time of other programs does not count."
    return real_option("--cpu-limit S", None, Finite(min=0), text)


class _NoLevel(SokobanError):
    """Readable file without a level."""


def report_malformed(error: Exception, codes: list[int]) -> None:
    """Print the error of a file, and add its exit code, so that the command can go on with the next one."""
    codes.append(Exit.MALFORMED)
    warn(f"error: {error}")


class Shelf:
    """Files to read one after the other, each in `try_file`; call `check_any` at the end."""

    def __init__(self, files: tuple[str, ...], codes: list[int]) -> None:
        self._files = files
        self._found = files.found if isinstance(files, Files) else frozenset[str]()
        self._codes = codes
        self.read = False
        """Whether there was a level in any of them; to be set by whoever reads."""
        self.unreadable: list[str] = []
        """Files whose error was reported."""

    @contextmanager
    def try_file(self, file: str) -> Iterator[None]:
        """Report the error of one of several files, add its exit code, and go on; raise that of the only file named.

        A text without a level, such as the README of a collection, is no error in a folder.
        """
        try:
            yield
        except (SokobanError, click.UsageError) as error:
            if isinstance(error, WrongUse) or (self._files == (file,) and file not in self._found):
                raise
            prose = isinstance(error, _NoLevel) and file.lower().endswith(".txt") and file in self._found
            if prose or isinstance(error, click.UsageError):  # that is, there is no level of that number
                warn(f"skipped: {error}")
            else:
                self.unreadable.append(file)
                report_malformed(error, self._codes)

    def check_any(self) -> None:
        """Raise a usage error if there were files, but none with a level to read."""
        if self._files and not self.read and not self._codes:
            raise click.UsageError("no file has a level, or the level of --level.")


@dataclass(frozen=True, slots=True)
class Source:
    """A file's name as given, its entries, and its text if it has none; neither if it cannot be read."""

    file: str
    collection: Collection
    text: str = ""

    @property
    def is_unreadable(self) -> bool:
        return not self.collection and not self.text


def _has_statements(text: str) -> bool:
    from sokocheck.claims.solution_texts import read_statements  # only a text without a board needs it

    return bool(read_statements(text, ()))


def read_sources(files: tuple[str, ...], reading: Reading, guard: Guard, codes: list[int]) -> Iterator[Source]:
    """Yield each file's content, read as a whole, with lazily parsed boards, or that it is unreadable.

    Raises `LimitReached`, and for the only file `SokobanError` with its name; of several, exit codes go to `codes`.
    """
    shelf = Shelf(files, codes)
    for file in files:
        guard.begin()
        source = Source(file, Collection(()))
        with shelf.try_file(file):
            with show_reading(f"reading {in_a_line(file)}"), open_named(file, guard) as lines, guard:
                data = content_in(lines)
                collection = read_bytes(data, reading)
                text = "" if collection else decode(data)
                if not collection and not _has_statements(text):
                    raise explain_no_level(text, reading)
            shelf.read = True
            explain(_tell_about(in_a_line(file), collection.repairs, collection.warnings))
            source = Source(file, collection, text)
        if file in shelf.unreadable or not source.is_unreadable:
            yield source
    shelf.check_any()


@contextmanager
def open_named(file: str, guard: Guard) -> Iterator[BinaryIO]:
    """Open a file or stdin for reading, and name it in the errors of the readers.

    Raises `LimitReached` for a pipe without a writer.
    """
    try:
        with ExitStack() as stack:
            with guard:
                stream = stack.enter_context(open_input(file))
            yield stream
    except ParseError as error:
        kind = _NoLevel if error.rule == "F7" else SokobanError
        raise kind(f"{in_a_line(file)}: {error}") from None


@contextmanager
def read_within(guard: Guard, file: str) -> Iterator[None]:
    """Apply the limits while the block reads a file; a limit ends the command with its message."""
    guard.begin()
    try:
        with Guard.without_grace(), guard:
            yield
    except LimitReached as reached:
        warn(f"{in_a_line(file)}: {limit_words(reached.verdict, guard.limits)}")
        raise click.exceptions.Exit(Exit.UNKNOWN) from None


def choose_numbers(source: Source, level: int | None) -> list[int]:
    """Return the numbers of the wanted levels; raises a usage error for a level that the file does not have."""
    count = len(source.collection)
    if level is None:
        return list(range(1, count + 1))
    if level > count:
        raise click.UsageError(f"{source.file} has {quantify(count, 'level')}, so there is no level {level}.")
    return [level]


def which_level(file: str, what: str) -> click.UsageError:
    """Return the usage error for a file with several levels when one must be chosen."""
    return click.UsageError(f"{in_a_line(file)} has more than one level; name {what} with --level.")


def tell_notes(found: FileLevel) -> set[str]:
    """Print the repairs and warnings about a board, and return their rules."""
    return _tell_about(found.name, found.entry.drawn.repairs, found.entry.drawn.warnings)


def _tell_about(what: str, repairs: Iterable[Defect], warnings: Iterable[Defect] = ()) -> set[str]:
    told = set()
    for kind, defects in (("repaired", repairs), ("warning", warnings)):
        for defect in defects:
            warn(f"{what}: {kind}: {defect}")
            told.add(defect.rule)
    return told


def tell_defects(found: FileLevel) -> set[str]:
    """Print why a board is not a level, and return the broken rules."""
    for defect in found.entry.drawn.defects:
        warn(f"{found.name}: malformed: {defect}")
    return {defect.rule for defect in found.entry.drawn.defects}


@contextmanager
def within(guard: Guard, found: FileLevel, limited: Limited) -> Iterator[None]:
    """Apply the limits in a block about a level; at a limit call `limited` and leave the block."""
    try:
        with guard:
            yield
    except LimitReached as reached:
        limited(found, reached.verdict)


def _load_board(found: FileLevel, make: Callable[[], Entry], guard: Guard, limited: Limited) -> Iterator[FileLevel]:
    try:
        with show_reading(f"reading {in_a_line(found.file)}:{found.entry.number}"), guard:
            entry = make()
    except LimitReached as reached:
        limited(found, reached.verdict)
        return
    yield replace(found, entry=entry)


def explain(rules: Iterable[str]) -> None:
    if (lines := explain_rules(" ".join(f"[{rule}]" for rule in sorted(rules)))) is not None:
        warn(lines)


@dataclass(frozen=True, slots=True)
class Request:
    """Values of FILES, --level, the limits, the reading options and --json."""

    files: tuple[str, ...]
    level: int | None
    limits: Limits
    reading: Reading
    as_json: bool = False

    def limit_teller(self, codes: list[int]) -> Limited:
        """Return a callback that reports a reached limit and appends the exit code to `codes`."""

        def tell(found: FileLevel, verdict: Verdict) -> None:
            codes.append(Exit.UNKNOWN)
            warn(f"{found.name}: {limit_words(verdict, self.limits)}")
            if self.as_json:
                emit({**found.record, "verdict": verdict}, "", as_json=True)

        return tell

    def levels(
        self,
        codes: list[int],
        guard: Guard,
        limited: Limited,
        refuse: Refuse = lambda _: None,
        if_several: Callable[[], None] | None = None,
    ) -> Iterator[FileLevel]:
        """Yield every wanted level as soon as it is read; the guard's clock begins with its reading.

        A board that is not a level is passed over: its defects go to stderr, its exit code to `codes`, and `refuse` is
        called. `limited` is called for a level that could not be read within the limits. If its file is the reason, the
        rest of the file is skipped. The rules that were named are explained at the end. `if_several` is called before
        the first board of a file if there is a second one, and --level chooses none.
        """
        told: set[str] = set()
        shelf = Shelf(self.files, codes)
        for file in self.files:
            with shelf.try_file(file), closing(self._boards_in(file, guard, limited, told, if_several)) as boards:
                for found in boards:
                    shelf.read = True
                    told |= tell_notes(found)
                    if found.entry.drawn.level is not None:
                        yield found
                        continue
                    told |= tell_defects(found)
                    codes.append(Exit.MALFORMED)
                    refuse(found)
        shelf.check_any()
        explain(told)

    def _boards_in(
        self, file: str, guard: Guard, limited: Limited, told: set[str], if_several: Callable[[], None] | None
    ) -> Generator[FileLevel]:
        """Yield the wanted boards of a file, levels or not; the rules of its repairs go to `told`."""
        number, name = 0, in_a_line(file)
        guard.begin()
        try:
            with ExitStack() as stack:
                with show_reading(f"reading {name}"):
                    lines = stack.enter_context(open_named(file, guard))
                    with guard:
                        stream = stream_entries(lines, self.reading)
                        entries = stream.entries
                        if if_several is not None and self.level is None:
                            first = list(islice(entries, 2))
                            if len(first) > 1:
                                if_several()
                            entries = iter(first)
                told |= _tell_about(name, (), stream.warnings)
                while True:
                    with show_reading(f"reading {name}"), guard:
                        make = next(entries, None)
                    told |= _tell_about(name, stream.repairs())
                    if make is None:
                        break
                    number += 1
                    if self.level in (None, number):
                        found = FileLevel(file, Entry(number, DrawnLevel()), stream.header)
                        yield from _load_board(found, make, guard, limited)
                        if self.level is not None:
                            return
                        guard.begin()
        except LimitReached as reached:
            limited(FileLevel(file, Entry(self.level or number + 1, DrawnLevel())), reached.verdict)
            return
        if number == 0:
            raise _NoLevel(f"{name}: there are steps here, but no level")
        if self.level is not None:
            raise click.UsageError(f"{file} has {quantify(number, 'level')}, so there is no level {self.level}.")


def request_options(
    seconds: float | None, what_for: str = "for each level", whose: str = "", *, json: bool = True
) -> Callable[[Command], Command]:
    """Add the limits, the reading options and --json; the command receives these, FILES and --level as `request`."""

    def add(command: Command) -> Command:
        @wraps(command)
        def command_with_request(
            *, files: tuple[str, ...], level: int | None, limits: Limits, reading: Reading, **others: Any
        ) -> int:  # click's own values
            as_json = others.pop("as_json", False)
            return command(request=Request(files, level, limits, reading, as_json), **others)

        last = json_option(command_with_request) if json else command_with_request
        return limit_options(seconds, what_for, whose)(add_reading_options(last))

    return add
