"""What does a move leave behind? The unit as it is afterwards, and the operations that write it into a document."""

from collections.abc import Mapping
from dataclasses import replace
from math import isclose
from typing import Final

import numpy as np

from astrike.errors import InputError
from astrike.model.document_change import ABSENT, ChangeLabel, Operation, SetGeometry, SetProperty
from astrike.model.movement import MoveAnswer, MoveQuestion
from astrike.model.number_text import plain_number
from astrike.model.play_record import MovePlayed, PlayRecord
from astrike.model.unit import FLAGS, Elevation, InPiece, Unit
from astrike.report.words.numbers import inches
from astrike.rules.movement.after_move import LEFT_BEHIND
from astrike.rules.movement.transport import transport_room
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.table.prepared_units import prepare_units
from astrike.tolerance import TOUCH
from astrike.web.current.place_fields import elevation_json
from astrike.web.current.played import played_on

_ENDED: Final = LEFT_BEHIND | {"dug-in", "climbing"}
"""States that end when a unit moves away."""


def unit_after(prepared: PreparedTable, unit: Unit, question: MoveQuestion, answer: MoveAnswer) -> Unit:
    """Give the unit as it is when it has made this move."""
    x, y, z = answer.end
    ridden = None if question.mount is None else prepared.unit_of(question.mount)
    at = (round(x, 3), round(y, 3)) if ridden is None else ridden.at
    moved = replace(
        unit,
        at=at,
        facing=unit.facing if answer.facing is None else answer.facing % 360.0,
        motion=answer.derived.motion,
        moved=round(answer.length, 3),
        done=True,
        state=_state(prepared, unit, question, answer),
        carried_by=question.mount if question.mount is not None else _still_carried_by(unit, question),
        elevation=None,
    )
    if ridden is not None:
        return replace(moved, carried_as=_carried_as(prepared, unit, ridden))
    if moved.carried_by is None:
        moved = replace(moved, carried_as=None)
    return replace(moved, elevation=_elevation(prepared, moved, answer, z))


def after_operations(begun: Unit, after: Unit) -> list[Operation]:
    """Write what a move has changed on a unit; what stays as it is is not touched."""
    operations: list[Operation] = []
    if begun.at != after.at:
        x, y = after.at
        operations.append(SetGeometry(begun.id, {"type": "Point", "coordinates": [_short(x), _short(y)]}))
    values = _values(begun), _values(after)
    operations += [
        SetProperty(begun.id, name, value) for name, value in values[1].items() if value != values[0][name]
    ]
    return operations


def move_played(
    prepared: PreparedTable, question: MoveQuestion, answer: MoveAnswer, *, is_out_of_order: bool
) -> PlayRecord:
    """Record the move as it was declared and judged."""
    act = MovePlayed(
        unit=answer.unit,
        mode=answer.mode,
        start=answer.legs[0].start if answer.legs else answer.end,
        path=question.path,
        end=answer.end,
        inches=answer.length,
        cost=answer.cost,
        facing=answer.facing,
        is_allowed=answer.allowed,
        is_out_of_order=is_out_of_order,
        mount=question.mount,
        dismount=question.dismount,
    )
    return played_on(prepared.table, act)


def move_label(
    names: Mapping[str, str], unit: Unit, question: MoveQuestion, answer: MoveAnswer, *, is_on_foot: bool
) -> ChangeLabel:
    """Name the change for the history; a move that the rules refuse is named as such."""
    mode = "walk" if answer.mode == "ground" and is_on_foot else answer.mode
    stated = {"unit": names[unit.id], "mode": mode, "inches": plain_number(answer.length)}
    if inches(answer.cost) != inches(answer.length):
        stated["cost"] = plain_number(answer.cost)
    if question.mount is not None:
        stated["mount"] = names.get(question.mount, question.mount)
    if question.dismount is not None:
        stated["dismount"] = names.get(question.dismount, question.dismount)
    return ChangeLabel("unit.walked" if answer.allowed else "unit.walked-anyway", stated)


def _values(unit: Unit) -> dict[str, object]:
    """Give the properties that a move changes as a document writes them."""
    flags = [flag for flag in FLAGS if flag in unit.state]
    return {
        "facing": ABSENT if unit.facing is None else _short(unit.facing),
        "elevation": elevation_json(unit.elevation),
        "motion": unit.motion,
        "moved": ABSENT if unit.moved is None else _short(unit.moved),
        "done": ABSENT if unit.done is None else unit.done,
        "state": flags or ABSENT,
        "carried_by": unit.carried_by or ABSENT,
        "carried_as": unit.carried_as or ABSENT,
    }


def _short(value: float) -> float:
    return int(value) if float(value).is_integer() else value


def _state(prepared: PreparedTable, unit: Unit, question: MoveQuestion, answer: MoveAnswer) -> frozenset[str]:
    state = set(unit.state)
    if answer.length > TOUCH:
        state -= _ENDED
    ground, z = float(prepared.terrain.ground_at(np.array([answer.end[:2]]))[0]), answer.end[2]
    if answer.mode in prepared.edition.tagged("low-flight") or "airborne" in state:
        # A unit that was in the air has come down if it stands on something, also by a jump or too short a flight.
        state.discard("airborne")
        if answer.on is None and z > ground + TOUCH:
            state.add("airborne")
    if answer.mode == "submersible" or "submerged" in state:
        i = prepared.place_of(unit.id)
        tall = float(prepared.units.top[i] - prepared.units.z[i])
        state.discard("submerged")
        if z < ground - TOUCH and (answer.mode == "submersible" or z + tall <= ground + TOUCH):
            state.add("submerged")
    if question.mount is not None:
        state.add("mounted-this-turn")
    if question.dismount is not None:
        state.add("dismounted")
    return frozenset(state)


def _still_carried_by(unit: Unit, question: MoveQuestion) -> str | None:
    return None if question.dismount is not None else unit.carried_by


def _carried_as(prepared: PreparedTable, unit: Unit, transport: Unit) -> str:
    if unit.has_any(*prepared.edition.tagged("mechanized")) and not transport.has_any("IT", "DT"):
        return "mechanized"
    has_room = transport_room(prepared, prepared.place_of(transport.id), unit) is not None
    return "inside" if has_room or prepared.edition.units[unit.type].infantry else "cargo"


def _elevation(prepared: PreparedTable, unit: Unit, answer: MoveAnswer, z: float) -> Elevation:
    """State a height as briefly as possible: as the unit's usual height there, else in words, else in inches."""
    candidates: list[Elevation] = [None]
    if answer.inside is not None:
        candidates += [
            "inside",
            *(InPiece(answer.inside, level) for level in range(_floors(prepared, answer))),
        ]
    else:
        candidates += ["roof", "under"]
    for elevation in candidates:
        tried = replace(unit, elevation=elevation)
        try:
            body = prepare_units(
                (tried,), terrain=prepared.terrain, edition=prepared.edition, options=prepared.options
            ).of[0]
        except InputError:  # it names a piece that is not there
            continue
        if isclose(body.ground, z, abs_tol=TOUCH) and body.inside == answer.inside:
            return elevation
    return round(z, 3)


def _floors(prepared: PreparedTable, answer: MoveAnswer) -> int:
    assert answer.inside is not None
    low, high = prepared.terrain.extent[answer.inside]
    return prepared.terrain.pieces[prepared.terrain.index[answer.inside]].floors or max(1, int(high - low))
