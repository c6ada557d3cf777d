"""Whatever people change, undo and redo, with whatever right: the store does what two stacks of documents do."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from astrike.errors import Conflict, Forbidden, InputError
from astrike.model.document_change import Operation, apply
from astrike.store.database.connection import connect
from astrike.store.table.changes import document_at
from astrike.store.table.codes import Right
from astrike.store.table.tables import create_table, load_table
from tests.model.change_strategies import OPERATIONS, documents
from tests.soak import examples
from tests.store.builders import NOW, change, redone, undone

RIGHTS = st.sampled_from((Right.PLAY, Right.ORGANISE))


class Undo(RuleBasedStateMachine):
    @initialize(document=documents())
    def start(self, document: dict[str, object]) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.db = connect(Path(self.folder.name) / "astrike.db")
        self.table = create_table(self.db, document=document, now=NOW, author="")
        self.done = [document]
        self.undone: list[dict[str, object]] = []
        self.rights: list[Right] = []
        """The highest right that touched each step, those that are done first."""
        self.versions = [document]

    @rule(operations=st.lists(OPERATIONS, max_size=3), right=RIGHTS)
    def change(self, operations: list[Operation], right: Right) -> None:
        try:
            document, _ = apply(self.done[-1], operations)
        except InputError:
            with pytest.raises(InputError):
                change(self.db, self.table, *operations)
            return
        self.table = change(self.db, self.table, *operations, right=right)
        if json.dumps(document) != json.dumps(self.done[-1]):
            self.done.append(document)
            self.undone.clear()
            self.rights[len(self.done) - 2 :] = [right]
            self.versions.append(document)

    @rule(right=RIGHTS)
    def undo(self, right: Right) -> None:
        if len(self.done) == 1:
            with pytest.raises(Conflict):
                undone(self.db, self.table, right=right)
            return
        if right < self.rights[len(self.done) - 2]:
            with pytest.raises(Forbidden):
                undone(self.db, self.table, right=right)
            return
        self.table = undone(self.db, self.table, right=right)
        self.rights[len(self.done) - 2] = right
        self.undone.append(self.done.pop())
        self.versions.append(self.done[-1])

    @rule(right=RIGHTS)
    def redo(self, right: Right) -> None:
        if not self.undone:
            with pytest.raises(Conflict):
                redone(self.db, self.table, right=right)
            return
        if right < self.rights[len(self.done) - 1]:
            with pytest.raises(Forbidden):
                redone(self.db, self.table, right=right)
            return
        self.table = redone(self.db, self.table, right=right)
        self.rights[len(self.done) - 1] = right
        self.done.append(self.undone.pop())
        self.versions.append(self.done[-1])

    @invariant()
    def the_table_is_the_newest_document(self) -> None:
        assert load_table(self.db, self.table.id) == self.table
        assert json.dumps(self.table.document) == json.dumps(self.done[-1])
        assert self.table.version == len(self.versions)
        assert (self.table.undoable is not None) == (len(self.done) > 1)
        assert (self.table.redoable is not None) == bool(self.undone)
        held = [each is Right.ORGANISE for each in self.rights]
        assert (self.table.undo_held == "organiser") == (len(self.done) > 1 and held[len(self.done) - 2])
        assert (self.table.redo_held == "organiser") == (bool(self.undone) and held[len(self.done) - 1])

    def teardown(self) -> None:
        for version, document in enumerate(self.versions, start=1):
            assert json.dumps(document_at(self.db, self.table.id, version)) == json.dumps(document)
        self.db.close()
        self.folder.cleanup()


TestUndo = Undo.TestCase
TestUndo.settings = settings(max_examples=examples(20, soaked=40), stateful_step_count=25, deadline=None)
