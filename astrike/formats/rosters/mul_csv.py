"""Which units does a saved CSV of the Master Unit List or of Terminal hold? One unit a row, with its card.

Names may be link formulas, which give the text they show. What a column is called varies, letter case too.
"""

from collections.abc import Mapping
from typing import Final

from astrike.errors import child
from astrike.formats.rosters.card import card_of, card_remarks, is_blank, skill_of, text_of, whole_of
from astrike.formats.rosters.resolving import resolved, unresolved_note
from astrike.formats.rosters.spreadsheet import Spreadsheet, folded
from astrike.formats.rosters.unit_state import UnitState
from astrike.formats.rosters.unused_fields import UnusedFields
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Catalog, Roster, RosterUnit, folded_name, names_of

FORMAT: Final = "mul-csv"
LABEL: Final = "Master Unit List or Terminal table"

_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "type": ("subtype", "bftype", "astype", "tp"),
    "size": ("size", "bfsize", "sz"),
    "move": ("move", "bfmove", "movement", "mv"),
    "tmm": ("tmm", "bftmm"),
    "short": ("damages", "damageshort", "bfdamageshort", "dmgs", "short"),
    "short_min": ("damagesmin", "damageshortmin", "bfdamageshortmin", "shortmin"),
    "medium": ("damagem", "damagemedium", "bfdamagemedium", "dmgm", "medium"),
    "medium_min": ("damagemmin", "damagemediummin", "bfdamagemediummin", "mediummin"),
    "long": ("damagel", "damagelong", "bfdamagelong", "dmgl", "long"),
    "long_min": ("damagelmin", "damagelongmin", "bfdamagelongmin", "longmin"),
    "extreme": ("damagee", "damageextreme", "bfdamageextreme", "dmge", "extreme"),
    "extreme_min": (
        "damageemin",
        "damageextrememin",
        "bfdamageextememin",
        "bfdamageextrememin",
        "extrememin",
    ),
    "overheat": ("overheat", "bfoverheat", "ov"),
    "armor": ("armor", "armour", "bfarmor", "arm"),
    "structure": ("structure", "bfstructure", "str"),
    "threshold": ("threshold", "bfthreshold", "th"),
    "specials": ("abilities", "bfabilities", "specials", "specialabilities"),
    "pv": ("pv", "bfpointvalue", "pointvalue", "points"),
}
_IDS: Final = ("id", "mulid")
_PLACES: Final = ("name", "class", "variant", "chassis", "model", "skill", "group", "type", *_IDS)
_PASSED: Final = (
    "imagelink", "imageurl", "ruleslevel", "rules", "tonnage", "intro", "dateintroduced", "date", "role", "technology",
    "cost", "health", "availability", "battlevalue", "bv", "era", "link",
)  # fmt: skip
HEADINGS: Final = frozenset((*_PLACES, *(name for names in _COLUMNS.values() for name in names)))


def is_mul_csv(sheet: Spreadsheet) -> bool:
    """Has this sheet names or numbers of units, and cards?"""
    names = set(map(folded, sheet.headings))
    cards = sum(any(name in names for name in columns) for columns in _COLUMNS.values())
    return bool(names & {"name", "class", *_IDS}) and (cards >= _ENOUGH or bool(names & set(_IDS)))


_ENOUGH: Final = 4
"""Columns of a card that make a table one of cards."""


def read_mul_csv(sheet: Spreadsheet, catalog: Catalog) -> Roster:
    """Read all rows."""
    names = {folded(heading): heading for heading in sheet.headings}
    columns = {key: next((name for name in tries if name in names), "") for key, tries in _COLUMNS.items()}
    columns["type"] = columns["type"] or ("type" if "type" in names else "")
    fields = {key: name for key, name in columns.items() if name}
    has_cards = {"move", "armor"} <= fields.keys()
    aside = UnusedFields(
        placed=[names[name] for name in (*fields.values(), *_PLACES) if name in names],
        passed=[names[name] for name in _PASSED if name in names],
    )
    units: list[RosterUnit] = []
    notes: list[ImportNote] = list(sheet.notes)
    for number, record in sheet.rows:
        aside.look({names[key]: value for key, value in record.items()})
        unit, said = _unit(record, fields, f"row {number}", catalog if not has_cards else None)
        units.extend([] if unit is None else [unit])
        notes.extend(said)
    if has_cards and "specials" not in fields and units:
        notes.append(
            ImportNote("abilities", "the table has no column for them: unknown, not none", len(units))
        )
    notes = [*notes, *unresolved_note(units), *aside.notes()]
    return Roster(FORMAT, LABEL, units=tuple(units), notes=tuple(notes))


def _unit(
    record: Mapping[str, object], fields: Mapping[str, str], at: str, catalog: Catalog | None
) -> tuple[RosterUnit | None, tuple[ImportNote, ...]]:
    chassis = text_of(record.get("class")) or text_of(record.get("chassis"))
    variant = text_of(record.get("variant")) or text_of(record.get("model"))
    name = text_of(record.get("name")) or f"{chassis} {variant}".strip()
    mul = next(
        (found for key in _IDS if (found := whole_of(record.get(key))) is not None and found > 0), None
    )
    if not name and mul is None:
        is_empty = all(is_blank(value) for value in record.values())
        return None, () if is_empty else (ImportNote(at, "names no unit; left out"),)
    skill, wrong = skill_of(record.get("skill"), at=child(at, "skill"))
    keys = (folded_name(name), *names_of(chassis, variant))
    unit = RosterUnit(
        name=name or f"MUL {mul}",
        skill=skill,
        mul=mul,
        group=text_of(record.get("group")),
        keys=tuple(dict.fromkeys(key for key in keys if key)),
        problems=wrong,
    )
    if catalog is not None:
        return resolved(unit, UnitState(), catalog)
    card = card_of(record, fields, at=at)
    if card.is_blank:
        label = f"{unit.name} ({mul})" if mul is not None else unit.name
        return None, (ImportNote(label, "has no Alpha Strike values; left out"),)
    inside = names_of(chassis, variant, str(card.values.get("type", "")))
    full = RosterUnit(
        name=unit.name,
        skill=skill,
        mul=mul,
        group=unit.group,
        card=card.values,
        keys=tuple(dict.fromkeys((*unit.keys, *inside))),
        unknown=card.unknown,
        problems=(*wrong, *card.problems),
        aside=card.aside,
        remarks=card_remarks(card),
    )
    return full, ()
