"""A file to take home, called as the table is called."""

import re
from urllib.parse import quote

from flask import Response, make_response


def download_of(data: bytes, *, name: str, extension: str, media_type: str) -> Response:
    """Answer with a file; what is no letter or digit in its name becomes a dash."""
    response = make_response(data)
    response.mimetype = media_type
    known = re.sub(r"[^\w-]+", "-", name).strip("-")[:60] or "table"
    plain = known.encode("ascii", errors="ignore").decode().strip("-") or "table"
    # Old browsers know the plain name only, so the full one is added where it says more.
    full = "" if known == plain else f"; filename*=UTF-8''{quote(known)}{extension}"
    response.headers["Content-Disposition"] = f'attachment; filename="{plain}{extension}"{full}'
    return response
