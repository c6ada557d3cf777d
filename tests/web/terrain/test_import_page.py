"""A map of another tool is looked at before it becomes terrain: what is asked, what is shown, what is written."""

import io
import json
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from astrike.store.table.codes import Right
from tests.formats.maps.sketches import board_text
from tests.web.conftest import Clock, Kept, next_id
from tests.web.page import Element, parse

CELL = {"x": 1.0, "y": 1.0}
MAP = {
    "format": 0.3,
    "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 24, "y": 18}, "pixels_per_grid": 70},
    "line_of_sight": [
        [{"x": x, "y": y} for x, y in ((2, 3), (6, 3), (6, 5), (2, 5), (2, 3))],
        [{"x": 10, "y": 2}, {"x": 10, "y": 8}],
    ],
    "objects_line_of_sight": [],
    "portals": [],
    "image": "iVBORw0KGgo=",
}
TEXT = json.dumps(MAP)


def sent_to(client: FlaskClient, address: str, data: bytes = TEXT.encode(), name: str = "hall.dd2vtt") -> str:
    """Upload a file, and give the address of its preview."""
    sent = {"change_id": next_id(), "file": (io.BytesIO(data), name)}
    response = client.post(address, data=sent, content_type="multipart/form-data")
    assert response.status_code == 303, response.text
    return response.location


def opened(client: FlaskClient, address: str, **asked: str) -> Element:
    response = client.get(address, query_string=asked)
    assert response.status_code == 200, response.text
    return parse(response.text)


def test_the_preview_says_how_large_what_is_what_and_what_is_left_out(client: FlaskClient) -> None:
    page = opened(client, sent_to(client, "/upload"))
    assert page.by_id("f-scale").attributes["value"] == "1"
    assert page.by_id("f-name").attributes["value"] == "hall"
    caption = page.one("figcaption").text
    assert "24 by 18 inches" in caption
    assert "Wall 1" in caption
    assert "Building 1" in caption
    listed = page.one("ul", class_="notes").text
    assert "image" in listed


def test_changed_fields_change_the_picture_and_write_nothing(client: FlaskClient) -> None:
    address = sent_to(client, "/upload")
    page = opened(client, address, scale="2", y="up", **{"kind.0": "hill", "height.0": "3", "kind.1": ""})
    caption = page.one("figcaption").text
    assert "48 by 36 inches" in caption
    assert "Hill 1" in caption
    assert "Wall" not in caption
    assert page.by_id("f-height.0").attributes["value"] == "3"


SCENE = json.dumps(
    {
        "name": "Ridge",
        "width": 2400,
        "height": 2000,
        "padding": 0,
        "grid": {"size": 100, "distance": 5, "units": "ft"},
        "walls": [],
        "regions": [
            {
                "name": "Hill",
                "elevation": {"bottom": 0, "top": 10},
                "shapes": [{"type": "rectangle", "x": 200, "y": 200, "width": 400, "height": 300}],
            }
        ],
    }
)


@pytest.mark.parametrize(
    ("scale", "height"), [("1", "2"), ("2", "4"), ("3", "6"), ("0,5", "1"), ("wide", "2")]
)
def test_proposed_heights_follow_the_scale(client: FlaskClient, scale: str, height: str) -> None:
    address = sent_to(client, "/upload", SCENE.encode(), "ridge.json")
    fields = opened(client, address)
    asked = {name: fields.one("input", name=name).attributes["value"] for name in ("height.0", "proposed.0")}
    page = opened(client, address, scale=scale, **{"kind.0": "hill"}, **asked)
    assert page.by_id("f-height.0").attributes["value"] == height


def test_a_typed_height_stays_whatever_the_scale(client: FlaskClient) -> None:
    address = sent_to(client, "/upload", SCENE.encode(), "ridge.json")
    page = opened(client, address, scale="1", **{"kind.0": "hill", "height.0": "4", "proposed.0": "2"})
    kept = {name: page.one("input", name=name).attributes["value"] for name in ("height.0", "proposed.0")}
    for scale in ("2", "3"):
        again = opened(client, address, scale=scale, **{"kind.0": "hill"}, **kept)
        assert again.by_id("f-height.0").attributes["value"] == "4"
    made = client.post(address, data={"change_id": next_id(), "scale": "2", "kind.0": "hill", **kept})
    assert made.status_code == 303, made.text


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("scale", "0", "a number above 0"),
        ("scale", "wide", "a number above 0"),
        ("scale", "100", "12 to 144"),
        ("height.0", "1e9", "a number"),
        ("kind.0", "castle", "one of"),
        ("width", "48", "both width and depth"),
        ("thickness", "-1", "a number above 0"),
    ],
)
def test_what_does_not_fit_is_said_and_every_field_stays(
    client: FlaskClient, field: str, typed: str, said: str
) -> None:
    address = sent_to(client, "/upload")
    page = opened(client, address, **{field: typed, "name": "My hall"})
    assert said in page.by_id("problems").text
    called = page.by_id("problems").one("b").text
    assert field.startswith("kind") or called[0].isupper(), "a field is called as on the form"
    assert page.by_id("f-name").attributes["value"] == "My hall"
    stamp = {"version": "0", "change_id": next_id()}
    refused = client.post(address, data={**stamp, field: typed, "name": "My hall"})
    assert refused.status_code == 422
    assert said in parse(refused.text).by_id("problems").text


def test_accepted_it_is_a_table_once_however_often_it_is_sent(client: FlaskClient) -> None:
    address = sent_to(client, "/upload")
    form = {"version": "0", "change_id": next_id(), "scale": "2", "y": "down", "name": "My hall"}
    first, second = client.post(address, data=form), client.post(address, data=form)
    assert first.status_code == second.status_code == 303
    assert first.location == second.location
    document = client.get(f"{first.location}/download").get_json(force=True)
    assert (document["astrike"]["width"], document["astrike"]["depth"]) == (48, 36)
    assert document["astrike"]["name"] == "My hall"
    rings = [each["geometry"]["coordinates"][0] for each in document["features"]]
    corners = {(x, y) for x, y in rings[0]}
    assert corners == {(4, 30), (12, 30), (12, 26), (4, 26)}


def test_on_a_table_its_units_stay_and_the_rest_goes_or_stays_as_asked(kept: Kept) -> None:
    units = [each["id"] for each in features(kept) if each["properties"]["kind"] == "unit"]
    others = [each["id"] for each in features(kept) if each["properties"]["kind"] != "unit"]
    assert units
    assert others
    address = sent_to(kept.client, kept.url("/edit/import"))
    stamp = {"version": str(kept.version), "change_id": next_id(), "scale": "2"}
    for _sent in ("at first", "and again"):
        assert kept.client.post(address, data={**stamp, "mode": "add"}).status_code == 303
    ids = [each["id"] for each in features(kept)]
    assert [each for each in ids if each in others] == others
    assert [each for each in ids if each in units] == units
    behind = ids.index(others[-1])
    assert not {*ids[behind + 1 : behind + 3]} & {*units, *others}
    assert len(features(kept)) == len(units) + len(others) + 2
    stamp = {"version": str(kept.version), "change_id": next_id(), "scale": "2"}
    answered = kept.client.post(address, data={**stamp, "mode": "terrain"})
    assert answered.status_code == 303, answered.text
    assert len(features(kept)) == len(units) + 2
    assert [each["id"] for each in features(kept)][2:] == units
    before = kept.document
    assert kept.send("/undo").status_code == 303
    assert kept.send("/redo").status_code == 303
    assert kept.document == before


def test_on_a_smaller_map_units_without_a_place_wait_off_the_table_and_it_is_said_before(kept: Kept) -> None:
    address = sent_to(kept.client, kept.url("/edit/import"))
    before = kept.document
    page = opened(kept.client, address, scale="0.7", mode="whole")
    wide, deep = 24 * 0.7, 18 * 0.7
    places = {each["id"]: each["geometry"]["coordinates"] for each in units_of(kept)}
    outside = {name for name, (x, y, *_) in places.items() if x > wide or y > deep}
    assert outside
    assert f"{len(outside)} unit" in page.by_id("off").text
    assert not opened(kept.client, address, scale="0.7", mode="terrain").has_id("off")
    stamp = {"version": str(kept.version), "change_id": next_id(), "scale": "0.7"}
    assert kept.client.post(address, data={**stamp, "mode": "whole"}).status_code == 303
    off = {each["id"] for each in units_of(kept) if "off-table" in each["properties"].get("state", ())}
    assert off == outside
    assert kept.send("/undo").status_code == 303
    assert kept.document == before


def units_of(kept: Kept) -> list[dict[str, Any]]:
    return [each for each in features(kept) if each["properties"]["kind"] == "unit"]


def test_who_may_only_play_brings_no_terrain(kept: Kept) -> None:
    for right in (Right.VIEW, Right.PLAY):
        assert kept.client.get(kept.url("/edit/import", right=right)).status_code == 403
        address = sent_to(kept.client, kept.url("/edit/import"))
        mine = address.replace(kept.url(), kept.url(right=right))
        assert kept.client.get(mine).status_code == 403
        assert kept.client.post(mine, data={"version": "1", "change_id": next_id()}).status_code == 403


def test_somebody_elses_change_is_not_overwritten(kept: Kept) -> None:
    address = sent_to(kept.client, kept.url("/edit/import"))
    old = str(kept.version)
    assert kept.send("/rename", {"name": "Meanwhile"}).status_code == 303
    stamp = {"version": old, "change_id": next_id(), "scale": "2", "mode": "terrain"}
    refused = kept.client.post(address, data=stamp)
    assert refused.status_code == 409
    assert "Meanwhile" in refused.text


def test_a_file_waits_for_a_day(client: FlaskClient, clock: Clock) -> None:
    address = sent_to(client, "/upload")
    clock.now += timedelta(days=1, seconds=1)
    gone = client.get(address)
    assert gone.status_code == 404
    assert "choose it again" in gone.text


def test_a_file_of_32_megabytes_is_read_and_a_larger_one_refused(client: FlaskClient) -> None:
    picture = "A" * 30_000_000
    large = json.dumps({**MAP, "image": picture}).encode()
    assert "24 by 18 inches" in opened(client, sent_to(client, "/upload", large)).one("figcaption").text
    for size in (32_500_000, 34_000_000):
        sent = {"change_id": next_id(), "file": (io.BytesIO(b"{" + b" " * size), "x.json")}
        refused = client.post("/upload", data=sent, content_type="multipart/form-data")
        assert refused.status_code in (413, 422)
        assert "at most 3" in refused.text


def features(kept: Kept) -> list[dict[str, Any]]:
    found = kept.document["features"]
    assert isinstance(found, list)
    return found


def test_replacing_a_table_takes_maps_of_other_tools_too(kept: Kept) -> None:
    board = board_text(16, 17, {(4, 4): (2, "")}).encode()
    stamp = {"version": "1", "change_id": next_id(), "file": (io.BytesIO(board), "ridge.board")}
    answer = kept.client.post(kept.url("/upload"), data=stamp)
    assert answer.status_code == 303, answer.text
    address = answer.location
    assert "28.29 by 35 inches" in opened(kept.client, address).one("figcaption").text
    page = parse(kept.client.get(address).text)
    sent = {field: page.one("input", name=field).attributes["value"] for field in ("version", "change_id")}
    made = kept.client.post(address, data={**sent, "mode": "whole"})
    assert made.status_code == 303, made.text


def scenes() -> bytes:
    two = []
    for name, width in (("Ridge", 2400), ("Mill", 3000)):
        scene = json.loads(SCENE)
        scene["regions"][0]["elevation"]["top"] = width / 150
        two.append({**scene, "name": name, "_id": f"id-{name}", "width": width})
    return "\n".join(json.dumps(each) for each in two).encode()


def test_one_of_several_scenes_is_picked_on_the_preview(client: FlaskClient) -> None:
    address = sent_to(client, "/upload", scenes(), "world.db")
    page = opened(client, address)
    assert [each.text for each in page.by_id("f-scene").all("option")] == ["1. Ridge", "2. Mill"]
    assert (page.by_id("f-name").attributes["value"], page.one("figcaption").text[:8]) == (
        "Ridge",
        "24 by 20",
    )
    fields = {"scale": "2", "name": "Ridge", "kind.0": "woods", "height.0": "9", "of_scene": "1"}
    page = opened(client, address, scene="2", **fields)
    assert page.by_id("f-name").attributes["value"] == "Mill"
    assert page.one("figcaption").text.startswith("30 by 20"), (
        "what was said of one scene is not said of another"
    )
    assert page.by_id("f-height.0").attributes["value"] == "4"
    made = client.post(address, data={"change_id": next_id(), "scene": "2", "of_scene": "2", "scale": "1"})
    assert made.status_code == 303, made.text
    assert "Mill" in client.get(made.location).text


def test_a_scene_that_is_not_there_is_said(client: FlaskClient) -> None:
    address = sent_to(client, "/upload", scenes(), "world.db")
    assert client.get(address, query_string={"scene": "7"}).status_code == 422


def crop() -> bytes:
    """A part of a map that counts from its own corner, and names the place of that in the whole."""
    resolution = {**MAP["resolution"], "map_origin": {"x": 8, "y": 4}}
    return json.dumps({**MAP, "resolution": resolution}).encode()


def test_the_origin_of_a_file_can_be_ignored(client: FlaskClient) -> None:
    address = sent_to(client, "/upload", crop(), "crop.dd2vtt")
    page = opened(client, address)
    assert "Building" not in page.one("figcaption").text
    listed = page.one("ul", class_="notes").text
    assert "wholly beside the table, by 6.00″, so left out" in listed
    assert "ignore the origin" in listed
    assert "try to ignore it, below" in page.by_id("beside").text
    page = opened(client, address, origin="ignore")
    assert "Building 1" in page.one("figcaption").text
    assert not page.has_id("beside")
    assert "beside the table" not in page.one("ul", class_="notes").text
    made = client.post(address, data={"change_id": next_id(), "origin": "ignore"})
    assert made.status_code == 303, made.text


def test_a_map_of_which_nothing_becomes_terrain_says_what_to_do(client: FlaskClient) -> None:
    address = sent_to(client, "/upload", crop(), "crop.dd2vtt")
    kinds = {each.attributes["name"]: "" for each in opened(client, address, origin="ignore").all("select")}
    left_out = {name: value for name, value in kinds.items() if name.startswith("kind.")}
    assert (
        "Choose what its outlines become"
        in opened(client, address, **{**left_out, "origin": "ignore"}).by_id("nothing").text
    )


def test_a_map_without_an_origin_of_its_own_does_not_ask_about_it(client: FlaskClient) -> None:
    page = opened(client, sent_to(client, "/upload"))
    assert not page.all("select", id="f-origin")
