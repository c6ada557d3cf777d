"""By which wifi do phones get into the network of a server?"""

from typing import Final

from astrike.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Wifi:
    """A wifi as an organizer types it; without a password it is open."""

    name: str = ""
    password: str = ""


NO_WIFI: Final = Wifi()
