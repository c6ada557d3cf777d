"""What does the page of a move show? The judged move on its map, where it leads, and what is next in the turn."""

from collections.abc import Mapping
from dataclasses import replace

from flask import request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.movement import CheapestRoute, MoveAnswer, MoveQuestion, Waypoint
from astrike.model.unit import Unit
from astrike.report.movement.sentences import offer_words
from astrike.report.words.numbers import inches
from astrike.rules.movement.mobility_profile import usual_mode
from astrike.rules.rulings.close_calls import close_calls
from astrike.rules.solver.attack import Detail, attack, enemy_pairs
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.enemy_list import EnemyRow, enemy_rows, shooter_rows
from astrike.web.current.agreements import Agreement, agreement_on
from astrike.web.current.news import ChangeInBetween, news_since, undo_buttons, version_asked
from astrike.web.current.place_fields import values_of
from astrike.web.current.prepared import TableState, prepared_state, state_of, with_unit
from astrike.web.current.standing import side_due_instead, standing_of
from astrike.web.current.table import Current
from astrike.web.current.units import UnitLabels, UnitLine, unit_labels, unit_line
from astrike.web.http.i18n import _, tr
from astrike.web.map import MapView
from astrike.web.movement.addresses import MoveAddresses, PointRow
from astrike.web.movement.after_move import unit_after
from astrike.web.movement.answers import (
    contact_of,
    judged,
    route_near,
    route_to,
    short_of,
    way_round,
    ways_of,
)
from astrike.web.movement.card import (
    FacingRow,
    MoveCard,
    MovementModeRow,
    facing_rows,
    mode_rows,
    mode_title,
    move_card,
)
from astrike.web.movement.contact import (
    ContactAsked,
    ContactCard,
    MissedContact,
    contact_card,
    enemies_by_gap,
    missed_contact,
    read_contact,
)
from astrike.web.movement.declared_move import (
    DeclaredMove,
    LevelChoices,
    levels_at,
    whole_question,
    with_path,
)
from astrike.web.movement.move_map import drawn_move, opening_area, shown_end
from astrike.web.movement.other_units import Named, beside_transport, carriers, enemies, named, others
from astrike.web.movement.overlays import (
    MoveOverlayAsked,
    MovePictures,
    overlay_of,
    read_overlay,
)
from astrike.web.movement.questions import move_question
from astrike.web.questions.waypoints import written_point
from astrike.web.turn.bar import TurnBar, turn_bar

SHEETS = ("half", "full", "peek")


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
    """The area that the map begins with: its edges in the west, south, east and north, in inches."""
    seen: str
    """The area that a new end of the move has to be seen in, in the same way; empty when the finger has set it."""
    ring: str
    """Where the outline of how far it gets is asked for; empty where none is drawn of itself."""
    ring_name: str
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
    near: str
    """What it costs to go as near as it gets to a place to which no way leads; empty when none was asked for."""
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
    contact: ContactCard | None
    """What the move ends in contact with; None where it touches no enemy."""
    missed: MissedContact | None
    """The enemy that contact was asked for with, and to which no move leads."""
    leaves_points: bool
    """Does the move into contact go another way than by the points that were declared?"""
    within: Mapping[str, str]
    """Enemies that contact can be asked for with, the nearest first, and how far away they are."""
    facings: tuple[FacingRow, ...]
    turn: TurnBar | None
    moved: str
    """The move that led here, as the history calls it; empty when none did."""
    undone: str
    """Where undoing it leads."""
    status_text: str


def _kept_as(unit: Unit, declared: DeclaredMove) -> Mapping[str, object]:
    """Give the question that was judged, as a ruling keeps it."""
    return move_question(unit.id, whole_question(replace(declared, problems={}), unit))


def move_context(
    current: Current, unit: Unit, declared: DeclaredMove, *, more: tuple[Problem, ...] = ()
) -> MoveContext:
    """Judge a declared move and draw it; `more` is what was wrong with making it."""
    state, labels = state_of(current), unit_labels(current.table)
    prepared = prepared_state(state).prepared
    look = read_overlay(current.table, unit, request.values, declared.question.mode)
    asked = read_contact(prepared, unit, request.values)
    declared, no_way = _routed(state, unit, declared, look)
    declared, missed, leaves_points = _into_contact(state, unit, declared, asked, labels)
    ways = ways_of(state, unit.id)
    answer, unjudged = _judged(state, unit, declared)
    wrong = (*unjudged, *declared.elsewhere, *look.elsewhere, *asked.wrong)
    modes = mode_rows(ways, _mode_shown(prepared, unit, declared, answer), labels)
    mode = next((row for row in modes if row.is_chosen), None)
    short = _short(state, unit, declared, answer)
    is_lost = bool(no_way) and look.to is not None and short is None
    near = route_near(state, unit.id, look.to, declared.question.mode) if is_lost and look.to else None
    offered = () if answer is None else answer.offers
    beside = beside_transport(prepared, unit, declared.question, answer)
    carrier = declared.question.dismount or declared.question.mount
    look = overlay_of(state, unit, declared, look, labels.names)
    most = next((each.available for each in ways.modes if mode is not None and each.mode == mode.mode), 0.0)
    around = opening_area(prepared, unit, declared, most)
    contact = _contact(prepared, current, unit, declared, answer, labels, asked)
    touched = () if contact is None else contact.units
    pictures, shown = drawn_move(state, unit, answer, look, around, touched)
    card = None if answer is None else move_card(prepared, answer, labels)
    levels = levels_at(prepared, declared, answer)
    addresses = MoveAddresses(current, unit, declared, look, _begun(current), asked.declared)
    seen = shown_end(prepared, unit, answer, touched)
    ring = _ring_name(current, mode, look)
    moved = _moved_before(current)
    said = "" if moved is None else undo_buttons(current).undo
    kept_as = None if answer is None else _kept_as(unit, declared)
    return MoveContext(
        current=current,
        unit=unit_line(prepared, unit, labels),
        title=mode_title(mode.mode if mode is not None else "", ways.kind),
        map=shown,
        unit_at=f"{unit.at[0]:g},{unit.at[1]:g}",
        around=str(around),
        seen="" if seen is None else str(seen),
        ring=addresses.ring if ring else "",
        ring_name=ring,
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
        near="" if near is None else inches(near.answer.cost),
        offers=tuple((offer.way, offer_words(offer, labels.names, translate=tr)) for offer in offered),
        beside="" if not beside or carrier is None else labels.names[carrier],
        gets_off=labels.names[declared.question.dismount] if declared.question.dismount is not None else "",
        no_way=no_way,
        ruling=kept_as,
        agreed=agreement_on(current, "move", kept_as, request.args),
        address=addresses.with_news(moved, "" if missed is None else asked.target),
        addresses=addresses.by_name(
            modes=modes,
            levels=levels,
            short=short,
            near=near,
            offers=offered,
            beside=beside,
            contact=contact,
            missed=missed,
        ),
        out_of_order=side_due_instead(current.table, standing_of(state), unit.id, "movement")
        if current.table.is_played
        else "",
        contact=contact,
        missed=missed,
        leaves_points=leaves_points,
        within=enemies_by_gap(prepared, unit, declared.end, within=most),
        facings=() if answer is None else facing_rows(prepared, unit, declared.question.facing),
        turn=turn_bar(current, shown_unit=unit.id),
        moved=said,
        undone=""
        if moved is None
        else url_for("movement.show_move", code=current.code, unit_id=moved["moved"]),
        status_text="" if "quick" in request.args else _stated(card, no_way, contact, missed) or said,
    )


def _routed(
    state: TableState, unit: Unit, declared: DeclaredMove, look: MoveOverlayAsked
) -> tuple[DeclaredMove, str]:
    """Take the way that was found to the place that the address names; say so when there is none."""
    if look.to is None:
        return declared, ""
    question, end = declared.question, declared.end
    is_round = end is not None and (end.x, end.y) == (look.to.x, look.to.y)
    found = (
        way_round(state, unit.id, question) if is_round else route_to(state, unit.id, look.to, question.mode)
    )
    if found is None:
        return declared, written_point(look.to)
    return with_path(declared, unit, found.path), ""


def _iswhole_question(question: MoveQuestion) -> bool:
    """Is there anything to judge yet?"""
    return bool(question.path) or question.mount is not None or question.mode == "standstill"


def _judged(
    state: TableState, unit: Unit, declared: DeclaredMove
) -> tuple[MoveAnswer | None, tuple[Problem, ...]]:
    """Judge the move as far as it is declared, or say why it makes no sense."""
    if not _iswhole_question(declared.question):
        return None, ()
    try:
        return judged(state, unit.id, whole_question(replace(declared, problems={}), unit)), ()
    except InputError as error:
        return None, error.problems


def _short(
    state: TableState, unit: Unit, declared: DeclaredMove, answer: MoveAnswer | None
) -> CheapestRoute | None:
    """Find the nearest legal end on a refused way, when no finger is moving it just now."""
    if answer is None or answer.allowed or "quick" in request.args or not declared.question.path:
        return None
    return short_of(state, unit.id, declared.question)


def _ring_name(current: Current, mode: MovementModeRow | None, look: MoveOverlayAsked) -> str:
    """Name the outline of how far the unit gets, the same as long as it is the same; empty where none is drawn."""
    is_asked = look.show in ("reach", "best") or look.to is not None
    if not current.table.is_played or is_asked or mode is None or mode.why or not mode.has_outline:
        return ""
    return f"ring-{mode.mode}-{current.version}"


def _mode_shown(
    prepared: PreparedTable, unit: Unit, declared: DeclaredMove, answer: MoveAnswer | None
) -> str:
    if declared.question.mode is not None:
        return declared.question.mode
    if answer is None or answer.mode == "minimum":
        return usual_mode(prepared, prepared.place_of(unit.id), takes_off=declared.question.take_off)
    return answer.mode


def _stated(
    card: MoveCard | None, no_way: str, contact: ContactCard | None, missed: MissedContact | None
) -> str:
    if missed is not None:
        return _("No contact with %(unit)s: %(gap)s are missing.", unit=missed.name, gap=missed.gap)
    if no_way:
        return _("It cannot get there.")
    if card is not None and contact is not None:
        return f"{card.summary} " + _("Ends in base contact with %(units)s.", units=contact.names)
    return "" if card is None else card.summary


def _moved_before(current: Current) -> Mapping[str, str] | None:
    """Give the move that led here, as the address has it; None where there is none, or where more happened since."""
    unit, version = request.args.get("moved", ""), str(current.version)
    if current.table.unit(unit) is None or request.args.get("at") != version or request.args.getlist("via"):
        return None
    return {"moved": unit, "at": version}


def _into_contact(
    state: TableState, unit: Unit, declared: DeclaredMove, asked: ContactAsked, labels: UnitLabels
) -> tuple[DeclaredMove, MissedContact | None, bool]:
    """Take the move into contact that the address asks for, and say whether it leaves the points; else why not."""
    if not asked.target or declared.problems:
        return declared, None, False
    found = contact_of(state, unit.id, asked.target, declared.question)
    if found.route is None:
        return declared, missed_contact(found, labels), False
    return with_path(declared, unit, found.route.path), None, found.leaves_points


def _contact(
    prepared: PreparedTable,
    current: Current,
    unit: Unit,
    declared: DeclaredMove,
    answer: MoveAnswer | None,
    labels: UnitLabels,
    asked: ContactAsked,
) -> ContactCard | None:
    if answer is None or not answer.allowed:
        return None
    after = unit_after(prepared, unit, declared.question, answer)
    return contact_card(prepared, current, after, declared.question, answer, labels, declared=asked.declared)


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
