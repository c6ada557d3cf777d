"""The same hall and fingers as for the table, and what they do on the page of a move."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.table.conftest import Fingers, fingers, hall, new_phone

__all__ = ["MovePage", "fingers", "hall", "new_phone"]


class MovePage:
    """The page of a move under a finger."""

    def __init__(self, fingers: Fingers) -> None:
        self.fingers = fingers
        self.page = fingers.page

    def open(self, address: str) -> "MovePage":
        self.fingers.open(address)
        return self

    @property
    def word(self) -> Locator:
        return self.page.locator("#verdict .word")

    @property
    def cost(self) -> Locator:
        return self.page.locator("#verdict .side")

    def vias(self) -> list[tuple[float, ...]]:
        """The points of the way, as the form would send them."""
        found = self.page.locator("#route input[name=via]").evaluate_all("all => all.map(each => each.value)")
        return [tuple(float(part) for part in via.split(",")[:2]) for via in found]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the table is on the screen."""
        found = self.page.evaluate(
            """([x, y]) => {
              const svg = document.querySelector('#map svg.board');
              const [left, top, wide] = svg.getAttribute('viewBox').split(' ').map(Number);
              const box = svg.getBoundingClientRect();
              const { scale, x0, y0 } = svg.dataset;
              const ratio = box.width / wide;
              return [box.x + (scale * x + Number(x0) - left) * ratio, box.y + (y0 - scale * y - top) * ratio];
            }""",
            [x, y],
        )
        return found[0], found[1]

    def tap(self, x: float, y: float) -> None:
        """Tap a place of the table."""
        self.page.touchscreen.tap(*self.at(x, y))
        self.fingers.settle()

    def drag(self, start: tuple[float, float], end: tuple[float, float], *, lift: bool = True) -> None:
        """Drag from one place of the table to another."""
        self.fingers.drag(self.at(*start), self.at(*end), lift=lift)
        if lift:
            self.fingers.settle()

    def is_asked(self, query: str) -> None:
        """Expect something in the address."""
        expect(self.page).to_have_url(re.compile(re.escape(query)))
