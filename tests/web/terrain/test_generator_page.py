"""The random table: wishes and number in the address, a picture with figures, and the use of it."""

import pytest

from astrike.editing.layout.generator import generate
from astrike.editing.layout.wishes import LayoutWishes, counts_for
from astrike.store.table.codes import Right
from tests.web.conftest import Kept
from tests.web.page import parse


def terrain(table: Kept) -> list[dict[str, object]]:
    found = table.document["features"]
    assert isinstance(found, list)
    return [each for each in found if each["properties"]["kind"] != "unit"]


def size(table: Kept) -> tuple[float, float]:
    head = table.document["astrike"]
    assert isinstance(head, dict)
    return head["width"], head["depth"]


def test_a_number_gives_the_same_table_again_and_another_gives_another(kept: Kept) -> None:
    first = kept.page("/edit/random?seed=42").by_id("picture")
    assert kept.page("/edit/random?seed=42").by_id("picture").text == first.text
    again = kept.page("/edit/random?seed=42&again=43")
    assert again.by_id("f-seed").attributes["value"] == "43"


def test_what_is_used_is_what_was_shown(kept: Kept) -> None:
    width, depth = size(kept)
    drawn = generate(
        LayoutWishes(seed=42, width=width, depth=depth, counts=counts_for("sparse", width, depth))
    )
    answer = kept.send("/edit/random", {"seed": "42", "density": "sparse", "how": "replace"})
    assert answer.status_code == 303
    assert [each["geometry"] for each in terrain(kept)] == [each["geometry"] for each in drawn.features]
    kept.send("/undo")
    assert len(terrain(kept)) == 1


def test_figures_are_shown_and_what_cannot_be_had_is_said(kept: Kept) -> None:
    page = kept.page("/edit/random?seed=1&least=45&density=sparse")
    assert "Covered" in page.by_id("figures").text
    assert "at least 45 % wished" in page.by_id("unmet").text
    assert not kept.page("/edit/random?seed=1&density=sparse").all("section", id="unmet")


@pytest.mark.parametrize("field", ["seed", "gap", "edge", "zone_gap", "least", "most", "woods"])
def test_wrong_wishes_are_named_at_their_field_and_kept(kept: Kept, field: str) -> None:
    refused = kept.client.get(kept.url("/edit/random"), query_string={"seed": "1", field: "many"})
    assert refused.status_code == 422
    page = parse(refused.text)
    assert page.by_id(f"{field}-problem")
    assert page.by_id(f"f-{field}").attributes["value"] == "many"
    assert not page.all("button", id="use")


def test_only_the_organiser_uses_one(kept: Kept) -> None:
    assert not kept.page("/edit/random?seed=1", right=Right.PLAY).all("button", id="use")
    assert kept.send("/edit/random", {"seed": "1"}, right=Right.PLAY).status_code == 403
