"""With which settings was the server started?

One frozen value, made by the command line or a test, handed to `create_app` and read by the pages.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from flask import current_app

from astrike.dataclass import dataclass
from astrike.web.network import Listening
from astrike.web.work_limits import USUAL, ServerLimits

EXTENSION = "astrike"


def utc_now() -> datetime:
    """Read the clock."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How this server runs.

    `database`: the identity of the database that has to lie at `db_path`; None where any of ours will do.
    `rights` off: any code of a table gives every right to it. `demo`: ``diagram`` or ``big``
    puts that demo table on the front page. `listening`: where the server listens and under which names; when
    that is not known, every well-formed name is answered and `addresses` are where phones reach it, such as
    ``http://192.168.1.5:8765``. `limits`: how much one asker may want. `connection_seconds`: for how long a
    connection to the database waits for the next request; 0 closes each with its request.
    """

    db_path: Path
    database: int | None = None
    rights: bool = True
    demo: str | None = None
    now: Callable[[], datetime] = utc_now
    listening: Listening | None = None
    addresses: tuple[str, ...] = ()
    testing: bool = False
    limits: ServerLimits = USUAL
    connection_seconds: float = 1.0


def settings() -> Settings:
    """Give the settings of the running application."""
    return cast(Settings, current_app.extensions[EXTENSION])
