"""Which fields has a piece in the editor, which of them stand above, and by how much do − and + change them?"""

from collections.abc import Mapping
from dataclasses import dataclass

from astrike.editing.actions.moving import FROM_X, FROM_Y
from astrike.editing.pieces import PieceView
from astrike.model.table import Table
from astrike.model.terrain import Family
from astrike.report.figures import plain
from astrike.rulebook.schema import Edition, TerrainRow
from astrike.web.i18n import _, tr
from astrike.web.views.edit.pieces import MARKERS, marker_label

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One field of the form: a number with − and +, a choice, or a text."""

    name: str
    label: str
    value: str
    step: str = ""
    """By how much − and + change it; empty: no number."""
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
class Entries:
    """The fields of a piece."""

    first: tuple[Entry, ...]
    more: tuple[Entry, ...]
    """Those that are seldom wanted."""


@dataclass(frozen=True, slots=True)
class _Values:
    """Makes fields with their values."""

    values: Mapping[str, str]

    def number(
        self, name: str, label: str, step: str = "0.5", *, least: str = "", usual: float | str | None = None
    ) -> Entry:
        value = self.values.get(name, "")
        if isinstance(usual, str) or usual is None:
            return Entry(name, label, value, step=step, least=least, usual=usual or "")
        return Entry(name, label, value, step=step, least=least, usual=plain(usual), start=f"{usual:g}")

    def choice(self, name: str, label: str, choices: Choices) -> Entry:
        return Entry(name, label, self.values.get(name, ""), choices=choices)

    def text(self, name: str, label: str, usual: str) -> Entry:
        return Entry(name, label, self.values.get(name, ""), usual=usual)


def entries_of(
    table: Table, edition: Edition, view: PieceView, values: Mapping[str, str], froms: Mapping[str, str]
) -> Entries:
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
        return Entries(
            (*place, fields.number("radius", _("Radius, in"), least="0", usual=_("none")), sides), ending
        )
    own, rest = _of_family(edition, row, view, fields)
    size = () if has_corner else _sizes(view, fields)
    zone = (sides,) if row.family == "zone" else ()
    turn = fields.number("turn", _("Turn, degrees"), "15")
    numbers = (*own, turn) if row.family != "zone" else ()
    return Entries((*place, *numbers, *size, *zone), (*rest, *ending))


def _places(view: PieceView, values: Mapping[str, str], froms: Mapping[str, str]) -> tuple[Entry, ...]:
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
        found.append(Entry(name, label, values.get(name, ""), "0.5", measured=measured, measured_from=chosen))
    return tuple(found)


def _sizes(view: PieceView, fields: _Values) -> tuple[Entry, ...]:
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
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
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
