"""The same hall and fingers as for the table, with a table on which every kind of attack can be asked."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.table.conftest import Fingers, Hall, fingers, hall, new_phone
from tests.web.arena import arena

__all__ = ["Card", "fingers", "hall", "new_phone"]


class Card:
    """An attack card under a finger."""

    def __init__(self, fingers: Fingers, address: str) -> None:
        self.fingers, self.page = fingers, fingers.page
        fingers.open(address)

    @property
    def number(self) -> Locator:
        return self.page.locator("#target-number")

    def type_dice(self, fell: str) -> None:
        """Type dice that fell, and read what they bring."""
        self.page.locator("#f-rolls").fill(fell)
        self.page.get_by_role("button", name=f"Take {fell}").tap()
        expect(self.page).to_have_url(re.compile(rf"rolls={fell.replace(' ', '[+]')}"))

    def write(self) -> None:
        """Write what the roll brought into the table."""
        self.page.locator("#write").tap()
        expect(self.page.locator("#written")).to_be_visible()


@pytest.fixture
def ground(hall: Hall) -> Callable[[str], str]:
    """Lay a table with everything on it, and give the address of each of its pages."""
    codes = hall.keep(arena())
    return lambda path="": hall.url(path, code=codes.play)
