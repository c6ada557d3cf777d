"""A question is described once: JSON, forms, addresses, commands, the API's description and rulings agree about it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from werkzeug.datastructures import MultiDict

import astrike
from astrike.cli.main import main
from astrike.cli.requests import questions_of_commands
from astrike.dataclass import dataclass
from astrike.errors import Problem
from astrike.formats.checks import Fields
from astrike.formats.questions import read_fields, written
from astrike.formats.table.table_file import read_table
from astrike.model.attack_question import AttackQuestion
from astrike.model.movement import MoveQuestion, Waypoint
from astrike.model.question_schema import (
    FieldDescription,
    InlinedQuestion,
    InnerQuestion,
    WholeField,
    members_of,
    parts_of,
)
from astrike.web.area.requests import BlastRequest, ScatterRequest
from astrike.web.attack.questions import ask_attack
from astrike.web.attack.requests import AttackRequest, MatrixRequest, SightRequest
from astrike.web.effects.requests import EffectRequest
from astrike.web.home.demo import FILES, demo_text
from astrike.web.movement.questions import ask_move
from astrike.web.movement.requests import BestPositionsRequest, MoveRequest, ReachRequest
from astrike.web.openapi.all_questions import SUBJECTS
from astrike.web.openapi.document import openapi_document
from astrike.web.openapi.schemas import question_schema
from astrike.web.questions.form_answers import write_query
from astrike.web.questions.form_reader import read_form
from astrike.web.questions.shared_fields import QuestionSettings, keys_of
from tests.builders import Json
from tests.question_values import sensible, values_at_limits
from tests.soak import examples
from tests.web.conftest import Kept, keep
from tests.web.page import Element, parse

DIAGRAM = str(Path(astrike.__file__).resolve().parent / "demo" / FILES["diagram"])
TABLE: Json = dict(read_table(demo_text("diagram")).document)
NAMES = tuple(questions_of_commands())


AT: Json = {"at": [20, 20], "weapon": "ART-LT"}
IN_ADDRESSES = (
    "attack", "sight", "matrix", "move", "reach", "prospects", "unit", "networks", "order", "blast", "scatter",
    "effect",
)  # fmt: skip
"""Questions about the table that an address is of."""
WORDS_THAT_DECIDE: dict[str, list[object]] = {
    "kind": [None, "weapon", "charge", "strafe", "heat", "spit"],
    "mode": [None, "standstill", "ground", "sail"],
}
"""Fields by whose words others may be given or left out."""


# ---- laws


@settings(max_examples=examples(20, soaked=600), deadline=None)
@given(data=st.data(), name=st.sampled_from(NAMES))
def test_a_question_comes_back_from_json(data: st.DataObject, name: str) -> None:
    question = data.draw(sensible(questions_of_commands()[name]))
    problems: list[Problem] = []
    body = json.loads(json.dumps(written(question)))
    assert (read_fields(type(question), Fields(body, "", problems)), problems) == (question, [])


@settings(max_examples=examples(25, soaked=1200), deadline=None)
@given(data=st.data(), name=st.sampled_from(IN_ADDRESSES))
def test_a_question_comes_back_from_an_address(data: st.DataObject, name: str) -> None:
    kind = questions_of_commands()[name]
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


@settings(max_examples=examples(40, soaked=3000), deadline=None)
@given(data=st.data(), name=st.sampled_from(NAMES))
def test_the_description_allows_what_the_reader_takes(data: st.DataObject, name: str) -> None:
    question = questions_of_commands()[name]
    members = members_of(question)
    body = {member.name: data.draw(values_at_limits(member)) for member in members if member.is_needed}
    for member in data.draw(st.lists(st.sampled_from(members), unique=True, max_size=3)):
        body[member.name] = data.draw(values_at_limits(member))
    for key, words in WORDS_THAT_DECIDE.items():
        if any(member.name == key for member in members) and data.draw(st.booleans()):
            body[key] = data.draw(st.sampled_from(words))
    problems: list[Problem] = []
    found = read_fields(question, Fields(body, "", problems))
    about = {"table": TABLE} if "table" in keys_of(question) else {}
    is_valid = validator(question).is_valid({**about, **body})
    assert (found is not None) is is_valid, (body, problems)


@settings(max_examples=examples(25, soaked=1200), deadline=None)
@given(data=st.data())
def test_the_description_allows_the_settings_that_the_reader_takes(data: st.DataObject) -> None:
    members = members_of(QuestionSettings)
    body = {
        member.name: data.draw(values_at_limits(member)) for member in members if data.draw(st.booleans())
    }
    problems: list[Problem] = []
    found = read_fields(QuestionSettings, Fields(body, "", problems))
    assert (found is not None) is validator(MatrixRequest).is_valid({"table": TABLE, **body}), (
        body,
        problems,
    )


@cache
def validator(question: type) -> Draft202012Validator:
    components = openapi_document()["components"]
    return Draft202012Validator({**question_schema(question), "components": components})


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
        ({"modifiers": {"a\nb\x07": 1}}, False),
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
        ({"kind": "indirect", "spotter": "nobody"}, False),
        ({"kind": "indirect", "spotter": "5,1000"}, True),
        ({"kind": "indirect", "spotter": "5,1000.1"}, False),
    ],
    ids=lambda each: str(each)[:50],
)
def test_every_door_has_the_same_limits(demo: Kept, said: Json, *, is_right: bool) -> None:
    body = {"attacker": "A", "target": "C", "margin": False, **said}
    words = ["attack", DIAGRAM, "A", "C", "--json", *on_command(said)]
    address = f"/attack/A/C?{urlencode(in_address(said))}"
    assert answered_everywhere(demo, "attack", body, address, words) == [is_right] * 3


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
    query = [("via", ",".join(map(str, point))) for point in said["path"]]
    query += [(key, str(value)) for key, value in said.items() if key != "path"]
    options = [word for key, value in said.items() if key != "path" for word in (f"--{key}", str(value))]
    points = [",".join(map(str, point)) for point in said["path"]]
    words = ["move", DIAGRAM, "A", "--json", *options, "--", *points]
    address = f"/unit/A/move?{urlencode(query)}"
    assert answered_everywhere(demo, "move", {"unit": "A", **said}, address, words) == [is_right] * 3


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
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    assert json.loads(done.output)["facing"] == meant


@pytest.mark.parametrize(
    ("said", "is_right"),
    [
        ({"at": [20, -1000]}, True),
        ({"at": [20, -1000.1]}, False),
        ({"weapon": "art-t"}, True),
        ({"weapon": "BFG"}, False),
        ({"weapon": "Ä"}, False),
        ({"weapon": "A" * 201}, False),
        ({"dice": [2, 5], "z": 1000}, True),
        ({"dice": [2, 5], "z": 1000.1}, False),
        ({"dice": [6, 6]}, True),
        ({"dice": [6, 7]}, False),
        ({"dice": [2, 5, 1]}, False),
        ({"dice": [2, 5], "margin": -1}, False),
        ({"dice": [2, 5], "margin": 1.5}, False),
        ({"dice": [2, 5], "by": "A"}, False),
        ({"dice": [2, 5], "by": "Z"}, False),
    ],
    ids=lambda each: str(each)[:50],
)
def test_every_door_has_the_same_limits_for_an_area(demo: Kept, said: Json, *, is_right: bool) -> None:
    said = {**AT, **said}
    name = "scatter" if "dice" in said else "blast"
    query = {key: ",".join(map(str, each)) if isinstance(each, list) else each for key, each in said.items()}
    options = [f"--{key}={each}" for key, each in query.items() if key != "at"]
    words = [name, DIAGRAM, "--json", *options, "--", str(query["at"])]
    assert answered_everywhere(demo, name, said, f"/area/?{urlencode(query)}", words) == [is_right] * 3


@pytest.mark.parametrize(
    ("said", "is_right"),
    [
        ({"kind": "critical", "dice": [12]}, True),
        ({"kind": "critical", "dice": [13]}, False),
        ({"kind": "critical", "dice": [7], "set": {"modifier": -20}}, True),
        ({"kind": "critical", "dice": [7], "set": {"modifier": -21}}, False),
        ({"kind": "heat", "set": {"attacked": "yes"}}, True),
        ({"kind": "heat", "set": {"attacked": "perhaps"}}, False),
        ({"kind": "heat", "set": {"overheat": 4}}, True),
        ({"kind": "heat", "set": {"overheat": 5}}, False),
        ({"kind": "heat", "set": {"overheat": 1.5}}, False),
        ({"kind": "strain"}, False),
        ({"kind": "air-cover", "set": {"cover": "heavy", "against": "thumper"}}, False),
        ({"kind": "support", "dice": [7], "set": {"support": "sniper", "at": "far"}}, False),
        ({"kind": "intimidation", "dice": [7], "set": {"target": "Z"}}, False),
    ],
    ids=lambda each: str(each)[:60],
)
def test_every_door_has_the_same_limits_for_an_effect(demo: Kept, said: Json, *, is_right: bool) -> None:
    dice, chosen = said.get("dice", []), said.get("set", {})
    query = {**chosen, "dice": " ".join(map(str, dice)), "asked": "1"}
    options = [f"--dice={','.join(map(str, dice))}"] if dice else []
    options += [f"--set={key}={value}" for key, value in chosen.items()]
    words = ["effect", DIAGRAM, said["kind"], "A", "--json", *options]
    page = f"/effect/{said['kind']}/A?{urlencode(query)}"
    assert answered_everywhere(demo, "effect", {"unit": "A", **said}, page, words) == [is_right] * 3


def answered_everywhere(demo: Kept, name: str, body: Json, address: str, words: list[str]) -> list[bool]:
    """Is it answered by the API, by the page, and by the command?"""
    response = demo.client.post(f"/api/v1/{name}", json={"table": TABLE, **body})
    page = demo.client.get(demo.url(address))
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    found = [response.status_code == 200, page.status_code == 200, done.exit_code == 0]
    for each in (response, page):
        each.close()
    return found


@pytest.mark.parametrize(
    ("question", "key", "given", "most"),
    [
        (AttackQuestion, "rolls", {}, 500),
        (ScatterRequest, "dice", AT, 200),
        (EffectRequest, "dice", {"kind": "critical", "unit": "A"}, 200),
    ],
    ids=["attack", "scatter", "effect"],
)
@pytest.mark.parametrize("more", [-160, 0, 1])
def test_every_door_takes_as_many_dice(question: type, key: str, given: Json, most: int, more: int) -> None:
    """Whether so many can have fallen the rules say, in other words."""
    count = most + more
    asked = read_form(question, MultiDict({key: " ".join(["7"] * count)}), given=given)
    problems: list[Problem] = []
    read_fields(question, Fields({**given, key: [7] * count}, "", problems))
    assert (bool(asked.problems), bool(problems)) == (count > most, count > most)


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

Luck = Annotated[int, FieldDescription(WholeField(0, 3), "Horseshoes on the wall.", metavar="N")]


@dataclass(frozen=True, slots=True)
class LuckyAttackQuestion(AttackQuestion):
    """How an attack is made, with a field more."""

    luck: Luck = 0


@dataclass(frozen=True, slots=True)
class LuckyAttack(AttackRequest):
    """An attack made so."""

    question: Annotated[LuckyAttackQuestion, InlinedQuestion()] = field(default_factory=LuckyAttackQuestion)


@dataclass(frozen=True, slots=True)
class LuckyMoveQuestion(MoveQuestion):
    """How a unit moves, with a field more."""

    luck: Luck = 0


@dataclass(frozen=True, slots=True)
class LuckyMove(MoveRequest):
    """A move made so."""

    question: Annotated[LuckyMoveQuestion, InlinedQuestion()]


@dataclass(frozen=True, slots=True)
class LuckySight(SightRequest):
    """A look with a field more."""

    luck: Luck = 0


@dataclass(frozen=True, slots=True)
class LuckyReach(ReachRequest):
    """Where it gets to, with a field more."""

    luck: Luck = 0


@dataclass(frozen=True, slots=True)
class LuckyProspects(BestPositionsRequest):
    """Where it should stand, with a field more."""

    luck: Luck = 0


@dataclass(frozen=True, slots=True)
class LuckyBlast(BlastRequest):
    """An area effect with a field more."""

    luck: Luck = 0


@dataclass(frozen=True, slots=True)
class LuckyScatter(ScatterRequest):
    """A miss with a field more."""

    luck: Luck = 0


@dataclass(frozen=True, slots=True)
class LuckyEffect(EffectRequest):
    """An effect with a field more."""

    luck: Luck = 0


@dataclass(frozen=True, slots=True)
class Door:
    """How a question is asked at every door."""

    lucky: type
    body: Json
    words: tuple[str, ...] = ()
    """After the name of the command and the table; nothing where there is no command."""
    page: str = ""
    """Its address; nothing where no page asks it with fields."""
    form: str = ""
    carried: Callable[[Element], list[tuple[str, str]]] = field(
        default=lambda page: parse_qsl(urlsplit(page.by_id("live").attributes["data-address"]).query)
    )
    """What the page carries on."""


def in_the_card(page: Element) -> list[tuple[str, str]]:
    return parse_qsl(urlsplit(page.by_id("card").attributes["data-address"]).query)


def in_the_form_that_writes(page: Element) -> list[tuple[str, str]]:
    (form,) = (each for each in page.all("form") if each.attributes["action"].endswith("/apply"))
    return list(form.fields().items())


DOORS = {
    "attack": Door(
        LuckyAttack,
        {"attacker": "A", "target": "C", "margin": False},
        words=("A", "C"),
        page="/attack/A/C?",
        form="adjust-form",
        carried=in_the_card,
    ),
    "sight": Door(LuckySight, {"attacker": "A", "target": "C", "margin": False}, words=("A", "C")),
    "move": Door(
        LuckyMove,
        {"unit": "A", "path": [[9, 9]]},
        words=("A", "9,9"),
        page="/unit/A/move?via=9,9&",
        form="route",
    ),
    "reach": Door(
        LuckyReach, {"unit": "A"}, words=("A",), page="/unit/A/move?show=reach&", form="reach-form"
    ),
    "prospects": Door(
        LuckyProspects, {"unit": "A", "target": "C"}, page="/unit/A/move?show=best&hit=C&", form="whom"
    ),
    "blast": Door(LuckyBlast, AT, words=("20,20", "--weapon", "ART-LT")),
    "scatter": Door(
        LuckyScatter,
        {**AT, "dice": [2, 5]},
        words=("20,20", "--weapon", "ART-LT", "--dice", "2,5"),
        page="/area/?at=20,20&weapon=ART-LT&dice=2+5&",
        form="area",
    ),
    "effect": Door(
        LuckyEffect,
        {"kind": "critical", "unit": "A", "dice": [7]},
        words=("critical", "A", "--dice", "7"),
        page="/effect/critical/A?asked=1&dice=7&",
        form="effect-form",
        carried=in_the_form_that_writes,
    ),
}


@pytest.fixture
def lucky(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Door]]:
    def put(name: str) -> Door:
        (subject,) = (each for each in SUBJECTS if hasattr(each, name))
        monkeypatch.setattr(subject, name, DOORS[name].lucky)
        return DOORS[name]

    openapi_document.cache_clear()
    yield put
    openapi_document.cache_clear()


class TestAFieldMore:
    """One line more in the question, and every door has it."""

    @pytest.mark.parametrize("name", DOORS)
    def test_programs_ask_with_it(self, client: FlaskClient, lucky: Callable[[str], Door], name: str) -> None:
        body = {"table": TABLE, **lucky(name).body}
        with client.post(f"/api/v1/{name}", json={**body, "luck": 3}) as response:
            assert response.status_code == 200
        with client.post(f"/api/v1/{name}", json={**body, "luck": 4}) as response:
            assert response.status_code == 422
            assert response.get_json()["errors"] == [
                {"at": "luck", "found": "4", "expected": "a whole number from 0 to 3"}
            ]

    def test_the_rules_get_it(self, lucky: Callable[[str], Door]) -> None:
        body = {"table": TABLE, "luck": 2, **lucky("attack").body}
        assert ask_attack(body).question == LuckyAttackQuestion(luck=2)
        body = {"table": TABLE, "luck": 2, **lucky("move").body}
        assert ask_move(body).asked.question == LuckyMoveQuestion((Waypoint(9, 9),), luck=2)

    @pytest.mark.parametrize("name", DOORS)
    def test_the_api_describes_it(self, client: FlaskClient, lucky: Callable[[str], Door], name: str) -> None:
        lucky(name)
        with client.get("/api/v1/openapi.json") as response:
            schemas = response.get_json()["components"]["schemas"]
        found = schemas[f"{name.capitalize()}Question"]["properties"]["luck"]
        number = {"type": "integer", "minimum": 0, "maximum": 3, "default": 0}
        assert found == {"anyOf": [{**number, "description": "Horseshoes on the wall."}, {"type": "null"}]}

    @pytest.mark.parametrize("name", [name for name, door in DOORS.items() if door.words])
    def test_the_command_has_an_option_for_it(self, lucky: Callable[[str], Door], name: str) -> None:
        door = lucky(name)

        def run(*words: str) -> tuple[int, str]:
            done = CliRunner().invoke(main, [name, *words], catch_exceptions=False)
            return done.exit_code, " ".join(done.output.split())

        assert "--luck N Horseshoes on the wall." in run("--help")[1]
        assert run(DIAGRAM, *door.words, "--luck", "3")[0] == 0
        code, told = run(DIAGRAM, *door.words, "--luck", "4")
        assert code == 2
        assert "--luck: found 4, expected a whole number from 0 to 3" in told

    @pytest.mark.parametrize("name", [name for name, door in DOORS.items() if door.page])
    def test_the_page_has_a_field_for_it_and_carries_it_on(
        self, demo: Kept, lucky: Callable[[str], Door], name: str
    ) -> None:
        door = lucky(name)
        page = demo.page(f"{door.page}luck=2")
        assert page.by_id(door.form).fields()["luck"] == "2"
        assert "Horseshoes on the wall." in page.by_id(door.form).text
        assert ("luck", "2") in door.carried(page)
        with demo.client.get(demo.url(f"{door.page}luck=4")) as response:
            assert response.status_code == 422
            wrong = parse(response.text)
        assert "a whole number from 0 to 3" in wrong.by_id("luck-problem").text
        assert wrong.by_id(door.form).fields()["luck"] == "4"

    @pytest.mark.parametrize(
        ("name", "question"),
        [
            ("attack", {"attacker": "A", "target": "C", "luck": 2}),
            ("move", {"unit": "A", "path": [[9.0, 9.0]], "luck": 2}),
            ("scatter", {**AT, "dice": [2, 5], "luck": 2}),
        ],
    )
    def test_a_ruling_keeps_it_says_it_and_asks_it_again(
        self, demo: Kept, lucky: Callable[[str], Door], name: str, question: Json
    ) -> None:
        (form,) = demo.page(f"{lucky(name).page}luck=2").all("form", class_="save-ruling")
        sent = form.fields()
        assert (sent["kind"], json.loads(sent["question"])) == (name, question)
        response = demo.send("/rulings", {"kind": name, "question": json.dumps(question)})
        assert response.status_code == 303
        address = response.headers["Location"]
        with demo.client.get(f"{address}.json") as kept:
            assert kept.status_code == 200, address
            assert kept.get_json()["question"] == question
        with demo.client.get(address) as shown:
            assert "Horseshoes on the wall 2" in parse(shown.text).text


def test_a_field_that_is_not_described_is_no_question() -> None:
    @dataclass(frozen=True, slots=True)
    class Bare:
        """A question with a field that nobody can ask with."""

        luck: int = 0

    with pytest.raises(TypeError, match=r"Bare\.luck is not described"):
        members_of(Bare)


def test_a_question_inside_a_question_is_asked_with_it() -> None:
    inner = [part.name for part in parts_of(AttackRequest) if isinstance(part, InnerQuestion)]
    assert inner == ["question"]
    assert {member.name for member in members_of(AttackQuestion)} < {
        member.name for member in members_of(AttackRequest)
    }
