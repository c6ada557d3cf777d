"""What does this phone call itself, and which theme does it want?

Both are kept in cookies alone: there is no account, and nothing is kept on the server. The name appears in the change
log.
"""

from urllib.parse import quote, unquote

from flask import Flask, Response, request

from astrike.errors import InputError, Problem
from astrike.web.http.i18n import _

NAME_COOKIE = "astrike_device"
THEME_COOKIE = "astrike_theme"
THEMES = ("auto", "light", "dark")
NAME_LENGTH = 24
_YEAR = 365 * 24 * 3600


def device_name() -> str:
    """Give the nickname of the device that asks, or that it has none."""
    return chosen_name() or _("an unnamed phone")


def chosen_name() -> str:
    """Give the nickname that this device chose, or nothing."""
    return _tidy(unquote(request.cookies.get(NAME_COOKIE, ""), errors="replace"))[:NAME_LENGTH]


def theme() -> str:
    """Give the chosen theme; ``auto`` follows the system."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else THEMES[0]


def keep_name(response: Response, name: str) -> None:
    """Remember the nickname; an empty one forgets it."""
    tidy = _tidy(name)
    if len(tidy) > NAME_LENGTH:
        found = _("%(count)s letters", count=len(tidy))
        raise InputError([Problem(at="name", found=found, expected=_("at most %(most)s", most=NAME_LENGTH))])
    _keep(response, NAME_COOKIE, quote(tidy))


def keep_theme(response: Response, chosen: str) -> None:
    """Remember the theme."""
    if chosen not in THEMES:
        raise InputError([Problem(at="theme", found=repr(chosen[:20]), expected=", ".join(THEMES))])
    _keep(response, THEME_COOKIE, chosen)


def local_path(address: str) -> str:
    """Give an address back when it is on this server, else the front page.

    >>> local_path("/t/ABC?x=1"), local_path("//elsewhere.example"), local_path("https://elsewhere.example")
    ('/t/ABC?x=1', '/', '/')
    """
    is_local = address.startswith("/") and not address.startswith("//") and "\\" not in address
    return address if is_local and address.isprintable() else "/"


def init_device(app: Flask) -> None:
    """Let every template know name and theme."""
    app.add_template_global(device_name)
    app.add_template_global(chosen_name, "chosen_device_name")
    app.add_template_global(theme)


def _tidy(name: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def _keep(response: Response, cookie: str, value: str) -> None:
    response.set_cookie(
        cookie, value, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
    )
