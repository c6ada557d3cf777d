"""What of an event all tables of the installation can share."""

import pytest

from astrike.store.table.codes import Right
from tests.web.events.hall import Hall
from tests.web.installation.test_installation import Installation, installation

__all__ = ["installation"]


@pytest.mark.parametrize(
    ("right", "listed"),
    [(Right.VIEW, ["Open hills", "Small town"]), (Right.ORGANISE, ["Hidden", "Open hills", "Small town"])],
)
def test_of_an_event_a_code_shares_what_it_shows(
    installation: Installation, hall: Hall, right: Right, listed: list[str]
) -> None:
    hall.post("/layouts/add", {"source": "shipped-wooded-valley", "name": "Hidden"})
    code = hall.codes.up_to(right)[right]
    page = installation.page(f"/library/from?of={code}")
    assert [each.attributes["value"] for each in page.all("input", name="name")] == listed
    fields = page.all("form")[0].fields()
    installation.sent("/library/from", fields)
    assert installation.names("layout") == listed[:1]
