"""What is on the table, and who can hit whom? The map, the enemies of the chosen unit, and a place tried out.

Trying a place never writes; the button *Place* writes it.
"""

from math import hypot
from urllib.parse import urlencode

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.attack_question import MOVED_INTO, PLAIN
from astrike.model.document_change import ChangeLabel, Operation, apply
from astrike.model.number_text import plain_number
from astrike.model.unit import MOTIONS, Unit
from astrike.rules.rulings.close_calls import close_calls
from astrike.rules.solver.alternatives import kinds_offered
from astrike.rules.solver.attack import Detail, alternatives, attack, enemy_pairs
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.aftermath import DeclaredLine, declared_lines, mark_words
from astrike.web.attack.answers import (
    Attacks,
    attacks_of,
    attacks_of_kind,
    calls_of,
    calls_of_kind,
    instead_in_list,
    lines_to,
)
from astrike.web.attack.enemy_list import Calls, EnemyRow, Insteads, enemy_rows
from astrike.web.attack.kinds import KindLink, kind_links
from astrike.web.attack.together import attack_words
from astrike.web.current.news import ChangeInBetween, UndoButtons, news_since, undo_buttons, version_asked
from astrike.web.current.place_fields import (
    STANDS_WORDS,
    PlaceFields,
    place_operations,
    read_place,
    stand_label,
    values_of,
)
from astrike.web.current.prepared import TableState, prepare, prepared_state, state_of, with_pose
from astrike.web.current.stored_unit import begun_from, stored_unit
from astrike.web.current.table import ChangedLine, Current, change, form_version, load_current
from astrike.web.current.units import (
    SideGroup,
    UnitLabels,
    UnitLine,
    motion_label,
    sides_of,
    unit_labels,
    unit_line,
)
from astrike.web.http.device import local_path
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show, with_query
from astrike.web.map import MapView, TriedTable, map_view, read_section
from astrike.web.problems import form_again
from astrike.web.table.join_hint import JoinHint, join_hint
from astrike.web.turn.bar import TurnBar, turn_bar

SHEETS = ("half", "full", "peek")


@dataclass(frozen=True, slots=True)
class TriedPlace:
    """A place that is being tried out: its fields, and what else is needed to store it."""

    place: PlaceFields
    version: int
    """The version from which it was begun."""
    news: tuple[ChangeInBetween, ...]
    stands: tuple[tuple[str, str], ...]
    motions: tuple[tuple[str, str], ...]
    distance: str
    """How far from where the unit stands."""


@dataclass(frozen=True, slots=True)
class MapContext:
    """The table page: nothing chosen, a unit chosen, or a place tried out."""

    current: Current
    map: MapView
    sheet: str
    steps: UndoButtons
    problems: tuple[Problem, ...]
    sides: tuple[SideGroup, ...]
    chosen: UnitLine | None
    rows: tuple[EnemyRow, ...]
    is_moving: bool
    """Is the unit under a finger? Then what takes long is not asked yet: too close to call, what works instead."""
    trial: TriedPlace | None
    address: str
    """The address of what is shown."""
    place_query: dict[str, str]
    """The tried place as it stands in addresses."""
    move_address: str
    """The address where a move is declared."""
    free_address: str
    """The address where trying a place begins, without any rule."""
    renew_address: str
    """The tried place, begun from the newest version."""
    status_text: str
    kinds: tuple[KindLink, ...]
    """Kinds of attack that the chosen unit can make."""
    has_area: bool
    """Can it attack an area?"""
    declared: tuple[DeclaredLine, ...]
    waiting: tuple[str, ...]
    """Declared attacks that wait for their dice."""
    marks: tuple[str, ...]
    """Designators and beacons, in words."""
    turn: TurnBar | None
    """Whose step it is and what comes next; None on a table to measure on, or where it is switched off."""
    join: JoinHint | None
    """How another phone joins, until the game has begun."""


def show_table(code: str) -> str:
    """Show the table, with the chosen unit's enemies."""
    current = load_current(code)
    prepared = prepared_state(state_of(current)).prepared
    unit = _chosen(current)
    trial = None
    if unit is not None and "x" in request.args:
        trial = _trial(current, unit, read_place(prepared, unit, request.args))
    return show("table/table.html", _context(current, unit, trial), parts=("live",))


def place_unit(code: str, unit_id: str) -> Response:
    """Store a unit's place."""
    current = load_current(code)
    prepared = prepared_state(state_of(current)).prepared
    unit, version = stored_unit(current, unit_id).unit, form_version()
    place = read_place(prepared, unit, request.form)
    try:
        if place.pose is None:
            raise InputError(problem for each in place.problems.values() for problem in each)
        operations = place_operations(begun_from(current, unit_id).unit, place.pose)
        if version == current.version:
            _check_standing(current, operations, unit_id)
        label = _moved(unit_labels(current.table), unit, place)
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


def _trial(current: Current, unit: Unit, place: PlaceFields) -> TriedPlace:
    version = version_asked(current, request.values.get("version"))
    distance = ""
    if place.pose is not None:
        distance = plain_number(hypot(place.pose.x - unit.at[0], place.pose.y - unit.at[1]))
    return TriedPlace(
        place=place,
        version=version,
        news=news_since(current, version),
        stands=tuple((stand, stand_label(stand)) for stand in STANDS_WORDS),
        motions=(
            ("", motion_label(unit.motion)),
            *((each, motion_label(each)) for each in MOTIONS if each != unit.motion),
        ),
        distance=distance,
    )


def _context(
    current: Current, unit: Unit | None, trial: TriedPlace | None, *, more: tuple[Problem, ...] = ()
) -> MapContext:
    state, labels = state_of(current), unit_labels(current.table)
    ready, tried = prepared_state(state), None
    prepared, problems = ready.prepared, (*ready.problems, *more)
    answers: Attacks = ()
    calls: Calls = ()
    instead: Insteads = ()
    is_moving = False
    query = _place_query(trial)
    if unit is not None and trial is not None and trial.place.pose is not None:
        there = with_pose(prepared, unit.id, trial.place.pose)
        prepared, problems = there.prepared, (*problems, *there.problems)
        answers = attack(prepared, enemy_pairs(prepared, attacker=unit.id), detail=Detail.LISTED)
        is_moving = "quick" in request.args
        if is_moving:
            calls = (None,) * len(answers)
        else:
            calls, instead = close_calls(prepared, answers), alternatives(prepared, answers)
        tried = TriedTable(prepared, lines_to(prepared, answers, calls, is_quick=is_moving))
    elif unit is not None and (kind := _kind(state, prepared, unit)) != PLAIN.kind:
        answers, calls = attacks_of_kind(state, unit.id, kind), calls_of_kind(state, unit.id, kind)
        instead = instead_in_list(state, unit.id, kind)
        query = {"kind": kind}
    elif unit is not None:
        answers, calls = attacks_of(state, unit.id), calls_of(state, unit.id)
        instead = instead_in_list(state, unit.id, PLAIN.kind)
    rows = enemy_rows(prepared, answers, calls, labels, instead=instead)
    chosen = None if unit is None else unit_line(prepared, prepared.unit_of(unit.id), labels, answers)
    return MapContext(
        current=current,
        map=map_view(
            state,
            read_section(request.args),
            known_land=request.args.get("land", ""),
            chosen=None if unit is None else unit.id,
            tried=tried,
            lines=lines_to(prepared, answers, calls) if "kind" in query else None,
        ),
        sheet=_sheet(),
        steps=undo_buttons(current),
        problems=tuple(dict.fromkeys(problems)),
        sides=() if unit is not None else sides_of(prepared, labels),
        chosen=chosen,
        rows=rows,
        is_moving=is_moving,
        trial=trial,
        address=_address(current, unit, query),
        place_query=query,
        move_address="" if unit is None else _move_address(current, unit),
        free_address="" if unit is None else _address(current, unit, _first_place(unit)),
        renew_address=_address(current, unit, {**query, "version": str(current.version)}),
        status_text=_stated(chosen, rows),
        kinds=() if unit is None or trial else kind_links(prepared, unit.id, query.get("kind", PLAIN.kind)),
        has_area=unit is not None and _has_area(prepared, unit),
        declared=tuple(
            each
            for each in declared_lines(current.table, labels)
            if unit is None or unit.id in (each.by, each.target)
        ),
        waiting=tuple(
            attack_words(each, labels)
            for each in current.table.attacks
            if unit is None or unit.id in (each.by, each.target)
        ),
        marks=tuple(
            mark_words(each, labels)
            for each in current.table.marks
            if unit is None or unit.id in (each.by, each.target)
        ),
        turn=None if trial else turn_bar(current),
        join=None if unit is not None else join_hint(current),
    )


def _kind(state: TableState, prepared: PreparedTable, unit: Unit) -> str:
    """Give the kind of attack that is asked for; else the first that can be made at an enemy, weapons before others.

    What the unit cannot make is none, and what has to be moved for is not looked for.
    """
    asked, offered = request.args.get("kind", ""), kinds_offered(prepared, prepared.place_of(unit.id))
    if asked in offered or asked == PLAIN.kind:
        return asked
    if any(each.allowed for each in attacks_of(state, unit.id)) or not attacks_of(state, unit.id):
        return PLAIN.kind
    others = (each.kind for each in kind_links(prepared, unit.id, PLAIN.kind) if each.kind not in MOVED_INTO)
    return next(
        (
            kind
            for kind in others
            if kind != PLAIN.kind and any(each.allowed for each in attacks_of_kind(state, unit.id, kind))
        ),
        PLAIN.kind,
    )


def _has_area(prepared: PreparedTable, unit: Unit) -> bool:
    """Can it attack in a way that catches everyone in an area?"""
    return not set(prepared.edition.tagged("over-an-area")).isdisjoint(
        kinds_offered(prepared, prepared.place_of(unit.id))
    )


def _stated(chosen: UnitLine | None, rows: tuple[EnemyRow, ...]) -> str:
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


def _place_query(trial: TriedPlace | None) -> dict[str, str]:
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


def _moved(labels: UnitLabels, unit: Unit, place: PlaceFields) -> ChangeLabel:
    assert place.pose is not None
    inches = plain_number(hypot(place.pose.x - unit.at[0], place.pose.y - unit.at[1]))
    if place.pose.motion is not None:
        what = motion_label(place.pose.motion) + ("" if inches == "0" else f" {inches}″")
        return ChangeLabel("unit.edited", {"unit": labels.names[unit.id], "what": what})
    if inches == "0":
        return ChangeLabel("unit.turned", {"unit": labels.names[unit.id]})
    return ChangeLabel("unit.moved", {"unit": labels.names[unit.id], "inches": inches})


def _lines(unit: Unit, place: PlaceFields) -> list[ChangedLine]:
    def facing(degrees: float | None) -> str:
        return _("not given") if degrees is None else f"{plain_number(degrees)}°"

    assert place.pose is not None
    mine, now = place.pose, unit
    motion = (
        []
        if mine.motion is None
        else [ChangedLine(_("Movement"), motion_label(mine.motion), motion_label(now.motion))]
    )
    return [
        ChangedLine(
            _("Place"),
            f"{plain_number(mine.x)}, {plain_number(mine.y)}",
            f"{plain_number(now.at[0])}, {plain_number(now.at[1])}",
        ),
        ChangedLine(_("Facing"), facing(mine.facing), facing(now.facing)),
        *motion,
    ]
