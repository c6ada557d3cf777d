"""At which addresses do other devices find this server, and which of them is meant?"""

import re
from typing import Final

from flask import Flask, request

from astrike.errors import InputError, Problem
from astrike.web.i18n import _
from astrike.web.settings import settings

_THIS_MACHINE: Final = re.compile(r"(localhost|127\.[0-9.]+|\[::1\])(:[0-9]+)?")


def is_for_this_machine(address: str) -> bool:
    """Tell whether an address leads other devices to themselves, so that its code cannot be scanned.

    >>> is_for_this_machine("http://127.0.0.1:8765"), is_for_this_machine("http://192.168.1.5:8765")
    (True, False)
    """
    return _THIS_MACHINE.fullmatch(address.partition("://")[2].lower()) is not None


def servers() -> tuple[str, ...]:
    """Give the addresses of this server as others can use them, the likeliest first."""
    here = request.host_url.rstrip("/")
    if is_for_this_machine(here):
        return (*settings().addresses, here)
    return tuple(dict.fromkeys((here, *settings().addresses)))


def chosen_server(known: tuple[str, ...]) -> str:
    """Give the server that the address of this page asks for, else the likeliest."""
    text = request.args.get("server", "0")
    if text not in {str(number) for number in range(len(known))}:
        expected = _("a number from 0 to %(most)s", most=len(known) - 1)
        raise InputError([Problem(at="server", found=repr(text[:20]), expected=expected)])
    return known[int(text)]


def init_reachable(app: Flask) -> None:
    """Let pages with codes say when nobody else can use them."""
    app.add_template_test(is_for_this_machine, "for_this_machine")
