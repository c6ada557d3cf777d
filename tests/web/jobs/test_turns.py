"""Askers take turns, however much one of them asks, and are refused when there is no room to wait."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from astrike.errors import AskerGone, Busy, TooMuch
from astrike.web.jobs.turns import Asker, FairTurns, RefusalWords, WaitingRoom

WORDS = RefusalWords(too_many="wait for yours", full="wait for others")


def turns(places: int = 1, *, each: int = 1, waiting: int = 8, waiting_each: int = 4) -> FairTurns:
    """Give places for tables that each have an address of their own."""
    return FairTurns(
        places, each=each, each_address=places, room=WaitingRoom(waiting, each=waiting_each, kept=0)
    )


def of_addresses(
    places: int = 1, *, each_address: int | None = None, waiting: int = 8, kept: int = 2
) -> FairTurns:
    """Give places for tables that share addresses."""
    room = WaitingRoom(waiting, each=4, kept=kept)
    return FairTurns(places, each=1, each_address=each_address or places, room=room)


def who(asker: str) -> Asker:
    """Read "address table", or a table that has an address of its own."""
    address, _, table = asker.partition(" ")
    return Asker(address, table or address)


class Hall:
    """Askers in threads of their own, each of whom works until it is told to stop."""

    def __init__(self, queue: FairTurns) -> None:
        self.queue = queue
        self.begun: list[str] = []
        self._changed = threading.Condition()
        self._ended: set[str] = set()
        self._is_over = False
        self._threads: list[threading.Thread] = []

    def ask(self, asker: str, name: str, *, go_on: Callable[[], None] = lambda: None) -> None:
        """Let somebody ask, and come back when it has begun or waits."""

        def work() -> None:
            with self.queue.turn(who(asker), words=WORDS, patience=60, go_on=go_on), self._changed:
                self.begun.append(name)
                self._changed.wait_for(lambda: self._is_over or name in self._ended)

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
            self._is_over = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(timeout=20)
            assert not thread.is_alive()


@contextmanager
def hall(queue: FairTurns) -> Iterator[Hall]:
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
    with pytest.raises(ZeroDivisionError), queue.turn(who("a"), words=WORDS, patience=1, go_on=lambda: None):
        raise ZeroDivisionError
    enter(queue, "b")


def enter(
    queue: FairTurns, asker: str, *, patience: float = 5, go_on: Callable[[], None] = lambda: None
) -> None:
    with queue.turn(who(asker), words=WORDS, patience=patience, go_on=go_on):
        pass


def test_who_asks_again_without_a_pause_comes_after_who_has_been_waiting() -> None:
    with hall(turns()) as askers:
        askers.ask("a", "a0")
        askers.ask("a", "a1")
        # As soon as one of the others is answered it asks again: it has nothing that waits, and is not new.
        for number in range(6):
            askers.ask("b" if number % 2 else "c", f"other{number}")
            askers.end(askers.begun[-1])
        assert askers.begun.index("a1") <= 2


def test_an_address_of_many_tables_leaves_room_and_the_next_place_to_another() -> None:
    with hall(of_addresses(waiting=6)) as askers:
        for number in range(5):
            askers.ask(f"x x{number}", f"x{number}")
        with pytest.raises(Busy, match="wait for others"):
            enter(askers.queue, "x x9")
        askers.ask("y y0", "y0")
        askers.ask("z z0", "z0")
        with pytest.raises(Busy, match="wait for others"):
            enter(askers.queue, "w w0")
        for name in ("x0", "y0", "z0", "x1"):
            askers.end(name)
        assert askers.begun == ["x0", "y0", "z0", "x1", "x2"]


def test_tables_of_one_address_take_turns() -> None:
    with hall(of_addresses()) as askers:
        for name in ("p0", "p1", "p2", "q0"):
            askers.ask(f"x {name[0]}", name)
        for name in ("p0", "q0", "p1"):
            askers.end(name)
        assert askers.begun == ["p0", "q0", "p1", "p2"]


def test_a_table_of_many_phones_takes_turns_with_a_table_of_one() -> None:
    with hall(of_addresses()) as askers:
        for number in range(4):
            askers.ask(f"phone{number} p", f"p{number}")
        askers.ask("other q", "q0")
        for number in range(4, 5):
            askers.ask(f"phone{number} p", f"p{number}")
        with pytest.raises(TooMuch):
            enter(askers.queue, "phone6 p")
        for name in ("p0", "q0", "p1"):
            askers.end(name)
        assert askers.begun == ["p0", "q0", "p1", "p2"]


def test_a_hall_behind_one_address_has_all_places_while_nobody_else_is_there() -> None:
    with hall(of_addresses(2)) as askers:
        for number in range(8):
            askers.ask(f"x x{number}", f"x{number}")
        assert askers.begun == ["x0", "x1"]


def test_an_address_has_no_more_places_than_it_may() -> None:
    with hall(of_addresses(3, each_address=2)) as askers:
        for number in range(3):
            askers.ask(f"x x{number}", f"x{number}")
        assert askers.queue.load == (2, 1)
        askers.ask("y y0", "y0")
        assert askers.queue.load == (3, 1)


def test_nothing_is_remembered_of_who_has_left() -> None:
    queue = of_addresses()
    with hall(queue) as askers:
        for name in ("x0", "y0", "x1"):
            askers.ask(f"{name[0]} {name}", name)
    assert queue.load == (0, 0)
    kept = [value for value in vars(queue).values() if isinstance(value, dict | set)]
    assert len(kept) == 4
    assert not any(kept)
