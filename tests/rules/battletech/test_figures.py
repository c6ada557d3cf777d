"""Every figure that answers rest on stands twice: in the rulebook, and here as it was read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli

from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech

Json = dict[str, Any]
READ: Json = tomli.loads(
    (Path(__file__).resolve().parents[2] / "cases/battletech/figures.toml").read_text(encoding="utf-8")
)


def each_of(kind: str) -> Iterator[Any]:
    for each in READ[kind]:
        for edition in each.get("editions", BATTLETECH_IDS):
            about = each.get("field", "quad" if each.get("is_quad") else "biped")
            yield pytest.param(each, edition, id=f"{each['table']}-{about}-{edition}")


@pytest.mark.parametrize(("read", "edition"), list(each_of("figures")))
def test_figures_are_those_that_were_read(read: Json, edition: str) -> None:
    rows = getattr(load_battletech(edition), read["table"])
    stated = {key: getattr(row, read["field"]) for key, row in rows.items() if not row.unknown}
    expected = read.get("values") or dict.fromkeys(read["rows"], True)
    assert {key: value for key, value in stated.items() if value} == expected


@pytest.mark.parametrize(("read", "edition"), list(each_of("locations")))
def test_hits_land_where_it_was_read(read: Json, edition: str) -> None:
    rows = [row for row in load_battletech(edition).impact_hits.values() if row.table == read["table"]]
    rows.sort(key=lambda row: row.die)
    for column in ("front", "left", "right", "rear"):
        assert [row.part(column, is_quad=read["is_quad"]) for row in rows] == read[column], column
