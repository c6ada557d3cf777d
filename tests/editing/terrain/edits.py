"""How tests ask the editor for something: one wish after the other, each checked for what every edit promises."""

import json
from collections.abc import Mapping

import pytest

from astrike.editing.terrain.edit import edit
from astrike.editing.terrain.edit_requests import EditResult, EditWish
from astrike.editing.terrain.piece_views import PieceView, pieces_of
from astrike.errors import InputError
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import apply, operations_from_json, operations_to_json
from astrike.model.table import Table
from astrike.model.terrain import Terrain
from astrike.rules.table.prepared_table import prepare_table
from tests import builders


def wish(action: str, *ids: str, **values: object) -> EditWish:
    """A wish; whatever is no text is sent as JSON, and ``from_`` and ``class_`` lose their last stroke."""
    texts = {
        key.rstrip("_"): value if isinstance(value, str) else json.dumps(value)
        for key, value in values.items()
    }
    return EditWish(action, ids, texts)


class TableEditor:
    """A table on which one edit follows another."""

    def __init__(self, *features: builders.Json, **head: object) -> None:
        self.table: Table = builders.table(*features, **head)
        self.last: EditResult | None = None

    def do(self, action: str, *ids: str, **values: object) -> EditResult:
        """Edit the table; undoing it would restore the document exactly."""
        found = edit(self.table, wish(action, *ids, **values))
        stored = operations_from_json(json.loads(json.dumps(operations_to_json(found.operations))))
        after, inverse = apply(self.table.document, stored)
        before, _ = apply(after, inverse)
        assert json.dumps(before) == json.dumps(self.table.document)
        self.table = parse_document(after)
        assert {*found.selected} <= {str(feature["id"]) for feature in self.features}
        self.last = found
        return found

    def refused(self, action: str, *ids: str, **values: object) -> dict[str, str]:
        """Ask for what is refused: the fields that are wrong, and what was found there."""
        with pytest.raises(InputError) as caught:
            edit(self.table, wish(action, *ids, **values))
        return {problem.at: problem.found for problem in caught.value.problems}

    @property
    def features(self) -> list[Mapping[str, object]]:
        listed = self.table.document["features"]
        assert isinstance(listed, list)
        return listed

    @property
    def order(self) -> list[str]:
        return [str(feature["id"]) for feature in self.features]

    def properties(self, name: str) -> Mapping[str, object]:
        found = next(feature["properties"] for feature in self.features if feature["id"] == name)
        assert isinstance(found, Mapping)
        return found

    def piece(self, name: str) -> Terrain:
        found = self.table.piece(name)
        assert found is not None
        return found

    def view(self, name: str) -> PieceView:
        return next(v for v in pieces_of(self.table, prepare_table(self.table)) if v.id == name)

    @property
    def notes(self) -> list[str]:
        return [] if self.last is None else [note.sentence for note in self.last.notes]
