"""Which phone is this, what does it call itself, and which theme does it want?

All is kept in cookies: there is no account. The name appears in the change log. The id is drawn at random when a table
is first opened, is never shown, and says on that table which sides the phone plays.
"""

import re
import secrets
from urllib.parse import quote, unquote

from flask import Flask, Response, after_this_request, g, request

from astrike.errors import InputError, Problem
from astrike.web.http.i18n import _

NAME_COOKIE = "astrike_device"
ID_COOKIE = "astrike_id"
BAR_COOKIE = "astrike_turn_bar"
JOIN_COOKIE = "astrike_join"
THEME_COOKIE = "astrike_theme"
THEMES = ("auto", "light", "dark")
NAME_LENGTH = 24
_YEAR = 365 * 24 * 3600
_ID = re.compile(r"[0-9a-f]{32}")


def device_name() -> str:
    """Give the nickname of the device that asks, or that it has none."""
    return chosen_name() or unnamed()


def unnamed() -> str:
    """Give the words for a phone whose holder has not said a name."""
    return _("an unnamed phone")


def chosen_name() -> str:
    """Give the nickname that this device chose, or nothing."""
    return _tidy(unquote(request.cookies.get(NAME_COOKIE, ""), errors="replace"))[:NAME_LENGTH]


def device_id() -> str:
    """Give the random id of the device that asks; one that is new is kept with the answer."""
    kept = request.cookies.get(ID_COOKIE, "")
    if _ID.fullmatch(kept):
        return kept
    if "device_id" not in g:
        g.device_id = secrets.token_hex(16)
        after_this_request(_keep_id)
    drawn: str = g.device_id
    return drawn


def known_device() -> str | None:
    """Give the id of the device that asks; None where it has none yet."""
    kept = request.cookies.get(ID_COOKIE, "")
    return kept if _ID.fullmatch(kept) else g.get("device_id")


def theme() -> str:
    """Give the chosen theme; ``auto`` follows the system."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else THEMES[0]


def hides_turn_bar() -> bool:
    """Has this device switched the turn bar off?"""
    return request.cookies.get(BAR_COOKIE) == "off"


def keep_turn_bar(response: Response, *, is_shown: bool) -> None:
    """Remember whether the turn bar is shown."""
    _keep(response, BAR_COOKIE, "on" if is_shown else "off")


def hides_join_hint() -> bool:
    """Was it read on this device how another phone joins this table?"""
    return request.cookies.get(JOIN_COOKIE) == "off"


def keep_join_hint_away(response: Response, *, table: str) -> None:
    """Remember that it was read how another phone joins the table at an address."""
    _keep(response, JOIN_COOKIE, "off", path=table)


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


def _keep_id(response: Response) -> Response:
    _keep(response, ID_COOKIE, g.device_id)
    return response


def _tidy(name: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def _keep(response: Response, cookie: str, value: str, *, path: str = "/") -> None:
    response.set_cookie(
        cookie, value, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure, path=path
    )
