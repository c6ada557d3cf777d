"""MegaMek's unit lists and records of games: names and crews, what became of a unit, and XML that means harm."""

from time import perf_counter

import pytest

from tests.formats.rosters.sources import SHELF, notes, read, refused

ALDER = (
    '<entity chassis="Alder" model="ALD-2" type="Biped" commander="false" externalId="1">{inside}</entity>'
)
PILOT = '<pilot size="1" name="Anna" nick="" gunnery="3" piloting="4"/>'
CREW = (
    '<crew crewType="tripod"><crewMember slot="1" name="B" gunnery="5" piloting="5"/>'
    '<crewMember slot="0" name="A" gunnery="2" piloting="5"/></crew>'
)


def force(*entities: str, root: str = "unit") -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} version="0.49.13">{"".join(entities)}</{root}>'


def alder(inside: str = PILOT) -> str:
    return ALDER.format(inside=inside)


def test_a_list_gives_names_and_skills_and_the_catalog_the_cards() -> None:
    birch = '<entity chassis="Birch" model="">' + CREW + "</entity>"
    roster = read(force(alder(), birch, '<entity chassis="Fir" model="F-1"/>'), catalog=SHELF)
    assert roster.format == "megamek"
    assert [(unit.name, unit.skill, unit.mul, unit.is_resolved) for unit in roster.units] == [
        ("Alder ALD-2", 3, 11, True),
        ("Birch", 2, 12, True),
        ("Fir F-1", 4, None, False),
    ]
    assert roster.units[0].card["armor"] == 5
    assert "gunnery: was taken for the Skill; check it (2 times)" in notes(roster)
    assert "Fir F-1: no card is known here" in notes(roster)
    assert "type, commander, externalId: no part of a card; left out" in notes(roster)


@pytest.mark.parametrize(
    "inside",
    [
        '<location index="1"> Torso <armor points="3"/></location>',
        '<location index="1" isDestroyed="true"/>',
        '<location index="1"><slot index="2" type="Engine" isHit="true"/></location>',
        '<motive damage="2" penalty="1"/>',
    ],
)
def test_damage_by_location_is_not_taken_over_and_that_is_said(inside: str) -> None:
    roster = read(force(alder(PILOT + inside), alder(PILOT)), catalog=SHELF)
    assert "armor_left" not in roster.units[0].card
    assert "Alder ALD-2: has damage by location, which no Alpha Strike card has" in notes(roster)
    assert "(2 times)" not in notes(roster).partition("has damage")[2].partition("\n")[0]
    whole = '<location index="1"><slot index="1" type="Ammo" shots="10" isDestroyed="false"/></location>'
    assert "has damage" not in notes(read(force(alder(PILOT + whole)), catalog=SHELF))


def test_a_record_says_what_became_of_each_unit() -> None:
    parts = [
        f"<{each}>{alder()}</{each}>"
        for each in ("survivors", "allies", "retreated", "salvage", "devastated")
    ]
    roster = read(force(*parts, '<kills><kill killed="x" killer="y"/></kills>', root="record"), catalog=SHELF)
    assert [(unit.group, unit.card.get("state")) for unit in roster.units] == [
        ("Survivors", None),
        ("Allies", None),
        ("Retreated", None),
        ("Salvage", ["destroyed"]),
        ("Devastated", ["destroyed"]),
    ]
    assert "salvage: did not get away: taken as destroyed" in notes(roster)
    assert "kills: no part of a card; left out" in notes(roster)


def test_what_cannot_be_read_is_named_and_the_rest_comes() -> None:
    bad = '<pilot gunnery="eleven" advantages="weapon_specialist"/>'
    roster = read(force(alder(bad), '<entity type="Biped"/>', alder()), catalog=SHELF)
    first, second = roster.units
    assert [problem.at for problem in first.problems] == ["entity 1.gunnery"]
    assert (second.skill, second.problems) == (3, ())
    assert "entity 2: names no unit; left out" in notes(roster)
    assert "advantages of pilots: are of another game" in notes(roster)


def test_one_unit_alone_prefixes_and_other_encodings_are_read() -> None:
    assert len(read(alder()).units) == 1
    assert (
        len(read(force(alder()).replace("<unit", "<m:unit xmlns:m='x'").replace("</unit", "</m:unit")).units)
        == 1
    )
    text = force(alder().replace("Alder", "Bär")).replace("UTF-8", "ISO-8859-1")
    assert read(text.encode("latin-1")).units[0].name == "Bär ALD-2"
    assert read(text.encode("utf-16")).units[0].name == "Bär ALD-2"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (force(alder())[:-10], "cannot be read"),
        ("<unit><entity chassis='a'", "cannot be read"),
        ("<unit/>", "without units"),
        ('<!DOCTYPE unit [<!ENTITY b "b">]><unit><entity chassis="&b;"/></unit>', "a document type"),
        ('<!DOCTYPE unit SYSTEM "file:///etc/passwd"><unit><entity chassis="a"/></unit>', "a document type"),
        (force("&b;"), "cannot be read"),
        (force(*(f"<a{k}/>" for k in range(10_050))), "names of tags"),
    ],
)  # fmt: skip
def test_xml_that_is_broken_or_means_harm_is_refused(data: str, words: str) -> None:
    (problem,) = refused(data)
    assert words in problem.found


def test_a_bomb_of_entities_is_not_unpacked() -> None:
    levels = "".join(f'<!ENTITY b{k} "{f"&b{k - 1};" * 10}">' for k in range(1, 12))
    bomb = f'<!DOCTYPE unit [<!ENTITY b0 "b">{levels}]><unit><entity chassis="&b11;"/></unit>'
    start = perf_counter()
    assert "a document type" in refused(bomb)[0].found
    assert perf_counter() - start < 5


@pytest.mark.parametrize(
    "pattern", ["<a>", "<entity/>", '<entity chassis="a">', "x" * 1000, "<a b='c'/>", "<!-- -->"]
)
def test_eight_megabytes_of_rubbish_are_refused_at_once(pattern: str) -> None:
    data = "<unit>" + pattern * (8_000_000 // len(pattern))
    start = perf_counter()
    assert refused(data)
    assert perf_counter() - start < 10  # a tenth of that on a machine that does nothing else
