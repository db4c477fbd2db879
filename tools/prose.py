"""Count what makes our English hard to read, and compare words of pages and places that break a rule with budgets.

    python -m tools.prose                        the table of counts; exit code 1 if one is over its budget
    python -m tools.prose --places long PATH…    each place that breaks a rule, of all files or of some
    python -m tools.prose --lower                write lower counts into tools/prose_budget.json; no budget ever grows

Pages are the Markdown files of `docs`, README.md, CONTRIBUTING.md, SECURITY.md and the conformance suite's README.md.
The other texts are docstrings, help texts (`help=`), and messages (text in `raise`) of the packages in `tools.roots`.
Code, tables of numbers and examples are left out.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.roots import PACKAGES, ROOT
from tools.trusted_base import code_lines

BUDGET = ROOT / "tools" / "prose_budget.json"
OTHER_PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "reference/sokospec/conformance/README.md")
PARTS_FOR_USERS = ("start", "guides", "reference", "background/course", "background", "index")
OTHER_PARTS = ("records", "root")
WORDS = "words without records and root"
MOST_WORDS = 25

HEADLESS = re.compile(r"(What|Where|Who|Whose|Whom|Whence|That which)\b")
PASSIVE = re.compile(
    r"(\w+ed|Built|Done|Drawn|Found|Given|Held|Kept|Known|Made|Meant|Said|Sent|Shown|Taken|Thrown|Told|Written)"
    r" (as|at|by|for|from|in|of|on|so|to|when|where|with)\b"
)
RETIRED = re.compile(
    r"\b(killers?|zoos?|ledger|standings|dead windows?|sound as far as|loses no more height|less the end|whence"
    r"|so many|all else|anybody|somebody|there is none|there are none)\b",
    re.IGNORECASE,
)
PRICE = re.compile(r"(?<!dual )\bprices?\b")
PRICES_MEAN_EVIDENCE = ("certificates.md", "proved.md", "proved_checker.md", "glossary.md", "checker_mutants.md")
"""Pages on which a price is a number in a certificate. Elsewhere say "goal weight" or "dual price"."""

_IRREGULAR = """
    begun broken built chosen done drawn driven fallen felt flown forgotten found frozen given gone held hidden
    kept known laid left lost made meant met paid proven said seen sent shown sold spent stood taken
    thrown told torn won worn written
"""
IRREGULAR = frozenset(_IRREGULAR.split())
_NO_PARTICIPLES = """
    bring embed exceed feed king need proceed red ring seed sing speed spring string thing
    crossing drawing embedding ending finding listing matching meaning meeting packing pairing recording
    setting
"""
NO_PARTICIPLES = frozenset(_NO_PARTICIPLES.split())
"""Verbs, and from `crossing` on nouns: a drawing, a matching of a graph."""

FENCE = re.compile(r" {0,3}(```|~~~)")
ITEM = re.compile(r"\s*(?:[-*+]|\d+\.)\s+")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
CODE = re.compile(r"``.+?``|`[^`]*`")
END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])")
ABBREVIATION = re.compile(r"(?:\b(?:[A-Z]|cf|e\.g|i\.e|No|p|vs)\.)$")
EXAMPLE = re.compile(r"^ *>>>.*?(?=^ *$|\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Text:
    """A paragraph, heading, list item, table cell, docstring, help text or message.

    `opens` says that its first word counts.
    """

    path: str
    line: int
    text: str
    opens: bool


def plain_text(text: str) -> str:
    """Return Markdown without its markup; each piece of code becomes one word.

    >>> plain_text("See [the *page*](a.md) on `a b`.")
    'See the page on CODE.'
    """
    text = LINK.sub(r"\1", CODE.sub("CODE", text))
    return " ".join(re.sub(r"<[^<>]*>|[*_]{1,2}(?=\w)|(?<=[\w.?!:,;)])[*_]{1,2}", "", text).split())


def read_sentences(text: str) -> list[str]:
    """Return the sentences of plain text.

    >>> read_sentences("By W. J. Savitch. It ends (here). Does it?")
    ['By W. J. Savitch.', 'It ends (here).', 'Does it?']
    """
    sentences: list[str] = []
    for piece in END.split(text):
        if sentences and ABBREVIATION.search(sentences[-1]):
            sentences[-1] += f" {piece}"
        else:
            sentences.append(piece)
    return sentences


def read_page(path: str, text: str) -> Iterator[Text]:
    """Yield the texts of a page.

    >>> page = "# What it is\\n\\nSome\\nwords.\\n\\n- one\\n- two\\n\\n    code\\n"
    >>> [(each.text, each.opens) for each in read_page("", page)]
    [('What it is', True), ('Some words.', False), ('one', True), ('two', True)]
    """
    start, words, opens, fenced, after_blank = 0, list[str](), False, False, True

    def flush() -> Iterator[Text]:
        if words:
            yield Text(path, start, plain_text(" ".join(words)), opens)
        words.clear()

    for number, quoted_line in enumerate(text.splitlines(), 1):
        line = quoted_line.removeprefix(">").removeprefix(" ") if quoted_line.startswith(">") else quoted_line
        is_code = after_blank and line.startswith("    ") and not ITEM.match(line)
        after_blank = not line.strip() or (is_code and after_blank)
        if FENCE.match(line):
            yield from flush()
            fenced = not fenced
        elif fenced or is_code or line.lstrip().startswith(("<", "|--", "|:-")):
            continue
        elif not line.strip():
            yield from flush()
        elif line.startswith("|"):
            yield from flush()
            yield from (Text(path, number, plain_text(cell), False) for cell in line.strip("| \n").split("|"))
        else:
            begins = line.startswith("#") or ITEM.match(line) is not None
            if begins:
                yield from flush()
            if not words:
                start, opens = number, begins
            words.append(ITEM.sub("", line, count=1).lstrip("# ") if begins else line.strip())
            if line.startswith("#"):
                yield from flush()
    yield from flush()


def read_code(path: str, tree: ast.Module) -> Iterator[Text]:
    """Yield the docstrings, help texts and messages of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = EXAMPLE.sub("", ast.get_docstring(node) or "")
            line = node.body[0].lineno if node.body else 1
            for number, paragraph in enumerate(docstring.split("\n\n")):
                if paragraph.strip() and not paragraph.lstrip("\n").startswith(("    ", "\b", "|")):
                    items = re.split(r"^- ", paragraph.removeprefix("- "), flags=re.MULTILINE)
                    yield from (Text(path, line, plain_text(item), number == 0) for item in items)
        elif isinstance(node, ast.keyword) and node.arg == "help":
            yield Text(path, node.value.lineno, plain_text(literal_text(node.value)), True)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            for argument in node.exc.args:
                yield Text(path, node.lineno, plain_text(literal_text(argument)), False)


def literal_text(node: ast.expr) -> str:
    """Return the text in an expression, with CODE for each value that is put into it.

    >>> literal_text(ast.parse("f'{a} is ' 'no level'", mode="eval").body)
    'CODE is no level'
    """
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(literal_text(value) if isinstance(value, ast.Constant) else "CODE" for value in node.values)
    if isinstance(node, ast.BinOp):
        return literal_text(node.left) + literal_text(node.right)
    return ""


def long_sentences(text: Text) -> Iterator[str]:
    """Yield the sentences of more than `MOST_WORDS` words."""
    for sentence in read_sentences(text.text):
        if len(sentence.split()) > MOST_WORDS:
            yield f"{len(sentence.split())} words: {sentence}"


def headless_openings(text: Text) -> Iterator[str]:
    """Yield the text if it opens with a clause that has no noun, and is no question."""
    if text.opens and HEADLESS.match(text.text) and not read_sentences(text.text)[0].endswith("?"):
        yield text.text[:80]


def passive_openings(text: Text) -> Iterator[str]:
    """Yield the text if it opens with a participle in place of a noun or a verb."""
    if text.opens and PASSIVE.match(text.text) and is_participle(text.text.split()[0]):
        yield text.text[:80]


def retired_words(text: Text) -> Iterator[str]:
    """Yield the words that have a plainer one."""
    is_page = text.path.endswith(".md")
    yield from RETIRED.findall(text.text)
    if is_page and not text.path.endswith(PRICES_MEAN_EVIDENCE):
        yield from PRICE.findall(text.text)


RULES = {"long": long_sentences, "headless": headless_openings, "passive": passive_openings, "retired": retired_words}
"""The rules that a text can break, each with a function that yields the places."""


def is_participle(name: str) -> bool:
    """Say whether the first word of a name is a participle.

    >>> [name for name in ["found_box", "_reading", "StringTable", "SolvedLevel", "seed"] if is_participle(name)]
    ['found_box', '_reading', 'SolvedLevel']
    """
    word = re.split(r"_|(?<=[a-z])(?=[A-Z])", name.strip("_"))[0].lower()
    return word not in NO_PARTICIPLES and (word in IRREGULAR or (len(word) > 3 and word.endswith(("ed", "ing"))))


def names_by_participle(path: str, tree: ast.Module) -> Iterator[str]:
    """Yield the names of a module, its classes and its functions that begin with a participle."""
    stem = Path(path).stem
    if is_participle(stem):
        yield f"{path}:1: {stem}"
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and is_participle(node.name):
            yield f"{path}:{node.lineno}: {node.name}"


def unexplained_oracle(path: str, text: str) -> Iterator[str]:
    """Yield a page that calls the exhaustive search an oracle without an explanation."""
    prose = "\n".join(each.text for each in read_page(path, text))
    if re.search(r"(?<!random )\boracle\b", prose) and "exhausti" not in text:
        yield f"{path}:1: oracle"


def part_of(path: str) -> str:
    """Return the part of the documentation that a page belongs to.

    >>> part_of("docs/background/course/index.md"), part_of("docs/index.md"), part_of("README.md")
    ('background/course', 'index', 'root')
    """
    if path == "docs/index.md":
        return "index"
    return next((part for part in (*PARTS_FOR_USERS, *OTHER_PARTS) if path.startswith(f"docs/{part}/")), "root")


def page_paths() -> list[Path]:
    """Return all pages."""
    return [*sorted((ROOT / "docs").rglob("*.md")), *(ROOT / page for page in OTHER_PAGES)]


def module_paths() -> list[Path]:
    """Return all modules of the packages."""
    return [path for folder in PACKAGES.values() for path in sorted(folder.rglob("*.py"))]


@dataclass(frozen=True)
class Survey:
    """Places by rule, each as PATH:LINE: TEXT, and counts of words and lines."""

    places: dict[str, list[str]]
    words: Counter[str]

    def counts(self) -> dict[str, int]:
        """Return the counts with budgets: the places of each rule, and the words in `PARTS_FOR_USERS`."""
        places = {rule: len(places) for rule, places in self.places.items()}
        return {**places, WORDS: sum(self.words[part] for part in PARTS_FOR_USERS)}

    def sizes(self) -> dict[str, int]:
        """Return the words of each part of the pages and of docstrings, which have no budget."""
        sizes = {f"words in {part}": self.words[part] for part in (*PARTS_FOR_USERS, *OTHER_PARTS)}
        sizes["words of all pages"] = sum(sizes.values())
        sizes["docstring words per 1,000 lines"] = 1000 * self.words["docstrings"] // max(1, self.words["lines"])
        return sizes


def survey(pages: Iterable[Path], modules: Iterable[Path]) -> Survey:
    """Read pages and modules, and return what they hold."""
    places: dict[str, list[str]] = {rule: [] for rule in (*RULES, "names")}
    words: Counter[str] = Counter()
    texts: list[Text] = []
    for path in pages:
        name, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        words[part_of(name)] += len(source.split())
        texts += read_page(name, source)
        places["retired"] += unexplained_oracle(name, source)
    for path in modules:
        name, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        texts += read_code(name, tree)
        places["names"] += names_by_participle(name, tree)
        words["docstrings"] += sum(len(docstring.split()) for docstring in docstrings(tree))
        words["lines"] += code_lines(source)
    for text in texts:
        for rule, broken in RULES.items():
            places[rule] += [f"{text.path}:{text.line}: {found}" for found in broken(text)]
    return Survey(places, words)


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Yield the docstrings of a module, its classes and its functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def lowered(budget: dict[str, int], counts: dict[str, int]) -> dict[str, int]:
    """Return the budgets, each lowered to its count where that is less."""
    return {rule: min(count, budget.get(rule, count)) for rule, count in counts.items()}


def read_budget() -> dict[str, int]:
    """Return the most places that each rule may have."""
    budget: dict[str, int] = json.loads(BUDGET.read_text(encoding="utf-8")) if BUDGET.exists() else {}
    return budget


def selected(paths: Sequence[Path], names: Sequence[str]) -> list[Path]:
    """Return the paths below some files or folders, all if none is named."""
    chosen = [Path(name).resolve() for name in names]
    return [path for path in paths if not chosen or any(path.is_relative_to(each) for each in chosen)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, or the places that break a rule; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.prose", description="Count what makes English hard to read.")
    parser.add_argument("--places", choices=(*RULES, "names"), metavar="RULE", help="print places: %(choices)s")
    parser.add_argument("--lower", action="store_true", help="lower the budgets to the counts")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders, all if none is named")
    options = parser.parse_args(arguments)
    found = survey(selected(page_paths(), options.paths), selected(module_paths(), options.paths))
    if options.places:
        print(*found.places[options.places], sep="\n")
        return 0
    counts = found.counts()
    budget = read_budget()
    if options.lower:
        BUDGET.write_text(json.dumps(lowered(budget, counts), indent=1) + "\n", encoding="utf-8")
        return 0
    for rule, count in counts.items():
        print(f"{rule:32} {count:7,} {'' if options.paths else f'of at most {budget.get(rule, 0):,}'}".rstrip())
    for part, count in found.sizes().items():
        print(f"{part:32} {count:7,}")
    return int(not options.paths and any(count > budget.get(rule, 0) for rule, count in counts.items()))


if __name__ == "__main__":
    raise SystemExit(main())
