"""`astrike convert` goes from any file that is read to any that is written, and says what did not go along."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from astrike.cli.main import main
from astrike.formats.table.table_file import read_table
from astrike.model.terrain import Ring
from tests.formats.maps.sketches import board_text
from tests.web.terrain.test_import_page import TEXT, crop, scenes

ROOT = Path(__file__).resolve().parents[2]
DIAGRAM = ROOT / "astrike" / "demo" / "target-number-diagram.astrike.json"
CSV = "\n".join(
    [
        "chassis,model,mul_id,PV,SZ,OV,MV,TMM,Th,Str,TP,Arm,dmgS,dmgM,dmgL,dmgE,specials,skill",
        'Alder,ALD-1,11,30,3,1,"8""/6""j",2,,4,BM,5,3,3,2,0,"ECM,IF1",3',
        'Birch,BRC-2,12,21,2,0,"10""",2,,3,BM,4,2,2,0*,0,,4',
    ]
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hall.dd2vtt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "force.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "ids.txt").write_text("{{11,2},{12,4},{13,4}}", encoding="utf-8")
    return tmp_path


def run(*words: object, given: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["convert", *map(str, words)], input=given, catch_exceptions=False)


def stated(*words: object) -> dict[str, object]:
    done = run(*words, "--json")
    assert (done.exit_code, done.stderr) == (0, ""), done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def refused(*words: object) -> dict[str, str]:
    done = run(*words, "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    return {each["at"]: each["expected"] for each in json.loads(done.stderr)["errors"]}


def test_a_map_becomes_a_table_and_a_guess_is_called_one(folder: Path) -> None:
    out = folder / "hall.astrike.json"
    done = run(folder / "hall.dd2vtt", out)
    assert done.exit_code == 0
    assert "1 inches per cell: a guess, say --scale" in done.stdout
    table = read_table(out.read_bytes())
    assert (table.width, table.depth, len(table.terrain)) == (24, 18, 2)


def test_what_is_said_about_a_map_counts(folder: Path) -> None:
    out = folder / "hall.astrike.json"
    answer = stated(
        folder / "hall.dd2vtt", out, "--scale", "2", "--y", "up", "--kind", "Closed walls=hill",
        "--height", "closed walls=3", "--kind", "Walls=", "--name", "My hall", "--edition", "ce-7",
    )  # fmt: skip
    assert (answer["scale"], answer["scale_is_guess"]) == (2, False)
    assert (answer["size"], answer["pieces"]) == ([48, 36], {"hill": 1})
    table = read_table(out.read_bytes())
    assert (table.name, table.edition, table.terrain[0].height) == ("My hall", "ce-7", 3)
    assert set(table.terrain[0].outlines[0].exterior) == {(4, 6), (12, 6), (12, 10), (4, 10)}


@pytest.mark.parametrize("name", ["t.svg", "t.tiled.json", "t.dd2vtt", "t.geojson"])
def test_what_is_written_is_read_again_with_the_same_outlines(folder: Path, name: str) -> None:
    there, back = folder / name, folder / "back.astrike.json"
    kept = stated(DIAGRAM, there)
    assert kept["pieces"]
    # What only looks is left out when a virtual tabletop gets the walls alone.
    assert stated(there, back)["size"] == [48, 36]
    before, after = (_rings(path) for path in (DIAGRAM, back))
    for ring in after:
        assert any(_same(ring, other) for other in before), ring
    assert name.endswith("vtt") or len(after) == len(before)


def _rings(path: Path) -> list[Ring]:
    return [o.exterior for piece in read_table(path.read_bytes()).terrain for o in piece.outlines]


def _same(one: Ring, other: Ring) -> bool:
    return len(one) == len(other) and all(
        min((a - c) ** 2 + (b - d) ** 2 for c, d in other) <= 1e-4 for a, b in one
    )


def test_a_picture_is_a_picture(folder: Path) -> None:
    out = folder / "t.png"
    assert stated(DIAGRAM, out)["target"] == "png"
    assert out.read_bytes().startswith(b"\x89PNG\r\n")


def test_a_roster_stands_along_the_south_edge_and_becomes_a_code_or_link(folder: Path) -> None:
    out = folder / "force.astrike.json"
    assert stated(folder / "force.csv", out)["units"] == 2
    units = read_table(out.read_bytes()).units
    assert [(unit.name, unit.skill, unit.facing) for unit in units] == [
        ("Alder ALD-1", 3, 0),
        ("Birch BRC-2", 4, 0),
    ]
    assert all("off-table" not in unit.state and unit.at[1] < 3 for unit in units)
    assert run(folder / "force.csv", "-", "--to", "tts").stdout == "{{11,3},{12,4}}\n"
    assert run(out, "-", "--to", "mekbay").stdout.count("11:3,12") == 1


def test_what_the_wanted_format_cannot_hold_is_listed_by_name(folder: Path) -> None:
    (folder / "force.csv").write_text(
        CSV.replace("skill", "skill,armorDamage", 1).replace(",3\n", ",3,2\n"), encoding="utf-8"
    )
    done = run(folder / "force.csv", "-", "--to", "tts")
    assert done.stdout == "{{11,3},{12,4}}\n"
    assert "damage to armor: not in a Tabletop Simulator code; left out for Alder ALD-1" in done.stderr
    notes = stated(folder / "force.csv", folder / "link.url")["notes"]
    assert "damage to armor" in {note["at"] for note in notes}  # type: ignore[attr-defined]  # a list
    table = folder / "mekbay.csv"
    assert stated(folder / "force.csv", table)["target"] == "mekbay-csv"
    assert stated(table, folder / "again.astrike.json")["units"] == 2
    again = read_table((folder / "again.astrike.json").read_bytes()).units
    assert [(unit.name, unit.skill, unit.armor_left) for unit in again] == [
        ("Alder ALD-1", 3, 3),
        ("Birch BRC-2", 4, None),
    ]


def test_of_a_table_what_is_no_unit_is_listed_too(folder: Path) -> None:
    notes = {note["at"]: note["words"] for note in stated(DIAGRAM, folder / "units.csv")["notes"]}  # type: ignore[attr-defined]  # a list
    assert notes["terrain"] == "no part of a unit; left out"
    assert "where units stood and how they moved" in notes


def test_a_unit_whose_card_cannot_be_read_is_left_out_and_named_and_the_others_come(folder: Path) -> None:
    (folder / "force.csv").write_text(
        CSV.replace('"10""",2', "fast,2").replace("ECM,IF1", "ECM,FUEL 12"), encoding="utf-8"
    )
    done = run(folder / "force.csv", folder / "force.astrike.json")
    assert done.exit_code == 0
    words = " ".join(done.stdout.split())
    assert "Birch BRC-2, row 3.MV: found 'fast', expected inches" in words
    assert (
        "row 2.specials[1]: Alder ALD-1 has 'FUEL 12', which is no special ability known here; kept aside"
        in words
    )
    (alder,) = read_table((folder / "force.astrike.json").read_bytes()).units
    assert (alder.name, [special.printed for special in alder.specials]) == ("Alder ALD-1", ["ECM"])
    (folder / "force.csv").write_text(
        CSV.replace('"10"""', "fast").replace('"8""/6""j"', "?"), encoding="utf-8"
    )
    assert set(refused(folder / "force.csv", folder / "x.csv")) == {"row 2.MV", "row 3.MV"}


def test_a_name_that_may_mean_several_cards_gets_them_listed(folder: Path) -> None:
    (folder / "names.url").write_text("units=Alder:3,Birch,BMBirch_BRC9", encoding="utf-8")
    (folder / "force.csv").write_text(
        CSV + "\n" + CSV.splitlines()[1].replace("ALD-1,11", "ALD-7,17"), encoding="utf-8"
    )
    done = run(folder / "names.url", "-", "--to", "tts", "--cards", folder / "force.csv")
    assert (
        "Alder: may be Alder ALD-1 (11) or Alder ALD-7 (17); write its whole name or its number"
        in done.stderr
    )
    assert "Birch: may be Birch BRC-2 (12)" in done.stderr
    assert "BMBirch_BRC9: may be Birch BRC-2 (12)" in done.stderr


def test_ids_get_their_cards_from_another_file(folder: Path) -> None:
    out = folder / "ids.astrike.json"
    assert "--cards" in refused(folder / "ids.txt", out)["IN"]
    assert not out.exists()
    answer = stated(folder / "ids.txt", out, "--cards", folder / "force.csv")
    assert answer["units"] == 2
    assert any("13" in str(note) for note in answer["notes"])  # type: ignore[attr-defined]  # a list
    assert [unit.skill for unit in read_table(out.read_bytes()).units] == [2, 4]


def test_everything_wrong_is_said_at_once_and_nothing_is_written(folder: Path) -> None:
    out = folder / "hall.astrike.json"
    out.write_text("mine", encoding="utf-8")
    words = ("--scale", "0", "--y", "left", "--size", "4", "--thickness", "x", "--edition", "ce-9")
    wrong = refused(folder / "hall.dd2vtt", out, *words)
    assert set(wrong) == {"--scale", "--y", "--size", "--thickness", "--edition"}
    assert "Closed walls" in refused(folder / "hall.dd2vtt", out, "--kind", "Castle=hill")["--kind"]
    assert out.read_text(encoding="utf-8") == "mine"
    left = sorted(path.name for path in folder.iterdir())
    assert left == ["force.csv", "hall.astrike.json", "hall.dd2vtt", "ids.txt"]


def test_a_name_without_a_format_and_a_folder_are_refused(folder: Path) -> None:
    assert ".astrike.json" in refused(DIAGRAM, folder / "table.doc")["OUT"]
    assert "svg" in refused(DIAGRAM, folder / "table.doc", "--to", "doc")["--to"]
    assert refused(DIAGRAM, folder, "--to", "svg")
    assert refused(folder / "absent.uvtt", folder / "t.svg")


MUL = '<unit><entity chassis="Alder" model="ALD-1"><pilot gunnery="2"/></entity></unit>'


def test_a_megamek_list_gets_its_cards_from_another_file(folder: Path) -> None:
    (folder / "force.mul").write_text(MUL, encoding="utf-8")
    out = folder / "force.astrike.json"
    assert set(refused(folder / "force.mul", out)) == {"IN"}
    assert (
        stated(folder / "force.mul", out, "--cards", folder / "force.csv")["source"]
        == "MegaMek unit list (.mul)"
    )
    (alder,) = read_table(out.read_bytes()).units
    assert (alder.name, alder.skill, alder.armor) == ("Alder ALD-1", 2, 5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('size 2 2\nhex 0101 0 "" ""\nhex 0101 x', "hex"),
        ('{"line_of_sight": 3, "resolution": {}}', "a list"),
        (
            '{"orientation": "isometric", "layers": [], "width": 2, "height": 2, "tilewidth": 9, "tileheight": 9}',
            "a Tiled map without layers",
        ),
        ('{"groups": [{"members": 7}], "instanceId": 1', "JSON"),
        ('<unit><entity chassis="a"', "MegaMek"),
        ("mul_ids=x", "Master Unit List numbers"),
        ("Id,name,subtype,move,armor\n1,A,XX,8,1", "one of BM"),
        ("{{x,3}}", "text that is not JSON"),
        ("{{1,2,3}}", "pairs of number and skill"),
        ("Dear all, here is my list.", "a map: astrike table, GeoJSON"),
        ('<map version="1"/>', "Tiled map in XML"),
        ('{"tables": []}', "a MekBay table, force or link"),
    ],
)
def test_a_refused_file_gets_one_message_of_the_format_that_it_is(
    folder: Path, text: str, words: str
) -> None:
    (folder / "in.txt").write_text(text, encoding="utf-8")
    done = run(folder / "in.txt", folder / "out.astrike.json")
    assert done.exit_code == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert words in done.stderr


def test_it_reads_and_writes_the_standard_streams() -> None:
    done = run("-", "-", "--to", "table", given=TEXT.encode())
    assert done.exit_code == 0
    assert len(read_table(done.stdout).terrain) == 2


def test_what_flies_begins_off_the_table_and_that_is_said(folder: Path) -> None:
    (folder / "force.csv").write_text(CSV.replace('"10""",2,,3,BM', "6a,0,2,3,AF"), encoding="utf-8")
    done = run(folder / "force.csv", folder / "force.astrike.json")
    assert done.exit_code == 0
    assert "Birch BRC-2: flies, and begins off the table" in done.stdout


def test_a_table_keeps_all_that_nobody_wants_otherwise(folder: Path) -> None:
    document = json.loads(DIAGRAM.read_text(encoding="utf-8"))
    document["astrike"] |= {"edition": "ce-7", "options": {"woods.mixed": "separate"}, "x-own": 1}
    (folder / "in.json").write_text(json.dumps(document), encoding="utf-8")
    out = folder / "out.astrike.json"

    def converted(*words: str) -> dict[str, Any]:
        assert run(folder / "in.json", out, *words).exit_code == 0
        found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return found

    assert converted() == document
    other = {**document["astrike"], "edition": "classic-2.3.1", "name": "Ford"}
    assert converted("--edition", "classic-2.3.1", "--name", "Ford") == {**document, "astrike": other}
    higher = converted("--height", "Woods=3")
    changed = [new for old, new in zip(document["features"], higher["features"], strict=True) if old != new]
    assert {(each["properties"]["kind"], each["properties"]["height"]) for each in changed} == {("woods", 3)}
    assert higher["astrike"] == document["astrike"]
    wider = converted("--size", "60,48")
    assert {**wider["astrike"], "width": 0, "depth": 0} == {**document["astrike"], "width": 0, "depth": 0}


def test_a_map_without_a_name_is_called_as_its_file_is_without_the_folder(folder: Path) -> None:
    run(folder / "hall.dd2vtt", folder / "out.json")
    assert json.loads((folder / "out.json").read_text(encoding="utf-8"))["astrike"]["name"] == "hall"


TILED = {"type": "map", "width": 9, "height": 9, "tilewidth": 64, "tileheight": 32}
BROKEN_SCENE = {"width": 9, "height": 9, "grid": {"size": 0}, "walls": []}


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b'size 2 1\nhex 0101 1 "" ""\n', "board"),
        (b"size 0 8\nend", "hexes"),
        (TEXT.encode()[: len(TEXT) // 2], "UniversalVTT"),
        (json.dumps({**json.loads(TEXT), "resolution": {"map_size": 7}}).encode(), "position"),
        (json.dumps({**TILED, "orientation": "isometric", "layers": []}).encode(), "Tiled map"),
        (json.dumps({**TILED, "orientation": "hexagonal", "layers": [3]}).encode(), "an object"),
        (json.dumps(BROKEN_SCENE).encode(), "number"),
        (json.dumps(BROKEN_SCENE).encode()[:-3], "Foundry scene"),
        (b"<svg><rect", "SVG drawing"),
        (b'{"type": "FeatureCollection", "features": 7}', "list"),
        (b'{"type": "FeatureCollection", "feat', "GeoJSON"),
        (b'{"astrike": {"format": 1}, "type": "FeatureCollection"', "astrike table"),
        (b"{{1,a}}", "pairs of number and skill"),
        (b"[1,2", "JSON"),
    ],
)
def test_a_refused_file_is_told_as_what_it_is_and_as_nothing_else(
    folder: Path, data: bytes, word: str
) -> None:
    (folder / "some.file").write_bytes(data)
    for out in ("out.astrike.json", "out.svg"):
        done = run(folder / "some.file", folder / out)
        assert done.exit_code == 2
        assert word in done.stderr
        others = {"MekBay", "Master Unit List", "roster", "UniversalVTT", "GeoJSON"} - set(word.split())
        assert not [each for each in others if each in done.stderr], done.stderr
        assert len(done.stderr.splitlines()) == 1, done.stderr


@pytest.mark.parametrize("data", [b"hello", b"{}", b"\x89PNG1234", b"", b"<html></html>", b'"text"'])
def test_what_is_neither_map_nor_list_is_refused_in_one_message(folder: Path, data: bytes) -> None:
    (folder / "some.file").write_bytes(data)
    done = run(folder / "some.file", folder / "out.astrike.json")
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1), done.stderr


@pytest.mark.parametrize(("scene", "width"), [("Ridge", 24), ("2", 30), ("id-Mill", 30)])
def test_one_of_several_scenes_is_named_by_a_flag(folder: Path, scene: str, width: float) -> None:
    (folder / "world.db").write_bytes(scenes())
    answer = stated(folder / "world.db", folder / "out.astrike.json", "--scene", scene)
    assert answer["size"] == [width, 20]


def test_a_scene_has_to_be_named_and_to_be_there(folder: Path) -> None:
    (folder / "world.db").write_bytes(scenes())
    assert "2 Mill (id-Mill)" in refused(folder / "world.db", folder / "out.json")["--scene"]
    assert "1 Ridge" in refused(folder / "world.db", folder / "out.json", "--scene", "Tower")["--scene"]
    assert "Foundry" in refused(DIAGRAM, folder / "out.svg", "--scene", "2")["--scene"]


def test_what_lies_beside_the_table_is_said_with_by_how_much_and_the_origin_can_be_ignored(
    folder: Path,
) -> None:
    (folder / "crop.dd2vtt").write_bytes(crop())
    out = folder / "out.astrike.json"
    left = stated(folder / "crop.dd2vtt", out)
    words = {(note["at"], note["words"]) for note in left["notes"]}  # type: ignore[attr-defined, index]  # a list
    assert ("closed walls", "wholly beside the table, by 6.00″, so left out") in words
    assert "building" not in left["pieces"]  # type: ignore[operator]  # a mapping
    whole = stated(folder / "crop.dd2vtt", out, "--ignore-origin")
    assert whole["pieces"] == {"building": 1, "wall": 1}
    assert "origin" in refused(folder / "hall.dd2vtt", out, "--ignore-origin")["--ignore-origin"]


BOARD = board_text(16, 17, {(4, 4): (2, ""), (8, 8): (0, "woods:1")}).encode()


@pytest.mark.parametrize("name", ["ford.board", "ford.astrike.json", "-"])
def test_commands_that_take_a_table_take_a_map_of_another_tool(folder: Path, name: str) -> None:
    path = folder / name
    if name != "-":
        path.write_bytes(BOARD)
    words = ["legal", "-" if name == "-" else str(path), "--json"]
    done = CliRunner().invoke(main, words, input=BOARD, catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["figures"]["outlines"]["pieces"] == 2
    assert "MegaMek board, laid as it proposes itself" in done.stderr


def test_a_map_that_cannot_be_read_is_told_as_what_it_is_where_a_table_is_taken(folder: Path) -> None:
    (folder / "ford.board").write_bytes(BOARD[:900])
    done = CliRunner().invoke(main, ["legal", str(folder / "ford.board")], catch_exceptions=False)
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)
    assert "a whole board" in done.stderr
