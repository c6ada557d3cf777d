"""Is every row of the rules asserted by a case, and is everything the editions say asked for by one?"""

import re
from collections.abc import Iterator, Mapping

import pytest

from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import ModifierRow, OptionRow
from tests.rules.expectation import expected_for
from tests.rules.scene import Scene, scenes
from tools.casefiles import EDITIONS, HERE, SHORT, all_cases, all_rows
from tools.rules_page import PAGE, cases_by_option, cases_by_row, rules_page

ROWS, CASES = all_rows(), cases_by_row()


def test_the_page_of_rules_is_the_newest() -> None:
    assert PAGE.read_text(encoding="utf-8") == rules_page(), "write it: python -m tools.rules_page"


def test_every_row_has_a_page_of_one_book_or_says_that_none_is_known() -> None:
    page = re.compile(r"(CE7?|AS) pp?\.\d+(-\d+)?(, \d+(-\d+)?)*|no page known")
    assert {row.id: row.page for row in ROWS.values() if not page.fullmatch(row.page)} == {}


def test_a_ruling_of_an_errata_sheet_has_the_page_that_the_sheet_corrects() -> None:
    sheets = {"CE-": "CE p.", "AS-": "AS p."}
    rulings = [row for row in ROWS.values() if row.list == "errata-rows"]
    assert {row.id: row.page for row in rulings if not row.page.startswith(sheets[row.id[:3]])} == {}


def test_every_case_names_rows_that_there_are() -> None:
    odd = {case.id: row for case in all_cases() for row in case.covers if row not in ROWS}
    assert not odd, "`covers` names no row of errata-rows, examples or book-rows.toml"


def test_every_row_that_answers_rest_on_has_a_case() -> None:
    missing = [row.id for row in ROWS.values() if row.part in HERE and row.id not in CASES]
    assert [name for name in missing if ROWS[name].list != "disputes"] == []


def test_every_row_that_comes_later_says_so() -> None:
    early = [row.id for row in ROWS.values() if row.part not in HERE and row.id in CASES]
    assert not early, f"a case asserts them: they are of one of the parts {', '.join(HERE)}"


def test_the_lists_are_whole() -> None:
    count = {
        name: [row for row in ROWS.values() if row.id.startswith(name)]
        for name in ("CE-", "AS-", "RC-", "WE-", "ME-")
    }
    assert len(count["CE-"]) + len(count["AS-"]) == 242
    assert sum(row.must for row in ROWS.values()) == 124
    assert [row.id for row in count["RC-"]] == [f"RC-{number:02}" for number in range(1, 52)]
    assert [row.id for row in count["WE-"]] == [f"WE-{number:02}" for number in range(1, 97)]
    assert [row.id for row in count["ME-"]] == [f"ME-{number:02}" for number in range(1, 49)]


@pytest.mark.parametrize(
    "row", [row for row in ROWS.values() if row.must and row.part in HERE], ids=lambda row: row.id
)
def test_a_row_without_which_answers_are_wrong_is_asserted_under_its_edition(row: object) -> None:
    name = row.id  # type: ignore[attr-defined]  # pytest does not know the type
    wanted = "ce-5.01" if name.startswith("CE-") else "classic-2.3.1"
    assert any(wanted in case.editions for case in CASES[name]), f"{name} is never asked under {wanted}"


# ---- what the editions say


def asked(edition: str) -> Iterator[tuple[Scene, Mapping[str, object]]]:
    """Every scene under one edition with what is expected there."""
    for case in all_cases():
        if edition not in case.editions:
            continue
        for scene in scenes(case.raw):
            if edition in scene.raw.get("editions", case.editions):
                yield scene, expected_for(scene.expect, edition=SHORT[edition])


RESTS_ON = {
    "air.altitude": ("altitudes", "low"),
    "air.off-path": ("numbers", "air.corridor"),
    "air.strip": ("numbers", "air.strip-length"),
    "attacker.antagonized": ("bonuses", "antagonizer"),
    "bomb.reach": ("artillery", "BOMB-HE"),
    "effect.mines-laid": ("numbers", "mines.density"),
    "effect.no-enemy": ("bonuses", "demoralizer"),
    "effect.too-far": ("numbers", "intimidation.reach"),
    "effect.drop-far": ("hazards", "drop"),
    "effect.firm": ("hazards", "bog"),
    "effect.no-bog": ("hazards", "bog"),
    "effect.no-skid": ("hazards", "skid"),
    "effect.no-strain": ("numbers", "strain.turns"),
    "effect.submerged": ("support", "light-strike"),
    "flight.beyond": ("numbers", "flight.0"),
    "flight.turns": ("numbers", "flight.0"),
    "move.floor": ("numbers", "floor.price"),
    "move.jump-water": ("numbers", "jump.from-depth"),
    "move.structure-turn": ("movers", "structure"),
    "munition.turns": ("munitions", "illumination"),
    "effect.fire-heats": ("numbers", "fire.heat"),
    "effect.no-wind": ("numbers", "wind.damage"),
    "off-table.near": ("numbers", "off-table.from"),
    "move.take-off": ("numbers", "vtol.take-off"),
    "move.vacuum": ("effects", "atmosphere.vacuum"),
    "move.building-unasked": ("going", "building.light"),
    "move.wall": ("going", "wall"),
    "artillery.shot-down": ("numbers", "point-defense.destroys"),
    "overlap.closed": ("hazards", "drop"),
    "overlap.nearest": ("hazards", "drop"),
    "overlap.owner": ("hazards", "skid"),
    "path.altitude": ("altitudes", "low"),
    "move.wige-rise": ("numbers", "wige.rise"),
    "move.wige-take-off": ("numbers", "wige.take-off"),
    "move.wige-taxi": ("numbers", "wige.taxi"),
    "surprise.far": ("numbers", "surprise.reach"),
    "target.shielded": ("bonuses", "shielding"),
    "transport.trailers": ("numbers", "tow.most"),
}
"""Reasons that need a figure: where an edition prints none, the refusal has the figure's key."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_reason_to_refuse_is_given_somewhere(edition: str) -> None:
    rules = load_edition(edition)
    given = {
        key
        for _, expected in asked(edition)
        for word in ("refusals", "reasons", "notes", "remarks", "crippled")
        for key in expected.get(word, ())
    }
    given |= {key for _, e in asked(edition) for keys in e.get("closed", {}).values() for key in keys}
    never = {key for key, (table, figure) in RESTS_ON.items() if getattr(rules, table)[figure].unknown}
    if rules.number("friends.are-targets"):
        never.add("target.friendly")
    # What is wrong with a whole table is no refusal; its tests are those of the check.
    reasons = {key for key in rules.reasons if not key.startswith("standing.")}
    assert reasons - given == never


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_term_of_the_target_number_counts_somewhere(edition: str) -> None:
    terms: set[tuple[str, int]] = set()
    refused: set[str] = set()
    for _, expected in asked(edition):
        terms |= set(expected.get("modifiers", {}).items())
        terms |= {(key, 0) for key in expected.get("considered", ())}
        refused |= {*expected.get("refusals", ())}
    rows = load_edition(edition).modifiers.values()
    missing = [row.key for row in rows if not is_met(row, terms, refused)]
    assert not missing


def is_met(row: ModifierRow, terms: set[tuple[str, int]], refused: set[str]) -> bool:
    name = row.emits or row.key
    if row.unknown:
        return row.key in refused
    if row.value == 0:
        return row.key in NOT_WRITTEN_AT_ZERO or any(key == name for key, _ in terms)
    return (name, row.value) in terms


NOT_WRITTEN_AT_ZERO = frozenset({"target.climbing"})
"""A rule that is gone from an edition leaves no line in the ledger."""


OPTIONS = {key: row for key, row in load_edition("ce-5.01").options.items() if not row.later}


@pytest.mark.parametrize("option", OPTIONS)
def test_every_value_of_a_working_option_is_played(option: str) -> None:
    row = OPTIONS[option]
    chosen = {
        value for case in cases_by_option().get(option, ()) for key, value in case.options() if key == option
    }
    if isinstance(row.default, bool):
        assert chosen == {True, False}
    elif isinstance(row.default, tuple) and row.values:
        assert {word for words in chosen for word in words} == set(row.values)
        assert any(len(words) < len(row.values) for words in chosen)
    elif row.values:
        assert chosen - set(row.formerly) == set(row.values)
    else:
        assert {value for value in chosen if value != row.default}, (
            f"{option} is never anything but {row.default}"
        )


def test_every_disputed_point_is_an_option_or_says_what_is_done() -> None:
    options: dict[str, OptionRow] = dict(load_edition("ce-5.01").options)
    for row in ROWS.values():
        if row.list == "disputes":
            assert set(row.options) <= set(options), row.id
            assert any(options[name].later for name in row.options) == (row.part not in HERE), row.id
