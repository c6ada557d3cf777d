"""What changed on this table, when and by whom, and can it be undone?"""

from datetime import datetime
from typing import Protocol

from flask import Response, jsonify, request

from astrike.dataclass import dataclass
from astrike.errors import Forbidden, InputError, Problem
from astrike.model.document_change import ChangeLabel
from astrike.store.database.column_values import json_to_text, time_to_text
from astrike.store.database.connection import Database
from astrike.store.rulings.rulings import RulingLine, decisions_of_table
from astrike.store.table.changes import redo, undo
from astrike.store.table.codes import Right
from astrike.store.table.log import HeldBackBy, PlayedChange, history, whole_history
from astrike.store.table.rolls import newest_roll, rolls
from astrike.store.table.tables import StoredTable
from astrike.web.access.rights import right_now
from astrike.web.current.log_words import change_sentence, roll_news, roll_sentence
from astrike.web.current.news import ChangeInBetween, UndoButtons, held_back_words, undo_buttons
from astrike.web.current.table import (
    Current,
    back_to_table,
    form_id,
    form_version,
    keeping_refused,
    load_current,
    player_name,
)
from astrike.web.database import database
from astrike.web.http.device import known_device
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _
from astrike.web.http.responses import download_of, show, with_etag
from astrike.web.settings import settings
from astrike.web.slots import slots

ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Logged:
    """One change in the log."""

    version: int
    change: ChangeInBetween
    is_by_organizer: bool
    is_own: bool
    """Was it made on the phone that asks?"""


@dataclass(frozen=True, slots=True)
class HistoryContext:
    """One page of the log, the newest first."""

    current: Current
    changes: tuple[Logged, ...]
    steps: UndoButtons
    is_newest: bool
    older: int | None


def show_history(code: str) -> str:
    """Show what changed."""
    current = load_current(code)
    before = _before()
    found = history(database(), current.stored.id, limit=ON_A_PAGE + 1, before=before)
    changes = tuple(
        Logged(
            each.version,
            ChangeInBetween(change_sentence(each.label, each.kind), each.author, each.time),
            settings().rights and each.right is Right.ORGANISE,
            each.device is not None and each.device == known_device(),
        )
        for each in found[:ON_A_PAGE]
    )
    context = HistoryContext(
        current=current,
        changes=changes,
        steps=undo_buttons(current),
        is_newest=before is None,
        older=found[ON_A_PAGE - 1].version if len(found) > ON_A_PAGE else None,
    )
    return show("table/history.html", context, parts=("log",))


def download_history(code: str) -> Response:
    """Give all changes that are kept, the oldest first, with every move and attack as it was recorded."""
    current = load_current(code)
    found = {
        "table": current.stored.name,
        "version": current.version,
        "changes": [_as_json(each) for each in whole_history(database(), current.stored.id)],
    }
    name = _("%(table)s history", table=current.stored.name)
    data = json_to_text(found).encode()
    return download_of(data, name=name, extension=".json", media_type="application/json")


def _as_json(change: PlayedChange) -> dict[str, object]:
    about: dict[str, object] = {} if change.about is None else {"about": change.about}
    return {
        "version": change.version,
        "kind": change.kind,
        **about,
        "time": time_to_text(change.time),
        "author": change.author,
        "key": change.label.key,
        "names": dict(change.label.names),
        "undone": change.is_undone,
        "play": change.play,
    }


def show_version(code: str) -> Response:
    """Say which version is the newest; made to be asked all the time, so it reads a few rows only."""
    version, fell = right_now().version, newest_roll(database(), right_now().table_id)
    more = slots().news_at(right_now().table_id)
    decided, ruling = decisions_of_table(database(), right_now().table_id)
    tag = f"v{version}" + (f"-r{fell}" if fell else "") + (f"-g{decided}" if decided else "")
    tag += "" if more is None else more.tag
    response = with_etag("", tag)
    if response.status_code != 304:
        last = history(database(), right_now().table_id, limit=1)
        news = [{"what": change_sentence(each.label, each.kind), "author": each.author} for each in last]
        found: dict[str, object] = {
            "version": version,
            "last": news[0] if news else None,
            "rolls": fell,
            "roll": _newest_dice(),
            "decided": decided,
            "ruling": _newest_decision(ruling) if decided else None,
        }
        if more is not None:
            found.update(more.values())
        response.set_data(jsonify(found).get_data())
        response.mimetype = "application/json"
    return response


def _newest_decision(ruling: RulingLine | None) -> dict[str, str]:
    if ruling is None or ruling.decision is None:
        return {"what": _("An agreement was taken back"), "question": "", "show": _("Show")}
    stated = {"outcome": ruling.decision.outcome}
    is_judged = ruling.decision.how == "judged"
    what = _("Judge: %(outcome)s", **stated) if is_judged else _("Agreed: %(outcome)s", **stated)
    return {"what": what, "question": ruling.question, "show": _("Show")}


def _newest_dice() -> dict[str, str] | None:
    found = rolls(database(), right_now().table_id, limit=1)
    if not found:
        return None
    fell = " ".join(str(die.fell) for die in found[0].dice)
    label, author = found[0].label, found[0].author
    return {
        "what": roll_sentence(label),
        "fell": fell,
        "author": author,
        "says": roll_news(label, fell, author),
    }


def undo_change(code: str) -> Response:
    """Take the newest change back."""
    current = load_current(code)
    return _step(current, undo, "undo", current.stored.undoable, current.stored.undo_held)


def redo_change(code: str) -> Response:
    """Redo the change that was undone last."""
    current = load_current(code)
    return _step(current, redo, "redo", current.stored.redoable, current.stored.redo_held)


class _Step(Protocol):
    """`undo` or `redo`."""

    def __call__(
        self,
        db: Database,
        table_id: int,
        *,
        from_version: int,
        right: Right,
        author: str,
        client_id: str,
        now: datetime,
        device: str | None,
    ) -> StoredTable:
        """Make it."""


def _step(
    current: Current, step: _Step, way: str, about: ChangeLabel | None, held: HeldBackBy | None
) -> Response:
    from_version = form_version()
    if about is not None and held is not None and current.right is not Right.ORGANISE:
        _refuse_held(current, from_version, way, about, held)
    what = _("nothing") if about is None else change_sentence(about)
    with keeping_refused(current, ChangeLabel(f"step.{way}", {"what": what})):
        step(
            database(),
            current.stored.id,
            from_version=from_version,
            right=current.right,
            author=player_name(current),
            client_id=form_id(),
            now=settings().now(),
            device=known_device(),
        )
    return back_to_table(current)


def _refuse_held(current: Current, from_version: int, way: str, about: ChangeLabel, held: HeldBackBy) -> None:
    """Name what this code cannot undo; a change that is newer than the form is a conflict, as on other pages."""
    if from_version == current.version:
        raise Forbidden(f"{change_sentence(about)}. {held_back_words(way, held)}")


def _before() -> int | None:
    text = request.args.get("before")
    if text is None:
        return None
    version = digits_or_none(text)
    if version is None:
        raise InputError(
            [Problem(at="before", found=repr(text[:20]), expected=_("a version, a whole number"))]
        )
    return version
