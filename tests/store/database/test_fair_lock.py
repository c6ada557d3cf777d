"""Who comes first is served first, and nobody waits for ever."""

import threading

import pytest

from astrike.errors import StorageError
from astrike.store.database.fair_lock import FairLock


def wait_until_waiting(lock: FairLock, count: int) -> None:
    turn = threading.Event()
    while lock.waiting < count:
        turn.wait(0.001)


def test_threads_are_served_in_the_order_in_which_they_came() -> None:
    lock = FairLock(patience_seconds=30)
    served: list[int] = []

    def serve(number: int) -> None:
        with lock:
            served.append(number)

    threads = [threading.Thread(target=serve, args=(number,)) for number in range(8)]
    with lock:
        for count, thread in enumerate(threads, start=1):
            thread.start()
            wait_until_waiting(lock, count)
        assert served == []
    for thread in threads:
        thread.join()
    assert served == list(range(8))


def test_who_just_had_a_turn_does_not_push_in() -> None:
    lock = FairLock(patience_seconds=30)
    served: list[str] = []

    def serve() -> None:
        with lock:
            served.append("patient")

    thread = threading.Thread(target=serve)
    with lock:
        thread.start()
        wait_until_waiting(lock, 1)
    with lock:
        served.append("greedy")
    thread.join()
    assert served == ["patient", "greedy"]


def test_only_one_at_a_time_is_inside() -> None:
    lock = FairLock(patience_seconds=30)
    inside = 0
    most = 0

    def serve() -> None:
        nonlocal inside, most
        for _ in range(200):
            with lock:
                inside += 1
                most = max(most, inside)
                inside -= 1

    threads = [threading.Thread(target=serve) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (most, inside, lock.waiting) == (1, 0, 0)


def test_patience_ends_and_the_next_one_is_served() -> None:
    lock = FairLock(patience_seconds=0.01)
    with lock, pytest.raises(StorageError, match="busy"), lock:
        pass
    assert lock.waiting == 0
    with lock:
        assert lock.waiting == 0


def test_an_error_inside_passes_the_turn_on() -> None:
    lock = FairLock(patience_seconds=0.01)
    with pytest.raises(ZeroDivisionError), lock:
        _ = 1 // 0
    with lock:
        assert lock.waiting == 0
