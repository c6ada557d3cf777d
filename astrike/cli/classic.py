"""Which command answers questions about classic BattleTech on hexes?"""

import click

from astrike.cli.options import as_json_option
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE, load_json, shown
from astrike.report.words.texts import visible
from astrike.web.server.terminal import print_json, print_text, read_file, translation


@click.command()
@click.argument("card", metavar="CARD")
@click.argument("file", metavar="QUESTION.json")
@click.option(
    "--edition", metavar="E", help="An edition of classic BattleTech, instead of the question's own."
)
@as_json_option
def classic(card: str, file: str, *, edition: str | None, as_json: bool) -> None:
    """What does a piloting roll, an impact or a critical hit do? CARD is roll, impact or critical.

    QUESTION.json is a file, or - for standard input.
    """
    from astrike.web.battletech.asking import ask_card
    from astrike.web.battletech.cards import CARDS

    if card not in CARDS:
        raise InputError([Problem("CARD", visible(repr(card)), f"one of {', '.join(CARDS)}")])
    body = load_json(read_file(file))
    if not isinstance(body, dict):
        raise InputError([Problem(FILE, shown(body), "an object: a question")])
    asked = CARDS[card]
    reply = ask_card(asked, body if edition is None else {**body, "edition": edition})
    if as_json:
        print_json(asked.json(reply.answer))
    else:
        print_text(asked.text(reply.answer, translation()))
