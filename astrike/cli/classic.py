"""Which command answers questions about classic BattleTech on hexes?"""

import re
from collections.abc import Mapping
from typing import Final

import click

from astrike.cli.options import as_json_option
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE, load_json, shown
from astrike.report.words.texts import visible
from astrike.web.server.terminal import print_failure, print_json, print_text, read_file, translation

_PATCH_CARD: Final = "hex"
_SIZE: Final = re.compile(r"([0-9]{1,4})x([0-9]{1,4})")
_FIRST: Final = "0101"


@click.command()
@click.argument("card", metavar="CARD")
@click.argument("file", metavar="QUESTION.json")
@click.option(
    "--edition", metavar="E", help="An edition of classic BattleTech, instead of the question's own."
)
@click.option("--first", metavar="HEX", help="Of a board: the first hex of the patch (0101 when not said).")
@click.option("--size", metavar="CxR", help="Of a board: columns and rows of the patch, such as 12x10.")
@click.option("--board", "as_board", is_flag=True, help="Print the question's patch as a MegaMek board.")
@as_json_option
def classic(
    card: str,
    file: str,
    *,
    edition: str | None,
    first: str | None,
    size: str | None,
    as_board: bool,
    as_json: bool,
) -> None:
    """Answer a question about classic BattleTech. CARD is roll, impact, critical or hex.

    QUESTION.json is a file with a question, also one saved on the desk, or - for standard input. With hex it may be a
    MegaMek board: its patch is printed as a question to be completed.
    """
    from astrike.web.battletech.asking import ask_card
    from astrike.web.battletech.cards import CARDS

    if card not in CARDS:
        raise InputError([Problem("CARD", visible(repr(card)), f"one of {', '.join(CARDS)}")])
    data = read_file(file)
    if card == _PATCH_CARD and _is_board(data):
        _refuse({"--edition": edition, "--board": as_board}, "nothing with a board: it is no question yet")
        _print_patch(data, first or _FIRST, size)
        return
    _refuse({"--first": first, "--size": size}, "a MegaMek board, for the card hex")
    body = _question(card, data)
    asked = CARDS[card]
    if as_board:
        _print_board(card, body)
        return
    reply = ask_card(asked, body if edition is None else {**body, "edition": edition})
    if as_json:
        print_json(asked.json_with_picture(reply))
    else:
        print_text(asked.text(reply.answer, translation()))


def _question(card: str, data: bytes) -> Mapping[str, object]:
    """Read a question; one that was saved on the desk says for which card it is."""
    from astrike.web.battletech.saved_questions import is_saved_question, question_in

    found = load_json(data)
    if not isinstance(found, dict):
        raise InputError([Problem(FILE, shown(found), "an object: a question")])
    if not is_saved_question(found):
        return found
    saved_for, body = question_in(found)
    if saved_for != card:
        raise InputError([Problem("CARD", visible(repr(card)), f"{saved_for}, as the file says")])
    return body


def _refuse(options: Mapping[str, object], expected: str) -> None:
    """Refuse options that do not go with what is asked."""
    problems = [Problem(name, visible(str(value)), expected) for name, value in options.items() if value]
    if problems:
        raise InputError(problems)


# ---- boards


def _is_board(data: bytes) -> bool:
    from astrike.formats.maps.megamek.reading import is_board

    return is_board(data)


def _print_patch(data: bytes, first: str, size: str | None) -> None:
    """Print a part of a board as a question; what was left out goes to standard error."""
    from astrike.formats.maps.megamek.hex_patch import patch_of_board
    from astrike.formats.maps.megamek.parsing import board_text
    from astrike.formats.questions import written
    from astrike.model.battletech.hex import HexQuestion
    from astrike.web.battletech.links import file_text

    columns, rows = _columns_and_rows(size)
    try:
        hexes, notes = patch_of_board(board_text(data), first, columns, rows)
    except InputError as error:
        names = {"first": "--first", "columns": "--size", "rows": "--size"}
        raise InputError(
            [Problem(names.get(each.at, each.at), each.found, each.expected) for each in error.problems]
        ) from error
    print_text(file_text(_PATCH_CARD, written(HexQuestion(hexes))))
    for note in notes:
        print_failure(visible(note.sentence))


def _columns_and_rows(size: str | None) -> tuple[int | None, int | None]:
    """Read a size; without one a patch reaches to the edges of its board.

    >>> _columns_and_rows("12x10"), _columns_and_rows(None)
    ((12, 10), (None, None))
    """
    if size is None:
        return None, None
    match = _SIZE.fullmatch(size.lower())
    if match is None:
        raise InputError([Problem("--size", visible(repr(size)), "columns and rows, such as 12x10")])
    return int(match[1]), int(match[2])


def _print_board(card: str, body: Mapping[str, object]) -> None:
    from astrike.formats.maps.megamek.hex_patch import board_of_patch
    from astrike.web.battletech.asking import read_question
    from astrike.web.battletech.hex_card import HEX_CARD

    if card != _PATCH_CARD:
        _refuse({"--board": f"with {card}"}, "the card hex: others have no hexes")
    click.echo(board_of_patch(read_question(HEX_CARD, body).hexes), nl=False)
