"""How does a conversion read: what the file was taken for, what lies on the table now, what was left out?"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from astrike.model.conversion import Converted
from astrike.model.import_notes import ImportNote
from astrike.report.schema import (
    FLAG,
    STATED,
    TEXT,
    WHOLE,
    Json,
    JsonRecord,
    key,
    list_of,
    object_of,
    or_null,
)
from astrike.report.words.numbers import size
from astrike.report.words.terminal import WIDTH, Column, grid
from astrike.report.words.texts import Translate, untranslated, visible
from astrike.report.words.texts import to_translate as _

_LABEL = 10


_NOTE: Final = JsonRecord[ImportNote]("", key("at", TEXT), key("words", TEXT), key("count", WHOLE))
CONVERSION: Final = JsonRecord[Converted](
    "",
    key("source", TEXT),
    key("target", TEXT),
    key("scale", or_null(STATED)),
    key("unit", TEXT),
    key("scale_is_guess", FLAG, "is_guess"),
    key(
        "size",
        or_null(list_of(STATED).with_schema(minItems=2, maxItems=2)),
        lambda each: None if each.table is None else (each.table.width, each.table.depth),
    ),
    key(
        "pieces",
        object_of(WHOLE),
        lambda each: Counter(piece.kind for piece in each.table.terrain) if each.table is not None else {},
    ),
    key("units", WHOLE),
    key("notes", list_of(_NOTE)),
)


def conversion_json(converted: Converted) -> Json:
    """Write what became of a file as plain values."""
    return CONVERSION.written(converted)


def conversion_text(converted: Converted, *, translate: Translate = untranslated) -> str:
    """Say what became of a file."""
    rows = [(translate(label), words) for label, words in _rows(converted, translate)]
    rows += [
        ("" if number else translate(_("Notes")), _note(note)) for number, note in enumerate(converted.notes)
    ]
    return "\n".join(grid(rows, [Column(_LABEL), Column(WIDTH - _LABEL - 2)]))


def _rows(converted: Converted, translate: Translate) -> Iterator[tuple[str, str]]:
    yield _("Read"), converted.source
    if converted.scale is not None:
        scale = translate(_("%(scale)s inches per %(unit)s")) % {
            "scale": f"{converted.scale:g}",
            "unit": converted.unit,
        }
        if converted.unit == "in" and converted.scale == 1.0:
            scale = translate(_("the file is in inches"))
        yield _("Scale"), scale + (translate(_(": a guess, say --scale")) if converted.is_guess else "")
    table = converted.table
    if table is not None:
        yield _("Table"), f"{size(table.width, table.depth)}, {table.edition}"
        kinds = Counter(piece.kind for piece in table.terrain)
        if kinds:
            yield _("Terrain"), ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    if converted.units:
        yield _("Units"), str(converted.units)
    yield _("Written"), converted.target


def _note(note: ImportNote) -> str:
    return visible(note.sentence)
