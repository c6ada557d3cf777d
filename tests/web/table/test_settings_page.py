"""The settings form: every option that works, its default and page; what is stale changes only what was touched."""

import pytest

from astrike.formats.table.table_file import parse_document
from astrike.rulebook.loader import load_edition
from astrike.store.table.codes import Right
from tests.builders import document, mech
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import Element, parse


def form_of(kept: Kept) -> Element:
    return kept.page("/settings").by_id("setup")


def head(kept: Kept) -> dict[str, object]:
    found = kept.document["astrike"]
    assert isinstance(found, dict)
    return found


def test_every_option_that_works_is_there_with_its_default_and_page(kept: Kept) -> None:
    form = form_of(kept)
    shown = {name.removeprefix("options.") for name in form.fields() if name.startswith("options.")}
    rows = {key: row for key, row in load_edition("ce-5.01").options.items() if not row.later}
    assert shown == set(rows)
    for key, row in rows.items():
        control = form.by_id(f"f-options.{key}")
        is_ticked = control.tag == "fieldset"
        label = control.one("legend") if is_ticked else form.one("label", **{"for": f"f-options.{key}"})
        assert row.label in label.text
        assert row.ref in label.text
        if is_ticked:
            ticks = control.all("input", type="checkbox")
            assert [each.attributes["value"] for each in ticks] == [*row.values]
            assert "default" in control.one("p", class_="quiet").text
            continue
        assert "default" in (control.attributes.get("placeholder") or control.all("option")[0].text)


def test_the_form_as_it_stands_changes_nothing(kept: Kept) -> None:
    response = kept.client.post(kept.url("/settings"), data=form_of(kept).fields())
    assert response.status_code == 303
    assert kept.version == 1
    page = parse(kept.client.get(response.location).text)
    assert page.one("p", role="status").text == "Saved."


def test_a_list_is_ticked_word_by_word_and_nothing_ticked_is_the_default(kept: Kept) -> None:
    key = "options.crippling.causes"
    ticked = kept.send("/settings", {key: ["", "immobile", "half-structure"]})
    assert ticked.status_code == 303
    assert head(kept)["options"] == {"crippling.causes": ["immobile", "half-structure"]}
    boxes = form_of(kept).by_id(f"f-{key}").all("input", type="checkbox")
    assert [box.attributes["value"] for box in boxes if "checked" in box.attributes] == [
        "immobile",
        "half-structure",
    ]
    wrong = kept.send("/settings", {key: ["", "rust"]})
    assert wrong.status_code == 422
    assert "a list of one or more of immobile, no-damage, half-structure" in wrong.text
    assert kept.send("/settings", {key: [""]}).status_code == 303
    assert head(kept)["options"] == {}


def test_what_is_set_stands_in_the_file_as_the_rules_read_it(kept: Kept) -> None:
    response = kept.send(
        "/settings",
        {
            "name": "Night hall",
            "edition": "ce-7",
            "environment": "night",
            "conditions.light": "night",
            "conditions.wind": "3",
            "conditions.emi": "true",
            "tolerance": "0,25",
            "turn": "4",
            "phase": "movement",
            "options.sight.max": "36",
            "options.sight.eye": "0.9",
            "options.extreme-range": "true",
            "options.woods.attacker-occupied": "text",
        },
    )
    assert response.status_code == 303
    table = parse_document(kept.document)
    assert (table.name, table.edition, table.environment, table.tolerance) == (
        "Night hall",
        "ce-7",
        "night",
        0.25,
    )
    assert (table.turn, table.phase) == (4, "movement")
    assert (table.conditions.light, table.conditions.wind, table.conditions.emi) == ("night", 3, True)
    assert dict(table.options) == {
        "sight.max": 36,
        "sight.eye": 0.9,
        "extreme-range": True,
        "woods.attacker-occupied": "text",
    }
    assert kept.version == 2, "one change"


def test_back_to_the_default_leaves_the_file(kept: Kept) -> None:
    kept.send(
        "/settings", {"options.sight.max": "36", "options.extreme-range": "true", "conditions.wind": "3"}
    )
    kept.send("/settings", {"options.sight.max": "", "options.extreme-range": "", "conditions.wind": "0"})
    assert head(kept)["options"] == {}
    assert "conditions" not in head(kept)


def test_options_of_later_versions_stay_as_they_are(kept: Kept) -> None:
    later, row = next((key, row) for key, row in load_edition("ce-5.01").options.items() if row.later)
    chosen = next(value for value in row.values if value != row.default) if row.values else not row.default
    other = keep(kept.client, kept.db_path, document(mech(), options={later: chosen, "sight.max": 30}))
    other.send("/settings", {"options.sight.max": "31"})
    assert head(other)["options"] == {later: chosen, "sight.max": 31}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("options.sight.max", "1000"),
        ("options.sight.max", "NaN"),
        ("options.sight.max", "12.5.1"),
        ("options.sight.max", "far"),
        ("options.extreme-range", "maybe"),
        ("options.woods.line-to", "nowhere"),
        ("environment", "tea-time"),
        ("edition", "ce-6"),
        ("tolerance", "-1"),
        ("tolerance", "inf"),
        ("turn", "1.5"),
        ("phase", "lunch"),
        ("conditions.wind", "9"),
        ("conditions.light", "disco"),
        ("conditions.emi", "perhaps"),
        ("name", "x" * 5000),
    ],
)
def test_a_wrong_value_is_named_at_its_field_and_kept(kept: Kept, field: str, value: str) -> None:
    response = kept.client.post(
        kept.url("/settings"), data={**form_of(kept).fields(), field: value, "turn": "7"} | {field: value}
    )
    assert response.status_code == 422
    page = parse(response.text)
    assert "expected" in page.by_id(f"{field}-problem").text
    control = page.by_id(f"f-{field}")
    assert control.attributes["aria-describedby"] == f"{field}-problem"
    sent = page.by_id("setup").fields()
    assert sent[field] == value
    assert field == "turn" or sent["turn"] == "7"
    assert kept.version == 1
    group = [each for each in page.all("details") if control in list(each)]
    assert all("open" in each.attributes for each in group), "what is wrong can be seen"


def test_every_wrong_value_is_named_at_once(kept: Kept) -> None:
    wrong = {"tolerance": "x", "turn": "x", "options.sight.max": "x", "options.sight.eye": "x"}
    page = parse(kept.send("/settings", wrong).text)
    assert all(page.has_id(f"{name}-problem") for name in wrong)


def test_only_the_organiser_can_change_what_everybody_may_read(kept: Kept) -> None:
    for right in (Right.VIEW, Right.PLAY):
        page = kept.page("/settings", right=right)
        assert page.by_id("setup").fields().keys() <= {"version", "change_id"}
        assert not page.by_id("setup").all("button")
        assert "Longest sight" in page.text


def test_a_file_with_odd_members_still_has_a_form(kept: Kept) -> None:
    odd = document(
        mech(), conditions={"light": "daylight", "weather": "clear", "gravity": 0.5}, tolerance=0.123456
    )
    other = keep(kept.client, kept.db_path, odd)
    assert (
        other.send("/settings", {**form_of(other).fields(), "version": "1", "turn": "2"}).status_code == 303
    )
    assert head(other)["conditions"] == {"light": "daylight", "weather": "clear", "gravity": 0.5}
    assert head(other)["tolerance"] == 0.123456


def test_unknown_fields_are_not_written(kept: Kept) -> None:
    kept.send("/settings", {"width": "100", "features": "[]", "options.nothing": "1", "turn": "2"})
    assert head(kept)["width"] == 48
    assert "options" not in head(kept) or head(kept)["options"] == {}


def test_a_stale_form_shows_both_versions_and_changes_only_what_it_touched(kept: Kept) -> None:
    mine = form_of(kept).fields()
    kept.client.set_cookie("astrike_device", "Kim")
    assert kept.send("/settings", {"environment": "rain", "turn": "3"}).status_code == 303
    response = kept.client.post(
        kept.url("/settings"), data={**mine, "environment": "dusk", "tolerance": "0.2"}
    )
    assert response.status_code == 409
    page = parse(response.text)
    conflict = page.by_id("conflict")
    assert "version 1" in conflict.text
    assert "version 2" in conflict.text
    rows = {
        row.all("th")[0].text: [cell.text for cell in row.all("td")]
        for row in conflict.all("tr")
        if row.all("td")
    }
    assert rows == {
        "Visibility": ["Dusk · 30″", "Rain · 42″"],
        "Too close to call within, in inches": ["0.2", "0.1"],
    }
    assert "Kim" in page.by_id("meanwhile").text
    assert head(kept)["environment"] == "rain", "nothing was written"

    again = conflict.one("form")
    assert "Apply mine" in again.text
    response = kept.client.post(again.attributes["action"], data=again.fields())
    assert response.status_code == 303
    assert (head(kept)["environment"], head(kept)["tolerance"]) == ("dusk", 0.2)
    assert head(kept)["turn"] == 3, "what the other one changed stays"


def test_a_stale_form_can_be_discarded(kept: Kept) -> None:
    mine = form_of(kept).fields()
    kept.send("/settings", {"turn": "3"})
    page = parse(kept.client.post(kept.url("/settings"), data={**mine, "turn": "9"}).text)
    discard = next(each for each in page.by_id("conflict").all("a") if "Discard" in each.text)
    assert discard.attributes["href"] == kept.url()
    assert head(kept)["turn"] == 3


def test_sent_twice_is_written_once(kept: Kept) -> None:
    data = {**form_of(kept).fields(), "turn": "2", "change_id": next_id()}
    assert [kept.client.post(kept.url("/settings"), data=data).status_code for _ in range(3)] == [303] * 3
    assert kept.version == 2
