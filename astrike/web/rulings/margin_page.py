"""How large is the margin of an answer? A block that pages load later, since it takes longer than the answer."""

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Response, make_response, request, url_for

from astrike.dataclass import dataclass
from astrike.model.attack_question import AttackQuestion
from astrike.report.words.numbers import coordinates
from astrike.web.attack.questions import attack_question, read_question, refuse_wrong
from astrike.web.current.place_fields import TRIED_FIELDS, read_place
from astrike.web.current.prepared import TriedPose, prepared_state, state_of
from astrike.web.current.table import Current, load_current
from astrike.web.current.tape_ends import point_named
from astrike.web.current.units import unit_labels
from astrike.web.http.i18n import language
from astrike.web.http.responses import show, with_query
from astrike.web.problems import all_of
from astrike.web.rulings.margins import (
    MarginKey,
    MarginStrip,
    PlaceMarginKey,
    margin_strip_of,
    place_margin_strip_of,
)


@dataclass(frozen=True, slots=True)
class MarginContext:
    """How far one answer holds."""

    current: Current
    strip: MarginStrip
    names: tuple[str, str]
    kind: str
    """As rulings call it."""
    ruling: Mapping[str, object]
    """The question as it is kept in a ruling."""
    tried: str
    """The unit that is tried out, if any."""
    place: tuple[tuple[str, str], ...]
    """The place where the unit is tried out, as an address writes it."""
    back: str


def show_attack_margin(code: str, attacker: str, target: str) -> Response:
    """Show how far the answer to an attack holds."""
    current = load_current(code)
    asked = read_question(request.args, current.table)
    refuse_wrong(prepared_state(state_of(current)).prepared, attacker, target, asked)
    ruling = attack_question(attacker, target, asked.question)
    back = url_for("attack.show_attack", code=code, attacker=attacker, target=target)
    return _shown(code, (attacker, target), asked.question, ruling, with_query(back, asked.query))


def show_place_margin(code: str, attacker: str) -> Response:
    """Show how far the answer to an attack at a point of the table holds."""
    current = load_current(code)
    asked = read_question(request.args, current.table)
    at = point_named(current.table, "to", request.args.get("to", ""), beside=asked.problems)
    refuse_wrong(prepared_state(state_of(current)).prepared, attacker, at, asked)
    back = url_for("attack.show_attack_at", code=code, attacker=attacker)
    context = MarginContext(
        current=current,
        strip=place_margin_strip_of(
            state_of(current), PlaceMarginKey(language(), attacker, at, asked.question)
        ),
        names=(unit_labels(current.table).names[attacker], coordinates((at.x, at.y))),
        kind="attack",
        ruling=attack_question(attacker, at, asked.question),
        tried="",
        place=(),
        back=with_query(back, [("to", str(at)), *asked.query]),
    )
    return make_response(show("rulings/margin.html", context, parts=("strip",)))


def show_sight_margin(code: str, attacker: str, target: str) -> Response:
    """Show how far the answer to a line of sight holds."""
    ruling = {"attacker": attacker, "target": target}
    back = url_for("table.show_tape", code=code)
    return _shown(
        code, (attacker, target), None, ruling, with_query(back, [("from", attacker), ("to", target)])
    )


def _shown(
    code: str, ends: tuple[str, str], question: AttackQuestion | None, ruling: Mapping[str, object], back: str
) -> Response:
    current = load_current(code)
    state = state_of(current)
    attacker, target = ends
    place, pose = _tried(current, attacker)
    key = MarginKey(language(), attacker, target, question, attacker if pose else "", pose)
    labels = unit_labels(current.table)
    strip = margin_strip_of(state, key)
    context = MarginContext(
        current=current,
        strip=strip,
        names=(labels.names[attacker], labels.names[target]),
        kind="sight" if question is None else "attack",
        ruling=ruling,
        tried=attacker if pose else "",
        place=place,
        back=back if not place else f"{back}{'&' if '?' in back else '?'}{urlencode(place)}",
    )
    return make_response(show("rulings/margin.html", context, parts=("strip",)))


def _tried(current: Current, attacker: str) -> tuple[tuple[tuple[str, str], ...], TriedPose | None]:
    """Read where the attacker is tried out, if anywhere."""
    prepared = prepared_state(state_of(current)).prepared
    unit = prepared.unit_of(attacker)
    if "x" not in request.args:
        return (), None
    place = read_place(prepared, unit, request.args)
    if place.pose is None:
        raise all_of(place.problems)
    return tuple((name, request.args[name]) for name in TRIED_FIELDS if name in request.args), place.pose
