"""What do I need, in ten seconds and without a table? Skill, Attacker, Target, Other, Range, as players say it."""

from dataclasses import dataclass

from flask import Blueprint, Response, make_response, request, url_for

from astrike.editions.loader import load_edition
from astrike.errors import InputError, Problem
from astrike.rules.quick.attack import quick_attack
from astrike.rules.quick.move import quick_move
from astrike.web.i18n import _
from astrike.web.problems import form_again
from astrike.web.respond import show
from astrike.web.views import quick_controls as controls
from astrike.web.views.quick_asked import SHOWN, TABS, QuickAsked, moving_of, read_quick, said_of
from astrike.web.views.quick_controls import Choice, Control, Rest
from astrike.web.views.quick_results import (
    MoveResult,
    Neighbour,
    Result,
    move_result_of,
    odds_table,
    result_of,
)

blueprint = Blueprint("quick", __name__)


@dataclass(frozen=True, slots=True)
class Tab:
    """One kind of question, and where it is asked."""

    name: str
    label: str
    address: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class QuickContext:
    """The pinned result and every control."""

    asked: QuickAsked
    address: str
    whole_address: str
    tabs: tuple[Tab, ...]
    shown: frozenset[str]
    """Fields that have controls here; the others are carried along."""
    editions: Control
    result: Result | None
    move: MoveResult | None
    odds: tuple[Neighbour, ...]
    said: str
    skills: Control
    did: Control
    tmm: Control
    moved: Control
    first_others: tuple[Choice, ...]
    heat: Control
    rest: Rest
    ranges: tuple[Choice, ...]
    far_ranges: tuple[Choice, ...]
    types: Control
    hot: Control
    card: tuple[Control, ...]
    problems: dict[str, tuple[Problem, ...]]


@blueprint.get("/quick")
def show_quick() -> Response:
    """Answer what the address says."""
    asked = read_quick(request.args)
    page = show("quick/quick.html", _context(asked), parts=("live",))
    if asked.problems:
        return form_again(page, InputError([each for found in asked.problems.values() for each in found]))
    return make_response(page)


def _context(asked: QuickAsked) -> QuickContext:
    edition = load_edition(asked.edition)
    tab = asked["tab"]
    result = result_of(quick_attack(said_of(asked))) if tab == "weapon" else None
    move = move_result_of(quick_move(moving_of(asked))) if tab == "move" and not asked.problems else None
    first, far = controls.ranges(asked, edition)
    rest = controls.rest_of(asked, edition)
    address = _address(asked)
    return QuickContext(
        asked=asked,
        address=address,
        whole_address=request.host_url.rstrip("/") + address,
        tabs=tuple(Tab(name, _tab_label(name), _address(asked, tab=name), name == tab) for name in TABS),
        shown=frozenset({"tab", "edition"}) | SHOWN.get(tab, frozenset()),
        editions=controls.editions(asked),
        result=result,
        move=move,
        odds=odds_table(None) if result is None else result.table,
        said=result.said if result else move.said if move else "",
        skills=controls.skills(asked),
        did=controls.attacker_did(asked, edition),
        tmm=controls.target_tmm(asked, edition),
        moved=controls.target_did(asked, edition),
        first_others=controls.first_others(asked, edition),
        heat=controls.heat(asked, edition),
        rest=rest,
        ranges=first,
        far_ranges=far,
        types=controls.unit_types(asked),
        hot=controls.heat_of_mover(asked),
        card=controls.card_controls(asked),
        problems=dict(asked.problems),
    )


def _address(asked: QuickAsked, **changed: str) -> str:
    query = asked.query(**changed)
    address = url_for("quick.show_quick")
    return f"{address}?{query}" if query else address


def _tab_label(name: str) -> str:
    match name:
        case "weapon":
            return _("Weapon")
        case "physical":
            return _("Physical")
        case "artillery":
            return _("Artillery")
        case _:
            return _("Move")
