"""What does a ruling carry: what was asked, what was answered, and everything that was shown of it?

All of it stays as it was given, so that nothing else is needed to open it: neither the table nor the edition nor the
program that gave it. When it was given and who decides is left to the store.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from typing import Any, Final

from astrike.dataclass import dataclass
from astrike.model.explain import Citation

KINDS: Final = ("attack", "sight", "move", "blast", "scatter", "legal")
"""What a ruling can be about: the questions of the API that have a verdict."""

ADDED: Final = frozenset({"page_of"})
"""Members that rulings of older programs do not have; each has a default."""

Json = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One term of a sum."""

    part: str
    label: str
    detail: str
    value: str
    ref: str
    key: str
    is_zero: bool = False
    page_of: str | None = None
    """Id of the edition whose printing has the page; None where there is none, and in rulings that do not say."""

    @property
    def cite(self) -> Citation:
        """Give the page with its printing."""
        return Citation(self.ref, self.page_of)


@dataclass(frozen=True, slots=True)
class RulingCause:
    """One reason, or one finding, with its page."""

    label: str
    detail: str
    ref: str
    key: str
    severity: str = "error"
    """As a finding has it: `error`, `close`, `warning`, `note` or `pass`."""
    mark: str = ""
    """What stands before it and on the map; empty: its number in the list."""
    page_of: str | None = None
    """Id of the edition whose printing has the page; None where there is none, and in rulings that do not say."""

    @property
    def cite(self) -> Citation:
        """Give the page with its printing."""
        return Citation(self.ref, self.page_of)


@dataclass(frozen=True, slots=True)
class StatedFact:
    """Something that is true, under its name."""

    name: str
    text: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class RulingPicture:
    """A picture as it was drawn: SVG that carries its own colors, for light and dark."""

    key: str
    """`plan`, `side`, `seen`, `map` or `climb`."""
    said: str
    """What is seen on it."""
    width: float
    height: float
    svg: str


@dataclass(frozen=True, slots=True)
class RulingText:
    """What a ruling shows, in words that were chosen when it was made."""

    question: str
    verdict: str
    other: str
    """What the verdict may as well be, where it is too close to call; else empty."""
    odds: str
    beside: tuple[str, ...]
    """Few words beside the verdict."""
    sentence: str
    margin: StatedFact | None
    """How far the verdict holds, where that is known."""
    ledger: tuple[LedgerLine, ...]
    total: LedgerLine | None
    reasons: tuple[RulingCause, ...]
    facts: tuple[StatedFact, ...]
    small_print: tuple[StatedFact, ...]
    drawings: tuple[RulingPicture, ...]
    scale: str
    """What is said about the scale of the pictures."""


@dataclass(frozen=True, slots=True)
class RulingRecord:
    """Everything about a ruling that never changes."""

    kind: str
    table: Json
    """The table as it was asked about."""
    question: Json
    """The body of the question, but for its table."""
    edition: str
    edition_digest: str
    environment: str
    options: tuple[StatedFact, ...]
    """Every option that the table or the question sets, in words."""
    tolerance: float
    table_version: int
    tried: str
    """Who is tried out elsewhere than the table had it; empty when nobody is."""
    engine: str
    answer: Json
    shown: RulingText

    @property
    def digest(self) -> str:
        """Tell the inputs apart from all others: SHA-256 of the question with its table."""
        return question_digest(self.kind, self.table, self.question)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """Between what is to be decided; a single one where nothing is."""
        return tuple(each for each in (self.shown.verdict, self.shown.other) if each)

    @property
    def keys(self) -> tuple[str, ...]:
        """What it turned on, for looking it up: keys of rules and their pages."""
        terms = [(line.key, line.ref) for line in self.shown.ledger]
        causes = [(cause.key, cause.ref) for cause in self.shown.reasons]
        return tuple(dict.fromkeys(each for pair in (*terms, *causes) for each in pair if each))


@dataclass(frozen=True, slots=True)
class RulingDecision:
    """What counts in the end, as an archive has it; the time in ISO 8601 with its offset."""

    outcome: str
    by: str
    how: str
    """`agreed` or `judged`."""
    time: str


@dataclass(frozen=True, slots=True)
class ArchivedRuling:
    """A ruling as it leaves a server and comes to another."""

    id: str
    number: int
    seat: int | None
    """Number of its table at the event; None where that is gone."""
    table_name: str
    author: str
    created: str
    """ISO 8601 with its offset."""
    decided: RulingDecision | None
    record: RulingRecord


def question_digest(kind: str, table: Json, question: Json) -> str:
    """Give SHA-256 of a question with its table, written so that equal ones are written equally.

    >>> question_digest("sight", {"b": 1, "a": 2}, {}) == question_digest("sight", {"a": 2, "b": 1}, {})
    True
    """
    asked = {"kind": kind, "question": question, "table": table}
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return sha256(text.encode("ascii")).hexdigest()


def record_json(record: RulingRecord) -> dict[str, object]:
    """Write a record as plain values."""
    return asdict(record)


def record_of(values: Mapping[str, Any]) -> RulingRecord:
    """Read a record that `record_json` wrote."""
    options = tuple(StatedFact(**each) for each in values["options"])
    return RulingRecord(**{**values, "options": options, "shown": _shown(values["shown"])})


def _shown(values: Mapping[str, Any]) -> RulingText:
    margin, total = values["margin"], values["total"]
    return RulingText(
        **{
            **values,
            "beside": tuple(values["beside"]),
            "margin": None if margin is None else StatedFact(**margin),
            "ledger": tuple(LedgerLine(**each) for each in values["ledger"]),
            "total": None if total is None else LedgerLine(**total),
            "reasons": tuple(RulingCause(**each) for each in values["reasons"]),
            "facts": tuple(StatedFact(**each) for each in values["facts"]),
            "small_print": tuple(StatedFact(**each) for each in values["small_print"]),
            "drawings": tuple(RulingPicture(**each) for each in values["drawings"]),
        }
    )
