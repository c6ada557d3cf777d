"""What else does the map of a move show? How far the unit gets, and where its best positions are."""

from collections.abc import Mapping
from dataclasses import field, replace
from math import cos, hypot, radians, sin
from typing import Final

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from astrike.dataclass import dataclass
from astrike.errors import Problem
from astrike.formats.json_text import shown
from astrike.model.movement import BestPositionsAnswer, MoveAnswer, PositionChances, ReachAnswer, Waypoint
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.report.movement.best_positions_overlay import best_positions_overlay
from astrike.report.movement.elevation_profile import elevation_profile
from astrike.report.movement.path_overlay import path_overlay
from astrike.report.movement.reach_overlay import reach_overlay
from astrike.report.table.board import Disc, Stroke
from astrike.report.terrain.picture import TerrainPicture
from astrike.report.words.numbers import coordinates, inches
from astrike.web.attack.enemy_list import percent_of
from astrike.web.current.prepared import TableState, prepared_state
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import draw_svg
from astrike.web.movement.answers import best_positions_of, reach_of
from astrike.web.movement.declared_move import DeclaredMove
from astrike.web.movement.requests import REQUESTS, BestPositionsRequest, ReachRequest
from astrike.web.questions.form_answers import FormField, write_query
from astrike.web.questions.form_reader import read_form
from astrike.web.questions.waypoints import read_typed_point

SHOWN: Final = ("reach", "best", "what")
THEMES: Final = ("hit", "risk")
_ARM, _HAND = 46.0, 14.0
_MOST_NAMED: Final = 5
"""Values of one key that are named where there are several."""
_OF_THE_MOVE: Final = ("unit", "mode", "to")
"""Fields that the address of the move has already, or that are used up once they are asked."""


@dataclass(frozen=True, slots=True)
class SpotView:
    """The numbers of one place."""

    place: str
    x: float
    y: float
    cost: str
    number: str
    """The Target Number against the enemy to hit; empty when it cannot be attacked from here."""
    hit: str
    risks: tuple[tuple[str, str], ...]
    """Each threat with its chance to hit the unit here."""
    risk: str


@dataclass(frozen=True, slots=True)
class MoveOverlayAsked:
    """What is shown beside the move, and what was found for it."""

    show: str = ""
    asked_reach: ReachRequest | None = None
    """What is asked about how far the unit gets, and by which path to a place."""
    asked_best_positions: BestPositionsRequest | None = None
    """What is asked about where the unit stands best."""
    fields: tuple[FormField, ...] = ()
    """What else can be said about what is shown."""
    problems: Mapping[str, tuple[Problem, ...]] = field(default_factory=dict)
    """Problems by field of the form."""
    heat: str = "hit"
    spot: tuple[float, float] | None = None
    reach: ReachAnswer | None = field(default=None, compare=False)
    best_positions: BestPositionsAnswer | None = field(default=None, compare=False)
    place: SpotView | None = field(default=None, compare=False)
    best: SpotView | None = field(default=None, compare=False)
    safest: SpotView | None = field(default=None, compare=False)
    refused: str = ""
    """Why nothing can be shown."""

    @property
    def hit(self) -> str:
        """The enemy to hit; empty without one."""
        return "" if self.asked_best_positions is None else self.asked_best_positions.target or ""

    @property
    def threats(self) -> tuple[str, ...]:
        """The enemies to stay away from."""
        return () if self.asked_best_positions is None else self.asked_best_positions.threats

    @property
    def to(self) -> Waypoint | None:
        """The place to find a way to."""
        return None if self.asked_reach is None else self.asked_reach.to

    @property
    def elsewhere(self) -> tuple[Problem, ...]:
        """A problem with a field that the page does not show."""
        drawn = {each.name for each in self.fields}
        return tuple(each for key, found in self.problems.items() if key not in drawn for each in found)

    @property
    def query(self) -> tuple[tuple[str, str], ...]:
        """What is shown, as it stands in addresses."""
        if not self.show:
            return ()
        found = [("show", self.show)]
        asked = {"reach": self.asked_reach, "best": self.asked_best_positions}.get(self.show)
        if asked is not None:
            found += [(name, value) for name, value in write_query(asked) if name not in _OF_THE_MOVE]
        if self.show == "best":
            found.append(("heat", self.heat if self.heat != THEMES[0] else ""))
            found.append(("spot", "" if self.spot is None else f"{self.spot[0]:g},{self.spot[1]:g}"))
        return tuple((name, value) for name, value in found if value)


@dataclass(frozen=True, slots=True)
class MovePictures:
    """Everything drawn: what belongs on the board, and the height profile under it."""

    below: Markup
    above: Markup
    climb: Markup
    scale: Markup
    legend: Markup
    keep: tuple[Disc, ...]
    strokes: tuple[Stroke, ...]


def read_overlay(
    table: Table, unit: Unit, asked: "MultiDict[str, str]", mode: str | None
) -> MoveOverlayAsked:
    """Read what is to be shown; what is wrong is named, and the rest shown."""
    wrong: dict[str, tuple[Problem, ...]] = {}
    show = _one_of(asked, "show", SHOWN, wrong)
    heat = _one_of(asked, "heat", THEMES, wrong) or THEMES[0]
    spot = _spot(asked, wrong)
    given = {"unit": unit.id, "mode": mode}
    reach = read_form(REQUESTS.reach, asked, given=given, table=table)
    best = read_form(REQUESTS.prospects, asked, given=given, table=table)
    fields = {"reach": reach.fields_but("to"), "best": best.fields_but("hit")}.get(show, [])
    return MoveOverlayAsked(
        show=show,
        asked_reach=reach.question,
        asked_best_positions=best.question,
        fields=tuple(fields),
        problems={**reach.problems, **best.problems, **wrong},
        heat=heat,
        spot=spot,
    )


def overlay_of(
    state: TableState, unit: Unit, declared: DeclaredMove, look: MoveOverlayAsked, names: Mapping[str, str]
) -> MoveOverlayAsked:
    """Find what is to be shown."""
    mode = declared.question.mode
    if look.show == "reach":
        found = reach_of(state, unit.id, mode)
        return replace(look, reach=found, refused="" if found.contours else _first(found))
    if look.show != "best" or not (look.hit or look.threats):
        return look
    chances = best_positions_of(state, unit.id, mode, look.hit or None, look.threats)
    seen = replace(
        look,
        best_positions=chances,
        best=None if chances.best is None else _spot_view(chances, chances.best, names),
        safest=None if chances.safest is None else _spot_view(chances, chances.safest, names),
        refused="" if chances.places else _("There is no place that it can reach."),
    )
    near = _nearest(chances, look.spot)
    return seen if near is None else replace(seen, place=_spot_view(chances, near, names))


def move_pictures(
    state: TableState, answer: MoveAnswer | None, look: MoveOverlayAsked, land: TerrainPicture
) -> MovePictures:
    """Draw the move, and what is shown beside it."""
    here = prepared_state(state).prepared
    below, above, legend = Markup(), Markup(), Markup()
    keep: tuple[Disc, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    if look.reach is not None:
        drawn = reach_overlay(here.table, look.reach, land=land)
        below, above = (
            draw_svg("movement/best_positions", "reach_under", drawn, "reach"),
            draw_svg("movement/best_positions", "reach_over", drawn, "reach"),
        )
        legend, keep, strokes = (
            draw_svg("movement/best_positions", "reach_legend", drawn),
            tuple(drawn.keep),
            tuple(drawn.strokes),
        )
    elif look.best_positions is not None and look.best_positions.places:
        shown = best_positions_overlay(here.table, look.best_positions, theme=look.heat, land=land)
        below, above = (
            draw_svg("movement/best_positions", "heat_under", shown, "heat"),
            draw_svg("movement/best_positions", "heat_over", shown, "heat"),
        )
        legend, keep = draw_svg("movement/best_positions", "heat_legend", shown), tuple(shown.keep)
    if look.place is not None:
        above += _spot_mark(land, (look.place.x, look.place.y))
    if answer is None:
        return MovePictures(below, above, Markup(), Markup(), legend, keep, strokes)
    way = path_overlay(here.table, answer, here.bodies, land=land)
    profile, scale = Markup(), Markup()
    if any(leg.length > 0.0 for leg in answer.legs):
        side = elevation_profile(here.table, answer, tops=here.heights, edition=here.edition)
        profile, scale = (
            draw_svg("movement/elevation_profile", "climb", side, "climb"),
            draw_svg("movement/elevation_profile", "scale_description", side),
        )
    return MovePictures(
        below + draw_svg("movement/path", "under", way, "way"),
        above + draw_svg("movement/path", "over", way, "way"),
        profile,
        scale,
        legend,
        (*keep, *way.keep, *_hand(answer, land)),
        (*strokes, *way.strokes),
    )


def _hand(answer: MoveAnswer, land: TerrainPicture) -> tuple[Disc, ...]:
    """Give where static/js/movement.js draws the handle that turns the unit: no label is put under it."""
    if answer.facing is None:
        return ()
    x, y = land.frame.at(answer.end[:2])
    angle = radians(answer.facing)
    return ((x + _ARM * sin(angle), y - _ARM * cos(angle), _HAND),)


def _spot_mark(land: TerrainPicture, at: tuple[float, float]) -> Markup:
    """Draw a ring around the place that was tapped."""
    x, y = land.frame.at(at)
    ring = '<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="7"/>'
    return Markup("").join(Markup(ring).format(css, x, y) for css in ("spot-here-case", "spot-here"))


def _one_of(
    asked: "MultiDict[str, str]", name: str, allowed: tuple[str, ...], wrong: dict[str, tuple[Problem, ...]]
) -> str:
    """Read one of some words; empty where none was given, or where it is wrong, which is noted."""
    found = _alone(asked, name, wrong)
    if found in ("", *allowed):
        return found
    wrong[name] = (Problem(name, shown(found), _("one of %(list)s", list=", ".join(allowed))),)
    return ""


def _spot(asked: "MultiDict[str, str]", wrong: dict[str, tuple[Problem, ...]]) -> tuple[float, float] | None:
    """Read the place whose numbers are shown."""
    text = _alone(asked, "spot", wrong)
    point = read_typed_point(text)
    if text and point is None:
        wrong["spot"] = (Problem("spot", shown(text), _("x, y in inches")),)
    return point


def _alone(asked: "MultiDict[str, str]", name: str, wrong: dict[str, tuple[Problem, ...]]) -> str:
    """Give the one value of a key; nothing where there are several, which is noted."""
    values = [each.strip() for each in asked.getlist(name)]
    if len(values) > 1:
        wrong[name] = (Problem(name, ", ".join(map(shown, values[:_MOST_NAMED])), _("one value")),)
        return ""
    return values[0] if values else ""


def _first(found: ReachAnswer) -> str:
    return tr(found.refusals[0].label) if found.refusals else _("There is no place that it can reach.")


def _nearest(chances: BestPositionsAnswer, spot: tuple[float, float] | None) -> PositionChances | None:
    """Give the place of the grid that was tapped."""
    if spot is None or not chances.places:
        return None
    x, y = spot
    near = min(chances.places, key=lambda each: hypot(each.x - x, each.y - y))
    return near if hypot(near.x - x, near.y - y) <= chances.step else None


def _spot_view(chances: BestPositionsAnswer, place: PositionChances, names: Mapping[str, str]) -> SpotView:
    number = place.target_number
    return SpotView(
        x=place.x,
        y=place.y,
        cost=inches(place.cost),
        place=coordinates((place.x, place.y)),
        number="" if number is None else str(number),
        hit=percent_of(place.hit),
        risks=tuple(
            (names[threat], percent_of(risk))
            for threat, risk in zip(chances.threats, place.risks, strict=True)
        ),
        risk=percent_of(place.risk),
    )
