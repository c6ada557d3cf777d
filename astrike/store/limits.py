"""May this address try another code? A bucket of attempts for each address, refilled as time passes.

Only wrong codes cost an attempt, so a hall of phones that hold their codes never notices. Time is an
argument.
"""

import ipaddress
import threading
from collections import OrderedDict
from typing import Final

from astrike.errors import TooMany

MOST_ADDRESSES: Final = 10_000


class GuessLimit:
    """Lets an address guess `burst` times at once and `per_minute` times a minute in the long run.

    >>> limit = GuessLimit(burst=1, per_minute=6)
    >>> limit.check("192.168.1.7", now=0.0)
    >>> limit.count_wrong("192.168.1.7", now=0.0)
    >>> limit.check("192.168.1.7", now=1.0)
    Traceback (most recent call last):
    astrike.errors.TooMany: Too many wrong codes. Please wait a little.
    >>> limit.check("192.168.1.7", now=10.0)
    """

    def __init__(self, *, burst: int, per_minute: float, most_addresses: int = MOST_ADDRESSES) -> None:
        self._burst = float(burst)
        self._per_second = per_minute / 60
        self._most_addresses = most_addresses
        self._guard = threading.Lock()
        # What is left for each address and when it was counted; full buckets need no row.
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, address: str, *, now: float) -> None:
        """Refuse an address that has no attempt left, whatever code it brings."""
        with self._guard:
            left = self._left_at(address_group(address), now)
        if left < 1:
            wait_seconds = (1 - left) / self._per_second
            raise TooMany("Too many wrong codes. Please wait a little.", wait_seconds=wait_seconds)

    def count_wrong(self, address: str, *, now: float) -> None:
        """Take one attempt from an address that brought a wrong code."""
        key = address_group(address)
        with self._guard:
            self._left[key] = (max(0.0, self._left_at(key, now) - 1), now)
            self._left.move_to_end(key)
            if len(self._left) > self._most_addresses:
                self._left.popitem(last=False)

    def _left_at(self, key: str, now: float) -> float:
        left, counted = self._left.get(key, (self._burst, now))
        return min(self._burst, left + max(0.0, now - counted) * self._per_second)


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
