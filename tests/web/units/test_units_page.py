"""Units come from a paste or a file, are looked at, stand on the table; cards and sides are edited."""

import io
from collections.abc import Mapping

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from astrike.formats.table.table_file import parse_document
from astrike.model.unit import Unit
from astrike.report.units.marks import marks
from astrike.rules.movement.standing_check import standing_findings
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.table.codes import Right
from tests.builders import area, box, document, infantry, mech, vehicle
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import Element, parse

HEAD = "chassis,model,mul_id,PV,SZ,MV,TMM,OV,Arm,Str,TP,dmgS,dmgM,dmgL,specials,skill\n"
ALDER = 'Alder,ALD-1,101,20,2,"8""/6""j",1,0,4,3,BM,2,2,1,"ECM, IF1",4\n'
BIRCH = 'Birch,BIR-2,102,30,3,"6""",1,1,6,5,BM,3,3,3,"TUR(2/2/-,SRM1/1)",3\n'
CEDAR = 'Cedar,Tank,103,14,1,"12""h",2,0,2,1,CV,1,1,0,,4\n'
EIGHT = HEAD + (ALDER + BIRCH + CEDAR) * 2 + ALDER + BIRCH


@pytest.fixture
def empty(client: FlaskClient, kept: Kept) -> Kept:
    """Provide a table without anything."""
    return keep(client, kept.db_path, document(name="Hall"))


def ask(kept: Kept, address: str, data: Mapping[str, object] | None = None) -> TestResponse:
    """Open an address, or post to it from the newest version."""
    if data is None:
        return kept.client.get(address)
    return kept.client.post(address, data={"version": str(kept.version), "change_id": next_id(), **data})


def page_at(kept: Kept, address: str) -> Element:
    with ask(kept, address) as response:
        assert response.status_code == 200, response.text
        return parse(response.text)


def refused(kept: Kept, address: str, data: Mapping[str, object]) -> Element:
    with ask(kept, address, data) as response:
        assert response.status_code == 422, response.text
        return parse(response.text)


def sent(kept: Kept, address: str, data: Mapping[str, object]) -> str:
    """Post what is accepted; give where it leads."""
    with ask(kept, address, data) as response:
        assert response.status_code == 303, response.text
        return response.location


def bring(kept: Kept, text: str, **more: object) -> str:
    return sent(kept, kept.url("/roster"), {"text": text, **more})


def know(kept: Kept, text: str) -> None:
    """Let a table have the cards of a list, without its units."""
    sent(kept, bring(kept, text).partition("?")[0], {"cards": "only"})


def add(kept: Kept, preview: str, **changed: object) -> str:
    """Accept a preview as it stands, with some fields changed."""
    form = page_at(kept, preview).by_id("add")
    ticked = [
        each.attributes["value"] for each in form.all("input", name="take") if "checked" in each.attributes
    ]
    fields = {name: value for name, value in form.fields().items() if name not in ("version", "change_id")}
    return sent(kept, preview.partition("?")[0], {**fields, "take": ticked, **changed})


def units_of(kept: Kept) -> tuple[Unit, ...]:
    return parse_document(kept.document).units


def about(kept: Kept, unit_id: str) -> dict[str, object]:
    features = kept.document["features"]
    assert isinstance(features, list)
    found: dict[str, object] = next(each for each in features if each["id"] == unit_id)["properties"]
    return found


def undo(kept: Kept) -> None:
    with kept.send("/undo") as response:
        assert response.status_code == 303, response.text


# ---- bringing


def test_eight_pasted_units_stand_on_the_table_in_one_change(empty: Kept) -> None:
    before = empty.document
    page = page_at(empty, preview := bring(empty, EIGHT))
    rows = page.all("li", class_="read-row")
    assert len(rows) == 8
    assert "BM · Size 2 · 8″/6″j · TMM 1 · 2/2/1 · A 4 S 3" in rows[0].text.replace("\N{NO-BREAK SPACE}", " ")
    assert "ECM, IF1" in rows[0].text
    assert rows[1].one("span", class_="points").text == "PV 36"
    leads = add(empty, preview)
    table = parse_document(empty.document)
    assert [unit.name for unit in table.units] == [
        "Alder ALD-1", "Birch BIR-2", "Cedar Tank", "Alder ALD-1 2", "Birch BIR-2 2", "Cedar Tank 2", "Alder ALD-1 3",
        "Birch BIR-2 3",
    ]  # fmt: skip
    assert "".join(mark.letter for mark in marks(table).values()) == "ABCDEFGH"
    assert [(side.id, side.home, side.color) for side in table.sides] == [("blue", "south", "blue")]
    assert all(unit.is_on_table and unit.facing == 0 for unit in table.units)
    assert [each.key for each in standing_findings(prepare_table(table)) if each.severity == "error"] == []
    units = page_at(empty, leads)
    assert "8 units added." in units.by_id("done").text
    assert "8 units · PV 196" in units.one("section", class_="roster").text
    undo(empty)
    assert empty.document == before


def test_the_second_roster_joins_a_second_side_across_the_table(empty: Kept) -> None:
    add(empty, bring(empty, EIGHT))
    add(empty, bring(empty, EIGHT, side="+red"))
    table = parse_document(empty.document)
    assert [(side.id, side.home) for side in table.sides] == [("blue", "south"), ("red", "north")]
    assert {unit.facing for unit in table.units if unit.side == "red"} == {180}
    assert len({unit.name for unit in table.units}) == 16
    assert len({mark.letter for mark in marks(table).values()}) == 16


def test_units_are_left_out_and_skills_changed(empty: Kept) -> None:
    add(empty, bring(empty, HEAD + ALDER + BIRCH + CEDAR), take=["0", "2"], **{"skill.0": "2"})
    assert [(unit.name, unit.skill) for unit in units_of(empty)] == [("Alder ALD-1", 2), ("Cedar Tank", 4)]


def test_units_can_wait_off_the_table(empty: Kept) -> None:
    add(empty, bring(empty, HEAD + ALDER), off="1")
    (unit,) = units_of(empty)
    assert "off-table" in unit.state
    assert "off the table" in empty.page("/units").one("section", class_="roster").text


def test_units_stand_in_the_zone_of_their_side_and_who_finds_no_place_is_named(
    client: FlaskClient, kept: Kept
) -> None:
    zone = area("z", box(20, 20, 23, 21.3), kind="deployment", side="red")
    table = keep(client, kept.db_path, document(zone))
    page = page_at(table, table.url("/roster"))
    assert page.by_id("bring").fields()["side"] == "red"
    units = page_at(table, add(table, bring(table, HEAD + ALDER + BIRCH + CEDAR, side="red")))
    assert [unit.is_on_table for unit in units_of(table)] == [True, True, False]
    assert "No place was free for Cedar Tank" in units.one("main").text
    assert all(20.6 < unit.at[0] < 22.4 for unit in units_of(table)[:2])


def test_a_wrong_skill_or_nothing_chosen_is_named_and_what_was_ticked_stays(empty: Kept) -> None:
    preview = bring(empty, HEAD + ALDER + BIRCH).partition("?")[0]
    wrong = {"side": "+blue", "take": ["1"], "skill.1": "nine"}
    page = refused(empty, preview, wrong)
    assert "expected a whole number from 0 to 8" in page.by_id("skill.1-problem").text
    boxes = page.all("input", name="take")
    assert ["checked" in each.attributes for each in boxes] == [False, True]
    assert page.by_id("f-skill.1").attributes["value"] == "nine"
    assert "at least one unit" in refused(empty, preview, {"side": "+blue"}).one("main").text
    assert "one of the sides" in refused(empty, preview, {"side": "nobody", "take": "1"}).one("main").text
    assert (
        "a unit whose card is known"
        in refused(empty, preview, {"side": "+blue", "take": "7"}).one("main").text
    )
    assert units_of(empty) == ()


def test_what_a_source_leaves_open_is_unknown_and_not_none(empty: Kept) -> None:
    head = HEAD.replace("specials,", "")
    preview = bring(empty, head + ALDER.replace('"ECM, IF1",', ""))
    assert "special abilities unknown" in page_at(empty, preview).by_id("add").text
    add(empty, preview)
    (unit,) = units_of(empty)
    assert about(empty, unit.id)["specials"] is None


def test_numbers_are_listed_until_a_catalog_is_brought(empty: Kept) -> None:
    preview = bring(empty, "{{101,4},{102,3},{999,4}}")
    page = page_at(empty, preview)
    assert "No card is known here for 3 units" in page.by_id("unresolved").text
    assert page.all("input", name="take") == []
    assert "0 unit cards saved" in empty.page("/roster").one("main").text
    other = bring(empty, EIGHT)
    assert "0 unit cards saved" in empty.page("/roster").one("main").text, "looking at a list saves nothing"
    sent(empty, other.partition("?")[0], {"cards": "only"})
    assert "3 unit cards saved" in empty.page("/roster").one("main").text
    page = page_at(empty, preview)
    assert "999" in page.by_id("unresolved").text
    add(empty, preview)
    assert [(unit.name, unit.skill) for unit in units_of(empty)] == [("Alder ALD-1", 4), ("Birch BIR-2", 3)]


LINK = "https://mekbay.com/?gs=as&mul_ids=Red~901:2,902"


def test_units_without_a_card_are_typed_with_what_the_list_says_of_them(empty: Kept) -> None:
    page = page_at(empty, preview := bring(empty, LINK))
    assert [each.one("span", class_="name").text for each in page.all("li", class_="read-row")] == [
        "MUL 901",
        "MUL 902",
    ]
    assert not page.has_id("f-side")
    assert not page.by_id("add").all("input", name="off")
    assert 'Tap "Type card"' in page.by_id("cards").text
    (first, _second) = (a for a in page.by_id("add").all("a") if a.text.startswith("Type card"))
    address = first.attributes["href"]
    form = page_at(empty, address)
    fields = form.by_id("card").fields()
    assert (fields["name"], fields["skill"], fields["mul"]) == ("MUL 901", "2", "901")
    assert form.one("header").one("a").attributes["href"].startswith(preview.partition("?")[0])
    wrong = {**fields, "version": str(empty.version), "change_id": next_id(), "name": "Elm", "move": "fast"}
    assert refused(empty, address, wrong).by_id("known").fields()["unit"] == "0"
    back = sent(empty, address, {**wrong, "change_id": next_id(), "move": '8"', "armor": "5"})
    (unit,) = units_of(empty)
    assert (unit.name, unit.skill, unit.mul, unit.armor) == ("Elm", 2, 901, 5)
    again = page_at(empty, back)
    assert "for 1 unit" in again.by_id("unresolved").text
    assert "added" in again.by_id("add").text


def test_a_file_with_cards_is_brought_from_the_list_that_waits_and_leads_back_to_it(empty: Kept) -> None:
    page = page_at(empty, preview := bring(empty, "{{101,2},{902,4}}"))
    action = page.by_id("cards").attributes["action"]
    assert "expected" in refused(empty, action, {"text": ""}).by_id("problems").text
    back = sent(empty, action, {"file": (io.BytesIO(EIGHT.encode()), "cards.csv"), "side": "+blue"})
    assert back.partition("?")[0] == preview.partition("?")[0]
    page = page_at(empty, back)
    assert "MUL 902" in page.by_id("unresolved").text
    assert page.has_id("f-side")
    add(empty, back)
    assert [(unit.name, unit.skill) for unit in units_of(empty)] == [("Alder ALD-1", 2)]


def test_what_had_happened_to_a_unit_stays_when_its_card_is_typed(empty: Kept) -> None:
    played = (
        '{"instanceId": "i", "groups": [{"units": [{"unit": "BMElm_ELM1", "skill": 3, "abilities": ["hot_dog"],'
        ' "state": {"armor": [2, 0], "heat": [1, 0], "crits": [{"key": "engine"}]}}]}]}'
    )
    (link,) = (a for a in page_at(empty, bring(empty, played)).by_id("add").all("a") if "Type card" in a.text)
    address = link.attributes["href"]
    fields = page_at(empty, address).by_id("card").fields()
    form = {**fields, "version": str(empty.version), "change_id": next_id(), "armor": "5", "structure": "3"}
    sent(empty, address, form)
    (unit,) = units_of(empty)
    assert (unit.armor_left, unit.structure_left, unit.heat, unit.hits.engine) == (3, None, 1, 1)
    assert (unit.skill, unit.pilot) == (3, ("hot-dog",))


def test_a_name_that_may_mean_several_cards_is_chosen_from(empty: Kept) -> None:
    know(empty, HEAD + ALDER + ALDER.replace("ALD-1,101,20", "ALD-2,104,25") + BIRCH)
    page = page_at(empty, preview := bring(empty, "units=Alder:3,Birch,Elm"))
    names = [each.text for each in page.by_id("f-card.0").all("option")]
    assert names == ["2 cards may be meant: choose", "Alder ALD-1 · PV 20", "Alder ALD-2 · PV 25"]
    assert not page.has_id("f-card.2")
    fields = {"side": "+blue", "card.0": "104", "skill.0": "3", "card.1": "", "skill.1": "4"}
    wrong = refused(empty, preview.partition("?")[0], {**fields, "skill.0": "x"})
    assert wrong.by_id("f-card.0").one("option", selected="").attributes["value"] == "104"
    assert (
        "a unit whose card is known"
        in refused(empty, preview.partition("?")[0], {**fields, "card.0": "102"}).text
    )
    add(empty, preview, **fields)
    assert [(unit.name, unit.skill, unit.mul) for unit in units_of(empty)] == [("Alder ALD-2", 3, 104)]


def test_an_ability_that_cannot_be_read_does_not_keep_a_unit_away(empty: Kept) -> None:
    page = page_at(empty, preview := bring(empty, HEAD + ALDER.replace("ECM, IF1", "ECM, FUEL 12")))
    assert (
        "row 2.specials[1] 'FUEL 12' is no special ability known here: kept aside" in page.by_id("add").text
    )
    add(empty, preview)
    (unit,) = units_of(empty)
    assert [special.printed for special in unit.specials] == ["ECM"]
    assert about(empty, unit.id)["specials_aside"] == ["FUEL 12"]


def test_accents_do_not_matter_where_cards_are_looked_for(empty: Kept) -> None:
    listed = HEAD + ALDER.replace("Alder", "Bär") + BIRCH.replace("Birch", "Ørsted Straße")
    know(empty, listed)
    preview = bring(empty, listed)
    for words, name in (
        ("bar", "Bär ALD-1"),
        ("BÄR", "Bär ALD-1"),
        ("orsted strasse", "Ørsted Straße BIR-2"),
    ):
        found = empty.page(f"/new-unit?find={words}").by_id("found")
        assert [each.one("span", class_="name").text for each in found.all("li")] == [name]
        rows = page_at(empty, f"{preview}&find={words}").all("li", class_="read-row")
        assert [each.one("span", class_="name").text for each in rows] == [name]


def test_of_a_whole_catalog_nothing_is_taken_before_it_is_looked_for(empty: Kept) -> None:
    many = HEAD + "".join(ALDER.replace("ALD-1,101", f"ALD-{k},{2000 + k}") for k in range(70))
    preview = bring(empty, many)
    page = page_at(empty, preview)
    assert not any("checked" in each.attributes for each in page.all("input", name="take"))
    found = page_at(empty, f"{preview}&find=ald-66").all("li", class_="read-row")
    assert [each.one("span", class_="name").text for each in found] == ["Alder ALD-66"]
    sent(empty, preview.partition("?")[0], {"take": "66", "side": "+blue", "skill.66": "4"})
    assert [unit.name for unit in units_of(empty)] == ["Alder ALD-66"]


def test_of_a_roster_with_groups_one_is_taken(empty: Kept, armies: Kept) -> None:
    with ask(armies, armies.url("/download")) as response:
        preview = bring(empty, response.text)
    page = page_at(empty, preview)
    links = {each.text: each.attributes["href"] for each in page.one("nav", class_="kinds").all("a")}
    assert list(links) == ["All", "Reds", "Blue"]
    add(empty, links["Blue"])
    assert [unit.name for unit in units_of(empty)] == ["Kapok", "Larch"]


def test_a_file_waits_until_it_is_accepted(empty: Kept) -> None:
    file = (io.BytesIO((HEAD + ALDER).encode()), "force.csv")
    preview = sent(empty, empty.url("/roster"), {"file": file, "side": "+blue"})
    for _ in range(2):
        page = page_at(empty, preview)
        assert "force.csv" in page.one("header").text
    add(empty, preview)
    assert len(units_of(empty)) == 1


def test_what_was_pasted_is_there_to_go_on_with(empty: Kept) -> None:
    page = page_at(empty, bring(empty, HEAD + ALDER, side="+blue"))
    back = page.one("header").one("a").attributes["href"]
    assert page_at(empty, back).by_id("bring").fields()["text"].strip() == (HEAD + ALDER).strip()


def test_who_was_overtaken_adds_the_same_units_to_the_new_version(empty: Kept) -> None:
    preview, old = bring(empty, HEAD + ALDER + BIRCH).partition("?")[0], str(empty.version)
    sent(empty, empty.url("/new-unit"), {"name": "Own", "side": "+blue"})
    wanted = {"side": "blue", "take": ["0", "1"], "skill.0": "2", "version": old}
    with ask(empty, preview, wanted) as response:
        assert response.status_code == 409
        form = parse(response.text).one("form")
    again = MultiDict(
        (each.attributes["name"], each.attributes["value"]) for each in form.all("input", type="hidden")
    )
    with empty.client.post(form.attributes["action"], data=again) as response:
        assert response.status_code == 303, response.text
    assert [(unit.name, unit.skill) for unit in units_of(empty)] == [
        ("Own", 4),
        ("Alder ALD-1", 2),
        ("Birch BIR-2", 3),
    ]


@pytest.mark.parametrize("text", ["", "hello", "{", "[1, 2]", "<html>", '{"type": "FeatureCollection"}'])
def test_rubbish_is_refused_with_a_word(empty: Kept, text: str) -> None:
    page = refused(empty, empty.url("/roster"), {"text": text})
    assert "expected" in page.by_id("problems").text
    assert page.by_id("bring").fields()["text"].strip() == text
    assert units_of(empty) == ()


def test_a_unit_with_a_wrong_card_is_shown_and_cannot_be_added(empty: Kept) -> None:
    preview = bring(empty, HEAD + ALDER + BIRCH.replace('"6"""', "fast"))
    page = page_at(empty, preview)
    assert len(page.all("input", name="take")) == 1
    assert "Found 'fast'" in page.by_id("add").text
    assert (
        "a unit whose card" in refused(empty, preview.partition("?")[0], {"take": "1", "side": "+blue"}).text
    )


def test_a_wrong_card_is_mended_and_the_others_still_wait(empty: Kept) -> None:
    preview = bring(empty, HEAD + ALDER + BIRCH.replace('"6"""', "fast"))
    (mend,) = (a for a in page_at(empty, preview).by_id("add").all("a") if a.text.startswith("Mend"))
    address = mend.attributes["href"]
    page = page_at(empty, address)
    fields = page.by_id("card").fields()
    assert (fields["name"], fields["move"], fields["short"]) == ("Birch BIR-2", "fast", "3")
    assert "Found 'fast'" in page.one("main").text
    form = {**fields, "version": str(empty.version), "change_id": next_id(), "move": '6"'}
    response = empty.client.post(address, data=form)
    assert response.status_code == 303, response.text
    assert [unit.name for unit in units_of(empty)] == ["Birch BIR-2"]
    assert "side=blue" in response.location
    back = page_at(empty, response.location)
    assert [each.attributes["value"] for each in back.all("input", name="take")] == ["0"]
    assert "Mend" not in back.by_id("add").text
    assert back.by_id("f-side").one("option", selected="").attributes["value"] == "blue"


def test_a_draft_that_is_gone_is_not_found(empty: Kept) -> None:
    with ask(empty, empty.url("/roster/nothing")) as response:
        assert response.status_code == 404
        assert "choose it again" in parse(response.text).one("main").text


# ---- placing


@pytest.fixture
def armies(client: FlaskClient, kept: Kept) -> Kept:
    """Provide two sides, with everything that can refer to a unit."""
    return keep(
        client,
        kept.db_path,
        document(
            mech("A", (7, 7), side="red", name="Alder", pv=20, mul=101, own="kept", elevation=0),
            vehicle("B", (9, 9), side="red", name="Birch", pv=14),
            infantry("C", (9, 9), side="red", name="Cedar", carried_by="B", carried_as="cargo"),
            mech("D", (0, 0), side="red", name="Dogwood", state=["off-table", "shutdown"]),
            mech("K", (30, 30), side="blue", name="Kapok", spotter={"target": "A"}),
            mech("L", (34, 30), side="blue", name="Larch"),
            sides=[{"id": "red", "name": "Reds", "home": "south", "flag": "kept"}],
            networks=[
                {"id": "n", "type": "C3I", "members": ["A", "B", "D"]},
                {"id": "m", "type": "C3I", "members": ["K", "L"]},
            ],
            declarations=[{"by": "A", "kind": "charge", "target": "K"}],
            marks=[{"kind": "tag", "by": "K", "target": "A"}, {"kind": "tag", "by": "K", "target": "B"}],
        ),
    )


def test_a_whole_side_is_placed_with_one_tap(armies: Kept) -> None:
    leads = sent(armies, armies.url("/units/place"), {"side": "red", "which": "all"})
    units = {unit.id: unit for unit in units_of(armies)}
    assert [units[each].at[1] for each in "ABD"] == [0.625] * 3
    assert units["A"].elevation is None
    assert units["D"].state == {"shutdown"}
    assert units["C"].carried_by == "B"
    assert units["K"].at == (30, 30)
    page = page_at(armies, leads)
    assert "3 units placed." in page.by_id("done").text
    assert "Carried by others: Cedar." in page.one("main").text
    undo(armies)
    assert {unit.id: unit.at for unit in units_of(armies)}["A"] == (7, 7)


def test_only_who_is_off_the_table_is_placed_when_asked(armies: Kept) -> None:
    sent(armies, armies.url("/units/place"), {"side": "red", "which": "off"})
    units = {unit.id: unit for unit in units_of(armies)}
    assert units["A"].at == (7, 7)
    assert units["D"].is_on_table
    page = refused(armies, armies.url("/units/place"), {"side": "red", "which": "off"})
    assert "a side with units to place" in page.one("main").text


def test_who_finds_no_place_among_a_side_leaves_the_table(client: FlaskClient, kept: Kept) -> None:
    zone = area("z", box(5, 5, 8, 6.3), kind="deployment", side="red")
    crowd = [mech(name, (6 + 3 * k, 6), side="red", elevation=0) for k, name in enumerate("ABC")]
    table = keep(client, kept.db_path, document(zone, *crowd))
    page = page_at(table, sent(table, table.url("/units/place"), {"side": "red"}))
    assert "No place was free for C: off the table." in page.one("main").text
    assert [unit.is_on_table for unit in units_of(table)] == [True, True, False]
    undo(table)
    assert all(unit.is_on_table for unit in units_of(table))


def test_one_who_is_off_the_table_is_put_on_it(armies: Kept) -> None:
    form = armies.page("/units/D").one("form", action=armies.url("/units/place")).fields()
    sent(armies, armies.url("/units/place"), {**form, "change_id": next_id(), "which": "off"})
    assert [unit.id for unit in units_of(armies) if "off-table" in unit.state] == []
    assert armies.page("/units/D").all("form", action=armies.url("/units/place")) == []


def test_points_are_added_up_at_the_skills(armies: Kept) -> None:
    sent(armies, armies.url("/units/A"), {"skill": "3"})
    (red, blue) = armies.page("/units").all("section", class_="roster")
    assert "4 units · PV 38 · 2 without PV" in red.text
    assert "2 units · PV 0 · 2 without PV" in blue.text


def test_who_may_only_watch_sees_units_and_changes_nothing(armies: Kept) -> None:
    page = armies.page("/units", right=Right.VIEW)
    assert page.all("form") == []
    card = armies.page("/units/A", right=Right.VIEW)
    assert "disabled" in card.by_id("f-name").attributes
    with armies.send("/units/A", {"name": "Mine"}, right=Right.VIEW) as response:
        assert response.status_code == 403


# ---- cards


def test_every_field_of_a_card_is_saved(armies: Kept) -> None:
    leads = sent(
        armies,
        armies.url("/units/A"),
        {
            "sent": "1", "name": "Ash", "type": "IM", "side": "blue", "size": "4", "skill": "2", "move": '6"/4"j',
            "tmm": "2", "short": "5", "medium": "4", "long": "0*", "extreme": "-", "overheat": "3", "armor": "9",
            "structure": "8", "threshold": "2", "specials": "ECM, TUR(2/2/-,IF1)\nCASE", "pv": "44", "mul": "77",
            "pilot": "Sniper, Oblique Artilleryman", "base_shape": "rect", "base_width": "1,5", "base_length": "3",
            "height": "2.5", "stand": "0.2",
        },
    )  # fmt: skip
    assert about(armies, "A") == {
        "kind": "unit", "type": "IM", "size": 4, "skill": 2, "facing": 0, "move": '6"/4"j', "tmm": 2,
        "damage": "5/4/0*/-", "armor": 9, "structure": 8, "motion": "ground", "side": "blue", "name": "Ash", "pv": 44,
        "mul": 77, "own": "kept", "elevation": 0, "overheat": 3, "threshold": 2,
        "specials": ["ECM", "TUR(2/2/-,IF1)", "CASE"], "pilot": ["Sniper", "Oblique Artilleryman"],
        "base": {"shape": "rect", "width": 1.5, "length": 3}, "height": 2.5, "stand": 0.2,
    }  # fmt: skip
    page = page_at(armies, leads)
    assert "Saved." in page.one("main").text
    assert page.by_id("card").fields()["specials"] == "ECM, TUR(2/2/-,IF1), CASE"


def test_empty_fields_are_left_to_the_edition(armies: Kept) -> None:
    sent(
        armies,
        armies.url("/units/A"),
        {"tmm": "", "short": "", "medium": "", "long": "", "pv": "", "side": ""},
    )
    found = about(armies, "A")
    assert not {"tmm", "damage", "pv", "side"} & set(found)
    assert armies.page("/units/A").by_id("f-tmm").attributes["placeholder"] == "1"


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("type", "ZZ", "one of BM"),
        ("size", "9", "a whole number from 1 to 6"),
        ("skill", "nine", "a whole number from 0 to 8"),
        ("move", "fast", "inches with a motive code"),
        ("tmm", "-1", "a whole number from 0 to 10"),
        ("short", "3x", "a number, 0* or -"),
        ("long", "1/2", "a number, 0* or -"),
        ("overheat", "10", "a whole number from 0 to 9"),
        ("armor", "many", "a whole number from 0 to 999"),
        ("structure", "1.5", "a whole number from 0 to 999"),
        ("threshold", "-2", "a whole number from 0 to 999"),
        ("specials", "ECM, ???", "a code such as ECM"),
        ("pv", "99999", "a number from 0 to 9999"),
        ("mul", "x", "a whole number"),
        ("height", "0", "a number from 0.01 to 60"),
        ("stand", "13", "a number from 0 to 12"),
        ("base_width", "0", "a number from"),
    ],
)
def test_a_wrong_field_is_explained_where_it_stands(
    armies: Kept, field: str, value: str, expected: str
) -> None:
    more = {"base_shape": "hex"} if field == "base_width" else {}
    page = refused(armies, armies.url("/units/A"), {field: value, "name": "Else", **more})
    assert expected in page.by_id(f"{field}-problem").text
    assert page.by_id("card").fields()[field] == value
    assert page.by_id("card").fields()["name"] == "Else"
    assert units_of(armies)[0].name == "Alder"


def test_everything_that_is_wrong_is_said_at_once(armies: Kept) -> None:
    page = refused(armies, armies.url("/units/A"), {"short": "x", "medium": "y", "size": "9", "move": "z"})
    assert all(page.has_id(f"{name}-problem") for name in ("short", "medium", "size", "move"))


def test_two_phones_edit_one_card_without_undoing_each_other(armies: Kept) -> None:
    old = str(armies.version)
    fields = armies.page("/units/A").by_id("card").fields()
    sent(armies, armies.url("/units/A"), {"armor": "7"})
    with ask(
        armies, armies.url("/units/A"), {**fields, "size": "4", "version": old, "change_id": next_id()}
    ) as response:
        assert response.status_code == 409
        again = parse(response.text).one("form").fields()
    sent(armies, armies.url("/units/A"), {**again, "change_id": next_id()})
    assert (units_of(armies)[0].size, units_of(armies)[0].armor) == (4, 7)


def test_abilities_that_nobody_knows_are_marked(armies: Kept) -> None:
    sent(armies, armies.url("/units/A"), {"sent": "1", "unknown": "1"})
    assert about(armies, "A")["specials"] is None
    assert "checked" in armies.page("/units/A").one("input", name="unknown").attributes
    sent(armies, armies.url("/units/A"), {"sent": "1", "unknown": "1", "specials": "ECM"})
    assert about(armies, "A")["specials"] == ["ECM"]


def test_a_unit_leaves_with_every_word_about_it(armies: Kept) -> None:
    before = armies.document
    sent(armies, armies.url("/units/B/remove"), {})
    sent(armies, armies.url("/units/A/remove"), {})
    table = parse_document(armies.document)
    assert [unit.id for unit in table.units] == ["C", "D", "K", "L"]
    assert [network.id for network in table.networks] == ["m"]
    assert (table.declarations, table.marks) == ((), ())
    assert table.units[0].carried_by is None
    assert table.units[2].spotter is None
    undo(armies)
    undo(armies)
    assert armies.document == before


def test_one_more_of_a_unit_is_fresh(armies: Kept) -> None:
    sent(armies, armies.url("/unit/A"), {"heat": "2", "armor_left": "1"})
    leads = sent(armies, armies.url("/units/A/copy"), {})
    (twin,) = (unit for unit in units_of(armies) if unit.name == "Alder 2")
    assert leads.endswith(f"/units/{twin.id}")
    assert (twin.heat, twin.armor_left, twin.side, twin.armor, twin.is_on_table) == (0, None, "red", 5, True)
    assert (about(armies, twin.id)["mul"], about(armies, twin.id)["own"]) == (101, "kept")


def test_a_unit_is_made_by_hand(empty: Kept) -> None:
    fields = empty.page("/new-unit").by_id("card").fields()
    sent(
        empty,
        empty.url("/new-unit"),
        {**fields, "version": "1", "change_id": next_id(), "name": "Own", "move": '8"', "short": "2"},
    )
    (unit,) = units_of(empty)
    assert (unit.name, unit.side, unit.is_on_table, unit.damage and unit.damage.printed) == (
        "Own",
        "blue",
        True,
        "2",
    )


def test_a_wrong_new_unit_is_explained_where_it_stands(empty: Kept) -> None:
    wrong = {"move": "fast", "short": "x", "skill": "a", "size": "0", "type": "BM", "side": "+blue"}
    page = refused(empty, empty.url("/new-unit"), wrong)
    assert all(page.has_id(f"{name}-problem") for name in ("move", "short", "skill", "size"))
    assert units_of(empty) == ()


def test_a_new_unit_begins_from_a_known_card(empty: Kept) -> None:
    know(empty, EIGHT)
    found = empty.page("/new-unit?find=bir").by_id("found")
    fields = page_at(empty, found.one("a").attributes["href"]).by_id("card").fields()
    wanted = {
        "name": "Birch BIR-2",
        "move": '6"',
        "short": "3",
        "specials": "TUR(2/2/-,SRM1/1)",
        "pv": "30",
        "mul": "102",
    }
    assert wanted.items() <= fields.items()


# ---- sides


def test_a_side_is_renamed_and_takes_anothers_color(armies: Kept) -> None:
    sent(armies, armies.url("/sides/side"), {"side": "red", "name": "Lions", "color": "blue", "home": "east"})
    table = parse_document(armies.document)
    assert [(side.id, side.name, side.home, side.color) for side in table.sides] == [
        ("red", "Lions", "east", "blue"),
        ("blue", "Blue", None, "red"),
    ]
    assert marks(table)["A"].side == "s"
    head = armies.document["astrike"]
    assert isinstance(head, dict)
    assert head["sides"][0]["flag"] == "kept"


def test_a_side_is_added_and_taken_away(armies: Kept) -> None:
    fields = armies.page("/sides/side").by_id("side").fields()
    assert (fields["color"], fields["home"]) == ("green", "west")
    sent(
        armies,
        armies.url("/sides/side"),
        {**fields, "name": "The Third!", "version": "1", "change_id": next_id()},
    )
    assert [side.id for side in parse_document(armies.document).sides] == ["red", "blue", "the-third"]
    sent(armies, armies.url("/sides/remove"), {"side": "the-third"})
    sent(armies, armies.url("/sides/remove"), {"side": "blue", "units": "go"})
    sent(armies, armies.url("/sides/remove"), {"side": "red", "units": "stay"})
    table = parse_document(armies.document)
    assert (table.sides, {unit.side for unit in table.units}, len(table.units)) == ((), {None}, 4)
    assert "No side" in armies.page("/units").one("main").text


def test_wrong_sides_are_named(armies: Kept) -> None:
    page = refused(
        armies, armies.url("/sides/side"), {"side": "red", "name": "", "color": "pink", "home": "up"}
    )
    assert page.has_id("name-problem")
    page = refused(
        armies, armies.url("/sides/side"), {"side": "red", "name": "Reds", "color": "pink", "home": "up"}
    )
    assert page.has_id("color-problem")
    assert page.has_id("home-problem")
    with ask(armies, armies.url("/sides/side?side=nobody")) as response:
        assert response.status_code == 404


def test_a_side_is_written_for_other_tools(armies: Kept) -> None:
    page = armies.page("/sides/codes?side=red")
    assert page.by_id("f-tts").text == "{{101,4}}"
    assert "mul_ids=101" in page.by_id("f-link").text
    assert "Birch, Cedar, Dogwood" in page.one("p", class_="strip-warn").text
    with ask(armies, armies.url("/sides/code.txt?side=red")) as response:
        assert response.text == "{{101,4}}\n"
        assert response.headers["Content-Disposition"] == 'attachment; filename="Reds.txt"'
    assert not armies.page("/sides/codes?side=blue").has_id("f-tts")
    assert "none of these units has one" in armies.page("/sides/codes?side=blue").by_id("no-code").text


def test_what_other_tools_cannot_hold_is_listed_and_a_mekbay_table_carries_the_damage(
    armies: Kept, empty: Kept
) -> None:
    sent(armies, armies.url("/unit/A"), {"armor_left": "1", "heat": "2"})
    page = armies.page("/sides/codes?side=red")
    numbers, table = page.by_id("numbers-lose").text, page.by_id("table-loses").text
    assert "damage to armor not in a MekBay link; left out for Alder" in numbers
    assert "heat" in numbers
    assert "heat not in a MekBay table; left out for Alder" in table
    assert "damage to armor" not in table
    with ask(armies, armies.url("/sides/units.csv?side=red")) as response:
        assert response.headers["Content-Disposition"] == 'attachment; filename="Reds.csv"'
        add(empty, bring(empty, response.text))
    units = units_of(empty)
    assert [unit.name for unit in units] == ["Alder", "Birch", "Cedar", "Dogwood"]
    assert (units[0].armor_left, units[0].skill, units[0].mul) == (1, units_of(armies)[0].skill, 101)
