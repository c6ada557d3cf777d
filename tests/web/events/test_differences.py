"""The desk says which tables differ from their round and in what, and gives them the event's options with one tap."""

import json
import re

from astrike.model.document_change import AddFeature, ChangeLabel, RemoveFeature, SetMember
from astrike.store.database.connection import connect
from astrike.store.table.changes import change_table
from astrike.store.table.codes import Right
from astrike.web.events.log_words import event_sentence
from tests.builders import box, hill, mech
from tests.web.conftest import NOW, next_id
from tests.web.events.hall import Hall, code_of
from tests.web.events.test_archive_page import archive, bring


def edit(hall: Hall, number: int, *operations: AddFeature | RemoveFeature | SetMember) -> None:
    table = next(each for each in hall.tables if each.number == number)
    with connect(hall.db_path) as db:
        change_table(
            db,
            table.table_id,
            from_version=table.version,
            operations=operations,
            label=ChangeLabel("unit.added", {"unit": "Alder"}),
            right=Right.PLAY,
            author="Kim",
            client_id=next_id(),
            now=NOW,
            check=lambda document: None,
        )


def undo(hall: Hall) -> None:
    assert hall.client.post(hall.url("/undo"), data=hall.stamp("", "/undo")).status_code == 303


def reported(hall: Hall) -> list[list[str]]:
    """What programs are told of each table."""
    return [each["differs"] for each in hall.client.get(hall.url("/status.json")).json["tables"]]


def head(hall: Hall, number: int) -> dict[str, object]:
    found = hall.document(number)["astrike"]
    assert isinstance(found, dict)
    return found


def units(hall: Hall, number: int) -> list[object]:
    features = hall.document(number)["features"]
    assert isinstance(features, list)
    return [each["id"] for each in features if each["properties"]["kind"] == "unit"]


# ---- layouts and zones


def test_the_prompt_goes_when_the_tables_agree(hall: Hall) -> None:
    assert not hall.page().has_id("to-lay"), "all is as round 1 wants it"
    hall.send("", "/clock", {"action": "start"})
    hall.send("", "/clock", {"action": "next"})
    prompt = hall.page().by_id("to-lay").text
    assert "3 tables differ from round 2" in prompt
    assert "Tables 1, 3: has Open hills, needs Small town" in prompt
    assert "Table 2: has Small town, needs Open hills" in prompt
    assert hall.page("/rounds/2").has_id("to-lay")
    assert not hall.page("/rounds/1").has_id("to-lay"), "that round is over"
    assert reported(hall) == [["terrain"]] * 3
    hall.send("/tables/1", "/tables/1/lay", {})
    assert "2 tables differ" in hall.page().by_id("to-lay").text
    assert reported(hall) == [[], ["terrain"], ["terrain"]]
    assert (
        "Differs from round 2: has Small town, needs Open hills"
        in hall.page("/tables/2").by_id("differs").text
    )
    assert not hall.page("/tables/1").has_id("differs")
    hall.send("/rounds/2", "/rounds/2/lay", {})
    for path in ("", "/rounds/2"):
        assert not hall.page(path).has_id("to-lay"), path
    undo(hall)
    assert "2 tables differ" in hall.page().by_id("to-lay").text


def test_one_tap_on_the_desk_lays_only_the_tables_that_differ(hall: Hall) -> None:
    hall.send("", "/clock", {"action": "start"})
    hall.send("", "/clock", {"action": "next"})
    hall.send("/tables/1", "/tables/1/lay", {})
    edit(hall, 1, AddFeature(mech("A", at=(3, 3), side="red", name="Alder")))
    form = hall.page().by_id("to-lay").one("form")
    assert form.one("button").text == "Apply 2 layouts"
    sent = hall.client.post(form.attributes["action"], data=form.fields())
    assert (sent.status_code, sent.location) == (303, hall.url()), "it goes on where it was"
    assert reported(hall) == [[]] * 3
    assert units(hall, 1) == ["A"], "nothing was to be done there"
    undo(hall)
    assert reported(hall) == [[], ["terrain"], ["terrain"]]


def test_a_row_is_not_said_to_meet_the_preset_before_its_layout_lies_there(hall: Hall) -> None:
    def report(number: int) -> str:
        return hall.page().by_id(f"table-{number}").one("td", class_="report").text

    while hall.client.get(hall.url("/layouts/check")).json["left"]:
        pass
    sound = {number: report(number) for number in (1, 2, 3)}
    assert "not applied yet" not in sound.values()
    hall.send("", "/clock", {"action": "start"})
    hall.send("", "/clock", {"action": "next"})
    for number in (1, 2, 3):
        assert not re.search("meets preset|in order", report(number))
    hall.send("/rounds/2", "/rounds/2/lay", {})
    assert report(2) == sound[1], "the same layout, now on the other table"


def test_both_sizes_are_named_and_a_layout_of_nobody_is_another(hall: Hall) -> None:
    edit(hall, 1, SetMember("width", 72), SetMember("depth", 48))
    edit(hall, 3, RemoveFeature("h"), AddFeature(hill("x", box(2, 2, 5, 5), height=2)))
    prompt = hall.page().by_id("to-lay").text
    assert "Table 1: has 72 × 48″, needs 48 × 36″" in prompt
    assert "Table 3: has another layout, needs Open hills" in prompt


def test_zones_of_the_round_are_compared_and_those_of_the_sheets_are_not(hall: Hall) -> None:
    way = {"deployment": "match-play-skirmish/lines"}
    hall.send("/rounds/1", "/rounds/1/zones", {**way, "how": "note"})
    assert reported(hall) == [[]] * 3, "they are for the sheets only"
    hall.send("/rounds/1", "/rounds/1/zones", {**way, "how": "lay"})
    assert reported(hall) == [[]] * 3
    hall.send("/tables/2", "/tables/2/zones", {"deployment": "match-play-skirmish/corners"})
    assert reported(hall) == [[], ["zones"], []]
    strip = hall.page().by_id("to-lay")
    assert "Table 2: deployment zones" in strip.text
    assert strip.one("a").attributes["href"].endswith("/rounds/1#zones")
    hall.send("/tables/2", "/tables/2/lay", {})
    assert reported(hall) == [[]] * 3


def test_what_players_do_in_a_round_is_no_other_layout(hall: Hall) -> None:
    hall.send("", "/clock", {"action": "start"})
    edit(hall, 1, AddFeature(mech("A", at=(3, 3), side="red", name="Alder")))
    edit(hall, 2, RemoveFeature("b"), AddFeature(mech("A", at=(3, 3), side="red", name="Alder")))
    assert "Small town" in hall.page().by_id("table-2").text
    assert reported(hall) == [[], ["terrain"], []], "the only building is gone, and with it the layout"
    edit(hall, 3, RemoveFeature("h"))
    assert "2 tables differ from round 1" in hall.page().by_id("to-lay").text


def test_an_archive_that_is_brought_back_agrees_with_its_round(hall: Hall) -> None:
    hall.send("", "/clock", {"action": "start"})
    hall.send("", "/clock", {"action": "next"})
    way = {"deployment": "match-play-skirmish/lines", "how": "lay"}
    hall.send("/rounds/2", "/rounds/2/zones", way)
    hall.send("/rounds/2", "/rounds/2/lay", {})
    edit(hall, 1, AddFeature(mech("A", at=(3, 3), side="red", name="Alder")))
    response = bring(hall.client, archive(hall))
    status = hall.client.get(f"/e/{code_of(response.location)}/status.json").json
    assert [each["differs"] for each in status["tables"]] == [[]] * 3


def test_a_player_who_removes_a_layout_is_seen_on_the_desk(hall: Hall) -> None:
    """With the organizer code a phone can take the layout away; then everyone is told the same."""
    hall.send("/rounds/1", "/rounds/1", {"layout-1": "Small town"})
    hall.send("/tables/1", "/tables/1/lay", {})
    hall.send("", "/clock", {"action": "start"})
    table = hall.tables[0]
    stamp = {"version": str(table.version), "change_id": next_id()}
    assert hall.client.post(f"/t/{table.codes.organise}/undo", data=stamp).status_code == 303
    assert "Table 1: has Open hills, needs Small town" in hall.page().by_id("to-lay").text
    assert reported(hall) == [["terrain"], [], []]
    assert "Differs" in hall.page().by_id("table-1").text


# ---- options


SETTINGS = {"edition": "ce-5.01", "options": "sight.eye = 0.9"}


def test_tables_are_given_new_options_with_one_tap_and_keep_their_units(hall: Hall) -> None:
    edit(hall, 2, AddFeature(mech("A", at=(3, 3), side="red", name="Alder")))
    saved = hall.send("/settings", "/settings", SETTINGS)
    page = hall.page("/settings?saved=1")
    assert "3 tables still play under other options" in page.by_id("to-set").text
    assert "Tables 1–3:" in page.by_id("to-set").text
    assert "1, event 0.9" in page.by_id("to-set").text
    assert "Update 3 tables" in hall.page().by_id("to-set").text
    assert "Differs" in hall.page().by_id("table-3").text
    assert reported(hall) == [["options"]] * 3
    before = [each.version for each in hall.tables]
    form = hall.stamp("", "/settings/tables")
    for _ in range(2):
        sent = hall.client.post(hall.url("/settings/tables"), data=form)
        assert (sent.status_code, sent.location) == (303, hall.url())
    assert [each.version for each in hall.tables] == [each + 1 for each in before], "sent twice, done once"
    assert [head(hall, number)["options"] for number in (1, 2, 3)] == [{"sight.eye": 0.9}] * 3
    assert units(hall, 2) == ["A"]
    assert not hall.page().has_id("to-set")
    assert event_sentence(hall.log[0].label) == "3 tables given the options of the event"
    phone = f"/t/{hall.tables[0].codes.play}"
    assert "Options of Autumn Open applied" in hall.client.get(f"{phone}/history").text
    stamp = {"version": str(hall.tables[0].version), "change_id": next_id()}
    assert hall.client.post(f"{phone}/undo", data=stamp).status_code == 403
    undo(hall)
    assert reported(hall) == [["options"]] * 3
    assert units(hall, 2) == ["A"]
    undo(hall)
    assert reported(hall) == [[]] * 3, "the settings are as they were, and so are the tables"
    assert saved.status_code == 303


def test_tables_whose_options_differ_by_hand_are_named_with_them(hall: Hall) -> None:
    edit(hall, 2, SetMember("options", {"sight.eye": 0.8}), SetMember("environment", "full-night"))
    strip = hall.page().by_id("to-set").text
    assert "1 table still plays" in strip
    assert "Table 2:" in strip
    assert "Visibility: full night, event daylight" in strip
    assert "0.8, event 1" in strip
    assert not hall.page().has_id("to-lay"), "the same terrain is there"
    assert reported(hall) == [[], ["options"], []]
    hall.client.post(hall.url("/settings/tables"), data=hall.stamp("", "/settings/tables"))
    assert reported(hall) == [[]] * 3
    assert [each.version for each in hall.tables] == [1, 3, 1], "others are left alone"


def test_options_that_do_not_fit_one_table_are_given_to_none(hall: Hall) -> None:
    edit(
        hall, 2, AddFeature({**mech("A", at=(3, 3)), "geometry": {"type": "Point", "coordinates": [300, 3]}})
    )
    hall.send("/settings", "/settings", SETTINGS)
    refused = hall.client.post(hall.url("/settings/tables"), data=hall.stamp("", "/settings/tables"))
    assert refused.status_code == 422
    assert "Table 2" in refused.text
    assert reported(hall) == [["options"]] * 3


def test_settings_that_somebody_else_changed_meanwhile_are_looked_at_first(hall: Hall) -> None:
    hall.send("/settings", "/settings", SETTINGS)
    form = hall.stamp("", "/settings/tables")
    hall.send("/settings", "/settings", {"options": "sight.eye = 0.8"})
    assert hall.client.post(hall.url("/settings/tables"), data=form).status_code == 409
    assert reported(hall) == [["options"]] * 3


def test_tables_are_given_options_by_the_organizer_only(hall: Hall) -> None:
    for right in (Right.VIEW, Right.PLAY):
        refused = hall.client.post(hall.url("/settings/tables", right=right), data={"change_id": next_id()})
        assert refused.status_code == 403


def test_another_preset_brings_its_options_and_the_tables_are_marked(hall: Hall) -> None:
    assert hall.send("/settings", "/settings", {"preset": "alpha-strike-350-v3.2"}).status_code == 303
    assert hall.event.options["cover.types"] == "all"
    strip = hall.page().by_id("to-set").text
    assert "'Mechs, event every unit" in strip
    assert "off, event on" in strip
    assert reported(hall) == [["options"]] * 3
    hall.client.post(hall.url("/settings/tables"), data=hall.stamp("/settings", "/settings/tables"))
    assert reported(hall) == [[]] * 3
    options = head(hall, 1)["options"]
    assert isinstance(options, dict)
    assert options["cover.types"] == "all"
    hall.send("/settings", "/settings", {"preset": "default"})
    assert hall.event.options == {}, "they go with it"


def test_options_of_ones_own_stay_with_another_preset(hall: Hall) -> None:
    hall.send("/settings", "/settings", SETTINGS)
    hall.send("/settings", "/settings", {"preset": "alpha-strike-350-v3.2"})
    assert hall.event.options["sight.eye"] == 0.9
    assert "ecm-eccm" in hall.event.options
    hall.send("/settings", "/settings", {"preset": "default", "options": "extreme-range = true"})
    assert dict(hall.event.options) == {"extreme-range": True}, "what is typed counts"


def test_another_preset_brings_its_edition_unless_it_was_chosen(hall: Hall) -> None:
    own = json.dumps(
        {
            "id": "club",
            "title": "Club",
            "version": "3",
            "source": "us",
            "confidence": "high",
            "edition": "ce-7",
        }
    )
    hall.send("/settings", "/settings", {"preset": "own", "own_preset": own})
    assert hall.event.edition == "ce-7"
    hall.send("/settings", "/settings", {"preset": "own", "own_preset": own, "edition": "classic-2.3.1"})
    assert hall.event.edition == "classic-2.3.1"
    hall.send("/settings", "/settings", {"preset": "default", "own_preset": ""})
    assert hall.event.edition == "classic-2.3.1", "it was chosen, and stays"
