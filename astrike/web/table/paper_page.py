"""What of a table can be printed? The sheet to build it by, cards with its codes, a picture to reset it by."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import NotFound
from astrike.report.paper.canvas import SIZES, Paper
from astrike.report.paper.code_cards import GRIDS, CodeCard, qr_sheet
from astrike.report.paper.edge_distances import TAPES
from astrike.report.paper.reset_picture import reset_picture, reset_png
from astrike.report.paper.setup_sheet import setup_sheet
from astrike.store.table.codes import Right
from astrike.web.current.table import Current, load_current
from astrike.web.http.forms import word_or_first
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import download_of, show
from astrike.web.http.server_addresses import chosen_server, servers
from astrike.web.jobs.dispatch import run_long_work
from astrike.web.slots import slots
from astrike.web.table.share_codes import passed_on, rights_of_table, server_warning, wifi_words


@dataclass(frozen=True, slots=True)
class PaperContext:
    """What can be chosen before printing."""

    current: Current
    papers: tuple[tuple[str, str], ...]
    tapes: tuple[tuple[str, str], ...]
    cards: tuple[tuple[str, str], ...]
    servers: tuple[tuple[str, str], ...]


def show_paper(code: str) -> str:
    """Show what can be printed, and how."""
    current = load_current(code)
    return show(
        "table/paper.html",
        PaperContext(
            current=current,
            papers=(("a4", _("A4")), ("letter", _("Letter"))),
            tapes=(("eighths", _("Eighths of an inch: 12 3/8")), ("decimal", _("Decimals: 12.38"))),
            cards=tuple((str(each), str(each)) for each in GRIDS),
            servers=tuple((str(number), each) for number, each in enumerate(servers())),
        ),
    )


def print_sheet(code: str, sheet: str) -> Response:
    """Give one of the sheets as a file."""
    current = load_current(code)
    made = _SHEETS.get(sheet)
    if made is None:
        raise NotFound(_("There is no such sheet."))
    word, extension, media_type, make = made
    data = make(current)
    return download_of(data, name=f"{current.name} {word()}", extension=extension, media_type=media_type)


def _setup(current: Current) -> bytes:
    paper, tape = _paper(), word_or_first(request.args, "tape", TAPES)
    return run_long_work(
        "paper",
        partial(setup_sheet, current.table, title=current.name, paper=paper, tape=tape, translate=tr),
    )


def _codes(current: Current) -> bytes:
    """Print a card for each code that the holder of this one may pass on, as the page of codes has them."""
    server = chosen_server(servers())
    allowed, wifi = passed_on(current), slots().wifi_at(current.stored.id)
    cards = [
        CodeCard(
            current.name,
            f"{server}{url_for('table.show_table', code=allowed[right])}",
            allowed[right],
            (text,),
            warning=server_warning(server),
            wifi=wifi,
            wifi_words=wifi_words(wifi),
        )
        for right, text in rights_of_table().items()
        if right in allowed and right is not Right.ORGANISE
    ]
    paper, count = _paper(), word_or_first(request.args, "cards", tuple(str(each) for each in GRIDS))
    title = f"{current.name} {_('codes')}"
    return run_long_work("paper", partial(qr_sheet, cards, title=title, paper=paper, per_page=int(count)))


def _picture(current: Current) -> bytes:
    return reset_picture(current.table, translate=tr).encode()


def _pixels(current: Current) -> bytes:
    return run_long_work("paper", partial(reset_png, current.table, translate=tr))


_Sheet = tuple[Callable[[], str], str, str, Callable[[Current], bytes]]
_SHEETS: Final[Mapping[str, _Sheet]] = MappingProxyType(
    {
        "setup": (lambda: _("set-up sheet"), ".pdf", "application/pdf", _setup),
        "codes": (lambda: _("codes"), ".pdf", "application/pdf", _codes),
        "picture": (lambda: _("reset picture"), ".svg", "image/svg+xml", _picture),
        "pixels": (lambda: _("reset picture"), ".png", "image/png", _pixels),
    }
)


def _paper() -> Paper:
    return word_or_first(request.args, "paper", tuple(SIZES))
