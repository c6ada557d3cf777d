"""Deployment zones of a preset: laid on all tables of a round or on one, shown on the sheets, taken back by undo."""

import io
from dataclasses import replace
from typing import Any

import pypdfium2
import pytest

from astrike.editing.layout.deployment_zones import zones_on
from astrike.formats.events.event_file import write_event
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ChangeLabel
from astrike.store.database.connection import connect
from astrike.store.events.events import change_event
from astrike.store.table.codes import Right
from astrike.web.events import zones_page as pages
from astrike.web.events.laying import AppliedToTables, apply_zones
from astrike.web.events.log_words import event_sentence
from tests.web.conftest import NOW, Kept, next_id
from tests.web.events.hall import Hall
from tests.web.page import parse

LINES, CORNERS = "match-play-skirmish/lines", "match-play-skirmish/corners"


def zones(hall: Hall, number: int) -> list[str]:
    """Names of the zones on a table, without the sides."""
    return [name[:5] for name in zones_on(parse_document(hall.document(number)))]


def lay(hall: Hall, in_round: int, key: str, how: str = "lay") -> str:
    sent = hall.send(f"/rounds/{in_round}", f"/rounds/{in_round}/zones", {"deployment": key, "how": how})
    assert sent.status_code == 303
    return hall.client.get(sent.headers["Location"]).text


def words_of_sheets(hall: Hall, in_round: int) -> str:
    with hall.client.get(hall.url(f"/sheets/setup.pdf?round={in_round}")) as response:
        pdf = pypdfium2.PdfDocument(io.BytesIO(response.data))
    return " ".join(page.get_textpage().get_text_range() for page in pdf)


def test_zones_are_laid_on_all_tables_and_say_what_they_replace(hall: Hall) -> None:
    assert "Zones laid on 3 tables." in lay(hall, 1, LINES)
    assert [zones(hall, number) for number in (1, 2, 3)] == [["Lines", "Lines"]] * 3
    assert "They replace 6" in lay(hall, 1, CORNERS)
    assert zones(hall, 2) == ["Corne", "Corne"]
    assert "Corners: within 6″" in hall.page("/hall", right=Right.VIEW).by_id("way").text
    assert hall.event.deployments == {1: CORNERS}
    assert event_sentence(hall.log[0].label) == "Corners laid on the tables"
    table = f"/t/{hall.tables[1].codes.organise}"
    fields = parse(hall.client.get(f"{table}/history").text).one("footer").all("form")[0].fields()
    assert hall.client.post(f"{table}/undo", data=fields).status_code == 303
    assert zones(hall, 2) == ["Lines", "Lines"]


def test_the_sheets_of_a_round_show_its_zones_and_layouts_bring_them(hall: Hall) -> None:
    assert "Corners" not in words_of_sheets(hall, 2)
    lay(hall, 2, CORNERS, how="note")
    assert zones(hall, 1) == [], "only the sheets"
    assert "Corners" in words_of_sheets(hall, 2)
    assert "Corners" not in words_of_sheets(hall, 1)
    hall.send("/rounds/2", "/rounds/2/lay", {})
    assert zones(hall, 1) == ["Corne", "Corne"]
    lay(hall, 2, "", how="note")
    assert hall.event.deployments == {}
    assert event_sentence(hall.log[0].label) == "Round 2: no deployment zones"


def test_one_table_gets_zones_of_its_own(hall: Hall) -> None:
    lay(hall, 1, LINES)
    assert "Lines 1, Lines 2" in hall.page("/tables/2").by_id("zones").text
    sent = hall.send("/tables/2", "/tables/2/zones", {"deployment": CORNERS})
    assert sent.status_code == 303
    assert [zones(hall, number) for number in (1, 2)] == [["Lines", "Lines"], ["Corne", "Corne"]]
    assert event_sentence(hall.log[0].label) == "Corners laid on table 2"
    assert hall.event.deployments == {1: LINES}


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("/rounds/1/zones", {"deployment": "club/none", "how": "lay"}),
        ("/rounds/1/zones", {"deployment": "", "how": "lay"}),
        ("/tables/1/zones", {"deployment": "x"}),
    ],
)
def test_what_no_preset_knows_is_refused(hall: Hall, path: str, values: dict[str, str]) -> None:
    assert hall.post(path, values).status_code == 422
    assert hall.version == 1


OWN = """
id = "club"
title = "Club"
version = "1"
source = "us"
confidence = "high"
[[deployments]]
id = "{id}"
label = "{label}"
[[deployments.zones]]
rule = "edge"
inches = 3
"""


@pytest.mark.parametrize("key", ["lines" * 80, "lines\u202e"])
def test_a_way_that_no_event_can_keep_is_refused_before_anything_is_laid(hall: Hall, key: str) -> None:
    own = OWN.format(id=key, label="Lines")
    assert hall.send("/settings", "/settings", {"preset": "own", "own_preset": own}).status_code == 303
    assert hall.post("/rounds/1/zones", {"deployment": f"own/{key}", "how": "lay"}).status_code == 422
    assert zones(hall, 1) == []
    assert hall.page(), "the event can still be read"


def test_zones_of_a_way_with_a_very_long_name_can_be_laid(hall: Hall) -> None:
    own = OWN.format(id="lines", label="Lines " * 80)
    hall.send("/settings", "/settings", {"preset": "own", "own_preset": own})
    lay(hall, 1, "own/lines")
    assert zones(hall, 1) == ["Lines", "Lines"]


def test_the_organiser_of_a_table_lays_zones_with_one_tap(kept: Kept) -> None:
    page = parse(kept.client.get(kept.url("/deployments", right=Right.ORGANISE)).text)
    assert "No zones" in page.by_id("there").text
    form = next(
        each for each in page.all("form") if LINES in [b.attributes.get("value") for b in each.all("button")]
    )
    sent = form.fields() | {"deployment": LINES}
    with kept.client.post(kept.url("/deployments", right=Right.ORGANISE), data=sent) as response:
        shown = parse(kept.client.get(response.headers["Location"]).text)
    assert "Lines lies on the table." in shown.one("main").text
    assert "Lines, " in shown.by_id("there").text
    history = kept.client.get(kept.url("/history")).text
    assert "Deployment zones: Lines" in history
    late = kept.client.post(
        kept.url("/deployments", right=Right.ORGANISE), data=sent | {"change_id": next_id()}
    )
    assert late.status_code == 409


def test_a_form_that_comes_twice_at_once_lays_zones_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "was_written", lambda *_: False)  # both have looked before either wrote
    form = {**hall.stamp("/rounds/1", "/rounds/1/zones"), "deployment": LINES, "how": "lay"}
    before = [each.version for each in hall.tables]
    for _ in range(2):
        assert hall.client.post(hall.url("/rounds/1/zones"), data=form).status_code == 303
    assert [each.version - was for each, was in zip(hall.tables, before, strict=True)] == [1, 1, 1]
    hall.client.post(hall.url("/undo"), data=hall.stamp("", "/undo"))
    assert zones(hall, 1) == []


def test_a_round_that_is_gone_once_its_zones_lie_is_not_written_down(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*args: Any, **kwargs: Any) -> AppliedToTables:
        shorter = write_event(replace(hall.event, rounds=2, games={}))
        with connect(hall.db_path) as db:
            change_event(
                db,
                hall.id,
                from_version=hall.version,
                document=shorter,
                label=ChangeLabel("event.setup"),
                author="Kim",
                client_id="shorter",
                now=NOW,
            )
        return apply_zones(*args, **kwargs)

    monkeypatch.setattr(pages, "apply_zones", slow)
    assert hall.send("/rounds/3", "/rounds/3/zones", {"deployment": LINES, "how": "lay"}).status_code == 303
    assert (hall.event.rounds, hall.event.deployments) == (2, {})
