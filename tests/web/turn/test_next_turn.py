"""The next turn: nobody has moved yet, in one change."""

from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from astrike.model.unit import Unit
from astrike.store.table.codes import Right
from tests.builders import document, infantry, mech, point, vehicle
from tests.web.conftest import Kept, keep

TABLE = document(
    mech("A", at=(7, 7), motion="jump", moved=6, done=True, heat=1, state=["hull-down"]),
    infantry("I", at=(20, 7), motion="ground", state=["dismounted"]),
    vehicle("F", at=(30, 7), move='12"v', motion="vtol", done=True),
)


def unit_of(kept: Kept, unit_id: str) -> Unit:
    found = parse_document(kept.document).unit(unit_id)
    assert found is not None
    return found


def test_nobody_has_moved_in_the_next_turn(table: Kept) -> None:
    before = table.document
    with table.send("/turn", right=Right.PLAY) as response:
        assert response.status_code == 303
        assert response.location == table.url(right=Right.PLAY)
    jumper = unit_of(table, "A")
    assert (jumper.motion, jumper.moved, jumper.done) == ("unmoved", None, None)
    assert (jumper.heat, jumper.state) == (1, frozenset({"hull-down"}))
    assert unit_of(table, "I").state == frozenset()
    assert unit_of(table, "F").state == frozenset({"airborne"}), "what flies goes on flying"
    assert "Turn 2 · movement" in table.page().one("header", class_="bar").text
    assert "Turn 2 begins" in table.page("/history").by_id("log").text
    with table.send("/undo") as response:
        assert response.status_code == 303
    assert table.document == before


def test_who_has_moved_moves_again_in_the_next_turn(table: Kept) -> None:
    def closed() -> bool:
        page = table.page("/unit/A/move")
        return "already moved" in page.by_id("verdict").text

    assert closed()
    with table.send("/turn"):
        assert not closed()


def test_the_menu_offers_it_to_players(table: Kept) -> None:
    assert "Turn 2 begins" in table.page("/more", right=Right.PLAY).by_id("next-turn").text
    assert not table.page("/more", right=Right.VIEW).has_id("next-turn")


def test_somebody_was_faster_with_the_same(table: Kept) -> None:
    with table.send("/turn"):
        pass
    with table.client.post(table.url("/turn"), data={"version": "1", "change_id": "another-id"}) as response:
        assert response.status_code == 303
    assert (table.version, parse_document(table.document).turn) == (2, 2)


def test_a_remote_sensor_is_in_its_network_for_one_turn(client: FlaskClient, kept: Kept) -> None:
    eye = point("eye", (30, 5), kind="sensor", network="net")
    table = keep(client, kept.db_path, document(mech("A", at=(7, 7)), eye))
    with table.send("/turn", right=Right.PLAY):
        pass
    (marker,) = parse_document(table.document).markers
    assert (marker.id, marker.network) == ("eye", None)
