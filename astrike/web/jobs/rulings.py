"""Where is a ruling's question asked? Checks of whole tables among long work, everything else among searches."""

from functools import partial

from astrike.web.jobs.places import in_turn, worked_out
from astrike.web.questions.body import Body
from astrike.web.rulings.questions import RulingAnswer, ask_ruling


def answered_in_turn(kind: str, question: Body, table: object) -> RulingAnswer:
    """Ask the question of a ruling when it is its turn."""
    ask = partial(ask_ruling, kind, question, table)
    return worked_out("legality", ask) if kind == "legal" else in_turn(ask)
