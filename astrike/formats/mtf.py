"""Which slots hold what in a 'Mech file of one's own, as MegaMek writes it (`.mtf`)?

Only what a record sheet needs is read: locations with their slots and armor, engine, gyro, cockpit, movement and heat
sinks. Nothing of such a file ships with the program.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE, shown
from astrike.model.battletech.critical import (
    HEAVIEST,
    LIGHTEST,
    LONGEST_NAME,
    MOST_SLOTS,
    RecordSheet,
    SheetItem,
    SheetLocation,
)
from astrike.model.battletech.unit import MOST_MP

EXPECTED: Final = "a 'Mech file as MegaMek writes it (.mtf)"
MOST_LINES: Final = 5_000
LONGEST_LINE: Final = 200
"""Letters of a line that are read; no slot or figure needs as many."""
_PLACES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "head": "head", "center torso": "center-torso", "left torso": "left-torso", "right torso": "right-torso",
        "left arm": "left-arm", "right arm": "right-arm", "left leg": "left-leg", "right leg": "right-leg",
        "front left leg": "front-left-leg", "front right leg": "front-right-leg",
        "rear left leg": "rear-left-leg", "rear right leg": "rear-right-leg",
    }
)  # fmt: skip
_ARMOR: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hd": "head", "ct": "center-torso", "lt": "left-torso", "rt": "right-torso", "la": "left-arm",
        "ra": "right-arm", "ll": "left-leg", "rl": "right-leg", "fll": "front-left-leg", "frl": "front-right-leg",
        "rll": "rear-left-leg", "rrl": "rear-right-leg",
    }
)  # fmt: skip
_REAR: Final[Mapping[str, str]] = MappingProxyType(
    {"rtl": "left-torso", "rtr": "right-torso", "rtc": "center-torso"}
)
_SIX: Final = frozenset({"head", *(place for place in _PLACES.values() if place.endswith("leg"))})
_EMPTY: Final = frozenset({"-empty-", "empty", ""})
_MARKS: Final = re.compile(r"\s*\((?:R|T|OMNIPOD|ARMORED|omnipod|armored)\)")
_ARMORED: Final = re.compile(r"\(armored\)", re.IGNORECASE)
_KEY: Final = re.compile(r"([A-Za-z][A-Za-z ]{0,30}):(.*)")
_COUNTED: Final = re.compile(r"(?:\d{1,3}\s+)?(.+?),\s*([A-Za-z ]+?)(?:\s*\(R\))?(?:,.*)?")
_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_WHOLE: Final = re.compile(r"-?[0-9]+(?:[.,][0-9]+)?")
_ENGINES: Final = (
    (("xxl", "clan"), "xxl-clan"), (("xxl",), "xxl"), (("xl", "clan"), "xl-clan"), (("xl",), "xl"),
    (("light",), "light"), (("compact",), "compact"), (("ice",), "combustion"), (("i.c.e.",), "combustion"),
    (("fuel",), "fuel-cell"), (("fission",), "fission"),
)  # fmt: skip
_FRAMES: Final = ("biped", "quad")
_OTHER_FRAMES: Final = frozenset({"tripod", "lam", "quadvee"})
_MOST_ARMOR: Final = 200
_MOST_SINKS: Final = 100
_GYROS: Final = (("xl", "xl"), ("compact", "compact"), ("heavy", "heavy-duty"))


@dataclass(frozen=True, slots=True)
class LayoutFile:
    """A sheet that was read, and what the file calls it."""

    name: str
    sheet: RecordSheet


def read_mtf(text: str) -> LayoutFile:
    """Read the text of a file; raise `InputError` with everything that is wrong with it."""
    lines = [_clean(line[:LONGEST_LINE]) for line in text.splitlines()[:MOST_LINES]]
    head, slots, weapons = _sections(lines)
    for place, names in slots.items():
        _drop_padding(place, names)
    if not slots:
        raise InputError([Problem(FILE, shown(text[:40]), EXPECTED)])
    problems = [
        Problem(place, f"{len(names)} slots", f"at most {_most(place)} slots")
        for place, names in slots.items()
        if len(names) > _most(place)
    ]
    if not _NUMBER.fullmatch(head.get("mass", "")) or not LIGHTEST <= int(head["mass"]) <= HEAVIEST:
        problems.append(
            Problem("mass", shown(head.get("mass")), f"a whole number from {LIGHTEST} to {HEAVIEST}")
        )
    problems += _of_frame(head)
    problems += _of_numbers(head)
    if problems:
        raise InputError(problems)
    return LayoutFile(_name(lines, head), _sheet(head, slots, weapons))


def _drop_padding(place: str, names: list[str]) -> None:
    """Drop the empty lines by which files bring every location to as many as a torso has."""
    while len(names) > _most(place) and names[-1].lower() in _EMPTY:
        names.pop()


def _of_frame(head: Mapping[str, str]) -> Iterable[Problem]:
    """Name a kind of 'Mech that has other locations or other rules."""
    words = re.findall(r"[a-z]+", head.get("config", "").lower())
    if words and (words[0] not in _FRAMES or not _OTHER_FRAMES.isdisjoint(words)):
        yield Problem("config", shown(head["config"]), "Biped or Quad: no tripods, LAMs or QuadVees")


def _of_numbers(head: Mapping[str, str]) -> Iterable[Problem]:
    """Name numbers that no 'Mech has."""
    limits = {"walk mp": MOST_MP, "jump mp": MOST_MP, "heat sinks": _MOST_SINKS}
    limits |= dict.fromkeys((f"{key} armor" for key in (*_ARMOR, *_REAR)), _MOST_ARMOR)
    for key, most in limits.items():
        found = _WHOLE.findall(head.get(key, ""))
        number = found[-1 if most == _MOST_ARMOR else 0] if found else ""
        is_wrong = not _NUMBER.fullmatch(number) or int(number) > most
        if head.get(key) and is_wrong:
            yield Problem(key, shown(head[key]), f"a whole number from 0 to {most}")


def _clean(line: str) -> str:
    """Give a line without what cannot be shown."""
    return "".join(letter for letter in line if letter.isprintable()).strip()


def _most(place: str) -> int:
    return MOST_SLOTS // 2 if place in _SIX else MOST_SLOTS


def _sections(lines: Iterable[str]) -> tuple[dict[str, str], dict[str, list[str]], Counter[tuple[str, str]]]:
    """Give what stands under keys, the slots of each location, and how many there are of each weapon."""
    head: dict[str, str] = {}
    slots: dict[str, list[str]] = {}
    weapons: Counter[tuple[str, str]] = Counter()
    here: list[str] | None = None
    is_weapons = False
    for line in lines:
        key = _KEY.fullmatch(line)
        name = key[1].strip().lower() if key else ""
        if name in _PLACES and key is not None and not key[2].strip():
            here, is_weapons = slots.setdefault(_PLACES[name], []), False
        elif key is not None and here is None:
            is_weapons = name == "weapons"
            head.setdefault(name, key[2].strip())
        elif is_weapons and here is None and (found := _COUNTED.fullmatch(line)):
            place = _PLACES.get(found[2].strip().lower(), "")
            weapons[found[1].strip().lower(), place] += 1
        elif here is not None and line:
            if key is not None and name not in _PLACES and len(here) >= MOST_SLOTS // 2 and key[2]:
                here = None
            else:
                here.append(line)
        elif not line:
            here = None
    return head, slots, weapons


def _name(lines: list[str], head: Mapping[str, str]) -> str:
    """Give what the file calls the 'Mech; older files have its names on lines of their own."""
    named = f"{head.get('chassis', '')} {head.get('model', '')}".strip()
    plain = [line for line in lines[1:3] if line and ":" not in line]
    return (named or " ".join(plain) or "'Mech")[:LONGEST_NAME]


def _sheet(
    head: Mapping[str, str], slots: Mapping[str, list[str]], weapons: Counter[tuple[str, str]]
) -> RecordSheet:
    sinks = head.get("heat sinks", "").lower()
    count = _NUMBER.search(sinks)
    each = 2 if "double" in sinks or "laser" in sinks else 1
    is_quad = "quad" in head.get("config", "").lower() or "front-left-leg" in slots
    cockpit = head.get("cockpit", "").lower()
    return RecordSheet(
        kind="quad" if is_quad else "biped",
        locations=tuple((place, _location(place, names, head)) for place, names in slots.items()),
        items=tuple(_items(slots, weapons)),
        tons=int(head["mass"]),
        walk=_mp(head.get("walk mp", ""), 5),
        jump=_mp(head.get("jump mp", ""), 0),
        dissipation=min(int(count[0]) * each, 200) if count else None,
        engine=_engine(head.get("engine", "").lower()),
        gyro=next((kind for word, kind in _GYROS if word in head.get("gyro", "").lower()), "standard"),
        cockpit="small" if "small" in cockpit else "torso-mounted" if "torso" in cockpit else "standard",
        industrial="industrial" in head.get("structure", "").lower(),
        armor=_armor_kind(head.get("armor", "").lower()),
        structure="reinforced" if "reinforced" in head.get("structure", "").lower() else "standard",
    )


def _mp(words: str, usual: int) -> int:
    found = _NUMBER.match(words)
    return min(int(found[0]), MOST_MP) if found else usual


def _engine(words: str) -> str:
    parts = set(re.split(r"[^a-z.]+", words))
    return next((kind for wanted, kind in _ENGINES if parts.issuperset(wanted)), "standard")


def _armor_kind(words: str) -> str:
    kinds = (("hardened", "hardened"), ("reflective", "laser-reflective"), ("lamellor", "ferro-lamellor"))
    return next((kind for word, kind in kinds if word in words), "standard")


def _location(place: str, names: list[str], head: Mapping[str, str]) -> SheetLocation:
    front = next((key for key, where in _ARMOR.items() if where == place), "")
    rear = next((key for key, where in _REAR.items() if where == place), "")
    armor, behind = (_armor(head.get(f"{key} armor", "")) for key in (front, rear))
    is_stated = bool(head.get(f"{front} armor"))
    lowered = [name.lower() for name in names]
    has_two = any("caseii" in name.replace(" ", "") for name in lowered)
    has_case = any(re.search(r"\bcase\b|iscase|clcase", name) for name in lowered)
    return SheetLocation(
        slots=tuple(_slot(name) for name in names),
        armor=armor,
        rear_armor=behind,
        full_armor=armor + behind if is_stated else None,
        case="case-ii" if has_two else "case" if has_case else "none",
    )


def _armor(words: str) -> int:
    found = _NUMBER.findall(words)
    return min(int(found[-1]), 200) if found else 0


def _slot(name: str) -> str | None:
    bare = _MARKS.sub("", name).strip()
    return None if bare.lower() in _EMPTY else bare[:LONGEST_NAME]


def _items(
    slots: Mapping[str, list[str]], weapons: Counter[tuple[str, str]]
) -> Iterable[tuple[str, SheetItem]]:
    """Say how many slots one of each weapon fills, where the file counts them, and what is armored."""
    found: dict[str, SheetItem] = {}
    for place, names in slots.items():
        filled = Counter(name for each in names if (name := _slot(each)) is not None)
        for name, count in filled.items():
            of_them = weapons[name.lower(), place]
            if of_them and count % of_them == 0:
                found[name] = replace(found.get(name, SheetItem()), slots=count // of_them)
        for each in names:
            if _ARMORED.search(each) and (name := _slot(each)) is not None:
                found[name] = replace(found.get(name, SheetItem()), armored=True)
    return found.items()
