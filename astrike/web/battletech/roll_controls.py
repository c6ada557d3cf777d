"""What can be tapped on the card about piloting rolls: each control leads to the same card with another question."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from astrike.dataclass import dataclass
from astrike.model.battletech.rolls import BUILDINGS, EXTRAS, MODES, TERRAINS, RollEvent, RollQuestion
from astrike.model.battletech.unit import GYROS, LEG_ACTUATORS, ClassicUnit
from astrike.report.words.numbers import signed
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.rolls import row_key
from astrike.rules.battletech.unit_state import gyro_hits_to_destroy, is_hit
from astrike.web.battletech.desk import CARD_ROLL, ControlGroup, DeskChoice, DeskStepper, Json, stepper
from astrike.web.battletech.roll_repairs import tapped
from astrike.web.http.i18n import _

SKILLS: Final = (2, 3, 4, 5, 6, 7)
SHOWN_EVENTS: Final = (
    {"event": "gyro-hit"},
    {"event": "damage", "points": 20},
    {"event": "leg-hit"},
    {"event": "hip-hit"},
    {"event": "kicked"},
    {"event": "charge"},
    {"event": "stand"},
    {"event": "skid"},
)
"""What happens most often, which stands in sight."""
MORE_EVENTS: Final = (
    {"event": "pushed"}, {"event": "leg-gone"}, {"event": "shutdown"}, {"event": "charge", "role": "attacker"},
    {"event": "dfa"}, {"event": "dfa", "role": "attacker"}, {"event": "missed-dfa"}, {"event": "missed-kick"},
    {"event": "missed-mace"}, {"event": "counter-push"}, {"event": "careful-stand"}, {"event": "run-damaged"},
    {"event": "jump-damaged"}, {"event": "water", "depth": 1}, {"event": "rubble"}, {"event": "building"},
    {"event": "swamp"}, {"event": "snow"}, {"event": "mud"}, {"event": "ice", "reckless": True},
    {"event": "reckless"}, {"event": "break-free"}, {"event": "sideslip"}, {"event": "dislodge"},
    {"event": "rotor-engine"}, {"event": "fall-pilot"}, {"event": "head-hit"}, {"event": "ammo-explosion"},
    {"event": "pilot-hit", "points": 1}, {"event": "life-support"}, {"event": "wake"},
)  # fmt: skip
_DEEPEST: Final = 3
_MOST_LEVELS: Final = 10
_HEXES: Final = range(1, 13)
"""Hexes that are offered to be tapped; others are typed."""
_MOST_WOUNDS: Final = 5
_MOST_HEXES: Final = 60
_HEAVIEST: Final = 200
_MOST_WALK: Final = 30
_STATES: Final = ("prone", "shutdown", "unconscious", "immobile")


@dataclass(frozen=True, slots=True)
class RollControls:
    """Everything that can be tapped."""

    skill: ControlGroup
    events: ControlGroup
    more_events: ControlGroup
    details: tuple[ControlGroup, ...]
    """What the chosen events want to know."""
    damage: tuple[ControlGroup, ...]
    unit: tuple[ControlGroup, ...]
    steppers: tuple[DeskStepper, ...]
    unit_words: str
    """What is said of the unit and is not in sight, in a line."""


def roll_controls(question: RollQuestion, body: Json, edition: BattleTechEdition) -> RollControls:
    """Give everything that can be tapped; whatever is tapped takes back the dice."""
    body = {key: value for key, value in body.items() if key != "dice"}
    shown, more = (_events(offered, question, body, edition) for offered in (SHOWN_EVENTS, MORE_EVENTS))
    unit = tuple(_unit_groups(question, body, edition))
    steppers = tuple(_steppers(question, body))
    return RollControls(
        skill=ControlGroup(_("Skill"), tuple(_skills(question.unit, body))),
        events=ControlGroup(_("What happened"), (*shown, *(each for each in more if each.is_on))),
        more_events=ControlGroup(_("More"), tuple(each for each in more if not each.is_on)),
        details=tuple(_details(question, body, edition)),
        damage=tuple(_damage(question.unit, body, edition)),
        unit=unit,
        steppers=steppers,
        unit_words=_unit_words(question, unit, steppers, edition),
    )


def _skills(unit: ClassicUnit, body: Json) -> Iterator[DeskChoice]:
    for skill in SKILLS:
        yield DeskChoice(str(skill), tapped(body, **{"unit.piloting": skill}), unit.piloting == skill)


# ---- events


def _events(
    offered: tuple[Mapping[str, Any], ...], question: RollQuestion, body: Json, edition: BattleTechEdition
) -> tuple[DeskChoice, ...]:
    return tuple(choice for each in offered if (choice := _event(each, question, body, edition)) is not None)


def _event(
    offered: Mapping[str, Any], question: RollQuestion, body: Json, edition: BattleTechEdition
) -> DeskChoice | None:
    """Give the chip of an event; None where it cannot happen to such a unit."""
    chosen: list[Json] = list(body.get("events", ()))
    place = next((number for number, each in enumerate(chosen) if is_same_event(each, offered)), None)
    key = row_key(RollEvent(**offered), question.unit, edition, terrain=question.terrain)
    row = edition.roll_events[key]
    if place is None and (row.unknown or question.unit.kind not in row.kinds):
        return None
    rest = [each for number, each in enumerate(chosen) if number != place]
    events = rest if place is not None else [*chosen, dict(offered)]
    value = row.value or (edition.roll_lasting[row.leaves].value if row.leaves else 0)
    label = _("Ice, reckless") if offered["event"] == "ice" else _(row.short)
    return DeskChoice(
        label,
        tapped(body, events=events or None),
        place is not None,
        signed(value) if value else "",
    )


def is_same_event(chosen: Mapping[str, Any], offered: Mapping[str, Any]) -> bool:
    """Is a chosen event the one that a chip offers, whatever else is said of it?

    >>> is_same_event({"event": "damage", "points": 33}, {"event": "damage", "points": 20})
    True
    """
    return (chosen["event"], chosen.get("role")) == (offered["event"], offered.get("role"))


def _details(question: RollQuestion, body: Json, edition: BattleTechEdition) -> Iterator[ControlGroup]:
    for number, event in enumerate(question.events):
        match event.event:
            case "water":
                yield _of_event(body, number, _("Depth"), "depth", range(1, _DEEPEST + 1), event.depth)
                yield _of_event(body, number, _("Entered by"), "by", _entries(), event.by)
            case "building":
                rows = edition.buildings
                words = {each: _(rows[each].label) for each in BUILDINGS}
                yield _of_event(body, number, _("Class"), "building", words, event.building)
            case "leg-hit":
                yield _of_event(body, number, _("Actuator"), "part", _parts(edition), event.part)
            case "skid" | "sideslip":
                yield _of_event(body, number, _("Hexes moved before the turn"), "hexes", _HEXES, event.hexes)
            case _:
                pass
        if event.event in ("leg-hit", "hip-hit", "leg-gone") and question.unit.leg_names:
            yield _of_event(body, number, _("Which leg"), "leg", _legs(question.unit), event.leg)
        if event.event in ("fall-pilot", "pushed", "water"):
            yield _of_event(body, number, _("Levels fallen"), "levels", range(7), event.levels)


def _of_event(
    body: Json, number: int, label: str, field: str, values: Mapping[str, str] | range, chosen: object
) -> ControlGroup:
    """Give the choices of one field of an event."""
    words = values if isinstance(values, Mapping) else {each: str(each) for each in values}
    choices = []
    for value, word in words.items():
        events = [dict(each) for each in body["events"]]
        events[number][field] = value
        choices.append(DeskChoice(word, tapped(body, events=events), value == chosen))
    return ControlGroup(label, tuple(choices))


def _entries() -> dict[str, str]:
    return {"walk": _("Walking"), "jump": _("Jumping")}


def _parts(edition: BattleTechEdition) -> dict[str, str]:
    return {part: _(edition.roll_lasting[f"leg.{part}"].short) for part in LEG_ACTUATORS}


def _legs(unit: ClassicUnit) -> dict[str, str]:
    words = {
        "left": _("Left leg"),
        "right": _("Right leg"),
        "front-left": _("Front left leg"),
        "front-right": _("Front right leg"),
        "rear-left": _("Rear left leg"),
        "rear-right": _("Rear right leg"),
    }
    return {name: words[name] for name in unit.leg_names if not unit.leg(name).gone}


# ---- damage from before


def _damage(unit: ClassicUnit, body: Json, edition: BattleTechEdition) -> Iterator[ControlGroup]:
    if not unit.is_mech:
        return
    hits = range(gyro_hits_to_destroy(unit) + 1)
    yield ControlGroup(
        _("Gyro hits"),
        tuple(
            DeskChoice(str(each), tapped(body, **{"unit.gyro_hits": each}), unit.gyro_hits == each)
            for each in hits
        ),
    )
    every = dict.fromkeys(unit.leg_names, "") | _legs(ClassicUnit(kind=unit.kind))
    for name, label in every.items():
        yield ControlGroup(label, tuple(_leg(unit, name, body, edition)))


def _leg(unit: ClassicUnit, name: str, body: Json, edition: BattleTechEdition) -> Iterator[DeskChoice]:
    leg, rows = unit.leg(name), edition.roll_lasting
    stated: Json = dict(body.get("unit", {}).get("legs", {}).get(name, {}))
    for part in ("hip", *LEG_ACTUATORS):
        row = rows[f"leg.{part}"]
        is_on = bool(leg.hip) if part == "hip" else is_hit(leg, part)
        address = tapped(body, **{f"unit.legs.{name}": leg_tapped(stated, part)})
        yield DeskChoice(_(row.short), address, is_on, signed(row.value))
    address = tapped(body, **{f"unit.legs.{name}": leg_tapped(stated, "gone")})
    yield DeskChoice(_("Gone"), address, leg.gone)


def leg_tapped(leg: Mapping[str, Any], part: str) -> Json:
    """Give what is hit in a leg after a tap on a part: what is tapped after the hip was hit after it.

    >>> leg_tapped({"hip": 1}, "foot"), leg_tapped({"foot": 1}, "hip"), leg_tapped({"foot": 1}, "foot")
    ({'hip': 1, 'after_hip': ['foot']}, {'foot': 1, 'hip': 1}, {})
    """
    after = list(leg.get("after_hip", ()))
    rest = {key: value for key, value in leg.items() if key != "after_hip"}
    if part == "gone":
        rest = {**rest, "gone": not leg.get("gone")}
    elif part == "hip" and leg.get("hip"):
        rest = {key: value for key, value in rest.items() if key != "hip"} | dict.fromkeys(after, 1)
        after = []
    elif part in after:
        after.remove(part)
        rest.pop(part, None)
    elif leg.get(part):
        rest.pop(part)
    elif leg.get("hip"):
        after.append(part)
    else:
        rest[part] = 1
    return {**rest, "after_hip": after} if after else rest


# ---- the unit


def _unit_groups(question: RollQuestion, body: Json, edition: BattleTechEdition) -> Iterator[ControlGroup]:
    unit = question.unit
    yield _choices(
        _("Kind of unit"),
        body,
        kind_words(),
        unit.kind,
        {},
        "unit.kind",
    )
    if unit.is_mech:
        yield _choices(_("Gyro"), body, _gyro_words(), unit.gyro, {}, "unit.gyro")
        yield _choices(_("Cockpit"), body, _cockpit_words(), unit.cockpit, {}, "unit.cockpit")
    yield ControlGroup(
        _("State"),
        tuple(
            DeskChoice(
                _state_words()[name],
                tapped(body, **{f"unit.{name}": not getattr(unit, name)}),
                getattr(unit, name),
            )
            for name in _STATES
        ),
    )
    yield _choices(_("Moved"), body, _mode_words(), _mode(question), {}, "moved.mode")
    words = {each: _(edition.roll_terrain[each].label) for each in TERRAINS}
    yield _choices(_("Terrain of its hex"), body, words, question.terrain, {}, "terrain")
    yield ControlGroup(_("Quirks and more"), tuple(_extras(question, body, edition)))


def _choices(
    label: str, body: Json, words: Mapping[str, str], chosen: str, other: Mapping[str, object], place: str
) -> ControlGroup:
    return ControlGroup(
        label,
        tuple(
            DeskChoice(word, tapped(body, **{**other, place: value}), value == chosen)
            for value, word in words.items()
        ),
    )


def _extras(question: RollQuestion, body: Json, edition: BattleTechEdition) -> Iterator[DeskChoice]:
    for key in EXTRAS:
        row = edition.roll_lasting[key]
        is_on = key in question.extras
        if not is_on and (row.unknown or question.unit.kind not in row.kinds):
            continue
        rest = [each for each in question.extras if each != key]
        extras = rest if is_on else [*rest, key]
        yield DeskChoice(_(row.short), tapped(body, extras=extras or None), is_on, signed(row.value))


def _steppers(question: RollQuestion, body: Json) -> Iterator[DeskStepper]:
    unit = question.unit
    yield stepper(CARD_ROLL, body, "unit.tons", _("Tons"), unit.tons, low=1, high=_HEAVIEST)
    yield stepper(CARD_ROLL, body, "unit.walk", _("Walking MP"), unit.walk, low=0, high=_MOST_WALK)
    if question.moved.mode != "stand":
        yield stepper(
            CARD_ROLL, body, "moved.hexes", _("Hexes moved"), question.moved.hexes, low=0, high=_MOST_HEXES
        )
    yield stepper(
        CARD_ROLL, body, "wounds", _("Pilot damage before"), question.wounds, low=0, high=_MOST_WOUNDS
    )
    yield stepper(
        CARD_ROLL, body, "water", _("Stands in water, depth"), question.water, low=0, high=_MOST_LEVELS
    )
    yield stepper(CARD_ROLL, body, "unit.heat", _("Heat"), unit.heat, low=0, high=100)


def _unit_words(
    question: RollQuestion,
    groups: tuple[ControlGroup, ...],
    steppers: tuple[DeskStepper, ...],
    edition: BattleTechEdition,
) -> str:
    """Name the tonnage, and whatever is chosen that is not the usual choice."""
    usual = {
        kind_words()["biped"],
        _("Standard"),
        _mode_words()["walk"],
        _(edition.roll_terrain["clear"].label),
    }
    chosen = [each.label for group in groups for each in group.choices if each.is_on]
    counted = [
        f"{each.label} {each.value}"
        for each in steppers
        if each.value and each.name not in ("set.unit.tons", "set.unit.walk")
    ]
    others = (each for each in (*chosen, *counted) if each not in usual)
    return ", ".join((_("%(tons)s t", tons=question.unit.tons), *others))


def kind_words() -> dict[str, str]:
    """Name the kinds of units."""
    return {
        "biped": _("Biped"),
        "quad": _("Quad"),
        "tracked": _("Tracked"),
        "wheeled": _("Wheeled"),
        "hover": _("Hover"),
        "vtol": _("VTOL"),
        "wige": _("WiGE"),
        "naval": _("Naval"),
    }


def _gyro_words() -> dict[str, str]:
    words = (_("Standard"), _("XL"), _("Compact"), _("Heavy-duty"))
    return dict(zip(GYROS, words, strict=True))


def _cockpit_words() -> dict[str, str]:
    return {"standard": _("Standard"), "small": _("Small"), "torso-mounted": _("Torso-mounted")}


def _state_words() -> dict[str, str]:
    return {
        "prone": _("Prone"),
        "shutdown": _("Shut down"),
        "unconscious": _("Unconscious"),
        "immobile": _("Immobile"),
    }


def _mode(question: RollQuestion) -> str:
    """Give how it moved as far as it is said; a turn that skids is one of a run."""
    is_turn = any(event.event in ("skid", "sideslip") for event in question.events)
    return question.moved.mode or ("run" if is_turn else "walk")


def _mode_words() -> dict[str, str]:
    words = (_("Stood"), _("Walked"), _("Ran"), _("Jumped"), _("Charges"), _("Jump attack"))
    return dict(zip(MODES, words, strict=True))
