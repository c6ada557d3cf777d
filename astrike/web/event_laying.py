"""How does a layout come onto tables of an event: all of them sound first, then each as a step that can be undone?"""

import hashlib
from collections.abc import Sequence
from typing import Final

from astrike.editing.event_tables import table_document
from astrike.errors import Conflict, InputError, Problem
from astrike.formats.tablefile import parse_document
from astrike.model.change import Label, ReplaceDocument
from astrike.store.changes import change_table
from astrike.store.event_layouts import layouts_of
from astrike.store.event_tables import HallTable
from astrike.store.events import Who
from astrike.store.tables import load_table
from astrike.web.current_event import CurrentEvent
from astrike.web.database import database
from astrike.web.i18n import _
from astrike.web.views.event.presets import preset_of, tolerance_of

_TRIES: Final = 3


def lay_tables(
    current: CurrentEvent, tables: Sequence[HallTable], *, in_round: int, keep_units: bool, who: Who
) -> int:
    """Put the layouts of a round on some tables; say on how many. Nothing is written when one does not fit."""
    layouts = {each.name: each.document for each in layouts_of(database(), current.id)}
    laid = [
        (table, name)
        for table in tables
        if (name := current.event.game(table.number, in_round).layout) in layouts
    ]
    problems: list[Problem] = []
    for table, name in laid:
        try:
            _document(current, table, layouts[name], keep_units=keep_units)
        except InputError as error:
            at = _("Table %(number)s", number=table.number)
            problems += [Problem(f"{at}, {each.at}", each.found, each.expected) for each in error.problems]
    if problems:
        raise InputError(problems)
    for table, name in laid:
        _lay(current, table, name, layouts[name], keep_units=keep_units, who=who)
    return len(laid)


def _lay(
    current: CurrentEvent,
    table: HallTable,
    name: str,
    layout: dict[str, object],
    *,
    keep_units: bool,
    who: Who,
) -> None:
    for attempt in range(_TRIES):
        stored = load_table(database(), table.table_id)
        try:
            change_table(
                database(),
                table.table_id,
                from_version=stored.version,
                operations=[ReplaceDocument(_document(current, table, layout, keep_units=keep_units))],
                label=Label("layout.used", {"piece": name}),
                author=who.author,
                client_id=f"{_short(who.client_id or '')}-{table.number}-{attempt}",
                now=who.now,
                check=parse_document,
            )
        except Conflict:
            if attempt == _TRIES - 1:
                raise
        else:
            return


def _document(
    current: CurrentEvent, table: HallTable, layout: dict[str, object], *, keep_units: bool
) -> dict[str, object]:
    before = load_table(database(), table.table_id)
    return table_document(
        current.event,
        layout,
        name=before.name or _("Table %(number)s", number=table.number),
        tolerance=tolerance_of(preset_of(current.event)),
        keep=before.document if keep_units else None,
    )


def _short(client_id: str) -> str:
    return hashlib.sha256(client_id.encode()).hexdigest()[:24]
