"""What does a tap on the map do with each tool: paint, place and turn a unit, lead a path on, look at a hex?"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from astrike.dataclass import dataclass
from astrike.geometry.hexes import way_between
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_path import MOST_STEPS, HexPath
from astrike.rules.battletech.hexes.grid import HEXSIDES, Hex, hex_named, neighbor
from astrike.web.battletech.desk import Json, changed
from astrike.web.battletech.hex_brushes import painted
from astrike.web.battletech.hex_repairs import of_another_kind
from astrike.web.battletech.hex_view import LOOK, MOVE_A, MOVE_S, MOVE_T, PATH, HexView

PLACES: Final = {MOVE_A: "attacker", MOVE_T: "target", MOVE_S: "shot.spotter"}
"""Where in the question the unit of each tool is."""
_BESIDE: Final = {"forward": 0, "backward": 3, "side-left": -1, "side-right": 1}
"""Through which hexside each step leads, from the one it faces."""
_TURNS: Final = {"left": -1, "right": 1}


@dataclass(frozen=True, slots=True)
class Stroked:
    """The question after a tap, and how the patch is looked at then."""

    body: Json
    view: HexView


def stroked(question: HexQuestion, body: Json, view: HexView, names: Sequence[str]) -> Stroked:
    """Use the tool on hexes, in this order; only what paints is used on more than one."""
    if not names:
        return Stroked(body, view)
    brush = view.paint
    if brush is not None:
        return Stroked(painted(question, body, brush, names), view)
    if view.tool == LOOK:
        return Stroked(body, replace(view, hex="" if view.hex == names[-1] else names[-1]))
    if view.tool == PATH:
        for name in names:
            body = _led_on(question, body, name)
        return Stroked(body, view)
    return Stroked(_placed(question, body, view.tool, names[-1]), view)


# ---- units


def _placed(question: HexQuestion, body: Json, tool: str, name: str) -> Json:
    """Put a unit into a hex; in its own it turns by one hexside. A path of another place is no longer its path."""
    place = PLACES[tool]
    units = {MOVE_A: question.attacker, MOVE_T: question.target, MOVE_S: question.shot.spotter}
    unit = units[tool]
    if unit is None:
        return changed(body, **{place: {"hex": name}})
    if unit.hex == name:
        return turned(body, place, unit.facing + 1)
    found = changed(body, **{f"{place}.hex": name})
    return changed(found, path=None) if tool == MOVE_A else found


def turned(body: Json, place: str, facing: int) -> Json:
    """Give the question with a unit that faces another hexside; what is usual is not said."""
    side = facing % HEXSIDES
    found = changed(body, **{f"{place}.facing": side or None})
    return changed(found, path=None) if place == PLACES[MOVE_A] else found


def swapped(body: Json) -> Json:
    """Give the question the other way round: the target attacks, with the same weapon."""
    rest = {key: value for key, value in body.items() if key not in ("attacker", "target", "path")}
    for key, other in (("attacker", "target"), ("target", "attacker")):
        if other in body:
            rest[key] = body[other]
    kinds = {body.get(key, {}).get("unit", {}).get("kind") for key in ("attacker", "target")}
    return changed(rest, **of_another_kind(rest)) if len(kinds) > 1 else rest


# ---- paths


def path_start(question: HexQuestion) -> Json | None:
    """Give the path of the attacker before its first step; None without one."""
    unit = question.attacker
    if unit is None:
        return None
    found: dict[str, Any] = {"from": unit.hex}
    if unit.facing:
        found["facing"] = unit.facing
    if unit.elevation:
        found["elevation"] = unit.elevation
    return found


def path_body(question: HexQuestion, body: Json) -> Json | None:
    """Give the path of the question, else the attacker's before its first step."""
    stated: Json | None = body.get("path")
    return stated if stated is not None else path_start(question)


def _led_on(question: HexQuestion, body: Json, name: str) -> Json:
    """Lead a path on to a hex: turn, then forward, hex by hex. A tap on its last hex takes the last step back."""
    path = path_body(question, body)
    if path is None:
        return body
    steps = list(path.get("steps", ()))
    here, facing = end_of(path["from"], path.get("facing", 0), steps)
    goal = hex_named(name)
    if goal == here:
        steps = steps[:-1]
    else:
        steps += steps_to(here, facing, goal)
    return changed(body, path={**path, "steps": steps[:MOST_STEPS]})


def end_of(start: str, facing: int, steps: Sequence[str]) -> tuple[Hex, int]:
    """Give where a path ends and the hexside it faces there.

    >>> end_of("0505", 0, ["forward", "right", "forward"])
    ((5, -5), 1)
    """
    place = hex_named(start)
    for step in steps:
        facing = (facing + _TURNS.get(step, 0)) % HEXSIDES
        if step in _BESIDE:
            place = neighbor(place, facing + _BESIDE[step])
    return place, facing


def steps_to(here: Hex, facing: int, goal: Hex) -> Iterator[str]:
    """Give the steps of a straight way: to each next hex it turns the shorter way round, then goes forward.

    >>> list(steps_to((4, -6), 0, (5, -7)))
    ['right', 'right', 'forward']
    """
    way = [tuple(map(int, each)) for each in way_between(here, goal).tolist()]
    for place, following in pairwise(way):
        side = next(each for each in range(HEXSIDES) if neighbor((place[0], place[1]), each) == following)
        turns = (side - facing) % HEXSIDES
        yield from ["right"] * turns if turns <= HEXSIDES // 2 else ["left"] * (HEXSIDES - turns)
        yield "forward"
        facing = side


def path_at_its_end(path: HexPath) -> tuple[Hex, int]:
    """Give where the path of a question ends."""
    return end_of(path.from_, path.facing, path.steps)
