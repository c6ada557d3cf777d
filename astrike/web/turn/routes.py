"""Which addresses say whose step it is and let a turn go on, and what does each need?"""

from typing import Final

from astrike.web.access.rights import PLAY, VIEW
from astrike.web.http.page_routes import POST, PageRoute, blueprint_of
from astrike.web.turn.end_page import finish_turn, roll_end, show_end
from astrike.web.turn.order_page import next_turn, set_initiative, show_order
from astrike.web.turn.steps_page import (
    begin_phase,
    choose_seat,
    hold_fire,
    roll_initiative,
    show_bar,
)

ROUTES: Final = (
    PageRoute("/t/<code>/order", show_order, VIEW),
    PageRoute("/t/<code>/order", set_initiative, PLAY, methods=POST),
    PageRoute("/t/<code>/order/roll", roll_initiative, PLAY, methods=POST),
    PageRoute("/t/<code>/turn", next_turn, PLAY, methods=POST),
    PageRoute("/t/<code>/turn/phase", begin_phase, PLAY, methods=POST),
    PageRoute("/t/<code>/turn/no-attack", hold_fire, PLAY, methods=POST),
    PageRoute("/t/<code>/end", show_end, VIEW),
    PageRoute("/t/<code>/end", finish_turn, PLAY, methods=POST),
    PageRoute("/t/<code>/end/roll", roll_end, PLAY, methods=POST),
    PageRoute("/t/<code>/turn/side", choose_seat, VIEW, methods=POST),
    PageRoute("/t/<code>/turn/bar", show_bar, VIEW, methods=POST),
)

blueprint = blueprint_of("turn", ROUTES)
