"""What can go wrong? Every exception astrike raises on purpose, each with a message a player can read.

Who catches them and what becomes of them (status codes, exit codes) is decided by the web and the commands.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path

from astrike.dataclass import dataclass

_LONGEST_KEY = 80
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_LONGEST_FOUND = 60


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with an input: where it stands, what was found there and what is expected instead.

    >>> Problem(at="features[3].properties.height", found="-2", expected="a number from 0 to 60").sentence
    'features[3].properties.height: found -2, expected a number from 0 to 60'
    """

    at: str
    found: str
    expected: str

    @property
    def sentence(self) -> str:
        """The problem as one line of text."""
        return f"{self.at}: {self.without_place}"

    @property
    def without_place(self) -> str:
        """The problem for a reader who is told the place by other means."""
        return f"found {self.found}, expected {self.expected}"


def child(at: str, key: str | int) -> str:
    """Name the place of a key or an item inside another place.

    >>> child(child("features", 3), "id"), child("astrike.options", "sight.max")
    ('features[3].id', 'astrike.options["sight.max"]')
    """
    if isinstance(key, int):
        return f"{at}[{key}]"
    if len(key) > _LONGEST_KEY:
        key = f"{key[:_LONGEST_KEY]}…"
    if not _PLAIN_KEY.fullmatch(key):
        return f"{at}[{json.dumps(key)}]"
    return f"{at}.{key}" if at else key


def quoted(value: str | float | None) -> str:
    """Give a single value as it looks in a message: short, with text in quotes.

    >>> quoted("north"), quoted(True), quoted(1.50), len(quoted("x" * 500))
    ("'north'", 'true', '1.5', 60)
    """
    words = repr(value) if isinstance(value, str) else json.dumps(value)
    return words if len(words) <= _LONGEST_FOUND else f"{words[: _LONGEST_FOUND - 3]}..."


class AstrikeError(Exception):
    """Something is wrong that the person asking can understand, and often mend."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error travel from one process to another, with all that it says."""
        return _as_it_was, (type(self), self.message), self.__dict__


def _as_it_was(kind: type[AstrikeError], message: str) -> AstrikeError:
    error = kind.__new__(kind)
    Exception.__init__(error, message)
    return error


class InputError(AstrikeError):
    """A table file, form, address or request is wrong; `problems` names everything that is.

    >>> error = InputError([Problem(at="astrike.width", found="3", expected="12 to 144")])
    >>> str(error)
    'astrike.width: found 3, expected 12 to 144'
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.sentence for problem in self.problems))


class TooLarge(InputError):  # noqa: N818 - the name says what is wrong
    """What came in has more bytes than it may have."""


class UnknownFormat(InputError):  # noqa: N818 - the name says what is wrong
    """A file is nothing that this reader reads, so that another may.

    `is_recognized` where it is known what the file is all the same, such as a picture.
    """

    def __init__(self, problems: Iterable[Problem], *, is_recognized: bool = False) -> None:
        self.is_recognized = is_recognized
        super().__init__(problems)


class Misdirected(InputError):  # noqa: N818 - the name says what is wrong
    """A request calls this server by a name that is not its own."""


class EditionError(AstrikeError):
    """An edition's data files do not load; `problems` are sentences, one for each thing found."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class NotFound(AstrikeError):  # noqa: N818 - the name says what is wrong
    """What was asked for does not exist, or not any more."""


class Forbidden(AstrikeError):  # noqa: N818 - the name says what is wrong
    """It exists, but the code in hand does not give the right to do this."""


class HeldBack(Forbidden):
    """This step of undo or redo is not for the code in hand; `way` and `reason` say which and why, the web in words."""

    def __init__(self, way: str, reason: str) -> None:
        super().__init__(f"{way}: {reason}")
        self.way = way
        self.reason = reason


class Locked(Forbidden):
    """The code would give the right, but the organizer has locked the table for now; nothing was written."""


class Conflict(AstrikeError):  # noqa: N818 - the name says what is wrong
    """Made from a version that is not the newest, or there is nothing to undo; nothing was written."""

    def __init__(self, message: str, *, mine_version: int, current_version: int) -> None:
        super().__init__(message)
        self.mine_version = mine_version
        self.current_version = current_version


class SentBefore(Conflict):
    """The id of a form that was sent before came with another content; what was sent first stands."""


class TooMany(AstrikeError):  # noqa: N818 - the name says what is wrong
    """Too many attempts in too short a time; `wait_seconds` says when to try again."""

    def __init__(self, message: str, *, wait_seconds: float) -> None:
        super().__init__(message)
        self.wait_seconds = wait_seconds


class OutOfTime(AstrikeError):  # noqa: N818 - the name says what is wrong
    """Working out an answer took longer than its budget of `seconds`; the work has ended."""

    def __init__(self, message: str, *, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class AskerGone(AstrikeError):  # noqa: N818 - the name says what is wrong
    """Whoever asked does not wait for the answer any more; the work has ended."""


class Busy(AstrikeError):  # noqa: N818 - the name says what is wrong
    """So much waits already that nothing more is taken on; `wait_seconds` says when to try again."""

    def __init__(self, message: str, *, wait_seconds: float) -> None:
        super().__init__(message)
        self.wait_seconds = wait_seconds


class Broken(AstrikeError):  # noqa: N818 - the name says what is wrong
    """The process that worked on an answer has ended without one, such as for want of memory."""


class TooMuch(TooMany):
    """One asker wants more at once, or in a day, than a server gives; `wait_seconds` says when there is more."""


class StorageError(AstrikeError):
    """The database file cannot be used: not ours, too new, damaged, gone, read-only, or the disk is full.

    The message goes to phones and does not say where the file lies; `path` does, for the terminal and the log.
    """

    def __init__(self, message: str, *, path: Path | None = None) -> None:
        super().__init__(message)
        self.path = path
