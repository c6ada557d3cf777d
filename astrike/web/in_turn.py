"""Searches that need much memory for a moment, one after another in a thread of their own.

Which question: where do reach, routes and prospects run? What a thread has once taken it keeps; sixteen threads that
each search once in a while would keep sixteen times as much as one that searches always.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Final, Literal, TypeVar, get_args

_Found = TypeVar("_Found")

Queue = Literal["searches", "checks"]
"""Checks of whole layouts and what is printed take longest: who only wants to move does not wait for them."""

_DESKS: Final = {name: ThreadPoolExecutor(max_workers=1, thread_name_prefix=name) for name in get_args(Queue)}


def queue_of(kind: str) -> Queue:
    """Say where a question of a kind has to wait.

    >>> queue_of("move"), queue_of("legal")
    ('searches', 'checks')
    """
    return "checks" if kind == "legal" else "searches"


def in_turn(search: Callable[[], _Found], *, queue: Queue = "searches") -> _Found:
    """Return what a search finds, after those of its queue that were asked for before; what it raises is raised here.

    >>> in_turn(lambda: 6 * 7)
    42
    """
    # In the context of the request: what is found may be put into words.
    return _DESKS[queue].submit(copy_context().run, search).result()
