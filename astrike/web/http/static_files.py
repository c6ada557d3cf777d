"""How are style sheets, scripts and pictures served?

They are read once at startup. The address carries a digest of all of them, so phones may cache them for a year, and
scripts that import each other stay in step; an old address is answered with today's file and not cached.
"""

import gzip
import hashlib
import mimetypes
from pathlib import Path

from flask import Flask, Response, request

from astrike.dataclass import dataclass
from astrike.errors import NotFound
from astrike.web.http.assets import static_dir
from astrike.web.http.page_routes import PUBLIC, PageRoute, add_route

# A server must not depend on what the machine's registry says about .js.
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".txt": "text/plain"}


@dataclass(frozen=True, slots=True)
class _File:
    body: bytes
    packed: bytes | None
    mimetype: str


def init_static(app: Flask) -> None:
    """Serve the static files and give templates `static_url`."""
    files = _read(static_dir())
    digest = hashlib.sha256()
    for name, file in sorted(files.items()):
        digest.update(name.encode() + b"\0" + file.body)
    version = digest.hexdigest()[:10]

    def static_url(name: str) -> str:
        if name not in files:
            raise LookupError(f"no static file {name}")
        return f"/static/{version}/{name}"

    def static(asked_version: str, name: str) -> Response:
        file = files.get(name)
        if file is None:
            raise NotFound("There is no such file.")
        response = Response(file.body, mimetype=file.mimetype)
        if file.packed is not None:
            response.vary.add("Accept-Encoding")
            if request.accept_encodings["gzip"] > 0:
                response.set_data(file.packed)
                response.headers["Content-Encoding"] = "gzip"
        response.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable" if asked_version == version else "no-cache"
        )
        return response

    add_route(app, PageRoute("/static/<asked_version>/<path:name>", static, PUBLIC))
    app.add_template_global(static_url)


def _read(folder: Path) -> dict[str, _File]:
    found: dict[str, _File] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            body = path.read_bytes()
            guessed, _encoding = mimetypes.guess_type(path.name)
            mimetype = _TYPES.get(path.suffix) or guessed or "application/octet-stream"
            packed = gzip.compress(body, mtime=0)
            found[path.relative_to(folder).as_posix()] = _File(
                body=body, packed=packed if len(packed) < 0.9 * len(body) else None, mimetype=mimetype
            )
    return found
