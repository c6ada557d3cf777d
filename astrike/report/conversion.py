"""How does a conversion read: what the file was taken for, what lies on the table now, what was left out?"""

from collections import Counter
from collections.abc import Iterator

from astrike.model.conversion import Converted
from astrike.model.notes import Note
from astrike.report.columns import WIDTH, Column, grid
from astrike.report.figures import size
from astrike.report.words import Translate, same, visible
from astrike.report.words import mark as _

_LABEL = 10


def conversion_json(converted: Converted) -> dict[str, object]:
    """Write what became of a file as plain values."""
    table = converted.table
    pieces = Counter(piece.kind for piece in table.terrain) if table is not None else {}
    return {
        "source": converted.source,
        "target": converted.target,
        "scale": converted.scale,
        "unit": converted.unit,
        "scale_is_guess": converted.is_guess,
        "size": None if table is None else [table.width, table.depth],
        "pieces": dict(pieces),
        "units": converted.units,
        "notes": [{"at": note.at, "words": note.words, "count": note.count} for note in converted.notes],
    }


def conversion_text(converted: Converted, *, translate: Translate = same) -> str:
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


def _note(note: Note) -> str:
    return visible(note.sentence)
