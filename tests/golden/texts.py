"""What can be read on a page or a print, line by line, without what is drawn by chance."""

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Final

import pypdfium2

from tests.web.page import Element, parse

LINES: Final = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "button", "caption", "dd", "details", "div", "dl",
        "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "header", "label",
        "legend", "li", "main", "nav", "ol", "option", "p", "pre", "section", "select", "summary", "svg",
        "table", "tbody", "td", "text", "tfoot", "th", "thead", "title", "tr", "ul",
    }
)  # fmt: skip
"""Elements that begin a line of their own."""
UNREAD: Final = frozenset({"script", "style", "template", "defs"})
CODE: Final = re.compile(r"(?<![0-9A-Z])[0-9A-HJKMNP-TV-Z]{5}-?[0-9A-HJKMNP-TV-Z]{5}(?![0-9A-Z])")
"""A code that opens something, as it is shown or as it stands in an address."""


def lines_of(html: str) -> list[str]:
    """Give the lines of a page that can be read or heard, with what its fields hold.

    >>> lines_of('<p>Needs <b>7</b>+</p><label>Heat <input type="number" value="2"></label>')
    ['Needs 7+', 'Heat', '[number 2]']
    """
    pieces = list(_pieces(parse(html)))
    lines = "".join(pieces).split("\n")
    return [line for line in (" ".join(each.split()) for each in lines) if line]


def _pieces(element: Element) -> Iterator[str]:
    """Give texts, with a break before and behind every element that is a line."""
    if element.tag in UNREAD or "hidden" in element.attributes:
        return
    is_line = element.tag in LINES
    if is_line:
        yield "\n"
    if stated := element.attributes.get("aria-label"):
        yield f"\n({stated})\n"
    if element.tag in ("input", "textarea") and element.attributes.get("type") not in ("hidden", "submit"):
        yield f"\n{_field(element)}\n"
    if element.tag == "option" and "selected" in element.attributes:
        yield "[chosen]"
    for child in element.children:
        if isinstance(child, Element):
            yield from _pieces(child)
        else:
            yield child.replace("\n", " ")
    if is_line:
        yield "\n"


def _field(element: Element) -> str:
    kind = element.attributes.get("type", element.tag)
    words = [kind, element.attributes.get("value", "")]
    words += ["chosen"] if "checked" in element.attributes else []
    return f"[{' '.join(word for word in words if word)}]"


def masked(value: object, codes: Iterable[str]) -> object:
    """Put a word in the place of every code, in all texts of a JSON value."""
    pattern = re.compile(
        "|".join(sorted({re.escape(each) for each in codes}, key=len, reverse=True)) or r"(?!)"
    )

    def mask(each: object) -> object:
        if isinstance(each, str):
            return pattern.sub("CODE", each)
        if isinstance(each, dict):
            return {pattern.sub("CODE", key): mask(inner) for key, inner in each.items()}
        return [mask(inner) for inner in each] if isinstance(each, list) else each

    return mask(value)


def pages_of_pdf(data: bytes) -> dict[str, object]:
    """Give how many pages a print has, how large they are and what can be read on each."""
    with pypdfium2.PdfDocument(BytesIO(data)) as pdf:
        sizes = [[round(side, 1) for side in page.get_size()] for page in pdf]
        texts = [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]
    return {"pages": len(sizes), "sizes": sizes, "texts": texts}
