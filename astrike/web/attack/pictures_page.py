"""How does an attack look from above and from the side? A block that the card loads later, since drawing takes time."""

from flask import request, url_for

from astrike.dataclass import dataclass
from astrike.web.attack.asked_card import DRAWN_FROM, card_asked, tried_pose
from astrike.web.attack.card import AttackCard
from astrike.web.attack.pictures import LargePictures, large_pictures_of
from astrike.web.attack.questions import read_question
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.table import Current, load_current
from astrike.web.current.units import labels_of
from astrike.web.http.responses import show, with_query


@dataclass(frozen=True, slots=True)
class PicturesContext:
    """The large pictures of one attack."""

    current: Current
    names: tuple[str, str]
    card: AttackCard
    pictures: LargePictures | None
    is_outdated: bool
    """Has the table changed since the card was shown?"""
    back: str


def show_pictures(code: str, attacker: str, target: str) -> str:
    """Show plan and side view of an attack."""
    current = load_current(code)
    state = state_of(current)
    prepared = prepared_state(state).prepared
    unit, foe = prepared.unit_of(attacker), prepared.unit_of(target)
    asked, (place, pose) = read_question(request.args, current.table), tried_pose(current, unit)
    found = card_asked(current, attacker, target, asked, pose)
    here, labels = found.ground.prepared, labels_of(state)
    drawn = found.card.drawn
    pictures = None if drawn is None else large_pictures_of(state, here, drawn, labels)
    back = url_for("attack.show_attack", code=current.code, attacker=attacker, target=target)
    context = PicturesContext(
        current=current,
        names=(labels.names[unit.id], labels.names[foe.id]),
        card=found.card,
        pictures=pictures,
        is_outdated=request.args.get(DRAWN_FROM, str(current.version)) != str(current.version),
        back=with_query(back, [*place, *found.asked.query]),
    )
    return show("attack/pictures.html", context, parts=("pictures",))
