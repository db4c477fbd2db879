"""`sokospec render`: levels, or states after some steps, as text, picture, animation or page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

import click

from sokocheck.application import outputs
from sokocheck.application.guard import GRACE, Guard, limit_words, option_of
from sokocheck.application.input_levels import FileLevel, content_of, open_input
from sokocheck.application.outputs import Draft
from sokocheck.application.terminal_text import in_a_line, warn
from sokocheck.application.vocabulary import text_of
from sokocli import inputs
from sokocli.inputs import Request
from sokocli.options import LONGEST_NUMBER, choice_option, number_option, read_number, read_option
from sokocli.picture_target import TARGETS, target_of
from sokocli.recorded_solution import first_solution, steps_to_animate
from sokocli.results import Exit, show_search, show_work, wants_colour, worst, write
from sokodead import DETECTORS
from sokospec.answer import Verdict
from sokospec.board import Level, Square, State
from sokospec.errors import ParseError, SokobanError
from sokospec.formats import DrawnLevel, Entry, Reading, lurd
from sokospec.formats.xsb import one_line
from sokospec.limits import Limits
from sokospec.replay import DIRECTION_OF, Replay, replay
from sokospec.rules import step
from sokoview.pictures.labels import NO_LABELS, labels_of
from sokoview.pictures.maps import LevelMap
from sokoview.pictures.marks import MARKS, MarkOptions
from sokoview.pictures.part import LevelPart, part_of
from sokoview.pictures.picture import Layer, Picture
from sokoview.pictures.svg import draw_svg
from sokoview.pictures.terminal import colour_text, plain
from sokoview.pictures.window import Window
from sokoview.player import Offer, page

_MOST_IN_SVG, _MOST_PIXELS, _MOST_IN_PAGE = 400_000, 100_000_000, 400_000
"""How many squares an SVG and a page may have, and how many pixels a PNG: more can hardly be opened."""

_MISSING = "--to {} needs Pillow: pip install pillow"


def _numbers(count: int, names: str) -> Callable[[click.Context, click.Parameter, str | None], tuple[int, ...] | None]:
    def read(_context: click.Context, _parameter: click.Parameter, value: str | None) -> tuple[int, ...] | None:
        if value is None:
            return None
        try:
            numbers = tuple(read_number(part.strip()) for part in value.split(","))
        except ValueError:
            numbers = ()
        if len(numbers) != count:
            raise click.BadParameter(
                f"{value[:80]!r} is not {names}: {count} numbers of at most {LONGEST_NUMBER} digits, counted from 0"
            )
        return numbers

    return read


@click.command()
@inputs.files_argument
@inputs.level_option
@click.option(
    "--lurd", "steps", default="", metavar="LURD", help="Steps to play; a picture shows the state after them."
)
@click.option(
    "--to",
    "target",
    type=click.Choice(TARGETS),
    show_default="the suffix of --out, else text",
    help="The kind of picture; html is a page to play on, gif plays --lurd, else the first solution in the file.",
)
@click.option("--out", type=click.Path(dir_okay=False), metavar="FILE", help="File to write; stdout by default.")
@choice_option(
    "--mark WHAT",
    None,
    list(MARKS),
    "Mark squares; repeat for more. dead: a box there, alone on the board, gets to no goal; tunnels: corridors one "
    "square wide; corrals: floor that boxes keep the player out of. reach: see --box; evidence: boxes, player's region "
    "and goals in a detector's evidence. box-heat, player-heat: the share of states with a box, or the "
    "player, there.",
    several=True,
    into="marks",
)
@click.option(
    "--box",
    callback=_numbers(2, "ROW,COLUMN"),
    metavar="ROW,COLUMN",
    help="With --mark reach: mark where the box on this square can be pushed while the others stand still.",
)
@choice_option(
    "--detector NAME",
    None,
    list(DETECTORS),
    "With --mark evidence: the detector; by default, the first one that flags the state.",
)
@choice_option(
    "--states", "all", ["all", "live"], "States that a heat map counts; live: only those that have a solution."
)
@click.option(
    "--crop",
    callback=_numbers(4, "ROW,COLUMN,HEIGHT,WIDTH"),
    metavar="ROW,COLUMN,HEIGHT,WIDTH",
    help="Only this part of the level.",
)
@read_option(
    "--map MAP",
    "Map written by `reduce --map`; its names of gadgets, wires and cells are added to an SVG, PNG or page.",
    into="map_file",
)
@click.option("--gadget", metavar="NAME", help="With --map: only the part around this gadget.")
@number_option("--scale PIXELS", None, "Side of a square in PNG and GIF, in pixels.", least=1, most=256)
@number_option("--delay MS", 150, "Milliseconds per frame of a GIF.", least=20, most=10_000)
@click.option("--pushes-only", is_flag=True, help="Draw GIF frames for pushes only, not for walks.")
@choice_option(
    "--colour",
    "auto",
    ["auto", "always", "never"],
    "Colours in text; auto: on a terminal, unless NO_COLOR or TERM=dumb is set.",
)
@number_option(
    "--savitch T",
    None,
    "Draw the calls of Savitch's procedure instead of the level, for at most T pushes (SVG).",
    least=0,
)
@inputs.request_options(inputs.SETTLING, "for each picture", json=False)
def command(
    request: Request,
    steps: str,
    target: str | None,
    out: str | None,
    marks: tuple[str, ...],
    box: tuple[int, int] | None,
    detector: str | None,
    states: str,
    crop: tuple[int, int, int, int] | None,
    map_file: str | None,
    gadget: str | None,
    scale: int | None,
    delay: int,
    colour: str,
    savitch: int | None,
    *,
    pushes_only: bool,
) -> int:
    """Draw the levels in FILES. Text and a page to play on (html) show all levels; a picture shows one, so choose it
    with --level.

    Squares are counted from 0, rows from the top. Heat maps enumerate all states and can be slow.
    """
    kind = target_of(target, out)
    if savitch is not None and kind != "svg":
        raise click.UsageError("The calls of Savitch's procedure are drawn as SVG; add --to svg.")
    found_map = _map(map_file, kind, gadget, request.limits, crop=crop is not None)
    if found_map is not None and gadget is not None:
        crop = found_map.around(gadget)
    letters = lurd.parse(steps, request.reading.limit).steps
    order = _Order(
        request,
        kind,
        letters,
        marks,
        MarkOptions(Square(*box) if box else None, detector, states == "live", request.limits),
        Window(*crop) if crop else None,
        scale,
        delay,
        colour,
        savitch,
        pushes_only,
        found_map,
    )
    read = request.files if map_file is None else (*request.files, map_file)
    with nullcontext() if out is None else outputs.open_draft(Path(out), outputs.identities(read)) as draft:
        return _draw_all(order, draft)


class _Order(NamedTuple):
    request: Request
    target: str
    letters: str
    marks: tuple[str, ...]
    asked: MarkOptions
    window: Window | None
    scale: int | None
    delay: int
    colour: str
    savitch: int | None
    pushes_only: bool
    map: LevelMap | None


def _map(file: str | None, target: str, gadget: str | None, limits: Limits, *, crop: bool) -> LevelMap | None:
    if gadget is not None and (file is None or crop or target == "html"):
        raise click.UsageError("--gadget needs --map, and goes with neither --crop nor html.")
    if file is None:
        return None
    if target in ("text", "gif") and gadget is None:
        raise click.UsageError(f"{target} shows no names; add --to svg, png or html, or choose a part with --gadget.")
    with inputs.read_within(Guard(limits), file):
        text = content_of(file).decode("utf-8", errors="replace")
        try:
            return LevelMap.parse(text)
        except SokobanError as error:
            raise SokobanError(f"{file}: {error}") from None


def _draw_all(order: _Order, draft: Draft | None) -> int:
    request, target = order.request, order.target
    limits = request.limits
    codes: list[int] = []
    guard = Guard(limits, GRACE)

    def report_limit(found: FileLevel, verdict: Verdict) -> None:
        codes.append(Exit.UNKNOWN)
        heat = any(mark.endswith("heat") for mark in order.marks)
        why = f"{text_of(verdict)}: too many states for a heat map; raise {option_of(verdict, limits)}"
        warn(f"{found.name}: {why if heat else limit_words(verdict, limits)}")

    if draft is not None:
        draft.keep = False  # until something is drawn
    with inputs.within(guard, FileLevel(request.files[0], Entry(1, DrawnLevel())), report_limit):
        part = _part(order)
        if part is not None:
            _draw_part(part, order, draft)
            return worst(codes)
    if codes:
        return worst(codes)
    wanted = request.levels(codes, guard, report_limit)
    first = list(islice(wanted, 2))
    if target in ("svg", "png", "gif") and len(first) > 1:
        raise click.UsageError(
            f"a picture ({target}) shows one level, but the files have several; choose one with --level N."
        )
    if target == "html" and first:
        pages = [*first, *wanted]
        with inputs.within(guard, pages[0], report_limit):
            _write_page(pages, order, draft)
        return worst(codes)
    for found in chain(first, wanted):
        with show_search(found.name, guard, "distance") as watch, inputs.within(guard, found, report_limit):
            _draw(found, order, watch.limits, draft, heading=f"{found.name}\n" if len(first) > 1 else "")
    return worst(codes)


def _part(order: _Order) -> LevelPart | None:
    files, level, limit = order.request.files, order.request.level, order.request.reading.limit
    if order.window is None or order.target not in ("svg", "png") or len(files) > 1 or level not in (None, 1):
        return None
    whole = bool(order.letters or order.marks) or order.savitch is not None
    if whole or not Path(files[0]).is_file() or Path(files[0]).stat().st_size <= limit:
        return None
    with open_input(files[0]) as lines, show_work(f"reading {in_a_line(files[0])}"):
        part = part_of(lines, order.window)
    return part if part is not None and part.board.height * part.board.width > limit else None


def _draw_part(part: LevelPart, order: _Order, draft: Draft | None) -> None:
    if order.map is not None:
        order.map.check(part)
    _write_picture(Picture.of(part, part.state, (), order.window), order, draft)


def _draw(found: FileLevel, order: _Order, limits: Limits, draft: Draft | None, heading: str) -> None:
    if order.savitch is not None:
        from sokoview.pictures.recursion_tree import savitch_tree

        _write(savitch_tree(found.level, order.savitch, limits), draft)
        return
    if order.map is not None:
        order.map.check(found.level)
    letters = order.letters
    if not letters and order.target == "gif":
        letters = steps_to_animate(found, order.request.reading)
    played = _play(found.level, letters, order.request.reading)
    marked = partial(_layers, found.level, order.marks, replace(order.asked, limits=limits))
    if order.target == "gif":
        pictures = _frames(found.level, played.lurd, marked, order.window, pushes_only=order.pushes_only)
        _write_gif(pictures, draft, order.delay, order.scale)
        return
    picture = Picture.of(found.level, played.final, marked(played.final), order.window)
    if order.marks == ("evidence",) and not picture.layers:
        warn(f"{found.name}: no detector flags it, so there is no evidence to mark")
    if order.target == "text":
        _write_text(heading, picture, draft, order.colour)
    else:
        _write_picture(picture, order, draft)


def _play(level: Level, letters: str, reading: Reading) -> Replay:
    """Return the replay of the steps; raises `ParseError` for an illegal one."""
    played = replay(level, letters, lenient=reading.lenient)
    if played.at is not None and played.rule != "A2":
        raise ParseError(played.rule or "", f"--lurd: {played.reason}", 1, played.at + 1)
    return played


def _layers(level: Level, marks: tuple[str, ...], asked: MarkOptions, state: State) -> tuple[Layer, ...]:
    shown = Level(level.board, state, level.title)
    return tuple(layer for name, marker in MARKS.items() if name in marks for layer in marker(shown, asked))


def _frames(
    level: Level,
    letters: str,
    marked: Callable[[State], tuple[Layer, ...]],
    window: Window | None,
    *,
    pushes_only: bool,
) -> Iterator[Picture]:
    state, layers = level.state, marked(level.state)
    yield Picture.of(level, state, layers, window)
    for number, letter in enumerate(letters):
        state = step(level.board, state, DIRECTION_OF[letter.lower()])
        if letter.isupper() or not pushes_only or number == len(letters) - 1:
            yield Picture.of(level, state, layers, window)


def _write(text: str, draft: Draft | None) -> None:
    if draft is None:
        write(text)
    else:
        draft.file.write(text.encode())
        draft.keep = True


def _write_text(heading: str, picture: Picture, draft: Draft | None, colour: str) -> None:
    in_colour = colour == "always" or (colour == "auto" and draft is None and wants_colour(sys.stdout))
    if in_colour and draft is None:
        click.echo(f"{heading}{colour_text(picture)}", color=True)  # its escapes are ours
    else:
        _write(f"{heading}{colour_text(picture) if in_colour else plain(picture)}\n", draft)


def _write_picture(picture: Picture, order: _Order, draft: Draft | None) -> None:
    _check_size(picture.window, order)
    labels = NO_LABELS if order.map is None else labels_of(order.map, picture.state.boxes, picture.window)
    if order.target == "svg":
        _write(draw_svg(picture, labels), draft)
        return
    try:
        from sokoview.pictures.pixels import write_png
    except ImportError:
        raise click.UsageError(_MISSING.format("png")) from None
    with _open_picture(draft) as file:
        write_png(picture, file, order.scale, labels)


def _check_size(window: Window, order: _Order) -> None:
    squares = window.height * window.width
    if order.target == "svg" and squares > _MOST_IN_SVG:
        raise click.UsageError(
            f"{squares:,} squares are too many for an SVG, which may have {_MOST_IN_SVG:,}; choose a part with --crop "
            "or --gadget, or take --to png."
        )
    pixels = squares * (order.scale or 1) ** 2
    if order.target == "png" and pixels > _MOST_PIXELS:
        raise click.UsageError(
            f"{pixels:,} pixels are too many for a PNG, which may have {_MOST_PIXELS:,}; choose a part with --crop or "
            "--gadget, or a smaller --scale."
        )


def _write_gif(pictures: Iterator[Picture], draft: Draft | None, delay: int, scale: int | None) -> None:
    try:
        from sokoview.pictures.gif import write_gif
    except ImportError:
        raise click.UsageError(_MISSING.format("gif")) from None
    with _open_picture(draft) as file:
        write_gif(pictures, file, milliseconds=delay, scale=scale)


def _write_page(wanted: Sequence[FileLevel], order: _Order, draft: Draft | None) -> None:
    if order.map is not None and len(wanted) > 1:
        raise click.UsageError("--map is about one level, but the files have several; choose one with --level.")
    offers = []
    for found in wanted:
        squares = found.level.board.height * found.level.board.width
        if squares > _MOST_IN_PAGE:
            raise click.UsageError(
                f"{found.name}: {squares:,} squares are too many for a page, which may have {_MOST_IN_PAGE:,}; look at "
                "a part with --to png and --crop or --gadget."
            )
        if order.map is not None:
            order.map.check(found.level)
        recorded = first_solution(found, order.request.reading)
        solution = "" if recorded is None else recorded.lurd
        letters = order.letters or (solution if order.map is not None else "")
        played = _play(found.level, letters, order.request.reading)
        data = None if order.map is None else order.map.data
        offers.append(Offer(one_line(found.entry.title), found.level, played.lurd, data, solution))
    single = offers[0].title if len(offers) == 1 else ""
    _write(page(offers, single or in_a_line(Path(wanted[0].file).name)), draft)


@contextmanager
def _open_picture(draft: Draft | None) -> Iterator[BinaryIO]:
    if draft is not None:
        yield draft.file
        draft.keep = True
        return
    if sys.stdout.isatty():
        raise click.UsageError("A picture would be unreadable on the terminal; name a file with --out.")
    yield sys.stdout.buffer
    sys.stdout.buffer.flush()
