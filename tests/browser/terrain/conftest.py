"""A phone in the terrain editor: what a finger does there, and what became of it on the table."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, Request

from astrike.editing.terrain.edit import edit
from astrike.editing.terrain.edit_requests import EditWish
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import Document
from astrike.model.table import Table
from astrike.model.terrain import Terrain
from astrike.store.database.connection import connect
from astrike.store.table.changes import change_table
from astrike.store.table.codes import Codes, Right, lookup
from astrike.store.table.tables import load_table
from astrike.web.settings import utc_now
from tests.browser.conftest import PATIENCE_MS
from tests.browser.table.conftest import Fingers, Hall, fingers, hall, new_phone

__all__ = ["Editor", "EditorMaker", "fingers", "hall", "new_phone"]

AT = """([x, y]) => {
  const svg = document.querySelector('#map svg.board');
  const [left, top, wide] = svg.getAttribute('viewBox').split(' ').map(Number);
  const box = svg.getBoundingClientRect();
  const { scale, x0, y0 } = svg.dataset;
  const ratio = box.width / wide;
  return [box.x + (scale * x + Number(x0) - left) * ratio, box.y + (y0 - scale * y - top) * ratio];
}"""
HANDLES = """name => [...document.querySelectorAll(`#over .${name}`)].map(each => {
  const box = each.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""


@dataclass
class Editor:
    """The editor of one table on one phone."""

    fingers: Fingers
    hall: Hall
    codes: Codes
    posts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.fingers.page.on("request", self._count)

    def _count(self, request: Request) -> None:
        if request.method == "POST":
            self.posts.append(request.url)

    def open(self, query: str = "", *, code: str = "") -> "Editor":
        self.fingers.open(self.hall.url(f"/edit{query}", code=code or self.codes.organise))
        return self

    @property
    def page(self) -> Page:
        return self.fingers.page

    @property
    def table(self) -> Table:
        """The table as it is stored."""
        with connect(self.hall.server.db) as db:
            return parse_document(load_table(db, lookup(db, self.codes.organise).table_id).document)

    def store(self, wish: EditWish) -> None:
        """Change the table as another phone does."""
        with connect(self.hall.server.db) as db:
            stored = load_table(db, lookup(db, self.codes.organise).table_id)
            edited = edit(self.table, wish)
            change_table(
                db,
                stored.id,
                from_version=stored.version,
                operations=edited.operations,
                label=edited.label,
                right=Right.PLAY,
                author="another phone",
                client_id="another-phone",
                now=utc_now(),
                check=parse_document,
            )

    def piece(self, name: str) -> Terrain:
        found = self.table.piece(name)
        assert found is not None
        return found

    def box(self, name: str) -> tuple[float, ...]:
        """West, south, east and north end of a piece."""
        points = [point for outline in self.piece(name).outlines for point in outline.exterior]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return tuple(round(each, 3) for each in (min(xs), min(ys), max(xs), max(ys)))

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the table is on the screen."""
        found = self.page.evaluate(AT, [x, y])
        return found[0], found[1]

    def tap(self, x: float, y: float) -> None:
        """Tap a place of the table; once more when the browser made no click of it, as a person does."""
        before = self._clicks()
        self.page.touchscreen.tap(*self.at(x, y))
        for _ in range(PATIENCE_MS // 30):
            if self._clicks() != before:
                break
            self.page.wait_for_timeout(30)
        else:
            self.page.touchscreen.tap(*self.at(x, y))
        self.fingers.settle()

    def _clicks(self) -> int:
        found: int = self.page.evaluate("() => window.astrikeHeard.clicks")
        return found

    def press(self, what: str) -> None:
        """Tap something of the page."""
        self.page.locator(what).tap()
        self.fingers.settle()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from one place of the table to another."""
        self.pull(self.at(*start), self.at(*end))

    def pull(self, start: Sequence[float], end: Sequence[float]) -> None:
        """Drag from one place of the screen to another."""
        self.fingers.drag((start[0], start[1]), (end[0], end[1]))
        self.fingers.settle()

    def handles(self, name: str) -> list[list[float]]:
        """Where the handles of a kind are on the screen."""
        found: list[list[float]] = self.page.evaluate(HANDLES, name)
        return found

    @contextmanager
    def one_request(self) -> Iterator[None]:
        """What is done here sends one change, and no more."""
        self.posts.clear()
        yield
        assert len(self.posts) == 1, self.posts


EditorMaker = Callable[..., Editor]


@pytest.fixture
def new_editor(hall: Hall, fingers: Fingers) -> EditorMaker:
    """Keep a table and open the editor on it."""

    def make(kept: Document, query: str = "") -> Editor:
        return Editor(fingers, hall, hall.keep(kept)).open(query)

    return make
