"""Does this table meet what an event prescribes? Verdict, findings with their places, shares, both sides, lists."""

from collections.abc import Mapping
from functools import partial
from urllib.parse import urlencode

from flask import Response, jsonify, make_response, request, url_for
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.legality import Finding, Legality
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.presets.loader import DEFAULT_PRESET
from astrike.presets.schema import Preset
from astrike.report.layout.json import legal_json
from astrike.report.layout.sentences import open_words, skipped_groups, verdict_sentence
from astrike.report.paper.canvas import Paper
from astrike.report.paper.legality_report import legality_paper
from astrike.report.words.numbers import inches
from astrike.rules.layout.fix_suggestions import FixShift, fixing_shift
from astrike.web.current.prepared import prepare, prepared_state, state_of
from astrike.web.current.table import Current, load_current
from astrike.web.current.units import unit_labels
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import download_of, show
from astrike.web.jobs.dispatch import run_long_work
from astrike.web.layout.pictures import CloseUp, close_up, whole_picture
from astrike.web.layout.view import (
    EVENT,
    ComparedFigure,
    FindingLine,
    PresetCheck,
    QuarterShares,
    SideList,
    event_preset,
    headline_of,
    legality_of,
    lists_of,
    measured_of,
    pinned,
    preset_choices,
    read_asked,
    rows_of,
    shares_of,
    sides_compared,
)
from astrike.web.problems import form_again, problems_by_field

_NARROW = ("layout.gap.", "layout.gaps", "layout.corridors")
"""Findings whose lines are gaps that something has to pass."""
FIELDS = ("preset", "tolerance", "base")


@dataclass(frozen=True, slots=True)
class LegalContext:
    """The check by one preset; without a legality the form alone."""

    current: Current
    choices: tuple[tuple[str, str], ...]
    typed: Mapping[str, str]
    usual: Mapping[str, str]
    problems: Mapping[str, tuple[Problem, ...]]
    preset: str
    tolerance: str
    shipped: str = ""
    """Id of the preset, where it is one that comes along."""
    legality: Legality | None = None
    worst: str = ""
    large: str = ""
    counts: tuple[str, ...] = ()
    sentence: str = ""
    left_open: tuple[tuple[str, str], ...] = ()
    """What the verdict does not cover: why, and what."""
    picture: Markup | None = None
    rows: tuple[FindingLine, ...] = ()
    passed: tuple[FindingLine, ...] = ()
    close: CloseUp | None = None
    close_at: int = -1
    fix_address: str = ""
    shares: tuple[QuarterShares, ...] = ()
    side_names: tuple[str, ...] = ()
    compared: tuple[ComparedFigure, ...] = ()
    lists: tuple[SideList, ...] = ()
    measured: tuple[tuple[str, str], ...] = ()
    skipped: tuple[tuple[str, tuple[str, ...]], ...] = ()
    notes: tuple[str, ...] = ()
    question: Mapping[str, object] | None = None
    paper_address: str = ""


@dataclass(frozen=True, slots=True)
class FixContext:
    """A shift that mends the first finding; None where there is none to offer."""

    current: Current
    shift: FixShift | None
    name: str
    inches: str
    way: str
    query: str


def show_legal(code: str) -> str | Response:
    """Show whether the table meets a preset."""
    current = load_current(code)
    typed = {key: request.args.get(key, "") for key in FIELDS}
    try:
        asked = read_asked(current, request.args)
    except InputError as error:
        return form_again(show("layout/legal.html", _form(current, typed, error)), error)
    return show("layout/legal.html", _context(current, asked, typed))


def show_legal_json(code: str) -> Response:
    """Give the check of the table to programs, as JSON."""
    current = load_current(code)
    return make_response(
        jsonify(legal_json(legality_of(state_of(current), read_asked(current, request.args))))
    )


def download_report(code: str) -> Response:
    """Give the check of the table as a PDF to print."""
    current = load_current(code)
    size: Paper = "letter" if request.args.get("paper") == "letter" else "a4"
    legality = legality_of(state_of(current), read_asked(current, request.args))
    data = run_long_work(
        "paper",
        partial(legality_paper, legality, current.table, title=current.name, paper=size, translate=tr),
    )
    return download_of(data, name=f"{current.name} legal", extension=".pdf", media_type="application/pdf")


def show_fix(code: str) -> str:
    """Show the shift of one piece that mends the first finding, if there is one."""
    current = load_current(code)
    asked = read_asked(current, request.args)
    state = state_of(current)
    legality = legality_of(state, asked)
    first = _first(legality)
    shift = None
    if first is not None:
        work = partial(_fix, current.table, asked.preset, legality, legality.findings[first])
        shift = run_long_work("legality", work)
    names = unit_labels(current.table).names
    return show(
        "layout/fix.html",
        FixContext(
            current=current,
            shift=shift,
            name="" if shift is None else names.get(shift.piece, shift.piece),
            inches="" if shift is None else inches(shift.inches),
            way="" if shift is None else _way(shift),
            query=urlencode(asked.query),
        ),
    )


def _fix(table: Table, preset: Preset, legality: Legality, finding: Finding) -> FixShift | None:
    return fixing_shift(prepare(table).prepared, preset, legality, finding)


def _context(current: Current, asked: PresetCheck, typed: Mapping[str, str]) -> LegalContext:
    state = state_of(current)
    legality, prepared = legality_of(state, asked), prepared_state(state).prepared
    names = unit_labels(current.table).names
    numbers = pinned(legality.findings)
    rows = rows_of(legality.findings, current.table, names, pins=numbers)
    worst, large, counts = headline_of(legality)
    first = _first(legality)
    base = asked.limits.base or asked.preset.base
    side_names, compared = sides_compared(legality, current.table)
    query = urlencode(asked.query)
    return LegalContext(
        current=current,
        choices=preset_choices(current),
        typed={**typed, "preset": asked.key},
        usual={"tolerance": plain_number(_usual(current, asked)), "base": plain_number(asked.preset.base)},
        problems={},
        preset=tr(asked.preset.called),
        shipped=asked.key if asked.key != EVENT else "",
        tolerance=inches(legality.tolerance),
        legality=legality,
        worst=worst,
        large=large,
        counts=counts,
        sentence=verdict_sentence(legality, translate=tr),
        left_open=open_words(legality, translate=tr),
        picture=whole_picture(prepared, legality),
        rows=tuple(row for row in rows if row.severity != "pass"),
        passed=tuple(row for row in rows if row.severity == "pass"),
        close=None if first is None else close_up(prepared, legality.findings[first], base),
        close_at=-1 if first is None else first,
        fix_address=_fix_address(current, query, legality, first),
        shares=shares_of(legality),
        side_names=side_names,
        compared=compared,
        lists=lists_of(current.table, asked.preset, names),
        measured=measured_of(legality, names),
        skipped=skipped_groups(legality.skipped, translate=tr),
        notes=_notes(asked),
        question=asked.question,
        paper_address=f"{url_for('layout.download_report', code=current.code)}?{query}",
    )


def _form(current: Current, typed: Mapping[str, str], error: InputError) -> LegalContext:
    default = EVENT if event_preset(current) is not None else DEFAULT_PRESET
    return LegalContext(
        current=current,
        choices=preset_choices(current),
        typed={**typed, "preset": typed["preset"] or default},
        usual={"tolerance": plain_number(current.table.tolerance), "base": ""},
        problems=problems_by_field(error),
        preset="",
        tolerance=inches(current.table.tolerance),
    )


def _first(legality: Legality) -> int | None:
    """Find the first gap, the worst; findings come worst first, so its index is its row."""
    gaps = (
        index
        for index, finding in enumerate(legality.findings)
        if finding.severity != "pass" and _is_gap(finding)
    )
    return next(gaps, None)


def _is_gap(finding: Finding) -> bool:
    has_line = any(len(line) == 2 and line[0] != line[1] for line in finding.lines)
    return has_line and finding.where is not None and finding.key.startswith(_NARROW)


def _fix_address(current: Current, query: str, legality: Legality, first: int | None) -> str:
    """Say where a shift is worked out; empty where nothing has to be mended."""
    if first is None or legality.findings[first].severity != "error":
        return ""
    return f"{url_for('layout.show_fix', code=current.code)}?{query}"


def _usual(current: Current, asked: PresetCheck) -> float:
    return current.table.tolerance if asked.preset.tolerance is None else asked.preset.tolerance


def _notes(asked: PresetCheck) -> tuple[str, ...]:
    preset = asked.preset
    source = _(
        "Source: %(source)s. Confidence: %(confidence)s.",
        source=tr(preset.source),
        confidence=tr(preset.confidence),
    )
    return (source, *(tr(each) for each in preset.notes))


def _way(shift: FixShift) -> str:
    """Say where to, by the compass."""
    parts = [
        (abs(shift.dx), _("%(inches)s east") if shift.dx > 0 else _("%(inches)s west")),
        (abs(shift.dy), _("%(inches)s north") if shift.dy > 0 else _("%(inches)s south")),
    ]
    return ", ".join(text % {"inches": inches(far)} for far, text in parts if far >= 0.005)
