"""How does a MegaMek board come onto the hex card, and a patch out of it as a board?"""

from typing import Final

from flask import Response, make_response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import shown
from astrike.formats.maps.megamek.hex_patch import board_of_patch, patch_of_board
from astrike.formats.maps.megamek.parsing import board_text
from astrike.formats.questions import written
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_patch import NamedHexes
from astrike.model.byte_limits import IMPORT
from astrike.model.import_notes import ImportNote
from astrike.web.battletech.asking import read_question
from astrike.web.battletech.desk import Json, address_of
from astrike.web.battletech.hex_brushes import with_hexes
from astrike.web.battletech.hex_card import HEX_CARD
from astrike.web.battletech.hex_repairs import repaired
from astrike.web.battletech.hex_start import START, hex_in_address
from astrike.web.battletech.hex_view import CARD
from astrike.web.battletech.links import AT, decoded, encoded, file_text, fits_into_link
from astrike.web.http.forms import uploaded_file
from astrike.web.http.responses import download_of, see_other, show, with_query
from astrike.web.problems import form_again

_FIRST: Final = "0101"
_MEDIA: Final = "text/plain"


@dataclass(frozen=True, slots=True)
class HexBoardContext:
    """The form that opens a board, with what came of the last one."""

    question: str
    back: str
    """The card with the patch; empty where that is too long for an address."""
    download: str
    text: str
    first: str
    columns: str
    rows: str
    megabytes: int
    problems: tuple[Problem, ...]
    notes: tuple[ImportNote, ...]
    opened: int
    """Hexes that were read; 0 before."""
    file_text: str
    """The question as a file, where it is too long for an address."""


def show_hex_board() -> Response:
    """Show the form that opens a board."""
    return make_response(_page(hex_in_address()))


def open_hex_board() -> Response:
    """Put a part of a board under the units of the question, and go on to the card."""
    text = request.form.get(AT, "")
    body = dict(written(read_question(HEX_CARD, decoded(text) if text else START)))
    try:
        hexes, notes = _patch()
    except InputError as error:
        return form_again(_page(body, problems=tuple(error.problems)), error)
    found = _on_patch(body, hexes)
    if not notes and fits_into_link(found):
        return see_other(address_of(CARD, found))
    return make_response(_page(found, notes=notes, opened=len(hexes)))


def save_hex_board() -> Response:
    """Give the patch of the question in the address as a board."""
    question: HexQuestion = read_question(HEX_CARD, hex_in_address())
    board = board_of_patch(question.hexes)
    return download_of(board.encode(), name="patch", extension=".board", media_type=_MEDIA)


def _patch() -> tuple[NamedHexes, tuple[ImportNote, ...]]:
    """Read the part of the board that the form asks for."""
    upload = uploaded_file()
    columns, rows = _size("columns"), _size("rows")
    return patch_of_board(
        board_text(upload.data), request.form.get("first", "").strip() or _FIRST, columns, rows
    )


def _size(name: str) -> int | None:
    text = request.form.get(name, "").strip()
    if text and not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise InputError([Problem(name, shown(text), "a whole number, or nothing")])
    return int(text) if text else None


def _on_patch(body: Json, hexes: NamedHexes) -> Json:
    """Give the question with other hexes; units that cannot stand on them as they did start anew."""
    kept = {key: value for key, value in body.items() if key != "path"}
    found = repaired(with_hexes(kept, dict(hexes)))
    return found if found is not None else with_hexes(dict(START), dict(hexes))


def _page(
    body: Json,
    *,
    problems: tuple[Problem, ...] = (),
    notes: tuple[ImportNote, ...] = (),
    opened: int = 0,
) -> str:
    is_link = fits_into_link(body)
    form = request.form
    return show(
        "battletech/hex_board.html",
        HexBoardContext(
            question=encoded(body) if is_link else "",
            back=address_of(CARD, body) if is_link else "",
            download=with_query(url_for("battletech.save_hex_board"), {AT: encoded(body)}) if is_link else "",
            text=form.get("text", ""),
            first=form.get("first", _FIRST),
            columns=form.get("columns", ""),
            rows=form.get("rows", ""),
            megabytes=IMPORT.megabytes,
            problems=problems,
            notes=notes,
            opened=opened,
            file_text="" if is_link else file_text(CARD, body),
        ),
    )
