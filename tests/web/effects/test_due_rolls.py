"""Rolls that an attack has left: one tap rolls, writes and shows them; undo names them."""

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from astrike.model.unit import Unit
from astrike.store.table.codes import Right
from tests.builders import document, mech, vehicle
from tests.web.conftest import Kept, keep
from tests.web.page import Element, parse


@pytest.fixture
def about_to_break(client: FlaskClient, kept: Kept) -> Kept:
    """Keep a table on which a vehicle is about to lose structure."""
    units = [
        mech("A", at=(10, 12.5), side="red", name="Alder", damage="4/4/4", facing=0),
        vehicle("V", at=(6, 15), side="blue", name="Wagon", armor=1, structure=6),
        mech("B", at=(10, 15), side="blue", name="Birch", armor=1, structure=6),
    ]
    return keep(client, kept.db_path, document(*units, phase="combat", initiative=["red", "blue"]))


def unit(table: Kept, name: str) -> Unit:
    found = parse_document(table.document).unit(name)
    assert found is not None
    return found


def written(table: Kept, target: str, **asked: str) -> Element:
    form = {"rolls": "12", **asked}
    with table.send(f"/attack/A/{target}/write", form, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
        return follow(table, response.headers["Location"])


def follow(table: Kept, address: str) -> Element:
    with table.client.get(address.split("#", maxsplit=1)[0]) as response:
        assert response.status_code == 200
        return parse(response.text)


def sent(table: Kept, card: Element, form_id: str, **button: str) -> Element:
    form = card.by_id(form_id)
    values = [*form.all("input")]
    data = {
        name: [e.attributes["value"] for e in values if e.attributes["name"] == name]
        for name in form.fields()
    }
    with table.client.post(form.attributes["action"], data={**data, **button}) as response:
        assert response.status_code == 303, response.text
        return follow(table, response.headers["Location"])


def test_a_tap_rolls_writes_and_shows_what_fell(about_to_break: Kept) -> None:
    card = written(about_to_break, "B")
    assert len(card.by_id("still").all("li")) == 2, "for the 12 and for lost structure"
    card = sent(about_to_break, card, "due-0")
    assert len(card.by_id("still").all("li")) == 1
    (line,) = card.by_id("made-rolls").all("li")
    assert "Critical hit: Birch" in line.text
    assert line.one("b", class_="fell").text
    assert unit(about_to_break, "B").pending.rolls == ("critical",)


def test_a_key_is_typed_dice(about_to_break: Kept) -> None:
    card = sent(about_to_break, written(about_to_break, "B"), "due-0", dice="8")
    assert "8 Weapon hit, from the End Phase on" in card.by_id("made-rolls").text
    assert unit(about_to_break, "B").pending.hits.weapon == 1
    about_to_break.send("/undo", right=Right.PLAY)
    assert unit(about_to_break, "B").pending.hits.weapon == 0
    assert "Birch: Critical hit 8, Weapon hit" in about_to_break.page("/history").text


def test_all_are_rolled_with_one_tap_and_are_one_change(about_to_break: Kept) -> None:
    card = written(about_to_break, "V")
    count = len(card.by_id("still").all("li"))
    assert count >= 2
    version = about_to_break.version
    card = sent(about_to_break, card, "due-all")
    assert about_to_break.version == version + 1
    assert not card.has_id("still")
    assert len(card.by_id("made-rolls").all("li")) == count
    assert unit(about_to_break, "V").pending.rolls == ()


def test_the_same_tap_sent_twice_counts_once(about_to_break: Kept) -> None:
    form = written(about_to_break, "B").by_id("due-0")
    for _time in range(2):
        with about_to_break.client.post(form.attributes["action"], data=form.fields()) as response:
            assert response.status_code == 303
    assert unit(about_to_break, "B").pending.rolls == ("critical",)


def test_what_is_no_roll_is_refused(about_to_break: Kept) -> None:
    for due in ("", "critical:X", "nothing:B", "collapse"):
        assert about_to_break.send("/effects/roll", {"due": due}, right=Right.PLAY).status_code == 422
    bad = {"due": "critical:B", "dice": "1"}
    assert about_to_break.send("/effects/roll", bad, right=Right.PLAY).status_code == 422


def test_a_critical_roll_of_a_surprise_attack_counts_at_once(
    client: FlaskClient, about_to_break: Kept
) -> None:
    pending = {"rolls": ["critical", "critical"], "at_once": ["critical"]}
    units = [
        mech("A", at=(6, 5), side="red", facing=0),
        mech("B", at=(10, 15), side="blue", pending=pending),
    ]
    played = keep(
        client, about_to_break.db_path, document(*units, phase="combat", initiative=["red", "blue"])
    )
    form = {"due": "critical:B", "dice": "8"}
    played.send("/effects/roll", form, right=Right.PLAY)
    assert (unit(played, "B").hits.weapon, unit(played, "B").pending.hits.weapon) == (1, 0)
    played.send("/effect/critical/B/apply", {"dice": "8"}, right=Right.PLAY)
    assert (unit(played, "B").hits.weapon, unit(played, "B").pending.hits.weapon) == (1, 1)
    assert unit(played, "B").pending.rolls == ()


def test_a_surprise_attack_says_so_of_the_rolls_that_it_leaves(about_to_break: Kept) -> None:
    written(about_to_break, "B", kind="surprise")
    pending = unit(about_to_break, "B").pending
    assert pending.at_once == pending.rolls != ()
