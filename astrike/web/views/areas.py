"""Where does an area effect go off, with which weapon, and which dice have fallen? Read from an address or a form."""

from collections.abc import Mapping
from typing import Final

from astrike.errors import InputError, Problem
from astrike.model.combat import BlastAnswer
from astrike.model.dice import Tray
from astrike.model.table import Table
from astrike.rules.areas.blast import blast
from astrike.rules.areas.scatter import MOST_MARGIN, scatter
from astrike.rules.battlefield import Field
from astrike.rules.situation import Point
from astrike.web.forms import number_or_text
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
    if tray.left:
        found = ", ".join(map(str, tray.left))
        raise InputError([Problem(at="dice", found=found, expected=_("no more dice than are rolled"))])
    return answer


def point_of(field: Field, at: TapeEnd) -> Point:
    """Give the point that is meant: of a unit, its centre and height."""
    if at.place is None:
        raise InputError([at.problem or Problem(at="at", found="", expected=_("x, y in inches"))])
    if isinstance(at.place, str):
        i = field.place_of(at.place)
        return Point(*field.units.units[i].at, float(field.units.z[i]))
    return Point(*at.place)


def margin_of(text: str) -> int | None:
    """Read by how much a roll missed."""
    if not text.strip():
        return None
    number = number_or_text(text.strip())
    if not isinstance(number, int) or not 0 <= number <= MOST_MARGIN:
        expected = _("a whole number from %(low)s to %(high)s", low=0, high=MOST_MARGIN)
        raise InputError([Problem(at="margin", found=repr(text[:20]), expected=expected)])
    return number


def _typed(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    numbers = tuple(number_or_text(word) for word in words)
    found = tuple(each for each in numbers if isinstance(each, int) and 1 <= each <= 6)
    if len(found) != len(words) or len(found) > 2:
        expected = _("direction and distance: two numbers from 1 to 6")
        raise InputError([Problem(at="dice", found=repr(text[:20]), expected=expected)])
    return found
