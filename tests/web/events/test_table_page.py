"""Tables of an event: games and rounds written down together, layouts put on them, locks, one more, one less."""

from astrike.model.document_change import AddFeature, ChangeLabel, Document
from astrike.model.events.event import Game
from astrike.model.events.pairing import GameResult
from astrike.store.database.connection import connect
from astrike.store.events.tables import event_of_table
from astrike.store.table.changes import change_table
from astrike.store.table.codes import Right
from tests.builders import mech
from tests.web.conftest import NOW, next_id
from tests.web.events.hall import Hall
from tests.web.page import parse


def name_of(hall: Hall, number: int) -> str:
    """Which layout lies on a table, told by its pieces."""
    features = hall.document(number)["features"]
    assert isinstance(features, list)
    kinds = [each["properties"]["kind"] for each in features]
    return "Small town" if "building" in kinds else "Open hills"


def put_unit(hall: Hall, number: int, unit: Document | None = None) -> None:
    table = next(each for each in hall.tables if each.number == number)
    with connect(hall.db_path) as db:
        change_table(
            db,
            table.table_id,
            from_version=table.version,
            operations=[AddFeature(unit or mech("A", at=(3, 3), side="red", name="Alder"))],
            label=ChangeLabel("unit.added", {"unit": "Alder"}),
            right=Right.PLAY,
            author="Kim",
            client_id=next_id(),
            now=NOW,
            check=lambda document: None,
        )


def units(hall: Hall, number: int) -> list[str]:
    features = hall.document(number)["features"]
    assert isinstance(features, list)
    return [each["id"] for each in features if each["properties"]["kind"] == "unit"]


def test_a_round_is_written_down_at_once(hall: Hall) -> None:
    sent = {"pairing-1": "08 v 19", "score-1": "4 : 6", "pairing-3": "20 v 29", "status-3": "setup"}
    assert hall.send("/rounds/2", "/rounds/2", sent).status_code == 303
    event = hall.event
    result = GameResult(("08", "19"), ("4", "6"))
    assert event.game(1, 2) == Game("Small town", "08 v 19", "4 : 6", result=result)
    assert (event.game(3, 2).pairing, event.seats[2].status) == ("20 v 29", "setup")
    assert event.game(1, 1).pairing == ""
    assert hall.version == 2
    again = hall.stamp("/rounds/2", "/rounds/2")
    assert again["pairing-1"] == "08 v 19"
    assert hall.client.post(hall.url("/rounds/2"), data=again).status_code == 303
    assert hall.version == 2, "what nobody touched is no change"


def test_two_people_write_the_same_round_down_together(hall: Hall) -> None:
    mine, theirs = (hall.stamp("/rounds/1", "/rounds/1") for _ in range(2))
    assert hall.client.post(hall.url("/rounds/1"), data={**theirs, "score-1": "4 : 6"}).status_code == 303
    assert hall.client.post(hall.url("/rounds/1"), data={**mine, "score-2": "8 : 2"}).status_code == 303
    assert (hall.event.game(1, 1).score, hall.event.game(2, 1).score) == ("4 : 6", "8 : 2")


def test_who_writes_over_somebody_elses_row_sees_it_first(hall: Hall) -> None:
    mine, theirs = (hall.stamp("/rounds/1", "/rounds/1") for _ in range(2))
    hall.client.post(hall.url("/rounds/1"), data={**theirs, "score-1": "4 : 6"})
    mine |= {"score-1": "5 : 5", "score-2": "8 : 2"}
    late = hall.client.post(hall.url("/rounds/1"), data=mine)
    assert late.status_code == 409
    assert (hall.event.game(1, 1).score, hall.event.game(2, 1).score) == ("4 : 6", "")
    page = parse(late.text)
    assert "4 : 6" in page.one("tr", class_="is-late").text
    again = page.by_id("save").fields()
    assert (again["score-1"], again["score-2"]) == ("5 : 5", "8 : 2")
    assert hall.client.post(hall.url("/rounds/1"), data=again | {"change_id": next_id()}).status_code == 303
    assert (hall.event.game(1, 1).score, hall.event.game(2, 1).score) == ("5 : 5", "8 : 2")


def test_a_round_with_something_wrong_is_not_written(hall: Hall) -> None:
    wrong = {"pairing-1": "x" * 61, "score-2": "4\n6", "status-3": "lost", "score-3": "1 : 1"}
    response = hall.send("/rounds/1", "/rounds/1", wrong)
    assert response.status_code == 422
    problems = parse(response.text).by_id("problems").text
    assert all(word in problems for word in ("pairing", "score", "status"))
    assert hall.version == 1


def test_pairings_are_pasted(hall: Hall) -> None:
    sent = {"pairings": "1\t08\t19\n 2: 17 v 24\n\n3 22 v 23"}
    assert hall.send("/rounds/1", "/rounds/1/paste", sent).status_code == 303
    assert [hall.event.game(number, 1).pairing for number in (1, 2, 3)] == ["08 v 19", "17 v 24", "22 v 23"]
    refused = hall.send("/rounds/1", "/rounds/1/paste", {"pairings": "9 a v b\nnobody\n1 x v y"})
    assert refused.status_code == 422
    assert "line 1" in refused.text
    assert "line 2" in refused.text
    assert hall.event.game(1, 1).pairing == "08 v 19"


def test_pasted_pairings_are_understood_before_they_are_taken(hall: Hall) -> None:
    text = 'Table,Player 1,Player 2\n1,Anna,Ben\n2,"O\'Neil, Carla",Dmitri'
    looked = hall.send("/rounds/1", "/rounds/1/paste", {"pairings": text, "how": "look"})
    assert looked.status_code == 200
    page = parse(looked.text)
    reported = [each.text for each in page.by_id("understood").all("li")]
    assert reported == ["Table 1 Anna – Ben", "Table 2 O'Neil, Carla – Dmitri"]
    assert page.by_id("f-pairings").text.strip() == " ".join(text.split())
    assert hall.version == 1, "looking writes nothing"
    sent = hall.send("/rounds/1", "/rounds/1/paste", {"pairings": text, "how": "take"})
    assert "for 2 tables" in hall.client.get(sent.location).text
    assert [hall.event.game(number, 1).pairing for number in (1, 2)] == [
        "Anna v Ben",
        "O'Neil, Carla v Dmitri",
    ]


def test_pasted_pairings_are_taken_as_a_whole_or_not_at_all(hall: Hall) -> None:
    hall.send("/rounds/1", "/rounds/1", {"pairing-3": "Marek v Nadia"})
    text = "1,Anna,Ben\n1,Carla,Dmitri\n2,Marek,anna"
    refused = hall.send("/rounds/1", "/rounds/1/paste", {"pairings": text})
    assert refused.status_code == 422
    page = parse(refused.text)
    problems = page.by_id("problems").text
    assert all(
        each in problems for each in ("line 2", "table 1 again", "line 3", "anna again", "Marek again")
    )
    assert "3 things" in problems
    assert page.by_id("f-pairings").text.strip() == " ".join(text.split()), "what was pasted is kept"
    assert hall.event.game(1, 1).pairing == ""
    huge = hall.send("/rounds/1", "/rounds/1/paste", {"pairings": "x" * 20_001})
    assert huge.status_code == 422


def test_one_table_is_changed(hall: Hall) -> None:
    sent = {"name": "Stage", "status": "ready", "layout-2": "Open hills", "pairing-2": "1 v 2"}
    assert hall.send("/tables/1", "/tables/1", sent).status_code == 303
    assert (hall.event.seats[0].name, hall.event.seats[0].status) == ("Stage", "ready")
    assert hall.event.game(1, 2) == Game("Open hills", "1 v 2", "")
    assert hall.event.game(1, 1).layout == "Open hills"
    assert hall.log[0].label.names["what"] == "Stage; ready; 2: Open hills, 1 v 2"
    assert hall.send("/tables/1", "/tables/1", {"name": "x" * 81}).status_code == 422


def test_a_table_is_added_with_its_layout_and_removed(hall: Hall) -> None:
    sent = {"number": "7", "name": "Stage", "layout": "Small town"}
    assert hall.send("/tables/new", "/tables/new", sent).status_code == 303
    assert [each.number for each in hall.tables] == [1, 2, 3, 7]
    assert name_of(hall, 7) == "Small town"
    assert hall.event.game(7, 3).layout == "Small town"
    for wrong in ({"number": "7"}, {"number": "100"}, {"number": "8", "layout": "None such"}):
        assert hall.send("/tables/new", "/tables/new", wrong).status_code == 422
    table = hall.tables[3]
    assert hall.send("/tables/7/remove", "/tables/7/remove", {}).status_code == 303
    assert [seat.number for seat in hall.event.seats] == [1, 2, 3]
    assert hall.client.get(f"/t/{table.codes.organise}").status_code == 404
    assert hall.client.post(f"/t/{table.codes.organise}/restore").status_code == 303
    with connect(hall.db_path) as db:
        assert event_of_table(db, table.table_id) is None


def test_layouts_of_a_round_come_onto_all_tables_and_can_be_undone(hall: Hall) -> None:
    put_unit(hall, 1)
    assert [name_of(hall, number) for number in (1, 2, 3)] == ["Open hills", "Small town", "Open hills"]
    sent = hall.stamp("/rounds/2", "/rounds/2/lay")
    for _ in range(2):  # sent twice, laid once
        assert hall.client.post(hall.url("/rounds/2/lay"), data=sent).status_code == 303
    assert [name_of(hall, number) for number in (1, 2, 3)] == ["Small town", "Open hills", "Small town"]
    assert units(hall, 1) == []
    assert [each.version for each in hall.tables] == [3, 2, 2]
    assert hall.log[0].label.key == "tables.laid"
    first = hall.tables[0]
    stamp = {"version": str(first.version), "change_id": next_id()}
    assert hall.client.post(f"/t/{first.codes.play}/undo", data=stamp).status_code == 403
    assert (name_of(hall, 1), units(hall, 1)) == ("Small town", []), "players do not take a layout away"
    assert hall.client.post(f"/t/{first.codes.organise}/undo", data=stamp).status_code == 303
    assert (name_of(hall, 1), units(hall, 1)) == ("Open hills", ["A"])


def test_units_stay_when_that_is_asked(hall: Hall) -> None:
    put_unit(hall, 1)
    hall.send("/rounds/2", "/rounds/2/lay", {"units": "1"})
    assert (name_of(hall, 1), units(hall, 1)) == ("Small town", ["A"])


def test_nothing_is_laid_when_one_table_does_not_fit(hall: Hall) -> None:
    table = hall.tables[0]
    with connect(hall.db_path) as db:
        change_table(
            db,
            table.table_id,
            from_version=1,
            operations=[AddFeature(mech("A", at=(50, 3), side="red", name="Alder"))],
            label=ChangeLabel("unit.added", {"unit": "Alder"}),
            right=Right.PLAY,
            author="Kim",
            client_id=next_id(),
            now=NOW,
            check=lambda document: None,
        )
    before = [each.version for each in hall.tables]
    sent = {**hall.stamp("/rounds/2", "/rounds/2/lay"), "units": "1"}
    response = hall.client.post(hall.url("/rounds/2/lay"), data=sent)
    assert response.status_code == 422
    assert "Table 1" in parse(response.text).by_id("problems").text
    assert [each.version for each in hall.tables] == before


def test_one_table_is_laid_again(hall: Hall) -> None:
    hall.send("/tables/1", "/tables/1", {"layout-1": "Small town"})
    assert name_of(hall, 1) == "Open hills"
    assert hall.send("/tables/1", "/tables/1/lay", {}).status_code == 303
    assert [name_of(hall, number) for number in (1, 2, 3)] == ["Small town", "Small town", "Open hills"]


def test_a_table_is_locked_from_the_desk(hall: Hall) -> None:
    assert hall.send("/tables/1", "/tables/1/lock", {"lock": "on"}).status_code == 303
    assert [each.is_locked for each in hall.tables] == [True, False, False]
    assert "locked" in hall.page().by_id("table-1").text
    undo = {"version": "1", "change_id": next_id()}
    assert hall.client.post(f"/t/{hall.tables[0].codes.play}/undo", data=undo).status_code == 403
    hall.send("/tables/1", "/tables/1/lock", {"lock": "off"})
    assert not hall.tables[0].is_locked
    assert [each.label.key for each in hall.log[:2]] == ["table.unlocked", "table.locked"]


def test_a_table_that_was_deleted_by_hand_leaves_its_row(hall: Hall) -> None:
    table = hall.tables[1]
    sent = {"version": str(table.version), "change_id": next_id()}
    assert hall.client.post(f"/t/{table.codes.organise}/delete", data=sent).status_code == 303
    assert "deleted" in hall.page().by_id("table-2").text
    assert "deleted" in hall.page("/tables/2").one("main").text
    assert len(hall.page(right=Right.VIEW).all("a", class_="door")) == 2
    assert hall.send("/rounds/2", "/rounds/2/lay", {}).status_code == 303
