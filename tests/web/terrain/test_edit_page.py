"""The terrain editor as a page: who may do what, what its forms change, and what they say about wrong fields."""

import json
from collections.abc import Mapping

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from astrike.formats.table.table_file import parse_document
from astrike.model.terrain import Terrain
from astrike.store.table.codes import Right
from tests.builders import area, box, building, document, hill, mech, point, polygon, water, woods
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import parse

HERE = "/edit"


TABLE = document(
    hill("h", polygon(box(4, 4, 20, 16), box(8, 8, 12, 12)), height=1, name="Long ridge"),
    building("b", box(24, 10, 30, 14), height=3),
    woods("w", box(30, 20, 36, 26)),
    water("r", box(2, 22, 14, 26), depth=1),
    area("z", box(0, 0, 48, 4), kind="deployment", side="red"),
    point("o", (24, 18), kind="objective"),
    width=48,
    depth=36,
    sides=[{"id": "red", "name": "Red"}],
)


def piece(kept: Kept, name: str) -> Terrain:
    found = parse_document(kept.document).piece(name)
    assert found is not None
    return found


def box_of(kept: Kept, name: str) -> tuple[float, float, float, float]:
    corners = piece(kept, name).outlines[0].exterior
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def change(kept: Kept, piece_id: str, **values: str) -> TestResponse:
    """Send the numbers of one piece as its form has them, with some of them changed."""
    page = kept.page(f"{HERE}?piece={piece_id}")
    form = page.by_id("numbers")
    fields = {each.attributes["name"]: each.attributes.get("value", "") for each in form.all("input")}
    for choice in form.all("select"):
        chosen = [each for each in choice.all("option") if "selected" in each.attributes]
        fields[choice.attributes["name"]] = chosen[0].attributes["value"]
    return kept.send(HERE, {**fields, "action": "change", "id": piece_id, **values})


def test_the_page_lists_every_piece_and_carries_them_as_json_once(table: Kept) -> None:
    page = table.page(HERE)
    names = [each.one("b").text for each in page.all("a", class_="piece")]
    assert names == ["O", "Red's zone", "R", "W", "B", "Long ridge"], "what is drawn last comes first"
    pieces = {each["id"]: each for each in json.loads(page.by_id("pieces").text)}
    assert pieces["h"]["rings"][0][1], "with its hole"
    assert pieces["o"] == {"id": "o", "kind": "objective", "title": "O", "form": "point", "at": [24, 18]} | {
        "rank": 8,
        "look": "spot",
        "curved": False,
        "locked": False,
    }
    again = table.page(f"{HERE}?part=live&pieces={table.version}")
    assert again.by_id("pieces").text == ""


def test_who_may_not_organise_looks_and_is_told_why(table: Kept) -> None:
    page = table.page(f"{HERE}?piece=b", right=Right.PLAY)
    assert "organizer" in page.by_id("scroll").text
    assert page.all("form", **{"data-edit": ""}) == []
    assert not page.all("nav", class_="tools")
    assert len(table.page(HERE, right=Right.VIEW).all("a", class_="piece")) == 6
    with table.send(HERE, {"action": "remove", "id": "b"}, right=Right.PLAY) as response:
        assert response.status_code == 403


def test_a_piece_of_the_palette_is_added_and_chosen(table: Kept) -> None:
    page = table.page(f"{HERE}?tool=hill")
    keys = [each.attributes["value"] for each in page.all("input", type="radio")]
    assert "hill-2" in keys
    with table.send(HERE, {"action": "add", "piece": "hill-2", "x": "36", "y": "10"}) as response:
        assert response.status_code == 303
        assert response.location == table.url(f"{HERE}?piece=hill-1&piece=hill-1-step-2")
    assert piece(table, "hill-1-step-2").height == 2
    chosen = table.page(f"{HERE}?piece=hill-1&piece=hill-1-step-2")
    assert chosen.one("div", class_="who").one("h2").text == "Hill 1, 2 steps"
    with table.send(HERE, {"action": "add", "piece": "point:poi", "x": "10", "y": "30"}) as response:
        assert response.status_code == 303
    assert [each.kind for each in parse_document(table.document).markers] == ["objective", "poi"]


def test_typed_numbers_change_only_what_differs(table: Kept) -> None:
    with change(table, "b") as response:
        assert response.status_code == 303
    assert table.version == 1, "nothing was touched"
    before = table.document
    with change(table, "b", from_x="west", x="12,5", from_y="south", y="8", turn="90") as response:
        assert response.status_code == 303
    assert box_of(table, "b") == pytest.approx((12.5, 8, 16.5, 14))
    with change(table, "b", height="4", wide="8", **{"class": "heavy", "name": "Works"}) as response:
        assert response.status_code == 303
    works = piece(table, "b")
    assert (works.height, works.grade, works.name) == (4, "heavy", "Works")
    for _ in range(2):
        with table.send("/undo") as response:
            assert response.status_code == 303
    assert table.document == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"x": "here", "turn": "round"},
        {"wide": "0", "height": "-3", "cf": "many"},
        {"kind": "lava lake"},
    ],
    ids=["place and turn", "size, height and CF", "kind"],
)
def test_every_wrong_field_is_named_at_once_and_keeps_its_value(
    table: Kept, wrong: Mapping[str, str]
) -> None:
    with change(table, "b", **wrong) as response:
        assert response.status_code == 422
        page = parse(response.get_data(as_text=True))
    assert table.version == 1
    for name, value in wrong.items():
        field = page.by_id(f"e-{name}")
        assert field.attributes["aria-describedby"] == f"{name}-problem"
        assert value in field.attributes.get("value", "") or value in field.text
        assert "expected" in page.by_id(f"{name}-problem").text


def test_pressing_more_and_less_works_without_script(table: Kept) -> None:
    with change(table, "w", step="x+0.5") as response:
        assert response.status_code == 303
    assert box_of(table, "w")[0] == 30.5
    with change(table, "r", step="depth-1") as response:
        assert response.status_code == 303
    assert piece(table, "r").depth == 0
    more = table.page(f"{HERE}?piece=w").one("button", **{"aria-label": "Height, in: more"})
    with change(table, "w", step=more.attributes["value"]) as response:
        assert response.status_code == 303
    assert piece(table, "w").height == 3, "what is as usual begins there"


def test_a_corner_of_an_outline_or_a_hole_is_typed_and_taken_away(table: Kept) -> None:
    page = table.page(f"{HERE}?piece=h&corner=1.0")
    assert page.by_id("e-cx").attributes["value"] in {"8", "12"}
    with change(table, "h", ring="0", index="0", cx="3", cy="3.5") as response:
        assert response.status_code == 303
    assert (3, 3.5) in piece(table, "h").outlines[0].exterior
    wish = {"action": "corner-remove", "id": "h", "ring": "1", "index": "0"}
    with table.send(HERE, {**wish, "next": table.url(f"{HERE}?piece=h&corner=1.0")}) as response:
        assert response.location == table.url(f"{HERE}?piece=h")
    assert len(piece(table, "h").outlines[0].holes[0]) == 3
    with table.send(HERE, {"action": "hole-remove", "id": "h", "ring": "1"}) as response:
        assert response.status_code == 303
    assert piece(table, "h").outlines[0].holes == ()


def test_outlines_are_typed_as_people_write_places(table: Kept) -> None:
    outline = {"action": "add", "kind": "rough", "form": "free"}
    with table.send(HERE, {**outline, "corners": "40,8 46,8; 46,12.5"}) as response:
        assert response.status_code == 303
    assert set(piece(table, "rough-1").outlines[0].exterior) == {(40, 8), (46, 8), (46, 12.5)}
    strip = {"action": "add", "kind": "road", "form": "strip", "width": "2"}
    with table.send(HERE, {**strip, "corners": "2,30 40,30"}) as response:
        assert response.status_code == 303
    assert box_of(table, "road-1") == (2, 29, 40, 31)
    with table.send(
        HERE, {**outline, "corners": "40,8 over there", "next": table.url(f"{HERE}?tool=outline")}
    ) as response:
        assert response.status_code == 422
        page = parse(response.get_data(as_text=True))
    assert "over" in page.by_id("corners-problem").text
    assert page.by_id("e-corners").attributes["value"] == "40,8 over there"


def test_several_pieces_are_done_together(table: Kept) -> None:
    page = table.page(f"{HERE}?piece=b&piece=w")
    assert page.one("h2").text == "2 pieces"
    with table.send(HERE, {"action": "move", "ids": '["b", "w"]', "dx": "1", "dy": "0"}) as response:
        assert response.location == table.url(f"{HERE}?piece=b&piece=w")
    assert (box_of(table, "b")[0], box_of(table, "w")[0]) == (25, 31)
    with table.send(
        HERE, {"action": "mirror", "ids": '["b", "w"]', "axis": "turn", "as": "copy"}
    ) as response:
        assert response.status_code == 303
    assert len(parse_document(table.document).terrain) == 7
    with table.send(HERE, {"action": "remove", "ids": '["b", 3]'}) as response:
        assert response.status_code == 422


def test_a_locked_piece_shows_how_to_unlock_it_and_nothing_else(table: Kept) -> None:
    with table.send(HERE, {"action": "lock", "id": "b"}) as response:
        assert response.status_code == 303
    page = table.page(f"{HERE}?piece=b")
    assert [each for each in page if each.attributes.get("id") == "numbers"] == []
    assert "Unlock" in page.by_id("scroll").text
    with table.send(HERE, {"action": "move", "id": "b", "dx": "1", "dy": "0"}) as response:
        assert response.status_code == 422


def test_two_phones_do_not_overwrite_each_other_unseen(table: Kept) -> None:
    wish = {
        "action": "change",
        "id": "b",
        "x": "20",
        "y": "12",
        "turn": "0",
        "wide": "6",
        "deep": "4",
        "name": "Mine",
    }
    stamp = {"version": "1", "change_id": next_id(), "screen": "part=live&frame=1", "next": table.url(HERE)}
    with change(table, "b", name="Theirs") as response:
        assert response.status_code == 303
    with table.client.post(table.url(HERE), data={**wish, **stamp}) as response:
        assert response.status_code == 409
        page = parse(response.get_data(as_text=True))
    assert "Theirs" in page.by_id("conflict").text
    assert "Mine" in page.by_id("conflict").text
    assert not page.all("input", name="screen"), "what a script says about its screen is not sent again"
    assert piece(table, "b").name == "Theirs"
    again = {**wish, "version": "2", "change_id": next_id()}
    for _ in range(2):
        with table.client.post(table.url(HERE), data=again) as response:
            assert response.status_code == 303
    assert (piece(table, "b").name, table.version) == ("Mine", 3), "sent twice, written once"


def test_who_moves_units_meanwhile_stands_in_nobodys_way(client: FlaskClient, kept: Kept) -> None:
    """One builds while another sets up: only a change to the ground makes a form stale."""
    table = keep(client, kept.db_path, document(building("b", box(24, 10, 30, 14)), mech("A", (2, 2))))
    with table.send("/units/A", {"name": "Moved on", "sent": "1"}) as response:
        assert response.status_code == 303
    wish = {"action": "move", "id": "b", "dx": "2", "dy": "0", "version": "1", "change_id": next_id()}
    for _ in range(2):
        with table.client.post(table.url(HERE), data=wish) as response:
            assert response.status_code == 303
    assert (box_of(table, "b"), table.version) == ((26, 10, 32, 14), 3), "sent twice, written once"
    unit = parse_document(table.document).unit("A")
    assert unit is not None
    assert unit.name == "Moved on"


def test_zones_are_made_by_rule(table: Kept) -> None:
    zone = {
        "action": "zone",
        "kind": "deployment",
        "rule": "edge",
        "edge": "north",
        "inches": "8",
        "from": "2",
    }
    with table.send(HERE, {**zone, "side": "red"}) as response:
        assert response.status_code == 303
    assert box_of(table, "deployment-1") == (0, 28, 48, 34)
    with table.send(HERE, {**zone, "inches": "far", "next": table.url(f"{HERE}?tool=zone")}) as response:
        assert "inches-problem" in response.get_data(as_text=True)
        assert response.status_code == 422


def test_an_empty_table_begins_with_terrain_and_units(client: FlaskClient, kept: Kept) -> None:
    empty = keep(client, kept.db_path, document())
    page = empty.page()
    assert page.by_id("build").attributes["href"] == empty.url(HERE)
    assert "Nothing on the table yet" in empty.page(HERE).one("h2").text
    assert HERE in [each.attributes["href"][-5:] for each in empty.page("/more").all("a")]
