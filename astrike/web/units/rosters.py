"""How is a roster shown, on the table and before it is added: sides with their units, cards in a line, points?"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.editing.units.deployment import LeftOut, edge_of, zones_of
from astrike.editing.units.sides import SideWish, free_color, free_home, new_side, sides_of
from astrike.errors import InputError, Problem
from astrike.formats.rosters.card import BEST, WORST
from astrike.model.card import parse_move, pv_at
from astrike.model.document_change import Operation
from astrike.model.number_text import plain_number
from astrike.model.roster import CatalogEntry, Roster, RosterUnit, search_key
from astrike.model.table import Table
from astrike.model.table_document import properties_by_id
from astrike.report.units.marks import UnitMark, marks, sides
from astrike.web.current.units import state_label
from astrike.web.http.i18n import _

Properties = Mapping[str, object]
NEW: Final = "+"
"""The start of the value of a side that is to be made; its color follows."""
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
MOST_GROUPS: Final = 12
"""The most groups of a roster that can be shown one by one."""
MOST_SIDES: Final = 4
"""The most sides, as many as there are colors."""
MOST_SHOWN: Final = 60
"""The most units of a roster on one page: a larger one is a catalog, which is searched for a few."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card in a few words."""

    words: str
    specials: str
    points: int | None
    """At its skill."""


@dataclass(frozen=True, slots=True)
class SideUnitRow:
    """One unit of a side."""

    id: str
    name: str
    mark: UnitMark
    skill: int
    card: CardLine
    states: tuple[str, ...]
    is_here: bool


@dataclass(frozen=True, slots=True)
class SideCard:
    """One side with its units; the last may be no side."""

    id: str
    name: str
    style: str
    home: str
    units: tuple[SideUnitRow, ...]
    points: int
    without_points: int
    off_table: int
    has_zone: bool


@dataclass(frozen=True, slots=True)
class ReadUnit:
    """One unit of a roster that is not accepted yet."""

    number: int
    name: str
    group: str
    skill: str
    card: CardLine
    points: tuple[int, ...]
    """At each skill from 0 on; empty where none are known."""
    is_ready: bool
    is_taken: bool
    unknown: tuple[str, ...]
    problems: tuple[Problem, ...]
    aside: tuple[Problem, ...]
    """Special abilities that cannot be read; it can be added without them."""
    is_mended: bool
    """Was it mended or typed as a card of its own, and added?"""
    is_known: bool
    """Is there a card for it, sound or not?"""
    offered: tuple["OfferedCard", ...]
    """Cards that its name may mean."""
    chosen: str
    """Which of these was chosen."""


@dataclass(frozen=True, slots=True)
class OfferedCard:
    """A card that may be meant: what names it in a form, and what people see."""

    key: str
    name: str
    points: tuple[int, ...]


Choices = tuple[tuple[str, str], ...]


def side_cards(table: Table) -> tuple[SideCard, ...]:
    """Group all units by side, sides without units too."""
    about, signs, styles = properties_by_id(table.document), marks(table), sides(table)
    found: list[SideCard] = []
    for side in sides_of(table):
        rows = tuple(
            _row(unit.id, table, about[unit.id], signs[unit.id])
            for unit in table.units
            if unit.side == side.id
        )
        style = styles.get(side.id, "x")
        found.append(_side(table, side.id, side.name, style, rows))
    others = tuple(
        _row(unit.id, table, about[unit.id], signs[unit.id]) for unit in table.units if not unit.side
    )
    return (*found, _side(table, "", _("No side"), "x", others)) if others else tuple(found)


def _side(table: Table, side: str, name: str, style: str, rows: tuple[SideUnitRow, ...]) -> SideCard:
    return SideCard(
        id=side,
        name=name,
        style=style,
        home=edge_of(table, side) if side else "",
        units=rows,
        points=sum(row.card.points or 0 for row in rows),
        without_points=sum(row.card.points is None for row in rows),
        off_table=sum(not row.is_here for row in rows),
        has_zone=bool(zones_of(table, side)),
    )


def _row(unit_id: str, table: Table, about: Properties, mark: UnitMark) -> SideUnitRow:
    unit = table.unit(unit_id)
    assert unit is not None
    return SideUnitRow(
        id=unit.id,
        name=unit.name,
        mark=mark,
        skill=unit.skill,
        card=card_line(about, unit.skill),
        states=tuple(state_label(flag) for flag in ("destroyed", "off-table") if flag in unit.state),
        is_here=unit.is_on_table,
    )


def card_line(card: Properties, skill: int) -> CardLine:
    """Put a card in a line; what it does not say is left out.

    >>> card_line({"type": "BM", "size": 3, "move": "8in", "tmm": 1, "damage": "3/3/2", "pv": 15}, 3).points
    18
    """
    pv = card.get("pv")
    specials = card.get("specials")
    listed = ", ".join(map(str, specials)) if isinstance(specials, list) else ""
    return CardLine(_words(card), listed, pv_at(int(pv), skill) if isinstance(pv, int | float) else None)


def _words(card: Properties) -> str:
    parts = [str(card.get("type", "BM"))]
    if "size" in card:
        parts.append(_("Size %(size)s", size=card["size"]))
    if "move" in card:
        parts.append(move_words(str(card["move"])))
    if card.get("tmm") is not None:
        parts.append(_("TMM %(tmm)s", tmm=card["tmm"]))
    if "damage" in card:
        parts.append(str(card["damage"]))
    if card.get("overheat"):
        parts.append(_("OV %(overheat)s", overheat=card["overheat"]))
    if "armor" in card or "structure" in card:
        parts.append(
            _("A %(armor)s S %(structure)s", armor=card.get("armor", 0), structure=card.get("structure", 0))
        )
    return " · ".join(part.replace(" ", NO_BREAK) for part in parts)


def move_words(text: str) -> str:
    """Write a Move with proper inches; what cannot be read stays as it is.

    >>> move_words('8"/6"j'), move_words("5a"), move_words("fast")
    ('8″/6″j', '5a', 'fast')
    """
    try:
        parts = parse_move(text).parts
    except ValueError:
        return text
    return "/".join(
        f"{plain_number(part.inches)}{'' if part.code in ('a', 'p') else '″'}{part.code}"
        f"{f'({part.variant})' if part.variant else ''}"
        for part in parts
    )


# ---- what was read


def read_units(
    roster: Roster,
    *,
    find: str = "",
    group: str = "",
    taken: Iterable[str] | None = None,
    skills: Mapping[int, str] | None = None,
    mended: Collection[str] = (),
    cards: Mapping[int, str] | None = None,
) -> tuple[ReadUnit, ...]:
    """Give the units of a roster as they are shown; without a choice a few are all taken, and of a catalog none."""
    words = search_key(find).split()
    chosen = None if taken is None else set(taken)
    matching = [
        (number, unit)
        for number, unit in enumerate(roster.units)
        if group in ("", unit.group)
        and all(word in search_key(f"{unit.name} {unit.mul or ''}") for word in words)
    ]
    all_taken = len(matching) <= MOST_SHOWN if group else len(roster.units) <= MOST_SHOWN
    return tuple(
        ReadUnit(
            number=number,
            name=unit.name,
            group=unit.group,
            skill=(skills or {}).get(number, str(unit.skill)),
            card=card_line(unit.card, unit.skill),
            points=_points(unit.card),
            is_ready=is_ready(unit),
            is_taken=is_ready(unit) and (all_taken if chosen is None else str(number) in chosen),
            unknown=unit.unknown,
            problems=unit.problems,
            aside=unit.aside,
            is_mended=str(number) in mended,
            is_known=unit.is_resolved,
            offered=tuple(
                OfferedCard(card_key(each), _offered_words(each), _points(each.card))
                for each in unit.candidates
            ),
            chosen=(cards or {}).get(number, ""),
        )
        for number, unit in matching[:MOST_SHOWN]
    )


def card_key(entry: CatalogEntry) -> str:
    """Give what names a card in forms and addresses."""
    return str(entry.mul or entry.name)


def _offered_words(entry: CatalogEntry) -> str:
    pv = entry.card.get("pv")
    return f"{entry.name} · PV {pv}" if isinstance(pv, int) else entry.name


def groups_of(roster: Roster) -> tuple[str, ...]:
    """Give the groups of a roster that has several, such as lances, or the sides of a table."""
    found = tuple(dict.fromkeys(unit.group for unit in roster.units if unit.group))
    return found if 1 < len(found) <= MOST_GROUPS else ()


def _points(card: Properties) -> tuple[int, ...]:
    pv = card.get("pv")
    return (
        tuple(pv_at(int(pv), skill) for skill in range(BEST, WORST + 1))
        if isinstance(pv, int | float)
        else ()
    )


def is_ready(unit: RosterUnit) -> bool:
    """Can it be added as it is?"""
    return unit.is_resolved and not unit.problems


# ---- sides


def color_words(color: str) -> str:
    """Name a color of the marks."""
    words = {"blue": _("Blue"), "red": _("Red"), "green": _("Green"), "purple": _("Purple")}
    return words.get(color, _("Gray"))


def edge_words(edge: str) -> str:
    """Name an edge of the table."""
    words = {"south": _("south"), "north": _("north"), "west": _("west"), "east": _("east")}
    return words.get(edge, edge)


def known_sides(table: Table) -> Choices:
    """Give the sides that are there."""
    return tuple((side.id, side.name) for side in sides_of(table))


def side_choices(table: Table) -> Choices:
    """Give the sides that units can join, a new one last."""
    found = known_sides(table)
    color = free_color(table)
    if len(found) >= MOST_SIDES or not color:
        return found
    edge = edge_words(free_home(table))
    return (
        *found,
        (f"{NEW}{color}", _("New side: %(color)s, in the %(edge)s", color=color_words(color), edge=edge)),
    )


def likely_side(table: Table) -> str:
    """Give the side that is brought next: one without units, else a second one, else the first."""
    manned = {unit.side for unit in table.units}
    waiting = [side.id for side in sides_of(table) if side.id not in manned]
    choices = side_choices(table)
    if waiting:
        return waiting[0]
    return choices[-1][0] if len(sides_of(table)) < 2 else choices[0][0]


def chosen_side(table: Table, value: str) -> tuple[str | None, list[Operation]]:
    """Give the side that was chosen, and what makes it when it is a new one."""
    if value.startswith(NEW) and value == f"{NEW}{free_color(table)}":
        color = value.removeprefix(NEW)
        return new_side(table, SideWish(color_words(color), color, free_home(table)))
    if value and value not in {side.id for side in sides_of(table)}:
        raise InputError([Problem("side", repr(value[:40]), _("one of the sides"))])
    return value or None, []


def side_name(table: Table, side: str | None) -> str:
    """Name a side; the one that is made gets the name of its color."""
    return next((each.name for each in sides_of(table) if each.id == side), (side or "").capitalize()) or _(
        "No side"
    )


def left_out_words(left: Sequence[LeftOut], names: Mapping[str, str]) -> tuple[str, ...]:
    """Say who was not placed, and why."""
    words = {
        "room": _("No place was free for %(units)s: off the table."),
        "flies": _("Aircraft begin off the table: %(units)s."),
        "carried": _("Carried by others: %(units)s."),
    }
    found: list[str] = []
    for why, sentence in words.items():
        units = ", ".join(names.get(each.unit, each.unit) for each in left if each.why == why)
        if units:
            found.append(sentence % {"units": units})
    return tuple(found)
