"""A broken table is told with every problem in it; nothing half-read ever reaches a rule."""

from pathlib import Path

import pytest

from astrike.errors import EditionError, NotFound
from astrike.rulebook.loader import IDS, GameSystem, load_edition
from astrike.rulebook.schema import TABLES, Edition


def read_edition(folder: Path, edition_id: str = "ce-5.01") -> Edition:
    return GameSystem(folder, Edition).edition(edition_id)


def problems(folder: Path) -> tuple[str, ...]:
    with pytest.raises(EditionError) as caught:
        read_edition(folder)
    assert str(caught.value) == "\n".join(caught.value.problems)
    return caught.value.problems


def change(folder: Path, table: str, before: str, after: str) -> None:
    path = folder / table
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def test_a_sound_copy_is_read(folder: Path) -> None:
    assert read_edition(folder).number("rear.from") == 150.0


def test_an_unknown_edition_is_not_found() -> None:
    with pytest.raises(NotFound, match=r"no edition 'ce-4'; the editions are ce-5\.01"):
        load_edition("ce-4")


@pytest.mark.parametrize(
    ("table", "before", "after", "said"),
    [
        (
            "numbers.toml",
            "value = 150",
            'value = "150"',
            "numbers.toml: row 6 (rear.from): value is '150'; expected a number",
        ),
        (
            "numbers.toml",
            "value = 150",
            "value = true",
            "numbers.toml: row 6 (rear.from): value is True; expected a number",
        ),
        (
            "editions.toml",
            '"torpedoes"',
            '"torpedos"',
            "editions.toml: damage_steps has 'torpedos'; expected a key of damage.toml",
        ),
        (
            "numbers.toml",
            "value = 150",
            "value = nan",
            "numbers.toml: row 6 (rear.from): value is nan; expected a number",
        ),
        (
            "numbers.toml",
            "value = 150",
            "worth = 150",
            "numbers.toml: row 6 (rear.from): found unknown key worth; expected ",
        ),
        ("numbers.toml", 'key = "rear.from"', "", "numbers.toml: row 6 (no key): key key is missing"),
        (
            "numbers.toml",
            'key = "cover.to"',
            'key = "cover.from"',
            "numbers.toml: cover.from stands there twice",
        ),
        (
            "numbers.toml",
            '"ce-7" = "CE7 p.41"',
            '"ce-7" = " "',
            "numbers.toml: row 1 (cover.from): page of ce-7 is ' '; expected a page, as 'CE7 p.42'",
        ),
        (
            "numbers.toml",
            '"ce-7" = "CE7 p.41"',
            '"ce-7" = "AS p.41"',
            "numbers.toml: row 1 (cover.from): page of ce-7 is 'AS p.41'; expected a page, as 'CE7 p.42'",
        ),
        (
            "numbers.toml",
            'page = { "ce-7"',
            'page = { "ce-6"',
            "numbers.toml: row 1 (cover.from): page names ce-6; expected one of ce-5.01, classic-2.3.1, ce-7",
        ),
        (
            "numbers.toml",
            'in = ["ce-5.01"',
            'in = ["ce-6"',
            "numbers.toml: row 1 (cover.from): in has 'ce-6'; expected a list of editions out of ce-5.01, ",
        ),
        (
            "numbers.toml",
            'in = ["ce-5.01"',
            'in = ["ce-5.01", "ce-5.01"',
            "numbers.toml: row 1 (cover.from): in has 'ce-5.01'; expected a list of editions out of",
        ),
        (
            "numbers.toml",
            'in = ["ce-5.01"',
            '# in = ["ce-5.01"',
            "numbers.toml: row 1 (cover.from): key in is nothing; expected a list of editions out of ce-5.01, ",
        ),
        (
            "numbers.toml",
            'in = ["ce-5.01", ',
            "in = [",
            'numbers.toml: row 1 (cover.from): ce-5.01 does not print it; expected unknown."ce-5.01" to say why',
        ),
        (
            "modifiers.toml",
            '"classic-2.3.1" = { value = 2 }',
            '"classic-2.3.1" = { value = "2" }',
            "classic-2.3.1 value is '2'; expected a whole number",
        ),
        (
            "modifiers.toml",
            '"classic-2.3.1" = { value = 2 }',
            '"classic-2.3.1" = { worth = 2 }',
            "found unknown key worth in classic-2.3.1; expected ",
        ),
        (
            "heat.toml",
            '{ before = "water" }',
            '{ before = "external" }',
            "heat.toml: row 6 (external): classic-2.3.1 has it before 'external'; expected the key of another row",
        ),
        (
            "modifiers.toml",
            '"classic-2.3.1" = { value = 2 }',
            '"classic-2.3.1" = 2',
            "classic-2.3.1 is 2; expected a table of what differs there",
        ),
        (
            "numbers.toml",
            'in = ["classic-2.3.1"]\n',
            'in = ["classic-2.3.1"]\n"ce-7" = { value = 3 }\n',
            "(charge.inches-per): ce-7 has values of its own and is not in the list of editions",
        ),
        (
            "numbers.toml",
            'unknown = "this edition counts TMM instead"',
            'unknown = ""',
            "(charge.inches-per): unknown is ''; expected a reason, or reasons by edition",
        ),
        (
            "going.toml",
            'unknown."classic-2.3.1"',
            'unknown."classic"',
            "(wall): unknown names classic; expected one of ce-5.01, classic-2.3.1, ce-7",
        ),
        (
            "numbers.toml",
            'conf = "sure"',
            'conf = "certain"',
            "conf is 'certain'; expected one of sure, likely, unknown",
        ),
        ("modifiers.toml", "value = 2", "value = 2.5", "value is 2.5; expected a whole number"),
        ("modifiers.toml", 'part = "A"', "", "key part is missing"),
        (
            "units.toml",
            "mech = true",
            'mech = "yes"',
            "units.toml: row 1 (BM): mech is 'yes'; expected true or false",
        ),
        (
            "units.toml",
            'modifier = "type.protomech"',
            'modifier = "type.proto"',
            "(PM): modifier is 'type.proto'; expected a key of modifiers.toml",
        ),
        ("units.toml", 'arc = "all"', 'arc = "round"', ": arc is 'round'; expected a key of arcs.toml"),
        (
            "options.toml",
            'said = ["counts as less hidden", ',
            "said = [",
            "(sight.thirds-tie): said has 1 texts; expected 2, one for each of its values",
        ),
        (
            "terrain.toml",
            'family = "ramp"',
            'family = "slope"',
            "(ramp): family is 'slope'; expected one of ground, ramp, solid, see-through, ",
        ),
        (
            "brackets.toml",
            'option = "extreme-range"',
            'option = "far"',
            "(extreme): option is 'far'; expected a key of options.toml",
        ),
        (
            "terrain.toml",
            "grade_limit = [6.0, 4.0, 2.0]",
            "grade_limit = [6.0, 4.0]",
            "(woods): grade_limit has 2 values; expected 3, one a grade",
        ),
        (
            "terrain.toml",
            '"terrain.woods-heavy"',
            '"terrain.dense"',
            "(woods): grade_modifier has 'terrain.dense'; expected a key of modifiers.toml",
        ),
        (
            "terrain.toml",
            "grade_limit = [6.0, 4.0, 2.0]",
            'grade_limit = ["six"]',
            "expected a list of a number",
        ),
        (
            "going.toml",
            'barred = ["wheeled", "rail",',
            'barred = ["wheeled", "train",',
            "(rough): barred has 'train'; expected a key of movers.toml",
        ),
        (
            "going.toml",
            'opened_by = ["wheeled:(b)"',
            'opened_by = ["bicycle:(b)"',
            "(woods): opened_by has 'bicycle:(b)'; expected a key of movers.toml",
        ),
        (
            "going.toml",
            "surcharges = [0, 0]",
            "surcharges = [0]",
            "(woods): surcharges has 1 values; expected 2, one a mover",
        ),
        (
            "going.toml",
            'option = "woods.advanced"',
            'option = "woods.thick"',
            "(woods.light): option is 'woods.thick'; expected a key of options.toml",
        ),
        (
            "going.toml",
            'hazard = "skid"',
            'hazard = "slip"',
            "(paved): hazard is 'slip'; expected a key of hazards.toml",
        ),
        (
            "effects.toml",
            'movers = ["vtol",',
            'movers = ["flyer",',
            "(atmosphere.thin): movers has 'flyer'; expected a key of movers.toml",
        ),
        (
            "hazards.toml",
            'spared = ["hover",',
            'spared = ["hoover",',
            "(bog): spared has 'hoover'; expected a key of movers.toml",
        ),
        (
            "movers.toml",
            'types = ["IM"]',
            'types = ["WM"]',
            "(industrial): types has 'WM'; expected a key of units.toml",
        ),
        (
            "kinds.toml",
            'strikers = ["BM", "CV"]',
            'strikers = ["BM", "WM"]',
            "(charge): strikers has 'WM'; expected a key of units.toml",
        ),
        ("visual.toml", "[[row]]", "[row]", "visual.toml: "),
        ("visual.toml", "[[row]]", "[[row]", "visual.toml: not readable as TOML"),
        ("editions.toml", 'book = "CE"', "", "editions.toml: edition 1: key book is missing"),
        ("editions.toml", 'book = "CE"', "book = 5", "editions.toml: edition 1: book is 5; expected text"),
        ("editions.toml", 'book = "CE"', 'title = "CE"', "edition 1: found unknown key title; expected id, "),
        (
            "editions.toml",
            'default = "ce-5.01"',
            'default = "ce-5"',
            "editions.toml: default is 'ce-5'; expected one of ce-5.01, classic-2.3.1, ce-7",
        ),
        (
            "editions.toml",
            'id = "ce-7"',
            'id = "ce-5.01"',
            "ce-5.01 stands there twice; expected each edition once",
        ),
        (
            "editions.toml",
            'borrows_pages_from = ["ce-7"]',
            'borrows_pages_from = ["ce-6"]',
            "edition 1: borrows_pages_from has 'ce-6'; expected editions out of classic-2.3.1, ce-7",
        ),
        (
            "editions.toml",
            '"airborne-target" = ["ce-5.01"',
            '"airborne-target" = ["ce-6"',
            "only.airborne-target has 'ce-6'; expected editions out of ce-5.01, classic-2.3.1, ce-7",
        ),
        (
            "editions.toml",
            "[only]",
            '[only]\n"air" = []',
            "only names 'air'; expected a word of damage_steps or steps",
        ),
        ("editions.toml", "damage_steps = [", "harm_steps = [", "editions.toml: key damage_steps is missing"),
        (
            "editions.toml",
            "damage_steps = [",
            "harm_steps = [",
            "editions.toml: found unknown key harm_steps",
        ),
    ],
)
def test_a_problem_is_told_with_its_place_and_what_is_expected(
    folder: Path, table: str, before: str, after: str, said: str
) -> None:
    change(folder, table, before, after)
    found = problems(folder)
    assert all(problem.startswith("broken/") for problem in found)
    assert any(said in problem for problem in found), found


def test_a_missing_table_is_told(folder: Path) -> None:
    (folder / "visual.toml").unlink()
    assert "broken/visual.toml: the file is missing" in problems(folder)


def test_a_file_that_is_no_table_is_told(folder: Path) -> None:
    (folder / "old-modifiers.toml").write_text("", encoding="utf-8")
    assert any("old-modifiers.toml: found a file that is no table" in problem for problem in problems(folder))


def test_a_file_of_other_bytes_is_told(folder: Path) -> None:
    (folder / "arcs.toml").write_bytes(b"\xff\xfe\x00")
    assert any("arcs.toml: not readable as TOML" in problem for problem in problems(folder))


def test_an_empty_folder_lacks_everything(tmp_path: Path) -> None:
    found = problems(tmp_path)
    assert any("editions.toml: the file is missing" in problem for problem in found)
    assert any("modifiers.toml: the file is missing" in problem for problem in found)
    assert len(found) == len(TABLES) + 1


def test_all_problems_of_all_tables_are_told_at_once(folder: Path) -> None:
    change(folder, "numbers.toml", "value = 150", 'value = "150"')
    change(folder, "visual.toml", "inches = 18", 'inches = "far"')
    change(folder, "editions.toml", 'book = "CE"', "")
    (folder / "tmm.toml").unlink()
    tables = {problem.split("/")[1].split(":")[0] for problem in problems(folder)}
    assert {"numbers.toml", "visual.toml", "editions.toml", "tmm.toml"} <= tables


def test_the_digest_tells_other_numbers_of_this_edition_alone(folder: Path) -> None:
    before = {each: read_edition(folder, each).digest for each in IDS}
    change(folder, "modifiers.toml", '"classic-2.3.1" = { value = 2 }', '"classic-2.3.1" = { value = 3 }')
    after = {each: read_edition(folder, each).digest for each in IDS}
    assert {each for each in IDS if before[each] != after[each]} == {"classic-2.3.1"}


def test_the_digest_is_that_of_the_values_and_not_of_how_the_file_is_written(folder: Path) -> None:
    before = read_edition(folder, "classic-2.3.1").digest
    change(
        folder,
        "modifiers.toml",
        '"classic-2.3.1" = { value = 2 }',
        '[row."classic-2.3.1"]\nvalue = 2 # twice as much',
    )
    change(folder, "modifiers.toml", 'key = "skill"\n', 'emits = ""\nkey = "skill"\n')
    assert read_edition(folder, "classic-2.3.1").digest == before
