"""Dice are rolled or typed for an attack or an effect, kept for both players, and what they bring is one change."""

import re

import pytest

from tests.builders import poi
from tests.web.conftest import Kept, keep
from tests.web.page import parse

FORM = {"change_id": "0123456789abcdef"}


def post(kept: Kept, path: str, **fields: str) -> str:
    """Post a form of ours and give the address that it leads to."""
    response = kept.client.post(kept.url(path), data={**FORM, **fields})
    assert response.status_code == 303, response.text
    return response.headers["Location"]


def test_two_dice_for_an_attack_stand_in_the_address_of_its_card(demo: Kept) -> None:
    address = post(demo, "/attack/A/C/roll", do="roll", overheat="1")
    fell = re.search(r"overheat=1&kept=1&rolls=(\d+)#outcome", address)
    assert fell is not None
    assert 2 <= int(fell[1]) <= 12
    page = parse(demo.client.get(address.split("#")[0]).text)
    assert page.by_id("fell").text == fell[1]
    assert re.match(
        rf"(Hit {fell[1]} is 6 or more|Miss {fell[1]} is less than 6)\.", page.by_id("rolled").text
    )
    record = parse(demo.client.get(demo.url("/dice")).text)
    assert "Alder at Cedar" in record.by_id("r1").text
    assert fell[1] in record.by_id("newest").text
    news = demo.client.get(demo.url("/version")).json
    assert (news["rolls"], news["roll"]["fell"]) == (1, fell[1])


def test_typed_dice_are_as_good_and_say_that_they_were_typed(demo: Kept) -> None:
    address = post(demo, "/attack/A/C/roll", do="typed", rolls="8")
    page = parse(demo.client.get(address.split("#")[0]).text)
    assert page.by_id("rolled").text == "Hit 8 is 6 or more. 3 damage to Cedar."
    assert "typed in" in parse(demo.client.get(demo.url("/dice")).text).by_id("r1").text
    missed = parse(demo.client.get(demo.url("/attack/A/C?rolls=5")).text)
    assert missed.by_id("rolled").text == "Miss 5 is less than 6."


def test_the_same_form_sent_twice_rolls_once(demo: Kept) -> None:
    assert post(demo, "/attack/A/C/roll", do="roll") == post(demo, "/attack/A/C/roll", do="roll")
    assert demo.client.get(demo.url("/version")).json["rolls"] == 1


def test_dice_that_cannot_fall_are_refused(demo: Kept) -> None:
    for path, fields in (
        ("/attack/A/C/roll", {"do": "typed", "rolls": "13"}),
        ("/attack/A/C/roll", {"do": "typed"}),
        ("/dice", {"do": "typed", "rolls": "13", "count": "2"}),
        ("/dice", {"count": "99"}),
        ("/effect/critical/C/roll", {"dice": "40"}),
    ):
        assert demo.client.post(demo.url(path), data={**FORM, **fields}).status_code == 422, path
    assert demo.client.get(demo.url("/version")).json["rolls"] == 0


@pytest.mark.parametrize(
    "path",
    ["/attack/Z/C/roll", "/attack/A/Z/roll", "/attack/Z/at/roll", "/attack/A/h1/roll", "/effect/for/poi"],
)
def test_who_is_not_there_rolls_nothing(demo: Kept, path: str) -> None:
    document = demo.document
    features = document["features"]
    assert isinstance(features, list)
    other = keep(demo.client, demo.db_path, {**document, "features": [*features, poi("poi", (3, 3))]})
    fields = {**FORM, "do": "roll", "to": "20,20"}
    asked = other.client.get if "/for/" in path else other.client.post
    assert asked(other.url(path), data=fields).status_code == 404
    assert other.client.get(other.url("/version")).json["rolls"] == 0


@pytest.mark.parametrize(
    "wrong",
    [{"overheat": "9"}, {"kind": "song"}, {"path": "x"}, {"special": "１"}, {"name": "", "value": "x"}],
)
def test_nothing_is_rolled_for_a_question_that_was_not_asked_right(demo: Kept, wrong: dict[str, str]) -> None:
    for path in ("/attack/A/C/roll", "/attack/A/at/roll"):
        fields = {**FORM, "do": "roll", "to": "20,20", **wrong}
        assert demo.client.post(demo.url(path), data=fields).status_code == 422
    assert demo.client.get(demo.url("/version")).json["rolls"] == 0


def test_some_dice_for_anything(demo: Kept) -> None:
    assert post(demo, "/dice", do="roll", count="3").endswith("/dice?count=3")
    fell = demo.client.get(demo.url("/version")).json["roll"]["fell"]
    assert 3 <= int(fell) <= 18


def test_a_critical_hit_is_looked_at_rolled_and_written_into_the_table_once(demo: Kept) -> None:
    form = parse(demo.client.get(demo.url("/effect/critical/A")).text)
    assert form.by_id("roll")
    asked = parse(demo.client.get(demo.url("/effect/critical/A?asked=1&dice=7")).text)
    assert "MP hit" in asked.by_id("result").text
    assert "MP hits 0 → 1" in asked.by_id("changes").text
    address = post(demo, "/effect/critical/A/roll")
    assert re.search(r"dice=\d+", address)
    post(demo, "/effect/critical/A/apply", dice="7", version="1")
    unit = parse(demo.client.get(demo.url("/unit/A")).text)
    assert demo.client.get(demo.url("/version")).json["version"] == 2
    assert unit.by_id("f-hits.mp") if unit.has_id("f-hits.mp") else "MP" in unit.text


def test_looking_never_rolls(demo: Kept) -> None:
    page = parse(demo.client.get(demo.url("/effect/motive/G?asked=1")).text)
    assert not page.has_id("result")
    assert "2D6 for Motive damage" in page.text
    assert demo.client.get(demo.url("/version")).json["rolls"] == 0


def test_an_effect_or_a_unit_that_is_none_is_not_found(demo: Kept) -> None:
    for path in ("/effect/flood/A", "/effect/critical/Z"):
        assert demo.client.get(demo.url(path)).status_code == 404


def test_wrong_settings_are_named(demo: Kept) -> None:
    response = demo.client.get(demo.url("/effect/heat/A?asked=1&overheat=9"))
    assert response.status_code == 422
    page = parse(response.text)
    assert page.by_id("f-overheat").attributes["aria-describedby"] == "overheat-problem"
    assert page.by_id("overheat-problem").text == (
        "Overheat used: found '9', expected a whole number from 0 to 4."
    )
    assert page.by_id("effect-form").fields()["overheat"] == "9"


def test_support_may_go_off_at_a_point_and_other_effects_need_a_unit(demo: Kept) -> None:
    page = demo.page("/effect/support/12,8?asked=1&support=thumper&dice=8")
    assert page.has_id("effect-form")
    assert not page.all("p", class_="field-problem")
    for path in ("motive/12,8", "support/1e1,8", "support/12"):
        assert demo.client.get(demo.url(f"/effect/{path}")).status_code == 404


def test_everything_that_is_wrong_with_an_effect_is_named(demo: Kept) -> None:
    stated = "asked=1&at=12,8&bearing=400&density=dense&dice=7+x"
    response = demo.client.get(demo.url(f"/effect/support/A?{stated}"))
    assert response.status_code == 422
    page = parse(response.text)
    wrong = [
        name for name in ("support", "at", "bearing", "density", "dice") if page.has_id(f"{name}-problem")
    ]
    assert wrong == ["support", "bearing", "density", "dice"]
    assert page.by_id("support-problem").text == "Support: please fill this in."
    heat = parse(demo.client.get(demo.url("/effect/heat/A?asked=1&dice=7")).text)
    assert heat.by_id("dice-problem").text.startswith("Dice: found 7")


def test_wrong_dice_are_named_as_players_name_them(demo: Kept) -> None:
    asked = demo.client.get(demo.url("/effect/motive/G?asked=1&dice=14"))
    assert asked.status_code == 422
    assert "Dice: found 14" in parse(asked.text).text
    form = {**FORM, "do": "typed", "rolls": "9 4"}
    refused = parse(demo.client.post(demo.url("/attack/A/C/roll"), data=form).text)
    assert "Dice found 2 rolls" in refused.by_id("main").text


def test_what_is_never_rolled_asks_for_no_dice(demo: Kept) -> None:
    form = parse(demo.client.get(demo.url("/effect/heat/A")).text)
    assert not form.has_id("roll")
    assert not form.has_id("f-dice")
    assert "btn-main" in form.by_id("work-out").attributes["class"]
    asked = parse(demo.client.get(demo.url("/effect/heat/A?asked=1&overheat=1")).text)
    assert "Heat 0 → 1" in asked.by_id("changes").text


@pytest.mark.parametrize(("typed", "fell"), [("3+5", "8"), ("3 + 5", "8"), ("+8", "8"), ("8", "8")])
def test_both_dice_may_be_typed_as_they_lie(demo: Kept, typed: str, fell: str) -> None:
    assert f"rolls={fell}#outcome" in post(demo, "/attack/A/C/roll", do="typed", rolls=typed)


@pytest.mark.parametrize("typed", ["7+6", "3+", "3+x", "3+-1", "0+5"])
def test_dice_that_make_no_sum_are_refused(demo: Kept, typed: str) -> None:
    form = {**FORM, "do": "typed", "rolls": typed}
    assert demo.client.post(demo.url("/attack/A/C/roll"), data=form).status_code == 422
