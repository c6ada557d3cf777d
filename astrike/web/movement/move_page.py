"""May this unit go there, what does it cost, and how far can it get? A move declared on the map, and made.

Trying a move never writes; the button *Move* writes position, facing, elevation and motion as one change.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Response, make_response, request, url_for

from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.movement import CheapestRoute, MoveAnswer, MoveQuestion, Waypoint
from astrike.model.number_text import plain_number
from astrike.model.unit import Unit
from astrike.report.movement.sentences import offer_words
from astrike.report.table.board import Disc
from astrike.report.terrain.picture import TerrainPicture
from astrike.report.words.numbers import inches
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.mobility_profile import usual_mode
from astrike.rules.rulings.close_calls import close_calls
from astrike.rules.solver.attack import Detail, attack, enemy_pairs
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.turn.standing import turn_standing
from astrike.web.attack.enemy_list import EnemyRow, enemy_rows, shooter_rows
from astrike.web.current.agreements import Agreement, agreement_on
from astrike.web.current.news import ChangeInBetween, news_since, version_asked
from astrike.web.current.place_fields import values_of
from astrike.web.current.prepared import TableState, prepare, prepared_state, state_of, with_unit
from astrike.web.current.stored_unit import begun_from, stored_unit
from astrike.web.current.table import ChangedLine, Current, change, form_version, load_current
from astrike.web.current.units import UnitLabels, UnitLine, motion_label, unit_labels, unit_line
from astrike.web.http.device import local_path
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show
from astrike.web.map import MapOverlay, MapSection, MapView, land_of, map_view, read_section, section_around
from astrike.web.movement.addresses import MoveAddresses, PointRow
from astrike.web.movement.after_move import after_operations, move_label, move_played, unit_after
from astrike.web.movement.answers import judged, route_to, short_of, ways_of
from astrike.web.movement.card import MoveCard, MovementModeRow, mode_rows, mode_title, move_card
from astrike.web.movement.declared_move import DeclaredMove, LevelChoices, levels_at, read_move, with_path
from astrike.web.movement.other_units import Named, beside_transport, carriers, enemies, named, others
from astrike.web.movement.overlays import (
    MoveOverlayAsked,
    MovePictures,
    move_pictures,
    overlay_of,
    read_overlay,
)
from astrike.web.movement.questions import move_question
from astrike.web.problems import form_again
from astrike.web.questions.waypoints import written_point

_TALL, _RIM = 1.5, 4.0
"""A map is wider than high; and inches that it shows beyond a way."""

_TAP, _ROUND = 44.0, 17.0
"""Pixels: a button of the map, and the round part of it that covers something."""


SHEETS = ("half", "full", "peek")
_LEAST_REACH = 9.0
"""Inches around a unit that its map shows at first, at least; else a little more than it can move."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What could be shot from the end of the move, and who could shoot there."""

    targets: tuple[EnemyRow, ...]
    shooters: tuple[EnemyRow, ...]
    query: Mapping[str, str]
    """The place where the unit would stand, as addresses of attack cards write it."""


@dataclass(frozen=True, slots=True)
class MoveContext:
    """The page of a move."""

    current: Current
    unit: UnitLine
    title: str
    map: MapView
    unit_at: str
    """Where the unit stands, as x and y."""
    around: str
    """The section that the map begins with: x, y and inches to its sides."""
    sheet: str
    problems: tuple[Problem, ...]
    wrong: tuple[Problem, ...]
    """What makes no sense about the declared move as a whole, or is wrong with a field that is not drawn."""
    news: tuple[ChangeInBetween, ...]
    version: int
    declared: DeclaredMove
    points: tuple[PointRow, ...]
    card: MoveCard | None
    levels: LevelChoices | None
    """Heights that the chosen point could have; None where nobody has to choose."""
    modes: tuple[MovementModeRow, ...]
    mode: MovementModeRow | None
    closed: str
    """Why the unit cannot move so at all; empty when it can."""
    pictures: MovePictures
    look: MoveOverlayAsked
    is_there: bool
    """Does the way end at the place whose numbers are shown?"""
    what_if: WhatIf | None
    others: Named
    """Units that it can face: id, mark and name."""
    carriers: Named
    """Units that could carry it."""
    carrier: Named
    """The unit that carries it."""
    enemies: Named
    """Units that it can hit or fear."""
    can_land: bool
    short: str
    """What it costs to stop before the first thing that is wrong; empty when that is not possible."""
    offers: tuple[tuple[str, str], ...]
    """Ways to meet what is in the way, and what they say on their buttons."""
    beside: str
    """Whom the way could lead up to instead; empty when nobody is missed."""
    gets_off: str
    """Whom it leaves."""
    no_way: str
    """The point to which no path was found, as it was asked."""
    ruling: Mapping[str, object] | None
    """The move as it is kept in a ruling; None while there is none to judge."""
    agreed: Agreement | None
    """What both players agreed on about it."""
    address: str
    addresses: Mapping[str, str]
    """Addresses of the declared move with something else shown, by name."""
    out_of_order: str
    """The side whose step it is, when this unit is not due; empty when it may move now."""
    status_text: str


def show_move(code: str, unit_id: str) -> Response:
    """Show a declared move."""
    current = load_current(code)
    unit = stored_unit(current, unit_id).unit
    declared = read_move(prepared_state(state_of(current)).prepared, unit, request.args)
    context = _context(current, unit, declared)
    page = show("movement/move.html", context, parts=("live",))
    wrong = (*_all(declared.problems), *_all(context.look.problems), *context.wrong)
    return form_again(page, InputError(wrong)) if wrong else make_response(page)


def make_move(code: str, unit_id: str) -> Response:
    """Make a declared move; one that the rules refuse only when the form insists on it."""
    current = load_current(code)
    now, begun, version = stored_unit(current, unit_id).unit, begun_from(current, unit_id), form_version()
    prepared = prepared_state(state_of(current)).prepared
    if version != current.version:
        # What is sent twice must ask for the same change twice, so it is judged where it began.
        prepared = prepare(parse_document(begun.document)).prepared
    declared = read_move(prepared, begun.unit, request.form)
    try:
        question = _whole(declared, begun.unit)
        answer = judge_move(prepared, unit_id, question)
        if not answer.allowed and "anyway" not in request.form:
            raise InputError([_refused(answer)])
        due_instead = _side_due_instead(prepared, unit_id)
        if due_instead and "out_of_order" not in request.form:
            expected = _("a unit of %(side)s, or Move out of order", side=due_instead)
            raise InputError([Problem(at=_("the move"), found=begun.unit.name, expected=expected)])
        after = unit_after(prepared, begun.unit, question, answer)
        kind = ways_of(state_of(current), unit_id).kind
        is_on_foot = kind in prepared.edition.tagged("on-foot")
        label = move_label(
            unit_labels(current.table).names, begun.unit, question, answer, is_on_foot=is_on_foot
        )
        if due_instead:
            label = replace(label, names={**label.names, "due": due_instead})
        play = move_played(prepared, question, answer, is_out_of_order=bool(due_instead))
        change(current, after_operations(begun.unit, after), label=label, lines=_lines(now, after), play=play)
    except InputError as error:
        more = () if declared.problems else error.problems
        return form_again(show("movement/move.html", _context(current, now, declared, more=more)), error)
    wished = request.form.get("next", "")
    chosen = None if current.table.is_played else unit_id  # in a game the next unit is what comes next
    return see_other(
        local_path(wished) if wished else url_for("table.show_table", code=current.code, unit=chosen)
    )


def _side_due_instead(prepared: PreparedTable, unit_id: str) -> str:
    """Name the side whose step it is, when a game is played and this unit is none of those that may move now."""
    if not prepared.table.is_played:
        return ""
    standing = turn_standing(prepared)
    if standing.share is None or standing.act != "move" or unit_id in standing.due:
        return ""
    side = standing.share.side
    return next((each.name for each in prepared.table.sides if each.id == side), side)


def _all(problems: Mapping[str, tuple[Problem, ...]]) -> list[Problem]:
    return [problem for found in problems.values() for problem in found]


def _whole(declared: DeclaredMove, unit: Unit) -> MoveQuestion:
    """Give what the judge is asked; who boards where he stands goes nowhere."""
    if declared.problems:
        raise InputError(_all(declared.problems))
    question = declared.question
    if question.path or question.mode == "standstill":
        return question
    if question.mount is None:
        raise InputError([Problem(at="via", found=_("no point"), expected=_("where the unit moves to"))])
    return replace(question, path=(Waypoint(*unit.at),))


def _kept_as(unit: Unit, declared: DeclaredMove) -> Mapping[str, object]:
    """Give the question that was judged, as a ruling keeps it."""
    return move_question(unit.id, _whole(replace(declared, problems={}), unit))


def _refused(answer: MoveAnswer) -> Problem:
    found = answer.refusals[0].label if answer.refusals else ""
    return Problem(at=_("the move"), found=found, expected=_("a move that the rules allow, or Move anyway"))


def _lines(now: Unit, after: Unit) -> list[ChangedLine]:
    def facing(degrees: float | None) -> str:
        return _("not given") if degrees is None else f"{plain_number(degrees)}°"

    def place(unit: Unit) -> str:
        return f"{plain_number(unit.at[0])}, {plain_number(unit.at[1])}"

    return [
        ChangedLine(_("Place"), place(after), place(now)),
        ChangedLine(_("Facing"), facing(after.facing), facing(now.facing)),
        ChangedLine(_("Movement"), motion_label(after.motion), motion_label(now.motion)),
    ]


def _context(
    current: Current, unit: Unit, declared: DeclaredMove, *, more: tuple[Problem, ...] = ()
) -> MoveContext:
    state, labels = state_of(current), unit_labels(current.table)
    prepared = prepared_state(state).prepared
    look = read_overlay(current.table, unit, request.values, declared.question.mode)
    declared, no_way = _routed(state, unit, declared, look)
    ways = ways_of(state, unit.id)
    answer, unjudged = _judged(state, unit, declared)
    wrong = (*unjudged, *declared.elsewhere, *look.elsewhere)
    modes = mode_rows(ways, _mode_shown(prepared, unit, declared, answer), labels)
    mode = next((row for row in modes if row.is_chosen), None)
    short = _short(state, unit, declared, answer)
    offered = () if answer is None else answer.offers
    beside = beside_transport(prepared, unit, declared.question, answer)
    carrier = declared.question.dismount or declared.question.mount
    look = overlay_of(state, unit, declared, look, labels.names)
    most = next((each.available for each in ways.modes if mode is not None and each.mode == mode.mode), 0.0)
    around = _around(unit, declared, max(_LEAST_REACH, most + 2.0))
    pictures, shown = _drawn(state, unit, answer, look, around)
    card = None if answer is None else move_card(prepared, answer, labels)
    levels = levels_at(prepared, declared, answer)
    addresses = MoveAddresses(current, unit, declared, look, _begun(current))
    kept_as = None if answer is None else _kept_as(unit, declared)
    return MoveContext(
        current=current,
        unit=unit_line(prepared, unit, labels),
        title=mode_title(mode.mode if mode is not None else "", ways.kind),
        map=shown,
        unit_at=f"{unit.at[0]:g},{unit.at[1]:g}",
        around=",".join(f"{each:.2f}" for each in around),
        sheet=_sheet(),
        problems=tuple(dict.fromkeys((*prepared_state(state).problems, *wrong, *more))),
        wrong=wrong,
        news=news_since(current, _begun(current)),
        version=_begun(current),
        declared=declared,
        points=addresses.points(),
        card=card,
        levels=levels,
        modes=modes,
        mode=mode,
        closed=mode.why if mode is not None else "",
        pictures=pictures,
        look=look,
        is_there=look.place is not None
        and declared.end is not None
        and written_point(declared.end) == written_point(Waypoint(look.place.x, look.place.y)),
        what_if=None if look.show != "what" else _what_if(prepared, unit, declared, answer, labels),
        others=others(prepared, unit, labels),
        carriers=carriers(prepared, unit, labels, declared.question.mount),
        carrier=named(prepared, labels, {unit.carried_by, declared.question.dismount}),
        enemies=enemies(prepared, unit, labels),
        can_land=any(each.mode in prepared.edition.tagged("low-flight") for each in ways.modes),
        short="" if short is None else inches(short.answer.cost),
        offers=tuple((offer.way, offer_words(offer, labels.names, translate=tr)) for offer in offered),
        beside="" if not beside or carrier is None else labels.names[carrier],
        gets_off=labels.names[declared.question.dismount] if declared.question.dismount is not None else "",
        no_way=no_way,
        ruling=kept_as,
        agreed=agreement_on(current, "move", kept_as, request.args),
        address=addresses.here,
        addresses=addresses.by_name(modes=modes, levels=levels, short=short, offers=offered, beside=beside),
        out_of_order=_side_due_instead(prepared, unit.id),
        status_text="" if "quick" in request.args else _stated(card, no_way),
    )


def _routed(
    state: TableState, unit: Unit, declared: DeclaredMove, look: MoveOverlayAsked
) -> tuple[DeclaredMove, str]:
    """Take the way that was found to the place that the address names; say so when there is none."""
    if look.to is None:
        return declared, ""
    found = route_to(state, unit.id, look.to, declared.question.mode)
    if found is None:
        return declared, written_point(look.to)
    return with_path(declared, unit, found.path), ""


def _is_whole(question: MoveQuestion) -> bool:
    """Is there anything to judge yet?"""
    return bool(question.path) or question.mount is not None or question.mode == "standstill"


def _judged(
    state: TableState, unit: Unit, declared: DeclaredMove
) -> tuple[MoveAnswer | None, tuple[Problem, ...]]:
    """Judge the move as far as it is declared, or say why it makes no sense."""
    if not _is_whole(declared.question):
        return None, ()
    try:
        return judged(state, unit.id, _whole(replace(declared, problems={}), unit)), ()
    except InputError as error:
        return None, error.problems


def _short(
    state: TableState, unit: Unit, declared: DeclaredMove, answer: MoveAnswer | None
) -> CheapestRoute | None:
    """Find the nearest legal end on a refused way, when no finger is moving it just now."""
    if answer is None or answer.allowed or "quick" in request.args or not declared.question.path:
        return None
    return short_of(state, unit.id, declared.question)


def _mode_shown(
    prepared: PreparedTable, unit: Unit, declared: DeclaredMove, answer: MoveAnswer | None
) -> str:
    if declared.question.mode is not None:
        return declared.question.mode
    if answer is None or answer.mode == "minimum":
        return usual_mode(prepared, prepared.place_of(unit.id), takes_off=declared.question.take_off)
    return answer.mode


def _around(unit: Unit, declared: DeclaredMove, reach: float) -> tuple[float, float, float]:
    """Give what the map shows first: the middle of unit and way, and inches from there to the sides."""
    places = [unit.at, *((point.x, point.y) for point in declared.question.path)]
    west, east = min(x for x, _y in places), max(x for x, _y in places)
    south, north = min(y for _x, y in places), max(y for _x, y in places)
    if (half := max(east - west, (north - south) * _TALL) / 2.0) < reach / 2.0:
        return (*unit.at, reach)
    return (west + east) / 2.0, (south + north) / 2.0, max(reach, half + _RIM)


def _drawn(
    state: TableState,
    unit: Unit,
    answer: MoveAnswer | None,
    look: MoveOverlayAsked,
    around: tuple[float, float, float],
) -> tuple[MovePictures, MapView]:
    table = state.current.table
    section = read_section(request.args)
    if section == MapSection() and not {"view", "frame"} & set(request.args):
        section = section_around(table, around[:2], around[2])
    land = land_of(state, section)
    pictures = move_pictures(state, answer, look, land)
    end = unit.at if answer is None else answer.end[:2]
    return pictures, map_view(
        state,
        section,
        known_land=request.args.get("land", ""),
        chosen=unit.id if answer is None else None,
        overlay=MapOverlay(about=end, keep=(*pictures.keep, *_zoom(land)), strokes=pictures.strokes),
    )


def _zoom(land: TerrainPicture) -> tuple[Disc, ...]:
    """Give the area of the map under the zoom buttons (static/css/table.css): nothing is written there."""
    return tuple((land.width - _TAP / 2.0, _TAP * (row + 0.5), _ROUND) for row in range(3))


def _stated(card: MoveCard | None, no_way: str) -> str:
    if no_way:
        return _("It cannot get there.")
    return "" if card is None else card.summary


def _what_if(
    prepared: PreparedTable, unit: Unit, declared: DeclaredMove, answer: MoveAnswer | None, labels: UnitLabels
) -> WhatIf:
    """Stand the unit where the move ends and ask both ways; nothing is stored."""
    after, there = unit, prepared
    if answer is not None:
        after = unit_after(prepared, unit, declared.question, answer)
        there = with_unit(prepared, after).prepared
    query = {name: value for name, value in values_of(after).items() if value}
    if answer is not None:
        query["motion"] = after.motion
    targets = attack(there, enemy_pairs(there, attacker=unit.id), detail=Detail.LISTED)
    shooters = attack(there, enemy_pairs(there, target=unit.id), detail=Detail.LISTED)
    return WhatIf(
        targets=enemy_rows(there, targets, close_calls(there, targets), labels),
        shooters=shooter_rows(there, shooters, close_calls(there, shooters), labels),
        query={} if answer is None else query,
    )


def _begun(current: Current) -> int:
    return version_asked(current, request.values.get("version"))


def _sheet() -> str:
    asked = request.args.get("sheet", SHEETS[0])
    return asked if asked in SHEETS else SHEETS[0]
