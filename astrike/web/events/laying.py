"""How are layouts, zones and options applied to tables of an event?

All of them are checked first; then each table is changed as an undo entry of its own.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.editing.events.differences import settings_operations
from astrike.editing.events.tables import table_document
from astrike.editing.layout.deployment_zones import lay_deployment
from astrike.errors import Conflict, InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ChangeLabel, Operation, RemoveFeature, ReplaceDocument, apply
from astrike.store.events.layouts import layouts_of
from astrike.store.events.tables import StoredEventTable
from astrike.store.events.undo_states import ChangedTables
from astrike.store.table.changes import change_table, version_written
from astrike.store.table.codes import Right
from astrike.store.table.log import ChangedBy
from astrike.store.table.tables import StoredTable, load_table
from astrike.web.database import database
from astrike.web.events.current import CurrentEvent
from astrike.web.events.presets import preset_of, setup_in_round
from astrike.web.http.i18n import _
from astrike.web.layout.presets import DeploymentSetup, tolerance_of, with_zones

DocumentChange = Callable[[StoredTable], Sequence[Operation]]

_TRIES: Final = 3


@dataclass(frozen=True, slots=True)
class AppliedToTables:
    """What came of laying something on tables."""

    tables: int
    changed: ChangedTables | None
    """The undo entry of the event; None where every table had it already."""
    zones: int = 0
    """How many zones it replaced."""


def apply_layouts(
    current: CurrentEvent,
    tables: Sequence[StoredEventTable],
    *,
    in_round: int,
    keep_units: bool,
    who: ChangedBy,
) -> AppliedToTables:
    """Put the layouts of a round on some tables, with its zones: all of them, or none."""
    layouts = {each.name: each.document for each in layouts_of(database(), current.id)}
    setup = setup_in_round(current.event, in_round)
    tolerance = tolerance_of(preset_of(current.event))

    def change_to(layout: dict[str, object], number: int) -> DocumentChange:
        def document(stored: StoredTable) -> Sequence[Operation]:
            name = stored.name or _("Table %(number)s", number=number)
            keep = stored.document if keep_units else None
            found = table_document(current.event, layout, name=name, tolerance=tolerance, keep=keep)
            return [ReplaceDocument(found if setup is None else with_zones(found, setup))]

        return document

    laid = [
        (table, ChangeLabel("layout.used", {"piece": name}), change_to(layouts[name], table.number))
        for table in tables
        if (name := current.event.game(table.number, in_round).layout) in layouts
    ]
    return _change_all(laid, who)


def apply_zones(
    tables: Sequence[StoredEventTable], setup: DeploymentSetup, *, first: int, who: ChangedBy
) -> AppliedToTables:
    """Put the zones of a way to set up on some tables: all of them, or none."""

    def zones(stored: StoredTable) -> Sequence[Operation]:
        return lay_deployment(
            parse_document(stored.document), setup.deployment, called=setup.called, first=first
        ).operations

    label = ChangeLabel("deployment.laid", {"name": setup.called})
    return _change_all([(table, label, zones) for table in tables], who)


def apply_settings(
    current: CurrentEvent, tables: Sequence[StoredEventTable], *, who: ChangedBy
) -> AppliedToTables:
    """Let some tables be played as the event is: all of them, or none; units and terrain stay."""
    tolerance = tolerance_of(preset_of(current.event))

    def settings(stored: StoredTable) -> Sequence[Operation]:
        operations = settings_operations(stored.document, current.event, tolerance=tolerance)
        if operations:
            parse_document(apply(stored.document, operations)[0])
        return operations

    label = ChangeLabel("table.event-options", {"event": current.event.name})
    return _change_all([(table, label, settings) for table in tables], who)


def _change_all(
    changes: Sequence[tuple[StoredEventTable, ChangeLabel, DocumentChange]], who: ChangedBy
) -> AppliedToTables:
    """Change tables, each in a step of its own; nothing is written when one of them cannot be."""
    problems: list[Problem] = []
    ready: dict[int, tuple[int, Sequence[Operation]]] = {}
    for table, _label, change in changes:
        stored = load_table(database(), table.table_id)
        try:
            ready[table.table_id] = stored.version, change(stored)
        except InputError as error:
            at = _("Table %(number)s", number=table.number)
            problems += [Problem(f"{at}, {each.at}", each.found, each.expected) for each in error.problems]
    if problems:
        raise InputError(problems)
    laid: list[tuple[int, int]] = []
    for table, label, change in changes:
        version = _change(table, label, change, who, ready=ready[table.table_id])
        if version is not None:
            laid.append((table.table_id, version))
    gone = sum(isinstance(each, RemoveFeature) for _version, found in ready.values() for each in found)
    return AppliedToTables(len(changes), ChangedTables(tuple(laid)) if laid else None, gone)


def _change(
    table: StoredEventTable,
    label: ChangeLabel,
    change: DocumentChange,
    who: ChangedBy,
    *,
    ready: tuple[int, Sequence[Operation]],
) -> int | None:
    """Change one table; answer the version that it got, and nothing where it was so already.

    `ready` is what was worked out for a version; it is worked out anew when somebody has changed the table meanwhile.
    """
    client_id = f"{_short(who.client_id or '')}-{table.number}"
    for attempt in range(_TRIES):
        written = version_written(database(), table.table_id, client_id)
        if written is not None:  # a second copy of this form was faster
            return written
        stored = load_table(database(), table.table_id)
        try:
            after = change_table(
                database(),
                table.table_id,
                from_version=stored.version,
                operations=ready[1] if ready[0] == stored.version else change(stored),
                label=label,
                right=Right.ORGANISE,
                author=who.author,
                client_id=client_id,
                now=who.now,
                check=parse_document,
            )
        except Conflict:
            if attempt == _TRIES - 1:
                raise
        else:
            return after.version if after.version > stored.version else None
    return None


def _short(client_id: str) -> str:
    return hashlib.sha256(client_id.encode()).hexdigest()[:24]
