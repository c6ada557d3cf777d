"""What may a browser do with these pages, and from where may it send a request?

Headers on every response; a refusal of writes that another site's page sent; and a refusal of requests that call this
server by a foreign name, since a site whose name is pointed at this machine could otherwise read everything here as
its own. Nothing here needs a secure context: on plain http browsers leave out Sec-Fetch-Site, so there the Origin or
Referer is compared with the Host.
"""

import re
from urllib.parse import urlsplit

from flask import Flask, Response, request

from astrike.errors import Forbidden, InputError, Misdirected, Problem
from astrike.web.http.i18n import _
from astrike.web.http.server_addresses import addresses_to_offer, host_in
from astrike.web.settings import settings

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_OF_FILES = frozenset({"X-Content-Type-Options", "Cross-Origin-Resource-Policy"})
"""What scripts, styles and our own pictures need of these: the others are about pages."""
_FILES = frozenset({"text/javascript", "text/css", "image/svg+xml"})
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_HOST = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
REACHED = "astrike.reached"
"""Where in a request's environment the server says which address of this machine it came to."""
_THIS_MACHINE = re.compile(r"(?:localhost|127\.[0-9.]+|\[::1\])(?::[0-9]+)?")


def init_security(app: Flask) -> None:
    """Check every request and mark every response."""
    app.before_request(_check_host)
    app.before_request(_check_sender)
    app.after_request(_add_headers)


def _check_host() -> None:
    host = request.headers.get("Host", "")
    if not _HOST.fullmatch(host):
        expected = _("the name or address of this server")
        raise InputError([Problem(at="Host", found=repr(host[:60]), expected=expected)])
    listening = settings().listening
    # What the page about it looks like is no secret.
    if listening is None or request.endpoint == "static":
        return
    if not listening.answers_to(host_in(host), reached=request.environ.get(REACHED, "")):
        expected = ", ".join(addresses_to_offer())
        raise Misdirected([Problem(at="Host", found=repr(host[:60]), expected=expected)])


def _check_sender() -> None:
    if request.method not in _SAFE and not is_same_site():
        raise Forbidden(
            _("Another site's page sent this, so nothing was changed. Please open the page here.")
        )


def is_same_site() -> bool:
    """Tell whether one of our own pages (or, for the API, no page at all) sent this request."""
    fetch_site = request.headers.get("Sec-Fetch-Site")
    if fetch_site is not None:
        return fetch_site in ("same-origin", "none")
    sender = request.headers.get("Origin") or request.headers.get("Referer")
    if sender is None:
        # Programs send neither. The API keeps nothing, so it may answer them; forms come from pages only.
        return request.path.startswith("/api/")
    try:
        return urlsplit(sender).netloc.lower() == request.headers.get("Host", "").lower()
    except ValueError:
        return False


def _add_headers(response: Response) -> Response:
    is_file = request.endpoint == "static" and response.mimetype in _FILES
    for name, value in HEADERS.items():
        if not is_file or name in _OF_FILES:
            response.headers.setdefault(name, value)
    if not is_file and (request.is_secure or _THIS_MACHINE.fullmatch(request.headers.get("Host", ""))):
        # Elsewhere on plain http browsers ignore it, and complain.
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    return response
