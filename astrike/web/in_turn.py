"""Searches that need much memory for a moment, one after another in a thread of their own.

Which question: where do reach, routes and prospects run? What a thread has once taken it keeps; sixteen threads that
each search once in a while would keep sixteen times as much as one that searches always.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

_Found = TypeVar("_Found")

_DESK = ThreadPoolExecutor(max_workers=1, thread_name_prefix="searches")


def in_turn(search: Callable[[], _Found]) -> _Found:
    """Return what a search finds, after those that were asked for before; what it raises is raised here.

    >>> in_turn(lambda: 6 * 7)
    42
    """
    # In the context of the request: what is found may be put into words.
    return _DESK.submit(copy_context().run, search).result()
