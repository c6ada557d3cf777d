"""What does the address of the hex card say beside its question: tool, brush, the part of the patch that is shown?

None of it changes the answer, so none of it stands in the question.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from flask import request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.checks import one_of
from astrike.formats.json_text import shown
from astrike.model.battletech.hex import HexQuestion
from astrike.report.battletech.hex_window import (
    COLUMNS,
    ROWS,
    HexWindow,
    cell_of,
    name_of,
    whole_window,
    window_around,
)
from astrike.rules.battletech.hexes.grid import is_hex_name
from astrike.web.battletech.desk import Json, changed
from astrike.web.battletech.hex_brushes import BRUSHES, USUAL, Brush
from astrike.web.battletech.links import AT as QUESTION_KEY
from astrike.web.battletech.links import encoded
from astrike.web.http.responses import with_query

CARD: Final = "hex"
LOOK, MOVE_A, MOVE_T, MOVE_S, PATH = "look", "a", "t", "s", "path"
TOOLS: Final = (LOOK, *BRUSHES, MOVE_A, MOVE_T, MOVE_S, PATH)
STROKE: Final = "on"
"""The key with the hexes that the tool is used on."""
KEYS: Final = ("tool", "brush", "at", "hex", "size", STROKE)
"""What an address of this card has beside its question."""
WHOLE: Final = "whole"
MOST_STROKED: Final = 400
_WORDS: Final = "names of hexes, a point between them"


@dataclass(frozen=True, slots=True)
class HexView:
    """How the patch is looked at and what a tap on it does."""

    tool: str = LOOK
    brush: str = ""
    at: str = ""
    """The first hex that is shown; empty where the units say it."""
    hex: str = ""
    """The hex that is looked at."""
    is_whole: bool = False
    """All of the patch is shown, too small for a thumb."""

    @property
    def paint(self) -> Brush | None:
        """What a tap paints; None where the tool does something else."""
        return Brush(self.tool, self.brush or USUAL[self.tool]) if self.tool in BRUSHES else None

    def window(self, question: HexQuestion, names: Iterable[str] = ()) -> HexWindow:
        """Give the part of the patch that is shown; `names` are hexes that matter."""
        if self.is_whole:
            return whole_window(question, names)
        if self.at:
            return HexWindow(*cell_of(self.at)).moved(0, 0)
        return window_around(question, names, columns=COLUMNS, rows=ROWS)


@dataclass(frozen=True, slots=True)
class HexLinks:
    """Makes addresses of this card that keep how the patch is looked at."""

    body: Json
    view: HexView

    def to(self, **places: Any) -> str:
        """Give the address of the question with other values at some places."""
        return hex_address(changed(self.body, **places), self.view)

    def asking(self, body: Json) -> str:
        """Give the address of another question."""
        return hex_address(body, self.view)

    def seen(self, **changes: Any) -> str:
        """Give the address of the same question, looked at in another way."""
        return hex_address(self.body, replace(self.view, **changes))

    @property
    def kept(self) -> tuple[tuple[str, str], ...]:
        """What a form has to carry beside its question."""
        return tuple(_view_query(self.view))


def hex_address(body: Json, view: HexView, stroke: str = "") -> str:
    """Give the address of the card with a question and how it is looked at."""
    query = [(QUESTION_KEY, encoded(body)), *_view_query(view)]
    if stroke:
        query.append((STROKE, stroke))
    return with_query(url_for("battletech.show_card", card=CARD), query)


def _view_query(view: HexView) -> list[tuple[str, str]]:
    stated = (
        ("tool", "" if view.tool == LOOK else view.tool),
        ("brush", view.brush),
        ("at", view.at),
        ("hex", view.hex),
        ("size", WHOLE if view.is_whole else ""),
    )
    return [(key, value) for key, value in stated if value]


def view_in_address() -> HexView:
    """Read how the patch is looked at; raise `InputError` with everything that is wrong with it."""
    tool, brush = request.args.get("tool", LOOK), request.args.get("brush", "")
    size = request.args.get("size", "")
    at, looked = request.args.get("at", ""), request.args.get("hex", "")
    problems = [
        Problem(key, shown(value), "a hex: column and row, two digits each")
        for key, value in (("at", at), ("hex", looked))
        if value and not is_hex_name(value)
    ]
    if tool not in TOOLS:
        problems.append(Problem("tool", shown(tool), one_of(TOOLS)))
    elif brush and brush not in BRUSHES.get(tool, ()):
        problems.append(Problem("brush", shown(brush), one_of(BRUSHES.get(tool, ("nothing",)))))
    if size not in ("", WHOLE):
        problems.append(Problem("size", shown(size), one_of((WHOLE,))))
    if problems:
        raise InputError(problems)
    return HexView(tool, brush, at, looked, is_whole=bool(size))


def stroke_in_address() -> tuple[str, ...]:
    """Read the hexes that the tool is used on, each once and in order."""
    text = request.args.get(STROKE, "")
    names = tuple(dict.fromkeys(text.split("."))) if text else ()
    if len(names) > MOST_STROKED:
        raise InputError([Problem(STROKE, f"{len(names)} hexes", f"at most {MOST_STROKED}")])
    problems = [Problem(STROKE, shown(each), _WORDS) for each in names if not is_hex_name(each)]
    if problems:
        raise InputError(problems)
    return names


def corner_of(window: HexWindow) -> str:
    """Give the name of the first hex of a window."""
    return name_of((window.column, window.row))
