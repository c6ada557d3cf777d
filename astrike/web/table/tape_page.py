"""How far is it from here to there? A tape measure between points, units, pieces and edges, with both heights."""

from collections.abc import Mapping

from flask import Response, make_response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import Problem
from astrike.report.words.numbers import inches
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.table.tape_measure import TapeMeasurement, TapePlace, measure, middle_of_end
from astrike.web.current.agreements import Agreement, agreement_on
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.table import Current, load_current
from astrike.web.current.tape_ends import (
    TapeEnd,
    ends_of,
    measured_facts,
    pieces_there,
    read_tape_end,
    why_unmeasured,
)
from astrike.web.current.units import UnitLabels, UnitLine, unit_labels, unit_line
from astrike.web.http.i18n import tr
from astrike.web.http.responses import show, with_query
from astrike.web.map import MapView, map_view, read_section
from astrike.web.problems import all_of, form_again


@dataclass(frozen=True, slots=True)
class TapeLine:
    """The tape on the map: both ends and the middle in pixels, and what is written on it."""

    x1: float
    y1: float
    x2: float
    y2: float
    text: str
    text_x: float
    text_y: float
    is_steep: bool
    """Then the text stands beside the line, else above it."""


@dataclass(frozen=True, slots=True)
class TapeContext:
    """The tape measure."""

    current: Current
    map: MapView
    start: TapeEnd
    end: TapeEnd
    names: tuple[str, str]
    """What the two ends are called."""
    units: tuple[UnitLine, ...]
    ends: tuple[tuple[str, str], ...]
    """Pieces and edges of the table as they are typed, and what they are."""
    instead: tuple[tuple[str, str], ...]
    """What a point that was tapped may mean as well, and the address that takes it so."""
    problems: dict[str, tuple[Problem, ...]]
    off: tuple[str, ...]
    """The ends that are points off the table."""
    found: TapeMeasurement | None
    range: str
    facts: tuple[tuple[str, str], ...]
    line: TapeLine | None
    dots: tuple[tuple[float, float], ...]
    address: str
    status_text: str
    sight: Mapping[str, object] | None
    """Whether the first unit sees the second, as it is kept in a ruling; None unless both ends are units."""
    margin_address: str
    """The address of the margin; empty where nothing is measured."""
    unmeasured: str
    """Why nothing is measured around the bases."""
    agreed: Agreement | None
    """What both players agreed on about that."""
    shoots: str
    """The address where the unit at the first end attacks the point at the second; empty without such ends."""


def _is_on(current: Current, point: tuple[float, float]) -> bool:
    return 0 <= point[0] <= current.table.width and 0 <= point[1] <= current.table.depth


def show_tape(code: str) -> Response:
    """Measure."""
    current = load_current(code)
    state = state_of(current)
    prepared, labels = prepared_state(state).prepared, unit_labels(current.table)
    start, end = (read_tape_end(current.table, name, request.args.get(name, "")) for name in ("from", "to"))
    problems: dict[str, tuple[Problem, ...]] = {
        each.problem.at: (each.problem,) for each in (start, end) if each.problem is not None
    }
    found, bracket = None, ""
    if start.place is not None and end.place is not None:
        found = measure(prepared, start.place, end.place)
        bracket = tr(prepared.edition.brackets[found.bracket].label) if found.bracket is not None else ""
    shown = map_view(state, read_section(request.args), known_land=request.args.get("land", ""))
    names = (_name(labels, start), _name(labels, end))
    context = TapeContext(
        current=current,
        map=shown,
        start=start,
        end=end,
        names=names,
        units=tuple(unit_line(prepared, unit, labels) for unit in current.table.units),
        problems=problems,
        off=tuple(
            name
            for name, each in zip(names, (start, end), strict=True)
            if isinstance(each.place, tuple) and not _is_on(current, each.place)
        ),
        found=found,
        range="" if found is None else inches(found.range),
        facts=() if found is None else measured_facts(found, bracket),
        line=None if found is None else _line(shown, found),
        dots=tuple(
            _dot(
                prepared, shown, each.place, None if found is None else (found.start, found.end)[number].edge
            )
            for number, each in enumerate((start, end))
            if each.place is not None
        ),
        ends=ends_of(current.table),
        instead=_instead(current, prepared, start, end),
        address=_address(current, start, end),
        sight=_sight(start, end),
        agreed=agreement_on(current, "sight", _sight(start, end), request.args),
        margin_address=_margin_of(current, prepared, start, end),
        unmeasured=why_unmeasured(prepared) if _sight(start, end) else "",
        shoots=_shoots(current, start, end),
        status_text=""
        if found is None
        else f"{names[0]} – {names[1]}: {inches(found.range)}, {bracket.lower()}",
    )
    page = show("table/tape.html", context, parts=("live",))
    if problems:
        return form_again(page, all_of(problems))
    return make_response(page)


def _sight(start: TapeEnd, end: TapeEnd) -> Mapping[str, str] | None:
    if isinstance(start.place, str) and isinstance(end.place, str) and start.place != end.place:
        return {"attacker": start.place, "target": end.place}
    return None


def _margin_of(current: Current, prepared: PreparedTable, start: TapeEnd, end: TapeEnd) -> str:
    asked = _sight(start, end)
    if asked is None or prepared.metric.unmeasured:
        return ""
    attacker, target = asked["attacker"], asked["target"]
    return url_for("rulings.show_sight_margin", code=current.code, attacker=attacker, target=target)


def _shoots(current: Current, start: TapeEnd, end: TapeEnd) -> str:
    if not isinstance(start.place, str) or not isinstance(end.place, tuple):
        return ""
    at = f"{end.place[0]:.12g},{end.place[1]:.12g}"
    return url_for("attack.show_attack_at", code=current.code, attacker=start.place, to=at)


def _name(labels: UnitLabels, end: TapeEnd) -> str:
    if isinstance(end.place, str):
        return labels.names[end.place]
    return end.text


def _line(shown: MapView, found: TapeMeasurement) -> TapeLine:
    frame = shown.picture.land.frame
    (x1, y1), (x2, y2) = frame.at(found.start.edge), frame.at(found.end.edge)
    is_steep = abs(y2 - y1) > abs(x2 - x1)
    middle = ((x1 + x2) / 2.0, (y1 + y2) / 2.0)
    text = (middle[0] + 9.0, middle[1] + 4.0) if is_steep else (middle[0], middle[1] - 9.0)
    ends = (round(x1, 1), round(y1, 1), round(x2, 1), round(y2, 1))
    return TapeLine(*ends, inches(found.range), round(text[0], 1), round(text[1], 1), is_steep)


def _dot(
    prepared: PreparedTable, shown: MapView, place: TapePlace, held: tuple[float, float] | None
) -> tuple[float, float]:
    """Give where an end is marked: a unit at its middle, a piece or an edge where the tape is held to it."""
    at = prepared.unit_of(place).at if isinstance(place, str) else held or middle_of_end(prepared, place)
    x, y = shown.picture.land.frame.at(at)
    return round(x, 1), round(y, 1)


def _instead(
    current: Current, prepared: PreparedTable, start: TapeEnd, end: TapeEnd
) -> tuple[tuple[str, str], ...]:
    """Offer to measure to the edge of what is under a point that was tapped."""
    found = [
        (title, _address(current, TapeEnd(typed, None), end))
        for typed, title in pieces_there(current.table, prepared, start.place)
    ]
    found += [
        (title, _address(current, start, TapeEnd(typed, None)))
        for typed, title in pieces_there(current.table, prepared, end.place)
    ]
    return tuple(found)


def _address(current: Current, start: TapeEnd, end: TapeEnd) -> str:
    query = {name: each.text for name, each in (("from", start), ("to", end)) if each.text}
    address = url_for("table.show_tape", code=current.code)
    return with_query(address, query)
