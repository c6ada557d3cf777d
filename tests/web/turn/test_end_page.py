"""The End Phase on one page: rolls that are due, heat filled in, who is lost, and one button that ends the turn."""

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.store.database.connection import connect
from astrike.store.table.codes import Right, lookup
from astrike.store.table.rolls import KeptRoll, rolls
from tests.builders import area, box, building, document, mech, point, vehicle, water
from tests.web.conftest import Kept, keep
from tests.web.page import Element, parse

HOT = {"heat_made": 2, "fired": True}
UNITS = [
    mech("A", at=(4, 4), side="red", name="Alder", heat=2, **HOT),
    mech("B", at=(8, 30), side="blue", name="Birch", heat=1, motion="jump", moved=6),
    mech("C", at=(12, 30), side="blue", name="Cedar", heat=4, state=["shutdown"]),
    mech("D", at=(16, 30), side="blue", name="Dogwood", armor_left=0, structure_left=0, state=["destroyed"]),
    mech("E", at=(20, 4), side="red", name="Elm", armor_left=0, structure_left=2),
    mech("F", at=(24, 4), side="red", name="Fir", fired=True, heat_made=0),
    vehicle("V", at=(30, 10), side="red", name="Vetch", pending={"rolls": ["motive"]}),
    mech("G", at=(24, 30), side="blue", name="Gorse", structure_left=3, pending={"rolls": ["critical"] * 2}),
    mech("H", at=(28, 30), side="blue", name="Hazel", pending={"heat": 3}),
]
FIELD = area("field", box(28, 8, 32, 12), kind="minefield", density=2)
HALL = building("hall", box(38, 8, 42, 12), height=4, class_="light", name="Hall")
ON_IT = mech("R", at=(40, 10), side="blue", name="Rowan", elevation="roof", motion="unmoved")
TABLE = document(
    *UNITS,
    ON_IT,
    FIELD,
    HALL,
    point("poi", (36, 20), kind="poi", name="Crossroads"),
    phase="end",
    turn=2,
    marks=[{"kind": "tag", "by": "A", "target": "B"}, {"kind": "narc", "by": "A", "target": "C"}],
    declarations=[{"by": "A", "kind": "charge", "target": "B"}],
)


def now(table: Kept) -> Table:
    return parse_document(table.document)


def unit_of(table: Kept, name: str) -> Unit:
    found = now(table).unit(name)
    assert found is not None
    return found


def rows(page: Element, part: str) -> list[str]:
    return [" ".join(row.text.split()) for row in page.by_id(part).all("li")]


def level(page: Element, unit: str) -> str:
    (field,) = page.all("input", name=f"heat-{unit}")
    return field.attributes["value"]


def table_rolls(table: Kept) -> tuple[KeptRoll, ...]:
    with connect(table.db_path) as db:
        return rolls(db, lookup(db, table.codes.play).table_id)


def due(page: Element) -> list[str]:
    return [
        row.attributes["data-event"]
        for row in page.by_id("rolls").all("li")
        if "data-event" in row.attributes
    ]


def test_heat_is_filled_in_and_says_where_it_comes_from(table: Kept) -> None:
    page = table.page("/end", right=Right.PLAY)
    assert [level(page, unit) for unit in "ABCEFGHR"] == ["4", "0", "0", "0", "0", "0", "2", "0"]
    told = rows(page, "heat")
    assert "Alder had 2, overheat 2: shuts down" in told[0]
    assert "Birch had 1, no weapon attack: cools" in told[1]
    assert "Cedar had 4, no weapon attack: restarts" in told[2]
    assert "Hazel from outside 2: Move 8″ → 4″, +2 to hit" in told[3]
    assert "4 others: no heat, no change" in page.by_id("cold").text


def test_heat_says_why_it_stays_and_why_the_move_grows(client: FlaskClient, kept: Kept) -> None:
    units = [
        mech("A", at=(4, 4), side="red", name="Alder", heat=2, fired=True, heat_made=0),
        mech("B", at=(8, 30), side="blue", name="Birch", specials=["TSM"], fired=True, heat_made=1),
        mech("C", at=(12, 30), side="blue", name="Cedar"),
    ]
    page = keep(client, kept.db_path, document(*units, phase="end")).page("/end")
    told = rows(page, "heat")
    assert "Alder had 2, does not cool after a weapon attack: +2 to hit" in told[0]
    assert "Birch overheat 1: Move 8″ → 10″ (hot TSM +2″), +1 to hit" in told[1]
    assert page.by_id("cold-who").text == "C"


def test_the_other_phone_reads_for_whom_dice_fell_and_what_they_brought(table: Kept) -> None:
    def says() -> str:
        found = table.client.get(table.url("/version", right=Right.PLAY)).json["roll"]["says"]
        assert isinstance(found, str)
        return found

    with table.send("/end/roll", {"event": "motive.V", "dice-motive.V": "12"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert says() == "an unnamed phone rolled. Vetch: Motive damage: 12, Motive damage: immobile"
    with table.send("/end/roll", {"event": "all"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert says().startswith("an unnamed phone rolled. Vetch: Mines of density 2: ")
    assert "; Gorse: Critical hit: " in says()
    assert says().endswith("; and 1 more")
    assert "End Phase: Vetch: Mines" in table.page("/dice").text


def test_rolls_that_are_due_are_listed_with_dice_and_page(table: Kept) -> None:
    page = table.page("/end", right=Right.PLAY)
    assert due(page) == ["motive.V", "mines.V.field", "critical.G", "critical.G.2", "collapse.hall"]
    told = rows(page, "rolls")
    assert told[0].startswith("V Vetch Motive damage, 2D6 · CE p.")
    assert told[1].startswith("V Vetch Mines of density 2, 2D6 · CE p.168")
    assert "5 of 5 open" in page.by_id("rolls").text
    assert page.by_id("due").text == "5 rolls due, then turn 3"
    assert "5 rolls are still open" in page.by_id("finish").text
    assert not table.page("/end", right=Right.VIEW).has_id("finish")


def test_rolls_alike_are_told_apart_and_the_units_page_leads_to_them(table: Kept) -> None:
    told = [row for row in rows(table.page("/end"), "rolls") if "Gorse" in row]
    assert "Critical hit (1 of 2)" in told[0]
    assert "Critical hit (2 of 2)" in told[1]
    chip = table.page("?unit=G").one("a", class_="btn-due")
    assert chip.text == "rolls due: 2"
    with table.client.get(chip.attributes["href"]) as response:
        first = parse(response.text).one("nav", class_="tasks").all("a")[0]
    assert "due" in first.text.split()
    assert first.text.startswith("Critical hit")


def test_a_page_that_follows_goes_to_the_table_with_the_next_turn(table: Kept) -> None:
    follows = table.page("/end").by_id("end-page").attributes["data-follows"]
    with table.client.get(follows) as response:
        assert response.status_code == 200
    with table.send("/end"):
        pass
    with table.client.get(follows) as response:
        assert (response.status_code, response.location) == (303, table.url())


def test_a_roll_is_one_change_and_stays_on_the_page(table: Kept) -> None:
    with table.send("/end/roll", {"event": "motive.V"}, right=Right.PLAY) as response:
        assert response.status_code == 303
        assert response.location == table.url("/end", right=Right.PLAY)
    assert unit_of(table, "V").pending.rolls == ()
    page = table.page("/end", right=Right.PLAY)
    assert "motive.V" not in due(page)
    assert "4 of 5 open" in page.by_id("rolls").text
    assert rows(page, "rolls")[-1].startswith("V Vetch Motive damage: ")
    assert "Motive damage: Vetch" in table.page("/dice").text
    with table.send("/undo", right=Right.PLAY) as response:
        assert response.status_code == 303
    assert "motive.V" in due(table.page("/end", right=Right.PLAY))
    assert "5 of 5 open" in table.page("/end", right=Right.PLAY).by_id("rolls").text


def test_typed_dice_count_and_damage_acts_at_once(table: Kept) -> None:
    sent = {"event": "typed", "dice-motive.V": "12", "dice-critical.G": "3"}
    with table.send("/end/roll", sent, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert unit_of(table, "V").hits.motive == ("immobile",)
    gorse = unit_of(table, "G")
    assert (gorse.hits.engine, gorse.pending.rolls) == (1, ("critical",))
    assert unit_of(table, "G").pending.hits == unit_of(table, "A").pending.hits


@pytest.mark.parametrize("typed", ["13", "7 7", "x"])
def test_dice_that_cannot_fall_so_are_refused_at_their_row(table: Kept, typed: str) -> None:
    before = table.document
    with table.send("/end/roll", {"event": "critical.G", "dice-critical.G": typed}) as response:
        assert response.status_code == 422
        page = parse(response.text)
    (field,) = page.all("input", name="dice-critical.G")
    assert (field.attributes["value"], field.attributes["aria-invalid"]) == (typed, "true")
    assert table.document == before


def test_dice_that_a_result_needs_beside_are_asked_for(client: FlaskClient, kept: Kept) -> None:
    unit = mech("A", at=(7, 7), specials=["CASEP"], pending={"rolls": ["critical"]})
    table = keep(client, kept.db_path, document(unit, phase="end"))
    with table.send("/end/roll", {"event": "critical.A", "dice-critical.A": "2"}) as response:
        assert response.status_code == 422
        assert "1D6 for Prototype CASE" in response.text
    with table.send("/end/roll", {"event": "critical.A", "dice-critical.A": "2 3"}) as response:
        assert response.status_code == 303
    assert "destroyed" not in unit_of(table, "A").state


def test_an_engine_that_burns_fuel_explodes_on_a_twelve(client: FlaskClient, kept: Kept) -> None:
    unit = mech("A", at=(7, 7), specials=["FC"], pending={"rolls": ["critical"]})
    table = keep(client, kept.db_path, document(unit, phase="end"))
    with table.send("/end/roll", {"event": "critical.A", "dice-critical.A": "3 12"}) as response:
        assert response.status_code == 303, response.text
    assert unit_of(table, "A").state == {"destroyed"}
    assert [unit.attributes["value"] for unit in table.page("/end").by_id("lost").all("input")] == ["A"]


def test_who_fails_its_control_roll_falls_an_altitude(client: FlaskClient, kept: Kept) -> None:
    path = {"from": [7, 7], "to": [30, 7], "altitude": "middle"}
    fighter = mech(
        "A",
        at=(7, 7),
        type="AF",
        move="6a",
        motion="flight",
        flight=path,
        pending={"rolls": ["control-roll"]},
    )
    table = keep(client, kept.db_path, document(fighter, phase="end"))
    with table.send("/end/roll", {"event": "control-roll.A", "dice-control-roll.A": "5"}) as response:
        assert response.status_code == 303, response.text
    flight = unit_of(table, "A").flight
    assert flight is not None
    assert (flight.start, flight.end, flight.altitude) == ((7, 7), (30, 7), "low")
    assert "Control roll: 5, Falls an altitude" in table.page("/end").by_id("rolls").text


def test_damage_of_a_roll_may_leave_another_one(client: FlaskClient, kept: Kept) -> None:
    hall = building("hall", box(5, 5, 9, 9), height=4, class_="medium")
    unit = mech("A", at=(7, 7), size=4, armor_left=0, elevation="roof")
    table = keep(
        client, kept.db_path, document(unit, hall, mech("B", at=(7.5, 7.5), elevation="roof"), phase="end")
    )
    assert due(table.page("/end")) == ["collapse.hall"]
    with table.send("/end/roll", {"event": "collapse.hall"}) as response:
        assert response.status_code == 303, response.text
    assert unit_of(table, "A").structure_left == 2
    assert due(table.page("/end")) == ["critical.A"]


def test_a_hit_under_water_leaves_its_roll_for_the_end_phase(client: FlaskClient, kept: Kept) -> None:
    units = [
        mech("A", at=(7, 7), side="red"),
        mech("B", at=(7, 16), side="blue"),
        water("pond", box(3, 12, 11, 20), depth=1),
    ]
    table = keep(client, kept.db_path, document(*units, phase="combat"))
    with table.send("/attack/A/B/write", {"rolls": "11"}) as response:
        assert response.status_code == 303, response.text
    assert unit_of(table, "B").pending.rolls == ("hull-breach",)


def test_all_are_rolled_in_one_change(table: Kept) -> None:
    before, version = table.document, table.version
    with table.send("/end/roll", {"event": "all"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert table.version == version + 1
    page = table.page("/end", right=Right.PLAY)
    assert not {"motive.V", "mines.V.field", "critical.G.2", "collapse.hall"} & set(due(page))
    made = [row for row in rows(page, "rolls") if row.endswith("done")]
    assert [row.count(",") for row in made[:1]] == [1], "each says its own dice only"
    assert "End Phase: 5 rolls" in table.page("/history").by_id("log").text
    assert now(table).piece("hall") is not None
    with table.send("/undo", right=Right.PLAY):
        pass
    assert table.document == before


def test_mines_are_rolled_once_and_are_fewer_when_they_went_off(table: Kept) -> None:
    with table.send("/end/roll", {"event": "mines.V.field", "dice-mines.V.field": "8"}) as response:
        assert response.status_code == 303, response.text
    piece = now(table).piece("field")
    assert piece is not None
    assert piece.density == 1
    assert unit_of(table, "V").armor_left == 2
    assert "Mines of density 2: 8, it happens, 2 damage" in table.page("/end").by_id("rolls").text
    assert "mines.V.field" not in due(table.page("/end"))


def test_a_roll_that_brings_nothing_is_made_too_and_can_be_undone(table: Kept) -> None:
    before, version = table.document, table.version
    with table.send("/end/roll", {"event": "mines.V.field", "dice-mines.V.field": "2"}) as response:
        assert response.status_code == 303, response.text
    assert (table.document, table.version) == (before, version + 1)
    page = table.page("/end")
    assert "mines.V.field" not in due(page)
    assert "Mines of density 2: 2, nothing happens" in page.by_id("rolls").text
    with table.send("/undo") as response:
        assert response.status_code == 303, response.text
    assert "mines.V.field" in due(table.page("/end"))
    with table.send("/redo") as response:
        assert response.status_code == 303, response.text
    assert "mines.V.field" not in due(table.page("/end"))


def test_the_same_form_sent_twice_rolls_once(table: Kept) -> None:
    sent = {"version": str(table.version), "change_id": "one-and-the-same", "event": "all"}
    for _time in range(2):
        with table.client.post(table.url("/end/roll"), data=sent) as response:
            assert response.status_code == 303, response.text
    assert table.version == 2


def overtaken(table: Kept, event: str) -> str:
    """Roll for an event from a page that another phone has made old; give the page of the refusal."""
    version = table.version
    with table.send("/end/roll", {"event": "motive.V", "dice-motive.V": "7"}) as response:
        assert response.status_code == 303, response.text
    sent = {"version": str(version), "change_id": "rolled-too-late", "event": event, "heat-A": "3"}
    with table.client.post(table.url("/end/roll"), data=sent) as response:
        assert response.status_code == 409
        return response.text


@pytest.mark.parametrize("event", ["critical.G", "all"])
def test_dice_that_fell_too_late_are_applied_and_none_are_thrown_again(table: Kept, event: str) -> None:
    page = parse(overtaken(table, event))
    fell = [roll.number for roll in table_rolls(table)]
    (form,) = page.by_id("conflict").all("form")
    sent = [(each.attributes["name"], each.attributes["value"]) for each in form.all("input")]
    assert ("heat-A", "3") in sent
    with table.client.post(table.url("/end/roll"), data=MultiDict(sent)) as response:
        assert response.status_code == 303, response.text
    assert [roll.number for roll in table_rolls(table)] == fell
    dice = [die for roll in table_rolls(table) for die in roll.dice if not die.typed]
    rolled = [value for name, value in sent if name.startswith("dice-critical.G")]
    made = " ".join(rows(table.page("/end"), "rolls"))
    assert dice
    assert all(f"Critical hit: {value}" in made for value in rolled)


def test_a_roll_that_the_other_phone_made_is_not_made_twice(table: Kept) -> None:
    version = table.version
    with table.send("/end/roll", {"event": "motive.V"}):
        pass
    after, fell = table.document, table_rolls(table)
    sent = {"version": str(version), "change_id": "rolled-the-same", "event": "motive.V"}
    with table.client.post(table.url("/end/roll"), data=sent) as response:
        assert response.status_code == 303
    assert (table.document, table_rolls(table)) == (after, fell)


def test_what_was_set_by_hand_outlasts_a_roll(table: Kept) -> None:
    sent = {"event": "motive.V", "heat-A": "3", "heat-B": "0", "off": "D", "crippled": "E"}
    with table.send("/end/roll", sent, right=Right.PLAY) as response:
        assert response.location.partition("?")[2] == "heat-A=3&off=D&crippled=E"
        path = response.location.replace(table.url(right=Right.PLAY), "")
    page = table.page(path, right=Right.PLAY)
    assert level(page, "A") == "3"
    ticked = {
        each.attributes["value"] for each in page.by_id("lost").all("input") if "checked" in each.attributes
    }
    assert ticked == {"D", "E"}


def test_the_turn_ends_in_one_change(table: Kept) -> None:
    before, version = table.document, table.version
    with table.send("/end", {"off": "D", "crippled": "E"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
        assert response.location == table.url(right=Right.PLAY)
    begun = now(table)
    assert (begun.turn, begun.phase, table.version) == (3, "initiative", version + 1)
    assert [unit_of(table, unit).heat for unit in "ABCH"] == [4, 0, 0, 2]
    assert (unit_of(table, "A").state, unit_of(table, "C").state) == ({"shutdown"}, frozenset())
    assert unit_of(table, "D").state == {"destroyed", "off-table"}
    assert unit_of(table, "E").state == {"crippled"}
    assert not any(unit.fired or unit.heat_made is not None or unit.pending.heat for unit in begun.units)
    assert {unit.motion for unit in begun.units} == {"unmoved"}
    assert [mark.kind for mark in begun.marks] == ["narc"]
    assert begun.declarations == ()
    assert "Turn 3 begins" in table.page("/history").by_id("log").text
    with table.send("/undo", right=Right.PLAY):
        pass
    assert table.document == before


def test_ending_a_turn_twice_with_one_form_ends_one_turn(table: Kept) -> None:
    sent = {"version": str(table.version), "change_id": "one-and-the-same", "heat-A": "3"}
    for _time in range(2):
        with table.client.post(table.url("/end"), data=sent) as response:
            assert response.status_code == 303, response.text
    assert (now(table).turn, unit_of(table, "A").heat, unit_of(table, "A").state) == (3, 3, frozenset())
    with table.client.post(table.url("/end"), data={**sent, "change_id": "another-phone"}) as response:
        assert response.status_code == 303, "the other phone wanted the same"
    again = {"turn": "2", "version": str(table.version), "change_id": "apply-mine-anyway"}
    with table.client.post(table.url("/end"), data=again) as response:
        assert response.status_code == 303
    assert now(table).turn == 3


def test_open_rolls_stay_due_and_those_that_cannot_be_made_are_forgotten(
    client: FlaskClient, kept: Kept
) -> None:
    units = [
        mech("A", at=(7, 7), pending={"rolls": ["critical", "hull-breach"]}),
        mech("B", at=(20, 7), pending={"rolls": ["critical"]}, state=["destroyed"]),
    ]
    table = keep(client, kept.db_path, document(*units, phase="end"))
    with table.send("/end", right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert [unit_of(table, unit).pending.rolls for unit in "AB"] == [("critical",), ()]


def test_the_fallen_may_lie_where_they_are(table: Kept) -> None:
    with table.send("/end", right=Right.PLAY):
        pass
    assert unit_of(table, "D").state == {"destroyed"}


@pytest.mark.parametrize(
    "sent",
    [{"heat-A": "5"}, {"heat-A": "hot"}, {"off": "A"}, {"crippled": "nobody"}],
    ids=["too hot", "no number", "not destroyed", "not there"],
)
def test_what_cannot_be_is_refused_and_nothing_ends(table: Kept, sent: dict[str, str]) -> None:
    before = table.document
    with table.send("/end", sent, right=Right.PLAY) as response:
        assert response.status_code == 422
    assert table.document == before


def test_the_end_phase_has_to_have_begun(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, document(mech("A", at=(7, 7), heat=1), phase="combat"))
    page = table.page("/end")
    assert "not the End Phase yet" in page.by_id("not-yet").text
    assert page.by_id("next-step").text == "On to the End Phase"
    assert not page.has_id("finish")
    with table.send("/end") as response:
        assert response.status_code == 422
    with table.send("/turn/phase", {"phase": "end", "next": table.url("/end")}) as response:
        assert response.location == table.url("/end")
    assert table.page("/end").has_id("finish")


def test_a_table_to_measure_on_ends_its_turn_there_too(kept: Kept) -> None:
    assert kept.page("/end").by_id("due").text == "no rolls due, then turn 2"
    with kept.send("/end"):
        pass
    assert (now(kept).turn, now(kept).is_played) == (2, False)


def test_points_of_impact_lead_to_their_template(table: Kept) -> None:
    (link,) = table.page("/end").by_id("also").all("a")
    assert link.attributes["href"].endswith("/area/?at=36,20")


def test_shells_in_the_air_outlast_the_turn_and_other_attacks_do_not(client: FlaskClient, kept: Kept) -> None:
    attacks = [
        {"by": "A", "target": [20, 20], "ask": {"kind": "off-table"}, "lands": 5},
        {"by": "A", "target": "B"},
    ]
    units = (mech("A", at=(7, 7)), mech("B", at=(7, 20)))
    table = keep(client, kept.db_path, document(*units, phase="end", turn=4, attacks=attacks))
    told = rows(table.page("/end"), "also")
    assert "its shell lands in turn 5" in told[0]
    assert "declared, no dice yet" in told[1]
    with table.send("/end"):
        pass
    assert [each.lands for each in now(table).attacks] == [5]


def test_who_watches_changes_nothing(table: Kept) -> None:
    for path in ("/end", "/end/roll"):
        with table.send(path, {"event": "all"}, right=Right.VIEW) as response:
            assert response.status_code == 403
