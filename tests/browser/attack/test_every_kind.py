"""Every kind of attack is a tap away from the plain one, and its card says the engine's number, on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from astrike.formats.table.table_file import parse_document
from astrike.model.attack_question import KINDS, AttackQuestion, TablePoint
from astrike.report.attack.sentences import kind_label
from astrike.rules.table.prepared_table import prepare_table
from tests.asking import attack
from tests.browser.conftest import overhang
from tests.browser.table.conftest import Fingers, Hall
from tests.web.arena import every_kind

pytestmark = pytest.mark.browser

Address = Callable[[str], str]
ATTACKS = {
    "indirect": ("B", "S", 12),
    "artillery": ("Y", "W", 11),
    "off-table": ("D", "63,10", 10),
    "homing": ("Z", "W", 4),
    "standard": ("A", "U", 4),
    "melee": ("H", "R", 5),
    "charge": ("H", "R", 6),
    "dfa": ("J", "S", 10),
    "anti-mech": ("G", "T", 9),
    "tag": ("C", "S", 9),
    "narc": ("C", "S", 9),
    "taser": ("V", "W", 6),
    "surprise": ("X", "W", 4),
    "strafe": ("K", "W", 9),
    "strike": ("E", "W", 9),
    "dive-bomb": ("E", "63,10", 7),
    "altitude-bomb": ("L", "62,10", 9),
}
"""Who, whom or where, and the number."""


@pytest.fixture
def every_kind_on_it(hall: Hall) -> Address:
    codes = hall.keep(every_kind())
    return lambda path="": hall.url(path, code=codes.play)


def test_there_is_one_of_each_kind() -> None:
    assert {"weapon", *ATTACKS} == set(KINDS)


@pytest.mark.parametrize(
    "kinds", [tuple(ATTACKS)[:6], tuple(ATTACKS)[6:12], tuple(ATTACKS)[12:]], ids=", ".join
)
def test_kinds_are_tapped_and_say_their_numbers(
    every_kind_on_it: Address, fingers: Fingers, kinds: tuple[str, ...]
) -> None:
    prepared = prepare_table(parse_document(every_kind()))
    page = fingers.page
    for kind in kinds:
        who, whom, number = ATTACKS[kind]
        at = TablePoint(*map(float, whom.split(","))) if "," in whom else None
        question = AttackQuestion(kind=kind)
        answer = attack(prepared, who, whom, question) if at is None else attack(prepared, who, at, question)
        assert answer.target_number == number

        fingers.open(
            every_kind_on_it(f"/attack/{who}/{whom}" if at is None else f"/attack/{who}/at?to={whom}")
        )
        link = page.locator(f".kind[data-kind={kind}]")
        if not link.is_visible():
            page.locator(".kinds-more > summary").tap()
            expect(link).to_have_text(kind_label(kind))
        link.tap()
        expect(page.locator(".kinds > .kind[aria-current]")).to_have_attribute("data-kind", kind)
        expect(page.locator("#target-number")).to_contain_text(f"{number}+")
        expect(page.locator("#target-number")).to_be_in_viewport()
        expect(page.locator("#ledger .sum .val")).to_have_text(str(number))
        assert not overhang(page)
