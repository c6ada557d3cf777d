"""What both players agree on is the answer: the number, the roll and the damage on the card where it was asked."""

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from astrike.store.table.codes import Right
from tests.builders import box, building, document, hill, mech, wall
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import Element, parse


@pytest.fixture
def nearly_long(client: FlaskClient, fresh_db: Path) -> Kept:
    """Two units whose range is 0.05 inches short of long: 7+ or 9+."""
    return keep(
        client,
        fresh_db,
        document(
            mech("A", at=(7, 7), side="red", name="Alder", damage="3/3/1", facing=90),
            mech("B", at=(7 + 23.95 + 1.25, 7), side="blue", name="Birch", armor=9, structure=5),
        ),
    )


def look(kept: Kept, address: str) -> Element:
    with kept.client.get(address) as response:
        assert response.status_code == 200, response.text
        return parse(response.text)


def needed(card: Element) -> str:
    return card.by_id("target-number").text.removeprefix("Target Number ").replace(" ", "")


def agree(kept: Kept, number: int, path: str = "/attack/A/B/margin?part=strip") -> str:
    """Press one of both buttons, and give the address that it leads to."""
    form = kept.page(path, right=Right.PLAY).one("form", class_="decide-ruling")
    values = {**form.fields(), "agree": str(number), "change_id": next_id()}
    with kept.client.post(form.attributes["action"], data=values) as response:
        assert response.status_code == 303, response.text
        return response.headers["Location"]


@pytest.mark.parametrize(("number", "needs", "damage"), [(0, "7+", "3 damage"), (1, "9+", "1 damage")])
def test_the_agreed_number_is_the_answer_with_roll_and_damage_below(
    nearly_long: Kept, number: int, needs: str, damage: str
) -> None:
    address = agree(nearly_long, number)
    card = look(nearly_long, address)
    assert urlsplit(address).path == nearly_long.url("/attack/A/B", right=Right.PLAY)
    assert needed(card) == needs
    assert damage in card.one("section", **{"aria-label": "Answer"}).text
    assert card.by_id("roll").text == "Roll 2D6"
    stated = card.by_id("agreed")
    assert stated.text.startswith(
        f"Agreed by both: {needs} Medium ends at 24.00″, measured 23.95″, tolerance 0.10″."
    )
    assert card.by_id("unagreed").text == "unagreed: 7+ or 9+"
    ruling = look(
        nearly_long, next(each.attributes["href"] for each in stated.all("a") if "Ruling" in each.text)
    )
    assert f"Agreed: {needs}" in ruling.by_id("ruling").text
    assert not card.has_id("margin"), "nobody asks again how far it holds"


@pytest.mark.parametrize(
    ("number", "fell", "hits", "armor"), [(0, "8", True, 6), (1, "8", False, None), (1, "9", True, 8)]
)
def test_rolls_and_damage_go_by_what_was_agreed(
    nearly_long: Kept, number: int, fell: str, hits: bool, armor: int | None
) -> None:
    card = look(nearly_long, agree(nearly_long, number))
    form = card.by_id("roll-form")
    values = {**form.fields(), "do": "typed", "rolls": fell}
    with nearly_long.client.post(form.attributes["action"], data=values) as response:
        assert response.status_code == 303, response.text
        rolled = look(nearly_long, response.headers["Location"])
    assert rolled.by_id("agreed").text.startswith("Agreed")
    assert rolled.by_id("rolled").text.startswith("Hit") == hits
    if not hits:
        assert not rolled.has_id("write")
        return
    form = next(each for each in rolled.all("form") if each.has_id("write"))
    with nearly_long.client.post(form.attributes["action"], data=form.fields()) as response:
        assert response.status_code == 303, response.text
        assert look(nearly_long, response.headers["Location"]).has_id("written")
    units = {each["id"]: each for each in nearly_long.document["features"]}  # type: ignore[attr-defined]
    assert units["B"]["properties"]["armor_left"] == armor
    assert units["A"]["geometry"]["coordinates"] == [7, 7], "nobody was moved for it"
    assert units["B"]["geometry"]["coordinates"] == [32.2, 7]


def change(kept: Kept, card: Element) -> Element:
    """Press Change beside what was agreed on."""
    form = card.by_id("agreed").one("form")
    with kept.client.post(form.attributes["action"], data=form.fields()) as response:
        assert response.status_code == 303, response.text
        return look(kept, response.headers["Location"])


CARD = "/attack/A/B"


def test_an_agreement_counts_on_every_phone_and_is_dropped_for_every_phone(nearly_long: Kept) -> None:
    mine = agree(nearly_long, 1)
    other = nearly_long.page(CARD, right=Right.PLAY)
    assert needed(other) == "9+"
    assert other.by_id("agreed").text.startswith("Agreed by both: 9+")
    assert not nearly_long.page(CARD, right=Right.VIEW).by_id("agreed").all("form"), (
        "who looks on changes nothing"
    )
    plain = change(nearly_long, other)
    assert needed(plain) == "7+"
    assert plain.has_id("margin")
    assert not plain.has_id("agreed")
    assert "The agreement on 9+ no longer counts." in look(nearly_long, mine).by_id("agreed").text
    assert "Withdrawn" in nearly_long.page("/rulings").text
    agree(nearly_long, 0)
    assert nearly_long.page(CARD, right=Right.PLAY).by_id("agreed").text.startswith("Agreed by both: 7+")
    assert needed(look(nearly_long, mine)) == "7+", "the newest counts on the phone that knows an older one"


def test_an_agreement_that_contradicts_another_is_refused(nearly_long: Kept) -> None:
    """Both phones had the question open."""
    form = nearly_long.page("/attack/A/B/margin?part=strip", right=Right.PLAY).one(
        "form", class_="decide-ruling"
    )

    def press(number: int) -> tuple[int, str]:
        values = {**form.fields(), "agree": str(number), "change_id": next_id()}
        with nearly_long.client.post(form.attributes["action"], data=values) as response:
            return response.status_code, response.text

    assert press(0)[0] == 303
    status, text = press(1)
    assert status == 409
    assert "Already agreed: 7+ (r-0001)." in parse(text).text
    assert press(0)[0] == 303, "the same once more is no other"
    assert not nearly_long.page("/rulings").has_id("r-0002")
    assert needed(nearly_long.page(CARD)) == "7+"


def test_a_judges_word_counts_above_an_agreement_and_is_not_dropped_by_players(nearly_long: Kept) -> None:
    agree(nearly_long, 0)
    ruling = nearly_long.page(CARD, right=Right.PLAY).by_id("agreed").one("form").attributes["action"]
    decided = {"outcome": "9+", "how": "judged", "change_id": next_id()}
    address = nearly_long.url("/rulings", right=Right.ORGANISE) + "/" + ruling.split("/")[-2] + "/decide"
    with nearly_long.client.post(address, data=decided) as response:
        assert response.status_code == 303
    card = nearly_long.page(CARD, right=Right.PLAY)
    assert card.by_id("agreed").text.startswith("Judge: 9+")
    assert not card.by_id("agreed").all("form")
    with nearly_long.client.post(ruling, data={"next": "/"}) as response:
        assert response.status_code == 403


@pytest.mark.parametrize(("fell", "splits"), [("8", True), ("9", True), ("4", False)])
def test_dice_are_judged_once_somebody_has_decided(nearly_long: Kept, fell: str, splits: bool) -> None:
    """7+ for 3 damage or 9+ for 1: what both say is said, and nothing else is written."""
    card = nearly_long.page(f"{CARD}?rolls={fell}", right=Right.PLAY)
    assert card.has_id("split") == splits
    if not splits:
        assert card.by_id("rolled").text.startswith("Miss")
        return
    stated = {"8": "8: hits at 7+, misses at 9+", "9": "9: 3 damage at 7+, 1 damage at 9+"}[fell]
    assert stated in card.by_id("split").text
    assert not card.has_id("rolled")
    assert not card.has_id("write")
    values = {"version": str(nearly_long.version), "rolls": fell, "change_id": next_id()}
    with nearly_long.client.post(nearly_long.url(f"{CARD}/write", right=Right.PLAY), data=values) as response:
        assert response.status_code == 422, response.text
        assert "too close to call" in response.text
    form = card.by_id("outcome").one("form", class_="decide-ruling")
    with nearly_long.client.post(
        form.attributes["action"], data={**form.fields(), "agree": "0", "change_id": next_id()}
    ) as response:
        decided = look(nearly_long, response.headers["Location"])
    assert decided.by_id("rolled").text == f"Hit {fell} is 7 or more. 3 damage to Birch.", (
        "the dice lie there"
    )
    assert decided.has_id("write")


def test_an_agreement_counts_no_more_when_the_table_has_changed(nearly_long: Kept) -> None:
    address = agree(nearly_long, 1)
    moved = {"name": "Birch", "x": "20", "y": "7", "sent": "1", "motion": "standstill", "moved": ""}
    assert nearly_long.send("/unit/B", moved, right=Right.PLAY).status_code == 303
    card = look(nearly_long, address)
    assert card.by_id("agreed").text.startswith("The agreement on 9+ no longer counts.")
    assert needed(card) != "9+"


def test_an_agreement_about_one_attack_is_none_about_another(nearly_long: Kept) -> None:
    ruling = dict(parse_qsl(urlsplit(agree(nearly_long, 1)).query))["agreed"]
    card = nearly_long.page(f"/attack/A/B?overheat=1&agreed={ruling}")
    assert "no longer counts" in card.by_id("agreed").text
    with nearly_long.client.get(nearly_long.url("/attack/A/B?agreed=nobody")) as response:
        assert response.status_code == 404


def test_a_judge_is_called_as_before(nearly_long: Kept) -> None:
    form = nearly_long.page("/attack/A/B/margin?part=strip").one("form", class_="decide-ruling")
    values = {**form.fields(), "call": "1", "change_id": next_id()}
    with nearly_long.client.post(form.attributes["action"], data=values) as response:
        assert re.fullmatch(r"/r/\w+", response.headers["Location"])


def test_what_is_tried_out_elsewhere_is_agreed_on_there(nearly_long: Kept) -> None:
    address = agree(nearly_long, 1, "/attack/A/B/margin?part=strip&x=7&y=7.01&facing=90")
    assert {"x", "y", "agreed"} <= set(dict(parse_qsl(urlsplit(address).query)))
    assert needed(look(nearly_long, address)) == "9+"


def test_an_agreed_line_of_sight_is_said_on_the_tape(client: FlaskClient, fresh_db: Path) -> None:
    """The end of a hill hides about two thirds of Birch."""
    alder, birch = (
        mech("A", at=(7, 7), side="red", name="Alder"),
        mech("B", at=(20, 7), side="blue", name="Birch"),
    )
    table = keep(client, fresh_db, document(alder, birch, hill("h", box(12, 6.91, 14, 10), height=2)))
    path = "/sight/A/B/margin?part=strip"
    stated = [each.text for each in table.page(path).all("button", name="agree")]
    assert stated == ["We agree: Blocked", "We agree: Cover"]
    tape = look(table, agree(table, 1, path))
    assert tape.by_id("agreed").text.startswith("Agreed by both: Cover")
    assert not tape.all("div", class_="margin-later")


def test_an_agreed_move_is_made_as_agreed(client: FlaskClient, fresh_db: Path) -> None:
    """The way ends 0.07 inches short of a wall: yes or no."""
    alder = mech("A", at=(20, 10), side="red", name="Alder", motion="unmoved", move='8"', facing=0)
    table = keep(client, fresh_db, document(alder, wall("w", box(10, 16, 30, 16.5), height=3)))
    address = agree(table, 0, "/unit/A/move?via=20,15.3")
    page = look(table, address)
    assert page.by_id("agreed").text.startswith("Agreed by both: Yes")
    assert page.by_id("verdict").one("p", class_="word").text == "Yes"
    assert page.has_id("commit")
    assert not page.has_id("close")
    change(table, page)
    no = look(table, agree(table, 1, "/unit/A/move?via=20,15.3"))
    assert no.by_id("verdict").one("p", class_="word").text == "No"
    assert not no.has_id("commit")


def test_an_agreed_move_that_is_measured_as_none_is_made(client: FlaskClient, fresh_db: Path) -> None:
    alder = mech("A", at=(20, 10), side="red", name="Alder", motion="unmoved", move='8"', facing=0)
    table = keep(client, fresh_db, document(alder, wall("w", box(10, 16, 30, 16.5), height=3)))
    page = look(table, agree(table, 1, "/unit/A/move?via=20,15.4"))
    button = page.by_id("anyway")
    assert button.text == "Move as agreed"
    form = next(each for each in page.all("form") if each.has_id("anyway"))
    with client.post(form.attributes["action"], data={**form.fields(), "anyway": "1"}) as response:
        assert response.status_code == 303, response.text
    assert table.version == 2


def test_an_attack_at_a_place_goes_by_what_was_agreed(client: FlaskClient, fresh_db: Path) -> None:
    barn = building("b", box(4, 28.6, 10, 30.6), height=2)
    table = keep(client, fresh_db, document(mech("A", at=(7, 4), side="red", name="Alder", facing=0), barn))
    path = "/attack/A/at/margin?part=strip&to=7,29.6"
    stated = [each.text for each in table.page(path).all("button", name="agree")]
    assert stated == ["We agree: 2+", "We agree: 4+"]
    for number, needs in enumerate(stated):
        card = look(table, agree(table, number, path))
        assert f"We agree: {needed(card)}" == needs
        change(table, card)
