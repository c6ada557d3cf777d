"""In what is a table of an event other than its round wants: size, terrain, objectives, zones, options?

What lies there is compared with what would be laid, piece by piece, never plan with plan. Names, sides, groups and
locks are nobody's layout, and neither are units. In a round that is played less counts, since a game changes its
table: how pieces are (damage, kind, height), markers and objectives, which are carried, what arises (smoke, rubble,
mines), and pieces that can be destroyed, as long as something of the layout is there.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, Literal

from astrike.dataclass import dataclass
from astrike.editing.events.tables import event_settings
from astrike.editing.layout.deployment_zones import lay_deployment
from astrike.editing.terrain.shapes import OPPOSITE
from astrike.errors import InputError
from astrike.formats.options import option_value
from astrike.formats.table.table_file import empty_document, parse_document
from astrike.model.document_change import ABSENT, AddFeature, Document, Operation, SetMember
from astrike.model.events.event import Event
from astrike.model.piece_names import feature_names
from astrike.model.table import TOLERANCE
from astrike.model.table_document import Feature, features_of, properties_of
from astrike.model.terrain import DEPLOYMENT
from astrike.presets.scenario_schema import DeploymentPlan
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.rulebook.schema import Edition

_UNIT: Final = "unit"
_TARGETS: Final = frozenset({"poi", "objective", "sensor", "objective-area"})
_NO_SIZE: Final = (0.0, 0.0)
"""Of a layout that cannot be played."""
_NOT_LAYOUT: Final = frozenset({"name", "side", "group", "locked", "shape", "network"})


class RoundStage(Enum):
    """How far is the round? A table that is played on keeps less of its layout."""

    BEFORE = "before"
    PLAYED = "played"


@dataclass(frozen=True, slots=True)
class OtherSetting:
    """How a table is played otherwise than the event: `edition`, `environment`, `tolerance` or an option's key."""

    key: str
    there: object
    wanted: object


@dataclass(frozen=True, slots=True)
class TableDifferences:
    """What is other than the round wants; empty where they agree. Pieces by what people call them."""

    size: tuple[float, float] | None = None
    """The table's own, where another is wanted."""
    size_wanted: tuple[float, float] | None = None
    terrain: tuple[str, ...] = ()
    instead: Literal["", "nothing", "another"] = ""
    """What is there instead, where nothing of the layout's terrain is."""
    objectives: tuple[str, ...] = ()
    zones: bool = False
    settings: tuple[OtherSetting, ...] = ()

    @property
    def is_laid_otherwise(self) -> bool:
        """Does something lie otherwise, whatever the options are?"""
        return bool(self.size or self.terrain or self.objectives or self.zones)


Content = Callable[[Feature], Hashable]


def differences(
    document: Document,
    event: Event,
    layout: Document | None,
    deployment: DeploymentPlan | None,
    *,
    tolerance: float | None,
    stage: RoundStage,
) -> TableDifferences:
    """Compare a table with the layout and the way to set up of its round, and with the options of the event.

    Without a layout nothing is wanted to lie there, without a way to set up the zones are those of the layout, and
    without a tolerance each table has its own.
    """
    found = TableDifferences(settings=other_settings(document, event, tolerance=tolerance))
    size = _size(document)
    zones = [each for each in features_of(document) if _kind(each) == DEPLOYMENT]
    if layout is None:
        has_zones = deployment is None or _is_laid(zones, deployment, size)
        return TableDifferences(zones=not has_zones, settings=found.settings)
    if deployment is not None:
        has_zones = _is_laid(zones, deployment, size)
    else:
        own = [each for each in features_of(layout) if _kind(each) == DEPLOYMENT]
        has_zones = not own or _geometries(own) == _geometries(zones)
    terrain, wanted = _other_terrain(document, layout, stage), _size(layout)
    is_other_size = wanted not in (size, _NO_SIZE)
    return TableDifferences(
        size=size if is_other_size else None,
        size_wanted=wanted if is_other_size else None,
        terrain=terrain,
        instead=_instead(document, layout) if terrain else "",
        objectives=_other_pieces(_targets(document), _targets(layout), _whole, _called(document, layout))
        if stage is RoundStage.BEFORE
        else (),
        zones=not has_zones,
        settings=found.settings,
    )


def is_on(document: Document, layout: Document) -> bool:
    """Does the terrain of a layout lie on a table, whatever a game has made of it?"""
    return (
        bool(terrain_in(layout))
        and _size(document) == _size(layout)
        and not _other_terrain(document, layout, RoundStage.PLAYED)
    )


def other_settings(document: Document, event: Event, *, tolerance: float | None) -> tuple[OtherSetting, ...]:
    """Say in which settings a table is played otherwise than its event; an option at its default is no difference."""
    head, wanted = _mapping(document.get("astrike")), event_settings(event)
    found = [
        OtherSetting(key, there, wanted[key])
        for key, usual in (("edition", DEFAULT_EDITION), ("environment", "daylight"))
        if (there := head.get(key, usual)) != wanted[key]
    ]
    if tolerance is not None and head.get("tolerance", TOLERANCE) != tolerance:
        found.append(OtherSetting("tolerance", head.get("tolerance", TOLERANCE), tolerance))
    rows = load_edition(event.edition).options
    there, here = (_mapping(each.get("options")) for each in (head, wanted))
    for key in dict.fromkeys((*here, *there)):
        row = rows.get(key)
        if row is None:  # of another edition, which is said already
            continue
        values = [option_value(row, each[key]) if key in each else row.default for each in (there, here)]
        if values[0] != values[1]:
            found.append(OtherSetting(key, *values))
    return tuple(found)


def settings_operations(document: Document, event: Event, *, tolerance: float | None) -> Sequence[Operation]:
    """Let a table be played as its event is; units and terrain stay. Raises `InputError` where they do not fit."""
    other = {each.key for each in other_settings(document, event, tolerance=tolerance)}
    wanted = event_settings(event)
    operations = [SetMember(key, wanted[key]) for key in ("edition", "environment") if key in other]
    if "tolerance" in other:
        operations.append(SetMember("tolerance", tolerance))
    if other - {"edition", "environment", "tolerance"} or "edition" in other:
        operations.append(SetMember("options", wanted["options"] or ABSENT))
    return operations


# ---- pieces


def _other_terrain(document: Document, layout: Document, stage: RoundStage) -> tuple[str, ...]:
    every = terrain_in(layout)
    there, wanted = _unlike(terrain_in(document), every)
    called = _called(document, layout)
    if stage is RoundStage.BEFORE:
        return _other_pieces(there, wanted, _whole, called)
    edition = _edition(document)
    known, lying = set(map(_geometry, wanted)), set(map(_geometry, there))
    if len(wanted) < len(every) or known & lying:  # something of it is there
        perishes = edition.tagged("perishes")
        wanted = [each for each in wanted if _kind(each) not in perishes or _geometry(each) in lying]
    arises = edition.tagged("arises")
    there = [each for each in there if _kind(each) not in arises or _geometry(each) in known]
    return _other_pieces(there, wanted, _geometry, called)


def _instead(document: Document, layout: Document) -> Literal["", "nothing", "another"]:
    lying, every = terrain_in(document), terrain_in(layout)
    there, wanted = _unlike(lying, every)
    if len(wanted) < len(every) or set(map(_geometry, there)).intersection(map(_geometry, wanted)):
        return ""
    return "another" if lying else "nothing"


def _unlike(there: Sequence[Feature], wanted: Sequence[Feature]) -> tuple[list[Feature], list[Feature]]:
    """Leave out pieces that are the same under the same id: on most tables that is all of them."""
    known = {each.get("id"): each for each in wanted}
    same = {each.get("id") for each in there if each == known.get(each.get("id"))}
    return (
        [each for each in there if each.get("id") not in same],
        [each for each in wanted if each.get("id") not in same],
    )


def _called(document: Document, layout: Document) -> Mapping[str, str]:
    """Give the names of pieces as their maps show them; what is on the table goes before the layout."""
    return {**feature_names(features_of(layout)), **feature_names(features_of(document))}


def _other_pieces(
    there: Sequence[Feature], wanted: Sequence[Feature], content: Content, called: Mapping[str, str]
) -> tuple[str, ...]:
    """Name the pieces that are too many, missing, or other than wanted, each once."""
    lying, asked = ([(content(each), each) for each in pieces] for pieces in (there, wanted))
    others = (
        *_without(lying, (key for key, _piece in asked)),
        *_without(asked, (key for key, _piece in lying)),
    )
    return tuple({key: called[key] for key in (str(each.get("id")) for each in others)}.values())


def _without(pieces: Iterable[tuple[Hashable, Feature]], gone: Iterable[Hashable]) -> list[Feature]:
    """Take away pieces of this content, one for one."""
    rest = Counter(gone)
    found: list[Feature] = []
    for key, piece in pieces:
        rest[key] -= 1
        if rest[key] < 0:
            found.append(piece)
    return found


def terrain_in(document: Document) -> list[Feature]:
    """Give the pieces of terrain in a document: no units, zones or objectives."""
    others = {_UNIT, DEPLOYMENT, *_TARGETS}
    return [each for each in features_of(document) if _kind(each) not in others]


def _targets(document: Document) -> list[Feature]:
    return [each for each in features_of(document) if _kind(each) in _TARGETS]


def _whole(piece: Feature) -> Hashable:
    about = {key: value for key, value in properties_of(piece).items() if key not in _NOT_LAYOUT}
    return _geometry(piece), _plain(about)


def _geometry(piece: Feature) -> Hashable:
    return _plain(piece.get("geometry"))


def _plain(value: object) -> Hashable:
    """Give JSON values as something to compare and to look up; 5 is 5.0."""
    if isinstance(value, Mapping):
        return tuple(sorted((key, _plain(each)) for key, each in value.items()))
    if isinstance(value, list | tuple):
        return tuple(map(_plain, value))
    assert isinstance(value, Hashable)
    return value


def _kind(piece: Feature) -> object:
    return properties_of(piece).get("kind")


def _name(piece: Feature) -> str | None:
    name = properties_of(piece).get("name")
    return name if isinstance(name, str) else None


# ---- zones


def _is_laid(zones: Sequence[Feature], deployment: DeploymentPlan, size: tuple[float, float]) -> bool:
    """Tell whether these are the zones of a way to set up, whoever has which edge."""
    return _geometries(zones) in _geometries_of_setup(deployment, size)


def _geometries(zones: Iterable[Feature]) -> tuple[object, ...]:
    return tuple(sorted(map(_geometry, zones), key=repr))


@lru_cache(maxsize=200)
def _geometries_of_setup(
    deployment: DeploymentPlan, size: tuple[float, float]
) -> frozenset[tuple[object, ...]]:
    found: set[tuple[object, ...]] = set()
    for home, other in OPPOSITE.items():
        document = empty_document("", width=size[0], depth=size[1])
        sides = [{"id": each, "name": each, "home": each} for each in (home, other)]
        head = {**_mapping(document["astrike"]), "name": "-", "sides": sides}
        for first in (0, 1):
            try:
                laid = lay_deployment(
                    parse_document({**document, "astrike": head}), deployment, called="-", first=first
                )
            except InputError:  # it does not fit on a table of this size
                continue
            zones = [each.feature for each in laid.operations if isinstance(each, AddFeature)]
            found.add(_geometries(zones))
    return frozenset(found)


def _edition(document: Document) -> Edition:
    named = _mapping(document.get("astrike")).get("edition")
    return load_edition(named if isinstance(named, str) and named in IDS else DEFAULT_EDITION)


def _size(document: Document) -> tuple[float, float]:
    head = _mapping(document.get("astrike"))
    width, depth = (head.get(key) for key in ("width", "depth"))
    return (
        float(width) if isinstance(width, int | float) else 0.0,
        float(depth) if isinstance(depth, int | float) else 0.0,
    )


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
