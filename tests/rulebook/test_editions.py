"""The three editions that ship are whole: same rows, and words of what is not printed."""

import ast
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
import tomli

import astrike
from astrike.formats.options import option_value
from astrike.rulebook.loader import DATA, IDS, load_edition
from astrike.rulebook.row import SUBJECT, RulebookRow
from astrike.rulebook.schema import TABLES, Edition
from astrike.rules.shot import damage
from astrike.rules.shot.attacker_steps import ATTACKER_STEPS
from astrike.rules.shot.target_steps import TARGET_STEPS
from astrike.rules.shot.to_hit import PAIR_STEPS

EDITIONS = [pytest.param(load_edition(name), id=name) for name in IDS]

CODE = Path(astrike.__file__).parent
EVERYWHERE = {spec.name for spec in fields(RulebookRow)}


def said_in(row: RulebookRow) -> set[str]:
    """Name the fields that say what a row is about, whether or not it has figures."""
    return {spec.name for spec in fields(row) if SUBJECT in spec.metadata or spec.default is MISSING}


def rows_of(edition: Edition) -> list[tuple[str, RulebookRow]]:
    return [(table, row) for table in TABLES for row in getattr(edition, table).values()]


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_not_printed_says_so_and_counts_nothing(edition: Edition) -> None:
    for table, row in rows_of(edition):
        if row.unknown:
            assert row.conf == "unknown", f"{table}/{row.key}"
            figures = [spec for spec in fields(row) if spec.name not in EVERYWHERE | said_in(row)]
            found = {spec.name: getattr(row, spec.name) for spec in figures}
            assert found == {spec.name: spec.default for spec in figures}, f"{table}/{row.key}"
        assert row.label.strip()
        assert row.label == row.label.strip()


@pytest.mark.parametrize("table", TABLES)
def test_every_edition_has_every_row_of_the_file(table: str) -> None:
    text = (DATA / "alpha-strike" / f"{table}.toml").read_text(encoding="utf-8")
    keys = sorted(row["key"] for row in tomli.loads(text)["row"])
    assert keys
    for name in IDS:
        rows = getattr(load_edition(name), table)
        assert sorted(rows) == keys
        assert [row.key for row in rows.values()] == list(rows)


INSTEAD_OF_EACH_OTHER = (
    {"target-movement-card", "target-movement-lookup"},
    {"airborne-target", "airborne-target-from-ground"},
)
"""Steps of which an edition takes one."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_step_is_one_that_the_rules_know(edition: Edition) -> None:
    known = {*ATTACKER_STEPS, *TARGET_STEPS, *PAIR_STEPS, "named"}
    assert set(edition.steps) <= known
    assert len(set(edition.steps)) == len(edition.steps)
    assert set(edition.damage_steps) == set(damage.DAMAGE_RULES) == set(edition.damage)
    for alternatives in INSTEAD_OF_EACH_OTHER:
        assert len(alternatives & set(edition.steps)) == 1
    heads = tomli.loads((DATA / "alpha-strike" / "editions.toml").read_text(encoding="utf-8"))
    kept_from_it = {step for step, ids in heads["only"].items() if edition.id not in ids}
    assert known - set(edition.steps) == kept_from_it & known, "each is in `steps` of editions.toml"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_default_of_each_option_is_allowed(edition: Edition) -> None:
    for row in edition.options.values():
        default = list(row.default) if isinstance(row.default, tuple) else row.default
        assert option_value(row, default) is not None, row.key


@pytest.mark.parametrize("edition", EDITIONS)
def test_limits_grow(edition: Edition) -> None:
    for rows, name in (
        (edition.brackets, "upto"),
        (edition.brackets, "underwater"),
        (edition.tmm, "upto"),
        (edition.tmm, "tmm"),
    ):
        values = [getattr(row, name) for row in rows.values()]
        assert values == sorted(values)
    assert [row.rank for row in edition.large.values()] == [1, 2, 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_water_table_has_a_row_for_each_pair_of_places(edition: Edition) -> None:
    places = ("submerged", "partly", "surface", "outside")
    assert set(edition.water) == {f"{a}.{b}" for a in places for b in places}
    for key, row in edition.water.items():
        assert key == f"{row.attacker}.{row.target}"
        assert row.allowed in ("yes", "no", "torpedo")


def test_every_field_of_a_row_is_named_by_code_that_reads_it() -> None:
    every = {f"{table}.{spec.name}": spec.name for table, of in TABLES.items() for spec in fields(of)}
    unread = set(every.values())
    for path in CODE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not any(name in text for name in unread):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                unread.discard(node.attr)
            elif isinstance(node, ast.Constant) and "rulebook" not in path.parts:
                unread.discard(node.value)
    assert [name for name, field in every.items() if field in unread] == []
    assert len(every) > 400
