"""What does the `astrike` member of a table file say: edition, conditions, options, sides, networks, marks?

Ids of units are checked by the reader of the whole table.
"""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.errors import Problem, child
from astrike.formats.checks import Fields, number_words, one_of
from astrike.formats.json_text import shown
from astrike.formats.options import check_options
from astrike.formats.questions import coordinates, read_fields
from astrike.formats.table.references import TableReading, name_feature, name_unit, read_id
from astrike.model.attack_question import MOVED_INTO, AttackQuestion, TablePoint
from astrike.model.inch_limits import LARGEST_TABLE, SMALLEST_TABLE
from astrike.model.question_schema import ALPHA_STRIKE, members_of
from astrike.model.table import (
    AttackDeclaration,
    Conditions,
    HexGrid,
    Network,
    Option,
    Side,
    TargetMark,
    UnresolvedAttack,
)
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.rulebook.schema import Edition
from astrike.rulebook.systems import edition_words

FORMAT = 1
LAST_TURN = 9999
MOST_ATTACKS = 100
HOMES = ("north", "east", "south", "west")
COLORS = ("blue", "red", "green", "purple")
NETWORK_TYPES = ("C3", "C3I", "C3BS", "NOVA", "NC3")
MARKS = ("tag", "ltag", "narc", "inarc")
SMALLEST_HEX, LARGEST_HEX = 0.5, 12.0
_TARGET = "the id of a feature of this table, [x, y] or [x, y, z]"
HEX_TOPS = ("flat", "pointy")


def read_format(head: Fields) -> None:
    """Check that this program knows the file's format."""
    if head.require("format", str(FORMAT)):
        value = head.values["format"]
        if isinstance(value, bool) or value != FORMAT:
            head.report("format", str(FORMAT))


def start_reading(head: Fields, problems: list[Problem]) -> TableReading:
    """Read what the reading of everything else needs: edition and size."""
    return TableReading(read_edition(head), _size(head, "width"), _size(head, "depth"), problems)


def _size(head: Fields, key: str) -> float | None:
    if not head.require(key, number_words(SMALLEST_TABLE, LARGEST_TABLE)):
        return None
    return head.number(key, None, low=SMALLEST_TABLE, high=LARGEST_TABLE)


def read_edition(head: Fields) -> Edition:
    """Read the edition; an unknown one is a problem, and the rest is read by the default edition."""
    expected = edition_words(ALPHA_STRIKE, head.values.get("edition"))
    return load_edition(head.word("edition", DEFAULT_EDITION, IDS, expected=expected))


def read_options(head: Fields, edition: Edition) -> Mapping[str, Option]:
    """Read the options that differ from the edition's defaults."""
    options = head.object("options")
    if options is None:
        return MappingProxyType({})
    read = check_options(options.values, edition.options, at=options.at, problems=head.problems)
    return MappingProxyType(read)


def read_conditions(head: Fields, edition: Edition) -> Conditions:
    """Read light, weather and the like."""
    found = head.object("conditions")
    if found is None:
        return Conditions()
    light, weather = (
        tuple(key for key, row in edition.conditions.items() if row.kind == kind)
        for kind in ("light", "weather")
    )
    return Conditions(
        light=found.word("light", None, ("daylight", *light)),
        weather=found.word("weather", None, ("clear", *weather)),
        wind=found.whole("wind", 0, low=0, high=4),
        gravity=found.number("gravity", 1.0, low=0, high=10),
        atmosphere=found.text("atmosphere", None),
        emi=found.yes_no("emi", False),
    )


def read_grid(head: Fields) -> HexGrid | None:
    """Read the hexes that the table is played on; None: in inches."""
    grid = head.object("grid", 'null or {"hex": 2, "top": "flat"}')
    if grid is None:
        return None
    top = grid.word("top", "flat", HEX_TOPS)
    if not grid.require("hex", number_words(SMALLEST_HEX, LARGEST_HEX)):
        return None
    across = grid.number("hex", None, low=SMALLEST_HEX, high=LARGEST_HEX)
    return HexGrid(across, top) if across is not None else None


def read_sides(head: Fields, of_units: tuple[str, ...]) -> tuple[Side, ...]:
    """Read the sides; those that only units name come after."""
    sides: dict[str, Side] = {}
    for item in head.objects("sides"):
        side_id = read_id(item)
        name, home = item.text("name", None), item.word("home", None, HOMES)
        color = item.word("color", None, COLORS)
        if side_id is None:
            continue
        if side_id in sides:
            item.report("id", "an id that no other side has")
        if color is not None and any(side.color == color for side in sides.values()):
            item.report("color", "a color that no other side has")
        sides[side_id] = Side(side_id, name or side_id.capitalize(), home, color)
    for side_id in of_units:
        sides.setdefault(side_id, Side(side_id, side_id.capitalize()))
    return tuple(sides.values())


def read_networks(reading: TableReading, head: Fields) -> tuple[Network, ...]:
    """Read the networks; a unit in two of them, or twice in one, is a problem."""
    networks: dict[str, Network] = {}
    home_of: dict[str, str] = {}
    for item in head.objects("networks"):
        network_id = read_id(item)
        kind = item.needed_word("type", NETWORK_TYPES)
        master = name_unit(reading, item, "master")
        members: list[str] = []
        for place, member in item.items("members"):
            if not isinstance(member, str):
                reading.problems.append(Problem(place, shown(member), "the id of a unit of this table"))
                continue
            if member in members:
                reading.problems.append(Problem(place, f"{shown(member)} twice", "each unit once"))
            members.append(member)
            reading.name_unit(place, member)
        _check_homes(item, members, master, home_of=home_of)
        if network_id is None or kind is None:
            continue
        if network_id in networks:
            item.report("id", "an id that no other network has")
        networks[network_id] = Network(network_id, kind, master, tuple(members))
    return tuple(networks.values())


def _check_homes(item: Fields, members: list[str], master: str | None, *, home_of: dict[str, str]) -> None:
    places = {unit: child(child(item.at, "members"), number) for number, unit in enumerate(members)}
    if master is not None:
        places.setdefault(master, child(item.at, "master"))
    for unit, place in places.items():
        other = home_of.setdefault(unit, item.at)
        if other != item.at:
            found = f"{shown(unit)}, who is in {other} too"
            item.problems.append(Problem(place, found, "a unit that is in no other network"))


def read_declarations(reading: TableReading, head: Fields) -> tuple[AttackDeclaration, ...]:
    """Read the declared charges and Deaths From Above."""
    found: list[AttackDeclaration] = []
    for item in head.objects("declarations"):
        by = name_unit(reading, item, "by") if item.require("by", "the id of a unit of this table") else None
        kind = item.needed_word("kind", MOVED_INTO)
        wanted = "the id of a feature of this table"
        target = name_feature(reading, item, "target") if item.require("target", wanted) else None
        if by is not None and kind is not None and target is not None:
            found.append(AttackDeclaration(by, kind, target))
    return tuple(found)


def read_attacks(reading: TableReading, head: Fields) -> tuple[UnresolvedAttack, ...]:
    """Read the attacks that wait for their dice; whose kind, weapons and choices make sense is asked of the rules."""
    found: list[UnresolvedAttack] = []
    items = list(head.objects("attacks"))
    if len(items) > MOST_ATTACKS:
        head.report("attacks", f"at most {MOST_ATTACKS}", found=f"{len(items):,} attacks")
        return ()
    for item in items:
        by = name_unit(reading, item, "by") if item.require("by", "the id of a unit of this table") else None
        target = _target(reading, item) if item.require("target", _TARGET) else None
        asked = item.object("ask", "an object: the question of an attack") or Fields(
            {}, item.at, item.problems
        )
        question = read_fields(AttackQuestion, asked)
        lands = item.whole("lands", None, low=0, high=LAST_TURN)
        known = {member.name for member in members_of(AttackQuestion)}
        for key in asked.values.keys() - known:
            asked.report(key, one_of(sorted(known)))
        if by is not None and target is not None and question is not None:
            found.append(UnresolvedAttack(by, target, question, lands))
    return tuple(found)


def _target(reading: TableReading, item: Fields) -> str | TablePoint | None:
    if isinstance(item.values["target"], str):
        return name_feature(reading, item, "target")
    point = coordinates(item.values["target"])
    if point is None or len(point) not in (2, 3):
        item.report("target", _TARGET)
        return None
    return TablePoint(point[0], point[1], point[2] if len(point) == 3 else None)


def read_marks(reading: TableReading, head: Fields) -> tuple[TargetMark, ...]:
    """Read the designations."""
    found: list[TargetMark] = []
    for item in head.objects("marks"):
        kind = item.needed_word("kind", MARKS)
        by = name_unit(reading, item, "by")
        wanted = "the id of a feature of this table"
        target = name_feature(reading, item, "target") if item.require("target", wanted) else None
        success = item.yes_no("success", True)
        if kind is not None and target is not None:
            found.append(TargetMark(kind, by, target, success))
    return tuple(found)
