"""How long may this answer take, and is its asker still there? The time budget of a request and of each part of it."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final

from flask import has_request_context, request

from astrike.deadline import stopped_by
from astrike.errors import AskerGone, OutOfTime
from astrike.web.http.i18n import _
from astrike.web.http.page_routes import route_now
from astrike.web.settings import settings
from astrike.web.work_limits import WorkKind

_WHAT: Final[Mapping[WorkKind, Callable[[], str]]] = MappingProxyType(
    {
        "question": lambda: _("this question takes too long to answer"),
        "search": lambda: _("this search takes too long"),
        "legality": lambda: _("the check of this table takes too long"),
        "batch": lambda: _("checking all these tables takes too long"),
        "paper": lambda: _("this sheet takes too long to draw"),
        "map": lambda: _("this map takes too long to read"),
        "layout": lambda: _("this random table takes too long to place"),
        "archive": lambda: _("this event takes too long to pack or unpack"),
    }
)
_HINTS: Final[Mapping[WorkKind, Callable[[], str]]] = MappingProxyType(
    {
        "batch": lambda: _("Send fewer tables at once, or use the astrike command, which has no limit."),
        "paper": lambda: _("Try again later, or print fewer sheets at once."),
        "map": lambda: _("Simplify the map in the tool it comes from."),
        "layout": lambda: _("Ask for fewer pieces or smaller gaps."),
        "archive": lambda: _("Try again when less is asked of this server."),
    }
)


class TimeBudget:
    """A budget of seconds that is being used up.

    What is spent on something with a budget of its own does not count, unless that is one of many parts of the same.
    """

    def __init__(
        self,
        kind: WorkKind,
        seconds: float,
        is_gone: Callable[[], bool],
        *,
        part_of: "TimeBudget | None" = None,
    ) -> None:
        self.kind: WorkKind = kind
        self._part_of = part_of
        self.seconds = seconds
        self.is_gone = is_gone
        self.until = time.monotonic() + seconds

    def check_asker(self) -> None:
        """Raise `AskerGone` when nobody waits any more."""
        if self.is_gone():
            raise AskerGone(_("Whoever asked this is gone."))

    def check(self) -> None:
        """Raise `AskerGone` when nobody waits any more, and `OutOfTime` when the budget is used up."""
        self.check_asker()
        if time.monotonic() > self.until:
            raise OutOfTime(_gave_up(self.kind, self.seconds), seconds=self.seconds)
        if self._part_of is not None:
            self._part_of.check()


_NOW: Final[ContextVar[TimeBudget | None]] = ContextVar("time_budget", default=None)


@contextmanager
def within_budget(kind: WorkKind) -> Iterator[TimeBudget]:
    """Give what is worked out inside the budget of its kind, and stop it when that is used up or the asker is gone."""
    outer = _NOW.get()
    batch = outer if outer is not None and outer.kind == "batch" else None
    budget = TimeBudget(
        kind,
        settings().limits.seconds[kind],
        _is_gone_now() if outer is None else outer.is_gone,
        part_of=batch,
    )
    token = _NOW.set(budget)
    try:
        with outside_budget(None if batch else outer), stopped_by(budget.check):
            yield budget
    finally:
        _NOW.reset(token)


@contextmanager
def outside_budget(outer: TimeBudget | None) -> Iterator[None]:
    """Leave out of a budget what is spent inside."""
    begun = time.monotonic()
    try:
        yield
    finally:
        if outer is not None:
            outer.until += time.monotonic() - begun


def time_budget_now() -> TimeBudget | None:
    """Give the budget that is being used; None outside of requests."""
    return _NOW.get()


def _is_gone_now() -> Callable[[], bool]:
    """Give what tells whether the browser has hung up, where the server knows.

    What a form wants written is written also when its browser has gone on to the next page.
    """
    if not has_request_context():
        return _never
    if request.method == "POST":
        route = route_now()
        if route is None or not route.is_question:
            return _never
    gone = request.environ.get("waitress.client_disconnected")
    return gone if callable(gone) else _never


def _never() -> bool:
    return False


def _usual_hint() -> str:
    return _("Ask about fewer or simpler pieces, or use the astrike command, which has no limit.")


def _gave_up(kind: WorkKind, seconds: float) -> str:
    hint = _HINTS.get(kind, _usual_hint)
    return _(
        "Gave up after %(seconds)s s: %(what)s. %(hint)s",
        seconds=f"{seconds:g}",
        what=_WHAT[kind](),
        hint=hint(),
    )
