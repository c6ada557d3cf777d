"""An answer is described once: what the API's description says of it is what is written, key by key and both ways."""

import json
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

import astrike
from astrike.cli.main import main
from astrike.formats.table.table_file import read_table
from astrike.report.attack.json import ATTACK
from astrike.report.schema import WHOLE, key, schema_of
from astrike.rulebook.loader import DEFAULT_EDITION
from astrike.store.database.connection import connect
from astrike.web.app import create_app
from astrike.web.battletech.cards import CARDS
from astrike.web.home.demo import FILES, demo_text
from astrike.web.openapi.document import openapi_document
from astrike.web.openapi.schemas import ANSWERS, last_word
from astrike.web.settings import Settings
from astrike.web.work_limits import BUDGETS, ServerLimits
from tests.battletech_questions import questions_of
from tests.builders import Json, document, mech
from tests.golden.files import read_questions, topics_asked
from tools.contract.outputs import OUTPUTS
from tools.contract.schemas import schema_blocks

DEMO: Final = Path(astrike.__file__).parent / "demo" / FILES["diagram"]
DIAGRAM: Final[Json] = dict(read_table(demo_text("diagram")).document)
CASES: Final[Mapping[str, tuple[str, ...]]] = {
    "attack-abilities": (
        "artillery-commands / also 7",
        "munitions / also 20",
        "targeting-systems / the case / margin",
        "intimidated / also 6",
    ),
    "air": (
        "dive-bomb / also 11",
        "shells-at-what-flies / also 1",
        "strafing-damage / also 5",
        "strike-from-middle / the case / margin",
    ),
    "area-blast": ("scatter-of-howitzer-and-cannon / also 1",),
    "area-artillery": ("artillery-tag / near 3",),
    "physical-charge": ("dfa-way / near 1",),
    "effects-crippling": ("critical-that-may-cripple / also 2",),
    "effects": ("skids / also 13",),
    "terrain-hexes": (
        "hex-move-building / also 2",
        "hex-move-road / also 1",
        "hex-transport / also 1",
        "hex-ecm / also 2",
        "hex-contact / also 1",
    ),
    "layout": ("pursuit-two-paths / the case",),
    "movement-buildings": ("building-floors / also 1",),
    "movement-ground": ("move-plain / the case / reach",),
    "movement-hazards": ("hazard-bog / also 1",),
    "movement-jump": ("jump-plain / near 1",),
    "movement-order": ("order-who-rests / also 2",),
    "attack-refusals": ("not-yet / also 1",),
    "attack-results": ("one-roll-a-point / also 3",),
    "attack-see-through": ("jungle / the case / margin",),
    "attack-visual-range": ("visual-daylight / the case / margin",),
}
"""Cases of the rules, by file, in whose answers every key occurs, and is left out where it may be."""
EACH: Final = 60
"""Of all other cases so many are one."""
ANYWHERE: Final = ServerLimits(workers=0, seconds=dict.fromkeys(BUDGETS, 3600.0))
NOTHING: Final = {"type": "null"}
Answers = Sequence[tuple[str, Json]]


def questions() -> Iterator[tuple[str, Json]]:
    """Yield questions of the cases, and some that no case asks."""
    for topic in topics_asked():
        if topic.startswith("tables"):
            continue  # they take long
        asked = [each for each in read_questions(topic) if not each.is_long]
        named = [
            each for each in asked if each.name in CASES.get(topic, ()) and DEFAULT_EDITION in each.editions
        ]
        assert {each.name for each in named} == set(CASES.get(topic, ()))
        for question in (*named, *asked[::EACH]):
            yield question.to, next(question.bodies())[1]
    about = {"table": DIAGRAM, "unit": "A"}
    yield "prospects", {**about, "target": "C", "threats": ["C", "D"]}
    yield "reach", {**about, "to": [12, 8]}
    yield "reach", {**about, "to": place_of("E")}
    yield "move", {**about, "path": [[6, 6], [42, 6]] * 20}
    fast = document(mech("A", at=(10, 10), move='12"'), mech("B", at=(16, 10), side="blue", done=True))
    for path, facing in (([], 0), ([[12, 14]], 90)):
        yield "move", {"table": fast, "unit": "A", "path": path, "contact": "B", "facing": facing}
    yield "move", {**about, "contact": "C", "mode": "minimum"}
    yield "matrix", {"table": DIAGRAM}
    yield "legal", {"tables": [DIAGRAM] * 2}
    yield "list", {"rosters": [DIAGRAM]}
    yield "sight", {"table": DIAGRAM, "attacker": "A", "target": "C", "margin": False}
    yield "sight", {"table": DIAGRAM, "attacker": "A", "target": "nobody"}
    yield from classic_questions()
    item = {"slots": 2, "kind": "weapon"}
    yield "classic/critical", {"location": "head", "sheet": {"items": {"Lance": item}}, "dice": [[2]]}


def classic_questions() -> Iterator[tuple[str, Json]]:
    """Yield the questions of all cases about classic BattleTech, by every edition that they are about."""
    for card in CARDS:
        for question in questions_of(card):
            yield f"classic/{card}", question


def place_of(unit: str) -> list[float]:
    return next(each["geometry"]["coordinates"][:2] for each in DIAGRAM["features"] if each["id"] == unit)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """Give what is answered, with the name of its schema, and what is refused."""
    database = tmp_path_factory.mktemp("answers") / "never-made.db"
    app = create_app(Settings(db_path=database, testing=True, limits=ANYWHERE))
    found = []
    with app.test_client(use_cookies=False) as client:
        for to, body in questions():
            with client.post(f"/api/v1/{to}", json=body) as response:
                is_answer = response.status_code == 200
                found.append(
                    (f"{last_word(to).capitalize()}Answer" if is_answer else "Errors", response.get_json())
                )
    return found


# ---- both ways


def test_every_question_is_asked(answers: Answers) -> None:
    assert {name for name, _ in answers} == {
        *(f"{last_word(to).capitalize()}Answer" for to in ANSWERS),
        "Errors",
    }
    assert len(answers) > 100


def test_answers_have_the_keys_and_types_of_the_description_and_no_others(answers: Answers) -> None:
    components = {"schemas": {name: closed(schema) for name, schema in schemas().items()}}
    for name in dict.fromkeys(name for name, _ in answers):
        validator = Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": components})
        for each, answer in answers:
            if each == name:
                validator.validate(answer)


def test_every_key_of_the_description_occurs_and_is_left_out_where_it_says_so(answers: Answers) -> None:
    found: dict[Place, set[bool]] = {}
    for name, answer in answers:
        for place, is_there in keys_in(schemas()[name], answer, name):
            found.setdefault(place, set()).add(is_there)
    looked_at: set[Place] = set()
    for name, schema in schemas().items():
        if name.endswith("Question") or name == "Table":
            continue
        for place, is_needed in described(schema, name):
            looked_at.add(place)
            assert True in found.get(place, ()), f"never there: {place}"
            assert is_needed or False in found[place], f"never left out: {place}"
    own = {name for to in ANSWERS if "$ref" not in schemas()[name := f"{last_word(to).capitalize()}Answer"]}
    assert own <= {place[0] for place in looked_at}
    assert len(looked_at) > 400


Place = tuple[str, str]
"""Where an object stands, by the name of its schema and the keys that lead to it, and one of its keys."""


def schemas() -> dict[str, Json]:
    found: dict[str, Json] = openapi_document()["components"]["schemas"]  # type: ignore[index]  # an object
    return found


def closed(schema: Any) -> Any:
    """Let objects have no other keys than those described."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: closed(each) for key, each in schema.items()}
    is_described = found.get("type") == "object" and "properties" in found
    return {**found, "additionalProperties": False} if is_described else found


def described(schema: Json, at: str) -> Iterator[tuple[Place, bool]]:
    """Yield every key of a schema without those of the schemas that it names, and whether it is always there."""
    for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from described(choice, at)
    if "items" in schema:
        yield from described(schema["items"], f"{at}[]")
    if isinstance(schema.get("additionalProperties"), dict):
        yield from described(schema["additionalProperties"], f"{at}{{}}")
    for name, inner in schema.get("properties", {}).items():
        yield (at, name), name in schema["required"]
        yield from described(inner, f"{at}.{name}")


def keys_in(schema: Json, value: Any, at: str) -> Iterator[tuple[Place, bool]]:
    """Yield the keys that stand in a value, or could; null says that something is left out, unless it always is."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield from keys_in(schemas()[name], value, name)
    for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        if fits(choice, value):
            yield from keys_in(choice, value, at)
    if isinstance(value, list) and "items" in schema:
        for each in value:
            yield from keys_in(schema["items"], each, f"{at}[]")
    if isinstance(value, dict):
        if isinstance(schema.get("additionalProperties"), dict):
            for each in value.values():
                yield from keys_in(schema["additionalProperties"], each, f"{at}{{}}")
        for name, inner in schema.get("properties", {}).items():
            is_there = name in value and (value[name] is not None or inner == NOTHING)
            if is_there or name not in value:
                yield (at, name), is_there
            if is_there:
                yield from keys_in(inner, value[name], f"{at}.{name}")


def fits(schema: Json, value: object) -> bool:
    """Is it this one of several that stands there?"""
    return Draft202012Validator({**closed(schema), "components": {"schemas": schemas()}}).is_valid(value)


# ---- what commands print and pages give that no question of the API answers


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Json]:
    """Give the JSON of these commands, by their name on the page of the contract."""
    folder = tmp_path_factory.mktemp("printed")
    database, copied, flawed = (folder / f"{name}.db" for name in ("tables", "copied", "flawed"))
    connect(database).close()
    shutil.copy(database, flawed)
    with closing(sqlite3.connect(flawed)) as connection, connection:
        connection.execute("INSERT INTO event_tables VALUES (1, 1, 1)")  # of an event that is not there
    runs = {
        "convert": ("convert", str(DEMO), str(folder / "table.svg")),
        "backup": ("backup", str(database), str(copied)),
        "restore": ("restore", str(copied), str(database), "--replace"),
        "check-db": ("check-db", str(flawed)),
        "editions": ("editions",),
        "editions A B": ("editions", "ce-5.01", "classic-2.3.1"),
        "editions A B (classic BattleTech)": ("editions", "tw-4.4", "bmm-7.01"),
    }
    app = create_app(Settings(db_path=folder / "never-made.db", testing=True))
    with app.test_client() as client, client.get("/classic/roll/ruling.json") as response:
        of_page = response.get_json()
    return {name: json.loads(run(*words)) for name, words in runs.items()} | {"classic ruling.json": of_page}


def run(*words: str) -> str:
    return CliRunner().invoke(main, [*words, "--json"], catch_exceptions=False).stdout


@pytest.mark.parametrize("name", OUTPUTS)
def test_commands_print_what_is_described_and_all_of_it(name: str, printed: Mapping[str, Json]) -> None:
    schema = schema_of(OUTPUTS[name])
    Draft202012Validator(closed(schema)).validate(printed[name])
    found = {place for place, is_there in keys_in(schema, printed[name], "") if is_there}
    # No two editions that ship have a page from the same printing.
    assert {place for place, _ in described(schema, "")} - {(".rows[]", "page_of")} <= found


# ---- a key is added in one place


@pytest.fixture
def lucky_attack(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    luck = key("luck", WHOLE, lambda answer: len(answer.attacker), "Horseshoes on the wall.")
    monkeypatch.setattr(ATTACK, "keys", (*ATTACK.keys, luck))
    openapi_document.cache_clear()
    yield
    openapi_document.cache_clear()


@pytest.mark.usefixtures("lucky_attack")
class TestAKeyMore:
    """One line more in the record, and every door has it."""

    def test_programs_are_told(self, client: FlaskClient) -> None:
        body = {"table": DIAGRAM, "attacker": "A", "target": "C", "margin": False}
        with client.post("/api/v1/attack", json=body) as response:
            assert response.get_json()["luck"] == 1
        with client.post("/api/v1/matrix", json={"table": DIAGRAM}) as response:
            assert {pair["luck"] for pair in response.get_json()["pairs"]} == {1}

    def test_the_command_tells(self) -> None:
        assert json.loads(run("attack", str(DEMO), "A", "C"))["luck"] == 1

    def test_the_api_describes_it(self, client: FlaskClient) -> None:
        with client.get("/api/v1/openapi.json") as response:
            schema = response.get_json()["components"]["schemas"]["AttackAnswer"]
        assert schema["properties"]["luck"] == {"type": "integer", "description": "Horseshoes on the wall."}
        assert "luck" in schema["required"]

    def test_the_page_of_the_contract_has_a_row_for_it(self) -> None:
        block = schema_blocks(openapi_document())["answer AttackAnswer"]
        assert ("`luck`", "whole number") in block.rows
        assert block.hints["`luck`"] == "Horseshoes on the wall."
