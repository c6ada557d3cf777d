"""What presets say: each with source and confidence, every figure, and the file to change."""

import pytest
from flask.testing import FlaskClient

from astrike.presets.loader import IDS, load_preset, read_preset
from tests.web.page import parse


def test_every_preset_is_listed_and_can_be_read(client: FlaskClient) -> None:
    links = [each.attributes["href"] for each in parse(client.get("/presets").text).all("a", class_="task")]
    assert links == [f"/presets/{each}" for each in IDS]
    for link in links:
        preset = load_preset(link.removeprefix("/presets/"))
        page = parse(client.get(link).text)
        assert preset.source in page.text
        assert all(each in page.by_id("absent").text for each in preset.absent)


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        (
            "alpha-strike-350-v3.2",
            ("at most 350 PV", "2 to 6", "none, or 5", "5 PV, at most 2", "DRO", "One era"),
        ),
        ("torchlight", ("48 × 48″", "120", "2 to 7")),
        (
            "parameters-example",
            ("at least 3″", "at most 20.0 %", "Buildings: Height of the pieces of a kind"),
        ),
        (
            "match-play-battle",
            ("edge 3″", "to 15 points", "low", "3 × Objective: 21″ from the own edge at least, 12″ apart"),
        ),
        ("default", ("48 × 48″ to begin with", "AS p.124", "0.5 BSP")),
    ],
)
def test_figures_stand_with_their_words(client: FlaskClient, preset: str, said: tuple[str, ...]) -> None:
    text = parse(client.get(f"/presets/{preset}").text).by_id("main").text
    for each in said:
        assert each in text


@pytest.mark.parametrize(
    ("preset", "own", "borrowed"),
    [
        (
            "default",
            {"Light strike": "CE p.54", "Light air cover": "CE p.55"},
            {
                "Heavy strike": "CE p.55",
                "Ways for the base from one far edge to the other that do not meet": "AS p.124",
            },
        ),
        ("stand-up-fight", {"Stand-Up Fight": "CE pp.126-127"}, {}),
        ("breakthrough", {"Order of laying terrain": "AS p.122"}, {}),
    ],
)
def test_a_page_of_another_printing_than_that_of_the_preset_is_marked(
    client: FlaskClient, preset: str, own: dict[str, str], borrowed: dict[str, str]
) -> None:
    page = parse(client.get(f"/presets/{preset}").text)
    reported = {each.all("b")[0].text: each.text for each in page.all("li", class_="told")}
    for label, ref in own.items():
        assert ref in reported[label]
        assert "†" not in reported[label]
    for label, ref in borrowed.items():
        assert f"{ref} †" in reported[label]
    assert len(page.all("p", class_="printing-note")) == (1 if borrowed else 0)


def test_the_file_can_be_taken_and_changed(client: FlaskClient) -> None:
    response = client.get("/presets/alpha-strike-350-v3.2.toml")
    assert response.mimetype == "application/toml"
    assert read_preset(response.text) == load_preset("alpha-strike-350-v3.2")
    assert client.get("/presets/spring-open").status_code == 404
    assert client.get("/presets/spring-open.toml").status_code == 404
