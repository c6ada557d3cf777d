"""What does a check of a database verify in its events? The command line asks this too: nothing here needs a server."""

from typing import Final

from astrike.formats.events.event_file import read_event
from astrike.store.care.row_checks import ExtraChecks
from astrike.store.events.row_checks import EventChecks

CHECKS: Final[ExtraChecks] = EventChecks(read_event)
