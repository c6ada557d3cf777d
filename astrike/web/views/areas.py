"""Where does an area effect go off, with which weapon, and which dice have fallen? Read from an address or a form.

Where it goes off may be said by a unit: then its centre is meant, as high as it stands.
"""

from dataclasses import dataclass, replace
from typing import Final

from werkzeug.datastructures import MultiDict

from astrike.errors import InputError, Problem
from astrike.model.combat import BlastAnswer
from astrike.model.dice import Tray
from astrike.rules.areas.blast import blast
from astrike.rules.battlefield import Field
from astrike.web.area.questions import check_scattered, scatter_of
from astrike.web.area.requests import REQUESTS, ScatterRequest
from astrike.web.asked_questions import Asked, FormField
from astrike.web.dice import refuse_unused
from astrike.web.i18n import _
from astrike.web.question_forms import read_form

_USUAL: Final = "ART-LT"
_DRAWN: Final = ("at", "weapon", "dice", "margin")
_SELDOM: Final = ("z", "by", "series")
"""Fields that the page shows only when an address brings them."""
_OF_THE_MISS: Final = ("dice", "margin", "by", "series")


@dataclass(frozen=True, slots=True)
class AreaAsked:
    """What is asked about an area effect, as it was typed and as it is meant."""

    at: str
    """Where it goes off, as it was typed; empty when nobody has said so."""
    is_unit: bool
    asked: Asked[ScatterRequest]

    @property
    def weapon(self) -> str:
        """The code of the weapon, as it was typed where it is none."""
        return self.asked.typed["weapon"] or str(self.asked.values["weapon"])

    @property
    def more(self) -> list[FormField]:
        """What else can be said."""
        return self.asked.fields_but(*_DRAWN, unless_typed=_SELDOM)

    @property
    def query(self) -> list[tuple[str, str]]:
        """The question as it stands in an address."""
        return [*self._where, *self._but()]

    @property
    def query_of_a_roll(self) -> list[tuple[str, str]]:
        """The same without the dice."""
        return [*self._where, *self._but("dice")]

    @property
    def query_as_aimed(self) -> list[tuple[str, str]]:
        """The same where it was aimed at."""
        return [*self._where, *self._but(*_OF_THE_MISS)]

    @property
    def query_elsewhere(self) -> list[tuple[str, str]]:
        """The same as aimed, without where it goes off."""
        return self._but("z", *_OF_THE_MISS)

    @property
    def _where(self) -> list[tuple[str, str]]:
        return [("at", self.at)] if self.at else []

    def _but(self, *left_out: str) -> list[tuple[str, str]]:
        # A unit says its height as well.
        return self.asked.query_without("at", *left_out, *(("z",) if self.is_unit else ()))


def read_area(field: Field, form: "MultiDict[str, str]") -> AreaAsked:
    """Read what is asked; what is wrong is named at its field."""
    text = form.get("at", "").strip()
    # Looking never rolls, so there is nothing to roll again.
    given: dict[str, object] = {"seed": None}
    is_unit = field.table.unit(text) is not None
    if is_unit:
        i = field.place_of(text)
        given |= {"at": field.units.units[i].at, "z": float(field.units.z[i])}
    asked = read_form(REQUESTS.scatter, form, given=given, usual={"weapon": _USUAL}, table=field.table)
    if "at" in asked.problems:
        expected = _("a unit of this table, or x, y in inches")
        asked.problems["at"] = tuple(replace(each, expected=expected) for each in asked.problems["at"])
    return AreaAsked(text[:60] if "at" in asked.problems else text, is_unit, asked)


def wrong_with(field: Field, area: AreaAsked, *, is_rolled: bool = False) -> dict[str, tuple[Problem, ...]]:
    """Name what is wrong with each field of the form, and what rules refuse of those that could be read."""
    said = dict(area.asked.values)
    if is_rolled:
        said["dice"] = ()
    elif not said.get("dice"):
        said["margin"] = 1  # before dice have fallen nobody says by how far it missed
    try:
        check_scattered(field, said)
    except InputError as error:
        return {**by_field(error), **area.asked.problems}
    return dict(area.asked.problems)


def by_field(error: InputError) -> dict[str, tuple[Problem, ...]]:
    """Sort problems by the field of the form that they belong to."""
    found: dict[str, tuple[Problem, ...]] = {}
    for each in error.problems:
        name = each.at.split("[")[0]
        found[name] = (*found.get(name, ()), each)
    return found


def area_answer(field: Field, asked: ScatterRequest) -> BlastAnswer:
    """Say who is caught where it was aimed at, or, with dice, where it scattered to."""
    if not asked.dice:
        return blast(field, asked.point, asked.weapon)
    tray = Tray(asked.dice)
    answer = scatter_of(field, asked, tray)
    refuse_unused(tray)
    return answer
