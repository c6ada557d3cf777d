"""Who is caught by an area effect? A template on the map that a tap puts somewhere else, and where a miss lands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, request, url_for

from astrike.errors import InputError, Problem
from astrike.model.attack import Point
from astrike.model.change import Label
from astrike.model.combat import BlastAnswer
from astrike.report.blast_picture import BlastView, blast_view
from astrike.rules.areas.scatter import scatter
from astrike.rules.effects.aftermath import toll_of
from astrike.web.addresses import with_query
from astrike.web.asking.rulings import area_question
from astrike.web.citations import CitedPage
from astrike.web.current import Current, load_current
from astrike.web.dice import keep, tray_of
from astrike.web.i18n import tr
from astrike.web.problems import all_of, form_again
from astrike.web.respond import see_other, show
from astrike.web.views.areas import area_answer, margin_of, point_of, weapon_of
from astrike.web.views.attack.aftermath import AftermathCard, StillToRoll, aftermath_card, still_to_roll
from astrike.web.views.effects import said_of
from astrike.web.views.fields import prepared, state_of
from astrike.web.views.maps import MapView, Overlay, land_of, map_view, read_section
from astrike.web.views.measures import TapeEnd, read_end
from astrike.web.views.rings import Rings, rings_of
from astrike.web.views.units import cast_of

blueprint = Blueprint("area", __name__, url_prefix="/t/<code>/area")


@dataclass(frozen=True, slots=True)
class AreaContext:
    """A template on the map; `found` is nothing until somebody says where."""

    current: Current
    map: MapView
    at: TapeEnd
    weapon: str
    weapons: tuple[tuple[str, str], ...]
    """Code and name of every weapon with an area effect."""
    dice: str
    margin: str
    by_margin: bool
    """Does a miss scatter by how far the roll was short?"""
    problems: dict[str, tuple[Problem, ...]]
    found: BlastView | None
    ref: CitedPage | None
    fell: tuple[tuple[str, int, bool], ...]
    address: str
    edition: str
    toll: AftermathCard | None
    """What is written down when it goes off here,"""
    is_written: bool
    """whether that has been done,"""
    still: tuple[StillToRoll, ...]
    """and which rolls that has left open."""
    notes: tuple[str, ...]
    ruling: tuple[str, Mapping[str, object]] | None
    """Kind and question as they are kept in a ruling."""
    rings: Rings | None
    """By how much units are inside a ring or outside."""
    effect_address: Callable[[str, str], str]
    """Where an effect on a unit is rolled."""


@blueprint.get("/")
def show_area(code: str) -> Response:
    """Show who is caught, where it was aimed at or where it scattered to."""
    current = load_current(code)
    state = state_of(current)
    field, cast = prepared(state).field, cast_of(current.table)
    section = read_section(request.args)
    at = read_end(current.table, "at", request.args.get("at", ""))
    weapon = weapon_of(request.args)
    problems: dict[str, tuple[Problem, ...]] = {} if at.problem is None else {"at": (at.problem,)}
    answer: BlastAnswer | None = None
    if at.place is not None:
        try:
            answer = area_answer(field, current.table, request.args)
        except InputError as error:
            for each in error.problems:
                problems[each.at.split("[")[0]] = (each,)
    view = (
        None
        if answer is None
        else blast_view(current.table, answer, field.bodies, land=land_of(state, section))
    )
    overlay = Overlay()
    if answer is not None and view is not None:
        overlay = Overlay(answer.final[:2], view.keep, view.strokes)
    context = AreaContext(
        current=current,
        map=map_view(state, section, known_land=request.args.get("land", ""), overlay=overlay),
        at=at,
        weapon=weapon,
        weapons=tuple((key, tr(row.label)) for key, row in field.edition.artillery.items()),
        dice=request.args.get("dice", ""),
        margin=request.args.get("margin", ""),
        by_margin=field.options.word("artillery.scatter") == "margin",
        problems=problems,
        found=view,
        ref=None if answer is None else CitedPage(answer.cite, answer.edition),
        fell=() if answer is None else tuple((tr(die.label), die.fell, die.typed) for die in answer.dice),
        address=_address(current),
        edition=field.edition.id,
        toll=None if answer is None else aftermath_card(toll_of(field, answer), current.table, cast),
        is_written="written" in request.args,
        still=still_to_roll(request.args.get("written", ""), cast),
        notes=() if answer is None else tuple(said_of(each, cast) for each in answer.notes),
        ruling=None if answer is None else _kept_as(point_of(field, at), weapon, answer),
        rings=None if answer is None else rings_of(field, answer, cast),
        effect_address=lambda kind, unit: url_for(
            "effect.show_effect", code=current.code, kind=kind, unit_id=unit, back=_address(current)
        ),
    )
    page = show("area/area.html", context, parts=("live",))
    if problems:
        return form_again(page, all_of(problems))
    return make_response(page)


@blueprint.post("/scatter")
def roll_scatter(code: str) -> Response:
    """Roll where a miss lands, keep the dice, and go on to the map with them."""
    current = load_current(code)
    field = prepared(state_of(current)).field
    at = read_end(current.table, "at", request.form.get("at", ""))
    point = point_of(field, at)
    tray = tray_of()
    answer = scatter(
        field, point, weapon_of(request.form), tray, margin=margin_of(request.form.get("margin", ""))
    )
    kept = keep(current, Label("roll.scatter", {"weapon": answer.label}), tray.record)
    said = {key: request.form[key] for key in ("at", "weapon", "margin") if request.form.get(key)}
    query = urlencode({**said, "dice": " ".join(str(die.fell) for die in kept.dice)})
    return see_other(f"{url_for('area.show_area', code=current.code)}?{query}")


def _kept_as(at: Point, weapon: str, answer: BlastAnswer) -> tuple[str, Mapping[str, object]]:
    """Give the question that was answered, as a ruling keeps it."""
    dice = tuple(die.fell for die in answer.dice)
    return area_question(
        at, weapon, dice=dice, margin=margin_of(request.args.get("margin", "")) if dice else None
    )


def _address(current: Current) -> str:
    query = {
        key: request.args[key]
        for key in ("at", "weapon", "dice", "margin", "written")
        if request.args.get(key)
    }
    address = url_for("area.show_area", code=current.code)
    return with_query(address, query)
