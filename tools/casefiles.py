"""Which rules cases are there, and which rows of the rules do they assert?

Reads tests/cases/*.toml: cases (format in tests/cases/README.md) and the lists of rows they may cover. Shared by the
tests that run the cases and by the page that lists them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import tomli

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "cases"
LISTS = ("errata-rows", "examples", "book-rows", "movement-rows", "disputes")
"""Files in the folder that list rows instead of cases."""

SHORT = {"ce-5.01": "ce-5", "ce-7": "ce-7", "classic-2.3.1": "classic"}
"""What cases call the editions that they are asked under."""
EDITIONS = tuple(SHORT)
PARTS = ("attack", "movement", "combat", "layout", "tables")
"""What part of the program checks a row."""
HERE = ("attack", "movement", "combat", "layout")
"""The parts that are here; the others come later."""

_KNOWN = frozenset(
    {
        "id",
        "title",
        "covers",
        "editions",
        "sides",
        "environment",
        "options",
        "conditions",
        "networks",
        "declarations",
        "marks",
        "phase",
    }
    | {
        "grid",
        "units",
        "terrain",
        "markers",
        "attack",
        "sight",
        "move",
        "unit",
        "blast",
        "scatter",
        "electronics",
        "order",
        "effect",
        "legal",
        "edge",
        "ask",
        "expect",
        "near",
        "also",
        "note",
        "shift",
        "stretch",
    }
)


@dataclass(frozen=True, slots=True)
class Case:
    """One case as its file has it."""

    id: str
    title: str
    covers: tuple[str, ...]
    editions: tuple[str, ...]
    topic: str
    raw: Mapping[str, object] = field(repr=False)

    def options(self) -> Iterator[tuple[str, object]]:
        """Give every option that the case or a variation of it sets, with the value."""
        variations = [change for word in ("near", "also") for change in _dicts(self.raw.get(word, []))]
        for setting in (self.raw, *variations):
            chosen = setting.get("options", {})
            if isinstance(chosen, dict):
                for option, value in chosen.items():
                    yield option, tuple(value) if isinstance(value, list) else value


def _dicts(value: object) -> list[Mapping[str, object]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a list: something that the rules say, in our own words."""

    id: str
    list: str
    topic: str
    page: str
    part: str
    must: bool = False
    edition: str = ""
    options: tuple[str, ...] = ()


@cache
def all_cases() -> tuple[Case, ...]:
    """Read every case, file by file."""
    files = ((path.read_text(encoding="utf-8"), path.stem) for path in case_files())
    cases = tuple(case for text, topic in files for case in cases_of(text, topic=topic))
    ids = [case.id for case in cases]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise ValueError(f"more than one case is called {', '.join(twice)}")
    return cases


def case_files() -> tuple[Path, ...]:
    """Give the files that hold cases."""
    return tuple(path for path in sorted(FOLDER.glob("*.toml")) if path.stem not in LISTS)


def cases_of(text: str, *, topic: str) -> Iterator[Case]:
    """Read the cases of one file."""
    for raw in tomli.loads(text)["case"]:
        unknown = sorted(set(raw) - _KNOWN)
        if unknown:
            raise ValueError(f"{topic}: case {raw.get('id')} has the unknown keys {', '.join(unknown)}")
        yield Case(
            id=str(raw["id"]),
            title=str(raw["title"]),
            covers=tuple(raw.get("covers", ())),
            editions=tuple(raw.get("editions", EDITIONS)),
            topic=topic,
            raw=raw,
        )


@cache
def all_rows() -> Mapping[str, Row]:
    """Read the rows of every list, by id."""
    found: dict[str, Row] = {}
    for name in LISTS:
        for raw in tomli.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["row"]:
            row = Row(**{**raw, "list": name, "options": tuple(raw.get("options", ()))})
            if row.id in found:
                raise ValueError(f"{name}.toml: {row.id} stands there twice")
            if row.part not in PARTS:
                raise ValueError(
                    f"{name}.toml: {row.id} names the part {row.part}, not one of {', '.join(PARTS)}"
                )
            found[row.id] = row
    return found
