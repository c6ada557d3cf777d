"""A shot under a thumb: kinds, overheat, dice on keys, what was agreed on, and on to the next attacker."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import faults, overhang, small_targets
from tests.browser.table.conftest import Fingers, Hall, PhoneMaker
from tests.builders import document, mech
from tests.web.arena import arena

pytestmark = pytest.mark.browser
Address = Callable[..., str]

TAPS_OF_AN_ATTACK = 5
"""Attack with, whom, roll, apply, next."""


@pytest.fixture
def duel(hall: Hall) -> Address:
    """Lay a played table with two units of each side at medium range, of which one is too close to call."""
    table = document(
        mech("A", at=(10, 10), side="red", name="Alder", damage="6/6/3", overheat=4, facing=0),
        mech("C", at=(14, 10), side="red", name="Cedar", damage="2/2/2", facing=0),
        mech("B", at=(10, 25), side="blue", name="Birch", armor=7, structure=5, facing=180),
        mech("D", at=(14, 10 + 23.95 + 1.25), side="blue", name="Dogwood", armor=9, structure=5, facing=180),
        phase="combat",
        initiative=["red", "blue"],
    )
    codes = hall.keep(table)
    return lambda path="": hall.url(path, code=codes.play)


@pytest.fixture
def volley(hall: Hall) -> Address:
    """Lay a table on which every point of damage has a roll of its own."""
    codes = hall.keep(arena(options={"multiple-attack-rolls": True}))
    return lambda path="": hall.url(path, code=codes.play)


class Thumb:
    """Counts its taps."""

    def __init__(self) -> None:
        self.taps = 0

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.tap()


def test_an_attack_takes_five_taps_from_bar_to_the_next(duel: Address, fingers: Fingers) -> None:
    page, thumb = fingers.page, Thumb()
    fingers.open(duel())
    expect(page.locator("#next-step")).to_contain_text("Attack with A")
    thumb.tap(page.locator("#next-step"))
    thumb.tap(page.locator("[data-enemy=B]"))
    thumb.tap(page.locator("#roll"))
    expect(page.locator("#rolled")).to_be_in_viewport()
    thumb.tap(page.locator("#write"))
    expect(page.locator("#written")).to_be_in_viewport()
    expect(page.locator("#next-up")).to_contain_text("Attack with C")
    thumb.tap(page.locator("#next-up"))
    expect(page.locator(".who h2")).to_have_text("Cedar")
    assert thumb.taps == TAPS_OF_AN_ATTACK


def test_keys_and_a_keyboard_type_dice_that_nobody_rolls_over(duel: Address, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(duel("/attack/A/B"))
    page.locator(".keys").scroll_into_view_if_needed()
    key(page, 9).tap()
    expect(page).to_have_url(re.compile("rolls=9"))
    expect(page.locator("#rolled")).to_contain_text("9 is 7 or more. 6 damage to Birch.")
    expect(key(page, 4)).to_be_hidden()
    page.locator("#dice-again").tap()
    page.locator("#f-why").select_option("typo")
    key(page, 4).tap()
    expect(page.locator("#rolled")).to_contain_text("4 is less than 7.")
    page.wait_for_load_state()
    fingers.open(duel("/attack/A/B"))
    expect(page.locator("#rolled")).to_contain_text("4 is less than 7.")
    fingers.open(duel("/attack/A/D"))
    expect(page.locator("#roll")).to_contain_text("Roll 2D6")
    page.keyboard.press("1")
    page.keyboard.press("1")
    expect(page.locator("#f-rolls")).to_have_value("11")
    expect(page.locator("#roll")).to_contain_text("Take 11")
    page.locator("#roll").tap()
    expect(page).to_have_url(re.compile("rolls=11"))
    expect(page.locator("#fell .fell")).to_have_text("11")


def test_due_rolls_fall_with_one_tap_and_show_their_dice(duel: Address, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(duel("/attack/A/B"))
    key(page, 12).tap()
    page.locator("#write").tap()
    expect(page.locator("#next-roll")).to_contain_text("Roll")
    page.locator("#next-roll").tap()
    expect(page.locator("#made-rolls .fell").first).to_be_visible()
    expect(page.locator("#still")).to_have_count(0)


@pytest.mark.parametrize(
    "path",
    [
        "/attack/A/B",
        "/attack/A/B?rolls=12",
        "/attack/A/B?written=critical:B+critical:B",
        "/attack/B/A",
        "/dice",
        "/attacks",
        "/effect/critical/B",
        "/effect/critical/B?asked=1&dice=8",
    ],
)
def test_text_of_twice_the_size_is_no_wider_than_the_phone(
    duel: Address, fingers: Fingers, path: str
) -> None:
    page = fingers.page
    fingers.open(duel(path))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def key(page: Page, number: int) -> Locator:
    return page.locator(f"button.key[value='{number}']")


def test_several_rolls_fill_one_after_the_other(
    volley: Address, fingers: Fingers, new_phone: PhoneMaker
) -> None:
    page = fingers.page
    fingers.open(volley("/attack/A/R"))
    key(page, 7).tap()
    expect(page.locator("#f-rolls")).to_have_value("7")
    page.locator("#clear").tap()
    expect(page.locator("#f-rolls")).to_have_value("")
    key(page, 8).tap()
    key(page, 3).tap()
    expect(page).to_have_url(re.compile(r"rolls=8\+3"))
    expect(page.locator("#rolled")).to_contain_text("1 of 2 rolls hit. 1 damage to Rifle.")

    plain = new_phone(script=False).page
    plain.goto(volley("/attack/A/R"))
    key(plain, 7).click()
    expect(plain.locator("#f-rolls")).to_have_value("7")
    key(plain, 9).click()
    expect(plain.locator("#rolled")).to_contain_text("2 of 2 rolls hit")


def test_overheat_is_chosen_beside_the_number_and_goes_with_the_roll(
    duel: Address, fingers: Fingers, new_phone: PhoneMaker
) -> None:
    page = fingers.page
    fingers.open(duel("/attack/A/B"))
    page.locator("#overheat a", has_text="+2 dmg").tap()
    expect(page.locator("#damage")).to_contain_text("8 damage on a hit: Medium 6, Overheat +2.")
    expect(page.locator("#heat")).to_contain_text("Heat goes from 0 to 2")
    expect(page).to_have_url(re.compile("overheat=2"))
    fingers.settle()
    page.locator("#roll").tap()
    expect(page).to_have_url(re.compile(r"overheat=2&kept=1&rolls="))
    expect(page.locator("#sums")).to_contain_text("overheat 2 · 8 damage")
    page.locator("#write").tap()
    expect(page.locator("#written")).to_be_visible()
    page.go_back()
    expect(page).not_to_have_url(re.compile("rolls="))

    plain = new_phone(script=False).page
    plain.goto(duel("/attack/A/B"))
    plain.locator("#overheat a", has_text="+3 dmg").click()
    expect(plain.locator("#damage")).to_contain_text("9 damage on a hit")


def test_three_kinds_and_more_fit_without_scrolling_sideways(
    ground: Address, fingers: Fingers, new_phone: PhoneMaker
) -> None:
    small = new_phone((320, 640))
    for phone in (fingers, small):
        page = phone.page
        phone.open(ground("/attack/B/T"))
        expect(page.locator(".kinds > .kind")).to_have_text(["Weapons", "Physical", "Indirect"])
        line = {round(each.bounding_box()["y"]) for each in page.locator(".kinds .kind:visible").all()}  # type: ignore[index]  # it is visible
        assert len(line) == 1, "one line"
        assert page.evaluate("document.querySelector('.kinds').scrollWidth <= innerWidth")
        page.locator(".kinds-more > summary").tap()
        page.get_by_role("link", name="Charge").tap()
        expect(page.locator(".kinds > .kind")).to_have_text(["Weapons", "Physical", "Charge"])
        expect(page.locator(".kinds > .kind[aria-current]")).to_have_text("Charge")
    fingers.open(ground("?unit=B"))
    fingers.page.locator("#more-kinds > summary").tap()
    fingers.page.get_by_role("link", name="Charge").tap()
    expect(fingers.page).to_have_url(re.compile("kind=charge"))
    expect(fingers.page.locator(".kinds > .kind[aria-current]")).to_have_text("Charge")
    expect(fingers.page.locator(".kinds-rest")).not_to_be_visible()


def test_what_was_agreed_on_goes_on_through_dice_and_damage(duel: Address, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(duel("/attack/C/D"))
    page.get_by_role("button", name=re.compile("We agree: 9")).tap()
    expect(page.locator("#agreed")).to_contain_text("Agreed by both: 9+")
    expect(page.locator("#unagreed")).to_have_text("unagreed: 7+ or 9+")
    key(page, 10).tap()
    expect(page.locator("#rolled")).to_contain_text("10 is 9 or more. 2 damage to Dogwood.")
    for each in ("#agreed", "#target-number", "#unagreed", "#rolled"):
        expect(page.locator(each)).to_be_in_viewport()
    assert look(page) == []
    page.locator("#write").tap()
    expect(page.locator("#written")).to_be_visible()
    fingers.open(duel("/history"))
    expect(page.get_by_role("main")).to_contain_text("Cedar at Dogwood, 2 damage, agreed: 9+")


def test_an_agreement_is_changed_from_the_dice(duel: Address, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(duel("/attack/C/D"))
    page.get_by_role("button", name=re.compile("We agree: 7")).tap()
    key(page, 8).tap()
    expect(page.locator("#rolled")).to_contain_text("8 is 7 or more.")
    page.locator("#agreed").get_by_role("button", name="Change").tap()
    expect(page.locator("#split")).to_contain_text("8: hits at 7+, misses at 9+")


def test_the_other_phone_hears_of_a_roll_and_keeps_what_it_does(
    duel: Address, fingers: Fingers, new_phone: PhoneMaker
) -> None:
    other = new_phone()
    with other.page.expect_response(re.compile("/version")):
        other.open(duel("/attack/C/D"))
    other.page.locator("#f-rolls").fill("5")
    fingers.open(duel("/attack/A/B"))
    key(fingers.page, 9).tap()
    expect(other.page.locator("#notice")).to_have_text(
        "Red rolled 9 for Alder at Birch, needing 7+. Hit: 6 damage."
    )
    expect(other.page.locator("#f-rolls")).to_be_focused()
    expect(other.page.locator("#f-rolls")).to_have_value("5")


def test_each_step_of_a_shot_can_be_read_and_reached(duel: Address, new_phone: PhoneMaker) -> None:
    phone = new_phone((320, 640))
    found: list[str] = []
    for path in ("A/B", "A/B?overheat=2", "A/B?overheat=2&rolls=9", "A/B?rolls=2", "A/B?written=critical:B"):
        phone.open(duel(f"/attack/{path}"))
        found += [f"{path} {wrong}" for wrong in look(phone.page)]
    assert found == [], "\n".join(found)


def look(page: Page) -> list[str]:
    """What is wrong with a page, in light and dark and with large letters."""
    found = [*faults(page), *small_targets(page)]
    page.emulate_media(color_scheme="dark")
    found += faults(page, dark=True)
    page.emulate_media(color_scheme="light")
    size = page.viewport_size
    assert size is not None
    for wide, high in ((size["width"], size["height"]), (195, 422)):
        page.set_viewport_size({"width": wide, "height": high})
        found += [f"{wide}: over by {over}" for over in [overhang(page)] if over]
    page.set_viewport_size(size)
    return found
