"""Which answers were kept as rulings, and what became of them? Kept whole, numbered, decided, withdrawn; never changed.

Numbers count within the event of the table, or within the table where there is none. What was already kept under an
asker's id is not kept again. Longer than most modules: all of it is about the columns of one table of the database.
"""

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Literal

from astrike.dataclass import dataclass
from astrike.errors import Conflict, InputError, NotFound, Problem
from astrike.model.byte_limits import RULINGS
from astrike.model.ruling import ArchivedRuling, RulingRecord, record_json, record_of
from astrike.store.database.column_values import checked_text, json_to_text, time_from_text, time_to_text
from astrike.store.database.connection import Database, reading, writing
from astrike.store.table.changes import LONGEST_CLIENT_ID
from astrike.store.table.codes import code_as_meant, draw_code
from astrike.store.table.log import ChangedBy
from astrike.store.table.tables import LONGEST_NAME, checked_author

MOST_OF_A_TABLE: Final = 500
MOST_BYTES_OF_A_TABLE: Final = RULINGS.most
"""Each carries its whole table: 500 of a usual one, a few dozen of the largest there can be."""
LONGEST_OUTCOME: Final = 60
MOST_LISTED: Final = 200

How = Literal["agreed", "judged"]
Written = Literal["called", "decided"]
"""What was written of a ruling: that a judge is wanted, or what counts."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What counts in the end."""

    outcome: str
    by: str
    how: How
    """Did both players agree, or did a judge decide?"""
    time: datetime


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling as lists show it."""

    id: str
    """Who knows it may read the ruling."""
    number: int
    kind: str
    created: datetime
    author: str
    table_id: int | None
    event_id: int | None
    table_name: str
    question: str
    sentence: str
    outcomes: tuple[str, ...]
    """The verdict, and the other one where it is too close to call."""
    keys: tuple[str, ...]
    called: datetime | None
    """Since when a judge is wanted."""
    decision: Decision | None
    brought: datetime | None
    """When it came from the archive of another server."""
    revoked: datetime | None

    @property
    def name(self) -> str:
        """What people call it.

        The numbers of an event stay in order when they are sorted as texts.
        """
        return f"r-{self.number:04d}"

    @property
    def verdict(self) -> str:
        """What the engine said."""
        return self.outcomes[0]

    @property
    def is_waiting(self) -> bool:
        """Is a judge wanted who has not come yet?"""
        return self.called is not None and self.decision is None and self.revoked is None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling with everything it carries."""

    line: RulingLine
    record: RulingRecord


AlsoWritten = Callable[[Database, RulingLine, Written, ChangedBy], None]
"""Whoever writes more when a judge is called about a ruling or when it is decided: all of it, or nothing."""

_COLUMNS: Final = (
    "id", "number", "kind", "created", "author", "table_id", "event_id", "table_name", "question", "sentence",
    "outcomes", "keys", "called", "decision", "brought", "revoked",
)  # fmt: skip
_LINE: Final = f"SELECT {', '.join(_COLUMNS)}"


def save_ruling(
    db: Database,
    record: RulingRecord,
    *,
    table_id: int,
    table_name: str,
    author: str,
    client_id: str,
    now: datetime,
    agreed: str | None = None,
    is_called: bool = False,
    draw: Callable[[], str] = draw_code,
) -> Ruling:
    """Keep an answer; `agreed` is what both players agree on, or a judge is called right away.

    One of an asker's id that is known already is given back as it was kept.
    """
    client_id = checked_text(client_id, at="change_id", most=LONGEST_CLIENT_ID)
    author = checked_author(author)
    decision = None if agreed is None else Decision(_outcome(agreed), author, "agreed", now)
    moment, document = time_to_text(now), json_to_text(record_json(record))
    with writing(db):
        known = db.execute(
            "SELECT id FROM rulings WHERE table_id = ? AND client_id = ?", (table_id, client_id)
        ).fetchone()
        if known is not None:
            return _first_of(load_ruling(db, known[0]), record, client_id)
        count, size = db.execute(
            "SELECT count(*), total(length(document)) FROM rulings WHERE table_id = ?", (table_id,)
        ).fetchone()
        if size + len(document) > MOST_BYTES_OF_A_TABLE:
            found = f"{count} that are kept already, with {size / 1e6:.0f} MB"
            expected = f"at most {RULINGS.size} of one table"
            raise InputError([Problem("rulings", found, expected)])
        if count >= MOST_OF_A_TABLE:
            expected = f"at most {MOST_OF_A_TABLE} of one table"
            raise InputError([Problem("rulings", f"{count} that are kept already", expected)])
        event = db.execute(
            "SELECT event_id FROM event_tables JOIN events ON events.id = event_id"
            " WHERE table_id = ? AND events.deleted IS NULL",
            (table_id,),
        ).fetchone()
        event_id = None if event is None else event[0]
        row = (
            ("table_id", table_id),
            ("event_id", event_id),
            ("number", _next_number(db, table_id, event_id)),
            ("kind", record.kind),
            ("created", moment),
            ("author", author),
            ("client_id", client_id),
            ("table_name", table_name),
            ("question", record.shown.question),
            ("sentence", record.shown.sentence),
            ("outcomes", json_to_text(record.outcomes)),
            ("keys", json_to_text(record.keys)),
            ("called", moment if is_called else None),
            ("decision", None if decision is None else _decision_text(decision)),
            ("document", document),
        )
        ruling_id = _insert(db, dict(row), draw)
        return load_ruling(db, ruling_id)


def keep_ruling(
    db: Database,
    record: RulingRecord,
    *,
    table_id: int,
    table_name: str,
    who: ChangedBy,
    also: AlsoWritten,
    agreed: str | None = None,
    is_called: bool = False,
) -> Ruling:
    """Keep an answer as `save_ruling` does, with what else is written where a judge is called about it."""
    with writing(db):
        ruling = save_ruling(
            db,
            record,
            table_id=table_id,
            table_name=table_name,
            author=who.author,
            client_id=who.client_id or "",
            now=who.now,
            agreed=agreed,
            is_called=is_called,
        )
        if ruling.line.is_waiting:
            also(db, ruling.line, "called", who)
    return ruling


def bring_ruling(
    db: Database,
    kept: ArchivedRuling,
    *,
    table_id: int | None,
    event_id: int,
    now: datetime,
    draw: Callable[[], str] = draw_code,
) -> str:
    """Keep a ruling that came from an archive, and say so; its address stays the same where nobody has it here."""
    decided = kept.decided
    decision = None
    if decided is not None:
        how: How = "judged" if decided.how == "judged" else "agreed"
        decision = Decision(
            _outcome(decided.outcome), checked_author(decided.by), how, time_from_text(decided.time)
        )
    record = kept.record
    row: dict[str, object] = {
        "table_id": table_id,
        "event_id": event_id,
        "number": kept.number,
        "kind": record.kind,
        "created": time_to_text(time_from_text(kept.created)),
        "author": checked_author(kept.author),
        "table_name": checked_text(kept.table_name, at="table_name", most=LONGEST_NAME),
        "question": record.shown.question,
        "sentence": record.shown.sentence,
        "outcomes": json_to_text(record.outcomes),
        "keys": json_to_text(record.keys),
        "decision": None if decision is None else _decision_text(decision),
        "brought": time_to_text(now),
        "document": json_to_text(record_json(record)),
    }
    wanted = code_as_meant(kept.id)
    ids = itertools.chain([] if wanted is None else [wanted], iter(draw, ""))
    with writing(db):
        return _insert(db, row, lambda: next(ids))


def load_ruling(db: Database, ruling_id: str) -> Ruling:
    """Read a ruling by its id as people write it; a withdrawn one too."""
    with reading(db):
        # What cannot be an id is looked up all the same, so that every answer takes the same way.
        row = db.execute(
            f"{_LINE}, document FROM rulings WHERE id = ?",
            (code_as_meant(ruling_id) or "",),
        ).fetchone()
    if row is None:
        raise NotFound("There is no ruling at this address.")
    return Ruling(_line(row), record_of(json.loads(row[-1])))


def rulings_of_table(db: Database, table_id: int, *, most: int = MOST_LISTED) -> tuple[RulingLine, ...]:
    """List the rulings of a table, the newest first, withdrawn ones too."""
    with reading(db):
        rows = db.execute(
            f"{_LINE} FROM rulings WHERE table_id = ? ORDER BY number DESC LIMIT ?",
            (table_id, most),
        ).fetchall()
    return tuple(map(_line, rows))


def decided_about(
    db: Database, table_id: int, *, version: int, kind: str, question: Mapping[str, object]
) -> RulingLine | None:
    """Find what counts for this question on this version of a table: a judge's word before an agreement, the newest.

    What was asked about a unit that is tried out elsewhere counts for nobody else.
    """
    with reading(db):
        rows = db.execute(
            f"{_LINE}, json_extract(document, '$.question') FROM rulings"
            " WHERE table_id = ? AND kind = ? AND decision IS NOT NULL AND revoked IS NULL"
            " AND json_extract(document, '$.table_version') = ? AND json_extract(document, '$.tried') = ''"
            " ORDER BY number DESC",
            (table_id, kind, version),
        ).fetchall()
    wanted = question_text(question)
    lines = [_line(row) for row in rows if question_text(json.loads(row[-1])) == wanted]
    among = [each for each in lines if each.decision is not None and each.decision.outcome in each.outcomes]
    judged = [each for each in among if each.decision is not None and each.decision.how == "judged"]
    return next(iter([*judged, *among]), None)


def decisions_of_table(db: Database, table_id: int) -> tuple[int, RulingLine | None]:
    """Count what was decided and withdrawn at a table, and give the ruling that was decided last and still counts."""
    with reading(db):
        (count,) = db.execute(
            "SELECT count(decision) + count(revoked) FROM rulings WHERE table_id = ?", (table_id,)
        ).fetchone()
        row = db.execute(
            f"{_LINE} FROM rulings WHERE table_id = ? AND decision IS NOT NULL AND revoked IS NULL"
            " ORDER BY number DESC LIMIT 1",
            (table_id,),
        ).fetchone()
    return int(count), None if row is None else _line(row)


def question_text(question: Mapping[str, object]) -> str:
    """Write a question so that equal ones are written equally."""
    return json.dumps(question, sort_keys=True, default=list)


def rulings_of_event(
    db: Database,
    event_id: int,
    words: str = "",
    table: int | None = None,
    since: datetime | None = None,
    *,
    most: int = MOST_LISTED,
) -> tuple[RulingLine, ...]:
    """List the rulings of an event, the newest first, whose texts, rules or pages hold all of the words.

    `table` is the number of a table of the event.
    """
    wanted = words.casefold().split()[:10]
    with reading(db):
        rows = db.execute(
            f"{_LINE} FROM rulings WHERE event_id = :event AND (:since IS NULL OR created >= :since)"  # noqa: S608 - a text of ours
            " AND (:number IS NULL OR table_id = (SELECT table_id FROM event_tables"
            " WHERE event_id = :event AND number = :number)) ORDER BY number DESC",
            {"event": event_id, "since": None if since is None else time_to_text(since), "number": table},
        ).fetchall()
    found = (line for line in map(_line, rows) if all(word in _searched(line) for word in wanted))
    return tuple(line for line, _ in zip(found, range(most), strict=False))


def revoke(db: Database, ruling_id: str, *, now: datetime) -> RulingLine:
    """Withdraw a ruling, also if it was withdrawn already: its page says so and nothing else."""
    with writing(db):
        load_ruling(db, ruling_id)
        db.execute(
            "UPDATE rulings SET revoked = ? WHERE id = ? AND revoked IS NULL",
            (time_to_text(now), code_as_meant(ruling_id)),
        )
        return load_ruling(db, ruling_id).line


def decide(
    db: Database, ruling_id: str, outcome: str, by: str, now: datetime, *, how: How = "judged"
) -> RulingLine:
    """Write down what counts; a judge's word stands above what players agreed on, and never the other way round."""
    decision = Decision(_outcome(outcome), checked_author(by), how, now)
    with writing(db):
        line = _changeable(db, ruling_id)
        if line.decision is not None and line.decision.how == "judged" and how == "agreed":
            raise Conflict("A judge has decided this already.", mine_version=0, current_version=0)
        known = line.decision
        if known is not None and replace(known, time=decision.time) == decision:
            return line  # a second tap: it counts since the first
        db.execute(
            "UPDATE rulings SET decision = ? WHERE id = ?",
            (_decision_text(decision), code_as_meant(ruling_id)),
        )
        return load_ruling(db, ruling_id).line


def call(db: Database, ruling_id: str, now: datetime) -> RulingLine:
    """Call a judge; who was called stays called since then."""
    with writing(db):
        _changeable(db, ruling_id)
        note_called(db, ruling_id, now)
        return load_ruling(db, ruling_id).line


def call_about(db: Database, ruling_id: str, *, who: ChangedBy, also: AlsoWritten) -> RulingLine:
    """Call a judge as `call` does, with what else is written then."""
    with writing(db):
        line = call(db, ruling_id, who.now)
        also(db, line, "called", who)
    return line


def decide_about(
    db: Database, ruling_id: str, outcome: str, *, how: How, who: ChangedBy, also: AlsoWritten
) -> RulingLine:
    """Write down what counts as `decide` does, with what else is written then."""
    with writing(db):
        line = decide(db, ruling_id, outcome, who.author, who.now, how=how)
        also(db, line, "decided", who)
    return line


def note_called(db: Database, ruling_id: str, now: datetime) -> None:
    """Write that a judge is wanted, inside the write that calls one; a ruling that was withdrawn wants none."""
    db.execute(
        "UPDATE rulings SET called = coalesce(called, ?) WHERE id = ? AND revoked IS NULL",
        (time_to_text(now), code_as_meant(ruling_id)),
    )


def _changeable(db: Database, ruling_id: str) -> RulingLine:
    line = load_ruling(db, ruling_id).line
    if line.revoked is not None:
        raise NotFound("This ruling was withdrawn.")
    return line


def _insert(db: Database, values: dict[str, object], draw: Callable[[], str]) -> str:
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    insert = f"INSERT INTO rulings (id, {names}) VALUES (:id, {marks}) ON CONFLICT (id) DO NOTHING"  # noqa: S608 - names of ours
    while True:
        ruling_id = draw()
        if db.execute(insert, {"id": ruling_id, **values}).rowcount == 1:
            return ruling_id


def _next_number(db: Database, table_id: int, event_id: int | None) -> int:
    if event_id is None:
        query, owner = "table_id = ? AND event_id IS NULL", table_id
    else:
        query, owner = "event_id = ?", event_id
    (newest,) = db.execute(
        f"SELECT coalesce(max(number), 0) FROM rulings WHERE {query}",  # noqa: S608 - one of two texts of ours
        (owner,),
    ).fetchone()
    return int(newest) + 1


def _first_of(first: Ruling, record: RulingRecord, client_id: str) -> Ruling:
    """Give what was kept before; an id that kept something else is not given out for this."""
    if first.record.digest != record.digest:
        raise InputError([Problem("change_id", repr(client_id), "an id that has kept nothing else")])
    return first


def _outcome(text: str) -> str:
    outcome = checked_text(text, at="outcome", most=LONGEST_OUTCOME)
    if not outcome:
        raise InputError([Problem("outcome", "nothing", f"1 to {LONGEST_OUTCOME} characters")])
    return outcome


def _searched(line: RulingLine) -> str:
    decided = "" if line.decision is None else line.decision.outcome
    texts = (line.name, line.table_name, line.question, line.sentence, decided, *line.outcomes, *line.keys)
    return "\n".join(texts).casefold()


def _line(row: Sequence[Any]) -> RulingLine:
    """Read the columns of `_LINE`."""
    values = dict(zip(_COLUMNS, row, strict=False))
    called, decision, brought, revoked = (
        values.pop(name) for name in ("called", "decision", "brought", "revoked")
    )
    return RulingLine(
        **{
            **values,
            "created": time_from_text(values["created"]),
            "outcomes": tuple(json.loads(values["outcomes"])),
            "keys": tuple(json.loads(values["keys"])),
        },
        called=None if called is None else time_from_text(called),
        decision=None if decision is None else decision_from_text(decision),
        brought=None if brought is None else time_from_text(brought),
        revoked=None if revoked is None else time_from_text(revoked),
    )


def _decision_text(decision: Decision) -> str:
    return json_to_text([decision.outcome, decision.by, decision.how, time_to_text(decision.time)])


def decision_from_text(text: str) -> Decision:
    """Read what counts, as it stands in a row."""
    outcome, by, how, time = json.loads(text)
    return Decision(outcome, by, how, time_from_text(time))
