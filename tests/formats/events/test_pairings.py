"""Pairings of spreadsheets and of people are read; a list that contradicts itself is refused with every problem."""

import csv
import io
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.formats.events.pairings import read_pairings
from astrike.model.events.pairing import Two, is_same_name, name_key, pairing_of

HALL = (1, 2, 3)
ANNA_BEN = {1: ("Anna", "Ben")}


def read(text: str, tables: tuple[int, ...] = HALL, others: dict[int, Two] | None = None) -> dict[int, Two]:
    return {each.table: each.players for each in read_pairings(text, tables, others)}


def problems(text: str, others: dict[int, Two] | None = None) -> dict[str, str]:
    with pytest.raises(InputError) as refused:
        read(text, others=others)
    return {each.at: f"{each.found}; {each.expected}" for each in refused.value.problems}


@pytest.mark.parametrize(
    "text",
    [
        "1,Anna,Ben",
        "1;Anna;Ben",
        "1\tAnna\tBen",
        "1, Anna , Ben ,,",
        '"1","Anna","Ben"',
        "Table,Player 1,Player 2\n1,Anna,Ben",
        "\ufeffTable;Name;Opponent\r\n1;Anna;Ben\r\n",
        "Player A\tPlayer B\tTable\nAnna\tBen\t1",
        "Round,Table,Player 1,Faction,Player 2\n2,1,Anna,Davion,Ben",
        "Table\tPairing\n1\tAnna vs Ben",
        "Pairing\nAnna v Ben",
        "Table 1: Anna vs Ben",
        "table 1 Anna - Ben",
        "Table #1: Anna vs. Ben",
        "T1: Anna v Ben",
        "1. Anna - Ben",
        "1) Anna – Ben",
        "1 Anna vs Ben",
        "1 - Anna - Ben",
        "1,Anna vs Ben",
        "Table 1,Anna,vs,Ben",
        "1: Anna, Ben",
        "Anna vs Ben",
        "Anna,Ben",
        "Anna\tBen",
        "\n\n  Anna – Ben  \n\n",
        "Anna vs Ben, Table 1",
        "Anna vs Ben @ Table 1",
        "Anna vs Ben (table 1)",
        "Anna - Ben - Table 1",
        "Anna vs Ben on table #1",
        "Anna vs Ben @ 1",
        "Anna,Ben,Table 1",
        "Table: 1, Anna vs Ben",
        "Table: 1 Anna vs Ben",
        "Match 1: Anna vs Ben",
        "Game 1: Anna vs Ben",
        "Pod 1: Anna vs Ben",
        "Pod 1: Anna, Ben",
        "Match 1,Anna,Ben",
        "1,'Anna','Ben'",
        "1: 'Anna' vs 'Ben'",
        "1 | Anna | Ben",
        "| Table | Player 1 | Player 2 |\n|---|:-:|---|\n| 1 | Anna | Ben |",
        "Round 1\n1,Anna,Ben",
        "Pairings round 2:\n\nTable,Player 1,Player 2\n1,Anna,Ben",
        "Round 1 pairings,,\n1,Anna,Ben",
        "sep=;\n1;Anna;Ben",
        "sep=,\r\nTable,Player 1,Player 2\r\n1,Anna,Ben",
    ],
)
def test_usual_spellings_are_read(text: str) -> None:
    assert read(text) == ANNA_BEN


def test_names_in_quotes_hold_what_parts_cells() -> None:
    assert read('1,Anna,Ben\n2,"O\'Neil, Carla",Dmitri') == {**ANNA_BEN, 2: ("O'Neil, Carla", "Dmitri")}
    assert read('1 "O\'Neil, Carla" vs Dmitri') == {1: ("O'Neil, Carla", "Dmitri")}
    assert read("O'Neil, Carla vs Dmitri") == {1: ("O'Neil, Carla", "Dmitri")}


def test_each_line_may_have_its_own_delimiter() -> None:
    assert read("1,Anna,Ben\n2;Marek;Nadia\n3\tJo\tPat") == {
        **ANNA_BEN,
        2: ("Marek", "Nadia"),
        3: ("Jo", "Pat"),
    }


@pytest.mark.parametrize(
    "text", ["1,Anna,Anna", "1;Anna;anna", "1 Anna vs Anna", "Anna,Anna", "Table 1: Anna - Anna"]
)
def test_a_player_who_meets_himself_is_named_even_in_the_only_line(text: str) -> None:
    [stated] = problems(text).values()
    assert stated.endswith("twice; two players")


@pytest.mark.parametrize(
    "text",
    [
        "1,Anna,Ben,14,6",
        "1,Anna,14,Ben,6",
        "1;Anna;Ben;14:6",
        "1 Anna vs Ben 14:6",
        "Table 1: Anna 14 - 6 Ben",
    ],
)
def test_scores_are_refused_in_words(text: str) -> None:
    assert "without scores" in problems(text)["line 1"]


@pytest.mark.parametrize(
    "text",
    ["Anna vs Ben, seat 2: Carla", "Arena 3: Anna vs Ben", "Anna vs Ben table 2 late", "1,Anna,Table 2 Ben"],
)
def test_a_number_that_is_not_understood_is_no_part_of_a_name(text: str) -> None:
    assert "number of the table" in problems(text)["line 1"]


def test_numbers_of_badges_are_names_too() -> None:
    assert read("1\t08\t19\n 2: 17 v 24\n\n3 22 v 23") == {1: ("08", "19"), 2: ("17", "24"), 3: ("22", "23")}
    assert read("08 v 19\n17,24") == {1: ("08", "19"), 2: ("17", "24")}


def test_lines_without_numbers_fill_the_tables_in_their_order() -> None:
    assert read("Anna v Ben\nCarla v Dmitri", (7, 2)) == {2: ("Anna", "Ben"), 7: ("Carla", "Dmitri")}
    assert problems("Anna v Ben\nCarla v Dmitri\nE v F\nG v H") == {
        "line 4": "'G v H'; at most 3 pairings, one for each table"
    }
    assert set(problems("Anna v Ben\n2,Carla,Dmitri")) == {"line 1"}


def test_every_contradiction_is_named_with_its_line() -> None:
    text = '1,Anna,Ben\n1,Carla,Dmitri\n2,anna,Emil\n3,,\n9,X,Y\n3,Gus\n2,Kim,KIM\n\n3,A v B,C\n3,"Jo,Pat'
    found = problems(text)
    assert list(found) == ["line 2", "line 3", "line 4", "line 5", "line 6", "line 7", "line 9", "line 10"]
    assert found["line 2"] == "table 1 again; each table once (line 1 has it)"
    assert found["line 3"] == "anna again, in line 1 already; each player once in a round"
    assert found["line 4"] == "'3,,'; a table and two names"
    assert found["line 5"] == "table 9; a table of the event: 1 to 3"
    assert "two names" in found["line 6"]
    assert found["line 7"] == "Kim twice; two players"


def test_who_plays_at_a_table_that_is_not_listed_is_not_free() -> None:
    others = {1: ("Marek", "Nadia"), 3: ("Carla", "Dmitri")}
    assert read("1,Anna,Ben\n2,Marek,Nadia", others=others) == {**ANNA_BEN, 2: ("Marek", "Nadia")}
    assert problems("1,Anna,carla", others) == {
        "line 1": "carla again, at table 3 already; each player once in a round"
    }


def test_nobody_is_met_by_several() -> None:
    assert read("1,Anna,bye\n2,Ben,BYE") == {1: ("Anna", "bye"), 2: ("Ben", "BYE")}


@pytest.mark.parametrize(
    "text", ["", " \n ", "Table,Player 1,Player 2", "x" * 200, "1," + "x" * 40 + "," + "y" * 40]
)
def test_nothing_to_read_is_said(text: str) -> None:
    assert problems(text)


NAMES = st.text("abnovsABNV'.,;\"- é5", min_size=1, max_size=22).map(lambda name: " ".join(name.split()))
FREE = NAMES.filter(
    lambda name: (
        name
        and name.count('"') % 2 == 0
        and name.strip('"') == name
        and not (name[0] == name[-1] == "'" and len(name) > 1)
    )
)


@st.composite
def lists(draw: st.DrawFn) -> dict[int, Two]:
    """Pairings of some tables, no player twice."""
    tables = draw(st.lists(st.integers(1, 99), min_size=1, max_size=8, unique=True))
    count = 2 * len(tables)
    names = draw(st.lists(FREE, min_size=count, max_size=count, unique_by=name_key))
    found = {table: (names[2 * n], names[2 * n + 1]) for n, table in enumerate(tables)}
    return {table: two for table, two in found.items() if pairing_of(two) and not is_same_name(*two)}


@given(
    lists().filter(bool),
    st.sampled_from(",;\t"),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.booleans(),
)
def test_what_a_spreadsheet_writes_is_read_back(
    pairings: dict[int, Two], delimiter: str, quoting: int, end: str, has_headings: bool, has_mark: bool
) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=end)  # type: ignore[arg-type]  # one of csv's constants
    if has_headings:
        writer.writerow(["Table", "Player 1", "Player 2"])
    writer.writerows([table, *two] for table, two in pairings.items())
    text = ("\ufeff" if has_mark else "") + out.getvalue()
    assert read(text, tuple(pairings)) == pairings


@given(st.text(st.sampled_from("Anna v,;\t\"'-–1.:\n"), max_size=60))
def test_whatever_is_pasted_is_read_or_refused_line_by_line(text: str) -> None:
    try:
        found = read(text)
    except InputError:
        return
    names = list(chain.from_iterable(found.values()))
    assert len({name_key(name) for name in names}) == len(names)
    assert set(found) <= set(HALL)
