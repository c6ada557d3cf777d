"""How does a question about classic BattleTech read in words? Everything that it states, under short names."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from astrike.model.battletech.critical import MOST_SLOTS, UPPER
from astrike.model.question_schema import NamedRecordsField, QuestionField, WordField, members_of, values_of
from astrike.model.ruling import StatedFact
from astrike.report.battletech.critical_text import slot_words
from astrike.report.words.texts import Translate
from astrike.report.words.texts import to_translate as _
from astrike.rulebook.battletech.schema import BattleTechEdition

ALWAYS: Final = frozenset({"kind", "tons", "piloting", "location", "event", "what"})
"""Said though nothing else was stated."""
NOT_SAID: Final = frozenset({"edition", "options", "slots", "layout"})
"""Edition and options stand beside the answer, slots in the picture."""
BARE: Final = frozenset({"kind", "event", "what", "mode", "terrain", "case"})
"""Inside something else these are said without their name."""
NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "after_hip": _("hit after the hip"), "ahead": _("target straight ahead"), "absent": _("built without"),
        "armor": _("armor"), "armor_piercing": _("armor-piercing ammo adds"), "armored": _("component armor"),
        "arms": _("arms"), "attacker": _("unit"), "attacker_lost": _("the attacker does not survive"),
        "auto_eject": _("auto-eject on"), "barred": _("barred hexsides"), "basement": _("basement"),
        "blown_off": _("blown off"), "building": _("building"), "by": _("by"), "case": _("CASE"),
        "cause": _("cause"), "cf": _("CF"), "cleared": _("the unit there is out of the way"),
        "cockpit": _("cockpit"), "damage": _("damage"), "depth": _("depth"), "destroyed": _("destroyed"),
        "dice": _("dice"), "direction": _("direction"), "dissipation": _("heat dissipation"),
        "drop": _("levels down"), "engine": _("engine"), "event": _("event"), "events": _("what happened"),
        "extras": _("also"), "facing": _("facing"), "facings": _("facing of groups"),
        "fell": _("the attacker fell before"), "flooded": _("flooded"),
        "foot": _("foot hit"), "from_depth": _("from depth"),
        "full_armor": _("armor as built"), "gone": _("gone"), "gunnery": _("Gunnery"), "gyro": _("gyro"),
        "gyro_hits": _("gyro hits"), "hand": _("hand hit"), "heat": _("heat"), "hexes": _("hexes"),
        "hip": _("hip hit"), "hit": _("slots hit before"), "hit_this_phase": _("slots hit in this phase"),
        "hits": _("hits"), "hittable": _("can be hit"), "how": _("how"), "immobile": _("immobile"),
        "industrial": _("IndustrialMech"), "into": _("into"), "items": _("items"), "jump": _("Jumping MP"),
        "kind": _("kind"), "leg": _("leg"), "legs": _("legs"), "levels": _("levels"), "loads": _("tons beside it"),
        "location": _("location"), "locations": _("locations"), "lower": _("lower actuator hit"),
        "missiles": _("missiles"), "mode": _("by"), "modifier": _("modifier of the failed roll"),
        "modifiers": _("how it was hit"), "moved": _("moved"), "moved_before": _("hexes moved before"),
        "moved_on": _("damage moved on to armor"), "not_counted": _("hexes that do not count"),
        "number": _("critical hits"), "on_purpose": _("meant to fail"), "outcome": _("outcome"),
        "part": _("actuator"), "path": _("in the way"), "phase": _("phase"), "piloting": _("Piloting"),
        "points": _("points"), "prone": _("prone"), "rear": _("from behind"), "rear_armor": _("rear armor"),
        "reckless": _("reckless"), "role": _("as"), "roof": _("on the roof"), "sensors": _("sensor hits"),
        "sheet": _("sheet"), "shots": _("shots"), "shoulder": _("shoulder hit"), "shutdown": _("shut down"),
        "side": _("side hit"), "spared": _("slots spared"), "spotting": _("the attacker spots"),
        "storey": _("storey"), "structure": _("structure"), "structure_points": _("points to the structure"),
        "target": _("target"), "target_lost": _("the target is destroyed"), "target_moved": _("target moved"),
        "target_water": _("water of the target"), "terrain": _("terrain"), "to_hit": _("dice to hit"),
        "tons": _("tons"), "unconscious": _("pilot unconscious"), "unit": _("unit"), "upper": _("upper actuator hit"),
        "used": _("used up"), "voluntary": _("on purpose"), "walk": _("Walking MP"), "water": _("water depth"),
        "weak_legs": _("weak legs"), "what": _("what"), "wing": _("partial wing"), "woods": _("points of woods"),
        "wounds": _("pilot hits"),
        "motives": _("motive dice"), "troopers": _("troopers"), "troops": _("troops"), "turret": _("turret"),
        # on hexes
        "aim": _("aimed at"), "boost": _("boost"), "boost_turns": _("turns of the boost"),
        "c3": _("nearest C3 unit"), "class": _("class"), "computer": _("targeting computer"),
        "dropped": _("dropped this turn"), "elevation": _("levels above ground"), "flipped": _("arms flipped"),
        "from": _("from"), "ground": _("ground"), "hex": _("hex"), "indirect": _("indirect fire"),
        "infantry": _("infantry"), "is_lit": _("target lit up"), "jets": _("jump jets"), "level": _("level"),
        "light": _("light"), "minimum": _("minimum range"),
        "attacker_as": _("attacker is"), "flooded_arms": _("flooded arms"), "ignores_cover": _("ignores cover"),
        "narc": _("Narc pod"), "spots_by_tag": _("spotted by TAG"), "target_as": _("target is"),
        "myomer": _("triple-strength myomer"), "name": _("name"),
        "other": _("other modifier"), "overhead_arms": _("overhead arms"), "pavement": _("pavement"),
        "ranges": _("ranges"), "road": _("road"), "road_sides": _("hexsides of the road"), "rough": _("rough"),
        "rubble": _("rubble"), "secondary": _("second target"), "shot": _("shot"), "skidded": _("skidded"),
        "smoke": _("smoke"), "split": _("split over two locations"),
        "spots": _("spots for others"), "spotter": _("spotter"),
        "spotter_fires": _("the spotter fires too"), "stealth": _("stealth"), "steps": _("steps"),
        "stuck": _("stuck"), "tagged": _("marked by TAG"), "tags": _("kind of weapon"), "twist": _("torso twist"),
        "weapon": _("weapon"),
    }
)  # fmt: skip
NAMES_IN: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        ("HexQuestion", "attacker"): _("attacker"),
        ("HexQuestion", "path"): _("path"),
        ("HexContents", "woods"): _("woods"),
    }
)
"""Names of fields that mean something else in one question than in the others."""

_SLOTS: Final = ("hit", "hit_this_phase", "spared")
"""Slots by their number."""
_CASES: Final[Mapping[str, str]] = MappingProxyType(
    {"none": _("no CASE"), "case": _("CASE"), "case-ii": _("CASE II")}
)


def asked_facts(question: object, edition: BattleTechEdition, translate: Translate) -> Iterator[StatedFact]:
    """Say what a question states, as far as it is not taken for granted."""
    values = values_of(question)
    for member in members_of(type(question)):
        value = values[member.name]
        if _is_said(member, value):
            name = _name_of(question, member, translate)
            text = _value(member, value, edition, translate) or translate(_("as usual"))
            yield StatedFact(name[0].upper() + name[1:], text, member.name)


def _name_of(record: object, member: QuestionField, translate: Translate) -> str:
    return translate(NAMES_IN.get((type(record).__name__, member.name)) or NAMES[member.name])


def _is_said(member: QuestionField, value: object) -> bool:
    if member.name in NOT_SAID or value is None:
        return False
    if member.name in ALWAYS or (member.name in ("unit", "attacker") and not isinstance(value, str)):
        return True
    return bool(value != member.default)


def _said_of(record: object, edition: BattleTechEdition, translate: Translate) -> str:
    parts: list[str] = []
    # What stands under names is long: it comes last.
    values = values_of(record)
    for member in sorted(members_of(type(record)), key=_has_names):
        value = values[member.name]
        if not _is_said(member, value):
            continue
        name = _name_of(record, member, translate)
        text = _value(member, value, edition, translate)
        if value is True:
            parts.append(name)
        elif value is False:
            parts.append(translate(_("not %(what)s")) % {"what": name})
        elif member.name == "tons":
            parts.append(f"{value} t")
        elif member.name in BARE or name in parts or (isinstance(value, tuple) and text.startswith(name)):
            parts.append(text)
        else:
            parts.append(f"{name} {text}" if not _is_flag(member) else name)
    return ", ".join(parts)


def _has_names(member: QuestionField) -> bool:
    return isinstance(member.described.holds, NamedRecordsField)


def _is_flag(member: QuestionField) -> bool:
    """Is it a hit that is there or not, counted as 1?"""
    return NAMES[member.name].endswith(" hit") and not isinstance(member.described.holds, WordField)


def _value(member: QuestionField, value: object, edition: BattleTechEdition, translate: Translate) -> str:
    if isinstance(value, bool):
        return translate(_("yes")) if value else translate(_("no"))
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _word(member.name, value, edition, translate)
    if isinstance(value, tuple):
        return _listed(member, value, edition, translate)
    return _said_of(value, edition, translate)


def _listed(
    member: QuestionField, values: tuple[object, ...], edition: BattleTechEdition, translate: Translate
) -> str:
    if member.name in ("dice", "locations", "facings", "motives", "troops") and all(
        _is_throw(each) for each in values
    ):
        return ", ".join(
            "+".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in values
        )
    if member.name in _SLOTS:
        slots = [each for each in values if isinstance(each, int)]
        of = MOST_SLOTS if max(slots) > UPPER else UPPER
        return ", ".join(slot_words(each, of, translate) for each in slots)
    found: list[str] = []
    for each in values:
        if isinstance(each, tuple):  # a name and what is under it
            name, inner = each
            said = _said_of(inner, edition, translate)
            if said:
                found.append(f"{_word(member.name, str(name), edition, translate)}: {said}")
        elif isinstance(each, int | str):
            found.append(_word(member.name, str(each), edition, translate))
        else:
            found.append(_said_of(each, edition, translate))
    return ("; " if any(", " in each for each in found) else ", ").join(found)


def _is_throw(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, tuple) and all(isinstance(die, int) for die in value))


def _word(name: str, word: str, edition: BattleTechEdition, translate: Translate) -> str:
    """Say a word of a question: as the rulebook labels it where it does."""
    if name == "event" and word in edition.roll_events:
        return translate(edition.roll_events[word].label)
    if name in ("location", "locations") and word in edition.critical_locations:
        return translate(edition.critical_locations[word].label)
    if name == "terrain" and word in edition.roll_terrain:
        return translate(edition.roll_terrain[word].label)
    if name == "case":
        return translate(_CASES[word])
    if name == "kind" and word == "dfa":
        return translate(_("death from above"))
    return word if name == "items" else word.replace("-", " ")
