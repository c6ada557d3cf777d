"""Askers take turns, however much one of them asks, and are refused when there is no room to wait."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from astrike.errors import AskerGone, Busy, TooMuch
from astrike.web.work.turns import Turns, Words

WORDS = Words(too_many="wait for yours", full="wait for others")


def turns(places: int = 1, *, each: int = 1, waiting: int = 8, waiting_each: int = 4) -> Turns:
    return Turns(places, each=each, waiting=waiting, waiting_each=waiting_each)


class Hall:
    """Askers in threads of their own, each of whom works until it is told to stop."""

    def __init__(self, queue: Turns) -> None:
        self.queue = queue
        self.begun: list[str] = []
        self._changed = threading.Condition()
        self._ended: set[str] = set()
        self._threads: list[threading.Thread] = []

    def ask(self, asker: str, name: str, *, go_on: Callable[[], None] = lambda: None) -> None:
        """Let somebody ask, and come back when it has begun or waits."""

        def work() -> None:
            with self.queue.turn(asker, words=WORDS, patience=60, go_on=go_on), self._changed:
                self.begun.append(name)
                self._changed.wait_for(lambda: name in self._ended)

        here = sum(self.queue.load)
        thread = threading.Thread(target=work)
        thread.start()
        self._threads.append(thread)
        self.settle(here + 1)

    def end(self, name: str) -> None:
        """Let somebody stop, and come back when whose turn it is then has begun."""
        here = sum(self.queue.load)
        with self._changed:
            self._ended.add(name)
            self._changed.notify_all()
        self.settle(here - 1)

    def settle(self, here: int) -> None:
        """Wait until so many are here, and all who have a place have begun."""
        until = time.monotonic() + 20
        while time.monotonic() < until:
            running, waiting = self.queue.load
            if running + waiting == here and running == len([n for n in self.begun if n not in self._ended]):
                return
            time.sleep(0.001)
        raise AssertionError("nobody comes or goes")

    def leave(self) -> None:
        with self._changed:
            self._ended |= {f"{asker}{k}" for asker in "abc" for k in range(9)}
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(timeout=20)
            assert not thread.is_alive()


@contextmanager
def hall(queue: Turns) -> Iterator[Hall]:
    found = Hall(queue)
    try:
        yield found
    finally:
        found.leave()


def test_who_asks_once_comes_before_the_second_question_of_who_asks_much() -> None:
    with hall(turns()) as askers:
        for name in ("a0", "a1", "a2", "b0"):
            askers.ask(name[0], name)
        for name in ("a0", "b0", "a1"):
            askers.end(name)
        assert askers.begun == ["a0", "b0", "a1", "a2"]


def test_one_asker_never_has_all_places() -> None:
    with hall(turns(2, each=1)) as askers:
        askers.ask("a", "a0")
        askers.ask("a", "a1")
        assert askers.begun == ["a0"]
        askers.ask("b", "b0")
        assert askers.begun == ["a0", "b0"]


def test_whoever_asks_for_too_much_is_refused_alone() -> None:
    with hall(turns(waiting_each=2)) as askers:
        for name in ("a0", "a1", "a2"):
            askers.ask("a", name)
        with pytest.raises(TooMuch, match="wait for yours") as refused:
            enter(askers.queue, "a")
        assert refused.value.wait_seconds > 0
        askers.ask("b", "b0")
        askers.end("a0")
        assert len(askers.begun) == 2


def test_when_all_room_is_taken_everybody_is_refused() -> None:
    with hall(turns(waiting=2)) as askers:
        for name in ("a0", "b0", "c0"):
            askers.ask(name[0], name)
        with pytest.raises(Busy, match="wait for others"):
            enter(askers.queue, "d")


def test_whoever_goes_away_makes_room() -> None:
    gone = threading.Event()

    def check() -> None:
        if gone.is_set():
            raise AskerGone("gone")

    with hall(turns(waiting=1)) as askers:
        askers.ask("a", "a0")
        failed: list[BaseException] = []

        def wait() -> None:
            try:
                enter(askers.queue, "b", go_on=check)
            except AskerGone as error:
                failed.append(error)

        waiting = threading.Thread(target=wait)
        waiting.start()
        askers.settle(2)
        gone.set()
        waiting.join(timeout=10)
        assert len(failed) == 1
        askers.ask("c", "c0")
        askers.end("a0")
        assert askers.begun == ["a0", "c0"]


def test_nobody_waits_for_ever() -> None:
    with hall(turns()) as askers:
        askers.ask("a", "a0")
        with pytest.raises(Busy):
            enter(askers.queue, "b", patience=0.1)


def test_work_that_fails_gives_its_place_back() -> None:
    queue = turns()
    with pytest.raises(ZeroDivisionError), queue.turn("a", words=WORDS, patience=1, go_on=lambda: None):
        raise ZeroDivisionError
    enter(queue, "b")


def enter(queue: Turns, asker: str, *, patience: float = 5, go_on: Callable[[], None] = lambda: None) -> None:
    with queue.turn(asker, words=WORDS, patience=patience, go_on=go_on):
        pass
