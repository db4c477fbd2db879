"""The documentation site, built by `python -m sphinx -W -b html docs site` (`pip install '.[docs]'`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]

from tools.roots import ROOTS  # noqa: E402 - found by the path above

sys.path[:0] = [str(ROOT / root) for root in ROOTS]

import reference_pages  # noqa: E402

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Sokospec"
copyright = "the authors of Sokospec, MIT licence"
html_title = "Sokospec"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
templates_path: list[str] = []

myst_heading_anchors = 4
suppress_warnings = ["ref.python"]  # short names in annotations that are known to type checkers alone are ambiguous
highlight_language = "text"
default_role = "code"
smartquotes = False  # two hyphens begin an option

autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 100
add_module_names = False
python_use_unqualified_type_names = True

html_theme = "furo"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["site.css"]


def setup(app: Sphinx) -> None:
    """Tell Sphinx how reference pages and docstrings are read."""
    app.connect("source-read", reference_pages.expand)
    app.connect("autodoc-process-docstring", reference_pages.docstring)
