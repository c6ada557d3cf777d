"""Does a layout meet what the event prescribes? Worked out once for each state of a layout, and cached."""

from collections.abc import Hashable
from functools import partial
from typing import Final

from astrike.dataclass import dataclass
from astrike.editing.events.tables import table_document
from astrike.errors import InputError
from astrike.formats.table.table_file import parse_document
from astrike.model.events.event import Event
from astrike.model.legality import Legality
from astrike.model.table import Table
from astrike.report.layout.sentences import open_names
from astrike.rules.layout.legality import NO_TERRAIN, check_table
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.events.layouts import EventLayout
from astrike.web.events.presets import preset_of
from astrike.web.http.i18n import tr
from astrike.web.jobs.dispatch import run_long_work
from astrike.web.jobs.keyed_cache import KeyedCache
from astrike.web.layout.presets import DeploymentSetup, with_zones

_CHECKED: Final = KeyedCache[Legality]()
_UNPLAYABLE: Final = KeyedCache[bool]()


@dataclass(frozen=True, slots=True)
class LayoutReport:
    """The verdict on a layout in two words."""

    state: str
    """`pass`, `close`, `error`, `open` (too little to check), or why there is no verdict: `wrong` (cannot be read),
    `unknown` (not looked at yet), `none` (no layout)."""
    errors: int = 0
    close: int = 0
    unchecked: tuple[str, ...] = ()
    """Topics that nobody checked."""
    is_empty: bool = False
    """Is there no terrain to check?"""


NO_LAYOUT: Final = LayoutReport("none")
UNKNOWN: Final = LayoutReport("unknown")
UNPLAYABLE: Final = LayoutReport("wrong")
"""The report where the edition or the options of the event do not fit the layout."""


def known_report(event: Event, layout: EventLayout) -> LayoutReport:
    """Give the report of a layout, if it is known already."""
    name = _name(event, layout)
    if _UNPLAYABLE.peek(name):
        return UNPLAYABLE
    found = _CHECKED.peek(name)
    return UNKNOWN if found is None else _report(found)


def report_of(event: Event, layout: EventLayout) -> LayoutReport:
    """Give the report of a layout."""
    try:
        return _report(legality_of(event, layout))
    except InputError:
        _UNPLAYABLE.of(_name(event, layout), lambda: True)
        return UNPLAYABLE


def legality_of(event: Event, layout: EventLayout) -> Legality:
    """Check a layout against the preset of the event, as it would be on a table."""

    check = partial(_legality, event, layout)
    return _CHECKED.of(_name(event, layout), lambda: run_long_work("legality", check))


def _legality(event: Event, layout: EventLayout) -> Legality:
    return check_table(prepare_table(laid_out(event, layout)), preset_of(event))


def laid_out(event: Event, layout: EventLayout, setup: DeploymentSetup | None = None) -> Table:
    """Give a layout as a table of the event, on demand with the zones of a way to set up."""
    document = table_document(event, layout.document, name=layout.name)
    return parse_document(document if setup is None else with_zones(document, setup))


def _name(event: Event, layout: EventLayout) -> Hashable:
    by = (event.edition, repr(event.options), event.environment, event.preset, repr(event.own_preset))
    return (layout.digest, layout.name, *by)


def _report(legality: Legality) -> LayoutReport:
    return LayoutReport(
        legality.verdict,
        legality.count("error"),
        legality.count("close"),
        open_names(legality, translate=tr),
        is_empty=any(each.why == NO_TERRAIN for each in legality.open),
    )
