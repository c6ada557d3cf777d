"""The pages of combat can be read by everybody, fit every phone, and can be reached by a thumb."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import faults, overhang, small_targets, squeezed
from tests.browser.table.conftest import PhoneMaker
from tests.browser.table.test_for_everybody import NO_TARGETS

pytestmark = pytest.mark.browser
Address = Callable[..., str]

PAGES = (
    "?unit=H&kind=charge",
    "/attack/A/R?rolls=12",
    "/attack/A/R?written=critical:R",
    "/attack/B/T?kind=indirect",
    "/attack/J/S?kind=dfa",
    "/attack/D/at?kind=off-table&to=42,31&rolls=4",
    "/attack/G/S?kind=anti-mech",
    "/effect/for/A",
    "/effect/support/A",
    "/effect/critical/R?asked=1&dice=7",
    "/effect/heat/A?asked=1&external=2",
    "/area/?at=42,31&weapon=ART-LT&dice=2+1",
    "/electronics",
    "/dice",
)
READ = (*PAGES[:4], PAGES[5], *PAGES[8:10], *PAGES[11:13])
DARK = (PAGES[1], PAGES[3], PAGES[6], PAGES[11], PAGES[12])


def test_every_page_of_combat_fits_and_can_be_reached_by_a_thumb(
    ground: Address, new_phone: PhoneMaker
) -> None:
    phone = new_phone((360, 640))
    found: list[str] = []
    for path in PAGES:
        phone.open(ground(path))
        phone.page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
        found += [f"{path} {wrong}" for wrong in small_targets(phone.page) if not NO_TARGETS.search(wrong)]
        found += [f"{path} {wrong}" for wrong in squeezed(phone.page)]
        for wide, high in ((360, 640), (390, 844), (195, 422)):
            phone.page.set_viewport_size({"width": wide, "height": high})
            found += [f"{path} at {wide} over {over}" for over in [overhang(phone.page)] if over]
        phone.page.set_viewport_size({"width": 360, "height": 640})
    assert found == [], "\n".join(found)


def test_every_page_of_combat_can_be_read_by_everybody(ground: Address, new_phone: PhoneMaker) -> None:
    phone = new_phone()
    found: list[str] = []
    for path in READ:
        phone.open(ground(path))
        phone.page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
        found += [f"{path} {wrong}" for wrong in faults(phone.page)]
        if path in DARK:
            phone.page.emulate_media(color_scheme="dark")
            found += [f"{path} dark {wrong}" for wrong in faults(phone.page, dark=True)]
            phone.page.emulate_media(color_scheme="light")
    assert found == [], "\n".join(found)
