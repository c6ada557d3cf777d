"""How are style sheets, scripts and pictures served?

They are read once at startup: scripts joined to bundles, scripts and styles without comments and blanks. The address
carries a digest of all that is served, so phones may cache it for a year, and bundles that import each other stay in
step; an old address is answered with today's file and not cached.
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path

from flask import Flask, Response, request
from rcssmin import cssmin

from astrike.errors import NotFound
from astrike.web.http.assets import static_dir
from astrike.web.http.page_routes import PUBLIC, PageRoute, add_route
from astrike.web.http.script_bundles import bundles_of

# A server must not depend on what the machine's registry says about .js.
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".txt": "text/plain"}
_STYLE = ".css"
_PACKED = ".gz"
_JOINT = "+"
_MOST_JOINED = 8
_KEPT_JOINED = 64


class _File:
    """One file as it is served; packed when somebody first asks for it, unless it lay there packed."""

    def __init__(self, body: bytes, name: str, packed: bytes | None = None) -> None:
        self.body = body
        self._lay_packed = packed
        guessed, _encoding = mimetypes.guess_type(name)
        self.mimetype = _TYPES.get(Path(name).suffix) or guessed or "application/octet-stream"

    @cached_property
    def packed(self) -> bytes | None:
        """The file as gzip, where that is worth it."""
        if self._lay_packed is not None:
            return self._lay_packed
        packed = gzip.compress(self.body, mtime=0)
        return packed if len(packed) < 0.9 * len(self.body) else None


def init_static(app: Flask) -> None:
    """Serve the static files and give templates `static_url`."""
    files = dict(_read(static_dir()))
    digest = hashlib.sha256()
    for name, file in sorted(files.items()):
        digest.update(name.encode() + b"\0" + file.body)
    version = digest.hexdigest()[:10]
    found_file = _finder(files)

    @lru_cache(maxsize=_KEPT_JOINED)
    def static_url(*names: str) -> str:
        """Give the address of a file, or of several style sheets of one folder as one."""
        first, *others = names
        name = _JOINT.join([first.removesuffix(_STYLE), *(Path(each).stem for each in others)])
        name = name + _STYLE if others else first
        if found_file(name) is None:
            raise LookupError(f"no static file {name}")
        return f"/static/{version}/{name}"

    def static(asked_version: str, name: str) -> Response:
        file = found_file(name)
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


def _finder(files: dict[str, _File]) -> Callable[[str], _File | None]:
    """Give the function that finds a file, or joins the style sheets whose names are joined in its own."""

    @lru_cache(maxsize=_KEPT_JOINED)
    def joined(name: str) -> _File | None:
        folder, _slash, stems = name.removesuffix(_STYLE).rpartition("/")
        parts = stems.split(_JOINT)
        sheets = [files.get(f"{folder}/{each}{_STYLE}") for each in parts]
        if len(parts) > _MOST_JOINED or len(set(parts)) < len(parts) or None in sheets:
            return None
        return _File(b"".join(each.body for each in sheets if each is not None), name)

    def found_file(name: str) -> _File | None:
        return files.get(name) or (joined(name) if _JOINT in name and name.endswith(_STYLE) else None)

    return found_file


def _read(folder: Path) -> Iterator[tuple[str, _File]]:
    """Give all files by their names in the folder, as they are served.

    A vendored one stays as it is; a file of the same name with ``.gz`` is what phones get of it, packed with more
    patience than there is here.
    """
    scripts: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name.startswith("js/"):
            scripts[path.name] = path.read_text(encoding="utf-8")
        elif name.startswith("css/"):
            yield name, _File(cssmin(path.read_text(encoding="utf-8")).encode(), name)
        elif path.is_file() and path.suffix != _PACKED:
            packed = path.with_name(path.name + _PACKED)
            yield name, _File(path.read_bytes(), name, packed.read_bytes() if packed.exists() else None)
    for name, text in bundles_of(scripts).items():
        yield f"js/{name}", _File(text.encode(), name)
