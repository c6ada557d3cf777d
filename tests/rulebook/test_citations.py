"""A page is a promise: it was found in the printing that it is shown for, or it says in whose it was found."""

import re
from dataclasses import replace

import pytest
import tomli

from astrike.rulebook.columns import NO_PAGE, NOT_PRINTED
from astrike.rulebook.loader import DATA, IDS, load_edition
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import TABLES

HEADS = tomli.loads((DATA / "alpha-strike" / "editions.toml").read_text(encoding="utf-8"))["edition"]
BOOKS = {head["id"]: head["book"] for head in HEADS}
LENDERS = {head["id"]: next(iter(head.get("borrows_pages_from", ())), None) for head in HEADS}
"""By edition the one whose pages it borrows: Alpha Strike 2017 is a book of its own and borrows none."""
PAGES = r"pp?\.\d+(-\d+)?(, \d+)*"


def rows_of(edition: str) -> list[tuple[str, RulebookRow]]:
    return [
        (f"{table}/{row.key}", row)
        for table in TABLES
        for row in getattr(load_edition(edition), table).values()
    ]


@pytest.mark.parametrize("edition", IDS)
def test_every_row_has_a_page_of_its_own_or_a_borrowed_one_or_says_why_there_is_none(edition: str) -> None:
    page = re.compile(f"{BOOKS[edition]} {PAGES}")
    for name, row in rows_of(edition):
        if row.page_of is None:
            assert row.ref in (NO_PAGE, NOT_PRINTED), name
        else:
            assert page.fullmatch(row.ref), name
            assert row.page_of in (edition, LENDERS[edition]), name


@pytest.mark.parametrize("edition", [each for each in IDS if LENDERS[each]])
def test_a_borrowed_page_is_one_that_the_lender_has_of_its_own(edition: str) -> None:
    lender = dict(rows_of(str(LENDERS[edition])))
    borrowed = [(name, row) for name, row in rows_of(edition) if row.page_of not in (edition, None)]
    assert borrowed
    for name, row in borrowed:
        own = lender[name]
        assert own.page_of == LENDERS[edition], name
        assert own.ref.split(" ", 1)[1] == row.ref.split(" ", 1)[1], name
        assert replace(own, ref="", page_of=None, conf="", note="") == replace(
            row, ref="", page_of=None, conf="", note=""
        ), name


def test_a_page_is_no_source_for_another_figure() -> None:
    """The scatter of artillery differs between the printings (CE p.47), so only one of them has the page."""
    assert load_edition("ce-7").options["artillery.scatter"].ref == "CE7 p.47"
    assert load_edition("ce-5.01").options["artillery.scatter"].ref == NO_PAGE


@pytest.mark.parametrize("edition", IDS)
def test_what_an_edition_does_not_print_has_no_page(edition: str) -> None:
    unprinted = [(name, row) for name, row in rows_of(edition) if row.unknown]
    assert unprinted
    assert [f"{name}: {row.ref}" for name, row in unprinted if row.ref != NOT_PRINTED] == []


def test_no_page_is_written_that_follows_from_the_rest_of_its_row() -> None:
    """Without an entry a row that is printed has no page known, and one that is not printed says so."""
    said: list[str] = []
    for table in TABLES:
        path = DATA / "alpha-strike" / f"{table}.toml"
        for row in tomli.loads(path.read_text(encoding="utf-8"))["row"]:
            pages = row.get("page", {})
            if not pages and "page" in row:
                said.append(f"{table}/{row['key']}: no pages")
            for edition, page in pages.items():
                lent = pages.get(LENDERS[edition], NO_PAGE)
                follows = (
                    (NO_PAGE if lent in (NO_PAGE, NOT_PRINTED) else lent)
                    if edition in row["in"]
                    else NOT_PRINTED
                )
                if page == follows:
                    said.append(f"{table}/{row['key']}: {edition} {page}")
    assert said == []


@pytest.mark.parametrize(
    ("name", "pages"),
    [
        # both printings have it, on the same page or not
        ("modifiers/attacker.jump", ("CE p.44", "CE7 p.44", "AS p.37")),
        ("modifiers/terrain.woods", ("CE p.43", "CE7 p.43", "AS p.37")),
        ("modifiers/state.hull-down", ("CE p.38", "CE7 p.44", NOT_PRINTED)),
        ("numbers/probe.PRB", ("CE p.61", "CE7 p.86", "AS p.92")),
        ("follow_ups/critical.twelve", ("CE p.45", "CE7 p.49", NO_PAGE)),
        ("hazards/zipline", ("CE p.38", "CE7 p.160", NOT_PRINTED)),
        ("prices/level", ("CE p.35", "CE7 p.34", NO_PAGE)),
        ("reasons/sight.woods", ("CE p.40", "CE7 p.40", NO_PAGE)),
        ("reasons/move.steep", ("CE p.35", "CE7 p.35", NO_PAGE)),
        # the later printings alone
        ("modifiers/attack.secondary", ("CE p.44 of ce-7", "CE7 p.44", NOT_PRINTED)),
        ("modifiers/condition.night", ("CE p.58 of ce-7", "CE7 p.58", NOT_PRINTED)),
        ("units/BM", ("CE p.157 of ce-7", "CE7 p.157", "AS p.34")),
        ("going/woods", ("CE p.34 of ce-7", "CE7 p.34", NO_PAGE)),
        ("abilities/CASEP", ("CE p.88 of ce-7", "CE7 p.88", NO_PAGE)),
        ("criticals/7", ("CE p.50, 65, 187 of ce-7", "CE7 p.50, 65, 187", NOT_PRINTED)),
        ("support/thumper", ("CE pp.54-55 of ce-7", "CE7 pp.54-55", NOT_PRINTED)),
        ("reasons/attacker.shutdown", ("CE p.53 of ce-7", "CE7 p.53", NO_PAGE)),
        # errata 5.01 alone
        ("visual/fog", ("CE p.157", "CE7 p.157 of ce-5.01", NOT_PRINTED)),
        ("visual/daylight", ("CE p.157", "CE7 p.157 of ce-5.01", "AS p.89")),
        ("air_cover/light.strafing", ("CE p.55", "CE7 p.55 of ce-5.01", NOT_PRINTED)),
        ("artillery/ART-CM7", ("CE p.47", "CE7 p.47 of ce-5.01", "AS p.73, 173")),
        # Alpha Strike 2017 alone
        ("tmm/3", (NO_PAGE, NO_PAGE, "AS p.37")),
        ("modifiers/target.climbing", (NOT_PRINTED, NOT_PRINTED, "AS p.62")),
        ("numbers/charge.inches-per", (NOT_PRINTED, NOT_PRINTED, "AS p.43")),
        # nobody
        ("abilities/BRID", (NO_PAGE, NO_PAGE, NO_PAGE)),
        ("reasons/attacker.off-table", (NO_PAGE, NO_PAGE, NO_PAGE)),
        ("options/paths.straight", (NO_PAGE, NO_PAGE, NO_PAGE)),
    ],
)
def test_the_pages_of_a_row(name: str, pages: tuple[str, str, str]) -> None:
    table, key = name.split("/")
    found = [getattr(load_edition(edition), table)[key] for edition in ("ce-5.01", "ce-7", "classic-2.3.1")]
    lent = [
        "" if row.page_of in (edition, None) else f" of {row.page_of}"
        for edition, row in zip(("ce-5.01", "ce-7", "classic-2.3.1"), found, strict=True)
    ]
    assert tuple(row.ref + note for row, note in zip(found, lent, strict=True)) == pages
