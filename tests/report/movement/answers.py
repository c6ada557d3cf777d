"""Answers about movement made by hand: the mock-up's climb, a swim, and tables with findings."""

from dataclasses import replace

from astrike.model.explain import Assumed, Citation, OptionUsed, facts
from astrike.model.legality import Finding
from astrike.model.movement import (
    BestPositionsAnswer,
    CheapestRoute,
    Contour,
    DerivedMove,
    MoveAnswer,
    MoveCheck,
    MoveLeg,
    MoveMargin,
    MoveReason,
    MoveTerm,
    PositionChances,
    ProfilePart,
    ReachAnswer,
    TerrainUnderPath,
    Waypoint,
)
from astrike.model.table import Table
from astrike.model.unit_answer import UnitAnswer, UnitMode
from tests import builders
from tests.builders import box

PRINTED = MoveTerm("printed", 24, "Move on the card", Citation("CE p.35", "ce-5.01"))
HEAT = MoveTerm("heat", -4, "Heat", Citation("CE p.52", "ce-5.01"), facts(heat=2))
TMM = MoveTerm("printed", 3, "TMM on the card", Citation("CE p.43", "ce-5.01"))

STEEP = MoveReason(
    "move.steep",
    "Steeper than this unit climbs",
    Citation("CE p.35", "ce-5.01"),
    at=7.44,
    until=8.94,
    place=(12.0, 15.5),
    leg=1,
    by="hill-1",
    facts=facts(rise=3.0, inches=1.5, limit=2.0, window=2.0),
)

CLIMB = MoveAnswer(
    unit="B",
    mode="ground",
    edition="ce-5.01",
    allowed=False,
    cost=19.89123456,
    available=20.0,
    length=10.1,
    legs=(
        MoveLeg((8, 10, 0), (9.5, 14.7696, 0), 5.0, 8.79123456, ("rough-3",), 0.0),
        MoveLeg((9.5, 14.7696, 0), (14.2, 16.7, 3), 5.1, 11.1, ("hill-1", "rough-3"), 3.0),
    ),
    terms=(
        MoveTerm(
            "path", 10.1, "Inches travelled", Citation("CE p.34", "ce-5.01"), facts(inches=10.1, legs=2)
        ),
        MoveTerm(
            "terrain.rough",
            3.79123456,
            "Rough",
            Citation("CE p.34", "ce-5.01"),
            facts(inches=3.79123456, rate=1.0, pieces="rough-3"),
        ),
        MoveTerm("level", 6.0, "Level change", Citation("CE p.34", "ce-5.01"), facts(height=3.0, rate=2.0)),
    ),
    end=(14.2, 16.7, 3.0),
    on="hill-1",
    inside=None,
    facing=45.0,
    cf_lost={},
    derived=DerivedMove(20.0, 3, "ground", "ground", (PRINTED, HEAT)),
    refusals=(STEEP,),
    checks=(),
    profile=(ProfilePart(0, 7.44, 0, 0), ProfilePart(7.44, 10.1, 3, 3)),
    ground=(TerrainUnderPath(1.43, 5.22, "rough-3", "rough", 1.0),),
    margin=MoveMargin(-1.0, "height", "hill-1", close=False),
    assumed=(Assumed("units.B.height", 2, "Height by type"),),
    options_used=(OptionUsed("move.level-limit", "per-2"),),
)
"""A 'Mech walks over rough ground and up a hill of three steps: enough Move, no way up."""

WALK = replace(
    CLIMB,
    allowed=True,
    cost=16.69,
    refusals=(),
    inside="silo",
    on=None,
    facing=None,
    cf_lost={"silo": 3},
    checks=(
        MoveCheck(
            "skid",
            "Skid check",
            Citation("CE p.74", "ce-5.01"),
            1.0,
            (8.3, 11),
            need=6,
            facts=facts(skill=4, tmm=2),
        ),
        MoveCheck(
            "building-load",
            "More than the building carries",
            Citation("CE p.72", "ce-5.01"),
            10.1,
            (14.2, 16.7),
            by="silo",
            facts=facts(load=3, capacity=2, units=2),
        ),
    ),
    margin=MoveMargin(0.03, "clearance", "silo", close=True),
)

MINIMUM = replace(
    WALK,
    mode="minimum",
    cost=2.0,
    available=2.0,
    length=2.0,
    legs=(),
    terms=(
        MoveTerm("path", 2.0, "Inches travelled", Citation("CE p.34", "ce-5.01"), facts(inches=2.0, legs=1)),
    ),
    checks=(),
    cf_lost={},
    derived=DerivedMove(2.0, 0, "minimum", "minimum", ()),
    margin=None,
    assumed=(),
    options_used=(),
)

SQUARE = ((1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (1.0, 5.0), (1.0, 1.0))
HOLE = ((2.0, 2.0), (2.0, 3.0), (3.0, 3.0), (3.0, 2.0), (2.0, 2.0))

REACH = ReachAnswer(
    unit="B",
    mode="ground",
    edition="ce-5.01",
    available=20.0,
    contours=(
        Contour(10.0, (SQUARE, HOLE), is_proven=True),
        Contour(20.0, (tuple((3 * x, 3 * y) for x, y in SQUARE),), is_proven=True),
        Contour(20.0, (tuple((x + 20, y) for x, y in SQUARE[:-1]),), is_proven=False),
    ),
    refused=((22.0, 2.0),),
    sampled=80,
    refusals=(),
    assumed=(),
    options_used=(),
)

ROUTE = CheapestRoute((Waypoint(12, 9.123456), Waypoint(14.2, 16.7, "roof")), WALK)

BEST_POSITIONS = BestPositionsAnswer(
    unit="B",
    mode="ground",
    edition="ce-5.01",
    target="K",
    threats=("K", "L"),
    step=0.5,
    places=(
        PositionChances(8, 10, 0, 0, 0.7222, 6, (0.5833, 0.0278), 0.595),
        PositionChances(8.5, 10, 0, 0.5, 0.0, None, (0.0, 0.0), 0.0),
    ),
    best=PositionChances(8, 10, 0, 0, 0.7222, 6, (0.5833, 0.0278), 0.595),
    safest=PositionChances(8.5, 10, 0, 0.5, 0.0, None, (0.0, 0.0), 0.0),
)

CLOSED = MoveReason(
    "move.mode", "This mode of movement is closed to it", Citation("CE p.37", "ce-5.01"), 0.0, 0.0, (8, 10), 0
)

UNIT = UnitAnswer(
    unit="B",
    edition="ce-5.01",
    kind="mech",
    modes=(
        UnitMode("ground", "", 20.0, 2, (PRINTED, HEAT), (TMM, replace(HEAT, value=-1))),
        UnitMode(
            "sprint",
            "",
            30.0,
            2,
            (
                PRINTED,
                HEAT,
                MoveTerm("sprint", 10, "Sprint", Citation("CE p.38", "ce-5.01"), facts(factor=1.5)),
            ),
            (TMM, replace(HEAT, value=-1)),
        ),
        UnitMode("jump", "j", 0.0, 0, (), (), (CLOSED,)),
    ),
    arcs=(("front", 180.0), ("turret", 360.0)),
    attacker=(MoveTerm("attacker.heat", 1, "Heat", Citation("CE p.52", "ce-5.01"), facts(heat=2)),),
    target=(MoveTerm("target.tmm", 2, "Target's movement", Citation("CE p.43", "ce-5.01")),),
    manner="ground",
    not_applied=("ECM",),
    assumed=(Assumed("units.B.height", 2, "Height by type"),),
    options_used=(),
)

FINDINGS = (
    Finding(
        "standing.overlap",
        "error",
        "Two units share the same place",
        Citation("CE p.32", "ce-5.01"),
        (10.5, 12.0),
        limit=0.0,
        value=0.25,
        by=("B", "K"),
    ),
    Finding(
        "standing.overhang",
        "note",
        "The base juts out over the edge of the table",
        Citation("CE p.32", "ce-5.01"),
        (0.3, 9),
        limit=0.0,
        value=0.33,
        by=("L",),
    ),
)


def scene() -> Table:
    """The table that all of these are about."""
    return builders.table(
        builders.mech("B", at=(8, 10), name="Birch", side="blue", move='24"', heat=2),
        builders.mech("K", at=(20, 10), name="Kea", side="red"),
        builders.mech("L", at=(22, 20), name="Lark", side="red"),
        builders.area("rough-3", box(8, 11, 10, 15), kind="rough"),
        builders.hill("hill-1", box(12, 14, 18, 22), height=3),
        builders.building("silo", box(30, 10, 32, 13), name="Silo"),
    )
