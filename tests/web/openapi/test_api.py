"""The API answers what the commands answer, describes itself truthfully, stores nothing and names what is wrong."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from astrike.formats.table.table_file import parse_document, read_table
from astrike.model.attack_question import KINDS
from astrike.model.movement import MODES, MoveQuestion, Waypoint
from astrike.report.attack.json import attack_json, matrix_json, sight_json
from astrike.report.movement.json import best_positions_json, move_json, reach_json, unit_json
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.reach import reach
from astrike.rules.movement.unit_answer import unit_answer
from astrike.rules.rulings.attack_and_sight_margins import attack_margins, sight_margins
from astrike.rules.rulings.close_calls import close_calls
from astrike.rules.solver.best_positions import best_positions
from astrike.rules.table.prepared_table import prepare_table
from astrike.web.app import create_app
from astrike.web.home.demo import demo_text
from astrike.web.openapi.document import openapi_document
from astrike.web.problems import REFUSALS, STATUS
from astrike.web.settings import Settings
from tests import strategies
from tests.asking import attack, matrix, sight
from tests.soak import examples

Json = dict[str, Any]
DIAGRAM: Json = dict(read_table(demo_text("diagram")).document)
BODIES: dict[str, Json] = {
    "attack": {"table": DIAGRAM, "attacker": "A", "target": "C"},
    "sight": {"table": DIAGRAM, "attacker": "A", "target": "C"},
    "matrix": {"table": DIAGRAM},
    "move": {"table": DIAGRAM, "unit": "A", "path": [[9, 8], [10, 9]]},
    "reach": {"table": DIAGRAM, "unit": "A"},
    "prospects": {"table": DIAGRAM, "unit": "A", "target": "C", "threats": ["C", "D"]},
    "unit": {"table": DIAGRAM, "unit": "A"},
    "legal": {"tables": [DIAGRAM]},
    "list": {"rosters": [DIAGRAM]},
    "blast": {"table": DIAGRAM, "at": [21, 8], "weapon": "ART-LT"},
    "scatter": {"table": DIAGRAM, "at": [21, 8], "weapon": "ART-LT", "dice": [2, 5]},
    "networks": {"table": DIAGRAM},
    "order": {"table": DIAGRAM, "lost": ["south"]},
    "effect": {"table": DIAGRAM, "kind": "critical", "unit": "A", "dice": [7]},
}
QUESTIONS = tuple(BODIES)


@pytest.fixture(scope="module")
def db_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("api") / "never-made.db"


@pytest.fixture(scope="module")
def api(db_path: Path) -> Iterator[FlaskClient]:
    """A program that asks: no browser, no cookies."""
    app: Flask = create_app(Settings(db_path=db_path, testing=True))
    with app.test_client(use_cookies=False) as client:
        yield client


def post(api: FlaskClient, question: str, body: object) -> TestResponse:
    data = body if isinstance(body, bytes) else json.dumps(body).encode("utf-8", "surrogatepass")
    response = api.post(f"/api/v1/{question}", data=data, content_type="application/json")
    response.request.input_stream.close()
    return response


def answer(api: FlaskClient, question: str, body: object) -> Json:
    response = post(api, question, body)
    assert response.status_code == 200, response.text
    found: Json = response.get_json()
    check(f"{question.capitalize()}Answer", found)
    return found


def errors(api: FlaskClient, question: str, body: object) -> dict[str, str]:
    response = post(api, question, body)
    assert response.status_code == 422, response.text
    found = response.get_json()
    check("Errors", found)
    assert found["errors"]
    return {each["at"]: each["expected"] for each in found["errors"]}


def check(name: str, instance: object) -> None:
    """Check an instance against a schema of the description, which must name every key."""
    _validator(name, strict=True).validate(instance)


def _validator(name: str, *, strict: bool) -> Draft202012Validator:
    schemas = copy.deepcopy(openapi_document()["components"])
    if strict:
        _close(schemas)
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": schemas})


def _close(schema: object) -> None:
    """Let objects have no other keys than those described; a table may."""
    if isinstance(schema, dict):
        if (
            schema.get("type") == "object"
            and "properties" in schema
            and "astrike" not in schema["properties"]
        ):
            schema.setdefault("additionalProperties", False)
        for inside in schema.values():
            _close(inside)
    elif isinstance(schema, list):
        for inside in schema:
            _close(inside)


# ---- answers


def test_the_api_says_what_the_engine_says(api: FlaskClient) -> None:
    prepared = prepare_table(parse_document(DIAGRAM))
    plain = {"margin": False}
    assert answer(api, "attack", BODIES["attack"] | plain) == attack_json(attack(prepared, "A", "C"))
    assert answer(api, "sight", BODIES["sight"] | plain) == sight_json(sight(prepared, "A", "C"))
    margins = attack_margins(prepared, "A", "C"), sight_margins(prepared, "A", "C")
    assert answer(api, "attack", BODIES["attack"]) == attack_json(attack(prepared, "A", "C"), margins[0])
    assert answer(api, "sight", BODIES["sight"]) == sight_json(sight(prepared, "A", "C"), margins[1])
    for side, body in ((None, BODIES["matrix"]), ("red", {"table": DIAGRAM, "side": "red"})):
        answers = matrix(prepared, side)
        calls = close_calls(prepared, answers)
        assert answer(api, "matrix", body) == matrix_json(answers, calls, tolerance=prepared.table.tolerance)


def test_the_api_says_about_movement_what_the_engine_says(api: FlaskClient) -> None:
    prepared = prepare_table(parse_document(DIAGRAM))
    question = MoveQuestion((Waypoint(9, 8), Waypoint(10, 9)))
    assert answer(api, "move", BODIES["move"]) == move_json(judge_move(prepared, "A", question))
    assert answer(api, "unit", BODIES["unit"]) == unit_json(unit_answer(prepared, "A"))
    assert answer(api, "reach", BODIES["reach"]) == reach_json(reach(prepared, "A"))
    way = answer(api, "reach", {**BODIES["reach"], "to": [10, 9]})["route"]
    again = {**BODIES["move"], "path": way["path"], "mode": way["answer"]["mode"]}
    assert answer(api, "move", again) == way["answer"]
    weighed = best_positions(prepared, "A", target="C", threats=("C", "D"))
    assert answer(api, "prospects", BODIES["prospects"]) == best_positions_json(weighed)
    found = answer(api, "legal", BODIES["legal"])
    assert found["ok"] is True
    assert found["preset"]["id"] == "default"
    assert {each["why"] for each in found["skipped"]} >= {"no-limit", "absent"}


def test_several_tables_are_answered_one_by_one(api: FlaskClient) -> None:
    crowded = copy.deepcopy(DIAGRAM)
    for feature in crowded["features"]:
        if feature["properties"]["kind"] == "unit":
            feature["geometry"]["coordinates"] = [30, 10]
    found = answer(api, "legal", {"tables": [DIAGRAM, crowded]})["files"]
    assert [(each["file"], each["ok"]) for each in found] == [("tables[0]", True), ("tables[1]", False)]


def test_a_list_is_held_against_a_preset_side_by_side(api: FlaskClient) -> None:
    profile = "alpha-strike-350-v3.2"
    sides = answer(api, "list", {"rosters": [DIAGRAM], "profile": profile})["files"]
    assert [each["file"] for each in sides] == ["rosters[0] (Red)", "rosters[0] (Blue)"]
    assert {each["preset"]["id"] for each in sides} == {profile}
    code, card = "{{11,4},{12,3}}", "chassis,model,mul_id\n"
    bare = errors(api, "list", {"rosters": [code], "profile": "nowhere"})
    assert set(bare) == {"profile", "rosters[0] MUL 11", "rosters[0] MUL 12"}
    assert set(errors(api, "list", {"rosters": [7], "cards": [card], "side": 1})) == {
        "side",
        "rosters[0]",
        "cards[0]",
    }
    unsound = errors(
        api, "list", {"rosters": ["\ud800", {"a": float("nan")}, DIAGRAM], "cards": [[float("inf")]]}
    )
    assert set(unsound) == {"rosters[0]", "rosters[1].a", "cards[0][0]"}


def test_a_preset_is_named_or_comes_along(api: FlaskClient) -> None:
    named = answer(api, "legal", {"tables": [DIAGRAM], "profile": "torchlight", "tolerance": 0.5})
    assert named["preset"]["id"] == "torchlight"
    assert named["tolerance"] == 0.5
    assert "layout.table" in {each["key"] for each in named["findings"]}, "the diagram is not 4 by 4 feet"
    own = {
        "id": "club",
        "title": "Club night",
        "version": "3",
        "source": "ours",
        "confidence": "low",
        "layout": {"limits": [{"key": "count.woods", "at_least": 9, "ref": "line 4"}]},
    }
    found = answer(api, "legal", {"tables": [DIAGRAM], "profile": own, "base": 3, "pack": DIAGRAM})
    assert found["preset"] == {"id": "club", "title": "Club night, version 3", "confidence": "low"}
    assert [each["key"] for each in found["findings"] if each["severity"] == "error"] == [
        "layout.count.woods"
    ]
    for profile, at in (
        ("spring-open", "profile"),
        (7, "profile"),
        ({**own, "clock": 3}, "profile.clock"),
        ({**own, "layout": {"limits": [{"key": "gap.edge"}]}}, "profile.layout.limits[0]"),
    ):
        response = post(api, "legal", {"tables": [DIAGRAM], "profile": profile})
        assert response.status_code == 422
        assert [each["at"] for each in response.get_json()["errors"]] == [at]


def test_the_words_of_a_height_and_the_flags_of_a_move_are_keys(api: FlaskClient) -> None:
    flags = {"mode": "ground", "facing": 360, "land": False, "take_off": None, "mount": "D", "dismount": None}
    for at, z in (
        ([9, 8], None),
        ([9, 8], 0),
        ([20, 28.5], "roof"),
        ([20, 28.5], "inside"),
    ):
        found = answer(api, "move", {**BODIES["move"], **flags, "path": [[*at, z], [10, 9]]})
        assert found["mode"] in ("ground", "minimum")
    wrong = errors(api, "move", {**BODIES["move"], "path": [[9, 8], [9, 8, "roof"]]})
    assert set(wrong) == {"path[1].z"}
    assert answer(api, "move", {**BODIES["move"], "path": None, "mode": "standstill"})["length"] == 0


def test_keys_come_in_the_order_of_the_contract(api: FlaskClient) -> None:
    text = post(api, "attack", BODIES["attack"]).text
    assert text.startswith('{"attacker":"A","target":"C","kind":"weapon","edition":"ce-5.01","allowed":true,')


def test_the_flags_of_the_command_are_keys(api: FlaskClient) -> None:
    found = answer(
        api,
        "attack",
        {
            **BODIES["attack"],
            "kind": "weapon",
            "overheat": 1,
            "secondary": False,
            "modifiers": {"dust": 2, "luck": -1.0},
            "edition": "classic-2.3.1",
            "options": {"sight.max": 40, "extreme-range": True},
            "environment": "daylight",
            "spotter": None,
            "path": [],
        },
    )
    assert (found["edition"], found["target_number"], found["damage"]["target"]) == ("classic-2.3.1", 8, 4)
    assert {"user.dust", "user.luck"} <= {each["key"] for each in found["modifiers"]}


@pytest.mark.parametrize("target", [[30, 20], [30.5, 20, 1], "30,20"])
def test_a_point_is_measured_and_refused_to_who_has_no_artillery(api: FlaskClient, target: object) -> None:
    found = answer(api, "attack", {**BODIES["attack"], "target": target, "kind": "artillery"})
    assert [each["key"] for each in found["refusals"]] == ["attacker.no-weapon"]
    assert found["range"] > 0


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_answered(api: FlaskClient, kind: str) -> None:
    more = {} if kind == "weapon" else {"path": [[1, 2], [3.5, -4]], "rolls": [12, 2], "spotter": [3, 4]}
    found = answer(api, "attack", {**BODIES["attack"], "kind": kind, **more})
    assert found["allowed"] is (kind == "weapon")


def test_nothing_is_stored_and_no_cookie_is_set(api: FlaskClient, db_path: Path) -> None:
    for question in QUESTIONS:
        response = post(api, question, BODIES[question])
        assert "Set-Cookie" not in response.headers
    assert not db_path.exists()


def test_the_content_type_does_not_matter(api: FlaskClient) -> None:
    response = api.post("/api/v1/matrix", data=json.dumps(BODIES["matrix"]), content_type="text/plain")
    assert response.status_code == 200
    response.request.input_stream.close()


# ---- what is wrong


def test_everything_wrong_is_said_at_once(api: FlaskClient) -> None:
    table = {**DIAGRAM, "astrike": {**DIAGRAM["astrike"], "width": "wide"}}
    found = errors(
        api,
        "attack",
        {
            "table": table,
            "attacker": 7,
            "kind": "kick",
            "overheat": True,
            "secondary": "yes",
            "modifiers": {"": 1, "dust": "2"},
            "edition": "ce-9",
            "options": {"sight.mux": 1},
            "path": 1,
            "rolls": [13],
            "colour": "red",
        },
    )
    assert set(found) == {
        "table.astrike.width", "attacker", "target", "kind", "overheat", "secondary", 'modifiers[""]',
        "modifiers.dust", "edition", 'options["sight.mux"]', "path", "rolls[0]", "colour",
    }  # fmt: skip


def test_units_that_are_not_there_are_wrong_input(api: FlaskClient) -> None:
    found = errors(api, "sight", {"table": DIAGRAM, "attacker": "Z", "target": ["A"]})
    assert found == dict.fromkeys(("attacker", "target"), "one of A, B, C, D, E, F, G")


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"target": [1]}, "target"),
        ({"target": [1, 2, 3, 4]}, "target"),
        ({"target": [1, "2"]}, "target"),
        ({"target": [1e9, 2]}, "target"),
        ({"target": [-1, 2]}, "target"),
        ({"target": [True, 2]}, "target"),
        ({"target": {}}, "target"),
        ({"target": "1,2,3,4"}, "target"),
        ({"target": None}, "target"),
        ({"spotter": "Z"}, "spotter"),
        ({"spotter": [1]}, "spotter"),
        ({"spotter": "1001,3"}, "spotter"),
        ({"spotter": "5,5," + "9" * 150}, "spotter"),
        ({"weapon": ""}, "weapon"),
        ({"special": 7}, "special"),
        ({"options": []}, "options"),
        ({"environment": "dim"}, "environment"),
        ({"environment": 7}, "environment"),
        ({"edition": ["ce-7"]}, "edition"),
        ({"path": [[1, 2]]}, "path"),
        ({"kind": "melee", "path": [[1, 2, 3]]}, "path[0]"),
        ({"kind": "charge", "path": [[1, 2, 3], [1, 2, "attic"]]}, "path[1]"),
        ({"kind": "dfa", "path": [[1, 2, [3]]]}, "path[0]"),
        ({"choices": []}, "choices"),
        ({"choices": {"a": None}}, "choices.a"),
        ({"choices": {f"c{number}": True for number in range(21)}}, "choices"),
        ({"kind": "melee", "rolls": [7, 13]}, "rolls[1]"),
        ({"kind": "melee", "rolls": [7] * 501}, "rolls"),
        ({"kind": "charge", "path": [[1, 2]] * 201}, "path"),
        ({"modifiers": {"a" * 41: 1}}, f"modifiers.{'a' * 41}"),
        ({"modifiers": {"a": 21}}, "modifiers.a"),
        ({"modifiers": {str(n): 1 for n in range(21)}}, "modifiers"),
        ({"modifiers": {"\ud800": 1}}, "modifiers"),
        ({"table": 7}, "table"),
        ({"table": {}}, "table.type"),
    ],
)
def test_a_wrong_value_is_named_where_it_stands(api: FlaskClient, change: Json, at: str) -> None:
    assert at in errors(api, "attack", {**BODIES["attack"], **change})


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"unit": "Z"}, "unit"),
        ({"unit": None}, "unit"),
        ({"unit": ["A"]}, "unit"),
        ({"path": None}, "path"),
        ({"path": []}, "path"),
        ({"path": {}}, "path"),
        ({"path": "9,9"}, "path"),
        ({"path": [9, 9]}, "path[0]"),
        ({"path": [[9]]}, "path[0]"),
        ({"path": [[9, 9], [9, "9"]]}, "path[1]"),
        ({"path": [[9, True]]}, "path[0]"),
        ({"path": [[9, None]]}, "path[0]"),
        ({"path": [[9, 9, 9, 9]]}, "path[0]"),
        ({"path": [[9, 9, "attic"]]}, "path[0]"),
        ({"path": [[9, 9, [1]]]}, "path[0]"),
        ({"path": [[9, 1e300]]}, "path[0]"),
        ({"path": [[9, -1000.5]]}, "path[0]"),
        ({"path": [[9, 10**400]]}, "path[0]"),
        ({"path": [[9, 9, 2000]]}, "path[0]"),
        ({"path": [[9, 9]] * 201}, "path"),
        ({"path": [[9, 9]] * 1001}, "path"),
        ({"mode": "fly"}, "mode"),
        ({"mode": 1}, "mode"),
        ({"mode": "<script>\u202e"}, "mode"),
        ({"facing": "north"}, "facing"),
        ({"facing": -361}, "facing"),
        ({"facing": True}, "facing"),
        ({"mount": "A"}, "mount"),
        ({"mount": 7}, "mount"),
        ({"dismount": "Z"}, "dismount"),
        ({"land": "yes"}, "land"),
        ({"take_off": 1}, "take_off"),
        ({"take-off": True}, "take-off"),
        ({"options": {"move.slope": 7}}, 'options["move.slope"]'),
        ({"options": {"crippling.causes": ["rust"]}}, 'options["crippling.causes"]'),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_wrong_value_of_a_move_is_named_where_it_stands(api: FlaskClient, change: Json, at: str) -> None:
    assert at in errors(api, "move", {**BODIES["move"], **change})


def test_everything_wrong_with_a_move_is_said_at_once(api: FlaskClient) -> None:
    found = errors(
        api,
        "move",
        {
            "table": {**DIAGRAM, "astrike": {**DIAGRAM["astrike"], "width": "wide"}},
            "unit": 7,
            "path": [[1, "2"], [3, 4], [5]],
            "mode": "fly",
            "facing": "north",
            "mount": ["B"],
            "land": 1,
            "edition": "ce-9",
        },
    )
    assert set(found) == {
        "table.astrike.width", "unit", "path[0]", "path[2]", "mode", "facing", "mount", "land", "edition",
    }  # fmt: skip


def test_every_wrong_point_and_roll_of_an_attack_is_named(api: FlaskClient) -> None:
    path = [[1, "2"], [3, 4, "roof"], [1, 2, "attic"], None, [1, 2, 1e308], [9, 8]]
    body = {**BODIES["attack"], "kind": "charge", "path": path, "rolls": [7, 13, 8, "x"]}
    assert set(errors(api, "attack", body)) == {
        "path[0]", "path[2]", "path[3]", "path[4]", "rolls[1]", "rolls[3]",
    }  # fmt: skip


def test_blanks_around_the_name_of_a_modifier_do_not_count(api: FlaskClient) -> None:
    stated, plain = ({**BODIES["attack"], "modifiers": {name: 1}} for name in (" luck ", "luck"))
    assert answer(api, "attack", stated) == answer(api, "attack", plain)
    assert answer(api, "attack", stated) != answer(api, "attack", BODIES["attack"])
    stated["modifiers"] = {"luck": 1, " luck": 2}
    assert errors(api, "attack", stated) == {'modifiers[" luck"]': "each name once"}


def test_a_choice_is_quoted_and_cut_as_every_value(api: FlaskClient) -> None:
    choices = {"two-targets": "yes", "sight.max": "x" * 2000}
    found = post(api, "attack", {**BODIES["attack"], "choices": choices}).get_json()["errors"]
    assert [(each["at"], each["found"]) for each in found] == [
        ("choices.two-targets", "'yes'"),
        ('choices["sight.max"]', f"'{'x' * 56}..."),
    ]
    assert found[0]["expected"] == "true or false"


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999"])
def test_a_number_that_is_none_is_named(api: FlaskClient, number: bytes) -> None:
    body = json.dumps(BODIES["move"]).encode().replace(b"[9, 8]", b"[9, " + number + b"]")
    assert any(at.startswith("path[0]") for at in errors(api, "move", body))


@pytest.mark.parametrize(
    ("question", "change", "at"),
    [
        ("reach", {"unit": "Z"}, "unit"),
        ("reach", {"mode": "fly"}, "mode"),
        ("reach", {"to": [1]}, "to"),
        ("reach", {"to": "9,9"}, "to"),
        ("reach", {"path": [[9, 9]]}, "path"),
        ("unit", {"unit": {}}, "unit"),
        ("unit", {"mode": "ground"}, "mode"),
        ("prospects", {"target": "A"}, "target"),
        ("prospects", {"target": ["C"]}, "target"),
        ("prospects", {"target": None, "threats": None}, "target"),
        ("prospects", {"threats": "C"}, "threats"),
        ("prospects", {"threats": ["C", "C"]}, "threats[1]"),
        ("prospects", {"threats": ["A"]}, "threats[0]"),
        ("prospects", {"threats": ["B", "C", "D", "E", "F"]}, "threats"),
        ("prospects", {"threats": [7]}, "threats[0]"),
        ("legal", {"tables": None}, "tables"),
        ("legal", {"tables": []}, "tables"),
        ("legal", {"tables": DIAGRAM}, "tables"),
        ("legal", {"tables": [7]}, "tables[0]"),
        ("legal", {"tables": [None]}, "tables[0]"),
        ("legal", {"tables": [DIAGRAM, {}]}, "tables[1].type"),
        ("legal", {"tables": [{}] * 101}, "tables"),
        ("legal", {"profile": "spring-open"}, "profile"),
        ("legal", {"table": DIAGRAM}, "table"),
        ("legal", {"environment": "dim"}, "environment"),
    ],
)
def test_a_wrong_value_about_movement_is_named_where_it_stands(
    api: FlaskClient, question: str, change: Json, at: str
) -> None:
    assert at in errors(api, question, {**BODIES[question], **change})


def test_what_only_shows_on_the_terrain_is_named_in_the_file(api: FlaskClient) -> None:
    table = copy.deepcopy(DIAGRAM)
    place, unit = next((number, each) for number, each in enumerate(table["features"]) if each["id"] == "C")
    unit["properties"]["elevation"] = "roof"
    assert set(errors(api, "matrix", {"table": table})) == {f"table.features[{place}].properties.elevation"}


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({"kind": "crash", "unit": "pond"}, {"unit"}),
        ({"kind": "heat", "unit": "20,20"}, {"unit"}),
        ({"set": {"luck": 3, "modifier": 99}}, {"set.luck", "set.modifier"}),
        ({"kind": "support"}, {"set.support"}),
        ({"kind": "drop", "set": {"carrier": "X"}}, {"set.carrier"}),
    ],
)
def test_a_wrong_value_of_an_effect_is_named_where_it_stands(
    api: FlaskClient, change: Json, places: set[str]
) -> None:
    response = post(api, "effect", {**BODIES["effect"], **change})
    assert response.status_code == 422, response.text
    assert {each["at"] for each in response.json["errors"]} == places


def test_a_side_that_nobody_is_on(api: FlaskClient) -> None:
    assert errors(api, "matrix", {"table": DIAGRAM, "side": "green"}) == {"side": "one of red, blue"}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    ("data", "at"),
    [
        (b"", "body"),
        (b"attacker=A", "line 1, column 1"),
        (b"[]", "body"),
        (b"null", "body"),
        (b'"A"', "body"),
        (b"\xff\xfe", "body"),
        (b'{"table": NaN}', "table"),
        (b'{"table": 1, "table": 2}', "table"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "body"),
        (b'{"table": ' + b"[" * 70 + b"]" * 70 + b"}", "body"),
        (b" " * 2_000_001, "body"),
    ],
    ids=[
        "empty", "form", "list", "null", "text", "binary", "nan", "doubled", "endless", "deep", "large",
    ],
)  # fmt: skip
def test_a_body_that_is_no_question(api: FlaskClient, question: str, data: bytes, at: str) -> None:
    assert at in errors(api, question, data)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_key_that_stands_twice_is_refused_by_every_question(api: FlaskClient, question: str) -> None:
    usual = {"profile": None} if question in {"legal", "list"} else {"edition": None}
    for key, value in {**BODIES[question], **usual}.items():
        body, again = json.dumps({**BODIES[question], key: value}), json.dumps({key: value})
        twice = f"{body[:-1]}, {again[1:]}".encode()
        assert errors(api, question, twice) == {key: "each key once"}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_body_that_is_too_large(api: FlaskClient, question: str) -> None:
    response = post(api, question, b" " * 2_600_000)
    assert response.status_code == 413
    check("Errors", response.get_json())
    assert response.get_json()["errors"][0]["expected"].endswith("at most 2.5 MB")


def test_other_methods_and_addresses_are_answered_in_json(api: FlaskClient) -> None:
    for method, address, status in (
        (api.get, "/api/v1/attack", 405),
        (api.put, "/api/v1/matrix", 405),
        (api.post, "/api/v1/openapi.json", 405),
        (api.get, "/api/v1/nothing", 404),
        (api.post, "/api/v2/attack", 404),
    ):
        response = method(address)
        assert response.status_code == status
        assert response.get_json()["errors"]
        response.request.input_stream.close()


def test_another_sites_page_is_refused(api: FlaskClient) -> None:
    response = api.post(
        "/api/v1/matrix", data=json.dumps(BODIES["matrix"]), headers={"Origin": "http://elsewhere.example"}
    )
    assert response.status_code == 403
    assert response.get_json()["errors"]
    response.request.input_stream.close()


# ---- the description


def test_the_description_is_served(api: FlaskClient) -> None:
    response = api.get("/api/v1/openapi.json")
    assert response.get_json() == openapi_document()
    assert response.get_json()["openapi"].startswith("3.1")


def test_the_description_has_every_address(api: FlaskClient) -> None:
    rules = {rule.rule for rule in api.application.url_map.iter_rules() if rule.rule.startswith("/api/")}
    assert rules == set(openapi_document()["paths"])  # type: ignore[call-overload]  # an object


@pytest.mark.parametrize("address", openapi_document()["paths"])  # type: ignore[arg-type]  # an object
def test_the_description_has_every_status(address: str) -> None:
    (operation,) = openapi_document()["paths"][address].values()  # type: ignore[index]  # an object
    of_pages_and_bodies = {409, 413, 422}
    known = {str(code) for code in {*STATUS.values(), *REFUSALS} - of_pages_and_bodies} | {"405"}
    assert known <= set(operation["responses"])


def test_the_schemas_are_sound() -> None:
    schemas = openapi_document()["components"]["schemas"]  # type: ignore[index]  # an object
    for name, schema in schemas.items():
        Draft202012Validator.check_schema(schema)
        _validator(name, strict=False)


def test_the_examples_are_answered(api: FlaskClient) -> None:
    for question in QUESTIONS:
        operation: Any = openapi_document()["paths"][f"/api/v1/{question}"]["post"]  # type: ignore[index]  # an object
        example = operation["requestBody"]["content"]["application/json"]["example"]
        _validator(f"{question.capitalize()}Question", strict=False).validate(example)
        answer(api, question, example)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_description_knows_the_keys_of_a_question(api: FlaskClient, question: str) -> None:
    schemas: Any = openapi_document()["components"]["schemas"]  # type: ignore[index]  # an object
    described = schemas[f"{question.capitalize()}Question"]["properties"]
    wrong = errors(api, question, {**BODIES[question], "?": 1})
    assert wrong['["?"]'] == f"one of {', '.join(described)}"


# ---- any question

ONLY_ALONE = ("instead", "outcome", "spotters", "blast", "choices", "tables")
"""What lists of attacks go without."""
MEASURED = ("margin",)
"""What lists tell less of."""


@settings(max_examples=examples(8, soaked=25), deadline=None)
@given(document=strategies.documents(most_pieces=4, most_units=4, fewest_units=2))
def test_any_table_is_answered_as_described(api: FlaskClient, document: Json) -> None:
    pairs = answer(api, "matrix", {"table": document})["pairs"]
    for pair in pairs[:3]:
        ends = {"attacker": pair["attacker"], "target": pair["target"], "margin": False}
        alone = answer(api, "attack", {"table": document, **ends})
        less = dict.fromkeys((*ONLY_ALONE, *MEASURED))
        assert alone | less == pair | less
        assert [pair[key] for key in ONLY_ALONE] == [[], None, [], None, [], []]
        answer(api, "sight", {"table": document, **ends})
    for pair in pairs[:1]:
        whole = answer(
            api, "attack", {"table": document, **{end: pair[end] for end in ("attacker", "target")}}
        )
        assert whole["margin"]["close"] is pair["margin"]["close"]
    answer(api, "attack", {"table": document, "attacker": "unit-0", "target": [12, 12]})


@settings(max_examples=examples(14, soaked=25), deadline=None)
@given(
    document=strategies.documents(most_pieces=4, most_units=3, fewest_units=2),
    path=st.lists(st.tuples(st.floats(-2, 50), st.floats(-2, 50)), min_size=1, max_size=3),
    mode=st.sampled_from((None, *MODES)),
)
def test_any_move_on_any_table_is_answered_as_described(
    api: FlaskClient, document: Json, path: list[tuple[float, float]], mode: str | None
) -> None:
    body = {"table": document, "unit": "unit-0", "path": path, "mode": mode}
    found = answer(api, "move", body)
    assert found["allowed"] is (not found["refusals"])
    assert sum(term["value"] for term in found["terms"]) == pytest.approx(found["cost"], abs=1e-3)
    assert sum(leg["length"] for leg in found["legs"]) == pytest.approx(found["length"], abs=1e-3)
    answer(api, "unit", {"table": document, "unit": "unit-0"})
    answer(api, "legal", {"tables": [document]})


@settings(max_examples=8, deadline=None)
@given(
    document=strategies.documents(most_pieces=3, most_units=3, fewest_units=2),
    mode=st.sampled_from((None, *MODES)),
)
def test_any_reach_is_answered_as_described(api: FlaskClient, document: Json, mode: str | None) -> None:
    found = answer(api, "reach", {"table": document, "unit": "unit-0", "mode": mode, "to": [12, 12]})
    assert not found["refusals"] or not found["features"]
    answer(api, "prospects", {"table": document, "unit": "unit-0", "mode": mode, "target": "unit-1"})


def _drop(body: Json, key: str) -> Json:
    return {name: value for name, value in body.items() if name != key}


CHANGES: dict[str, Callable[[Json, str, object], Json]] = {
    "drop": lambda body, key, _value: _drop(body, key),
    "set": lambda body, key, value: {**body, key: value},
}


@settings(max_examples=examples(20, soaked=80), deadline=None)
@given(
    question=st.sampled_from(QUESTIONS),
    how=st.sampled_from(sorted(CHANGES)),
    key=st.sampled_from(
        [
            "table",
            "attacker",
            "target",
            "kind",
            "modifiers",
            "options",
            "path",
            "rolls",
            "choices",
            "spotter",
            "side",
            "unit",
            "mode",
            "facing",
            "mount",
            "threats",
            "tables",
            "to",
            "x",
        ]
    ),
    value=strategies.ODD_VALUES,
)
def test_any_body_is_answered_or_explained(
    api: FlaskClient, question: str, how: str, key: str, value: object
) -> None:
    response = post(api, question, CHANGES[how](BODIES[question], key, value))
    assert response.status_code in (200, 422)
    if response.status_code == 422:
        check("Errors", response.get_json())


@settings(max_examples=30, deadline=None)
@given(broken=strategies.mutated(strategies.documents(most_pieces=3, most_units=3, fewest_units=2)))
def test_any_broken_table_is_answered_or_explained(api: FlaskClient, broken: Json) -> None:
    for question, body in (
        ("attack", {"table": broken, "attacker": "unit-0", "target": "unit-1"}),
        ("move", {"table": broken, "unit": "unit-0", "path": [[5, 5], [6, 7]]}),
        ("unit", {"table": broken, "unit": "unit-0"}),
        ("legal", {"tables": [broken]}),
    ):
        response = post(api, question, body)
        assert response.status_code in (200, 422)
