"""What table does this file describe, and how is a table written as a file?

One GeoJSON FeatureCollection with an `astrike` member: format 1. A wrong file gets one list of all its problems and
never half a table; among them is what contradicts itself about a unit (under water where there is none, carried by its
own cargo). Whether a position is legal is for the rules. Keys that this program does not know are kept and written
back.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from astrike.errors import InputError, Problem
from astrike.formats.checks import Fields, Problems
from astrike.formats.json_text import FILE, json_bytes, json_problems, load_json, shown
from astrike.formats.options import check_options, value_of_words
from astrike.formats.table import document_head
from astrike.formats.table.features import read_features, unknown_ids
from astrike.formats.table.terrain import DEEPEST
from astrike.geometry.outlines import is_covered
from astrike.model.table import PHASES, TOLERANCE, Table
from astrike.model.terrain import LAND, Point, Terrain
from astrike.model.unit import InPiece, Unit
from astrike.rulebook.loader import DEFAULT_EDITION
from astrike.rulebook.schema import Edition

HAIR = 1e-6
"""Inches within which two heights are the same."""


def contradictions(table: Table, *, edition: Edition, places: Mapping[str, str]) -> Iterator[Problem]:
    """Name what in a table excludes something else in it; `places` gives where each feature stands in the file."""
    by_id = {unit.id: unit for unit in table.units}
    terrain_is_known = all(piece.outlines for piece in table.terrain)
    for unit in table.units:
        at = f"{places.get(unit.id, unit.id)}.properties"
        if terrain_is_known and "submerged" in unit.state and not _can_be_wet(unit, table.terrain, edition):
            found = "a place inside a piece" if isinstance(unit.elevation, InPiece) else shown(unit.elevation)
            expected = "an elevation in the water under its centre, or no state submerged"
            yield Problem(f"{at}.elevation", found, expected)
        if unit.carried_by is not None and _carries_itself(unit, by_id):
            expected = "a transport that is not carried by this unit"
            yield Problem(f"{at}.carried_by", shown(unit.carried_by), expected)


def _can_be_wet(unit: Unit, terrain: Sequence[Terrain], edition: Edition) -> bool:
    """Can its elevation be in water? Without one the rules put it there.

    Where exactly the surface lies is a rule: somewhere between the lowest and the highest ground.
    """
    if unit.elevation is None:
        return True
    waters = [
        piece
        for piece in terrain
        if edition.terrain[piece.kind].family == "water" and _covers(piece, unit.at)
    ]
    if not waters or unit.elevation in ("roof", "inside") or not isinstance(unit.elevation, float | str):
        return False
    if isinstance(unit.elevation, str):
        return True
    heights = [0.0]
    for piece in terrain:
        row = edition.terrain[piece.kind]
        if row.family in LAND:
            height = row.height if piece.height is None else piece.height
            heights.append((piece.base or 0.0) + height)
    deepest = max(DEEPEST if piece.depth is None else piece.depth for piece in waters)
    return min(heights) - deepest - HAIR <= unit.elevation < max(heights) - HAIR


def _covers(piece: Terrain, point: Point) -> bool:
    return any(is_covered(point, exterior, holes) for exterior, holes in piece.areas)


def _carries_itself(unit: Unit, by_id: Mapping[str, Unit]) -> bool:
    seen: set[str] = set()
    carrier: Unit | None = unit
    while carrier is not None and carrier.carried_by is not None and carrier.id not in seen:
        seen.add(carrier.id)
        carrier = by_id.get(carrier.carried_by)
    return carrier is not None and carrier.id == unit.id and bool(seen)


EXTENSION = ".astrike.json"

UNNAMED = "Table"


def read_table(data: bytes | str) -> Table:
    """Read a table file.

    >>> read_table(write_document(empty_document("Practice", width=48, depth=36))).width
    48.0
    """
    return parse_document(load_json(data))


def write_table(table: Table) -> bytes:
    """Write a table as a file: its document, with everything in it that this program does not know."""
    return write_document(table.document)


def write_document(document: Mapping[str, object]) -> bytes:
    """Write the document of a table as a file."""
    return json_bytes(dict(document))


def empty_document(
    name: str, *, width: float, depth: float, edition: str = DEFAULT_EDITION
) -> dict[str, object]:
    """Give the document of a table on which nothing lies yet."""
    head = {"format": document_head.FORMAT, "name": name, "width": width, "depth": depth, "edition": edition}
    return {"type": "FeatureCollection", "astrike": head, "features": []}


def parse_document(document: object) -> Table:
    """Read a table from the plain values of its JSON.

    >>> parse_document({"type": "FeatureCollection"})
    Traceback (most recent call last):
    astrike.errors.InputError: astrike: found nothing, expected an object
    features: found nothing, expected a list
    """
    unsound = json_problems(document)
    if not isinstance(document, dict):
        raise InputError([Problem(FILE, shown(document), "an object: a GeoJSON FeatureCollection")])
    problems = Problems()
    table = _read(Fields(document, "", problems), document)
    # What JSON cannot hold is only news where nothing better was said about the same place.
    named = {problem.at for problem in problems}
    problems.extend(problem for problem in unsound if problem.at not in named)
    if problems:
        raise InputError(problems)
    return table


def read_under(document: Mapping[str, object], edition: str) -> Table:
    """Read a document once more that has been read before, under another edition.

    What does not depend on the edition, such as what JSON can hold, is not looked through again.
    """
    changed = with_settings(document, edition=edition)
    problems = Problems()
    table = _read(Fields(changed, "", problems), changed)
    if problems:
        raise InputError(problems)
    return table


def _read(root: Fields, document: Mapping[str, object]) -> Table:
    problems = root.problems
    if root.require("type", "'FeatureCollection'") and root.values["type"] != "FeatureCollection":
        root.report("type", "'FeatureCollection'")
    root.require("astrike", "an object")
    root.require("features", "a list")
    head = root.object("astrike")
    if head is None:
        # Without it every default is a guess; the features still have problems of their own to name.
        head = Fields({}, "astrike", [])
    else:
        document_head.read_format(head)
    reading = document_head.start_reading(head, problems)
    edition = reading.edition
    environment = head.word("environment", "daylight", edition.visual)
    conditions = document_head.read_conditions(head, edition)
    options = document_head.read_options(head, edition)
    networks = document_head.read_networks(reading, head)
    declarations = document_head.read_declarations(reading, head)
    attacks = document_head.read_attacks(reading, head)
    marks = document_head.read_marks(reading, head)
    features = read_features(reading, root)
    table = Table(
        name=head.text("name", UNNAMED) or UNNAMED,
        width=reading.width or 0.0,
        depth=reading.depth or 0.0,
        edition=edition.id,
        environment=environment,
        conditions=conditions,
        options=options,
        tolerance=head.number("tolerance", TOLERANCE, low=0, high=12),
        turn=head.whole("turn", 1, low=0, high=document_head.LAST_TURN),
        phase=head.word("phase", "combat", PHASES),
        initiative=head.words("initiative"),
        grid=document_head.read_grid(head),
        sides=document_head.read_sides(head, tuple(unit.side for unit in features.units if unit.side)),
        networks=networks,
        declarations=declarations,
        attacks=attacks,
        marks=marks,
        terrain=tuple(features.terrain),
        markers=tuple(features.markers),
        units=tuple(features.units),
        document=document,
    )
    problems.extend(unknown_ids(reading, features))
    problems.extend(contradictions(table, edition=edition, places=features.places))
    return table


def with_settings(
    document: Mapping[str, object],
    *,
    edition: str | None = None,
    environment: str | None = None,
    options: Mapping[str, object] = MappingProxyType({}),
) -> dict[str, object]:
    """Give a document like this one but with another edition, environment or some other options.

    Options may be words as people type them; what they may be, the edition says.

    >>> practice = empty_document("Practice", width=48, depth=36)
    >>> with_settings(practice, options={"sight.eye": "0.9"})["astrike"]["options"]
    {'sight.eye': 0.9}
    """
    problems = Problems()
    root = Fields(document, "", problems)
    head = root.object("astrike") if root.require("astrike", "an object") else None
    if head is None:
        raise InputError(problems)
    changed: dict[str, object] = dict(head.values)
    if edition is not None:
        changed["edition"] = edition
    if environment is not None:
        changed["environment"] = environment
    given = changed.get("options") or {}
    if not isinstance(given, dict):
        head.report("options", "an object")
        raise InputError(problems)
    wanted = Fields(changed, "astrike", problems)
    rules = document_head.read_edition(wanted)
    if environment is not None:
        wanted.word("environment", None, rules.visual)
    meant = dict(options)
    for key, value in options.items():
        if isinstance(value, str) and key in rules.options:
            meant[key] = value_of_words(rules.options[key], value)
    read = check_options(meant, rules.options, at="astrike.options", problems=problems)
    if problems:
        raise InputError(problems)
    if read:
        plain = {key: list(value) if isinstance(value, tuple) else value for key, value in read.items()}
        changed["options"] = {**given, **plain}
    return {key: changed if key == "astrike" else value for key, value in document.items()}
