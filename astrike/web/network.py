"""By which addresses and names is this machine reached, and which of them should other devices use?"""

import ipaddress
import re
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem

EVERYWHERE: Final = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - it is what --lan asks for
_NAME: Final = re.compile(
    r"(?:(?P<scheme>https?)://)?(?P<host>[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])"
    r"(?P<port>:[0-9]{1,5})?/?"
)
_FRESH_SECONDS: Final = 10.0
"""Seconds for which the machine's addresses count as known: a laptop rarely changes its Wi-Fi twice in that time."""


# Nothing is sent: a UDP socket that is "connected" only looks up which of our addresses would be used.
# The first is reserved for documentation, so it takes the way to the internet; the others are those
# of hotspots and halls.
_ELSEWHERE = (
    "192.0.2.1",
    "192.168.0.1",
    "192.168.1.1",
    "192.168.43.1",
    "192.168.137.1",
    "10.0.0.1",
    "10.42.0.1",
    "172.16.0.1",
)


def own_addresses() -> tuple[str, ...]:
    """List this machine's IPv4 addresses on its networks, the likeliest first."""
    found = [*_by_route(), *_by_interface(), *_by_name()]
    return tuple(
        dict.fromkeys(address for address in found if not address.startswith(("127.", "0.", "169.254.")))
    )


def _by_route() -> list[str]:
    found: list[str] = []
    for elsewhere in _ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((elsewhere, 9))
            except OSError:  # no way there
                continue
            found.append(str(probe.getsockname()[0]))
    return found


def _by_interface() -> list[str]:
    if sys.platform != "linux":
        return []
    import fcntl

    get_address = 0x8915  # SIOCGIFADDR
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), get_address, request)
            except OSError:  # an interface without an address
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _by_name() -> list[str]:
    try:
        rows = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:  # the machine does not know its own name
        return []
    return [str(row[4][0]) for row in rows]


@dataclass(frozen=True, slots=True)
class GivenName:
    """A name of this server that was given at the start, such as one that a router or a reverse proxy knows.

    >>> GivenName.read("https://Hall.example").address(8765), GivenName.read("hall.lan").address(8765)
    ('https://hall.example', 'http://hall.lan:8765')
    """

    host: str
    scheme: str = ""
    port: str = ""
    """With its colon; empty: the port listened on, or that of the scheme where one was given."""

    @classmethod
    def read(cls, text: str) -> "GivenName":
        """Read ``HOST``, ``HOST:PORT`` or ``https://HOST``; raise `InputError` for anything else."""
        match = _NAME.fullmatch(text.strip())
        if match is None or (match["port"] and int(match["port"][1:]) > 65535):
            expected = "a name or an address, such as hall.lan, hall.lan:80 or https://hall.example"
            raise InputError([Problem("--name", repr(text[:60]), expected)])
        return cls(plain_host(match["host"]), match["scheme"] or "", match["port"] or "")

    def address(self, port: int) -> str:
        """Give what to type, for a server that listens on `port`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        shown = self.port if self.scheme or self.port else f":{port}"
        return f"{self.scheme or 'http'}://{host}{shown}"


@dataclass(slots=True)
class Listening:
    """Where the server listens, and what follows: the names it answers to, the addresses for other devices.

    The machine's own addresses are looked up anew when they may have changed, at most every few seconds.
    """

    host: str
    port: int
    names: tuple[GivenName, ...] = ()
    look_up: Callable[[], Sequence[str]] = own_addresses
    clock: Callable[[], float] = time.monotonic
    _found: tuple[str, ...] = ()
    _looked_at: float | None = None
    _guard: threading.Lock = field(default_factory=threading.Lock)

    @property
    def is_everywhere(self) -> bool:
        """Tell whether every address of this machine is listened on."""
        return self.host in EVERYWHERE

    @property
    def local(self) -> str:
        """The address for a browser on this machine."""
        return address_of("127.0.0.1" if self.is_everywhere else self.host, self.port)

    @property
    def named(self) -> tuple[str, ...]:
        """The addresses of the names that were given."""
        return tuple(name.address(self.port) for name in self.names)

    def addresses_for_others(self) -> tuple[str, ...]:
        """Give the addresses that other devices can use, the one to offer first; none when nobody else reaches it."""
        return tuple(dict.fromkeys((*self.named, *(address_of(each, self.port) for each in self._own()))))

    def answers_to(self, host: str, *, reached: str = "") -> bool:
        """Tell whether a request may call this server so; `reached` is the address where it came in.

        >>> here = Listening("127.0.0.1", 8765, (GivenName.read("hall.lan"),))
        >>> [here.answers_to(each) for each in ("localhost", "Hall.LAN", "[::1]", "evil.example", "192.168.1.5")]
        [True, True, True, False, False]
        """
        plain = plain_host(host)
        if plain == "localhost" or plain in {name.host for name in self.names}:
            return True
        if is_loopback(plain):
            return self.is_everywhere or is_loopback(plain_host(self.host))
        if plain == plain_host(self.host):
            return not self.is_everywhere
        if not self.is_everywhere or not _is_address(plain):
            return False
        return plain == plain_host(reached) or plain in self._own()

    def _own(self) -> tuple[str, ...]:
        if not self.is_everywhere:
            return () if is_loopback(plain_host(self.host)) else (self.host,)
        with self._guard:
            now = self.clock()
            if self._looked_at is None or now - self._looked_at >= _FRESH_SECONDS:
                self._found, self._looked_at = tuple(self.look_up()), now
            return self._found


def address_of(host: str, port: int) -> str:
    """Write what a browser's address bar takes.

    >>> address_of("fe80::1", 8765)
    'http://[fe80::1]:8765'
    """
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def plain_host(host: str) -> str:
    """Write a host in one way: small letters, no brackets or final dot, addresses in their short form.

    >>> plain_host("Hall.LAN."), plain_host("[0:0:0:0:0:0:0:1]"), plain_host("::ffff:10.0.0.7")
    ('hall.lan', '::1', '10.0.0.7')
    """
    text = host.lower().removeprefix("[").removesuffix("]").partition("%")[0]
    try:
        parsed = ipaddress.ip_address(text)
    except ValueError:
        return text.removesuffix(".")
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return str(mapped or parsed)


def is_loopback(plain: str) -> bool:
    """Tell whether a plain host is this machine for itself.

    >>> is_loopback("127.0.0.2"), is_loopback("::1"), is_loopback("localhost"), is_loopback("10.0.0.7")
    (True, True, True, False)
    """
    return plain == "localhost" or (_is_address(plain) and ipaddress.ip_address(plain).is_loopback)


def address_group(address: str) -> str:
    """Answer what is limited together: an IPv4 address, or the network of an IPv6 address, which holds many.

    >>> address_group("192.168.1.7"), address_group("2001:db8::1:2:3:4")
    ('192.168.1.7', '2001:db8::/64')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:  # a socket's name, or nothing: one bucket for each such text
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed.packed, 64), strict=False))


def _is_address(plain: str) -> bool:
    try:
        ipaddress.ip_address(plain)
    except ValueError:
        return False
    return True
