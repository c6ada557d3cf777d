"""What does the sheet of the editor say about the chosen pieces: title, facts, warnings, numbers?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask_babel import ngettext

from astrike.editing.pieces import PieceView
from astrike.model.table import Table
from astrike.model.terrain import BUILT, Family
from astrike.report.figures import plain
from astrike.rulebook.schema import Edition
from astrike.web.i18n import _
from astrike.web.views.edit.entries import Entries, entries_of
from astrike.web.views.edit.numbers import corner_at, lines_of, shown_numbers
from astrike.web.views.edit.pieces import family_of, kind_label


@dataclass(frozen=True, slots=True)
class Card:
    """The sheet for one piece."""

    view: PieceView
    facts: str
    entries: Entries
    edge: str
    """`curved` or `straight`; empty where there is no choice."""
    can_be_ramp: bool
    corner: tuple[int, int] | None
    """The line and the corner that is chosen."""
    can_lose_corner: bool
    can_have_holes: bool


@dataclass(frozen=True, slots=True)
class Company:
    """The sheet for several pieces."""

    ids: tuple[str, ...]
    names: str
    title: str
    is_group: bool
    is_locked: bool


def card_of(
    table: Table,
    edition: Edition,
    view: PieceView,
    *,
    asked: Mapping[str, str],
    typed: Mapping[str, str],
) -> Card:
    """Fill the sheet for one piece; `asked` names the chosen corner and edges, `typed` is what was refused."""
    values = {**shown_numbers(table, view, asked), **typed}
    corner = corner_at(view, asked.get("ring", ""), asked.get("index", ""))
    ring, index = (int(asked["ring"]), int(asked["index"])) if corner is not None else (0, 0)
    family = family_of(edition, view.kind)
    has_area = view.form not in ("point", "rule") and family != "zone" and len(view.rings) == 1
    return Card(
        view=view,
        facts=_facts(edition, view),
        entries=entries_of(table, edition, view, values, asked),
        edge=_edge(view) if has_area else "",
        can_be_ramp=family == "ground",
        corner=None if corner is None else (ring, index),
        can_lose_corner=corner is not None and len(lines_of(view)[ring]) > (2 if view.form == "strip" else 3),
        can_have_holes=has_area and view.form != "strip",
    )


def company_of(views: Sequence[PieceView]) -> Company:
    """Fill the sheet for several pieces."""
    groups = {view.group for view in views}
    is_group = len(groups) == 1 and all(groups)
    count = ngettext("%(num)d piece", "%(num)d pieces", len(views))
    return Company(
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
        found.append(_("top at\u00a0%(inches)s″", inches=plain(view.top)))
    if view.group:
        found.append(_("in a group"))
    if view.locked:
        found.append(_("locked"))
    return " · ".join(found)
