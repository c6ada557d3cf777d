"""Every question has a budget of time and says when it gave up; below that the answer is the same as ever."""

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from astrike.errors import OutOfTime
from astrike.web.settings import EXTENSION, Settings
from astrike.web.work_limits import BUDGETS, WorkKind
from tests.web.conftest import AT_ONCE, Kept, small_table
from tests.web.page import parse

QUESTIONS: Mapping[str, Mapping[str, object]] = {
    "attack": {"attacker": "A", "target": "B"},
    "sight": {"attacker": "A", "target": "B"},
    "matrix": {},
    "move": {"unit": "A", "path": [[9, 7]]},
    "reach": {"unit": "A"},
    "prospects": {"unit": "A", "target": "B"},
    "blast": {"at": [18, 7], "weapon": "ART-T"},
    "scatter": {"at": [18, 7], "weapon": "ART-T", "dice": [3, 4]},
    "networks": {},
    "unit": {"unit": "A"},
    "order": {"lost": ["red"]},
}


def give(app: Flask, settings: Settings, **seconds: float) -> None:
    """Give what is asked from now on other budgets."""
    app.extensions[EXTENSION] = replace(
        settings, limits=replace(AT_ONCE, seconds={**AT_ONCE.seconds, **seconds})
    )


def ask(client: FlaskClient, name: str) -> tuple[int, object]:
    body = {"table": small_table(), **QUESTIONS[name]}
    if name == "legal":
        body = {"tables": [small_table()]}
    with client.post(f"/api/v1/{name}", data=json.dumps(body)) as response:
        return response.status_code, response.json


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_program_is_told_when_its_question_took_too_long(
    client: FlaskClient, app: Flask, settings: Settings, name: str
) -> None:
    status, answer = ask(client, name)
    assert status == 200
    give(app, settings, question=0.0, search=0.0)
    status, refused = ask(client, name)
    assert status == 422
    [error] = refused["errors"]  # type: ignore[index]  # an object
    assert error["found"] == "Took too long"
    assert error["expected"].startswith("Gave up after 0 s: this ")
    assert "takes too long" in error["expected"]
    give(app, settings)
    assert ask(client, name) == (200, answer)


@pytest.mark.parametrize(
    "path",
    [
        "/attack/A/B",
        "/legal",
        "/unit/A/move?x=9&y=7",
        "/check",
        "/edit/random?seed=3&hills=1",
        "/paper/setup",
    ],
)
def test_a_page_says_when_it_gave_up(kept: Kept, app: Flask, settings: Settings, path: str) -> None:
    give(app, settings, **dict.fromkeys(BUDGETS, 0.0))
    with kept.client.get(kept.url(path)) as response:
        assert response.status_code == 422
        text = " ".join(parse(response.text).text.split())
    assert "Took too long" in text
    assert "Gave up after 0 s" in text


def test_whoever_asked_after_one_that_gave_up_is_answered(kept: Kept, app: Flask, settings: Settings) -> None:
    give(app, settings, legality=0.0)
    assert kept.client.get(kept.url("/legal")).status_code == 422
    give(app, settings)
    assert kept.client.get(kept.url("/legal")).status_code == 200


def test_what_has_a_budget_of_its_own_does_not_use_up_that_of_the_page(
    kept: Kept, app: Flask, settings: Settings
) -> None:
    from astrike.web.jobs.time_budget import outside_budget, within_budget

    give(app, settings, question=1000.0)
    with app.test_request_context("/"), within_budget("question") as page:
        before = page.until
        with within_budget("legality"):
            pass
        assert page.until > before
        with within_budget("batch") as batch:
            end = batch.until
            with within_budget("legality"):
                pass
            assert batch.until == end
            with outside_budget(batch):
                pass
            assert batch.until > end


def test_each_part_of_a_batch_stops_with_the_whole(app: Flask, settings: Settings) -> None:
    from astrike.web.jobs.time_budget import within_budget

    give(app, settings, batch=0.0)
    with (
        app.test_request_context("/"),
        within_budget("batch"),
        within_budget("legality") as table,
        pytest.raises(OutOfTime, match=r"checking all these tables takes too long\. Send fewer"),
    ):
        table.check()


@pytest.mark.parametrize("kind", BUDGETS)
def test_every_kind_of_work_has_a_budget_and_words(app: Flask, settings: Settings, kind: WorkKind) -> None:
    from astrike.web.jobs.time_budget import within_budget

    give(app, settings, **{kind: 0.0})
    with (
        app.test_request_context("/"),
        within_budget(kind) as budget,
        pytest.raises(OutOfTime, match=r"^Gave up after 0 s: .* takes too long.*\. [A-Z].*\.$"),
    ):
        budget.check()
