"""From the number to what is written: each kind of attack under a thumb, to the end."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.attack.conftest import Card
from tests.browser.table.conftest import Fingers, PhoneMaker

pytestmark = pytest.mark.browser
Address = Callable[..., str]

KINDS = (
    ("weapon", "/attack/A/R", "6+", "12", "Rifle: Armor left 1 → 0"),
    ("indirect", "/attack/B/T?kind=indirect", "10+", "10", "Tiger: Armor left 9 → 7"),
    ("melee", "/attack/H/R?kind=melee", "5+", "12", "Rifle: Armor left 1 → 0"),
    ("charge", "/attack/H/R?kind=charge", "6+", "8", "Hatchet: Armor left 4 → 3"),
    ("dfa", "/attack/J/S?kind=dfa", "10+", "3", "Grass: Armor left 6 → 2"),
    ("tag", "/attack/C/T?kind=tag", "7+", "9", "TAG on Tiger, by Raven"),
    ("narc", "/attack/C/T?kind=narc", "7+", "7", "NARC on Tiger, by Raven"),
    ("off-table", "/attack/D/at?kind=off-table&to=42,31", "8+", "11", "Shadow: Armor left 4 → 1"),
)
REFUSED = (
    ("/attack/D/R", "no damage at this range", "#refusals"),
    ("/attack/G/S?kind=anti-mech", "out of reach", "#refusals"),
    ("/attack/A/T", "hides 100 %", "#refusals"),
)


@pytest.mark.parametrize(("kind", "path", "number", "dice", "brings"), KINDS, ids=[each[0] for each in KINDS])
def test_a_kind_of_attack_is_read_rolled_and_written(
    ground: Address, fingers: Fingers, kind: str, path: str, number: str, dice: str, brings: str
) -> None:
    card = Card(fingers, ground(path))
    expect(card.number).to_contain_text(number)
    expect(card.page.locator(".kind[aria-current]")).to_be_in_viewport()
    card.type_dice(dice)
    expect(card.page.locator("#rolled")).to_be_in_viewport()
    expect(card.page.locator("#brings")).to_contain_text(brings)
    card.write()
    expect(card.page.locator("#write")).to_have_count(0)


@pytest.mark.parametrize(("path", "why", "where"), REFUSED, ids=[each[0] for each in REFUSED])
def test_what_is_refused_gives_every_reason(
    ground: Address, fingers: Fingers, path: str, why: str, where: str
) -> None:
    card = Card(fingers, ground(path))
    expect(card.number).to_have_text("No")
    expect(card.page.locator("#sentence")).to_contain_text(why)
    expect(card.page.locator(f"{where} li").first).to_be_in_viewport()
    expect(card.page.locator("#roll")).to_have_count(0)


def test_a_fight_goes_from_the_list_through_the_critical_hit_and_back(
    ground: Address, fingers: Fingers
) -> None:
    page = fingers.page
    fingers.open(ground("?unit=A"))
    page.locator("[data-enemy=R]").tap()
    expect(page.locator("#target-number")).to_contain_text("6+")
    page.locator("#roll").tap()
    expect(page.locator("#fell .fell")).to_be_visible()
    card = Card(fingers, ground("/attack/A/R"))
    card.type_dice("12")
    card.write()
    expect(page.locator("#still li")).to_have_count(2)
    page.locator("#still summary").first.tap()
    page.locator("#still a").first.tap()
    page.locator("#f-dice").fill("7")
    page.locator("#work-out").tap()
    expect(page.locator("#changes")).to_contain_text("Rifle: MP hits 0 → 1")
    page.get_by_role("link", name="What critical hits do").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("What critical hits do")
    page.get_by_role("link", name="Back").tap()
    page.locator("#apply").tap()
    expect(page.locator("#written")).to_be_visible()
    page.get_by_role("link", name="All enemies").tap()
    page.get_by_role("button", name=re.compile("Undo: Rifle: Critical hit")).tap()
    page.get_by_role("button", name=re.compile("Undo: Atlas at Rifle")).tap()
    expect(page.get_by_role("button", name="Nothing to undo")).to_be_visible()


def test_a_declared_charge_is_seen_by_the_other_phone(
    ground: Address, fingers: Fingers, new_phone: PhoneMaker
) -> None:
    other = new_phone()
    other.open(ground())
    card = Card(fingers, ground("/attack/H/R?kind=charge"))
    expect(card.page.locator("#takes")).to_be_in_viewport()
    card.page.get_by_role("button", name="Declare it").tap()
    expect(card.page.locator("#declare")).to_contain_text("Declared")
    expect(other.page.locator(".strip-said")).to_contain_text("Hatchet charges Rifle")
    fingers.settle()
    card.page.get_by_role("button", name="Take it back").tap()
    expect(other.page.locator(".strip-said")).to_have_count(0)


def test_dice_of_one_phone_are_seen_on_the_other(
    ground: Address, fingers: Fingers, new_phone: PhoneMaker
) -> None:
    other = new_phone()
    other.open(ground("/attack/R/A"))
    # Only what falls after it has asked for the first time is new to it.
    with other.page.expect_response(re.compile("/version")):
        pass
    Card(fingers, ground("/attack/A/R")).type_dice("9")
    expect(other.page.locator("#notice")).to_contain_text("Atlas at Rifle")
    expect(other.page.locator("#notice")).to_contain_text("9")
    expect(other.page.locator("#card")).not_to_have_class(re.compile("is-stale"))


def test_every_other_kind_of_attack_is_at_most_two_taps_from_the_table(
    ground: Address, fingers: Fingers
) -> None:
    page = fingers.page
    fingers.open(ground("?unit=C"))
    page.get_by_role("link", name="TAG", exact=True).tap()
    # Its weapons need a 7 as well: only the address says which list is shown.
    expect(page).to_have_url(re.compile("kind=tag"))
    fingers.settle()
    expect(page.locator("[data-enemy=T] .big")).to_contain_text("7+")
    page.locator("[data-enemy=T]").tap()
    expect(page.locator("#sentence")).to_contain_text("TAG: Raven hits Tiger")
    page.get_by_role("link", name="Target movement", exact=False).or_(
        page.get_by_role("link", name="Modifiers of the Target Number")
    ).first.tap()
    expect(page.locator(".sheet-table").first).to_be_visible()
    fingers.open(ground("?unit=C"))
    page.locator("#more-kinds > summary").tap()
    page.get_by_role("link", name="Electronics").tap()
    expect(page.get_by_role("heading", name="net-1")).to_be_visible()
    fingers.open(ground("?unit=D"))
    page.locator("#more-kinds > summary").tap()
    page.get_by_role("link", name="Area effect").tap()
    expect(page.get_by_role("heading", name="Where does it go off?")).to_be_visible()


def test_an_area_effect_is_put_down_scattered_and_written_by_touch(ground: Address, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(ground("/area/"))
    fingers.tap_unit("S")
    expect(page.locator("#said")).to_contain_text("caught")
    fingers.settle()
    page.locator("#scatter").tap()
    expect(page.locator("#fell .fell")).to_have_count(2)
    expect(page.locator("#said")).to_contain_text("It scattered")
    fingers.open(ground("/area/?at=S&weapon=ART-LT"))
    page.locator("#write").tap()
    expect(page.locator("#written")).to_be_visible()


def test_electronics_show_one_sort_of_field_at_a_time(ground: Address, fingers: Fingers) -> None:
    fingers.open(ground("/electronics"))
    circles = fingers.page.locator(".bubble-legend li")
    every = circles.count()
    fingers.page.get_by_role("link", name="ECM", exact=True).tap()
    expect(fingers.page).to_have_url(re.compile("kind=ecm"))
    fingers.settle()
    assert 0 < circles.count() < every


def test_everything_works_without_script(ground: Address, new_phone: PhoneMaker) -> None:
    page = new_phone(script=False).page
    page.goto(ground("/attack/A/R"))
    page.locator("#f-rolls").fill("12")
    page.get_by_role("button", name="Enter").click()
    page.locator("#write").click()
    page.locator("#still summary").first.click()
    page.locator("#still a").first.click()
    page.locator("#roll").click()
    expect(page.locator("#result")).to_be_visible()
    page.goto(ground("/area/?at=42,31"))
    page.locator("#scatter").click()
    expect(page.locator("#fell .fell")).to_have_count(2)
    page.goto(ground("?unit=H"))
    page.get_by_role("link", name="Charge").click()
    page.locator("[data-enemy=R]").click()
    page.get_by_role("button", name="Declare it").click()
    expect(page.locator("#declare")).to_contain_text("Declared")
