"""Players say how their game ended; the desk shows that they did, and the organizer has the last word."""

import pytest
from werkzeug.test import TestResponse

from astrike.model.document_change import ChangeLabel, SetMember
from astrike.store.database.connection import connect
from astrike.store.events.events import changing, load_event, write_document
from astrike.store.table.changes import change_table
from astrike.store.table.codes import Right
from astrike.store.table.locks import lock_table
from astrike.store.table.log import ChangedBy
from astrike.web.events.log_words import event_sentence
from tests.web.conftest import NOW, Kept, next_id
from tests.web.events.hall import Hall
from tests.web.page import Element, parse


@pytest.fixture
def hall(hall: Hall) -> Hall:
    hall.send("", "/clock", {"action": "start"})
    return hall


def result(hall: Hall, number: int = 2, right: Right = Right.PLAY) -> str:
    codes = hall.tables[number - 1].codes
    return f"/t/{codes.up_to(right)[right]}/result"


def page(hall: Hall, right: Right = Right.PLAY) -> Element:
    """What stands on the page of results, below the strip of the event."""
    return parse(hall.client.get(result(hall, right=right)).text).one("main")


def tell(hall: Hall, score: str, seen: dict[str, str] | None = None) -> TestResponse:
    fields = page(hall).one("form").fields() if seen is None else seen
    return hall.client.post(result(hall), data={**fields, "score": score, "change_id": next_id()})


def test_players_report_their_result_and_the_desk_shows_it(hall: Hall) -> None:
    assert tell(hall, "4 : 6").status_code == 303
    game = hall.event.game(2, 1)
    assert (game.score, bool(game.reported_by)) == ("4 : 6", True)
    assert event_sentence(hall.log[0].label) == "Table 2 reports 4 : 6 in round 1"
    row = hall.page().by_id("table-2").text
    assert "4 : 6" in row
    assert "reported" in row
    assert "4 : 6" in page(hall, Right.VIEW).by_id("round-1").text
    assert not page(hall, Right.VIEW).all("form"), "who watches reports nothing"
    status = hall.client.get(hall.url("/status.json", right=Right.VIEW)).json
    assert status["tables"][1]["rounds"][0]["reported"] is True
    assert "by an unnamed phone" in hall.page("/rounds/1").one("main").text
    assert tell(hall, "5 : 5").status_code == 303, "a slip is put right"


def test_both_sides_see_what_the_other_said_first(hall: Hall) -> None:
    seen = page(hall).one("form").fields()
    tell(hall, "4 : 6")
    late = tell(hall, "6 : 4", seen)
    assert late.status_code == 409
    assert "4 : 6" in late.text
    assert hall.event.game(2, 1).score == "4 : 6"


def test_the_organiser_has_the_last_word(hall: Hall) -> None:
    seen = page(hall).one("form").fields()
    tell(hall, "4 : 6")
    hall.send("/rounds/1", "/rounds/1", {"pairing-2": "08 v 19"})
    assert hall.event.game(2, 1).reported_by, "another field leaves who said it"
    hall.send("/tables/2", "/tables/2", {"score-1": "4 : 6", "name": "Stage"})
    assert hall.event.game(2, 1).reported_by
    hall.send("/rounds/1", "/rounds/1", {"score-one-2": "3", "score-other-2": "7"})
    assert hall.event.game(2, 1).reported_by == ""
    assert "reported" not in hall.page().by_id("table-2").text
    assert not page(hall).all("form")
    assert "organizer" in page(hall).by_id("round-1").text
    assert tell(hall, "not played", seen).status_code == 403
    assert hall.event.game(2, 1).score == "3 : 7"


def test_a_locked_table_reports_too(hall: Hall) -> None:
    with connect(hall.db_path) as db:
        lock_table(db, hall.tables[1].table_id, author="", client_id=None, now=NOW)
    assert tell(hall, "4 : 6").status_code == 303


@pytest.mark.parametrize("score", ["", " ", "x" * 21, "4\n6"])
def test_what_is_no_score_is_named_at_its_field(hall: Hall, score: str) -> None:
    refused = tell(hall, score)
    assert refused.status_code == 422
    assert parse(refused.text).has_id("p-score-1")
    assert hall.event.game(2, 1).score == ""


def test_only_rounds_that_began_have_a_result(hall: Hall) -> None:
    fields = page(hall).one("form").fields()
    for in_round in ("2", "0", "x"):
        assert tell(hall, "4 : 6", {**fields, "round": in_round}).status_code == 422
    assert hall.version == 2


def test_a_table_of_no_event_has_no_result(kept: Kept) -> None:
    address = kept.url("/result", right=Right.PLAY)
    assert "no event" in kept.client.get(address).text
    data = {"change_id": next_id(), "round": "1", "score": "4 : 6"}
    assert kept.client.post(address, data=data).status_code == 404


def pair(hall: Hall, pairing: str) -> None:
    assert hall.send("/rounds/1", "/rounds/1", {"pairing-2": pairing}).status_code == 303


def score(hall: Hall, one: str, other: str, seen: dict[str, str] | None = None) -> TestResponse:
    fields = page(hall).one("form").fields() if seen is None else seen
    sent = {**fields, "score-1": one, "score-2": other, "change_id": next_id()}
    return hall.client.post(result(hall), data=sent)


def shown(hall: Hall) -> dict[str, object]:
    status = hall.client.get(hall.url("/status.json", right=Right.VIEW)).json
    found: dict[str, object] = status["tables"][1]["rounds"][0]
    return found


@pytest.mark.parametrize("pairing", ["Marek v Nadia", "Marek vs. Nadia", "Marek – Nadia"])
def test_a_score_is_typed_beside_each_name_and_everybody_agrees_whose_it_is(hall: Hall, pairing: str) -> None:
    pair(hall, pairing)
    form = page(hall).one("form")
    assert [each.text.split()[0] for each in form.all("label")[:2]] == ["Marek", "Nadia"]
    assert score(hall, "14", "6").status_code == 303
    assert event_sentence(hall.log[0].label) == "Table 2 reports Marek 14 : 6 Nadia in round 1"
    assert "Marek 14 : 6 Nadia" in page(hall, Right.VIEW).by_id("round-1").text
    assert "14 : 6" in hall.page().by_id("table-2").text
    assert "14 : 6" in hall.page("/hall", right=Right.VIEW).one("main").text
    told = shown(hall)
    assert (told["players"], told["score"]) == (["Marek", "Nadia"], "14 : 6")
    scores = [{"player": "Marek", "score": "14"}, {"player": "Nadia", "score": "6"}]
    assert told["scores"] == scores
    again = page(hall).one("form").fields()
    assert (again["score-1"], again["score-2"], again["score"]) == ("14", "6", "")


def test_two_scores_in_the_text_are_refused_where_names_are_known(hall: Hall) -> None:
    pair(hall, "Marek v Nadia")
    refused = tell(hall, "6 : 14")
    assert refused.status_code == 422
    assert "each score beside its name" in refused.text
    assert tell(hall, "Nadia gave up").status_code == 303
    assert hall.event.game(2, 1).score == "Nadia gave up"


def test_a_pairing_turned_round_turns_its_score_round(hall: Hall) -> None:
    pair(hall, "Marek v Nadia")
    score(hall, "14", "6")
    pair(hall, "Nadia v Marek")
    assert hall.event.game(2, 1).score == "6 : 14"
    assert "Nadia 6 : 14 Marek" in page(hall).by_id("round-1").text
    assert hall.event.game(2, 1).reported_by, "nobody has typed another score"
    hall.send("/tables/2", "/tables/2", {"pairing-1": "Marek v Nadia"})
    assert hall.event.game(2, 1).score == "14 : 6"


def test_a_score_typed_under_other_names_is_not_taken(hall: Hall) -> None:
    pair(hall, "Marek v Nadia")
    seen = page(hall).one("form").fields()
    pair(hall, "Nadia v Marek")
    assert score(hall, "14", "6", seen).status_code == 409
    assert hall.event.game(2, 1).score == ""


def test_the_organiser_types_in_the_order_of_the_pairing(hall: Hall) -> None:
    pair(hall, "Marek v Nadia")
    form = hall.page("/rounds/1").one("tbody")
    assert [each.text for each in form.all("label")] == ["Marek", "Nadia"]
    assert "Marek : Nadia" in hall.page("/tables/2").one("main").text
    hall.send("/rounds/1", "/rounds/1", {"score-one-2": "14", "score-other-2": "6"})
    for wrong in ({"score-2": "6 : 14"}, {"score-one-2": "3", "score-other-2": ""}):
        assert hall.send("/rounds/1", "/rounds/1", wrong).status_code == 422
    pair(hall, "Nadia v Marek")
    assert hall.event.game(2, 1).score == "6 : 14"
    pair(hall, "Marek v Nadia")
    assert shown(hall)["scores"] == [{"player": "Marek", "score": "14"}, {"player": "Nadia", "score": "6"}]
    hall.send("/tables/2", "/tables/2", {"score-1": "Nadia gave up"})
    assert (shown(hall)["score"], shown(hall)["scores"]) == ("Nadia gave up", [])


def test_without_two_names_the_sides_are_asked(hall: Hall) -> None:
    put_sides(hall)
    fields = page(hall).one("form")
    assert [each.text for each in fields.all("label")[:2]] == ["South south edge", "Ada north edge"]
    assert score(hall, "3", "9").status_code == 303
    assert "South 3 : 9 Ada" in hall.page().by_id("table-2").text
    assert shown(hall)["players"] is None
    assert shown(hall)["scores"] == [{"player": "South", "score": "3"}, {"player": "Ada", "score": "9"}]
    pair(hall, "Ada v Ben")
    assert hall.event.game(2, 1).score == "9 : 3", "Ada keeps her score"


def test_a_player_whose_side_bears_the_name_sees_the_edge(hall: Hall) -> None:
    put_sides(hall)
    pair(hall, "Ben v Ada")
    assert [each.text for each in page(hall).one("form").all("label")[:2]] == ["Ben", "Ada north edge"]


def test_results_of_before_stay_readable(hall: Hall) -> None:
    put_sides(hall)
    with connect(hall.db_path) as db:
        stored = load_event(db, hall.id)
        games = [{"table": 2, "round": 1, "pairing": "Marek v Nadia", "score": "4 : 6", "told": "Kim"}]
        with changing(db, hall.id, ChangeLabel("event.setup"), ChangedBy("", None, NOW)):
            write_document(db, hall.id, {**stored.document, "games": games})
    card = page(hall).by_id("round-1")
    assert "4 : 6" in card.text
    assert card.by_id("order-1").text == "South first, then Ada."
    assert (shown(hall)["score"], shown(hall)["scores"]) == ("4 : 6", [])
    assert score(hall, "6", "4").status_code == 303
    assert shown(hall)["scores"] == [{"player": "Marek", "score": "6"}, {"player": "Nadia", "score": "4"}]


@pytest.mark.parametrize(("one", "other"), [("14", ""), ("", "6"), ("1" * 9, "6")])
def test_both_scores_are_needed_each_at_its_field(hall: Hall, one: str, other: str) -> None:
    pair(hall, "Marek v Nadia")
    refused = score(hall, one, other)
    assert refused.status_code == 422
    again = parse(refused.text).one("main")
    assert again.has_id("p-score-1-1") == (one != "14")
    assert again.one("form").fields()["score-1"] == one
    assert hall.event.game(2, 1).score == ""


def put_sides(hall: Hall) -> None:
    """Give the second table two sides, the second with the name of its player."""
    table = hall.tables[1]
    sides = [{"id": "red", "name": "South", "home": "south"}, {"id": "blue", "name": "Ada", "home": "north"}]
    with connect(hall.db_path) as db:
        change_table(
            db,
            table.table_id,
            from_version=table.version,
            operations=[SetMember("sides", sides)],
            label=ChangeLabel("side.edited"),
            author="Kim",
            client_id=next_id(),
            now=NOW,
            right=Right.PLAY,
            check=lambda document: None,
        )
