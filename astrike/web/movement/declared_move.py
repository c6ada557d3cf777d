"""How is a unit to move? The declared move as an address writes it: points and heights, mode, facing, other actions.

The same fields serve for trying a move (in an address, so that it can be shared) and for making it. Fields that were
typed or nudged change the point that they belong to; afterwards the address holds everything again. Where a point can
be at several heights (in the air, on a roof, under a bridge), these are offered as choices.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil, floor
from typing import Final

import numpy as np
from werkzeug.datastructures import MultiDict

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.movement import MOST_POINTS, Height, MoveAnswer, MoveQuestion, Waypoint
from astrike.model.question_schema import inner_of
from astrike.model.unit import Unit
from astrike.report.movement.path import letter_of
from astrike.report.words.numbers import height
from astrike.rules.table.elevation import keeps_off_decks
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH
from astrike.web.current.place_fields import bearing
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _
from astrike.web.movement.requests import REQUESTS
from astrike.web.questions.form_answers import AskedQuestion, FormField, write_query
from astrike.web.questions.form_reader import read_form
from astrike.web.questions.waypoints import read_height, read_typed_point, thousandths

_WAYS: Final = {"n": (0.0, 1.0), "e": (1.0, 0.0), "s": (0.0, -1.0), "w": (-1.0, 0.0)}

_STEP: Final = re.compile(r"(?P<way>[nesw])(?P<inches>0\.1|1)|(?P<turn>[lr])(?P<degrees>15|1)")

_OF_THE_POINT: Final = ("x", "y", "z", "add")
"""Fields that change the points of the path."""

_DRAWN: Final = ("mode", "facing", "mount", "dismount", "landing", "takeoff")
"""Fields of the question that the page draws in a way of its own."""


@dataclass(frozen=True, slots=True)
class DeclaredMove:
    """A move as it is declared so far, and the fields of the point that is being set."""

    question: MoveQuestion
    point: int
    """Index of the point that the fields are about; -1 when there is none yet."""
    values: Mapping[str, str]
    problems: Mapping[str, tuple[Problem, ...]]
    more: tuple[FormField, ...] = ()
    """What else can be said about the move."""

    @property
    def query(self) -> list[tuple[str, str]]:
        """The declared move as it stands in addresses and forms."""
        return write_query(self.question)

    @property
    def end(self) -> Waypoint | None:
        """The last point."""
        return self.question.path[-1] if self.question.path else None

    @property
    def elsewhere(self) -> tuple[Problem, ...]:
        """A problem with a field that the page does not show."""
        drawn = (*_OF_THE_POINT, "facing", *(field.name for field in self.more))
        return tuple(each for key, found in self.problems.items() if key not in drawn for each in found)


def read_move(prepared: PreparedTable, unit: Unit, asked: "MultiDict[str, str]") -> DeclaredMove:
    """Read a declared move; what is wrong is named at its field, and the rest declared."""
    read: AskedQuestion[MoveQuestion] = read_form(
        inner_of(REQUESTS.move, "question"),
        asked,
        given={"unit": unit.id},
        usual={"path": ()},
        table=prepared.table,
    )
    question, found = read.question, dict(read.problems)
    path = list(question.path)
    point = _selected(asked.get("point", ""), len(path))
    point = _typed(prepared, unit, path, point, asked, found)
    _nudged(prepared, unit, path, point, asked)
    added = _added(asked.get("add", ""), found)
    if added is not None and len(path) == MOST_POINTS:
        expected = _("at most %(most)s points", most=MOST_POINTS)
        found["add"] = (Problem(at="add", found=str(len(path) + 1), expected=expected),)
        added = None
    if added is not None:
        path.append(added)
    point = len(path) - 1 if added is not None else point if path and point >= 0 else len(path) - 1
    facing = _turned(prepared, unit, path, asked, question.facing)
    question = replace(question, path=tuple(path), facing=facing)
    values = {**_values(unit, question, point), **_kept(asked, found)}
    return DeclaredMove(question, point, values, found, tuple(read.fields_but(*_DRAWN)))


def with_path(declared: DeclaredMove, unit: Unit, path: Sequence[Waypoint]) -> DeclaredMove:
    """Take another way, to be changed at its end."""
    question = replace(declared.question, path=tuple(path))
    values = _values(unit, question, len(path) - 1)
    return DeclaredMove(question, len(path) - 1, values, declared.problems, declared.more)


def whole_question(declared: DeclaredMove, unit: Unit) -> MoveQuestion:
    """Give what the judge is asked; who boards where he stands goes nowhere."""
    if declared.problems:
        raise InputError([problem for found in declared.problems.values() for problem in found])
    question = declared.question
    if question.path or question.mode == "standstill":
        return question
    if question.mount is None:
        raise InputError([Problem(at="via", found=_("no point"), expected=_("where the unit moves to"))])
    return replace(question, path=(Waypoint(*unit.at),))


# ---- reading


def _selected(text: str, count: int) -> int:
    index = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else count - 1
    return index if index < count else count - 1


def _typed(
    prepared: PreparedTable,
    unit: Unit,
    path: list[Waypoint],
    point: int,
    asked: Mapping[str, str],
    found: dict[str, tuple[Problem, ...]],
) -> int:
    """Put what was typed into the fields of a point where it belongs; from no point at all it makes the first."""
    if "x" not in asked and "y" not in asked and "z" not in asked:
        return point
    before = path[point] if path else _start(unit)
    x = _field("x", asked, before.x, prepared.table.width, found)
    y = _field("y", asked, before.y, prepared.table.depth, found)
    height = read_height(asked["z"].strip()) if "z" in asked else before.z
    if isinstance(height, Problem):
        found["z"] = (height,)
    if x is None or y is None or isinstance(height, Problem):
        return point
    wanted = Waypoint(x, y, height)
    if path:
        path[point] = wanted
    elif wanted != before:
        path.append(wanted)
    return point if point >= 0 else len(path) - 1


def _start(unit: Unit) -> Waypoint:
    return Waypoint(round(unit.at[0], 3), round(unit.at[1], 3))


def _field(
    name: str, asked: Mapping[str, str], before: float, most: float, found: dict[str, tuple[Problem, ...]]
) -> float | None:
    if name not in asked or asked[name].strip() == thousandths(before):
        return before
    number = number_or_text(asked[name].strip())
    if isinstance(number, str) or not 0.0 <= number <= most:
        expected = _("a number from %(low)s to %(high)s", low="0", high=f"{most:g}")
        found[name] = (Problem(at=name, found=repr(asked[name][:20]), expected=expected),)
        return None
    return round(float(number), 3)


def _nudged(
    prepared: PreparedTable, unit: Unit, path: list[Waypoint], point: int, asked: Mapping[str, str]
) -> None:
    step = _STEP.fullmatch(asked.get("step", ""))
    if step is None or step["way"] is None:
        return
    before = path[point] if path else _start(unit)
    east, north = _WAYS[step["way"]]
    inches = float(step["inches"])
    after = replace(
        before,
        x=round(min(max(before.x + east * inches, 0.0), prepared.table.width), 3),
        y=round(min(max(before.y + north * inches, 0.0), prepared.table.depth), 3),
    )
    if path:
        path[point] = after
    else:
        path.append(after)


def _added(text: str, found: dict[str, tuple[Problem, ...]]) -> Waypoint | None:
    typed = text.strip()
    if not typed:
        return None
    at = read_typed_point(typed)
    if at is None:
        expected = _("x, y in inches")
        found["add"] = (Problem(at="add", found=repr(typed[:40]), expected=expected),)
        return None
    return Waypoint(round(at[0], 3), round(at[1], 3))


def _turned(
    prepared: PreparedTable, unit: Unit, path: list[Waypoint], asked: Mapping[str, str], facing: float | None
) -> float | None:
    """Turn toward a unit, or by some degrees."""
    end = (path[-1].x, path[-1].y) if path else unit.at
    other = prepared.table.unit(asked.get("face", ""))
    turned = None if other is None or other.id == unit.id else bearing(end, other.at)
    facing = facing if turned is None else turned
    step = _STEP.fullmatch(asked.get("step", ""))
    if step is not None and step["turn"] is not None:
        start = facing if facing is not None else unit.facing or 0.0
        facing = (start + float(step["degrees"]) * (1.0 if step["turn"] == "r" else -1.0)) % 360.0
    return facing


def _values(unit: Unit, question: MoveQuestion, point: int) -> dict[str, str]:
    """Give the fields of a point: where it is, how high, and the facing at the end."""
    at = question.path[point] if point >= 0 else _start(unit)
    facing = unit.facing if question.facing is None else question.facing
    height = "" if at.z is None else at.z if isinstance(at.z, str) else thousandths(at.z)
    return {
        "x": thousandths(at.x),
        "y": thousandths(at.y),
        "z": height,
        "facing": "" if facing is None else thousandths(facing),
        "add": "",
    }


def _kept(asked: Mapping[str, str], found: Mapping[str, object]) -> dict[str, str]:
    """Give what was typed wrong as it was typed."""
    return {name: asked.get(name, "")[:60] for name in (*_OF_THE_POINT, "facing") if name in found}


FLYING: Final = "vtol"

_LEVEL_STEP: Final = 1.0


@dataclass(frozen=True, slots=True)
class LevelChoice:
    """A height that a point could have instead."""

    key: str
    label: str
    changed: DeclaredMove
    """The move with it."""
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class LevelChoices:
    """Every height that a point could have."""

    title: str
    rows: tuple[LevelChoice, ...]


def levels_at(
    prepared: PreparedTable, declared: DeclaredMove, answer: MoveAnswer | None
) -> LevelChoices | None:
    """List the heights that the chosen point could have; None where there is only one."""
    path = declared.question.path
    if answer is None or not 0 <= declared.point < min(len(path), len(answer.legs)):
        return None
    flies = answer.mode == FLYING
    rows = _in_the_air(declared, answer) if flies else _over_and_under(prepared, declared, answer)
    title = _("Height of point %(letter)s", letter=letter_of(declared.point))
    return LevelChoices(title, rows) if rows else None


def _in_the_air(declared: DeclaredMove, answer: MoveAnswer) -> tuple[LevelChoice, ...]:
    """One inch down, as it is, one inch up; and on the ground at the end."""
    is_end = declared.point == len(declared.question.path) - 1
    land = LevelChoice("land", _("Land"), _landing(declared, lands=True), declared.question.land)
    if is_end and declared.question.land:
        return LevelChoice(
            "fly", _("Stay in the air"), _landing(declared, lands=False), is_chosen=False
        ), land
    now = answer.legs[declared.point].end[2]
    down, up = float(ceil(now - _LEVEL_STEP)), float(floor(now + _LEVEL_STEP))
    return (
        *(
            [LevelChoice("down", f"↓ {height(down)}", _at(declared, down), is_chosen=False)]
            if down > 0.0
            else []
        ),
        LevelChoice("now", height(now), declared, is_chosen=True),
        LevelChoice("up", f"↑ {height(up)}", _at(declared, up), is_chosen=False),
        *([land] if is_end else []),
    )


def _landing(declared: DeclaredMove, *, lands: bool) -> DeclaredMove:
    changed = _at(declared, None)
    return replace(changed, question=replace(changed.question, land=lands))


def _over_and_under(
    prepared: PreparedTable, declared: DeclaredMove, answer: MoveAnswer
) -> tuple[LevelChoice, ...]:
    """Inside a building or on its roof; on a bridge or under it."""
    terrain, at = prepared.terrain, declared.question.path[declared.point]
    (over,) = terrain.pieces_over(np.array([(at.x, at.y)], dtype=np.float64))
    ids = {terrain.pieces[piece].id for piece in over}
    found: tuple[tuple[str, Height, str], ...] = ()
    if any(terrain.pieces[piece].kind == "building" for piece in over):
        found = (("inside", "inside", _("Inside")), ("roof", "roof", _("On the roof")))
    elif any(terrain.rows[piece].family == "deck" for piece in over) and not keeps_off_decks(
        prepared.units.units[prepared.place_of(answer.unit)], over, terrain=terrain, edition=prepared.edition
    ):
        found = (("deck", None, _("On the bridge")), ("under", "under", _("Under it")))
    if not found:
        return ()
    (lower, *_rest), (higher, *_rest) = found if found[0][0] == "inside" else found[::-1]
    chosen = higher if answer.on in ids else lower
    if declared.point != len(declared.question.path) - 1:
        z = answer.legs[declared.point].end[2]
        is_up = found[0][0] == "inside" and any(abs(terrain.extent[name][1] - z) <= TOUCH for name in ids)
        chosen = at.z if isinstance(at.z, str) else "roof" if is_up else found[0][0]
    return tuple(
        LevelChoice(key, label, _at(declared, z), is_chosen=key == chosen) for key, z, label in found
    )


def _at(declared: DeclaredMove, z: Height) -> DeclaredMove:
    """Give the move with another height at its chosen point."""
    path = list(declared.question.path)
    path[declared.point] = replace(path[declared.point], z=z)
    return replace(declared, question=replace(declared.question, path=tuple(path)))
