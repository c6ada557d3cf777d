"""Which table is this request about, and how is it changed?

A page loads the table once and makes one change. Every form carries the version it was made from and an id of
its own: an older version is refused with both versions shown, and a form that is sent twice is written once.
"""

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

from flask import Flask, Response, g, request, url_for

from astrike.byte_budget import count_only_in
from astrike.dataclass import dataclass
from astrike.errors import Conflict, InputError, NotFound, Problem, SentBefore
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ChangeLabel, Operation, apply
from astrike.model.play_record import PlayRecord
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.store.table.changes import change_table, document_at, was_written
from astrike.store.table.codes import Right, code_as_meant
from astrike.store.table.log import ChangedBy, history, not_undone
from astrike.store.table.seats import seat_of
from astrike.store.table.tables import StoredTable, load_table
from astrike.web.access.rights import right_now
from astrike.web.current.kept_pages import anew, init_kept_pages
from astrike.web.database import database
from astrike.web.http.device import chosen_name, device_name, known_device, local_path
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other
from astrike.web.jobs.keyed_cache import KeyedCache
from astrike.web.settings import settings

LONGEST_ID: Final = 64
FELL: Final = "fell"
"""Field of a form that is sent again: the id under which its dice were kept the first time."""
_BLOCK: Final = 65_536
_LOOKED_BACK: Final = 50
"""So many changes are looked through for the same one by someone else."""
_TABLES: Final = KeyedCache[Table]()
count_only_in(Table)
count_only_in(Unit, Table)


@dataclass(frozen=True, slots=True)
class Current:
    """The table at its newest version, under the code and with the right of this request."""

    code: str
    right: Right
    stored: StoredTable
    table: Table

    @property
    def version(self) -> int:
        """The newest version."""
        return self.stored.version

    @property
    def name(self) -> str:
        """What people call the table."""
        return self.stored.name or _("Table without a name")


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """One thing a form wanted to change: what it is called, what was wanted, and what it is now."""

    label: str
    mine: str
    now: str


@dataclass(frozen=True, slots=True)
class RefusedChange:
    """What a refused change was about, for the page that shows both versions.

    `fields` are what the form is sent again with.
    """

    current: Current
    label: ChangeLabel
    lines: tuple[ChangedLine, ...]
    fields: tuple[tuple[str, str], ...]


def load_current(code: str) -> Current:
    """Load the table that the code in the address opens."""
    access = right_now()
    stored = load_table(database(), access.table_id)
    key = stored.version_key
    table = _TABLES.of(key, lambda: parse_document(stored.document), of_version=(key[0], key[1:]))
    return Current(code=code_as_meant(code) or code, right=access.right, stored=stored, table=table)


def change(
    current: Current,
    operations: Iterable[Operation],
    *,
    label: ChangeLabel,
    lines: Sequence[ChangedLine] = (),
    fields: Sequence[tuple[str, str]] | None = None,
    version: int | None = None,
    play: PlayRecord | None = None,
) -> StoredTable:
    """Make the change that the posted form asks for, from the version that the form was made from.

    `version` is a newer one, where what changed since is nothing to this form. `lines` say what the form wanted
    beside what is there now; they are shown when someone else was faster. `play` is the move or attack that it is.
    What someone else has made so already, in the same way, is done.
    """
    from_version, client_id, wanted = form_version(), form_id(), tuple(operations)
    with keeping_refused(current, label, lines=lines, fields=fields):
        try:
            return change_table(
                database(),
                current.stored.id,
                from_version=from_version if version is None else version,
                operations=wanted,
                label=label,
                right=current.right,
                author=player_name(current),
                client_id=client_id,
                now=settings().now(),
                check=parse_document,
                device=known_device(),
                play=play,
            )
        except Conflict as error:
            stored = None if isinstance(error, SentBefore) else load_table(database(), current.stored.id)
            if stored is None or not _is_so(stored, wanted, None if play is None else label, error):
                raise
            return stored


def _is_so(
    stored: StoredTable, wanted: Iterable[Operation], played: ChangeLabel | None, error: Conflict
) -> bool:
    """Tell whether a table is as a change would make it; a move or attack has to be one that was made since, too."""
    try:
        after, _back = apply(stored.document, wanted)
    except InputError:  # it is about something that is gone
        return False
    since = history(database(), stored.id, limit=_LOOKED_BACK)
    made = [each.label for each in not_undone(since) if each.version > error.mine_version]
    return after == stored.document and (played is None or played in made)


@contextmanager
def keeping_refused(
    current: Current,
    label: ChangeLabel,
    *,
    lines: Sequence[ChangedLine] = (),
    fields: Sequence[tuple[str, str]] | None = None,
) -> Iterator[None]:
    """Keep what a change was about, in case it is refused because someone else was faster."""
    try:
        yield
    except Conflict:
        said = request.form.items(multi=True) if fields is None else fields
        again = (each for each in said if each[0] != FELL)
        g.wanted = RefusedChange(current, label, tuple(lines), (*again, *_fell_now()))
        raise


def back_to_table(current: Current, *, unit: str | None = None) -> Response:
    """Go on after a form: where it says, else to the page of the table, on which a unit may be chosen."""
    wished = request.form.get("next", "")
    return see_other(
        local_path(wished) if wished else url_for("table.show_table", code=current.code, unit=unit)
    )


def _fell_now() -> tuple[tuple[str, str], ...]:
    """Name the dice that fell for this form: sent again, it takes them and throws none."""
    fell = g.get("fell", request.form.get(FELL))
    return () if fell is None else ((FELL, fell),)


def refused_now() -> RefusedChange | None:
    """Give what the refused change was about, if a page kept it."""
    found: RefusedChange | None = g.get("wanted")
    return found


def player_name(current: Current) -> str:
    """Name who asks: as the phone calls itself, else by the one side that it plays here."""
    chosen, device = chosen_name(), known_device()
    if chosen or device is None:
        return chosen or device_name()
    seat = seat_of(database(), current.stored.id, device)
    if seat is None or seat.is_of_all:
        return device_name()
    sides = [side.name for side in current.table.sides if seat.plays(side.id)]
    return sides[0] if len(sides) == 1 else device_name()


def form_version() -> int:
    """Read the version that the posted form was made from."""
    text = request.form.get("version", "")
    version = digits_or_none(text)
    if version is None:
        raise InputError(
            [Problem(at="version", found=repr(text[:20]), expected=_("the version of the table"))]
        )
    return version


def form_document(current: Current) -> dict[str, object]:
    """Give the document that the posted form was made from; the newest when that one is not kept any more.

    Compare a form with this one: then a form that is sent twice asks for the same change twice.
    """
    version = form_version()
    if version == current.version:
        return current.stored.document
    try:
        return document_at(database(), current.stored.id, version)
    except NotFound:
        return current.stored.document


def form_table(current: Current) -> Table:
    """Give the table that the posted form is about: the newest, but for a form that is sent again that of its version.

    So what is worked out for it, new ids and names too, is what was written when it came first.
    """
    if form_version() == current.version or not was_written(database(), current.stored.id, form_id()):
        return current.table
    return parse_document(form_document(current))


def changed_by_now() -> ChangedBy:
    """Say who sends this form, under which id, and when."""
    return ChangedBy(device_name(), form_id(), settings().now())


def form_id() -> str:
    """Read the id that the page gave to the posted form."""
    text = request.form.get("change_id", "")
    if not 8 <= len(text) <= LONGEST_ID or not text.isprintable():
        raise InputError([Problem(at="change_id", found=repr(text[:20]), expected=_("8 to 64 characters"))])
    return text


def form_origin(kind: str = "form") -> str:
    """Name what was posted, so that the same form makes the same thing once: its id, its address and all it says.

    An id alone would open what someone else made with it.
    """
    rule = request.url_rule
    assert rule is not None
    digest = hashlib.sha256(repr((rule.rule, request.view_args)).encode())
    for name, value in request.form.items(multi=True):
        if name != "change_id":
            digest.update(repr((name, value)).encode())
    for name, file in request.files.items(multi=True):
        digest.update(repr((name, file.filename)).encode())
        file.stream.seek(0)
        while block := file.stream.read(_BLOCK):
            digest.update(block)
        file.stream.seek(0)
    return f"{kind}:{form_id()}:{digest.hexdigest()}"


def new_form_id() -> str:
    """Draw an id for a form; a script may put its own in its place."""
    return secrets.token_hex(12)


def init_current(app: Flask) -> None:
    """Let the form macros draw ids, on pages that are kept as well."""
    init_kept_pages(app)
    app.add_template_global(partial(anew, new_form_id), "new_form_id")
