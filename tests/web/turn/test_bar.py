"""The bar above the map: whose step it is, one button for what comes next, and which phone plays what."""

import re

from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ChangeLabel, SetProperty
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.store.database.connection import connect
from astrike.store.table.changes import change_table
from astrike.store.table.codes import Right
from tests.builders import document, mech
from tests.web.conftest import NOW, Kept, keep, next_id, own_client
from tests.web.page import Element

UNITS = [mech(f"R{n}", at=(4 + 4 * n, 5), side="red", name=f"Alder {n}", motion="unmoved") for n in range(2)]
UNITS += [
    mech(f"B{n}", at=(4 + 4 * n, 30), side="blue", name=f"Birch {n}", motion="unmoved", facing=180)
    for n in range(2)
]
TABLE = document(*UNITS, phase="initiative")


def bar(page: Element) -> str:
    return " ".join(page.by_id("turn").one("b").text.split()).replace(" :", ":")


def now(table: Kept) -> Table:
    return parse_document(table.document)


def unit_now(table: Kept, name: str) -> Unit:
    found = now(table).unit(name)
    assert found is not None
    return found


def step(page: Element) -> str:
    return " ".join(page.by_id("next-step").text.split())


def test_a_turn_is_led_from_initiative_to_the_next_turn(table: Kept) -> None:
    assert bar(table.page(right=Right.PLAY)) == "Turn 1 · Initiative"
    table.send("/order", {"lost": "blue"}, right=Right.PLAY)
    assert now(table).phase == "movement"
    page = table.page(right=Right.PLAY)
    assert bar(page) == "Turn 1 · Movement · Blue moves 1 of 2"
    assert "then Red moves 1 of 2" in page.one("main").text
    assert page.by_id("next-step").attributes["href"].endswith("/unit/B0/move")
    for unit in ("B0", "R0", "B1", "R1"):
        assert (
            table.page(right=Right.PLAY).by_id("next-step").attributes["href"].endswith(f"/unit/{unit}/move")
        )
        table.send(f"/unit/{unit}/move", {"mode": "standstill"}, right=Right.PLAY)
    page = table.page(right=Right.PLAY)
    assert step(page) == "On to combat Everybody has moved"
    table.send("/turn/phase", {"phase": "combat"}, right=Right.PLAY)
    page = table.page(right=Right.PLAY)
    assert bar(page) == "Turn 1 · Combat · Blue: 2 still to attack"
    table.send("/turn/no-attack", {"side": "blue"}, right=Right.PLAY)
    table.send("/turn/no-attack", {"unit": "R0"}, right=Right.PLAY)
    assert bar(table.page(right=Right.PLAY)) == "Turn 1 · Combat · Red: 1 still to attack"
    table.send("/turn/no-attack", {"unit": "R1"}, right=Right.PLAY)
    table.send("/turn/phase", {"phase": "end"}, right=Right.PLAY)
    assert step(table.page(right=Right.PLAY)) == "End Phase Rolls and heat, then turn 2"
    assert table.page(right=Right.PLAY).by_id("next-step").attributes["href"] == table.url(
        "/end", right=Right.PLAY
    )
    table.send("/end", right=Right.PLAY)
    begun = now(table)
    assert (begun.turn, begun.phase, begun.initiative) == (2, "initiative", ())
    assert not any(unit.fired or unit.motion != "unmoved" for unit in begun.units)


def test_initiative_is_rolled_and_the_dice_are_kept(table: Kept) -> None:
    with table.send("/order/roll", right=Right.PLAY) as response:
        assert response.status_code == 303
    assert set(now(table).initiative) == {"red", "blue"}
    fell = re.findall(r"Initiative.*?(\d+) (\d+)", " ".join(table.page("/dice").text.split()))
    assert fell


def test_a_unit_out_of_order_moves_with_one_more_tap_and_the_history_says_so(table: Kept) -> None:
    table.send("/order", {"lost": "blue"}, right=Right.PLAY)
    page = table.page("/unit/R0/move?via=4,8", right=Right.PLAY)
    assert page.by_id("out-of-order").text.strip() == "Blue moves now"
    refused = table.send("/unit/R0/move", {"via": "4,8"}, right=Right.PLAY)
    assert refused.status_code == 422
    with table.send("/unit/R0/move", {"via": "4,8", "out_of_order": "1"}, right=Right.PLAY) as response:
        assert response.status_code == 303
    assert "out of order: Blue was to move" in table.page("/history").text
    assert bar(table.page(right=Right.PLAY)) == "Turn 1 · Movement · Blue moves 1 of 2"


def test_a_phone_that_plays_the_other_side_sees_whose_step_it_is(table: Kept) -> None:
    table.send("/order", {"lost": "blue"}, right=Right.PLAY)
    page = table.page(right=Right.PLAY)
    assert page.by_id("seat").text.count("Which side do you play?") == 1
    table.client.post(table.url("/turn/side", right=Right.PLAY), data={"side": "red"})
    page = table.page(right=Right.PLAY)
    assert "You play Red" in page.by_id("seat").text
    assert "Blue is next" in page.by_id("seat").text
    assert not page.has_id("next-step")
    table.client.post(table.url("/turn/side", right=Right.PLAY), data={"side": "*"})
    assert table.page(right=Right.PLAY).has_id("next-step")
    table.client.post(table.url("/turn/side", right=Right.PLAY), data={"side": "-"})
    assert not table.page(right=Right.PLAY).has_id("next-step")


def change_side(table: Kept, unit: str, side: str) -> None:
    with connect(table.db_path) as db:
        change_table(
            db,
            table.id,
            from_version=table.version,
            operations=[SetProperty(unit, "side", side)],
            label=ChangeLabel("unit.edited", {"unit": unit, "what": side}),
            right=Right.ORGANISE,
            author="Kim",
            client_id=next_id(),
            now=NOW,
            check=parse_document,
        )


def test_a_phone_that_plays_all_sides_plays_one_that_joins_later(table: Kept) -> None:
    table.client.post(table.url("/turn/side", right=Right.PLAY), data={"side": "*"})
    change_side(table, "R1", "green")
    table.send("/order", {"lost": "green"}, right=Right.PLAY)
    page = table.page(right=Right.PLAY)
    assert bar(page) == "Turn 1 · Movement · Green moves 1 of 1"
    assert "You play all sides" in page.by_id("seat").text
    assert page.by_id("next-step").attributes["href"].endswith("/unit/R1/move")


def test_a_phone_that_plays_one_side_is_not_asked_to_play_one_that_joins(table: Kept) -> None:
    table.client.post(table.url("/turn/side", right=Right.PLAY), data={"side": "red"})
    change_side(table, "B1", "green")
    table.send("/order", {"lost": "green"}, right=Right.PLAY)
    page = table.page(right=Right.PLAY)
    assert "You play Red" in page.by_id("seat").text
    assert not page.has_id("next-step")


def pips(page: Element) -> dict[str, str]:
    return {
        each.text.split(maxsplit=1)[1]: each.attributes["href"]
        for each in page.by_id("turn").all("a", class_="pip")
    }


def test_a_mark_leads_to_the_next_step_of_its_unit_on_the_phone_that_plays_it(table: Kept) -> None:
    table.send("/order", {"lost": "blue"}, right=Right.PLAY)
    here = table.url(right=Right.PLAY)
    assert pips(table.page(right=Right.PLAY)) == {
        "Move Birch 0": f"{here}/unit/B0/move",
        "Move Birch 1": f"{here}/unit/B1/move",
    }
    table.client.post(table.url("/turn/side", right=Right.PLAY), data={"side": "red"})
    assert pips(table.page(right=Right.PLAY)) == {
        "Birch 0": f"{here}?unit=B0",
        "Birch 1": f"{here}?unit=B1",
    }
    table.send("/turn/phase", {"phase": "combat"}, right=Right.PLAY)
    table.client.post(table.url("/turn/side", right=Right.PLAY), data={"side": "blue"})
    page = table.page(right=Right.PLAY)
    assert pips(page) == {"Birch 0": f"{here}?unit=B0", "Birch 1": f"{here}?unit=B1"}
    assert page.by_id("order").attributes["href"] == f"{here}/order"


def test_a_phone_that_waits_reads_whose_step_it_is_and_is_not_offered_what_the_other_did(table: Kept) -> None:
    table.send("/order", {"lost": "blue"}, right=Right.PLAY)
    table.client.post(table.url("/turn/side", right=Right.PLAY), data={"side": "red"})
    page = table.page(right=Right.PLAY)
    assert page.by_id("waits").text == "Blue moves 1 of 2 then Red moves 1 of 2"
    assert "btn-main" not in page.by_id("measure").attributes["class"]
    assert not page.has_id("undo-last")
    table.client.post(table.url("/turn/side", right=Right.PLAY), data={"side": "-"})
    assert "Blue moves 1 of 2" in table.page(right=Right.PLAY).by_id("waits").text


def test_a_new_game_says_how_the_second_phone_joins_until_it_does(table: Kept) -> None:
    code = table.codes.play
    page = table.page()
    assert f"{code[:5]}-{code[5:]}" in page.by_id("join").text
    assert page.by_id("join-qr").attributes["href"] == table.url("/codes")
    for right in (Right.VIEW, Right.PLAY):
        assert not table.page(right=right).has_id("join"), "who joined has typed the code already"
    table.client.post(table.url("/join"))
    assert not table.page().has_id("join")
    table.client.delete_cookie("astrike_join", path=table.url())
    assert table.page().has_id("join")
    other = own_client(table.client.application)
    other.post(table.url("/turn/side", right=Right.PLAY), data={"side": "red"})
    assert not table.page().has_id("join")


def test_once_the_game_has_begun_nothing_says_how_to_join(table: Kept) -> None:
    table.send("/order", {"lost": "blue"}, right=Right.PLAY)
    assert not table.page().has_id("join")


def test_the_bar_can_be_switched_off_on_one_phone(table: Kept) -> None:
    assert table.page(right=Right.PLAY).has_id("turn")
    table.client.post(table.url("/turn/bar", right=Right.PLAY), data={"bar": "off"})
    assert not table.page(right=Right.PLAY).has_id("turn")
    table.client.post(table.url("/turn/bar", right=Right.PLAY), data={"bar": "on"})
    assert table.page(right=Right.PLAY).has_id("turn")


def test_no_button_leads_back_to_a_phase_that_is_over(table: Kept) -> None:
    table.send("/order", {"lost": "red"}, right=Right.PLAY)
    for phase in ("combat", "end"):
        table.send("/turn/phase", {"phase": phase}, right=Right.PLAY)
    with table.send("/turn/phase", {"phase": "combat"}, right=Right.PLAY) as response:
        assert response.status_code == 422
    assert now(table).phase == "end"


def test_both_phones_read_how_initiative_fell(table: Kept) -> None:
    table.send("/order/roll", right=Right.PLAY)
    page = table.page(right=Right.PLAY)
    found = re.search(r"Red \d+, Blue \d+ · then (Red|Blue) moves 1 of 2", page.one("main").text)
    assert found is not None
    says = table.client.get(table.url("/version", right=Right.PLAY)).json["roll"]["says"]
    assert re.fullmatch(r"Initiative: Red \d+, Blue \d+", says)
    table.send(f"/unit/{'R0' if found[1] == 'Blue' else 'B0'}/move", {"mode": "standstill"}, right=Right.PLAY)
    assert re.search(r"Red \d+, Blue \d+", table.page(right=Right.PLAY).one("main").text) is None


def test_a_table_to_measure_on_has_no_bar(kept: Kept) -> None:
    assert not kept.page().has_id("turn")


def test_an_attack_that_is_written_is_noted_with_its_overheat(table: Kept) -> None:
    table.send("/order", {"lost": "red"}, right=Right.PLAY)
    table.send("/turn/phase", {"phase": "combat"}, right=Right.PLAY)
    with table.send("/attack/R0/B0/write", {"rolls": "2"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    unit = now(table).unit("R0")
    assert unit is not None
    assert (unit.fired, unit.heat_made) == (True, 0)
    assert bar(table.page(right=Right.PLAY)) == "Turn 1 · Combat · Red: 1 still to attack"


def test_a_unit_destroyed_in_the_combat_phase_still_attacks_and_is_gone_after_it(table: Kept) -> None:
    table.send("/order", {"lost": "red"}, right=Right.PLAY)
    table.send("/turn/phase", {"phase": "combat"}, right=Right.PLAY)
    for _shot in range(9):
        with table.send("/attack/R0/B0/write", {"rolls": "12", "anyway": "1"}, right=Right.PLAY) as response:
            assert response.status_code == 303, response.text
        if "destroyed" in unit_now(table, "B0").pending.state:
            break
    hurt = unit_now(table, "B0")
    assert (hurt.structure_left, hurt.state) == (0, frozenset())
    assert "in the End Phase: destroyed" in table.page("?unit=B0", right=Right.PLAY).one("main").text
    with table.send("/attack/B0/R0/write", {"rolls": "12", "anyway": "1"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert unit_now(table, "B0").fired
    table.send("/turn/phase", {"phase": "end"}, right=Right.PLAY)
    assert (unit_now(table, "B0").state, unit_now(table, "B0").pending.state) == ({"destroyed"}, frozenset())
    table.send("/undo", right=Right.PLAY)
    assert unit_now(table, "B0").pending.state == {"destroyed"}


def test_a_roll_that_an_attack_left_stays_due_until_it_is_made(table: Kept) -> None:
    table.send("/order", {"lost": "red"}, right=Right.PLAY)
    table.send("/turn/phase", {"phase": "combat"}, right=Right.PLAY)
    while not unit_now(table, "B0").pending.rolls:
        table.send("/attack/R0/B0/write", {"rolls": "11", "anyway": "1"}, right=Right.PLAY)
    due = unit_now(table, "B0").pending.rolls
    assert set(due) == {"critical"}
    page = table.page("/effect/critical/B0?dice=5&asked=1", right=Right.PLAY)
    assert "No critical hit" in page.one("main").text
    assert page.has_id("apply"), "nothing happens, and that is noted"
    table.send("/effect/critical/B0/apply", {"dice": "5", "asked": "1"}, right=Right.PLAY)
    assert unit_now(table, "B0").pending.rolls == due[1:]


def test_a_file_for_older_programs_calls_the_first_phase_movement(table: Kept) -> None:
    with table.client.get(table.url("/download")) as response:
        assert response.get_json(force=True)["astrike"]["phase"] == "movement"


def test_a_new_table_begins_with_initiative(kept: Kept) -> None:
    sent = {
        "name": "Friday",
        "width": "48",
        "depth": "48",
        "edition": "ce-5.01",
        "layout": "",
        "change_id": "new-table-1",
    }
    address = kept.client.post("/new", data=sent).headers["Location"]
    with kept.client.get(f"{address}/download") as response:
        assert response.get_json(force=True)["astrike"]["phase"] == "movement"


def map_units(page: Element) -> dict[str, str]:
    return {
        link.attributes["data-unit"]: link.attributes["aria-label"]
        for link in page.by_id("map").all("a", class_="unit")
    }


def ticks(page: Element) -> int:
    return len(page.by_id("map").all("g", class_="check"))


def test_who_has_moved_bears_a_tick_on_the_map_and_in_the_list(table: Kept) -> None:
    assert ticks(table.page(right=Right.PLAY)) == 0
    table.send("/order", {"lost": "blue"}, right=Right.PLAY)
    table.send("/unit/B0/move", {"mode": "standstill"}, right=Right.PLAY)
    page = table.page(right=Right.PLAY)
    assert ticks(page) == 1
    assert [unit for unit, said in map_units(page).items() if said.endswith("has moved")] == ["B0"]
    rows = [row.text for row in page.all("a", class_="enemy") if "has moved" in row.text]
    assert len(rows) == 1
    assert "Birch 0" in rows[0]
    table.send("/undo", right=Right.PLAY)
    assert ticks(table.page(right=Right.PLAY)) == 0


def test_ticks_of_the_combat_phase_are_of_attacks_and_go_with_the_turn(table: Kept) -> None:
    table.send("/order", {"lost": "blue"}, right=Right.PLAY)
    for unit in ("B0", "R0", "B1", "R1"):
        table.send(f"/unit/{unit}/move", {"mode": "standstill"}, right=Right.PLAY)
    assert ticks(table.page(right=Right.PLAY)) == 4
    table.send("/turn/phase", {"phase": "combat"}, right=Right.PLAY)
    assert ticks(table.page(right=Right.PLAY)) == 0
    table.send("/turn/no-attack", {"unit": "B1"}, right=Right.PLAY)
    page = table.page(right=Right.PLAY)
    assert [unit for unit, said in map_units(page).items() if said.endswith("no more attacks")] == ["B1"]
    assert ticks(page) == 1
    for path in ("/unit/B0/move", "/tape", "?unit=R0", "?unit=R0&x=4&y=6"):
        assert ticks(table.page(path, right=Right.PLAY)) == 1, path
    table.send("/turn/phase", {"phase": "end"}, right=Right.PLAY)
    assert ticks(table.page(right=Right.PLAY)) == 0


def test_a_table_that_is_not_played_has_no_ticks(client: FlaskClient, kept: Kept) -> None:
    moved = [
        {**unit, "properties": {**unit["properties"], "motion": "ground", "done": True}} for unit in UNITS
    ]
    plain = keep(client, kept.db_path, document(*moved))
    page = plain.page(right=Right.PLAY)
    assert ticks(page) == 0
    assert not [said for said in map_units(page).values() if "moved" in said]


def test_a_phone_that_hides_the_bar_sees_the_ticks_too_and_pictures_for_others_have_none(table: Kept) -> None:
    table.send("/order", {"lost": "blue"}, right=Right.PLAY)
    table.send("/unit/B0/move", {"mode": "standstill"}, right=Right.PLAY)
    table.client.post(table.url("/turn/bar", right=Right.PLAY), data={"bar": "off"})
    page = table.page(right=Right.PLAY)
    assert not page.has_id("turn")
    assert ticks(page) == 1
    assert [row.text for row in page.all("a", class_="enemy") if "has moved" in row.text]
    with table.client.get(table.url("/export/svg")) as response:
        assert "check" not in response.text


def test_what_the_other_phone_has_done_the_same_way_is_done(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, document(*UNITS, phase="movement", initiative=["blue", "red"]))

    def both(path: str, fields: dict[str, str]) -> None:
        version = table.version
        for _phone in range(2):
            sent = {"version": str(version), "change_id": next_id(), **fields}
            with client.post(table.url(path, right=Right.PLAY), data=sent) as response:
                assert response.status_code == 303, response.text
        assert table.version == version + 1

    both("/unit/B0/move", {"mode": "standstill"})
    both("/turn/phase", {"phase": "combat"})
    both("/turn/no-attack", {"side": "blue"})


def test_the_same_unit_moved_another_way_is_a_conflict(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, document(*UNITS, phase="movement", initiative=["blue", "red"]))
    sent = {"version": str(table.version), "mode": "ground", "via": "4,29"}
    table.send("/unit/B0/move", {"mode": "standstill"}, right=Right.PLAY)
    sent["change_id"] = next_id()
    with client.post(table.url("/unit/B0/move", right=Right.PLAY), data=sent) as response:
        assert response.status_code == 409


def test_no_more_attacks_says_for_how_many_units_and_asks_once_more(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, document(*UNITS, phase="combat", initiative=["blue", "red"]))
    page = table.page(right=Right.PLAY)
    assert page.by_id("hold-fire-of").text == "No more attacks"
    assert page.by_id("hold-fire").text == "No more attacks ends it for 2 units of Blue"
    table.send("/turn/no-attack", {"unit": "B0"}, right=Right.PLAY)
    page = table.page(right=Right.PLAY)
    assert not page.has_id("hold-fire-of")
    assert page.by_id("hold-fire").text == "No more attacks"
