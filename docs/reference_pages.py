"""What the reference pages consist of: every module of a package, every command's help, every docstring.

The pages of the claims get a picture of each board, above its text.

The pages in `docs/reference` hold `.. modules:: PACKAGE` and `.. commands::`; these lines are replaced while the site
is built, so that no list of modules or commands can fall behind the code.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import click

MODULES = re.compile(r"^\.\. modules:: (\S+)(?: only (.*))?$", re.MULTILINE)
COMMANDS = re.compile(r"^\.\. commands::$", re.MULTILINE)
ANCHOR = re.compile(r'^(#+ )<a id="([^"]+)"></a>', re.MULTILINE)
BOARD = re.compile(r"(?:^ {4}[ #@+$*.]+\n)+", re.MULTILINE)
CONFORMANCE_FILES = "../../reference/sokospec/conformance/README.md"
"""The page outside `docs` to which pages link; on the site, `reference/conformance_files` includes it."""
CODE_OR_EMPHASIS = re.compile(r"(`[^`]+`|(?<![\w*])\*{1,2}\w[^*]*\w[.]?\*{1,2}(?![\w*]))")
MARKUP = re.compile(r"([\\*|`]|_(?!\w))")


def expand(app: object, docname: str, source: list[str]) -> None:
    """Replace the lines for modules and commands of the reference; elsewhere, anchors and outward links."""
    source[0] = ANCHOR.sub(r"(\2)=\n\n\1", source[0])
    source[0] = source[0].replace("\n\n```\n", "\n```\n")  # doctest wants the empty line, readers do not
    source[0] = source[0].replace(f"]({CONFORMANCE_FILES})", "](../reference/conformance_files.md)")
    if docname.startswith("background/claims/"):
        source[0] = BOARD.sub(lambda match: picture(match[0]) + match[0], source[0])
    if docname.startswith("reference/"):
        source[0] = MODULES.sub(lambda match: "\n".join(modules(match[1], match[2])), source[0])
        source[0] = COMMANDS.sub(lambda match: "\n".join(commands()), source[0])


def picture(board: str) -> str:
    """Return an indented board as SVG within HTML, which has no empty line.

    >>> picture("    #####\\n    #@$.#\\n    #####\\n").splitlines()[0]
    '<div class="board">'
    """
    from sokospec import Level
    from sokoview.pictures.svg import svg

    level = Level.parse("".join(line[4:] for line in board.splitlines(keepends=True)))
    return f'<div class="board">\n{svg(level)}</div>\n\n'


def modules(package: str, only: str | None = None) -> list[str]:
    """Return reStructuredText for the modules of a package, not of the packages in it.

    >>> modules("sokospec.planning")[2:8]
    ['sokospec.planning', '-----------------', '', '.. automodule:: sokospec.planning', '   :no-members:', '']
    """
    file = import_module(package).__file__
    assert file is not None, "a package has an __init__.py"
    names = sorted(path.stem for path in Path(file).parent.glob("*.py") if not path.stem.startswith("_"))
    lines = ["", "", *heading(package), f".. automodule:: {package}", "   :no-members:", ""]
    lines += public_names(package)
    for name in names:
        if only is None or name in only.split():
            lines += [*heading(f"{package}.{name}"), f".. automodule:: {package}.{name}", ""]
    return lines


def public_names(package: str) -> list[str]:
    """Return a list of what a package offers by name, with links to where each is documented."""
    module = import_module(package)
    offered = [(name, getattr(module, name)) for name in getattr(module, "__all__", ())]
    places = [(name, getattr(value, "__module__", None), getattr(value, "__qualname__", "")) for name, value in offered]
    links = [
        f":py:obj:`{name} <{place}.{qualified}>`" if place and place.startswith("soko") and qualified else f"``{name}``"
        for name, place, qualified in places
    ]
    return [f"It offers {', '.join(links)}.", ""] if links else []


def commands() -> list[str]:
    """Return reStructuredText with the help of every command."""
    main: click.Group = import_module("sokocli.main").main
    lines: list[str] = []
    for name, command in commands_of(main, "sokospec"):
        context = click.Context(command, info_name=name, terminal_width=82)
        lines += ["", *heading(name), "::", "", *(f"   {line}" for line in command.get_help(context).splitlines()), ""]
    return lines


def commands_of(group: click.Group, name: str) -> list[tuple[str, click.Command]]:
    """Return the commands of a group by their full names, with those that `generate` hands its arguments to."""
    context, found = click.Context(group), list[tuple[str, click.Command]]()
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        assert command is not None, f"{word} is listed"
        found.append((f"{name} {word}", command))
        for kind in getattr(import_module(command.callback.__module__), "DRAWN", ()) if command.callback else ():
            found.append((f"{name} {word} {kind}", import_module(f"sokocli.{word}_{kind}").command))
    return found


def heading(text: str) -> list[str]:
    """Return a heading below the page's title."""
    return [text, "-" * len(text), ""]


def docstring(app: object, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Turn a docstring in place into reStructuredText."""
    lines[:] = [] if lines and lines[0].startswith("Alias for field number") else restructured(lines)


def restructured(lines: list[str]) -> list[str]:
    """Return one of our docstrings, which are Markdown with examples, as reStructuredText.

    >>> restructured(["*One* of `a*`, * and b_.", "", "    #@#", "", ">>> 1", "1"])
    ['*One* of ``a*``, \\\\* and b\\\\_.', '', '::', '', '       #@#', '', '>>> 1', '1', '']
    """
    out: list[str] = []
    for block in "\n".join(lines).strip("\n").split("\n\n"):
        if block.startswith(">>>"):
            out += block.splitlines()
        elif block.startswith(("    ", "|")):
            out += ["::", "", *(f"   {line}" for line in block.splitlines())]
        else:
            out += escaped(block).splitlines()
        out.append("")
    return out


def escaped(text: str) -> str:
    """Return Markdown text with code and emphasis as reStructuredText has them, and no other markup.

    >>> print(escaped("two `Level`s"))
    two ``Level``\\ s
    """
    out = ""
    for part in CODE_OR_EMPHASIS.split(text):
        if out.endswith("``") and part[:1].isalnum():
            out += "\\ "  # markup ends at no letter
        if part.startswith("`"):
            out += f"``{part.strip('` ')}``"
        else:
            out += part if part.startswith("*") else MARKUP.sub(r"\\\1", part)
    return out
