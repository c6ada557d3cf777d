"""Which units does one of our own table files bring: their cards and what happened to them, not where they stand?"""

from collections.abc import Iterator, Mapping
from typing import Final

from astrike.formats.rosters.card import SPECIALS, text_of, whole_of
from astrike.formats.table.table_file import parse_document
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Roster, RosterUnit, folded_name
from astrike.model.table import Table
from astrike.model.table_document import features_of, properties_of

FORMAT: Final = "astrike"
LABEL: Final = "Table file"

_ELSEWHERE: Final = (
    "kind", "name", "skill", "side", "facing", "elevation", "motion", "moved", "done", "spotter", "flight",
    "carried_by", "carried_as", "locked", "group", "shape",
)  # fmt: skip
_HERE: Final = frozenset({"destroyed", "shutdown", "stunned"})
"""States that a unit brings along; the others say where and how it stood."""


def is_table(document: object) -> bool:
    """Is this a table file?"""
    return (
        isinstance(document, dict) and document.get("type") == "FeatureCollection" and "astrike" in document
    )


def read_table_units(document: object) -> Roster:
    """Read the units of a table; the whole file has to be sound."""
    table = parse_document(document)
    sides = {side.id: side.name for side in table.sides}
    units = [
        unit_of(feature, sides)
        for feature in features_of(table.document)
        if properties_of(feature).get("kind") == "unit"
    ]
    words = "where units stood and how they moved" if units else "no units on it"
    notes = (ImportNote(words, "left out", len(units)),) if units else (ImportNote(table.name, words),)
    return Roster(FORMAT, LABEL, table.name, tuple(units), (*notes, *_beside_units(table)))


def _beside_units(table: Table) -> Iterator[ImportNote]:
    """Say what else there is on a table of which only the units are taken."""
    counts = {
        "terrain": len(table.terrain),
        "marked points": len(table.markers),
        "networks": len(table.networks),
        "declarations": len(table.declarations),
        "attacks to resolve": len(table.attacks),
        "marks such as TAG": len(table.marks),
        "options": len(table.options),
    }
    for what, count in counts.items():
        if count:
            yield ImportNote(what, "no part of a unit; left out", count)


def unit_of(feature: Mapping[str, object], sides: Mapping[str, str]) -> RosterUnit:
    """Read one unit of a table; `sides` are their names."""
    values = properties_of(feature)
    card = {key: value for key, value in values.items() if key not in _ELSEWHERE and value is not None}
    state = card.pop("state", None)
    kept = [flag for flag in state if flag in _HERE] if isinstance(state, list) else []
    name = text_of(values.get("name")) or text_of(feature.get("id"))
    skill, side = whole_of(values.get("skill")), text_of(values.get("side"))
    return RosterUnit(
        name=name,
        skill=4 if skill is None else skill,
        mul=whole_of(values.get("mul")),
        group=text_of(values.get("group")) or sides.get(side, side),
        card={**card, "state": kept} if kept else card,
        keys=(folded_name(name),),
        unknown=(SPECIALS,) if SPECIALS in values and values[SPECIALS] is None else (),
    )
