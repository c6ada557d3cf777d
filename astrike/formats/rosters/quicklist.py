"""Which units does a saved answer of the Master Unit List hold: `{"Units": [...]}` of the old QuickList service?

Abilities have commas inside brackets, Moves may lack their inch mark, types may be lower case or missing; the field of
minimal Extreme damage is misspelled there, and read both ways.
"""

from collections.abc import Mapping
from typing import Final

from astrike.errors import Problem, child
from astrike.formats.rosters.card import card_of, card_remarks, skill_of, text_of, whole_of
from astrike.formats.rosters.limits import check_count
from astrike.formats.rosters.resolving import unresolved_note
from astrike.formats.rosters.unused_fields import UnusedFields
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Roster, RosterUnit, folded_name, names_of

FORMAT: Final = "mul-quicklist"
LABEL: Final = "Master Unit List QuickList (JSON)"

FIELDS: Final = {
    "type": "BFType",
    "size": "BFSize",
    "move": "BFMove",
    "tmm": "BFTMM",
    "short": "BFDamageShort",
    "short_min": "BFDamageShortMin",
    "medium": "BFDamageMedium",
    "medium_min": "BFDamageMediumMin",
    "long": "BFDamageLong",
    "long_min": "BFDamageLongMin",
    "extreme": "BFDamageExtreme",
    "extreme_min": "BFDamageExtemeMin",
    "overheat": "BFOverheat",
    "armor": "BFArmor",
    "structure": "BFStructure",
    "threshold": "BFThreshold",
    "specials": "BFAbilities",
    "pv": "BFPointValue",
}
_RIGHT: Final = "BFDamageExtremeMin"
_PLACED: Final = (*FIELDS.values(), _RIGHT, "Id", "Name", "Class", "Variant", "Skill")
_PASSED: Final = (
    "GroupName", "Tonnage", "FormatedTonnage", "Cost", "BattleValue", "ImageUrl", "DateIntroduced", "Rules",
    "IsFeatured", "IsPublished", "Release", "TRO", "TROId", "RS", "RSId", "Type", "Role", "Technology", "EraId",
    "EraStart", "EraIcon",
)  # fmt: skip


def is_quicklist(document: object) -> bool:
    """Is this an answer of the service, a list of its units, or one of them?"""
    units = units_of(document)
    return units is not None and any(_is_unit(unit) for unit in units[:50])


def units_of(document: object) -> list[object] | None:
    """Give the list of units, however it is wrapped."""
    if isinstance(document, dict):
        found = document.get("Units", document.get("units"))
        if isinstance(found, list):
            return found
        return [document] if _is_unit(document) else None
    return document if isinstance(document, list) else None


def _is_unit(value: object) -> bool:
    return isinstance(value, dict) and sum(key in value for key in ("BFType", "BFMove", "BFPointValue")) >= 2


def read_quicklist(document: object) -> Roster:
    """Read a saved answer; units without Alpha Strike values are listed in the notes."""
    records = units_of(document) or []
    check_count(len(records))
    aside, units, notes = UnusedFields(placed=_PLACED, passed=_PASSED), [], []
    for number, record in enumerate(records):
        at = child("Units", number)
        if not isinstance(record, dict):
            notes.append(ImportNote(at, "is no unit; left out"))
            continue
        aside.look(record)
        unit, note = _unit(record, at)
        units.extend([] if unit is None else [unit])
        notes.extend([] if note is None else [note])
    if isinstance(document, dict):
        others = UnusedFields(placed=("Units", "units"), passed=("Search", "Crumbs"))
        others.look({} if _is_unit(document) else document)
        notes.extend(others.notes())
    notes = [*notes, *unresolved_note(units), *aside.notes()]
    return Roster(FORMAT, LABEL, units=tuple(units), notes=tuple(notes))


def _unit(record: Mapping[str, object], at: str) -> tuple[RosterUnit | None, ImportNote | None]:
    name, mul = text_of(record.get("Name")), whole_of(record.get("Id"))
    mul = mul if mul is not None and mul > 0 else None
    if _RIGHT in record and FIELDS["extreme_min"] not in record:
        record = {**record, FIELDS["extreme_min"]: record[_RIGHT]}
    card = card_of(record, FIELDS, at=at)
    label = " ".join(part for part in (name or at, f"({mul})" if mul is not None else "") if part)
    if card.is_blank:
        return None, ImportNote(label, "has no Alpha Strike values; left out")
    skill, problem = skill_of(record.get("Skill"), at=child(at, "Skill"), zero_is_none=True)
    problems: tuple[Problem, ...] = (*card.problems, *problem)
    chassis, variant = text_of(record.get("Class")), text_of(record.get("Variant"))
    keys = (folded_name(name), *names_of(chassis, variant, str(card.values.get("type", ""))))
    unit = RosterUnit(
        name=name or f"{chassis} {variant}".strip() or label,
        skill=skill,
        mul=mul,
        card=card.values,
        keys=tuple(dict.fromkeys(key for key in keys if key)),
        unknown=card.unknown,
        problems=problems,
        aside=card.aside,
        remarks=card_remarks(card),
    )
    return unit, None
