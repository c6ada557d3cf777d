"""Which units are in a force as MekBay saves it, with skill, abilities, damage, heat and hits?

Units come in groups and by name, without cards: these come from the catalog. Of numbers that stand there twice, one
is what happened and the other what is only marked so far; what happened counts, and a note gives the rest.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from astrike.errors import child
from astrike.formats.rosters.card import is_blank, skill_of, text_of, whole_of
from astrike.formats.rosters.limits import check_count
from astrike.formats.rosters.resolving import resolved, unresolved_note
from astrike.formats.rosters.unit_state import StateReader, UnitState
from astrike.formats.rosters.unused_fields import UnusedFields
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Catalog, Roster, RosterUnit, folded_name, names_of

FORMAT: Final = "mekbay-force"
LABEL: Final = "MekBay force (JSON)"

_FORCE: Final = ("groups", "units", "name", "c3Networks")
_FORCE_PASSED: Final = (
    "version", "timestamp", "instanceId", "type", "factionId", "eraId", "pv", "bv", "owned", "nameLock", "notes",
)  # fmt: skip
_UNIT: Final = (
    "id", "unit", "uuid", "model", "chassis", "skill", "gunnery", "abilities", "state", "alias", "commander", "mul_id",
    "mulId",
)  # fmt: skip
_STATE: Final = ("heat", "armor", "internal", "crits", "pCrits", "destroyed", "shutdown")
_STATE_PASSED: Final = ("modified", "consumed", "exhausted", "c3Position")
_CRITS: Final = {
    "engine": "engine",
    "fire-control": "fire_control",
    "mp": "mp",
    "weapons": "weapon",
    "crew": "crew",
}
MOST_CRITS: Final = 200
"""Of one unit."""
_MOTIVE: Final = {"motive1": "-2", "motive2": "half", "motive3": "immobile"}


def is_mekbay_force(document: object) -> bool:
    """Is this a force, or a list of forces?"""
    first = document[0] if isinstance(document, list) and document else document
    if not isinstance(first, dict):
        return False
    groups = first.get("groups")
    if isinstance(groups, list):
        # Jeff's forces have groups too, whose members carry their cards.
        return "instanceId" in first or any(map(_is_group, groups))
    units = first.get("units")
    return isinstance(units, list) and any(isinstance(unit, dict) and "unit" in unit for unit in units[:20])


def _is_group(group: object) -> bool:
    units = group.get("units") if isinstance(group, dict) and "members" not in group else None
    return isinstance(units, list) and not any(
        isinstance(unit, dict) and ("basePoints" in unit or "mulID" in unit) for unit in units
    )


def read_mekbay_force(document: object, catalog: Catalog) -> Roster:
    """Read a force; a list of forces is read as one."""
    forces = [
        force for force in (document if isinstance(document, list) else [document]) if isinstance(force, dict)
    ]
    asides = {
        "force": UnusedFields(placed=_FORCE, passed=_FORCE_PASSED),
        "unit": UnusedFields(placed=_UNIT, passed=()),
        "state": UnusedFields(placed=_STATE, passed=_STATE_PASSED),
    }
    units: list[RosterUnit] = []
    notes: list[ImportNote] = []
    marked = 0
    for force in forces:
        asides["force"].look(force)
        networks = force.get("c3Networks")
        if isinstance(networks, list) and networks:
            notes.append(ImportNote("c3Networks", "networks are set at the table; left out", len(networks)))
        records = list(_records(force))
        check_count(len(units) + len(records))
        for at, group, record in records:
            if not isinstance(record, dict):
                notes.append(ImportNote(at, "is no unit; left out"))
                continue
            state = record.get("state")
            values = state if isinstance(state, dict) else {}
            asides["unit"].look(record)
            asides["state"].look(values)
            marked += _is_marked(values)
            unit, said = _unit(record, values, at, group)
            found, more = resolved(unit, _state(record, values, at), catalog)
            units.append(found)
            notes.extend((*said, *more))
    if marked:
        notes.append(ImportNote("damage, heat and hits", "only marked and not yet taken; left out", marked))
    notes.extend((*unresolved_note(units), *(note for aside in asides.values() for note in aside.notes())))
    name = ", ".join(filter(None, (text_of(force.get("name")) for force in forces)))[:200]
    if not units:
        notes.append(ImportNote(name or LABEL, "has no units"))
    return Roster(FORMAT, LABEL, name, tuple(units), tuple(notes))


def _records(force: Mapping[str, object]) -> Iterator[tuple[str, str, object]]:
    """Go through the units of all groups, or of a force without groups: place, group and record.

    What stands where units should be listed is given as it is.
    """
    groups = force.get("groups")
    holders = groups if isinstance(groups, list) and groups else [{"units": force.get("units")}]
    for number, group in enumerate(holders):
        at = child("groups", number)
        values = group if isinstance(group, dict) else {}
        listed, name = values.get("units"), text_of(values.get("name"))
        if not isinstance(listed, list):
            if not is_blank(listed) or not isinstance(group, dict):
                yield at, name, listed
            continue
        for place, record in enumerate(listed):
            yield child(child(at, "units"), place), name, record


def _unit(
    record: Mapping[str, object], state: Mapping[str, object], at: str, group: str
) -> tuple[RosterUnit, tuple[ImportNote, ...]]:
    name = text_of(record.get("unit")) or text_of(record.get("uuid"))
    chassis, model = text_of(record.get("chassis")), text_of(record.get("model"))
    mul = whole_of(record.get("mul_id", record.get("mulId")))
    skill, wrong = skill_of(record.get("skill", record.get("gunnery")), at=child(at, "skill"))
    keys = (folded_name(name), folded_name(name)[2:] if "_" in name[2:] else "", *names_of(chassis, model))
    unit = RosterUnit(
        name=f"{chassis} {model}".strip() or name or at,
        skill=skill,
        mul=mul if mul is not None and mul > 0 else None,
        group=group,
        keys=tuple(dict.fromkeys(key for key in keys if key)),
        problems=wrong,
    )
    odd = [key for key in _crits(state, StateReader(), "") if key not in _CRITS and key not in _MOTIVE]
    return unit, tuple(ImportNote(unit.name, f"a hit on {key} has no place here") for key in odd)


def _state(record: Mapping[str, object], state: Mapping[str, object], at: str) -> UnitState:
    reports, inside = StateReader(), child(at, "state")
    if not isinstance(record.get("state"), dict) and not is_blank(record.get("state")):
        reports.unread(record["state"], at=inside, expected="an object")
    crits = _crits(state, reports, child(inside, "crits"))
    taken = {
        key: reports.count(_happened(state.get(key)), at=child(inside, key))
        for key in ("armor", "internal", "heat")
    }
    return UnitState(
        armor_lost=taken["armor"],
        structure_lost=taken["internal"],
        heat=taken["heat"],
        motive=tuple(kind for key, kind in _MOTIVE.items() for _ in range(crits[key])),
        pilot=reports.names(record.get("abilities"), at=child(at, "abilities")),
        flags=tuple(
            flag
            for flag in ("destroyed", "shutdown")
            if reports.flag(state.get(flag), at=child(inside, flag))
        ),
        notes=tuple(reports.notes),
        **{field: crits[key] for key, field in _CRITS.items()},
    )


def _happened(value: object) -> object:
    """Give what happened: of two numbers the first."""
    return (value[0] if value else 0) if isinstance(value, list) else value


def _is_marked(state: Mapping[str, object]) -> bool:
    """Is something marked that has not happened yet?"""
    numbers = (state.get(key) for key in ("heat", "armor", "internal"))
    return bool(state.get("pCrits")) or any(
        isinstance(value, list) and len(value) > 1 and bool(whole_of(value[1])) for value in numbers
    )


def _crits(state: Mapping[str, object], reports: StateReader, at: str) -> Counter[str]:
    """Count critical and motive hits by what they hit; each is an object with a key, or a list that begins with it."""
    crits = state.get("crits")
    found: Counter[str] = Counter()
    if not isinstance(crits, list):
        if not is_blank(crits):
            reports.unread(crits, at=at, expected="a list of hits")
        return found
    for number, crit in enumerate(crits[:MOST_CRITS]):
        first = crit[0] if isinstance(crit, list) and crit else crit
        if key := text_of(crit.get("key") if isinstance(crit, dict) else first):
            found[key] += 1
        else:
            reports.unread(crit, at=child(at, number), expected="a hit with its key")
    if len(crits) > MOST_CRITS:
        reports.notes.append(ImportNote(at, f"of {len(crits):,} hits the first {MOST_CRITS} are taken"))
    return found
