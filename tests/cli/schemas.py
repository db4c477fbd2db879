"""The published schemas of the records, as the tests hold the commands to them: no key may be missing, none may be new.

`docs/schemas` allows keys that later versions add; here every object that lists its keys is closed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
NAMES = sorted(path.stem for path in SCHEMAS.glob("*.json"))
Schema = Mapping[str, Any]  # Any: values of JSON
SCHEMA_OF = {"batch": "batch_summary"}
"""The schema of what a command prints, where it is not called as the command is."""


def name_of(words: Sequence[str]) -> str:
    """Return the schema of what a command line prints with --json."""
    if words[0] == "audit" and "--heuristic" in words:
        return "audit_heuristic"
    return SCHEMA_OF.get(words[0], words[0])


@cache
def schema(name: str) -> Schema:
    """Return a schema as it is published."""
    found: Schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    return found


def closed(part: Any) -> Any:
    """Return a schema, or a part of one, that allows no other keys than those that it lists."""
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    inside = {key: closed(each) for key, each in part.items()}
    lists = "properties" in part and part.get("type") is not None
    return inside | ({"additionalProperties": False} if lists else {})


@cache
def _closed_validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(closed(schema(name)))


def check(name: str, record: object) -> None:
    """Raise `AssertionError` for a record that the closed schema of that name does not allow."""
    validator = _closed_validator(name)
    faults = [f"{'.'.join(map(str, fault.absolute_path))}: {fault.message}" for fault in validator.iter_errors(record)]
    assert not faults, f"docs/schemas/{name}.json does not allow {json.dumps(record)}\n" + "\n".join(faults)


def allows(name: str, record: object) -> bool:
    """Say whether a schema, as it is published, allows a record."""
    return bool(Draft202012Validator(schema(name)).is_valid(record))


def check_printed(arguments: Sequence[str], stdout: str) -> None:
    """Check every record that a command with --json printed; whatever else it printed is not looked at."""
    if not arguments or "--json" not in arguments:
        return
    name = name_of(arguments)
    for line in stdout.splitlines():
        if name in NAMES and line.startswith("{") and line.endswith("}"):
            check(name, json.loads(line))


def enumerations(part: Any) -> Iterator[list[Any]]:
    """Yield the values of every enumeration in a schema or a part of one."""
    if isinstance(part, dict) and "enum" in part:
        yield part["enum"]
    for inside in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from enumerations(inside)


def keys_of_schema(part: Any, root: Schema, path: str = "") -> Iterator[str]:
    """Yield every key that a schema lists, by its path."""
    if "$ref" in part:
        yield from keys_of_schema(root["$defs"][part["$ref"].removeprefix("#/$defs/")], root, path)
    for one in part.get("oneOf", ()):
        yield from keys_of_schema(one, root, path)
    for key, inside in part.get("properties", {}).items():
        yield f"{path}.{key}"
        yield from keys_of_schema(inside, root, f"{path}.{key}")
    for each, mark in (("items", "[]"), ("additionalProperties", "*")):
        if isinstance(part.get(each), dict):
            yield from keys_of_schema(part[each], root, path + mark)


def keys_of_records(records: Iterable[object], listed: set[str]) -> set[str]:
    """Return the keys of records, by their paths, as far as a schema lists them."""
    found: set[str] = set()

    def look(value: object, path: str) -> None:
        if isinstance(value, list):
            for each in value:
                look(each, f"{path}[]")
        elif isinstance(value, dict):
            for key, inside in value.items():
                found.add(f"{path}.{key}")
                look(inside, f"{path}.{key}")
                look(inside, f"{path}*")

    for record in records:
        look(record, "")
    return found & listed
