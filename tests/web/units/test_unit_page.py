"""The sheet of a unit: everything that can happen to it, saved as one change."""

import re

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from astrike.model.unit import FLAGS, Unit
from astrike.store.table.codes import Right
from tests.builders import document, infantry, mech, vehicle
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import Element, parse

TABLE = document(
    mech("A", at=(7, 7), side="red", name="Alder", move='8"/6"j', overheat=1, note="keep me"),
    vehicle("V", at=(20, 7), side="blue", hits={"motive": ["-2"], "own-key": 7, "engine": 1}, heat=None),
)


def unit_of(kept: Kept, unit_id: str = "A") -> Unit:
    found = parse_document(kept.document).unit(unit_id)
    assert found is not None
    return found


def properties(kept: Kept, unit_id: str) -> dict[str, object]:
    features = kept.document["features"]
    assert isinstance(features, list)
    found: dict[str, object] = next(each for each in features if each["id"] == unit_id)["properties"]
    return found


def save(
    kept: Kept, values: dict[str, object], *, unit_id: str = "A", version: int | None = None
) -> Element | str:
    """Send the sheet as it stands with some fields changed; give the address to go to, or the page that came back."""
    fields: dict[str, object] = dict(kept.page(f"/unit/{unit_id}").by_id("sheet").fields())
    fields |= {"change_id": next_id(), **values}
    if version is not None:
        fields["version"] = str(version)
    with kept.client.post(kept.url(f"/unit/{unit_id}", right=Right.PLAY), data=fields) as response:
        if response.status_code == 303:
            return response.location
        assert response.status_code in (409, 422), response.text
        return parse(response.text)


def test_everything_that_can_happen_in_a_turn_is_one_change(table: Kept) -> None:
    address = save(
        table,
        {
            "motion": "jump",
            "moved": "6",
            "heat": "2",
            "armor_left": "3",
            "structure_left": "1",
            "hits.mp": "1",
            "hits.engine": "1",
            "hits.fire-control": "2",
            "hits.weapon": "1",
            "hits.crew": "1",
            "motive": ["half", "-2", ""],
            "state": ["hull-down", "climbing"],
            "x": "8.25",
            "y": "9",
            "facing": "135",
            "stand": "z",
            "height": "1.5",
        },
    )
    assert address == table.url("?unit=A", right=Right.PLAY)
    unit = unit_of(table)
    assert (unit.motion, unit.moved, unit.heat, unit.armor_left, unit.structure_left) == (
        "jump",
        6.0,
        2,
        3,
        1,
    )
    assert (unit.hits.mp, unit.hits.engine, unit.hits.fire_control, unit.hits.weapon, unit.hits.crew) == (
        1,
        1,
        2,
        1,
        1,
    )
    assert unit.hits.motive == ("half", "-2"), "in the order received"
    assert unit.state == {"hull-down", "climbing"}
    assert (unit.at, unit.facing, unit.elevation) == ((8.25, 9.0), 135.0, 1.5)
    assert table.version == 2
    assert properties(table, "A")["note"] == "keep me"
    before = keep_of(table)
    assert table.send("/undo").status_code == 303
    assert table.document == before


def keep_of(table: Kept) -> dict[str, object]:
    from astrike.store.database.connection import connect
    from astrike.store.table.changes import document_at

    with connect(table.db_path) as db:
        return document_at(db, table.id, 1)


@pytest.mark.parametrize("flag", FLAGS)
def test_every_state_can_be_set_and_taken_away(table: Kept, flag: str) -> None:
    assert isinstance(save(table, {"state": [flag]}), str)
    assert unit_of(table).state == {flag}
    shown = table.page("/unit/A").by_id("sheet")
    ticked = [
        each.attributes["value"]
        for each in shown.all("input", type="checkbox")
        if "checked" in each.attributes
    ]
    assert ticked == [flag]
    assert isinstance(save(table, {}), str)
    assert "state" not in properties(table, "A")


def test_what_nobody_touched_stays_as_it_is(table: Kept) -> None:
    before = table.document
    sheet = table.page("/unit/A").by_id("sheet")
    heat = [each for each in sheet.all("input", type="radio") if "checked" in each.attributes]
    assert [each.attributes["value"] for each in heat] == ["0"]
    assert isinstance(save(table, {"heat": "0"}), str)
    assert table.document == before
    assert table.version == 1


def test_unknown_keys_of_hits_survive(table: Kept) -> None:
    assert isinstance(save(table, {"hits.engine": "0", "motive": ["-2", "immobile"]}, unit_id="V"), str)
    assert properties(table, "V")["hits"] == {"motive": ["-2", "immobile"], "own-key": 7}


def test_an_emptied_field_is_dropped(table: Kept) -> None:
    assert isinstance(save(table, {"moved": "5", "armor_left": "2"}), str)
    assert isinstance(save(table, {"moved": "", "armor_left": "", "facing": ""}), str)
    assert not {"moved", "armor_left", "facing"} & set(properties(table, "A"))


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"moved": "far"}, "moved"),
        ({"moved": "-1"}, "moved"),
        ({"heat": "9"}, "heat"),
        ({"hits.engine": "-2"}, "hits.engine"),
        ({"hits.mp": "1.5"}, "hits.mp"),
        ({"armor_left": "99"}, "armor_left"),
        ({"structure_left": "x"}, "structure_left"),
        ({"x": "400"}, "x"),
        ({"facing": "north"}, "facing"),
        ({"stand": "level", "height": "1"}, "stand"),
        ({"stand": "z", "height": "much"}, "height"),
        ({"motion": "teleport"}, "motion"),
    ],
    ids=lambda each: str(each)[:30],
)
def test_a_wrong_field_is_named_and_nothing_changes(
    table: Kept, values: dict[str, object], field: str
) -> None:
    page = save(table, values)
    assert isinstance(page, Element)
    assert "expected" in page.by_id(f"{field}-problem").text
    sent = page.by_id("sheet").fields()
    assert all(sent[name] == value for name, value in values.items() if name in sent), (
        "what was typed is kept"
    )
    assert table.version == 1


def test_a_unit_is_asked_only_for_hits_that_its_type_can_take(client: FlaskClient, kept: Kept) -> None:
    table = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7)),
            mech("B", at=(7, 17), hits={"crew": 1, "motive": ["half"]}),
            vehicle("V", at=(20, 7)),
            infantry("I", at=(20, 17)),
        ),
    )

    def asked(unit: str) -> set[str]:
        fields = table.page(f"/unit/{unit}").by_id("sheet").fields()
        return {name.removeprefix("hits.") for name in fields if name.startswith("hits.") or name == "motive"}

    assert asked("A") == {"mp", "engine", "fire-control", "weapon"}
    assert asked("B") == {"mp", "engine", "fire-control", "weapon", "crew", "motive"}
    assert asked("V") == {"engine", "fire-control", "weapon", "crew", "motive"}
    assert asked("I") == set()


def test_everything_that_is_wrong_is_said_at_once(table: Kept) -> None:
    page = save(table, {"x": "99", "facing": "west", "moved": "far", "armor_left": "-1"})
    assert isinstance(page, Element)
    for field in ("x", "facing", "moved", "armor_left"):
        assert "expected" in page.by_id(f"{field}-problem").text


def test_a_sheet_that_nobody_touched_changes_nothing_and_meets_nobody(table: Kept) -> None:
    save(table, {"heat": "1"})
    before = table.version
    assert isinstance(save(table, {"heat": "0"}, version=1), str)
    assert table.version == before


def test_hits_stand_beside_the_unit_on_the_table(table: Kept) -> None:
    save(table, {"hits.fire-control": "2"})
    assert "fire control hits 2" in table.page("?unit=A").one("div", class_="who").text
    assert "engine hits 1 motive hits 1" in table.page("").by_id("scroll").text


@pytest.mark.parametrize("values", [{"state": ["flying-saucer"]}, {"motive": ["whole"]}], ids=str)
def test_a_word_that_is_not_in_the_list_is_refused(table: Kept, values: dict[str, object]) -> None:
    page = save(table, values)
    assert isinstance(page, Element)
    assert "expected" in page.one("main").text
    assert table.version == 1


def test_two_phones_can_edit_one_unit_field_by_field(table: Kept) -> None:
    assert isinstance(save(table, {"heat": "1"}), str)
    page = save(table, {"heat": "0", "moved": "4"}, version=1)
    assert isinstance(page, Element)
    shown = page.by_id("conflict")
    assert "Inches moved 4 not given" in shown.text
    assert "Alder: Heat 1" in page.by_id("meanwhile").text
    again = [(each.attributes["name"], each.attributes["value"]) for each in shown.one("form").all("input")]
    values: dict[str, list[str]] = {}
    for name, value in again:
        values.setdefault(name, []).append(value)
    with table.client.post(table.url("/unit/A"), data=values) as response:
        assert response.status_code == 303
    assert (unit_of(table).heat, unit_of(table).moved) == (1, 4.0), "nobody's change is undone"


def test_the_same_sheet_twice_is_written_once(table: Kept) -> None:
    fields = {**table.page("/unit/A").by_id("sheet").fields(), "moved": "4", "change_id": next_id()}
    answers = [table.client.post(table.url("/unit/A"), data=fields).status_code for _ in range(3)]
    assert answers == [303] * 3
    assert table.version == 2


def test_move_and_tmm_of_every_mode_are_sums(table: Kept) -> None:
    def rows(unit_id: str) -> dict[str, str]:
        found = table.page(f"/unit/{unit_id}").by_id("derived").all("tr")[1:]
        return {row.attributes["data-mode"]: row.text for row in found}

    assert rows("A")["ground"] == "Walk 8″ 1"
    assert rows("A")["jump"].endswith("6″ 2")
    assert isinstance(save(table, {"heat": "1", "hits.mp": "1"}), str)
    after = rows("A")
    assert after["ground"].endswith("2″ 0")
    assert re.search(r"Move on the card 8, .* −4, .* −2", after["ground"])
    assert after["jump"].split()[-2] == "3″"
    assert {"ground", "sprint"} <= rows("V").keys()


def test_a_closed_mode_says_why(table: Kept) -> None:
    assert isinstance(save(table, {"state": ["shutdown"]}), str)
    page = table.page("/unit/A")
    row = next(each for each in page.by_id("derived").all("tr") if "closed" in str(each.attributes))
    assert "immobile" in page.by_id("closed").text
    assert "immobile" not in row.text, "what is said of all is said once"


def test_the_log_says_what_was_done(table: Kept) -> None:
    assert isinstance(save(table, {"motion": "jump", "moved": "6", "state": ["destroyed"]}), str)
    assert "Alder: jumped, 6″, destroyed" in table.page("/history").by_id("log").text
    assert isinstance(save(table, {"x": "9"}), str)
    assert "Alder: moved, no longer destroyed" in table.page("/history").by_id("log").text


def test_who_looks_on_cannot_save(table: Kept) -> None:
    page = table.page("/unit/A", right=Right.VIEW)
    assert all("disabled" in each.attributes for each in page.by_id("sheet").all("select"))
    assert not [each for each in page.all("button") if each.text == "Save"]
    with table.client.post(table.url("/unit/A", right=Right.VIEW), data={"moved": "3"}) as response:
        assert response.status_code == 403


def test_a_unit_that_is_not_there_is_not_found(table: Kept) -> None:
    assert table.client.get(table.url("/unit/nobody")).status_code == 404
    assert table.send("/unit/nobody", {"moved": "3"}).status_code == 404


def test_the_sheet_asks_whether_a_unit_is_crippled_and_keeps_the_answer(
    client: FlaskClient, kept: Kept
) -> None:
    hurt = mech("A", (10, 10), damage="3/3/2", hits={"weapon": 3})
    table = keep(client, kept.db_path, document(hurt, mech("B", (20, 20))))
    asked = table.page("/unit/A").by_id("crippled")
    assert "Crippled? No damage is left to it" in asked.text
    assert asked.one("span", class_="ref").text == "no page known"
    assert not table.page("/unit/B").has_id("crippled")
    listed = table.page("")
    assert "Crippled? No damage is left to it" in listed.text
    sheet = table.page("/unit/A").by_id("sheet")
    assert table.send("/unit/A", {**sheet.fields(), "state": "crippled"}).status_code == 303
    page = table.page("/unit/A")
    assert not page.has_id("crippled")
    (tick,) = page.all("input", name="state", value="crippled")
    assert "checked" in tick.attributes
