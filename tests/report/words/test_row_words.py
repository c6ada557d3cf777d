"""Words beside the rows of the rulebook: each is a text of ours, said of its row in every edition."""

from collections.abc import Iterator
from dataclasses import fields

import pytest
import tomli

from astrike.report.words.reasons import sentences_of, words_of
from astrike.rulebook.loader import DATA, DEFAULT_EDITION, IDS, load_edition
from astrike.rulebook.row import WORDS, RulebookRow
from astrike.rulebook.schema import TABLES

FIELDS = {
    table: [spec.name for spec in fields(row_type) if WORDS in spec.metadata]
    for table, row_type in TABLES.items()
}
"""By table the fields that hold texts of ours beside the label."""
NAMES = frozenset(name for names in FIELDS.values() for name in names)


def texts(edition: str) -> Iterator[tuple[str, str, str]]:
    for table, names in FIELDS.items():
        for row in getattr(load_edition(edition), table).values():
            for name in names:
                yield f"{table}.{row.key}", name, str(getattr(row, name))


@pytest.mark.parametrize("edition", [each for each in IDS if each != DEFAULT_EDITION])
def test_words_are_the_same_in_every_edition(edition: str) -> None:
    assert sorted(texts(edition)) == sorted(texts(DEFAULT_EDITION))


@pytest.mark.parametrize("table", TABLES)
def test_a_short_word_is_another_one_than_the_label(table: str) -> None:
    rows: dict[str, RulebookRow] = dict(getattr(load_edition(DEFAULT_EDITION), table))
    assert [row.key for row in rows.values() if row.short and row.short == row.label] == []


def test_a_modifier_of_several_rows_has_the_word_of_its_first() -> None:
    assert words_of("modifiers")["armor.stealth"] == "stealth armor"
    assert "armor.stealth-short" not in words_of("modifiers")


def test_each_of_several_sentences_says_less_than_the_one_before() -> None:
    stated = [
        text
        for table, field in (
            ("reasons", "refusal"),
            ("reasons", "rule"),
            ("reasons", "finding"),
            ("hazards", "measured"),
        )
        for text in sentences_of(table, field).values()
    ]
    # What a roll to come free needs is chosen, not measured.
    chosen = sentences_of("hazards", "measured")["bog"]
    assert [text for text in stated if text != chosen and len(set(text)) != len(text)] == []


def test_what_makes_messages_knows_every_field_with_words() -> None:
    config = (DATA.parents[2] / "babel.cfg").read_text(encoding="utf-8")
    section = config.split("[toml_labels: astrike/rulebook/data/**.toml]", 1)[1].split("[", 1)[0]
    assert set(section.split()) >= NAMES


def test_no_word_stands_in_a_column() -> None:
    for path in (DATA / "alpha-strike").glob("*.toml"):
        for row in tomli.loads(path.read_text(encoding="utf-8")).get("row", []):
            for edition in IDS:
                assert not NAMES & set(row.get(edition, {})), (path.name, row["key"], edition)
