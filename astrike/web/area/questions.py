"""Where does an area effect go off, with which weapon and dice, and what is the answer? Also for misses that scatter.

The question is read from an address, a form or the body of an API call. The center can be given as a unit; then it is
the center of that unit's base, at its height.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.questions import written
from astrike.model.area_answer import BlastAnswer
from astrike.model.dice import DiceTray
from astrike.model.margin import Margins
from astrike.model.question_schema import question_of_values, values_of
from astrike.model.table import Table
from astrike.report.schema import Json
from astrike.rules.area.blast import blast
from astrike.rules.area.bombs import bomb_scatter, check_scatter
from astrike.rules.area.scatter import scatter
from astrike.rules.rulings.blast_margins import blast_margins
from astrike.rules.shot.area_weapons import needed_weapon
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.area.requests import REQUESTS, BlastRequest, ScatterRequest
from astrike.web.questions.body import Body, check_all_used, read_body, seeded_tray

if TYPE_CHECKING:  # commands ask here as well, and have no forms
    from werkzeug.datastructures import MultiDict

    from astrike.web.questions.form_answers import AskedQuestion, FormField

_USUAL: Final = "ART-LT"

_DRAWN: Final = ("at", "weapon", "dice", "margin")

_SELDOM: Final = ("z", "by", "series")
"""Fields that the page shows only when an address brings them."""

_OF_THE_MISS: Final = ("dice", "margin", "by", "series")


@dataclass(frozen=True, slots=True)
class AskedArea:
    """What is asked about an area effect, as it was typed and as it is meant."""

    at: str
    """The place where it goes off, as it was typed; empty when nothing was typed."""
    is_unit: bool
    asked: "AskedQuestion[ScatterRequest]"

    @property
    def weapon(self) -> str:
        """The code of the weapon, as it was typed where it is none."""
        return self.asked.typed["weapon"] or str(self.asked.values["weapon"])

    @property
    def more(self) -> "list[FormField]":
        """What else can be said."""
        return self.asked.fields_but(*_DRAWN, unless_typed=_SELDOM)

    @property
    def query(self) -> list[tuple[str, str]]:
        """The question as it stands in an address."""
        return [*self._where, *self._but()]

    @property
    def query_of_a_roll(self) -> list[tuple[str, str]]:
        """The question as it stands in an address, without the dice."""
        return [*self._where, *self._but("dice")]

    @property
    def query_as_aimed(self) -> list[tuple[str, str]]:
        """The question as it stands in an address, as if nothing had missed: without dice of a scatter."""
        return [*self._where, *self._but(*_OF_THE_MISS)]

    @property
    def query_elsewhere(self) -> list[tuple[str, str]]:
        """The question as it stands in an address, without where it goes off and without dice of a scatter."""
        return self._but("z", *_OF_THE_MISS)

    @property
    def _where(self) -> list[tuple[str, str]]:
        return [("at", self.at)] if self.at else []

    def _but(self, *left_out: str) -> list[tuple[str, str]]:
        # A unit gives its height as well.
        return self.asked.query_without("at", *left_out, *(("z",) if self.is_unit else ()))


def read_area(prepared: PreparedTable, form: "MultiDict[str, str]") -> AskedArea:
    """Read what is asked; what is wrong is named at its field."""
    from astrike.web.http.i18n import _
    from astrike.web.questions.form_reader import read_form

    text = form.get("at", "").strip()
    # Looking never rolls, so there is nothing to roll again.
    given: dict[str, object] = {"seed": None}
    is_unit = prepared.table.unit(text) is not None
    if is_unit:
        i = prepared.place_of(text)
        given |= {"at": prepared.units.units[i].at, "z": float(prepared.units.z[i])}
    asked = read_form(REQUESTS.scatter, form, given=given, usual={"weapon": _USUAL}, table=prepared.table)
    if "at" in asked.problems:
        expected = _("a unit of this table, or x, y in inches")
        asked.problems["at"] = tuple(replace(each, expected=expected) for each in asked.problems["at"])
    return AskedArea(text[:60] if "at" in asked.problems else text, is_unit, asked)


def wrong_with(
    prepared: PreparedTable, area: AskedArea, *, is_rolled: bool = False
) -> dict[str, tuple[Problem, ...]]:
    """Name what is wrong with each field of the form, and what rules refuse of those that could be read."""
    values = dict(area.asked.values)
    if is_rolled:
        values["dice"] = ()
    elif not values.get("dice"):
        values["margin"] = 1  # before dice are rolled nobody states by how much it missed
    try:
        check_scattered(prepared, values)
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


def area_answer(prepared: PreparedTable, asked: ScatterRequest) -> BlastAnswer:
    """Say who is caught where it was aimed at, or, with dice, where it scattered to."""
    from astrike.web.current.dice import refuse_unused

    if not asked.dice:
        return blast(prepared, asked.point, asked.weapon)
    tray = DiceTray(asked.dice)
    answer = scatter_of(prepared, asked, tray)
    refuse_unused(tray)
    return answer


@dataclass(frozen=True, slots=True)
class AreaReply:
    """An answer about an area effect, with the table as it was asked about."""

    table: Table
    answer: BlastAnswer
    prepared: PreparedTable
    asked: BlastRequest

    @property
    def margins(self) -> Margins:
        """How far the answer holds for each unit near."""
        return blast_margins(self.prepared, self.answer)


def ask_blast(body: Body, *, table_at: str = "table") -> AreaReply:
    """Answer who is caught by an area effect."""
    asked, prepared = read_body(REQUESTS.blast, body, table_at=table_at, refuse=_check_blast)
    return AreaReply(prepared.table, blast(prepared, asked.point, asked.weapon), prepared, asked)


def ask_scatter(body: Body, *, table_at: str = "table") -> AreaReply:
    """Answer where a miss lands and who is caught there."""
    asked, prepared = read_body(REQUESTS.scatter, body, table_at=table_at, refuse=check_scattered)
    tray = seeded_tray(asked.dice, asked.seed)
    answer = scatter_of(prepared, asked, tray)
    check_all_used(tray)
    return AreaReply(prepared.table, answer, prepared, asked)


def scatter_of(prepared: PreparedTable, asked: ScatterRequest, tray: DiceTray) -> BlastAnswer:
    """Scatter what missed: around the point, or along the flight of who dropped it."""
    at, weapon, margin = asked.point, asked.weapon, asked.margin
    check_scatter(prepared, by=asked.by, weapon=weapon, dice=tray.left, margin=margin)
    if asked.by is None:
        return scatter(prepared, at, weapon, tray, margin=margin)
    return bomb_scatter(prepared, asked.by, at, weapon, tray, is_series=asked.series, margin=margin)


def check_scattered(prepared: PreparedTable, values: Mapping[str, Any]) -> None:
    """Refuse what rules refuse of a miss, as far as it could be read."""
    check_scatter(
        prepared,
        by=values.get("by"),
        weapon=values.get("weapon"),
        dice=values.get("dice", ()),
        margin=values.get("margin"),
    )


def _check_blast(prepared: PreparedTable, values: Mapping[str, Any]) -> None:
    if "weapon" in values:
        needed_weapon(prepared, values["weapon"])


def area_question(asked: ScatterRequest) -> tuple[str, Json]:
    """Give the kind and the question of an area effect: aimed, or scattered when dice have fallen."""
    if not asked.dice:
        return "blast", written(question_of_values(REQUESTS.blast, values_of(asked)))
    return "scatter", written(asked)
