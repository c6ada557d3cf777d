"""Whatever a row names is there: each kind of name is checked in every table when the tables are loaded."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_origin, get_type_hints

import pytest
import tomli

from astrike.errors import EditionError
from astrike.rulebook.columns import allowed_in
from astrike.rulebook.loader import DATA, GameSystem
from astrike.rulebook.row import WORDS, RulebookRow
from astrike.rulebook.schema import TABLES, Edition, OptionRow

BROKEN = """
modifiers attacker.jump part QQ
brackets short modifier range.shrt
brackets extreme option far
units BM arc round
units PM modifier type.proto
units BM criticals mechs
large LG blocks some
terrain woods modifier terrain.wood
terrain ice hides watr
conditions fog modifier condition.fogg
water submerged.outside attacker below
water submerged.outside allowed perhaps
movers industrial types WM
going rough barred trains
going woods opened_by wheeled
going woods opened_by wheeled:XYZ
going woods option woods.thick
going paved hazard slip
modes ground movers walker
effects atmosphere.thin movers flyer
effects atmosphere.thin types XX
effects atmosphere.thin unless SEALED
effects atmosphere.thin effect explode
hazards bog spared hoover
abilities AFC kind normal
abilities AFC going mudd
abilities AFC opens mudd
abilities AFC movers walker
abilities AFC types XX
kinds weapon family weapons
kinds weapon steps skil
kinds weapon damage_steps siz
bonuses antagonizer ability antagonist
bonuses antagonizer ability state:angry
bonuses antagonizer source spirit
bonuses antagonizer bearer nobody
bonuses antagonizer what nothing
bonuses antagonizer part Q
bonuses antagonizer amount half
bonuses antagonizer code LRM-SRM
bonuses antagonizer kinds weapons
bonuses antagonizer families weapons
bonuses antagonizer choice antagonised
bonuses antagonizer choice munition=dead-fyre
bonuses antagonizer option range-mistress=swap
bonuses antagonizer option range-master=swapped
bonuses antagonizer over snipper
choices shell kind text
choices shell kinds weapons
choices shell families weapons
choices shell pilot snipper
choices shell options optional
artillery ART-T family gun
artillery ART-T template huge
artillery ART-T reach far
munitions cluster family none
munitions cluster weapons ART-X
munitions cluster against trees
munitions cluster modifier attack.air
electronics AECM code AECMM
electronics AECM kind jammer
electronics AECM number probe.X
electronics AECM stopped_by some
nets C3 masters C3X
nets C3 peers C3Y
criticals 2 mech amo
critical_effects engine hit engines
critical_effects engine state stund
motive half loss all
support strafing area line
support strafing weapon SUPPORT-X
air_cover light.strafing cover medium
air_cover light.strafing against strafe
altitudes low bracket near
altitudes low kinds strafes
kinds melee codes MELT
kinds melee strikers WM
kinds melee modifier attack.mele
kinds strafe arrives straight
kinds dfa critical critical.dive
kinds dfa mode jumping
kinds dfa motions jumped
terrain ramp family slope
effects wind.1 when wind
effects wind.2 when air=thin
effects heat.extreme when weather=heat
bonuses dodge when in-contact:AC
choices blood-stalker when in-hostile-emc
terrain hill grades nothing-such
terrain hill grade_modifier nothing-such
conditions dusk kind nothing-such
water submerged.submerged target nothing-such
going rail movers nothing-such
going clear waived_by nothing-such
going clear bog_movers nothing-such
effects atmosphere.thin only nothing-such
hazards skid movers nothing-such
choices blood-stalker needs nothing-such
choices targeting target_pilot nothing-such
nets C3 slaves nothing-such
nets C3 emergency nothing-such
criticals 2 protomech nothing-such
criticals 2 vehicle nothing-such
criticals 2 aerospace nothing-such
criticals 2 large nothing-such
criticals 2 structure nothing-such
"""
"""Table, key, field and a word that it may not hold."""


COLUMNS = ("ce-7", "classic-2.3.1")
"""Whose columns are broken, while another edition is asked for."""


def broken() -> list[tuple[str, str, str, str]]:
    """Give table, key, field and word of every mistake."""
    return [
        (table, key, name, word) for table, key, name, word in map(str.split, BROKEN.strip().splitlines())
    ]


def is_list(table: str, name: str) -> bool:
    return get_origin(get_type_hints(TABLES[table])[name]) is tuple


def toml(value: object) -> str:
    """Write a value of a file anew."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{toml(key)} = {toml(each)}' for key, each in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def break_tables(folder: Path) -> list[str]:
    """Write every mistake into a column of its row; give what is to be said of it."""
    expected = []
    for table in TABLES:
        path = folder / f"{table}.toml"
        rows = {row["key"]: row for row in tomli.loads(path.read_text(encoding="utf-8"))["row"]}
        numbers = {key: number for number, key in enumerate(rows, start=1)}
        for _, key, name, word in (each for each in broken() if each[0] == table):
            row = rows[key]
            row["in"] = ["ce-5.01", "classic-2.3.1", "ce-7"]
            edition = next(each for each in COLUMNS if name not in row.get("broken", {}).get(each, ()))
            row.setdefault(edition, {})[name] = [word] if is_list(table, name) else word
            row.setdefault("broken", {}).setdefault(edition, []).append(name)
            verb = "has" if is_list(table, name) else "is"
            expected.append(f"{table}.toml: row {numbers[key]} ({key}): {edition} {name} {verb} {word!r}")
        for row in rows.values():
            row.pop("broken", None)
        lines = (
            "".join(f"{toml(key)} = {toml(value)}\n" for key, value in row.items()) for row in rows.values()
        )
        path.write_text("".join(f"[[row]]\n{each}\n" for each in lines), encoding="utf-8")
    return expected


def test_every_name_in_every_column_is_followed_whichever_edition_is_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(DATA / "alpha-strike", folder)
    expected = break_tables(folder)
    with pytest.raises(EditionError) as caught:
        GameSystem(folder, Edition).edition("ce-5.01")
    found = [problem.removeprefix("broken/") for problem in caught.value.problems]
    assert sorted(each.split("; expected ")[0] for each in found) == sorted(expected)
    assert all("; expected " in each for each in found)


UNCHECKED = {
    "abilities.codes", "abilities.legs", "abilities.mark", "choices.codes", "choices.target_codes", "choices.values",
    "bonuses.terms", "effects.codes", "modifiers.emits", "movers.codes", "numbers.unit",
    "options.area", "options.default", "options.formerly", "options.values", "units.bays",
}  # fmt: skip
"""Fields whose texts are no names of rows: codes of cards, parts of keys, words of their own, texts."""
EVERYWHERE = {spec.name for spec in fields(RulebookRow)}
"""Fields of every row; what tags it may have is tried in test_tags."""


def types_of_fields() -> Iterator[tuple[str, str, object]]:
    """Give the fields of the tables with their types, but for those of every row and for texts to be shown."""
    for table, row_type in TABLES.items():
        hints = get_type_hints(row_type, include_extras=True)
        for spec in fields(row_type):
            if spec.name not in EVERYWHERE and WORDS not in spec.metadata:
                yield table, spec.name, hints[spec.name]


def test_every_field_with_words_says_which_it_allows() -> None:
    free = {
        f"{table}.{name}"
        for table, name, hint in types_of_fields()
        if "str" in str(hint) and allowed_in(hint) is None
    }
    assert free == UNCHECKED


def test_every_field_that_says_which_words_it_allows_is_broken_here() -> None:
    checked = {(table, name) for table, name, hint in types_of_fields() if allowed_in(hint) is not None}
    assert checked == {(table, name) for table, _, name, _ in broken()}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"default": "over", "values": ("height", "under")},
            ["default is 'over'; expected one of height, under"],
        ),
        (
            {"default": ("height", "over"), "values": ("height",)},
            ["default is ('height', 'over'); expected one of height"],
        ),
        ({"default": 7, "low": 1, "high": 6}, ["default is 7; expected a number from 1 to 6"]),
        ({"default": (1.0, 7.0), "high": 6}, ["default is (1.0, 7.0); expected a number from 0 to 6"]),
        ({"default": 3, "low": 6, "high": 1}, ["low is 6; expected at most high, which is 1"]),
        (
            {"default": "a", "values": ("a",), "formerly": ("b", "c")},
            ["formerly has 2 words; expected at most 1, one a value"],
        ),
        ({"default": "free"}, []),
        ({"default": True}, []),
        ({"default": 0.5, "high": 1}, []),
    ],
)
def test_the_default_of_an_option_is_one_of_its_values(changes: dict[str, Any], expected: list[str]) -> None:
    assert list(OptionRow(key="jump.woods", label="Jumps", ref="-", **changes).problems()) == expected
