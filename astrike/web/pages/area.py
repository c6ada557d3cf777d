"""Who is caught by an area effect? A template on the map that a tap puts somewhere else, and where a miss lands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Response, make_response, request, url_for

from astrike.errors import InputError, Problem
from astrike.model.change import Label
from astrike.model.combat import BlastAnswer
from astrike.report.blast_picture import BlastView, blast_view
from astrike.rules.battlefield import Field
from astrike.rules.effects.aftermath import toll_of
from astrike.web.addresses import with_query
from astrike.web.asking.combat import scatter_of
from astrike.web.asking.rulings import area_question
from astrike.web.citations import CitedPage
from astrike.web.current import Current, load_current
from astrike.web.dice import keep, tray_of
from astrike.web.i18n import tr
from astrike.web.problems import all_of, form_again
from astrike.web.respond import see_other, show
from astrike.web.views.areas import AreaAsked, area_answer, by_field, read_area, wrong_with
from astrike.web.views.attack.aftermath import AftermathCard, StillToRoll, aftermath_card, still_to_roll
from astrike.web.views.effects import said_of
from astrike.web.views.fields import prepared, state_of
from astrike.web.views.maps import MapView, Overlay, land_of, map_view, read_section
from astrike.web.views.rings import Rings, rings_of
from astrike.web.views.units import cast_of


@dataclass(frozen=True, slots=True)
class AreaContext:
    """A template on the map; `found` is nothing until somebody says where."""

    current: Current
    map: MapView
    area: AreaAsked
    weapons: tuple[tuple[str, str], ...]
    """Code and name of every weapon with an area effect."""
    by_margin: bool
    """Does a miss scatter by how far the roll was short?"""
    problems: dict[str, tuple[Problem, ...]]
    found: BlastView | None
    ref: CitedPage | None
    fell: tuple[tuple[str, int, bool], ...]
    address: str
    edition: str
    toll: AftermathCard | None
    """What is written down when it goes off here."""
    is_written: bool
    """Has what it did been written down?"""
    still: tuple[StillToRoll, ...]
    """Rolls that what was written down has left open."""
    notes: tuple[str, ...]
    ruling: tuple[str, Mapping[str, object]] | None
    """Kind and question as they are kept in a ruling."""
    rings: Rings | None
    """By how much units are inside a ring or outside."""
    effect_address: Callable[[str, str], str]
    """Where an effect on a unit is rolled."""


def show_area(code: str) -> Response:
    """Show who is caught, where it was aimed at or where it scattered to."""
    current = load_current(code)
    state = state_of(current)
    field, cast = prepared(state).field, cast_of(current.table)
    section = read_section(request.args)
    area = read_area(field, request.args)
    answer, problems = _answered(field, area)
    address = with_query(
        url_for("area.show_area", code=current.code),
        [*area.query, *(("written", each) for each in request.args.getlist("written")[:1])],
    )
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
        area=area,
        weapons=tuple((key, tr(row.label)) for key, row in field.edition.artillery.items()),
        by_margin=field.options.word("artillery.scatter") == "margin",
        problems=problems,
        found=view,
        ref=None if answer is None else CitedPage(answer.cite, answer.edition),
        fell=() if answer is None else tuple((tr(die.label), die.fell, die.typed) for die in answer.dice),
        address=address,
        edition=field.edition.id,
        toll=None if answer is None else aftermath_card(toll_of(field, answer), current.table, cast),
        is_written="written" in request.args,
        still=still_to_roll(request.args.get("written", ""), cast),
        notes=() if answer is None else tuple(said_of(each, cast) for each in answer.notes),
        ruling=None if answer is None else area_question(area.asked.question),
        rings=None if answer is None else rings_of(field, answer, cast),
        effect_address=lambda kind, unit: url_for(
            "effects.show_effect", code=current.code, kind=kind, unit_id=unit, back=address
        ),
    )
    page = show("area/area.html", context, parts=("live",))
    if problems:
        return form_again(page, all_of(problems))
    return make_response(page)


def roll_scatter(code: str) -> Response:
    """Roll where a miss lands, keep the dice, and go on to the map with them."""
    current = load_current(code)
    field = prepared(state_of(current)).field
    area = read_area(field, request.form)
    if problems := wrong_with(field, area, is_rolled=True):
        raise all_of(problems)
    tray = tray_of()
    answer = scatter_of(field, area.asked.question, tray)
    kept = keep(current, Label("roll.scatter", {"weapon": answer.label}), tray.record)
    query = urlencode([*area.query_of_a_roll, ("dice", " ".join(str(die.fell) for die in kept.dice))])
    return see_other(f"{url_for('area.show_area', code=current.code)}?{query}")


def _answered(field: Field, area: AreaAsked) -> tuple[BlastAnswer | None, dict[str, tuple[Problem, ...]]]:
    """Answer the question once it says where; what is wrong is named at its field."""
    problems = wrong_with(field, area)
    if problems or not area.asked.is_whole:
        return None, problems
    try:
        return area_answer(field, area.asked.question), {}
    except InputError as error:
        return None, by_field(error)
