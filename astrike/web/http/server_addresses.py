"""At which addresses do other devices reach this server, and which of them goes on printed codes?"""

from flask import Flask, request

from astrike.errors import InputError, Problem
from astrike.web.http.i18n import _
from astrike.web.network import is_loopback, plain_host
from astrike.web.settings import settings


def address_for_others() -> str:
    """Give the address that other devices should use, such as ``http://192.168.1.5:8765``.

    A name that was given with ``--name`` comes first. Empty when only this machine reaches the server.
    """
    return next(iter(_for_others()), "")


def is_for_this_machine(address: str) -> bool:
    """Tell whether an address leads other devices to themselves, so that its code cannot be scanned.

    >>> is_for_this_machine("http://127.0.0.1:8765"), is_for_this_machine("http://192.168.1.5:8765")
    (True, False)
    """
    return is_loopback(plain_host(host_in(address.partition("://")[2].rstrip("/"))))


def servers() -> tuple[str, ...]:
    """Give the addresses of this server, first those that others can use, the likeliest first."""
    return tuple(dict.fromkeys((*_for_others(), _here())))


def chosen_server(known: tuple[str, ...]) -> str:
    """Give the server that the address of this page asks for, else the likeliest."""
    text = request.args.get("server", "0")
    if text not in {str(number) for number in range(len(known))}:
        expected = _("a number from 0 to %(most)s", most=len(known) - 1)
        raise InputError([Problem(at="server", found=repr(text[:20]), expected=expected)])
    return known[int(text)]


def addresses_to_offer() -> tuple[str, ...]:
    """Give where to go instead, whatever name this request called the server: nothing here comes from it."""
    listening = settings().listening
    if listening is None:
        return settings().addresses
    return tuple(dict.fromkeys((*listening.addresses_for_others(), listening.local)))


def host_in(netloc: str) -> str:
    """Give the host of a ``Host`` header, without its port.

    >>> host_in("hall.lan:8765"), host_in("[::1]:8765"), host_in("[::1]")
    ('hall.lan', '[::1]', '[::1]')
    """
    host, colon, port = netloc.rpartition(":")
    return host if colon and port.isdecimal() else netloc


def _here() -> str:
    return request.host_url.rstrip("/")


def _for_others() -> tuple[str, ...]:
    listening, here = settings().listening, _here()
    own = settings().addresses if listening is None else listening.addresses_for_others()
    if is_for_this_machine(here):
        return own
    # This page got through under its own address; a name that was given is still the better one to write down.
    named = () if listening is None else listening.named
    plain = plain_host(host_in(request.host))
    if listening is not None and any(each.host == plain and not each.scheme for each in listening.names):
        named = (here, *named)  # as it is reached: a router may forward another port
    return tuple(dict.fromkeys((*named, here, *own)))


def init_reachable(app: Flask) -> None:
    """Let pages with codes say when nobody else can use them."""
    app.add_template_test(is_for_this_machine, "for_this_machine")
