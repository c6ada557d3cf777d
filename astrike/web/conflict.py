"""Somebody else was faster: what did I want, what is there now, and who did that?

The form can be sent again as it was, made from the newest version, or be dropped.
"""

from dataclasses import dataclass
from datetime import datetime

from flask import request, url_for

from astrike.errors import Conflict, SentBefore
from astrike.store.journal import history
from astrike.web.change_labels import sentence
from astrike.web.current import Line, Wanted
from astrike.web.database import database
from astrike.web.device import local_path

MOST_SHOWN = 12
_STAMP = frozenset({"version", "change_id"})


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """A change that came in between."""

    what: str
    author: str
    time: datetime


@dataclass(frozen=True, slots=True)
class ConflictContext:
    """What the page about a stale form shows. `can_repeat` is false when sending again would fail again."""

    table_name: str
    mine: str
    lines: tuple[Line, ...]
    meanwhile: tuple[Meanwhile, ...]
    is_cut: bool
    message: str
    can_repeat: bool
    is_spent: bool
    """Was this very form sent before, with something else in it? Then that is saved, and this is not yet."""
    action: str
    fields: tuple[tuple[str, str], ...]
    mine_version: int
    version: int
    back: str


def conflict_context(error: Conflict, wanted: Wanted) -> ConflictContext:
    """Gather both versions."""
    current = wanted.current
    since = [
        each
        for each in history(database(), current.stored.id, limit=MOST_SHOWN + 1)
        if each.version > error.mine_version
    ]
    fields = wanted.fields
    if fields is None:
        fields = tuple(request.form.items(multi=True))
    is_spent = isinstance(error, SentBefore)
    # The table was loaded before the write was tried; the newest version is the one that refused it.
    return ConflictContext(
        table_name=current.name,
        mine=sentence(wanted.label),
        # What both wanted alike is no conflict.
        lines=tuple(line for line in wanted.lines if line.mine != line.now),
        meanwhile=tuple(Meanwhile(sentence(e.label, e.kind), e.author, e.time) for e in since[:MOST_SHOWN]),
        is_cut=len(since) > MOST_SHOWN,
        message=error.message,
        can_repeat=bool(since) or is_spent,
        is_spent=is_spent,
        action=request.full_path.rstrip("?"),
        fields=tuple((name, value) for name, value in fields if name not in _STAMP),
        mine_version=error.mine_version,
        version=error.current_version,
        back=local_path(request.form.get("next") or url_for("table.show_table", code=current.code)),
    )
