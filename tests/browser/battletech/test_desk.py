"""Around the cards of the desk, by thumb: the unit goes along, numbers are typed, the link is copied."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, faults, overhang, small_targets


def test_a_number_is_typed_and_goes_along_to_the_other_cards(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/roll")
    phone.locator("#unit > summary").tap()
    typed = phone.locator("input[name='set.unit.tons']")
    typed.fill("75")
    typed.press("Enter")
    expect(phone.locator("#unit > summary")).to_contain_text("75 t")
    expect(phone.locator("#unit")).to_have_attribute("open", "")
    phone.get_by_role("link", name="Walking MP: one less").tap()
    expect(phone.locator("input[name='set.unit.walk']")).to_have_value("4")
    expect(phone.locator("#unit")).to_have_attribute("open", "")
    phone.get_by_role("link", name="Gyro hit").first.tap()
    expect(phone.locator("#target-number")).to_contain_text("8")
    phone.locator(".desk-cards a").get_by_text("Critical").tap()
    expect(phone.locator("main")).to_contain_text("75 t, Piloting 5")
    phone.locator(".desk-cards a").get_by_text("Impact").tap()
    expect(phone.locator("input[name='set.attacker.tons']")).to_have_value("75")
    assert faults(phone) == []


def test_the_link_is_copied(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/impact")
    phone.evaluate("addEventListener('copy', () => { window.taken = document.activeElement.value; })")
    phone.locator("#share > summary").tap()
    address = phone.locator("#share-address").input_value()
    phone.locator("#copy-link").tap()
    expect(phone.locator("#copy-link")).to_have_text("Copied")
    assert phone.evaluate("window.taken") == address


def test_the_header_holds_at_twice_the_root_font(phone: Page, server: Server) -> None:
    for card in ("roll", "impact", "critical"):
        phone.goto(f"{server.address}/classic/{card}")
        phone.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert overhang(phone) == 0
        boxes = [each.bounding_box() for each in phone.locator(".bar > *, .desk-cards a").all()]
        seen = [each for each in boxes if each is not None]
        for number, one in enumerate(seen):
            for other in seen[number + 1 :]:
                is_beside = (
                    one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
                )
                is_below = (
                    one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
                )
                assert is_beside or is_below, (card, one, other)
        assert small_targets(phone) == []
