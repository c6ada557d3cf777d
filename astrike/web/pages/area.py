"""Who is caught by an area effect? A template on the map that a tap puts somewhere else, and where a miss lands."""

import secrets
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, request, url_for

from astrike.errors import InputError, Problem
from astrike.model.change import Label
from astrike.model.combat import BlastAnswer
from astrike.model.dice import Tray
from astrike.report.blast_picture import BlastView, blast_view
from astrike.rules.areas.blast import blast
from astrike.rules.areas.scatter import MOST_MARGIN, scatter
from astrike.rules.battlefield import Field
from astrike.rules.situation import Point
from astrike.store.rolls import keep_roll
from astrike.web.current import Current, form_id, load_current
from astrike.web.database import database
from astrike.web.device import device_name
from astrike.web.forms import number_or_text
from astrike.web.i18n import _, tr
from astrike.web.problems import form_again
from astrike.web.respond import see_other, show
from astrike.web.settings import settings
from astrike.web.views.fields import prepared, state_of
from astrike.web.views.maps import MapView, Overlay, land_of, map_view, read_section
from astrike.web.views.measures import TapeEnd, read_end

blueprint = Blueprint("area", __name__, url_prefix="/t/<code>/area")

USUAL: Final = "ART-LT"


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
    ref: str
    fell: tuple[tuple[str, int, bool], ...]
    address: str
    edition: str


@blueprint.get("/")
def show_area(code: str) -> Response:
    """Show who is caught, where it was aimed at or where it scattered to."""
    current = load_current(code)
    state = state_of(current)
    field = prepared(state).field
    section = read_section(request.args)
    at = read_end(current.table, "at", request.args.get("at", ""))
    weapon = request.args.get("weapon", "").strip().upper()[:20] or USUAL
    problems: dict[str, tuple[Problem, ...]] = {} if at.problem is None else {"at": (at.problem,)}
    answer: BlastAnswer | None = None
    if at.place is not None:
        try:
            answer = _answer(field, _point(field, at), weapon, Tray(_typed(request.args.get("dice", ""))))
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
        ref="" if answer is None else answer.ref,
        fell=() if answer is None else tuple((tr(die.label), die.fell, die.typed) for die in answer.dice),
        address=_address(current),
        edition=field.edition.id,
    )
    page = show("area/area.html", context, parts=("live",))
    if problems:
        return form_again(page, InputError([each for every in problems.values() for each in every]))
    return make_response(page)


@blueprint.post("/scatter")
def roll_scatter(code: str) -> Response:
    """Roll where a miss lands, keep the dice, and go on to the map with them."""
    current = load_current(code)
    field = prepared(state_of(current)).field
    at = read_end(current.table, "at", request.form.get("at", ""))
    weapon = request.form.get("weapon", "").strip().upper()[:20] or USUAL
    if at.place is None:
        raise InputError([at.problem or Problem(at="at", found="", expected=_("x, y in inches"))])
    tray = Tray((), lambda sides: 1 + secrets.randbelow(sides))
    answer = scatter(field, _point(field, at), weapon, tray, margin=_margin(request.form.get("margin", "")))
    kept = keep_roll(
        database(),
        current.stored.id,
        label=Label("roll.scatter", {"weapon": answer.label}),
        dice=tray.record,
        author=device_name(),
        client_id=form_id(),
        now=settings().now(),
    )
    said = {key: request.form[key] for key in ("at", "weapon", "margin") if request.form.get(key)}
    query = urlencode({**said, "dice": " ".join(str(die.fell) for die in kept.dice)})
    return see_other(f"{url_for('area.show_area', code=current.code)}?{query}")


def _answer(field: Field, at: Point, weapon: str, tray: Tray) -> BlastAnswer:
    if not request.args.get("dice"):
        return blast(field, at, weapon)
    answer = scatter(field, at, weapon, tray, margin=_margin(request.args.get("margin", "")))
    if tray.left:
        found = ", ".join(map(str, tray.left))
        raise InputError([Problem(at="dice", found=found, expected=_("no more dice than are rolled"))])
    return answer


def _point(field: Field, at: TapeEnd) -> Point:
    """Give the point that is meant: of a unit, its centre and height."""
    if isinstance(at.place, str):
        i = field.place_of(at.place)
        return Point(*field.units.units[i].at, float(field.units.z[i]))
    assert at.place is not None
    return Point(*at.place)


def _typed(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    numbers = tuple(number_or_text(word) for word in words)
    found = tuple(each for each in numbers if isinstance(each, int) and 1 <= each <= 6)
    if len(found) != len(words) or len(found) > 2:
        expected = _("direction and distance: two numbers from 1 to 6")
        raise InputError([Problem(at="dice", found=repr(text[:20]), expected=expected)])
    return found


def _margin(text: str) -> int | None:
    if not text.strip():
        return None
    number = number_or_text(text.strip())
    if not isinstance(number, int) or not 0 <= number <= MOST_MARGIN:
        expected = _("a whole number from %(low)s to %(high)s", low=0, high=MOST_MARGIN)
        raise InputError([Problem(at="margin", found=repr(text[:20]), expected=expected)])
    return number


def _address(current: Current) -> str:
    query = {key: request.args[key] for key in ("at", "weapon", "dice", "margin") if request.args.get(key)}
    address = url_for("area.show_area", code=current.code)
    return f"{address}?{urlencode(query)}" if query else address
