"""What does the preview of another tool's map show, whatever it is to become: terrain, a table or a layout?"""

from collections.abc import Mapping
from dataclasses import dataclass

from astrike.editing.bringing import TERRAIN, WAYS, WHOLE, leaving
from astrike.errors import Problem
from astrike.model.drawing import Drawing
from astrike.store.drafts import Draft
from astrike.web.current import Current
from astrike.web.i18n import _
from astrike.web.views.drawings import Preview, of_this_scene


@dataclass(frozen=True, slots=True)
class MapPreviewContext:
    """How a file would lie on the table; `current` is none for a new table or a layout."""

    current: Current | None
    use: str
    """What accepting it is called."""
    version: int
    draft: Draft
    name: str
    preview: Preview
    here: str
    """The address of this preview."""
    back: str
    modes: tuple[tuple[str, str], ...]
    off: int
    """How many units would have no place on the table any more."""
    problems: tuple[Problem, ...]


def import_name(drawing: Drawing, asked: Mapping[str, str], waiting: Draft) -> str:
    """Give the name that was typed for this scene, else a title."""
    return of_this_scene(drawing, asked).get("name", "").strip() or _title(drawing, waiting)


def _title(drawing: Drawing, waiting: Draft) -> str:
    """Call a new table as the map calls itself, else as its file is called, without what it ends with."""
    file = waiting.name.replace("\\", "/").rpartition("/")[2]
    found = file if drawing.name in ("", waiting.name) else drawing.name
    return found.partition(".")[0] or _("Table")


def import_preview_context(
    current: Current | None,
    waiting: Draft,
    preview: Preview,
    more: tuple[Problem, ...],
    *,
    name: str,
    here: str,
    back: str,
    use: str,
) -> MapPreviewContext:
    """Give what the page of a preview shows; `current` is the table whose terrain it would change, if it is one's."""
    words: Mapping[str, str] = {
        WHOLE: _("Instead of all terrain here, in the map's size"),
        TERRAIN: _("Instead of all terrain here, the table keeps its size"),
    }
    off: tuple[str, ...] = ()
    if current is not None and preview.placed is not None:
        off = leaving(current.stored.document, preview.placed.document, way=preview.values["mode"])
    return MapPreviewContext(
        current=current,
        use=use,
        version=0 if current is None else current.version,
        draft=waiting,
        name=name,
        preview=preview,
        here=here,
        back=back,
        modes=tuple((way, words.get(way, _("Beside what lies here"))) for way in WAYS),
        off=len(off),
        problems=(*preview.problems, *more),
    )
