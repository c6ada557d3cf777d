"""Is a response worth compressing for a crowded Wi-Fi? waitress sends what it gets, so it is compressed here."""

import gzip

from flask import Flask, Response, request

_SHORTEST = 600
_PACKED_TYPES = frozenset({"application/json", "application/geo+json", "image/svg+xml"})


def init_compression(app: Flask) -> None:
    """Pack text for clients that take gzip."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    mimetype = response.mimetype or ""
    is_text = mimetype.startswith("text/") or mimetype in _PACKED_TYPES
    if not is_text or response.direct_passthrough or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] <= 0:
        return response
    body = response.get_data()
    if len(body) >= _SHORTEST:
        response.set_data(gzip.compress(body, compresslevel=5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response
