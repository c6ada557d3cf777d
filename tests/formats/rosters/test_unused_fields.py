"""What one field or one unit of a list says wrongly is named with its place, and everything else comes."""

import json

import pytest

from astrike.formats.rosters.memory_catalog import KnownCards
from tests.formats.rosters.sources import (
    MEKBAY,
    SHELF,
    csv_text,
    favorites,
    force,
    force_unit,
    group,
    list_code,
    mekbay_row,
    member,
    mul_unit,
    notes,
    quicklist,
    read,
)

BAD = ["ECM", "FUEL 12", "TUR(1/1/1,AC0*/1/1)"]
MUL_COLUMNS = ("Id", "name", "subtype", "pv", "move", "armor", "structure", "abilities")
UNIT_LIST = {
    "id": 11, "chassis": "Alder", "model": "ALD-2",
    "as": {"TP": "BM", "MV": "8", "Arm": 5, "Str": 4, "PV": 30, "specials": BAD},
}  # fmt: skip
SOURCES = {
    "MekBay table": (
        csv_text(mekbay_row(specials=", ".join(BAD)), mekbay_row(mul_id=12)),
        "row 2.specials[1]",
    ),
    "MekBay unit list": (json.dumps([UNIT_LIST, {**UNIT_LIST, "id": 12}]), "units[0].as.specials[1]"),
    "QuickList": (quicklist(mul_unit(BFAbilities=",".join(BAD)), mul_unit(Id=12)), "Units[0].BFAbilities[1]"),
    "Master Unit List table": (
        csv_text(
            dict(zip(MUL_COLUMNS, (11, "Alder", "BM", 30, "8", 5, 4, ",".join(BAD)), strict=True)),
            dict(zip(MUL_COLUMNS, (12, "Birch", "BM", 30, "8", 5, 4, "ECM"), strict=True)),
            headings=MUL_COLUMNS,
        ),
        "row 2.abilities[1]",
    ),
    "Jeff's group": (
        favorites(group(member(abilities=BAD), member(mulID=12))),
        "groups[0].members[0].abilities[1]",
    ),
}


@pytest.mark.parametrize("source", SOURCES)
def test_an_ability_that_cannot_be_read_is_kept_aside_and_the_rest_comes(source: str) -> None:
    data, place = SOURCES[source]
    roster = read(data)
    first, second = roster.units
    assert (first.mul, second.mul) == (11, 12)
    assert first.problems == ()
    assert first.card["specials"] == ["ECM", "TUR(1/1/1,AC0*/1/1)"]
    assert first.card["specials_aside"] == ["FUEL 12"]
    assert (first.card["armor"], first.card["structure"]) == (5, 4)
    words = f"{place}: {first.name} has 'FUEL 12', which is no special ability known here; kept aside"
    assert words in notes(roster)


STATE = {"armor": "some", "internal": [1, 0], "heat": {}, "crits": "engine", "destroyed": "maybe"}


@pytest.mark.parametrize(
    ("data", "said", "kept"),
    [
        (
            csv_text(
                mekbay_row(armorDamage="some", structureDamage=1, pilotAbilities="Hot Dog, speed_demon"),
                headings=(*MEKBAY, "pilotAbilities"),
            ),
            ["row 2.armorDamage: found 'some', expected a whole number from 0 to 999; not taken"],
            {"structure_left": 3, "pilot": ["hot-dog", "speed-demon"]},
        ),
        (
            csv_text(mekbay_row(armorDamage=-1, structureDamage=9)),
            ["row 2.armorDamage: found '-1'", "Alder ALD-2: lost 9 structure, the card has 4; none is left"],
            {"structure_left": 0},
        ),
        (
            force(force_unit(state=STATE, abilities=["hot_dog", 7.5, {}, {"name": []}])),
            [
                "groups[0].units[0].state.armor: found 'some'",
                "groups[0].units[0].state.heat: found {}",
                "groups[0].units[0].state.crits: found 'engine', expected a list of hits; not taken",
                "groups[0].units[0].state.destroyed: found 'maybe', expected yes or no; not taken",
                'groups[0].units[0].abilities: found {"name": []}',
            ],
            {"structure_left": 3, "pilot": ["hot-dog", "7.5"]},
        ),
        (
            force(force_unit(state={"crits": [["engine", 1], [], {"key": None}], "heat": [1, 0]})),
            ["groups[0].units[0].state.crits[1]: found []", "groups[0].units[0].state.crits[2]"],
            {"hits": {"engine": 1}, "heat": 1},
        ),
        (
            force(force_unit(state="damaged", abilities=3)),
            [
                "groups[0].units[0].state: found 'damaged', expected an object; not taken",
                "groups[0].units[0].abilities: found 3, expected a list of pilot abilities; not taken",
            ],
            {},
        ),
        (
            force(force_unit(state={"crits": [{"key": "weapons"}] * 30})),
            ["Alder ALD-2: more than 20 hits of one kind; 20 are taken"],
            {"hits": {"weapon": 20}},
        ),
        (
            favorites(
                group(
                    member(currentHeat="hot", currentArmor="two", engineHits=1, weaponHits=-1, hullDown="?")
                )
            ),
            [
                "groups[0].members[0].currentHeat: found 'hot'",
                "groups[0].members[0].currentArmor: found 'two'",
                "groups[0].members[0].weaponHits: found -1",
                "groups[0].members[0].hullDown: found '?', expected yes or no; not taken",
            ],
            {"hits": {"engine": 1}},
        ),
        (
            list_code({"id": "a", "mulId": 11, "skill": 3, "customization": {"spa": ["hot_dog", [1]]}}),
            ["units[0].customization.spa: found [1], expected the name of a pilot ability; not taken"],
            {"pilot": ["hot-dog"]},
        ),
    ],
)
def test_what_happened_to_a_unit_and_cannot_be_read_is_named_and_the_rest_of_it_comes(
    data: str, said: list[str], kept: dict[str, object]
) -> None:
    roster = read(data, catalog=SHELF)
    (unit,) = roster.units
    assert (unit.is_resolved, unit.problems) == (True, ())
    for words in said:
        assert words in notes(roster)
    for key in ("armor_left", "structure_left", "heat", "hits", "pilot", "state"):
        assert unit.card.get(key) == kept.get(key), key


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (quicklist(mul_unit(), "Birch", mul_unit(Id=12)), "Units[1]"),
        (json.dumps([UNIT_LIST, "Birch", {**UNIT_LIST, "id": 12}]), "units[1]"),
        (force(force_unit(), 7, force_unit()), "groups[0].units[1]"),  # type: ignore[arg-type]  # wrong on purpose
        (
            json.dumps({"instanceId": "i", "groups": [{"units": [force_unit(), force_unit()]}, 7]}),
            "groups[1]",
        ),
        (
            json.dumps(
                {"instanceId": "i", "groups": [{"units": [force_unit(), force_unit()]}, {"units": 3}]}
            ),
            "groups[1]",
        ),
        (favorites(group(member(), None, member())), "groups[0].members[1]"),  # type: ignore[arg-type]  # as above
        (json.dumps([group(member(), member()), "Birch"]), "groups[1]"),
        (json.dumps([group(member(), member()), {"name": "Red", "members": "all"}]), "groups[1].members"),
        (json.dumps({"units": [{"mulId": 11, "skill": 3}, 7, {"mulId": 12, "skill": 3}]}), "units[1]"),
        (json.dumps({"units": ["11,3", "{half", "12,4"]}), "units[1]"),
        (json.dumps({"units": ['{"name": "Red", "units": ["11,3", 7, "12,3"]}']}), "units[0][1]"),
    ],
)
def test_a_unit_that_is_none_is_named_and_the_others_come(data: str, place: str) -> None:
    roster = read(data)
    assert len(roster.units) == 2
    assert f"{place}: is no unit; left out" in notes(roster)


def test_cells_that_stand_under_no_heading_are_said() -> None:
    row = csv_text(
        mekbay_row(specials="ECM"),
        headings=[*(each for each in MEKBAY[:-2] if each != "specials"), "specials"],
    )
    text = row.replace(",ECM\r\n", ",ECM,IF1,\r\n")
    assert text != row
    assert "row 2, 'IF1': stands under no heading" in notes(read(text))
    assert "no heading" not in notes(read(row))


def test_of_many_unreadable_places_the_first_are_listed_and_the_rest_counted() -> None:
    said = notes(read(quicklist(*(mul_unit(Id=k, BFAbilities="FUEL 12") for k in range(1, 81)))))
    assert said.count("'FUEL 12'") == 50
    assert "more special abilities: cannot be read; kept aside (30 times)" in said
    links = notes(read("mul_ids=11," + ",".join(["x"] * 80)))
    assert links.count("found 'x'") == 50
    assert "more units: cannot be read; left out (30 times)" in links


def test_what_was_kept_aside_is_said_again_of_a_card_from_a_catalog() -> None:
    known = KnownCards()
    known.add(read(quicklist(mul_unit(BFAbilities="ECM,FUEL 12"), mul_unit(Id=12, BFMove="fast"))))
    roster = read("{{11,3},{12,3}}", catalog=known)
    assert [unit.is_resolved for unit in roster.units] == [True, False]
    assert "Alder ALD-2: Alder ALD-2 has 'FUEL 12'" in notes(roster)


# ---- what can be read and had better be looked at


def test_a_move_without_its_inch_mark_is_said() -> None:
    said = notes(read(quicklist(mul_unit(BFMove="200"), mul_unit(Id=12, Name="Birch", BFMove="8/6j"))))
    assert 'Alder ALD-2: Move 200" has no inch mark there; read as inches' in said
    assert 'Birch: Move 8"/6"j has no inch mark there; read as inches' in said
    marked = (
        quicklist(mul_unit(BFMove='200"'), mul_unit(BFMove="8″/6″j"), mul_unit(BFType="AF", BFMove="5a")),
        favorites(group(member(move=8, jumpMove=6), member())),
    )
    assert all("inch mark" not in notes(read(each)) for each in marked)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"specials": "MEC, CAR4"}, "type BM with MEC, which only BA has; is the type right?"),
        ({"specials": "MEC, CAR4"}, "type BM with CAR4, which only CI or BA has; is the type right?"),
        ({"specials": "XMEC"}, "type BM with XMEC"),
        ({"TP": "CV", "specials": "AM"}, "type CV with AM"),
        ({"TP": "CV", "specials": 'LAM(36"g/5a)'}, "which only BM has"),
        ({"MV": "5a"}, "type BM with 5a, which only AF or CF"),
    ],
)
def test_what_no_unit_of_its_type_has_is_remarked_on_and_read(fields: dict[str, object], words: str) -> None:
    roster = read(csv_text(mekbay_row(**fields)))
    assert words in notes(roster)
    assert roster.units[0].problems == ()


def test_what_goes_together_is_not_remarked_on() -> None:
    fine = (
        mekbay_row(TP="BA", MV='6"j', specials="MEC, AM, CAR4"),
        mekbay_row(TP="AF", MV="5a", specials="TUR(2/2/2)"),
    )
    assert "is the type right" not in notes(read(csv_text(*fine, mekbay_row(specials='LAM(36"g/5a)'))))
