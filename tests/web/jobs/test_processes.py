"""Long work in other processes: its answers and errors come back, and it ends when nobody waits for it."""

import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import MappingProxyType

import pytest

from astrike.errors import AskerGone, Broken, InputError, Problem
from astrike.web.jobs.processes import Processes
from tests.web.jobs import questions


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    found = Processes(1, megabytes=1000)
    yield found
    found.close()


def ask(processes: Processes, question: "partial[object]") -> object:
    return processes.answer(question, language="en", go_on=lambda: None)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_work_is_done_elsewhere_by_a_process_that_stays(processes: Processes) -> None:
    first, second = (ask(processes, partial(questions.who)) for _ in range(2))
    assert first == second != os.getpid()


def test_mappings_that_nobody_changes_go_there_and_come_back(processes: Processes) -> None:
    given = MappingProxyType({"a": MappingProxyType({"b": 1})})
    assert ask(processes, partial(questions.same, given)) == given


def test_it_speaks_the_language_of_whoever_asks(processes: Processes) -> None:
    assert ask(processes, partial(questions.stated, "Woods")) == "Woods"


def test_what_is_wrong_with_a_question_is_said_as_it_is_here(processes: Processes) -> None:
    with pytest.raises(InputError) as refused:
        ask(processes, partial(questions.wrong))
    assert refused.value.problems == (Problem("astrike.width", "5", "12 to 144"),)


def test_a_mistake_of_ours_stays_one(processes: Processes) -> None:
    with pytest.raises(ZeroDivisionError, match="by nothing"):
        ask(processes, partial(questions.mistake))


def test_a_process_that_dies_is_said_and_replaced(processes: Processes) -> None:
    with pytest.raises(Broken, match="ended without an answer"):
        ask(processes, partial(questions.die))
    assert ask(processes, partial(questions.who)) != os.getpid()


def test_a_process_that_dies_while_it_has_nothing_to_do_is_replaced_unseen(processes: Processes) -> None:
    pid = ask(processes, partial(questions.who))
    assert isinstance(pid, int)
    os.kill(pid, 9)
    time.sleep(0.5)
    assert ask(processes, partial(questions.who)) not in (pid, os.getpid())


def test_work_ends_when_nobody_waits_for_it(processes: Processes, tmp_path: Path) -> None:
    beats = tmp_path / "beats"

    def gone() -> None:
        if beats.exists() and beats.read_text():
            raise AskerGone("gone")

    with pytest.raises(AskerGone):
        processes.answer(partial(questions.work_on, beats), language="en", go_on=gone)
    pid = int(beats.read_text().split()[0])
    until = time.monotonic() + 2
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_alive(pid)
    assert ask(processes, partial(questions.who)) != pid


def test_what_takes_too_much_memory_is_ended_and_said(processes: Processes) -> None:
    with pytest.raises(Broken, match="more memory than this server gives"):
        ask(processes, partial(questions.fill, 2_000_000_000))
    assert ask(processes, partial(questions.fill, 1_000_000)) == 1_000_000


def test_starting_is_done_once(processes: Processes) -> None:
    calls: list[None] = []
    processes.begin(go_on=lambda: None)
    processes.begin(go_on=lambda: calls.append(None))
    assert calls == []


def test_closing_ends_everything() -> None:
    processes = Processes(1, megabytes=1000)
    pid = ask(processes, partial(questions.who))
    assert isinstance(pid, int)
    processes.close()
    assert not is_alive(pid)
    with pytest.raises(Broken, match="being stopped"):
        ask(processes, partial(questions.who))
