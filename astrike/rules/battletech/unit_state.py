"""What is a unit like after what happened to it, and what of a question about it cannot be?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from astrike.errors import Problem, child
from astrike.model.battletech.rolls import RollEvent, RollQuestion
from astrike.model.battletech.unit import LEG_ACTUATORS, ClassicUnit, LegDamage
from astrike.rulebook.battletech.loader import load_battletech

HEAVY_DUTY: Final = "heavy-duty"
_ONE: Final = {
    "tracked": "a tracked vehicle",
    "wheeled": "a wheeled vehicle",
    "hover": "a hovercraft",
    "vtol": "a VTOL",
    "wige": "a WiGE",
    "naval": "a naval vessel",
    "infantry": "an infantry unit",
    "battle-armor": "a battle armor unit",
    "dropship": "a DropShip",
}
_FEWEST_LEGS: Final = {"biped": 1, "quad": 2}
_HIT: Final[Mapping[str, Any]] = {part: {part: 1} for part in LEG_ACTUATORS}


def gyro_hits_to_destroy(unit: ClassicUnit) -> int:
    """Count the hits that destroy its gyro: the same in every edition."""
    return load_battletech("").critical_gyros[unit.gyro].hits


def has_no_gyro(unit: ClassicUnit) -> bool:
    """Is its gyro destroyed?"""
    return unit.gyro_hits >= gyro_hits_to_destroy(unit)


def legs_gone(unit: ClassicUnit) -> int:
    """Count the legs that it has lost."""
    return sum(unit.leg(name).gone for name in unit.leg_names)


def cannot_stand(unit: ClassicUnit) -> bool:
    """Does it lack the gyro or the legs to stand on? A quad needs two of its legs, a biped one.

    >>> cannot_stand(ClassicUnit(gyro_hits=2)), cannot_stand(ClassicUnit(gyro_hits=1))
    (True, False)
    """
    fewest = _FEWEST_LEGS.get(unit.kind, 0)
    return unit.is_mech and (has_no_gyro(unit) or len(unit.leg_names) - legs_gone(unit) < fewest)


def is_down(unit: ClassicUnit) -> bool:
    """Does it lie on the ground, said or not?"""
    return unit.prone or cannot_stand(unit)


def water_under(question: RollQuestion, number: int) -> int:
    """Give the depth of the water under a unit after so many events: of the last water that it went into."""
    entered = [event.depth for event in question.events[:number] if event.event == "water"]
    return entered[-1] if entered else question.water


def is_hit(leg: LegDamage, part: str) -> bool:
    """Is an actuator of a leg hit, before its hip or after?"""
    return bool(getattr(leg, part)) or part in leg.after_hip


def states_of(unit: ClassicUnit, events: Sequence[RollEvent]) -> list[ClassicUnit]:
    """Give the unit before each event, and at the end after all of them."""
    found = [unit]
    for event in events:
        found.append(state_after(found[-1], event))
    return found


def state_after(unit: ClassicUnit, event: RollEvent) -> ClassicUnit:
    """Give the unit after one event; what cannot happen to it changes nothing.

    >>> state_after(ClassicUnit(), RollEvent("gyro-hit")).gyro_hits
    1
    """
    match event.event:
        case "gyro-hit" if unit.is_mech:
            return replace(unit, gyro_hits=min(unit.gyro_hits + 1, gyro_hits_to_destroy(unit)))
        case "leg-hit" | "hip-hit" | "leg-gone":
            name = leg_struck(unit, event)
            return unit if name is None else _with_leg(unit, name, _struck(unit.leg(name), event))
        case "shutdown":
            return replace(unit, shutdown=True)
        case _:
            return unit


def leg_struck(unit: ClassicUnit, event: RollEvent) -> str | None:
    """Name the leg that an event is about: where it names none, the first one that can be struck so."""
    if event.leg is not None:
        return event.leg if event.leg in unit.leg_names else None
    whole = [name for name in unit.leg_names if _can_be_struck(unit.leg(name), event)]
    return next((name for name in whole if not unit.leg(name).hip), whole[0] if whole else None)


def _can_be_struck(leg: LegDamage, event: RollEvent) -> bool:
    if leg.gone:
        return False
    if event.event == "leg-hit":
        return not is_hit(leg, event.part)
    return not (event.event == "hip-hit" and leg.hip)


def _struck(leg: LegDamage, event: RollEvent) -> LegDamage:
    match event.event:
        case "hip-hit":
            return replace(leg, hip=1)
        case "leg-gone":
            return replace(leg, gone=True)
        case _ if is_hit(leg, event.part):
            return leg
        case _ if leg.hip:
            return replace(leg, after_hip=(*leg.after_hip, event.part))
        case _:
            return replace(leg, **_HIT[event.part])


def _with_leg(unit: ClassicUnit, name: str, leg: LegDamage) -> ClassicUnit:
    return replace(unit, legs=tuple(({**dict(unit.legs), name: leg}).items()))


# ---- what cannot be


def roll_problems(question: RollQuestion) -> Iterator[Problem]:
    """Name everything in a question that cannot be, though each field is right."""
    yield from unit_problems(question.unit, "unit")
    if question.moved.mode == "stand" and question.moved.hexes:
        yield Problem("moved.hexes", str(question.moved.hexes), "0 for a unit that stood still")
    states = states_of(question.unit, question.events)
    for number, (event, unit) in enumerate(zip(question.events, states, strict=False)):
        yield from event_problems(event, unit, child("events", number))


def unit_problems(unit: ClassicUnit, at: str) -> Iterator[Problem]:
    """Name what contradicts itself in a unit."""
    legs = unit.leg_names
    for name, leg in unit.legs:
        where = child(child(at, "legs"), name)
        if name not in legs:
            yield Problem(where, f"a leg of {one_unit(unit)}", _one_of(legs, "no legs"))
        elif leg.after_hip and not leg.hip:
            yield Problem(child(where, "after_hip"), ", ".join(leg.after_hip), "a hip that is hit: hip 1")
    arms = ("left", "right") if unit.kind == "biped" else ()
    for name, _ in unit.arms:
        if name not in arms:
            yield Problem(
                child(child(at, "arms"), name), f"an arm of {one_unit(unit)}", _one_of(arms, "no arms")
            )
    most = gyro_hits_to_destroy(unit) if unit.is_mech else 0
    if unit.gyro_hits > most:
        of = f"a {unit.gyro} gyro" if unit.is_mech else one_unit(unit)
        yield Problem(child(at, "gyro_hits"), str(unit.gyro_hits), f"at most {most} for {of}")


def event_problems(event: RollEvent, unit: ClassicUnit, at: str) -> Iterator[Problem]:
    """Name what cannot happen to a unit, or contradicts itself in an event."""
    if event.event in ("leg-hit", "hip-hit", "leg-gone") and unit.is_mech:
        if event.leg is not None and event.leg not in unit.leg_names:
            yield Problem(child(at, "leg"), f"a leg of {one_unit(unit)}", _one_of(unit.leg_names, "no legs"))
        elif event.leg is not None and unit.leg(event.leg).gone:
            yield Problem(child(at, "leg"), f"{event.leg}, which is gone", "a leg that it still has")
        elif leg_struck(unit, event) is None:
            yield Problem(child(at, "event"), event.event, "a leg left that can be hit so")
        elif event.leg is not None and not _can_be_struck(unit.leg(event.leg), event):
            yield Problem(
                child(at, "leg"), f"{event.leg}, which is hit so already", "a leg that can be hit so"
            )
    if event.event == "gyro-hit" and unit.is_mech and has_no_gyro(unit):
        yield Problem(child(at, "event"), event.event, "a gyro that is not destroyed yet")
    if event.structure_points > event.points:
        yield Problem(
            child(at, "structure_points"),
            str(event.structure_points),
            f"at most the {event.points} points in all",
        )


def one_unit(unit: ClassicUnit) -> str:
    """Name a unit by its kind.

    >>> one_unit(ClassicUnit(kind="tracked")), one_unit(ClassicUnit(kind="infantry"))
    ('a tracked vehicle', 'an infantry unit')
    """
    return _ONE.get(unit.kind, f"a {unit.kind}")


def _one_of(words: tuple[str, ...], none: str) -> str:
    return f"one of {', '.join(words)}" if words else none
