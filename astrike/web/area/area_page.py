"""Who is caught by an area effect, by how much, and where does a miss land? A template on the map that a tap moves.

Units close to the edge of a ring come first, each with its distance inside or outside the ring.
"""

from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from flask import Response, make_response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.area_answer import BlastAnswer
from astrike.model.document_change import ChangeLabel
from astrike.model.margin import Margin
from astrike.report.area.picture import AreaPicture, area_picture
from astrike.report.rulings.margins import RINGS, cause_words, ring_notes, within_words
from astrike.report.words.numbers import inches
from astrike.rules.effects.aftermath import aftermath_of_area
from astrike.rules.rulings.blast_margins import blast_margins
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.area.questions import (
    AskedArea,
    area_answer,
    area_question,
    by_field,
    read_area,
    scatter_of,
    wrong_with,
)
from astrike.web.attack.aftermath import (
    AftermathCard,
    aftermath_card,
    change_with,
    table_begun_from,
    written_area,
)
from astrike.web.attack.played import area_played
from astrike.web.current.dice import keep, tray_of
from astrike.web.current.log_words import ROLLED_AGAIN, reasons_to_roll_again
from astrike.web.current.played import KEPT
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.table import Current, load_current
from astrike.web.current.units import UnitLabels, unit_labels
from astrike.web.effects.still_to_roll import StillToRoll, rolls_in
from astrike.web.effects.view import effect_words
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show, with_query
from astrike.web.map import MapOverlay, MapView, land_of, map_view, read_section
from astrike.web.problems import all_of, form_again


@dataclass(frozen=True, slots=True)
class RingRow:
    """One unit near the edge of a ring."""

    unit: str
    name: str
    words: str
    """How far away it is, and where the ring ends."""
    becomes: str
    """The ring in which the unit would be if its base were off by the margin."""
    holds: str
    is_close: bool


@dataclass(frozen=True, slots=True)
class RingLegend:
    """Every unit near the edge of a ring, and the margin of the point itself."""

    rows: tuple[RingRow, ...]
    notes: tuple[str, ...]
    """How far the point may be off, and why nothing is measured where nothing is."""


def rings_of(prepared: PreparedTable, answer: BlastAnswer, labels: UnitLabels) -> RingLegend:
    """Give every unit whose ring could change within the inches that are checked, the closest first."""
    margins = blast_margins(prepared, answer)
    nearest = sorted(margins.units, key=lambda each: each.inches)
    rows = tuple(_row(each, labels, is_close=each.inches < margins.tolerance) for each in nearest)
    return RingLegend(rows, tuple(f"{note}." for note in ring_notes(margins, labels.names, tr)))


def _row(margin: Margin, labels: UnitLabels, *, is_close: bool) -> RingRow:
    return RingRow(
        unit=margin.unit,
        name=labels.names[margin.unit],
        words=cause_words(margin, labels.names, translate=tr),
        becomes=_("else %(ring)s", ring=tr(RINGS[margin.becomes.ring])),
        holds=inches(margin.inches) if is_close else within_words(margin.inches),
        is_close=is_close,
    )


@dataclass(frozen=True, slots=True)
class AreaContext:
    """A template on the map; `found` is None until its place is given."""

    current: Current
    map: MapView
    area: AskedArea
    weapons: tuple[tuple[str, str], ...]
    """Code and name of every weapon with an area effect."""
    by_margin: bool
    """Does a miss scatter by how far the roll was short?"""
    problems: dict[str, tuple[Problem, ...]]
    found: AreaPicture | None
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
    rings: RingLegend | None
    """The distances of units inside or outside a ring."""
    effect_address: Callable[[str, str], str]
    """The address where an effect on a unit is rolled."""
    reasons_to_roll_again: Callable[[], list[tuple[str, str]]]
    """Why the dice may fall a second time."""


def show_area(code: str) -> Response:
    """Show who is caught, where it was aimed at or where it scattered to."""
    current = load_current(code)
    state = state_of(current)
    prepared, labels = prepared_state(state).prepared, unit_labels(current.table)
    section = read_section(request.args)
    area = read_area(prepared, request.args)
    answer, problems = _answered(prepared, area)
    address = with_query(
        url_for("area.show_area", code=current.code),
        [*area.query, *(("written", each) for each in request.args.getlist("written")[:1])],
    )
    view = (
        None
        if answer is None
        else area_picture(current.table, answer, prepared.bodies, land=land_of(state, section))
    )
    overlay = MapOverlay()
    if answer is not None and view is not None:
        overlay = MapOverlay(answer.final[:2], view.keep, view.strokes)
    context = AreaContext(
        current=current,
        map=map_view(state, section, known_land=request.args.get("land", ""), overlay=overlay),
        area=area,
        weapons=tuple((key, tr(row.label)) for key, row in prepared.edition.artillery.items()),
        by_margin=prepared.options.word("artillery.scatter") == "margin",
        problems=problems,
        found=view,
        ref=None if answer is None else CitedPage(answer.cite, answer.edition),
        fell=() if answer is None else tuple((tr(die.label), die.fell, die.typed) for die in answer.dice),
        address=address,
        edition=prepared.edition.id,
        toll=None
        if answer is None
        else aftermath_card(aftermath_of_area(prepared, answer), current.table, labels),
        is_written="written" in request.args,
        still=rolls_in(request.args.get("written", ""), labels),
        notes=() if answer is None else tuple(effect_words(each, labels) for each in answer.notes),
        ruling=None if answer is None else area_question(area.asked.question),
        rings=None if answer is None else rings_of(prepared, answer, labels),
        effect_address=lambda kind, unit: url_for(
            "effects.show_effect", code=current.code, kind=kind, unit_id=unit, back=address
        ),
        reasons_to_roll_again=reasons_to_roll_again,
    )
    page = show("area/area.html", context, parts=("live",))
    if problems:
        return form_again(page, all_of(problems))
    return make_response(page)


def roll_scatter(code: str) -> Response:
    """Roll where a miss lands, keep the dice, and go on to the map with them."""
    current = load_current(code)
    prepared = prepared_state(state_of(current)).prepared
    area = read_area(prepared, request.form)
    if problems := wrong_with(prepared, area, is_rolled=True):
        raise all_of(problems)
    tray = tray_of()
    answer = scatter_of(prepared, area.asked.question, tray)
    why = request.form.get("why", "")
    again = {"again": why} if why in ROLLED_AGAIN else {}
    kept = keep(current, ChangeLabel("roll.scatter", {"weapon": answer.label, **again}), tray.record)
    query = urlencode(
        [
            *area.query_of_a_roll,
            ("dice", " ".join(str(die.fell) for die in kept.dice)),
            (KEPT, str(kept.number)),
        ]
    )
    return see_other(f"{url_for('area.show_area', code=current.code)}?{query}")


def write_area(code: str) -> Response:
    """Write what an area effect brought where it came down."""
    current = load_current(code)
    prepared = table_begun_from(current)
    area = read_area(prepared, request.form)
    if problems := wrong_with(prepared, area):
        raise all_of(problems)
    answer = area_answer(prepared, area.asked.question)
    found = aftermath_of_area(prepared, answer)
    play = area_played(current, prepared.table, answer, found, by=area.asked.question.by)
    left = change_with(current, written_area(prepared, found, tr(answer.label)), play)
    query = urlencode([*area.query, ("written", left)])
    return see_other(f"{url_for('area.show_area', code=current.code)}?{query}")


def _answered(
    prepared: PreparedTable, area: AskedArea
) -> tuple[BlastAnswer | None, dict[str, tuple[Problem, ...]]]:
    """Answer the question once it has a place; problems are named at their fields."""
    problems = wrong_with(prepared, area)
    if problems or not area.asked.is_whole:
        return None, problems
    try:
        return area_answer(prepared, area.asked.question), {}
    except InputError as error:
        return None, by_field(error)
