"""What can be said of units, weapon, shot and path on the hex card: each control leads to the same card?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_attack import LONGEST_RANGE, MOUNTS, WEAPON_TAGS
from astrike.model.battletech.hex_patch import MOST_HEXES_MOVED, MOST_LEVELS, HexContents, PlacedUnit
from astrike.model.battletech.hex_path import PathAnswer
from astrike.model.battletech.unit import FLYERS, MOST_HEAT, MOST_MP, WORST_SKILL
from astrike.report.battletech.hex_text import MOUNT_WORDS
from astrike.web.battletech.desk import ControlGroup, DeskChoice, DeskStepper, Json, changed
from astrike.web.battletech.hex_path_controls import HexPathControls, path_controls
from astrike.web.battletech.hex_repairs import as_kind
from astrike.web.battletech.hex_strokes import PLACES, turned
from astrike.web.battletech.hex_tools import ARROWS, hex_stepper
from astrike.web.battletech.hex_view import MOVE_A, MOVE_S, MOVE_T, PATH, HexLinks
from astrike.web.battletech.roll_controls import kind_words
from astrike.web.http.i18n import _, tr

_OTHER: Final = 10
_VEHICLE_MOUNTS: Final = ("turret", "front", "right", "left", "rear", "body")
_QUAD: Final = "quad"
_EXTREME: Final = 4
"""How many ranges a weapon has with extreme range."""


@dataclass(frozen=True, slots=True)
class HexUnitControls:
    """What can be said of one unit."""

    letter: str
    faces: ControlGroup
    groups: tuple[ControlGroup, ...]
    more: tuple[ControlGroup, ...]
    steppers: tuple[DeskStepper, ...]


@dataclass(frozen=True, slots=True)
class HexControls:
    """What can be said beside the map."""

    unit: HexUnitControls | None
    """Of the unit that is moved now."""
    path: HexPathControls | None
    number: tuple[DeskStepper, ...]
    moved: tuple[ControlGroup, ...]
    ranges: tuple[DeskStepper, ...]
    weapon: tuple[ControlGroup, ...]
    shot: tuple[ControlGroup, ...]
    shot_steppers: tuple[DeskStepper, ...]
    is_shot_on: bool
    """Is anything said of the shot that is not usual?"""
    weapon_switch: DeskChoice
    spelled: HexLinks
    """The question with all ranges named, which typed ranges are put into."""


def controls_of(question: HexQuestion, links: HexLinks, move: PathAnswer | None) -> HexControls:
    """Give everything that can be said beside the map."""
    tool = links.view.tool
    units = {MOVE_A: question.attacker, MOVE_T: question.target, MOVE_S: question.shot.spotter}
    unit = units.get(tool)
    spelled = links
    if question.weapon is not None:
        body = changed(links.body, **{"weapon.ranges": list(question.weapon.ranges)})
        spelled = HexLinks(body, links.view)
    return HexControls(
        unit=None
        if unit is None
        else _unit_controls(unit, tool, links, dict(question.hexes).get(unit.hex, HexContents())),
        path=path_controls(question, links, move) if tool == PATH else None,
        number=tuple(_number_steppers(question, links)),
        moved=tuple(_moved(question, links)),
        ranges=tuple(_ranges(question, spelled)),
        weapon=tuple(_weapon(question, links)),
        shot=tuple(_shot(question, links)),
        shot_steppers=tuple(_shot_steppers(question, links)),
        is_shot_on="shot" in links.body,
        weapon_switch=DeskChoice(
            _("Without a weapon") if question.weapon else _("With a weapon"),
            links.to(weapon=None if question.weapon else {}),
        ),
        spelled=spelled,
    )


def _choices(
    links: HexLinks, place: str, words: Mapping[str, str], chosen: object, usual: object
) -> tuple[DeskChoice, ...]:
    """Give the choices of a word; the usual one is not said in the question."""
    return tuple(
        DeskChoice(word, links.to(**{place: None if value == usual else value}), value == chosen)
        for value, word in words.items()
    )


def _switch(links: HexLinks, place: str, word: str, *, is_on: bool) -> DeskChoice:
    return DeskChoice(word, links.to(**{place: None if is_on else True}), is_on)


# ---- units


def _unit_controls(placed: PlacedUnit, tool: str, links: HexLinks, contents: HexContents) -> HexUnitControls:
    place = PLACES[tool]
    return HexUnitControls(
        letter={MOVE_A: "A", MOVE_T: "T"}.get(tool, "S"),
        faces=_faces(placed, place, links),
        groups=tuple(_poses(placed, place, links)),
        more=tuple(_states(placed, place, links)),
        steppers=tuple(_unit_steppers(placed, place, links, contents)),
    )


def _faces(placed: PlacedUnit, place: str, links: HexLinks) -> ControlGroup:
    return ControlGroup(
        _("Faces"),
        tuple(
            DeskChoice(arrow, links.asking(turned(links.body, place, side)), side == placed.facing)
            for side, arrow in enumerate(ARROWS)
        ),
    )


def _poses(placed: PlacedUnit, place: str, links: HexLinks) -> Iterator[ControlGroup]:
    unit = placed.unit
    if unit.kind not in (_QUAD, "infantry", "battle-armor", "building") and not unit.prone:
        twists = {-1: _("Left"), 0: _("Ahead"), 1: _("Right")}
        yield ControlGroup(
            _("Torso or turret"),
            tuple(
                DeskChoice(word, links.to(**{f"{place}.twist": turn or None}), turn == placed.twist)
                for turn, word in twists.items()
            ),
        )
    yield ControlGroup(_("Moved"), _modes(placed, place, links))
    chips = []
    if unit.is_mech:
        prone = {f"{place}.unit.prone": None if unit.prone else True, f"{place}.twist": None}
        chips.append(DeskChoice(_("Prone"), links.to(**prone), unit.prone))
    if unit.kind == "biped":
        chips.append(_switch(links, f"{place}.flipped", _("Arms flipped"), is_on=placed.flipped))
    chips.append(_switch(links, f"{place}.unit.immobile", _("Immobile"), is_on=unit.immobile))
    if placed.moved.mode != "stand":
        chips.append(_switch(links, f"{place}.moved.skidded", _("Skidded"), is_on=placed.moved.skidded))
    yield ControlGroup(_("State"), tuple(chips))


def _modes(placed: PlacedUnit, place: str, links: HexLinks) -> tuple[DeskChoice, ...]:
    words = {"stand": _("Stood"), "walk": _("Walked"), "run": _("Ran"), "jump": _("Jumped")}
    found = []
    for mode, word in words.items():
        moved: Json | None = None if mode == "stand" else {"mode": mode}
        if moved is not None and placed.moved.hexes:
            moved["hexes"] = placed.moved.hexes
        found.append(DeskChoice(word, links.to(**{f"{place}.moved": moved}), mode == placed.moved.mode))
    return tuple(found)


def _stated(body: Json, place: str) -> Json:
    """Give a unit of the question as it is stated there."""
    found: Json = body
    for part in place.split("."):
        found = found[part]
    return found


def _states(placed: PlacedUnit, place: str, links: HexLinks) -> Iterator[ControlGroup]:
    unit = placed.unit
    words = {**kind_words(), "infantry": _("Infantry"), "battle-armor": _("Battle armor")}
    stated = _stated(links.body, place)
    weapon = {"weapon.location": None} if place == PLACES[MOVE_A] and "weapon" in links.body else {}
    kinds = tuple(
        DeskChoice(word, links.to(**{place: as_kind(stated, kind, "biped"), **weapon}), kind == unit.kind)
        for kind, word in words.items()
    )
    yield ControlGroup(_("Kind of unit"), kinds)
    yield ControlGroup(
        _("Also"),
        (
            _switch(links, f"{place}.unit.shutdown", _("Shut down"), is_on=unit.shutdown),
            _switch(links, f"{place}.unit.unconscious", _("Unconscious"), is_on=unit.unconscious),
            _switch(links, f"{place}.moved.dropped", _("Dropped this turn"), is_on=placed.moved.dropped),
            _switch(links, f"{place}.moved.stuck", _("Stuck"), is_on=placed.moved.stuck),
        ),
    )


def _elevations(placed: PlacedUnit, contents: HexContents) -> tuple[int, int]:
    """Give how low and how high a unit can be in its hex."""
    building, water = contents.building, contents.water or 0
    low = 0 if placed.unit.kind in FLYERS else -(building.basement if building else water)
    if placed.unit.kind in FLYERS:
        return low, MOST_LEVELS
    return low, building.levels if building else water


def _unit_steppers(
    placed: PlacedUnit, place: str, links: HexLinks, contents: HexContents
) -> Iterator[DeskStepper]:
    unit = placed.unit
    if placed.moved.mode != "stand":
        yield hex_stepper(
            links, f"{place}.moved.hexes", _("Hexes moved"), placed.moved.hexes, low=0, high=MOST_HEXES_MOVED
        )
    low, high = _elevations(placed, contents)
    if low != high or placed.elevation:
        label = _("Levels above ground")
        yield hex_stepper(links, f"{place}.elevation", label, placed.elevation, low=low, high=high)
    inside = f"{place}.unit"
    for name, label, value, low, high in (
        ("gunnery", _("Gunnery"), unit.gunnery, 0, WORST_SKILL),
        ("piloting", _("Piloting"), unit.piloting, 0, WORST_SKILL),
        ("walk", _("Walking MP"), unit.walk, 0, MOST_MP),
        ("jump", _("Jumping MP"), unit.jump, 0, MOST_MP),
        ("tons", _("Tons"), unit.tons, 1, 1000),
        ("heat", _("Heat"), unit.heat, 0, MOST_HEAT),
        ("sensors", _("Sensor hits"), unit.sensors, 0, 2),
    ):
        yield hex_stepper(links, f"{inside}.{name}", label, value, low=low, high=high)


# ---- the number


def _number_steppers(question: HexQuestion, links: HexLinks) -> Iterator[DeskStepper]:
    """Give what is changed most: the skill, and how far both moved."""
    attacker, target = question.attacker, question.target
    if attacker is not None:
        gunnery = attacker.unit.gunnery
        yield hex_stepper(links, "attacker.unit.gunnery", _("A: Gunnery"), gunnery, low=0, high=WORST_SKILL)
    if target is not None and target.moved.mode != "stand":
        hexes = target.moved.hexes
        yield hex_stepper(
            links, "target.moved.hexes", _("T: hexes moved"), hexes, low=0, high=MOST_HEXES_MOVED
        )


def _moved(question: HexQuestion, links: HexLinks) -> Iterator[ControlGroup]:
    for letter, place, unit in (
        ("A", "attacker", question.attacker),
        ("T", "target", question.target),
    ):
        if unit is not None:
            yield ControlGroup(_("%(unit)s moved", unit=letter), _modes(unit, place, links))


def _ranges(question: HexQuestion, links: HexLinks) -> Iterator[DeskStepper]:
    weapon = question.weapon
    if weapon is None:
        return
    labels = (_("Short"), _("Medium"), _("Long"), _("Extreme"))
    for number, value in enumerate(weapon.ranges):
        least = weapon.ranges[number - 1] if number else 0
        more = weapon.ranges[number + 1] if number + 1 < len(weapon.ranges) else LONGEST_RANGE
        yield hex_stepper(links, f"weapon.ranges.{number}", labels[number], value, low=least, high=more)
    yield hex_stepper(links, "weapon.minimum", _("Minimum"), weapon.minimum, low=0, high=LONGEST_RANGE)


def _weapon(question: HexQuestion, links: HexLinks) -> Iterator[ControlGroup]:
    weapon, attacker = question.weapon, question.attacker
    if weapon is None:
        return
    mounts = {each: tr(MOUNT_WORDS[each]) for each in _mounts_of(attacker)}
    choices = _choices(links, "weapon.location", {"": _("any"), **mounts}, weapon.location or "", "")
    yield ControlGroup(_("Mounted in"), choices)
    yield ControlGroup(_("Fires"), (_switch(links, "weapon.rear", _("To the rear"), is_on=weapon.rear),))
    longest = weapon.ranges[-1]
    has_extreme = len(weapon.ranges) == _EXTREME
    ranges = weapon.ranges[:3] if has_extreme else (*weapon.ranges, longest)
    tags = [
        DeskChoice(
            word,
            links.to(
                **{
                    "weapon.tags": [each for each in WEAPON_TAGS if (each in weapon.tags) != (each == tag)]
                    or None
                }
            ),
            tag in weapon.tags,
        )
        for tag, word in _tag_words().items()
    ]
    extreme = DeskChoice(_("Extreme range"), links.to(**{"weapon.ranges": list(ranges)}), has_extreme)
    yield ControlGroup(_("Kind of weapon"), (*tags, extreme))


def _toggled(tags: tuple[str, ...], tag: str) -> list[str] | None:
    """Give the tags with one more or one less; None without any.

    >>> _toggled(("energy",), "pulse"), _toggled(("energy",), "energy")
    (['energy', 'pulse'], None)
    """
    return [each for each in WEAPON_TAGS if (each == tag) != (each in tags)] or None


def _mounts_of(attacker: PlacedUnit | None) -> tuple[str, ...]:
    """Give where weapons of such a unit are."""
    kind = "biped" if attacker is None else attacker.unit.kind
    if kind == "biped":
        return tuple(each for each in MOUNTS[:8])
    if kind == _QUAD:
        return (*MOUNTS[:4], *(each for each in MOUNTS if each.endswith("-leg") and each.count("-") > 1))
    return _VEHICLE_MOUNTS


def _tag_words() -> dict[str, str]:
    return {
        "energy": _("Energy"), "ballistic": _("Ballistic"), "missile": _("Missile"), "pulse": _("Pulse"),
        "cluster": _("Cluster"), "flak": _("Flak"), "flamer": _("Flamer"), "machine-gun": _("Machine gun"),
        "rapid-fire": _("Rapid fire"), "area": _("Area"), "heavy-laser": _("Heavy laser"), "mrm": _("MRM"),
        "vsp": _("VSP"), "hag": _("HAG"), "semi-guided": _("Semi-guided"), "torpedo": _("Torpedo"),
    }  # fmt: skip


# ---- the shot


def _shot(question: HexQuestion, links: HexLinks) -> Iterator[ControlGroup]:
    shot = question.shot
    switches = [
        ("indirect", _("Indirect fire"), shot.indirect),
        ("computer", _("Targeting computer"), shot.computer),
        ("tagged", _("TAG on the target"), shot.tagged),
        ("stealth", _("Target's stealth"), shot.stealth),
        ("spots", _("A spots for others"), shot.spots),
        ("overhead_arms", _("Overhead arms"), shot.overhead_arms),
    ]
    if shot.indirect and shot.spotter is not None:
        switches.append(("spotter_fires", _("The spotter fires too"), shot.spotter_fires))
    if shot.light != "day":
        switches.append(("is_lit", _("Target lit up"), shot.is_lit))
    yield ControlGroup(
        _("How it is fired"),
        tuple(_switch(links, f"shot.{name}", word, is_on=is_on) for name, word, is_on in switches),
    )
    seconds = {"none": _("No"), "front": _("In the front arc"), "side-or-rear": _("In another arc")}
    yield ControlGroup(_("Second target"), _choices(links, "shot.secondary", seconds, shot.secondary, "none"))
    aims = {"none": _("No"), "head": _("Head"), "part": _("Another part")}
    yield ControlGroup(_("Aimed shot"), _choices(links, "shot.aim", aims, shot.aim, "none"))
    lights = {
        "day": _("Day"), "dusk": _("Dusk or dawn"), "glare": _("Glare"), "full-moon": _("Full moon"),
        "moonless": _("Moonless"), "solar-flare": _("Solar flare"), "pitch-black": _("Pitch-black"),
    }  # fmt: skip
    yield ControlGroup(_("Light"), _choices(links, "shot.light", lights, shot.light, "day"))
    c3 = DeskChoice(
        _("C3 network"), links.to(**{"shot.c3": 1 if shot.c3 is None else None}), shot.c3 is not None
    )
    yield ControlGroup(_("Network"), (c3,))


def _shot_steppers(question: HexQuestion, links: HexLinks) -> Iterator[DeskStepper]:
    shot = question.shot
    if shot.c3 is not None:
        yield hex_stepper(links, "shot.c3", _("Nearest in the network"), shot.c3, low=0, high=LONGEST_RANGE)
    yield hex_stepper(links, "shot.other", _("Other modifier"), shot.other, low=-_OTHER, high=_OTHER)
