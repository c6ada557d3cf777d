"""Questions for other processes; they have to stand in a module."""

import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from astrike.errors import InputError, Problem
from astrike.web.http.i18n import tr


def who() -> int:
    return os.getpid()


def stated(text: str) -> str:
    return tr(text)


def same(found: Mapping[str, object]) -> Mapping[str, object]:
    assert isinstance(found, MappingProxyType)
    return found


def wrong() -> None:
    raise InputError([Problem("astrike.width", "5", "12 to 144")])


def mistake() -> None:
    raise ZeroDivisionError("by nothing")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def work_on(beats: Path) -> None:
    """Work without an end, deaf to everything, and leave a mark every now and then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        beats.write_text(f"{os.getpid()} {time.monotonic()}")
        time.sleep(0.02)


def fill(size: int) -> int:
    return len(bytes(size))
