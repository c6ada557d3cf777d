"""The rulebook of classic BattleTech is whole: every row cites a source, and no ruling or doubt is missing."""

import re
from collections import Counter
from pathlib import Path

import pytest
import tomli

from astrike.formats.options import option_value
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rulebook.battletech.ruling_search import RulingSearch, all_rulings, rulings_found
from astrike.rulebook.battletech.rulings import GROUPS, MUST, REFERENCE, SHOULD
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.columns import CONFIDENCE, NO_PAGE, NOT_PRINTED
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import tables_of
from astrike.web.battletech.cards import CARDS

BOOKS = {"tw-4.4": "TW", "bmm-7.01": "BMM"}
SOURCES = ("CRIT", "base")
PAGES = r"pp?\.\d+(-\d+)?(, \d+)*"
POINTS = Path(__file__).resolve().parents[1] / "cases" / "battletech" / "doubts.toml"


def rows_of(edition: str) -> list[tuple[str, RulebookRow]]:
    rules = load_battletech(edition)
    return [
        (f"{table}/{row.key}", row)
        for table in tables_of(BattleTechEdition)
        for row in getattr(rules, table).values()
    ]


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_every_row_cites_a_page_of_its_book_or_a_source_without_pages(edition: str) -> None:
    page = re.compile(f"{BOOKS[edition]} {PAGES}")
    for name, row in rows_of(edition):
        assert row.ref != NO_PAGE, name
        if row.unknown:
            assert (row.ref, row.page_of) == (NOT_PRINTED, None), name
        else:
            assert row.ref in SOURCES or page.fullmatch(row.ref), name
            assert row.page_of == edition, name


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_every_row_says_how_sure_it_is_and_what_is_in_doubt_says_why(edition: str) -> None:
    for name, row in rows_of(edition):
        assert row.conf in CONFIDENCE, name
        if row.conf == CONFIDENCE[-1] and not row.unknown:
            assert row.note, name


def test_all_rulings_are_there() -> None:
    rows = [each.row for each in all_rulings().values()]
    assert len(rows) == 338
    assert Counter(row.weight for row in rows) == {MUST: 161, SHOULD: 99, REFERENCE: 78}
    assert Counter(row.key.partition("-")[0] for row in rows) == {"bmm": 162, "tw": 94, "crit": 82}
    assert Counter(row.group for row in rows) == {
        "criticals": 106, "falling-skidding": 38, "to-hit": 29, "physical": 26, "movement": 20, "weapons": 18,
        "buildings": 15, "page-reference": 14, "geometry": 14, "example": 11, "wording-only": 10, "vehicles": 9,
        "electronics": 9, "heat": 8, "damage": 7, "infantry": 2, "quirks": 2,
    }  # fmt: skip
    assert [row.key for row in rows if not row.says or row.label.strip() != row.label] == []


def test_a_ruling_is_of_its_book_and_those_on_critical_hits_of_both() -> None:
    editions = {"tw": ("tw-4.4",), "bmm": ("bmm-7.01",), "crit": BATTLETECH_IDS}
    for key, each in all_rulings().items():
        assert each.editions == editions[key.partition("-")[0]], key
        assert (each.row.ref == "CRIT") == bool(each.row.section) == key.startswith("crit-"), key


def test_a_ruling_that_answers_rest_on_names_its_card_and_a_reference_hardly_does() -> None:
    rows = [each.row for each in all_rulings().values()]
    assert [row.key for row in rows if row.weight == MUST and not row.cards] == []
    assert [row.key for row in rows if row.weight == REFERENCE and row.cards] == [
        "crit-043",
        "tw-080",
        "tw-134",
        "bmm-164",
        "bmm-149",
        "bmm-160",
        "tw-130",
    ]


def test_what_is_overridden_is_so_in_the_edition_that_overrides_it() -> None:
    found = {
        (each.row.key, view.edition)
        for each in all_rulings().values()
        for view in each.views
        if view.is_overridden
    }
    assert found == {
        ("crit-006", "tw-4.4"),
        ("crit-047", "bmm-7.01"),
        ("crit-052", "bmm-7.01"),
        ("crit-059", "bmm-7.01"),
    }


def test_rulings_beside_each_other_name_each_other() -> None:
    rows = {key: each.row for key, each in all_rulings().items()}
    one_way = [
        (key, other) for key, row in rows.items() for other in row.beside if key not in rows[other].beside
    ]
    assert one_way == []
    assert [key for key, row in rows.items() if key in (*row.beside, *row.overrides)] == []


def test_what_another_edition_says_on_the_same_point() -> None:
    views = {view.edition: view for view in all_rulings()["tw-051"].views}
    assert [row.key for row in views["bmm-7.01"].related] == ["bmm-025", "bmm-026"]
    assert (views["bmm-7.01"].is_printed, views["tw-4.4"].is_printed) == (False, True)
    gyro = {view.edition: view for view in all_rulings()["bmm-050"].views}
    assert [row.key for row in gyro["tw-4.4"].related] == ["crit-047"]
    assert gyro["bmm-7.01"].related == ()


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        (RulingSearch(page="TW p.60"), {"tw-017", "tw-018"}),
        (RulingSearch(page="60"), {"tw-017", "tw-018"}),
        (RulingSearch(page="bmm 21"), {"bmm-015", "bmm-016", "bmm-017", "bmm-018", "bmm-019", "bmm-020"}),
        (RulingSearch(page="TW 306"), {"tw-007", "tw-008", "tw-009"}),
        (RulingSearch(words="TW p.60"), {"tw-017", "tw-018"}),
        (RulingSearch(words="TW-018"), {"tw-018"}),
        (RulingSearch(words="Careful STAND"), {"bmm-012"}),
        (RulingSearch(words="-4 immobile head"), {"tw-054", "bmm-171"}),
        (RulingSearch(words="heavy-duty", edition="tw-4.4"), {"crit-052"}),
        (RulingSearch(group="quirks"), {"bmm-117", "bmm-125"}),
        (RulingSearch(words="gyro", page="115"), {"bmm-184"}),
        (RulingSearch(words="no such word"), set()),
        (RulingSearch(page="nowhere"), set()),
        (RulingSearch(page="0"), set()),
    ],
    ids=lambda value: str(value) if isinstance(value, RulingSearch) else "",
)
def test_a_ruling_is_found_by_page_word_topic_and_edition(search: RulingSearch, expected: set[str]) -> None:
    assert {each.row.key for each in rulings_found(search)} == expected


@pytest.mark.parametrize("key", all_rulings())
def test_each_ruling_is_found_by_its_id_and_its_page(key: str) -> None:
    row = all_rulings()[key].row
    assert key in {each.row.key for each in rulings_found(RulingSearch(words=key.upper()))}
    if not key.startswith("crit-"):
        first = row.ref.replace("pp.", "p.").partition(",")[0].partition("-")[0]
        assert key in {each.row.key for each in rulings_found(RulingSearch(page=first))}


def test_no_search_finds_everything_and_topics_part_it() -> None:
    assert len(rulings_found(RulingSearch())) == 338
    assert RulingSearch().is_empty
    assert sum(len(rulings_found(RulingSearch(group=group))) for group in GROUPS) == 338


# ---- standard tables


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_each_row_of_a_standard_table_has_a_cell_for_each_of_its_columns(edition: str) -> None:
    rules = load_battletech(edition)
    lengths = {key: len(table.columns) - 1 for key, table in rules.standard_tables.items()}
    odd = [
        row.key
        for row in rules.standard_figures.values()
        if not row.unknown and len(row.cells) != lengths[row.table]
    ]
    assert odd == []
    assert {row.table for row in rules.standard_figures.values()} == set(lengths)


# ---- points in doubt


def points() -> list[dict[str, str]]:
    found: list[dict[str, str]] = tomli.loads(POINTS.read_text(encoding="utf-8"))["point"]
    return found


def test_each_point_in_doubt_is_an_option_or_a_note_and_none_is_both() -> None:
    rules = load_battletech("")
    assert [each["id"] for each in points()] == [f"D-{number:02}" for number in range(1, 45)]
    for each in points():
        assert ("option" in each) != ("note" in each), each["id"]
        if "note" in each:
            assert each["note"] in rules.doubts, each["id"]
        elif each.get("card") is None or each["card"] in CARDS:
            assert each["option"] in rules.options, each["id"]
    assert {each["note"] for each in points() if "note" in each} == set(rules.doubts)


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_the_default_of_each_option_is_allowed(edition: str) -> None:
    for row in load_battletech(edition).options.values():
        default = list(row.default) if isinstance(row.default, tuple) else row.default
        assert option_value(row, default) is not None, row.key
