"""What the page makes of a file, the command makes of it too: the same table, and the same said about it."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from astrike.cli.main import main
from tests.builders import box, document, hill
from tests.formats.maps.sketches import area_feature, as_bytes, board_text, collection, objects, thing, tiled
from tests.formats.maps.tabletops import around, scene, uvtt, wall, walls_of
from tests.formats.maps.test_svg import DOORS
from tests.web.conftest import next_id
from tests.web.terrain.test_import_page import SCENE, TEXT, crop, opened, scenes, sent_to

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360">{}</svg>'
HELPERS = (
    '<g id="editor"><path d="M1 1H90" stroke="#000"/></g><rect width="90" height="60" fill="lightblue"/>'
)
BRIDGE = "water:1;bridge:1:36;bridge_elev:4;bridge_cf:40"
FILES: dict[str, object] = {
    "plain.board": board_text(8, 8, {(4, 4): (1, "woods:1"), (5, 5): (0, BRIDGE)}),
    "high.board": board_text(8, 8, {(c, r): (2 + (c == 4), "") for c in range(1, 9) for r in range(1, 9)}),
    "odd.board": board_text(8, 8, {(4, 4): (0, "swamp:0;woods:9"), (2, 2): (-1, "bldg_elev:2")}),
    "twice.board": board_text(8, 8, {(4, 4): (3, "")}).replace("hex 0504", "hex 0404"),
    "hills.tmj": tiled(objects("Hills", thing(0, 0, 50, 20)), objects("Spawn", thing(60, 60, 30, 30))),
    "planar.geojson": collection(area_feature(box(0, 0, 500, 400), natural="wood"), name="Mill creek"),
    "tall.geojson": collection(area_feature(box(0, 0, 511, 417), building="yes", height=4), crs=None),
    "hall.dd2vtt": TEXT,
    "large.uvtt": {
        **uvtt(around(10, 10, 440, 337)),
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": 463, "y": 347},
            "pixels_per_grid": 9,
        },
    },
    "crop.dd2vtt": crop().decode(),
    "ridge.json": SCENE,
    "walls.json": json.dumps(scene(walls=[*walls_of(around(1, 1, 5, 5)), wall((7, 1), (7, 9), sight=10)])),
    "doors.svg": SVG.format(DOORS),
    "helpers.svg": SVG.format(HELPERS + '<rect x="200" width="90" height="60" class="hill"/>'),
}


def blank(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("factor", [1.0, 0.875], ids=["as proposed", "smaller"])
def test_page_and_command_make_the_same_of_a_map(
    client: FlaskClient, tmp_path: Path, name: str, factor: float
) -> None:
    data = as_bytes(FILES[name])
    address = sent_to(client, "/upload", data, name)
    fields = opened(client, address).by_id("preview").fields()
    words: list[str] = []
    if factor != 1.0:
        fields["scale"] = f"{float(fields['scale']) * factor:.6g}"
        words = ["--scale", fields["scale"]]
    page = opened(client, address, **fields)
    (tmp_path / name).write_bytes(data)
    out = tmp_path / "out.astrike.json"
    done = CliRunner().invoke(main, ["convert", str(tmp_path / name), str(out), "--json", *words])
    assert done.exit_code == 0, done.stderr
    assert {blank(each.text) for each in page.one("ul", class_="notes").all("li")} == {
        blank(f"{note['at']} {note['words']}" + (f" {note['count']} times" if note["count"] > 1 else ""))
        for note in json.loads(done.stdout)["notes"]
    }
    made = client.post(address, data={**page.by_id("preview").fields(), "change_id": next_id()})
    assert made.status_code == 303, made.text
    by_page = client.get(f"{made.location}/export/geojson").json
    assert by_page["astrike"].pop("phase") == "movement", "a page makes a table to play on"
    assert by_page == json.loads(out.read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", ["1", "2"])
def test_page_and_command_read_the_same_scene(client: FlaskClient, tmp_path: Path, number: str) -> None:
    address = sent_to(client, "/upload", scenes(), "world.db")
    page = opened(client, address, scene=number, of_scene="1")
    made = client.post(address, data={**page.by_id("preview").fields(), "change_id": next_id()})
    (tmp_path / "world.db").write_bytes(scenes())
    out = tmp_path / "out.astrike.json"
    words = [str(tmp_path / "world.db"), str(out), "--scene", number]
    assert CliRunner().invoke(main, ["convert", *words]).exit_code == 0
    by_page = client.get(f"{made.location}/export/geojson").json
    assert by_page["astrike"].pop("phase") == "movement", "a page makes a table to play on"
    assert by_page == json.loads(out.read_text(encoding="utf-8"))


def test_a_table_is_taken_as_it_is_by_both(client: FlaskClient, tmp_path: Path) -> None:
    ours = document(hill("h", box(4, 4, 9, 9)), name="Ford")
    made = sent_to(client, "/upload", as_bytes(ours), "ford.astrike.json")
    (tmp_path / "in.json").write_bytes(as_bytes(ours))
    words = [str(tmp_path / "in.json"), str(tmp_path / "out.astrike.json")]
    assert CliRunner().invoke(main, ["convert", *words]).exit_code == 0
    by_command = json.loads((tmp_path / "out.astrike.json").read_text(encoding="utf-8"))
    assert client.get(f"{made}/export/geojson").json == by_command == ours
