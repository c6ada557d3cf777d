"""The API describes questions and answers of the classic desk truthfully, and names what is wrong."""

import copy
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from astrike.model.question_schema import members_of
from astrike.report.schema import records_in
from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.web.battletech.cards import CARDS
from astrike.web.openapi.document import openapi_document
from astrike.web.openapi.schemas import ANSWERS, records_inside
from tests.battletech_questions import questions_of

WITH_VALUES = {"roll": "dice", "impact": "dice", "critical": "dice", "hex": "hexes"}
"""A key of each card that holds more than a word."""
DOCUMENT: Any = openapi_document()


def validator(name: str) -> Draft202012Validator:
    components = copy.deepcopy(DOCUMENT["components"])
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": components})


@pytest.mark.parametrize("card", CARDS)
def test_the_example_is_answered_as_it_is_described(client: FlaskClient, card: str) -> None:
    operation = DOCUMENT["paths"][f"/api/v1/classic/{card}"]["post"]
    example = operation["requestBody"]["content"]["application/json"]["example"]
    validator(f"{card.capitalize()}Question").validate(example)
    with client.post(f"/api/v1/classic/{card}", json=example) as response:
        assert response.status_code == 200, response.text
        validator(f"{card.capitalize()}Answer").validate(response.get_json())


@pytest.mark.parametrize("card", CARDS)
def test_every_question_that_is_answered_fits_its_description(client: FlaskClient, card: str) -> None:
    described = validator(f"{card.capitalize()}Question")
    answered = 0
    for question in questions_of(card):
        with client.post(f"/api/v1/classic/{card}", json=question) as response:
            if response.status_code == 200:
                described.validate(question)
                answered += 1
    assert answered > 50


@pytest.mark.parametrize("card", CARDS)
def test_the_description_has_every_field_with_its_help(card: str) -> None:
    schemas = DOCUMENT["components"]["schemas"]
    question = CARDS[card].question
    for record in (question, *records_inside(question)):
        name = f"{card.capitalize()}Question" if record is question else f"{record.__name__}InQuestion"
        found = schemas[name]["properties"]
        assert {each.name: each.described.help for each in members_of(record)} == {
            key: each.get("anyOf", [each])[0].get("description") for key, each in found.items()
        }


@pytest.mark.parametrize("card", CARDS)
def test_a_wrong_question_is_refused_with_everything_that_is_wrong(client: FlaskClient, card: str) -> None:
    wrong = {"edition": "ce-7", "nonsense": 1, WITH_VALUES[card]: "many"}
    with client.post(f"/api/v1/classic/{card}", json=wrong) as response:
        assert response.status_code == 422
        errors = {each["at"]: each["expected"] for each in response.get_json()["errors"]}
    assert {"edition", "nonsense", WITH_VALUES[card]} <= set(errors)
    assert all(each in errors["edition"] for each in BATTLETECH_IDS)
    assert validator(f"{card.capitalize()}Question").is_valid(wrong) is False


def test_there_is_no_other_card(client: FlaskClient) -> None:
    with client.post("/api/v1/classic/dice", json={}) as response:
        assert response.status_code == 404


def test_no_two_answers_call_different_objects_by_one_name() -> None:
    found: dict[str, Any] = {}
    for shape in ANSWERS.values():
        for name, record in records_in(shape).items():
            assert found.setdefault(name, record) is record, name
