"""Another tool's map that was sent: what does it draw, and where does it wait until somebody accepts it?

Files are read in processes of their own: large ones need much memory for a moment.
"""

from functools import partial
from typing import Final

from astrike.formats.maps.foundry.scenes import FIRST
from astrike.formats.maps.reading import read_map
from astrike.model.drawing import Drawing
from astrike.store.drafts import Draft, draft, keep_draft
from astrike.web.database import database
from astrike.web.forms import Upload, uploaded_file
from astrike.web.jobs.places import worked_out
from astrike.web.questions.wrong_place import map_wanted
from astrike.web.settings import settings

_KIND: Final = "map"


def sent_map() -> tuple[Upload, Drawing]:
    """Read the map that this form brought; raise `InputError` for anything else."""
    upload = uploaded_file()
    return upload, drawing_in(upload)


def drawing_in(upload: Upload) -> Drawing:
    """Read the map that was sent; raise `InputError` for anything else."""
    with map_wanted(upload.data):
        return worked_out("map", partial(read_map, upload.data, name=upload.name, scene=FIRST))


def keep_map(upload: Upload) -> str:
    """Keep a map, and give the id under which it waits."""
    return keep_draft(database(), kind=_KIND, name=upload.name, data=upload.data, now=settings().now())


def waiting_map(draft_id: str, *, scene: str = "") -> tuple[Draft, Drawing]:
    """Give a map that waits, that of a scene where there are several; raise `NotFound` when there is none any more."""
    waiting = draft(database(), draft_id, kind=_KIND, now=settings().now())
    read = partial(read_map, waiting.data, name=waiting.name, scene=scene or FIRST)
    return waiting, worked_out("map", read)
