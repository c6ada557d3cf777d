"""What is looked at in the events of a database? Asked by the command line too, so nothing here needs a server."""

from typing import Final

from astrike.formats.eventfile import read_event
from astrike.store.events.row_checks import EventChecks
from astrike.store.row_checks import MoreLooks

LOOKS: Final[MoreLooks] = EventChecks(read_event)
