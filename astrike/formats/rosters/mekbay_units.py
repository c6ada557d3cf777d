"""Which cards does a MekBay unit list in JSON hold? Its records carry their Alpha Strike values under `as`."""

from collections.abc import Mapping
from typing import Final

from astrike.errors import child
from astrike.formats.rosters.card import card_of, card_remarks, is_yes, text_of, whole_of
from astrike.formats.rosters.limits import check_count
from astrike.formats.rosters.mekbay_table import FIELDS
from astrike.formats.rosters.unused_fields import UnusedFields
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Roster, RosterUnit, folded_name, names_of

FORMAT: Final = "mekbay-units"
LABEL: Final = "MekBay unit list (JSON)"

_AS: Final = (*FIELDS.values(), "usesOV", "usesTh", "usesE", "usesArcs", "dmg")
_ARCS: Final = ("frontArc", "rearArc", "leftArc", "rightArc")
_AS_PASSED: Final = ("MVm", "MVp")


def is_mekbay_units(document: object) -> bool:
    """Is this a list of units with Alpha Strike values?"""
    records = _records(document)
    return any(isinstance(record, dict) and isinstance(record.get("as"), dict) for record in records[:200])


def _records(document: object) -> list[object]:
    found = document.get("units") if isinstance(document, dict) else document
    if isinstance(found, list):
        return found
    return [document] if isinstance(document, dict) else []


def read_mekbay_units(document: object) -> Roster:
    """Read all units; those without Alpha Strike values are counted."""
    records = _records(document)
    check_count(len(records))
    aside = UnusedFields(placed=(*_AS, *_ARCS), passed=_AS_PASSED)
    units: list[RosterUnit] = []
    notes: list[ImportNote] = []
    without, arcs = 0, 0
    for number, record in enumerate(records):
        if not isinstance(record, dict):
            notes.append(ImportNote(child("units", number), "is no unit; left out"))
            continue
        values = record.get("as")
        if not isinstance(values, dict):
            without += 1
            continue
        aside.look(values)
        unit = _unit(record, values, child(child("units", number), "as"))
        without += unit is None
        arcs += unit is not None and any(values.get(arc) for arc in _ARCS)
        units.extend([] if unit is None else [unit])
    if without:
        notes.append(ImportNote("units", "have no Alpha Strike values; left out", without))
    if arcs:
        notes.append(
            ImportNote("damage by arcs", "a table has no place for it; set the damage by hand", arcs)
        )
    return Roster(FORMAT, LABEL, units=tuple(units), notes=(*notes, *aside.notes()))


def _unit(record: Mapping[str, object], values: Mapping[str, object], at: str) -> RosterUnit | None:
    damage = values.get("dmg")
    flat = {**values, **(damage if isinstance(damage, dict) else {})}
    for uses, name in (("usesOV", "OV"), ("usesTh", "Th"), ("usesE", "dmgE")):
        if uses in flat and not is_yes(flat[uses]):
            flat.pop(name, None)
    card = card_of(flat, FIELDS, at=at)
    if card.is_blank:
        return None
    chassis, model = text_of(record.get("chassis")), text_of(record.get("model"))
    inside, mul = text_of(record.get("name")), whole_of(record.get("id"))
    keys = (*names_of(chassis, model, str(card.values.get("type", ""))), folded_name(inside))
    return RosterUnit(
        name=f"{chassis} {model}".strip() or inside,
        mul=mul if mul is not None and mul > 0 else None,
        card=card.values,
        keys=tuple(dict.fromkeys(key for key in keys if key)),
        unknown=card.unknown,
        problems=card.problems,
        aside=card.aside,
        remarks=card_remarks(card),
    )
