"""What does the table file say about a unit: card, place, state?

Reads the properties of one feature of kind `unit`; what the file leaves out stays out, so that answers can
name the edition's default. Ids are checked by the reader of the whole table.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from astrike.errors import Problem, child
from astrike.formats.checks import SMALLEST, Fields, is_number, number_words
from astrike.formats.json_text import shown
from astrike.formats.table.geometry import read_point, read_position
from astrike.formats.table.references import TableReading, name_unit
from astrike.model.card import PrintedMove, Special, parse_damage, parse_move, parse_special
from astrike.model.terrain import Point
from astrike.model.unit import (
    DUE_ROLLS,
    FLAGS,
    MOTIONS,
    Base,
    Elevation,
    FlightLine,
    Hits,
    InPiece,
    Pending,
    SpottingState,
    Unit,
)

LOWEST, HIGHEST = -100.0, 200.0
"""Elevations in inches."""
WIDEST_BASE = 36.0
LONGEST_MOVE = 500.0
MOST_HITS = 20
MOST_HEAT_MADE = 9
OPEN = ("specials",)
"""Where null means unknown and not, as elsewhere, as little as nothing."""
ALTITUDES = ("low", "middle", "high", "extreme")
CARRIED_AS = ("inside", "mechanized", "cargo")
ECM = ("ecm", "eccm", "split", "off")
ELEVATION_WORDS = ("roof", "inside", "under")
MOTIVE_HITS = ("-2", "half", "immobile")
SPOTTER_ATTACKS = ("none", "weapon", "physical")

_MAX_CARD_TEXT = 100
_SIZES = {"hex": ("across",), "rect": ("width", "length")}
_SHAPES = '{"shape": "hex", "across"} or {"shape": "rect", "width", "length"}'
_BASE = f"{number_words(SMALLEST, WIDEST_BASE)}, {_SHAPES}"
_ELEVATION = f'{number_words(LOWEST, HIGHEST)}, "roof", "inside", "under" or {{"in": id, "level": n}}'

_Parsed = TypeVar("_Parsed")

# Armies repeat the same strings; what is parsed never changes.
_special = lru_cache(maxsize=4096)(parse_special)
_move_of = lru_cache(maxsize=1024)(parse_move)
_damage_of = lru_cache(maxsize=1024)(parse_damage)


def read_unit(reading: TableReading, feature: Fields, card: Fields, *, unit_id: str) -> Unit | None:
    """Read one unit; None when it has no place."""
    at = read_point(feature)
    flags = frozenset(card.words("state", FLAGS))
    if at is not None and "off-table" not in flags:
        _check_place(reading, feature, at)
    unit_type = card.word("type", "BM", reading.edition.units)
    armor = card.whole("armor", 0, low=0, high=999)
    structure = card.whole("structure", 0, low=0, high=999)
    facing = card.number("facing", None, low=0, high=360)
    value = card.number("pv", None, low=0, high=9999)
    unit = Unit(
        id=unit_id,
        at=at or (0.0, 0.0),
        name=card.text("name", unit_id) or unit_id,
        type=unit_type,
        side=card.text("side", None),
        size=card.whole("size", 1, low=1, high=6),
        skill=card.whole("skill", 4, low=0, high=8),
        heat=_heat(reading, card, unit_type),
        base=_base(card),
        height=card.number("height", None, low=SMALLEST, high=60),
        stand=card.number("stand", 0.0, low=0, high=12),
        facing=0.0 if facing == 360 else facing,
        elevation=_elevation(reading, card),
        move=_move(card),
        tmm=card.whole("tmm", None, low=0, high=10),
        damage=_parsed(card, "damage", _damage_of),
        overheat=card.whole("overheat", 0, low=0, high=9),
        armor=armor,
        structure=structure,
        threshold=card.whole("threshold", 0, low=0, high=999),
        specials=_specials(card),
        pilot=card.words("pilot"),
        motion=card.word("motion", "unmoved", MOTIONS),
        moved=card.number("moved", None, low=0, high=LONGEST_MOVE),
        done=card.yes_no("done", None),
        fired=card.yes_no("fired", False),
        heat_made=card.whole("heat_made", None, low=0, high=MOST_HEAT_MADE),
        pending=_pending(card),
        hits=_hits(card.object("hits")),
        armor_left=card.whole("armor_left", None, low=0, high=armor if card.is_given("armor") else 999),
        structure_left=card.whole(
            "structure_left", None, low=0, high=structure if card.is_given("structure") else 999
        ),
        state=flags,
        sunk=card.number("sunk", 0.0, low=0, high=60),
        spotter=_spotter(reading, card),
        ecm=card.word("ecm", "ecm", ECM),
        flight=_flight(card),
        carried_by=name_unit(reading, card, "carried_by"),
        carried_as=card.word("carried_as", None, CARRIED_AS),
        stated=frozenset(key for key, value in card.values.items() if value is not None),
        unknown=frozenset(key for key in OPEN if key in card.values and card.values[key] is None),
        pv=None if value is None else int(value),
        mul=card.whole("mul", None, low=0, high=10**9),
    )
    return unit if at is not None else None


def _check_place(reading: TableReading, feature: Fields, at: Point) -> None:
    for number, (limit, word) in enumerate(((reading.width, "width"), (reading.depth, "depth"))):
        if limit is not None and not 0 <= at[number] <= limit:
            place = child(f"{feature.at}.geometry.coordinates", number)
            expected = f"{number_words(0, limit)}, the table's {word}, or the state off-table"
            feature.problems.append(Problem(place, f"{at[number]:g}", expected))


def _heat(reading: TableReading, card: Fields, unit_type: str) -> int:
    heat = card.whole("heat", 0, low=0, high=4)
    if heat and not reading.edition.units[unit_type].tracks_heat:
        card.report("heat", f"0: units of type {unit_type} do not track heat")
        return 0
    return heat


def _base(card: Fields) -> Base | None:
    value = card.values.get("base")
    if value is None:
        return None
    if isinstance(value, int | float) and is_number(value, SMALLEST, WIDEST_BASE):
        return Base("round", float(value), float(value))
    shape = card.object("base", _BASE)
    kind = None if shape is None else shape.needed_word("shape", _SIZES)
    if shape is None or kind is None:
        return None
    read = [
        shape.number(size, None, low=SMALLEST, high=WIDEST_BASE)
        for size in _SIZES[kind]
        if shape.require(size, number_words(SMALLEST, WIDEST_BASE))
    ]
    sizes = [size for size in read if size is not None]
    return Base(kind, sizes[0], sizes[-1]) if len(sizes) == len(_SIZES[kind]) else None


def _elevation(reading: TableReading, card: Fields) -> Elevation:
    value = card.values.get("elevation")
    if isinstance(value, str) and value in ELEVATION_WORDS:
        return value
    if isinstance(value, dict):
        inside = Fields(value, child(card.at, "elevation"), card.problems)
        if not inside.require("in", "the id of a piece of this table"):
            return None
        piece = inside.text("in", None)
        level = inside.whole("level", 0, low=-20, high=100)
        if piece is not None:
            reading.name_feature(child(inside.at, "in"), piece)
        return None if piece is None else InPiece(piece, level)
    if value is None:
        return None
    if isinstance(value, int | float) and is_number(value, LOWEST, HIGHEST):
        return float(value)
    card.report("elevation", _ELEVATION)
    return None


def _move(card: Fields) -> PrintedMove | None:
    move = _parsed(card, "move", _move_of)
    if move is not None and any(part.inches > LONGEST_MOVE for part in move.parts):
        card.report("move", f"at most {LONGEST_MOVE:g} inches")
        return None
    return move


def _parsed(card: Fields, key: str, parse: Callable[[str], _Parsed]) -> _Parsed | None:
    value = card.values.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > _MAX_CARD_TEXT:
        card.report(key, f"text of at most {_MAX_CARD_TEXT} characters, as the card prints it")
        return None
    try:
        return parse(value)
    except ValueError as error:
        card.report(key, _expected(error))
        return None


def _expected(error: ValueError) -> str:
    """Give the part of the message that says what is allowed: what was found stands beside it."""
    message = str(error)
    return message.partition("expected ")[2] or message


def _specials(card: Fields) -> tuple[Special, ...]:
    found: list[Special] = []
    for place, item in card.items("specials"):
        if not isinstance(item, str) or len(item) > _MAX_CARD_TEXT:
            expected = f"text of at most {_MAX_CARD_TEXT} characters, such as ECM or IF2"
            card.problems.append(Problem(place, shown(item), expected))
            continue
        try:
            found.append(_special(item))
        except ValueError as error:
            card.problems.append(Problem(place, shown(item), _expected(error)))
    return tuple(found)


def _pending(card: Fields) -> Pending:
    pending = card.object("pending")
    if pending is None:
        return Pending()
    rolls = pending.words("rolls", DUE_ROLLS)
    if len(rolls) > MOST_HITS:
        pending.report("rolls", f"at most {MOST_HITS}", found=f"{len(rolls):,} rolls")
    return Pending(
        hits=_hits(pending.object("hits")),
        state=frozenset(pending.words("state", FLAGS)),
        rolls=rolls,
        at_once=pending.words("at_once", DUE_ROLLS)[:MOST_HITS],
        heat=pending.whole("heat", 0, low=0, high=MOST_HEAT_MADE),
    )


def _hits(hits: Fields | None) -> Hits:
    if hits is None:
        return Hits()
    motive = hits.words("motive", MOTIVE_HITS)
    if len(motive) > MOST_HITS:
        hits.report("motive", f"at most {MOST_HITS}", found=f"{len(motive):,} hits")
    return Hits(
        mp=hits.whole("mp", 0, low=0, high=MOST_HITS),
        engine=hits.whole("engine", 0, low=0, high=MOST_HITS),
        fire_control=hits.whole("fire-control", 0, low=0, high=MOST_HITS),
        weapon=hits.whole("weapon", 0, low=0, high=MOST_HITS),
        crew=hits.whole("crew", 0, low=0, high=MOST_HITS),
        motive=motive,
    )


def _spotter(reading: TableReading, card: Fields) -> SpottingState | None:
    spotter = card.object("spotter")
    if spotter is None:
        return None
    target: str | Point | None = None
    value = spotter.values.get("target")
    if isinstance(value, str):
        target = value
        reading.name_feature(child(spotter.at, "target"), value)
    elif isinstance(value, list):
        target = read_position(child(spotter.at, "target"), value, card.problems)
    elif value is not None:
        spotter.report("target", "the id of a feature of this table or [x, y]")
    return SpottingState(
        target, spotter.word("attacks", "none", SPOTTER_ATTACKS), spotter.yes_no("remote", False)
    )


def _flight(card: Fields) -> FlightLine | None:
    flight = card.object("flight")
    if flight is None:
        return None
    ends: list[Point] = []
    for key in ("from", "to"):
        if flight.require(key, "[x, y] in inches"):
            end = read_position(child(flight.at, key), flight.values[key], card.problems)
            ends.extend([] if end is None else [end])
    altitude = flight.needed_word("altitude", ALTITUDES)
    return FlightLine(ends[0], ends[1], altitude) if len(ends) == 2 and altitude is not None else None
