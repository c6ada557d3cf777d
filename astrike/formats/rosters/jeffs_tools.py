"""Which units do files of Jeff's tools and of the Iron Circle's fork hold: favorites, one group, a force in play?

Members carry their card and what happened to them. Writers differ: abilities are text or a list, hits are ticked boxes
or numbers, ways to move are letters or words, and some leave the boxes out.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from astrike.errors import Problem, child
from astrike.formats.rosters import quicklist
from astrike.formats.rosters.card import (
    SPECIALS,
    card_of,
    card_remarks,
    is_blank,
    skill_of,
    text_of,
    whole_of,
)
from astrike.formats.rosters.limits import check_count
from astrike.formats.rosters.resolving import resolved, unresolved_note
from astrike.formats.rosters.unit_state import StateReader, UnitState, in_play
from astrike.formats.rosters.unused_fields import UnusedFields
from astrike.model.card import DAMAGE_BRACKETS, THRUST_CODES
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Catalog, Roster, RosterUnit, folded_name, names_of

FORMAT: Final = "jeff"
LABEL: Final = "Jeff's or Iron Circle's group (JSON)"

_FIELDS: Final = {
    "type": "type",
    "size": "size",
    "move": "move",
    "tmm": "tmm",
    "short": "short",
    "short_min": "shortMinimal",
    "medium": "medium",
    "medium_min": "mediumMinimal",
    "long": "long",
    "long_min": "longMinimal",
    "extreme": "extreme",
    "extreme_min": "extremeMinimal",
    "overheat": "overheat",
    "armor": "armor",
    "structure": "structure",
    "threshold": "threshold",
    SPECIALS: "abilities",
    "pv": "basePoints",
}
_HITS: Final = {
    "mpControlHits": "mp",
    "engineHits": "engine",
    "fireControlHits": "fire_control",
    "weaponHits": "weapon",
}
_MOTIVE: Final = {"vehicleMotive910": "-2", "vehicleMotive11": "half", "vehicleMotive12": "immobile"}
_ROUND: Final = tuple(
    f"round{name[0].upper()}{name[1:]}" for name in ("armor", "structure", "heat", *_HITS, *_MOTIVE)
)
_PLACED: Final = (
    *_FIELDS.values(), "jumpMove", "damage", "name", "class",
    "variant", "mulID", "threshhold", "currentSkill", "pilot", "currentHeat", "currentArmor", "currentStructure",
    "hullDown", *_HITS, *_MOTIVE, *_ROUND,
)  # fmt: skip
_PASSED: Final = (
    "mechCreatorUUID", "customName", "role", "tonnage", "classification", "dateIntroduced", "imageURL", "ImageUrl",
    "uuid", "showDetails", "costCR", "tro", "currentBehavior", "behaviors", "attacks", "active", "currentMove",
    "currentTMM", "currentDamage", "currentPoints", "lastUpdated",
)  # fmt: skip
_GROUP: Final = ("members", "units", "name", "groups")
_GROUP_PASSED: Final = (
    "uuid", "lastUpdated", "location", "formationBonus", "groupLabel", "turn", "phase", "showDetails",
)  # fmt: skip
_WAYS: Final = {
    "walk": "",
    "ground": "",
    "jump": "j",
    "hover": "h",
    "tracked": "t",
    "wheeled": "w",
    "vtol": "v",
}
_MOST_WAYS: Final = 8

Record = Mapping[str, object]


def is_jeff(document: object) -> bool:
    """Is this a list of groups, a group, a force, or a list of members?"""
    if isinstance(document, list):
        return any(is_jeff(item) for item in document[:20] if isinstance(item, dict))
    if not isinstance(document, dict):
        return False
    groups = document.get("groups")
    if isinstance(groups, list):
        return any(isinstance(group, dict) and is_jeff(group) for group in groups[:20])
    members = document.get("units")
    if isinstance(members, list) and any(
        isinstance(item, dict) and _is_member(item) for item in members[:20]
    ):
        return True
    return isinstance(document.get("members"), list) or _is_member(document)


def _is_member(record: Record) -> bool:
    return ("mulID" in record or "basePoints" in record) and ("move" in record or "damage" in record)


def read_jeff(document: object, catalog: Catalog) -> Roster:
    """Read all groups."""
    members = UnusedFields(placed=_PLACED, passed=_PASSED)
    holders = UnusedFields(placed=_GROUP, passed=_GROUP_PASSED)
    units: list[RosterUnit] = []
    notes: list[ImportNote] = []
    names: list[str] = []
    abilities, marked, ordered = 0, 0, 0
    found = list(_members(document, holders, names))
    check_count(len(found))
    for at, group, record in found:
        if not isinstance(record, dict):
            notes.append(ImportNote(at, "is no unit; left out"))
            continue
        if "BFMove" not in record:
            members.look(record)
        unit, said = _unit(record, at, group, catalog)
        units.extend([] if unit is None else [unit])
        notes.extend(said)
        abilities += _has_numbered_abilities(record)
        marked += any(_count(record.get(key)) > 0 for key in _ROUND)
        ordered += sum(_count(record.get(key)) > 0 for key in _MOTIVE) > 1
    if abilities:
        notes.append(
            ImportNote(
                "alphaStrikeAbilities", "are numbers there; choose the pilots' abilities here", abilities
            )
        )
    if marked:
        notes.append(
            ImportNote("damage and hits of this round", "only marked and not yet taken; left out", marked)
        )
    if ordered:
        notes.append(ImportNote("motive hits", "in which order is not said; -2″ was taken first", ordered))
    notes.extend((*unresolved_note(units), *members.notes(), *holders.notes()))
    return Roster(
        FORMAT, LABEL, ", ".join(dict.fromkeys(filter(None, names)))[:200], tuple(units), tuple(notes)
    )


def _members(document: object, holders: UnusedFields, names: list[str]) -> Iterator[tuple[str, str, object]]:
    """Go through all members: place, group and record."""
    if isinstance(document, dict) and _is_member(document) and "members" not in document:
        yield "member", "", document
        return
    items = document if isinstance(document, list) else [document]
    if isinstance(document, dict) and isinstance(document.get("groups"), list):
        holders.look(document)
        names.append(text_of(document.get("name")))
        items = document["groups"]
    for number, item in enumerate(items):
        at = child("groups", number)
        if isinstance(item, dict) and _is_member(item) and "members" not in item:
            yield at, "", item
        elif isinstance(item, dict) and isinstance(item.get("groups"), list):
            yield from _members(item, holders, names)
        elif isinstance(item, dict):
            holders.look(item)
            group = text_of(item.get("name"))
            if not isinstance(document, dict) or "groups" not in document:
                names.append(group)
            found = item.get("members") or item.get("units")
            if not isinstance(found, list):
                if not is_blank(found):
                    yield child(at, "members"), group, found
                continue
            for place, record in enumerate(found):
                yield child(child(at, "members"), place), group, record
        else:
            yield at, "", item


def _unit(
    record: Record, at: str, group: str, catalog: Catalog
) -> tuple[RosterUnit | None, tuple[ImportNote, ...]]:
    is_mul = "BFMove" in record and "move" not in record
    name = text_of(record.get("name", record.get("Name")))
    variant, chassis = text_of(record.get("variant", record.get("Variant"))), text_of(record.get("class"))
    if variant and folded_name(variant) not in folded_name(name):
        chassis, name = chassis or name, f"{name or chassis} {variant}"
    mul = whole_of(record.get("mulID", record.get("Id")))
    skill, wrong = _skill(record, at)
    keys = (folded_name(name), *names_of(chassis, variant)) if chassis else (folded_name(name),)
    unit = RosterUnit(
        name=name or f"MUL {mul}",
        skill=skill,
        mul=mul if mul is not None and mul > 0 else None,
        group=group,
        keys=tuple(dict.fromkeys(key for key in keys if key)),
        problems=wrong,
    )
    card = card_of(record, quicklist.FIELDS, at=at) if is_mul else card_of(_flat(record), _FIELDS, at=at)
    state = _state(record, at)
    if card.is_blank and unit.mul is not None and "damage" not in record and not is_mul:
        return resolved(unit, state, catalog)
    if card.is_blank:
        label = f"{unit.name} ({mul})" if unit.mul is not None else unit.name
        return None, (ImportNote(label, "has no Alpha Strike values; left out"),)
    values, notes = in_play(card.values, state, name=unit.name)
    kind = str(card.values.get("type", ""))
    inside = names_of(chassis, variant, kind) if chassis else ()
    full = RosterUnit(
        unit.name, skill, unit.mul, group, values, tuple(dict.fromkeys((*unit.keys, *inside))), unknown=card.unknown,
        problems=(*wrong, *card.problems), aside=card.aside,
        remarks=card_remarks(card),
    )  # fmt: skip
    return full, notes


def _skill(record: Record, at: str) -> tuple[int, tuple[Problem, ...]]:
    """Take the skill the unit says, or its pilot's Gunnery where it says none or 0."""
    pilot = record.get("pilot")
    gunnery = pilot.get("gunnery") if isinstance(pilot, dict) else None
    own = record.get("currentSkill")
    if is_blank(gunnery) or not (is_blank(own) or whole_of(own) == 0):
        return skill_of(own, at=child(at, "currentSkill"))
    return skill_of(gunnery, at=child(child(at, "pilot"), "gunnery"))


def _flat(record: Record) -> Record:
    """Bring what stands in lists and objects to one level."""
    flat: dict[str, object] = {**record, "move": _move(record)}
    if "threshold" not in record and "threshhold" in record:
        flat["threshold"] = record["threshhold"]
    damage = record.get("damage")
    if isinstance(damage, str):
        flat.update(zip(DAMAGE_BRACKETS, damage.split("/"), strict=False))
    for bracket in DAMAGE_BRACKETS:
        if isinstance(damage, dict):
            flat[bracket] = damage.get(bracket)
            flat[f"{bracket}Minimal"] = damage.get(f"{bracket}Minimal")
    return flat


def _move(record: Record) -> object:
    """Write the ways to move as a card does."""
    ways, jump = record.get("move"), whole_of(record.get("jumpMove")) or 0
    if isinstance(ways, list):
        parts = [_way(way) for way in ways[:_MOST_WAYS]]
        if len(ways) > _MOST_WAYS:
            return f"{len(ways)} ways to move"
    elif isinstance(ways, int) and not isinstance(ways, bool):
        parts = [f'{ways}"']
    else:
        return ways
    if jump > 0 and not any(part.endswith("j") for part in parts):
        parts.append(f'{jump}"j')
    return "/".join(parts)


def _way(way: object) -> str:
    if not isinstance(way, dict):
        return text_of(way)
    word = text_of(way.get("type")).lower().replace('"', "").strip()
    code, number = _WAYS.get(word, word), whole_of(way.get("move"))
    mark = "" if number is None or code in THRUST_CODES else '"'
    return f"{text_of(way.get('move'))}{mark}{code}"


def _state(record: Record, at: str) -> UnitState:
    reports, pilot = StateReader(), record.get("pilot")
    abilities = pilot.get("alphaStrikeAbilities") if isinstance(pilot, dict) else None
    if isinstance(abilities, list):  # those that are numbers are said for all units at once
        abilities = [item for item in abilities if whole_of(item) is None]
    counted = {
        key: reports.count(record.get(key), at=child(at, key))
        for key in ("currentArmor", "currentStructure", "currentHeat", *_HITS, *_MOTIVE)
    }
    return UnitState(
        armor_lost=counted["currentArmor"],
        structure_lost=counted["currentStructure"],
        heat=counted["currentHeat"],
        motive=tuple(kind for key, kind in _MOTIVE.items() for _ in range(counted[key])),
        pilot=reports.names(abilities, at=child(child(at, "pilot"), "alphaStrikeAbilities")),
        flags=("hull-down",) if reports.flag(record.get("hullDown"), at=child(at, "hullDown")) else (),
        notes=tuple(reports.notes),
        **{field: counted[key] for key, field in _HITS.items()},
    )


def _count(value: object) -> int:
    """Count ticked boxes, or take the number."""
    if isinstance(value, list):
        return sum(bool(box) for box in value[:1000])
    if isinstance(value, bool):
        return int(value)
    return max(0, whole_of(value) or 0)


def _has_numbered_abilities(record: Record) -> bool:
    pilot = record.get("pilot")
    abilities = pilot.get("alphaStrikeAbilities") if isinstance(pilot, dict) else None
    return isinstance(abilities, list) and any(whole_of(item) for item in abilities[:50])
