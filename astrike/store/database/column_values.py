"""How do documents, changes and moments stand in a row? As text, without loss, and back again.

JSON keeps its key order, the difference between 5 and 5.0, and every character, even those that UTF-8 cannot
carry.
"""

import json
import unicodedata
from datetime import UTC, datetime

from astrike.errors import InputError, Problem
from astrike.model.document_change import (
    ChangeLabel,
    Document,
    Operation,
    operations_from_json,
    operations_to_json,
)


def json_to_text(value: object) -> str:
    """Write a JSON value.

    >>> json_to_text({"b": 5.0, "a": [None, "ä"]})
    '{"b":5.0,"a":[null,"\\\\u00e4"]}'
    """
    try:
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    except ValueError as error:
        raise InputError(
            [Problem("document", "a number that is no JSON number", "finite numbers")]
        ) from error


def document_from_text(text: str) -> dict[str, object]:
    """Read a document."""
    document: dict[str, object] = json.loads(text)
    return document


def operations_to_text(operations: tuple[Operation, ...]) -> str:
    """Write operations."""
    return json_to_text(operations_to_json(operations))


def operations_from_text(text: str) -> tuple[Operation, ...]:
    """Read operations."""
    return operations_from_json(json.loads(text))


def label_to_text(label: ChangeLabel) -> str:
    """Write what a change is called."""
    return json_to_text({"key": label.key, "names": dict(label.names)})


def label_from_text(text: str) -> ChangeLabel:
    """Read what a change is called."""
    values = json.loads(text)
    return ChangeLabel(key=values["key"], names=values["names"])


def time_to_text(moment: datetime) -> str:
    """Write a moment so that the texts sort as the moments do.

    >>> time_to_text(datetime(2026, 11, 27, 18, 30, tzinfo=UTC))
    '2026-11-27T18:30:00.000000+00:00'
    """
    if moment.tzinfo is None:
        raise ValueError("a moment needs its time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def time_from_text(text: str) -> datetime:
    """Read a moment."""
    return datetime.fromisoformat(text)


def checked_text(text: str, *, at: str, most: int) -> str:
    """Answer a short text from outside without blanks around it, or say what is wrong with it.

    >>> checked_text("  Kim's phone ", at="author", most=40)
    "Kim's phone"
    """
    stripped = text.strip()
    if len(stripped) > most:
        raise InputError([Problem(at, f"{len(stripped)} characters", f"at most {most} characters")])
    # Cc: control characters, which make logs unreadable. Cs: halves of characters, which cannot be stored.
    if any(unicodedata.category(character) in {"Cc", "Cs"} for character in stripped):
        raise InputError([Problem(at, repr(stripped), "a text without control characters")])
    return stripped


def document_name(document: Document) -> str:
    """Answer the name a document gives its table, or an empty text."""
    member = document.get("astrike")
    name = member.get("name") if isinstance(member, dict) else None
    return name if isinstance(name, str) else ""
