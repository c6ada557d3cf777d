"""What a move leaves behind: written and read again, the unit stands where the judge said it would end."""

from urllib.parse import parse_qsl

import pytest

from astrike.formats.table.table_file import parse_document
from astrike.model.movement import MoveQuestion, Waypoint
from astrike.model.unit import Unit
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.store.table.codes import Right
from tests.builders import box, bridge, building, document, hill, infantry, mech, vehicle, water
from tests.web.conftest import Kept, next_id

TABLE = document(
    mech("A", at=(20, 10), side="red", name="Alder", motion="unmoved", move='14"', state=["hull-down"]),
    mech("J", at=(24, 10), side="red", name="Juniper", motion="unmoved", move='8"/12"j', specials=["TSM"]),
    infantry("I", at=(8, 8), side="red", name="Squad", motion="unmoved", move='12"f'),
    infantry("K", at=(5, 20), side="red", name="Scouts", motion="unmoved", move='12"f'),
    infantry("R", at=(40, 4), side="red", name="Riders", motion="unmoved", move='6"f', carried_by="T",
             carried_as="inside", specials=["CAR3"]),
    vehicle("T", at=(40, 4), side="red", name="Truck", motion="unmoved", specials=["IT4"]),
    vehicle("F", at=(30, 4), side="red", name="Kestrel", motion="unmoved", move='12"v'),
    vehicle("G", at=(30, 8), side="red", name="Skimmer", motion="unmoved", move='12"g/6"j', state=["airborne"]),
    mech("B", at=(14, 4), side="red", name="Bay", motion="unmoved", specials=["MT2"]),
    mech("P", at=(15.25, 4), side="red", name="Pony", motion="unmoved"),
    vehicle("S", at=(42, 30), side="red", name="Perch", type="SV", motion="unmoved", move='8"s'),
    hill("h", box(18, 14, 26, 22), height=2),
    building("q", box(6, 12, 10, 16), height=2, floors=2, cf=12, **{"class_": "medium"}),
    water("w", box(36, 26, 48, 36), depth=3),
    water("r", box(0, 24, 12, 30), depth=1),
    bridge("b", box(4, 23, 6, 31), base=0),
)  # fmt: skip

MOVES = {
    "up a hill": ("J", "mode=jump&via=22,18", "jump", 2.0),
    "on open ground": ("J", "via=26,10&facing=90", "ground", 0.0),
    "into a building": ("I", "via=8,13,inside", "ground", 0.0),
    "onto a bridge": ("K", "via=5,25", "ground", None),
    "into the air": ("F", "mode=vtol&takeoff=1&via=33,4,1", "vtol", 1.0),
    "high into the air": ("F", "mode=vtol&takeoff=1&via=33,4,3", "vtol", 3.0),
    "out of a transport": ("R", "dismount=T&via=40,5.25", None, 0.0),
    "under water": ("S", "mode=submersible&via=44,31,-1", "submersible", -1.0),
}


def field_of(kept: Kept) -> PreparedTable:
    return prepare_table(parse_document(kept.document))


def unit_of(kept: Kept, unit_id: str) -> Unit:
    return field_of(kept).unit_of(unit_id)


def question_of(query: str) -> MoveQuestion:
    asked = dict(parse_qsl(query))
    path = []
    for name, value in parse_qsl(query):
        if name == "via":
            x, y, z = [*value.split(","), None][:3]
            path.append(Waypoint(float(x), float(y), z if z is None or z.isalpha() else float(z)))
    return MoveQuestion(
        tuple(path),
        mode=asked.get("mode"),
        facing=float(asked["facing"]) if "facing" in asked else None,
        dismount=asked.get("dismount"),
        take_off=asked.get("takeoff") == "1",
    )


def send(kept: Kept, unit_id: str, query: str, **more: str) -> None:
    posted: dict[str, list[str]] = {"version": [str(kept.version)], "change_id": [next_id()]}
    for name, value in [*parse_qsl(query), *more.items()]:
        posted.setdefault(name, []).append(value)
    with kept.client.post(kept.url(f"/unit/{unit_id}/move", right=Right.PLAY), data=posted) as response:
        assert response.status_code == 303, response.text


@pytest.mark.parametrize("name", MOVES)
def test_a_unit_stands_where_the_judge_said(table: Kept, name: str) -> None:
    unit_id, query, motion, z = MOVES[name]
    before = field_of(table)
    answer = judge_move(before, unit_id, question_of(query))
    assert answer.allowed, answer.refusals
    send(table, unit_id, query)
    after = field_of(table)
    body, unit = after.bodies[unit_id], after.unit_of(unit_id)
    assert body.at == pytest.approx(answer.end[:2], abs=1e-3)
    assert body.ground == pytest.approx(answer.end[2], abs=1e-3)
    assert (body.inside, unit.facing, unit.done) == (answer.inside, answer.facing, True)
    assert unit.motion == answer.derived.motion
    if motion is not None:
        assert unit.motion == motion
    if z is not None:
        assert body.ground == pytest.approx(z)
    with table.send("/undo") as response:
        assert response.status_code == 303
    assert field_of(table).table == before.table


def test_what_flies_says_so_until_it_has_landed(table: Kept) -> None:
    send(table, "F", "mode=vtol&takeoff=1&via=33,4,2")
    assert "airborne" in unit_of(table, "F").state
    with table.send("/turn"):
        assert field_of(table).bodies["F"].ground == 2
    send(table, "F", "mode=vtol&landing=1&via=35,4")
    assert "airborne" not in unit_of(table, "F").state
    assert field_of(table).bodies["F"].ground == 0
    assert not field_of(table).units.airborne[field_of(table).place_of("F")]


@pytest.mark.parametrize(
    ("query", "flies"),
    [
        ("mode=sprint&via=30,2", True),
        ("mode=minimum&via=30,7", False),
        ("mode=jump&via=33,8", False),
        ("mode=wige&via=30,1", True),
    ],
)
def test_a_wige_is_in_the_air_as_long_as_it_flies(table: Kept, query: str, flies: bool) -> None:
    send(table, "G", query)
    assert ("airborne" in unit_of(table, "G").state) is flies
    assert field_of(table).bodies["G"].ground == (1.0 if flies else 0.0)


def test_who_boards_a_bay_is_inside_and_no_cargo(table: Kept) -> None:
    send(table, "P", "mount=B&via=15.25,4")
    pony = unit_of(table, "P")
    assert (pony.carried_by, pony.carried_as) == ("B", "inside")


def test_who_leaves_a_transport_is_not_carried_any_more(table: Kept) -> None:
    send(table, "R", "dismount=T&via=40,5.25")
    rider = unit_of(table, "R")
    assert (rider.carried_by, rider.carried_as) == (None, None)
    assert "dismounted" in rider.state
    assert "leaving Truck" in table.page("/history").by_id("log").text


def test_whoever_moves_away_is_no_longer_hull_down(table: Kept) -> None:
    send(table, "A", "via=20,12", anyway="1")
    assert "hull-down" not in unit_of(table, "A").state
