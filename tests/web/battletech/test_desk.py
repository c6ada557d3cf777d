"""Around every card of the desk: each tab and each edition opens, whatever the address before said."""

import pytest
from flask.testing import FlaskClient

from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.web.battletech.cards import CARDS
from astrike.web.battletech.links import encoded
from tests.web.page import parse


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_every_tab_and_every_edition_opens(client: FlaskClient, edition: str) -> None:
    """And every control, but for the hexes, whose links differ by their names alone."""
    addresses: set[str] = set()
    for card in CARDS:
        with client.get(f"/classic/{card}?q={encoded({'edition': edition})}") as response:
            assert response.status_code == 200
            page = parse(response.text)
        links = [each.attributes["href"] for each in page.all("a") if "data-hex" not in each.attributes]
        opened = [each for each in links if any(each.startswith(f"/classic/{name}") for name in CARDS)]
        assert len(opened) > len(CARDS) + len(BATTLETECH_IDS)
        addresses.update(opened)
    for address in sorted(addresses):
        with client.get(address) as response:
            assert response.status_code == 200, address


def test_a_push_reckons_with_no_levels_below(client: FlaskClient) -> None:
    with client.get(f"/classic/impact?q={encoded({'kind': 'push'})}") as response:
        assert encoded({"kind": "push", "levels": -1}) not in response.text
    with client.get(f"/classic/impact?q={encoded({'kind': 'charge', 'hexes': 4})}") as response:
        assert encoded({"kind": "charge", "hexes": 4, "levels": -1}) in response.text


def test_a_number_that_is_none_leads_back_to_the_card(client: FlaskClient) -> None:
    card = "/classic/roll?event=kicked"
    here = {"Referer": f"http://localhost{card}"}
    with client.get("/classic/roll?q=q64FAA&set.unit.tons=abc", headers=here) as response:
        assert response.status_code == 422
        assert f'href="{card}"' in response.text
    again = "/classic/roll?q=q64FAA&set.unit.tons=abc"
    with client.get(again, headers={"Referer": f"http://localhost{again}"}) as response:
        assert 'href="/classic/roll?q=q64FAA"' in response.text
