"""Which units do MegaMek's own lists hold (`.mul`, XML): a force, or the record of a game with who survived?

They carry names and crews, not cards: these come from the catalog. Damage there is by location, of which Alpha
Strike knows nothing, so a note names the units that have any. What became of a unit (survived, salvaged) is its group,
and whoever did not get away is destroyed.
"""

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Final
from xml.parsers import expat

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem, child
from astrike.formats.json_text import FILE
from astrike.formats.rosters.card import is_blank, is_yes, skill_of, text_of
from astrike.formats.rosters.limits import check_count, first_of
from astrike.formats.rosters.resolving import resolved, unresolved_note
from astrike.formats.rosters.safe_xml import XmlHandlers, parse_xml
from astrike.formats.rosters.unit_state import UnitState
from astrike.formats.rosters.unused_fields import UnusedFields
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Catalog, Roster, RosterUnit, folded_name, names_of

FORMAT: Final = "megamek"
LABEL: Final = "MegaMek unit list (.mul)"
EXPECTED: Final = "a unit list as MegaMek saves it (.mul)"
MOST_TAGS: Final = 300_000
"""Of one list; a company with every slot of every location has some thousands."""
GONE: Final = ("salvage", "devastated")
"""Parts of a record that hold units which did not get away."""

_FIRST_TAG: Final = re.compile(r"<([A-Za-z][\w.:-]{0,60})")
_ROOTS: Final = ("unit", "record", "entity")
_SECTIONS: Final = ("survivors", "allies", "retreated", *GONE)
_CREW: Final = ("pilot", "crewmember")
_DAMAGE: Final = (
    "armor",
    "structural",
    "motive",
    "tcriticals",
    "acriticals",
    "dcriticals",
    "breached",
    "blownoff",
)
"""Tags that stand there only when something happened."""
_HITS: Final = ("isHit", "isDestroyed")
_PLACED: Final = ("chassis", "model")
_PASSED: Final = (
    "type", "commander", "externalId", "deployment", "deploymentZone", "deploymentZoneWidth", "deploymentZoneOffset",
    "neverDeployed", "offboard", "hidden", "velocity", "altitude", "autoeject", "condejectammo", "condejectengine",
    "condejectctdest", "condejectheadshot", "camoCategory", "camoFileName", "pickUpId", "c3MasterIs", "c3UUID",
    "quirks", "trooperMiss", "driver", "force", "startingAnyNWx", "startingAnyNWy", "startingAnySEx", "startingAnySEy",
    "load",
)  # fmt: skip


def is_megamek(text: str) -> bool:
    """Does it begin like a list or a record of MegaMek?

    >>> is_megamek('<?xml version="1.0"?><unit><entity/></unit>'), is_megamek("<svg/>")
    (True, False)
    """
    first = _FIRST_TAG.search(text[:4000]) if text[:1] == "<" else None
    return first is not None and first[1].rpartition(":")[2].lower() in _ROOTS


@dataclass(slots=True)
class _Entity:
    """One unit as its tags go by."""

    attributes: Mapping[str, str]
    section: str
    crew: list[Mapping[str, str]] = field(default_factory=list)
    is_damaged: bool = False


class _Document:
    """Collects the units of a document."""

    def __init__(self) -> None:
        self.entities: list[_Entity] = []
        self.kills = 0
        self._open: list[str] = []
        self._entity: _Entity | None = None

    def opened(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take what a tag begins."""
        tag = name.lower()
        if tag == "entity" and self._entity is None:
            section = next((each for each in self._open if each in _SECTIONS), "")
            self._entity = _Entity(dict(attributes), section)
            self.entities.append(self._entity)
            check_count(len(self.entities))
        elif self._entity is None:
            self.kills += tag == "kill"
        elif tag in _CREW:
            self._entity.crew.append(dict(attributes))
        elif tag in _DAMAGE or any(is_yes(attributes.get(each)) for each in _HITS):
            self._entity.is_damaged = True
        self._open.append(tag)

    def closed(self, name: str) -> None:
        """Take what a tag ends."""
        self._open.pop()
        if name.lower() == "entity" and "entity" not in self._open:
            self._entity = None


def read_megamek(text: str, catalog: Catalog) -> Roster:
    """Read all units; the cards come from the catalog.

    >>> from astrike.formats.rosters.memory_catalog import KnownCards
    >>> xml = '<unit><entity chassis="Alder" model="ALD-2"><pilot gunnery="3" piloting="4"/></entity></unit>'
    >>> [(unit.name, unit.skill) for unit in read_megamek(xml, KnownCards()).units]
    [('Alder ALD-2', 3)]
    """
    document = _parsed(text)
    aside = UnusedFields(placed=_PLACED, passed=_PASSED)
    units: list[RosterUnit] = []
    notes: list[ImportNote] = []
    damaged: list[str] = []
    advantages, taken = 0, 0
    for number, entity in enumerate(document.entities, start=1):
        at = f"entity {number}"
        aside.look(entity.attributes)
        unit = _unit(entity, at)
        if unit is None:
            notes.append(ImportNote(at, "names no unit; left out"))
            continue
        flags = ("destroyed",) if entity.section in GONE else ()
        found, said = resolved(unit, UnitState(flags=flags), catalog)
        units.append(found)
        notes.extend(said)
        taken += not is_blank(_first(entity).get("gunnery"))
        advantages += any(
            not is_blank(each.get(key)) for each in entity.crew for key in ("advantages", "implants")
        )
        if entity.is_damaged:
            damaged.append(found.name)
    if taken:
        notes.append(ImportNote("gunnery", "was taken for the Skill; check it", taken))
    if damaged:
        words = (
            "has damage by location, which no Alpha Strike card has; set armor, structure and hits by hand"
        )
        notes.append(ImportNote(first_of(damaged), words, len(damaged)))
    if advantages:
        notes.append(
            ImportNote(
                "advantages of pilots", "are of another game; choose the pilots' abilities here", advantages
            )
        )
    if document.kills:
        notes.append(ImportNote("kills", "no part of a card; left out", document.kills))
    for section in GONE:
        count = sum(each.section == section for each in document.entities)
        if count:
            notes.append(ImportNote(section, "did not get away: taken as destroyed", count))
    notes.extend((*unresolved_note(units), *aside.notes()))
    return Roster(FORMAT, LABEL, units=tuple(units), notes=tuple(notes))


def _parsed(text: str) -> _Document:
    marks = text.count("<")
    if marks > MOST_TAGS:
        raise InputError([Problem(FILE, f"{marks:,} tags in {LABEL}", f"at most {MOST_TAGS:,}")])
    document = _Document()
    handlers = XmlHandlers(document.opened, document.closed, lambda _words: None)
    try:
        parse_xml(text, handlers, what=f"a {LABEL}", expected=EXPECTED)
    except expat.ExpatError as error:
        words = " ".join(str(error).split())[:80]
        raise InputError([Problem(FILE, f"a {LABEL} that cannot be read ({words})", EXPECTED)]) from error
    return document


def _first(entity: _Entity) -> Mapping[str, str]:
    """Give whoever shoots: the pilot, or the first of a crew."""
    by_slot = sorted(entity.crew, key=lambda each: each.get("slot", "0"))
    return by_slot[0] if by_slot else {}


def _unit(entity: _Entity, at: str) -> RosterUnit | None:
    chassis, model = (text_of(entity.attributes.get(key)) for key in _PLACED)
    name = f"{chassis} {model}".strip()
    if not name:
        return None
    skill, wrong = skill_of(_first(entity).get("gunnery"), at=child(at, "gunnery"))
    keys = tuple(dict.fromkeys((folded_name(name), *names_of(chassis, model))))
    return RosterUnit(name, skill, group=entity.section.title(), keys=keys, problems=wrong)
