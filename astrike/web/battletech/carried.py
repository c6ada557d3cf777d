"""What goes along from one card to another: the unit, its pilot and how disputed points are read.

A card about rolls calls it its unit, one about impacts the attacker, and one about critical hits has it on a sheet.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from astrike.errors import Problem
from astrike.formats.checks import Fields
from astrike.formats.questions import read_fields, written
from astrike.model.battletech.critical import CriticalQuestion, RecordSheet
from astrike.model.battletech.rolls import MOST_WOUNDS, RollQuestion
from astrike.model.battletech.unit import ClassicUnit
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.sheet_unit import sheet_of, unit_of
from astrike.rules.battletech.unit_state import states_of
from astrike.rules.battletech.working_sheet import WorkingSheet

Json = dict[str, Any]
_PLACES: Final[Mapping[str, str]] = MappingProxyType({"roll": "unit", "impact": "attacker"})
"""Where the question of a card has its unit."""
_SHEET: Final = "critical"
"""The card that has a sheet."""
_HEX: Final = "hex"
"""The card that has units on hexes; the one that goes along is the attacker."""
_ON_HEXES_ONLY: Final = ("infantry", "battle-armor", "building", "dropship")
"""Kinds of units that no other card asks about."""
_FIRST: Final[Mapping[str, Json]] = MappingProxyType(
    {"impact": {"kind": "fall"}, _SHEET: {"location": "right-torso"}}
)
"""What a question of a card has to say, beside the unit."""
_SETTINGS: Final = ("edition", "options")
_OF_PILOT: Final = ("wounds", "extras", "terrain")


def carried(card: str, body: Mapping[str, Any], other: str) -> Json:
    """Give the question of another card about the unit of this one; empty where nothing was said."""
    settings: Json = {key: body[key] for key in _SETTINGS if key in body}
    found = _to_sheet(card, body) if other == _SHEET else _to_unit(card, body, other)
    return {**_FIRST.get(other, {}), **settings, **found} if found or settings.get("options") else settings


def _to_unit(card: str, body: Mapping[str, Any], other: str) -> Json:
    if other not in _PLACES:
        return {}
    if card == _SHEET:
        sheet = _read(RecordSheet, body.get("sheet"))
        if sheet is None or sheet == RecordSheet():
            return {}
        edition = load_battletech(str(body.get("edition") or ""))
        marked = dict(written(unit_of(WorkingSheet(CriticalQuestion(body["location"], sheet), edition))))
        about: Json = {"wounds": sheet.wounds} if 0 < sheet.wounds <= MOST_WOUNDS else {}
        return {**({_PLACES[other]: marked} if marked else {}), **about}
    found: Json = {key: body[key] for key in _OF_PILOT if key in body}
    unit = _unit_of(card, body)
    stated = {} if unit is None else dict(written(unit))
    return {**found, _PLACES[other]: stated} if stated else found


def _unit_of(card: str, body: Mapping[str, Any]) -> ClassicUnit | None:
    """Give the unit of a question about rolls or impacts; after rolls, as what happened has left it."""
    if card == "roll":
        asked = _read(RollQuestion, {"unit": body.get("unit", {}), "events": body.get("events", [])})
        return None if asked is None else states_of(asked.unit, asked.events)[-1]
    stated = body.get(_PLACES.get(card, ""))
    if card == _HEX:
        stated = body.get(_PLACES["impact"], {}).get("unit")
        if isinstance(stated, Mapping) and stated.get("kind") in _ON_HEXES_ONLY:
            return None
    unit: ClassicUnit | None = _read(ClassicUnit, stated)
    return unit


def _to_sheet(card: str, body: Mapping[str, Any]) -> Json:
    unit = _unit_of(card, body)
    sheet = None if unit is None else sheet_of(unit, load_battletech(str(body.get("edition") or "")))
    stated = {} if sheet is None else dict(written(sheet))
    wounds: Json = {"wounds": body["wounds"]} if stated and "wounds" in body else {}
    return {"sheet": {**stated, **wounds}} if stated else {}


def _read(record: type[Any], stated: object) -> Any:
    """Read a record that was read before; None where nothing was stated."""
    problems: list[Problem] = []
    return read_fields(record, Fields(stated, "", problems)) if isinstance(stated, Mapping) else None
