"""Which values stand in the tables of an edition, and how is one of them made wrong?

An edition is a column: a wrong value is written into that of one edition, and all others keep theirs.
"""

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Any

import tomli

from astrike.model.question_schema import ALPHA_STRIKE
from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.loader import DATA, IDS
from astrike.rulebook.schema import tables_of
from astrike.rulebook.systems import edition_of_any_game, system_of

CHOSEN = {
    "abilities": ("STL", "applied"),
    "altitudes": ("low", "inches"),
    "arcs": ("quad", "degrees"),
    "artillery": ("ART-CM7", "outer"),
    "bonuses": ("dodge", "points"),
    "brackets": ("medium", "upto"),
    "buildings": ("medium", "cf"),
    "choices": ("earthquake", "high"),
    "conditions": ("night", "modifier"),
    "damage": ("rear", "ref"),
    "effects": ("wind.2", "inches"),
    "electronics": ("ECM", "radius"),
    "follow_ups": ("critical.twelve", "ref"),
    "going": ("rough", "surcharge"),
    "hazards": ("bog", "every"),
    "kinds": ("weapon", "cover"),
    "large": ("LG", "vehicle"),
    "modes": ("sprint", "ref"),
    "modifiers": ("range.medium", "value"),
    "movers": ("tracked", "climb_price"),
    "munitions": ("cluster", "wider"),
    "nets": ("C3I", "most"),
    "numbers": ("cover.to", "value"),
    "options": ("sight.max", "default"),
    "prices": ("heat", "ref"),
    "reasons": ("sight.solid", "ref"),
    "air_cover": ("light.strafing", "need"),
    "critical_effects": ("engine", "destroys_mech"),
    "criticals": ("7", "mech"),
    "heat": ("water", "value"),
    "minefields": ("3", "damage"),
    "motive": ("half", "roll"),
    "motive_modifiers": ("hover", "value"),
    "support": ("sniper", "need"),
    "terrain": ("woods", "limit"),
    "tmm": ("2", "upto"),
    "units": ("BM", "height"),
    "visual": ("night", "inches"),
    "water": ("submerged.outside", "allowed"),
}
"""For each table the row and the value that is changed when not all are; for steps the one that is left out."""
ONLY_LOOKED_UP = frozenset({"rulings", "doubts", "standard_tables", "standard_figures", "refusals"})
"""Tables of classic BattleTech that no answer rests on."""

INSTEAD = {"visual": "daylight"}
"""The row to change where no source prints a value for the chosen one."""

NOT_RULES = frozenset({"label", "note", "conf", "unit", "area", "low", "high", "values", "unknown", "later"})
"""What a row says about itself; the loader and the reader of table files are tested on their own."""

ALSO_RULES = frozenset({("choices", "high")})
"""What is a rule in this table alone."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_COLUMNS = frozenset({"mech", "protomech", "vehicle", "aerospace", "large", "structure"})
"""Keys of the critical table that name an effect."""
_WORDS = {"allowed": ("yes", "no"), "blocks": ("none", "all")}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One wrong value: which edition, table, row and key, and what stands there instead, both as TOML."""

    edition: str
    table: str
    row: str
    key: str
    """The field, or the step or tag that is left out of one."""
    field: str
    before: str
    after: str

    @property
    def system(self) -> str:
        """The game whose edition it is of."""
        return system_of(self.edition) or ALPHA_STRIKE

    def __str__(self) -> str:
        what = f"{self.field} without {self.key}" if self.key != self.field else self.key
        return f"{self.edition}: {self.table}.toml {self.row}: {what}, {self.before} -> {self.after}"

    def write(self, folder: Path) -> None:
        """Put the tables of all editions into a folder, unless they are there; the column of this one is wrong."""
        system = self.system
        if not (folder / system).is_dir():
            shutil.copytree(DATA / system, folder / system)
        path = folder / system / f"{self.table}.toml"
        head, *blocks = path.read_text(encoding="utf-8").split("[[row]]\n")
        changed = [self._with_column(block) if _row(block)["key"] == self.row else block for block in blocks]
        path.write_text("[[row]]\n".join([head, *changed]), encoding="utf-8")

    def _with_column(self, block: str) -> str:
        """Give the text of a row in which this edition has the wrong value and every other what it had."""
        row, value = _row(block), json.loads(self.after)
        if self.field == "ref":
            row["page"][self.edition] = value
        else:
            row[self.edition] = {**row.get(self.edition, {}), self.field: value}
        return "".join(f"{json.dumps(key)} = {_toml(inner)}\n" for key, inner in row.items()) + "\n"


def one_for_each_table(editions: Iterable[str] = IDS) -> Iterator[Mutant]:
    """Give the chosen mutant of each table of each edition that has a printed value in it."""
    for edition in editions:
        for table, (row, key) in CHOSEN.items():
            found = {mutant.row: mutant for mutant in _mutants(edition, table) if mutant.key == key}
            chosen = found.get(row) or found.get(INSTEAD.get(table, ""))
            if chosen is not None:
                yield chosen


def all_numbers() -> Iterator[Mutant]:
    """Give every mutant but those that change a page and those of options whose rule comes later."""
    for edition in IDS:
        for table in CHOSEN:
            yield from (m for m in _mutants(edition, table) if m.field != "ref")


def one_for_each_battletech_table() -> Iterator[Mutant]:
    """Give the first number that is changed in each table of each edition of classic BattleTech that has one."""
    for edition in BATTLETECH_IDS:
        for table in battletech_tables():
            yield from islice((m for m in _mutants(edition, table) if m.field not in ("ref", "tags")), 1)


def all_battletech_numbers() -> Iterator[Mutant]:
    """Give every mutant of classic BattleTech but those that change a page."""
    for edition in BATTLETECH_IDS:
        for table in battletech_tables():
            yield from (m for m in _mutants(edition, table) if m.field != "ref")


def battletech_tables() -> tuple[str, ...]:
    """Name the tables that answers about classic BattleTech rest on."""
    return tuple(table for table in tables_of(BattleTechEdition) if table not in ONLY_LOOKED_UP)


def _mutants(edition: str, table: str) -> Iterator[Mutant]:
    """Give all mutants of one table, in the order of the file."""
    known = edition_of_any_game(edition)
    text = (DATA / str(system_of(edition)) / f"{table}.toml").read_text(encoding="utf-8")
    for raw in map(_row, text.split("[[row]]\n")[1:]):
        row = getattr(known, table)[raw["key"]]
        if row.unknown or raw.get("later"):
            continue
        stated = {**raw, **raw.get(edition, {}), "ref": row.ref}
        yield from _left_out(edition, table, raw["key"], stated, getattr(known, "steps", ()))
        if table == "kinds":
            continue
        values = {spec.name: _toml(stated[spec.name]) for spec in fields(row) if spec.name in stated}
        for name, value in values.items():
            if name != "key" and (name not in NOT_RULES or (table, name) in ALSO_RULES):
                for after in _wrong(name, value, values):
                    yield Mutant(edition, table, raw["key"], name, name, value, after)


def _left_out(
    edition: str, table: str, key: str, row: dict[str, Any], steps: tuple[str, ...]
) -> Iterator[Mutant]:
    """Give rows without one of their tags, and kinds of attacks without one of their steps and codes."""
    for field in ("steps", "damage_steps", "codes", "tags") if table == "kinds" else ("tags",):
        had = row.get(field, [])
        for word in had:
            if field != "steps" or word in steps:
                kept = [each for each in had if each != word]
                yield Mutant(edition, table, key, word, field, _toml(had), _toml(kept))


def _row(block: str) -> dict[str, Any]:
    """Read the text of one row."""
    found: dict[str, Any] = tomli.loads(f"[row]\n{block}")["row"]
    return found


def _toml(value: object) -> str:
    """Write a value on one line: but for tables, TOML says it as JSON does."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _wrong(key: str, value: str, row: dict[str, str]) -> Iterator[str]:
    """Give wrong values for a right one: numbers one more (shares half), yes for no, another word."""
    if value in ("true", "false"):
        yield "false" if value == "true" else "true"
    elif key == "ref":
        yield re.sub(r"\d+(?=[^\d]*\"$)", lambda page: str(int(page[0]) + 1), value)
    elif key == "modifier" and value.startswith('"') and value != '""':
        yield '"attacker.ground"' if value != '"attacker.ground"' else '"attacker.jump"'
    elif key in _COLUMNS and value.startswith('"'):
        yield '"mp"' if value != '"mp"' else '"weapon"'
    elif key in _WORDS:
        one, other = (f'"{word}"' for word in _WORDS[key])
        yield other if value == one else one
    elif key == "default" and "values" in row:
        words = re.findall(r'"[^"]+"', row["values"])
        if value.startswith("["):
            # Of a list of words one is left out.
            kept = ", ".join(re.findall(r'"[^"]+"', value)[:-1])
            yield f"[{kept}]"
            return
        yield words[(words.index(value) + 1) % len(words)]
    elif _NUMBER.fullmatch(value) or value.startswith("["):
        for found in _NUMBER.finditer(value):
            yield value[: found.start()] + _other(found[0]) + value[found.end() :]


def _other(number: str) -> str:
    if "." not in number:
        return str(int(number) + 1)
    return repr(float(number) / 2 if 0 < float(number) < 1 else float(number) + 1)
