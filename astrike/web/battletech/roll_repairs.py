"""Which question does a tap lead to where what was said before no longer goes with it? One that can be asked."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar

from astrike.errors import InputError, Problem
from astrike.formats.checks import Fields
from astrike.formats.questions import read_fields
from astrike.model.battletech.rolls import RollEvent
from astrike.model.battletech.unit import ClassicUnit
from astrike.rules.battletech.unit_state import event_problems, gyro_hits_to_destroy, state_after
from astrike.web.battletech.desk import CARD_ROLL, Json, address_of, changed

_OF_PARTS: Final = ("leg-hit", "hip-hit", "leg-gone", "gyro-hit")
Record = TypeVar("Record")


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
    """Give the events that can still happen to the unit, one after the other; a leg that cannot is not named."""
    if not any(event["event"] in _OF_PARTS for event in events):
        yield from events
        return
    state = _read(ClassicUnit, unit)
    for event in events:
        for tried in (event, {key: value for key, value in event.items() if key != "leg"}):
            read = _read(RollEvent, tried)
            if event["event"] not in _OF_PARTS or not any(event_problems(read, state, "")):
                state = state_after(state, read)
                yield tried
                break


def _read(record: type[Record], stated: Json) -> Record:
    """Read a record that was read before."""
    problems: list[Problem] = []
    found = read_fields(record, Fields(stated, "", problems))
    if found is None:
        raise InputError(problems)
    return found
