"""Which units does a Terminal list code name: Master Unit List numbers with skills in formations, in all versions?"""

import json
from collections.abc import Iterator, Mapping
from typing import Final

from astrike.errors import child
from astrike.formats.rosters.card import skill_of, text_of, whole_of
from astrike.formats.rosters.limits import check_count
from astrike.formats.rosters.resolving import resolved, unresolved_note
from astrike.formats.rosters.unit_state import StateReader, UnitState
from astrike.formats.rosters.unused_fields import UnusedFields
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Catalog, Roster, RosterUnit

FORMAT: Final = "terminal"
LABEL: Final = "Terminal list code"
NEWEST: Final = 2

_PLACED: Final = ("units", "formations", "name", "lcVersion")
_PASSED: Final = (
    "id", "eras", "factions", "era", "faction", "rules", "sublists", "scas", "bs", "unitCount", "pv", "general",
)  # fmt: skip
_UNIT: Final = ("id", "mulId", "skill", "customization")
_LOOSE: Final = ("none", "unassigned")


def is_terminal(document: object) -> bool:
    """Is this a list code, of the first kind too, whose units are texts?"""
    if not isinstance(document, dict) or not isinstance(document.get("units"), list):
        return False
    units = document["units"]
    return "lcVersion" in document or any(
        (isinstance(unit, dict) and "mulId" in unit) or isinstance(unit, str) for unit in units[:20]
    )


def read_terminal(document: object, catalog: Catalog) -> Roster:
    """Read a list code; the cards come from the catalog."""
    values: Mapping[str, object] = document if isinstance(document, dict) else {}
    asides = (UnusedFields(placed=_PLACED, passed=_PASSED), UnusedFields(placed=_UNIT))
    asides[0].look(values)
    units: list[RosterUnit] = []
    notes: list[ImportNote] = []
    ammo = 0
    version = whole_of(values.get("lcVersion"))
    if version is not None and version > NEWEST:
        notes.append(
            ImportNote("lcVersion", f"version {version} is newer than this reader, which knows {NEWEST}")
        )
    groups = _groups(values)
    records = list(_records(values))
    check_count(len(records))
    for at, group, record in records:
        if not isinstance(record, Mapping):
            notes.append(ImportNote(at, "is no unit; left out"))
            continue
        asides[1].look(record)
        unit, state = _unit(record, at, group or groups.get(text_of(record.get("id")), ""))
        found, said = resolved(unit, state, catalog)
        units.append(found)
        notes.extend(said)
        custom = record.get("customization")
        ammo += isinstance(custom, dict) and bool(custom.get("ammo"))
    if ammo:
        notes.append(ImportNote("ammo", "alternate munitions are chosen with each attack; left out", ammo))
    for key, words in (
        ("bs", "battlefield support has no card; left out"),
        ("scas", "left out: no unit's own"),
    ):
        listed = values.get(key)
        if isinstance(listed, list) and listed:
            notes.append(ImportNote(key, words, len(listed)))
    name = text_of(values.get("name"))
    if not units:
        notes.append(ImportNote(name or LABEL, "has no units"))
    notes.extend((*unresolved_note(units), *(note for aside in asides for note in aside.notes())))
    return Roster(FORMAT, LABEL, name, tuple(units), tuple(notes))


def _unit(record: Mapping[str, object], at: str, group: str) -> tuple[RosterUnit, UnitState]:
    mul = whole_of(record.get("mulId"))
    skill, wrong = skill_of(record.get("skill"), at=child(at, "skill"))
    custom, reports = record.get("customization"), StateReader()
    spa = custom.get("spa") if isinstance(custom, dict) else None
    pilot = reports.names(spa, at=child(child(at, "customization"), "spa"))
    known = mul if mul is not None and mul > 0 else None
    name = (
        f"MUL {known}"
        if known is not None
        else f"a card of Terminal's own ({text_of(record.get('mulId')) or at})"
    )
    return RosterUnit(name, skill, known, group, problems=wrong), UnitState(
        pilot=pilot, notes=tuple(reports.notes)
    )


def _groups(values: Mapping[str, object]) -> dict[str, str]:
    """Give the formation of each unit by the unit's id."""
    found: dict[str, str] = {}
    formations = values.get("formations")
    for formation in formations[:1000] if isinstance(formations, list) else []:
        if not isinstance(formation, dict) or text_of(formation.get("id")) in _LOOSE:
            continue
        for holder in (formation, formation.get("secondary")):
            members = holder.get("units") if isinstance(holder, dict) else None
            for member in members if isinstance(members, list) else []:
                if isinstance(member, dict):
                    found.setdefault(text_of(member.get("id")), text_of(formation.get("name")))
    return found


def _records(values: Mapping[str, object]) -> Iterator[tuple[str, str, object]]:
    """Go through the units: place, formation where it stands beside them, record; what is none is given as it is."""
    units = values.get("units")
    for number, unit in enumerate(units if isinstance(units, list) else []):
        at = child("units", number)
        if isinstance(unit, dict):
            yield at, "", unit
        elif isinstance(unit, str) and unit.lstrip().startswith("{"):
            yield from _formation(unit, at)
        else:
            yield at, "", _pair(unit) if isinstance(unit, str) else unit


def _formation(text: str, at: str) -> Iterator[tuple[str, str, object]]:
    """Read a formation that the first list codes keep as text inside the list."""
    try:
        found = json.loads(text[:100_000])
    except (ValueError, RecursionError):
        found = None
    members = found.get("units") if isinstance(found, dict) else None
    if not isinstance(members, list):
        yield at, "", None
        return
    for number, member in enumerate(members):
        yield (
            child(at, number),
            text_of(found.get("name")),
            _pair(member) if isinstance(member, str) else member,
        )


def _pair(text: str) -> Mapping[str, object]:
    mul, _, skill = text.partition(",")
    return {"mulId": mul.strip(), "skill": skill.strip()}
