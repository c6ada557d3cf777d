"""Whose move is it? Who lost initiative is kept with the table, and forgotten when the turn is over."""

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from astrike.store.table.codes import Right
from tests.builders import document, mech
from tests.web.conftest import Kept, keep
from tests.web.page import Element

UNITS = [mech(f"A{n}", at=(4 + 4 * n, 5), side="red", motion="unmoved") for n in range(3)]
UNITS += [mech("B0", at=(4, 20), side="blue", motion="unmoved")]
UNITS += [mech("S", at=(30, 20), side="blue", motion="unmoved", state=["shutdown"])]
TABLE = document(*UNITS)


def steps(page: Element) -> list[str]:
    return [" ".join(row.text.split()) for row in page.by_id("steps").all("li")]


def test_nobody_moves_before_it_is_known_who_lost(table: Kept) -> None:
    page = table.page("/order")
    assert not page.has_id("now")
    assert [each.attributes["value"] for each in page.all("button", name="lost")] == ["red", "blue"]


def test_who_lost_is_kept_and_begins(table: Kept) -> None:
    with table.send("/order", {"lost": "blue"}, right=Right.PLAY) as response:
        assert response.status_code == 303
    assert parse_document(table.document).initiative == ("blue", "red")
    page = table.page("/order")
    assert page.by_id("verdict").text == "Blue to move: one unit."
    assert steps(page) == ["1 Blue moves 1 of 1 now", "2 Red moves 3 of 3"]
    assert [" ".join(row.text.split()) for row in page.by_id("now").all("li")] == ["A B0"]
    assert "order.unequal" in {each.attributes.get("data-key") for each in page.by_id("why").all("div")}
    assert "p.32" in page.by_id("resting").text


def test_a_side_that_is_not_there_has_lost_nothing(table: Kept) -> None:
    with table.send("/order", {"lost": "green"}, right=Right.PLAY) as response:
        assert response.status_code == 422
    assert parse_document(table.document).initiative == ()


def test_who_watches_cannot_say_who_lost(table: Kept) -> None:
    with table.send("/order", {"lost": "blue"}, right=Right.VIEW) as response:
        assert response.status_code == 403


def test_the_next_turn_asks_again(table: Kept) -> None:
    with table.send("/order", {"lost": "blue"}, right=Right.PLAY):
        assert parse_document(table.document).initiative == ("blue", "red")
    with table.send("/turn", right=Right.PLAY):
        assert parse_document(table.document).initiative == ()


def test_a_side_whose_units_are_all_destroyed_has_no_move(client: FlaskClient, kept: Kept) -> None:
    gone = mech("B0", at=(4, 20), side="blue", state=["destroyed"])
    table = keep(client, kept.db_path, document(mech("A", at=(4, 5), side="red"), gone, initiative=["blue"]))
    assert not table.page("/order").has_id("asked")


def test_when_everybody_has_moved_the_page_leads_to_the_next_turn(client: FlaskClient, kept: Kept) -> None:
    units = [mech("A", at=(4, 5), side="red"), mech("B", at=(4, 20), side="blue")]
    table = keep(client, kept.db_path, document(*units, initiative=["red", "blue"]))
    assert table.page("/order").has_id("next-turn")
    assert not table.page("/order", right=Right.VIEW).has_id("next-turn")
    with table.send("/turn", {"next": table.url("/order")}, right=Right.PLAY) as response:
        assert response.headers["Location"] == table.url("/order")
    assert not table.page("/order").has_id("next-turn")


def test_who_watches_reads_who_lost(table: Kept) -> None:
    assert "No one has said" in table.page("/order", right=Right.VIEW).by_id("asked").text
    with table.send("/order", {"lost": "blue"}, right=Right.PLAY):
        pass
    assert "Blue lost initiative" in table.page("/order", right=Right.VIEW).by_id("asked").text


def test_the_table_page_leads_there_while_units_move(table: Kept) -> None:
    assert not table.page("").has_id("order")
    with table.send("/turn", right=Right.PLAY):
        pass
    assert table.page("").by_id("order").attributes["href"].endswith("/order")


PLAYED = document(
    *(mech(f"R{n}", at=(4 + 4 * n, 5), side="red", motion="unmoved") for n in range(2)),
    *(mech(f"B{n}", at=(4 + 4 * n, 30), side="blue", motion="unmoved") for n in range(2)),
    phase="initiative",
)


def test_the_order_is_laid_out_in_steps_and_those_that_are_over_are_folded(
    client: FlaskClient, kept: Kept
) -> None:
    table = keep(client, kept.db_path, PLAYED)
    table.send("/order", {"lost": "blue"}, right=Right.PLAY)
    assert steps(table.page("/order")) == [
        "1 Blue moves 1 of 2 now",
        "2 Red moves 1 of 2",
        "3 Blue moves 1 of 1",
        "4 Red moves 1 of 1",
    ]
    table.send("/unit/B0/move", {"mode": "standstill"}, right=Right.PLAY)
    page = table.page("/order")
    assert steps(page)[1] == "2 Red moves 1 of 2 now"
    assert "1 step is over" in page.by_id("steps-over").text
    assert steps(page)[0] == "1 Blue moves 1 of 2"


def test_initiative_is_not_rolled_in_the_middle_of_a_turn(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, PLAYED)
    assert table.page("/order", right=Right.PLAY).has_id("roll-initiative")
    table.send("/order", {"lost": "blue"}, right=Right.PLAY)
    assert not table.page("/order", right=Right.PLAY).has_id("roll-initiative")
    with table.send("/order/roll", right=Right.PLAY) as response:
        assert response.status_code == 422
    assert parse_document(table.document).initiative == ("blue", "red")


@pytest.mark.parametrize("phase", ["movement", "combat", "end"])
def test_a_turn_under_way_without_a_word_of_initiative_offers_no_roll(
    client: FlaskClient, kept: Kept, phase: str
) -> None:
    units = [mech("A", at=(4, 5), side="red"), mech("B", at=(4, 20), side="blue", motion="unmoved")]
    table = keep(client, kept.db_path, document(*units, phase=phase))
    page = table.page("/order", right=Right.PLAY)
    assert not page.has_id("roll-initiative")
    assert len(page.all("button", name="lost")) == 2
    with table.send("/order/roll", right=Right.PLAY) as response:
        assert response.status_code == 422
