"""A ruling is saved with one tap, opened on another phone without rights, printed, asked again, and withdrawn."""

import io
import re

import pypdfium2
import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import faults, overhang, small_targets
from tests.browser.table.conftest import Hall, PhoneMaker
from tests.builders import document, mech
from tests.web.arena import arena

pytestmark = pytest.mark.browser
RULING = re.compile(r"/r/[0-9A-Z]{10}$")
LOADED = "() => [...document.images].every((each) => each.complete && each.naturalWidth > 0)"


def test_a_ruling_goes_from_a_tap_to_a_link_to_paper_and_is_withdrawn(
    hall: Hall, new_phone: PhoneMaker
) -> None:
    codes = hall.keep(arena())
    player, stranger, judge = new_phone(), new_phone(dark=True), new_phone((1280, 800), touch=False)
    player.open(hall.url("/attack/A/R", code=codes.play))
    number = player.page.locator("#target-number").inner_text()
    player.page.get_by_role("button", name="Save ruling").tap()
    expect(player.page).to_have_url(RULING)
    link = player.page.url
    expect(player.page.get_by_role("heading", name="Ruling r-0001")).to_be_visible()
    assert _digits(player.page.locator("#verdict .tn").inner_text()) == _digits(number)
    assert _qr(player.page) == link, "the code on the card is its link"
    assert _wrong_with(player.page) == []

    response = stranger.open(link)
    assert response.status == 200
    assert _digits(stranger.page.locator("#verdict .tn").inner_text()) == _digits(number)
    stranger.page.wait_for_function(LOADED)
    assert stranger.page.locator("img.drawing").count() == 3
    assert faults(stranger.page, dark=True) == []
    assert stranger.page.locator("form, a[href^='/t/']").count() == 0, "a stranger can change nothing"
    stranger.page.locator("#again").tap()
    expect(stranger.page.locator("#result")).to_contain_text("Nothing differs")

    assert _on_paper(stranger.page, link) == []

    judge.open(hall.url("/rulings", code=codes.organise))
    judge.page.get_by_role("button", name="Withdraw").click()
    expect(judge.page.locator("#r-0001")).to_contain_text("Withdrawn")
    gone = stranger.open(link)
    assert gone.status == 404
    expect(stranger.page.get_by_role("main")).to_contain_text("withdrawn")
    assert "Atlas" not in stranger.page.content()


def test_the_list_of_rulings_and_a_question_asked_again_fit_a_phone(
    hall: Hall, new_phone: PhoneMaker
) -> None:
    codes = hall.keep(arena())
    phone = new_phone((360, 640))
    for path in ("/tape?from=A&to=R", "/unit/J/move?via=38,32&mode=ground"):
        phone.open(hall.url(path, code=codes.play))
        phone.page.locator("[data-save-ruling]").tap()
        expect(phone.page).to_have_url(RULING)
        assert _wrong_with(phone.page) == []
    phone.open(f"{phone.page.url}/again")
    assert _wrong_with(phone.page) == []
    phone.open(hall.url("/rulings", code=codes.play))
    assert _wrong_with(phone.page) == []
    phone.page.get_by_role("button", name="Call judge").first.tap()
    expect(phone.page.locator("#r-0002")).to_contain_text("judge called")
    phone.page.locator("#r-0002").get_by_role("button", name=re.compile("We agree")).first.tap()
    expect(phone.page.locator("#r-0002")).to_contain_text("agreed")


def test_what_one_phone_agrees_on_counts_on_the_other(hall: Hall, new_phone: PhoneMaker) -> None:
    """7+ or 9+: the range is 0.05 inches short of long."""
    alder = mech("A", at=(7, 7), side="red", name="Alder", damage="3/3/1", facing=90)
    birch = mech("B", at=(7 + 23.95 + 1.25, 7), side="blue", name="Birch", armor=9, structure=5)
    codes = hall.keep(document(alder, birch))
    one, other = new_phone(), new_phone()
    for phone in (one, other):
        phone.open(hall.url("/attack/A/B", code=codes.play))
        expect(phone.page.get_by_role("button", name="We agree: 9+")).to_be_visible()
    other.page.wait_for_timeout(2000)
    one.page.get_by_role("button", name="We agree: 9+").tap()
    expect(one.page.locator("#agreed")).to_contain_text("Agreed by both: 9+")
    expect(other.page.locator("#notice")).to_contain_text("Agreed: 9+")
    other.page.get_by_role("button", name="Show").tap()
    expect(other.page.locator("#target-number")).to_contain_text("9")
    other.page.locator("#agreed").get_by_role("button", name="Change").tap()
    expect(other.page.get_by_role("button", name="We agree: 7+")).to_be_visible()
    expect(one.page.locator("#notice")).to_contain_text("An agreement was taken back")
    other.page.locator("#f-rolls").fill("8")
    other.page.get_by_role("button", name="Take 8").tap()
    expect(other.page.locator("#split")).to_contain_text("8: hits at 7+, misses at 9+")
    expect(other.page.locator("#write")).to_have_count(0)
    assert overhang(other.page) == 0
    other.page.locator("#outcome").get_by_role("button", name="We agree: 7+").tap()
    expect(other.page.locator("#rolled")).to_contain_text("3 damage to Birch")


def _wrong_with(page: Page) -> list[str]:
    page.wait_for_function(LOADED)
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    found = [*faults(page), *small_targets(page)]
    for wide in (390, 195):
        page.set_viewport_size({"width": wide, "height": 844})
        found += [f"{wide}: {over} too wide" for over in [overhang(page)] if over]
    page.set_viewport_size({"width": 390, "height": 844})
    return found


def _on_paper(page: Page, link: str) -> list[str]:
    """Print in dark: what is wrong with the first sheet of paper."""
    page.goto(link)
    page.wait_for_function(LOADED)
    page.emulate_media(media="print")
    found = [
        f"{name} is on paper"
        for name in (".thumb", "[data-share]", ".bar .icon")
        if page.locator(name).first.is_visible()
    ]
    page.emulate_media(media="null")
    paper = pypdfium2.PdfDocument(page.pdf(format="A4", print_background=True))
    text = paper[0].get_textpage().get_text_range()
    sheet = paper[0].render(scale=1).to_pil().convert("L")
    paper.close()
    found += [f"{word} is not on paper" for word in ("r-0001", "What does Atlas need") if word not in text]
    light = sum(sheet.histogram()[230:]) / (sheet.width * sheet.height)
    return [*found, *([] if light > 0.6 else [f"only {light:.0%} of the paper is light"])]


def _qr(page: Page) -> str:
    picture = Image.open(io.BytesIO(page.locator(".qr-code").screenshot()))
    found = zxingcpp.read_barcode(picture)
    return "" if found is None else found.text


def _digits(text: str) -> str:
    return "".join(re.findall("[0-9]+", text))
