"""A question is described once: JSON, forms, addresses, commands, the API's description and rulings agree about it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from werkzeug.datastructures import MultiDict

from astrike import cli
from astrike.errors import Problem
from astrike.formats.checks import Fields
from astrike.formats.questions import read_fields, written
from astrike.formats.tablefile import read_table
from astrike.model.attack import AttackQuestion
from astrike.model.schema import Described, Inlined, Inner, Whole, members_of, parts_of
from astrike.web.asking.attacks import ask_attack
from astrike.web.asking.questions import QUESTIONS, Attack
from astrike.web.demo import FILES, demo_text
from astrike.web.openapi.document import openapi_document
from astrike.web.question_forms import read_form, write_query
from tests.builders import Json
from tests.question_values import sensible, values_at_limits
from tests.soak import examples
from tests.web.conftest import Kept, keep
from tests.web.page import parse

DIAGRAM = str(Path(cli.__file__).resolve().parent / "demo" / FILES["diagram"])
TABLE: Json = dict(read_table(demo_text("diagram")).document)
NAMES = tuple(spec.name for spec in fields(QUESTIONS))


WORDS_THAT_DECIDE: dict[str, list[object]] = {
    "kind": [None, "weapon", "charge", "strafe", "heat", "spit"],
    "mode": [None, "standstill", "ground", "sail"],
}
"""Fields by whose words others may be given or left out."""


# ---- laws


@settings(max_examples=examples(40, soaked=600), deadline=None)
@given(data=st.data(), name=st.sampled_from(NAMES))
def test_a_question_comes_back_from_json(data: st.DataObject, name: str) -> None:
    question = data.draw(sensible(getattr(QUESTIONS, name)))
    problems: list[Problem] = []
    body = json.loads(json.dumps(written(question)))
    assert (read_fields(type(question), Fields(body, "", problems)), problems) == (question, [])


@settings(max_examples=examples(60, soaked=1200), deadline=None)
@given(data=st.data(), name=st.sampled_from(NAMES))
def test_a_question_comes_back_from_an_address(data: st.DataObject, name: str) -> None:
    kind = getattr(QUESTIONS, name)
    question = data.draw(sensible(kind))
    query = parse_qsl(urlencode(write_query(question)), keep_blank_values=True)
    asked = read_form(kind, MultiDict(query))
    assert (asked.question, asked.problems) == (question, {})
    assert asked.query == write_query(question)


@settings(max_examples=examples(30, soaked=600), deadline=None)
@given(data=st.data())
def test_an_attack_is_asked_in_the_usual_way_or_not(data: st.DataObject) -> None:
    question = data.draw(sensible(AttackQuestion))
    asked = read_form(AttackQuestion, MultiDict(write_query(question)))
    assert asked.is_usual_but() is (question == AttackQuestion())


@settings(max_examples=examples(120, soaked=3000), deadline=None)
@given(data=st.data(), name=st.sampled_from(NAMES))
def test_the_description_allows_what_the_reader_takes(data: st.DataObject, name: str) -> None:
    question = getattr(QUESTIONS, name)
    members = members_of(question)
    body = {member.name: data.draw(values_at_limits(member)) for member in members if member.is_needed}
    for member in data.draw(st.lists(st.sampled_from(members), unique=True, max_size=3)):
        body[member.name] = data.draw(values_at_limits(member))
    for key, words in WORDS_THAT_DECIDE.items():
        if any(member.name == key for member in members) and data.draw(st.booleans()):
            body[key] = data.draw(st.sampled_from(words))
    problems: list[Problem] = []
    found = read_fields(question, Fields(body, "", problems))
    is_valid = validator(f"{name.capitalize()}Question").is_valid({"table": TABLE, **body})
    assert (found is not None) is is_valid, (body, problems)


@cache
def validator(name: str) -> Draft202012Validator:
    schemas = openapi_document()["components"]
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": schemas})


# ---- one set of limits


@pytest.fixture
def demo(client: FlaskClient, kept: Kept) -> Kept:
    return keep(client, kept.db_path, TABLE)


@pytest.mark.parametrize(
    ("said", "is_right"),
    [
        ({"modifiers": {f"n{k}": 1 for k in range(20)}}, True),
        ({"modifiers": {f"n{k}": 1 for k in range(21)}}, False),
        ({"modifiers": {"x" * 40: -20}}, True),
        ({"modifiers": {"x" * 41: -20}}, False),
        ({"modifiers": {"x": 21}}, False),
        ({"kind": "charge", "path": [[5, 5]] * 41}, True),
        ({"kind": "strafe", "path": [[5, 5]] * 200}, True),
        ({"kind": "strafe", "path": [[5, 5]] * 201}, False),
        ({"kind": "strafe", "path": [[5, 5, 2]]}, False),
        ({"path": [[5, 5]]}, False),
        ({"kind": "strafe", "rolls": [7, 1]}, True),
        ({"kind": "strafe", "rolls": [7, 0]}, False),
        ({"special": "TUR", "choices": {f"c{k}": True for k in range(21)}}, False),
        ({"overheat": 4}, True),
        ({"overheat": 5}, False),
        ({"weapon": "Ä"}, False),
        ({"spotter": "x" * 201}, False),
    ],
    ids=lambda each: str(each)[:50],
)
def test_every_door_has_the_same_limits(demo: Kept, said: Json, *, is_right: bool) -> None:
    body = {"table": TABLE, "attacker": "A", "target": "C", "margin": False, **said}
    response = demo.client.post("/api/v1/attack", json=body)
    page = demo.client.get(demo.url(f"/attack/A/C?{urlencode(in_address(said))}"))
    words = ["attack", DIAGRAM, "A", "C", "--json", *on_command(said)]
    done = CliRunner().invoke(cli.main, words, catch_exceptions=False)
    found = [response.status_code == 200, page.status_code == 200, done.exit_code == 0]
    for each in (response, page):
        each.close()
    assert found == [is_right] * 3


@pytest.mark.parametrize(
    ("said", "is_right"),
    [
        ({"path": [[5, 5]] * 200}, True),
        ({"path": [[5, 5]] * 201}, False),
        ({"path": [[5, 1000]]}, True),
        ({"path": [[5, 1000.1]]}, False),
        ({"path": [[5, 5, 0]]}, True),
        ({"path": [[5, 5, -1000.1]]}, False),
        ({"path": [[5, 5, "cellar"]]}, False),
        ({"path": [[5, 5]], "facing": -360}, True),
        ({"path": [[5, 5]], "facing": -361}, False),
        ({"path": [[5, 5]], "facing": 720}, True),
        ({"path": [[5, 5]], "facing": 721}, False),
        ({"path": [[5, 5]], "mode": "sprint"}, True),
        ({"path": [[5, 5]], "mode": "fly"}, False),
        ({"path": [[5, 5]], "mount": "A"}, False),
        ({"path": [[5, 5]], "dismount": "Z"}, False),
    ],
    ids=lambda each: str(each)[:50],
)
def test_every_door_has_the_same_limits_for_a_move(demo: Kept, said: Json, *, is_right: bool) -> None:
    response = demo.client.post("/api/v1/move", json={"table": TABLE, "unit": "A", **said})
    query = [("via", ",".join(map(str, point))) for point in said["path"]]
    query += [(key, str(value)) for key, value in said.items() if key != "path"]
    page = demo.client.get(demo.url(f"/unit/A/move?{urlencode(query)}"))
    options = [word for key, value in said.items() if key != "path" for word in (f"--{key}", str(value))]
    points = [",".join(map(str, point)) for point in said["path"]]
    done = CliRunner().invoke(cli.main, ["move", DIAGRAM, "A", "--json", *options, "--", *points])
    found = [response.status_code == 200, page.status_code == 200, done.exit_code == 0]
    for each in (response, page):
        each.close()
    assert found == [is_right] * 3


@pytest.mark.parametrize(("typed", "meant"), [(-90, 270), (450, 90), (360, 0), (0, 0), (12.5, 12.5)])
def test_a_facing_counts_within_one_turn_at_every_door(demo: Kept, typed: float, meant: float) -> None:
    body = {"table": TABLE, "unit": "A", "path": [[9, 9]], "facing": typed}
    with demo.client.post("/api/v1/move", json=body) as response:
        assert response.get_json()["facing"] == meant
    page = demo.page(f"/unit/A/move?via=9,9&facing={typed}")
    assert page.by_id("place-facing").attributes["value"] == f"{meant:g}"
    (form,) = page.all("form", class_="save-ruling")
    assert json.loads(form.fields()["question"])["facing"] == meant
    words = ["move", DIAGRAM, "A", "9,9", "--json", f"--facing={typed}"]
    done = CliRunner().invoke(cli.main, words, catch_exceptions=False)
    assert json.loads(done.output)["facing"] == meant


@pytest.mark.parametrize("count", [40, 41, 500, 501])
def test_every_door_takes_as_many_dice(demo: Kept, count: int) -> None:
    """Whether so many can have fallen the rules say, in other words."""
    asked = read_form(AttackQuestion, MultiDict({"rolls": " ".join(["7"] * count)}))
    problems: list[Problem] = []
    read_fields(AttackQuestion, Fields({"rolls": [7] * count}, "", problems))
    assert (bool(asked.problems), bool(problems)) == (count > 500, count > 500)


def in_address(said: Json) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in said.items():
        match value:
            case dict() if key == "modifiers":
                found += [
                    pair for name, each in value.items() for pair in (("name", name), ("value", str(each)))
                ]
            case dict():
                found += [(f"c-{name}", "yes") for name in value]
            case list():
                items = (",".join(map(str, item)) if isinstance(item, list) else str(item) for item in value)
                found.append((key, " ".join(items)))
            case _:
                found.append((key, str(value)))
    return found


def on_command(said: Json) -> Iterator[str]:
    for key, value in said.items():
        match value:
            case dict() if key == "modifiers":
                yield from (f"--modifier={name}={each}" for name, each in value.items())
            case dict():
                yield from (f"--choice={name}" for name in value)
            case list() if key == "path":
                yield from ("--path", *(",".join(map(str, item)) for item in value))
            case list():
                yield from (f"--{key}", ",".join(map(str, value)))
            case _:
                yield from (f"--{key}", str(value))


# ---- a field is added in one place


@dataclass(frozen=True, slots=True)
class LuckyQuestion(AttackQuestion):
    """An attack with a field more."""

    luck: Annotated[int, Described(Whole(0, 3), "Horseshoes on the wall.", metavar="N")] = 0


@dataclass(frozen=True, slots=True)
class LuckyAttack(Attack):
    """The same with whom and whom at."""

    question: Annotated[LuckyQuestion, Inlined()] = field(default_factory=LuckyQuestion)


@pytest.fixture
def lucky(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(QUESTIONS, "attack", LuckyAttack)
    openapi_document.cache_clear()
    yield
    openapi_document.cache_clear()


@pytest.mark.usefixtures("lucky")
class TestAFieldMore:
    """One line more in the question, and every door has it."""

    body: ClassVar[Json] = {"table": TABLE, "attacker": "A", "target": "C", "margin": False}

    def test_programs_ask_with_it(self, client: FlaskClient) -> None:
        assert ask_attack({**self.body, "luck": 2}).question == LuckyQuestion(luck=2)
        with client.post("/api/v1/attack", json={**self.body, "luck": 3}) as response:
            assert response.status_code == 200
        with client.post("/api/v1/attack", json={**self.body, "luck": 4}) as response:
            assert response.status_code == 422
            assert response.get_json()["errors"] == [
                {"at": "luck", "found": "4", "expected": "a whole number from 0 to 3"}
            ]

    def test_the_api_describes_it(self, client: FlaskClient) -> None:
        with client.get("/api/v1/openapi.json") as response:
            found = response.get_json()["components"]["schemas"]["AttackQuestion"]["properties"]["luck"]
        number = {"type": "integer", "minimum": 0, "maximum": 3, "default": 0}
        assert found == {"anyOf": [{**number, "description": "Horseshoes on the wall."}, {"type": "null"}]}

    def test_the_command_has_an_option_for_it(self) -> None:
        def run(*words: str) -> tuple[int, str]:
            done = CliRunner().invoke(cli.main, ["attack", *words], catch_exceptions=False)
            return done.exit_code, " ".join(done.output.split())

        assert "--luck N Horseshoes on the wall." in run("--help")[1]
        assert run(DIAGRAM, "A", "C", "--luck", "3")[0] == 0
        code, told = run(DIAGRAM, "A", "C", "--luck", "4")
        assert code == 2
        assert "--luck: found 4, expected a whole number from 0 to 3" in told

    def test_the_page_has_a_field_for_it_and_carries_it_on(self, demo: Kept) -> None:
        page = demo.page("/attack/A/C?luck=2")
        assert page.by_id("adjust-form").fields()["luck"] == "2"
        assert "Horseshoes on the wall." in page.by_id("adjust-form").text
        address = page.by_id("card").attributes["data-address"]
        assert ("luck", "2") in parse_qsl(urlsplit(address).query)
        with demo.client.get(demo.url("/attack/A/C?luck=4")) as response:
            assert response.status_code == 422
            assert "a whole number from 0 to 3" in parse(response.text).by_id("luck-problem").text

    def test_a_ruling_keeps_it_and_asks_it_again(self, demo: Kept) -> None:
        (form,) = demo.page("/attack/A/C?luck=2").all("form", class_="save-ruling")
        question = json.loads(form.fields()["question"])
        assert question == {"attacker": "A", "target": "C", "luck": 2}
        response = demo.send("/rulings", {"kind": "attack", "question": json.dumps(question)})
        assert response.status_code == 303
        with demo.client.get(f"{response.headers['Location']}.json") as kept:
            assert kept.status_code == 200, response.headers["Location"]
            assert kept.get_json()["question"] == question


def test_a_field_that_is_not_described_is_no_question() -> None:
    @dataclass(frozen=True, slots=True)
    class Bare:
        """A question with a field that nobody can ask with."""

        luck: int = 0

    with pytest.raises(TypeError, match=r"Bare\.luck is not described"):
        members_of(Bare)


def test_a_question_inside_a_question_is_asked_with_it() -> None:
    inner = [part.name for part in parts_of(Attack) if isinstance(part, Inner)]
    assert inner == ["question"]
    assert {member.name for member in members_of(AttackQuestion)} < {
        member.name for member in members_of(Attack)
    }
