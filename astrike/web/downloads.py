"""A file to take home, called as the table is called."""

import io
import re
from collections.abc import Iterator
from typing import IO, Final
from urllib.parse import quote

from flask import Response, make_response, request

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
