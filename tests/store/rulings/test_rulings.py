"""Rulings stay as they were kept: numbered, found again, decided, withdrawn, whatever becomes of their table."""

from datetime import timedelta

import pytest

from astrike.errors import Conflict, InputError, NotFound
from astrike.model.ruling import (
    LedgerLine,
    RulingCause,
    RulingPicture,
    RulingRecord,
    RulingText,
    StatedFact,
    question_digest,
    record_json,
    record_of,
)
from astrike.store.database.column_values import time_to_text
from astrike.store.database.connection import Database
from astrike.store.rulings.rulings import (
    Decision,
    Ruling,
    call,
    decide,
    load_ruling,
    revoke,
    rulings_of_event,
    rulings_of_table,
    save_ruling,
)
from astrike.store.table.tables import StoredTable, create_table, delete_table
from tests.store.builders import NOW, document, new_table

LATER = NOW + timedelta(minutes=5)


def record(*, target: str = "B", verdict: str = "8+", other: str = "") -> RulingRecord:
    shown = RulingText(
        question=f"What does Alder need to hit {target}?",
        verdict=verdict,
        other=other,
        odds="41.7 %",
        beside=("15 of 36 rolls",),
        sentence=f"Alder hits {target}: 46 % behind Hill 2.",
        margin=StatedFact("Holds within 0.20″", "Medium ends at 24.00″."),
        ledger=(LedgerLine("O", "Partial cover", "Hill 2", "+1", "CE p.43", "terrain.cover"),),
        total=LedgerLine("", "Target Number", "", "8", "", "total"),
        reasons=(RulingCause("Out of range", "", "CE p.40", "range.none", "warning"),),
        facts=(StatedFact("Arc", "front", "arc"),),
        small_print=(StatedFact("Assumed", "Skill 4"),),
        drawings=(RulingPicture("plan", "Seen from above", 390.0, 120.5, "<svg/>"),),
        scale="Heights true to scale.",
    )
    return RulingRecord(
        kind="attack",
        table=document(),
        question={"attacker": "A", "target": target},
        edition="ce-5.01",
        edition_digest="0a1b",
        environment="daylight",
        options=(StatedFact("Longest line of sight", "60", "sight.max"),),
        tolerance=0.1,
        table_version=3,
        tried="",
        engine="0.1.0",
        answer={"allowed": True, "target_number": 8, "probability": 0.4167, "modifiers": []},
        shown=shown,
    )


def saved(
    db: Database, table: StoredTable, client_id: str = "form-0001", of: RulingRecord | None = None
) -> Ruling:
    return save_ruling(
        db,
        of or record(),
        table_id=table.id,
        table_name="Hall table 7",
        author=" Kim ",
        client_id=client_id,
        now=NOW,
    )


def event_with(db: Database, *tables: StoredTable) -> int:
    moment = time_to_text(NOW)
    [(event_id,)] = db.execute(
        "INSERT INTO events (version, created, updated, document) VALUES (1, ?, ?, '{}') RETURNING id",
        (moment, moment),
    ).fetchall()
    for number, table in enumerate(tables, 1):
        db.execute("INSERT INTO event_tables VALUES (?, ?, ?)", (event_id, number, table.id))
    return int(event_id)


def test_a_ruling_is_read_as_it_was_kept_by_its_id_as_people_write_it(db: Database) -> None:
    first = saved(db, new_table(db))
    assert first.record == record()
    assert record_of(record_json(record())) == record()
    assert load_ruling(db, f"{first.line.id[:5]}-{first.line.id[5:]}".lower()) == first
    assert (first.line.name, first.line.author, first.line.created) == ("r-0001", "Kim", NOW)
    assert first.line.outcomes == ("8+",)
    assert first.line.keys == ("terrain.cover", "CE p.43", "range.none", "CE p.40")
    with pytest.raises(NotFound):
        load_ruling(db, "0000000000")


def test_the_fingerprint_is_of_the_inputs_alone() -> None:
    asked = {"attacker": "A", "target": "B"}
    same = dict(reversed(asked.items()))
    assert record().digest == question_digest("attack", document(), same)
    assert question_digest("sight", document(), asked) != record().digest
    assert question_digest("attack", document("A"), asked) != record().digest
    assert record(verdict="9+").digest == record().digest


def test_numbers_count_in_a_table_or_else_in_its_event(db: Database) -> None:
    alone, one, other = new_table(db), new_table(db), new_table(db)
    before = saved(db, one)
    event_id = event_with(db, one, other)
    found = [saved(db, table, f"form-{k}").line for k, table in enumerate((alone, one, other, alone))]
    assert [line.number for line in found] == [1, 1, 2, 2]
    assert [line.event_id for line in found] == [None, event_id, event_id, None]
    assert before.line.event_id is None
    assert [line.number for line in rulings_of_table(db, alone.id)] == [2, 1]


def test_the_rulings_of_an_event_are_found_by_words_pages_table_and_time(db: Database) -> None:
    one, other = new_table(db), new_table(db)
    event_id = event_with(db, one, other)
    birch = saved(db, one, "form-1", record(target="Birch")).line
    cedar = saved(db, other, "form-2", record(target="Cedar")).line
    decided = decide(db, cedar.id, "Blocked", "Head judge", LATER)
    assert rulings_of_event(db, event_id) == (decided, birch)
    assert rulings_of_event(db, event_id, "BIRCH hill") == (birch,)
    assert rulings_of_event(db, event_id, "birch cedar") == ()
    assert rulings_of_event(db, event_id, "p.43 r-0002") == (decided,)
    assert rulings_of_event(db, event_id, "blocked") == (decided,)
    assert rulings_of_event(db, event_id, table=1) == (birch,)
    assert rulings_of_event(db, event_id, since=LATER) == ()
    assert rulings_of_event(db, event_id, most=1) == (decided,)


def test_the_same_asking_is_kept_once_and_never_given_out_for_another(db: Database) -> None:
    table = new_table(db)
    first = saved(db, table)
    assert saved(db, table) == first
    with pytest.raises(InputError, match="kept nothing else"):
        saved(db, table, of=record(target="C"))
    assert len(rulings_of_table(db, table.id)) == 1


def test_ids_are_drawn_until_one_is_free(db: Database) -> None:
    table = new_table(db)
    taken = saved(db, table).line.id
    draws = iter([taken, taken, "7KQ2011M3Z"])
    ruling = save_ruling(
        db,
        record(),
        table_id=table.id,
        table_name="",
        author="",
        client_id="form-0002",
        now=NOW,
        draw=lambda: next(draws),
    )
    assert ruling.line.id == "7KQ2011M3Z"


def test_a_judge_stands_above_what_players_agreed_on(db: Database) -> None:
    ruling = save_ruling(
        db,
        record(other="No"),
        table_id=new_table(db).id,
        table_name="",
        author="Kim",
        client_id="form-0001",
        now=NOW,
        agreed="No",
        is_called=True,
    ).line
    assert ruling.decision == Decision("No", "Kim", "agreed", NOW)
    assert ruling.outcomes == ("8+", "No")
    judged = decide(db, ruling.id, " 8+ ", "Judge", LATER)
    assert judged.decision == Decision("8+", "Judge", "judged", LATER)
    with pytest.raises(Conflict):
        decide(db, ruling.id, "No", "Kim", LATER, how="agreed")
    with pytest.raises(InputError):
        decide(db, ruling.id, " ", "Judge", LATER)


def test_who_calls_a_judge_waits_until_something_is_decided(db: Database) -> None:
    line = saved(db, new_table(db)).line
    assert not line.is_waiting
    assert call(db, line.id, LATER).is_waiting
    assert call(db, line.id, LATER + timedelta(hours=1)).called == LATER
    assert not decide(db, line.id, "8+", "Judge", LATER).is_waiting


def test_what_is_withdrawn_is_decided_no_more(db: Database) -> None:
    line = saved(db, new_table(db)).line
    assert revoke(db, line.id, now=NOW).revoked == NOW
    assert revoke(db, line.id, now=LATER).revoked == NOW
    for change in (lambda: decide(db, line.id, "8+", "", LATER), lambda: call(db, line.id, LATER)):
        with pytest.raises(NotFound):
            change()


def test_a_ruling_outlives_its_table(db: Database) -> None:
    table = new_table(db)
    ruling = saved(db, table)
    delete_table(db, table.id, from_version=table.version, now=NOW)
    later = NOW + timedelta(days=400)  # what was deleted long ago is forgotten by then
    create_table(db, document=document(), now=later, author="organiser")
    found = load_ruling(db, ruling.line.id)
    assert found.line.table_id is None
    assert (found.record, found.line.table_name) == (ruling.record, "Hall table 7")


def test_a_table_keeps_so_many(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("astrike.store.rulings.rulings.MOST_OF_A_TABLE", 1)
    table = new_table(db)
    saved(db, table)
    with pytest.raises(InputError, match="at most 1"):
        saved(db, table, "form-0002")
    saved(db, new_table(db))


def test_a_table_keeps_so_much(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(db)
    saved(db, table)
    [(size,)] = db.execute("SELECT length(document) FROM rulings").fetchall()
    monkeypatch.setattr("astrike.store.rulings.rulings.MOST_BYTES_OF_A_TABLE", size * 2)
    saved(db, table, "form-0002")
    with pytest.raises(InputError, match="MB of one table"):
        saved(db, table, "form-0003")
    saved(db, new_table(db))
