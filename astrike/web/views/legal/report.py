"""How does a table do by a preset? What was asked, the check itself, and everything the page says about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from werkzeug.datastructures import MultiDict

from astrike.errors import InputError, Problem
from astrike.formats.questions import written
from astrike.model.legality import Finding, Legality
from astrike.model.table import Table
from astrike.presets.loader import DEFAULT, IDS, load_preset, preset_mapping
from astrike.presets.schema import Preset
from astrike.report.legal_words import FindingSaid, count_said, finding_said
from astrike.report.words import Names
from astrike.rules.layout.legality import check_table
from astrike.rules.lists.check import check_list
from astrike.web.asked_questions import write_query
from astrike.web.citations import CitedPage
from astrike.web.current import Current
from astrike.web.i18n import _, tr
from astrike.web.jobs.places import worked_out
from astrike.web.layout.questions import with_base
from astrike.web.layout.requests import LegalLimits
from astrike.web.question_forms import read_form
from astrike.web.slots import slots
from astrike.web.views.fields import State, kept, prepare

EVENT: Final = "event"
"""The preset of the event that the table belongs to, in an address."""
PINNED: Final = ("error", "close", "warning", "note")


@dataclass(frozen=True, slots=True)
class Asked:
    """By what a table is checked."""

    key: str
    """Id of a preset, or `event`."""
    preset: Preset
    limits: LegalLimits

    @property
    def question(self) -> Mapping[str, object]:
        """The same in the words of the API, for a ruling."""
        profile = self.key if self.key in IDS else preset_mapping(self.preset)
        return {"profile": profile, **written(self.limits)}

    @property
    def query(self) -> list[tuple[str, str]]:
        """The same as it stands in an address."""
        return [("preset", self.key), *write_query(self.limits)]


@dataclass(frozen=True, slots=True)
class Row:
    """One finding in the list; `pin` is its number on the map, 0 without."""

    pin: int
    key: str
    severity: str
    said: FindingSaid
    ref: CitedPage


@dataclass(frozen=True, slots=True)
class SideList:
    """The roster of one side against the limits of the preset."""

    name: str
    verdict: str
    counts: str
    rows: tuple[Row, ...]
    skipped: tuple[str, ...]


# ---- what was asked


def event_preset(current: Current) -> Preset | None:
    """Give the preset of the event that the table belongs to, if it has one."""
    own = slots().preset_at(current.stored.id)
    return None if own is None else own.preset


def read_asked(current: Current, asked: "MultiDict[str, str]") -> Asked:
    """Read by what is checked; everything that is wrong with it is named at once."""
    problems: list[Problem] = []
    own = event_preset(current)
    key = asked.get("preset") or (EVENT if own is not None else DEFAULT)
    preset = own if key == EVENT else load_preset(key) if key in IDS else None
    if preset is None:
        problems.append(Problem("preset", repr(key[:40]), _("a preset of the list")))
    limits = read_form(LegalLimits, asked)
    problems += (problem for found in limits.problems.values() for problem in found)
    if preset is None or problems:
        raise InputError(problems)
    return Asked(key, preset, limits.question)


def preset_choices(current: Current) -> tuple[tuple[str, str], ...]:
    """List the presets to choose from, the event's own first."""
    own = event_preset(current)
    first = ((EVENT, _("This event: %(preset)s", preset=tr(own.called))),) if own is not None else ()
    return (*first, *((each, tr(load_preset(each).called)) for each in IDS))


# ---- the check


def legality_of(state: State, asked: Asked) -> Legality:
    """Check the table; worked out once for a version of it."""
    return _checked(state, _Kept((repr(asked.preset), asked.limits), asked))


class _Kept:
    """What was asked, told apart by its values."""

    __slots__ = ("asked", "name")

    def __init__(self, name: tuple[object, ...], asked: Asked) -> None:
        self.name = name
        self.asked = asked

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


@kept(24)
def _checked(state: State, by: _Kept) -> Legality:
    asked = by.asked
    preset, tolerance = with_base(asked.preset, asked.limits.base), asked.limits.tolerance
    return worked_out("legality", partial(_legality, state.current.table, preset, tolerance))


def _legality(table: Table, preset: Preset, tolerance: float | None) -> Legality:
    return check_table(prepare(table).field, preset, tolerance=tolerance)


# ---- what the page says


def rows_of(
    findings: Sequence[Finding], table: Table, names: Names, *, pins: Mapping[int, int]
) -> tuple[Row, ...]:
    """Say findings on a table; `pins` has the number on the map by index."""
    return tuple(
        Row(
            pins.get(index, 0),
            finding.key,
            finding.severity,
            finding_said(finding, names, translate=tr),
            CitedPage(finding.cite, table.edition),
        )
        for index, finding in enumerate(findings)
    )


def pinned(findings: Sequence[Finding]) -> Mapping[int, int]:
    """Number what is not in order and has a place, in the order of the list."""
    placed = [
        index
        for index, finding in enumerate(findings)
        if finding.severity in PINNED and finding.where is not None
    ]
    return {index: number for number, index in enumerate(placed, 1)}


def headline_of(legality: Legality) -> tuple[str, str, tuple[str, ...]]:
    """Give the worst verdict and how often, or that nothing is decided, large, and the other counts behind it."""
    counted = dict(count_said(legality, translate=tr))
    first = legality.verdict
    if first == "open":
        return first, _("Not decided"), tuple(counted.values())
    large = counted[first]
    if first == "pass" and legality.open:
        large = _("In order as far as checked")
        return first, large, tuple(counted.values())
    return first, large, tuple(words for severity, words in counted.items() if severity != first)


def lists_of(table: Table, preset: Preset, names: Names) -> tuple[SideList, ...]:
    """Check the units of each side against the limits of the preset, where it has some."""
    if not preset.lists.is_checked:
        return ()
    found = []
    for side in table.sides:
        units = [unit for unit in table.units if unit.side == side.id]
        if not units:
            continue
        checked = check_list(units, preset)
        _key, large, rest = headline_of(checked)
        if not checked.findings:
            large, rest = rest[0], rest[1:]  # "4 not checked" says more than "0 pass"
        value = checked.figures.get("value")
        worth = _("%(value)s PV", value=value) if isinstance(value, int) else _("PV not known")
        told = [each for each in checked.findings if each.severity != "pass"]
        found.append(
            SideList(
                side.name,
                large,
                " · ".join((*rest, worth)),
                rows_of(told, table, names, pins={}),
                tuple(tr(each.label) for each in checked.skipped),
            )
        )
    return tuple(found)
