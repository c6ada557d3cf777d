"""What may be said about a piece beside its outline, and what does it lose when it becomes of another kind?"""

from collections.abc import Collection, Mapping
from typing import Final

from astrike.editing.terrain.edit_requests import EditedPiece, EditResult, WishReader
from astrike.editing.terrain.typed_fields import TypedFields
from astrike.formats.checks import MAX_TEXT, SMALLEST
from astrike.formats.table.terrain import DEEPEST, HIGHEST, LOWEST, MARKERS
from astrike.model.document_change import ABSENT, Operation, SetProperty
from astrike.model.terrain import BUILT, RAISED, Family
from astrike.rulebook.schema import Edition

FIELDS: Final = (
    "name",
    "height",
    "base",
    "depth",
    "class",
    "cf",
    "floors",
    "toward",
    "density",
    "side",
    "radius",
)
"""What the forms may say, by the names of the table file."""
MARKER_FIELDS: Final = ("name", "side", "radius")

_NUMBERS: Final[Mapping[str, tuple[float, float]]] = {
    "height": (0.0, HIGHEST),
    "base": (LOWEST, HIGHEST),
    "depth": (0.0, DEEPEST),
    "cf": (0.0, 1000.0),
    "toward": (0.0, 360.0),
    "radius": (SMALLEST, 144.0),
}
_WHOLE: Final[Mapping[str, tuple[int, int]]] = {"floors": (1, 100), "density": (1, 10)}
FAMILIES: Final[Mapping[str, frozenset[Family]]] = {
    "height": RAISED | {Family.DECK},
    "depth": frozenset({Family.WATER}),
    "cf": BUILT,
    "floors": frozenset({Family.SOLID}),
    "armed": frozenset({Family.SOLID}),
    "toward": frozenset({Family.RAMP}),
}
"""Of which families of terrain a property makes sense; others suit every kind."""


def typed_properties(
    asked: WishReader, *, only: Collection[str] = FIELDS, without: Collection[str] = ()
) -> dict[str, object]:
    """Read what was typed about a piece; a field that is empty is left out."""
    typed = asked.typed
    found: dict[str, object] = {}
    for key in FIELDS:
        if key in only and key not in without and typed.is_given(key):
            value = _typed(typed, key)
            if value is not None:
                found[key] = value
    return found


def _typed(typed: TypedFields, key: str) -> object:
    if key in _NUMBERS:
        low, high = _NUMBERS[key]
        return typed.number(key, None, low=low, high=high)
    if key in _WHOLE:
        least, most = _WHOLE[key]
        return typed.whole(key, None, low=least, high=most)
    text = typed.text(key)
    if len(text) > MAX_TEXT or not text.isprintable():
        typed.report(key, f"text of at most {MAX_TEXT} characters in one line")
        return None
    return text


def set_properties(asked: WishReader) -> EditResult:
    """Say something about pieces; an empty field means: as the edition says."""
    typed = asked.typed
    chosen = asked.chosen()
    kind = typed.word("kind", None, (*asked.edition.terrain, *MARKERS))
    said = typed_properties(asked)
    emptied = [key for key in FIELDS if key in typed.values and not typed.is_given(key)]
    for piece in chosen:
        if kind is not None and (kind in MARKERS) != piece.is_marker:
            what = "a marked point" if piece.is_marker else "an area"
            typed.report("kind", "a kind for points" if piece.is_marker else "a kind for areas", found=what)
            break
    if not (kind or said or emptied):
        typed.report("kind", "something to change")
    typed.settle()
    operations: list[Operation] = []
    for piece in chosen:
        operations += _operations(asked, piece, kind=kind, said=said, emptied=emptied)
    return asked.answer(
        "terrain.set",
        operations,
        [piece.title for piece in chosen],
        selected=[piece.id for piece in chosen],
        what=", ".join(([] if kind is None else ["kind"]) + list(said) + emptied),
    )


def _operations(
    asked: WishReader,
    piece: EditedPiece,
    *,
    kind: str | None,
    said: Mapping[str, object],
    emptied: Collection[str],
) -> list[Operation]:
    wanted: dict[str, object] = dict.fromkeys(emptied, ABSENT)
    wanted.update(said)
    if kind is not None and kind != piece.kind:
        wanted = {"kind": kind, **_unsuitable(asked, piece, kind, said=said), **wanted}
    return [
        SetProperty(piece.id, key, value)
        for key, value in wanted.items()
        if piece.properties.get(key, ABSENT) != value
    ]


def _unsuitable(
    asked: WishReader, piece: EditedPiece, kind: str, *, said: Mapping[str, object]
) -> dict[str, object]:
    """Give what a piece loses, or needs, when it becomes of another kind."""
    if piece.is_marker:
        return {}
    row = asked.edition.terrain[kind]
    found: dict[str, object] = {
        key: ABSENT
        for key, families in FAMILIES.items()
        if key in piece.properties and key not in said and row.family not in families
    }
    grade = piece.properties.get("class")
    if grade is not None and "class" not in said and grade not in classes_of(kind, asked.edition):
        found["class"] = ABSENT
    if found:
        asked.note(piece.title, f"{', '.join(found)} dropped: {row.label} has no such thing")
    if row.family == "ramp" and "toward" not in said:
        found["toward"] = 0.0
    return found


def classes_of(kind: str, edition: Edition) -> tuple[str, ...]:
    """Give the classes that a piece of this kind can have: of buildings, or of woods.

    >>> from astrike.rulebook.loader import load_edition
    >>> classes_of("woods", load_edition("ce-5.01"))
    ('light', 'heavy', 'ultra-heavy')
    """
    row = edition.terrain.get(kind)
    if row is None:
        return ()
    return tuple(edition.buildings) if row.family in BUILT else row.grades
