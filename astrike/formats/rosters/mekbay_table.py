"""Which units does a MekBay table hold, CSV or XLSX: an export of units, or of a force with skills and damage?

What a column is called does not depend on letter case. A table without Alpha Strike columns, as MekBay writes for the
other game, gives numbers and names that a catalog may know.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from astrike.errors import child
from astrike.formats.json_text import shown
from astrike.formats.rosters.card import (
    card_of,
    card_remarks,
    is_blank,
    is_no,
    is_yes,
    skill_of,
    text_of,
    whole_of,
)
from astrike.formats.rosters.resolving import resolved, unresolved_note
from astrike.formats.rosters.spreadsheet import Spreadsheet, folded
from astrike.formats.rosters.unit_state import StateReader, UnitState, in_play
from astrike.formats.rosters.unused_fields import UnusedFields
from astrike.model.card import pv_at
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Catalog, Roster, RosterUnit, names_of

FORMAT: Final = "mekbay-table"
LABEL: Final = "MekBay table"

FIELDS: Final = {
    "type": "TP",
    "size": "SZ",
    "move": "MV",
    "tmm": "TMM",
    "short": "dmgS",
    "medium": "dmgM",
    "long": "dmgL",
    "extreme": "dmgE",
    "overheat": "OV",
    "armor": "Arm",
    "structure": "Str",
    "threshold": "Th",
    "specials": "specials",
    "pv": "PV",
}
_FORCE: Final = (
    "group", "chassis", "model", "skill", "gunnery", "adjustedPV", "armorDamage", "structureDamage", "destroyed",
    "mul_id", "usesOV", "usesTh", "usesE", "usesArcs", "pilotAbilities",
)  # fmt: skip
_ARCS: Final = tuple(
    f"{arc}Arc {column}"
    for arc in ("front", "rear", "left", "right")
    for column in ("STD", "CAP", "MSL", "SCAP", "specials")
)
_PASSED: Final = (
    "pilot", "year", "cost", "level", "techBase", "techRating", "source", "publishedRS", "tags", "role", "piloting",
    "wounds", "BV", "tagBV", "C3BV", "externalStoresBV", "pilotBV", "totalBV", "internalDamage", "tonnage",
    "weightClass", "type", "subtype", "omni", "engine", "engineRating", "armorType", "structureType", "armor",
    "armorPer", "structure", "heat", "dissipation", "dissipationEfficiency", "moveType", "walk", "maxWalk", "jump",
    "umu", "c3", "dpt", "firepower", "firepower (no oneshots)", "maxRange", "components", "quirks", "cargo",
    "dropshipCapacity", "escapePods", "lifeBoats", "gravDecks", "sailIntegrity", "kfIntegrity",
)  # fmt: skip
_SPELLED: Final = {folded(name): name for name in (*FIELDS.values(), *_FORCE, *_ARCS, *_PASSED)}
HEADINGS: Final = frozenset(map(folded, (*FIELDS.values(), "chassis", "model", "mul_id")))
"""By these a row of headings is known."""
_SHORTAGE: Final = "the table has no column for it: unknown, not none"


def is_mekbay(sheet: Spreadsheet) -> bool:
    """Has this sheet the columns of MekBay?"""
    names = set(map(folded, sheet.headings))
    return {"chassis", "model"} <= names


def read_mekbay_table(sheet: Spreadsheet, catalog: Catalog) -> Roster:
    """Read all rows."""
    named = [(folded(heading), _SPELLED.get(folded(heading), heading)) for heading in sheet.headings]
    spelled = [name for _, name in named]
    has_cards = {"TP", "MV"} <= set(spelled)
    has_arcs = any(arc in spelled for arc in _ARCS)
    aside = UnusedFields(placed=(*FIELDS.values(), *_FORCE, *_ARCS), passed=_PASSED)
    units: list[RosterUnit] = []
    notes: list[ImportNote] = list(sheet.notes)
    arcs = 0
    for number, cells in sheet.rows:
        record = {name: cells.get(key) for key, name in named}
        name = f"{text_of(record.get('chassis'))} {text_of(record.get('model'))}".strip()
        if not name and is_blank(record.get("mul_id")):
            notes.append(ImportNote(f"row {number}", "names no unit; left out"))
            continue
        aside.look(record)
        arcs += is_yes(record.get("usesArcs")) or (
            has_arcs and any(not is_blank(record.get(arc)) for arc in _ARCS)
        )
        unit, said = _unit(record, f"row {number}", name, catalog if not has_cards else None)
        units.extend([] if unit is None else [unit])
        notes.extend(said)
    if has_cards and "specials" not in spelled and units:
        notes.append(ImportNote("specials", _SHORTAGE, len(units)))
    if arcs:
        notes.append(
            ImportNote("damage by arcs", "a table has no place for it; set the damage by hand", arcs)
        )
    notes = [*notes, *unresolved_note(units), *aside.notes()]
    return Roster(FORMAT, LABEL, units=tuple(units), notes=tuple(notes))


def _unit(
    record: Mapping[str, object], at: str, name: str, catalog: Catalog | None
) -> tuple[RosterUnit | None, tuple[ImportNote, ...]]:
    mul = whole_of(record.get("mul_id"))
    mul = mul if mul is not None and mul > 0 else None
    key = "skill" if "skill" in record else "gunnery"
    skill, wrong = skill_of(record.get(key), at=child(at, key))
    state = _state(record, at, has_cards=catalog is None)
    unit = RosterUnit(
        name=name or f"MUL {mul}",
        skill=skill,
        mul=mul,
        group=text_of(record.get("group")),
        keys=names_of(text_of(record.get("chassis")), text_of(record.get("model"))),
        problems=wrong,
    )
    if catalog is not None:
        return resolved(unit, state, catalog)
    card = card_of(_printed(record), FIELDS, at=at)
    if card.is_blank:
        label = f"{unit.name} ({mul})" if mul is not None else unit.name
        return None, (ImportNote(label, "has no Alpha Strike values; left out"),)
    values, notes = in_play(card.values, state, name=unit.name)
    chassis, model = text_of(record.get("chassis")), text_of(record.get("model"))
    unit = replace(
        unit,
        card=values,
        keys=names_of(chassis, model, str(card.values.get("type", ""))),
        unknown=card.unknown,
        problems=(*wrong, *card.problems),
        aside=card.aside,
        remarks=card_remarks(card),
    )
    return unit, (*notes, *_points(record, unit))


def _state(record: Mapping[str, object], at: str, *, has_cards: bool) -> UnitState:
    """Read what had happened; a table of the other game counts damage by location, which says nothing here."""
    reports = StateReader()
    gone = record.get("destroyed")
    if not (is_blank(gone) or is_yes(gone) or is_no(gone)):
        name = f"{text_of(record.get('chassis'))} {text_of(record.get('model'))}".strip()
        reports.notes.append(ImportNote(name, f"destroyed is {shown(gone)}, neither yes nor no; not taken"))
    lost = [
        reports.count(record.get(key), at=child(at, key)) if has_cards else 0
        for key in ("armorDamage", "structureDamage")
    ]
    return UnitState(
        armor_lost=lost[0],
        structure_lost=lost[1],
        pilot=reports.names(record.get("pilotAbilities"), at=child(at, "pilotAbilities")),
        flags=("destroyed",) if is_yes(gone) else (),
        notes=tuple(reports.notes),
    )


def _printed(record: Mapping[str, object]) -> Mapping[str, object]:
    """Leave out what a card does not use though the table has a number for it."""
    unused = {
        name
        for uses, name in (("usesOV", "OV"), ("usesTh", "Th"), ("usesE", "dmgE"))
        if is_no(record.get(uses))
    }
    return {name: None if name in unused else value for name, value in record.items()}


def _points(record: Mapping[str, object], unit: RosterUnit) -> tuple[ImportNote, ...]:
    """Say where MekBay's points at this skill are others than ours."""
    theirs, printed = whole_of(record.get("adjustedPV")), unit.card.get("pv")
    if theirs is None or not isinstance(printed, int) or pv_at(printed, unit.skill) == theirs:
        return ()
    ours = pv_at(printed, unit.skill)
    return (ImportNote(unit.name, f"{theirs} points at Skill {unit.skill} there, {ours} here"),)
