"""Which question does a tap lead to where what was said before no longer goes with it? One that can be asked."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from astrike.model.battletech.unit import LEG_ACTUATORS, ClassicUnit
from astrike.rules.battletech.unit_state import gyro_hits_to_destroy
from astrike.web.battletech.desk import CARD_ROLL, Json, address_of, changed

_OF_LEGS: Final = ("leg-hit", "hip-hit", "leg-gone")
_FOOT: Final = "foot"


def tapped(body: Mapping[str, Any], **places: object) -> str:
    """Give the address of the card with other values, and without what they rule out."""
    return address_of(CARD_ROLL, repaired(changed(body, **places)))


def repaired(body: Json) -> Json:
    """Take out what contradicts the unit: damage that it cannot have, hits that it cannot take any more.

    >>> repaired({"unit": {"gyro_hits": 2}, "events": [{"event": "gyro-hit"}, {"event": "kicked"}]})
    {'unit': {'gyro_hits': 2}, 'events': [{'event': 'kicked'}]}
    """
    unit = _unit(dict(body.get("unit") or {}))
    found = {**body, "unit": unit, "events": list(_events(body.get("events") or [], unit))}
    moved = dict(body.get("moved") or {})
    if moved.get("mode") == "stand":
        found["moved"] = {"mode": "stand"}
    return {key: value for key, value in found.items() if value}


def _plain(unit: Json) -> ClassicUnit:
    return ClassicUnit(kind=unit.get("kind", "biped"), gyro=unit.get("gyro", "standard"))


def _unit(unit: Json) -> Json:
    plain = _plain(unit)
    legs = {name: leg for name, leg in (unit.get("legs") or {}).items() if name in plain.leg_names and leg}
    hits = min(unit.get("gyro_hits") or 0, gyro_hits_to_destroy(plain)) if plain.is_mech else 0
    own = {**unit, "legs": legs, "gyro_hits": hits}
    if plain.kind != "biped":
        own.pop("arms", None)
    return {key: value for key, value in own.items() if value or key in ("piloting", "gunnery", "walk")}


def _events(events: list[Json], unit: Json) -> Iterator[Json]:
    """Give the events that can still happen to the unit, one after the other."""
    plain = _plain(unit)
    gyro_left = gyro_hits_to_destroy(plain) - unit.get("gyro_hits", 0)
    free = {kind: _legs_for(kind, plain, unit.get("legs", {})) for kind in (*_OF_LEGS, *LEG_ACTUATORS)}
    for event in events:
        name = event["event"]
        if name in _OF_LEGS and plain.is_mech:
            legs = free[event.get("part", _FOOT)] if name == "leg-hit" else free[name]
            if not legs:
                continue
            leg = event.get("leg")
            legs.remove(leg if leg in legs else legs[0])
            yield event if leg is None or _is_there(leg, plain, unit) else _without_leg(event)
        elif name == "gyro-hit" and plain.is_mech:
            gyro_left -= 1
            if gyro_left >= 0:
                yield event
        else:
            yield event


def _legs_for(kind: str, plain: ClassicUnit, legs: Json) -> list[str]:
    """Name the legs that a hit of some kind can still strike."""
    found = []
    for name in plain.leg_names:
        leg = legs.get(name, {})
        is_hit = (kind == "hip-hit" and leg.get("hip")) or leg.get(kind) or kind in leg.get("after_hip", ())
        if not leg.get("gone") and not is_hit:
            found.append(name)
    return found


def _is_there(leg: str, plain: ClassicUnit, unit: Json) -> bool:
    return leg in plain.leg_names and not unit.get("legs", {}).get(leg, {}).get("gone")


def _without_leg(event: Json) -> Json:
    return {key: value for key, value in event.items() if key != "leg"}
