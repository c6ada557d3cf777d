"""Is a database file sound, can it be backed up, and can a backup be restored? The work behind the commands."""

from collections.abc import Mapping
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from astrike.editing.terrain.saved import layout_table, piece_table
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.rulebook.loader import DEFAULT_EDITION, IDS
from astrike.store.care import backups
from astrike.store.care.backups import BackupResult, RestoreResult
from astrike.store.care.integrity import IntegrityReport, check_database
from astrike.store.care.row_checks import DocumentReaders, ExtraChecks


def ask_check(path: str) -> IntegrityReport:
    """Check a database with the readers that the pages use."""
    return check_database(
        Path(path), DocumentReaders(table=parse_document, layout=_layout, piece=_piece), _more()
    )


def ask_backup(path: str, place: str, *, replace: bool) -> BackupResult:
    """Copy a database, also while a server writes into it."""
    return backups.back_up(Path(path), Path(place), replace=replace)


def ask_restore(copy: str, place: str, *, now: datetime, replace: bool) -> RestoreResult:
    """Replace a database with a backup; a backup with any flaw is refused before the database is touched."""
    found = ask_check(copy)
    if not found.is_sound:
        raise InputError(
            [Problem(" ".join((copy, each.table, each.row)).strip(), each.found, "") for each in found.flaws]
            + [Problem(copy, "it was not put back, because of what is wrong with it", "")]
        )
    return backups.restore(Path(copy), Path(place), now=now, replace=replace)


def _more() -> tuple[ExtraChecks, ...]:
    """Give the checks of events, where this program has events."""
    if find_spec("astrike.web.events") is None:
        return ()
    checks: ExtraChecks = import_module("astrike.web.events.database_checks").CHECKS
    return (checks,)


def _layout(document: Mapping[str, Any]) -> object:
    return layout_table(document, name="", edition=_edition(document.get("astrike", {})))


def _piece(document: Mapping[str, Any]) -> object:
    return piece_table(document, name="", edition=_edition(document))


def _edition(head: Mapping[str, Any]) -> str:
    """Give the edition that a document names, or the usual one where the program does not have that any more."""
    named = head.get("edition", DEFAULT_EDITION)
    return named if named in IDS else DEFAULT_EDITION
