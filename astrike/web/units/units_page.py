"""Which units play? All units by side, with their cards in a line, and a side deployed along its zone with one tap."""

from urllib.parse import urlencode

from flask import Response, request, url_for
from flask_babel import ngettext

from astrike.dataclass import dataclass
from astrike.editing.units.deployment import LeftOut, deploy, edge_of, zones_of
from astrike.editing.units.joining import placing
from astrike.errors import InputError, Problem
from astrike.model.document_change import ChangeLabel
from astrike.web.access.allowances import catalog_now
from astrike.web.current.news import UndoButtons, undo_buttons
from astrike.web.current.table import Current, change, form_table, load_current
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.units.rosters import SideCard, left_out_words, side_cards, side_name


@dataclass(frozen=True, slots=True)
class UnitsContext:
    """All units of the table."""

    current: Current
    sides: tuple[SideCard, ...]
    done: str
    """What was just done."""
    left_out: tuple[str, ...]
    """Who found no place, and why."""
    steps: UndoButtons
    cards: int
    """How many cards are found here."""


def show_units(code: str) -> str:
    """Show all units by side."""
    current = load_current(code)
    names = {unit.id: unit.name for unit in current.table.units}
    left = [LeftOut(unit, why) for why in ("room", "flies", "carried") for unit in request.args.getlist(why)]
    context = UnitsContext(
        current=current,
        sides=side_cards(current.table),
        done=_done(request.args.get("added", ""), request.args.get("placed", "")),
        left_out=left_out_words([each for each in left if each.unit in names], names),
        steps=undo_buttons(current),
        cards=catalog_now().count(),
    )
    return show("units/units.html", context)


def place_side(code: str) -> Response:
    """Place a side along its zone, or along its edge: all of it, those who are off the table, or one of them."""
    current = load_current(code)
    table, side = form_table(current), request.form.get("side", "")
    which, one = request.form.get("which", "all"), request.form.get("unit", "")
    units = [
        unit.id
        for unit in table.units
        if (unit.side or "") == side
        and "destroyed" not in unit.state
        and (which == "all" or "off-table" in unit.state)
        and one in ("", unit.id)
    ]
    if not units:
        raise InputError([Problem("side", repr(side[:40]), _("a side with units to place"))])
    found = deploy(table, units, zones=zones_of(table, side), edge=edge_of(table, side))
    if found.placements:
        label = ChangeLabel(
            "units.placed", {"side": side_name(table, side), "count": str(len(found.placements))}
        )
        change(current, list(placing(table, found)), label=label)
    asked = [("placed", str(len(found.placements))), *((each.why, each.unit) for each in found.left_out)]
    return see_other(f"{url_for('units.show_units', code=current.code)}?{urlencode(asked)}")


def _done(added: str, placed: str) -> str:
    if (count := digits_or_none(added)) is not None:
        return str(ngettext("%(num)d unit added.", "%(num)d units added.", count))
    if (count := digits_or_none(placed)) is not None:
        return str(ngettext("%(num)d unit placed.", "%(num)d units placed.", count))
    return ""
