"""May this address try another code? A bucket of attempts for each address, refilled as time passes.

Only new wrong codes cost an attempt: a hall of phones that hold their codes never notices, and a screen that asks for
the same wrong one all day has guessed once. Time is an argument.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from astrike.errors import TooMany
from astrike.web.network import address_group

MOST_ADDRESSES: Final = 10_000
MOST_REMEMBERED: Final = 40
"""Wrong codes of an address; more than a burst and what comes back in minutes."""


@dataclass(frozen=True, slots=True)
class _Tries:
    """What is left for an address, when that was counted, and fingerprints of what it tried last."""

    left: float
    counted: float
    tried: tuple[int, ...] = ()


class GuessLimit:
    """Lets an address guess `burst` times at once and `per_minute` times a minute in the long run.

    >>> limit = GuessLimit(burst=1, per_minute=6)
    >>> limit.count_wrong("192.168.1.7", "7KQ2011M3Z", now=0.0)
    >>> limit.count_wrong("192.168.1.7", "8KQ2011M3Z", now=1.0)
    Traceback (most recent call last):
    astrike.errors.TooMany: Too many wrong codes. Please wait a little.
    >>> limit.count_wrong("192.168.1.7", "8KQ2011M3Z", now=10.0)
    """

    def __init__(self, *, burst: int, per_minute: float, most_addresses: int = MOST_ADDRESSES) -> None:
        self._burst = float(burst)
        self._per_second = per_minute / 60
        self._most_addresses = most_addresses
        self._guard = threading.Lock()
        # An address that never tried a wrong code needs no row.
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def count_wrong(self, address: str, code: str, *, now: float, is_guess: bool = True) -> None:
        """Take an attempt from an address for a wrong code; refuse it when none is left, whatever the code is.

        What it tried before costs nothing again, nor does what is no guess: what opened something once.
        """
        key, print_of_code = address_group(address), hash(code)
        with self._guard:
            before = self._tries.get(key, _Tries(self._burst, now))
            left = self._left_at(before, now)
            is_new = is_guess and print_of_code not in before.tried
            if is_new and left >= 1:
                tried = (*before.tried, print_of_code)[-MOST_REMEMBERED:]
                self._tries[key] = _Tries(left - 1, now, tried)
                self._tries.move_to_end(key)
                if len(self._tries) > self._most_addresses:
                    self._tries.popitem(last=False)
        if left < 1:
            wait_seconds = (1 - left) / self._per_second
            raise TooMany("Too many wrong codes. Please wait a little.", wait_seconds=wait_seconds)

    def _left_at(self, tries: _Tries, now: float) -> float:
        return min(self._burst, tries.left + max(0.0, now - tries.counted) * self._per_second)
