"""Which pieces are on the table, as the editor lists them and as its script draws them?

The list is for people and for browsers without script; the script moves the same pieces, which it gets as JSON.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.editing.terrain.piece_views import PieceView, piece_json, pieces_of
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.model.terrain import RAISED, Family
from astrike.rulebook.schema import Edition
from astrike.web.current.prepared import TableState, cached, prepared_state
from astrike.web.http.i18n import _, tr

RANKS: Final[Mapping[str, int]] = {
    Family.ZONE: 0,
    Family.GROUND: 1,
    Family.RAMP: 2,
    Family.FLAT: 3,
    Family.WATER: 4,
    Family.DECK: 5,
    Family.SEE_THROUGH: 6,
    Family.SOLID: 7,
}
"""Which piece is above which, where a finger means one of them."""
_MARKER: Final = 8
MARKERS: Final = ("objective", "poi", "sensor")
_KIND_LOOKS: Final[Mapping[str, str]] = {
    "woods": "wood",
    "jungle": "wood jungle",
    "planted-fields": "crop",
    "heavy-industrial": "industry",
    "smoke": "smoke",
    "road": "paved",
    "rail": "rail",
    "paved": "paved",
    "bridge": "bridge",
    "sand": "sand-bg",
    "mud": "mud-bg",
    "snow": "snow-bg",
    "swamp": "swamp-bg",
    "ice": "ice-bg",
    "minefield": "mines",
}
_DIGITS: Final = 3


@dataclass(frozen=True, slots=True)
class PieceLine:
    """One piece in the list."""

    id: str
    title: str
    words: str
    look: str
    is_on: bool
    is_locked: bool
    is_warned: bool


@cached
def piece_views(state: TableState) -> tuple[PieceView, ...]:
    """Give the pieces of a table in the order in which they are drawn."""
    return pieces_of(state.current.table, prepared_state(state).prepared)


def piece_lines(
    table: Table, edition: Edition, views: Sequence[PieceView], selected: Sequence[str]
) -> tuple[PieceLine, ...]:
    """Give the list, what is drawn last first."""
    return tuple(
        PieceLine(
            id=view.id,
            title=view.title,
            words=" · ".join(_words(table, edition, view)),
            look=look_of(table, edition, view),
            is_on=view.id in selected,
            is_locked=view.locked,
            is_warned=bool(view.remarks),
        )
        for view in reversed(views)
    )


@cached
def pieces_text(state: TableState) -> Markup:
    """Write the pieces for the script: plain JSON that cannot end the element it stands in."""
    table, edition = state.current.table, prepared_state(state).prepared.edition
    found = [
        {
            **_rounded(piece_json(view)),
            "rank": RANKS.get(family_of(edition, view.kind), _MARKER),
            "look": look_of(table, edition, view),
        }
        for view in piece_views(state)
    ]
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    # The text is ours: it consists of JSON, in which these three letters are written otherwise.
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def family_of(edition: Edition, kind: str) -> str:
    """Give the family of a kind of terrain; marked points have none."""
    row = edition.terrain.get(kind)
    return "" if row is None else row.family


def kind_label(edition: Edition, kind: str) -> str:
    """Name a kind of terrain or of marked point."""
    row = edition.terrain.get(kind)
    return marker_label(kind) if row is None else tr(row.label)


def marker_label(kind: str) -> str:
    """Name a kind of marked point."""
    words = {"objective": _("Objective"), "poi": _("Point of impact"), "sensor": _("Sensor")}
    return words.get(kind, kind)


def look_of(table: Table, edition: Edition, view: PieceView) -> str:
    """Give the classes that fill a piece as the map does."""
    piece = table.piece(view.id)
    side = None if piece is None else piece.side
    return look(edition, view.kind, top=view.top, depth=None if piece is None else piece.depth, side=side)


def look(
    edition: Edition,
    kind: str,
    *,
    top: float | None = None,
    depth: float | None = None,
    side: str | None = None,
) -> str:
    """Give the classes that fill something of this kind, so high or so deep."""
    if kind in _KIND_LOOKS:
        return _KIND_LOOKS[kind]
    match family_of(edition, kind):
        case Family.GROUND | Family.RAMP:
            return f"hill h{min(max(round(top or 1), 1), 4)}"
        case Family.WATER:
            return f"d{min(max(round(1 if depth is None else depth), 0), 2)}"
        case Family.SOLID:
            return "bld"
        case Family.ZONE:
            return "area"
        case "":
            return "spot"
        case _:
            return "rough-bg"


def _words(table: Table, edition: Edition, view: PieceView) -> list[str]:
    """Say in a few words what a piece is."""
    kind = kind_label(edition, view.kind)
    found = [] if view.title.lower().startswith(kind.lower()) else [kind]
    piece = table.piece(view.id)
    family = family_of(edition, view.kind)
    if family in RAISED and view.top is not None:
        found.append(_("top %(inches)s″", inches=plain_number(view.top)))
    if piece is not None and piece.depth is not None and family == "water":
        found.append(_("%(inches)s″ deep", inches=plain_number(piece.depth)))
    if piece is not None and piece.grade is not None:
        found.append(piece.grade)
    if view.form == "point":
        found.append(f"{plain_number(view.at[0])}, {plain_number(view.at[1])}")
    elif view.area is not None:
        found.append(_("%(area)s sq\u00a0in", area=plain_number(round(view.area, 1))))
    if view.group:
        found.append(_("in a group"))
    return found


def _rounded(value: Mapping[str, object]) -> dict[str, object]:
    """Leave out empty values, and digits that nobody sees."""
    return {
        key: _short(each)
        for key, each in value.items()
        if each not in (None, "", [], ()) and key != "remarks"
    }


def _short(value: object) -> object:
    if isinstance(value, float):
        short = round(value, _DIGITS)
        return int(short) if short.is_integer() else short
    if isinstance(value, list | tuple):
        return [_short(each) for each in value]
    return value
