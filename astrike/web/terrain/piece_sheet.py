"""What does the editor's sheet show of the chosen pieces: title, facts, warnings, and fields with their numbers?

Fields that are edited often come first. The numbers are kept as the texts that a form shows, so that they can be
compared with what is sent; each field has the amount by which − and + change it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from flask_babel import ngettext

from astrike.dataclass import dataclass
from astrike.editing.terrain.actions.moving import FROM_X, FROM_Y
from astrike.editing.terrain.actions.properties import FIELDS
from astrike.editing.terrain.piece_views import PieceView
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.model.terrain import BUILT, Family, Marker, Terrain
from astrike.rulebook.schema import Edition, TerrainRow
from astrike.web.http.i18n import _, tr
from astrike.web.terrain.piece_list import MARKERS, family_of, kind_label, marker_label

PLACE: Final = ("x", "y", "turn")

CORNER: Final = ("cx", "cy")

SET: Final = ("kind", *FIELDS)

FORMED: Final = ("rectangle", "ellipse", "regular")
"""Forms that have a width, a depth and a turn of their own."""


def shown_numbers(table: Table, view: PieceView, asked: Mapping[str, str]) -> dict[str, str]:
    """Give every number of a piece as a text; `asked` states from which edges, and which corner."""
    found = _place(table, view, asked)
    if view.form != "point":
        found["turn"] = number_text(view.turn or 0.0)
        wide, deep = size_of(view)
        found["wide"], found["deep"] = number_text(wide), number_text(deep)
    corner = corner_at(view, asked.get("ring", ""), asked.get("index", ""))
    if corner is not None:
        found["cx"], found["cy"] = number_text(corner[0]), number_text(corner[1])
    piece = table.piece(view.id) or next((each for each in table.markers if each.id == view.id), None)
    if piece is not None:
        found |= {name: _text(value) for name, value in _properties(piece).items()}
    return found


def lines_of(view: PieceView) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Give the lines of a piece that can be changed corner by corner: outline and holes, or the middle of a strip."""
    if view.form == "strip":
        return (tuple(view.points),)
    if view.form not in {"free", "rectangle", "regular"}:
        return ()
    return (tuple(view.corners), *(tuple(hole) for hole in view.holes))


def corner_at(view: PieceView, ring: str, index: str) -> tuple[float, float] | None:
    """Give a corner of a piece by the numbers of its line and of itself; None when there is none."""
    if not (ring.isdecimal() and index.isdecimal() and len(ring) < 4 and len(index) < 5):
        return None
    lines = lines_of(view)
    if int(ring) >= len(lines) or int(index) >= len(lines[int(ring)]):
        return None
    x, y = lines[int(ring)][int(index)]
    return (x, y)


def box_of(view: PieceView) -> tuple[float, float, float, float]:
    """Give the west, south, east and north end of a piece."""
    points = [point for rings in view.rings for point in rings[0]] or [view.at]
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def size_of(view: PieceView) -> tuple[float, float]:
    """Give width and depth: of a form that has them, else of what it takes up."""
    if view.form in FORMED or view.form == "strip":
        wide = view.width or 0.0
        return wide, wide if view.depth is None else view.depth
    west, south, east, north = box_of(view)
    return east - west, north - south


def number_text(value: float) -> str:
    """Write a number as a field shows it, with a hyphen for minus so that it can be typed back."""
    return plain_number(value).replace("−", "-")


def _place(table: Table, view: PieceView, asked: Mapping[str, str]) -> dict[str, str]:
    west, south, east, north = box_of(view)
    across = {"west": west, "east": table.width - east}
    along = {"south": south, "north": table.depth - north}
    return {
        "x": number_text(across.get(asked.get("from_x", ""), view.at[0])),
        "y": number_text(along.get(asked.get("from_y", ""), view.at[1])),
    }


def _properties(piece: Terrain | Marker) -> dict[str, float | str | None]:
    if isinstance(piece, Marker):
        return {"kind": piece.kind, "name": piece.name, "side": piece.side, "radius": piece.radius}
    return {
        "kind": piece.kind,
        "name": piece.name,
        "height": piece.height,
        "base": piece.base,
        "depth": piece.depth,
        "class": piece.grade,
        "cf": piece.cf,
        "floors": piece.floors,
        "toward": piece.toward,
        "density": piece.density,
        "side": piece.side,
    }


def _text(value: float | str | None) -> str:
    return value if isinstance(value, str) else "" if value is None else number_text(value)


Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PieceField:
    """One field of the form: a number with − and +, a choice, or a text."""

    name: str
    label: str
    value: str
    step: str = ""
    """The amount by which − and + change the field; empty when it is no number."""
    least: str = ""
    choices: Choices = ()
    usual: str = ""
    """What counts when it is left empty."""
    start: str = ""
    """The number from which − and + begin when it is empty."""
    measured: Choices = ()
    """Edges that it can be measured from."""
    measured_from: str = ""
    """The edge that it is measured from."""


@dataclass(frozen=True, slots=True)
class PieceFields:
    """The fields of a piece."""

    first: tuple[PieceField, ...]
    more: tuple[PieceField, ...]
    """Fields that are seldom edited."""


@dataclass(frozen=True, slots=True)
class _Values:
    """Makes fields with their values."""

    values: Mapping[str, str]

    def number(
        self, name: str, label: str, step: str = "0.5", *, least: str = "", usual: float | str | None = None
    ) -> PieceField:
        value = self.values.get(name, "")
        if isinstance(usual, str) or usual is None:
            return PieceField(name, label, value, step=step, least=least, usual=usual or "")
        return PieceField(
            name, label, value, step=step, least=least, usual=plain_number(usual), start=f"{usual:g}"
        )

    def choice(self, name: str, label: str, choices: Choices) -> PieceField:
        return PieceField(name, label, self.values.get(name, ""), choices=choices)

    def text(self, name: str, label: str, usual: str) -> PieceField:
        return PieceField(name, label, self.values.get(name, ""), usual=usual)


def piece_fields(
    table: Table, edition: Edition, view: PieceView, values: Mapping[str, str], froms: Mapping[str, str]
) -> PieceFields:
    """Give the fields of a piece; `values` has ``cx`` where a corner is chosen."""
    fields = _Values(values)
    has_corner = "cx" in values
    corner = (fields.number("cx", _("Corner x, in")), fields.number("cy", _("Corner y, in")))
    place = corner if has_corner else _places(view, values, froms)
    sides = fields.choice(
        "side", _("Side"), (("", _("Nobody’s")), *((side.id, side.name) for side in table.sides))
    )
    ending = (
        fields.choice("kind", _("Kind"), _kinds(edition, view)),
        fields.text("name", _("Name"), view.title),
    )
    row = edition.terrain.get(view.kind)
    if row is None:
        return PieceFields(
            (*place, fields.number("radius", _("Radius, in"), least="0", usual=_("none")), sides), ending
        )
    own, rest = _of_family(edition, row, view, fields)
    size = () if has_corner else _sizes(view, fields)
    zone = (sides,) if row.family == "zone" else ()
    turn = fields.number("turn", _("Turn, degrees"), "15")
    numbers = (*own, turn) if row.family != "zone" else ()
    return PieceFields((*place, *numbers, *size, *zone), (*rest, *ending))


def _places(view: PieceView, values: Mapping[str, str], froms: Mapping[str, str]) -> tuple[PieceField, ...]:
    across: Choices = (
        ("centre", _("x of the middle, in")),
        ("west", _("Left side to left edge")),
        ("east", _("Right side to right edge")),
    )
    along: Choices = (
        ("centre", _("y of the middle, in")),
        ("south", _("Lower side to lower edge")),
        ("north", _("Upper side to upper edge")),
    )
    found = []
    for name, label, choices, known in (("x", _("x, in"), across, FROM_X), ("y", _("y, in"), along, FROM_Y)):
        wished = froms.get(f"from_{name}", "")
        measured = () if view.form == "point" else choices
        chosen = wished if wished in known else known[0]
        found.append(
            PieceField(name, label, values.get(name, ""), "0.5", measured=measured, measured_from=chosen)
        )
    return tuple(found)


def _sizes(view: PieceView, fields: _Values) -> tuple[PieceField, ...]:
    match view.form:
        case "strip":
            return (fields.number("wide", _("Width, in"), least="0.1"),)
        case "regular":
            return (fields.number("wide", _("Width across, in"), least="0.5"),)
        case "rule":
            return ()
        case _:
            wide = fields.number("wide", _("Width, in"), least="0.5")
            return (wide, fields.number("deep", _("Depth, in"), least="0.5"))


def _of_family(
    edition: Edition, row: TerrainRow, view: PieceView, fields: _Values
) -> tuple[tuple[PieceField, ...], tuple[PieceField, ...]]:
    """Give what a kind of terrain has beside its place: the first fields, and the others."""
    base = fields.number("base", _("Base above table, in"), usual=view.base)
    grades: Choices = (("", _("As usual")), *((grade, grade.capitalize()) for grade in row.grades))
    buildings: Choices = (
        ("", _("As usual")),
        *((key, tr(each.label)) for key, each in edition.buildings.items()),
    )
    height = fields.number("height", _("Height, in"), "1", least="0.5", usual=row.height)
    match row.family:
        case Family.GROUND:
            top = _("Top above table, in") if not fields.values.get("base") else _("Top above its base, in")
            return (fields.number("height", top, "1", least="0.5", usual=row.height),), (base,)
        case Family.RAMP:
            toward = fields.number("toward", _("Rises toward, degrees"), "15")
            return (height, toward), (base,)
        case Family.WATER:
            return (fields.number("depth", _("Depth of water, in"), "1", least="0", usual=1.0),), ()
        case Family.SOLID | Family.DECK:
            cf = fields.number("cf", _("CF"), "1", least="0", usual=_usual_cf(edition, fields))
            floors = fields.number("floors", _("Floors"), "1", least="1", usual=_("as high"))
            return (height, fields.choice("class", _("Class"), buildings), cf), (floors, base)
        case Family.SEE_THROUGH:
            first = (fields.choice("class", _("Class"), grades),) if row.grades else ()
            return (*first, height), ()
        case _ if row.key == "minefield":
            return (fields.number("density", _("Density"), "1", least="1", usual=1.0),), ()
        case _:
            return (), ()


def _usual_cf(edition: Edition, fields: _Values) -> float | str:
    row = edition.buildings.get(fields.values.get("class", ""))
    return _("by class") if row is None else float(row.cf)


def _kinds(edition: Edition, view: PieceView) -> Choices:
    if view.form == "point":
        return tuple((kind, marker_label(kind)) for kind in MARKERS)
    return tuple((key, tr(row.label)) for key, row in edition.terrain.items())


@dataclass(frozen=True, slots=True)
class PieceSheet:
    """The sheet for one piece."""

    view: PieceView
    facts: str
    entries: PieceFields
    edge: str
    """`curved` or `straight`; empty where there is no choice."""
    can_be_ramp: bool
    corner: tuple[int, int] | None
    """The line and the corner that is chosen."""
    can_lose_corner: bool
    can_have_holes: bool


@dataclass(frozen=True, slots=True)
class PiecesSheet:
    """The sheet for several pieces."""

    ids: tuple[str, ...]
    names: str
    title: str
    is_group: bool
    is_locked: bool


def piece_sheet(
    table: Table,
    edition: Edition,
    view: PieceView,
    *,
    asked: Mapping[str, str],
    typed: Mapping[str, str],
) -> PieceSheet:
    """Fill the sheet for one piece; `asked` names the chosen corner and edges, `typed` is what was refused."""
    values = {**shown_numbers(table, view, asked), **typed}
    corner = corner_at(view, asked.get("ring", ""), asked.get("index", ""))
    ring, index = (int(asked["ring"]), int(asked["index"])) if corner is not None else (0, 0)
    family = family_of(edition, view.kind)
    has_area = view.form not in ("point", "rule") and family != "zone" and len(view.rings) == 1
    return PieceSheet(
        view=view,
        facts=_facts(edition, view),
        entries=piece_fields(table, edition, view, values, asked),
        edge=_edge(view) if has_area else "",
        can_be_ramp=family == "ground",
        corner=None if corner is None else (ring, index),
        can_lose_corner=corner is not None and len(lines_of(view)[ring]) > (2 if view.form == "strip" else 3),
        can_have_holes=has_area and view.form != "strip",
    )


def pieces_sheet(views: Sequence[PieceView]) -> PiecesSheet:
    """Fill the sheet for several pieces."""
    groups = {view.group for view in views}
    is_group = len(groups) == 1 and all(groups)
    count = ngettext("%(num)d piece", "%(num)d pieces", len(views))
    return PiecesSheet(
        ids=tuple(view.id for view in views),
        names=", ".join(view.title for view in views),
        title=(_stack_title(views) or _("Group of %(count)s", count=count)) if is_group else count,
        is_group=is_group,
        is_locked=any(view.locked for view in views),
    )


def _stack_title(views: Sequence[PieceView]) -> str:
    """Call the steps of one hill a hill; empty for any other group."""
    tops = {view.top for view in views}
    if any(view.kind != "hill" for view in views) or len(tops) < len(views):
        return ""
    lowest = min(views, key=lambda view: view.top or 0.0)
    return _("%(name)s, %(count)s steps", name=lowest.title, count=len(views))


def _edge(view: PieceView) -> str:
    return "curved" if view.curved or view.form == "ellipse" else "straight"


def _facts(edition: Edition, view: PieceView) -> str:
    kind = kind_label(edition, view.kind)
    found = [] if view.title.lower().startswith(kind.lower()) else [kind]
    corners = sum(len(line) for line in lines_of(view))
    if corners:
        found.append(ngettext("%(num)d corner", "%(num)d corners", corners))
    if view.area is not None and view.form != "point":
        found.append(_("%(area)s sq\u00a0in", area=f"{view.area:.1f}"))
    if view.curved:
        found.append(_("curved"))
    if view.holes:
        found.append(ngettext("%(num)d hole", "%(num)d holes", len(view.holes)))
    if family_of(edition, view.kind) in BUILT | {Family.SEE_THROUGH} and view.top is not None:
        found.append(_("top at\u00a0%(inches)s″", inches=plain_number(view.top)))
    if view.group:
        found.append(_("in a group"))
    if view.locked:
        found.append(_("locked"))
    return " · ".join(found)
