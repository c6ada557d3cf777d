"""Read editions from their TOML tables and check all of it.

Which question: are the numbers we ship complete and well formed? Every problem is collected and reported at once, as
a sentence with file, key, what was found and what is expected; an edition that does not load stops the program.
"""

import hashlib
import math
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from types import MappingProxyType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from astrike.errors import EditionError, NotFound
from astrike.rulebook.required import REQUIRED
from astrike.rulebook.row import Row
from astrike.rulebook.schema import TABLES, Edition

DATA = Path(__file__).parent / "data"
DEFAULT = "ce-5.01"
IDS = ("ce-5.01", "classic-2.3.1", "ce-7")
CONFIDENCE = ("sure", "likely", "unknown")


@cache
def load_edition(edition_id: str) -> Edition:
    """Load one shipped edition.

    >>> load_edition("ce-5.01").number("rear.from")
    150.0
    """
    if edition_id not in IDS:
        raise NotFound(f"There is no edition {edition_id!r}; the editions are {', '.join(IDS)}.")
    return read_edition(DATA / edition_id)


def read_edition(folder: Path) -> Edition:
    """Read the edition in a folder; raise `EditionError` with every problem found in it."""
    problems: list[str] = []
    head = _read_toml(folder / "edition.toml", problems)
    for key in ("id", "name", "book", "steps", "damage_steps"):
        if key not in head:
            problems.append(f"edition.toml: key {key} is missing")
    tables = {name: _read_table(folder, name, row_type, problems) for name, row_type in TABLES.items()}
    known = {f"{name}.toml" for name in TABLES} | {"edition.toml"}
    if folder.is_dir():
        for extra in sorted(path.name for path in folder.iterdir() if path.name not in known):
            problems.append(
                f"{extra}: found a file that is no table; expected only {', '.join(sorted(known))}"
            )
    _check_references(tables, problems)
    for step in _words(head.get("damage_steps")):
        if step not in tables["damage"]:
            problems.append(f"edition.toml: damage_steps names {step!r}; expected a key of damage.toml")
    for kind in tables["kinds"].values():
        for attribute in ("steps", "damage_steps"):
            for step in getattr(kind, attribute):
                if step not in _words(head.get(attribute)):
                    found = f"kinds.toml: {kind.key} names {step!r} in {attribute}"
                    problems.append(f"{found}; expected one of the {attribute} of edition.toml")
    if problems:
        raise EditionError(tuple(f"{folder.name}/{problem}" for problem in problems))
    return Edition(
        id=str(head["id"]),
        name=str(head["name"]),
        book=str(head["book"]),
        steps=_words(head["steps"]),
        damage_steps=_words(head["damage_steps"]),
        digest=_digest(folder),
        **{name: MappingProxyType(rows) for name, rows in tables.items()},  # type: ignore[arg-type]  # row types differ
    )


def _words(value: object) -> tuple[str, ...]:
    return tuple(str(word) for word in value) if isinstance(value, list) else ()


def _digest(folder: Path) -> str:
    text = hashlib.sha256()
    for path in sorted(folder.glob("*.toml")):
        text.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return text.hexdigest()[:16]


def _read_toml(path: Path, problems: list[str]) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        problems.append(f"{path.name}: the file is missing")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(f"{path.name}: not readable as TOML ({error})")
    return {}


def _read_table(folder: Path, name: str, row_type: type[Row], problems: list[str]) -> dict[str, Row]:
    path = folder / f"{name}.toml"
    found = _read_toml(path, problems)
    raw_rows = found.get("row", [])
    if not isinstance(raw_rows, list):
        problems.append(f"{path.name}: expected a list of [[row]]")
        return {}
    hints = get_type_hints(row_type)
    rows: dict[str, Row] = {}
    for number, raw in enumerate(raw_rows, start=1):
        row = _read_row(f"{path.name}: row {number}", row_type, hints, raw, problems)
        if row is None:
            continue
        if row.key in rows:
            problems.append(f"{path.name}: {row.key} stands there twice; expected each key once")
        rows[row.key] = row
    for key in sorted(REQUIRED.get(name, frozenset()) - rows.keys()):
        problems.append(f"{path.name}: {key} is missing; the rules need it")
    return rows


def _read_row(
    where: str, row_type: type[Row], hints: Mapping[str, object], raw: object, problems: list[str]
) -> Row | None:
    if not isinstance(raw, dict):
        problems.append(f"{where}: expected a table of keys")
        return None
    where = f"{where} ({raw.get('key', 'no key')})"
    before = len(problems)
    values: dict[str, object] = {}
    for name in raw.keys() - hints.keys():
        problems.append(f"{where}: found unknown key {name}; expected {', '.join(sorted(hints))}")
    for spec in fields(row_type):
        if spec.name not in raw:
            if spec.default is MISSING and spec.default_factory is MISSING:
                problems.append(f"{where}: key {spec.name} is missing")
            continue
        value = raw[spec.name]
        if not _fits(value, hints[spec.name]):
            problems.append(f"{where}: {spec.name} is {value!r}; expected {_words_for(hints[spec.name])}")
            continue
        values[spec.name] = _frozen(value, hints[spec.name])
    if len(problems) == before:
        row = row_type(**values)  # type: ignore[arg-type]  # checked field by field above
        if not row.ref.strip():
            problems.append(f"{where}: ref is empty; expected a page")
        if row.conf not in CONFIDENCE:
            problems.append(f"{where}: conf is {row.conf!r}; expected one of {', '.join(CONFIDENCE)}")
        return row
    return None


def _fits(value: object, hint: object) -> bool:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, arm) for arm in get_args(hint))
    if origin is tuple:
        return isinstance(value, list) and all(_fits(item, get_args(hint)[0]) for item in value)
    if hint is bool:
        return isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return isinstance(value, str)


def _frozen(value: object, hint: object) -> object:
    if isinstance(value, list):
        return tuple(
            float(item) if isinstance(item, int) and not isinstance(item, bool) else item for item in value
        )
    return float(value) if hint is float and isinstance(value, int) else value


def _words_for(hint: object) -> str:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return " or ".join(_words_for(arm) for arm in get_args(hint))
    if origin is tuple:
        return f"a list of {_words_for(get_args(hint)[0])}"
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
    return names.get(hint, "a value") if isinstance(hint, type) else "a value"


def _check_references(tables: Mapping[str, Mapping[str, Row]], problems: list[str]) -> None:
    modifiers = tables["modifiers"].keys()
    arcs = tables["arcs"].keys()
    for table, attribute, known, what in (
        ("brackets", "modifier", modifiers, "modifiers"),
        ("units", "modifier", modifiers, "modifiers"),
        ("terrain", "modifier", modifiers, "modifiers"),
        ("conditions", "modifier", modifiers, "modifiers"),
        ("units", "arc", arcs, "arcs"),
        ("brackets", "option", tables["options"].keys(), "options"),
        ("going", "option", tables["options"].keys(), "options"),
        ("going", "hazard", tables["hazards"].keys(), "hazards"),
        ("munitions", "modifier", modifiers, "modifiers"),
        ("artillery", "reach", tables["brackets"].keys(), "brackets"),
        ("altitudes", "bracket", tables["brackets"].keys(), "brackets"),
    ):
        for row in tables[table].values():
            named = getattr(row, attribute)
            if named and named not in known:
                problems.append(
                    f"{table}.toml: {row.key} names {attribute} {named!r}; expected a key of {what}.toml"
                )
    for row in tables["terrain"].values():
        grades = getattr(row, "grades", ())
        for attribute in ("grade_height", "grade_limit", "grade_modifier"):
            given = getattr(row, attribute, ())
            if given and len(given) != len(grades):
                found = f"terrain.toml: {row.key} has {len(given)} values in {attribute}"
                problems.append(f"{found}; expected {len(grades)}, one a grade")
        for named in getattr(row, "grade_modifier", ()):
            if named and named not in modifiers:
                problems.append(
                    f"terrain.toml: {row.key} names modifier {named!r}; expected a key of modifiers.toml"
                )
    _check_movers(tables, problems)


def _check_movers(tables: Mapping[str, Mapping[str, Row]], problems: list[str]) -> None:
    movers = tables["movers"].keys()
    for table, attribute in (
        ("going", "movers"),
        ("going", "barred"),
        ("going", "opened_by"),
        ("going", "waived_by"),
        ("going", "bog_movers"),
        ("modes", "movers"),
        ("effects", "movers"),
        ("hazards", "movers"),
        ("hazards", "spared"),
        ("abilities", "movers"),
    ):
        for row in tables[table].values():
            for named in getattr(row, attribute):
                if named.partition(":")[0] not in movers:
                    found = f"{table}.toml: {row.key} names {named!r} in {attribute}"
                    problems.append(f"{found}; expected a key of movers.toml")
    for row in tables["movers"].values():
        for named in getattr(row, "types", ()):
            if named not in tables["units"]:
                problems.append(f"movers.toml: {row.key} names type {named!r}; expected a key of units.toml")
    for row in tables["going"].values():
        given, expected = len(getattr(row, "surcharges", ())), len(getattr(row, "movers", ()))
        if given != expected:
            found = f"going.toml: {row.key} has {given} values in surcharges"
            problems.append(f"{found}; expected {expected}, one a mover")
