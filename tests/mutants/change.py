"""Which values stand in the tables of an edition, and how is one of them made wrong?

Works on the text of the TOML files, so that everything else in them stays as it is.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from astrike.rulebook.loader import DATA, IDS

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

INSTEAD = {"visual": "daylight"}
"""The row to change where no source prints a value for the chosen one."""

NOT_RULES = frozenset({"label", "note", "conf", "unit", "area", "low", "high", "values", "unknown", "later"})
"""What a row says about itself; the loader and the reader of table files are tested on their own."""

ALSO_RULES = frozenset({("choices", "high")})
"""What is a rule in this table alone."""

_LINE = re.compile(r"(\w+) = (.+)")
_STEP = re.compile(r'\s+"([\w-]+)",')
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_COLUMNS = frozenset({"mech", "protomech", "vehicle", "aerospace", "large", "structure"})
"""Keys of the critical table that name an effect."""
_WORDS = {"allowed": ("yes", "no"), "blocks": ("none", "all")}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One wrong value: which file, line, row and key, and what stands there instead."""

    edition: str
    table: str
    row: str
    key: str
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        what = f"{self.before.strip()} -> {self.after.strip() or 'left out'}"
        return f"{self.edition}/{self.table}.toml:{self.line + 1} {self.row}: {what}"

    def write(self, folder: Path) -> None:
        """Copy all editions into a folder, this one with its wrong value."""
        for edition in IDS:
            shutil.copytree(DATA / edition, folder / edition)
        path = folder / self.edition / f"{self.table}.toml"
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        lines[self.line] = lines[self.line].replace(self.before, self.after)
        path.write_text("".join(lines), encoding="utf-8")


def one_for_each_table() -> Iterator[Mutant]:
    """Give the chosen mutant of each table of each edition that has a printed value in it."""
    for edition in IDS:
        for table, (row, key) in CHOSEN.items():
            found = {mutant.row: mutant for mutant in _mutants(edition, table) if mutant.key == key}
            chosen = found.get(row) or found.get(INSTEAD.get(table, ""))
            if chosen is not None:
                yield chosen


def all_numbers() -> Iterator[Mutant]:
    """Give every mutant but those that change a page and those of options whose rule comes later."""
    for edition in IDS:
        for table in CHOSEN:
            yield from (m for m in _mutants(edition, table) if m.key != "ref")


def _mutants(edition: str, table: str) -> Iterator[Mutant]:
    """Give all mutants of one table, in the order of the file."""
    text = (DATA / edition / f"{table}.toml").read_text(encoding="utf-8")
    if table == "kinds":
        yield from _left_out(edition, text.splitlines())
        return
    start = 0
    for block in text.split("[[row]]\n")[1:]:
        start = text.index(block, start)
        values = dict(match.groups() for match in map(_LINE.fullmatch, block.splitlines()) if match)
        if values.get("later") == "true" or "unknown" in values:
            continue
        first = text.count("\n", 0, start)
        for number, line in enumerate(block.splitlines(), start=first):
            match = _LINE.fullmatch(line)
            if match and (match[1] not in NOT_RULES or (table, match[1]) in ALSO_RULES):
                for after in _wrong(match[1], match[2], values):
                    changed = f"{match[1]} = {after}"
                    yield Mutant(edition, table, values["key"].strip('"'), match[1], number, line, changed)


def _left_out(edition: str, lines: list[str]) -> Iterator[Mutant]:
    """Give kinds of attacks without one of their steps."""
    kind = ""
    for number, line in enumerate(lines):
        named = _LINE.fullmatch(line)
        kind = named[2].strip('"') if named and named[1] == "key" else kind
        step = _STEP.fullmatch(line)
        if step:
            yield Mutant(edition, "kinds", kind, step[1], number, line, "")


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
