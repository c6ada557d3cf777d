"""Which pages need not be rendered again? Kept as they were sent, but for what is written anew at each answer.

Eight phones ask for the same cards again and again. A page is the same as long as all that its template gets is the
same, and all that a template asks for by itself: who may do what, language, theme, and whether there is an event. What
differs from answer to answer, such as the id of a form or the clock of an event, is a gap that is filled each time.
"""

import re
import secrets
import zlib
from collections.abc import Callable, Hashable
from functools import partial
from typing import Final

from flask import Flask, Response, g, make_response, render_template, request
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.web.http.device import theme
from astrike.web.http.i18n import language
from astrike.web.http.page_routes import holder_now
from astrike.web.http.responses import PageContext, show
from astrike.web.jobs.keyed_cache import KeyedCache
from astrike.web.slots import slots

TEMPLATES_MAY_ASK: Final = frozenset(
    {
        "_",
        "Right",
        "cited",
        "htmx_config",
        "language",
        "may",
        "may_rule",
        "new_form_id",
        "rendered_anew",
        "slots",
        "static_url",
        "theme",
        "url_for",
    }
)
"""Globals that the template of a kept page may use: what they give is a gap, or part of what it is kept under."""


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page with gaps: its texts, one more than there are gaps, and which of the `fills` each gap gets."""

    texts: tuple[bytes, ...]
    packed: tuple[bytes, ...]
    """The texts, each as a part of a stream of gzip."""
    gaps: tuple[int, ...]
    fills: tuple[Callable[[], str], ...]

    def answer(self) -> Response:
        """Fill the gaps, and answer with the page."""
        filled = [fill().encode() for fill in self.fills]
        between = [*(filled[gap] for gap in self.gaps), b""]
        body = b"".join(part for pair in zip(self.texts, between, strict=True) for part in pair)
        is_packed = request.accept_encodings["gzip"] > 0
        response = make_response(_gzip(self.packed, between, body) if is_packed else body)
        response.vary.add("Accept-Encoding")
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        return response


_PAGES: Final = KeyedCache[KeptPage]()


def show_kept(
    template: str, context: PageContext, *, under: Hashable, parts: tuple[str, ...] = ()
) -> Response:
    """Answer with a page as `show` does, rendered once for all that `under` tells apart."""
    name = (
        template,
        request.args.get("part"),
        under,
        holder_now(),
        language(),
        theme(),
        request.script_root,
        slots().banner(),
    )
    return _PAGES.of(name, lambda: _rendered(lambda: show(template, context, parts=parts))).answer()


def anew(fill: Callable[[], str]) -> str:
    """Give what differs from answer to answer; a page that is kept gets a gap in its place."""
    gaps: _Gaps | None = g.get("gaps")
    return fill() if gaps is None else gaps.mark_for(fill)


def init_kept_pages(app: Flask) -> None:
    """Let a template leave another one to be rendered at each answer."""
    app.add_template_global(_rendered_anew, "rendered_anew")


def _rendered_anew(template: str) -> Markup:
    return Markup(anew(partial(render_template, template)))


class _Gaps:
    """The gaps of a page that is being rendered, each marked by letters that nobody can have typed."""

    def __init__(self) -> None:
        self._secret = secrets.token_hex(16)
        self.fills: list[Callable[[], str]] = []

    def mark_for(self, fill: Callable[[], str]) -> str:
        self.fills.append(fill)
        return f"{self._secret}{len(self.fills) - 1:04x}"

    def split(self, page: str) -> tuple[list[str], list[int]]:
        found = re.split(f"{self._secret}([0-9a-f]{{4}})", page)
        return found[::2], [int(number, 16) for number in found[1::2]]


def _rendered(render: Callable[[], str]) -> KeptPage:
    gaps = g.gaps = _Gaps()
    try:
        texts, numbers = gaps.split(render())
    finally:
        del g.gaps
    encoded = tuple(text.encode() for text in texts)
    return KeptPage(encoded, tuple(map(_packed, encoded)), tuple(numbers), tuple(gaps.fills))


_GZIP_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_LAST_BLOCK: Final = b"\x03\x00"
_LONGEST_BLOCK: Final = 65_535


def _packed(text: bytes) -> bytes:
    """Pack a text so that other blocks may stand before and behind it."""
    packer = zlib.compressobj(5, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)


def _stored(text: bytes) -> bytes:
    """Write a text as it is, in blocks of a packed stream."""
    blocks = (text[start : start + _LONGEST_BLOCK] for start in range(0, len(text), _LONGEST_BLOCK))
    return b"".join(_block_head(len(block)) + block for block in blocks)


def _block_head(length: int) -> bytes:
    return b"\0" + length.to_bytes(2, "little") + (length ^ 0xFFFF).to_bytes(2, "little")


def _gzip(packed: tuple[bytes, ...], between: list[bytes], body: bytes) -> bytes:
    """Put together one stream of gzip (RFC 1952) from packed texts and what stands between them."""
    parts = (part for each, text in zip(packed, between, strict=True) for part in (each, _stored(text)))
    tail = zlib.crc32(body).to_bytes(4, "little") + (len(body) & 0xFFFFFFFF).to_bytes(4, "little")
    return b"".join((_GZIP_HEAD, *parts, _LAST_BLOCK, tail))
