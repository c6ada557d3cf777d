"""What lies on the table? Goes through the features of a table file: terrain, marked points and units.

Each feature is read by its kind; this module settles ids, kinds and how many there may be. A feature in which nothing
was wrong is not read again as long as it is the same, under the same edition: from one version of a table to the next
one unit moves, and everything else stays.
"""

import marshal
from collections.abc import Hashable
from dataclasses import field, replace
from typing import Any, Final, cast

from astrike.byte_budget import BUDGET, estimated_size, kept, new_cache_id
from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.checks import Fields
from astrike.formats.json_text import shown
from astrike.formats.table.geometry import MAX_TABLE_VERTICES, read_any, vertex_count
from astrike.formats.table.references import IdReference, TableReading, read_id
from astrike.formats.table.terrain import MARKERS, read_marker, read_terrain
from astrike.formats.table.unit import read_unit
from astrike.geometry.outlines import is_entangled
from astrike.model.terrain import Marker, Outline, Terrain
from astrike.model.unit import Unit

MAX_FEATURES = 1_000
LARGEST_KEPT: Final = 20_000
"""Bytes of a feature that is kept as it was read; a larger one is read again each time."""
MAX_MEETINGS = 10_000
"""How often outlines may meet and pieces lie over each other: a crowded table has some hundreds."""


@dataclass(frozen=True, slots=True)
class TableFeatures:
    """Everything that lies on the table, in the order of the file; the lists grow."""

    terrain: list[Terrain] = field(default_factory=list)
    markers: list[Marker] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    kinds: dict[str, str] = field(default_factory=dict)
    """The kind of each feature, by its id."""
    places: dict[str, str] = field(default_factory=dict)
    """Where each feature stands in the file, by its id."""


@dataclass(frozen=True, slots=True)
class _ReadFeature:
    """A feature in which nothing is wrong, and whom it names; their places are those inside the feature."""

    kind: str
    piece: Terrain | Marker | Unit
    references: tuple[IdReference, ...]


_CACHE: Final = new_cache_id()


def read_features(reading: TableReading, root: Fields) -> TableFeatures:
    """Read all features; too many of them, or of their vertices, are raised at once and not read."""
    features = TableFeatures()
    _check_size(root)
    for feature in root.objects("features"):
        if feature.require("type", "'Feature'") and feature.values["type"] != "Feature":
            feature.report("type", "'Feature'")
        feature_id = _read_id(feature, features)
        about = feature.object("properties") if feature.require("properties", "an object") else None
        if about is not None:
            _read_feature(reading, feature, about, features=features, feature_id=feature_id)
        else:
            read_any(feature)
    _check_entanglement(root, features)
    return features


def _check_size(root: Fields) -> None:
    listed = root.values.get("features")
    if not isinstance(listed, list):
        return
    vertices = sum(vertex_count(item.get("geometry")) for item in listed if isinstance(item, dict))
    if len(listed) > MAX_FEATURES:
        root.report("features", f"at most {MAX_FEATURES:,}", found=f"{len(listed):,} features")
        raise InputError(root.problems)
    if vertices > MAX_TABLE_VERTICES:
        root.report("features", f"at most {MAX_TABLE_VERTICES:,} on a table", found=f"{vertices:,} vertices")
        raise InputError(root.problems)


def _check_entanglement(root: Fields, features: TableFeatures) -> None:
    if _is_entangled(tuple(piece.outlines for piece in features.terrain)):
        found = f"outlines that cross or lie over each other more than {MAX_MEETINGS:,} times"
        root.report("features", f"at most {MAX_MEETINGS:,} times on a table", found=found)


@kept  # units move, and the terrain is the same again
def _is_entangled(outlines: tuple[tuple[Outline, ...], ...]) -> bool:
    pieces = [[(outline.exterior, outline.holes) for outline in each] for each in outlines]
    return is_entangled(pieces, most=MAX_MEETINGS)


def _read_id(feature: Fields, features: TableFeatures) -> str:
    """Read the feature's id; what has none that is its own gets its place, which is no id."""
    found = read_id(feature)
    if found is None:
        return feature.at
    if found in features.places:
        feature.report("id", f"an id that no other feature has ({features.places[found]} has it)")
        return feature.at
    features.places[found] = feature.at
    return found


def _read_feature(
    reading: TableReading, feature: Fields, about: Fields, *, features: TableFeatures, feature_id: str
) -> None:
    name = _kept_as(reading, feature, feature_id)
    known = None if name is None else BUDGET.get(name)
    if not isinstance(known, _ReadFeature):
        faults, named = len(reading.problems), len(reading.references)
        kind, piece = _read_anew(reading, feature, about, feature_id)
        features.kinds[feature_id] = kind or "unit"
        if piece is None:
            return
        _lay(features, piece)
        if name is not None and kind is not None and len(reading.problems) == faults:
            inside = tuple(
                replace(each, at=each.at.removeprefix(feature.at)) for each in reading.references[named:]
            )
            read = _ReadFeature(kind, piece, inside)
            BUDGET.put(name, read, len(name[-1]) + estimated_size(read))
        return
    features.kinds[feature_id] = known.kind
    _lay(features, known.piece)
    reading.references.extend(replace(each, at=feature.at + each.at) for each in known.references)


def _kept_as(
    reading: TableReading, feature: Fields, feature_id: str
) -> tuple[*tuple[Hashable, ...], bytes] | None:
    """Name all that the reading of a feature depends on; None for one that is too large, or is not plain JSON.

    The bytes tell 1 from 1.0 and from true, which are equal to Python.
    """
    try:
        written = marshal.dumps(cast(dict[str, Any], feature.values), 2)
    except ValueError:
        return None
    if len(written) > LARGEST_KEPT:
        return None
    return (
        _CACHE,
        reading.edition.digest,
        reading.edition.id,
        reading.width,
        reading.depth,
        feature_id,
        written,
    )


def _lay(features: TableFeatures, piece: Terrain | Marker | Unit) -> None:
    if isinstance(piece, Unit):
        features.units.append(piece)
    elif isinstance(piece, Marker):
        features.markers.append(piece)
    else:
        features.terrain.append(piece)


def _read_anew(
    reading: TableReading, feature: Fields, about: Fields, feature_id: str
) -> tuple[str | None, Terrain | Marker | Unit | None]:
    kind = about.needed_word("kind", ("unit", *MARKERS, *reading.edition.terrain))
    if kind is None:
        read_any(feature)
        return None, None
    if kind == "unit":
        return kind, read_unit(reading, feature, about, unit_id=feature_id)
    if kind in MARKERS:
        return kind, read_marker(feature, about, marker_id=feature_id, kind=kind)
    return kind, read_terrain(reading, feature, about, piece_id=feature_id, kind=kind)


def unknown_ids(reading: TableReading, features: TableFeatures) -> list[Problem]:
    """Name every place with the id of something that does not lie on the table, or is no unit."""
    found: list[Problem] = []
    for reference in reading.references:
        kind = features.kinds.get(reference.id)
        if kind is None:
            wanted = "a unit" if reference.units_only else "a feature"
            found.append(Problem(reference.at, shown(reference.id), f"the id of {wanted} of this table"))
        elif reference.units_only and kind != "unit":
            what = f"{shown(reference.id)}, which is of kind {kind}"
            found.append(Problem(reference.at, what, "the id of a unit of this table"))
    return found
