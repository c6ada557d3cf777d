"""Whose work is done now? The one place where pages hand over searches, long work, and waiting for others.

Client addresses take turns, and so do the tables and events that are asked about from each. Work that cannot be
accepted is refused in words, with the time to try again; work that exceeds its budget ends with an error.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
from typing import Final, TypeVar, cast

from flask import Flask, current_app, has_request_context, request

from astrike.deadline import go_on
from astrike.web.http.i18n import _, language
from astrike.web.http.page_routes import holder_now, route_now
from astrike.web.jobs.processes import Processes
from astrike.web.jobs.quick_slot import give_up_slot
from astrike.web.jobs.time_budget import outside_budget, time_budget_now, within_budget
from astrike.web.jobs.turns import Asker, FairTurns, RefusalWords, WaitingRoom
from astrike.web.network import address_group
from astrike.web.work_limits import ServerLimits, WorkKind

Answer = TypeVar("Answer")

_PLACES: Final = "astrike.places"


class WorkDispatcher:
    """The places of one application, and who waits for them."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        places = limits.places
        self.processes = Processes(limits.processes, megabytes=limits.megabytes) if limits.processes else None
        self.long = FairTurns(
            places,
            each=max(1, places - 1),
            each_address=max(2, places - 1),
            room=self._room(limits.waiting, limits.waiting_each),
        )
        self.searches = FairTurns(
            1, each=1, each_address=1, room=self._room(limits.searching, limits.searching_each)
        )
        self.anonymous = FairTurns(
            limits.anonymous,
            each=limits.anonymous_each,
            each_address=limits.anonymous_each,
            room=self._room(limits.anonymous_waiting, limits.anonymous_waiting_each),
        )
        # What a thread has once taken it keeps: many that each search once in a while would keep many times as much.
        self.searcher = ThreadPoolExecutor(max_workers=1, thread_name_prefix="searches")
        self._guard = threading.Lock()
        self._same = self._room(limits.same, limits.same_each)

    def _room(self, most: int, each: int) -> WaitingRoom:
        return WaitingRoom(most, each=each, kept=self.limits.kept)

    @contextmanager
    def waiting_for_another(self) -> Iterator[None]:
        """Wait for what another asker has asked for already; few may."""
        asker = asker_now()
        with self._guard:
            self._same.enter(asker, _words())
        give_up_slot()
        try:
            with outside_budget(time_budget_now()):
                yield
        finally:
            with self._guard:
                self._same.leave(asker)

    def close(self) -> None:
        """End what is worked on."""
        if self.processes is not None:
            self.processes.close()
        self.searcher.shutdown(wait=False, cancel_futures=True)


def open_dispatcher(app: Flask, limits: ServerLimits) -> None:
    """Give an application its places; nothing is started before it is needed."""
    app.extensions[_PLACES] = WorkDispatcher(limits)


def dispatcher_of(app: Flask) -> WorkDispatcher:
    """Give the places of an application."""
    return cast(WorkDispatcher, app.extensions[_PLACES])


def dispatcher_now() -> WorkDispatcher:
    """Give the places of this application."""
    return dispatcher_of(current_app)


def asker_now() -> Asker:
    """Name who asks: the table or the event whose code is in the address, and where the question comes from."""
    address = address_group(request.remote_addr or "")
    holder = holder_now()
    name = None if holder is None else holder.asker
    return Asker(address, name or f"address {address}")


# ---- having something worked out


@contextmanager
def answering() -> Iterator[None]:
    """Answer a request inside its budget; without a code, only so many at once."""
    with within_budget("question"):
        if not _is_anonymous():
            yield
            return
        with _turn(dispatcher_now().anonymous):
            yield


def run_long_work(kind: WorkKind, question: Callable[[], Answer]) -> Answer:
    """Have long work done, after those whose turn it is.

    The question is a `partial` of a module's function: it is answered in another process.
    """
    dispatcher, outer = dispatcher_now(), time_budget_now()
    give_up_slot()
    with _turn(dispatcher.long):
        if dispatcher.processes is not None:
            with outside_budget(outer):
                dispatcher.processes.begin(go_on=go_on if outer is None else outer.check_asker)
        with within_budget(kind) as budget:
            if dispatcher.processes is None:
                return question()
            return dispatcher.processes.answer(question, language=language(), go_on=budget.check)


def in_turn(search: Callable[[], Answer]) -> Answer:
    """Search in the thread that all searches share, after those whose turn it is."""
    places = dispatcher_now()
    give_up_slot()
    with _turn(places.searches), within_budget("search"):
        # In the context of the request: what is found may be put into words.
        return places.searcher.submit(copy_context().run, search).result()


@contextmanager
def waiting_for_another() -> Iterator[None]:
    """Wait for an answer that another asker is having worked out; outside of requests without any bounds."""
    if not has_request_context():
        yield
        return
    with dispatcher_now().waiting_for_another():
        yield


@contextmanager
def _turn(turns: FairTurns) -> Iterator[None]:
    """Hold a place; waiting for it is not counted."""
    budget = time_budget_now()
    still_there = go_on if budget is None else budget.check_asker
    with ExitStack() as held:
        with outside_budget(budget):
            held.enter_context(
                turns.turn(
                    asker_now(), words=_words(), patience=dispatcher_now().limits.patience, go_on=still_there
                )
            )
        yield


def _is_anonymous() -> bool:
    """Is this work for an asker without a code?"""
    route = route_now()
    return route is not None and route.is_anonymous_work


def _words() -> RefusalWords:
    return RefusalWords(
        too_many=_(
            "You have asked for several things at once that are still being worked out. Wait for those first."
        ),
        full=_("This server is busy with other questions. Please try again in a moment."),
    )
