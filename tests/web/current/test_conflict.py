"""Somebody was faster: for people a page, for htmx a part of one, and the form can be sent again."""

import pytest

from astrike.formats.table.table_file import write_document
from tests.builders import document, mech
from tests.web.conftest import Kept, next_id
from tests.web.page import parse

PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial", "HX-Target": "div#sheet"}


def stale(kept: Kept) -> dict[str, str]:
    kept.send("/rename", {"name": "Second"})
    return {"version": "1", "change_id": next_id(), "name": "Mine <b>&amp;</b>"}


def test_the_page_is_whole_for_people_and_a_part_for_htmx(kept: Kept) -> None:
    sent = stale(kept)
    whole = kept.client.post(kept.url("/rename"), data=sent)
    part = kept.client.post(kept.url("/rename"), data=sent, headers=PARTIAL)
    assert whole.status_code == part.status_code == 409
    assert parse(whole.text).one("html").one("section").attributes["id"] == "conflict"
    assert not parse(part.text).all("html")
    assert parse(part.text).by_id("conflict").text == parse(whole.text).by_id("conflict").text


def test_what_was_sent_is_sent_again_letter_by_letter(kept: Kept) -> None:
    sent = stale(kept)
    page = parse(kept.client.post(kept.url("/rename"), data=sent).text)
    form = page.one("form")
    assert form.fields()["name"] == sent["name"]
    assert form.fields()["version"] == "2"
    assert form.fields()["change_id"] != sent["change_id"]
    assert kept.client.post(form.attributes["action"], data=form.fields()).status_code == 303
    assert kept.page("/more").one("h1").text == sent["name"]


def test_a_file_is_sent_again_as_its_text(kept: Kept) -> None:
    other = document(mech("Z", at=(3, 3)), name="Other\n  table")
    sent = stale(kept) | {"text": write_document(other).decode()}
    page = parse(kept.client.post(kept.url("/upload"), data=sent).text)
    assert "Other" in page.by_id("conflict").one("table").text
    form = page.one("form")
    assert kept.client.post(form.attributes["action"], data=form.fields()).status_code == 303
    assert kept.document == other


def test_many_changes_meanwhile_are_cut(kept: Kept) -> None:
    sent = stale(kept)
    for number in range(20):
        kept.send("/rename", {"name": f"Name {number}"})
    meanwhile = parse(kept.client.post(kept.url("/rename"), data=sent).text).by_id("meanwhile")
    assert len(meanwhile.all("li")) == 13
    assert meanwhile.all("li")[-1].text == "and more"


def test_a_version_from_the_future_is_refused_without_an_offer(kept: Kept) -> None:
    response = kept.client.post(
        kept.url("/rename"), data={"version": "7", "change_id": next_id(), "name": "x"}
    )
    assert response.status_code == 409
    assert not parse(response.text).all("form")


def test_an_id_that_was_used_for_something_else_is_refused(kept: Kept) -> None:
    sent = {"version": "1", "change_id": next_id(), "name": "One"}
    kept.client.post(kept.url("/rename"), data=sent)
    response = kept.client.post(kept.url("/rename"), data={**sent, "name": "Two"})
    assert response.status_code == 409
    assert kept.page("/more").one("h1").text == "One"


def test_a_form_whose_id_is_spent_comes_with_a_fresh_one(kept: Kept) -> None:
    """Gone back to without script, and sent with something else in it."""
    sent = {"version": "1", "change_id": next_id(), "name": "One"}
    kept.client.post(kept.url("/rename"), data=sent)
    page = parse(kept.client.post(kept.url("/rename"), data={**sent, "name": "Two"}).text)
    assert "This form was sent before. What it said then is saved." in page.by_id("conflict").text
    form = page.one("form")
    assert form.fields()["change_id"] != sent["change_id"]
    with kept.client.post(form.attributes["action"], data=form.fields()) as answer:
        assert answer.status_code == 303
    assert kept.page("/more").one("h1").text == "Two"


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/dice", {"count": "2", "do": "roll"}),
        ("/attack/A/B/roll", {"do": "roll"}),
        ("/attack/A/B/roll", {"do": "typed", "rolls": "8"}),
        ("/area/scatter", {"at": "20,20", "weapon": "ARTLT"}),
        ("/effect/critical/A/roll", {"asked": "1"}),
    ],
)
def test_dice_whose_id_is_spent_are_shown_as_they_fell(kept: Kept, path: str, fields: dict[str, str]) -> None:
    sent = {"change_id": next_id(), **fields}
    shown = []
    for _ in range(3):
        with kept.client.post(kept.url(path), data=sent) as answer:
            assert answer.status_code == 303, answer.text
            shown.append(answer.headers["Location"])
    assert len(set(shown)) == 1
    assert len(kept.page("/dice").by_id("record").all("li")) == 1
