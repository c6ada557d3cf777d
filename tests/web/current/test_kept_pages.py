"""A page that is kept is the page that would be rendered anew, whatever it depends on has changed."""

import gzip
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import timedelta

import jinja2
import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import meta, nodes

from astrike.byte_budget import BUDGET
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import (
    AddFeature,
    ChangeLabel,
    Document,
    Operation,
    RemoveFeature,
    SetGeometry,
    SetMember,
    SetProperty,
)
from astrike.store.database.connection import connect
from astrike.store.table.changes import change_table
from astrike.store.table.codes import Right
from astrike.store.table.tables import load_table
from astrike.web.attack import attack_page
from astrike.web.attack.attack_page import AttackPageContext
from astrike.web.current import kept_pages
from astrike.web.current.kept_pages import TEMPLATES_MAY_ASK
from astrike.web.http.responses import PageContext
from tests.builders import box, document, mech, woods
from tests.web.arena import arena
from tests.web.conftest import NOW, Clock, Kept, keep

_DRAWN_IDS = re.compile(r'(?<=name="change_id" value=")[0-9a-f]{24}(?=")')


def ids_in(page: str) -> list[str]:
    return _DRAWN_IDS.findall(page)


def read(client: FlaskClient, address: str) -> str:
    with client.get(address) as response:
        assert response.status_code == 200, response.text
        return _DRAWN_IDS.sub("id", response.text)


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Work everything out from the start: no cache of any kind knows anything, and what it knew is there again then."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BUDGET, "_known", OrderedDict())
        patch.setattr(BUDGET, "_bytes", 0)
        yield


def rendered(client: FlaskClient, address: str) -> str:
    with nothing_kept():
        return read(client, address)


@pytest.fixture(autouse=True)
def _nothing_from_before() -> None:
    BUDGET.clear()


# ---- gaps


def test_every_answer_has_form_ids_of_its_own(demo: Kept) -> None:
    seen: list[str] = []
    for _ in range(3):
        with demo.client.get(demo.url("/attack/A/D")) as response:
            seen += ids_in(response.text)
    assert len(seen) >= 6
    assert len(seen) == len(set(seen))


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_the_same_page_is_sent_packed_and_as_it_is(demo: Kept, encoding: str) -> None:
    plain = read(demo.client, demo.url("/attack/A/D"))
    for _ in range(2):
        with demo.client.get(
            demo.url("/attack/A/D"), headers={"Accept-Encoding": encoding}, buffered=True
        ) as response:
            assert response.headers.get("Content-Encoding", "identity") == encoding
            assert "Accept-Encoding" in response.headers["Vary"]
            body = gzip.decompress(response.data) if encoding == "gzip" else response.data
        assert _DRAWN_IDS.sub("id", body.decode()) == plain


@pytest.mark.parametrize("filled", ["", "x", "long " * 30_000])
def test_a_gap_of_any_length_is_packed(app: Flask, filled: str) -> None:
    with app.test_request_context("/", headers={"Accept-Encoding": "gzip"}):
        page = kept_pages._rendered(lambda: f"before {kept_pages.anew(lambda: filled)} after")
        for _ in range(2):
            assert gzip.decompress(page.answer().data).decode() == f"before {filled} after"


def test_two_gaps_with_one_text_and_none(app: Flask) -> None:
    numbers = iter("123456")
    with app.test_request_context("/"):
        page = kept_pages._rendered(lambda: "-".join(kept_pages.anew(numbers.__next__) for _ in range(2)))
        assert page.answer().get_data(as_text=True) == "1-2"
        assert page.answer().get_data(as_text=True) == "3-4"
        assert kept_pages._rendered(lambda: "no gap").answer().data == b"no gap"
        assert kept_pages.anew(numbers.__next__) == "5", "nothing is kept outside"


# ---- what a page depends on

QUESTIONS = (
    "A/R", "A/T", "T/A", "B/T?kind=indirect", "B/T?kind=indirect&spotter=J", "A/T?kind=physical", "A/T?kind=charge",
    "A/T?rolls=9", "A/T?rolls=3", "A/T?anyway=1", "A/T?overheat=1", "A/T?secondary=1", "A/T?special=LRM",
    "A/T?name=fog&value=2", "A/T?name=rain&value=2", "A/T?x=11&y=12&facing=0", "A/T?x=11&y=12&facing=90",
    "A/T?written=", "A/T?written=critical:T", "A/T?fallen=6", "A/T?part=answer", "A/at?to=30,30", "A/at?to=31,30",
    "A/T/pictures", "A/T/pictures?drawn=0", "A/T/pictures?part=pictures", "B/T/pictures?kind=indirect&spotter=J",
    "A/T?rolls=nine", "D/T?kind=artillery", "D/T?kind=artillery&rolls=7",
)  # fmt: skip
"""Every field of a question, and what stands in an address beside it."""


def test_pages_kept_beside_each_other_are_those_that_would_be_rendered(
    client: FlaskClient, kept: Kept
) -> None:
    """In either order, and with every right."""
    played = arena(phase="combat", initiative=["south", "north"], turn=2)
    plain, game = keep(client, kept.db_path, arena()), keep(client, kept.db_path, played)
    codes = [plain.codes.play, *(game.codes.up_to(right)[right] for right in Right)]
    addresses = [f"/t/{code}/attack/{question}" for code in codes for question in QUESTIONS]

    def status_and_page(address: str) -> tuple[int, str]:
        with client.get(address) as response:
            return response.status_code, _DRAWN_IDS.sub("id", response.text)

    with nothing_kept():
        anew = {address: status_and_page(address) for address in addresses}
    assert {status for status, _ in anew.values()} <= {200, 422, 303, 302}
    for order in (addresses, addresses[::-1]):
        for address in order:
            assert status_and_page(address) == anew[address], address


def put(*operations: Operation) -> Callable[[Kept], None]:
    """Change the table, as somebody else does."""

    def change(table: Kept) -> None:
        with closing(connect(table.db_path)) as db:
            change_table(
                db,
                table.id,
                from_version=load_table(db, table.id).version,
                operations=operations,
                label=ChangeLabel("table.renamed"),
                right=Right.ORGANISE,
                author="test",
                client_id=f"change-{table.version}",
                now=NOW,
                check=parse_document,
            )

    return change


def _piece(height: float) -> Document:
    made = document(woods("w", box(10, 4, 14, 12), height=height))
    [feature] = made["features"]
    return dict(feature)


CHANGES: dict[str, Callable[[Kept], None]] = {
    "a name": put(SetProperty("A", "name", "Aspen")),
    "a skill": put(SetProperty("A", "skill", 2)),
    "a hit": put(SetProperty("B", "structure_left", 1)),
    "a state": put(SetProperty("B", "state", ["shutdown"])),
    "heat": put(SetProperty("A", "heat", 2)),
    "motion": put(SetProperty("B", "motion", "jump")),
    "a place": put(SetGeometry("B", {"type": "Point", "coordinates": [26, 9]})),
    "a facing": put(SetProperty("A", "facing", 180)),
    "somebody else's place": put(SetGeometry("C", {"type": "Point", "coordinates": [20, 20.5]})),
    "a side": put(SetProperty("C", "side", "red")),
    "a card": put(SetProperty("A", "damage", "4/4/4")),
    "terrain": put(AddFeature(_piece(2))),
    "no terrain": put(RemoveFeature("w")),
    "an edition": put(SetMember("edition", "ce-7")),
    "an option": put(SetMember("options", {"woods.attacker-occupied": "example"})),
    "a tolerance": put(SetMember("tolerance", 0.5)),
    "the table's name": put(SetMember("name", "Hall table 9")),
    "names of sides": put(
        SetMember("sides", [{"id": "red", "name": "Reds"}, {"id": "blue", "name": "Blues"}])
    ),
    "a phase": put(
        SetMember("phase", "combat"), SetMember("turn", 3), SetMember("initiative", ["blue", "red"])
    ),
    "an attack that was made": put(SetProperty("A", "fired", True)),
}
"""What is on the table, one after the other."""


@pytest.fixture
def game(client: FlaskClient, kept: Kept) -> Kept:
    return keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7), side="red", name="Alder", damage="3/3/1", overheat=2, facing=90),
            mech("B", at=(24, 8), side="blue", name="Birch", armor=9, structure=5, facing=270),
            mech("C", at=(20, 20), side="blue", name="Cedar", facing=270),
            woods("w", box(11, 5, 13, 10), height=1),
            name="Hall table 8",
        ),
    )


ASKED = ("/attack/A/B", "/attack/A/B?rolls=9", "/attack/A/B?written=", "/attack/B/A", "/attack/A/B/pictures")


def shown(game: Kept, rights: Sequence[Right] = tuple(Right)) -> list[str]:
    """Give what is shown; each page is the one that would be rendered."""
    pages = []
    for right in rights:
        for path in ASKED:
            address = game.url(path, right=right)
            pages.append(read(game.client, address))
            assert pages[-1] == rendered(game.client, address), address
            assert pages[-1] == read(game.client, address), address
    return pages


def test_whatever_changes_on_the_table_is_shown_at_once(game: Kept) -> None:
    before = shown(game, [Right.PLAY])
    for what, change in CHANGES.items():
        if what == "terrain":
            put(RemoveFeature("w"))(game)
        change(game)
        after = shown(game, [Right.PLAY])
        assert after[0] != before[0], what
        before = after


def test_whatever_else_changes_is_shown_at_once(game: Kept, clock: Clock) -> None:
    client = game.client
    plain = shown(game)
    client.set_cookie("astrike_theme", "dark")
    dark = shown(game)
    assert all(one != other for one, other in zip(plain, dark, strict=True))
    client.delete_cookie("astrike_theme")
    assert shown(game) == plain
    client.set_cookie("astrike_device", "Kim")
    client.set_cookie("astrike_id", "0" * 32)
    client.set_cookie("astrike_turn_bar", "off")
    shown(game)
    assert game.send("/lock", {"lock": "on"}).status_code == 303
    locked = shown(game)
    assert any(one != other for one, other in zip(plain, locked, strict=True))
    clock.now += timedelta(minutes=7)
    shown(game)


def test_what_was_agreed_on_since_is_shown_at_once(client: FlaskClient, kept: Kept) -> None:
    nearly = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7), side="red", damage="3/3/1", facing=90),
            mech("B", at=(7 + 23.95 + 1.25, 7), side="blue", armor=9, structure=5),
        ),
    )
    before = shown(nearly)
    form = nearly.page("/attack/A/B/margin?part=strip", right=Right.PLAY).one("form", class_="decide-ruling")
    values = {**form.fields(), "agree": "1", "change_id": "agreed-1"}
    assert client.post(form.attributes["action"], data=values).status_code == 303
    agreed = shown(nearly)
    assert agreed[0] != before[0]
    strip = nearly.page("/attack/A/B", right=Right.PLAY).by_id("agreed").one("form")
    assert client.post(strip.attributes["action"], data=strip.fields()).status_code == 303
    assert shown(nearly)[0] == before[0]


# ---- what templates may ask for by themselves

_KEPT: tuple[tuple[str, type[PageContext]], ...] = ((attack_page._TEMPLATE, AttackPageContext),)


def _trees(environment: jinja2.Environment, name: str) -> dict[str, nodes.Template]:
    found: dict[str, nodes.Template] = {}
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each not in found:
            assert environment.loader is not None
            source, _, _ = environment.loader.get_source(environment, each)
            found[each] = environment.parse(source)
            waiting += [other for other in meta.find_referenced_templates(found[each]) if other]
    return found


@pytest.mark.parametrize(("template", "context"), _KEPT, ids=[name for name, _ in _KEPT])
def test_templates_of_kept_pages_ask_only_for_what_is_part_of_the_key(
    app: Flask, template: str, context: type[PageContext]
) -> None:
    known = {*app.jinja_env.globals, "g", "request", "session", "config"}
    for name, tree in _trees(app.jinja_env, template).items():
        asked = meta.find_undeclared_variables(tree) & known - set(context.__dataclass_fields__)
        assert asked <= TEMPLATES_MAY_ASK | {"range", "dict", "namespace"}, name
        filters = {each.name for each in tree.find_all(nodes.Filter)}
        assert not filters & {"ago", "clock", "random"}, name
        for call in tree.find_all(nodes.Getattr):
            if isinstance(call.node, nodes.Call) and isinstance(call.node.node, nodes.Name):
                assert (call.node.node.name, call.attr) in {("slots", "banner")}, name
