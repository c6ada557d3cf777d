"""By which wifi do phones get into the network of a server?"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Wifi:
    """A wifi as an organizer types it; without a password it is open."""

    name: str = ""
    password: str = ""


NO_WIFI: Final = Wifi()
