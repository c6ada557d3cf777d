"""Which addresses show rulings and margins, and what does each need?"""

from typing import Final

from astrike.web.access.rights import ORGANISE, PLAY, VIEW
from astrike.web.http.page_routes import POST, PUBLIC, PageRoute, blueprint_of
from astrike.web.rulings.margin_page import show_attack_margin, show_place_margin, show_sight_margin
from astrike.web.rulings.ruling_page import (
    show_again,
    show_drawing,
    show_png,
    show_ruling,
    show_ruling_json,
    show_svg,
)
from astrike.web.rulings.rulings_page import (
    call_judge,
    decide_ruling,
    drop_agreement,
    keep_answer,
    revoke_ruling,
    show_rulings,
)

ROUTES: Final = (
    PageRoute("/r/<ruling_id>", show_ruling, PUBLIC),
    PageRoute("/r/<ruling_id>/again", show_again, PUBLIC, is_anonymous_work=True),
    PageRoute("/r/<ruling_id>.json", show_ruling_json, PUBLIC),
    PageRoute("/r/<ruling_id>.svg", show_svg, PUBLIC, is_anonymous_work=True),
    PageRoute("/r/<ruling_id>.png", show_png, PUBLIC, is_anonymous_work=True),
    PageRoute("/r/<ruling_id>/<key>.svg", show_drawing, PUBLIC),
    PageRoute("/t/<code>/attack/<unit_id:attacker>/<unit_id:target>/margin", show_attack_margin, VIEW),
    PageRoute("/t/<code>/attack/<unit_id:attacker>/at/margin", show_place_margin, VIEW),
    PageRoute("/t/<code>/sight/<unit_id:attacker>/<unit_id:target>/margin", show_sight_margin, VIEW),
    PageRoute("/t/<code>/rulings", show_rulings, VIEW),
    PageRoute("/t/<code>/rulings", keep_answer, PLAY, methods=POST, also_when_locked=True),
    PageRoute("/t/<code>/rulings/<ruling_id>/call", call_judge, PLAY, methods=POST, also_when_locked=True),
    PageRoute(
        "/t/<code>/rulings/<ruling_id>/decide", decide_ruling, PLAY, methods=POST, also_when_locked=True
    ),
    PageRoute(
        "/t/<code>/rulings/<ruling_id>/drop", drop_agreement, PLAY, methods=POST, also_when_locked=True
    ),
    PageRoute("/t/<code>/rulings/<ruling_id>/revoke", revoke_ruling, ORGANISE, methods=POST),
)

blueprint = blueprint_of("rulings", ROUTES)
