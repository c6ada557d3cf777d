"""Where does an area effect go off, with which weapon, and which dice have fallen? Read from an address or a form."""

from collections.abc import Mapping
from typing import Final

from astrike.errors import InputError, Problem
from astrike.model.attack import Point
from astrike.model.combat import MOST_MARGIN, BlastAnswer
from astrike.model.dice import Tray
from astrike.model.table import Table
from astrike.rules.areas.blast import blast
from astrike.rules.areas.scatter import scatter
from astrike.rules.battlefield import Field
from astrike.web.dice import read_dice, refuse_unused
from astrike.web.forms import whole_number
from astrike.web.i18n import _
from astrike.web.views.measures import TapeEnd, read_end

USUAL: Final = "ART-LT"


def weapon_of(given: Mapping[str, str]) -> str:
    """Give the code of the weapon that is asked for."""
    return given.get("weapon", "").strip().upper()[:20] or USUAL


def area_answer(field: Field, table: Table, given: Mapping[str, str]) -> BlastAnswer:
    """Say who is caught where it was aimed at, or, with dice, where it scattered to."""
    at, weapon = point_of(field, read_end(table, "at", given.get("at", ""))), weapon_of(given)
    tray = Tray(_typed(given.get("dice", "")))
    if not given.get("dice"):
        return blast(field, at, weapon)
    answer = scatter(field, at, weapon, tray, margin=margin_of(given.get("margin", "")))
    refuse_unused(tray)
    return answer


def point_of(field: Field, at: TapeEnd) -> Point:
    """Give the point that is meant: of a unit, its centre and height."""
    if isinstance(at.place, str):
        i = field.place_of(at.place)
        return Point(*field.units.units[i].at, float(field.units.z[i]))
    if isinstance(at.place, tuple):
        return Point(*at.place)
    raise InputError([at.problem or Problem(at="at", found=repr(at.text), expected=_("x, y in inches"))])


def margin_of(text: str) -> int | None:
    """Read by how much a roll missed."""
    if not text.strip():
        return None
    return whole_number("margin", text, 0, MOST_MARGIN)


def _typed(text: str) -> tuple[int, ...]:
    return read_dice(text, _("direction and distance: two numbers from 1 to 6"), highest=6, most=2)
