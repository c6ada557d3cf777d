"""Who may ask what? The one list of routes with the right that each needs, checked before every request.

A route that is not in the list stops the program when it starts. Holding a code is the right: the code stands
in the address, is looked up here, and is never listed anywhere.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Final, Literal

from flask import Flask, current_app, g, request

from astrike.errors import Forbidden, NotFound
from astrike.store.codes import Access, Right, lookup
from astrike.store.limits import GuessLimit
from astrike.web.database import database
from astrike.web.i18n import _
from astrike.web.settings import settings


class Public(Enum):
    """The type of `PUBLIC`, for routes that need no code."""

    PUBLIC = "public"


PUBLIC: Final = Public.PUBLIC
GUESSES_AT_ONCE: Final = 10
GUESSES_PER_MINUTE: Final = 6.0
_LIMIT: Final = "astrike.guess_limit"
Rule = Right | Literal[Public.PUBLIC]

# The table page reads and writes on the same address with different rights, so a rule may name the method.
RULES: Final[Mapping[str, Rule | Mapping[str, Right]]] = {
    "static": PUBLIC,
    "home.show_home": PUBLIC,
    "table.show_table": Right.VIEW,
}


def needed(endpoint: str, method: str) -> Rule:
    """Give the right that a route needs."""
    rule = RULES[endpoint]
    return rule if not isinstance(rule, Mapping) else rule["GET" if method == "HEAD" else method]


def right_now() -> Access:
    """Give what the code in the address opens; only for routes that need a right."""
    found: Access = g.access
    return found


def may(right: Right) -> bool:
    """Tell whether the code in the address allows this much (for templates: show the button or not)."""
    return "access" in g and right_now().right >= right


def init_rights(app: Flask) -> None:
    """Check the code of every request."""
    app.extensions[_LIMIT] = GuessLimit(burst=GUESSES_AT_ONCE, per_minute=GUESSES_PER_MINUTE)
    app.before_request(_check_code)
    app.add_template_global(may)
    app.add_template_global(Right, "Right")


def check_rules(app: Flask) -> None:
    """Stop the program when a route has no rule, or a rule that does not fit its address."""
    wrong: list[str] = []
    for route in app.url_map.iter_rules():
        methods = (route.methods or set()) - {"HEAD", "OPTIONS"}
        for method in sorted(methods):
            try:
                rule = needed(route.endpoint, method)
            except KeyError:
                wrong.append(f"{method} {route.rule} ({route.endpoint}) has no rule in astrike/web/rights.py")
                continue
            if (rule is not PUBLIC) != ("code" in route.arguments):
                wrong.append(f"{method} {route.rule} ({route.endpoint}): a right and <code> belong together")
    if wrong:
        raise RuntimeError("\n".join(wrong))


def _check_code() -> None:
    if request.endpoint is None or request.method == "OPTIONS":
        return
    rule = needed(request.endpoint, request.method)
    if rule is PUBLIC:
        return
    access = _open(str((request.view_args or {})["code"]))
    if not settings().rights:
        access = Access(table_id=access.table_id, right=Right.ORGANISE, version=access.version)
    if access.right < rule:
        raise Forbidden(_FORBIDDEN[rule]())
    g.access = access


def _open(code: str) -> Access:
    """Look a code up; an address that brought too many wrong ones has to wait."""
    limit: GuessLimit = current_app.extensions[_LIMIT]
    address, now = request.remote_addr or "", settings().now().timestamp()
    limit.check(address, now=now)
    try:
        return lookup(database(), code)
    except NotFound:
        limit.count_wrong(address, now=now)
        raise


_FORBIDDEN = {
    Right.VIEW: lambda: _("This code opens no table."),
    Right.PLAY: lambda: _("This code is for looking on. Moving units needs the code to play."),
    Right.ORGANISE: lambda: _("This needs the organiser's code."),
}
