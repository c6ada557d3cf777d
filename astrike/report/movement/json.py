"""How does an answer about movement look as JSON? The keys of the contract and their order.

For commands, pages and programs alike; inches are rounded to four places as in every other answer.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.movement import (
    MODES,
    BestPositionsAnswer,
    CheapestRoute,
    ContactAttack,
    Contour,
    DerivedMove,
    MoveAnswer,
    MoveCheck,
    MoveContact,
    MoveLeg,
    MoveMargin,
    MoveReason,
    MoveSuggestion,
    MoveTerm,
    PositionChances,
    ProfilePart,
    ReachAnswer,
    TerrainUnderPath,
    Waypoint,
)
from astrike.model.unit_answer import UnitAnswer, UnitMode
from astrike.report.electronics.json import ELECTRONIC_FIELD
from astrike.report.movement.contour_areas import Ring, contour_areas
from astrike.report.schema import (
    ASSUMED,
    CITED,
    COUNT,
    EDITION,
    FLAG,
    INCHES,
    MEASURED,
    MEASURED_FACTS,
    NUMBER,
    OPTION_USED,
    REASON,
    SHARE,
    TEXT,
    WHOLE,
    Json,
    JsonRecord,
    JsonShape,
    beside,
    constant,
    coordinates,
    key,
    list_of,
    object_of,
    or_null,
    rounded,
    word,
)

ILLUSTRATION = "An illustration from the judge's prices; only a path that is asked about is judged exactly."

_PLACE: Final = coordinates(2, 3)
_MODE: Final = word(*MODES)


def _waypoint(point: Waypoint) -> list[object]:
    flat: list[object] = [rounded(point.x), rounded(point.y)]
    if point.z is None:
        return flat
    return [*flat, rounded(point.z) if isinstance(point.z, int | float) else point.z]


_WAYPOINT: Final[JsonShape[Waypoint]] = JsonShape({"type": "array"}, _waypoint)

TERM: Final = JsonRecord[MoveTerm](
    "MoveTerm", key("key", TEXT), key("value", NUMBER), key("label", TEXT), *CITED, MEASURED_FACTS
)
MOVE_REASON: Final = JsonRecord[MoveReason](
    "MoveReason",
    key("key", TEXT),
    key("label", TEXT),
    *CITED,
    key("at", INCHES, help="Inches along the path at which it begins."),
    key("until", INCHES),
    key("place", _PLACE),
    key("leg", COUNT),
    key("by", or_null(TEXT), help="The piece or unit that is the cause."),
    MEASURED_FACTS,
    help="One reason why not, and where. Keys ending in .not-yet: with a later version.",
)
LEG: Final = JsonRecord[MoveLeg](
    "Leg",
    key("from", _PLACE, "start"),
    key("to", _PLACE, "end"),
    key("length", INCHES),
    key("cost", INCHES),
    key("terrain", list_of(TEXT), help="Pieces under any part of the base."),
    key("climb", INCHES, help="Inches of height, up and down, that were paid."),
)
OFFER: Final = JsonRecord[MoveSuggestion](
    "MoveOffer",
    key("way", word("over", "inside")),
    key("by", list_of(TEXT)),
    key("cost", INCHES),
    key("path", list_of(_WAYPOINT)),
    help="A path that says how it meets what is in its way, and what it then costs.",
)
CHECK: Final = JsonRecord[MoveCheck](
    "Check",
    key("key", TEXT),
    key("label", TEXT),
    *CITED,
    key("at", INCHES),
    key("place", _PLACE),
    key("need", or_null(WHOLE), help="2D6, at least this."),
    key("by", or_null(TEXT)),
    MEASURED_FACTS,
    help="Dice or damage that the move brings about without being forbidden.",
)
_END: Final = JsonRecord[tuple[float, float, float]](
    "",
    key("x", MEASURED, lambda end: end[0]),
    key("y", MEASURED, lambda end: end[1]),
    key("z", MEASURED, lambda end: end[2]),
)
_DERIVED: Final = JsonRecord[DerivedMove](
    "",
    key("move", INCHES),
    key("tmm", WHOLE),
    key("motion", TEXT, help="What the table file will say."),
    key("manner", TEXT),
    key("terms", list_of(TERM), help="Their sum is the Move available."),
)
_RISE: Final = JsonRecord[ProfilePart](
    "",
    key("from", INCHES, "start"),
    key("to", INCHES, "end"),
    key("z_from", MEASURED, "z_start"),
    key("z_to", MEASURED, "z_end"),
)
_GROUND: Final = JsonRecord[TerrainUnderPath](
    "",
    key("from", INCHES, "start"),
    key("to", INCHES, "end"),
    key("piece", TEXT),
    key("kind", TEXT),
    key("surcharge", NUMBER),
    key("barred", FLAG, "is_barred"),
)
_MARGIN: Final = JsonRecord[MoveMargin](
    "",
    key("inches", MEASURED),
    key("of", TEXT),
    key("by", or_null(TEXT)),
    key("close", FLAG, help="Within the table's tolerance?"),
)
CONTACT_ATTACK: Final = JsonRecord[ContactAttack](
    "ContactAttack",
    key("kind", TEXT),
    key("target", TEXT),
    key("with_move", FLAG, "is_with_move", "Declared with the move, as a charge is."),
    key("allowed", FLAG, lambda attack: attack.target_number is not None),
    key("target_number", or_null(WHOLE)),
    key("probability", SHARE),
    key("refusals", list_of(REASON)),
    help="An attack that contact allows, or one that goes with the move and why it is not allowed.",
)
_NEAREST: Final = JsonRecord[CheapestRoute](
    "", key("path", list_of(_WAYPOINT)), key("cost", INCHES, "answer.cost"), key("end", _END, "answer.end")
)
MOVE_CONTACT: Final = JsonRecord[MoveContact](
    "MoveContact",
    key("target", TEXT),
    key("reached", FLAG, "is_reached"),
    key("path", list_of(_WAYPOINT), help="The move into contact; empty where none leads there."),
    key("leaves_points", FLAG, help="Does it go another way than by the points of the question?"),
    key("gap", INCHES, help="What is missing where the nearest move ends."),
    key("nearest", or_null(_NEAREST), help="Where none leads there, a move that ends as near as was found."),
    key("touches", list_of(TEXT), help="Enemies that the move ends in contact with."),
    key("attacks", list_of(CONTACT_ATTACK)),
    help="What became of a move that was to end in base contact, and what contact allows.",
)
MOVE: Final = JsonRecord[MoveAnswer](
    "MoveAnswer",
    key("unit", TEXT),
    key("mode", _MODE, help="The mode that was judged."),
    EDITION,
    key("allowed", FLAG),
    key("cost", INCHES),
    key("available", INCHES),
    key("length", INCHES, help="Horizontal inches along the path."),
    key("legs", list_of(LEG)),
    key("end", _END),
    key("on", or_null(TEXT), help="The piece it ends on."),
    key("inside", or_null(TEXT), help="The building it ends in."),
    key("facing", or_null(NUMBER)),
    key("cf_lost", object_of(WHOLE), help="Construction factor lost on the way, by building."),
    key("derived", _DERIVED),
    key("terms", list_of(TERM), help="The ledger: their sum is the cost."),
    key("refusals", list_of(MOVE_REASON)),
    key(
        "offers",
        list_of(OFFER),
        help="Climbs, and ways through buildings, that make a refused path an allowed one.",
        when=lambda answer: answer.offers,
    ),
    key("checks", list_of(CHECK)),
    key(
        "profile",
        list_of(_RISE),
        help="The heights along the path; between two parts there may be a step.",
    ),
    key("ground", list_of(_GROUND)),
    key("margin", or_null(_MARGIN)),
    key(
        "unmeasured",
        list_of(word("reasons")),
        help="Why ends a little beside were not tried: too many reasons against the move.",
        when=lambda answer: answer.unmeasured,
    ),
    key("assumed", list_of(ASSUMED)),
    key("options_used", list_of(OPTION_USED)),
    beside("contact", MOVE_CONTACT.shape, else_null=False),
)
ROUTE: Final = JsonRecord[CheapestRoute](
    "",
    key("path", list_of(_WAYPOINT)),
    key(
        "beside",
        TEXT,
        lambda route: route.beside or "",
        "The unit on the place asked for; the way ends beside it.",
        when=lambda route: route.beside is not None,
    ),
    key("answer", MOVE),
)


# ---- where a unit can end its move, as GeoJSON

_RINGS: Final = list_of(list_of(_PLACE))
_POLYGON: Final = JsonRecord[tuple[Sequence[Ring], ...]](
    "",
    key("type", constant("Polygon"), lambda _: "Polygon"),
    key("coordinates", _RINGS, lambda areas: [_closed(ring) for ring in areas[0]]),
)
_MULTI_POLYGON: Final = JsonRecord[tuple[Sequence[Ring], ...]](
    "",
    key("type", constant("MultiPolygon"), lambda _: "MultiPolygon"),
    key(
        "coordinates",
        list_of(_RINGS),
        lambda areas: [[_closed(ring) for ring in area] for area in areas],
    ),
)


def _closed(ring: Ring) -> Ring:
    return ring if not ring or ring[0] == ring[-1] else (*ring, ring[0])


def _geometry(areas: tuple[Sequence[Ring], ...]) -> Json:
    return (_POLYGON if len(areas) == 1 else _MULTI_POLYGON).written(areas)


_GEOMETRY: Final[JsonShape[tuple[Sequence[Ring], ...]]] = JsonShape(
    {"oneOf": [_POLYGON.shape.schema, _MULTI_POLYGON.shape.schema]}, _geometry
)


@dataclass(frozen=True, slots=True)
class _Reached:
    contour: Contour
    mode: str


_PROPERTIES: Final = JsonRecord[_Reached](
    "",
    key("mode", _MODE),
    key("cost", INCHES, "contour.cost", "Places inside cost at most this."),
    key(
        "proven",
        FLAG,
        "contour.is_proven",
        "Did the judge accept a path to every place sampled?",
    ),
)
_FEATURE: Final = JsonRecord[_Reached](
    "",
    key("type", constant("Feature"), lambda _: "Feature"),
    key("geometry", _GEOMETRY, lambda reached: contour_areas(reached.contour)),
    key("properties", _PROPERTIES, lambda reached: reached),
)
REACH: Final = JsonRecord[ReachAnswer](
    "ReachAnswer",
    key("type", constant("FeatureCollection"), lambda _: "FeatureCollection"),
    key("unit", TEXT),
    key("mode", _MODE),
    EDITION,
    key("available", INCHES),
    key("illustration", TEXT, lambda _: ILLUSTRATION, "What these areas are, and are not."),
    key(
        "features",
        list_of(_FEATURE),
        lambda answer: [_Reached(contour, answer.mode) for contour in answer.contours],
    ),
    key("sampled", COUNT),
    key("refused", list_of(_PLACE), help="Sampled places that the judge did not accept."),
    key("refusals", list_of(MOVE_REASON)),
    key("assumed", list_of(ASSUMED)),
    key("options_used", list_of(OPTION_USED)),
    beside("route", or_null(ROUTE), else_null=True),
    help="GeoJSON. `route` is null when no point was asked for, or when there is no way to it.",
)


# ---- chances at every place, and what a unit is

PROSPECT: Final = JsonRecord[PositionChances](
    "Prospect",
    key("at", _PLACE, lambda place: (place.x, place.y, place.z)),
    key("cost", INCHES),
    key("hit", SHARE, help="The chance to hit the target from here."),
    key("target_number", or_null(WHOLE)),
    key("risks", list_of(SHARE), help="The chance of each threat to hit the unit here."),
    key("risk", SHARE, help="The chance that at least one of them hits."),
)
BEST_POSITIONS: Final = JsonRecord[BestPositionsAnswer](
    "ProspectsAnswer",
    key("unit", TEXT),
    key("mode", _MODE),
    EDITION,
    key("target", or_null(TEXT)),
    key("threats", list_of(TEXT)),
    key("step", INCHES, help="Between neighbouring places."),
    key("best", or_null(PROSPECT)),
    key("safest", or_null(PROSPECT)),
    key("places", list_of(PROSPECT)),
)
_UNIT_MODE: Final = JsonRecord[UnitMode](
    "",
    key("mode", _MODE),
    key("code", TEXT),
    key("available", INCHES),
    key("tmm", WHOLE),
    key("terms", list_of(TERM)),
    key("tmm_terms", list_of(TERM)),
    key("refusals", list_of(MOVE_REASON)),
)
_ARC: Final = JsonRecord[tuple[str, float]](
    "", key("arc", TEXT, itemgetter(0)), key("degrees", NUMBER, itemgetter(1))
)
_MODIFIERS: Final = JsonRecord[UnitAnswer]("", key("attacker", list_of(TERM)), key("target", list_of(TERM)))
UNIT: Final = JsonRecord[UnitAnswer](
    "UnitAnswer",
    key("unit", TEXT),
    EDITION,
    key("kind", TEXT),
    key("manner", TEXT),
    key("modes", list_of(_UNIT_MODE)),
    key("arcs", list_of(_ARC)),
    key("modifiers", _MODIFIERS, lambda answer: answer),
    key("not_applied", list_of(TEXT), help="Abilities that are not used."),
    key("assumed", list_of(ASSUMED)),
    key("options_used", list_of(OPTION_USED)),
    key("fields", list_of(ELECTRONIC_FIELD)),
    key(
        "crippled",
        list_of(REASON),
        help="By what it may be crippled; empty once its state says that it is.",
    ),
)


def move_json(answer: MoveAnswer, contact: MoveContact | None = None) -> Json:
    """Give one move: verdict, sum and legs, where it ends, why not, and how everything came about."""
    return MOVE.written(answer) if contact is None else MOVE.written(answer, contact=contact)


def route_json(route: CheapestRoute | None) -> Json | None:
    """Give the cheapest path found, and the judge's answer to it; nothing where there is none."""
    return None if route is None else ROUTE.written(route)


def reach_json(answer: ReachAnswer, *, route: CheapestRoute | None = None) -> Json:
    """Give where a unit can end as GeoJSON, and the way to one point; it says that it is an illustration."""
    return REACH.written(answer, route=route)


def best_positions_json(answer: BestPositionsAnswer) -> Json:
    """Give the chances at every place within reach."""
    return BEST_POSITIONS.written(answer)


def unit_json(answer: UnitAnswer) -> Json:
    """Give what a unit is right now."""
    return UNIT.written(answer)
