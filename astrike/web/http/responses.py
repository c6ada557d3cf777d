"""How does a page become a response: whole, as a block, a redirect, "not modified", or a file to download?

Also how an address is written with its query, and how a view becomes SVG by a macro in `templates/svg`.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import IO, Any, ClassVar, Final, Protocol
from urllib.parse import quote, urlencode

from flask import Response, get_template_attribute, make_response, redirect, render_template, request
from jinja2_fragments.flask import render_block
from markupsafe import Markup

from astrike.errors import InputError, Problem


def with_query(address: str, asked: Mapping[str, str] | Sequence[tuple[str, str]]) -> str:
    """Put a query behind an address, when there is any.

    >>> with_query("/t/1/tape", {"from": "A"}), with_query("/t/1/tape", {})
    ('/t/1/tape?from=A', '/t/1/tape')
    """
    return f"{address}?{urlencode(asked)}" if asked else address


class PageContext(Protocol):
    """What a template gets: a frozen dataclass; its fields are the names in the template."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


def show(template: str, context: PageContext, *, parts: tuple[str, ...] = ()) -> str:
    """Render the page, or the block that ``?part=`` asks for; `parts` lists the blocks it may name."""
    names = names_of(context)
    part = request.args.get("part")
    if part is None:
        return render_template(template, **names)
    if part not in parts:
        allowed = ", ".join(parts) or "no part: this page comes whole"
        raise InputError([Problem(at="part", found=repr(part[:40]), expected=allowed)])
    return str(render_block(template, part, **names))


def names_of(context: PageContext) -> dict[str, Any]:
    """Give a context as the names that the template knows it by."""
    return {name: getattr(context, name) for name in _fields_of(type(context))}


@cache
def _fields_of(kind: type[PageContext]) -> tuple[str, ...]:
    return tuple(spec.name for spec in fields(kind))


def see_other(address: str) -> Response:
    """After a change: answer with the address to look at next."""
    return make_response(redirect(address, 303))


def with_etag(body: str, etag: str) -> Response:
    """Answer with a body and its tag, or with nothing when the asker already has it."""
    response = make_response(body)
    response.set_etag(etag)
    response.headers["Cache-Control"] = "no-cache"
    response.make_conditional(request)
    return response


_BLOCK: Final = 65_536


def download_of(data: bytes | IO[bytes], *, name: str, extension: str, media_type: str) -> Response:
    """Answer with a file; what is no letter or digit in its name becomes a dash. One on the disk is streamed."""
    response = make_response(data) if isinstance(data, bytes) else _streamed(data)
    response.mimetype = media_type
    known = re.sub(r"[^\w-]+", "-", name).strip("-")[:60] or "table"
    plain = known.encode("ascii", errors="ignore").decode().strip("-") or "table"
    # Old browsers know the plain name only, so the full one is added where it says more.
    full = "" if known == plain else f"; filename*=UTF-8''{quote(known)}{extension}"
    response.headers["Content-Disposition"] = f'attachment; filename="{plain}{extension}"{full}'
    return response


def _streamed(file: IO[bytes]) -> Response:
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    wrap = request.environ.get("wsgi.file_wrapper")
    if wrap is not None:  # the server sends it by itself while its threads answer others
        response = Response(wrap(file), direct_passthrough=True)
    else:
        response = Response(_blocks(file))
        response.call_on_close(file.close)
    response.content_length = size
    return response


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while block := file.read(_BLOCK):
            yield block


def draw_svg(template: str, macro: str, *arguments: object) -> Markup:
    """Draw with a macro, which escapes what it gets."""
    return Markup(get_template_attribute(f"{template}.svg.html", macro)(*arguments))
