"""Player page: one self-contained HTML file with levels."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from xml.sax.saxutils import escape

from sokospec.board import Level
from sokospec.formats.xsb import board_rows
from sokoview.pictures.symbols import colours, symbols

MODULES = (
    "engine",
    "formats",
    "blocks",
    "routes",
    "reverse",
    "deadlocks",
    "board",
    "configurations",
    "progress",
    "app",
)
"""The page's scripts in order of their imports, concatenated into the page."""

_IMPORT = re.compile(r"^import\b.*?;\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export (?=(?:class|const|function)\b)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Offer:
    """Level on the page with a title, a recorded play, and a valid solution to watch.

    With the level's map the page shows the configuration of its machine or graph.
    """

    title: str
    level: Level
    lurd: str = ""
    map: Mapping[str, object] | None = None
    solution: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """A server's additions to the page: HTML beside the board, and a script that talks to that server only."""

    html: str
    script: str


def script(modules: Sequence[str] = MODULES) -> str:
    """Return modules as one script without imports and exports."""
    sources = (_read(f"{name}.mjs") for name in modules)
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", source)) for source in sources)


def page(offers: Sequence[Offer], title: str, panel: Panel | None = None) -> str:
    r"""Return the page for levels, opening with the first one or the play link in its address.

    Without a panel it makes no requests.

    >>> text = page([Offer("One push", Level.parse("#####\n#@$.#\n#####"))], "Levels")
    >>> "http://" in text.replace("http://www.w3.org/", ""), text.count("</script>")
    (False, 2)
    """
    levels = [
        {"title": offer.title, "rows": board_rows(offer.level.board, offer.level.state), "lurd": offer.lurd}
        | ({} if offer.map is None else {"map": offer.map})
        | ({"solution": offer.solution} if offer.solution else {})
        for offer in offers
    ]
    parts = {
        "TITLE": escape(title, {'"': "&quot;"}),
        "STYLE": f"{colours()}\n{_read('style.css')}",
        "TILES": symbols(),
        "LEVELS": json.dumps(levels, ensure_ascii=True).replace("<", "\\u003c"),
        "SCRIPT": script(),
        "CONNECT": "; connect-src 'self'" if panel else "",
        "PANEL": panel.html if panel else "",
        "MORE": f'<script type="module">\n{panel.script}\n</script>\n' if panel else "",
    }
    template = _read("page.html")
    return re.sub(r"\{\{([A-Z]+)\}\}", lambda place: parts[place[1]], template)


def _read(name: str) -> str:
    return files("sokoview.player").joinpath(name).read_text(encoding="utf-8")
