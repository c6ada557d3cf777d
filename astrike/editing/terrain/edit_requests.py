"""What was asked of the editor, and which operations on the document fulfil it?

Beside the two, what every action needs to begin with: the pieces that a request names, those that go along, and new
ids.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field

from astrike.dataclass import dataclass
from astrike.editing.terrain.new_ids import hill_of, next_tier, numbered, numbered_all, own_or_numbered_all
from astrike.editing.terrain.shapes import (
    Form,
    PointForm,
    areas_of,
    form_of,
    geometry_json,
    shape_json,
    sound,
)
from astrike.editing.terrain.typed_fields import TypedFields
from astrike.formats.json_text import shown
from astrike.formats.table.terrain import MARKERS
from astrike.model.document_change import ABSENT, AddFeature, ChangeLabel, Operation, SetGeometry, SetProperty
from astrike.model.import_notes import ImportNote
from astrike.model.piece_names import feature_names, piece_names
from astrike.model.table import Table
from astrike.model.table_document import features_of, properties_of
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition

MOST_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class EditWish:
    """What somebody wants done: an action, the pieces it is about, and what was typed."""

    action: str
    ids: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EditResult:
    """What fulfils a wish: the change, what it is called, which pieces are selected then, and what to know about it."""

    operations: tuple[Operation, ...]
    label: ChangeLabel
    selected: tuple[str, ...] = ()
    notes: tuple[ImportNote, ...] = ()


@dataclass(frozen=True, slots=True)
class EditedPiece:
    """One piece of terrain, zone or marked point as the document has it."""

    id: str
    kind: str
    title: str
    place: int
    """Where it stands among the features."""
    feature: Mapping[str, object]
    properties: Mapping[str, object]
    form: Form

    @property
    def is_marker(self) -> bool:
        """Is it a marked point?"""
        return self.kind in MARKERS

    @property
    def is_locked(self) -> bool:
        """May nobody move it by accident?"""
        return self.properties.get("locked") is True

    @property
    def group(self) -> str | None:
        """The name of the group it belongs to."""
        found = self.properties.get("group")
        return found if isinstance(found, str) and found else None


def pieces_on(table: Table) -> Mapping[str, EditedPiece]:
    """Give every piece and marked point of a table by its id, in the order in which they are drawn."""
    areas = {piece.id: piece for piece in table.terrain}
    points = {marker.id: marker for marker in table.markers}
    called = piece_names(table)
    found: dict[str, EditedPiece] = {}
    for place, feature in enumerate(features_of(table.document)):
        name, properties = str(feature["id"]), properties_of(feature)
        if name in areas:
            form: Form = form_of(areas[name].outlines, properties.get("shape"))
            kind = areas[name].kind
        elif name in points:
            form, kind = PointForm(points[name].at), points[name].kind
        else:
            continue
        found[name] = EditedPiece(name, kind, called[name], place, feature, properties, form)
    return found


class WishReader:
    """A wish held against the table it is about."""

    def __init__(self, table: Table, wish: EditWish) -> None:
        self.table, self.wish = table, wish
        self.edition: Edition = load_edition(table.edition)
        self.typed = TypedFields(wish.values)
        self.pieces = pieces_on(table)
        self.notes: list[ImportNote] = []
        self.taken = {str(feature.get("id")) for feature in features_of(table.document)}
        self.called = {piece.title for piece in self.pieces.values()}
        self.groups = {piece.group for piece in self.pieces.values() if piece.group is not None}

    # ---- which pieces

    def chosen(self, *, also_locked: bool = False) -> tuple[EditedPiece, ...]:
        """Give the pieces that were named; none, unknown and locked ones are problems."""
        ids = tuple(dict.fromkeys(self.wish.ids))
        if not ids:
            self.typed.report("id", "a piece of terrain, a zone or a marked point", found="nothing selected")
        if len(ids) > MOST_AT_ONCE:
            self.typed.report("id", f"at most {MOST_AT_ONCE:,} pieces", found=f"{len(ids):,} pieces")
            return ()
        for unknown in [name for name in ids if name not in self.pieces]:
            expected = "a piece of terrain, a zone or a marked point of this table"
            self.typed.report("id", expected, found=shown(unknown))
        found = tuple(self.pieces[name] for name in ids if name in self.pieces)
        if not also_locked:
            self._refuse_locked(found)
        return found

    def one(self) -> EditedPiece | None:
        """Give the one piece that was named; none or several are problems."""
        found = self.chosen()
        if len(found) > 1:
            self.typed.report("id", "one piece", found=f"{len(found)} pieces")
        return found[0] if len(found) == 1 else None

    def with_groups(
        self, chosen: Iterable[EditedPiece], *, also_locked: bool = False
    ) -> tuple[EditedPiece, ...]:
        """Give these pieces and those that share a group with them, in the order in which they are drawn."""
        named = tuple(chosen)
        ids = {piece.id for piece in named}
        groups = {piece.group for piece in named if piece.group is not None}
        found = tuple(each for each in self.pieces.values() if each.id in ids or each.group in groups)
        if not also_locked:
            self._refuse_locked(each for each in found if each.id not in ids)
        return found

    def _refuse_locked(self, pieces: Iterable[EditedPiece]) -> None:
        locked = [piece.title for piece in pieces if piece.is_locked]
        if locked:
            found = f"{', '.join(locked)}: locked"
            self.typed.report("id", "pieces that are not locked", found=found)

    # ---- new ones

    def fresh_id(self, stem: str) -> str:
        """Give an id that nothing on the table has, from the stem of another: wood-1 leads to wood-2."""
        return numbered(stem, self.taken)

    def fresh_ids(self, stems: Iterable[str]) -> Mapping[str, str]:
        """Give ids for copies of several pieces, by the ids of these; the tiers of a hill stay with it."""
        return numbered_all(stems, self.taken)

    def free_ids(self, wanted: Iterable[str]) -> Mapping[str, str]:
        """Give these ids, or where one is taken another from its stem; the tiers of a hill stay with it."""
        return own_or_numbered_all(wanted, self.taken)

    def tier_id(self, hill: str) -> str:
        """Give an id for another tier of a hill."""
        return next_tier(hill_of(hill), self.taken)

    def fresh_group(self) -> str:
        """Give the name of a group that nothing belongs to."""
        return numbered("group", self.groups)

    def fresh_name(self, name: str) -> str:
        """Give a name for a copy: Hill 1 leads to Hill 2, Hall to Hall 2."""
        return numbered(name if name[-1:].isdigit() else f"{name} 1", self.called, between=" ")

    # ---- what comes of it

    def sound(self, form: Form, *, field: str, called: str = "the outline") -> Form:
        """Mend an outline that crosses itself, with a word; one that encloses nothing is a problem of its field."""
        found = sound(form)
        if found is None:
            self.typed.report(field, "an outline that encloses an area", found="an outline without an area")
            return form
        if found is not form:
            parts = len(areas_of(found))
            more = f": it has {parts} parts now" if parts > 1 else ""
            self.note(called, f"crossed itself and was mended{more}")
        return found

    def note(self, at: str, words: str, count: int = 1) -> None:
        """Say something about what was done."""
        self.notes.append(ImportNote(at, words, count))

    def names_of(self, added: Iterable[Operation]) -> tuple[str, ...]:
        """Give the names that new pieces have among those of the table."""
        features = [each.feature for each in added if isinstance(each, AddFeature)]
        names = feature_names([*features_of(self.table.document), *features], self.table.sides)
        return tuple(names[str(each["id"])] for each in features)

    def answer(
        self,
        key: str,
        operations: Iterable[Operation],
        pieces: Iterable[str],
        *,
        selected: Iterable[str] = (),
        **names: str,
    ) -> EditResult:
        """Make the answer; `pieces` are the titles of what it was done to."""
        listed = tuple(pieces)
        called = {"piece": listed[0] if listed else "", **names}
        if len(listed) > 1:
            called["more"] = str(len(listed) - 1)
        return EditResult(tuple(operations), ChangeLabel(key, called), tuple(selected), tuple(self.notes))


def form_operations(piece: EditedPiece, form: Form) -> list[Operation]:
    """Give what puts a piece into another form."""
    found: list[Operation] = [SetGeometry(piece.id, geometry_json(form))]
    shape = shape_json(form)
    if shape is not None:
        found.append(SetProperty(piece.id, "shape", shape))
    elif "shape" in piece.properties:
        found.append(SetProperty(piece.id, "shape", ABSENT))
    return found


def new_feature(name: str, form: Form, properties: Mapping[str, object]) -> AddFeature:
    """Give what adds a piece."""
    shape = shape_json(form)
    about = {key: value for key, value in properties.items() if key != "shape" and value is not None}
    whole = about if shape is None else {**about, "shape": shape}
    return AddFeature({"type": "Feature", "id": name, "geometry": geometry_json(form), "properties": whole})
