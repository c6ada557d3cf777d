"""What is asked about movement: may it go there, where can it get to, where should it stand, what is it now?"""

from collections.abc import Collection
from dataclasses import dataclass

from astrike.errors import Problem
from astrike.formats.checks import one_of
from astrike.formats.jsontext import shown
from astrike.formats.questions import POINT_WORDS, waypoint_of
from astrike.model.movement import (
    MODES,
    MOST_POINTS,
    MoveAnswer,
    MoveQuestion,
    ProspectAnswer,
    ReachAnswer,
    Route,
    UnitAnswer,
    Waypoint,
)
from astrike.model.table import Table
from astrike.rules.battlefield import Field
from astrike.rules.margins.move import with_end_margin
from astrike.rules.movement.judge import judge
from astrike.rules.movement.offers import with_offers
from astrike.rules.movement.prospects import prospects
from astrike.rules.movement.reach import reach
from astrike.rules.movement.route import route, route_beside
from astrike.rules.movement.unit import unit_answer
from astrike.rules.movement.withdrawal import withdrawing
from astrike.web.asking.body import Asked, Body
from astrike.web.asking.questions import SETTINGS

MOVE_KEYS = (
    "table", "unit", "path", "mode", "facing", "mount", "dismount", "land", "take_off", *SETTINGS,
)  # fmt: skip
REACH_KEYS = ("table", "unit", "mode", "to", *SETTINGS)
PROSPECTS_KEYS = ("table", "unit", "target", "threats", "mode", *SETTINGS)
UNIT_KEYS = ("table", "unit", *SETTINGS)
MOST_THREATS = 4


@dataclass(frozen=True, slots=True)
class Moved:
    """An answer about a move, with the table as it was asked about."""

    table: Table
    answer: MoveAnswer
    field: Field


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a unit can end, and the way to a point when one was asked for."""

    table: Table
    answer: ReachAnswer
    to: Waypoint | None = None
    route: Route | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """The chances at every place within reach, with the table as it was asked about."""

    table: Table
    answer: ProspectAnswer


@dataclass(frozen=True, slots=True)
class Described:
    """An answer about one unit, with the table as it was asked about."""

    table: Table
    answer: UnitAnswer


def ask_move(body: Body, *, table_at: str = "table") -> Moved:
    """Answer whether a unit may go along a path, and at what cost."""
    asked = Asked(body, MOVE_KEYS, table_at)
    fields = asked.fields
    unit = asked.id_of("unit")
    mode = fields.word("mode", None, MODES)
    question = MoveQuestion(
        path=_path(asked, is_needed=fields.values.get("mode") != "standstill"),
        mode=mode,
        facing=fields.number("facing", None, low=0, high=360),
        mount=_other_unit(asked, "mount"),
        dismount=_other_unit(asked, "dismount"),
        land=fields.yes_no("land", False),
        take_off=fields.yes_no("take_off", False),
    )
    field = asked.sound_field()
    answer = with_end_margin(field, unit, question, judge(field, unit, question))
    answer = with_offers(field, unit, question, answer)
    return Moved(field.table, withdrawing(field, answer), field)


def ask_reach(body: Body, *, table_at: str = "table") -> Reached:
    """Answer where a unit can end its move, and by which way it gets to one point."""
    asked = Asked(body, REACH_KEYS, table_at)
    unit = asked.id_of("unit")
    mode = asked.fields.word("mode", None, MODES)
    to = _waypoint(asked, "to", asked.fields.values.get("to")) if asked.fields.is_given("to") else None
    field = asked.sound_field()
    return Reached(
        field.table,
        reach(field, unit, mode),
        to=to,
        route=None if to is None else _route_to(field, unit, to, mode),
    )


def _route_to(field: Field, unit: str, to: Waypoint, mode: str | None) -> Route | None:
    """Find the cheapest way to a place, or up to the unit that stands there."""
    return route(field, unit, to.x, to.y, to.z, mode) or route_beside(field, unit, to.x, to.y, mode)


def ask_prospects(body: Body, *, table_at: str = "table") -> Weighed:
    """Answer where a unit hits one enemy best, and where others hit it least."""
    asked = Asked(body, PROSPECTS_KEYS, table_at)
    unit = asked.id_of("unit")
    mode = asked.fields.word("mode", None, MODES)
    target, threats = _other_unit(asked, "target"), _threats(asked)
    if not asked.fields.is_given("target") and not asked.fields.is_given("threats"):
        asked.fields.report("target", "an enemy to hit, or threats to stay away from")
    field = asked.sound_field()
    found = prospects(field, unit, target=target, threats=threats, mode=mode)
    return Weighed(field.table, found)


def ask_unit(body: Body, *, table_at: str = "table") -> Described:
    """Answer what a unit is right now: Move and TMM of every mode, arcs, modifiers."""
    asked = Asked(body, UNIT_KEYS, table_at)
    unit = asked.id_of("unit")
    field = asked.sound_field()
    return Described(field.table, unit_answer(field, unit))


# ---- the move's own fields


def _path(asked: Asked, *, is_needed: bool) -> tuple[Waypoint, ...]:
    fields = asked.fields
    found: list[Waypoint] = []
    given = list(fields.items("path"))
    if len(given) > MOST_POINTS:
        fields.report("path", f"at most {MOST_POINTS} points", found=f"{len(given):,} points")
        return ()
    for place, item in given:
        point = _waypoint(asked, place, item)
        if point is not None:
            found.append(point)
    if is_needed and fields.values.get("path") in (None, []):
        fields.report("path", f"at least one point: {POINT_WORDS}")
    return tuple(found)


def _waypoint(asked: Asked, place: str, item: object) -> Waypoint | None:
    """Read a point and how high the base is there."""
    point = waypoint_of(item)
    if point is None:
        asked.problems.append(Problem(place, shown(item), POINT_WORDS))
    return point


def _other_unit(asked: Asked, key: str) -> str | None:
    """Read the id of a unit other than the one that moves."""
    if not asked.fields.is_given(key):
        return None
    value = asked.fields.values[key]
    others = _others(asked)
    if isinstance(value, str) and (others is None or value in others):
        return value
    asked.fields.report(key, _other_words(others))
    return None


def _threats(asked: Asked) -> tuple[str, ...]:
    others = _others(asked)
    found: list[str] = []
    given = list(asked.fields.items("threats"))
    if len(given) > MOST_THREATS:
        asked.fields.report("threats", f"at most {MOST_THREATS} units", found=f"{len(given):,} units")
        return ()
    for place, item in given:
        if not isinstance(item, str) or item in found or (others is not None and item not in others):
            asked.problems.append(Problem(place, shown(item), f"{_other_words(others)}, each once"))
        else:
            found.append(item)
    return tuple(found)


def _others(asked: Asked) -> list[str] | None:
    if asked.table is None:
        return None
    return [unit.id for unit in asked.table.units if unit.id != asked.fields.values.get("unit")]


def _other_words(others: Collection[str] | None) -> str:
    if others is None:
        return "the id of another unit"
    return one_of(others) if others else "the id of another unit, but there is none on this table"
