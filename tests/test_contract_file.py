"""Every key of a table file shows in an answer, and left out it counts as the default on the contract's page."""

import copy
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from click.testing import CliRunner

from astrike.cli.main import main
from tests.builders import area, box, building, document, hill, mech, point, vehicle, woods
from tests.golden.door import Door, opened
from tests.golden.files import read_questions
from tools.contract.block import rows_in
from tools.contract.page import PAGE
from tools.contract.table_keys import PLACES

Json = dict[str, Any]
TEXT: Final = PAGE.read_text(encoding="utf-8")
POINTS: Final = ("poi", "objective", "sensor")
SINGLE: Final = ("conditions", "grid")
LISTED: Final = ("sides", "networks", "declarations", "attacks", "marks")
OF_UNITS: Final = ("base", "elevation", "pending", "hits", "spotter", "flight")
OF_FEATURES: Final = ("unit", "terrain", "point")
AB: Final = {"attacker": "A", "target": "B", "margin": False}
UNIT_A: Final = mech("A", (10, 10), side="red", skill=None)
UNIT_B: Final = mech("B", (20, 10), side="blue")
FLAG: Final = point("flag", (24, 18), kind="objective")
FIELD: Final = box(14, 8, 16, 12)
"""Between the two units."""


def pair(*more: Json, **head: object) -> Json:
    """Give a table with both units, and more."""
    return document(UNIT_A, UNIT_B, *more, **head)


@dataclass(frozen=True, slots=True)
class Shown:
    """A question whose answer is another one without a key."""

    place: str
    """The object and the key: ``unit.armor``."""
    value: object
    """What stands under the key, unlike the default."""
    to: str
    """What is asked: a question of the API, the ``page`` of the table, or a ``tmj``, the map that it becomes."""
    about: Mapping[str, object] = field(default_factory=dict)
    """What the question says beside the table."""
    of: str = ""
    """Whose key it is: the id of a feature, of a side or a network."""
    default: object = None
    """What the key is without the file saying so, where the page has words for it."""
    table: Json = field(default_factory=pair)
    """A table without the key."""


CASES: Final[Mapping[str, str]] = {
    "conditions.atmosphere": "attack-results: hits-under-water-and-in-vacuum / also 3",
    "conditions.emi": "electronics: ecm-over-the-master / near 16",
    "conditions.gravity": "effects: strain-of-low-gravity / the case",
    "conditions.wind": "attack-corners: light-and-weather-from-two-places / also 5",
    "elevation.level": "terrain-buildings: building-levels / the case",
    "grid.top": "terrain-hexes: hex-range / also 4",
    "header.conditions": "attack-corners: light-and-weather-from-two-places / also 1",
    "header.declarations": "physical-charge: charge-damage / the case / matrix",
    "header.environment": "attack-abilities: munitions / also 24",
    "header.grid": "area-artillery: attack-at-a-building-on-hexes / the case",
    "header.marks": "attack-abilities: munitions / also 9",
    "header.networks": "terrain-hexes: hex-ecm / the case",
    "header.options": "attack-abilities: targeting-beyond-long / the case",
    "header.phase": "electronics: stealth-switched-in-the-end-phase / the case",
    "header.sides": "movement-withdrawal: withdrawal-full-move / the case",
    "hits.crew": "air: strike-from-middle / also 9",
    "hits.engine": "physical-charge: surprise-terms / also 3",
    "hits.fire-control": "air: strike-from-middle / also 9",
    "hits.motive": "attack-corners: motive-hits-in-order / the case",
    "hits.mp": "air: control-roll-after-damage / also 1",
    "hits.weapon": "air: strike-from-middle / also 9",
    "marks.by": "attack-indirect: indirect-spotter-attacks / also 13",
    "marks.success": "attack-abilities: munitions / also 12",
    "networks.master": "terrain-hexes: hex-ecm / the case",
    "networks.members": "terrain-hexes: hex-ecm / the case",
    "point.network": "electronics: network-remote-sensor / the case",
    "point.side": "attack-indirect: indirect-sensor / also 5",
    "sides.home": "movement-withdrawal: withdrawal-full-move / the case",
    "spotter.attacks": "attack-abilities: indirect-pilots / the case",
    "spotter.remote": "area-artillery: artillery-points-only-without-sight / also 7 a remote sensor",
    "spotter.target": "attack-indirect: indirect-may-not-spot / also 9",
    "unit.carried_as": "area-blast: area-riders / the case",
    "unit.carried_by": "area-blast: area-riders / the case",
    "unit.damage": "attack-abilities: targeting-systems / the case",
    "unit.ecm": "electronics: ecm-over-the-master / also 3",
    "unit.facing": "air: strike-from-middle / the case / matrix",
    "unit.flight": "air: strike-from-middle / the case",
    "unit.heat": "attack-abilities: munitions / also 5",
    "unit.hits": "air: strike-from-middle / also 9",
    "unit.motion": "attack-abilities: targeting-systems / also 7",
    "unit.move": "attack-abilities: targeting-systems / near 1",
    "unit.moved": "attack-abilities: shields-by-friends / near 1",
    "unit.overheat": "air: strike-from-middle / also 6",
    "unit.pilot": "attack-abilities: everything-jumped / the case",
    "unit.side": "attack-abilities: targeting-beyond-long / the case",
    "unit.size": "attack-abilities: booby-trap / the case",
    "unit.specials": "attack-abilities: states-of-the-attacker / the case",
    "unit.spotter": "attack-abilities: indirect-pilots / the case",
    "unit.stand": "attack-cover: silhouette-base / the case",
    "unit.state": "attack-abilities: mimetic-standing / also 1",
    "unit.threshold": "effects: damage-thresholds / also 3",
    "unit.type": "attack-abilities: targeting-systems / near 1",
}
"""Cases of the rules that a key decides, as questions of the golden set have them; its default is a value."""


RED_AND_BLUE: Final = [{"id": "red"}, {"id": "blue"}]
OTHERS: Final = [{"id": "wolf"}, {"id": "bear"}]
LIT: Final = {"conditions": {}, "options": {"environment-modifiers": True}}
HALL: Final = area("hall", FIELD, kind="building")
ACROSS: Final = ("move", {"unit": "A", "path": [[17, 10]]})
LOST: Final = {"lost": ["red", "blue"]}
COLLAPSE: Final = ("effect", {"kind": "collapse", "unit": "hall"})
HURT: Final = document(mech("A", (10, 10), side="red", pending={}), UNIT_B)
BY_HAND: Final = (
    Shown(
        "conditions.light",
        "night",
        "attack",
        AB,
        default="dusk",
        table=document(vehicle("A", (10, 10)), UNIT_B, environment="dusk", **LIT),
    ),
    Shown("conditions.weather", "fog", "attack", AB, default="rain", table=pair(environment="rain", **LIT)),
    Shown("header.attacks", [{"by": "A", "target": "B", "ask": {}}], "page"),
    Shown("attacks.ask", {"overheat": 1}, "page", table=pair(attacks=[{"by": "A", "target": "B"}])),
    Shown("attacks.lands", 4, "page", table=pair(attacks=[{"by": "A", "target": "B"}])),
    Shown("header.edition", "classic-2.3.1", "attack", AB),
    Shown("header.initiative", ["blue", "red"], "order"),
    Shown("header.name", "Hall", "page"),
    Shown("header.tolerance", 2, "matrix"),
    Shown("header.turn", 7, "page"),
    Shown("point.name", "Banner", "page", of="flag", table=pair(FLAG)),
    Shown("point.radius", 4, "page", of="flag", table=pair(FLAG)),
    Shown("sides.color", "purple", "page", of="red", default="red", table=pair(sides=RED_AND_BLUE)),
    Shown(
        "sides.color",
        "purple",
        "page",
        of="wolf",
        default="blue",
        table=document(mech("A", side="wolf"), mech("B", side="bear"), sides=OTHERS),
    ),
    Shown(
        "sides.color",
        "purple",
        "page",
        of="bear",
        default="red",
        table=document(mech("A", side="wolf"), mech("B", side="bear"), sides=OTHERS),
    ),
    Shown("sides.name", "Wolves", "page", of="red", default="Red", table=pair(sides=RED_AND_BLUE)),
    Shown("terrain.armed", "B", "tmj", of="hall", table=pair(HALL)),
    Shown(
        "terrain.base",
        1,
        "sight",
        AB,
        of="hall",
        default=0,
        table=pair(area("hall", FIELD, kind="building", height=0.5)),
    ),
    Shown(
        "terrain.base",
        0,
        "sight",
        AB,
        of="hall",
        default=1,
        table=pair(hill("hill", box(12, 6, 18, 14), height=1), building("hall", FIELD, height=1)),
    ),
    Shown(
        "terrain.cf", 9, *COLLAPSE, of="hall", default=12, table=pair(building("hall", FIELD, class_="heavy"))
    ),
    Shown(
        "terrain.cf", 9, *COLLAPSE, of="hall", default=4, table=pair(building("hall", FIELD, class_="medium"))
    ),
    Shown("terrain.class", "heavy", *COLLAPSE, of="hall", default="medium", table=pair(HALL)),
    Shown(
        "terrain.class",
        "heavy",
        "attack",
        AB,
        of="trees",
        default="light",
        table=pair(woods("trees", FIELD), options={"woods.advanced": "flat"}),
    ),
    Shown("terrain.density", 2, *ACROSS, of="mines", table=pair(area("mines", FIELD, kind="minefield"))),
    Shown("terrain.depth", 0, *ACROSS, of="pool", default=1, table=pair(area("pool", FIELD, kind="water"))),
    Shown(
        "terrain.floors",
        1,
        "sight",
        AB,
        of="hall",
        default=4,
        table=document(
            UNIT_A,
            mech("B", (15, 10), elevation={"in": "hall", "level": 1}),
            building("hall", FIELD, height=4),
        ),
    ),
    Shown("terrain.height", 1, "sight", AB, of="hall", default=2, table=pair(HALL)),
    Shown(
        "terrain.height", 3, "sight", AB, of="hall", default=1, table=pair(area("hall", FIELD, kind="wall"))
    ),
    Shown("terrain.name", "Town hall", "tmj", of="hall", table=pair(HALL)),
    Shown(
        "terrain.side",
        "red",
        "legal",
        of="zone",
        table=pair(area("zone", box(0, 0, 48, 12), kind="deployment")),
    ),
    Shown("terrain.toward", 90, "legal", of="rise", table=pair(area("rise", FIELD, kind="ramp", height=1))),
    Shown("unit.armor", 2, "attack", AB, of="B"),
    Shown("unit.armor_left", 1, "attack", AB, of="B", default=5),
    Shown("unit.structure", 2, "attack", AB, of="B"),
    Shown("unit.structure_left", 1, "unit", {"unit": "B"}, of="B", default=4),
    Shown("unit.base", 3, "attack", AB, of="B", default=1.25),
    Shown("unit.fired", True, "page", of="A", table=pair(phase="combat", sides=RED_AND_BLUE)),
    Shown("unit.heat_made", 2, "page", of="A"),
    Shown(
        "unit.sunk",
        2,
        "effect",
        {"kind": "quicksand", "unit": "A"},
        of="A",
        table=document(
            mech("A", (10, 10), state=["bogged"]), area("pit", box(5, 5, 15, 15), kind="quicksand")
        ),
    ),
    Shown("unit.pending", {"rolls": ["critical"]}, "page", of="A"),
    Shown("pending.rolls", ["critical"], "page", table=HURT),
    Shown("pending.at_once", ["critical"], "page", table=HURT),
    Shown("pending.hits", {"mp": 1}, "page", table=HURT),
    Shown("pending.state", ["destroyed"], "page", table=HURT),
    Shown("pending.heat", 2, "page", table=HURT),
    Shown("unit.done", False, "order", LOST, of="A", default=True),
    Shown(
        "unit.done",
        True,
        "order",
        LOST,
        of="A",
        default=False,
        table=document(mech("A", motion="unmoved", side="red"), UNIT_B),
    ),
    Shown("unit.elevation", 1, "sight", AB, of="A", default=0, table=pair(HALL)),
    Shown(
        "unit.elevation",
        0,
        "sight",
        AB,
        of="A",
        default=3,
        table=pair(hill("hill", box(6, 6, 14, 14), height=3), HALL),
    ),
    Shown("unit.height", 1, "sight", AB, of="A", default=2, table=pair(hill("hill", FIELD, height=1.5))),
    Shown(
        "unit.height",
        2,
        "sight",
        AB,
        of="A",
        default=1,
        table=document(vehicle("A", (10, 10)), UNIT_B, hill("hill", FIELD, height=1.5)),
    ),
    Shown(
        "unit.mul",
        77,
        "list",
        {"profile": "alpha-strike-open"},
        of="A",
        table=document(*(mech(each, (10, 10), side="red", name="Wolf") for each in "ABCDE")),
    ),
    Shown("unit.name", "Wolf", "page", of="A", default="A"),
    Shown("unit.pv", 30, "list", of="A"),
    Shown("unit.skill", 2, "attack", AB, of="A"),
    Shown(
        "unit.tmm", 3, "attack", AB, of="B", default=1, table=document(UNIT_A, mech("B", (20, 10), tmm=None))
    ),
    Shown(
        "unit.tmm",
        3,
        "attack",
        AB,
        of="B",
        default=0,
        table=document(UNIT_A, mech("B", (20, 10), tmm=None, move=None)),
    ),
)
"""Keys whose default is told in words, and keys that no case decides."""


@cache
def cases(topic: str) -> Mapping[str, Shown]:
    """Give the questions of a topic by name, with the table as it is."""
    return {
        each.name: Shown("", None, each.to, each.body, table=dict(each.table))
        for each in read_questions(topic)
    }


def objects(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Yield the objects of a file: their name on the page, whose they are, and their keys."""
    head = document["astrike"]
    yield "header", "", head
    yield from ((name, "", head[name]) for name in SINGLE if isinstance(head.get(name), dict))
    yield from ((name, each.get("id", ""), each) for name in LISTED for each in head.get(name, ()))
    for feature in document["features"]:
        about = feature["properties"]
        kind = about["kind"]
        name = "unit" if kind == "unit" else "point" if kind in POINTS else "terrain"
        yield name, feature["id"], about
        yield from (
            (each, feature["id"], about[each]) for each in OF_UNITS if isinstance(about.get(each), dict)
        )


def changed(document: Json, place: str, value: object = None, *, of: str = "") -> Json:
    """Give a table with another value under a key, or without the key; of all such objects if of no one's."""
    found = copy.deepcopy(document)
    name, key = place.split(".")
    for each, whose, about in objects(found):
        if each == name and of in ("", whose):
            about.pop(key, None)
            if value is not None:
                about[key] = value
    return found


def reported(answer: object) -> object:
    """Leave out of an answer which defaults it used."""
    if isinstance(answer, dict):
        return {key: reported(each) for key, each in answer.items() if key != "assumed"}
    return [reported(each) for each in answer] if isinstance(answer, list) else answer


def ask(door: Door, shown: Shown, document: Json) -> object:
    """Ask a question about a table."""
    match shown.to:
        case "page":
            address = door.bring("table.astrike.json", json.dumps(document).encode())
            _, _, page = door.get(address)
            shown_page = page.decode().replace(address.rpartition("/")[2], "CODE")
            return re.sub(r'(name="change_id" value=)"[^"]*"', r"\1", shown_page)
        case "tmj":
            return converted(document)
        case "legal":
            return reported(door.ask("legal", {"tables": [document], **shown.about}))
        case "list":
            return reported(door.ask("list", {"rosters": [document], **shown.about}))
    return reported(door.ask(shown.to, {"table": document, **shown.about}))


def converted(document: Json) -> str:
    """Give the Tiled map that the command makes of a table."""
    with TemporaryDirectory() as folder:
        table, map_ = Path(folder, "table.astrike.json"), Path(folder, "table.tmj")
        table.write_text(json.dumps(document), encoding="utf-8")
        done = CliRunner().invoke(main, ["convert", str(table), str(map_)])
        assert done.exit_code == 0, done.output
        return map_.read_text(encoding="utf-8")


def is_refused(answer: object) -> bool:
    """Was the table or the question wrong?"""
    return isinstance(answer, dict) and "status" in answer


@pytest.fixture(scope="module")
def door() -> Iterator[Door]:
    """The application on an empty database."""
    with opened() as found:
        yield found


def rows() -> Iterator[tuple[str, str, bool]]:
    """Yield the optional keys of the page, with the object, the words of their default, and whether they are needed."""
    for name in [*PLACES, "properties"]:
        for key, allowed, default, _ in rows_in(TEXT, f"file {name}"):
            for where in (name,) if name in PLACES else OF_FEATURES:
                yield f"{where}.{key.strip('`')}", default, "; needed" in allowed


DEFAULTS: Final = {place: default for place, default, is_needed in rows() if not is_needed}


def test_what_is_needed_has_no_default() -> None:
    assert {default for _, default, is_needed in rows() if is_needed} == {"none"}


def test_every_key_has_a_question_that_shows_it() -> None:
    assert sorted({*CASES, *(each.place for each in BY_HAND)}) == sorted(DEFAULTS)
    assert len(DEFAULTS) > 80


@pytest.mark.parametrize("place", CASES)
def test_a_key_of_a_case_shows_and_has_the_default_of_the_page(door: Door, place: str) -> None:
    topic, name = CASES[place].split(": ", 1)
    shown = cases(topic)[name]
    without = ask(door, shown, changed(shown.table, place))
    found = ask(door, shown, shown.table)
    assert not is_refused(found)
    assert found != without
    if DEFAULTS[place] != "unknown":
        default = json.loads(DEFAULTS[place].strip("`"))  # one told in words needs a question by hand
        assert ask(door, shown, changed(shown.table, place, default)) == without


@pytest.mark.parametrize("shown", BY_HAND, ids=[f"{each.place} {each.default}" for each in BY_HAND])
def test_a_key_shows_and_has_the_default_of_the_page(door: Door, shown: Shown) -> None:
    without, found = (
        ask(door, shown, changed(shown.table, shown.place, value, of=shown.of))
        for value in (None, shown.value)
    )
    assert not is_refused(found)
    assert found != without
    words = DEFAULTS[shown.place]
    is_value = re.fullmatch(r"`[^`]+`", words) is not None
    assert shown.default is None or not is_value, "it stands on the page"
    default = json.loads(words.strip("`")) if is_value else shown.default
    if default is not None:
        assert ask(door, shown, changed(shown.table, shown.place, default, of=shown.of)) == without
    else:
        assert is_refused(without) == (words == "none")
        assert words in ("none", "unknown", "`null`") or words.endswith(", else none")
