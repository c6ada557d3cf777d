"""A turn is over: nobody has moved yet in the next one."""

from collections.abc import Iterator
from typing import Final

from flask import Response, request, url_for

from astrike.formats.tablefile import parse_document
from astrike.model.change import ABSENT, Label, Operation, SetMember, SetProperty
from astrike.model.table import Table
from astrike.model.unit import FLAGS
from astrike.rules.battlefield import Field
from astrike.web.current import Line, change, form_document, load_current
from astrike.web.device import local_path
from astrike.web.i18n import _
from astrike.web.respond import see_other
from astrike.web.views.attack.aftermath import marks_operation
from astrike.web.views.fields import prepare

_OF_THE_TURN: Final = ("motion", "moved", "done")
_MARKS_OF_THE_TURN: Final = frozenset({"tag", "ltag"})
_STATES_OF_THE_TURN: Final = frozenset({"mounted-this-turn", "dismounted", "dropped"})


def next_turn(code: str) -> Response:
    """Begin the next turn, as one change."""
    current = load_current(code)
    begun = parse_document(form_document(current))
    turn = begun.turn + 1
    operations = [
        SetMember("turn", turn),
        SetMember("phase", "movement"),
        *([SetMember("initiative", ABSENT)] if begun.initiative else ()),
        *_said_for_the_turn(begun),
        *(SetProperty(each.id, "network", ABSENT) for each in begun.markers if each.network),
        *_unmoved(prepare(begun).field),
    ]
    lines = [Line(_("Turn"), str(turn), str(current.table.turn))]
    change(current, operations, label=Label("table.turn", {"turn": str(turn)}), lines=lines)
    wished = request.form.get("next", "")
    return see_other(local_path(wished) if wished else url_for("table.show_table", code=current.code))


def _said_for_the_turn(table: Table) -> Iterator[Operation]:
    """Forget declarations and designators; beacons stay (CE pp.46, 86-87, 90)."""
    if table.declarations:
        yield SetMember("declarations", ABSENT)
    if any(mark.kind in _MARKS_OF_THE_TURN for mark in table.marks):
        yield marks_operation(mark for mark in table.marks if mark.kind not in _MARKS_OF_THE_TURN)


def _unmoved(field: Field) -> Iterator[Operation]:
    """Forget how every unit has moved; what flies goes on flying."""
    for unit, flies in zip(field.units.units, field.units.airborne, strict=True):
        for name in _OF_THE_TURN:
            if name in unit.stated:
                yield SetProperty(unit.id, name, ABSENT)
        state = unit.state - _STATES_OF_THE_TURN | ({"airborne"} if flies else set())
        if state != unit.state:
            yield SetProperty(unit.id, "state", [flag for flag in FLAGS if flag in state] or ABSENT)
