"""How does a table do by a preset? What was asked, the check itself, and every figure and sentence the page shows.

Shares by quarter, both sides beside each other, and what was measured.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from werkzeug.datastructures import MultiDict

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.questions import written
from astrike.model.legality import Finding, Legality
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.presets.loader import DEFAULT_PRESET, IDS, load_preset, preset_mapping
from astrike.presets.schema import Preset
from astrike.report.layout.sentences import FindingWords, count_words, terrain_words, words_of_finding
from astrike.report.words.numbers import height, inches
from astrike.report.words.texts import Names
from astrike.rules.layout.legality import check_table
from astrike.rules.layout.list_check import check_list
from astrike.web.current.prepared import TableState, cached, prepare
from astrike.web.current.table import Current
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr
from astrike.web.jobs.dispatch import run_long_work
from astrike.web.layout.questions import with_base
from astrike.web.layout.requests import LegalLimits
from astrike.web.questions.form_answers import write_query
from astrike.web.questions.form_reader import read_form
from astrike.web.slots import slots

QUARTERS: Final = ("north-west", "north-east", "south-west", "south-east")

_ALL: Final = 0.9995
"""A share that is shown as everything."""


@dataclass(frozen=True, slots=True)
class QuarterShares:
    """One line of the shares of the table: how many pieces, and percents of the table and of each quarter."""

    label: str
    count: str
    percents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """One figure of all sides."""

    label: str
    values: tuple[str, ...]


def shares_of(legality: Legality) -> tuple[QuarterShares, ...]:
    """Give the shares of the table by kind and quarter, the total last."""
    coverage = _mapping(legality.figures, "coverage")
    counts = _mapping(legality.figures, "counts")
    kinds = _mapping(coverage, "kinds")
    found = [
        QuarterShares(
            terrain_words(kind, translate=tr),
            _count(_mapping(counts, "kinds").get(kind)),
            (_percent(shares.get("whole")), *(_percent(shares.get(each)) for each in QUARTERS)),
        )
        for kind in kinds
        if (shares := _mapping(kinds, kind))
    ]
    if not found:
        return ()
    quarters = _mapping(coverage, "quadrants")
    whole = (_percent(coverage.get("whole")), *(_percent(quarters.get(each)) for each in QUARTERS))
    return (*found, QuarterShares(_("Covered"), _count(counts.get("all")), whole))


def sides_compared(legality: Legality, table: Table) -> tuple[tuple[str, ...], tuple[ComparedFigure, ...]]:
    """Set the figures of all sides beside each other: names, then figures; nothing where there are no zones."""
    names = {side.id: side.name for side in table.sides}
    sides = list(_sides(legality, "zones"))
    goals = {str(each.get("side")): each for each in _sides(legality, "objectives")}
    called = tuple(names.get(str(side.get("side")), str(side.get("side"))) for side in sides)
    if len(sides) < 2:
        return (), ()
    found = [
        ComparedFigure(_("Sees of the other zone"), tuple(_share(each.get("sees")) for each in sides)),
        ComparedFigure(_("Cover in its zone"), tuple(_covered(each, "cover") for each in sides)),
        ComparedFigure(_("Cover before its zone"), tuple(_covered(each, "before") for each in sides)),
    ]
    if goals:
        mine = [goals.get(str(side.get("side")), {}) for side in sides]
        found += [
            ComparedFigure(_("Objectives in one move"), tuple(_count(each.get("one_move")) for each in mine)),
            ComparedFigure(
                _("Objectives in two moves"), tuple(_count(each.get("two_moves")) for each in mine)
            ),
        ]
    return called, tuple(found)


def measured_of(legality: Legality, names: Names) -> tuple[tuple[str, str], ...]:
    """Give what was measured whether or not the preset has a limit for it."""
    figures = legality.figures
    found: list[tuple[str, str]] = []
    ways = _mapping(figures, "corridors")
    base = ways.get("base")
    if isinstance(base, int | float):
        found.append((_("Ways across for a base of %(base)s", base=height(base)), _count(ways.get("count"))))
    gaps = figures.get("gaps")
    if isinstance(gaps, Sequence) and gaps and isinstance(gaps[0], Mapping):
        between = gaps[0].get("between")
        called = (
            [names.get(str(each), str(each)) for each in between] if isinstance(between, Sequence) else []
        )
        found.append((_("Narrowest gap"), f"{_inch(gaps[0].get('inches'))} {' – '.join(called)}"))
    longest = _mapping(figures, "lanes").get("longest")
    if isinstance(longest, int | float):
        found.append((_("Longest open line of fire"), inches(longest)))
    barred = _mapping(figures, "coverage").get("impassable")
    if isinstance(barred, int | float):
        found.append((_("No 'Mech may stand on"), _share(barred)))
    kinds = _mapping(figures, "reach").get("kinds")
    for kind in kinds if isinstance(kinds, Sequence) else ():
        reached = kind.get("reached") if isinstance(kind, Mapping) else None
        if isinstance(reached, int | float) and reached < _ALL:
            found.append((_("%(kind)s reaches", kind=tr(str(kind["name"]))), _share(reached)))
    return tuple(found)


def _inch(value: object) -> str:
    return inches(value) if isinstance(value, int | float) else ""


def _sides(legality: Legality, key: str) -> Iterator[Mapping[str, object]]:
    sides = _mapping(legality.figures, key).get("sides")
    if isinstance(sides, Sequence):
        for side in sides:
            if isinstance(side, Mapping):
                yield side


def _covered(side: Mapping[str, object], key: str) -> str:
    return _share(_mapping(side, key).get("covered"))


def _share(value: object) -> str:
    return f"{value * 100:.1f}\u00a0%" if isinstance(value, int | float) else "–"


def _mapping(value: Mapping[str, object], key: str) -> Mapping[str, object]:
    found = value.get(key)
    return found if isinstance(found, Mapping) else {}


def _percent(share: object) -> str:
    return f"{share * 100:.1f}" if isinstance(share, int | float) else "–"


def _count(value: object) -> str:
    return plain_number(value) if isinstance(value, int | float) else ""


EVENT: Final = "event"
"""The preset of the event that the table belongs to, in an address."""

PINNED: Final = ("error", "close", "warning", "note")


@dataclass(frozen=True, slots=True)
class PresetCheck:
    """The preset and settings by which a table is checked."""

    key: str
    """Id of a preset, or `event`."""
    preset: Preset
    limits: LegalLimits

    @property
    def question(self) -> Mapping[str, object]:
        """By what the table is checked, in the words of the API, for a ruling."""
        profile = self.key if self.key in IDS else preset_mapping(self.preset)
        return {"profile": profile, **written(self.limits)}

    @property
    def query(self) -> list[tuple[str, str]]:
        """By what the table is checked, as it stands in an address."""
        return [("preset", self.key), *write_query(self.limits)]


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One finding in the list; `pin` is its number on the map, 0 without."""

    pin: int
    key: str
    severity: str
    words: FindingWords
    ref: CitedPage


@dataclass(frozen=True, slots=True)
class SideList:
    """The roster of one side against the limits of the preset."""

    name: str
    verdict: str
    counts: str
    rows: tuple[FindingLine, ...]
    skipped: tuple[str, ...]


# ---- what was asked


def event_preset(current: Current) -> Preset | None:
    """Give the preset of the event that the table belongs to, if it has one."""
    own = slots().preset_at(current.stored.id)
    return None if own is None else own.preset


def read_asked(current: Current, asked: "MultiDict[str, str]") -> PresetCheck:
    """Read by what is checked; everything that is wrong with it is named at once."""
    problems: list[Problem] = []
    own = event_preset(current)
    key = asked.get("preset") or (EVENT if own is not None else DEFAULT_PRESET)
    preset = own if key == EVENT else load_preset(key) if key in IDS else None
    if preset is None:
        problems.append(Problem("preset", repr(key[:40]), _("a preset of the list")))
    limits = read_form(LegalLimits, asked)
    problems += (problem for found in limits.problems.values() for problem in found)
    if preset is None or problems:
        raise InputError(problems)
    return PresetCheck(key, preset, limits.question)


def preset_choices(current: Current) -> tuple[tuple[str, str], ...]:
    """List the presets to choose from, the event's own first."""
    own = event_preset(current)
    first = ((EVENT, _("This event: %(preset)s", preset=tr(own.called))),) if own is not None else ()
    return (*first, *((each, tr(load_preset(each).called)) for each in IDS))


# ---- the check


def legality_of(state: TableState, asked: PresetCheck) -> Legality:
    """Check the table; worked out once for a version of it."""
    return _checked(state, _Kept((repr(asked.preset), asked.limits), asked))


class _Kept:
    """What was asked, distinguished by its values."""

    __slots__ = ("asked", "name")

    def __init__(self, name: tuple[object, ...], asked: PresetCheck) -> None:
        self.name = name
        self.asked = asked

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


@cached
def _checked(state: TableState, by: _Kept) -> Legality:
    asked = by.asked
    preset, tolerance = with_base(asked.preset, asked.limits.base), asked.limits.tolerance
    return run_long_work("legality", partial(_legality, state.current.table, preset, tolerance))


def _legality(table: Table, preset: Preset, tolerance: float | None) -> Legality:
    return check_table(prepare(table).prepared, preset, tolerance=tolerance)


# ---- sentences of the page


def rows_of(
    findings: Sequence[Finding], table: Table, names: Names, *, pins: Mapping[int, int]
) -> tuple[FindingLine, ...]:
    """Say findings on a table; `pins` has the number on the map by index."""
    return tuple(
        FindingLine(
            pins.get(index, 0),
            finding.key,
            finding.severity,
            words_of_finding(finding, names, translate=tr),
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
    counted = dict(count_words(legality, translate=tr))
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
        reported = [each for each in checked.findings if each.severity != "pass"]
        found.append(
            SideList(
                side.name,
                large,
                " · ".join((*rest, worth)),
                rows_of(reported, table, names, pins={}),
                tuple(tr(each.label) for each in checked.skipped),
            )
        )
    return tuple(found)
