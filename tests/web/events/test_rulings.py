"""Rulings of an event: a call stands on top of the desk, is decided there, and is found again by words and by table."""

from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from astrike.model.document_change import AddFeature, ChangeLabel
from astrike.store.database.connection import connect
from astrike.store.rulings.rulings import LONGEST_OUTCOME, load_ruling, rulings_of_event
from astrike.store.table.changes import change_table
from astrike.store.table.codes import Right
from tests.builders import mech
from tests.web.conftest import NOW, Clock, next_id
from tests.web.events.hall import Hall, keep_hall
from tests.web.page import parse


@pytest.fixture
def hall(hall: Hall) -> Hall:
    """Three tables; on the first and the third, two units."""
    units = (
        mech("A", at=(7, 7), side="red", name="Alder"),
        mech("B", at=(7, 20), side="blue", name="Birch"),
    )
    with connect(hall.db_path) as db:
        for place in (0, 2):
            change_table(
                db,
                hall.tables[place].table_id,
                from_version=1,
                operations=[AddFeature(each) for each in units],
                label=ChangeLabel("unit.added", {"unit": "Alder"}),
                right=Right.PLAY,
                author="Kim",
                client_id=next_id(),
                now=NOW,
                check=lambda document: None,
            )
    return hall


def save(hall: Hall, number: int, **more: str) -> str:
    """Keep a ruling of a table, and give its id."""
    table = hall.tables[number - 1]
    sent = {
        "version": str(table.version),
        "change_id": next_id(),
        "kind": "sight",
        "question": '{"attacker": "A", "target": "B"}',
        **more,
    }
    response = hall.client.post(f"/t/{table.codes.play}/rulings", data=sent)
    assert response.status_code == 303, response.text
    return str(response.location).rsplit("/", 1)[1]


def test_a_call_stands_on_top_and_is_decided_there(hall: Hall) -> None:
    assert not hall.page().all("section", class_="box-call")
    before = hall.page().by_id("live").attributes["data-version"]
    ruling = save(hall, 3, call="1")
    desk = hall.page()
    assert desk.by_id("live").attributes["data-version"] != before, "the desk hears of it"
    call = desk.by_id(f"call-{ruling}")
    assert "Table 3 calls" in call.text
    assert "Alder" in call.text
    assert "judge" in desk.by_id("table-3").text
    assert hall.client.get(hall.url("/status.json")).json["tables"][2]["calls_judge"] is True
    answer = call.all("button")[0].attributes["value"]
    form = call.all("form")[0]
    sent = form.fields() | {"outcome": answer, "change_id": next_id()}
    address = form.attributes["action"]
    for right in (Right.VIEW, Right.PLAY):
        kept = address.replace(hall.codes.organise, hall.codes.up_to(right)[right])
        assert hall.client.post(kept, data=sent).status_code == 403
    for _ in range(2):  # sent twice, decided once
        assert hall.client.post(address, data=sent).status_code == 303
    with connect(hall.db_path) as db:
        decision = load_ruling(db, ruling).line.decision
    assert decision is not None
    assert (decision.outcome, decision.how) == (answer, "judged")
    assert not hall.page().all("section", class_="box-call")
    assert [each.label.key for each in hall.log if each.label.key == "ruling.decided"] == ["ruling.decided"]


def test_a_judge_decides_in_words_of_their_own(hall: Hall) -> None:
    ruling = save(hall, 3, call="1")
    for words, status in (("", 422), ("x" * 200, 422), ("Roll a die: 4 or more sees", 303)):
        sent = {"outcome": "", "words": words, "change_id": next_id(), "next": "//elsewhere.example"}
        response = hall.client.post(hall.url(f"/rulings/{ruling}/decide"), data=sent)
        assert response.status_code == status
    assert response.location == "/"
    with connect(hall.db_path) as db:
        decision = load_ruling(db, ruling).line.decision
    assert decision is not None
    assert decision.outcome == "Roll a die: 4 or more sees"


@pytest.mark.parametrize("path", ["", "/rulings"])
def test_the_longest_words_of_a_judge_that_the_field_takes_decide(hall: Hall, path: str) -> None:
    ruling = save(hall, 3, call="1")
    [field] = hall.page(path).all("input", name="words", autocomplete="off")
    assert field.attributes["maxlength"] == str(LONGEST_OUTCOME)
    words = "x" * LONGEST_OUTCOME
    for tried, status in ((f"{words}x", 422), (words, 303)):
        sent = {"outcome": "", "words": tried, "change_id": next_id()}
        assert hall.client.post(hall.url(f"/rulings/{ruling}/decide"), data=sent).status_code == status


@pytest.mark.parametrize("path", ["", "/rulings"])
def test_enter_behind_own_words_decides_by_them_and_not_for_the_first_outcome(hall: Hall, path: str) -> None:
    save(hall, 3, call="1")
    forms = [
        form for form in hall.page(path).all("form") if form.all("input", name="words", autocomplete="off")
    ]
    assert len(forms) == 1
    assert [each.attributes["value"] for each in forms[0].all("button")] == [""]


def test_the_desk_leads_to_the_ruling_that_is_called_for(hall: Hall) -> None:
    ruling = save(hall, 3, call="1")
    desk = hall.page()
    for box in (desk.by_id(f"call-{ruling}"), desk.by_id("rulings")):
        assert f"/r/{ruling}" in [each.attributes["href"] for each in box.all("a")]


def test_rulings_are_found_by_words_and_by_table(hall: Hall) -> None:
    first, third = save(hall, 1), save(hall, 3)

    def found(query: str) -> list[str]:
        page = parse(hall.client.get(hall.url(f"/rulings{query}", right=Right.VIEW)).text)
        return [each.attributes["id"].removeprefix("ruling-") for each in page.all("article")]

    assert found("") == [third, first]
    assert found("?table=1") == [first]
    assert found("?words=alder+birch") == [third, first]
    assert found("?words=r-0002") == [third]
    assert found("?words=nothing+like+it") == []
    shown = hall.page("/rulings", right=Right.VIEW)
    assert not [each for each in shown.all("form") if each.attributes.get("method") == "post"]


def test_a_ruling_of_another_event_is_none_of_ours(hall: Hall, client: FlaskClient, fresh_db: Path) -> None:
    ruling = save(hall, 1, call="1")
    other = keep_hall(client, fresh_db, tables=1)
    sent = {"outcome": "Sees", "change_id": next_id()}
    response = client.post(other.url(f"/rulings/{ruling}/decide"), data=sent)
    assert response.status_code == 404
    with connect(fresh_db) as db:
        assert load_ruling(db, ruling).line.decision is None
        assert len(rulings_of_event(db, other.id)) == 0


def test_an_archive_carries_the_rulings(hall: Hall) -> None:
    save(hall, 1)
    data = hall.client.get(hall.url("/archive.zip")).data
    assert b"rulings/r-0001.json" in data


def test_the_hall_hears_of_unlocked_tables_and_of_what_is_decided_again(hall: Hall, clock: Clock) -> None:
    ruling, table = save(hall, 1, call="1"), f"/t/{hall.tables[0].codes.organise}"
    heard = [hall.client.get(hall.url("/version")).json]
    for path, values in (
        ("/lock", {"lock": "on"}),
        ("/lock", {"lock": "off"}),
        (f"/rulings/{ruling}/decide", {"outcome": "Sees", "how": "judged"}),
        (f"/rulings/{ruling}/decide", {"outcome": "Nope", "how": "judged"}),
    ):
        clock.now += timedelta(seconds=5)
        sent = {"change_id": next_id(), **values}
        assert hall.client.post(f"{table}{path}", data=sent).status_code == 303
        heard.append(hall.client.get(hall.url("/version")).json)
    assert all(one != next_one for one, next_one in pairwise(heard))
