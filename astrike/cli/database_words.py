"""In which words does the command line report what became of a database: checked, backed up, restored?"""

from collections.abc import Mapping, Sequence
from typing import Final

from astrike.report.schema import FLAG, TEXT, WHOLE, Json, JsonRecord, key, list_of, object_of, or_null
from astrike.report.words.texts import visible
from astrike.store.care.backups import BackupResult, RestoreResult
from astrike.store.care.integrity import IntegrityReport
from astrike.store.care.row_checks import Flaw
from astrike.web.http.i18n import _


def check_text(found: IntegrityReport) -> str:
    """Say whether a database is sound, and everything that is wrong with it."""
    if found.is_sound:
        verdict = _("%(path)s is sound: %(rows)s.", path=found.path, rows=_rows_text(found.rows))
    else:
        verdict = _("%(path)s is not sound. Findings: %(count)s", path=found.path, count=len(found.flaws))
    lines = [verdict]
    lines += ["", *map(_flaw_text, found.flaws)] if found.flaws else []
    if not found.is_current:
        lines += ["", _("It is of an older astrike. It is copied and brought up to date when it is served.")]
    if found.flaws:
        lines += [
            "",
            _("astrike restore FILE %(path)s --replace puts a backup in its place.", path=found.path),
        ]
    return _shown(lines)


_FLAW: Final = JsonRecord[Flaw]("", key("table", TEXT), key("id", TEXT, "row"), key("found", TEXT))
CHECKUP: Final = JsonRecord[IntegrityReport](
    "",
    key("database", TEXT, lambda found: str(found.path)),
    key("ok", FLAG, "is_sound"),
    key("current", FLAG, "is_current"),
    key("rows", object_of(WHOLE)),
    key("findings", list_of(_FLAW), "flaws"),
)


def check_json(found: IntegrityReport) -> Json:
    """Write as plain values whether a database is sound, and everything that is wrong with it."""
    return CHECKUP.written(found)


def backup_text(made: BackupResult) -> str:
    """State where a backup is and what is in it."""
    return visible(
        _("%(path)s holds a verified copy: %(rows)s.", path=made.place, rows=_rows_text(made.rows))
    )


BACKUP: Final = JsonRecord[BackupResult](
    "", key("copy", TEXT, lambda made: str(made.place)), key("rows", object_of(WHOLE))
)


def backup_json(made: BackupResult) -> Json:
    """Write as plain values where a backup is and what is in it."""
    return BACKUP.written(made)


def restored_text(done: RestoreResult) -> str:
    """State what was restored, where the old file is, and what a running server does about it."""
    lines = [_("%(path)s is restored: %(rows)s.", path=done.place, rows=_rows_text(done.rows))]
    if done.kept is not None:
        lines.append(_("What was there before is kept in %(path)s", path=done.kept))
    if done.is_picked_up and done.kept is not None:
        lines.append(_("A server that is running goes on with it. Reload open pages."))
    elif not done.is_picked_up:
        lines.append(_("Start the server again to use it."))
    return _shown(lines)


RESTORED: Final = JsonRecord[RestoreResult](
    "",
    key("database", TEXT, lambda done: str(done.place)),
    key("kept", or_null(TEXT), lambda done: None if done.kept is None else str(done.kept)),
    key("rows", object_of(WHOLE)),
    key("restart", FLAG, lambda done: not done.is_picked_up),
)


def restored_json(done: RestoreResult) -> Json:
    """Write as plain values what was restored, and where the old file is."""
    return RESTORED.written(done)


def _shown(lines: Sequence[str]) -> str:
    return "\n".join(map(visible, lines))


def _rows_text(rows: Mapping[str, int]) -> str:
    """List what people would ask about; what is beside that has its rows in the JSON."""
    reported = (
        (_("tables"), "tables"),
        (_("changes"), "changes"),
        (_("events"), "events"),
        (_("rulings"), "rulings"),
        (_("saved pieces and layouts"), "library"),
        (_("cards"), "cards"),
    )
    return ", ".join(f"{name} {rows[key]}" for name, key in reported if key in rows)


def _flaw_text(flaw: Flaw) -> str:
    return f"{flaw.table} {flaw.row}: {flaw.found}" if flaw.row else f"{flaw.table}: {flaw.found}"
