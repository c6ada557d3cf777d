"""Tables whose pictures are looked at: one with a bit of everything, and a hill between two units."""

from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer, PairGeometry
from astrike.model.table import Table
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.rules.table.tape_measure import pair_geometry
from tests import builders
from tests.asking import attack
from tests.builders import Json, around, box

SIDES = [{"id": "blue", "name": "Blue", "home": "south"}, {"id": "red", "name": "Red", "home": "north"}]


def pieces() -> list[Json]:
    """A bit of everything."""
    return [
        builders.hill("hill-1", around(16, 22, radius=7), height=1, name="Long Hill"),
        builders.hill("hill-2", around(16, 22, radius=4), height=2),
        builders.ramp("ramp-1", box(23, 20, 27, 24), toward=270, height=1),
        builders.woods("wood-1", around(32, 28, radius=4)),
        builders.jungle("jungle-1", around(40, 10, radius=3)),
        builders.water("pond", around(8, 8, radius=5), depth=1),
        builders.water("pond-deep", around(8, 8, radius=2.5), depth=2),
        builders.building("silo", box(28, 10, 32, 13), height=3, cf=12, name="Silo"),
        builders.building("depot", box(33, 10, 35, 13), height=2, class_="medium"),
        builders.wall("wall", box(28, 15, 36, 15.5)),
        builders.area("rough", around(42, 24, radius=3), kind="rough"),
        builders.area("road", box(0, 2, 48, 3.5), kind="road"),
        builders.bridge("bridge", box(5, 1.5, 11, 4), base=0.5, cf=9),
        builders.area("swamp", around(24, 32, radius=2.5), kind="swamp"),
        builders.area("smoke", around(20, 8, radius=2), kind="smoke"),
        builders.area("south", box(0, 0, 48, 3), kind="deployment", side="blue"),
        builders.point("goal", (24, 18), kind="objective", name="Beacon", radius=3),
    ]


def units() -> list[Json]:
    """Two sides of different bases; one unit is destroyed."""
    return [
        builders.mech("A1", (10, 22), side="blue", name="Alder", facing=90),
        builders.vehicle(
            "B1", (40, 5), side="blue", name="Birch", base={"shape": "rect", "width": 2, "length": 3}
        ),
        builders.mech("C1", (24, 14), side="blue", name="Cedar", state=["destroyed"]),
        builders.mech("K1", (38, 30), side="red", name="Kea", facing=200),
        builders.mech("L1", (37, 12), side="red", name="Lark", base={"shape": "hex", "across": 1.25}),
        builders.infantry("M1", (12, 33), side="red", name="Magpie", base=1),
    ]


def everything() -> Table:
    """A table with a bit of everything."""
    return parse_document(builders.document(*pieces(), *units(), width=48, depth=36, sides=SIDES))


def behind_a_hill(*, far: float = 20.0, height: float = 1.0) -> PreparedTable:
    """Two 'Mechs on flat ground and a hill between them, nearer to the target."""
    hill = builders.hill("hill-1", box(4 + 0.6 * far, 10, 4 + 0.8 * far, 26), height=height, name="Hill 1")
    one = builders.mech("A1", (4, 18), side="blue", name="Alder", facing=90)
    other = builders.mech("K1", (4 + far, 18), side="red", name="Kea", facing=270)
    width = max(24.0, 10.0 + far)
    return prepare_table(
        parse_document(builders.document(hill, one, other, width=width, depth=36, sides=SIDES))
    )


def asked(prepared: PreparedTable, attacker: str, target: str) -> tuple[PairGeometry, AttackAnswer]:
    """Geometry and answer of an attack."""
    return pair_geometry(prepared, attacker, target), attack(prepared, attacker, target)
