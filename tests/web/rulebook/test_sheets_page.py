"""Every table of the rules is a page of its own, by the name under which answers give it, with figures and pages."""

import pytest
from flask.testing import FlaskClient

from astrike.rulebook.columns import NO_PAGE, NOT_PRINTED
from astrike.rulebook.loader import IDS, load_edition
from astrike.web.rulebook.sheets import COLUMNS, SHEETS, has_sheet

NAMES = (*SHEETS, *(f"criticals.{column}" for column in COLUMNS))


def page(client: FlaskClient, address: str, *, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return response.get_data(as_text=True)


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("name", NAMES)
def test_each_table_of_each_edition_is_shown_with_its_pages(
    client: FlaskClient, edition: str, name: str
) -> None:
    assert has_sheet(name)
    text = page(client, f"/rules/{edition}/{name}")
    if name != "odds":
        assert any(words in text for words in (f"{load_edition(edition).book} p", NO_PAGE, NOT_PRINTED))
    assert text.count("<tr>") >= 3


def test_the_figures_are_those_of_the_edition(client: FlaskClient) -> None:
    text = " ".join(page(client, "/rules/ce-5.01/motive").split())
    assert '<th scope="row">to 8</th><td>No motive damage</td>' in text
    assert '<th scope="row">12+</th>' in text
    assert '<th scope="row">Wheeled</th><td>+1</td>' in text
    mech = " ".join(page(client, "/rules/ce-5.01/criticals.mech").split())
    assert '<th scope="row">2</th><td>Ammunition explodes</td><td>3 %</td>' in mech
    odds = " ".join(page(client, "/rules/ce-5.01/odds").split())
    assert '<th scope="row">8+</th><td>15 of 36</td><td>42 %</td>' in odds


def test_what_the_book_does_not_print_says_so(client: FlaskClient) -> None:
    assert "not printed" in page(client, "/rules/classic-2.3.1/hazards")


def test_the_way_back_leads_where_the_reader_came_from(client: FlaskClient) -> None:
    assert 'href="/t/ABC?x=1"' in page(client, "/rules/ce-5.01/heat?back=/t/ABC%3Fx%3D1")
    assert "elsewhere" not in page(client, "/rules/ce-5.01/heat?back=//elsewhere.example")


@pytest.mark.parametrize(
    "address", ["/rules/ce-9/heat", "/rules/ce-5.01/nothing", "/rules/ce-5.01/criticals.bird"]
)
def test_a_table_that_is_none_is_not_found(client: FlaskClient, address: str) -> None:
    page(client, address, status=404)
