"""What does Enter in a field press? The first button of its form, so that one means what was typed, on every page."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from astrike.store.table.codes import Right
from tests.web.arena import every_kind
from tests.web.conftest import Kept, keep
from tests.web.every_route import Route, Subject, ask, named
from tests.web.page import Element, parse
from tests.web.test_every_route import READING, ready

__all__ = ["ready"]

TYPED = frozenset({"text", "number", "search", "tel", "email", "url", "password", "date", "time"})
HEEDLESS = frozenset(
    {
        "roll",
        "again",
        "undo",
        "redo",
        "delete",
        "remove",
        "revoke",
        "withdraw",
        "back",
        "call",
        "agree",
        "scatter",
    }
    | {
        "anyway",
        "step",
        "turn",
        "lock",
        "write",
        "apply",
        "restore",
        "copy",
        "place",
        "which",
        "declare",
        "reissue",
    }
)
"""Words in a button's name, value or address that mean an act which does not look at what was typed."""
MEANT = {"typed": "dice that were typed count", "update": "what was typed is shown"}
"""Values of buttons that stand beside such an act, and mean the fields."""
STATES = (
    "/attack/A/R",
    "/attack/A/R?rolls=9",
    "/attack/A/R?written=critical:R",
    "/attack/A/R?kind=indirect&spotter=C",
    "/attack/J/S?kind=charge",
    "/attack/D/at?to=30,30&kind=artillery",
    "/attack/D/at?to=30,30&kind=artillery&rolls=3",
    "/area/?at=30,30&weapon=ARTLT",
    "/area/?at=30,30&weapon=ARTLT&dice=2+5",
    "/effect/critical/A",
    "/effect/critical/A?dice=7&asked=1",
    "/effect/motive/D?dice=9&asked=1",
    "/edit?piece=h1",
    "/edit?piece=h1,b1",
    "/edit?tool=hill",
    "/edit?tool=free",
    "/edit?tool=zone",
    "/edit/measure",
    "/edit/random",
    "/deployments",
    "/unit/A",
    "/unit/A/move",
    "/unit/A/move?via=12,14",
    "/units/A",
    "/units",
    "/new-unit",
    "/new-unit?find=a",
    "/roster",
    "/sides/side",
    "/order",
    "/tape?from=A&to=R",
    "?unit=A&x=10&y=13",
    "/settings",
    "/legal",
)


def default_button(page: Element, form: Element) -> Element | None:
    """Give the button that Enter presses: the first that sends the form, wherever on the page it stands."""
    inside = {id(each) for each in form}
    name = form.attributes.get("id")
    for each in page:
        owner = each.attributes.get("form")
        is_own = id(each) in inside if owner is None else owner == name
        kind = each.attributes.get("type", "submit" if each.tag == "button" else "text")
        if is_own and each.tag in ("button", "input") and kind in ("submit", "image"):
            return each
    return None


def is_typed_into(form: Element) -> bool:
    return any(
        each.tag == "input"
        and each.attributes.get("type", "text") in TYPED
        and "readonly" not in each.attributes
        for each in form
    )


def heedless(page: Element) -> Iterator[str]:
    """Name the forms whose Enter would do something else than what was typed."""
    for form in page.all("form"):
        if not is_typed_into(form):
            continue
        button = default_button(page, form)
        if button is None:
            continue
        stated = button.attributes
        if stated.get("value") in MEANT:
            continue
        what = f"{stated.get('name', '')} {stated.get('value', '')} {stated.get('formaction', '')}"
        words = set(what.replace("/", " ").replace("-", " ").replace("_", " ").split())
        is_unseen = "hidden" in stated or "disabled" in stated
        is_another_way = stated.get(
            "formmethod", form.attributes.get("method", "get")
        ) != form.attributes.get("method", "get")
        if is_unseen or is_another_way or words & HEEDLESS:
            name = form.attributes.get("id") or form.attributes.get("action")
            yield f"{name}: Enter presses {stated} {button.text!r}"


def assert_enter_means_what_was_typed(route: Route, ready: Subject) -> None:
    with ask(ready.client, route, ready.codes.organise) as response:
        if response.mimetype != "text/html":
            return
        assert list(heedless(parse(response.text))) == []


@pytest.mark.parametrize("route", READING, ids=named)
def test_enter_means_what_was_typed_on_every_page(route: Route, ready: Kept) -> None:
    assert_enter_means_what_was_typed(route, ready)


@pytest.mark.parametrize("path", STATES)
def test_enter_means_what_was_typed_in_every_state_of_a_page(
    client: FlaskClient, fresh_db: Path, path: str
) -> None:
    kept = keep(client, fresh_db, every_kind())
    for right in (Right.PLAY, Right.ORGANISE):
        with client.get(kept.url(path, right=right)) as response:
            assert response.status_code in (200, 403), response.text
            assert list(heedless(parse(response.text))) == []


@pytest.mark.parametrize("tab", ["weapon", "physical", "artillery", "move"])
@pytest.mark.parametrize("edition", ["ce-5.01", "ce-7", "classic-2.3.1"])
def test_enter_asks_the_quick_check(client: FlaskClient, tab: str, edition: str) -> None:
    with client.get(f"/quick?{urlencode({'tab': tab, 'edition': edition, 'way': 'at'})}") as response:
        assert list(heedless(parse(response.text))) == []


def test_a_form_whose_enter_rolls_is_found() -> None:
    """The rule itself: a field, then a button that rolls before the one that takes what was typed."""
    rolls = '<form method="post"><input name="rolls"><button name="do" value="roll">R</button></form>'
    elsewhere = (
        '<form method="get"><input name="dice"><button formmethod="post" formaction="/x">R</button></form>'
    )
    unseen = '<form method="post"><input name="x"><button hidden>A</button></form>'
    far = '<button form="f" name="which" value="off">P</button><form id="f"><input name="x"></form>'
    for wrong in (rolls, elsewhere, unseen, far):
        assert len(list(heedless(parse(wrong)))) == 1
    right = '<form method="post"><input name="rolls"><button name="do" value="typed">E</button></form>'
    assert list(heedless(parse(right))) == []
