"""What does a check of a database verify in its events? The command line asks this too: nothing here needs a server."""

from typing import Final

from astrike.formats.events.event_file import read_event
from astrike.store.care.row_checks import MoreLooks
from astrike.store.events.row_checks import EventChecks

LOOKS: Final[MoreLooks] = EventChecks(read_event)
