"""What had happened to a unit when its roster was saved: damage, heat, hits, abilities of its pilot?

Damage is what was lost; what is left of it only the card can say, which may come from a catalog. What cannot be read
is noted with its place and counts as nothing.
"""

from collections.abc import Mapping
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import Problem
from astrike.formats.json_text import shown
from astrike.formats.rosters.card import is_blank, is_no, is_yes, text_of, whole_of
from astrike.formats.table.unit import MOST_HITS
from astrike.model.import_notes import ImportNote
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition

HOTTEST: Final = 4
MOST_LOST: Final = 999
"""Armor or structure that a card can have."""
MOST_ABILITIES: Final = 50
"""Of one pilot."""


@dataclass(frozen=True, slots=True)
class UnitState:
    """State of one unit; nothing had happened to one that is new."""

    armor_lost: int = 0
    structure_lost: int = 0
    heat: int = 0
    mp: int = 0
    engine: int = 0
    fire_control: int = 0
    weapon: int = 0
    crew: int = 0
    motive: tuple[str, ...] = ()
    pilot: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    """Flags of the table file, such as `destroyed`."""
    notes: tuple[ImportNote, ...] = ()
    """What was said about it and could not be read."""


class StateReader:
    """Reads what happened to one unit, and keeps a note of everything that cannot be read.

    >>> reports = StateReader()
    >>> reports.count("some", at="row 2.armorDamage"), reports.count("3", at="row 2.structureDamage")
    (0, 3)
    >>> reports.notes[0].sentence
    "row 2.armorDamage: found 'some', expected a whole number from 0 to 999; not taken"
    """

    def __init__(self) -> None:
        self.notes: list[ImportNote] = []

    def unread(self, value: object, *, at: str, expected: str) -> None:
        """Note a value that is not taken."""
        problem = Problem(at, shown(value), expected)
        self.notes.append(ImportNote(at, f"{problem.without_place}; not taken"))

    def count(self, value: object, *, at: str, most: int = MOST_LOST) -> int:
        """Read how much of something was lost, or how often it was hit; boxes that are ticked are counted."""
        if isinstance(value, list):
            return min(sum(bool(box) and not is_no(box) for box in value[:1000]), most)
        if is_blank(value) or isinstance(value, bool):
            return int(value is True)
        number = whole_of(value)
        if number is None or not 0 <= number <= most:
            self.unread(value, at=at, expected=f"a whole number from 0 to {most}")
            return 0
        return number

    def flag(self, value: object, *, at: str) -> bool:
        """Read whether something happened."""
        if not (is_blank(value) or is_yes(value) or is_no(value)):
            self.unread(value, at=at, expected="yes or no")
        return is_yes(value)

    def names(self, value: object, *, at: str) -> tuple[str, ...]:
        """Read names of pilot abilities, as a list or as text with commas, and spell them as table files do."""
        if is_blank(value):
            return ()
        listed = value.split(",") if isinstance(value, str) else value
        if not isinstance(listed, list):
            self.unread(value, at=at, expected="a list of pilot abilities")
            return ()
        found: list[str] = []
        for item in listed[:MOST_ABILITIES]:
            named = item.get("name", item.get("id")) if isinstance(item, dict) else item
            if name := spelled(text_of(named)):
                found.append(name)
            elif not is_blank(named):
                self.unread(item, at=at, expected="the name of a pilot ability")
        if len(listed) > MOST_ABILITIES:
            self.notes.append(
                ImportNote(at, f"of {len(listed):,} pilot abilities the first {MOST_ABILITIES} are taken")
            )
        return tuple(found)


def spelled(name: str) -> str:
    """Spell a pilot ability as table files do.

    >>> spelled("Speed_Demon "), spelled("Hot Dog")
    ('speed-demon', 'hot-dog')
    """
    return "-".join(name.lower().replace("_", " ").split())


def in_play(
    card: Mapping[str, object], state: UnitState, *, name: str
) -> tuple[dict[str, object], tuple[ImportNote, ...]]:
    """Put a state on a card; notes say what cannot be put there.

    >>> in_play({"armor": 5, "structure": 4}, UnitState(armor_lost=2, heat=1), name="Alder")[0]["armor_left"]
    3
    """
    changed, notes = dict(card), list(state.notes)
    for key, lost in (("armor", state.armor_lost), ("structure", state.structure_lost)):
        if lost > 0:
            full = card.get(key)
            if isinstance(full, int):
                changed[f"{key}_left"] = max(0, full - lost)
                if lost > full:
                    notes.append(ImportNote(name, f"lost {lost} {key}, the card has {full}; none is left"))
            else:
                notes.append(ImportNote(name, f"lost {lost} {key}, of how much is not known; set it by hand"))
    if state.heat > 0:
        row = load_edition(DEFAULT_EDITION).units.get(str(card.get("type", "BM")))
        if row is not None and row.tracks_heat:
            changed["heat"] = min(state.heat, HOTTEST)
        if row is None or not row.tracks_heat or state.heat > HOTTEST:
            notes.append(ImportNote(name, f"heat {state.heat} is more than such a unit has"))
    hits = {
        "mp": state.mp,
        "engine": state.engine,
        "fire-control": state.fire_control,
        "weapon": state.weapon,
        "crew": state.crew,
    }
    found: dict[str, object] = {key: min(count, MOST_HITS) for key, count in hits.items() if count > 0}
    if max(len(state.motive), *hits.values()) > MOST_HITS:
        notes.append(ImportNote(name, f"more than {MOST_HITS} hits of one kind; {MOST_HITS} are taken"))
    if state.motive:
        found["motive"] = list(state.motive[:MOST_HITS])
    if found:
        changed["hits"] = found
    if state.pilot:
        changed["pilot"] = list(state.pilot)
    if state.flags:
        changed["state"] = list(state.flags)
    return changed, tuple(notes)
