"""How is a page reference shown? With a mark where it was found in another printing, and one footnote below.

Templates write a page reference with `cited`, a text that has page references in it with the filter `marked`, and
enclose all of an answer in the filter `footnoted`, which adds the note where a mark stands in it.
"""

from functools import cache
from typing import Final

from flask import Flask
from markupsafe import Markup, escape

from astrike.dataclass import dataclass
from astrike.model.explain import Citation
from astrike.report.words.pages import MARK, MARKED, note_words, page_words
from astrike.web.http.i18n import tr

_MARKED: Final = "data-printing"
_LONGEST: Final = 14
"""Letters of a page that is not broken over lines."""
_NOTE: Final = "printing-note"


@dataclass(frozen=True, slots=True)
class CitedPage:
    """A page of a source, as it is shown under one edition."""

    cite: Citation
    edition: str

    @property
    def text(self) -> str:
        """Give the page in plain text, with its mark."""
        return page_words(self.cite, self.edition)


def init_citations(app: Flask) -> None:
    """Give templates the function `cited`, `cited_in` and the filters `marked` and `footnoted`."""
    app.add_template_global(cited)
    app.add_template_global(cited_in)
    app.add_template_filter(marked)
    app.add_template_filter(footnoted)


def cited(page: CitedPage) -> Markup:
    """Write a page; the mark says to a screen reader what it means. Words in place of a page may be broken."""
    if len(page.cite.page) <= _LONGEST:
        return marked(page.text)
    return Markup(f'<span class="ref-words">{marked(page.text)}</span>')


def cited_in(cite: Citation, edition: str) -> Markup:
    """Write a page as an answer of this edition shows it."""
    return cited(CitedPage(cite, edition))


def marked(text: str) -> Markup:
    """Write a text; each mark in it says to a screen reader what it means."""
    if MARK not in text:
        return escape(text)
    return Markup(MARKED.sub(lambda page: page[1] + _mark(note_words(tr)), str(escape(text))))


@cache
def _mark(note: str) -> str:
    """Write the mark with what it means."""
    mark = Markup(
        '<span {key} title="{note}"><span aria-hidden="true">{mark}</span><span class="vh"> ({note})</span></span>'
    )
    return str(mark.format(key=Markup(_MARKED), note=note, mark=MARK))


def footnoted(body: str) -> Markup:
    """Add the note on pages of other printings below what has such a page in it, and no note yet."""
    if _MARKED not in body or _NOTE in body:
        return Markup(body)
    note = Markup('<p class="{css}">{mark} {note}</p>\n')
    return Markup(body) + note.format(css=_NOTE, mark=MARK, note=note_words(tr))
