"""Editions are columns of one row: what each of them makes of it, and that nothing is said twice."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import pytest
import tomli

from astrike.dataclass import dataclass
from astrike.errors import EditionError
from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.columns import NO_PAGE, NOT_PRINTED
from astrike.rulebook.loader import DATA, IDS, GameSystem
from astrike.rulebook.references import word_of
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import Edition, EditionHead, NumberRow, tables_of
from astrike.rulebook.systems import edition_of_any_game, ids_of

SYSTEMS: Mapping[str, type[EditionHead]] = {"alpha-strike": Edition, "battletech": BattleTechEdition}
"""The games that ship, with what an edition of each is."""
EVERY_ID = (*IDS, *BATTLETECH_IDS)
HEADS = """
default = "first"
order = ["up", "level", "down"]

[only]
down = ["second"]

[[edition]]
id = "first"
name = "First printing"
book = "ONE"
borrows_pages_from = ["third", "second"]

[[edition]]
id = "second"
name = "Second printing"
book = "TWO"
unprinted = "the second printing leaves it out"

[[edition]]
id = "third"
name = "Third printing"
book = "THREE"
"""
ROW = """
[[row]]
key = "reach"
label = "Reach"
value = 4
conf = "sure"
note = "a note"
in = ["first", "second", "third"]
page = { "second" = "TWO p.7" }
"""


UNPAGED = ROW.replace('page = { "second" = "TWO p.7" }', "")
WAY = """
[[row]]
key = "stairs"
label = "Stairs"
goes = ["down", "up", "level"]
said = ["down", "up"]
in = ["first", "second", "third"]
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class WayRow(RulebookRow):
    """A row with words of the list of the system, and with words of its own."""

    goes: tuple[Annotated[str, word_of("order")], ...] = ()
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing(EditionHead):
    """An edition of a small system."""

    order: tuple[str, ...]
    numbers: Mapping[str, NumberRow]
    ways: Mapping[str, WayRow]


@pytest.fixture
def three_editions(tmp_path: Path) -> Path:
    """A small system of three editions."""
    (tmp_path / "editions.toml").write_text(HEADS, encoding="utf-8")
    (tmp_path / "numbers.toml").write_text(ROW, encoding="utf-8")
    (tmp_path / "ways.toml").write_text(WAY, encoding="utf-8")
    return tmp_path


def row_of(three_editions: Path, edition: str, *, text: str = ROW, key: str = "reach") -> NumberRow:
    (three_editions / "numbers.toml").write_text(text, encoding="utf-8")
    return GameSystem(three_editions, Printing).edition(edition).numbers[key]


def test_a_row_counts_in_every_edition_that_prints_it(three_editions: Path) -> None:
    found = [row_of(three_editions, edition) for edition in ("first", "second", "third")]
    assert [(row.value, row.unit, row.conf, row.note, row.unknown) for row in found] == [
        (4.0, "in", "sure", "a note", "")
    ] * 3


def test_a_column_says_what_differs(three_editions: Path) -> None:
    text = ROW + '"second" = { value = 5, conf = "likely" }\n'
    assert [(row_of(three_editions, each, text=text).value, row_of(three_editions, each, text=text).conf) for each in (
        "first", "second", "third",
    )] == [(4, "sure"), (5, "likely"), (4, "sure")]  # fmt: skip


def test_an_edition_that_does_not_print_a_row_says_why_and_has_no_figure(three_editions: Path) -> None:
    text = UNPAGED.replace('"second", "third"]', '"third"]').replace("value = 4", 'value = 4\nunit = "hexes"')
    found = row_of(three_editions, "second", text=text)
    assert (found.value, found.unit, found.conf, found.note) == (0.0, "hexes", "unknown", "")
    assert found.unknown == "the second printing leaves it out"
    assert row_of(three_editions, "third", text=text).unknown == ""


def test_a_row_may_say_why_editions_do_not_print_it(three_editions: Path) -> None:
    text = UNPAGED.replace('in = ["first", "second", "third"]', 'in = ["first"]')
    for_all = text + 'unknown = "nobody knows"\n'
    assert [row_of(three_editions, each, text=for_all).unknown for each in ("first", "second", "third")] == [
        "", "nobody knows", "nobody knows",
    ]  # fmt: skip
    for_one = text + 'unknown."third" = "it is on a page torn out"\n'
    assert [row_of(three_editions, each, text=for_one).unknown for each in ("first", "second", "third")] == [
        "", "the second printing leaves it out", "it is on a page torn out",
    ]  # fmt: skip


def test_an_edition_may_print_a_row_and_no_figure(three_editions: Path) -> None:
    found = row_of(
        three_editions,
        "first",
        text=ROW + 'unknown."first" = "the figure is a blot"\n"first" = { unit = "hexes" }\n',
    )
    assert (found.value, found.unit, found.unknown) == (0.0, "hexes", "the figure is a blot")


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ('"first" = "ONE p.3", "second" = "TWO p.7"', ("ONE p.3", "first")),
        ('"first" = "ONE pp.3, 4", "second" = "TWO p.7"', ("ONE pp.3, 4", "first")),
        ('"second" = "TWO p.7"', ("ONE p.7", "second")),
        ('"second" = "TWO p.7", "third" = "THREE p.9"', ("ONE p.9", "third")),
        ('"second" = "TWO p.7", "third" = "no page known"', ("ONE p.7", "second")),
        (f'"first" = "{NO_PAGE}", "second" = "TWO p.7"', (NO_PAGE, None)),
        ("", (NO_PAGE, None)),
    ],
)
def test_a_page_is_found_in_the_own_book_or_borrowed(
    three_editions: Path, page: str, expected: tuple[str, str | None]
) -> None:
    found = row_of(three_editions, "first", text=ROW.replace('"second" = "TWO p.7"', page))
    assert (found.ref, found.page_of) == expected


def test_a_figure_that_an_edition_does_not_print_says_so(three_editions: Path) -> None:
    text = ROW.replace("page = {", f'page = {{ "first" = "{NOT_PRINTED}",')
    for unsure in ('unknown."first" = "left out"\n', '"first" = { value = 3 }\n'):
        found = row_of(three_editions, "first", text=text + unsure)
        assert (found.ref, found.page_of) == (NOT_PRINTED, None)
    with pytest.raises(EditionError, match="page of first is 'not printed in this edition'; expected conf ="):
        row_of(three_editions, "first", text=text)


def test_an_edition_that_borrows_from_nobody_has_no_page(three_editions: Path) -> None:
    found = row_of(three_editions, "third")
    assert (found.ref, found.page_of) == (NO_PAGE, None)


def test_what_an_edition_does_not_print_has_no_page(three_editions: Path) -> None:
    text = (
        ROW.replace('in = ["first", "second", "third"]', 'in = ["second", "third"]')
        + 'unknown = "left out"\n'
    )
    first, second = row_of(three_editions, "first", text=text), row_of(three_editions, "second", text=text)
    assert (first.ref, first.page_of) == (NOT_PRINTED, None)
    assert (second.ref, second.page_of) == ("TWO p.7", "second")
    with pytest.raises(
        EditionError, match=r"page of second is 'TWO p\.7'; expected none, since second is not in"
    ):
        row_of(three_editions, "first", text=text.replace('"second", "third"]', '"third"]'))


def test_a_row_may_stand_elsewhere_in_one_edition(three_editions: Path) -> None:
    text = ROW + ROW.replace('"reach"', '"last"') + '"second" = { before = "reach" }\n'
    (three_editions / "numbers.toml").write_text(text, encoding="utf-8")
    system = GameSystem(three_editions, Printing)
    orders = [list(system.edition(each).numbers) for each in ("first", "second", "third")]
    assert orders == [["reach", "last"], ["last", "reach"], ["reach", "last"]]


def test_each_edition_is_put_together_once_and_is_still_there_after_all_of_them(three_editions: Path) -> None:
    system = GameSystem(three_editions, Printing)
    first = [system.edition(each) for each in system.ids]
    again = [system.edition(each) for each in system.ids]
    assert all(one is other for one, other in zip(first, again, strict=True))


def test_a_word_of_some_editions_is_left_out_where_the_others_draw_on_the_list_and_nowhere_else(
    three_editions: Path,
) -> None:
    system = GameSystem(three_editions, Printing)
    editions = [system.edition(each) for each in system.ids]
    found = [(each.order, each.ways["stairs"].goes, each.ways["stairs"].said) for each in editions]
    assert found == [
        (("up", "level"), ("up", "level"), ("down", "up")),
        (("up", "level", "down"), ("down", "up", "level"), ("down", "up")),
        (("up", "level"), ("up", "level"), ("down", "up")),
    ]


def test_a_problem_in_one_column_is_told_whichever_edition_is_asked_for(three_editions: Path) -> None:
    for each in ("first", "second", "third"):
        with pytest.raises(EditionError, match="second value is 'five'; expected a number"):
            row_of(three_editions, each, text=ROW + '"second" = { value = "five" }\n')


def raw_rows(system: str) -> Iterator[tuple[str, dict[str, Any], type[RulebookRow]]]:
    for table, row_type in tables_of(SYSTEMS[system]).items():
        text = (DATA / system / f"{table}.toml").read_text(encoding="utf-8")
        for raw in tomli.loads(text)["row"]:
            yield f"{table}/{raw['key']}", raw, row_type


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_column_says_what_the_row_says_or_what_is_not_asked(system: str) -> None:
    """A column is there for what differs: nothing in it equals the row's own, and none is empty."""
    twice: list[str] = []
    for name, raw, row_type in raw_rows(system):
        own = {spec.name: spec.default for spec in fields(row_type)} | raw
        for edition in set(ids_of(system)) & raw.keys():
            twice += [
                f"{name} {edition} {key}" for key, value in raw[edition].items() if same(own.get(key), value)
            ]
            twice += [f"{name} {edition} is empty"] * (not raw[edition])
    assert twice == []


def same(own: object, value: object) -> bool:
    return (list(own) if isinstance(own, tuple) else own) == value


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_reason_is_the_one_that_the_head_gives(system: str) -> None:
    heads = tomli.loads((DATA / system / "editions.toml").read_text(encoding="utf-8"))["edition"]
    standard = {head["id"]: head.get("unprinted") for head in heads}
    for name, raw, _ in raw_rows(system):
        reasons = raw.get("unknown", {})
        for edition in reasons if isinstance(reasons, dict) else ():
            assert reasons[edition] != standard[edition], name
        if isinstance(reasons, str):
            assert len(raw["in"]) < len(ids_of(system)), f"{name} is printed everywhere and says why not"


def test_some_rows_give_a_reason_of_their_own() -> None:
    assert any(isinstance(raw.get("unknown"), dict) for _, raw, _ in raw_rows("alpha-strike"))


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_source_without_pages_stands_beside_pages_for_all_editions(system: str) -> None:
    for name, raw, _ in raw_rows(system):
        if "unpaged" in raw:
            assert set(raw["in"]) - set(raw.get("page", {})), f"{name}: every edition has a page of its own"


@pytest.mark.parametrize("edition", EVERY_ID)
def test_the_digest_of_an_edition_is_its_own(edition: str) -> None:
    assert len({edition_of_any_game(each).digest for each in EVERY_ID}) == len(EVERY_ID)
    system = next(each for each in SYSTEMS if edition in ids_of(each))
    made = GameSystem(DATA / system, SYSTEMS[system]).edition(edition)
    assert edition_of_any_game(edition).digest == made.digest


# ---- sources without pages


SOURCED = HEADS.replace('book = "ONE"', 'book = "ONE"\nsources = ["SHEET"]').replace(
    'book = "TWO"', 'book = "TWO"\nsources = ["SHEET", "base"]'
)


@pytest.fixture
def with_sources(three_editions: Path) -> Path:
    """The small system; two of its editions rest on sources without pages."""
    (three_editions / "editions.toml").write_text(SOURCED, encoding="utf-8")
    return three_editions


def sourced(source: str, editions: str = '"first", "second"', more: str = "") -> str:
    text = UNPAGED.replace('"first", "second", "third"', editions)
    return f'{text}unpaged = "{source}"\nunknown."third" = "left out"\n{more}'


def test_a_source_stands_in_place_of_a_page(with_sources: Path) -> None:
    found = [row_of(with_sources, each, text=sourced("SHEET")) for each in ("first", "second", "third")]
    assert [(row.ref, row.page_of) for row in found] == [
        ("SHEET", "first"),
        ("SHEET", "second"),
        (NOT_PRINTED, None),
    ]


def test_a_page_of_an_edition_comes_before_the_source(with_sources: Path) -> None:
    text = sourced("SHEET", more='page = { "second" = "TWO p.7" }\n')
    found = [row_of(with_sources, each, text=text) for each in ("first", "second")]
    assert [row.ref for row in found] == ["SHEET", "TWO p.7"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (sourced("LEAFLET"), "unpaged is 'LEAFLET'; expected one of SHEET"),
        (sourced("base"), "unpaged is 'base'; expected one of SHEET"),
        (
            sourced("SHEET", '"first", "third"').replace('unknown."third" = "left out"\n', ""),
            "unpaged is 'SHEET'; expected none: the editions have none in common",
        ),
    ],
)
def test_a_source_is_one_of_all_editions_that_print_the_row(
    with_sources: Path, text: str, expected: str
) -> None:
    with pytest.raises(EditionError, match=expected):
        row_of(with_sources, "first", text=text)


def test_the_sources_of_an_edition_are_names_each_once(with_sources: Path) -> None:
    wrong = SOURCED.replace('["SHEET"]', '["SHEET", "SHEET", 3]')
    (with_sources / "editions.toml").write_text(wrong, encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        row_of(with_sources, "first")
    assert [line for line in caught.value.problems if "sources" in line] == [
        f"{with_sources.name}/editions.toml: edition 1: sources has 'SHEET' twice; expected each once",
        f"{with_sources.name}/editions.toml: edition 1: sources has 3; expected names of sources without pages",
    ]
