"""How do other tools take a roster over, and what of it does not go along?

As a code or a link of Master Unit List numbers, or as MekBay's table. What a format cannot hold is found by reading
again what was written.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

from astrike.dataclass import dataclass
from astrike.errors import InputError
from astrike.formats.rosters.limits import first_of
from astrike.formats.rosters.mekbay_writing import mekbay_table
from astrike.formats.rosters.memory_catalog import KnownCards
from astrike.formats.rosters.reading import read_roster
from astrike.model.card import move_words, parse_damage, parse_move
from astrike.model.import_notes import ImportNote
from astrike.model.roster import ASIDE, NEEDED, PRINTED, RosterUnit

_MEKBAY: Final = "https://mekbay.com/"
_SIGNS: Final = re.compile(r"[~|;,:]+")

_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": "names",
        "skill": "skills",
        "group": "groups",
        "armor_left": "damage to armor",
        "structure_left": "damage to structure",
        "heat": "heat",
        "hits": "critical and motive hits",
        "pilot": "pilot abilities",
        "state": "states such as destroyed or shut down",
        "base": "bases",
        "height": "heights",
        "stand": "stands",
        "color": "colors",
        "ecm": "ECM settings",
        "specials": "special abilities",
        "tmm": "TMM",
        ASIDE: "special abilities that could not be read",
    }
)
"""What people call the properties of a unit."""
_CARD: Final = "values of the cards"
_ELSEWHERE: Final = frozenset({"mul"})
"""Properties that a unit has besides its card as well."""


@dataclass(frozen=True, slots=True)
class RosterTarget:
    """A format in which units go to other tools."""

    label: str
    extension: str
    write: Callable[[Sequence[RosterUnit], str], str]
    """From the units and the name of their force."""
    has_cards: bool
    """Does it hold what cards print, or only numbers that another tool knows?"""


def tts_code(units: Iterable[RosterUnit]) -> str:
    """Write a Tabletop Simulator code; units without a number are left out, see `without_number`.

    >>> tts_code([RosterUnit("Alder", skill=3, mul=11), RosterUnit("Birch"), RosterUnit("Cedar", mul=12)])
    '{{11,3},{12,4}}'
    """
    return "{" + ",".join(f"{{{unit.mul},{unit.skill}}}" for unit in units if unit.mul is not None) + "}"


def mekbay_link(units: Iterable[RosterUnit], *, name: str = "") -> str:
    """Write a link that opens the force in MekBay; units without a number are left out, see `without_number`.

    >>> mekbay_link([RosterUnit("Alder", mul=11, group="Red"), RosterUnit("Cedar", skill=3, mul=12, group="Red")])
    'https://mekbay.com/?gs=as&mul_ids=Red~11,12:3'
    """
    groups: dict[str, list[str]] = {}
    for unit in units:
        if unit.mul is not None:
            skill = "" if unit.skill == 4 else f":{unit.skill}"
            groups.setdefault(" ".join(_SIGNS.sub(" ", unit.group).split()), []).append(f"{unit.mul}{skill}")
    listed = "|".join((f"{group}~" if group else "") + ",".join(found) for group, found in groups.items())
    link = f"{_MEKBAY}?gs=as&mul_ids={quote(listed, safe='~,:|')}"
    return f"{link}&name={quote(name, safe='')}" if name else link


TARGETS: Final[Mapping[str, RosterTarget]] = MappingProxyType(
    {
        "tts": RosterTarget(
            "a Tabletop Simulator code", ".txt", lambda units, _: tts_code(units), has_cards=False
        ),
        "mekbay": RosterTarget(
            "a MekBay link", ".url", lambda units, name: mekbay_link(units, name=name), has_cards=False
        ),
        "mekbay-csv": RosterTarget(
            "a MekBay table", ".csv", lambda units, _: mekbay_table(units), has_cards=True
        ),
    }
)
"""Every format that is written, by what the command calls it."""


def without_number(units: Iterable[RosterUnit]) -> tuple[ImportNote, ...]:
    """Say which units have no Master Unit List number, so that codes and links leave them out."""
    names = [unit.name for unit in units if unit.mul is None]
    if not names:
        return ()
    return (ImportNote(first_of(names), "has no Master Unit List number; left out", len(names)),)


def not_carried(units: Sequence[RosterUnit], target: str) -> tuple[ImportNote, ...]:
    """Say by name what of these units such a file, code or link cannot hold, and whose it is.

    >>> damaged = RosterUnit("Alder", mul=11, card={"armor": 5, "armor_left": 2, "heat": 1})
    >>> for note in not_carried([damaged], "tts"):
    ...     print(note.sentence)
    names, values of the cards: not in a Tabletop Simulator code, which has numbers that other tools know
    damage to armor: not in a Tabletop Simulator code; left out for Alder
    heat: not in a Tabletop Simulator code; left out for Alder
    """
    form = TARGETS[target]
    notes = () if form.has_cards else without_number(units)
    going = [unit for unit in units if form.has_cards or unit.mul is not None]
    lost: dict[str, list[str]] = {}
    for unit, after in zip(going, _again(going, form), strict=True):
        for what in _lost(unit, after, form):
            lost.setdefault(what, []).append(unit.name)
    if not form.has_cards and going:
        of_all = [each for each in (_WORDS["name"], _CARD) if lost.pop(each, None)]
        words = f"not in {form.label}, which has numbers that other tools know"
        notes = (*notes, *((ImportNote(", ".join(of_all), words),) if of_all else ()))
    return (*notes, *(_note(what, names, form) for what, names in lost.items()))


def _note(what: str, names: Sequence[str], form: RosterTarget) -> ImportNote:
    return ImportNote(what, f"not in {form.label}; left out for {first_of(names)}")


def _again(units: Sequence[RosterUnit], form: RosterTarget) -> Sequence[RosterUnit | None]:
    """Read again what is written of each unit; None where nothing of it would be read."""
    try:
        found = read_roster(form.write(units, "").encode(), catalog=KnownCards()).units
    except InputError:
        found = ()
    if len(found) == len(units):
        return found
    return [None] if len(units) < 2 else [each for unit in units for each in _again([unit], form)]


def _lost(unit: RosterUnit, after: RosterUnit | None, form: RosterTarget) -> Iterator[str]:
    """Name what is not the same when it was read again."""
    if after is None:
        yield "units without any value"
        return
    if unit.name != after.name:
        yield _WORDS["name"]
    for key in ("skill", "group"):
        if getattr(unit, key) != getattr(after, key):
            yield _WORDS[key]
    if form.has_cards and set(unit.unknown) - set(after.unknown):
        yield _WORDS["specials"]
    before = {key: value for key, value in unit.card.items() if key not in _ELSEWHERE}
    gone = [key for key in before if not _is_same(key, before, after.card)]
    if not form.has_cards and any(key in PRINTED for key in gone):
        yield _CARD
        gone = [key for key in gone if key not in PRINTED]
    yield from dict.fromkeys(_WORDS.get(key, key) for key in gone)


def _is_same(key: str, before: Mapping[str, object], after: Mapping[str, object]) -> bool:
    """Does a property say the same, or said nothing from the start?"""
    value, other = _meaning(key, before), _meaning(key, after)
    return value is None or value == other


def _meaning(key: str, card: Mapping[str, object]) -> object:
    """Give what a property says however it is spelled; None where it says no more than its absence."""
    value = card.get(key)
    try:
        if key == "move" and isinstance(value, str):
            return move_words(parse_move(value))
        if key == "damage" and isinstance(value, str):
            values = [str(each) for each in parse_damage(value).values]
            while values and values[-1] == "0":
                values.pop()
            return tuple(values) or None
    except ValueError:
        return value
    if key.endswith("_left"):
        full = card.get(key.removesuffix("_left"))
        return None if full is not None and value == full else value
    if key == "hits" and isinstance(value, Mapping):
        return {each: count for each, count in value.items() if count} or None
    return None if value in (0, [], {}, "") and key not in (*NEEDED, "tmm") else value
