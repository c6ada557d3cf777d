"""What was typed at the desk of an event is there again after going back."""

import pytest

from tests.browser.conftest import Server
from tests.browser.events.test_event_day import make_event
from tests.browser.phone.conftest import Laptop, complaints, fingers, laptop, server
from tests.browser.phone.test_going_back import go_and_come_back
from tests.browser.table.conftest import Fingers, new_phone

__all__ = ["complaints", "fingers", "laptop", "new_phone", "server"]

pytestmark = pytest.mark.browser

EVENT_FORMS: dict[str, tuple[str, dict[str, str], str]] = {
    "settings of an event": ("/settings", {"#f-name": "Winter Open", "#f-rounds": "5"}, "Save"),
    "a preset": ("/settings", {"#f-own_preset": "[checks]\nmirror = true"}, "Save"),
    "pasted pairings": ("/rounds/1", {"#f-pairings": "1 08 v 19\n2 07 v 12"}, "Save these pairings"),
    "results of a round": ("/rounds/1", {"[name=pairing-1]": "08 v 19", "[name=score-1]": "3:1"}, "Save"),
}


@pytest.mark.parametrize("form", EVENT_FORMS)
def test_what_was_typed_at_the_desk_is_there_after_going_back(
    laptop: Laptop, server: Server, fingers: Fingers, form: str
) -> None:
    page = fingers.page
    path, typed, button = EVENT_FORMS[form]
    fingers.open(f"{make_event(page, server)}{path}")
    for fold in page.locator("details:not([open]) > summary").all():
        fold.tap()
    go_and_come_back(page, typed, button)
