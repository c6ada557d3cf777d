"""What do I need to hit, in ten seconds and without a table? Skill, Attacker, Target, Other, Range."""

import secrets
from collections.abc import Iterator

from flask import Response, make_response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import Problem
from astrike.report.words.numbers import height
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition
from astrike.rules.quick.attack import QuickAnswer, quick_attack
from astrike.rules.quick.move import quick_move
from astrike.rules.quick.scatter import is_by_margin, quick_area
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.http.server_addresses import servers
from astrike.web.problems import all_of, form_again
from astrike.web.quick import controls, unit_controls
from astrike.web.quick.controls import FoldedControls, QuickChoice, QuickControl
from astrike.web.quick.questions import (
    TABS,
    QuickAsked,
    missed_of,
    moving_of,
    quick_facts,
    read_quick,
    striker_of,
)
from astrike.web.quick.results import (
    DamageDealt,
    MoveResult,
    NextNumber,
    QuickResult,
    ScatterLanding,
    damage_dealt_by,
    landing_of,
    move_result_of,
    odds_table,
    result_of,
)

FACES = 6


@dataclass(frozen=True, slots=True)
class QuickTab:
    """One kind of question, and where it is asked."""

    name: str
    label: str
    address: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class AttackPart:
    """What the tabs about attacks share: the controls of S, A, T, O and R."""

    skills: QuickControl
    did: QuickControl | None
    tmm: QuickControl | None
    moved: QuickControl | None
    first_others: tuple[QuickChoice, ...]
    heat: QuickControl | None
    rest: FoldedControls
    ranges: tuple[QuickChoice, ...]


@dataclass(frozen=True, slots=True)
class BlowPart:
    """What a physical attack is made of, and what it does."""

    blows: QuickControl
    strikers: QuickControl
    taps: tuple[QuickControl, ...]
    picked: tuple[QuickControl, ...]
    wants_inches: bool
    behind: QuickChoice | None
    damage_dealt: tuple[DamageDealt, ...]


@dataclass(frozen=True, slots=True)
class ShellPart:
    """Artillery, and where a miss lands."""

    guns: QuickControl
    ways: QuickControl
    direction: QuickControl
    distance: QuickControl
    is_by_margin: bool
    damage: str
    radius: str
    landing: ScatterLanding | None


@dataclass(frozen=True, slots=True)
class CardPart:
    """A card whose Move is worked out."""

    types: QuickControl
    hot: QuickControl | None
    picks: tuple[QuickControl, ...]


QuickPart = AttackPart | BlowPart | ShellPart | CardPart


@dataclass(frozen=True, slots=True)
class QuickContext:
    """The pinned result, and the controls of one tab."""

    asked: QuickAsked
    address: str
    whole_address: str
    tabs: tuple[QuickTab, ...]
    editions: QuickControl
    result: QuickResult | None
    move: MoveResult | None
    odds: tuple[NextNumber, ...]
    status_text: str
    attack: AttackPart | None
    blow: BlowPart | None
    shell: ShellPart | None
    card: CardPart | None
    carried: tuple[tuple[str, str], ...]
    """What other tabs say: fields without a control here, to be sent along."""
    problems: dict[str, tuple[Problem, ...]]


def show_quick() -> Response:
    """Answer the question in the address."""
    asked = read_quick(request.args)
    page = show("quick/quick.html", _context(asked), parts=("live",))
    if asked.problems:
        return form_again(page, all_of(asked.problems))
    return make_response(page)


def roll_quick() -> Response:
    """Roll for where a miss lands, and go on to the address that says what fell."""
    asked = read_quick(request.form)
    fell = {name: str(secrets.randbelow(FACES) + 1) for name in ("d1", "d2")}
    return see_other(_address(asked, **fell))


def _context(asked: QuickAsked) -> QuickContext:
    edition, tab = load_edition(asked.edition), asked["tab"]
    quick = _quick(asked) if tab != "move" and not asked.problems else None
    result = result_of(quick) if quick is not None else None
    move = move_result_of(quick_move(moving_of(asked))) if tab == "move" and not asked.problems else None
    shell = _shell(asked, edition) if tab == "artillery" else None
    address = _address(asked)
    attack = None if tab == "move" else _attack(asked, edition)
    blow = _blow(asked, edition, quick) if tab == "physical" else None
    card = _card(asked, edition) if tab == "move" else None
    summaries = [
        part.summary for part in (result, move, shell.landing if shell else None) if part is not None
    ]
    return QuickContext(
        asked=asked,
        address=address,
        whole_address=servers()[0] + address,
        tabs=tuple(QuickTab(name, _tab_label(name), _address(asked, tab=name), name == tab) for name in TABS),
        editions=controls.editions(asked),
        result=result,
        move=move,
        odds=odds_table(None) if result is None else result.table,
        status_text=". ".join(summaries),
        attack=attack,
        blow=blow,
        shell=shell,
        card=card,
        carried=tuple(_carried(asked, [part for part in (attack, blow, shell, card) if part is not None])),
        problems=dict(asked.problems),
    )


def _quick(asked: QuickAsked) -> QuickAnswer:
    striker = striker_of(asked) if asked["tab"] == "physical" else "BM"
    return quick_attack(quick_facts(asked, striker=striker))


def _attack(asked: QuickAsked, edition: Edition) -> AttackPart:
    tab = asked["tab"]
    has_target = tab != "artillery" or asked["way"] == "unit"
    ranges: tuple[QuickChoice, ...] = ()
    if tab != "physical":
        ranges = (
            controls.gun_ranges(asked, edition) if tab == "artillery" else controls.ranges(asked, edition)[0]
        )
    return AttackPart(
        skills=controls.skills(asked),
        did=controls.attacker_did(asked, edition),
        tmm=controls.target_tmm(asked, edition) if has_target else None,
        moved=controls.target_did(asked, edition) if has_target else None,
        first_others=controls.first_others(asked, edition),
        heat=None if tab == "physical" else controls.heat(asked, edition),
        rest=controls.rest_of(asked, edition),
        ranges=ranges,
    )


def _blow(asked: QuickAsked, edition: Edition, quick: QuickAnswer | None) -> BlowPart:
    taps, picked = unit_controls.damage_controls(asked, edition)
    return BlowPart(
        blows=unit_controls.blows(asked, edition),
        strikers=unit_controls.strikers(asked),
        taps=taps,
        picked=picked,
        wants_inches=asked.wants_inches,
        behind=unit_controls.from_behind(asked, edition),
        damage_dealt=damage_dealt_by(quick) if quick is not None else (),
    )


def _shell(asked: QuickAsked, edition: Edition) -> ShellPart:
    by_margin = is_by_margin(edition.id)
    missed = missed_of(asked, by_margin=by_margin) if not asked.problems else None
    second = ("by", _("Missed by")) if by_margin else ("d2", _("Second die: distance"))
    area = quick_area(edition.id, asked["gun"])
    radii = (height(area.inner), height(area.outer)) if area.has_rings else (height(area.inner),)
    return ShellPart(
        damage=controls.area_damage(area),
        radius="/".join(radii),
        guns=controls.guns(asked, edition),
        ways=controls.ways(asked),
        direction=controls.faces("d1", _("First die: direction, 1 is table north"), asked),
        distance=controls.faces(*second, asked),
        is_by_margin=by_margin,
        landing=landing_of(missed) if missed is not None else None,
    )


def _card(asked: QuickAsked, edition: Edition) -> CardPart:
    return CardPart(
        types=unit_controls.unit_types(asked),
        hot=unit_controls.heat_of_moving_unit(asked, edition),
        picks=unit_controls.card_controls(asked),
    )


def _carried(asked: QuickAsked, parts: list[QuickPart]) -> Iterator[tuple[str, str]]:
    """Give the fields of the address that no control of this tab has."""
    shown = {"tab", "edition"}
    words: set[str] = set()
    found: tuple[QuickControl | None, ...] = ()
    for part in parts:
        match part:
            case AttackPart(rest=rest):
                found = (part.skills, part.did, part.tmm, part.moved, *rest.controls)
                words = {each.value for each in (*part.first_others, *rest.chips)}
                shown |= {"more", *(["range"] if part.ranges else []), *(["heat"] if part.heat else [])}
            case BlowPart():
                found = (part.blows, part.strikers, *part.taps, *part.picked)
                shown |= {*(["inches"] if part.wants_inches else []), *(["behind"] if part.behind else [])}
            case ShellPart():
                found = (part.guns, part.ways, part.direction, part.distance)
                shown |= {"x", "y"} if asked.wants_point else set()
            case CardPart():
                found = (part.types, part.hot, *part.picks)
                shown |= {"move", "paved", *(["tsm"] if part.hot else [])}
        shown |= {each.name for each in found if each is not None}
    for name, value in asked.pairs():
        if name not in shown and not (name == "o" and value in words):
            yield name, value


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
