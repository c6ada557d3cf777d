"""An edition of one game is refused by everything of the other, and each time both lists of editions are told."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from astrike.cli.main import main
from astrike.errors import InputError
from astrike.formats.events.event_file import read_event
from astrike.formats.table.table_file import parse_document
from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.rulebook.loader import IDS
from astrike.web.battletech.cards import CARDS
from astrike.web.home.demo import FILES, demo_text

DIAGRAM = Path("astrike") / "demo" / FILES["diagram"]
BOTH = (*IDS, *BATTLETECH_IDS)


def names_both(text: str) -> bool:
    return all(each in text for each in BOTH)


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_a_table_file_takes_no_edition_of_classic_battletech(edition: str) -> None:
    document = json.loads(demo_text("diagram"))
    document["astrike"]["edition"] = edition
    with pytest.raises(InputError) as caught:
        parse_document(document)
    found = [each for each in caught.value.problems if each.at == "astrike.edition"]
    assert len(found) == 1
    assert names_both(found[0].expected)


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_an_event_takes_no_edition_of_classic_battletech(edition: str) -> None:
    with pytest.raises(InputError) as caught:
        read_event({"format": 1, "name": "Open", "edition": edition})
    found = [each for each in caught.value.problems if each.at == "edition"]
    assert len(found) == 1
    assert names_both(found[0].expected)


@pytest.mark.parametrize(
    "words",
    [
        ("attack", str(DIAGRAM), "A", "C"),
        ("sight", str(DIAGRAM), "A", "C"),
        ("matrix", str(DIAGRAM)),
        ("legal", str(DIAGRAM)),
        ("convert", str(DIAGRAM), "OUT"),
    ],
    ids=lambda words: words[0],
)
@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_a_command_of_alpha_strike_takes_no_edition_of_classic_battletech(
    tmp_path: Path, words: Sequence[str], edition: str
) -> None:
    out = tmp_path / "out.astrike.json"
    asked = [str(out) if each == "OUT" else each for each in words]
    done = CliRunner().invoke(main, [*asked, "--edition", edition], catch_exceptions=False)
    assert (done.exit_code, done.stdout) == (2, "")
    assert names_both(done.stderr)
    assert not out.exists()


@pytest.mark.parametrize("edition", IDS)
def test_a_card_of_classic_battletech_takes_no_edition_of_alpha_strike(
    client: FlaskClient, tmp_path: Path, edition: str
) -> None:
    question = tmp_path / "question.json"
    question.write_text("{}", encoding="utf-8")
    for card in CARDS:
        answer = client.post(f"/api/v1/classic/{card}", json={"edition": edition})
        assert answer.status_code == 422, card
        assert names_both(answer.text), card
        done = CliRunner().invoke(main, ["classic", card, str(question), "--edition", edition])
        assert done.exit_code == 2, card
        assert names_both(done.stderr), card


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_the_api_of_alpha_strike_takes_no_edition_of_classic_battletech(
    client: FlaskClient, edition: str
) -> None:
    table = json.loads(demo_text("diagram"))
    asked = {"table": table, "attacker": "A", "target": "C", "edition": edition}
    answer = client.post("/api/v1/attack", json=asked)
    assert answer.status_code == 422
    assert names_both(answer.text)


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_the_quick_check_takes_no_edition_of_classic_battletech(client: FlaskClient, edition: str) -> None:
    answer = client.get(f"/quick?edition={edition}")
    assert answer.status_code == 422
    assert names_both(answer.text)


@pytest.mark.parametrize("path", ["/classic/rulings?edition=ce-7", "/editions/tw-4.4/ce-7", "/rules/x/"])
def test_pages_of_the_rules_tell_both_lists(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (404, 422)
    assert names_both(answer.text)


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_no_table_is_made_under_an_edition_of_classic_battletech(client: FlaskClient, edition: str) -> None:
    form = {"name": "Hall", "width": "48", "depth": "48", "edition": edition, "layout": ""}
    answer = client.post("/new", data=form)
    assert answer.status_code == 422
    assert names_both(answer.text)
