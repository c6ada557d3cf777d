"""What can be said of units, weapon, shot and path on the hex card: each control leads to the same card?"""

from collections.abc import Iterator
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_patch import MOST_HEXES_MOVED, MOST_LEVELS, HexContents, PlacedUnit
from astrike.model.battletech.hex_path import PathAnswer
from astrike.model.battletech.unit import FLYERS, MOST_HEAT, MOST_MP, WORST_SKILL
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.hexes.problems import heights_in
from astrike.web.battletech.desk import ControlGroup, DeskChoice, DeskStepper, Json, changed
from astrike.web.battletech.hex_path_controls import HexPathControls, path_controls
from astrike.web.battletech.hex_repairs import as_kind, of_another_kind
from astrike.web.battletech.hex_shot_controls import (
    range_steppers,
    shot_groups,
    shot_steppers,
    switch,
    weapon_groups,
)
from astrike.web.battletech.hex_strokes import PLACES, turned
from astrike.web.battletech.hex_tools import ARROWS, hex_stepper
from astrike.web.battletech.hex_view import MOVE_A, MOVE_S, MOVE_T, PATH, HexLinks
from astrike.web.battletech.roll_controls import kind_words
from astrike.web.http.i18n import _

_QUAD: Final = "quad"


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


def controls_of(
    question: HexQuestion, links: HexLinks, move: PathAnswer | None, edition: BattleTechEdition
) -> HexControls:
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
        ranges=tuple(range_steppers(question, spelled)),
        weapon=tuple(weapon_groups(question, links, edition)),
        shot=tuple(shot_groups(question, links, edition)),
        shot_steppers=tuple(shot_steppers(question, links)),
        is_shot_on="shot" in links.body,
        weapon_switch=DeskChoice(
            _("Without a weapon") if question.weapon else _("With a weapon"),
            links.to(weapon=None if question.weapon else {}),
        ),
        spelled=spelled,
    )


# ---- units


def _unit_controls(placed: PlacedUnit, tool: str, links: HexLinks, contents: HexContents) -> HexUnitControls:
    place = PLACES[tool]
    return HexUnitControls(
        letter={MOVE_A: "A", MOVE_T: "T"}.get(tool, "S"),
        faces=_faces(placed, place, links),
        groups=(*_poses(placed, place, links), _kinds(placed, place, links)),
        more=(_states(placed, place, links),),
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
        chips.append(switch(links, f"{place}.flipped", _("Arms flipped"), is_on=placed.flipped))
    chips.append(switch(links, f"{place}.unit.immobile", _("Immobile"), is_on=unit.immobile))
    if placed.moved.mode != "stand":
        chips.append(switch(links, f"{place}.moved.skidded", _("Skidded"), is_on=placed.moved.skidded))
    yield ControlGroup(_("State"), tuple(chips))


def _modes(placed: PlacedUnit, place: str, links: HexLinks) -> tuple[DeskChoice, ...]:
    words = {"stand": _("Stood"), "walk": _("Walked"), "run": _("Ran"), "jump": _("Jumped")}
    if placed.unit.is_vehicle:
        words |= {"walk": _("Cruised"), "run": _("Flank")}
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


def _kinds(placed: PlacedUnit, place: str, links: HexLinks) -> ControlGroup:
    words = {**kind_words(), "infantry": _("Infantry"), "battle-armor": _("Battle armor")}
    stated = _stated(links.body, place)
    weapon = of_another_kind(links.body) if place == PLACES[MOVE_A] else {}
    kinds = tuple(
        DeskChoice(
            word, links.to(**{place: as_kind(stated, kind, "biped"), **weapon}), kind == placed.unit.kind
        )
        for kind, word in words.items()
    )
    return ControlGroup(_("Kind of unit"), kinds)


def _states(placed: PlacedUnit, place: str, links: HexLinks) -> ControlGroup:
    unit = placed.unit
    return ControlGroup(
        _("Also"),
        (
            switch(links, f"{place}.unit.shutdown", _("Shut down"), is_on=unit.shutdown),
            switch(links, f"{place}.unit.unconscious", _("Unconscious"), is_on=unit.unconscious),
            switch(links, f"{place}.moved.dropped", _("Dropped this turn"), is_on=placed.moved.dropped),
            switch(links, f"{place}.moved.stuck", _("Stuck"), is_on=placed.moved.stuck),
        ),
    )


def _elevations(placed: PlacedUnit, contents: HexContents) -> tuple[int, int]:
    """Give how low and how high a unit can be in its hex."""
    if placed.unit.kind in FLYERS:
        return 0, MOST_LEVELS
    return heights_in(placed.unit.kind, contents)


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
    piloting, walking = _("Piloting"), _("Walking MP")
    if unit.is_vehicle:
        piloting, walking = _("Driving"), _("Cruising MP")
    for name, label, value, low, high in (
        ("gunnery", _("Gunnery"), unit.gunnery, 0, WORST_SKILL),
        ("piloting", piloting, unit.piloting, 0, WORST_SKILL),
        ("walk", walking, unit.walk, 0, MOST_MP),
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
    if attacker is not None and links.view.tool != MOVE_A:
        gunnery = attacker.unit.gunnery
        yield hex_stepper(links, "attacker.unit.gunnery", _("A: Gunnery"), gunnery, low=0, high=WORST_SKILL)
    if target is not None and target.moved.mode != "stand" and links.view.tool != MOVE_T:
        hexes = target.moved.hexes
        yield hex_stepper(
            links, "target.moved.hexes", _("T: hexes moved"), hexes, low=0, high=MOST_HEXES_MOVED
        )


def _moved(question: HexQuestion, links: HexLinks) -> Iterator[ControlGroup]:
    for letter, place, unit, tool in (
        ("A", "attacker", question.attacker, MOVE_A),
        ("T", "target", question.target, MOVE_T),
    ):
        if unit is not None and links.view.tool != tool:
            yield ControlGroup(_("%(unit)s moved", unit=letter), _modes(unit, place, links))
