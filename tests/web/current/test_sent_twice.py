"""A form whose answer got lost is sent again as it was: it is written once, and answered as it was at first."""

from collections.abc import Mapping

import pytest
from flask.testing import FlaskClient

from tests.builders import area, box, document, hill, mech
from tests.web.conftest import Kept, keep, next_id

CORNERS = {
    f"{letter}{row}-{k}": value
    for row, (west, south) in enumerate(((20, 20), (24, 20), (24, 24)), 1)
    for letter, k, value in (("d", 1, str(west)), ("r", 1, "west"), ("d", 2, str(south)), ("r", 2, "south"))
}
FORMS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "a piece added": ("/edit", {"action": "add", "piece": "hill-1", "x": "30", "y": "30"}),
    "a piece removed": ("/edit", {"action": "remove", "id": "h"}),
    "a piece measured": ("/edit/measure", {"form": "outline", "kind": "hill", **CORNERS}),
    "a random table": ("/edit/random", {"seed": "7", "density": "sparse", "how": "add"}),
    "a layout": ("/edit/library/shipped-open-hills/use", {"how": "add", "zones": "true"}),
    "a side placed": ("/units/place", {"side": "red", "which": "off"}),
    "a card by hand": ("/new-unit", {"name": "Cedar", "side": "+green", "size": "1", "skill": "4"}),
    "one more": ("/units/A/copy", {}),
    "a unit removed": ("/units/A/remove", {}),
    "a side added": ("/sides/side", {"name": "Green", "color": "green", "home": "west"}),
    "a side changed": ("/sides/side", {"side": "red", "name": "Reds", "color": "red", "home": "west"}),
    "an effect": ("/effect/critical/A/apply", {"dice": "7"}),
    "a side removed": ("/sides/remove", {"side": "red", "units": "stay"}),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_that_is_sent_twice_is_written_once(client: FlaskClient, kept: Kept, form: str) -> None:
    table = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7), side="red", name="Alder", state=["off-table"]),
            mech("B", at=(20, 7), side="blue", name="Birch"),
            area("zone", box(0, 0, 48, 6), kind="deployment", side="red"),
            hill("h", box(12, 14, 15, 20), height=1),
            depth=48,
        ),
    )
    path, values = FORMS[form]
    sent = {"version": str(table.version), "change_id": next_id(), **values}
    with client.post(table.url(path), data=sent) as first:
        assert first.status_code == 303, first.text
    version, after = table.version, table.document
    assert version == 2
    with client.post(table.url(path), data=sent) as second:
        assert (second.status_code, second.location) == (303, first.location), second.text
    assert (table.version, table.document) == (version, after)
