"""Layouts of later rounds are the organizer's until their round comes up, or until they are shown to players."""

import io
from collections.abc import Sequence

import pytest

from astrike.store.database.connection import connect
from astrike.store.events.layouts import layouts_of
from astrike.store.table.codes import Right
from tests.web.events.hall import Hall
from tests.web.page import parse

PICTURES = ("setup.pdf", "reset", "reset.svg", "reset.png")
ONE = PICTURES[2:3]
CHECKED = ("", "/legal.json", "/legal.pdf")


HALL_TABLES = 1


@pytest.fixture
def hall(hall: Hall) -> Hall:
    """Provide an event of one table: Open hills in rounds 1 and 3, Small town in round 2, and a layout of no round."""
    hall.post("/layouts/add", {"source": "shipped-wooded-valley", "name": "Reserve"})
    hall.send("/rounds/3", "/rounds/3", {"layout-1": "Late"})
    hall.post("/layouts/add", {"source": "shipped-river-crossing", "name": "Late"})
    return hall


def ids(hall: Hall) -> dict[str, int]:
    with connect(hall.db_path) as db:
        return {each.name: each.id for each in layouts_of(db, hall.id)}


def seen(hall: Hall, right: Right, pictures: Sequence[str] = PICTURES) -> set[str]:
    """Names of the layouts that a code shows; every route has to agree."""
    found: set[str] = set()
    for name, layout in ids(hall).items():
        answers = {
            hall.client.get(hall.url(f"/layouts/{layout}/{each}", right=right)).status_code
            for each in pictures
        }
        assert answers in ({200}, {404}), (name, answers)
        found |= {name} if answers == {200} else set()
    return found


def reported(hall: Hall, right: Right) -> list[str]:
    """The layouts of table 1 as the JSON for programs names them."""
    found = hall.client.get(hall.url("/status.json", right=right)).json
    assert found is not None
    return [each["layout"] for each in found["tables"][0]["rounds"]]


def show(hall: Hall, in_round: int, how: str = "on") -> int:
    path = f"/rounds/{in_round}"
    return hall.send(path, f"{path}/open", {"show": how}).status_code


@pytest.mark.parametrize("right", [Right.VIEW, Right.PLAY])
def test_players_see_the_round_that_is_played_and_those_before(hall: Hall, right: Right) -> None:
    assert (seen(hall, right), reported(hall, right)) == ({"Open hills"}, ["Open hills", "", ""])
    assert not hall.page(right=right).has_id("layouts-2")
    hall.send("", "/clock", {"action": "start"})
    assert seen(hall, right, ONE) == {"Open hills"}
    hall.send("", "/clock", {"action": "next"})
    assert (seen(hall, right), reported(hall, right)) == (
        {"Open hills", "Small town"},
        ["Open hills", "Small town", ""],
    )
    assert "Small town" in hall.page(right=right).by_id("layouts-2").text


def test_the_organizer_sees_everything(hall: Hall) -> None:
    assert seen(hall, Right.ORGANISE) == {"Open hills", "Small town", "Late", "Reserve"}
    assert reported(hall, Right.ORGANISE) == ["Open hills", "Small town", "Late"]
    for path in CHECKED:
        assert hall.client.get(hall.url(f"/layouts/{ids(hall)['Open hills']}{path}")).status_code == 200


@pytest.mark.parametrize("right", [Right.VIEW, Right.PLAY])
def test_a_later_round_is_shown_and_hidden_again_by_one_tap(hall: Hall, right: Right) -> None:
    assert show(hall, 3) == 303
    assert (seen(hall, right), reported(hall, right)) == ({"Open hills", "Late"}, ["Open hills", "", "Late"])
    page = hall.page(right=right)
    assert "Late" in page.by_id("layouts-3").text
    address = page.by_id("layouts-3").one("a").attributes["href"]
    back = parse(hall.client.get(address).text).one("header").one("a").attributes["href"]
    assert hall.client.get(back).status_code == 200, "whoever looks at a layout comes back to the hall"
    assert show(hall, 3, "off") == 303
    assert seen(hall, right, ONE) == {"Open hills"}
    assert not hall.page(right=right).has_id("layouts-3")


def test_showing_is_written_into_the_log_and_undone_like_every_change(hall: Hall) -> None:
    assert "Show round 2's layouts to players" in hall.page("/rounds/2").by_id("open-layouts").text
    show(hall, 2)
    assert "Hide round 2's layouts" in hall.page("/rounds/2").by_id("open-layouts").text
    assert "Layouts of round 2 shown to players" in hall.page("/log").by_id("log").text
    hall.send("/log", "/undo", {})
    assert seen(hall, Right.VIEW) == {"Open hills"}
    hall.send("/log", "/redo", {})
    assert seen(hall, Right.VIEW) == {"Open hills", "Small town"}
    show(hall, 2, "off")
    assert "Layouts of round 2 hidden from players" in hall.page("/log").by_id("log").text


def test_only_the_organizer_shows_layouts_and_a_wrong_wish_is_named(hall: Hall) -> None:
    for right in (Right.VIEW, Right.PLAY):
        answer = hall.client.post(hall.url("/rounds/2/open", right=right), data={"show": "on"})
        assert answer.status_code == 403
    assert show(hall, 2, "maybe") == 422
    assert hall.post("/rounds/9/open", {"show": "on"}).status_code == 404
    assert hall.event.opened == frozenset()


def test_there_is_nothing_to_show_in_a_round_that_players_see_already(hall: Hall) -> None:
    assert not hall.page("/rounds/1").has_id("open-layouts")
    hall.send("", "/clock", {"action": "start"})
    hall.send("", "/clock", {"action": "next"})
    assert not hall.page("/rounds/2").has_id("open-layouts")


def test_what_was_shown_goes_with_its_round_and_comes_back_with_an_archive(hall: Hall) -> None:
    show(hall, 2)
    show(hall, 3)
    with hall.client.get(hall.url("/archive.zip")) as archive:
        data = archive.data
    file = {"file": (io.BytesIO(data), "event.zip"), "change_id": "form-archive"}
    made = hall.client.post("/events/bring", data=file)
    assert made.status_code == 303
    assert "Hide round 3" in hall.client.get(f"{made.location}/rounds/3").text
    assert hall.send("/settings", "/settings", {"rounds": "2"}).status_code == 303
    assert hall.event.opened == frozenset({2})


@pytest.mark.parametrize("right", [Right.VIEW, Right.PLAY])
def test_layouts_and_lists_are_read_with_the_events_own_codes_only(hall: Hall, right: Right) -> None:
    for path in ("/layouts", "/lists", "/sheets", "/sheets/setup.pdf?round=2", "/archive.zip", "/rounds/2"):
        assert hall.client.get(hall.url(path, right=right)).status_code == 403
    layout = ids(hall)["Open hills"]
    for path in CHECKED:
        assert hall.client.get(hall.url(f"/layouts/{layout}{path}", right=right)).status_code == 403
    table = hall.tables[0].codes.organise
    for path in (f"/layouts/{layout}/reset.svg", "/status.json", "/lists"):
        assert hall.client.get(f"/e/{table}{path}").status_code == 404
