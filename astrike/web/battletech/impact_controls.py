"""Which controls does each kind of impact have, and what is in the way of a skid?

Longer than most modules: one kind beside the other, each with its own figures.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.impact import (
    ATTACKS,
    MOST_CF,
    MOST_HEXES,
    MOST_LEVELS,
    SIDES,
    ImpactQuestion,
    SkidHex,
)
from astrike.model.battletech.rolls import BUILDINGS
from astrike.model.battletech.unit import VEHICLES, WORST_SKILL, ClassicUnit
from astrike.report.battletech.impact_text import COLUMN_WORDS
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.web.battletech.desk import ControlGroup, DeskChoice, DeskStepper, Json, address_of, stepper
from astrike.web.http.i18n import _, tr

CARD: Final = "impact"
LIGHTEST, HEAVIEST = 1, 200
MAIN: Final = ("fall", "charge", "skid", "dfa", "push")
MORE: Final = ("collapse", "enter", "basement", "drop")
KEPT: Final = ("attacker", "edition", "options")
"""What stays when another kind is chosen; the target stays between attacks."""
UNIT_KINDS: Final = ("biped", "quad", "tracked", "wheeled", "hover", "battle-armor", "infantry")
_UNITS_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"skid": UNIT_KINDS[:5], "dfa": UNIT_KINDS[:2], "push": UNIT_KINDS[:1]}
)
"""Kinds of units that some impacts are offered for; all others for all."""
_CLEAR: Final = "clear"
_SMALL: Final = 20
_CF: Final = 40
"""CF of a building that is begun with."""
_OF_MECHS: Final = ("landing", "missed-dfa")
_SKILLED: Final = ("fall", "charge", "dfa", "push", "skid")


@dataclass(frozen=True, slots=True)
class ImpactObstacle:
    """One hex along a skid, with its controls."""

    number: int
    title: str
    steppers: tuple[DeskStepper, ...]
    choices: tuple[DeskChoice, ...]
    remove: str
    is_reached: bool
    """Does the skid come to it?"""


@dataclass(frozen=True, slots=True)
class ImpactControls:
    """All controls of a kind of impact."""

    kinds: tuple[DeskChoice, ...]
    more: tuple[DeskChoice, ...]
    steppers: tuple[DeskStepper, ...]
    groups: tuple[ControlGroup, ...]
    folded: tuple[ControlGroup, ...]
    """Of the rarer things."""
    folded_steppers: tuple[DeskStepper, ...]
    obstacles: tuple[ImpactObstacle, ...]
    adding: tuple[DeskChoice, ...]


def controls_of(
    question: ImpactQuestion, body: Json, edition: BattleTechEdition, *, reached: int
) -> ImpactControls:
    """Give the controls of the kind that a question is about; a skid comes to so many of its hexes."""
    is_skid = question.kind == "skid"
    return ImpactControls(
        kinds=tuple(_kinds(question, body)),
        more=tuple(_more(question, body)),
        steppers=tuple(_steppers(question, body)),
        groups=(*_groups(question, body), *_of_pilot(question, body, edition)),
        folded=tuple(_folded(question, body)),
        folded_steppers=tuple(_folded_steppers(question, body)),
        obstacles=tuple(_obstacles(question, body, edition, reached)) if is_skid else (),
        adding=tuple(_adding(question, body, edition)) if is_skid else (),
    )


def kind_words(kind: str) -> str:
    """Name a kind of impact."""
    words = {
        "fall": _("Fall"),
        "charge": _("Charge"),
        "skid": _("Skid"),
        "dfa": _("DFA"),
        "push": _("Push"),
        "collapse": _("Collapse"),
        "enter": _("Into walls"),
        "basement": _("Basement"),
        "drop": _("Dropped load"),
    }
    return words[kind]


def obstacle_words(what: str) -> str:
    """Name what may be in the way of a skid."""
    words = {
        "nothing": _("Nothing"),
        "unit": _("Unit"),
        "building": _("Building"),
        "rise": _("Rise"),
        "drop": _("Drop"),
        "water": _("Water"),
        "edge": _("Map edge"),
    }
    return words[what]


def _kinds(question: ImpactQuestion, body: Json) -> Iterator[DeskChoice]:
    for kind in MAIN:
        yield DeskChoice(kind_words(kind), _of_kind(body, kind), question.kind == kind)
    yield DeskChoice(_("More"), _of_kind(body, MORE[0]), question.kind in MORE)


def _more(question: ImpactQuestion, body: Json) -> Iterator[DeskChoice]:
    if question.kind in MORE:
        for kind in MORE:
            yield DeskChoice(kind_words(kind), _of_kind(body, kind), question.kind == kind)


def _of_kind(body: Json, kind: str) -> str:
    kept = (*KEPT, "target") if kind in ATTACKS and body["kind"] in ATTACKS else KEPT
    found: Json = {key: body[key] for key in kept if key in body}
    found["kind"] = kind
    unit_kind = found.get("attacker", {}).get("kind", "biped")
    if unit_kind not in _UNITS_OF.get(kind, UNIT_KINDS):
        found["attacker"] = {**found["attacker"], "kind": "biped"}
    if kind == "dfa" and not found.get("attacker", {}).get("jump"):
        found["attacker"] = {**found.get("attacker", {}), "jump": 5}
    started: dict[str, Json] = {
        "skid": {"moved_before": 4},
        "charge": {"hexes": 4},
        "dfa": {"hexes": 3},
        "collapse": {"cf": _CF, "levels": 1},
        "enter": {"cf": _CF},
        "basement": {"cf": _CF},
        "drop": {"levels": 1},
    }
    return address_of(CARD, {**started.get(kind, {}), **found})


def _steppers(question: ImpactQuestion, body: Json) -> Iterator[DeskStepper]:
    kind, target = question.kind, question.target or ClassicUnit()
    is_attack = kind in ATTACKS

    def one(place: str, label: str, value: int, high: int, low: int = 0) -> DeskStepper:
        return stepper(CARD, body, place, label, value, low=low, high=high)

    if kind != "push":
        yield one("attacker.tons", _("Tonnage"), question.attacker.tons, HEAVIEST, LIGHTEST)
    if kind == "skid":
        yield one("moved_before", _("Hexes before the turn"), question.moved_before, MOST_HEXES)
    if kind == "charge":
        yield one("hexes", _("Hexes moved"), question.hexes, MOST_HEXES, question.not_counted)
    if kind == "dfa":
        yield one("attacker.jump", _("Jump MP"), question.attacker.jump, 30)
        yield one("hexes", _("Hexes jumped"), question.hexes, MOST_HEXES, question.not_counted)
        yield one("levels", _("Target's level"), question.levels, _SMALL, -_SMALL)
    if kind == "fall" and question.how in ("plain", "submerged"):
        yield one("levels", _("Levels fallen"), question.levels, MOST_LEVELS)
    if kind == "fall" and question.how != "submerged":
        yield one("water", _("Water depth"), question.water, _SMALL)
    if kind == "drop":
        yield one("levels", _("Levels dropped"), question.levels, MOST_LEVELS)
    if kind == "collapse":
        yield one("levels", _("Levels above it"), question.levels, MOST_LEVELS)
        yield one("storey", _("Levels above ground"), question.storey, MOST_LEVELS)
    if kind == "basement":
        yield one("levels", _("Basement levels"), question.levels, _SMALL)
    if kind in MORE[:3] or (kind == "charge" and question.into == "building"):
        yield one("cf", _("CF"), question.cf, MOST_CF, 1)
    if (is_attack and question.into == "unit") or (kind == "fall" and question.target is not None):
        yield one("target.tons", _("Target's tonnage"), target.tons, HEAVIEST, LIGHTEST)
    if kind in _SKILLED:
        yield one("attacker.piloting", _("Piloting"), question.attacker.piloting, WORST_SKILL)
    if is_attack and question.into == "unit":
        if kind != "push":
            yield one("target.piloting", _("Target's piloting"), target.piloting, WORST_SKILL)
        yield one("target_moved.hexes", _("Target moved"), question.target_moved.hexes, MOST_HEXES)


def _groups(question: ImpactQuestion, body: Json) -> Iterator[ControlGroup]:
    kind = question.kind
    if kind == "fall":
        words = {
            "plain": _("In place or down"),
            "landing": _("After a jump"),
            "submerged": _("Under water"),
            "missed-dfa": _("Missed DFA"),
        }
        offered = {
            how: label for how, label in words.items() if question.attacker.is_mech or how not in _OF_MECHS
        }
        choices = tuple(
            DeskChoice(
                label,
                address_of(CARD, {**body, "how": how}, **({"target": None} if how in _OF_MECHS else {})),
                question.how == how,
            )
            for how, label in offered.items()
        )
        below: Json | None = None if question.target is not None else {}
        calm = {**body, "how": "plain"} if question.how in _OF_MECHS else body
        on_unit = DeskChoice(
            _("On a unit"), address_of(CARD, calm, target=below), question.target is not None
        )
        yield ControlGroup(_("Which fall"), (*choices, on_unit))
    if kind == "charge":
        words = {"unit": _("Unit"), "building": _("Building"), "hill": _("Hill")}
        cf = {"building": question.cf or _CF}
        chosen = tuple(
            DeskChoice(label, address_of(CARD, body, into=into, cf=cf.get(into)), is_on=question.into == into)
            for into, label in words.items()
        )
        yield ControlGroup(_("Target"), chosen, is_segments=True)
    if kind in ("charge", "push"):
        words = {"stand": _("Stood"), "walk": _("Walked"), "run": _("Ran"), "jump": _("Jumped")}
        chosen = tuple(
            DeskChoice(
                label,
                address_of(CARD, body, moved={"mode": mode}),
                question.moved.mode == mode,
            )
            for mode, label in words.items()
            if kind == "push" or mode != "stand"
        )
        yield ControlGroup(_("Attacker moved"), chosen, is_segments=True)
    if kind in ATTACKS and question.into == "unit":
        words = {"open": _("Open"), "hit": _("Hit"), "missed": _("Missed")}
        if question.fell or question.attacker.unconscious:
            del words["hit"]
        yield ControlGroup(_("Outcome"), _choices(body, "outcome", words, question.outcome), is_segments=True)
    is_run_into = kind == "skid" and any(
        each.what == "unit" or each.unit is not None for each in question.path
    )
    if is_run_into or (kind in ATTACKS and question.into == "unit"):
        sides = {side: tr(COLUMN_WORDS[side]) for side in SIDES}
        yield ControlGroup(_("Target is hit from"), _choices(body, "side", sides, question.side))
    if kind == "skid" and any(each.what in ("unit", "building", "rise") for each in question.path):
        words = {
            "0": _("none"),
            "5": _("1 right"),
            "1": _("1 left"),
            "4": _("2 right"),
            "2": _("2 left"),
            "3": _("about"),
        }
        turned = tuple(
            DeskChoice(
                label,
                address_of(CARD, body, direction=int(side)),
                question.direction == int(side) and not question.facing,
            )
            for side, label in words.items()
        )
        yield ControlGroup(_("Turn before the skid"), turned)
    if kind == "collapse":
        yield ControlGroup(
            _("Where it is"),
            (
                DeskChoice(_("Inside"), address_of(CARD, body, roof=False), not question.roof),
                DeskChoice(_("On the roof"), address_of(CARD, body, roof=True), question.roof),
            ),
            is_segments=True,
        )


def _choices(body: Json, place: str, words: dict[str, str], now: str) -> tuple[DeskChoice, ...]:
    return tuple(
        DeskChoice(label, address_of(CARD, body, **{place: value}), value == now)
        for value, label in words.items()
    )


def _folded(question: ImpactQuestion, body: Json) -> Iterator[ControlGroup]:
    kind, target = question.kind, question.target or ClassicUnit()
    kinds = {
        "biped": _("'Mech"),
        "quad": _("Quad"),
        "tracked": _("Tracked"),
        "wheeled": _("Wheeled"),
        "hover": _("Hover"),
        "battle-armor": _("Battle armor"),
        "infantry": _("Infantry"),
    }
    offered = {each: kinds[each] for each in _UNITS_OF.get(kind, UNIT_KINDS)}
    calm = {**body, "how": "plain"} if kind == "fall" else body
    yield ControlGroup(_("Unit"), _choices(calm, "attacker.kind", offered, question.attacker.kind))
    if question.attacker.kind == "infantry" and kind in ("fall", "drop", "collapse", "basement"):
        troops = {
            "foot": _("Foot"),
            "motorized": _("Motorized"),
            "jump": _("Jump"),
            "mechanized": _("Mechanized"),
        }
        yield ControlGroup(_("Platoon"), _choices(body, "troops", troops, question.troops))
    yield ControlGroup(
        _("Its armor and state"), tuple(_states(body, "attacker", question.attacker, is_attack=False))
    )
    if kind in ATTACKS or (kind == "fall" and question.target is not None):
        of_target = {**kinds, "dropship": _("DropShip")}
        yield ControlGroup(_("Target"), _choices(body, "target.kind", of_target, target.kind))
        yield ControlGroup(
            _("Its armor and state"),
            (
                *_states(body, "target", target, is_attack=True),
                _toggle(body, "target_moved.mode", _("Jumped"), question.target_moved.mode, "jump", "stand"),
            ),
        )
    if kind in ATTACKS:
        yield ControlGroup(
            _("What happened"),
            (
                _flag({**body, "outcome": "open"}, "fell", _("Attacker fell"), is_on=question.fell),
                _flag(body, "attacker_lost", _("Attacker destroyed"), is_on=question.attacker_lost),
                _flag(body, "target_lost", _("Target destroyed"), is_on=question.target_lost),
                _flag(body, "spotting", _("Attacker spots"), is_on=question.spotting),
                _flag(body, "ahead", _("Straight ahead"), is_on=question.ahead),
                *(
                    [_flag(body, "weak_legs", _("Weak legs"), is_on=question.weak_legs)]
                    if kind == "dfa"
                    else []
                ),
            ),
        )


def _of_pilot(question: ImpactQuestion, body: Json, edition: BattleTechEdition) -> Iterator[ControlGroup]:
    """Show what another card said that counts for the rolls, each to be taken back."""
    found: list[DeskChoice] = []
    if question.terrain != _CLEAR:
        label = tr(edition.roll_terrain[question.terrain].label)
        found.append(DeskChoice(label, address_of(CARD, body, terrain=None), is_on=True))
    if question.wounds:
        label = _("Pilot damage %(points)s", points=question.wounds)
        found.append(DeskChoice(label, address_of(CARD, body, wounds=None), is_on=True))
    for key in question.extras:
        rest = [each for each in question.extras if each != key]
        label = tr(edition.roll_lasting[key].short)
        found.append(DeskChoice(label, address_of(CARD, body, extras=rest or None), is_on=True))
    if found:
        yield ControlGroup(_("Counts for its rolls"), tuple(found))


def _states(body: Json, who: str, unit: ClassicUnit, *, is_attack: bool) -> Iterator[DeskChoice]:
    reflective = ("laser-reflective", "standard")
    yield _toggle(body, f"{who}.armor", _("Laser-reflective"), unit.armor, *reflective)
    if unit.kind in VEHICLES:
        yield _flag(body, f"{who}.turret", _("Turret"), is_on=unit.turret)
    if is_attack:
        yield _flag(body, f"{who}.prone", _("Prone"), is_on=unit.prone)
        yield _flag(body, f"{who}.immobile", _("Immobile"), is_on=unit.immobile)
    calm = {**body, "outcome": "open"} if body["kind"] in ATTACKS else body
    yield _flag(calm, f"{who}.unconscious", _("Pilot out"), is_on=unit.unconscious)
    yield _flag(body, f"{who}.shutdown", _("Shut down"), is_on=unit.shutdown)


def _toggle(body: Json, place: str, label: str, now: str, on: str, off: str) -> DeskChoice:
    return DeskChoice(label, address_of(CARD, body, **{place: off if now == on else on}), now == on)


def _flag(body: Json, place: str, label: str, *, is_on: bool) -> DeskChoice:
    return DeskChoice(label, address_of(CARD, body, **{place: not is_on}), is_on)


def _folded_steppers(question: ImpactQuestion, body: Json) -> Iterator[DeskStepper]:
    def one(place: str, label: str, value: int, high: int, low: int = 0) -> DeskStepper:
        return stepper(CARD, body, place, label, value, low=low, high=high)

    if question.kind in ATTACKS:
        if question.kind == "charge":
            yield one("not_counted", _("Hexes not counted"), question.not_counted, question.hexes)
        if question.kind != "dfa":
            least = -_SMALL if question.kind == "charge" else 0
            yield one("levels", _("Target's level"), question.levels, _SMALL, least)
        yield one("woods", _("Woods at the target"), question.woods, 4)
        yield one("target_water", _("Water at the target"), question.target_water, _SMALL)
        yield one("drop", _("Moved down levels"), question.drop, MOST_LEVELS, -_SMALL)
        yield one("water", _("Moved into water"), question.water, _SMALL)
        if question.into == "unit":
            yield one("cf", _("Moved into CF"), question.cf, MOST_CF)
        yield one("direction", _("Hexside of the attack"), question.direction, 5)
    elif question.kind in ("fall", "skid"):
        yield one("facing", _("Facing before"), question.facing, 5)
        yield one("modifier", _("Failed roll's modifier"), question.modifier, 10, -10)


def _obstacles(
    question: ImpactQuestion, body: Json, edition: BattleTechEdition, reached: int
) -> Iterator[ImpactObstacle]:
    path = body.get("path", [])
    for number, at in enumerate(question.path):
        yield ImpactObstacle(
            number=number + 1,
            title=obstacle_words(at.what),
            steppers=tuple(_obstacle_steppers(at, body, f"path.{number}", edition)),
            choices=tuple(_obstacle_choices(at, body, f"path.{number}", edition)),
            remove=address_of(CARD, body, path=[*path[:number], *path[number + 1 :]] or None),
            is_reached=number < reached,
        )


def _obstacle_steppers(
    at: SkidHex, body: Json, place: str, edition: BattleTechEdition
) -> Iterator[DeskStepper]:
    def one(name: str, label: str, value: int, high: int, low: int = 1) -> DeskStepper:
        return stepper(CARD, body, f"{place}.{name}", label, value, low=low, high=high)

    if at.what == "unit" or at.unit is not None:
        unit = at.unit or ClassicUnit()
        yield one("unit.tons", _("Its tonnage"), unit.tons, HEAVIEST)
        yield one("moved.hexes", _("It moved"), at.moved.hexes, MOST_HEXES, 0)
    if at.what == "building":
        yield one("cf", _("CF"), at.cf, edition.buildings[at.building].most)
    if at.what == "drop":
        yield one("levels", _("Levels down"), at.levels, MOST_LEVELS)
    if at.what == "water":
        yield one("depth", _("Depth"), at.depth, _SMALL)
        yield one("levels", _("Levels down"), at.levels, MOST_LEVELS, 0)


def _obstacle_choices(
    at: SkidHex, body: Json, place: str, edition: BattleTechEdition
) -> Iterator[DeskChoice]:
    if at.what == "building":
        for name in BUILDINGS:
            row = edition.buildings[name]
            values = {f"{place}.building": name, f"{place}.cf": edition.buildings[name].cf}
            small = _("%(mp)s MP", mp=row.mp)
            yield DeskChoice(tr(row.label), address_of(CARD, body, **values), at.building == name, small)
    if at.what in ("building", "drop"):
        held = None if at.unit is not None else {"tons": 50}
        address = address_of(CARD, body, **{f"{place}.unit": held, f"{place}.dice": None})
        yield DeskChoice(_("With a unit"), address, at.unit is not None)
    if at.what == "unit" or (at.what in ("building", "drop") and at.unit is not None):
        yield _toggle(body, f"{place}.outcome", _("Missed"), at.outcome, "missed", "open")
    if at.outcome != "missed" and (at.what == "unit" or (at.what == "building" and at.unit is not None)):
        yield _flag(body, f"{place}.cleared", _("Moved away"), is_on=at.cleared)


def _adding(question: ImpactQuestion, body: Json, edition: BattleTechEdition) -> Iterator[DeskChoice]:
    cf = edition.buildings["medium"].cf
    new: dict[str, Json] = {
        "nothing": {"what": "nothing"},
        "unit": {"what": "unit", "unit": {"tons": 50}},
        "building": {"what": "building", "cf": cf},
        "rise": {"what": "rise"},
        "drop": {"what": "drop", "levels": 2},
        "water": {"what": "water", "depth": 1},
        "edge": {"what": "edge"},
    }
    for what, at in new.items():
        address = address_of(CARD, body, path=[*body.get("path", []), at])
        yield DeskChoice(obstacle_words(what), address, is_on=what == "nothing" and not question.path)
