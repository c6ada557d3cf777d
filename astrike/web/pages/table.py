"""What lies on the table, and who can hit whom? The map, the list of the chosen unit's enemies, and a place tried out.

Trying a place asks and never writes; *Place* writes it.
"""

from dataclasses import dataclass
from math import hypot
from urllib.parse import urlencode

from flask import Response, request, url_for

from astrike.errors import InputError, Problem
from astrike.formats.tablefile import parse_document
from astrike.model.attack import PLAIN
from astrike.model.change import Label, Operation, apply
from astrike.model.unit import MOTIONS, Unit
from astrike.report.figures import plain
from astrike.rules.attack import Detail, alternatives, attack, enemy_pairs
from astrike.rules.battlefield import Field
from astrike.rules.kinds.offered import kinds_offered
from astrike.rules.margins.close_calls import close_calls
from astrike.web.addresses import with_query
from astrike.web.conflict import Meanwhile
from astrike.web.current import Current, Line, change, form_version, load_current
from astrike.web.device import local_path
from astrike.web.i18n import _
from astrike.web.problems import form_again
from astrike.web.respond import see_other, show
from astrike.web.views.answers import (
    Attacks,
    attacks_of,
    attacks_of_kind,
    calls_of,
    calls_of_kind,
    instead_in_list,
    lines_to,
)
from astrike.web.views.attack.aftermath import DeclaredLine, declared_lines, mark_words
from astrike.web.views.attack.combat import KindLink, kind_links
from astrike.web.views.edits import begun_from, stored_unit
from astrike.web.views.fields import prepare, prepared, state_of, with_pose
from astrike.web.views.maps import MapView, Tried, map_view, read_section
from astrike.web.views.news import Steps, news_since, steps_of, version_asked
from astrike.web.views.poses import STANDS, Place, place_operations, read_place, stand_label, values_of
from astrike.web.views.rows import Calls, EnemyRow, Insteads, enemy_rows
from astrike.web.views.units import Cast, SideGroup, UnitLine, cast_of, motion_label, sides_of, unit_line

SHEETS = ("half", "full", "peek")


@dataclass(frozen=True, slots=True)
class Trial:
    """A place that is being tried out: its fields, and what else is needed to store it."""

    place: Place
    version: int
    """The version from which it was begun."""
    news: tuple[Meanwhile, ...]
    stands: tuple[tuple[str, str], ...]
    motions: tuple[tuple[str, str], ...]
    distance: str
    """How far from where the unit stands."""


@dataclass(frozen=True, slots=True)
class TableContext:
    """The table page: nothing chosen, a unit chosen, or a place tried out."""

    current: Current
    map: MapView
    sheet: str
    steps: Steps
    problems: tuple[Problem, ...]
    sides: tuple[SideGroup, ...]
    chosen: UnitLine | None
    rows: tuple[EnemyRow, ...]
    is_moving: bool
    """Is the unit under a finger? Then what takes long is not asked yet: too close to call, what works instead."""
    trial: Trial | None
    address: str
    """The address of what is shown."""
    place_query: dict[str, str]
    """The tried place as it stands in addresses."""
    move_address: str
    """Where a move is declared."""
    free_address: str
    """Where trying a place begins, without any rule."""
    renew_address: str
    """The tried place, begun from the newest version."""
    said: str
    kinds: tuple[KindLink, ...]
    """Kinds of attack that the chosen unit can make."""
    has_area: bool
    """Can it attack an area?"""
    declared: tuple[DeclaredLine, ...]
    marks: tuple[str, ...]
    """Designators and beacons, in words."""


def show_table(code: str) -> str:
    """Show the table, with the chosen unit's enemies."""
    current = load_current(code)
    field = prepared(state_of(current)).field
    unit = _chosen(current)
    trial = None
    if unit is not None and "x" in request.args:
        trial = _trial(current, unit, read_place(field, unit, request.args))
    return show("table/table.html", _context(current, unit, trial), parts=("live",))


def place_unit(code: str, unit_id: str) -> Response:
    """Store a unit's place."""
    current = load_current(code)
    field = prepared(state_of(current)).field
    unit, version = stored_unit(current, unit_id).unit, form_version()
    place = read_place(field, unit, request.form)
    try:
        if place.pose is None:
            raise InputError(problem for each in place.problems.values() for problem in each)
        operations = place_operations(begun_from(current, unit_id).unit, place.pose)
        if version == current.version:
            _check_standing(current, operations, unit_id)
        label = _moved(cast_of(current.table), unit, place)
        change(current, operations, label=label, lines=_lines(unit, place))
    except InputError as error:
        more = () if place.problems else error.problems
        context = _context(current, unit, _trial(current, unit, place), more=more)
        return form_again(show("table/table.html", context), error)
    wished = request.form.get("next", "")
    return see_other(
        local_path(wished) if wished else url_for("table.show_table", code=current.code, unit=unit_id)
    )


def _chosen(current: Current) -> Unit | None:
    """Give the unit that the address names; one that is gone is chosen no more."""
    return current.table.unit(request.args.get("unit", ""))


def _trial(current: Current, unit: Unit, place: Place) -> Trial:
    version = version_asked(current, request.values.get("version"))
    distance = ""
    if place.pose is not None:
        distance = plain(hypot(place.pose.x - unit.at[0], place.pose.y - unit.at[1]))
    return Trial(
        place=place,
        version=version,
        news=news_since(current, version),
        stands=tuple((stand, stand_label(stand)) for stand in STANDS),
        motions=(
            ("", motion_label(unit.motion)),
            *((each, motion_label(each)) for each in MOTIONS if each != unit.motion),
        ),
        distance=distance,
    )


def _context(
    current: Current, unit: Unit | None, trial: Trial | None, *, more: tuple[Problem, ...] = ()
) -> TableContext:
    state, cast = state_of(current), cast_of(current.table)
    ready, tried = prepared(state), None
    field, problems = ready.field, (*ready.problems, *more)
    answers: Attacks = ()
    calls: Calls = ()
    instead: Insteads = ()
    is_moving = False
    query = _place_query(trial)
    if unit is not None and trial is not None and trial.place.pose is not None:
        there = with_pose(field, unit.id, trial.place.pose)
        field, problems = there.field, (*problems, *there.problems)
        answers = attack(field, enemy_pairs(field, attacker=unit.id), detail=Detail.LISTED)
        is_moving = "quick" in request.args
        if is_moving:
            calls = (None,) * len(answers)
        else:
            calls, instead = close_calls(field, answers), alternatives(field, answers)
        tried = Tried(field, lines_to(field, answers, calls, is_quick=is_moving))
    elif unit is not None and (kind := _kind(field, unit)) != PLAIN.kind:
        answers, calls = attacks_of_kind(state, unit.id, kind), calls_of_kind(state, unit.id, kind)
        instead = instead_in_list(state, unit.id, kind)
        query = {"kind": kind}
    elif unit is not None:
        answers, calls = attacks_of(state, unit.id), calls_of(state, unit.id)
        instead = instead_in_list(state, unit.id, PLAIN.kind)
    rows = enemy_rows(field, answers, calls, cast, instead=instead)
    chosen = None if unit is None else unit_line(field, field.unit_of(unit.id), cast, answers)
    return TableContext(
        current=current,
        map=map_view(
            state,
            read_section(request.args),
            known_land=request.args.get("land", ""),
            chosen=None if unit is None else unit.id,
            tried=tried,
            lines=lines_to(field, answers, calls) if "kind" in query else None,
        ),
        sheet=_sheet(),
        steps=steps_of(current),
        problems=tuple(dict.fromkeys(problems)),
        sides=() if unit is not None else sides_of(field, cast),
        chosen=chosen,
        rows=rows,
        is_moving=is_moving,
        trial=trial,
        address=_address(current, unit, query),
        place_query=query,
        move_address="" if unit is None else _move_address(current, unit),
        free_address="" if unit is None else _address(current, unit, _first_place(unit)),
        renew_address=_address(current, unit, {**query, "version": str(current.version)}),
        said=_said(chosen, rows),
        kinds=() if unit is None or trial else kind_links(field, unit.id, query.get("kind", PLAIN.kind)),
        has_area=unit is not None and _has_area(field, unit),
        declared=tuple(
            each
            for each in declared_lines(current.table, cast)
            if unit is None or unit.id in (each.by, each.target)
        ),
        marks=tuple(
            mark_words(each, cast)
            for each in current.table.marks
            if unit is None or unit.id in (each.by, each.target)
        ),
    )


def _kind(field: Field, unit: Unit) -> str:
    """Give the kind of attack that is asked for; what the unit cannot make is none."""
    asked = request.args.get("kind", "")
    return asked if asked in kinds_offered(field, field.place_of(unit.id)) else PLAIN.kind


def _has_area(field: Field, unit: Unit) -> bool:
    """Can it attack in a way that catches everyone in an area?"""
    return not set(field.edition.tagged("over-an-area")).isdisjoint(
        kinds_offered(field, field.place_of(unit.id))
    )


def _said(chosen: UnitLine | None, rows: tuple[EnemyRow, ...]) -> str:
    """Say what changed to those who do not see it."""
    if chosen is None:
        return ""
    if not rows:
        return _("%(unit)s is chosen; there is no enemy.", unit=chosen.name)
    best = rows[0]
    if not best.allowed:
        return _("%(unit)s is chosen and can attack nobody.", unit=chosen.name)
    return _(
        "%(unit)s is chosen. Best target: %(target)s, %(number)s or more, %(odds)s percent.",
        unit=chosen.name,
        target=best.name,
        number=best.number,
        odds=best.odds,
    )


def _move_address(current: Current, unit: Unit) -> str:
    """Give the address at which a move begins; who is carried begins by leaving."""
    address = url_for("movement.show_move", code=current.code, unit_id=unit.id)
    return address if unit.carried_by is None else f"{address}?{urlencode({'dismount': unit.carried_by})}"


def _first_place(unit: Unit) -> dict[str, str]:
    return {name: value for name, value in values_of(unit).items() if value or name in ("x", "y", "facing")}


def _address(current: Current, unit: Unit | None, query: dict[str, str]) -> str:
    asked = query if unit is None else {"unit": unit.id, **query}
    address = url_for("table.show_table", code=current.code)
    return with_query(address, asked)


def _place_query(trial: Trial | None) -> dict[str, str]:
    if trial is None:
        return {}
    values = trial.place.values
    wanted = {name: value for name, value in values.items() if value or name in ("x", "y", "facing")}
    return {**wanted, "version": str(trial.version)}


def _sheet() -> str:
    asked = request.args.get("sheet", SHEETS[0])
    return asked if asked in SHEETS else SHEETS[0]


def _check_standing(current: Current, operations: list[Operation], unit_id: str) -> None:
    """Refuse a place that the unit's elevation does not fit to."""
    document, _back = apply(current.stored.document, operations)
    problems = prepare(parse_document(document)).problems
    ours = [each for each in problems if each.at == f"units.{unit_id}.elevation"]
    if ours:
        raise InputError(ours)


def _moved(cast: Cast, unit: Unit, place: Place) -> Label:
    assert place.pose is not None
    inches = plain(hypot(place.pose.x - unit.at[0], place.pose.y - unit.at[1]))
    if place.pose.motion is not None:
        what = motion_label(place.pose.motion) + ("" if inches == "0" else f" {inches}″")
        return Label("unit.edited", {"unit": cast.names[unit.id], "what": what})
    if inches == "0":
        return Label("unit.turned", {"unit": cast.names[unit.id]})
    return Label("unit.moved", {"unit": cast.names[unit.id], "inches": inches})


def _lines(unit: Unit, place: Place) -> list[Line]:
    def facing(degrees: float | None) -> str:
        return _("not given") if degrees is None else f"{plain(degrees)}°"

    assert place.pose is not None
    mine, now = place.pose, unit
    motion = (
        []
        if mine.motion is None
        else [Line(_("Movement"), motion_label(mine.motion), motion_label(now.motion))]
    )
    return [
        Line(_("Place"), f"{plain(mine.x)}, {plain(mine.y)}", f"{plain(now.at[0])}, {plain(now.at[1])}"),
        Line(_("Facing"), facing(mine.facing), facing(now.facing)),
        *motion,
    ]
