"""What can be said of the weapon and of how it is fired, so that nothing contradicts what was said before?"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_attack import (
    LONGEST_RANGE,
    MOST_SHOTS,
    WEAPON_TAGS,
    HexShot,
    HexWeapon,
    mounts_of,
)
from astrike.report.battletech.hex_text import MOUNT_WORDS
from astrike.rulebook.battletech.hex_number_rows import HexWeaponRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.hexes.shot.problems import REAR_MOUNTS
from astrike.web.battletech.desk import ControlGroup, DeskChoice, DeskStepper
from astrike.web.battletech.hex_tools import hex_stepper
from astrike.web.battletech.hex_view import HexLinks
from astrike.web.http.i18n import _, tr

_OTHER: Final = 10
_EXTREME: Final = 4
"""How many ranges a weapon has with extreme range."""
_LEAST_SHOTS: Final = 2


def range_steppers(question: HexQuestion, links: HexLinks) -> Iterator[DeskStepper]:
    """Give the ranges, each farther than the one before; `links` name all of them."""
    weapon = question.weapon
    if weapon is None:
        return
    labels = (_("Short"), _("Medium"), _("Long"), _("Extreme"))
    last = len(weapon.ranges) - 1
    for number, value in enumerate(weapon.ranges):
        least = weapon.ranges[number - 1] + 1 if number else 0
        most = weapon.ranges[number + 1] - 1 if number < last else LONGEST_RANGE
        least = max(least, weapon.minimum + 1) if number == last else least
        yield hex_stepper(links, f"weapon.ranges.{number}", labels[number], value, low=least, high=most)
    farthest = weapon.ranges[-1]
    yield hex_stepper(links, "weapon.minimum", _("Minimum"), weapon.minimum, low=0, high=farthest - 1)


def weapon_groups(
    question: HexQuestion, links: HexLinks, edition: BattleTechEdition
) -> Iterator[ControlGroup]:
    """Give what can be said of the weapon."""
    weapon, attacker = question.weapon, question.attacker
    if weapon is None:
        return
    mounts = mounts_of("biped" if attacker is None else attacker.unit.kind)
    yield ControlGroup(_("Mounted in"), tuple(_mounts(weapon, mounts, links)))
    fires = []
    if _may_fire_to_the_rear(weapon.location):
        fires.append(switch(links, "weapon.rear", _("To the rear"), is_on=weapon.rear))
    if _is_arm(weapon.location):
        fires.append(switch(links, "weapon.split", _("Split with the torso"), is_on=weapon.split))
    if fires:
        yield ControlGroup(_("Fires"), tuple(fires))
    yield ControlGroup(_("Kind of weapon"), tuple(_kinds(weapon, links, edition.hex_weapons)))


def _mounts(weapon: HexWeapon, mounts: tuple[str, ...], links: HexLinks) -> Iterator[DeskChoice]:
    yield DeskChoice(_("any"), links.to(**_mounted(None, weapon)), weapon.location is None)
    for mount in mounts:
        is_on = mount == weapon.location
        yield DeskChoice(tr(MOUNT_WORDS[mount]), links.to(**_mounted(mount, weapon)), is_on)


def _mounted(mount: str | None, weapon: HexWeapon) -> dict[str, object]:
    """Give a weapon another mount, without what it cannot do from there."""
    found: dict[str, object] = {"weapon.location": mount}
    if weapon.rear and not _may_fire_to_the_rear(mount):
        found["weapon.rear"] = None
    if weapon.split and not _is_arm(mount):
        found["weapon.split"] = None
    return found


def _may_fire_to_the_rear(mount: str | None) -> bool:
    return mount in REAR_MOUNTS or (mount or "").endswith("-leg")


def _is_arm(mount: str | None) -> bool:
    return (mount or "").endswith("-arm")


def _kinds(weapon: HexWeapon, links: HexLinks, rows: Mapping[str, HexWeaponRow]) -> Iterator[DeskChoice]:
    for tag, word in _tag_words().items():
        is_on = tag in weapon.tags
        tags = [each for each in weapon.tags if each != tag] if is_on else tags_with(weapon.tags, tag, rows)
        places: dict[str, object] = {"weapon.tags": tags or None}
        if rows[tag].counts_shots and is_on and "shot" in links.body:
            places["shot.shots"] = None
        yield DeskChoice(word, links.to(**places), is_on)
    has_extreme = len(weapon.ranges) == _EXTREME
    nearer = list(weapon.ranges[: _EXTREME - 1])
    is_possible = not has_extreme or weapon.minimum < nearer[-1]
    if is_possible:
        ranges = nearer if has_extreme else [*nearer, nearer[-1] + 1]
        yield DeskChoice(_("Extreme range"), links.to(**{"weapon.ranges": ranges}), has_extreme)


def tags_with(tags: tuple[str, ...], tag: str, rows: Mapping[str, HexWeaponRow]) -> list[str]:
    """Give the tags with one more, without those that cannot be beside it."""
    new = rows[tag]
    found = {tag}
    for each in tags:
        row = rows[each]
        is_of_another = bool(row.family and new.family and row.family != new.family)
        if not (is_of_another or each in new.never_beside or tag in row.never_beside):
            found.add(each)
    return [each for each in WEAPON_TAGS if each in found]


def _tag_words() -> dict[str, str]:
    return {
        "energy": _("Energy"), "ballistic": _("Ballistic"), "missile": _("Missile"), "pulse": _("Pulse"),
        "cluster": _("Cluster"), "flak": _("Flak"), "flamer": _("Flamer"), "machine-gun": _("Machine gun"),
        "rapid-fire": _("Rapid fire"), "area": _("Area"), "heavy-laser": _("Heavy laser"), "mrm": _("MRM"),
        "vsp": _("VSP"), "hag": _("HAG"), "semi-guided": _("Semi-guided"), "torpedo": _("Torpedo"),
        "srm": _("SRM"), "streak": _("Streak"), "tag": _("TAG"),
    }  # fmt: skip


# ---- the shot


def shot_groups(question: HexQuestion, links: HexLinks, edition: BattleTechEdition) -> Iterator[ControlGroup]:
    """Give what can be said of how it is fired."""
    shot = question.shot
    yield ControlGroup(_("How it is fired"), tuple(_switches(question, links, edition)))
    seconds = {"none": _("No"), "front": _("In the front arc"), "side-or-rear": _("In another arc")}
    yield ControlGroup(_("Second target"), choices(links, "shot.secondary", seconds, shot.secondary, "none"))
    aims = {"none": _("No"), "head": _("Head"), "part": _("Another part")}
    if question.target and not question.target.unit.is_mech:
        del aims["head"]
    yield ControlGroup(_("Aimed shot"), choices(links, "shot.aim", aims, shot.aim, "none"))
    yield ControlGroup(_("Light"), tuple(_lights(shot, links)))
    attackers = {
        "usual": _("as usual"),
        "large-support": _("Large support vehicle"),
        "industrial-cockpit": _("Without advanced fire control"),
    }
    yield ControlGroup(_("A is"), choices(links, "shot.attacker_as", attackers, shot.attacker_as, "usual"))
    targets = {"usual": _("as usual"), "large": _("Superheavy or as large"), "warrior": _("Ejected warrior")}
    yield ControlGroup(_("T is"), choices(links, "shot.target_as", targets, shot.target_as, "usual"))


def _switches(question: HexQuestion, links: HexLinks, edition: BattleTechEdition) -> Iterator[DeskChoice]:
    shot, attacker, weapon = question.shot, question.attacker, question.weapon
    indirect: dict[str, Any] = {"shot.indirect": None if shot.indirect else True}
    if shot.indirect and "spotter" in links.body.get("shot", {}):
        indirect |= {"shot.spotter": None, "shot.spotter_fires": None}
    yield DeskChoice(_("Indirect fire"), links.to(**indirect), shot.indirect)
    spots: dict[str, Any] = {"shot.spots": None if shot.spots else True}
    if shot.spots and shot.spots_by_tag and shot.spotter is None:
        spots["shot.spots_by_tag"] = None
    named = [
        ("computer", _("Targeting computer"), shot.computer),
        ("tagged", _("TAG on the target"), shot.tagged),
        ("narc", _("Narc pod on the target"), shot.narc),
        ("stealth", _("Target's stealth"), shot.stealth),
        ("ignores_cover", _("Ignores cover"), shot.ignores_cover),
    ]
    if attacker is None or attacker.unit.kind == "biped":
        named.append(("overhead_arms", _("Overhead arms"), shot.overhead_arms))
    if shot.spotter is not None:
        named.append(("spotter_fires", _("The spotter fires too"), shot.spotter_fires))
    if shot.spots or shot.spotter is not None:
        named.append(("spots_by_tag", _("Spotted by TAG"), shot.spots_by_tag))
    if shot.light != "day":
        named.append(("is_lit", _("Target lit up"), shot.is_lit))
    yield DeskChoice(_("A spots for others"), links.to(**spots), shot.spots)
    for name, word, is_on in named:
        yield switch(links, f"shot.{name}", word, is_on=is_on)
    if attacker is None or attacker.unit.kind == "biped":
        for arm, word in {"left": _("Left arm flooded"), "right": _("Right arm flooded")}.items():
            is_on = arm in shot.flooded_arms
            arms = [each for each in ("right", "left") if (each == arm) != (each in shot.flooded_arms)]
            yield DeskChoice(word, links.to(**{"shot.flooded_arms": arms or None}), is_on)
    network = {"shot.c3": 1 if shot.c3 is None else None}
    yield DeskChoice(_("C3 network"), links.to(**network), shot.c3 is not None)
    if weapon is not None and any(edition.hex_weapons[tag].counts_shots for tag in weapon.tags):
        several = {"shot.shots": _LEAST_SHOTS if shot.shots is None else None}
        yield DeskChoice(_("Several shots"), links.to(**several), shot.shots is not None)


def _lights(shot: HexShot, links: HexLinks) -> Iterator[DeskChoice]:
    words = {
        "day": _("Day"), "dusk": _("Dusk or dawn"), "glare": _("Glare"), "full-moon": _("Full moon"),
        "moonless": _("Moonless"), "solar-flare": _("Solar flare"), "pitch-black": _("Pitch-black"),
    }  # fmt: skip
    for light, word in words.items():
        places: dict[str, object] = {"shot.light": None if light == "day" else light}
        if light == "day" and shot.is_lit:
            places["shot.is_lit"] = None
        yield DeskChoice(word, links.to(**places), light == shot.light)


def shot_steppers(question: HexQuestion, links: HexLinks) -> Iterator[DeskStepper]:
    """Give the numbers of the shot."""
    shot = question.shot
    if shot.c3 is not None:
        label = _("Nearest in the network")
        yield hex_stepper(links, "shot.c3", label, shot.c3, low=0, high=LONGEST_RANGE)
    if shot.shots is not None:
        yield hex_stepper(links, "shot.shots", _("Shots"), shot.shots, low=_LEAST_SHOTS, high=MOST_SHOTS)
    yield hex_stepper(links, "shot.other", _("Other modifier"), shot.other, low=-_OTHER, high=_OTHER)


def choices(
    links: HexLinks, place: str, words: Mapping[str, str], chosen: object, usual: object
) -> tuple[DeskChoice, ...]:
    """Give the choices of a word; the usual one is not said in the question."""
    return tuple(
        DeskChoice(word, links.to(**{place: None if value == usual else value}), value == chosen)
        for value, word in words.items()
    )


def switch(links: HexLinks, place: str, word: str, *, is_on: bool) -> DeskChoice:
    """Give something that is said or not."""
    return DeskChoice(word, links.to(**{place: None if is_on else True}), is_on)
